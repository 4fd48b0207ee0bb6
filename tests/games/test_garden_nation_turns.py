"""Turns and rounds: actions, the crane, the next player, going on, control."""

from dataclasses import replace

import pytest

from companion.games.garden_nation.control import control, income
from companion.games.garden_nation.rehearsal import play
from companion.games.garden_nation.state import with_player
from tests.games.test_garden_nation_table import (
    at,
    begin,
    building,
    happened,
    is_offered,
    offered,
    people,
    reason,
    refusal,
)

EVERY = ("C", "TL", "TR", "R", "BR", "BL", "L")


def full(region, seat=1):
    """Every space of a region taken by a seat."""
    return {f"{region}{way}": (seat, 1) for way in EVERY}


@pytest.mark.parametrize("seats", [3, 4])
def test_round_gives_everybody_a_turn(seats):
    """GN-030, GN-032 and GN-033: one action first, two for the others, nobody twice."""
    state, seen = begin(seats, first=1), []
    while state.round == 1:
        if state.phase == "next":
            state = play(state, [f"{state.turn} next {offered(state, 'next')[-1]}"])
        seen.append((state.turn, state.actions))
        state = play(state, [f"{state.turn} construct {offered(state, 'construct')[-1]}"])
        if state.phase == "land":
            state = play(state, [f"{state.turn} land red"])
    turns = [(seat, n) for seat, n in seen if n == 2 or len(seen) == 1 or (seat, n) == seen[0]]
    assert seen[0] == (1, 1)
    assert sorted(seat for seat, _ in turns) == list(range(seats))
    assert len(seen) == 1 + 2 * (seats - 1)


def test_only_waiting_seats_can_be_named():
    """GN-031 and GN-032: not oneself, not who had a turn, and not before the actions are done."""
    state = begin(4)
    assert refusal(state, "0 next seat1") == "GN-031"
    state = play(state, ["0 construct 1L", "0 next seat2", "2 construct 7L", "2 construct 7BR"])
    assert offered(state, "next") == ("seat1", "seat3")
    assert refusal(state, "2 next seat0") == "GN-032"
    assert refusal(state, "2 construct 5L") == "GN-031"


def test_only_the_active_seat_acts():
    """GN-031: others wait."""
    assert refusal(begin(), "1 construct 1L") == "GN-031"


def test_action_is_one_of_three():
    """GN-035: construct, add a floor or abandon; each uses one action, and none works on what is not there."""
    start = at(7, {"7L": (0, 1)})
    assert [play(start, [f"0 {what}"]).actions for what in ("construct 7R", "raise 7L", "abandon 7L")] == [1, 1, 1]
    assert refusal(start, "0 abandon 7R") == "GN-035"
    assert not is_offered(start, "0 abandon 7R")


@pytest.mark.parametrize("verb", ["construct 3C", "raise 3L", "abandon 3L", "invade 3R"])
def test_actions_stay_in_the_crane_region(verb):
    """GN-036: everything elsewhere is refused."""
    state = at(7, {"3L": (0, 1), "3R": (1, 1)})
    assert refusal(state, f"0 {verb}") == "GN-036"
    assert not is_offered(state, f"0 {verb}")


@pytest.mark.parametrize(("way", "region"), list(zip(EVERY, range(1, 8), strict=True)))
def test_crane_follows_the_direction(way, region):
    """GN-037 and GN-038: the second action is due where the first sent the crane."""
    state = play(at(4, cleared={"4R": "red"}), [f"0 construct 4{way}"])
    assert (state.crane, state.actions) == (region - 1, 1)
    assert {word[0] for word in offered(state, "construct")} == {str(region)}


def test_crane_can_stay():
    """GN-039: the left space of the left region."""
    assert play(at(7), ["0 construct 7L"]).crane == 7 - 1


def test_going_on_takes_as_long_as_needed():
    """GN-041: two full regions are passed one after another; then one must act."""
    state = at(7, full(7) | full(1), cleared={"7BL": "red", "1C": "red"})
    state = play(state, ["0 go-on"])
    assert (state.crane, offered(state, "construct"), state.actions) == (0, (), 2)
    state = play(state, ["0 go-on"])
    assert state.crane == 2 - 1
    assert refusal(state, "0 go-on") == "GN-040"


def test_going_on_is_not_for_the_first_action():
    """GN-024: every region is open."""
    assert refusal(begin(), "0 go-on") == "GN-024"


def test_no_region_at_all_ends_the_turn():
    """GN-041 and GN-043: whoever can do nothing anywhere cannot go on, but end the turn."""
    state = at(7, people=(1, 30))
    assert refusal(state, "0 go-on") == "GN-041"
    state = play(state, ["0 end"])
    assert (state.turn, state.actions) == (1, 2)


def test_without_floors_the_turn_may_end():
    """GN-042: though a building could be abandoned; the second action is left out too."""
    state = at(7, {"7L": (0, 20)}, last=0)
    assert refusal(state, "0 construct 7R") == "GN-056"
    assert is_offered(state, "0 abandon 7L") and is_offered(state, "0 end")
    state = play(state, ["0 end"])
    assert state.turn == 1
    assert building(state, "7L") == (0, 20, False)


def test_possible_actions_are_compulsory():
    """GN-043: with floors left the turn cannot be ended."""
    state = at(7)
    assert refusal(state, "0 end") == "GN-043"
    assert "GN-043" in reason(state, "end")


def test_round_ends_with_control():
    """GN-103, GN-104 and GN-106: income for the floors on the board, nothing for empty regions."""
    state = at(7, {"7L": (0, 2), "7R": (1, 1)}, seat=1, actions=1, people=(10, 20))
    state = replace(state, order=(1, 0, 1))
    assert people(play(replace(state, order=(0, 1)), ["1 construct 7BR"])) == (10, 19)
    state = replace(state, order=(1, 0, 1, 0), turn=0)
    state = play(state, ["0 construct 7BR"])
    assert people(state) == (10 - 1 + 2, 20)
    assert "@0 gains 2 inhabitants for control (region 7)." in happened(state)
    assert [income(state, region) for region in range(6)] == [{}] * 6


def test_control_counts_each_region():
    """GN-104 and GN-105: two regions alone and one tied."""
    state = at(3, {"3C": (0, 1), "2C": (0, 3), "2TL": (1, 2), "1L": (0, 1), "1R": (1, 1)}, people=(10, 10))
    assert people(control(state)) == (15, 11)


def test_last_seat_begins_where_the_crane_is():
    """GN-108 and GN-109: the crane stays where the last action sent it, for the first action of the new round."""
    state = replace(at(5, actions=1), order=(1, 0, 1, 0))
    state = play(state, ["0 construct 5TR"])
    assert (state.turn, state.round, state.actions, state.crane) == (0, 3, 1, 3 - 1)
    assert {word[0] for word in offered(state, "construct")} == {"3"}


def test_income_is_not_limited():
    """GN-104: above the printed track as well."""
    state = with_player(at(3, {"3C": (0, 1)}), 0, people=60)
    assert people(control(state))[0] == 62
