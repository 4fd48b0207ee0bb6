"""A whole game for two on the simulated table: rolls for all, copies, extra, bought and rerolled dice in pictures."""

import random

import pytest

from tests.dice_evening import Players
from tests.games.test_tundra_kit import copy_of
from tests.test_end_to_end import Evening

SETTINGS = {"special": "on", "copies": "checked"}
TITLES = {0: "wisdom", 1: "determined"}
"""One has a white die, the other throws one more."""
BRISK = ("roll", "copied", "use", "end", "done", "clear")
"""What these two do unless chance makes them try something else."""


def by_chance(dice):
    def choose(table, prompts):
        wanted = [p for p in prompts if p.verb == "title"]
        if wanted:
            return wanted[0], (TITLES[wanted[0].seat],)
        throws = [p for p in prompts if p.tray]
        if throws:
            return throws[0], _shown(table, throws[0], dice)
        brisk = [p for p in prompts if p.verb in BRISK]
        paid = [p for p in prompts if p.verb in ("reroll", "buy")]
        liked = paid if paid and dice.random() < 0.5 else brisk if brisk and dice.random() < 0.6 else prompts
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
    players = Players(evening, by_chance(random.Random(1)))
    players.play()
    table, how = players.table, players.how
    handled = how["seen"] + how["asked"] + how["typed"] + how["corrected"]
    assert table.view.winners and table.state.round == 4
    assert table.view.scores == tuple(sum(line.points for line in lines) for lines in table.view.breakdown)
    steps = [step for step in table.history() if not step.undone]
    by_camera = [str(step.event) for step in steps if step.source.startswith("camera")]
    assert len(by_camera) >= 0.8 * handled, how
    assert how["corrected"] <= 0.05 * handled, how
    thrown = " ".join(by_camera)
    assert all(word in thrown for word in (" roll red:", " roll blue:", " copied ", " roll white:")), by_camera
    assert how["tapped"] > 100
