"""Printed values that were told wrong: corrected between two turns, with what has been told filled in."""

import pytest

from companion.games.meeple_towers import GAME
from companion.games.meeple_towers.printed import half_text
from companion.games.meeple_towers.rehearsal import arranged, play
from tests.games.test_meeple_towers_questions import asked, form
from tests.games.test_meeple_towers_table import begin, offered, refusal


def filled_in(state):
    """What stands in the form before anybody touches it."""
    prompt = next(p for p in GAME.prompts(state) if p.verb == "catalogue")
    return dict(zip(prompt.usual[::2], prompt.usual[1::2], strict=True))


def test_half_is_corrected():
    state = play(begin(), ["0 correct half-2A"])
    assert filled_in(state)["card.2.A.supports"] == "2"
    assert filled_in(state)["card.2.A.tile1"] == "none"
    state = play(state, [form(state, supports="1", swaps="1")])
    assert half_text(state.printed.halves[2]) == "1 support, 1 swap"
    assert (state.turn, state.phase, state.question) == (0, "choose", None)


def test_tile_is_corrected_unless_it_lies_in_the_tower():
    state = arranged(begin(), {"a1": (0,), "c1": (0,)})
    state = play(state, ["0 play 1B", "0 take 1.1", "0 construct 0 a1"])
    assert "tile-1.2" in offered(state, "correct") and "tile-1.1" not in offered(state, "correct")
    state = play(state, ["1 correct tile-1.2"])
    assert filled_in(state)["tile.regular.1.2.box"] == "6"
    state = play(state, [form(state, box="9", node="1")])
    assert (state.printed.tile((0, 1)).box, state.printed.tile((0, 0)).box) == (9, 6)


def test_square_is_corrected_unless_a_worker_stands_there():
    state = arranged(begin(), workers={"a1": 0})
    assert "square-a1" not in offered(state, "correct")
    state = play(state, ["0 correct square-b1"])
    assert filled_in(state) == {"square.5x5.b1": "purple"}
    state = play(state, [form(state, b1="blue")])
    assert state.tower.prints[:3] == ("purple", "blue", "purple")


def test_numbers_of_tokens_are_corrected_and_must_add_up():
    state = play(begin(), ["0 correct tokens"])
    assert asked(state) == ["tokens.purple", "tokens.orange", "tokens.blue"]
    assert refusal(state, form(state, purple="6", orange="6", blue="5"))[0] == "MT-092"
    state = play(state, [form(state, purple="7", orange="6", blue="5")])
    assert state.printed.tokens == (7, 6, 5)


def test_value_is_kept_after_all():
    before = begin()
    state = play(before, ["0 correct half-2A", "0 keep"])
    assert (state.printed, state.question, state.turn) == (before.printed, None, 0)


@pytest.mark.parametrize("word", ["half-9A", "tile-9.9", "square-z9", "nonsense"])
def test_unknown_value_is_not_corrected(word):
    assert "cannot be corrected" in refusal(begin(), f"0 correct {word}")[1]


def test_question_that_a_move_waits_for_is_not_put_off():
    state = play(GAME.start(2, {}, {}), ["0 play 2B"])
    assert [p.verb for p in GAME.prompts(state)] == ["catalogue"]
    assert "Answer the question first" in refusal(state, "0 keep")[1]
