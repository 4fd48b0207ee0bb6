"""Advice, off unless the table wants it: what a rally risks and what the present roll can bring."""

from math import sqrt

from companion.games.rolling_heights.activation import SIMPLE, effect, together
from companion.games.rolling_heights.state import Seat, State, color_of, is_main
from companion.games.rolling_heights.throws import strike_size
from companion.words import say

ENOUGH = 12
"""Fewer settled meeples than this say too little about this table's odds."""
_Z = 1.96


def advice(state: State) -> tuple[str, ...]:
    """Sentences for those who asked for them; none otherwise."""
    if not state.house.advice or state.stage != "play":
        return ()
    found: list[str] = []
    for index, seat in enumerate(state.seats):
        if seat.box == "choice":
            found += _rally_advice(state, index, seat)
        if seat.box == "choice" or (index == state.turn and is_main(state)):
            found += _yield_advice(index, seat)
    return tuple(found)


def exhausted_odds(state: State) -> tuple[int, int]:
    """How many meeples settled in this game, and how many of them exhausted."""
    thrown = sum(map(sum, state.poses))
    return thrown, sum(row[2] for row in state.poses)


def bust_risk(thrown: int, lying: int, count: int) -> tuple[float, float, float]:
    """The chance that all of ``count`` stay exhausted: estimate, and 95 % bounds from so many throws (Wilson)."""
    share = lying / thrown
    middle = (share + _Z**2 / (2 * thrown)) / (1 + _Z**2 / thrown)
    spread = _Z * sqrt(share * (1 - share) / thrown + _Z**2 / (4 * thrown**2)) / (1 + _Z**2 / thrown)
    return share**count, max(0.0, middle - spread) ** count, min(1.0, middle + spread) ** count


def _rally_advice(state: State, index: int, seat: Seat) -> tuple[str, ...]:
    count, working = len(seat.exhausted), len(seat.working)
    lost = say(
        "A bust lays down {n} of @{s}'s {w} and brings a wild token.", n=strike_size(working), s=index, w=working
    )
    thrown, lying = exhausted_odds(state)
    if thrown < ENOUGH:
        few = say("Only {n} meeples settled so far: too few to tell this table's odds.", n=thrown)
        return (few, lost)
    risk, low, high = (round(100 * p) for p in bust_risk(thrown, lying, count))
    odds = say(
        "Rallying {k} busts about {p} times in 100 (between {low} and {high}), judged by {n} meeples of this game.",
        k=count, p=risk, low=low, high=high, n=thrown,
    )  # fmt: skip
    return (odds, lost)


def _yield_advice(index: int, seat: Seat) -> tuple[str, ...]:
    """Cubes, points and spending power if all are activated, and what the others can do."""
    simple = [w for w in seat.working if color_of(w) in SIMPLE]
    others = [effect(w) for w in seat.working if color_of(w) not in SIMPLE]
    parts = [together(simple)] if simple else []
    if not parts and not others:
        return ()
    return (say("@{s}'s roll can bring {what}.", s=index, what=", ".join((*parts, *others))),)
