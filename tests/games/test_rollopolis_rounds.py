"""The round: roll, snake draft, activation, end of the game, clean-up; and the solo game's own round."""

from dataclasses import replace

import pytest

from companion.games.rollopolis import GAME
from companion.games.rollopolis.board import read_cells
from companion.games.rollopolis.state import District, drafter
from tests.games.test_rollopolis_positions import SHEET, act, begun, drafted, offered, reason, refused, sentence

ROLLS = {1: "roll 2 3 4", 2: "roll 2 3 4 5 6", 3: "roll 1 2 3 4 5 6 1", 4: "roll 1 2 3 4 5 6 1 2 3"}


def take_bonus(state):
    """The seat in turn takes the lowest die for a bonus."""
    state = act(state, f"draft {state.pool[0]}", "bonus")
    return act(state, "forgo joker") if state.joker else state


def last_draft(die=6, seats=3, **more):
    """The first player has the last die of the round in hand."""
    state = drafted(die, seats=seats, **more)
    count = 2 * seats
    return replace(state, turn=count - 1, taken=(1,) * (count - 1), pool=(1,))


def test_round_runs_in_order():
    """RO-030: roll, first pass, second pass, then a new round."""
    state = begun(2)
    phases = [GAME.view(state).phase]
    state = act(state, ROLLS[2])
    for _ in range(4):
        phases.append(GAME.view(state).phase)
        state = take_bonus(state)
    phases.append(GAME.view(state).phase)
    assert phases == ["Roll", "First pass", "First pass", "Second pass", "Second pass", "Roll"]
    assert refused(begun(2), "draft 1") == "RO-030"


def test_first_player_rolls_all_dice():
    """RO-004 RO-031: nobody else, and exactly the pool."""
    state = replace(begun(3), first=1)
    assert [(p.seat, len(p.tray)) for p in GAME.prompts(state) if p.is_roll] == [(1, 7)]
    assert refused(state, ROLLS[3], seat=0) == "RO-031"
    assert refused(state, "roll 1 2 3") == "RO-004"
    assert act(state, "roll 6 6 5 4 1 1 2").pool == (1, 1, 2, 4, 5, 6, 6)


@pytest.mark.parametrize(
    ("seats", "first", "order"),
    [
        (1, 0, [0, 0]),
        (2, 0, [0, 1, 1, 0]),
        (2, 1, [1, 0, 0, 1]),
        (3, 2, [2, 0, 1, 1, 0, 2]),
        (4, 1, [1, 2, 3, 0, 0, 3, 2, 1]),
    ],
)
def test_draft_runs_there_and_back(seats, first, order):
    """RO-032 RO-033 RO-034: clockwise from the first player, then in reverse, the last one twice in a row."""
    state = replace(begun(seats), first=first)
    assert [drafter(replace(state, turn=turn)) for turn in range(2 * seats)] == order
    state = replace(act(begun(3), ROLLS[3]))
    assert refused(state, "draft 1", seat=1) == "RO-032"
    state = take_bonus(take_bonus(take_bonus(state)))
    assert (state.turn, drafter(state)) == (3, 2)
    assert refused(state, "draft 4", seat=0) == "RO-033"


def test_only_dice_of_the_pool_can_be_taken():
    """RO-035: a taken die leaves it."""
    state = act(begun(2), "roll 1 3 3 4 6")
    assert [p.options for p in GAME.prompts(state)] == [(("1",),), (("3",),), (("4",),), (("6",),)]
    assert refused(state, "draft 2") == "RO-035"
    state = act(state, "draft 4")
    assert state.pool == (1, 3, 3, 6)
    state = act(state, "bonus")
    assert refused(state, "draft 4") == "RO-035"
    assert sentence(state, "draft 4") == "No 4 lies in the pool any more; take one of 1, 3, 3, 6."


def test_taken_die_is_activated_before_anyone_else_acts():
    """RO-036: the turn stays, and no second die is taken."""
    state = act(begun(2), ROLLS[2], "draft 4")
    assert refused(state, "draft 5", seat=1) == "RO-036"
    assert refused(state, "draft 5") == "RO-037"


def test_activation_is_one_of_five():
    """RO-037: exactly five ways are shown, and none of them is to pass."""
    state = act(begun(2), ROLLS[2], "draft 4")
    assert [p.verb for p in GAME.prompts(state)] == ["residential", "commercial", "special", "industrial", "bonus"]
    assert refused(state, "pass") == "RO-037"
    state = act(state, "residential", "forgo permit")
    assert drafter(state) == 1  # one activation, then the next player


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_one_die_is_left_over(seats):
    """RO-038 RO-200: two dice for each player, one stays; solo three dice, two drafted."""
    state = act(begun(seats), ROLLS[seats])
    drafts = 0
    while state.phase == "draft":
        left = len(state.pool) - 1
        state = take_bonus(state) if seats > 1 else act(state, f"draft {state.pool[0]}", "special", "forgo permit")
        drafts += 1
    assert (drafts, left) == (2 * seats, 1)
    assert state.phase == "roll"


def test_dice_come_back_and_the_first_player_moves_on():
    """RO-040: clockwise, round the table."""
    state = replace(last_draft(), round=7)
    after = act(state, "bonus")
    assert (after.first, after.round, after.pool, after.taken, after.turn) == (1, 8, (), (), 0)
    around = act(replace(last_draft(seats=2, seat=1), first=1), "bonus")
    assert around.first == 0


def test_rounds_are_not_limited():
    """RO-041: a hundred rounds of bonuses end nothing."""
    state = begun(2)
    for _ in range(100):
        state = act(state, ROLLS[2])
        while state.phase == "draft":
            state = take_bonus(state)
    assert (state.round, state.phase) == (101, "roll")


# ---------------------------------------------------------------------------------------------- the end

R_LAST = (6, 5, 4, 3, 2, 1) * 3 + (6, 5, 4, 3, 2)
C_LAST = (1, 2, 3, 4, 5, 6) * 3 + (1, 2, 3, 4, 5)
S_LAST = (1, 2) * 7 + (1,)
FULL = "M R1 P H L C1 fo R4 R2 M I mo R1 C2 po I I C3 C1 C1 I I C3 M I"


@pytest.mark.parametrize(
    ("tracks", "die", "permit"),
    [
        ((R_LAST, (), ()), 1, "residential"),
        (((), C_LAST, ()), 6, "commercial"),
        (((), (), S_LAST), 2, "special"),
        ((R_LAST, (), ()), 1, "industrial residential"),
    ],
    ids=["residential", "commercial", "special", "industrial"],
)
def test_full_track_ends_the_game_after_the_round(tracks, die, permit):
    """RO-160 RO-161 RO-162 RO-164: 24, 24 and 16 spots for three players."""
    state = last_draft(die, tracks=tracks)
    assert act(state, "bonus").phase == "roll"  # one spot is free: the game goes on
    after = act(state, permit, "forgo permit")
    assert after.phase == "over"
    assert GAME.prompts(after) == ()


def test_full_district_ends_the_game():
    """RO-163 RO-164: one district without a blank space is enough."""
    state = last_draft()
    full = (state.districts[0], District(read_cells(FULL)), state.districts[2])
    after = act(replace(state, districts=full), "bonus")
    assert after.phase == "over"
    assert after.happened[-2] == "@1's district has no blank space left."


def test_end_is_checked_only_after_the_second_pass():
    """RO-039: a full track in mid-round lets the others draft."""
    state = act(drafted(1, tracks=(R_LAST, (), ())), "residential", "forgo permit")
    assert (state.phase, drafter(state)) == ("draft", 1)
    assert "The game ends after this round." in GAME.view(state).advice


def test_end_scores_everybody():
    """RO-165: the game is over, scored and closed."""
    state = act(last_draft(1, tracks=(R_LAST, (), ())), "residential", "forgo permit")
    view = GAME.view(state)
    assert (view.phase, view.prompts, view.scores, view.mood) == ("Scoring", (), (-25, -25, -25), "end")
    assert view.sheets[0].rows[-1] == ("Sum", "-25", "-25", "-25")
    assert refused(state, "draft 1") == "RO-165"


# ---------------------------------------------------------------------------------------------- number tracks


def test_numbers_go_on_the_next_spot():
    """RO-050 RO-058: in order, exactly as the die lies."""
    state = drafted(3, tracks=((6, 5), (), ()))
    assert act(state, "residential").tracks == ((6, 5, 3), (), ())


def test_previous_number_is_anybodys():
    """RO-051 RO-057: seat 0's number binds seat 1, whatever the permit was, and its spot is gone for all."""
    state = act(begun(2, catalogue={**SHEET}), "roll 3 4 4 5 5", "draft 4", "industrial residential", "forgo permit")
    state = act(state, "draft 5")
    assert drafter(state) == 1
    assert refused(state, "residential") == "RO-054"
    assert reason(state, "residential").startswith("Residential needs a number below 4")
    hall = next(s for s in GAME.view(state).sheets if s.title.startswith("Town Hall"))
    assert hall.rows[0] == ("Residential", "4", "below 4", "15 of 16")
    assert refused(drafted(5, tracks=((6, 4), (), ())), "residential") == "RO-054"  # the last one, not the first


@pytest.mark.parametrize("die", range(1, 7))
def test_empty_track_takes_any_number(die):
    """RO-052"""
    assert all(offered(drafted(die), verb) for verb in ("residential", "commercial", "special"))


def test_full_track_takes_no_number():
    """RO-053: not even one that would follow."""
    full = (*R_LAST, 1)
    state = drafted(1, tracks=(full, (*C_LAST, 6), (*S_LAST, 2)))
    rules = [refused(state, verb) for verb in ("residential", "commercial", "special", "industrial special")]
    assert rules == ["RO-053"] * 4
    assert offered(state, "bonus")
    one_left = drafted(1, tracks=(R_LAST, (), ()))
    assert offered(one_left, "residential")


@pytest.mark.parametrize("last", range(1, 7))
def test_residential_goes_down(last):
    """RO-054: lower numbers, or any after a 1."""
    fits = [die for die in range(1, 7) if offered(drafted(die, tracks=((last,), (), ())), "residential")]
    assert fits == (list(range(1, 7)) if last == 1 else list(range(1, last)))


@pytest.mark.parametrize("last", range(1, 7))
def test_commercial_goes_up(last):
    """RO-055: higher numbers, or any after a 6."""
    fits = [die for die in range(1, 7) if offered(drafted(die, tracks=((), (last,), ())), "commercial")]
    assert fits == (list(range(1, 7)) if last == 6 else list(range(last + 1, 7)))


@pytest.mark.parametrize("last", range(1, 7))
def test_special_changes(last):
    """RO-056: any different number."""
    fits = [die for die in range(1, 7) if offered(drafted(die, tracks=((), (), (last,))), "special")]
    assert fits == [die for die in range(1, 7) if die != last]
