"""The edge cases derived in the specification, D01 to D38."""

from dataclasses import replace

import pytest

from companion.games.tundra import GAME
from companion.games.tundra.goals import best, personal_count, personal_tiers
from companion.games.tundra.purse import Why, gain
from companion.games.tundra.rules import advance
from companion.games.tundra.scoring import winners
from companion.games.tundra.state import Advisor, Goal
from companion.games.tundra.steps import Bonus, EndRound, Income, Turn
from tests.games.test_tundra_kit import (
    advisors,
    begun,
    boards,
    doing,
    is_offered,
    mapped,
    me,
    placing,
    play,
    reasons,
    refusal,
    refused_by,
    roll,
    said,
    skip_titles,
    turn,
    verbs,
    words,
)


def test_d01_resources_stop_at_ten():
    """TU-013: 9 peat and 3 more are 10, two are lost."""
    state = gain(turn(goods=(0, 0, 9)), 0, "peat", 3)
    assert me(state).goods == (0, 0, 10)
    assert "2 lost" in said(state)


def test_d02_berries_stop_at_twenty():
    """TU-014: 19 and 6 are 20."""
    assert me(gain(turn(berries=19), 0, "berry", 6)).berries == 20


def test_d03_a_reroll_needs_a_berry():
    """TU-015 TU-106: refused with none."""
    state = turn(berries=0)
    assert "reroll" not in verbs(state)
    assert refusal(state, "0 reroll 1") == (
        "TU-106",
        "This costs 1 berry, but @0 has only 0; choose something else.",
    )


def test_d04_six_and_one_are_not_neighbours():
    """TU-107 TU-108: a 6 becomes a 5 for two berries, never a 1."""
    state = turn(dice="6", berries=2)
    assert refused_by(state, "0 change 6 1") == "TU-108"
    assert words(state, "change") == {"5"}
    state = play(state, "0 change 6 5")
    assert (me(state).dice, me(state).berries) == (("5",), 0)


def test_d05_three_steps_are_paid_one_by_one():
    """TU-117: a 2 becomes a 5 for six berries."""
    state = play(turn(dice="2", berries=6), "0 change 2 3", "0 change 3 4", "0 change 4 5")
    assert (me(state).dice, me(state).berries) == (("5",), 0)


def test_d06_the_bank_can_be_empty():
    """TU-110: four dice and three bought are all seven."""
    state = turn(dice="1 2 3 4 5 6 6", berries=20)
    assert me(state).bank == 0
    assert refusal(state, "0 buy own") == ("TU-110", "No die is left in your bank.")
    assert reasons(state, "buy") == ["No die is left in your bank."]


def test_d07_a_die_may_be_bought_after_the_last_one_was_used():
    """TU-105 TU-112 TU-113: accepted before the turn ends, usable from the next turn."""
    state = replace(turn(dice="1", berries=6, boards=boards()))
    state = play(state, "0 use 1 gathering", "0 done", "0 buy own", "0 roll red:5")
    assert me(state).dice == ("5",)
    assert not is_offered(state, "0 use 5 travel")
    assert refused_by(state, "0 use 5 travel") == "TU-091"
    state = play(state, "0 end")
    assert state.steps == (Turn(1),)
    state = play(state, "1 use 1 gathering", "1 done", "1 end")
    assert is_offered(state, "0 use 5 travel")


def test_d08_after_the_last_turn_no_die_can_be_bought():
    """TU-097 TU-112: refused in another's turn, and the player is skipped."""
    state = play(turn(dice="1", berries=20, boards=boards()), "0 use 1 gathering", "0 done", "0 end")
    assert refused_by(state, "0 buy own") == "TU-112"
    for die in (1, 2, 3):
        state = play(state, f"1 use {die} gathering", "1 done", "1 end")
        assert state.steps == (Turn(1),)
    state = play(state, "1 use 4 gathering", "1 done", "1 end")
    assert state.steps == (EndRound(),)


def test_d09_a_slot_holds_one_die():
    """TU-093: a second 4 on Travel is refused, on another own board accepted."""
    travel = replace(boards()[1], dice=("", "", "", "4", "", ""))
    state = turn(dice="4", bank=5, boards=(boards()[0], travel, *boards()[2:]))
    assert refused_by(state, "0 use 4 travel") == "TU-093"
    assert words(state, "use") - {"goal-resources"} == {"architecture", "gathering", "trade"}
    assert me(play(state, "0 use 4 gathering")).boards[2].dice[3] == "4"


def test_d10_a_die_goes_on_the_slot_of_its_value():
    """TU-092: a 4 on slot 3 is refused."""
    state = turn(dice="4", boards=boards())
    assert refused_by(state, "0 use 4 travel-3") == "TU-092"
    assert not is_offered(state, "0 use 4 travel-3")


def test_d11_one_die_per_turn():
    """TU-091: a second one is refused."""
    state = play(turn(dice="1 2", boards=boards()), "0 use 1 gathering", "0 done")
    assert "use" not in verbs(state)
    assert refused_by(state, "0 use 2 gathering") == "TU-091"


def test_d12_berry_goal():
    """TU-136 TU-137 TU-140 TU-142 TU-252: 16 berries give 4 VP and stay; closed for this round, open in the next."""
    state = placing(values="1 2 3 4")
    state = replace(state, players=tuple(replace(p, berries=16) for p in state.players))
    state = play(state, "0 use 2 goal-berries")
    assert (me(state).vp, me(state).berries) == (4, 16)
    assert me(state).lines[0].rule == "TU-252"
    state = play(state, "0 end")
    assert refused_by(state, "1 use 2 goal-berries") == "TU-136"
    assert "The goal berries is taken until the round ends." in reasons(state, "use")
    home = tuple(replace(p, bank=7, dice=(), unrolled=0) for p in state.players)
    state = replace(state, steps=(EndRound(),), players=home)
    state = play(skip_titles(play(state, "0 clear")), f"1 roll {roll('blue', '2 2 2 2')}", "1 use 2 goal-berries")
    assert me(state, 1).vp == 4


def test_d13_below_the_lowest_tier_a_goal_is_refused():
    """TU-138 TU-259: five resources are too few."""
    state = turn(dice="5", goods=(2, 2, 1))
    assert refused_by(state, "0 use 5 goal-resources") == "TU-138"
    assert any("needs at least 6 resources; @0 has 5" in reason for reason in reasons(state, "use"))


def test_d14_a_worker_never_returns_to_a_tile_within_one_action():
    """TU-055 TU-056: not the same worker, but another one, and the same one in the next action."""
    state = play(mapped(doing("mp-2")), "0 move D5 E5")
    assert refused_by(state, "0 move E5 D5") == "TU-055"
    other = play(state, "0 move D6 D5")
    assert me(other).workers == ("D5", "E5")
    later = play(doing("mp-1", state=replace(other, steps=(Turn(0, True),))), "0 move E5 D5")
    assert me(later).workers == ("D5", "D5")


def test_d15_a_glade_holds_one_tower():
    """TU-153 TU-157: a rival's tower keeps mine away, my worker may stay."""
    state = mapped(doing("build-2", workers=("E5",), goods=(2, 0, 0)))
    state = replace(state, players=(me(state), replace(me(state, 1), towers=("E5",))))
    assert refused_by(state, "0 build E5 firewood") == "TU-153"
    assert "build" not in verbs(state)
    assert me(play(state, "0 done")).workers == ("E5",)


def test_d16_a_tower_bonus_comes_after_the_whole_action():
    """TU-155: its two firewood cannot pay for the second tower."""
    state = mapped(doing("build-2", workers=("E5", "F5"), goods=(2, 0, 0)), bonus="firewood-2")
    state = play(state, "0 build E5 firewood")
    assert refused_by(state, "0 build F5 firewood") == "TU-164"
    state = play(state, "0 done")
    assert me(state).goods == (2, 0, 0)


def test_d17_a_worker_bonus_is_lost_without_a_worker_in_the_bank():
    """TU-158: nothing is placed, a sentence says so."""
    state = mapped(turn(towers=("E5",), workers=("D5",) * 6), bonus="worker-1")
    state = advance(replace(state, steps=(Bonus(0, "E5"), Turn(0))))
    assert me(state).workers == ("D5",) * 6
    assert "no worker in the bank" in said(state)


@pytest.mark.parametrize(("upgraded", "limit"), [(False, 2), (True, 4)])
def test_d18_how_many_towers_one_action_builds(upgraded, limit):
    """TU-151: two on the basic board, four on the upgraded one."""
    side = boards(0) if upgraded else boards()
    state = mapped(turn(dice="6", boards=side, workers=("D5", "E5", "F5", "G5", "H5"), goods=(8, 2, 0)))
    state = play(state, "0 use 6 architecture")
    for where in ("D5", "E5", "F5", "G5")[:limit]:
        state = play(state, f"0 build {where} firewood")
    assert state.steps == (Turn(0, True),)
    assert len(me(state).towers) == limit


def test_d19_one_worker_per_tower_glade_and_action():
    """TU-161: the second on the same glade is refused, the settlement accepted."""
    state = mapped(doing("place-2", towers=("E5",), workers=("D5",), goods=(4, 0, 0), berries=2))
    state = play(state, "0 place E5 firewood")
    assert refused_by(state, "0 place E5 firewood") == "TU-161"
    assert me(play(state, "0 place C6 firewood")).workers == ("C6", "D5", "E5")


def test_d20_each_worker_costs_a_berry():
    """TU-160: with one berry only one is placed."""
    state = play(mapped(doing("place-2", goods=(4, 0, 0), berries=1)), "0 place C6 firewood")
    assert refused_by(state, "0 place C6 firewood") == "TU-160"
    assert "place" not in verbs(state)


def test_d21_dice_stay_on_a_flipped_board():
    """TU-193 TU-194: dice on 6 and 2, no action, 1 VP."""
    architecture = replace(boards()[0], dice=("", "2", "", "", "", "6"))
    state = turn(dice="3", bank=4, boards=(architecture, *boards()[1:]), goods=(2, 0, 0))
    state = play(state, "0 use 3 trade", "0 upgrade architecture")
    assert me(state).boards[0] == replace(architecture, upgraded=True)
    assert me(state).vp == 1
    assert state.steps[0].source == "trade"


def test_d22_upgraded_boards_give_points_each_round():
    """TU-069: three boards, three points."""
    state = advance(replace(turn(boards=boards(0, 1, 3)), steps=(Income(0, "boards"), Turn(0))))
    assert me(state).vp == 3


def test_d23_past_the_end_of_the_track():
    """TU-044 TU-045 TU-230: 48 and 5 are 53, with the acorn token."""
    state = gain(turn(), 0, "vp", 48, Why("before", ""))
    state = gain(state, 0, "vp", 5, Why("now", ""))
    view = GAME.view(state)
    assert view.scores[0] == 53
    assert "acorn" in said(state)
    track = next(sheet for sheet in view.sheets if sheet.title == "Victory points")
    assert track.at[0] == ("seat0", 3)


def test_d24_the_end_of_round_two():
    """TU-222 TU-223 TU-224 TU-225 and TU-062: 5 new cards, counter III, next first player, 5 dice."""
    state = begun(3)
    home = tuple(replace(p, bank=7, dice=(), unrolled=0) for p in state.players)
    state = replace(state, round=2, first=1, steps=(EndRound(),), players=home, market=("?", "?", "?", "?", "?"))
    state = play(state, "1 clear")
    assert (state.round, state.first, state.market) == (3, 2, ("?",) * 5)
    assert [p.unrolled for p in state.players] == [5, 5, 5]
    assert state.deck == 40 - 2 * 5


def test_d25_after_round_four_comes_scoring():
    """TU-220: nothing is cleared up."""
    state = advance(replace(turn(), round=4, steps=(EndRound(),)))
    assert state.steps == ()
    assert GAME.view(state).phase == "Scoring"


def finished(*standings):
    """(points, resources, berries) of each seat at the end."""
    state = replace(turn(), steps=())
    players = [
        replace(p, vp=vp, goods=(goods, 0, 0), berries=berries)
        for p, (vp, goods, berries) in zip(state.players, standings, strict=True)
    ]
    return replace(state, players=tuple(players))


def test_d26_ties_are_broken_by_resources_then_berries():
    """TU-233 TU-234: 61 each, 7 resources each, 3 against 5 berries."""
    assert winners(finished((61, 7, 3), (61, 7, 5))) == (1,)


def test_d27_all_equal_is_a_shared_win():
    """TU-235."""
    assert winners(finished((61, 7, 3), (61, 7, 3))) == (0, 1)


def special(*titles):
    return skip_titles(begun(settings={"special": "on"}, titles=titles))


def test_d28_the_extra_die_of_the_first_player():
    """TU-268 TU-269: four dice for all, then one for its owner alone."""
    state = play(special("determined", "wisdom"), f"0 roll {roll('red', '1 2 3 4')}")
    assert [p.dice for p in state.players] == [("1", "2", "3", "4")] * 2
    state = play(state, "0 roll red:6")
    assert [p.dice for p in state.players] == [("1", "2", "3", "4", "6"), ("1", "2", "3", "4")]


def test_d29_wisdom_buys_eight_dice():
    """TU-266 TU-014: four dice for 20 berries, a fifth is refused."""
    state = turn(dice="1 2 3 4", title="wisdom", white=True, berries=20)
    for kind, die in [("own", "red:1"), ("white", "white:2"), ("own", "red:3"), ("own", "red:4")]:
        state = play(state, f"0 buy {kind}", f"0 roll {die}")
    assert me(state).berries == 0
    assert len(me(state).dice) == 8
    assert refused_by(state, "0 buy own") == "TU-110"


def test_d30_generous_turns_dice_for_one_berry():
    """TU-272: ±1 costs 1, a reroll 1, a die 6."""
    state = turn(dice="3 5", title="generous", berries=8)
    state = play(state, "0 change 3 4")
    assert me(state).berries == 7
    state = play(state, "0 reroll 4", "0 roll red:4")
    assert me(state).berries == 6
    assert me(play(state, "0 buy own")).berries == 0


@pytest.mark.parametrize(("title", "both"), [("humble", False), ("hard-worker", True)])
def test_d31_two_market_cards_under_one_board(title, both):
    """TU-211 TU-212 TU-271: the second asks to discard the first, one title keeps both."""
    own = (replace(boards()[0], starter="s09", market=("c11",)), *boards()[1:])
    state = turn(dice="4", title=title, boards=own)
    state = play(replace(state, deck=state.deck - 1), "0 use 4 trade", "0 take m1 c12")
    if both:
        state = play(state, "0 under architecture")
        assert me(state).boards[0].market == ("c11", "c12")
    else:
        assert refused_by(state, "0 under architecture") == "TU-211"
        state = play(state, "0 swap c11")
        assert (me(state).boards[0].market, me(state).boards[0].starter) == (("c12",), "s09")
        assert state.discard == 1


def test_d32_an_empty_market_gives_only_the_berry():
    """TU-186 TU-188."""
    state = turn(dice="4", boards=boards(), berries=0)
    state = replace(state, market=("",) * 4, discard=4)
    state = play(state, "0 use 4 trade")
    assert "take" not in verbs(state)
    assert refused_by(state, "0 take m1 c12") == "TU-186"
    assert me(play(state, "0 done")).berries == 1


def test_d33_an_advisor_acts_once_per_round():
    """TU-206 TU-207 TU-223: refused the second time, ready next round."""
    state = turn(advisors=advisors("c01"), berries=0)
    state = play(replace(state, deck=state.deck - 1), "0 advisor c01")
    assert me(state).berries == 2
    assert refused_by(state, "0 advisor c01") == "TU-207"
    assert "advisor" not in verbs(state)
    home = tuple(replace(p, bank=7, dice=()) for p in state.players)
    state = play(replace(state, steps=(EndRound(),), players=home), "0 clear")
    assert me(state).advisors == (Advisor("c01"),)


def points(state, goal, seat=0):
    return best(personal_tiers(state, goal), personal_count(state, seat, goal))


def test_d34_types_of_tiles():
    """TU-281: stone and settlement hold two or more, peat does not: 4 VP."""
    state = mapped(turn(workers=("C6", "C6", "C6", "E5", "F5", "G5")), E5="stone", F5="stone", G5="peat")
    assert personal_count(state, 0, "tile-types") == 2
    assert points(state, "tile-types") == 4


def test_d35_city_cards_and_boards():
    """TU-285: 3 + 4 + 4 are 11, starters are ignored: 9 VP."""
    own = tuple(
        replace(b, starter="s09" if i < 2 else "", market=(f"c{11 + i}",)) for i, b in enumerate(boards(0, 1, 2, 3))
    )
    state = turn(boards=own, advisors=advisors("c01", "c02", "c03"))
    assert points(state, "cards-and-boards") == 9


def test_d36_workers_in_the_bank():
    """TU-282: five of them reach the tier of four: 10 VP."""
    assert points(turn(workers=("D5",)), "workers-at-home") == 10


def test_d37_a_copy_that_differs_is_named():
    """TU-081: 3 expected, 4 seen."""
    state = skip_titles(begun(settings={"copies": "checked"}))
    state = play(state, f"0 roll {roll('red', '2 3 3 6')}")
    rule, sentence = refusal(state, f"1 copied {roll('blue', '2 3 4 6')}")
    assert (rule, sentence) == ("TU-081", "One of your dice differs: 3 expected, 4 seen; turn it.")
    assert play(state, f"1 copied {roll('blue', '6 3 2 3')}").steps == (Turn(0),)


def test_d38_four_dice_in_the_first_two_rounds():
    """TU-062: five dice are refused in round II."""
    state = replace(skip_titles(begun()), round=2)
    five = f"0 roll {roll('red', '1 2 3 4 5')}"
    assert not is_offered(state, five)
    assert refusal(state, five) == ("TU-062", "4 dice are rolled in round II.")


def test_goal_cards_are_fresh_after_a_round():
    """TU-140 TU-221: dice leave the goal cards."""
    state = turn()
    home = tuple(replace(p, bank=7, dice=()) for p in state.players)
    taken = (Goal("berries", ((0, "2"),)), Goal("resources"))
    state = replace(state, goals=taken, steps=(EndRound(),), players=(replace(home[0], bank=6), home[1]))
    assert play(state, "0 clear").goals == (Goal("berries"), Goal("resources"))
