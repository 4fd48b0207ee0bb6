"""Local Community, Hospital, Architect's Hall and University."""

from dataclasses import replace

import pytest

from companion.games.rollopolis import GAME
from companion.games.rollopolis.state import drafter
from tests.games.test_rollopolis_positions import act, drafted, offered, reason, refused

ALONE = ". . . . . / . . . . . / . . {} . . / . . . . . / . . . . ."
COMMUNITY = ALONE.format("L")
WITH_HOSPITAL = ALONE.format("L").replace("L .", "L H")
HOSPITAL = ALONE.format("H")
HALL = ALONE.format("A")
WITH_UNIVERSITY = ALONE.format("A").replace("A .", "A U")
UNIVERSITY = ALONE.format("U")


def test_local_community_rerolls_once_in_a_round():
    """RO-140: also not on the second die of the round; a new round brings a new reroll."""
    state = act(drafted(4, district=COMMUNITY, seats=1), "reroll 3")
    assert (state.die, state.districts[0].rerolls) == (3, 1)
    assert refused(state, "reroll 2") == "RO-140"
    state = act(state, "special", "forgo permit", "draft 2")
    assert refused(state, "reroll 2") == "RO-140"
    assert "rerolled in this round already" in reason(state, "reroll")
    state = act(state, "residential", "forgo permit")
    assert (state.phase, state.districts[0].rerolls) == ("roll", 0)


def test_only_owners_reroll():
    """RO-140: nothing is offered to others, nor for somebody else's Local Community."""
    state = drafted(4)
    assert refused(state, "reroll 3") == "RO-140"
    assert not [p for p in GAME.prompts(state) if p.verb == "reroll"]


def test_rerolled_die_must_be_used():
    """RO-141 RO-147: the old value is gone, the new one is what is written."""
    state = act(drafted(4, district=COMMUNITY), "reroll 6")
    assert state.pool == (1, 2, 3, 4, 5, 6)  # the die is not back in the pool
    state = act(state, "commercial")
    assert state.tracks[1] == (6,)
    assert refused(drafted(4, district=COMMUNITY), "reroll") == "RO-141"
    assert refused(drafted(4, district=COMMUNITY), "reroll 1 2") == "RO-141"


def test_last_of_two_rerolls_counts():
    """RO-147: a Hospital's result replaces the Local Community's."""
    state = act(drafted(4, district=WITH_HOSPITAL), "reroll 6", "reroll 1", "residential")
    assert state.tracks[0] == (1,)


def test_hospital_rerolls_a_second_time():
    """RO-146: the same die or the other one; each use is marked; two in the game; never a third reroll."""
    state = act(drafted(4, district=WITH_HOSPITAL), "reroll 6", "reroll 5")
    assert state.districts[0].hospital == 1
    assert refused(state, "reroll 2") == "RO-146"
    other = act(drafted(4, seats=1, district=WITH_HOSPITAL), "reroll 6", "commercial", "forgo permit", "draft 2")
    assert act(other, "reroll 3").districts[0].hospital == 1
    empty = drafted(4, district=WITH_HOSPITAL, rerolls=1, hospital=2)
    assert refused(empty, "reroll 2") == "RO-146"
    assert "used twice" in reason(empty, "reroll")


def test_first_reroll_spares_the_hospital():
    """RO-146: the Local Community comes first."""
    assert act(drafted(4, district=WITH_HOSPITAL), "reroll 6").districts[0].hospital == 0


def test_button_says_which_building_rerolls():
    """RO-140 RO-146"""
    state = drafted(4, district=WITH_HOSPITAL)
    states = [state, act(state, "reroll 6"), drafted(4, district=WITH_HOSPITAL, rerolls=1, hospital=1)]
    prompts = [p for s in states for p in GAME.prompts(s) if p.verb == "reroll"]
    assert [p.label for p in prompts] == [
        "Reroll the 4 with the Local Community",
        "Reroll the 6 with the Hospital",
        "Reroll the 4 with the Hospital",
    ]
    assert [p.hint.split(".")[0] for p in prompts[1:]] == ["2 of 2 uses left", "1 of 2 uses left"]


def test_hospital_needs_a_local_community():
    """RO-148"""
    state = drafted(4, district=HOSPITAL)
    assert refused(state, "reroll 2") == "RO-148"
    assert "owner of a Local Community" in reason(state, "reroll")


def test_reroll_is_for_the_die_being_drafted():
    """RO-150: not before it is taken, not after it is activated."""
    state = drafted(4, district=COMMUNITY)
    before = replace(state, phase="draft", die=0, pool=(*state.pool, 6))
    assert refused(before, "reroll 6 1") == "RO-150"
    assert not [p for p in GAME.prompts(before) if p.verb == "reroll"]
    after = act(state, "commercial")
    assert refused(after, "reroll 6") == "RO-107"


# ---------------------------------------------------------------------------------------------- hall and university


@pytest.mark.parametrize("value", range(2, 7))
def test_hall_repeats_on_residential(value):
    """RO-142: equal numbers, not higher ones, also for an Industrial permit."""
    state = drafted(value, district=HALL, tracks=((value,), (), ()))
    assert offered(state, "residential")
    assert offered(state, "industrial residential")
    assert refused(replace(state, districts=drafted(value).districts), "residential") == "RO-054"
    if value < 6:
        assert refused(replace(state, die=value + 1), "residential") == "RO-054"


@pytest.mark.parametrize("value", range(1, 6))
def test_hall_repeats_on_commercial(value):
    """RO-142"""
    state = drafted(value, district=HALL, tracks=((), (value,), ()))
    assert offered(state, "commercial")
    assert refused(replace(state, districts=drafted(value).districts), "commercial") == "RO-055"


@pytest.mark.parametrize("value", range(1, 7))
def test_hall_does_nothing_on_special(value):
    """RO-143"""
    state = drafted(value, district=HALL, tracks=((), (), (value,)))
    assert refused(state, "special") == "RO-056"
    assert refused(state, "industrial special") == "RO-056"


def test_university_writes_any_number():
    """RO-144: on Residential and Commercial, for either permit, but not on Special nor on a full track."""
    state = drafted(5, district=WITH_UNIVERSITY, tracks=((3,), (6, 6), (5,)))
    prompt = next(p for p in GAME.prompts(state) if p.verb == "university")
    assert prompt.options == (("residential", "industrial-residential"),)
    assert act(state, "university residential").permit == "residential"
    assert act(state, "university industrial-residential").permit == "industrial"
    assert refused(state, "university special") == "RO-144"
    assert refused(state, "university commercial") == "RO-144"  # fits anyway: nothing is wasted
    full = (6, 5, 4, 3, 2, 1) * 4
    assert refused(drafted(5, district=WITH_UNIVERSITY, tracks=(full, (), ())), "university residential") == "RO-053"
    assert refused(drafted(5, tracks=((3,), (), ())), "university residential") == "RO-144"


def test_university_has_two_activations():
    """RO-145: each is marked, a third refused."""
    used = []
    for before in (0, 1):
        state = drafted(5, district=WITH_UNIVERSITY, tracks=((3,), (), ()), university=before)
        used.append(act(state, "university residential").districts[0].university)
    assert used == [1, 2]
    state = drafted(5, district=WITH_UNIVERSITY, tracks=((3,), (), ()), university=2)
    assert refused(state, "university residential") == "RO-145"
    assert "activated twice" in reason(state, "university")


def test_university_needs_an_architects_hall():
    """RO-148"""
    state = drafted(5, district=UNIVERSITY, tracks=((3,), (), ()))
    assert refused(state, "university residential") == "RO-148"


def test_numbers_out_of_order_count_like_all_others():
    """RO-149: they bring marks and are the previous number for the next player."""
    hall = act(drafted(6, district=HALL, tracks=((), (6,), ())), "commercial")
    assert hall.districts[0].bonus == 1
    state = drafted(6, district=WITH_UNIVERSITY, tracks=((2,), (), ()), bonus=0)
    state = act(state, "university industrial-residential", "build industrial b3")
    following = replace(state, phase="activate", die=5, pool=state.pool[1:])
    assert drafter(following) == 1
    assert offered(following, "residential")  # 5 is below the 6 just written
    by_university = drafted(6, district=WITH_UNIVERSITY, tracks=((), (6,), ()))
    assert act(by_university, "commercial").districts[0].university == 0
