"""The map, the market, the plans and the ads as sheets."""

from companion.games.rolling_heights.building import needs, room, stacks_of
from companion.games.rolling_heights.city import BOARD_COLUMNS, cell_key, known_grounds, place, position, tile_at
from companion.games.rolling_heights.market import ALL_SLOTS, known_prices
from companion.games.rolling_heights.printed import GROUND, TYPES, known, plan_kind, plan_stacks, plan_title
from companion.games.rolling_heights.scoring import ad_title
from companion.games.rolling_heights.setup import unknown_cells
from companion.games.rolling_heights.state import State, Tile
from companion.model import Cell, Grid, Lines, Sheet
from companion.words import listed, say

_PAINT = {"water": "blue", "cost": "orange", "cost+bonus": "orange", "bonus": "yellow", "land": "green", "": ""}
_LETTERS = {t: t[0].upper() for t in TYPES} | {"commercial": "S"}
"""A letter for each building type on a narrow map; commercial ones are shops, for C is civic."""


def city_sheets(state: State) -> tuple[Sheet, ...]:
    """Everything that lies in the middle of the table; nothing at the lesser depths."""
    if state.depth != "full":
        return ()
    if state.stage in ("setup", "survey") and None in state.boards:
        return (*_board_sheets(state), _ads(state))
    plans = tuple(_plans(state, seat) for seat in range(len(state.seats)))
    return (_map(state), _market(state), *plans, _ads(state), *_cell_sheets(state))


def _board_sheets(state: State) -> tuple[Sheet, ...]:
    rows = tuple((str(i + 1), b.face, f"{90 * b.turns}°") for i, b in enumerate(state.boards) if b)
    return (Lines("Boards", ("position", "face", "turned"), rows), *_cell_sheets(state))


def _cell_sheets(state: State) -> tuple[Sheet, ...]:
    """The board face that is being described, space by space."""
    keys = unknown_cells(state)
    if not keys or state.stage not in ("setup", "draft"):
        return ()
    face, rows = keys[0].split(".")[1], int(state.printed["board.rows"])
    cells = []
    for n in range(BOARD_COLUMNS * rows):
        key = f"board.{face}.{n + 1}"
        word = state.printed.word(key)
        word = word if word in GROUND else ""
        cells.append(Cell(key, n % BOARD_COLUMNS, n // BOARD_COLUMNS, word or "?", _PAINT[word]))
    return (Grid(say("Board {face}", face=face), tuple(cells)),)


def _map(state: State) -> Grid:
    rows = int(state.printed["board.rows"])
    cells = tuple(_cell(state, space, ground, rows) for space, ground in known_grounds(state).items())
    return Grid("Map", cells)


def _cell(state: State, space: str, ground: str, rows: int) -> Cell:
    x, y = place(space)
    tile = tile_at(state, space)
    if tile is None:
        text, what = _ground_text(state, space, ground)
        where = say("Space {space}, neighbourhood {n}: {what}.", space=space, n=position(space, rows) + 1, what=what)
        return Cell(space, x, y, text, _PAINT[ground], title=where)
    done = "★" if tile.complete else str(sum(tile.cubes))
    plan = plan_title(state.printed, tile.plan)
    title = say("{plan} of @{s}: {how}", plan=plan, s=tile.owner, how=progress(state, tile))
    return Cell(space, x, y, f"{_short(plan)} {done}", f"seat{tile.owner}", f"seat{tile.owner}", title)


def _short(title: str) -> str:
    """A plan's name as it fits on a space of a phone: "Tumble Park" is TP, "Observatory" Obser."""
    words = title.split()
    return title[:5] if len(words) == 1 else "".join(w if w.isdigit() else w[0] for w in words)


def _ground_text(state: State, space: str, ground: str) -> tuple[str, str]:
    """What is printed on an empty space, as far as it is known: ``−2 +3 PI`` and "costs 2, 3 points for …"."""
    if ground in ("", "land", "water"):
        return {"": "?", "land": ""}.get(ground, ground), ground or "not described"
    key, short, said = cell_key(state, space), [], []
    if "cost" in ground:
        cost = state.printed.word(f"{key}.cost") or "?"
        short.append(f"−{cost}")
        said.append(say("costs {n}", n=cost))
    if "bonus" in ground:
        points, types = state.printed.word(f"{key}.points") or "?", state.printed.word(f"{key}.types").split("+")
        short.append(f"+{points} {''.join(_LETTERS.get(t, '') for t in types)}".rstrip())
        said.append(say("{n} points for {types}", n=points, types=" or ".join(types) if types[0] else "?"))
    return " ".join(short), listed(said)


def progress(state: State, tile: Tile) -> str:
    """How far a plan has grown."""
    if tile.complete:
        return say("complete, {n} points", n=tile.points)
    if any(known(state, q) is None for q in plan_stacks(tile.plan)):
        return "stacks not entered yet"
    return say("still needs {what}", what=needs(room(stacks_of(state, tile.plan), tile.cubes)))


def _market(state: State) -> Lines:
    prices = known_prices(state.printed)
    rows = []
    for word, slot in zip(ALL_SLOTS, state.market[0] + state.market[1], strict=True):
        plan = "empty" if slot is None else plan_title(state.printed, slot.plan) if slot.plan else "a plan"
        cost = str(prices[word]) if word in prices else "?"
        rows.append((f"level {word[0]}, slot {word[2:]}", plan, cost, str(slot.tokens if slot else 0)))
    return Lines("Market", ("slot", "plan", "cost", "wild tokens"), tuple(rows), ALL_SLOTS)


def _plans(state: State, seat: int) -> Lines:
    mine = [t for t in state.tiles if t.owner == seat]
    rows = tuple(
        (plan_title(state.printed, t.plan), t.space, known(state, plan_kind(t.plan)[0]) or "?", progress(state, t))
        for t in mine
    )
    return Lines("Plans", ("plan", "space", "type", "how far"), rows, tuple(t.space for t in mine), seat)


def _ads(state: State) -> Lines:
    return Lines("Ads", ("ad",), tuple((ad_title(state.printed, a),) for a in state.ads), state.ads)
