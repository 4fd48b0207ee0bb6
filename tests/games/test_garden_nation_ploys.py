"""Ploys: what they cost, allow and move."""

from dataclasses import replace

import pytest

from companion.games.garden_nation.rehearsal import play
from companion.games.garden_nation.state import with_player
from tests.games.test_garden_nation_table import at, building, floors, is_offered, offered, people, reason, refusal


def test_used_token_is_gone():
    """GN-008: four movements in four actions, then no more."""
    state = at(1)
    for left in (3, 2, 1, 0):
        state = replace(play(state, ["0 move up"]), ployed=False)
        assert state.players[0].ploys == left
    assert refusal(state, "0 move up") == "GN-008"


def test_movement_comes_with_the_action():
    """GN-078: the action is still due, in the other region."""
    state = play(at(7), ["0 move up"])
    assert (state.actions, state.phase, state.players[0].ploys) == (2, "action", 3)
    assert {word[0] for word in offered(state, "construct")} == {"1"}


def test_movement_is_one_number():
    """GN-080: up or down and nothing else."""
    assert refusal(at(7), "0 move sideways") == "GN-080"
    assert offered(at(7), "move") == ("down", "up")


def test_roof_comes_from_an_own_building_here():
    """GN-081: not from elsewhere, not from a rival, not to a roofed one."""
    state = at(6, {"6TR": (0, 2, True), "2TL": (0, 1), "2C": (0, 1, True), "6R": (1, 1, True), "4L": (1, 1)})
    assert refusal(state, "0 transfer 2C 2TL") == "GN-036"
    assert refusal(state, "0 transfer 6R 2TL") == "GN-081"
    assert refusal(state, "0 transfer 6TR 2C") == "GN-081"
    assert refusal(state, "0 transfer 6TR 4L") == "GN-081"
    assert refusal(state, "0 transfer 2TL 2C") == "GN-036"
    assert offered(state, "transfer") == ("2TL",)
    assert not is_offered(state, "0 transfer 6R 2TL")


def test_roof_may_stay_in_the_region():
    """GN-081: another space is enough; the freed building can grow again."""
    state = play(at(6, {"6TR": (0, 2, True), "6R": (0, 1)}), ["0 transfer 6TR 6R"])
    assert (building(state, "6TR"), building(state, "6R")) == ((0, 2, False), (0, 1, True))
    assert offered(state, "raise") == ("6TR",)


def test_no_roof_to_move_is_said():
    """GN-081: greyed with the reason."""
    assert "GN-081" in reason(at(6, {"6TR": (0, 2, True), "3BL": (0, 1)}), "transfer")


def test_invasion_is_the_action():
    """GN-079 and GN-102: one action is used, the crane follows the invaded space."""
    state = play(at(5, {"5TL": (1, 1)}), ["0 invade 5TL"])
    assert (state.actions, state.crane, building(state, "5TL")) == (1, 2 - 1, (0, 1, False))


def test_invasion_keeps_the_height():
    """GN-082 and GN-083: three floors stay three; 24 for three floors on land 3."""
    state = play(at(5, {"5TL": (1, 3)}, people=(30, 10)), ["0 invade 5TL"])
    assert (building(state, "5TL"), people(state), floors(state)) == ((0, 3, False), (6, 34), (17, 20))


def test_only_rivals_are_invaded():
    """GN-082: neither empty spaces nor own buildings."""
    state = at(5, {"5TL": (0, 1)})
    assert (refusal(state, "0 invade 5TL"), refusal(state, "0 invade 5C")) == ("GN-082", "GN-082")
    assert "GN-082" in reason(state, "invade")


def test_invaded_roof_goes_back():
    """GN-084: to the supply, with the floors to their owner."""
    start = at(5, {"5TL": (1, 2, True)})
    state = play(start, ["0 invade 5TL"])
    assert (start.roofs, state.roofs, floors(state)) == (18, 19, (18, 20))


def test_invasion_can_complete_a_project():
    """GN-101: two floors on red in an outer region."""
    state = at(5, {"5TL": (1, 2)}, projects=("prison", "temple", "air-base", "radio-tower"))
    state = play(state, ["0 invade 5TL"])
    assert offered(state, "claim") == ("prison",)
    assert play(state, ["0 claim prison"]).scores == (3, 0)


@pytest.mark.parametrize("ploy", ["move up", "transfer 5R 1L", "invade 5TL"])
def test_second_ploy_waits_for_the_second_action(ploy):
    """GN-077: after a movement none is possible; with the next action it is."""
    state = at(5, {"5R": (0, 1, True), "1L": (0, 1), "5TL": (1, 1)})
    assert is_offered(state, f"0 {ploy}")
    used = replace(with_player(state, 0, ploys=3), ployed=True)
    assert refusal(used, f"0 {ploy}") == "GN-077"
    assert is_offered(replace(used, ployed=False), f"0 {ploy}")


def test_movement_does_not_reach_the_second_action():
    """GN-038 and GN-077: the space used decides, and a ploy is free again."""
    state = play(at(7), ["0 move up", "0 construct 1L"])
    assert (state.crane, state.ployed, state.actions) == (7 - 1, False, 1)
