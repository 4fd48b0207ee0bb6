"""What everybody sees of a game: the sentence of the moment, sheets, scores with their reasons, advice."""

from companion.games.rollopolis.board import TYPE_NAMES, TYPES, count_types
from companion.games.rollopolis.placing import BALANCE
from companion.games.rollopolis.printed import capacity, warnings
from companion.games.rollopolis.rounds import end_reasons
from companion.games.rollopolis.rules import prompts
from companion.games.rollopolis.scoring import score, score_lines, winners
from companion.games.rollopolis.sheets import all_sheets
from companion.games.rollopolis.state import TRACK_NAMES, State, active, dice_count, own
from companion.games.rollopolis.tracks import free_spots
from companion.model import View
from companion.words import say

PHASES = ("Set-up", "Roll", "First pass", "Second pass", "Scoring")
_SCARCE = 3
"""From this many free spots on, the coming end is announced."""


def view(state: State) -> View:
    """The view of a state."""
    over = state.phase == "over"
    return View(
        headline=headline(state),
        scores=tuple(score(d, state.house) for d in state.districts),
        prompts=prompts(state),
        winners=winners(state) if over else (),
        sheets=all_sheets(state),
        advice=advice(state),
        turn=None if over or state.phase == "first" else active(state),
        phase=phase(state),
        phases=PHASES,
        round=state.round,
        breakdown=tuple(score_lines(d, state.house) for d in state.districts),
        happened=state.happened,
        mood=state.mood,
    )


def phase(state: State) -> str:
    """The part of the game the table is in (RO-030)."""
    if state.phase in ("terrain-roll", "terrain-place", "first"):
        return PHASES[0]
    if state.phase == "roll":
        return PHASES[1]
    if state.phase == "over":
        return PHASES[4]
    return PHASES[2] if state.turn < state.seats else PHASES[3]


def headline(state: State) -> str:
    """What is happening now, in one sentence."""
    seat = active(state)
    match state.phase:
        case "terrain-roll":
            return say("@{seat} rolls two dice for a terrain.", seat=seat)
        case "terrain-place":
            return say("@{seat} places a terrain on a space with {n}.", seat=seat, n=state.rolled)
        case "first":
            return "Who is the first player?"
        case "roll":
            return say(
                "Round {n}: @{seat} rolls all {dice} dice.", n=state.round, seat=seat, dice=dice_count(state.seats)
            )
        case "draft":
            return say("@{seat} takes one of {n} dice.", seat=seat, n=len(state.pool))
        case "activate":
            return say("@{seat} activates a {n}.", seat=seat, n=state.die)
        case "resolve":
            return _resolving(state, seat)
    return _result(state)


def _resolving(state: State, seat: int) -> str:
    permit = state.permit.capitalize()
    if state.permit and state.joker:
        return say("@{seat} spends a permit ({permit}) and a Joker, in either order.", seat=seat, permit=permit)
    if state.joker:
        return say("@{seat} spends a Joker: Residential, Commercial or Industrial.", seat=seat)
    return say("@{seat} spends a permit: {permit}.", seat=seat, permit=permit)


def _result(state: State) -> str:
    best = winners(state)
    points = score(state.districts[best[0]], state.house)
    if state.seats == 1:
        return say("The district is worth {n} points.", n=points)
    if len(best) == 1:
        return say("@{seat} wins with {n} points.", seat=best[0], n=points)
    names = ", ".join(f"@{seat}" for seat in best)
    return say("{names} share the win with {n} points each.", names=names, n=points)


# ---------------------------------------------------------------------------------------------- advice


def advice(state: State) -> tuple[str, ...]:
    """What is worth knowing now."""
    if state.phase == "over":
        return ("Copy the scores to your District sheets; the sum is your final score, even below zero.",)
    found = _setup_advice(state) if phase(state) == "Set-up" else _round_advice(state)
    return (*found, *warnings(state.printed))


def _setup_advice(state: State) -> list[str]:
    count = dice_count(state.seats)
    text = "One Town Hall sheet for all, a District sheet for each player, and {n} dice; their colours mean nothing."
    return [
        say(text, n=count),
        "The faded pictures printed on the spaces mean nothing.",
        "Draw buildings as you like: letter, dots or windows; how they look never changes the game.",
    ]


def _round_advice(state: State) -> list[str]:
    found: list[str] = []
    if state.phase == "activate" or state.permit == "special":
        found.append("A Special building may have a placing rule of its own, besides the general ones.")
    if state.phase == "resolve":
        found += _balance(state)
    ending = end_reasons(state)
    if ending:
        found += [*ending, "The game ends after this round."]
    return [*found, *_scarce(state)]


def _balance(state: State) -> list[str]:
    counts = count_types(own(state).cells)
    least = min(counts)
    held = [TYPE_NAMES[t] for t, n in zip(TYPES, counts, strict=True) if n >= least + BALANCE]
    if not held:
        return []
    short = " or ".join(TYPE_NAMES[t] for t, n in zip(TYPES, counts, strict=True) if n == least)
    text = "@{seat} can build no new {held} before another {short}."
    return [say(text, seat=active(state), held=" or ".join(held), short=short)]


def _scarce(state: State) -> list[str]:
    found: list[str] = []
    for track in range(3):
        free = free_spots(state, track)
        if free is not None and 0 < free <= _SCARCE:
            found.append(say("Spots left on {track}: {n}.", n=free, track=TRACK_NAMES[track]))
        if capacity(state.printed, track, state.seats) is None:
            text = "The length of the {track} track is not known: say so when its last spot is filled."
            found.append(say(text, track=TRACK_NAMES[track]))
    return found
