"""Each house rule of Garden Nation, both ways."""

from dataclasses import replace

import pytest

from companion.games.garden_nation import GAME
from companion.games.garden_nation.control import control
from companion.games.garden_nation.rehearsal import play
from tests.games.test_garden_nation_table import at, begin, building, offered, people, refusal

FULL = {f"3{way}": (1, 1) for way in ("C", "TL", "TR", "R", "BR", "BL", "L")}


def test_settings_have_the_specification_defaults():
    assert {setting.name: setting.words[0] for setting in GAME.settings} == {
        "fallback": "no-action",
        "fallback-direction": "up",
        "min-inhabitants": "1",
        "ploy-limit": "each-action",
        "roof-transfer": "any-building",
        "invaded-roof": "removed",
        "control-ties": "all",
        "actions": "compulsory",
        "ploy-tokens": "4",
    }


@pytest.mark.parametrize(("word", "region"), [("up", 4), ("down", 2)])
def test_fallback_direction(word, region):
    """GN-040."""
    state = at(3, FULL, cleared={"3BR": "red"}, settings={"fallback-direction": word})
    assert play(state, ["0 go-on"]).crane == region - 1


def test_fallback_without_construction_goes_round_once():
    """GN-041: whoever may pass over own buildings comes back to them after all seven regions, and then must act."""
    state = at(3, {"3C": (0, 1)}, people=(1, 30), settings={"fallback": "no-construct"})
    for _ in range(6):
        state = play(state, ["0 go-on"])
    assert (state.crane, refusal(state, "0 end")) == (2 - 1, "GN-043")
    state = play(state, ["0 go-on"])
    assert (state.crane, refusal(state, "0 go-on")) == (3 - 1, "GN-040")
    assert any(p.verb == "abandon" and not p.reason for p in GAME.prompts(state))


@pytest.mark.parametrize(("word", "rule"), [("1", "GN-055"), ("0", None)])
def test_min_inhabitants(word, rule):
    """GN-055."""
    state = at(1, people=(5, 9), settings={"min-inhabitants": word})
    if rule:
        assert refusal(state, "0 construct 1BL") == rule
    else:
        state = play(state, ["0 construct 1BL"])
        assert people(state)[0] == 0
        assert state.printed.people_points(0) == -30


def test_ploy_limit_each_turn():
    """GN-077: then the second action has no ploy either, but the next turn has."""
    state = at(7, settings={"ploy-limit": "each-turn"}, seat=1)
    state = play(state, ["1 move up", "1 construct 1L"])
    assert refusal(state, "1 move up") == "GN-077"
    state = play(state, ["1 construct 7L"])
    assert (state.turn, offered(state, "move")) == (0, ("down", "up"))


def test_roof_transfer_to_another_region_only():
    """GN-081."""
    state = at(6, {"6TR": (0, 2, True), "6R": (0, 1), "2C": (0, 1)}, settings={"roof-transfer": "other-region"})
    assert refusal(state, "0 transfer 6TR 6R") == "GN-081"
    assert offered(state, "transfer") == ("2C",)


def test_invaded_roof_can_stay():
    """GN-084: then it completes nothing, for roofed buildings do not count."""
    projects = ("prison", "temple", "air-base", "radio-tower")
    state = at(5, {"5TL": (1, 2, True)}, settings={"invaded-roof": "stays"}, projects=projects)
    state = play(state, ["0 invade 5TL"])
    assert (building(state, "5TL"), state.roofs, state.phase) == ((0, 2, True), 18, "action")


@pytest.mark.parametrize(("word", "gains"), [("all", (11, 11, 11)), ("two", (10, 10, 10))])
def test_control_ties_of_three(word, gains):
    """GN-105."""
    three = {"3C": (0, 2), "3L": (1, 2), "3R": (2, 2)}
    state = at(3, three, people=(10, 10, 10), seats=3, settings={"control-ties": word})
    assert people(control(state)) == gains


def test_control_ties_of_two_always_count():
    """GN-105."""
    two = {"3C": (0, 2), "3L": (1, 2), "3R": (2, 1)}
    state = at(3, two, people=(10, 10, 10), seats=3, settings={"control-ties": "two"})
    assert people(control(state)) == (11, 11, 10)


def test_voluntary_actions():
    """GN-043: a turn can be ended early, but the crane must come to the board first."""
    state = begin(settings={"actions": "voluntary"})
    assert refusal(state, "0 end") == "GN-043"
    state = play(state, ["0 construct 1L", "1 end"])
    assert (state.turn, state.actions) == (0, 2)


def test_three_ploy_tokens():
    """GN-008."""
    assert [player.ploys for player in begin(settings={"ploy-tokens": "3"}).players] == [3, 3]


def test_settings_do_not_leak_between_games():
    state = begin(settings={"fallback": "no-construct"})
    assert replace(state.house, no_construct=False) == begin().house
