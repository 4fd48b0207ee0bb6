"""Common projects: their conditions, claiming, roofs, the deck; and which spaces touch."""

from dataclasses import replace

import pytest

from companion.games.garden_nation import GAME
from companion.games.garden_nation.board import CELL_OF, CELL_WORDS, turn
from companion.games.garden_nation.printed import PROJECT_IDS
from companion.games.garden_nation.projects import is_met
from companion.games.garden_nation.rehearsal import play
from companion.games.garden_nation.state import with_player
from companion.model import Event, ScoreLine
from tests.games.test_garden_nation_table import at, begin, building, happened, is_offered, offered, refusal


def met(buildings, cell, cleared=None):
    """Every project that the building on this space completes for seat 0."""
    state = at(1, buildings, cleared=cleared)
    return {project.id for project in state.printed.projects if is_met(state, project, CELL_OF[cell])}


NEXT_TO_EMPTY = {"infirmary-green", "infirmary-red", "sacred-place-yellow", "sacred-place-red"}
NEXT_TO_EMPTY |= {"fortress-yellow", "fortress-green"}


# ------------------------------------------------------------------------------------------------ neighbourhood


def test_middle_touches_all_others_and_outer_ones_their_ring():
    """GN-110: six for the middle, three inside the region for an outer space."""
    near = begin().board.near
    assert {CELL_WORDS[c] for c in near[CELL_OF["4C"]]} == {"4TL", "4TR", "4R", "4BR", "4BL", "4L"}
    assert {CELL_WORDS[c] for c in near[CELL_OF["4R"]]} == {"4C", "4TR", "4BR"}


def test_regions_touch_at_one_pair_of_spaces():
    """GN-111: opposite spaces of neighbouring regions, twelve borders, and always both ways."""
    near = begin().board.near
    across = {(a, b) for a in range(49) for b in near[a] if a // 7 != b // 7}
    assert len(across) == 2 * 12
    assert all((b, a) in across and b % 7 == turn(a % 7, 3) for a, b in across)
    words = {(CELL_WORDS[a], CELL_WORDS[b]) for a, b in across}
    assert {("1TL", "2BR"), ("2R", "3L"), ("4BL", "5TR"), ("7TR", "2BL"), ("1L", "7R")} <= words


# ------------------------------------------------------------------------------------------------ conditions


def test_next_to_empty():
    """GN-112: two floors beside an unoccupied space of the other land; an uncleared bramble has no land."""
    # 6TL (green) touches 6C red, 6L bramble, 6TR yellow and 7BR yellow across the border.
    assert met({"6TL": (0, 2)}, "6TL") & NEXT_TO_EMPTY == {"sacred-place-red", "sacred-place-yellow"}
    assert not met({"6TL": (0, 1)}, "6TL") & NEXT_TO_EMPTY
    taken = {"6TL": (0, 2), "6C": (1, 1)}
    assert met(taken, "6TL") & NEXT_TO_EMPTY == {"sacred-place-yellow"}
    assert met(taken, "6TL", {"6L": "red"}) & NEXT_TO_EMPTY == {"sacred-place-yellow", "sacred-place-red"}
    both = taken | {"6TR": (1, 1)}
    assert met(both, "6TL") & NEXT_TO_EMPTY == {"sacred-place-yellow"}
    assert not met(both | {"7BR": (0, 1)}, "6TL") & NEXT_TO_EMPTY


@pytest.mark.parametrize(
    ("cell", "wanted"),
    [("2TL", "infirmary-green"), ("2TL", "infirmary-red"), ("5R", "fortress-yellow"), ("5TL", "fortress-green")],
)
def test_next_to_empty_of_other_lands(cell, wanted):
    """GN-112: Infirmary on yellow, Fortress on red."""
    assert wanted in met({cell: (0, 2)}, cell)


@pytest.mark.parametrize(
    ("outer", "middle", "word", "tall"),
    [
        ("2TL", "1R", "herbalist", "power-station"),
        ("6TL", "1TL", "house", "apartments"),
        ("5R", "1L", "prison", "radio-tower"),
    ],
)
def test_outer_and_middle_regions(outer, middle, word, tall):
    """GN-113 and GN-116: two floors outside, three in the middle, each on its land only."""
    assert word in met({outer: (0, 2)}, outer)
    assert word not in met({outer: (0, 1)}, outer)
    assert not met({middle: (0, 2)}, middle) & {word, tall}
    assert met({middle: (0, 3)}, middle) & {word, tall} == {tall}
    assert tall not in met({outer: (0, 3)}, outer)
    lands = {"herbalist", "house", "prison"}
    assert met({outer: (0, 5)}, outer) & lands == {word}


@pytest.mark.parametrize(
    ("a", "b", "low", "high"),
    [
        ("6TR", "6R", "forge", "windmill"),
        ("1TL", "1TR", "terraced-houses", "sanctuary"),
        ("1BL", "1L", "outpost", "bunker"),
    ],
)
def test_pairs(a, b, low, high):
    """GN-114 and GN-115: two touching own buildings on one land, for the greater one of them with two floors."""
    pairs = {"forge", "windmill", "terraced-houses", "sanctuary", "outpost", "bunker"}
    assert met({a: (0, 1), b: (0, 1)}, a) & pairs == {low}
    assert met({a: (0, 2), b: (0, 1)}, a) & pairs == {low, high}
    assert met({a: (0, 1), b: (0, 2)}, a) & pairs == {low, high}
    assert not met({a: (0, 2), b: (1, 2)}, a) & pairs
    assert not met({a: (0, 2)}, a) & pairs


def test_pair_must_touch():
    """GN-114: on the same land, but not side by side."""
    assert "forge" not in met({"2C": (0, 1), "6R": (0, 1)}, "2C")


def test_trio():
    """GN-117: red with two floors in the middle of region 3, touching green and yellow; any of them may be new."""
    trio = {"3C": (0, 2), "3TL": (0, 1), "3L": (0, 1)}
    for cell in trio:
        assert "air-base" in met(trio, cell)
    assert "air-base" not in met(trio | {"3C": (0, 1)}, "3C")
    assert "air-base" not in met(trio | {"3L": (1, 1)}, "3C")
    lands = {"water-reservoir", "temple", "air-base"}
    assert met(trio, "3C") & lands == {"air-base"}
    assert "temple" in met({"1TL": (0, 2), "1C": (0, 1), "2BR": (0, 1)}, "1TL", {"1C": "red", "2BR": "yellow"})
    assert "water-reservoir" in met({"3L": (0, 2), "3C": (0, 1), "3TL": (0, 1)}, "3L")


def test_trio_needs_the_new_floor():
    """GN-118 and GN-075: a fourth building beside the trio does not complete it, nor does one count twice."""
    trio = {"3C": (0, 2), "3TL": (0, 1), "3L": (0, 1)}
    assert "air-base" not in met(trio | {"3TR": (0, 1)}, "3TR")
    assert "air-base" not in met({"3C": (0, 2), "3TL": (0, 1), "3BL": (0, 1)}, "3C")


@pytest.mark.parametrize("roofed", ["3C", "3TL", "3L"])
def test_roofed_buildings_do_not_count(roofed):
    """GN-069 and GN-118: neither the new one nor those beside it."""
    trio = {"3C": (0, 2), "3TL": (0, 1), "3L": (0, 1)}
    trio[roofed] = (*trio[roofed], True)
    assert all("air-base" not in met(trio, cell) for cell in trio)


def test_condition_already_true_is_no_obstacle():
    """GN-064: the pair stood before; a third floor on one of them completes Forge."""
    state = at(6, {"6TR": (0, 2), "6R": (0, 1)}, projects=("forge", "temple", "air-base", "radio-tower"))
    assert offered(play(state, ["0 raise 6TR"]), "claim") == ("forge",)


def test_own_buildings_only():
    """GN-075: a rival's building beside does not help."""
    state = at(6, {"6R": (1, 1)}, projects=("forge", "temple", "air-base", "radio-tower"))
    assert play(state, ["0 construct 6TR"]).phase == "action"


# ------------------------------------------------------------------------------------------------ claiming

FORGE = ("forge", "herbalist", "temple", "air-base")


def before_claim(**more):
    return play(at(6, {"6R": (0, 1)}, projects=FORGE, **more), ["0 construct 6TR"])


def test_claiming_scores_and_roofs():
    """GN-065, GN-067 and GN-068: card, points, one roof on the building with the new floor."""
    state = play(before_claim(), ["0 claim forge"])
    assert (state.scores, state.players[0].projects, state.roofs) == ((3, 0), ("forge",), 18)
    assert (building(state, "6TR"), building(state, "6R")) == ((0, 1, True), (0, 1, False))
    assert GAME.view(state).breakdown == ((ScoreLine("Forge", 3, "GN-065"),), ())
    assert "Forge for 3 points" in happened(state)


def test_claimed_project_is_gone():
    """GN-070: it is neither open nor in the deck."""
    state = play(before_claim(), ["0 claim forge", "0 open house"])
    assert state.projects == ("herbalist", "temple", "air-base", "house")
    state = replace(before_claim(), projects=("herbalist", "temple", "air-base", "house"))
    assert refusal(state, "0 claim forge") == "GN-070"


def test_new_project_is_opened_at_once():
    """GN-071: nothing else happens before, and only a card of the deck can come."""
    state = play(before_claim(), ["0 claim forge"])
    assert (state.phase, len(offered(state, "open"))) == ("open", 17)
    assert refusal(state, "0 construct 3C") == "GN-071"
    assert (refusal(state, "0 open forge"), refusal(state, "0 open temple")) == ("GN-071", "GN-071")


def test_claiming_is_voluntary():
    """GN-073: without it there is no roof, and the action is over."""
    state = play(before_claim(), ["0 decline"])
    assert (state.scores, building(state, "6TR"), state.actions, state.crane) == ((0, 0), (0, 1, False), 1, 3 - 1)
    assert refusal(state, "0 claim forge") == "GN-064"


def test_no_roof_no_claim():
    """GN-074: the companion says why nothing is offered."""
    roofed = {f"{region}C": (1, 1, True) for region in (2, 3, 4, 5, 7)}
    roofed |= {f"{region}{way}": (1, 1, True) for region in (2, 4) for way in ("TL", "TR", "BL", "L")}
    roofed |= {f"3{way}": (1, 1, True) for way in ("TL", "TR", "BL", "L", "R")} | {"7R": (1, 1, True)}
    state = at(6, roofed | {"6R": (0, 1)}, projects=FORGE)
    assert state.roofs == 0
    after = play(state, ["0 construct 6TR"])
    assert (after.phase, after.actions) == ("action", 1)
    assert "no roof is left" in happened(after)
    assert refusal(replace(before_claim(), roofs=0), "0 claim forge") == "GN-074"


def test_unmet_project_is_refused():
    """GN-118: only what the building completes."""
    state = before_claim()
    assert not is_offered(state, "0 claim temple")
    assert refusal(state, "0 claim temple") == "GN-118"


def test_empty_deck_leaves_the_place_empty():
    """GN-076: nothing is asked for, three projects lie open."""
    rest = tuple(word for word in PROJECT_IDS if word not in FORGE)
    state = with_player(before_claim(), 1, projects=rest)
    state = GAME.apply(state, Event.parse("0 claim forge"))
    assert (state.phase, state.projects) == ("action", FORGE[1:])
