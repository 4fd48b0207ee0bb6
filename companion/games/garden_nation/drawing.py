"""The map as a grid of hexagons, drawn so that exactly the spaces that touch by the rules lie side by side."""

from functools import cache

from companion.games.garden_nation.board import CELL_WORDS, SPACES, STEPS, unturned
from companion.games.garden_nation.building import construct_no, floor_cost, price_of, raise_no, region_no
from companion.games.garden_nation.phrases import WAYS, counted, joined, place_name, place_title, seat_name
from companion.games.garden_nation.ploys import invade_no, ploy_no
from companion.games.garden_nation.printed import BRAMBLE, DIRECTIONS
from companion.games.garden_nation.state import Building, State
from companion.model import Cell, Grid
from companion.words import say

BRAMBLE_SIGN, ROOF_SIGN, FLOOR_SIGN, CRANE_SIGN = "✻", "⌂", "▮", "⚑"
NUMBERS = "①②③④⑤⑥⑦"
TALLEST_DRAWN = 2
LETTERS = {"yellow": "Y", "green": "G", "red": "R", "": BRAMBLE_SIGN}
COLORS = {"yellow": "yellow", "green": "green", "red": "red", "": "purple"}


@cache
def spot(place: int, direction: int) -> tuple[int, int]:
    """Column and row of a space: regions lie three steps apart, so that they touch at one pair of spaces only."""
    (px, py), (dx, dy) = STEPS[place], STEPS[direction]
    across, row = 3 * px + dx + 8, 3 * py + dy + 4
    return (across - row % 2) // 2, row


def map_grid(state: State) -> Grid:
    """The whole map, or what is laid of it and the place that is asked for."""
    if not state.board.is_laid:
        return Grid("Map", tuple(_unfinished(state)), "hex")
    place_of = {region: place for place, region in enumerate(state.board.places)}
    return Grid("Map", tuple(_cell(state, cell, place_of[cell // 7]) for cell in range(SPACES)), "hex")


def _unfinished(state: State) -> list[Cell]:
    """Regions laid so far; the next place carries the words of the directions, to tap where the bramble lies."""
    found, laid = [], state.board.places
    for place in range(len(laid) + 1):
        for direction in range(7):
            column, row = spot(place, direction)
            if place < len(laid):
                region = laid[place]
                space = state.printed.regions[region][unturned(direction, state.board.turned[region])]
                text = f"{LETTERS[space.land]}{space.cost if space.land else ''}"
                word, title = CELL_WORDS[7 * region + direction], place_name(7 * region + direction)
                note = _number(region, direction)
                found.append(Cell(word, column, row, text, COLORS[space.land], title=title, note=note))
            else:
                title = say("{way}: not laid yet", way=WAYS[direction].capitalize())
                found.append(Cell(DIRECTIONS[direction], column, row, "?", title=title))
    return found


def _number(region: int, direction: int) -> str:
    """The number of a region stands in its middle."""
    return "" if direction else NUMBERS[region]


def _cell(state: State, cell: int, place: int) -> Cell:
    column, row = spot(place, cell % 7)
    building, land = state.buildings[cell], state.lands[cell]
    ground = f"{LETTERS[land]}{state.board.costs[cell] if land else ''}"
    sign = CRANE_SIGN if state.crane == cell // 7 and not cell % 7 else ""
    number = f"{_number(cell // 7, cell % 7)}{sign}"
    text, mark = (_tower(building), f"seat{building.seat}") if building else (ground, "")
    note = f"{number} {ground}".strip() if building else number
    return Cell(CELL_WORDS[cell], column, row, text, COLORS[land], mark, cell_title(state, cell), note=note)


def _tower(building: Building) -> str:
    floors = building.floors
    bars = FLOOR_SIGN * floors if floors <= TALLEST_DRAWN else f"{floors}{FLOOR_SIGN}"
    return f"{bars}{ROOF_SIGN if building.roof else ''}"


def cell_title(state: State, cell: int) -> str:
    """What stands on a space, what can be done there now or why not, and where it sends the crane."""
    parts = [_stands(state, cell)]
    if state.phase == "action":
        no = region_no(state, cell)
        parts += [no.text] if no else _choices(state, cell)
    parts.append(say("Sends the crane to region {n}.", n=state.board.next_region(cell) + 1))
    return joined(parts, "{a} {b}")


def _stands(state: State, cell: int) -> str:
    land = say("{land} {n}", land=state.lands[cell] or BRAMBLE, n=state.board.costs[cell])
    where = say("{place}, {land}", place=place_title(cell), land=land)
    building = state.buildings[cell]
    if building is None:
        return say("{where}: empty.", where=where)
    text = "{where}: {n} of {who}, with a roof." if building.roof else "{where}: {n} of {who}."
    return say(text, where=where, n=counted(building.floors, "floor"), who=seat_name(building.seat))


def _choices(state: State, cell: int) -> list[str]:
    """For each action that fits what stands there: its price, or why it is not possible."""
    building = state.buildings[cell]
    if building is None:
        no = construct_no(state, cell)
        return [say("Construct: {what}", what=no.text if no else say("costs {n}.", n=state.board.costs[cell]))]
    if building.seat == state.turn:
        no = raise_no(state, cell)
        growing = no.text if no else say("costs {n}.", n=floor_cost(state, cell))
        gain = say("Abandon: brings {n}.", n=price_of(state, cell))
        return [say("Add a floor: {what}", what=growing), gain]
    no = ploy_no(state) or invade_no(state, cell)
    price = no.text if no else say("costs {n}.", n=price_of(state, cell))
    return ["Only its owner can build here.", say("Invade: {what}", what=price)]


def marker_of(region: int, state: State) -> str:
    """A region's number with the crane's sign where it stands."""
    return f"{region + 1} {CRANE_SIGN}" if state.crane == region else str(region + 1)
