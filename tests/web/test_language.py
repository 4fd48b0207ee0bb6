"""Every language says everything the panel says, with the same blanks to fill."""

import re
from typing import Any

import pytest

from companion.games import all_games
from companion.model import Game
from companion.words import say
from tests.web.listening import Ear, hear_chance, hear_game, hear_transcript, untranslated, written
from web.language import HERE, Speaker, best, catalogue, languages, page_words, panel_words

OTHERS = sorted(languages().keys() - {"en"})
_BLANK = re.compile(r"@?\{\w+(?:![rs])?\}|@\d")


REPO = HERE.parent
SPOKEN = ("companion/games/*/*.py", "calibration/[!m]*.py", "vision/*.py", "vision/cameras/**/*.py", "web/*.py",
          "hardware/lights/*.py", "hardware/buttons/*.py", "hardware/answers.py",
          "companion/app.py", "companion/eyes.py", "companion/interpret.py", "companion/keeper.py",
          "companion/lamps.py", "companion/link.py", "companion/notices.py", "companion/referee.py",
          "companion/table.py", "companion/watch.py")  # fmt: skip
"""Modules whose sentences reach the panel; those of the command line do not."""
GAMES = all_games()
SCRIPTS = [
    (g, p)
    for g in GAMES.values()
    for p in sorted((REPO / "companion/games" / g.name.replace("-", "_")).glob("transcripts/*.txt"))
]
SPEAKING_LANGUAGES = [(language, game) for language in OTHERS for game in GAMES.values()]


def test_german_is_shipped() -> None:
    assert languages()["de"] == "Deutsch"


@pytest.mark.parametrize("language", OTHERS)
def test_language_has_every_word_of_the_pages(language: str) -> None:
    assert panel_words() - catalogue(language).keys() == set()
    assert page_words(language).keys() == panel_words()


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("pattern", SPOKEN)
def test_language_has_every_sentence_of_the_sources(pattern: str, language: str) -> None:
    files = sorted(REPO.glob(pattern))
    assert files
    assert untranslated((text for file in files for text in written(file)), language) == set()


@pytest.mark.parametrize(("language", "game"), SPEAKING_LANGUAGES, ids=[f"{x}-{g.name}" for x, g in SPEAKING_LANGUAGES])
def test_language_has_every_word_of_a_game(language: str, game: Game[Any]) -> None:
    ear = Ear(language)
    hear_game(game, ear)
    for scripted, path in SCRIPTS:
        if scripted is game:
            hear_transcript(game, path.read_text("utf-8"), ear)
    for seats in game.seats:
        hear_chance(game, seats, seed=seats, events=60, ear=ear)
    assert ear.missing == set()


def test_missing_words_are_noticed() -> None:
    ear = Ear("de")
    ear(say("@{seat} juggles {what}.", seat=0, what="2 wood, 3 kumquats"))
    ear("2 wood, 3 pomelos")
    ear("One sentence nobody has translated.")
    ear.word("never-heard")
    assert ear.missing == {
        "@{seat} juggles {what}.", "kumquats", "pomelos", "One sentence nobody has translated.", "never heard"
    }  # fmt: skip


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("2 wood, 1 glass", "2 Holz, 1 Glas"),
        ("⚀ 2 berries and upgrade up to 4 boards", "⚀ 2 Beeren und bis zu 4 Tafeln aufwerten"),
        ("Fairgrounds: stack 3", "Fairgrounds: Stapel 3"),
        ("board 3A, space 2: what is printed there", "Tafel 3A, Feld 2: was dort gedruckt ist"),
        ("1 brown hard, 2 navy gray exhausted", "1 braun fleißig, 2 blaugrau erschöpft"),
        ("firewood @0×1 ♜@1", "Brennholz Anna×1 ♜Ben"),
        ("RH-102", "RH-102"),
    ],
)
def test_lists_are_translated_part_by_part(english: str, german: str) -> None:
    assert Speaker("de", ("Anna", "Ben"))(english) == german


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
