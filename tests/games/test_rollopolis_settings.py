"""The settings: the usual reading first, and what the other word changes."""

from dataclasses import replace

import pytest

from companion.games.rollopolis import GAME
from companion.games.rollopolis.house import SETTINGS, House, read_house
from companion.games.rollopolis.scoring import score
from companion.games.rollopolis.state import District
from companion.model import chosen
from tests.games.test_rollopolis_positions import act, cells, drafted, offered, own_cells, reason, refused

ALONE = ". . . . . / . . . . . / . . {} . . / . . . . . / . . . . ."


def house(name, word, die, **more):
    return drafted(die, settings={name: word}, **more)


def test_defaults_are_the_usual_reading():
    assert read_house(chosen(GAME, {})) == read_house({}) == House()
    assert [s.words[0] for s in SETTINGS] == [
        "commercial",
        "one-each",
        "one",
        "each-pair",
        "allowed",
        "free",
        "needed",
        "drafted",
        "hall-counts",
    ]


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: s.name)
def test_every_word_can_be_chosen_and_is_explained(setting):
    for word in setting.words:
        settings = chosen(GAME, {setting.name: word})
        assert getattr(GAME.start(2, settings, {}).house, setting.name.replace("-", "_")) == word
    assert setting.text.endswith(".")
    assert ", or " in setting.text or ":" in setting.text


def test_six_may_be_rewarded_on_residential():
    """RO-072: as the misprint says."""
    state = house("bonus-six", "residential", 6)
    assert act(state, "residential").districts[0].bonus == 1
    assert act(state, "commercial").districts[0].bonus == 0
    solo = house("bonus-six", "residential", 5, seats=1)
    assert act(solo, "residential").districts[0].bonus == 1


def test_flat_two_points_beside_the_partner():
    """RO-177 RO-178: whatever was used."""
    flat = House(unused_activations="two-flat")
    pair = cells(ALONE.format("U").replace("U .", "U A"))
    assert [
        score(District(pair, university=n), flat) - score(District(pair, university=2), House()) for n in (0, 2)
    ] == [
        2,
        2,
    ]
    hospital = cells(ALONE.format("H").replace("H .", "H L"))
    assert score(District(hospital, hospital=2), flat) == -23 + 2


def test_local_community_may_reroll_twice():
    """RO-140: then a Hospital adds a third."""
    state = house("community-rerolls", "two", 4, district=ALONE.format("L").replace("L .", "L H"))
    state = act(state, "reroll 1", "reroll 2")
    assert state.districts[0].hospital == 0
    assert act(state, "reroll 3").districts[0].hospital == 1
    assert refused(act(state, "reroll 3"), "reroll 4") == "RO-146"


def test_penalty_may_count_each_residential_once():
    """RO-172"""
    text = ". . . . . / . I . . . / . R1 R1 I . / . . . . . / . . . . ."
    once, pairs = House(industrial_penalty="once"), House()
    assert score(District(cells(text)), once) - score(District(cells(text)), pairs) == 1


def test_permits_may_have_to_be_used():
    """RO-130: lapsing is refused while anything can be built or raised, and allowed otherwise."""
    state = act(house("unused-permits", "refused", 4), "commercial")
    assert refused(state, "forgo permit") == "RO-130"
    assert "must be used" in reason(state, "forgo")
    stuck = house("unused-permits", "refused", 4, district=ALONE.format("R4").replace("R4 .", "R4 R4"))
    assert act(stuck, "residential", "forgo permit").phase == "draft"
    raised = house("unused-permits", "refused", 4, district=ALONE.format("R4").replace("R4 .", "R4 R3"))
    assert refused(act(raised, "residential"), "forgo permit") == "RO-130"
    joker = act(house("unused-permits", "refused", 4, bonus=1), "bonus")
    assert refused(joker, "forgo joker") == "RO-130"


def test_joker_may_have_to_come_first():
    """RO-112"""
    state = act(house("joker-order", "joker-first", 1, bonus=1), "residential")
    assert refused(state, "forgo permit") == "RO-112"
    state = act(state, "build residential c3")
    assert (state.joker, state.permit) == (False, "residential")
    special = act(house("joker-order", "joker-first", 3, bonus=0), "special")
    assert offered(special, "build garage c3")
    both = replace(special, joker=True)
    assert not offered(both, "build garage c3")
    assert refused(both, "build garage c3") == "RO-108"


def test_partners_may_be_unnecessary():
    """RO-148: a University or a Hospital works alone, once in a round."""
    state = house("base-building", "not-needed", 5, district=ALONE.format("U"), tracks=((3,), (), ()))
    assert act(state, "university residential").districts[0].university == 1
    state = act(house("base-building", "not-needed", 5, district=ALONE.format("H")), "reroll 2")
    assert (state.die, state.districts[0].hospital) == (2, 1)
    assert refused(state, "reroll 3") == "RO-146"


def test_any_die_of_the_pool_may_be_rerolled():
    """RO-150: before one is taken; the new value lies in the pool and another die may be taken."""
    state = house("reroll-die", "any", 4, district=ALONE.format("L"))
    assert refused(state, "reroll 6") == "RO-150"
    before = replace(state, phase="draft", die=0, pool=(1, 1, 2, 3, 4, 5, 6))
    trays = {p.options[0]: p.tray for p in GAME.prompts(before) if p.verb == "reroll"}
    assert trays[("1",)] == ("d6:1", "d6:2", "d6:3", "d6:4", "d6:5", "d6:6", "d6")
    after = act(before, "reroll 1 6")
    assert (after.pool, after.phase, after.districts[0].rerolls) == ((1, 2, 3, 4, 5, 6, 6), "draft", 1)
    assert refused(after, "reroll 1 6") == "RO-140"
    assert refused(before, "reroll 9 1") == "RO-035"
    assert own_cells(act(after, "draft 2"))[12] == "L"


def test_solo_fit_may_ignore_the_hall():
    """RO-203: by default a repeat through the Architect's Hall fits and forbids the bonus."""
    hall = ALONE.format("A")
    tracks = ((5,), (5,), (5,))
    assert refused(drafted(5, seats=1, district=hall, tracks=tracks), "bonus") == "RO-102"
    assert offered(house("solo-fit", "hall-ignored", 5, seats=1, district=hall, tracks=tracks), "bonus")


def test_solo_bonus_never_forces_a_university():
    """RO-203: an activation is a resource, so the bonus stays possible."""
    state = drafted(4, seats=1, district=ALONE.format("A").replace("A .", "A U"), tracks=((3,), (5,), (4,)))
    assert offered(state, "university residential")
    assert offered(state, "bonus")
