"""House rules: each setting changes just what it says, and the first word is the specification's reading."""

from dataclasses import fields, replace

import pytest

from companion.games.tundra import GAME
from companion.games.tundra.goals import personal_count
from companion.games.tundra.rules import advance
from companion.games.tundra.settings import SETTINGS, House, house_of
from companion.games.tundra.steps import Income, Roll, Turn
from tests.games.test_tundra_kit import (
    begun,
    boards,
    doing,
    is_offered,
    mapped,
    me,
    opened,
    placing,
    play,
    refused_by,
    roll,
    skip_titles,
    turn,
    verbs,
    words,
)

DEFAULTS = {
    "special": "off",
    "layout": "standard",
    "starters": "before-goals",
    "copies": "trusted",
    "tray": "all",
    "reroll_price": "1",
    "upgrade_gives": "vp",
    "gather_slot_4": "3",
    "goal_below_tier": "refused",
    "goal_again": "closed",
    "no_slot": "one-die",
    "any_resource": "mixed",
    "worker_berry": "each",
    "extra_die": "rolled",
    "tower_chain": "group",
    "foreign_settlement": "allowed",
    "settlement_gives": "nothing",
    "title_advisor": "later",
    "majority": "another",
}


def test_defaults_are_those_of_the_specification():
    house = house_of({})
    assert {f.name: getattr(house, f.name) for f in fields(House)} == DEFAULTS
    assert {s.name: s.words[0] for s in SETTINGS} == DEFAULTS


def test_reroll_price():
    """TU-106: 1 berry, or 18 as the garbled text says."""
    assert me(play(turn(dice="1", berries=18, settings={"reroll_price": "18"}), "0 reroll 1")).berries == 0
    assert me(play(turn(dice="1", berries=18), "0 reroll 1")).berries == 17


@pytest.mark.parametrize(("word", "vp", "berries"), [("vp", 2, 0), ("berry", 0, 2)])
def test_upgrade_gives(word, vp, berries):
    """TU-069 TU-193: on flipping and at the start of a round."""
    state = doing("upgrade-1", goods=(2, 0, 0), berries=0, settings={"upgrade_gives": word})
    state = play(state, "0 upgrade architecture")
    state = advance(replace(state, steps=(Income(0, "boards"), Turn(0))))
    assert (me(state).vp, me(state).berries) == (vp, berries)


@pytest.mark.parametrize("most", ["3", "4"])
def test_gather_slot_4(most):
    """TU-175."""
    state = turn(dice="4", boards=boards(), workers=("E5",) * 5, settings={"gather_slot_4": most})
    state = play(mapped(state, E5="peat"), "0 use 4 gathering")
    (prompt,) = [p for p in GAME.prompts(state) if p.verb == "gather"]
    assert len(prompt.options) == int(most)


def test_goal_below_tier():
    """TU-138: allowed, it is closed for no points."""
    state = turn(dice="2", berries=3, settings={"goal_below_tier": "allowed"})
    state = play(state, "0 use 2 goal-berries")
    assert (me(state).vp, state.goals[0].dice) == (0, ((0, "2"),))


def test_goal_again():
    """TU-136: open to the player who closed it, and to nobody else."""
    state = placing(values="1 2 2 3", settings={"goal_again": "owner"})
    state = replace(state, players=tuple(replace(p, berries=10) for p in state.players))
    state = play(state, "0 use 2 goal-berries", "0 end")
    assert refused_by(state, "1 use 2 goal-berries") == "TU-136"
    state = play(state, "1 use 3 gathering", "1 done", "1 end", "0 use 2 goal-berries")
    assert me(state).vp == 4


def test_no_slot():
    """TU-099: all dice at once."""
    every = (replace(boards()[0], dice=("1", "", "", "", "", "")),) * 4
    state = turn(dice="1 1", boards=every, bank=1, berries=0, settings={"no_slot": "all-dice"})
    state = play(state, "0 aside 1")
    assert (me(state).dice, me(state).aside) == ((), ("1", "1"))


def test_any_resource():
    """TU-017: one type only."""
    state = doing("any-3", goods=(0, 0, 0), settings={"any_resource": "one-type"})
    assert not is_offered(state, "0 gain peat stone peat")
    assert me(play(state, "0 gain peat")).goods == (0, 0, 3)


def test_worker_berry():
    """TU-160: only the first worker of an action costs a berry."""
    state = mapped(doing("place-2", goods=(4, 0, 0), berries=1, workers=(), settings={"worker_berry": "once"}))
    state = play(state, "0 place C6 firewood", "0 place C6 firewood")
    assert (me(state).berries, me(state).workers) == (0, ("C6", "C6"))


def test_extra_die():
    """TU-270: set like one of the others instead of rolled."""
    settings = {"special": "on", "extra_die": "copied"}
    state = skip_titles(begun(settings=settings, titles=("wisdom", "determined")))
    state = play(state, f"0 roll {roll('red', '2 2 3 6')}")
    assert words(state, "extra") == {"2", "3", "6"}
    assert me(play(state, "1 extra 3"), 1).dice == ("2", "2", "3", "3", "6")
    first = replace(state, first=1, steps=(Roll(1, "extra"), Turn(1)))
    assert verbs(first) == {"roll"}


def test_tower_chain():
    """TU-280: a fork of four towers is a group of four but a line of three."""
    fork = ("E5", "D4", "F5", "D6")
    state = turn(towers=fork, settings={"tower_chain": "line"})
    assert personal_count(state, 0, "tower-chain") == 3
    assert personal_count(turn(towers=fork), 0, "tower-chain") == 4


@pytest.mark.parametrize(("word", "allowed"), [("allowed", True), ("own-only", False)])
def test_foreign_settlement(word, allowed):
    """TU-051."""
    state = mapped(doing("mp-1", workers=("I5", "D5"), settings={"foreign_settlement": word}))
    assert ("J5" in words(state, "move")) == allowed
    assert me(play(state, "0 move D5 C6")).workers == ("C6", "I5")
    if not allowed:
        assert refused_by(state, "0 move I5 J5") == "TU-051"


def test_settlement_gives():
    """TU-053: a resource of choice on entering, if the table likes."""
    state = doing("mp-1", workers=("D5",), goods=(0, 0, 0), settings={"settlement_gives": "one-resource"})
    state = play(mapped(state), "0 move D5 C6", "0 gain stone")
    assert me(state).goods == (0, 1, 0)
    assert me(play(mapped(doing("mp-1", workers=("D5",), goods=(0, 0, 0))), "0 move D5 C6")).goods == (0, 0, 0)


def test_title_advisor():
    """TU-206 TU-265: later, or at once if the table likes."""
    settings = {"special": "on", "title_advisor": "at-once"}
    state = play(begun(settings=settings, titles=("provident", "wisdom")), "0 take m1 c01")
    assert verbs(state) == {"advisor", "done"}
    acted = play(state, "0 advisor c01")
    assert (me(acted).berries, me(acted).advisors[0].used) == (8, True)
    assert not me(play(state, "0 done")).advisors[0].used
    later = play(begun(settings={"special": "on"}, titles=("provident", "wisdom")), "0 take m1 c01")
    assert "advisor" not in verbs(later)


def test_majority():
    """TU-287: more than another player, or than every other."""
    for word, count in (("another", 2), ("everybody", 1)):
        state = turn(seats=3, workers=("E5", "E5", "F5", "F5"), settings={"majority": word})
        rivals = (replace(me(state, 1), workers=("E5", "E5", "E5")), replace(me(state, 2), workers=("F5",)))
        state = replace(state, players=(me(state), *rivals))
        assert personal_count(state, 0, "majority") == count


def test_tray_of_a_single_throw():
    """TU-106: all unused dice lie there, or the thrown one alone."""
    both = play(turn(dice="2 4"), "0 reroll 4")
    assert GAME.prompts(both)[0].tray == ("d6/red:2", "d6/red")
    alone = play(turn(dice="2 4", settings={"tray": "thrown"}), "0 reroll 4")
    assert GAME.prompts(alone)[0].tray == ("d6/red",)


def test_an_alternate_layout_is_remembered_apart():
    """TU-025: three players keep it beside the standard one."""
    plain = {f"color.{name}": "plain" for name in ("elisabeth", "polkan", "sophia")}
    state = GAME.start(3, {"layout": "alternate"}, plain)
    state = play(state, "0 character elisabeth", "1 character polkan", "2 character sophia")
    for seat, (home, *starts) in enumerate((("C6", "D5", "D6"), ("J5", "I5", "I6"), ("G3", "F4", "G4"))):
        state = opened(play(state, f"{seat} settle {home}", f"{seat} starts {' '.join(starts)}"))
    (keep,) = [p for p in GAME.prompts(state) if p.verb == "catalogue"]
    assert keep.options[0] == ("layout.3-alternate.D5",)
