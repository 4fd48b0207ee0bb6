"""Cleanup, the order of turns and the end of the game (RH-026 … RH-029, RH-134 … RH-139, RH-151 … RH-155)."""

from dataclasses import replace
from functools import cache

from companion.games.rolling_heights.cubes import return_all
from companion.games.rolling_heights.market import far_tokens, slid
from companion.games.rolling_heights.state import (
    Main,
    Seat,
    State,
    is_main,
    ordered,
    refuse,
    told,
    turn_order,
    with_seat,
)
from companion.model import Event, Prompt
from companion.words import say


def end_prompts(state: State) -> tuple[Prompt, ...]:
    """End the turn; the hint warns of what would be lost."""
    return (Prompt(state.turn, "end", label="End the turn", hint=_lost(state)),)


def _lost(state: State) -> str:
    """What ending the turn now would waste: a warning, never a refusal."""
    seat = state.seats[state.turn]
    cubes = sum(state.cubes.held) + sum(state.cubes.misc)
    parts = []
    if cubes:
        parts.append(say("{n} unused cubes go back", n=cubes) if cubes > 1 else "one unused cube goes back")
    if state.main.power:
        parts.append(say("{n} spending power is lost", n=state.main.power))
    if state.depth != "rolls" and seat.working:
        n = len(seat.working)
        parts.append(say("{n} workers are unused", n=n) if n > 1 else "one worker is unused")
    return "; ".join(parts)


def end_turn(state: State, event: Event) -> State:
    """Cleanup, then the next seat's turn or the final scoring (RH-134 … RH-139)."""
    if event.seat != state.turn or not is_main(state):
        raise refuse("Only the active seat in its Main phase can end the turn.", "RH-026")
    state = told(state, say("@{s} ends the turn.", s=event.seat))
    return pass_turn(slid(cleaned(far_tokens(state))) if state.depth == "full" else cleaned(state))


def cleaned(state: State) -> State:
    """Cubes and spending power are gone, all meeples of the active seat gathered (RH-134 … RH-136)."""
    seat = gathered(state.seats[state.turn])
    state = with_seat(state, state.turn, seat)
    return replace(state, cubes=return_all(state.cubes), main=Main())


def gathered(seat: Seat) -> Seat:
    """The seat with all of its meeples back in the pool, without pose."""
    return replace(seat, idle=ordered(seat.meeples), crew=(), spent=(), air=(), clear=(), box="idle", kind="")


def pass_turn(state: State) -> State:
    """The next clockwise seat plays; after the last turn of the last round the game is counted (RH-139, RH-155)."""
    seat = state.seats[state.turn]
    state = replace(with_seat(state, state.turn, replace(seat, turns=seat.turns + 1)), agreed=())
    order = turn_order(state)
    if state.turn != order[-1]:
        return replace(state, turn=(state.turn + 1) % len(state.seats))
    if state.last_round and state.round >= state.last_round:
        return finish(state)
    return replace(state, turn=state.first, round=state.round + 1)


def trigger_end(state: State, why: str) -> State:
    """This round is finished and one more is played; a second trigger changes nothing (RH-153, RH-154)."""
    if state.last_round:
        return state
    state = replace(state, last_round=state.round + 1)
    left = turns_left(state)
    said = say(
        "{why} The game ends after round {n}; {left} turns after this one.", why=why, n=state.last_round, left=left
    )
    return told(state, said, mood="end")


def turns_left(state: State) -> int:
    """How many turns follow the present one, once the end is triggered."""
    n = len(state.seats)
    rest = n - 1 - turn_order(state).index(state.turn)
    return rest + n * (state.last_round - state.round)


def finish(state: State) -> State:
    """Nobody plays any more: the ads are scored first (RH-156)."""
    seats = tuple(gathered(seat) for seat in state.seats)
    state = replace(state, seats=seats, stage="ads", cubes=return_all(state.cubes), main=Main(), asking=None)
    return told(state, "The last turn is played: now the ads are scored.", mood="end")


def last_cube(state: State, event: Event) -> State:
    """Without a cube ledger the table says itself that all cubes of a colour are on buildings (RH-151)."""
    if state.depth != "rolls" or event.seat != state.turn or not is_main(state):
        raise refuse("The companion counts the cubes itself and notices the end.", "RH-151")
    if state.last_round:
        raise refuse("The end is already triggered.", "RH-154")
    return trigger_end(state, "All cubes of a colour are on buildings.")


def agree(state: State, event: Event) -> State:
    """A seat wants to stop here; when all do, before another turn ends, the game is counted."""
    if state.stage != "play":
        raise refuse("The game is not being played now.")
    if event.seat in state.agreed:
        left = tuple(s for s in state.agreed if s != event.seat)
        return told(replace(state, agreed=left), say("@{s} wants to play on.", s=event.seat))
    state = replace(state, agreed=tuple(sorted((*state.agreed, event.seat))))
    state = told(state, say("@{s} would end the game here.", s=event.seat))
    if len(state.agreed) < len(state.seats):
        return state
    return finish(replace(state, stopped=True, agreed=()))


@cache
def agree_prompts(seats: int, agreed: tuple[int, ...]) -> tuple[Prompt, ...]:
    """End by agreement: each seat says so once, and may take it back."""
    rest = seats - len(agreed)
    hint = say("{n} more must agree; then the points are counted.", n=rest)
    labels = ("Agree to end the game here", "Play on after all")
    return tuple(
        Prompt(s, "agree", label=labels[s in agreed], hint="" if s in agreed else hint, aside=True)
        for s in range(seats)
    )
