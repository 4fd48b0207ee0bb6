"""Standings, evenings, results by replay, and pieces that wander."""

import random
from datetime import datetime

import pytest

from companion.games import find_game
from companion.hub.evening import Played, evenings, finished, standings
from companion.hub.judge import Result, judge
from companion.hub.wandering import LEARNING, Wandering
from companion.journal import Journal
from companion.network.broker import Login
from companion.table import Table
from tests.nights.night import SimulatedTable


def game(table, names, scores, winners, ended="2026-11-18 21:00", *, over=True):
    at = int(datetime.fromisoformat(ended).timestamp() * 1e9)
    return Played(table, table, f"{table}-1", Result("g", "G", names, scores, winners, over, at - 10**12, at, 9, 9))


def test_points_count_opponents_left_behind_and_half_those_level():
    played = [game("a", ("Ann", "Ben", "Cy"), (30, 20, 20), (0,)), game("b", ("ben ", "Dora"), (5, 5), (1,))]
    table = [(s.place, s.name, s.points, s.games, s.wins, s.tables) for s in standings(played)]
    assert table == [
        (1, "Ann", 2.0, 1, 1, ("a",)),
        (2, "Dora", 1.0, 1, 1, ("b",)),
        (3, "Cy", 0.5, 1, 0, ("a",)),
        (3, "Ben", 0.5, 2, 0, ("a", "b")),
    ]


def test_game_for_one_brings_no_points_and_no_win():
    (alone,) = standings([game("a", ("Ann",), (99,), (0,))])
    assert (alone.points, alone.wins, alone.games) == (0.0, 0, 1)


def test_points_of_a_game_always_add_up():
    dice = random.Random(3)
    for _ in range(300):
        n = dice.randrange(1, 7)
        scores = tuple(dice.randrange(4) for _ in range(n))
        best = [s for s in range(n) if scores[s] == max(scores)]
        winners = tuple(dice.sample(best, dice.randrange(1, len(best) + 1)))
        found = standings([game("a", tuple("ABCDEF"[:n]), scores, winners)])
        assert sum(s.points for s in found) == n * (n - 1) / 2


def test_after_midnight_belongs_to_the_evening_before_and_unfinished_games_do_not_count():
    played = [
        game("a", ("A", "B"), (1, 0), (0,), "2026-11-18 23:30"),
        game("b", ("A", "B"), (1, 0), (0,), "2026-11-19 01:30"),
        game("c", ("A", "B"), (1, 0), (0,), "2026-11-19 20:00"),
        game("d", ("A", "B"), (1, 0), (), over=False),
    ]
    over = finished(played)
    assert [p.table for p in over] == ["c", "b", "a"]
    assert [str(day) for day in evenings(over)] == ["2026-11-19", "2026-11-18"]


def test_judge_plays_a_game_again_and_gives_the_tables_own_result(tmp_path):
    table = SimulatedTable(tmp_path, "table-01", Login("mqtt://127.0.0.1:9"), seed=4)
    while table.table is None or table.table.view.prompts:
        table.play()
    result = judge(list(table.journal.entries(table.table.id)))
    view = table.table.view
    assert (result.scores, result.winners, result.over, result.names) == (
        view.scores, view.winners, True, table.table.names,
    )  # fmt: skip
    table.close()


@pytest.mark.parametrize(
    "body", [{}, {"game": "chess", "edition": 1}, {"game": "rollopolis", "edition": 1, "names": 7},
             {"game": "rollopolis", "edition": 1, "names": ["A", "B"], "settings": {}, "catalogue": "none"}],
)  # fmt: skip
def test_nonsense_in_a_journal_is_a_problem_and_no_crash(tmp_path, body):
    journal = Journal(tmp_path / "journal.sqlite")
    journal.append("x-1", "start", body)
    journal.append("x-1", "event", {"event": "0 roll 6", "source": "", "evidence": ""})
    result = judge(list(journal.entries("x-1")))
    assert result.problem
    assert not result.over
    journal.close()


def test_illegal_event_in_a_journal_does_not_count(tmp_path):
    journal = Journal(tmp_path / "journal.sqlite")
    table = Table.begin(journal, find_game("rollopolis"), ("Ann", "Ben"))
    journal.append(table.id, "event", {"event": "0 win 1000", "source": "camera", "evidence": ""})
    assert judge(list(journal.entries(table.id))).scores == table.view.scores
    journal.close()


# ------------------------------------------------------------------------------------------------ wandering pieces


def see(wandering, table, at_ns, *colors, game="g-1"):
    pieces = [["d6", "3", color, [0, 0, 9, 9], True, 1.0] for color in colors]
    wandering.see(table, game, at_ns, {"reading": {"pieces": pieces}})


@pytest.fixture
def wandering():
    """Two tables whose dice are known: a red one and two white ones here, two white ones there."""
    made = Wandering()
    for at in range(LEARNING + 2):
        see(made, "a", at, "red", "white", "white")
        see(made, "b", at, "white", "white")
    return made


def test_die_that_is_too_many_here_and_missing_there_has_wandered(wandering):
    see(wandering, "a", 50, "white", "white")
    see(wandering, "b", 60, "white", "white", "red")
    assert wandering.wanderers() == []
    see(wandering, "b", 70, "white", "red")
    (found,) = wandering.wanderers()
    assert (found.color, found.here, found.since_ns, found.home, found.missed_ns) == ("red", "b", 60, "a", LEARNING + 1)


def test_die_that_is_seen_at_home_again_has_not_wandered(wandering):
    for at in (60, 70):
        see(wandering, "b", at, "white", "red")
    see(wandering, "a", 80, "red", "white")
    assert wandering.wanderers() == []


def test_new_game_is_learnt_anew(wandering):
    for at in (60, 70):
        see(wandering, "b", at, "white", "red", game="g-2")
    assert wandering.wanderers() == []


@pytest.mark.parametrize(
    "body", [{}, {"reading": 3}, {"reading": {"pieces": "x"}}, {"reading": {"pieces": [1, ["d6"]]}}]
)
def test_strange_readings_are_passed_over(body):
    wandering = Wandering()
    wandering.see("a", "g", 1, body)
    assert wandering.wanderers() == []
