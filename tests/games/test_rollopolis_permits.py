"""What an activation brings: permits, bonus marks, Jokers, and how they are spent."""

from dataclasses import replace

import pytest

from companion.games.rollopolis import GAME
from companion.games.rollopolis.state import drafter
from tests.games.test_rollopolis_positions import act, drafted, offered, own_cells, reason, refused, sentence

ALONE = ". . . . . / . . . . . / . . {} . . / . . . . . / . . . . ."
MIXED = ". . . . . / . R1 R2 I . / . G R4 C1 . / . . C3 . . / . . . . ."


def spent(die, permit, *uses, **more):
    return act(drafted(die, **more), permit, *uses)


def waiting(state):
    return (state.permit, state.joker, state.phase)


def test_residential_permit_builds_or_raises():
    """RO-060: a level-1 building, or one level on one of the own."""
    state = spent(4, "residential", district=ALONE.format("R1"))
    assert own_cells(act(state, "build residential c2"))[7] == "R1"
    assert own_cells(act(state, "upgrade c3"))[12] == "R2"
    assert refused(state, "upgrade a1") == "RO-060"
    assert refused(state, "build commercial c2") == "RO-131"


def test_residential_levels_end_at_four():
    """RO-061"""
    levels = []
    for level in (1, 2, 3):
        state = spent(4, "residential", district=ALONE.format(f"R{level}"))
        levels.append(own_cells(act(state, "upgrade c3"))[12])
    assert levels == ["R2", "R3", "R4"]
    state = spent(4, "residential", district=ALONE.format("R4"))
    assert not offered(state, "upgrade c3")
    assert refused(state, "upgrade c3") == "RO-061"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_marks_with_several_players(seats):
    """RO-063 RO-072 RO-085: a 1 on Residential, a 6 on Commercial, nothing on Special."""
    marks = [[spent(die, track, seats=seats).districts[0].bonus for die in range(1, 7)] for track in TRACKS]
    assert marks == [[1, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 0]]


TRACKS = ("residential", "commercial", "special")


def test_marks_solo():
    """RO-064 RO-073 RO-202: a 2 and a 5 replace the 1 and the 6."""
    marks = [[spent(die, track, seats=1).districts[0].bonus for die in range(1, 7)] for track in TRACKS]
    assert marks == [[0, 1, 0, 0, 0, 0], [0, 0, 0, 0, 1, 0], [0, 0, 0, 0, 0, 0]]


def test_mark_is_for_the_player_who_writes():
    """RO-063: nobody else's bonus track moves."""
    state = spent(1, "residential", seat=1)
    assert [d.bonus for d in state.districts] == [0, 1, 0]


def test_commercial_permit_builds_or_raises():
    """RO-070"""
    state = spent(4, "commercial", district=ALONE.format("C1"))
    assert own_cells(act(state, "build commercial b2"))[6] == "C1"
    assert own_cells(act(state, "upgrade c3"))[12] == "C2"
    assert refused(state, "build residential c2") == "RO-131"


def test_commercial_levels_end_at_three():
    """RO-071"""
    assert own_cells(spent(4, "commercial", "upgrade c3", district=ALONE.format("C2")))[12] == "C3"
    state = spent(4, "commercial", district=ALONE.format("C3"))
    assert refused(state, "upgrade c3") == "RO-071"
    assert "highest level, 3" in sentence(state, "upgrade c3")


def test_commercial_stands_beside_anything():
    """RO-074: only an Industrial, only a Special, a corner: all fine."""
    for neighbour in ("I", "G", "R1"):
        state = spent(4, "commercial", district=ALONE.format(neighbour))
        assert {p.options[1] for p in GAME.prompts(state) if p.verb == "build"} == {
            ("b2", "c2", "d2", "b3", "d3", "b4", "c4", "d4")
        }


def test_special_permit_builds_what_belongs_to_the_number():
    """RO-080 RO-017: 3 offers Garage and University on the made-up sheet and nothing else."""
    state = spent(3, "special", district=ALONE.format("R1"))
    assert [p.options[0] for p in GAME.prompts(state) if p.verb == "build"] == [("garage",), ("university",)]
    assert refused(state, "build park c2") == "RO-080"
    assert sentence(state, "build park c2") == "Park does not belong to 3."
    assert refused(state, "build residential c2") == "RO-131"


def test_specials_have_no_levels():
    """RO-084: neither offered nor accepted; the same for an Industrial (RO-091)."""
    state = spent(4, "residential", district=MIXED)
    assert refused(state, "upgrade b3") == "RO-084"
    assert refused(state, "upgrade d2") == "RO-091"
    raising = next(p for p in GAME.prompts(state) if p.verb == "upgrade")
    assert raising.options == (("b2", "c2"),)
    assert raising.labels == (("b2", "Residential on b2 to level 2"), ("c2", "Residential on c2 to level 3"))
    assert refused(state, "upgrade d3") == "RO-131"  # a Commercial, not for this permit


# ---------------------------------------------------------------------------------------------- industrial


@pytest.mark.parametrize(("track", "index"), [("residential", 0), ("commercial", 1), ("special", 2)])
def test_industrial_is_written_on_any_track(track, index):
    """RO-090 RO-093: the track's rule holds, a spot is used, the number is the previous one."""
    state = spent(4, f"industrial {track}")
    assert [len(numbers) for numbers in state.tracks] == [int(i == index) for i in range(3)]
    after = act(state, "build industrial c3")
    following = replace(after, phase="activate", die=4, pool=after.pool[1:])
    assert refused(following, track) in ("RO-054", "RO-055", "RO-056")


def test_industrial_is_refused_where_the_track_refuses():
    """RO-090: nothing fits, and the greyed button says so."""
    state = drafted(4, tracks=((4,), (4,), (4,)))
    assert refused(state, "industrial residential") == "RO-054"
    assert refused(state, "industrial commercial") == "RO-055"
    assert refused(state, "industrial special") == "RO-056"
    assert reason(state, "industrial") == "4 fits no track. (RO-090)"


def test_industrial_permit_builds_one_industrial():
    """RO-091: nothing else, and only one."""
    state = spent(4, "industrial special", district=ALONE.format("R1"))
    assert [p.options[0] for p in GAME.prompts(state) if p.verb == "build"] == [("industrial",)]
    state = act(state, "build industrial b2")
    assert (own_cells(state)[6], state.phase) == ("I", "draft")


def test_industrial_number_brings_the_mark():
    """RO-092: a 1 on Residential or a 6 on Commercial, also for an Industrial permit."""
    assert spent(1, "industrial residential").districts[0].bonus == 1
    assert spent(6, "industrial commercial").districts[0].bonus == 1
    assert spent(6, "industrial residential").districts[0].bonus == 0
    assert spent(1, "industrial special").districts[0].bonus == 0


# ---------------------------------------------------------------------------------------------- bonus and Joker


def test_bonus_marks_a_space_and_writes_nothing():
    """RO-100: the die is used up."""
    state = spent(4, "bonus")
    assert (state.districts[0].bonus, state.tracks, state.taken) == (1, ((), (), ()), (4,))
    assert drafter(state) == 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_bonus_is_always_possible_with_others(seats):
    """RO-101: whether or not the number fits a track."""
    assert offered(drafted(4, seats=seats), "bonus")
    assert offered(drafted(4, seats=seats, tracks=((4,), (4,), (4,))), "bonus")


def test_solo_bonus_only_without_a_fit():
    """RO-102: each track alone forbids it."""
    for tracks in (((5,), (4,), (4,)), ((4,), (3,), (4,)), ((4,), (4,), (3,))):
        assert refused(drafted(4, seats=1, tracks=tracks), "bonus") == "RO-102"
    assert offered(drafted(4, seats=1, tracks=((4,), (4,), (4,))), "bonus")
    assert "can still be written on Special" in reason(drafted(4, seats=1, tracks=((4,), (4,), (3,))), "bonus")


def test_bonus_track_fills_in_order_with_jokers():
    """RO-103 RO-104 RO-105 RO-106 RO-014: one space at a time; 2, 4, 7, 10, 13 give a Joker; 15 is the end."""
    spaces, jokers = [], []
    for marked in range(16):
        state = spent(4, "bonus", bonus=marked)
        spaces.append(state.districts[0].bonus)
        jokers += [state.districts[0].bonus] if state.joker else []
    assert spaces == [*range(1, 16), 15]
    assert jokers == [2, 4, 7, 10, 13]
    lines = [GAME.view(spent(4, "bonus", bonus=n)).breakdown[0][-1] for n in (13, 14, 15)]
    assert [(line.points, line.rule) for line in lines] == [(-25, "RO-186"), (5, "RO-187"), (5, "RO-187")]


def test_joker_is_spent_at_once_or_lost():
    """RO-107: nothing else is possible, and it cannot be kept."""
    state = spent(4, "bonus", bonus=1)
    assert waiting(state) == ("", True, "resolve")
    assert refused(state, "draft 1") == "RO-107"
    later = act(state, "forgo joker")
    assert waiting(later) == ("", False, "draft")
    assert refused(replace(later, phase="resolve", permit="commercial"), "build industrial c3") == "RO-131"


def test_joker_stands_for_three_permits():
    """RO-108: build or raise Residential and Commercial, build Industrial; never Special."""
    state = spent(5, "bonus", bonus=1, district=MIXED)
    words = [p.options[0][0] for p in GAME.prompts(state) if p.verb == "build"]
    assert words == ["residential", "commercial", "industrial"]
    raising = next(p for p in GAME.prompts(state) if p.verb == "upgrade")
    assert raising.options == (("b2", "c2", "d3"),)
    assert refused(state, "build monument e5") == "RO-108"
    assert own_cells(act(state, "build industrial e4"))[19] == "I"


def test_joker_writes_no_number_and_brings_no_mark():
    """RO-109 RO-111: the tracks and the bonus track stay as they are, also with a 1 in hand."""
    state = spent(1, "bonus", bonus=3)
    after = act(state, "build residential c3")
    assert after.tracks == ((), (), ())
    assert after.districts[0].bonus == 4


def test_joker_obeys_the_placing_rules():
    """RO-110: centre, touch, balance, level."""
    assert refused(spent(4, "bonus", bonus=1), "build residential a1") == "RO-120"
    far = spent(4, "bonus", bonus=1, district=ALONE.format("R4"))
    assert refused(far, "build commercial a1") == "RO-121"
    assert refused(far, "upgrade c3") == "RO-061"
    two = spent(4, "bonus", bonus=1, district=ALONE.format("I").replace("I .", "I I"))
    assert refused(two, "build industrial c2") == "RO-125"


def test_permit_and_joker_come_in_either_order():
    """RO-112: a 1 on Residential that marks a Joker space."""
    state = spent(1, "residential", bonus=1)
    assert waiting(state) == ("residential", True, "resolve")
    joker_first = act(state, "build commercial c3")
    assert waiting(joker_first) == ("residential", False, "resolve")
    permit_first = act(state, "build residential c3")
    assert waiting(permit_first) == ("", True, "resolve")
    both = [act(joker_first, "build residential c2"), act(permit_first, "build commercial c2")]
    assert [own_cells(s)[12] + own_cells(s)[7] for s in both] == ["C1R1", "R1C1"]


def test_unused_permit_lapses():
    """RO-130: with a warning on the button; the number stays, the turn goes on."""
    state = spent(4, "residential")
    lapse = next(p for p in GAME.prompts(state) if p.verb == "forgo")
    assert lapse.hint == "It is lost; what is written stays written."
    state = act(state, "forgo permit")
    assert (state.tracks[0], state.phase, state.permit) == ((4,), "draft", "")
    assert refused(spent(4, "residential"), "forgo joker") == "RO-130"


def test_one_permit_gives_one_thing():
    """RO-131: after one building or one level the permit is gone."""
    for use in ("build residential c2", "upgrade c3"):
        state = spent(4, "residential", use, district=ALONE.format("R1"))
        assert waiting(state) == ("", False, "draft")
        assert refused(state, "upgrade c3", seat=drafter(state)) == "RO-036"
