"""What districts are worth, line by line."""

from dataclasses import replace

import pytest

from companion.games.rollopolis import GAME
from companion.games.rollopolis.board import CENTRE
from companion.games.rollopolis.house import House
from companion.games.rollopolis.invariants import recount
from companion.games.rollopolis.scoring import group_points, score, score_lines, space_points
from companion.games.rollopolis.state import District
from tests.games.test_rollopolis_positions import begun, cells

EMPTY = ". . . . . / . . {n} . . / . {w} {x} {e} . / . . {s} {c} . / . . . . ."
HOUSE = House()
PICTURE = "M R1 P H L / . fo R4 R2 M / . mo R1 C2 po / I I C3 C1 . / I I C3 M ."


def around(x, *, n=".", w=".", e=".", s=".", c="."):
    """A district with one space in the middle, its neighbours by direction, and one corner."""
    return District(cells(EMPTY.format(x=x, n=n, w=w, e=e, s=s, c=c)))


def line(district, rule, house=HOUSE):
    """The points of the lines of one rule."""
    return sum(found.points for found in score_lines(district, house) if found.rule == rule)


def test_residentials_by_level():
    """RO-170"""
    assert [line(around(f"R{n}"), "RO-170") for n in (1, 2, 3, 4)] == [0, 2, 4, 7]
    assert line(around("R4", n="R3", s="R2"), "RO-170") == 13


def test_commercial_multiplies_neighbours_by_level():
    """RO-171: Commercials and Residentials by sides, their own levels do not matter."""
    assert [line(around(f"C{n}", n="R4", w="R1"), "RO-171") for n in (1, 2, 3)] == [2, 4, 6]
    assert line(around("C3", n="I", w="P", c="R1"), "RO-171") == 0
    assert line(around("C2", e="C3"), "RO-171") == 2 + 3


def test_industrial_costs_by_pairs():
    """RO-172: a Residential at two Industrials costs two; corners count."""
    assert line(around("R1", n="I", s="I"), "RO-172") == -2
    assert line(around("I", n="R4", c="R1"), "RO-172") == -2
    assert line(around("I", n="C1"), "RO-172") == 0


def test_substation_stands_between_industrials():
    """RO-173: left and right, or above and below; never round a corner or over the edge."""
    assert line(around("E", w="I", e="I"), "RO-173") == 3
    assert line(around("E", n="I", s="I"), "RO-173") == 3
    assert line(around("E", n="I", e="I"), "RO-173") == 0
    assert line(around("E", n="I", s="I", w="I", e="I"), "RO-173") == 3
    edges = (
        ". . . . I / E I . . . / . . . . . / . . . . . / . . . . .",
        ". . . . . / . . . I E / I . . . . / . . . . . / . . . . .",
        "E . . . . / I . . . . / . . . . . / . . . . . / I . . . .",
        ". E . . . / . I . . . / . . . . . / . . . . . / . I . . .",
        "I . . . . / . . . . . / . . . . . / I . . . . / E . . . .",
    )
    assert [line(District(cells(text)), "RO-173") for text in edges] == [0] * 5


def test_bus_station():
    """RO-174: a Residential and an Industrial by sides."""
    assert line(around("B", n="R1", e="I"), "RO-174") == 3
    assert line(around("B", n="R1", c="I"), "RO-174") == 0
    assert line(around("B", n="R1", e="R2"), "RO-174") == 0


def test_park():
    """RO-175: two Residentials by sides, no Industrial even at a corner."""
    assert line(around("P", n="R1", w="R3"), "RO-175") == 2
    assert line(around("P", n="R1"), "RO-175") == 0
    assert line(around("P", n="R1", w="R3", c="I"), "RO-175") == 0


def test_garage():
    """RO-176: an Industrial and a Commercial by sides."""
    assert line(around("G", n="I", w="C1"), "RO-176") == 2
    assert line(around("G", n="I", c="C1"), "RO-176") == 0


@pytest.mark.parametrize(
    ("letter", "partner", "rule", "mark"), [("U", "A", "RO-177", "university"), ("H", "L", "RO-178", "hospital")]
)
def test_unused_activations(letter, partner, rule, mark):
    """RO-177 RO-178: one point each, only beside the partner."""
    beside, apart = around(letter, n=partner), around(letter, c=partner)
    assert [line(replace(beside, **{mark: n}), rule) for n in (0, 1, 2)] == [2, 1, 0]
    assert line(apart, rule) == 0


def test_school():
    """RO-179: a Residential and a Commercial by sides, no Industrial even at a corner."""
    assert line(around("S", n="R1", w="C1"), "RO-179") == 2
    assert line(around("S", n="R1", c="C1"), "RO-179") == 0
    assert line(around("S", n="R1", w="C1", c="I"), "RO-179") == 0


def test_monuments_together():
    """RO-180: 1, 3, 6, 10, 15."""
    rows = ["M . . . .", ". M . . .", ". . M . .", ". . . M .", ". . . . M"]
    found = [District(cells(" ".join(rows[:n] + [". . . . ."] * (5 - n)))) for n in range(1, 6)]
    assert [line(d, "RO-180") for d in found] == [1, 3, 6, 10, 15]
    assert [score_lines(d, HOUSE)[0].text for d in found[:2]] == ["Monument", "2 Monuments"]


def test_industrial_spoils_all_monuments():
    """RO-181: one Industrial at a corner of one of them is enough."""
    spoilt = District(cells("M I . . . / . . . . . / . . M . . / . . . . . / . . . . M"))
    lines = {found.rule: found.points for found in score_lines(spoilt, HOUSE)}
    assert lines["RO-181"] == 0
    assert "RO-180" not in lines
    apart = District(cells("M . . . I / . . . . . / . . M . . / . . . . . / . . . . M"))
    assert line(apart, "RO-180") == 6


def test_abilities_score_nothing():
    """RO-182: the score of a lone Local Community or Architect's Hall is that of the blanks."""
    assert score(around("L"), HOUSE) == score(around("A"), HOUSE) == -24
    assert [space_points(around(letter), HOUSE, CENTRE) for letter in "LA"] == [0, 0]


@pytest.mark.parametrize(
    ("terrain", "likes", "rule"), [("fo", "R2", "RO-183"), ("po", "C2", "RO-184"), ("mo", "I", "RO-185")]
)
def test_terrain_likes_one_type(terrain, likes, rule):
    """RO-183 RO-184 RO-185: a point for each such building by sides."""
    assert line(around(terrain, n=likes, w=likes, e=likes, s=likes), rule) == 4
    assert line(around(terrain, n=likes, c=likes), rule) == 1
    others = {"R2", "C2", "I"} - {likes}
    assert [line(around(terrain, n=other), rule) for other in sorted(others)] == [0, 0]


def test_blanks_cost_a_point_each():
    """RO-186 RO-026: terrains are not blank."""
    assert score(District(), HOUSE) == -25
    assert line(around("I", n="fo", s="mo"), "RO-186") == -22


def test_last_bonus_space_adds_five():
    """RO-187"""
    assert [score(District(bonus=n), HOUSE) for n in (14, 15)] == [-25, -20]


def test_score_is_the_sum_of_its_lines():
    """RO-188: also below zero."""
    district = District(cells(PICTURE), bonus=15, hospital=1)
    assert sum(found.points for found in score_lines(district, HOUSE)) == score(district, HOUSE) == 42
    assert sum(group_points(district, HOUSE)) == 42
    assert score(District(), HOUSE) < 0
    assert recount(district, HOUSE) == 37  # bonus space 15 is added apart


def test_lines_tell_their_addends():
    """RO-170 RO-171 RO-172: as a player would write them on the sheet."""
    texts = [found.text for found in score_lines(District(cells(PICTURE), hospital=1), HOUSE)]
    assert texts == [
        "Residential: 0 + 7 + 2 + 0",
        "Commercial: 6 + 9 + 2 + 3",
        "Industrial: 0 - 1 + 0 + 0",
        "Forest",
        "Pond",
        "Mountain",
        "Park",
        "Hospital",
        "3 Monuments",
        "Blank spaces: 4",
    ]


def finished(*districts):
    return replace(begun(len(districts)), districts=districts, phase="over")


def test_highest_score_wins():
    """RO-189"""
    rich, poor = District(cells(PICTURE)), District()
    assert GAME.view(finished(poor, rich, poor)).winners == (1,)
    assert GAME.view(finished(poor, rich, poor)).headline == "@1 wins with 38 points."


def test_equal_scores_share_the_win():
    """RO-190: no tie-break is invented."""
    rich = District(cells(PICTURE))
    view = GAME.view(finished(rich, District(), rich))
    assert (view.winners, view.headline) == ((0, 2), "@0, @2 share the win with 38 points each.")


def test_only_the_own_district_counts():
    """RO-191: a neighbour's buildings change nothing, even where two districts would meet."""
    mine = District(cells("R1 . . . C3 / . . . . . / . . R1 . . / . . . . . / . . . . ."))
    alone = GAME.view(finished(mine, District())).scores[0]
    other = District(cells("C3 . . . R4 / I . . . I / . . R1 . . / . . . . . / . . . . ."))
    assert GAME.view(finished(mine, other)).scores[0] == alone == score(mine, HOUSE)
