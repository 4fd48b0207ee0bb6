"""Final scoring in its order: ads, targets, wild tokens, winner (RH-156 … RH-162)."""

from dataclasses import replace

from companion.games.rolling_heights.points import award, winners
from companion.games.rolling_heights.state import State, refuse, told
from companion.model import Event, Prompt
from companion.words import say

TOTALS = tuple(str(n) for n in range(-99, 100))


def final_prompts(state: State) -> tuple[Prompt, ...]:
    """What each seat still has to say."""
    waiting = [s for s in range(len(state.seats)) if (s, state.stage) not in state.answered]
    if state.stage == "ads":
        hint = "All points of the three ads together; a penalty counts below zero."
        return tuple(Prompt(s, "ads", (TOTALS,), label="Points for the ads", hint=hint) for s in waiting)
    hint = "Choose one of your two targets, reveal it and score it; the other is discarded."
    return tuple(Prompt(s, "target", (TOTALS,), label="Points for your target", hint=hint) for s in waiting)


def ads(state: State, event: Event) -> State:
    """A seat types what the three ads bring it."""
    return _typed(state, event, "ads", "the three ads", "RH-156")


def target(state: State, event: Event) -> State:
    """A seat reveals one target and types what it brings (RH-157)."""
    return _typed(state, event, "targets", "one revealed target", "RH-157")


def _typed(state: State, event: Event, stage: str, text: str, rule: str) -> State:
    if state.stage != stage:
        raise refuse("Ads are scored first, then targets, then wild tokens.", "RH-156")
    if (event.seat, stage) in state.answered:
        raise refuse("This seat has already scored here.", rule)
    if event.args[0] not in TOTALS:
        raise refuse("Type a number between -99 and 99.", rule)
    state = award(state, event.seat, int(event.args[0]), text, rule)
    return advance(replace(state, answered=(*state.answered, (event.seat, stage))))


def advance(state: State) -> State:
    """On to the next step of the scoring once every seat has answered."""
    if any((s, state.stage) not in state.answered for s in range(len(state.seats))):
        return state
    if state.stage == "ads":
        return told(replace(state, stage="targets"), "Now each seat reveals and scores one target.")
    return _count_wild(state)


def _count_wild(state: State) -> State:
    """Unused wild tokens are worth one point each (RH-158), then the result stands."""
    for index, seat in enumerate(state.seats):
        if seat.wild:
            state = award(state, index, seat.wild, say("{n} unused wild tokens", n=seat.wild), "RH-158")
    best = winners(state.seats)
    state = replace(state, stage="over")
    names = " and ".join(f"@{s}" for s in best)
    return told(
        state, say("{names} wins." if len(best) == 1 else "{names} share the victory.", names=names), mood="end"
    )
