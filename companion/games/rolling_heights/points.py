"""Every change of a score, with where it came from; and who wins (RH-159 … RH-162)."""

from dataclasses import replace

from companion.games.rolling_heights.state import Seat, State, told, with_seat
from companion.model import ScoreLine
from companion.words import say

LAP = 50


def award(state: State, index: int, points: int, text: str, rule: str) -> State:
    """The state after a seat scored; the line explains it and the sentence tells it."""
    seat = state.seats[index]
    if state.house.clamp_at_zero:
        points = max(points, -seat.score)
    line = ScoreLine(text, points, rule)
    changed = replace(seat, score=seat.score + points, lines=(*seat.lines, line))
    said = [say("@{s} scores {n}: {what}.", s=index, n=points, what=text)]
    if seat.score // LAP < changed.score // LAP:
        step = changed.score % LAP
        said.append(say("@{s} passes 0/50: put an ownership marker there and the token on {n}.", s=index, n=step))
    if changed.score < 0:
        said.append(say("@{s} is below 0: leave the token on 0 and remember {n}.", s=index, n=changed.score))
    return told(with_seat(state, index, changed), *said)


def track_place(score: int) -> tuple[int, int]:
    """Where the token stands on the printed track, and how many lap markers lie on 0/50."""
    return (score % LAP, score // LAP) if score > 0 else (0, 0)


def winners(seats: tuple[Seat, ...]) -> tuple[int, ...]:
    """Most points; among the tied most meeples; still tied, all of them (RH-160 … RH-162)."""
    best = max((seat.score, seat.count) for seat in seats)
    return tuple(i for i, seat in enumerate(seats) if (seat.score, seat.count) == best)
