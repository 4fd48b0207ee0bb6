"""The round as a whole: whose draft is next, the check for the end, cleaning up."""

from dataclasses import replace

from companion.errors import IllegalEvent
from companion.games.rollopolis.state import TRACK_NAMES, State, told
from companion.games.rollopolis.tracks import is_full
from companion.words import say

_FACES = ("1", "2", "3", "4", "5", "6")


def faces(args: tuple[str, ...], count: int, rule: str) -> tuple[int, ...]:
    """The rolled numbers; any other number of dice or any other face is refused (RO-004, RO-005)."""
    if len(args) != count:
        dice = "die is" if count == 1 else "dice are"
        raise IllegalEvent(say("{n} {dice} needed, {seen} seen.", n=count, dice=dice, seen=len(args)), rule)
    for word in args:
        if word not in _FACES:
            raise IllegalEvent(f"{word!r} is no face of a die; the dice show 1 to 6.", "RO-005")
    return tuple(int(word) for word in args)


def end_reasons(state: State) -> tuple[str, ...]:
    """Which end conditions hold (RO-160 to RO-163)."""
    full = [say("The {track} track is full.", track=TRACK_NAMES[t]) for t in range(3) if is_full(state, t)]
    done = [seat for seat, district in enumerate(state.districts) if "" not in district.cells]
    return (*full, *(say("@{seat}'s district has no blank space left.", seat=seat) for seat in done))


def finish_draft(state: State) -> State:
    """The die is activated and its permits are spent: the next draft, or the end of the round."""
    state = replace(state, taken=(*state.taken, state.die), die=0, phase="draft")
    if state.turn + 1 < 2 * state.seats:
        return replace(state, turn=state.turn + 1)
    return _end_round(state)


def _end_round(state: State) -> State:
    reasons = end_reasons(state)  # only now, never in mid-round (RO-039)
    return end_game(state, reasons) if reasons else _clean_up(state)


def end_game(state: State, reasons: tuple[str, ...]) -> State:
    """The game ends and is scored (RO-165)."""
    return told(replace(state, phase="over", mood="end"), *reasons, "The game ends and the districts are scored.")


def _clean_up(state: State) -> State:
    """All dice go back and the next player clockwise becomes first player (RO-040)."""
    first = (state.first + 1) % state.seats
    districts = tuple(replace(d, rerolls=0) if d.rerolls else d for d in state.districts)
    if state.seats > 1:
        state = told(state, say("The round is over; @{seat} is first player now.", seat=first))
    else:
        state = told(state, "The round is over; all dice come back.")
    return replace(
        state, phase="roll", first=first, round=state.round + 1, turn=0, pool=(), taken=(), districts=districts
    )


def after_learning(state: State) -> State:
    """A track found to be full between two rounds ends the game, as the check before it would have done."""
    if state.phase != "roll":
        return state
    reasons = end_reasons(state)
    return end_game(state, reasons) if reasons else state
