"""The languages of the panel: English is in the sources, every other one is a file ``words/<language>.json``."""

import functools
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from companion.words import translate, with_names

HERE = Path(__file__).parent
WORDS = HERE / "words"
HUB_WORDS = HERE / "hub" / "words"
"""What only the pages of a game night say; kept beside them."""
PROOF_WORDS = WORDS / "proofs"
"""What the pages about fairness and witnesses say."""
_CALL = re.compile(r"""\b(?:t|_)\(\s*(?:"((?:[^"\\]|\\.)+)"|'((?:[^'\\]|\\.)+)')""")


@functools.cache
def languages() -> Mapping[str, str]:
    """Every language there is: (its code, its own name for itself)."""
    found = {"en": "English"}
    for file in sorted(WORDS.glob("*.json")):
        found[file.stem] = catalogue(file.stem).get("English", file.stem)
    return found


@functools.cache
def catalogue(language: str) -> Mapping[str, str]:
    """The words of a language, by their English; nothing for English or an unknown language."""
    if not language.isalpha():
        return {}
    file = WORDS / f"{language}.json"
    if not file.exists():
        return {}
    read: dict[str, str] = {}
    for words in (HUB_WORDS / file.name, PROOF_WORDS / file.name, file):
        read |= json.loads(words.read_text("utf-8")) if words.exists() else {}
    return read


def panel_words(folder: Path = HERE) -> frozenset[str]:
    """Every English text that the panel's own pages and scripts ask for."""
    found: set[str] = set()
    for file in (*folder.glob("templates/*.html"), *folder.glob("static/*.js")):
        for double, single in _CALL.findall(file.read_text("utf-8")):
            found.add(double.replace('\\"', '"') if double else single.replace("\\'", "'"))
    return frozenset(found)


@functools.cache
def page_words(language: str) -> Mapping[str, str]:
    """The part of a catalogue that the scripts of the pages need."""
    wanted = panel_words()
    return {english: text for english, text in catalogue(language).items() if english in wanted}


def best(wanted: str, header: str) -> str:
    """The language to use: the one chosen, else the first of the browser's that there is."""
    known = languages()
    asked = [wanted, *(part.split(";")[0].split("-")[0].strip().lower() for part in header.split(","))]
    return next((language for language in asked if language in known), "en")


class Speaker:
    """Turns the companion's texts into one language, with the names of the seats in them."""

    def __init__(self, language: str, names: Sequence[str] = ()) -> None:
        self._words = catalogue(language)
        self._names = names

    def __call__(self, text: str) -> str:
        """The text as people read it."""
        return with_names(translate(text, self._words), self._names)

    def word(self, word: str) -> str:
        """A word of an event as people read it."""
        return self(word.replace("-", " ").replace("_", " "))
