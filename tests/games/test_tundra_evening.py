"""A whole game for two on the simulated table: rolls for all, copies, extra, bought and rerolled dice in pictures."""

import random

import pytest

from companion.games.tundra import GAME
from tests.dice_evening import Players, without_camera
from tests.games.test_tundra_kit import copy_of
from tests.test_end_to_end import Evening

SETTINGS = {"special": "on", "copies": "checked"}
SET_UP = {"character": ("elisabeth", "polkan"), "title": ("wisdom", "determined")}
"""Red and blue dice; one has a white die, the other throws one more."""
BRISK = ("use", "end", "done", "clear")
"""What these two do unless chance makes them try something else."""
KEEN = ("build", "upgrade", "sell", "take", "gather", "gain", "move")
"""What brings something, now or later."""


def by_chance(dice):
    def choose(table, prompts):
        if prompts[0].verb in SET_UP:
            return prompts[0], (SET_UP[prompts[0].verb][prompts[0].seat],)
        throws = [p for p in prompts if p.tray]
        if throws:
            return throws[0], _shown(table, throws[0], dice)
        kinds = [[p for p in prompts if p.verb in verbs] for verbs in (KEEN, ("reroll", "buy"), BRISK)]
        chances = zip(kinds, (0.8, 0.4, 0.7), strict=True)
        liked = next((found for found, chance in chances if found and dice.random() < chance), prompts)
        prompt = dice.choice([p for p in liked if ("*",) not in p.options])
        return prompt, tuple(dice.choice(words) for words in prompt.options)

    return choose


def _shown(table, prompt, dice):
    """What the dice show: copies as everybody must set them, all others as they fall."""
    if prompt.verb == "copied":
        values = list(table.state.rolled)
        return tuple(words[int(value) - 1] for words, value in zip(prompt.options, values, strict=True))
    return tuple(dice.choice(words) for words in prompt.options)


@pytest.fixture
def evening(tmp_path):
    evening = Evening(tmp_path)
    yield evening
    evening.room.close()


def test_whole_game_for_two_on_the_simulated_table(evening):
    """Four rounds; every die that is thrown or shown is seen."""
    evening.room._catalogues.remember("tundra", copy_of(2))
    evening.room.start("tundra", ("Anna", "Ben"), SETTINGS)
    evening.look(lambda: evening.room.live().state == "empty")
    players = Players(evening, by_chance(random.Random(57)))
    players.play()
    table, how = players.table, players.how
    assert table.state == without_camera(GAME, 2, SETTINGS, copy_of(2), by_chance(random.Random(57)))
    handled = how["seen"] + how["asked"] + how["typed"] + how["corrected"]
    assert table.view.winners and table.state.round == 4 and min(table.view.scores) > 0
    assert table.view.scores == tuple(sum(line.points for line in lines) for lines in table.view.breakdown)
    steps = [step for step in table.history() if not step.undone]
    by_camera = [str(step.event) for step in steps if step.source.startswith("camera")]
    assert len(by_camera) >= 0.8 * handled, how
    assert how["corrected"] <= 0.05 * handled, how
    thrown = " ".join(by_camera)
    assert all(word in thrown for word in (" roll red:", " roll blue:", " copied ", " roll white:")), by_camera
    assert how["tapped"] > 100
