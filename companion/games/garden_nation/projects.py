"""Common projects: which of them a building completes, claiming one, opening the next."""

from dataclasses import replace

from companion.errors import IllegalEvent
from companion.games.garden_nation.phrases import counted, joined, place_name, seat_name
from companion.games.garden_nation.printed import LANDS, PROJECT_IDS, Project
from companion.games.garden_nation.scoring import rescored
from companion.games.garden_nation.state import NOWHERE, No, State, told, unseen, with_building, with_player
from companion.games.garden_nation.turns import finish_action
from companion.model import Event
from companion.words import say

OPEN_AT_ONCE = 4
"""Projects that lie open at the start (GN-021)."""


# ------------------------------------------------------------------------------------------------ conditions


def counts(state: State, cell: int, seat: int, land: str, floors: int = 1) -> bool:
    """Whether a building is the seat's own, without roof, on this land and high enough (GN-066, GN-069, GN-075)."""
    building = state.buildings[cell]
    if building is None or building.seat != seat or building.roof:
        return False
    return building.floors >= floors and state.lands[cell] == land


def is_met(state: State, project: Project, cell: int) -> bool:
    """Whether the building on this space, which just got a floor, completes a project (GN-118)."""
    building = state.buildings[cell]
    if building is None or building.roof:
        return False
    if project.kind == "pair":
        return _pair(state, project, cell, building.seat)
    if project.kind == "trio":
        return _trio(state, project, cell, building.seat)
    if not counts(state, cell, building.seat, project.land, project.floors[0]):
        return False
    if project.kind == "next_to_empty":
        near = state.board.near[cell]
        return any(state.lands[other] == project.empty and state.buildings[other] is None for other in near)
    return (cell // 7 == state.board.middle) == (project.kind == "middle")


def _pair(state: State, project: Project, cell: int, seat: int) -> bool:
    """Two touching buildings on one land, in either role (GN-114, GN-115)."""
    tall, low = project.floors
    near = state.board.near[cell]
    return any(
        counts(state, cell, seat, project.land, mine)
        and any(counts(state, other, seat, project.land, its) for other in near)
        for mine, its in {(tall, low), (low, tall)}
    )


def _trio(state: State, project: Project, cell: int, seat: int) -> bool:
    """A building on one land touching own ones on both others; the new floor may be on any of the three (GN-117)."""
    others = tuple(land for land in LANDS if land != project.land)
    for heart in (cell, *state.board.near[cell]):
        if not counts(state, heart, seat, project.land, project.floors[0]):
            continue
        near = state.board.near[heart]
        lands = {land for land in others if any(counts(state, other, seat, land) for other in near)}
        if len(lands) == 2 and (heart == cell or state.lands[cell] in others):
            return True
    return False


def project_text(project: Project) -> str:
    """What a project asks for."""
    floors, land = project.floors[0], project.land
    if project.kind == "next_to_empty":
        text = "{n} floors on {land} beside an empty {empty} space"
        return say(text, n=floors, land=land, empty=project.empty)
    if project.kind == "outer":
        return say("{n} floors on {land} in an outer region", n=floors, land=land)
    if project.kind == "middle":
        return say("{n} floors on {land} in the middle region", n=floors, land=land)
    if project.kind == "trio":
        return say("{n} floors on {land} touching own buildings on both other lands", n=floors, land=land)
    if floors > 1:
        return say("two touching buildings on {land}, one of {n} floors", n=floors, land=land)
    return say("two touching buildings on {land}", land=land)


# ------------------------------------------------------------------------------------------------ claiming


def claim_no(state: State, word: str) -> No | None:
    """Why the building that just got a floor does not let a project be claimed."""
    if word not in state.projects:
        return No("That project is not open; choose one that is.", "GN-070")
    if not state.roofs:
        return No("No roof is left, so no project can be claimed.", "GN-074")
    if not is_met(state, state.printed.project(word), state.cell):
        return No("The building that just got a floor does not complete that project.", "GN-118")
    return None


def claimable(state: State) -> tuple[str, ...]:
    """The open projects that can be claimed now."""
    return tuple(word for word in state.projects if claim_no(state, word) is None)


def placed(state: State, cell: int) -> State:
    """Floors were placed: it may be the last one, and a project may be completed (GN-064, GN-085)."""
    state = replace(state, cell=cell, claimed=False)
    if not state.me.floors and state.last == NOWHERE:
        text = "{who} has placed the last floor: this is the last round."
        state = told(replace(state, last=state.turn, mood="last-round"), say(text, who=seat_name(state.turn)))
    if claimable(state):
        return replace(state, phase="project")
    met = [state.printed.project(word) for word in state.projects]
    if not state.roofs and any(is_met(state, project, cell) for project in met):
        state = told(state, "A project is met, but no roof is left to claim it (GN-074).")
    return finish_action(state)


def claim(state: State, event: Event) -> State:
    """Take an open project: points, and a roof on the building that got the floor (GN-065, GN-067)."""
    word = event.args[0]
    no = claim_no(state, word)
    if no:
        raise no.error()
    project, building = state.printed.project(word), state.buildings[state.cell]
    assert building is not None
    state = with_building(state, state.cell, replace(building, roof=True))
    state = with_player(state, state.turn, projects=(*state.me.projects, word))
    state = replace(state, roofs=state.roofs - 1, projects=tuple(other for other in state.projects if other != word))
    state = replace(rescored(state), claimed=True, mood="project")
    text = "{who} claims {name} for {points}; {place} gets a roof."
    points = counted(project.points, "point")
    state = told(
        state, say(text, who=seat_name(state.turn), name=project.name, points=points, place=place_name(state.cell))
    )
    return replace(state, phase="open") if unseen(state) else finish_action(state)


def decline(state: State, _: Event) -> State:
    """Claiming is voluntary (GN-073)."""
    return finish_action(state)


def claim_too_late(state: State) -> No:
    """Why a project cannot be claimed when no floor was just placed."""
    if state.claimed:
        return No("One project in each action: this building has its roof.", "GN-063")
    return No("A project can be claimed only right after a floor was placed.", "GN-064")


# ------------------------------------------------------------------------------------------------ opening


def open_first(state: State, event: Event) -> State:
    """The four projects that lie open at the start (GN-021)."""
    if len(set(event.args)) != OPEN_AT_ONCE or not set(event.args) <= set(PROJECT_IDS):
        raise IllegalEvent("Four different projects lie open; tap each of them once.", "GN-021")
    names = joined(state.printed.project(word).name for word in event.args)
    return told(replace(state, projects=event.args, phase="first"), say("Open projects: {names}.", names=names))


def open_next(state: State, event: Event) -> State:
    """A new project takes the place of the claimed one (GN-071)."""
    word = event.args[0]
    if word not in unseen(state):
        raise IllegalEvent("That project was on the table already; tap the card just turned up.", "GN-071")
    state = replace(state, projects=(*state.projects, word))
    return finish_action(told(state, say("{name} is open now.", name=state.printed.project(word).name)))
