"""Prompts before the first round: the map, the open projects, who begins."""

from functools import cache, lru_cache

from companion.games.garden_nation.correction_prompts import correction_prompts
from companion.games.garden_nation.phrases import WAYS, WHERE, seat_name
from companion.games.garden_nation.printed import DIRECTIONS, PROJECT_IDS, Project
from companion.games.garden_nation.projects import OPEN_AT_ONCE, project_text
from companion.games.garden_nation.setup import BOARDS, OUTER, left_over
from companion.games.garden_nation.state import State
from companion.games.garden_nation.turns import seat_word
from companion.model import Prompt
from companion.words import say

WAY_LABELS = tuple(zip(DIRECTIONS, WAYS, strict=True))


def map_prompts(state: State) -> tuple[Prompt, ...]:
    """Laying the next region, or letting the companion draw the whole board."""
    place = len(state.board.places)
    numbers = tuple(str(region + 1) for region in left_over(state))
    hint = "Its number, then where its bramble lies; for region 1, whose bramble is in the middle, its red 1."
    lay = Prompt(
        state.turn,
        "lay",
        ((DIRECTIONS[place],), numbers, OUTER),
        label=say("Which region lies {where}?", where=WHERE[place]),
        hint=hint,
        labels=WAY_LABELS,
        names=("place", "number of the region", "where its bramble lies"),
    )
    return (lay,) if place else (lay, _draw(state.turn))


@cache
def _draw(seat: int) -> Prompt:
    hint = "Choose any number; the map then shows how to lay the regions."
    return Prompt(seat, "draw", (BOARDS,), label="Draw a board for us", hint=hint, names=("number of the board",))


def project_prompts(state: State) -> tuple[Prompt, ...]:
    """Telling the four open projects."""
    return (
        Prompt(
            state.turn,
            "open",
            (by_name(state, PROJECT_IDS),) * OPEN_AT_ONCE,
            label="Which four common projects lie open?",
            hint="Shuffle the deck and turn up four cards (GN-021).",
            labels=tuple((word, _card_label(state.printed.project(word))) for word in PROJECT_IDS),
            names=("project",) * OPEN_AT_ONCE,
            unordered=True,
            once=True,
        ),
        *correction_prompts(state),
    )


def first_prompts(state: State) -> tuple[Prompt, ...]:
    """Choosing who begins."""
    seats = tuple(range(state.house.seats))
    hint = "Decide among yourselves (GN-023). Deal four secret missions each; keep two different ones (GN-022)."
    label = "Who begins?"
    return Prompt(
        state.turn, "first", (tuple(map(seat_word, seats)),), label=label, hint=hint, labels=seat_labels(seats)
    ), *correction_prompts(state)


def by_name(state: State, words: tuple[str, ...]) -> tuple[str, ...]:
    """Projects in the order in which people look for the name on a card."""
    return tuple(sorted(words, key=lambda word: (state.printed.project(word).name, word)))


@lru_cache(maxsize=64)
def _project_label(project: Project) -> str:
    text = "{name} ({points}): {what}"
    return say(text, name=project.name, points=project.points, what=project_text(project))


@lru_cache(maxsize=64)
def _card_label(project: Project) -> str:
    """What tells a card from the others: its name, and the empty space where two have the same name."""
    if project.empty:
        text = "{name} ({points}): empty {land}"
        return say(text, name=project.name, points=project.points, land=project.empty)
    return say("{name} ({points})", name=project.name, points=project.points)


def project_labels(state: State, words: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Projects by name, points and condition."""
    return tuple((word, _project_label(state.printed.project(word))) for word in words)


@cache
def seat_labels(seats: tuple[int, ...]) -> tuple[tuple[str, str], ...]:
    """Seats by name."""
    return tuple((seat_word(seat), seat_name(seat)) for seat in seats)
