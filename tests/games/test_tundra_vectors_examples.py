"""The examples of the rulebook as worked out in the specification, X01 to X14."""

from dataclasses import replace

import pytest

from companion.games.tundra.goals import personal_count
from companion.games.tundra.rules import advance
from companion.games.tundra.steps import EndRound, Income, Turn
from tests.games.test_tundra_kit import (
    advisors,
    begun,
    boards,
    copy_of,
    doing,
    is_offered,
    mapped,
    me,
    placing,
    play,
    refusal,
    refused_by,
    skip_titles,
    turn,
    verbs,
    words,
)


@pytest.mark.parametrize(("die", "points"), [("5", 2), ("2", 1)])
def test_x01_each_frame_has_its_own_action(die, points):
    """TU-007: slots 6 and 5 share one action, 4 to 1 the other."""
    rows = {f"board.travel.basic.{n}": "mp-2" if n >= 5 else "mp-1" for n in range(1, 7)}
    state = turn(dice=die, catalogue=copy_of() | rows, boards=boards())
    assert play(state, f"0 use {die} travel").steps[0].parts[0].n == points


def test_x02_movement_points_are_split_among_workers():
    """TU-053 TU-054: worker A two tiles, worker B one; one resource from each entered tile."""
    state = mapped(doing("mp-3", goods=(0, 0, 0)), E5="peat", F5="stone", E6="firewood")
    state = play(state, "0 move D5 E5", "0 move E5 F5", "0 move D6 E6")
    assert me(state).goods == (1, 1, 1)
    assert me(state).workers == ("E6", "F5")
    assert state.steps == (Turn(0, True),)


def test_x03_start_of_round_gives_title_boards_and_towers():
    """TU-063 TU-064 TU-065 TU-066 TU-069 TU-070: 1 MP, 1 resource of choice, 1 VP, both units of the tower."""
    base = mapped(turn(boards=boards(1), towers=("D5",), workers=("D6",), goods=(0, 0, 0), berries=0), E6="closed")
    tiles = tuple(replace(t, bonus="berry-1+peat-1") if t.hex == "D5" else t for t in base.tiles)
    state = replace(base, tiles=tiles, steps=(Income(0), Turn(0)))
    state = play(advance(state), "0 move D6 E6", "0 tile E6 stone", "0 gain firewood")
    assert me(state).goods == (1, 1, 1)
    assert (me(state).berries, me(state).vp) == (1, 1)


def test_x04_a_three_on_basic_travel_gives_exactly_one_movement_point():
    """TU-092 TU-170: the shipped value of slot 3."""
    catalogue = {k: v for k, v in copy_of().items() if k != "board.travel.basic.3"}
    state = turn(dice="3", catalogue=catalogue, boards=boards())
    state = play(state, "0 use 3 travel")
    assert [(p.kind, p.n) for p in state.steps[0].parts] == [("mp", 1)]
    assert me(state).boards[1].dice == ("", "", "3", "", "", "")


def test_x05_a_bought_die_gives_one_more_turn():
    """TU-109 TU-113 TU-114: berries -6, two unused dice, the 2 may be used now, five turns in the round."""
    state = placing(values="1 2 3 4")
    state = replace(state, players=tuple(replace(p, berries=10, boards=boards()) for p in state.players))
    turns = [0, 0]
    for seat, die in [(0, 1), (1, 1), (0, 2), (1, 2), (0, 3), (1, 3)]:
        state = play(state, f"{seat} use {die} gathering", f"{seat} done", f"{seat} end")
        turns[seat] += 1
    state = play(state, "0 buy own", "0 roll red:2")
    assert me(state).berries == 10 - 6
    assert me(state).dice == ("2", "4")
    assert {"2", "4"} == words(state, "use", 0)
    for seat, line in [(0, "2 travel"), (1, "4 gathering"), (0, "4 travel")]:
        state = play(state, f"{seat} use {line}", f"{seat} done", f"{seat} end")
        turns[seat] += 1
    assert turns == [5, 4]


def sophia():
    """Trade with a starter (row 3: 1 peat) and a market card (row 3: 1 MP)."""
    trade = replace(boards()[3], starter="s09", market=("c11",))
    state = mapped(turn(dice="3", boards=(*boards()[:3], trade), goods=(4, 4, 0), berries=0))
    return play(replace(state, deck=state.deck - 1), "0 use 3 trade")


@pytest.mark.parametrize("first", ["trade", "s09", "c11"])
def test_x06_three_actions_in_any_order(first):
    """TU-125 TU-126 TU-127: board, starter and market card, whichever first."""
    state = sophia()
    assert words(state, "do") == {"trade", "s09", "c11"}
    assert first not in words(play(state, f"0 do {first}"), "do")


def test_x06_nothing_comes_between_berries_and_upgrading():
    """TU-128 TU-190: inside the board's action the cards must wait; both parts in either order."""
    state = play(sophia(), "0 do trade", "0 collect berry")
    assert me(state).berries == 2
    assert not is_offered(state, "0 do s09") and "move" not in verbs(state)
    assert refused_by(state, "0 do s09") == "TU-128"
    state = play(state, "0 upgrade travel", "0 done", "0 do s09", "0 move D5 E5")
    assert me(state).goods == (4, 2, 1)
    other = play(sophia(), "0 do trade", "0 upgrade travel", "0 collect berry")
    assert me(other).berries == 2


def test_x07_pairs_are_sold_while_pairs_last():
    """TU-163 TU-164: (3,2,1) and three towers: two sales, the third is refused for want of a pair."""
    state = turn(dice="2", boards=boards(0), goods=(3, 2, 1), towers=("E5", "F5", "G5"), workers=("D5", "D6"))
    state = play(mapped(state), "0 use 2 architecture", "0 sell firewood")
    assert (me(state).goods, me(state).vp) == ((1, 2, 1), 1)
    state = play(state, "0 sell stone")
    assert (me(state).goods, me(state).vp) == ((1, 0, 1), 2)
    assert state.steps[0].parts[0].n == 1
    assert refusal(state, "0 sell firewood")[0] == "TU-164"
    assert not is_offered(state, "0 sell firewood")


def gatherer():
    state = turn(dice="4", boards=boards(), towers=("D5",), workers=("E5", "E5", "F5"), goods=(0, 0, 0))
    return play(mapped(state, D5="stone", E5="peat", F5="firewood"), "0 use 4 gathering")


@pytest.mark.parametrize(
    ("pick", "goods"),
    [
        ("D5 E5 E5", (0, 1, 2)),
        ("F5 E5 E5", (1, 0, 2)),
        ("D5 F5 E5", (1, 1, 1)),
        ("E5 nothing nothing", (0, 0, 1)),
        ("nothing nothing nothing", (0, 0, 0)),
    ],
)
def test_x08_gathering_sets(pick, goods):
    """TU-175 TU-176 TU-177: the three full sets and any part of them."""
    assert me(play(gatherer(), f"0 gather {pick}")).goods == goods


def test_x08_never_four_units_nor_a_piece_twice():
    """TU-175 TU-176: slot 4 allows three, each piece gives one."""
    assert refused_by(gatherer(), "0 gather D5 E5 E5 F5") == "TU-175"
    assert not is_offered(gatherer(), "0 gather D5 E5 E5 F5")
    assert refused_by(gatherer(), "0 gather D5 D5 E5") == "TU-176"


def test_x09_upgrading_trade_first_still_gives_two_berries():
    """TU-200: the berries of the action under way stay 2."""
    state = turn(dice="3", boards=boards(), goods=(4, 4, 4), berries=0)
    state = play(state, "0 use 3 trade", "0 upgrade trade peat stone", "0 collect berry")
    assert me(state).berries == 2
    assert me(state).boards[3].upgraded


@pytest.mark.parametrize(("board", "acts"), [("trade", True), ("gathering", False)])
def test_x10_a_card_bought_and_put_under_trade_acts_at_once(board, acts):
    """TU-213: only under Trade, for the activated row."""
    state = play(mapped(turn(dice="4", boards=boards())), "0 use 4 trade", "0 take m1 c12", f"0 under {board}")
    assert ("move" in verbs(state)) == acts


def test_x11_a_fourth_advisor_needs_a_discard():
    """TU-208 TU-209: one of the own three goes, even a turned one."""
    own = (advisors("c01")[0], replace(advisors("c02")[0], used=True), advisors("c03")[0])
    state = turn(dice="4", boards=boards(), advisors=own)
    state = play(replace(state, deck=state.deck - 3), "0 use 4 trade", "0 take m1 c04")
    assert verbs(state) == {"discard"}
    assert words(state, "discard") == {"c01", "c02", "c03"}
    state = play(state, "0 discard c02")
    assert [a.card for a in me(state).advisors] == ["c01", "c03", "c04"]
    assert state.discard == 1


def test_x12_provident_keeps_four_advisors():
    """TU-243 TU-265: no discard."""
    state = turn(dice="4", boards=boards(), advisors=advisors("c01", "c02", "c03"), title="provident")
    state = play(replace(state, deck=state.deck - 3), "0 use 4 trade", "0 take m1 c04")
    assert len(me(state).advisors) == 4


@pytest.mark.parametrize(("seats", "size"), [(2, 4), (3, 5), (4, 6)])
def test_x13_market_size(seats, size):
    """TU-035 TU-222: after set-up and after a round."""
    state = skip_titles(begun(seats))
    assert state.market == ("?",) * size
    assert state.deck == 40 - size
    ended = replace(state, steps=(EndRound(),), market=("", *state.market[1:]), players=_owner(state))
    ended = play(ended, "0 clear")
    assert ended.market == ("?",) * size
    assert (ended.deck, ended.discard) == (40 - 2 * size, size - 1)


def _owner(state):
    """Seat 0 with the card that is missing in the market, all dice in the banks."""
    home = tuple(replace(p, bank=7, unrolled=0, dice=()) for p in state.players)
    return (replace(home[0], advisors=advisors("c01")), *home[1:])


def test_x14_more_pieces_than_another_player_on_a_tile():
    """TU-287: a peat glade for Elisabeth, a firewood glade for Polkan, one tile each; as many are not more."""
    state = mapped(turn(workers=("E5", "E5", "F5", "G5"), towers=()), E5="peat", F5="firewood")
    polkan = replace(me(state, 1), workers=("E5", "F5", "F5", "G5"))
    state = replace(state, players=(me(state), polkan))
    assert [personal_count(state, seat, "majority") for seat in (0, 1)] == [1, 1]


def test_tower_income_is_silent_without_towers():
    """TU-071: no towers, no step."""
    state = advance(replace(turn(workers=("D5",)), steps=(Income(0, "towers"), Turn(0))))
    assert state.steps == (Turn(0),)
