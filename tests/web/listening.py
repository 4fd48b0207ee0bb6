"""Plays games and listens to every word of them that can reach a page."""

import ast
import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.errors import IllegalEvent, text_of
from companion.model import Event, Game, chosen
from companion.words import translate, with_names
from tests import transcripts
from web.language import Speaker, catalogue
from web.present import show_view, speak_event

TYPED = "x"
"""What random players type where any word is allowed: too short to need a translation."""
TRIES = 60
SENTENCE = re.compile(r"[A-Z@{'\"].* .*[.?!)]", re.DOTALL)
SPEAKING = frozenset({"say", "IllegalEvent", "Refused", "UnclearRoll", "CalibrationError", "DeviceError"})
UNSPOKEN = frozenset({"invariants.py", "rehearsal.py"})
"""Modules of a game that only tests use."""


class Ear(Speaker):
    """Speaks a language and remembers every text that has no words in it."""

    def __init__(self, language: str) -> None:
        super().__init__(language)
        self.missing: set[str] = set()

    def __call__(self, text: str) -> str:
        return with_names(translate(text, self._words, self.missing), ())


def hear_game(game: Game[Any], ear: Ear) -> None:
    """What is said about a game before it begins."""
    for setting in game.settings:
        for word in (setting.name, *setting.words):
            ear.word(word)
        ear(setting.text)


def hear_transcript(game: Game[Any], text: str, ear: Ear) -> None:
    """Everything said in a short written game, refusals too."""
    script = transcripts.parse(text)
    state = game.start(script.seats, chosen(game, script.settings), script.catalogue)
    _look(game, state, ear)
    for _, line in script.lines:
        sign, _, rest = line.partition(" ")
        if sign == "!":
            words = [word for word in rest.split() if not re.fullmatch(r"[A-Z]{2}-\d+", word)]
            _try(game, state, Event.parse(" ".join(words)), ear)
        elif sign not in ("=", "~", "?"):
            state = _try(game, state, Event.parse(line), ear) or state
            _look(game, state, ear)


def hear_chance(game: Game[Any], seats: int, seed: int, events: int, ear: Ear) -> None:
    """Everything said in a game played by chance, with house rules chosen by chance."""
    dice = random.Random(seed)
    try:
        state = game.start(seats, _house(game, dice), {})
    except IllegalEvent as refusal:
        ear(text_of(refusal))
        return
    for number in range(events):
        after = next((s for _ in range(TRIES) if (s := _try(game, state, _any(game, state, dice), ear))), None)
        if after is None:
            return
        state = after
        if number % 4 == 0:
            _look(game, state, ear)
        if not game.prompts(state):
            return


def _house(game: Game[Any], dice: random.Random) -> Mapping[str, str]:
    return chosen(game, {s.name: dice.choice(s.words) for s in game.settings})


def _any(game: Game[Any], state: Any, dice: random.Random) -> Event:
    found = [p for p in game.prompts(state) if not p.reason]
    prompt = dice.choice([p for p in found if p.verb not in ("end", "abandon")] or found)
    return Event(prompt.seat, prompt.verb, tuple(TYPED if w == ("*",) else dice.choice(w) for w in prompt.options))


def _try(game: Game[Any], state: Any, event: Event, ear: Ear) -> Any:
    prompts = game.prompts(state)
    speak_event(Event(event.seat, event.verb), ear)
    if not any(p.accepts(event) for p in prompts):
        return None
    try:
        return game.apply(state, event)
    except IllegalEvent as refusal:
        ear(text_of(refusal))
        return None


def _look(game: Game[Any], state: Any, ear: Ear) -> None:
    view = game.view(state)
    show_view(replace(view, numbers=(0,) * len(view.scores)), ear)


# ------------------------------------------------------------------------------------------------ reading sources


def written(file: Path) -> Iterator[str]:
    """Every sentence a module holds: what it hands to say() or to a refusal, and constants that look like one."""
    if file.name in UNSPOKEN:
        return
    tree = ast.parse(file.read_text("utf-8"))
    silent = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr)}
    silent |= {id(part) for n in ast.walk(tree) if isinstance(n, ast.JoinedStr) for part in ast.walk(n)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
            if SENTENCE.fullmatch(node.value) and not re.search(r"\\|INSERT|SELECT", node.value):
                yield node.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SPEAKING:
            first = node.args[0] if node.args else None
            if isinstance(first, (ast.Constant, ast.IfExp)):
                yield from (c.value for c in ast.walk(first) if isinstance(c, ast.Constant) and type(c.value) is str)


def untranslated(texts: Iterator[str], language: str) -> set[str]:
    """Those of the texts that a language has no words for."""
    missing: set[str] = set()
    for text in texts:
        translate(text, catalogue(language), missing)
    return missing
