"""Whose turn it is: actions, the crane's way, naming the next player, rounds."""

from dataclasses import replace

from companion.errors import IllegalEvent
from companion.games.garden_nation.control import control
from companion.games.garden_nation.phrases import seat_name
from companion.games.garden_nation.state import NOWHERE, State, told
from companion.model import Event
from companion.words import say


def seat_word(seat: int) -> str:
    """The word of a seat in an event."""
    return f"seat{seat}"


def begin_round(state: State, first: int) -> State:
    """The first turn of a round has one action (GN-030)."""
    state = replace(state, phase="action", round=state.round + 1, order=(first,), turn=first, actions=1)
    return replace(state, ployed=False, passed=0, claimed=False)


def finish_action(state: State) -> State:
    """The used space sends the crane on; then comes the next action or the next turn (GN-037, GN-038)."""
    crane = state.board.next_region(state.cell)
    state = replace(state, crane=crane, cell=NOWHERE, actions=state.actions - 1, passed=0, phase="action")
    if state.house.ploy_each_action:
        state = replace(state, ployed=False)
    return told(state, say("The crane goes to region {n}.", n=crane + 1)) if state.actions else end_turn(state)


def waiting_seats(state: State) -> tuple[int, ...]:
    """Who can have the next turn in this round (GN-032); two players alternate (GN-034)."""
    if len(state.order) == state.house.turns:
        return ()
    if state.house.seats == 2:
        return (1 - state.turn,)
    return tuple(seat for seat in range(state.house.seats) if seat not in state.order)


def end_turn(state: State) -> State:
    """The turn is over: the active seat names the next, if there is a choice (GN-031)."""
    state = replace(state, actions=0, passed=0, cell=NOWHERE)
    left = waiting_seats(state)
    if not left:
        return end_round(state)
    return give_turn(state, left[0]) if len(left) == 1 else replace(state, phase="next")


def give_turn(state: State, seat: int) -> State:
    """A later turn of a round has two actions (GN-030)."""
    state = told(state, say("{who} is next, in region {n}.", who=seat_name(seat), n=state.crane + 1))
    state = replace(state, phase="action", turn=seat, order=(*state.order, seat), actions=2)
    return replace(state, ployed=False, passed=0, claimed=False)


def name_next(state: State, event: Event) -> State:
    """The active seat has named who is next."""
    left = {seat_word(seat): seat for seat in waiting_seats(state)}
    if event.args[0] not in left:
        raise IllegalEvent("That player has had a turn in this round; name another.", "GN-032")
    return give_turn(state, left[event.args[0]])


def end_round(state: State) -> State:
    """Control, then the next round begins with the seat that was last, or the game ends (GN-103, GN-108, GN-088)."""
    state = control(state)
    if state.last != NOWHERE:
        state = replace(state, phase="reveal")
        return told(state, "The last round is over: reveal the secret missions.")
    first = state.order[-1]
    state = told(state, say("{who} was last and is first in the new round.", who=seat_name(first)))
    return begin_round(state, first)
