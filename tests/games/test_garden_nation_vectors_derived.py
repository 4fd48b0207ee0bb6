"""The specification's vectors D01 to D32: edge cases."""

from dataclasses import replace

import pytest

from companion.games.garden_nation.board import CELL_OF, CELL_WORDS
from companion.games.garden_nation.control import control
from companion.games.garden_nation.rehearsal import play
from companion.games.garden_nation.scoring import marker, mission_points
from companion.games.garden_nation.sheets import marker_text
from companion.games.garden_nation.state import with_player
from tests.games.test_garden_nation_table import (
    at,
    begin,
    building,
    floors,
    happened,
    is_offered,
    offered,
    people,
    reason,
    refusal,
)


def test_d01_abandon_four_floors_on_one():
    """GN-059: 2 x (1 + 2 + 3 + 4)."""
    state = play(at(1, {"1L": (0, 4)}, people=(3, 9)), ["0 abandon 1L"])
    assert (people(state), floors(state), building(state, "1L")) == ((23, 9), (20, 20), None)


def test_d02_abandon_a_roofed_building():
    """GN-059, GN-060 and GN-062: 52 inhabitants, and the roof goes back."""
    start = at(1, {"1BL": (0, 4, True)}, people=(3, 9))
    state = play(start, ["0 abandon 1BL"])
    assert (people(state)[0], start.roofs, state.roofs) == (55, 18, 19)


def test_d03_cleared_bramble_stays_five():
    """GN-046, GN-048, GN-050 and GN-059: green for good, and always 5."""
    start = at(2, {"2BR": (0, 2)}, people=(20, 9), cleared={"2BR": "green"})
    assert people(play(start, ["0 raise 2BR"]))[0] == 20 - 7
    state = play(start, ["0 abandon 2BR"])
    cell = CELL_OF["2BR"]
    assert (people(state)[0], state.lands[cell], state.board.costs[cell], state.tokens) == (42, "green", 5, (3, 2, 3))


def test_d04_one_inhabitant_remains():
    """GN-055: 5 of 5 is refused, 4 of 5 leaves 1."""
    state = at(1, people=(5, 9))
    assert refusal(state, "0 construct 1BL") == "GN-055"
    assert not is_offered(state, "0 construct 1BL")
    assert people(play(state, ["0 construct 1TL"]))[0] == 1


RIVAL = {"2BL": (1, 2, True), "7C": (0, 18)}
"""A rival's two floors on land 3; seat 0 has two floors left."""


def test_d05_invasion():
    """GN-082, GN-083, GN-084 and GN-055: 14 change hands, the building changes colour and loses its roof."""
    state = play(at(2, RIVAL, people=(15, 9)), ["0 invade 2BL"])
    assert (people(state), building(state, "2BL")) == ((1, 23), (0, 2, False))
    assert (floors(state), state.roofs, state.players[0].ploys) == ((0, 20), 19, 3)


def test_d06_invasion_needs_floors():
    """GN-084: one floor for two is not enough."""
    state = at(2, RIVAL | {"7L": (0, 1)}, people=(15, 9))
    assert refusal(state, "0 invade 2BL") == "GN-084"
    assert not is_offered(state, "0 invade 2BL")


def test_d07_invasion_needs_inhabitants():
    """GN-055: 14 of 14 leaves nobody."""
    state = at(2, RIVAL, people=(14, 9))
    assert refusal(state, "0 invade 2BL") == "GN-055"
    assert not is_offered(state, "0 invade 2BL")


def test_d08_invasion_can_place_the_last_floor():
    """GN-101 and GN-085: the running round is the last."""
    state = play(at(2, RIVAL, people=(15, 9)), ["0 invade 2BL"])
    assert state.last == 0
    assert "this is the last round" in happened(state)


def test_d09_roof_stops_growth():
    """GN-053."""
    state = at(2, {"2BL": (0, 2, True)})
    assert refusal(state, "0 raise 2BL") == "GN-053"
    assert "GN-053" in reason(state, "raise")


def test_d10_one_project_per_action():
    """GN-063, GN-067 and GN-069: two are completed, one is claimed, the roof spoils the other."""
    state = at(6, {"6TR": (0, 1), "6R": (0, 1)}, projects=("herbalist", "windmill", "temple", "air-base"))
    state = play(state, ["0 raise 6TR"])
    assert offered(state, "claim") == ("herbalist", "windmill")
    state = play(state, ["0 claim herbalist", "0 open forge"])
    assert (building(state, "6TR"), building(state, "6R")) == ((0, 2, True), (0, 1, False))
    assert refusal(state, "0 claim windmill") == "GN-063"
    later = replace(state, crane=6 - 1)
    assert play(later, ["0 raise 6R"]).phase != "project"


def test_d11_more_floors_than_demanded():
    """GN-066: three where two are asked for."""
    state = play(at(6, {"6TR": (0, 2)}, projects=("herbalist", "temple", "air-base", "house")), ["0 raise 6TR"])
    assert offered(state, "claim") == ("herbalist",)


def test_d12_no_claim_without_a_floor():
    """GN-064: the space beside was left by a rival, but no floor was placed."""
    state = at(6, {"6BL": (0, 2), "6TL": (1, 1)}, seat=1, projects=("sacred-place-red", "house", "temple", "air-base"))
    state = play(state, ["1 abandon 6TL"])
    state = replace(state, turn=0, order=(1, 0), actions=2, crane=6 - 1)
    assert refusal(state, "0 claim house") == "GN-064"
    assert "GN-064" in reason(state, "claim")


def test_d13_roofed_neighbour_does_not_count():
    """GN-069 and GN-118: the tall one has a roof."""
    projects = ("windmill", "temple", "air-base", "radio-tower")
    assert play(at(6, {"6TR": (0, 2), "6R": (0, 1)}, projects=projects), ["0 raise 6R"]).phase == "project"
    assert play(at(6, {"6TR": (0, 2, True), "6R": (0, 1)}, projects=projects), ["0 raise 6R"]).phase == "action"


def test_d14_roof_transfer():
    """GN-078, GN-081 and GN-102: only to the same land; crane and action stay."""
    start = at(6, {"6TR": (0, 2, True), "3BL": (0, 1), "2TL": (0, 1)})
    assert refusal(start, "0 transfer 6TR 3BL") == "GN-081"
    assert offered(start, "transfer") == ("2TL",)
    state = play(start, ["0 transfer 6TR 2TL"])
    assert (building(state, "6TR"), building(state, "2TL")) == ((0, 2, False), (0, 1, True))
    assert (state.crane, state.actions, state.phase, state.roofs) == (start.crane, 2, "action", start.roofs)


def test_d15_one_ploy_per_action():
    """GN-077: not a second one now, but with the second action."""
    state = play(at(5, {"6TR": (0, 2, True), "2TL": (0, 1)}), ["0 move up"])
    assert refusal(state, "0 transfer 6TR 2TL") == "GN-077"
    assert "GN-077" in reason(state, "transfer")
    state = play(state, ["0 construct 6BL", "0 transfer 6TR 2TL"])
    assert state.players[0].ploys == 2


@pytest.mark.parametrize("event", ["move up", "transfer 6TR 2TL", "invade 6BL"])
def test_d16_no_token_left(event):
    """GN-008: four are used."""
    state = at(6, {"6TR": (0, 2, True), "2TL": (0, 1), "6BL": (1, 1)})
    assert is_offered(state, f"0 {event}")
    state = with_player(state, 0, ploys=0)
    assert refusal(state, f"0 {event}") == "GN-008"
    assert not is_offered(state, f"0 {event}")


FULL = {f"7{way}": (1, 1) for way in ("C", "TL", "TR", "R", "BR", "BL", "L")}


def test_d17_fallback_to_region_one():
    """GN-040: nothing is possible in region 7, so region 1 follows."""
    state = at(7, FULL, cleared={"7BL": "red"})
    assert offered(state, "construct") == ()
    assert play(state, ["0 go-on"]).crane == 1 - 1


def test_d18_fallback_only_without_any_action():
    """GN-040: abandoning is an action, unless the house rule counts building alone."""
    full = FULL | {"7TL": (0, 1, True)}
    state = at(7, full, cleared={"7BL": "red"})
    assert refusal(state, "0 go-on") == "GN-040"
    assert "GN-040" in reason(state, "go-on")
    house = at(7, full, cleared={"7BL": "red"}, settings={"fallback": "no-construct"})
    assert play(house, ["0 go-on"]).crane == 1 - 1


def test_d19_naming_the_next_player():
    """GN-031, GN-032 and GN-108: seat 1 comes last without a choice and begins the next round."""
    state = play(begin(3), ["0 construct 1L"])
    assert offered(state, "next") == ("seat1", "seat2")
    state = play(state, ["0 next seat2", "2 construct 7L", "2 construct 7BR"])
    assert (state.turn, state.phase) == (1, "action")
    state = play(state, ["1 construct 5L", "1 construct 7R"])
    assert (state.turn, state.round, state.actions) == (1, 2, 1)


def test_d20_two_players_alternate():
    """GN-034 and GN-108: 1, 2, 2 and 2 actions; the second player begins the next round."""
    state, seen = begin(), []
    while state.round == 1:
        seen.append((state.turn, state.actions))
        state = play(state, [f"{state.turn} construct {offered(state, 'construct')[-1]}"])
        if state.phase == "land":
            state = play(state, [f"{state.turn} land red"])
    assert seen == [(0, 1), (1, 2), (1, 1), (0, 2), (0, 1), (1, 2), (1, 1)]
    assert (state.turn, state.actions) == (1, 1)


def test_d21_three_tied():
    """GN-105: each gains 1."""
    state = at(3, {"3C": (0, 2), "3L": (1, 2), "3R": (2, 2)}, people=(10, 10, 10), seats=3)
    assert people(control(state)) == (11, 11, 11)


def test_d22_floors_below_a_roof_count():
    """GN-107: three floors with a roof beat two."""
    state = at(3, {"3C": (0, 3, True), "3L": (1, 2)}, people=(10, 10))
    assert people(control(state)) == (12, 10)


def test_d23_no_green_token_left():
    """GN-047: three tokens of each land."""
    state = at(2, cleared={"3BR": "green", "4R": "green", "5BL": "green"})
    state = play(state, ["0 construct 2BR"])
    assert refusal(state, "0 land green") == "GN-047"
    assert offered(state, "land") == ("yellow", "red")


@pytest.mark.parametrize(
    ("count", "points"), [(1, -30), (9, -3), (10, 0), (13, 1), (14, 2), (38, 10), (45, 10), (37, 9), (2, -20)]
)
def test_d24_points_for_inhabitants(count, points):
    """GN-098."""
    assert begin().printed.people_points(count) == points


def worth(state, mission):
    return mission_points(state, 0, state.printed.mission(mission))


def test_d25_belfry():
    """GN-094 and GN-097: once per region, and not below a roof."""
    state = at(3, {"2C": (0, 3), "2TL": (0, 4), "5C": (0, 3, True)})
    assert worth(state, "belfry") == 7


def test_d26_territory_control():
    """GN-096: alone in region 1, tied in region 3."""
    state = at(3, {"1L": (0, 1), "3C": (0, 1), "3L": (1, 1)})
    assert worth(state, "control-1-3") == 4
    assert worth(at(3, {"1L": (0, 1), "3C": (0, 1, True)}), "control-1-3") == 12


def test_d27_post_office():
    """GN-093 and GN-097: 3 + 2 floors on yellow, the roofed two do not count."""
    state = at(3, {"2C": (0, 3), "2TL": (0, 2), "6R": (0, 2, True), "3C": (0, 4)})
    assert worth(state, "post-office") == 5


def test_d28_middle_of_the_middle():
    """GN-037 and GN-039: the crane stays."""
    assert play(at(1), ["0 construct 1C", "0 land red"]).crane == 1 - 1


def test_d29_first_action_anywhere():
    """GN-024 and GN-025: any region, but no ploy."""
    state = begin()
    assert {word[0] for word in offered(state, "construct")} == set("1234567")
    assert refusal(state, "0 move up") == "GN-025"
    assert "GN-025" in reason(state, "move")
    assert play(state, ["0 construct 6C"]).crane == 1 - 1


def test_d30_neighbours_across_a_border():
    """GN-110 and GN-111: the bottom right space of the region at the top left."""
    near = begin().board.near[CELL_OF["2BR"]]
    assert {CELL_WORDS[cell] for cell in near} == {"2C", "2R", "2BL", "1TL"}


def test_d31_new_lap():
    """GN-013: 68 and 5 are 73, the marker stands on 3 of the second lap."""
    projects = ("windmill", "temple", "air-base", "radio-tower")
    state = play(at(6, {"6TR": (0, 2), "6R": (0, 1)}, projects=projects), ["0 raise 6R", "0 claim windmill"])
    assert state.scores == (5, 0)
    assert (marker(68 + 5), marker_text(68 + 5), marker(-20)) == ((1, 3), "3 + 1 of 70", (0, -20))


def test_d32_two_equal_missions():
    """GN-022: the kept ones must differ."""
    state = replace(at(3), phase="reveal", last=0, order=(0, 1, 0, 1), turn=1)
    assert refusal(state, "0 reveal market market") == "GN-022"
    assert play(state, ["0 reveal market belfry"]).players[0].missions == ("market", "belfry")
