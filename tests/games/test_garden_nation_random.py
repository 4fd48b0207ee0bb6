"""Whole games by chance with every position checked, and proof that the checks notice what is wrong."""

from dataclasses import replace

import pytest

from companion.games.garden_nation import GAME
from companion.games.garden_nation.invariants import check, check_step
from companion.games.garden_nation.rehearsal import random_game
from companion.games.garden_nation.state import Building, with_building, with_player
from tests.games.test_garden_nation_table import CELL_OF, at

ALL_HOUSE_RULES = {setting.name: setting.words[-1] for setting in GAME.settings}


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("settings", [{}, ALL_HOUSE_RULES], ids=["rules", "house-rules"])
def test_random_games_end_and_keep_the_invariants(seats, settings):
    """GN-006, GN-007, GN-010 and GN-055 after every event of whole games; replayed they end the same."""
    for seed in range(5):
        played = random_game(seats, settings, seed, {"space.5.L.cost": "3"} if seed % 2 else {})
        state = played.state
        assert state.phase == "over" and state.winners
        assert all(len(player.missions) == 2 for player in state.players)
        again = GAME.start(seats, settings, {"space.5.L.cost": "3"} if seed % 2 else {})
        for event in played.events:
            again = GAME.apply(again, event)
        assert again == state
        hash(state)


def broken(state):
    """Positions that cannot be, and the rule each breaks."""
    lands = (*state.lands[:-1], "")
    return [
        ("GN-006", with_player(state, 0, floors=5)),
        ("GN-006", with_building(state, CELL_OF["3C"], Building(0, 1))),
        ("GN-007", replace(state, roofs=3)),
        ("GN-055", with_player(state, 1, people=0)),
        ("GN-008", with_player(state, 1, ploys=5)),
        ("GN-049", with_building(state, CELL_OF["3C"], Building(0, 0))),
        ("GN-010", replace(state, tokens=(3, 3, 2))),
        ("GN-005", replace(state, lands=lands)),
        ("GN-070", with_player(state, 0, projects=(state.projects[0],))),
        ("GN-071", replace(state, projects=state.projects[:3])),
        ("GN-022", with_player(state, 0, missions=("market", "market"))),
        ("GN-033", replace(state, order=(0, 1, 0, 1, 0))),
        ("GN-034", replace(state, order=(0, 0))),
        ("GN-031", replace(state, order=(0, 1))),
        ("GN-030", replace(state, actions=3)),
        ("GN-012", replace(state, crane=-1)),
        ("GN-087", replace(state, phase="reveal")),
        ("GN-065", with_player(state, 0, points=4)),
        ("GN-099", replace(state, winners=(0,))),
        ("GN-047", with_player(with_building(state, CELL_OF["3BR"], Building(0, 1)), 0, floors=17)),
        ("GN-085", with_player(with_building(state, CELL_OF["6TR"], Building(0, 20, True)), 0, floors=0)),
    ]


START = at(6, {"6TR": (0, 2, True), "6R": (1, 1)})


@pytest.mark.parametrize("number", range(21))
def test_invariants_notice_what_is_wrong(number):
    """A check that cannot fail would prove nothing."""
    check(START)
    rule, state = broken(START)[number]
    with pytest.raises(AssertionError, match=rule):
        check(state)


def test_three_players_have_one_turn_each():
    """GN-032."""
    state = at(6, seats=3)
    with pytest.raises(AssertionError, match="GN-032"):
        check(replace(state, order=(0, 1, 0)))


@pytest.mark.parametrize(
    ("rule", "before", "after"),
    [
        ("GN-086", replace(START, last=1), START),
        ("GN-008", with_player(START, 0, ploys=3), START),
        ("GN-070", with_player(START, 0, projects=("forge",)), START),
        ("GN-048", replace(START, tokens=(3, 2, 3)), replace(START, tokens=(2, 3, 3))),
        ("GN-020", START, replace(START, board=replace(START.board, places=(1, 0, 2, 3, 4, 5, 6)))),
    ],
)
def test_steps_notice_what_must_not_change(rule, before, after):
    """GN-008, GN-020, GN-048, GN-070 and GN-086: the end, tokens, claimed cards and the map stay."""
    check_step(before, before)
    with pytest.raises(AssertionError, match=rule):
        check_step(before, after)
