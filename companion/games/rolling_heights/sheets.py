"""What a table sees: headline, phases, scores and the sheets of every seat, drawn from the state alone."""

from collections import Counter

from companion.games.rolling_heights.advice import advice
from companion.games.rolling_heights.citysheets import city_sheets
from companion.games.rolling_heights.points import LAP, track_place, winners
from companion.games.rolling_heights.reminders import reminders
from companion.games.rolling_heights.rules import prompts
from companion.games.rolling_heights.state import (
    CUBE_COLORS,
    EXHAUSTED,
    HARD,
    MATERIALS,
    STEADY,
    Seat,
    State,
    color_of,
    ordered,
    pose_of,
)
from companion.games.rolling_heights.wording import color_name
from companion.model import Lines, Sheet, Tally, Track, View
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
        advice=advice(state),
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


# ------------------------------------------------------------------------------------------------- headline


def headline(state: State) -> str:
    """One sentence for the whole table."""
    if state.stage == "play":
        doing = _doing(state)
        return say("{doing} Last round.", doing=doing) if state.round == state.last_round else doing
    if state.stage == "over":
        best = winners(state.seats)
        names = " and ".join(f"@{s}" for s in best)
        return say("{names} wins." if len(best) == 1 else "{names} share the victory.", names=names)
    if state.stage == "draft":
        seat = state.seats and (state.first - 1 - len(state.tiles)) % len(state.seats)
        return say("@{s} chooses a starting plan and its space.", s=seat)
    return {
        "setup": "Lay out the game: boards first, ads whenever you like.",
        "survey": "Describe what stands on the map, then play on.",
        "ads": "The game is played: score the three ads.",
        "targets": "Each seat reveals and scores one of its two targets.",
    }[state.stage]


def _doing(state: State) -> str:
    index, seat = state.turn, state.seats[state.turn]
    if state.asking is not None:
        return say("@{s} enters what is printed.", s=state.asking.event.seat)
    if seat.box == "idle":
        return say("@{s} rolls {n} meeples.", s=index, n=min(seat.count, 10))
    if seat.box == "throw":
        return say("@{s} rolls {n} again.", s=index, n=len(seat.air))
    if seat.box == "choice":
        return say("@{s}: stop, or rally {n} exhausted?", s=index, n=len(seat.exhausted))
    if seat.box == "strike":
        return say("@{s}'s workers strike.", s=index)
    if state.main.due is not None:
        return say("@{s} pays {n}.", s=index, n=state.main.due.cost)
    if not seat.working:
        return say("@{s} plays Main; all workers are used.", s=index)
    if len(seat.working) == 1:
        return say("@{s} plays Main with one worker.", s=index)
    return say("@{s} plays Main with {n} workers.", s=index, n=len(seat.working))


# ------------------------------------------------------------------------------------------------- sheets


def sheets(state: State) -> tuple[Sheet, ...]:
    """Map and market where they are followed, every seat's box and meeples, the supplies and reminders."""
    found: list[Sheet] = [*city_sheets(state), _score_track(state)]
    for index, seat in enumerate(state.seats):
        found += (_box(index, seat), _meeples(index, seat))
    if state.depth != "rolls":
        found += (_supply(state), _hand(state))
    return (*found, *reminders(state))


def _score_track(state: State) -> Track:
    at = tuple((f"seat{i}", track_place(seat.score)[0]) for i, seat in enumerate(state.seats))
    return Track("Score track", tuple(str(n) for n in range(LAP)), at)


def _box(index: int, seat: Seat) -> Lines:
    words = Counter(ordered((*seat.crew, *seat.clear)))
    rows = [(color_name(color_of(w)), _POSES[pose_of(w)], str(n)) for w, n in words.items()]
    rows += [(color_name(c), "to be rolled", str(n)) for c, n in Counter(ordered(seat.air)).items()]
    rows += [(color_name(color_of(w)), "used", str(n)) for w, n in Counter(ordered(seat.spent)).items()]
    if seat.box != "idle":
        rows += [(color_name(c), "set aside", str(n)) for c, n in Counter(ordered(seat.idle)).items()]
    return Lines("Roll", ("meeple", "pose", "how many"), tuple(rows), seat=index)


def _meeples(index: int, seat: Seat) -> Tally:
    counts = Counter(ordered(seat.meeples))
    rows = [(color_name(c), n, c) for c, n in counts.items()]
    return Tally(
        "Meeples and tokens",
        (*rows, ("wild tokens", seat.wild, ""), ("laps of 50", track_place(seat.score)[1], "")),
        seat=index,
    )


def _supply(state: State) -> Tally:
    cubes = state.cubes
    rows = [(f"{m} in the supply", n, CUBE_COLORS[m]) for m, n in zip(MATERIALS, cubes.supply, strict=True)]
    rows += [(f"{m} on buildings", n, CUBE_COLORS[m]) for m, n in zip(MATERIALS, cubes.built, strict=True)]
    where = "miscellaneous: in play" if cubes.misc_in_play else "miscellaneous: set aside"
    misc = sum(cubes.misc) + sum(cubes.misc_built)
    rows.append((where, max(0, int(state.printed["cubes.misc"]) - misc), "orange"))
    return Tally("Cubes", (*rows, ("wild tokens left", state.wild, "")))


def _hand(state: State) -> Tally:
    held = [(m, n, CUBE_COLORS[m]) for m, n in zip(MATERIALS, state.cubes.held, strict=True) if n]
    misc = [(f"misc for {m}", n, "orange") for m, n in zip(MATERIALS, state.cubes.misc, strict=True) if n]
    return Tally("In hand", (*held, *misc, ("spending power", state.main.power, "")), seat=state.turn)
