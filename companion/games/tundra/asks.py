"""Asking for printed values the first time they are needed; the table remembers the answers."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.games.tundra.effects import describe, is_effect
from companion.games.tundra.printed import fits, is_free, words_for
from companion.games.tundra.purse import refuse
from companion.games.tundra.state import State, popped, told
from companion.games.tundra.steps import Ask
from companion.model import CATALOGUE_VERB, Event, Prompt
from companion.words import say

_NAMES = {
    "start.berries": "berries at the start",
    "start.firewood": "firewood at the start",
    "start.stone": "stone at the start",
    "start.peat": "peat at the start",
    "start.vp": "first space of the VP track",
}


def prompts(state: State, step: Ask) -> tuple[Prompt, ...]:
    """The question, the longer form if there is one, and room for words not in the list."""
    asked = [_form(step.seat, step.keys)]
    if len(step.form) > len(step.keys):
        asked.append(_form(step.seat, step.form))
    if len(step.keys) == 1 and is_free(step.keys[0]):
        asked.append(
            Prompt(
                step.seat,
                CATALOGUE_VERB,
                ((step.keys[0],), ("*",)),
                label="Something else",
                hint="in effect words, such as berry-1+peat-1, mp-1|any-1 or same-2>vp-1",
                names=("", subject(step.keys[0])),
            )
        )
    return tuple(asked)


def _form(seat: int, keys: Sequence[str]) -> Prompt:
    options = tuple(words for key in keys for words in ((key,), words_for(key)))
    words = dict.fromkeys(word for key in keys for word in words_for(key))
    return Prompt(
        seat,
        CATALOGUE_VERB,
        options,
        label=question(keys[0]) if len(keys) == 1 else say("Tell all {n} values at once", n=len(keys)),
        hint="Look at your copy; it is asked once and remembered.",
        labels=tuple((word, describe(word)) for word in words if not word.isdigit() and is_effect(word)),
        names=tuple(name for key in keys for name in ("", subject(key))),
    )


def apply(state: State, step: Ask, event: Event) -> State:
    """The state in which the answers are known."""
    return popped(learn(state, event))


def learn(state: State, event: Event) -> State:
    """The state with the printed values of a catalogue event; a word that cannot be right is refused."""
    values = dict(zip(event.args[::2], event.args[1::2], strict=True))
    for key, value in values.items():
        if not fits(key, value):
            refuse(
                "",
                "{value} cannot stand for {what}; pick one of the words or write an effect.",
                value=repr(value),
                what=subject(key),
            )
    _check_price(values)
    _check_tiers(values)
    sentences: Iterable[str] = (
        say("{what}: {value}.", what=subject(key), value=value.replace("-", " ")) for key, value in values.items()
    )
    if any(key.startswith("layout.") for key in values):
        sentences = (say("The map is kept for the next game."),)
    return told(replace(state, printed=state.printed.learn(values)), *sentences)


def _check_price(values: dict[str, str]) -> None:
    price = [int(value) for key, value in values.items() if key.startswith("price.")]
    if price and sum(price) == 0:
        refuse("TU-191", "An upgrade costs something; look at the bottom of the board and enter its price.")


def _check_tiers(values: dict[str, str]) -> None:
    needs = [value for key, value in values.items() if key.startswith("personal.majority.need")]
    if len(set(needs)) < len(needs):
        refuse("TU-287", "Two tiers of a goal cannot need the same number; look at the card again.")


def subject(key: str) -> str:
    """What a key stands for, in words."""
    if key in _NAMES:
        return _NAMES[key]
    kind, *rest = key.split(".")
    if kind == "board":
        return say("row {row} of {board}, {side} side", row=rest[2], board=rest[0].capitalize(), side=rest[1])
    if kind == "price":
        return say("{part} in the price of {board}", part=rest[1], board=rest[0].capitalize())
    if kind == "goal":
        return say("white {value} on the goal {goal}", value=rest[1], goal=rest[0])
    if kind == "color":
        return say("dice of {who}", who=rest[0].capitalize())
    if kind in ("city", "starter"):
        what = {"kind": "kind", "do": "free action"}.get(rest[1], rest[1].replace("row", "row "))
        return say("{what} of card {card}", what=what, card=rest[0])
    return key.replace(".", " ")


def question(key: str) -> str:
    """The question that asks for one value."""
    kind, *rest = key.split(".")
    if kind == "goal":
        return say("Does the goal card {goal} show a white {value}?", goal=rest[0], value=rest[1])
    if kind == "city" and rest[1] == "kind":
        return say("Is the card an advisor or an enhancement? It gets the number {card} here.", card=rest[0])
    if kind == "color":
        return say("Which colour are the dice of {who}?", who=rest[0].capitalize())
    return say("What is printed: {what}?", what=subject(key))
