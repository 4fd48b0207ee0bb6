"""The specification's vectors X01 to X07: every example of the rulebook's text."""

import pytest

from companion.games.garden_nation.control import control
from companion.games.garden_nation.rehearsal import play
from tests.games.test_garden_nation_table import at, begin, building, floors, people, refusal


@pytest.mark.parametrize("region", range(1, 8))
def test_x01_space_sends_the_crane(region):
    """GN-037: the top right space of any region leads to the region at the top right."""
    assert play(at(region), [f"0 construct {region}TR"]).crane == 3 - 1


def test_x02_third_floor_on_a_three():
    """GN-050: land 3 and two floors make 5."""
    state = play(at(3, {"3C": (0, 2)}, people=(20, 20)), ["0 raise 3C"])
    assert (people(state), building(state, "3C")) == ((15, 20), (0, 3, False))


def test_x03_two_projects_in_a_turn():
    """GN-063: one project in each of two actions."""
    state = at(6, {"6BL": (0, 1), "6TL": (0, 1)}, projects=("house", "sacred-place-red", "temple", "air-base"))
    state = play(state, ["0 raise 6BL", "0 claim house", "0 open prison"])
    assert (state.scores, state.crane, state.actions) == ((3, 0), 6 - 1, 1)
    state = play(state, ["0 raise 6TL", "0 claim sacred-place-red"])
    assert state.scores == (7, 0)


def test_x04_new_project_with_the_second_action():
    """GN-071 and GN-072: what was opened by the first action is completed by the second."""
    state = at(6, {"6BL": (0, 1), "6TL": (0, 1)}, projects=("house", "temple", "water-reservoir", "air-base"))
    state = play(state, ["0 raise 6BL", "0 claim house", "0 open sacred-place-red", "0 raise 6TL"])
    assert state.phase == "project"
    assert play(state, ["0 claim sacred-place-red"]).scores == (7, 0)


@pytest.mark.parametrize(("region", "way", "to"), [(7, "up", 1), (1, "down", 7), (3, "up", 4), (3, "down", 2)])
def test_x05_strategic_movement_wraps(region, way, to):
    """GN-080: 7 and 1 are neighbours."""
    assert play(at(region), [f"0 move {way}"]).crane == to - 1


def test_x06_last_floor_stays_the_last():
    """GN-085 and GN-086: floors that come back do not call the end off."""
    state = at(7, {"7R": (0, 1), "1L": (0, 18)})
    state = play(state, ["0 construct 7L"])
    assert (floors(state)[0], state.last, state.crane) == (0, 0, 7 - 1)
    state = play(state, ["0 abandon 7R"])
    assert (floors(state)[0], state.last) == (1, 0)


@pytest.mark.parametrize(("mine", "gains"), [(3, (2, 0)), (2, (1, 1))])
def test_x07_control(mine, gains):
    """GN-104 and GN-105: 3 against 2 brings 2, 2 against 2 brings 1 each."""
    state = control(at(3, {"3C": (0, mine), "3L": (1, 2)}, people=(10, 10)))
    assert people(state) == (10 + gains[0], 10 + gains[1])


def test_first_claim_needs_a_floor():
    """GN-064: nothing was placed yet."""
    assert refusal(begin(), "0 claim temple") == "GN-064"
