"""Every language says everything the panel says, with the same blanks to fill."""

import ast
import re
from pathlib import Path

import pytest

from companion.words import say
from web.language import HERE, Speaker, best, catalogue, languages, page_words, panel_words

OTHERS = sorted(languages().keys() - {"en"})
_BLANK = re.compile(r"@?\{\w+(?:![rs])?\}|@\d")


CORE = ("app", "interpret", "lamps", "link", "notices", "referee", "table", "watch")
"""Modules whose sentences reach the panel; those of the command line do not."""


def said(folder: Path, names: tuple[str, ...] = ("*",)) -> set[str]:
    """Every template given to say() and every refusal of the files directly in a folder."""
    found: set[str] = set()
    for file in (f for name in names for f in folder.glob(f"{name}.py")):
        for call in (n for n in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(n, ast.Call)):
            if isinstance(call.func, ast.Name) and call.func.id in ("say", "Refused") and call.args:
                constants = (n for n in ast.walk(call.args[0]) if isinstance(n, ast.Constant))
                first = call.args[0]
                if isinstance(first, (ast.Constant, ast.IfExp)):
                    found |= {c.value for c in constants if isinstance(c.value, str)}
    return found


def test_german_is_shipped() -> None:
    assert languages()["de"] == "Deutsch"


@pytest.mark.parametrize("language", OTHERS)
def test_language_has_every_word_of_the_pages(language: str) -> None:
    assert panel_words() - catalogue(language).keys() == set()
    assert page_words(language).keys() == panel_words()


@pytest.mark.parametrize("language", OTHERS)
def test_language_has_every_refusal_of_the_panel(language: str) -> None:
    assert said(HERE) - catalogue(language).keys() == set()


@pytest.mark.parametrize("language", OTHERS)
def test_language_has_nearly_every_sentence_of_the_core(language: str) -> None:
    sentences = said(HERE.parent / "companion", CORE)
    missing = sentences - catalogue(language).keys()
    assert len(missing) <= len(sentences) // 10, missing  # a new sentence is English until it is translated


@pytest.mark.parametrize("language", OTHERS)
def test_translation_has_the_same_blanks(language: str) -> None:
    wrong = {
        english: text
        for english, text in catalogue(language).items()
        if sorted(_BLANK.findall(english)) != sorted(_BLANK.findall(text))
    }
    assert wrong == {}


@pytest.mark.parametrize(
    ("chosen", "browser", "expected"),
    [
        ("", "de-AT,de;q=0.9,en;q=0.5", "de"),
        ("en", "de", "en"),
        ("", "fr,xx", "en"),
        ("", "", "en"),
        ("../x", "", "en"),
    ],
)
def test_best_language_is_found(chosen: str, browser: str, expected: str) -> None:
    assert best(chosen, browser) == expected


def test_sentence_is_translated_with_names_in_it() -> None:
    speak = Speaker("de", ("Anna", "Ben"))
    assert speak(say("Only @{seat} can undo the last action.", seat=1)) == "Nur Ben kann den letzten Zug zurücknehmen."
    assert speak.word("navy-gray") == "blaugrau"
    assert speak("A sentence nobody has translated.") == "A sentence nobody has translated."
