"""What rows do: cards under boards, Architecture, Travel, Gathering, effects with choices."""

from dataclasses import replace

import pytest

from companion.games.tundra import GAME
from companion.games.tundra.effects import describe, is_effect, parse
from companion.games.tundra.printed import shipped, words_for
from companion.games.tundra.rules import advance
from companion.games.tundra.steps import Bonus, Income, Turn
from tests.games.test_tundra_kit import (
    boards,
    copy_of,
    doing,
    is_offered,
    mapped,
    me,
    play,
    reasons,
    refused_by,
    turn,
    verbs,
    words,
)


def enhanced(starter="s09", market=("c11",), board=2):
    """A board with a starter and a market card."""
    return tuple(replace(b, starter=starter, market=market) if i == board else b for i, b in enumerate(boards()))


def with_deck(state, cards=1):
    return replace(state, deck=state.deck - cards)


# ------------------------------------------------------------------------------------------------ enhancement cards


def test_cards_under_the_board_add_their_row():
    """TU-125: board, starter and market card of this board, no others."""
    state = with_deck(mapped(turn(dice="2", boards=enhanced())))
    state = play(state, "0 use 2 gathering")
    assert words(state, "do") == {"gathering", "s09", "c11"}
    assert "do" not in verbs(play(with_deck(mapped(turn(dice="2", boards=enhanced()))), "0 use 2 travel"))


def test_frames_of_cards_may_differ_from_those_of_boards():
    """TU-126: s09 gives peat on rows 1 to 3 and nothing above, while the board changes below 4."""
    state = play(mapped(turn(dice="4", boards=enhanced(market=()))), "0 use 4 gathering")
    assert state.steps[0].source == "gathering"
    low = play(mapped(turn(dice="3", boards=enhanced(market=()))), "0 use 3 gathering")
    assert words(low, "do") == {"gathering", "s09"}


def test_actions_in_any_order_but_one_at_a_time():
    """TU-127 TU-128: while one is under way no other part can be done."""
    state = play(with_deck(mapped(turn(dice="2", boards=enhanced(), workers=("D5",)), D5="peat")), "0 use 2 gathering")
    peat = me(state).goods[2]
    state = play(state, "0 do c11")
    assert refused_by(state, "0 gather D5") == "TU-128"
    state = play(state, "0 move D5 E5", "0 do s09")
    assert me(state).goods[2] == peat + 1
    assert state.steps[0].source == "gathering"


def test_every_action_may_be_skipped_or_done_in_part():
    """TU-129: leave all, one, or the sure gain of one."""
    state = play(with_deck(mapped(turn(dice="2", boards=enhanced()))), "0 use 2 gathering")
    assert play(state, "0 done").steps == (Turn(0, True),)
    trade = play(turn(dice="4", boards=boards(), berries=0), "0 use 4 trade")
    assert me(play(trade, "0 skip")).berries == 0
    assert me(play(trade, "0 done")).berries == 1


# ------------------------------------------------------------------------------------------------ building


def test_building_pays_a_pair_and_a_worker():
    """TU-150 TU-165: the worker goes to the bank, a tower stands there."""
    state = mapped(doing("build-1", workers=("E5", "F5"), goods=(0, 3, 0)))
    assert is_offered(state, "0 build E5 stone") and not is_offered(state, "0 build E5 peat")
    state = play(state, "0 build E5 stone")
    assert (me(state).workers, me(state).towers, me(state).goods) == (("F5",), ("E5",), (0, 1, 0))
    assert refused_by(mapped(doing("build-1", workers=("F5",))), "0 build E5 stone") == "TU-150"


def test_each_tower_needs_its_own_pair_of_whatever_resource():
    """TU-152."""
    state = mapped(doing("build-2", workers=("E5", "F5"), goods=(2, 0, 2)))
    state = play(state, "0 build E5 firewood", "0 build F5 peat")
    assert me(state).goods == (0, 0, 0)
    short = play(mapped(doing("build-2", workers=("E5", "F5"), goods=(2, 1, 1))), "0 build E5 firewood")
    assert refused_by(short, "0 build F5 stone") == "TU-164"


def test_towers_never_stand_on_settlements():
    """TU-154."""
    state = mapped(doing("build-1", workers=("C6",), goods=(2, 0, 0)))
    assert refused_by(state, "0 build C6 firewood") == "TU-154"
    assert reasons(state, "build") == ["@0 has no worker on a glade without a tower."]


def test_a_bonus_is_gained_on_building_and_at_every_round_start():
    """TU-155 TU-156: together after the last tower, later as income."""
    state = mapped(doing("build-2", workers=("E5", "F5"), goods=(4, 0, 0), berries=0), bonus="berry-3")
    state = play(state, "0 build E5 firewood")
    assert me(state).berries == 0
    state = play(state, "0 build F5 firewood")
    assert me(state).berries == 6
    assert me(advance(replace(state, steps=(Income(0, "towers"), Turn(0))))).berries == 12


def test_an_unknown_bonus_is_asked_for_that_tile():
    """TU-010: one thing, two things or any effect; kept for the rest of the game."""
    state = mapped(doing("build-1", workers=("E5",), goods=(2, 0, 0), berries=0), bonus="")
    state = play(state, "0 build E5 firewood")
    assert refused_by(state, "0 bonus E5 gold") == "TU-010"
    two = play(state, "0 bonus E5 berry-1 stone-1")
    assert (me(two).berries, me(two).goods) == (1, (0, 1, 0))
    assert me(advance(replace(two, steps=(Bonus(0, "E5"), Turn(0))))).berries == 2
    assert me(play(state, "0 bonus E5 vp-2")).vp == 2


def test_a_tower_glade_still_holds_workers():
    """TU-157."""
    state = mapped(doing("build-1", workers=("E5", "E5"), goods=(2, 0, 0)))
    state = play(state, "0 build E5 firewood")
    assert (me(state).workers, me(state).towers) == (("E5",), ("E5",))


def test_a_worker_bonus_is_placed_on_its_tower():
    """TU-158."""
    state = mapped(doing("build-1", workers=("E5",), goods=(2, 0, 0)), bonus="worker-1")
    assert me(play(state, "0 build E5 firewood")).workers == ("E5",)


def test_only_four_towers():
    """TU-165: refused without one in the bank."""
    state = mapped(doing("build-1", workers=("H5",), towers=("D5", "E5", "F5", "G5"), goods=(2, 0, 0)))
    assert refused_by(state, "0 build H5 firewood") == "TU-165"
    assert reasons(state, "build") == ["All four towers of @0 stand already."]


# ------------------------------------------------------------------------------------------------ placing, selling


def test_placing_pays_a_pair_and_a_berry():
    """TU-159: from the bank to the map."""
    state = play(mapped(doing("place-1", goods=(0, 0, 2), berries=1, workers=("D5",))), "0 place C6 peat")
    assert (me(state).workers, me(state).goods, me(state).berries) == (("C6", "D5"), (0, 0, 0), 0)


@pytest.mark.parametrize(("upgraded", "times"), [(False, 2), (True, 3)])
def test_how_often_a_worker_is_placed(upgraded, times):
    """TU-160: two on the basic, three on the upgraded board, a pair and a berry each."""
    side = boards(0) if upgraded else boards()
    state = play(turn(dice="4", boards=side, goods=(8, 0, 0), berries=4, workers=("D5",)), "0 use 4 architecture")
    for _ in range(times):
        state = play(state, "0 place C6 firewood")
    assert state.steps == (Turn(0, True),)
    assert (me(state).goods[0], me(state).berries) == (8 - 2 * times, 4 - times)


def test_where_workers_are_placed():
    """TU-161 TU-162: settlement as often as wanted, own tower glades once, whoever stands there; nowhere else."""
    state = mapped(doing("place-3", goods=(6, 0, 0), berries=3, workers=("E5",), towers=("E5",)))
    other = replace(me(state, 1), workers=("E5", "E5"), towers=("F5",))
    state = replace(state, players=(me(state), other))
    assert words(state, "place", 0) == {"C6", "E5"}
    assert refused_by(state, "0 place F5 firewood") == "TU-161"
    assert refused_by(state, "0 place J5 firewood") == "TU-161"
    state = play(state, "0 place E5 firewood", "0 place C6 firewood", "0 place C6 firewood")
    assert me(state).workers == ("C6", "C6", "E5", "E5")


def test_only_six_workers():
    """TU-165: refused without one in the bank."""
    state = mapped(doing("place-1", goods=(2, 0, 0), berries=1, workers=("D5",) * 6))
    assert refused_by(state, "0 place C6 firewood") == "TU-165"
    assert reasons(state, "place") == ["All six workers of @0 are on the map."]


def test_selling_is_for_the_upgraded_board_and_limited_by_towers():
    """TU-163: one VP per pair, at most once per tower."""
    assert not any("sell" in words_for(f"board.architecture.basic.{n}") for n in range(1, 7))
    state = turn(dice="1", boards=boards(0), goods=(8, 0, 0), towers=("E5", "F5"), workers=("D5",))
    state = play(mapped(state), "0 use 1 architecture", "0 sell firewood", "0 sell firewood")
    assert (me(state).goods, me(state).vp, state.steps) == ((4, 0, 0), 2, (Turn(0, True),))
    none = play(turn(dice="1", boards=boards(0), goods=(8, 0, 0)), "0 use 1 architecture")
    assert none.steps == (Turn(0, True),)


@pytest.mark.parametrize("effect", ["build-1", "place-1", "sell-1"])
def test_without_a_pair_architecture_does_nothing(effect):
    """TU-164."""
    state = mapped(doing(effect, goods=(1, 1, 1), berries=5, workers=("E5",)))
    verb = effect.partition("-")[0]
    assert verb not in verbs(state)
    where = {"build": "E5 ", "place": "C6 ", "sell": ""}[verb]
    assert refused_by(state, f"0 {verb} {where}stone") == "TU-164"


# ------------------------------------------------------------------------------------------------ travel, gathering


def test_basic_travel_knows_two_actions():
    """TU-170: 2 MP and 1 MP, slot 3 is printed in the rules."""
    assert words_for("board.travel.basic.6") == ("mp-2", "mp-1")
    assert shipped()["board.travel.basic.3"] == "mp-1"


def test_upgraded_travel_has_more_points():
    """TU-171: three actions as printed on the copy."""
    state = {die: play(turn(dice=die, boards=boards(1)), f"0 use {die} travel") for die in ("6", "4", "2")}
    assert [state[die].steps[0].parts[0].n for die in ("6", "4", "2")] == [4, 3, 2]
    assert "mp-1" not in words_for("board.travel.upgraded.1")


def test_points_of_board_and_card_are_two_actions():
    """TU-172: the ban of one does not touch the other."""
    travel = tuple(replace(b, market=("c11",)) if i == 1 else b for i, b in enumerate(boards()))
    state = play(with_deck(mapped(turn(dice="2", boards=travel, workers=("D5",)))), "0 use 2 travel", "0 do travel")
    state = play(state, "0 move D5 E5", "0 move E5 D5")
    assert me(state).workers == ("D5",)
    assert state.steps == (Turn(0, True),)


@pytest.mark.parametrize(("die", "most"), [("6", 4), ("5", 4), ("4", 3), ("3", 3), ("2", 2), ("1", 2)])
def test_basic_gathering_knows_three_actions(die, most):
    """TU-175: up to 4, 3 or 2; slot 4 gives 3."""
    assert shipped()["board.gathering.basic.4"] == "gather-3"
    state = mapped(turn(dice=die, boards=boards(), workers=("E5",) * 6), E5="peat")
    state = play(state, f"0 use {die} gathering")
    (prompt,) = [p for p in GAME.prompts(state) if p.verb == "gather"]
    assert len(prompt.options) == most


def test_each_piece_gives_one_of_its_glade():
    """TU-176 TU-177: workers and towers alike, the player chooses which."""
    state = doing("gather-4", workers=("E5", "F5"), towers=("E5",), goods=(0, 0, 0))
    state = mapped(state, E5="peat", F5="stone")
    assert me(play(state, "0 gather E5 E5 F5")).goods == (0, 1, 2)
    assert me(play(state, "0 gather E5 nothing F5")).goods == (0, 1, 1)
    assert refused_by(state, "0 gather E5 E5 E5") == "TU-176"


def test_settlements_and_bare_glades_give_nothing():
    """TU-178."""
    state = mapped(doing("gather-2", workers=("C6", "D5", "E5")), E5="peat")
    assert words(state, "gather") == {"E5", "nothing"}
    assert refused_by(state, "0 gather C6") == "TU-178"
    assert refused_by(state, "0 gather D5") == "TU-178"
    assert reasons(mapped(doing("gather-2", workers=("C6",))), "gather") == [
        "@0 has no piece on a glade with a resource."
    ]


@pytest.mark.parametrize("die", ["6", "5"])
def test_upgraded_gathering_gives_four_of_choice(die):
    """TU-179: slots 6 and 5, wherever the pieces stand."""
    unknown = {k: v for k, v in copy_of().items() if not k.startswith("board.gathering.upgraded")}
    state = turn(dice=die, boards=boards(2), workers=(), goods=(0, 0, 0), catalogue=unknown)
    state = play(state, f"0 use {die} gathering", "0 gain peat peat stone firewood")
    assert me(state).goods == (1, 1, 2)


def test_upgraded_gathering_gives_more_on_the_other_slots():
    """TU-180: as printed, never less than three."""
    assert "gather-2" not in words_for("board.gathering.upgraded.1")
    state = mapped(turn(dice="1", boards=boards(2), workers=("E5",) * 5), E5="peat")
    (prompt,) = [p for p in GAME.prompts(play(state, "0 use 1 gathering")) if p.verb == "gather"]
    assert len(prompt.options) == 3


# ------------------------------------------------------------------------------------------------ effect words


def test_effects_with_a_choice():
    state = play(doing("berry-3|any-1", berries=0), "0 choose berry-3")
    assert (me(state).berries, state.steps) == (3, (Turn(0, True),))


def test_effects_with_a_price_in_free_resources():
    """TU-015 TU-017: what is paid must be there."""
    state = doing("any-2>worker-1", goods=(1, 0, 1), workers=("D5",))
    assert refused_by(state, "0 pay stone peat") == "TU-015"
    state = play(state, "0 pay firewood peat", "0 recruit C6")
    assert (me(state).goods, me(state).workers) == ((0, 0, 0), ("C6", "D5"))
    assert "pay" not in verbs(doing("any-2>worker-1", goods=(1, 0, 0)))


def test_a_free_worker_needs_one_in_the_bank():
    """TU-161 TU-165: it is placed like a paid one."""
    state = mapped(doing("worker-1", workers=("D5",) * 6))
    assert reasons(state, "recruit") == ["All six workers of @0 are on the map."]
    assert refused_by(state, "0 recruit C6") == "TU-165"
    assert refused_by(mapped(doing("worker-1", workers=("D5",))), "0 recruit E5") == "TU-161"


def test_a_price_must_be_paid_in_full():
    """TU-018: one resource for each unit that can be chosen."""
    assert refused_by(doing("any-2>vp-1", goods=(2, 2, 2)), "0 pay stone") == "TU-018"


def test_what_the_words_cannot_say_is_booked_by_hand():
    """TU-013 TU-015: caps and the floor hold."""
    state = play(doing("hand", berries=1, goods=(0, 0, 9)), "0 book peat 3", "0 book berry -1", "0 book vp 2")
    assert (me(state).goods, me(state).berries, me(state).vp) == ((0, 0, 10), 0, 2)
    assert refused_by(state, "0 book berry -1") == "TU-015"
    assert play(state, "0 done").steps == (Turn(0, True),)


@pytest.mark.parametrize(
    "word", ["gold-1", "berry-0", "berry", "mp-1+", "same-2>", ">vp-1", "vp-1>berry-1", "berry-99", ""]
)
def test_words_that_are_no_effects(word):
    assert is_effect(word) == (word == "berry")


def test_effects_are_said_in_words():
    assert describe("berry-2+upgrade-4") == "2 berries and upgrade up to 4 boards"
    assert describe("mp-1|same-2>vp-1") == "1 movement point or pay 2 resources of one type for 1 victory point"
    assert [(p.kind, p.n) for p in parse("any-1+any-2")] == [("any", 3)]
