"""Whole games by chance with every position checked, and proof that the checks notice what is wrong."""

from dataclasses import replace

import pytest

from companion.games.meeple_towers import GAME
from companion.games.meeple_towers.invariants import check, check_step
from companion.games.meeple_towers.rehearsal import arranged, made_up_copy, play, random_game
from companion.model import ScoreLine
from tests.games.test_meeple_towers_table import begin, covered_row

ALL_HOUSE_RULES = {
    "tiles": "advanced",
    "take-that": "on",
    "empty-plan": "refused",
    "strict-half": "on",
    "overhang": "allowed",
    "surface-icons": "required",
    "short-supports": "ignored",
    "token-sharing": "one-by-one",
    "tile-thickness": "counted",
}


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("settings", [{}, {"take-that": "on", "board": "5x5"}, ALL_HOUSE_RULES])
@pytest.mark.parametrize("known", [True, False], ids=["known", "unknown"])
def test_random_games_end_and_keep_the_invariants(seats, settings, known):
    """MT-090 to MT-093 after every event of whole games, on a known copy and on one nobody has described."""
    for seed in range(4):
        played = random_game(seats, settings, seed, made_up_copy() if known else {})
        state = played.state
        assert state.phase == "over" and state.winners and state.ending
        assert state.turns % seats == 0
        again = GAME.start(seats, settings, made_up_copy() if known else {})
        for event in played.events:
            again = GAME.apply(again, event)
        assert again == state
        hash(state)


def test_random_team_games_share_scores():
    """MT-070: partners always show the same score."""
    state = random_game(4, {"teams": "opposite"}, 3, made_up_copy()).state
    assert state.scores[:2] == state.scores[2:]
    assert len(state.winners) in (2, 4)


def mutated(state):
    """Positions that cannot be, and the rule each breaks."""
    tower = state.tower
    level = tower.levels[0]
    return [
        ("MT-090", replace(state, supports=(state.supports[0] - 1, *state.supports[1:]))),
        ("MT-090", replace(state, workers=(state.workers[0] - 1, *state.workers[1:]))),
        ("MT-091", replace(state, played=((1, 1), ()))),
        ("MT-092", replace(state, tower=replace(tower, levels=(level, level)))),
        ("MT-092", replace(state, tokens=((19, 0, 0), (0, 0, 0)))),
        ("MT-047", replace(state, tower=replace(tower, heights=(9, *tower.heights[1:])))),
        ("MT-044", replace(state, tower=replace(tower, levels=(replace(level, below=((), (), (1, 1))),)))),
        ("MT-042", replace(state, tower=replace(tower, levels=(replace(level, height=1),)))),
        ("MT-033", arranged(state, {"e5": (0,)}, {"e5": 0})),
        ("MT-030", arranged(state, workers={"d4": 0})),
        ("MT-036", arranged(state, {"e5": (0, 0, 1)})),
        ("points", replace(state, track=(99, 0))),
        ("MT-079", replace(state, phase="reveal")),
    ]


@pytest.mark.parametrize("number", range(13))
def test_invariants_notice_what_is_wrong(number):
    """MT-090 to MT-093: a check that cannot fail would prove nothing."""
    state = covered_row()
    check(state)
    word, broken = mutated(state)[number]
    with pytest.raises(AssertionError, match=word):
        check(broken)


def test_steps_notice_what_must_not_change():
    """MT-022, MT-080 and MT-093: buried supports, triggers and the order of turns."""
    state = covered_row()
    level = replace(state.tower.levels[0], below=((0, 0), (), (1,)))
    changed = replace(state, tower=replace(state.tower, levels=(level,)))
    with pytest.raises(AssertionError, match="MT-093"):
        check_step(state, changed)
    with pytest.raises(AssertionError, match="MT-080"):
        check_step(replace(state, ending=("a reason",)), state)
    with pytest.raises(AssertionError, match="MT-022"):
        check_step(state, replace(play(state, ["1 plan"]), turn=1))


def test_scores_equal_their_explanations():
    state = replace(begin(), lines=((ScoreLine("x", 3),), ()), track=(3, 0))
    check(state)
    with pytest.raises(AssertionError, match="lines tell 3"):
        check(replace(state, track=(4, 0)))
