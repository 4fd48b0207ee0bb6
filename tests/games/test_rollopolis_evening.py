"""A whole game for two on the simulated table: pool, drafts and rerolls seen in pictures, the rest tapped."""

import random

import pytest

from companion.games.rollopolis import GAME
from tests.dice_evening import Players, without_camera
from tests.games.test_rollopolis_positions import SHEET
from tests.test_end_to_end import Evening

EAGER = ("build", "upgrade", "special", "reroll", "university", "draft", "residential", "commercial", "industrial")
"""What these two like best, so that the Special track fills up and the game is short."""


def by_chance(dice):
    def choose(table, prompts):
        prompts = [p for p in prompts if p.verb != "catalogue"]
        liked = min(prompts, key=lambda p: EAGER.index(p.verb) if p.verb in EAGER else len(EAGER)).verb
        prompt = dice.choice([p for p in prompts if p.verb == liked])
        return prompt, tuple(dice.choice(words) for words in prompt.options)

    return choose


@pytest.fixture
def evening(tmp_path):
    evening = Evening(tmp_path)
    yield evening
    evening.room.close()


def test_whole_game_for_two_on_the_simulated_table(evening):
    """Every die is thrown and taken before the camera until the Special track is full."""
    evening.room._catalogues.remember("rollopolis", dict(SHEET))
    evening.room.start("rollopolis", ("Anna", "Ben"), {})
    evening.look(lambda: evening.room.live().state == "empty")
    players = Players(evening, by_chance(random.Random(8)))
    players.play()
    table, how = players.table, players.how
    assert table.state == without_camera(GAME, 2, {}, SHEET, by_chance(random.Random(8)))
    handled = how["seen"] + how["asked"] + how["typed"] + how["corrected"]
    assert table.view.winners and table.view.phase == "Scoring"
    assert table.view.scores == tuple(sum(line.points for line in lines) for lines in table.view.breakdown)
    assert len(table.state.tracks[2]) == 12
    sources = [(step.event.verb, step.source) for step in table.history() if not step.undone]
    by_camera = [verb for verb, source in sources if source.startswith("camera")]
    assert {"roll", "draft", "reroll"} <= set(by_camera)
    assert len(by_camera) >= 0.8 * handled, how
    assert how["corrected"] <= 0.05 * handled, how
    assert {verb for verb, source in sources if source == "panel"} >= {"terrain", "special", "build"}
