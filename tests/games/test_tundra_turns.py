"""A turn: where dice go, free actions and their prices, goal cards, advisors."""

from dataclasses import replace

import pytest

from companion.games.tundra import GAME
from companion.games.tundra.state import Goal
from companion.games.tundra.steps import Turn
from companion.games.tundra.titles import TITLES
from tests.games.test_tundra_kit import (
    advisors,
    boards,
    copy_of,
    is_offered,
    mapped,
    me,
    placing,
    play,
    reasons,
    refusal,
    refused_by,
    said,
    turn,
    verbs,
    words,
)


def full(*values):
    """A board with dice on these slots."""
    return replace(boards()[0], dice=tuple(str(n) if n in values else "" for n in range(1, 7)))


def test_exactly_one_die_is_used():
    """TU-091: a turn cannot end without."""
    state = turn()
    assert "end" not in verbs(state)
    assert refused_by(state, "0 end") == "TU-091"


def test_only_own_boards_take_a_die():
    """TU-094: the die lies on the own board, nobody else's changes."""
    state = play(turn(dice="2", boards=boards()), "0 use 2 gathering")
    assert me(state).boards[2].dice[1] == "2"
    assert all(die == "" for board in me(state, 1).boards for die in board.dice)


def test_a_used_die_stays_until_the_round_ends():
    """TU-095 TU-116: it can neither be rerolled, changed nor used again."""
    state = play(turn(dice="2", berries=9, boards=boards()), "0 use 2 gathering", "0 done")
    assert refused_by(state, "0 reroll 2") == "TU-116"
    assert refused_by(state, "0 change 2 3") == "TU-116"
    assert me(play(state, "0 end")).boards[2].dice[1] == "2"


def test_an_action_may_be_left_undone():
    """TU-098: the die is used nevertheless."""
    state = play(turn(dice="6", boards=boards()), "0 use 6 architecture", "0 done")
    assert (me(state).dice, me(state).goods, state.steps) == ((), (2, 2, 2), (Turn(0, True),))


def stuck():
    every = (full(1),) * 4
    return turn(dice="1 1", boards=every, bank=1, goods=(0, 0, 0), berries=0)


def test_a_die_without_a_slot_is_set_aside():
    """TU-099: one die, without effect; not while another one fits."""
    state = stuck()
    assert verbs(state) == {"aside", "show"}
    state = play(state, "0 aside 1")
    assert (me(state).dice, me(state).aside) == (("1",), ("1",))
    assert state.steps == (Turn(0, True),)
    assert refused_by(turn(dice="1 2", boards=(full(1),) * 4), "0 aside 1") == "TU-099"


def test_free_actions_before_and_after_the_die():
    """TU-105: any number of them."""
    state = turn(dice="1 2 3", berries=10, boards=boards())
    state = play(state, "0 change 1 2", "0 reroll 3", "0 roll red:6", "0 use 6 gathering", "0 done")
    state = play(state, "0 change 2 1", "0 change 2 3", "0 end")
    assert me(state).dice == ("1", "3")
    assert me(state).berries == 10 - 2 - 1 - 2 - 2


def test_a_reroll_costs_one_berry_and_gives_a_new_value():
    """TU-106."""
    state = play(turn(dice="1 4", berries=1), "0 reroll 4")
    assert verbs(state) == {"roll"}
    state = play(state, "0 roll red:6")
    assert (me(state).dice, me(state).berries) == (("1", "6"), 0)


@pytest.mark.parametrize(("die", "to"), [("3", "2"), ("3", "4"), ("1", "2")])
def test_a_change_by_one_costs_two_berries(die, to):
    """TU-107."""
    state = play(turn(dice=die, berries=2), f"0 change {die} {to}")
    assert (me(state).dice, me(state).berries) == ((to,), 0)


@pytest.mark.parametrize(("die", "to"), [("6", "1"), ("1", "6"), ("2", "4"), ("3", "3")])
def test_a_change_is_one_step_and_never_round_the_corner(die, to):
    """TU-107 TU-108."""
    assert refused_by(turn(dice=die, berries=9), f"0 change {die} {to}") == "TU-108"


def test_a_bought_die_comes_from_the_bank():
    """TU-109 TU-110: 6 berries each, as many as bank and berries allow; a sentence says what is missing."""
    state = turn(dice="1", berries=13)
    assert me(state).bank == 6
    state = play(state, "0 buy own", "0 roll red:3", "0 buy own", "0 roll red:3")
    assert (me(state).berries, me(state).bank, me(state).dice) == (1, 4, ("1", "3", "3"))
    assert reasons(state, "buy") == ["A die costs 6 berries, you have 1."]
    assert refused_by(state, "0 buy own") == "TU-015"


def test_only_a_die_of_the_bank_can_be_bought():
    """TU-109: no white die without the title, none of the own colour if only the white one is left."""
    assert refused_by(turn(berries=6), "0 buy white") == "TU-109"
    state = turn(dice="1 2 3 4 5 6 6", title="wisdom", white=True, berries=5)
    assert words(state, "buy") == {"white"}
    assert refused_by(state, "0 buy own") == "TU-109"


def test_a_bought_or_changed_die_can_be_used_at_once_if_none_was():
    """TU-113."""
    state = play(turn(dice="1", berries=8, boards=boards()), "0 buy own", "0 roll red:5", "0 change 5 6")
    assert is_offered(state, "0 use 6 travel")
    after = play(turn(dice="1 1", berries=8, boards=boards()), "0 use 1 travel", "0 done", "0 buy own", "0 roll red:5")
    assert not is_offered(after, "0 use 5 travel")


def test_buying_says_that_it_gives_one_more_turn():
    """TU-114."""
    state = turn(berries=6)
    assert any("one more turn" in p.hint for p in GAME.prompts(state) if p.verb == "buy")


def test_free_actions_wait_for_the_own_turn():
    """TU-115: refused outside of it, even with dice and berries."""
    state = turn(0)
    for line in ("1 reroll 2", "1 change 2 3", "1 buy own", "1 use 2 travel", "1 end"):
        assert refused_by(state, line) == "TU-115"
        assert not is_offered(state, line)


def test_prices_and_limits_come_from_the_title():
    """TU-019 TU-243: reroll 1; change 2 or 1; buy 6, 5 or 9; advisors 3, 4 or 2; dice 7 or 8."""
    assert {
        name: (t.change, t.buy, t.advisors, t.max_dice, t.enhancements, t.more_dice) for name, t in TITLES.items()
    } == {
        "humble": (2, 6, 3, 7, 1, 0),
        "provident": (2, 6, 4, 7, 1, 0),
        "wisdom": (2, 5, 3, 8, 1, 0),
        "inspiring": (2, 6, 3, 7, 1, 0),
        "determined": (2, 9, 3, 7, 1, 1),
        "hard-worker": (2, 6, 2, 7, 2, 0),
        "generous": (1, 6, 3, 7, 1, 0),
    }
    assert me(play(turn(title="wisdom", white=True, berries=5), "0 buy white")).berries == 0


def test_the_white_die_stays_white():
    """TU-266: it is bought, thrown, changed and used as a white one and comes back to the bank."""
    state = turn(dice="4", title="wisdom", white=True, berries=9, boards=boards())
    state = play(state, "0 buy white", "0 roll white:4", "0 change white:4 5")
    assert me(state).dice == ("4", "white:5")
    state = play(state, "0 reroll white:5", "0 roll white:4")
    assert words(state, "use", 0) == {"4", "white:4"}
    state = play(state, "0 use white:4 gathering")
    assert me(state).boards[2].dice[3] == "white:4"


# ------------------------------------------------------------------------------------------------ goal cards


def test_a_goal_card_takes_only_its_white_values():
    """TU-135: those printed; a value nobody has looked at is asked for."""
    state = turn(dice="2 4", berries=10)
    assert is_offered(state, "0 use 2 goal-berries") and not is_offered(state, "0 use 4 goal-berries")
    unknown = {k: v for k, v in copy_of().items() if not k.startswith("goal.berries")}
    asked = play(turn(dice="2 4", berries=10, catalogue=unknown), "0 use 4 goal-berries")
    assert is_offered(asked, "0 catalogue goal.berries.4 no")
    no = play(asked, "0 catalogue goal.berries.4 no")
    assert (me(no).dice, me(no).vp, no.steps) == (("2", "4"), 0, (Turn(0),))
    assert "does not take a 4" in said(no)
    yes = play(asked, "0 catalogue goal.berries.4 yes")
    assert (me(yes).dice, me(yes).vp) == (("2",), 2)


def test_a_goal_card_is_closed_once_used():
    """TU-136: to everybody, its user too, until the round ends."""
    state = placing(values="1 2 2 3")
    state = replace(state, players=tuple(replace(p, berries=20) for p in state.players))
    state = play(state, "0 use 2 goal-berries", "0 end")
    assert refused_by(state, "1 use 2 goal-berries") == "TU-136"
    state = play(state, "1 use 3 gathering", "1 done", "1 end")
    assert refusal(state, "0 use 2 goal-berries") == ("TU-136", "The goal berries is taken until the round ends.")


@pytest.mark.parametrize(("berries", "points"), [(10, 2), (14, 2), (15, 4), (19, 4), (20, 6)])
def test_the_best_reached_tier_counts(berries, points):
    """TU-137 TU-252."""
    state = play(turn(dice="2", berries=berries), "0 use 2 goal-berries")
    assert me(state).vp == points


def test_several_goal_cards_in_one_round():
    """TU-139: one die each."""
    state = play(turn(dice="2 4", berries=10, goods=(6, 0, 0)), "0 use 2 goal-berries", "0 end")
    state = replace(state, steps=(Turn(0),))
    state = play(state, "0 use 4 goal-resources")
    assert [goal.dice for goal in state.goals] == [((0, "2"),), ((0, "4"),)]
    assert me(state).vp == 4


def test_a_goal_card_counts_what_is_held_and_spends_nothing():
    """TU-141 TU-142: a berry spent before the use no longer counts."""
    state = turn(dice="2 6", berries=10, goods=(3, 3, 0))
    state = play(state, "0 use 6 goal-resources")
    assert (me(state).goods, me(state).berries, me(state).vp) == ((3, 3, 0), 10, 2)
    poorer = play(turn(dice="2 6", berries=10), "0 reroll 6", "0 roll red:6")
    assert refused_by(poorer, "0 use 2 goal-berries") == "TU-138"


def test_a_goal_that_is_not_open_is_refused():
    """TU-037."""
    state = turn(dice="1", workers=("D5", "D6"))
    assert Goal("workers") not in state.goals
    assert refused_by(state, "0 use 1 goal-workers") == "TU-037"


# ------------------------------------------------------------------------------------------------ advisors


def test_advisors_act_before_or_after_the_die():
    """TU-206: in the own turn only."""
    state = turn(dice="2", advisors=advisors("c01", "c02"), berries=0, boards=boards())
    state = play(replace(state, deck=state.deck - 2), "0 advisor c01", "0 use 2 gathering", "0 done", "0 advisor c02")
    assert me(state).berries == 4
    assert refused_by(replace(state, steps=(Turn(1),)), "0 advisor c01") == "TU-115"


def test_an_unknown_advisor_is_asked_for_and_then_acts():
    """TU-205 TU-206: the free action is told once."""
    unknown = {k: v for k, v in copy_of().items() if k != "city.c01.do"}
    state = turn(advisors=advisors("c01"), catalogue=unknown, workers=("D5",))
    state = play(mapped(replace(state, deck=state.deck - 1)), "0 advisor c01", "0 catalogue city.c01.do mp-1+berry-1")
    assert verbs(state) == {"move", "collect", "done", "skip"}
    state = play(state, "0 move D5 E5")
    assert (me(state).berries, me(state).advisors[0].used) == (7, True)
