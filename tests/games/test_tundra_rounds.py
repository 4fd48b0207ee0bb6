"""The frame of a round: income in turn order, the roll for all, turns, clearing up."""

from dataclasses import replace

import pytest

from companion.games.tundra import GAME
from companion.games.tundra.rules import advance
from companion.games.tundra.steps import Bonus, EndRound, Income, Roll, Turn
from companion.games.tundra.titles import TITLES, start_dice
from tests.games.test_tundra_kit import (
    advisors,
    begun,
    boards,
    is_offered,
    mapped,
    me,
    placing,
    play,
    refused_by,
    roll,
    skip_titles,
    turn,
    verbs,
    words,
)


def whole_round(state):
    """Play a round with every die set on Gathering or wherever it fits, nothing gained."""
    phases = [GAME.view(state).phase]
    while "clear" not in verbs(state) and state.steps:
        seat = GAME.prompts(state)[0].seat
        if "roll" in verbs(state):
            color = {"elisabeth": "red", "polkan": "blue"}[me(state, seat).character]
            tray = GAME.prompts(state)[0].tray
            state = play(state, f"{seat} roll {roll(color, ' '.join(str(n % 6 + 1) for n in range(len(tray))))}")
        elif "use" in verbs(state):
            prompt = next(p for p in GAME.prompts(state) if p.verb == "use" and not p.reason)
            state = play(state, f"{seat} use {prompt.options[0][0]} {prompt.options[1][0]}")
        else:
            state = play(state, f"{seat} {'end' if 'end' in verbs(state) else 'done'}")
        phases.append(GAME.view(state).phase)
    return state, list(dict.fromkeys(phases))


def test_the_game_has_four_rounds_of_four_phases():
    """TU-060 TU-061 TU-220 TU-224: start, roll, placement, end; after IV no clearing up."""
    state = begun()
    for number in (1, 2, 3, 4):
        assert state.round == number
        state, phases = whole_round(state)
        last = "End of round" if number < 4 else "Scoring"
        assert phases == ["Start of round", "Dice roll", "Placement", last]
        if number < 4:
            state = play(state, f"{state.first} clear")
    assert GAME.prompts(state) == ()
    assert GAME.view(state).winners


@pytest.mark.parametrize(("number", "dice"), [(1, 4), (2, 4), (3, 5), (4, 5)])
def test_dice_on_the_player_boards(number, dice):
    """TU-062: 4 in rounds I and II, 5 in III and IV, from the bank."""
    state = begun()
    home = tuple(replace(p, bank=7, unrolled=0) for p in state.players)
    if number > 1:
        state = play(replace(state, round=number - 1, players=home, steps=(EndRound(),)), "0 clear")
    assert [(p.unrolled, p.bank) for p in state.players] == [(dice, 7 - dice)] * 2


def test_income_is_taken_one_after_another_from_the_first_player():
    """TU-063: title, boards, towers of one seat before the next one starts; titles show whose it is."""
    state = begun(3)
    home = tuple(replace(p, bank=7, unrolled=0, boards=boards(1)) for p in state.players)
    state = play(replace(state, players=home, steps=(EndRound(),)), "0 clear")
    order = []
    while "done" in verbs(state):
        seat = GAME.prompts(state)[0].seat
        assert me(state, seat).vp == 0
        order.append(seat)
        state = play(state, f"{seat} done")
        assert me(state, seat).vp == 1
    assert order == [1, 2, 0]
    assert state.steps[0] == Roll(1)


def test_a_title_may_be_used_in_part_or_not_at_all():
    """TU-064 TU-065: the movement, the resource, both in either order, or nothing."""
    state = begun()
    goods = me(state).goods
    assert verbs(state) == {"move", "gain", "done"}
    assert me(play(state, "0 done")).goods == goods
    part = play(state, "0 gain peat")
    assert me(part).goods == (2, 2, 3)
    assert verbs(part) == {"move", "done"}
    both = play(part, "0 move D5 C6")
    assert both.steps[0].seat == 1


@pytest.mark.parametrize("title", ["wisdom", "inspiring", "determined", "hard-worker"])
def test_titles_of_other_moments_give_nothing_at_the_start(title):
    """TU-066."""
    other = "generous"
    state = begun(settings={"special": "on"}, titles=(title, other))
    assert TITLES[title].round_start == "nothing"
    assert GAME.prompts(state)[0].seat == 1


def test_upgraded_boards_and_towers_pay_each_round_and_are_skipped_without():
    """TU-069 TU-070 TU-071: one VP per board, each tower's bonus; nobody is asked who has neither."""
    state = mapped(turn(boards=boards(0, 2), towers=("E5", "F5"), berries=0, goods=(0, 0, 0)), bonus="berry-2+stone-1")
    state = advance(replace(state, steps=(Income(0, "boards"), Income(1, "boards"), Turn(0))))
    assert (me(state).vp, me(state).berries, me(state).goods) == (2, 4, (0, 2, 0))
    assert (me(state, 1).vp, me(state, 1).berries) == (0, 6)
    assert state.steps == (Turn(0),)


def test_a_bonus_with_a_choice_is_chosen():
    """TU-070: a resource of choice from a tower."""
    state = mapped(turn(towers=("E5",), goods=(0, 0, 0)), bonus="any-1+berry-1")
    state = advance(replace(state, steps=(Bonus(0, "E5"), Turn(0))))
    assert me(state).berries == 7
    assert me(play(state, "0 gain stone")).goods == (0, 1, 0)


def test_only_the_first_player_rolls_and_all_copy():
    """TU-080 TU-081 TU-082: one roll, the same values on every board, there until used."""
    state = skip_titles(begun(4))
    assert {p.seat for p in GAME.prompts(state)} == {0}
    assert refused_by(state, f"1 roll {roll('blue', '1 2 3 4')}") == "TU-115"
    state = play(state, f"0 roll {roll('red', '6 3 3 1')}")
    assert [p.dice for p in state.players] == [("1", "3", "3", "6")] * 4
    assert any("everybody sets the own dice" in line for line in state.said)
    state = play(state, "0 use 3 gathering", "0 done", "0 end")
    assert [p.dice for p in state.players] == [("1", "3", "6")] + [("1", "3", "3", "6")] * 3


def test_copies_can_be_confirmed_by_tap():
    """TU-081: seat by seat when copies are checked."""
    state = skip_titles(begun(3, settings={"copies": "checked"}))
    state = play(state, f"0 roll {roll('red', '6 3 3 1')}", "1 confirm", "2 confirm")
    assert state.steps == (Turn(0),)


def test_turns_go_clockwise_and_skip_players_without_dice():
    """TU-090 TU-096 TU-097: from the first player until nobody has a die."""
    state = placing(3, values="1 1 1 1")
    less = replace(me(state, 1), dice=("1",), bank=6)
    state = replace(state, players=(me(state), less, me(state, 2)), first=0)
    order = []
    slot = {0: 0, 1: 0, 2: 0}
    names = ("gathering", "travel", "trade", "architecture")
    while isinstance(state.steps[0], Turn):
        seat = state.steps[0].seat
        order.append(seat)
        state = play(state, f"{seat} use 1 {names[slot[seat]]}")
        while "done" in verbs(state):
            state = play(state, f"{seat} done")
        slot[seat] += 1
        state = play(state, f"{seat} end")
    assert order == [0, 1, 2, 0, 2, 0, 2, 0, 2]
    assert state.steps == (EndRound(),)


def test_clearing_up():
    """TU-111 TU-221 TU-222 TU-223 TU-224 TU-225: dice home, bought ones too, new market, advisors ready, token on."""
    used = replace(boards()[2], dice=("1", "", "", "", "", "6"))
    state = turn(dice="2", boards=(*boards()[:2], used, boards()[3]), bank=3, aside=("4",), title="wisdom", white=False)
    player = replace(me(state), advisors=(replace(advisors("c01")[0], used=True),), dice=("2", "white:5"))
    state = replace(state, players=(player, replace(me(state, 1), bank=7, dice=())), steps=(EndRound(),), deck=35)
    (prompt,) = GAME.prompts(state)
    assert "counter to II" in prompt.hint and "token to @1" in prompt.hint
    state = play(state, "0 clear")
    assert all(die == "" for board in me(state).boards for die in board.dice)
    assert (me(state).bank, me(state).unrolled, me(state).white, me(state).aside, me(state).dice) == (
        3,
        4,
        True,
        (),
        (),
    )
    assert not me(state).advisors[0].used
    assert (state.round, state.first, state.discard) == (2, 1, 4)


@pytest.mark.parametrize(("number", "dice"), [(1, 5), (2, 5), (3, 6), (4, 6)])
def test_determined_has_one_more_die(number, dice):
    """TU-268: 5 in rounds I and II, 6 in III and IV; buying costs 9."""
    assert start_dice("determined", number) == dice
    state = turn(title="determined", berries=9)
    assert me(play(state, "0 buy own")).berries == 0
    assert "buy" not in verbs(turn(title="determined", berries=8))


def test_determined_rolls_the_extra_die_also_as_another_seat():
    """TU-270: the normal dice are copied, the extra one is rolled by its owner."""
    state = skip_titles(begun(settings={"special": "on"}, titles=("wisdom", "determined")))
    state = play(state, f"0 roll {roll('red', '1 2 3 4')}")
    (prompt,) = GAME.prompts(state)
    assert (prompt.seat, prompt.tray) == (1, ("d6/blue:1", "d6/blue:2", "d6/blue:3", "d6/blue:4", "d6/blue"))
    state = play(state, "1 roll blue:6")
    assert [p.dice for p in state.players] == [("1", "2", "3", "4"), ("1", "2", "3", "4", "6")]
    assert me(state, 1).bank == 2


def test_provident_takes_a_free_card_each_round():
    """TU-265: without refill, and no berry."""
    state = begun(settings={"special": "on"}, titles=("provident", "wisdom"))
    state = play(state, "0 take m2 c01")
    assert state.market == ("?", "", "?", "?")
    assert [a.card for a in me(state).advisors] == ["c01"]
    assert me(state).berries == 6


def test_generous_gains_three_berries_each_round():
    """TU-064 TU-272: they may be left."""
    state = begun(settings={"special": "on"}, titles=("generous", "wisdom"))
    assert me(play(state, "0 do title")).berries == 9
    assert me(play(state, "0 done")).berries == 6


def test_the_market_is_renewed_even_if_the_deck_is_short():
    """TU-187 TU-222: the discard pile becomes the new deck."""
    state = turn()
    home = tuple(replace(p, bank=7, dice=()) for p in state.players)
    state = replace(state, players=home, steps=(EndRound(),), deck=2, discard=34)
    state = play(state, "0 clear")
    assert (state.market, state.deck, state.discard) == (("?",) * 4, 36, 0)
    assert any("shuffle the discard pile" in line for line in state.said)


def test_rolls_are_offered_to_nobody_else():
    state = skip_titles(begun())
    assert not is_offered(state, f"1 roll {roll('red', '1 2 3 4')}")
    assert words(state, "roll", 0) == {f"red:{n}" for n in range(1, 7)}
