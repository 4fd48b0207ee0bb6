"""A transcript that names a rule holds only if that rule refuses."""

import pytest

from companion.games import find_game
from tests.transcripts import play

HEIGHTS = find_game("rolling-heights")


def test_refusal_names_its_rule():
    assert play(HEIGHTS, "seats 2\n! 0 stop RH-045") is not None


@pytest.mark.parametrize("line", ["! 0 stop RH-036", "! 1 fly RH-036"])
def test_refusal_by_another_rule_or_none_does_not_hold(line):
    with pytest.raises(AssertionError, match="line 2"):
        play(HEIGHTS, f"seats 2\n{line}")


def test_what_is_accepted_was_not_refused():
    with pytest.raises(AssertionError, match="was accepted"):
        play(HEIGHTS, "seats 2\n! 0 roll brown:hard brown:hard navy-gray:hard navy-gray:hard")
