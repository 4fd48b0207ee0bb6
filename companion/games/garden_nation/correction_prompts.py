"""Prompts for printed values that this copy of the game shows differently."""

from functools import cache, lru_cache

from companion.games.garden_nation.board import CELL_WORDS
from companion.games.garden_nation.corrections import REGION_WORDS, cost_words, doubtful, value_name
from companion.games.garden_nation.phrases import place_name
from companion.games.garden_nation.printed import MISSION_IDS, PEOPLE_STEPS, PROJECT_IDS, allowed, shipped
from companion.games.garden_nation.state import State
from companion.model import CATALOGUE_VERB, Prompt
from companion.words import say


@cache
def _fixed_corrections(seat: int) -> tuple[Prompt, ...]:
    names = {entry["id"]: entry["name"] for entry in (*shipped()["projects"], *shipped()["missions"])}
    points = [(f"project-{word}", names[word]) for word in PROJECT_IDS]
    points += [(f"mission-{word}", names[word]) for word in MISSION_IDS]
    points += [(f"inhabitants-{least}", say("from {n} inhabitants", n=least)) for least in PEOPLE_STEPS]
    lands = tuple((word, say("Region {n}", n=word[-1])) for word in REGION_WORDS)
    return tuple(
        Prompt(
            seat,
            "correct",
            (tuple(word for word, _ in listed),),
            label=label,
            hint="If your copy shows something else.",
            labels=tuple(listed),
            names=("which",),
            aside=True,
        )
        for label, listed in (("Correct printed points", points), ("Correct the lands of a region", lands))
    )


@lru_cache(maxsize=1024)
def _cost_correction(seat: int, words: tuple[str, ...], doubted: tuple[int, ...]) -> Prompt:
    by_word = {word: cell for cell, word in enumerate(CELL_WORDS)}
    labels = tuple((word, place_name(by_word[word.removeprefix("cost-")])) for word in words)
    a, b = map(place_name, doubted)
    hint = say("Sources differ on {a} and {b}: look at your tiles.", a=a, b=b)
    return Prompt(
        seat,
        "correct",
        (words,),
        label="Correct a printed cost",
        hint=hint,
        labels=labels,
        names=("space",),
        aside=True,
    )


def correction_prompts(state: State) -> tuple[Prompt, ...]:
    """Naming a printed value that is wrong, folded away."""
    return (_cost_correction(state.turn, cost_words(state), doubtful(state)), *_fixed_corrections(state.turn))


def asked_prompts(state: State) -> tuple[Prompt, ...]:
    """The form for the printed value somebody named."""
    keep = Prompt(state.turn, "keep", label="Keep it as it is")
    options = tuple(part for key in state.asked for part in ((key,), allowed(key)))
    names = tuple(part for key in state.asked for part in ("", value_name(state, key)))
    hint = "Remembered for your copy of the game."
    label = "What does your copy show?"
    return Prompt(state.turn, CATALOGUE_VERB, options, label=label, hint=hint, names=names), keep
