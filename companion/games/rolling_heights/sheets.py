"""What a table sees: headline, phases, sheets and scores, drawn from the state alone."""

from collections import Counter

from companion.games.rolling_heights.points import winners
from companion.games.rolling_heights.rules import prompts
from companion.games.rolling_heights.state import EXHAUSTED, HARD, STEADY, Seat, State, color_of, ordered, pose_of
from companion.games.rolling_heights.wording import color_name
from companion.model import Lines, Sheet, Tally, View
from companion.words import say

PHASES = ("Prep", "Risk", "Main", "Cleanup")
_POSES = {HARD: "working hard", STEADY: "working steady", EXHAUSTED: "exhausted"}


def view(state: State) -> View:
    """Everything anybody may see."""
    playing = state.stage == "play"
    return View(
        headline=headline(state),
        scores=tuple(seat.score for seat in state.seats),
        prompts=prompts(state),
        winners=winners(state.seats) if state.stage == "over" else (),
        sheets=sheets(state),
        turn=state.turn if playing else None,
        phase=phase_of(state.seats[state.turn]) if playing else "",
        phases=PHASES,
        round=state.round,
        breakdown=tuple(seat.lines for seat in state.seats),
        happened=state.happened,
        mood=state.mood,
    )


def phase_of(seat: Seat) -> str:
    """The phase a seat's own box is in."""
    if seat.box == "ready" or seat.kind == "planner":
        return "Main"
    if seat.box == "idle" or seat.kind == "prep":
        return "Prep"
    return "Risk"


def headline(state: State) -> str:
    """One sentence for the whole table."""
    if state.stage == "ads":
        return "The game is played: score the three ads."
    if state.stage == "targets":
        return "Each seat reveals and scores one of its two targets."
    if state.stage == "over":
        best = winners(state.seats)
        names = " and ".join(f"@{s}" for s in best)
        return say("{names} wins." if len(best) == 1 else "{names} share the victory.", names=names)
    seat = state.seats[state.turn]
    return say("{doing} Last round." if state.round == state.last_round else "{doing}", doing=_doing(state.turn, seat))


def _doing(index: int, seat: Seat) -> str:
    if seat.box == "idle":
        return say("@{s} rolls {n} meeples.", s=index, n=min(seat.count, 10))
    if seat.box == "throw":
        return say("@{s} rolls {n} again.", s=index, n=len(seat.air))
    if seat.box == "choice":
        return say("@{s}: stop, or rally {n} exhausted?", s=index, n=len(seat.exhausted))
    if seat.box == "strike":
        return say("@{s}'s workers strike.", s=index)
    return say("@{s} plays Main with {n} workers.", s=index, n=len(seat.working))


def sheets(state: State) -> tuple[Sheet, ...]:
    """The boxes of all seats, then the supplies."""
    found: list[Sheet] = []
    for index, seat in enumerate(state.seats):
        found.append(_box(index, seat))
        found.append(_meeples(index, seat))
    return tuple(found)


def _box(index: int, seat: Seat) -> Lines:
    words = Counter(ordered((*seat.crew, *seat.clear)))
    rows = [(color_name(color_of(w)), _POSES[pose_of(w)], str(n)) for w, n in words.items()]
    rows += [(color_name(c), "to be rolled", str(n)) for c, n in Counter(ordered(seat.air)).items()]
    rows += [(color_name(color_of(w)), "used", str(n)) for w, n in Counter(ordered(seat.spent)).items()]
    return Lines("Roll", ("meeple", "pose", "how many"), tuple(rows), seat=index)


def _meeples(index: int, seat: Seat) -> Tally:
    counts = Counter(ordered(seat.meeples))
    rows = [(color_name(c), n, c) for c, n in counts.items()]
    return Tally("Meeples and tokens", (*rows, ("wild tokens", seat.wild, "")), seat=index)
