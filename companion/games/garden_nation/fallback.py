"""When nothing can be done: going on to the next region, or ending the turn."""

from dataclasses import replace

from companion.games.garden_nation.building import can_act, can_build
from companion.games.garden_nation.phrases import seat_name
from companion.games.garden_nation.state import OFF_BOARD, No, State, told
from companion.games.garden_nation.turns import end_turn
from companion.model import Event
from companion.words import say


def next_number(state: State) -> int:
    """The region that follows the crane's by number; after 7 comes 1 (GN-040)."""
    return (state.crane + state.house.step) % 7


def fallback_no(state: State) -> No | None:
    """Why the active seat must act in the crane's region."""
    if state.crane == OFF_BOARD:
        return No("The very first action can be taken in any region.", "GN-024")
    # With the house rule a seat may pass by regions where it could act; after all seven the first such region binds it.
    may_pass_by = state.house.no_construct and state.passed < 6
    blocked = not can_build(state, state.crane) if may_pass_by else not can_act(state, state.crane)
    if not blocked:
        return No(say("You can act in region {n}, so you must.", n=state.crane + 1), "GN-040")
    if not any(can_act(state, region) for region in range(7)):
        return No("No other region is left to go to.", "GN-041")
    return None


def go_on(state: State, _: Event) -> State:
    """Nothing is possible here: the action is taken in the region with the next number."""
    no = fallback_no(state)
    if no:
        raise no.error()
    region = next_number(state)
    text = "{who} can do nothing in region {a} and goes on to region {b}."
    sentence = say(text, who=seat_name(state.turn), a=state.crane + 1, b=region + 1)
    return told(replace(state, crane=region, passed=state.passed + 1), sentence)


def end_no(state: State) -> No | None:
    """Why the turn cannot be ended: while floors are left (GN-042), a possible action is due (GN-043)."""
    # Whoever begins the game sends the crane to the board, so that action is never left out.
    free = not state.house.compulsory or not state.me.floors
    if state.crane == OFF_BOARD or (not free and any(can_act(state, region) for region in range(7))):
        return No("Actions are compulsory as long as one is possible.", "GN-043")
    return None


def end_early(state: State, _: Event) -> State:
    """The active seat leaves the rest of its turn."""
    no = end_no(state)
    if no:
        raise no.error()
    return end_turn(told(state, say("{who} ends the turn.", who=seat_name(state.turn))))
