"""The three ploys: strategic movement, roof transfer and building invasion."""

from dataclasses import replace

from companion.games.garden_nation.building import emptied, pay_no, price_of, region_no
from companion.games.garden_nation.phrases import counted, place_name, seat_name
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
    with_player,
)
from companion.model import Event
from companion.words import say

WAYS = {"up": 1, "down": -1}


def ploy_no(state: State) -> No | None:
    """Why the active seat cannot use any ploy with this action."""
    if state.crane == OFF_BOARD:
        return No("No ploy in the very first action.", "GN-025")
    if not state.me.ploys:
        return No("You have no ploy token left.", "GN-008")
    if state.ployed:
        each = "action" if state.house.ploy_each_action else "turn"
        return No(say("One ploy in each {each}, and it is used.", each=each), "GN-077")
    return None


def _used(state: State) -> State:
    """A token is gone, and no other ploy can be used with this action (GN-008, GN-077)."""
    return replace(with_player(state, state.turn, ploys=state.me.ploys - 1), ployed=True)


def beside(state: State, way: str) -> int:
    """The region one number higher or lower; 7 and 1 are neighbours (GN-080)."""
    return (state.crane + WAYS[way]) % 7


def move(state: State, event: Event) -> State:
    """Strategic movement: act in the region next in number; the action is still due (GN-078)."""
    no = ploy_no(state)
    if event.args[0] not in WAYS:
        no = No("The crane moves one number up or down.", "GN-080")
    if no:
        raise no.error()
    region = beside(state, event.args[0])
    state = replace(_used(state), crane=region, passed=0, mood="ploy")
    text = "{who} uses a ploy: the crane goes to region {n}."
    return told(state, say(text, who=seat_name(state.turn), n=region + 1))


# ------------------------------------------------------------------------------------------------ roof transfer


def _own(state: State, cell: int) -> Building | None:
    building = state.buildings[cell]
    return building if building is not None and building.seat == state.turn else None


def roof_no(state: State, start: int) -> No | None:
    """Why a roof cannot be taken from a space."""
    no = region_no(state, start)
    if no:
        return no
    building = _own(state, start)
    if building is None or not building.roof:
        return No("You have no building with a roof there.", "GN-081")
    return None


def goal_no(state: State, start: int, goal: int) -> No | None:
    """Why a roof cannot go from one space to another."""
    building = _own(state, goal)
    if building is None or building.roof:
        return No("The roof must go to an own building without one.", "GN-081")
    if state.lands[start] != state.lands[goal]:
        text = "The roof comes from {a} land, that building stands on {b}."
        return No(say(text, a=state.lands[start], b=state.lands[goal]), "GN-081")
    if not state.house.roof_any and start // 7 == goal // 7:
        return No("Your house rule wants a building in another region.", "GN-081")
    return None


def roof_ways(state: State) -> dict[str, tuple[tuple[int, ...], tuple[int, ...]]]:
    """For each land the spaces a roof can come from and go to, if there are both."""
    found: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {}
    for start in region_cells(state.crane):
        land = state.lands[start]
        if roof_no(state, start) is None and land not in found:
            starts = tuple(c for c in region_cells(state.crane) if roof_no(state, c) is None and state.lands[c] == land)
            goals = tuple(goal for goal in range(len(state.buildings)) if goal_no(state, start, goal) is None)
            if goals:
                found[land] = (starts, goals)
    return found


def transfer(state: State, event: Event) -> State:
    """Move a roof to another own building on the same land; crane and action stay (GN-081, GN-102)."""
    start, goal = find_cell(event.args[0]), find_cell(event.args[1])
    no = ploy_no(state) or roof_no(state, start) or goal_no(state, start, goal)
    if no:
        raise no.error()
    origin, target = state.buildings[start], state.buildings[goal]
    assert origin is not None and target is not None
    state = with_building(_used(state), start, replace(origin, roof=False))
    state = with_building(state, goal, replace(target, roof=True))
    text = "{who} uses a ploy: the roof of {a} goes to {b}."
    sentence = say(text, who=seat_name(state.turn), a=place_name(start), b=place_name(goal))
    return told(replace(state, mood="ploy"), sentence)


# ------------------------------------------------------------------------------------------------ invasion


def invade_no(state: State, cell: int) -> No | None:
    """Why the active seat cannot take over the building on a space."""
    no = region_no(state, cell)
    if no:
        return no
    building = state.buildings[cell]
    if building is None or building.seat == state.turn:
        return No("No rival's building stands there.", "GN-082")
    if state.me.floors < building.floors:
        text = "You need {n} of your own for that building, you have {have}."
        return No(say(text, n=counted(building.floors, "floor"), have=state.me.floors), "GN-084")
    return pay_no(state, price_of(state, cell))


def invade(state: State, event: Event) -> State:
    """Pay a rival for a building and put own floors in its place; this is the action (GN-079, GN-082)."""
    cell = find_cell(event.args[0])
    no = ploy_no(state) or invade_no(state, cell)
    if no:
        raise no.error()
    old, cost = state.buildings[cell], price_of(state, cell)
    assert old is not None
    stays = old.roof and not state.house.roof_leaves
    state = emptied(_used(state), cell)
    state = replace(state, roofs=state.roofs - stays, mood="ploy")
    state = with_player(state, state.turn, people=state.me.people - cost, floors=state.me.floors - old.floors)
    state = with_building(state, cell, Building(state.turn, old.floors, stays))
    text = "{who} invades {place} and pays {cost} to {rival}."
    names = {"who": seat_name(state.turn), "rival": seat_name(old.seat)}
    sentence = say(text, place=place_name(cell), cost=counted(cost, "inhabitant"), **names)
    return placed(told(state, sentence), cell)
