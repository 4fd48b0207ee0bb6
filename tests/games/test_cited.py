"""Every numbered rule of every game is cited by a test or a transcript, and every vector of the rules is a test."""

import re

import pytest

from tests.citations import GAMES, cited, folder, functions, listed, named

RULES = {"garden_nation": 106, "meeple_towers": 93, "rolling_heights": 186, "rollopolis": 137, "tundra": 196}


VECTORS: dict[str, dict[str, tuple[range, ...]]] = {
    "garden_nation": {"test_x": (range(1, 8),), "test_d": (range(1, 33),)},
    "meeple_towers": {"mtv_": (range(1, 7), range(10, 47), range(50, 70))},
    "rolling_heights": {"rhv_": (range(1, 12), range(20, 68), range(70, 115))},
    "rollopolis": {'@vector("X': (range(1, 21),), '@vector("D': (range(1, 33),)},
    "tundra": {"test_x": (range(1, 15),), "test_d": (range(1, 39),)},
}
"""The vectors of each game: what stands before their numbers in the name of a test or above it."""


@pytest.mark.parametrize("game", GAMES)
def test_list_has_every_rule_once_in_order(game: str) -> None:
    rules = listed(game)
    assert len(rules) == RULES[game]
    assert list(rules) == sorted(set(rules))
    assert len({rule[:2] for rule in rules}) == 1
    lines = (folder(game) / "rules.txt").read_text("utf-8").splitlines()
    assert [line for line in lines if not line.endswith((".", ")"))] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_cited(game: str) -> None:
    found = cited(game)
    assert [rule for rule in listed(game) if rule not in found] == []


@pytest.mark.parametrize("game", GAMES)
def test_no_unknown_rule_is_named(game: str) -> None:
    own = listed(game)[0][:3]
    assert sorted({rule for rule in cited(game) | named(game) if rule.startswith(own)} - set(listed(game))) == []


@pytest.mark.parametrize("game", GAMES)
def test_every_vector_is_a_test(game: str) -> None:
    heads = " ".join(text.partition(":\n")[0] for text in functions(game).values())
    for before, spans in VECTORS[game].items():
        found = {int(number) for number in re.findall(re.escape(before) + r"(\d+)", heads)}
        assert [number for span in spans for number in span if number not in found] == []
