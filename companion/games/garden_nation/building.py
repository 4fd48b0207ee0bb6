"""The three actions: construct on an empty space, add a floor, abandon a building."""

from dataclasses import replace

from companion.errors import IllegalEvent
from companion.games.garden_nation.phrases import counted, place_name, seat_name
from companion.games.garden_nation.printed import LANDS
from companion.games.garden_nation.projects import placed
from companion.games.garden_nation.state import (
    OFF_BOARD,
    Building,
    No,
    State,
    find_cell,
    region_cells,
    told,
    with_building,
    with_item,
    with_player,
)
from companion.games.garden_nation.turns import finish_action
from companion.model import Event
from companion.words import say

NO_FLOOR = No("You have no floor left, so you cannot build.", "GN-056")


def floor_cost(state: State, cell: int) -> int:
    """What the next floor on a space costs: the land, and 1 per floor already there (GN-045, GN-050)."""
    building = state.buildings[cell]
    return state.board.costs[cell] + (building.floors if building else 0)


def price(land: int, floors: int) -> int:
    """Twice what all floors of a building cost (GN-059, GN-083)."""
    return 2 * floors * land + floors * (floors - 1)


def price_of(state: State, cell: int) -> int:
    """The price of the building on a space."""
    building = state.buildings[cell]
    assert building is not None
    return price(state.board.costs[cell], building.floors)


# ------------------------------------------------------------------------------------------------ why not


def region_no(state: State, cell: int) -> No | None:
    """Every action takes place in the crane's region (GN-036), the very first anywhere (GN-024)."""
    if state.crane in (OFF_BOARD, cell // 7):
        return None
    return No(say("The crane is in region {n}; act there.", n=state.crane + 1), "GN-036")


def pay_no(state: State, cost: int) -> No | None:
    """Whether the active seat can pay and keep enough inhabitants (GN-055)."""
    people, least = state.me.people, state.house.least
    if people - cost >= least:
        return None
    text = "It costs {cost}; you have {people} and must keep {least}."
    return No(say(text, cost=cost, people=counted(people, "inhabitant"), least=least), "GN-055")


def construct_no(state: State, cell: int) -> No | None:
    """Why the active seat cannot build on an empty space."""
    no = region_no(state, cell)
    if no:
        return no
    if state.buildings[cell] is not None:
        return No("A building stands there; construct on an empty space.", "GN-052")
    return pay_no(state, state.board.costs[cell]) if state.me.floors else NO_FLOOR


def raise_no(state: State, cell: int) -> No | None:
    """Why the active seat cannot add a floor."""
    no = region_no(state, cell)
    if no:
        return no
    building = state.buildings[cell]
    if building is None or building.seat != state.turn:
        return No("You have no building there; add floors to your own ones.", "GN-052")
    if building.roof:
        return No("That building has a roof, so it cannot grow.", "GN-053")
    return pay_no(state, floor_cost(state, cell)) if state.me.floors else NO_FLOOR


def abandon_no(state: State, cell: int) -> No | None:
    """Why the active seat cannot abandon what stands there; a roof is no obstacle (GN-062)."""
    no = region_no(state, cell)
    if no:
        return no
    building = state.buildings[cell]
    if building is None or building.seat != state.turn:
        return No("You have no building there; abandon one of your own.", "GN-035")
    return None


def can_build(state: State, region: int) -> bool:
    """Whether the active seat could construct or add a floor in a region."""
    there = replace(state, crane=region)
    return any(construct_no(there, cell) is None or raise_no(there, cell) is None for cell in region_cells(region))


def can_act(state: State, region: int) -> bool:
    """Whether any of the three actions is possible in a region; ploys do not matter (GN-040)."""
    own = (building is not None and building.seat == state.turn for building in state.buildings[7 * region :][:7])
    return any(own) or can_build(state, region)


# ------------------------------------------------------------------------------------------------ doing it


def construct(state: State, event: Event) -> State:
    """Build on an empty space; a bramble needs a land first (GN-047)."""
    cell = find_cell(event.args[0])
    no = construct_no(state, cell)
    if no:
        raise no.error()
    if not state.lands[cell]:
        clears = say("{who} clears the bramble in {place}.", who=seat_name(state.turn), place=place_name(cell))
        return told(replace(state, cell=cell, phase="land"), clears)
    return _first_floor(state, cell)


def choose_land(state: State, event: Event) -> State:
    """Clear a bramble with a token of a land, which stays for the rest of the game (GN-048)."""
    land = event.args[0]
    if land not in LANDS or not state.tokens[LANDS.index(land)]:
        raise IllegalEvent("No bramble token of that land is left; choose another land.", "GN-047")
    kind = LANDS.index(land)
    state = replace(
        state,
        tokens=with_item(state.tokens, kind, state.tokens[kind] - 1),
        lands=with_item(state.lands, state.cell, land),
    )
    state = told(state, say("The bramble in {place} becomes {land}.", place=place_name(state.cell), land=land))
    return _first_floor(state, state.cell)


def _paid(state: State, cost: int) -> State:
    """The active seat has paid and put down one floor."""
    return with_player(state, state.turn, people=state.me.people - cost, floors=state.me.floors - 1)


def _first_floor(state: State, cell: int) -> State:
    cost = floor_cost(state, cell)
    state = with_building(_paid(state, cost), cell, Building(state.turn, 1))
    text = "{who} builds in {place} for {cost}."
    cost_text = counted(cost, "inhabitant")
    return placed(told(state, say(text, who=seat_name(state.turn), place=place_name(cell), cost=cost_text)), cell)


def add_floor(state: State, event: Event) -> State:
    """Make an own building one floor higher (GN-050, GN-051)."""
    cell = find_cell(event.args[0])
    no = raise_no(state, cell)
    if no:
        raise no.error()
    building, cost = state.buildings[cell], floor_cost(state, cell)
    assert building is not None
    state = with_building(_paid(state, cost), cell, replace(building, floors=building.floors + 1))
    text = "{who} adds floor {n} in {place} for {cost}."
    sentence = say(
        text,
        who=seat_name(state.turn),
        n=building.floors + 1,
        place=place_name(cell),
        cost=counted(cost, "inhabitant"),
    )
    return placed(told(state, sentence), cell)


def emptied(state: State, cell: int) -> State:
    """A building leaves: its owner gets the price, floors and roof go back (GN-059, GN-060)."""
    building, gain = state.buildings[cell], price_of(state, cell)
    assert building is not None
    owner = state.players[building.seat]
    state = with_player(state, building.seat, people=owner.people + gain, floors=owner.floors + building.floors)
    return replace(with_building(state, cell, None), roofs=state.roofs + building.roof)


def abandon(state: State, event: Event) -> State:
    """Take a whole own building down for twice its cost (GN-058)."""
    cell = find_cell(event.args[0])
    no = abandon_no(state, cell)
    if no:
        raise no.error()
    gain = counted(price_of(state, cell), "inhabitant")
    text = "{who} abandons the building in {place} and gains {gain}."
    state = told(emptied(state, cell), say(text, who=seat_name(state.turn), place=place_name(cell), gain=gain))
    return finish_action(replace(state, cell=cell, claimed=False))
