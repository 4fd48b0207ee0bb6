"""The end of the game and final scoring: RH-151 … RH-162 and their vectors; depths raised during play."""

from dataclasses import replace

import pytest

from companion.errors import IllegalEvent
from companion.games.rolling_heights import GAME
from companion.games.rolling_heights.invariants import check
from companion.games.rolling_heights.points import award, track_place, winners
from companion.games.rolling_heights.rehearsal import plan_entries, play, staged
from companion.games.rolling_heights.state import NONE, State, Tile
from companion.games.rolling_heights.turns import trigger_end, turns_left
from companion.model import Event, Tally, Track

ROLL = "roll brown:hard brown:hard navy-gray:hard navy-gray:hard"


def refused(state: State, line: str) -> str:
    with pytest.raises(IllegalEvent) as error:
        GAME.apply(state, Event.parse(line))
    return error.value.rule


def in_round(seats: int, number: int, seat: int, depth: str = "rolls") -> State:
    """The start of a seat's turn in some round, everybody having had as many turns as is due."""
    state = GAME.start(seats, {"depth": depth}, {})
    people = tuple(replace(s, turns=number - (1 if i >= seat else 0)) for i, s in enumerate(state.seats))
    return replace(state, seats=people, round=number, turn=seat)


def turn(state: State) -> State:
    return play(state, [f"{state.turn} {ROLL}", f"{state.turn} end"])


def turns_until_over(state: State) -> list[tuple[int, int]]:
    """(round, seat) of every turn still played."""
    played = []
    while state.stage == "play":
        played.append((state.round, state.turn))
        state = turn(state)
    assert len({s.turns for s in state.seats}) == 1
    return played


def test_rhv_57_after_the_trigger_the_round_is_finished_and_one_more_is_played() -> None:
    """RH-153, RH-154, RH-155."""
    state = play(in_round(3, 8, 1), [f"1 {ROLL}", "1 last-cube"])
    assert (state.last_round, turns_left(state)) == (9, 4)
    assert state.happened[0].endswith("The game ends after round 9; 4 turns after this one.")
    state = play(state, ["1 end"])
    assert turns_until_over(state) == [(8, 2), (9, 0), (9, 1), (9, 2)]


def test_rhv_58_a_trigger_by_the_last_seat_leaves_one_full_round() -> None:
    """RH-153, RH-154."""
    state = play(in_round(4, 3, 3), [f"3 {ROLL}", "3 last-cube", "3 end"])
    assert turns_until_over(state) == [(4, 0), (4, 1), (4, 2), (4, 3)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_turns_left_are_those_of_the_table(seats: int) -> None:
    """RH-153, RH-154, RH-155: remaining = 2n - 1 - i."""
    for seat in range(seats):
        assert turns_left(trigger_end(in_round(seats, 5, seat), "x")) == 2 * seats - 1 - seat


def test_the_last_seat_is_the_one_to_the_right_of_the_start_player() -> None:
    """RH-153: seat 2 of 3 starts, so seat 1 is last."""
    state = play(GAME.start(3, {}, {}), ["0 first 2", f"2 {ROLL}", "2 last-cube", "2 end"])
    assert turns_until_over(state) == [(1, 0), (1, 1), (2, 2), (2, 0), (2, 1)]


def test_rhv_59_a_second_colour_changes_nothing() -> None:
    """RH-154."""
    state = trigger_end(in_round(3, 8, 1), "Steel is built.")
    later = replace(state, round=9, turn=0)
    assert trigger_end(later, "Glass is built.") == later
    assert refused(play(state, [f"1 {ROLL}"]), "1 last-cube") == "RH-154"


def test_rhv_60_miscellaneous_cubes_alone_do_not_end_the_game() -> None:
    """RH-152."""
    state = in_round(2, 6, 1, "ledger")
    cubes = replace(state.cubes, misc_in_play=True, supply=(5, 35, 55, 35), built=(30, 0, 0, 0))
    state = turn(replace(state, cubes=cubes))
    assert (state.stage, state.round, state.last_round) == ("play", 7, 0)


def test_the_ledger_notices_the_end_with_the_last_cube() -> None:
    """RH-151: cubes on unfinished buildings count (A-6)."""
    state = staged({}, depth="ledger", crews=(("brown:hard", "brown:hard", "navy-gray:hard", "navy-gray:hard"),))
    cubes = replace(state.cubes, supply=(0, 35, 55, 35), held=(2, 0, 0, 0), built=(33, 0, 0, 0), misc_in_play=True)
    state = replace(state, cubes=cubes, boards=(None,) * 6)
    assert play(state, ["0 build wood 1"]).last_round == 0
    state = play(state, ["0 build wood 2"])
    assert (state.last_round, state.mood) == (2, "end")
    assert refused(state, "0 last-cube") == "RH-151"


def over(*scores: int, meeples: tuple[int, ...] = ()) -> State:
    """Final scoring with these scores and numbers of meeples."""
    state = GAME.start(len(scores), {}, {})
    for seat, points in enumerate(scores):
        state = award(state, seat, points, "before", "RH-127")
    people = tuple(
        replace(s, idle=("clear",) * n if n else s.idle)
        for s, n in zip(state.seats, meeples or (0,) * len(scores), strict=True)
    )
    return replace(state, seats=people)


@pytest.mark.parametrize(("meeples", "best"), [((14, 15, 20), (1,)), ((15, 15, 20), (0, 1)), ((16, 15, 20), (0,))])
def test_rhv_61_ties_go_to_more_meeples_then_are_shared(meeples: tuple[int, ...], best: tuple[int, ...]) -> None:
    """RH-160, RH-161, RH-162."""
    assert winners(over(61, 61, 60, meeples=meeples).seats) == best


def test_rhv_62_passing_fifty_puts_a_marker_on_the_track() -> None:
    """RH-159."""
    state = award(award(GAME.start(2, {}, {}), 0, 48, "a", ""), 0, 5, "b", "")
    assert (state.seats[0].score, track_place(53)) == (53, (3, 1))
    assert state.happened[-1] == "@0 passes 0/50: put an ownership marker there and the token on 3."
    view = GAME.view(state)
    (track,) = [s for s in view.sheets if isinstance(s, Track)]
    assert (track.at[0], view.scores[0], len(track.steps)) == (("seat0", 3), 53, 50)
    laps = [s for s in view.sheets if isinstance(s, Tally) and s.seat == 0][0].counts[-1]
    assert laps == ("laps of 50", 1, "")


@pytest.mark.parametrize(("word", "score"), [("no", -3), ("yes", 0)])
def test_a_score_may_fall_below_zero(word: str, score: int) -> None:
    """RH-165 with A-14: the sum of the explanations is the score either way."""
    state = award(GAME.start(2, {"clamp-at-zero": word}, {}), 0, 2, "a", "")
    state = award(state, 0, -5, "penalty", "RH-165")
    assert state.seats[0].score == sum(line.points for line in state.seats[0].lines) == score
    check(state)


def finished(depth: str = "rolls", seats: int = 2, **catalogue: str) -> State:
    """All turns are played; seat 0 has two wild tokens."""
    state = GAME.start(seats, {"depth": depth}, catalogue)
    state = replace(state, seats=(replace(state.seats[0], wild=2), *state.seats[1:]), wild=28, stage="play")
    return play(state, [f"{s} agree" for s in range(seats)])


def test_rhv_104_ads_then_targets_then_tokens() -> None:
    """RH-117, RH-156, RH-157, RH-158."""
    state = finished()
    assert state.stage == "ads"
    assert refused(state, "0 target 4") == "RH-157"
    state = play(state, ["1 ads -3", "0 ads 5"])
    assert (state.stage, state.seats[0].score) == ("targets", 5)
    assert refused(state, "0 ads 5") == "RH-156"
    state = play(state, ["0 target 4", "1 target 6"])
    assert [(line.points, line.rule) for line in state.seats[0].lines] == [(5, "RH-156"), (4, "RH-157"), (2, "RH-158")]
    view = GAME.view(state)
    assert (view.scores, view.winners, view.prompts) == ((11, 3), (0,), ())
    assert view.headline == "@0 wins."


def test_a_seat_scores_each_step_once() -> None:
    """RH-015, RH-157."""
    state = play(finished(seats=3), ["0 ads 1"])
    assert refused(state, "0 ads 1") == "RH-156"
    state = play(state, ["1 ads 0", "2 ads 0", "0 target 1"])
    assert refused(state, "0 target 1") == "RH-157"


def test_the_game_ends_early_only_if_all_agree() -> None:
    """RH-155 is waived by agreement alone; it can be taken back, and the next turn forgets it."""
    state = play(GAME.start(3, {}, {}), ["0 agree", "1 agree", "0 agree", "2 agree"])
    assert (state.stage, state.agreed) == ("play", (1, 2))
    assert turn(state).agreed == ()
    state = play(state, ["0 agree"])
    assert (state.stage, state.stopped) == ("ads", True)


def test_an_unequal_end_is_found_out() -> None:
    """RH-155, RH-154."""
    state = replace(in_round(2, 3, 1), stage="ads", round=3, last_round=3)
    with pytest.raises(AssertionError, match="RH-155"):
        check(state)
    even = replace(in_round(2, 3, 0), stage="ads", round=3, last_round=4)
    with pytest.raises(AssertionError, match="RH-154"):
        check(replace(even, seats=tuple(replace(s, turns=3) for s in even.seats)))


# ------------------------------------------------------------------------------------------------- raising the depth


def test_rolls_are_raised_to_the_ledger_between_turns() -> None:
    """RH-181: the table counts what stands on buildings once."""
    state = GAME.start(2, {}, {})
    assert refused(state, "0 raise ledger 36 0 0 0") == "RH-181"
    state = play(state, ["0 raise ledger 10 2 0 5"])
    assert (state.depth, state.cubes.built, state.cubes.supply) == ("ledger", (10, 2, 0, 5), (25, 33, 55, 30))
    state = play(state, [f"0 {ROLL}", "0 activate brown:hard"])
    assert state.cubes.held == (2, 0, 0, 0)


def test_rolls_are_raised_to_the_ledger_in_the_middle_of_a_turn() -> None:
    """RH-140, RH-151: an empty pile or a fully built colour is noticed at once."""
    state = play(GAME.start(2, {}, {}), [f"0 {ROLL}", "0 raise ledger 33 0 0 0 2 1 0 0"])
    assert (state.cubes.held, state.cubes.misc_in_play, state.last_round) == ((2, 1, 0, 0), True, 0)
    ended = play(GAME.start(2, {}, {}), ["0 raise ledger 0 35 0 0"])
    assert ended.last_round == 2


def test_a_game_is_raised_to_the_full_depth() -> None:
    """RH-107, RH-121, RH-181: boards and plans are described, then everything is enforced."""
    plans = {**plan_entries("hall", "wood-2 glass-1", points="6"), **plan_entries("mill", "wood-3")}
    more = {f"board.{n}A.{k}": "land" for n in range(1, 7) for k in range(1, 10)}
    state = GAME.start(2, {"depth": "ledger"}, {**plans, **more, "board.rows": "3", "market.1-1": "1"})
    state = play(state, [f"0 {ROLL}", "0 activate brown:hard", "0 score 4", "0 raise full"])
    assert (state.stage, state.depth, state.cubes.held) == ("survey", "full", (2, 0, 0, 0))
    assert refused(state, "0 play-on") == ""
    state = play(state, [f"0 board {n} {n}A 0" for n in range(1, 7)])
    state = play(state, ["0 standing a1 0 hall", "0 standing b1 1 mill", "0 crowned a1", "0 grown b1 wood 2"])
    assert state.tiles == (Tile("a1", "hall", 0, (2, 1), True, 6), Tile("b1", "mill", 1, (2,)))
    assert (state.cubes.built, state.cubes.supply) == ((4, 0, 1, 0), (29, 35, 54, 35))
    assert refused(state, "0 grown b1 wood 2") == "RH-121"
    assert refused(state, "0 standing a1 0 mill") == "RH-107"
    full = play(state, ["0 grown b1 wood 1"]).tiles[1]
    assert (full.cubes, full.complete, full.points) == ((3,), True, 3)
    state = play(state, ["0 slot-tokens 1-9 2", "0 new-plan toy-town", "0 play-on"])
    assert (state.stage, state.wild, state.seats[0].score, state.drawn) == ("play", 28, 4, (11, 9))
    state = play(
        state,
        ["0 activate navy-gray:hard", "0 buy 1-1 a2", "0 new inn", "0 catalogue plan.inn.type civic plan.inn.level 1"],
    )
    assert state.main.due is not None
    state = play(state, ["0 pay concrete", "0 end"])
    assert [t.plan for t in state.tiles] == ["hall", "mill", "inn"]


def test_depth_is_only_ever_raised() -> None:
    """RH-026: the active seat raises it, deeper only."""
    state = GAME.start(2, {"depth": "ledger"}, {})
    assert {p.options[0] for p in GAME.prompts(state) if p.verb == "raise"} == {("full",)}
    for line in ("0 raise rolls", "0 raise ledger 0 0 0 0", "1 raise full", "0 raise"):
        refused(state, line)


def test_at_rolls_depth_cubes_stay_on_the_table() -> None:
    """RH-055, RH-064: points of Politicians, upgrades and planners are followed, cubes are not."""
    state = staged({}, depth="rolls", crews=(("yellow:hard", "green:steady", "brown:exhausted", "pink:steady"),))
    state = replace(state, boards=(None,) * 6)
    assert refused(state, "0 build wood 1") == "RH-055"
    assert refused(state, "0 trade wood") == "RH-055"
    state = play(state, ["0 activate yellow:hard", "0 activate pink:steady", "0 roll brown:exhausted"])
    state = play(state, ["0 upgrade green:steady brown:exhausted"])
    assert refused(state, "0 activate brown:steady") == "RH-059"
    state = play(state, ["0 tokens 2", "0 wild", "0 meeple purple", "0 convert brown:steady"])
    seat = state.seats[0]
    assert (seat.score, seat.wild, seat.crew, seat.idle) == (2, 1, ("magenta:steady",), ("purple",))
    assert state.cubes == replace(state.cubes, held=NONE, supply=state.cubes.total)


@pytest.mark.parametrize("line", ["0 score 0", "0 score many", "0 meeple gold", "0 tokens 99", "1 score 2"])
def test_typed_nonsense_is_refused(line: str) -> None:
    """RH-127, RH-129."""
    refused(play(GAME.start(2, {}, {}), [f"0 {ROLL}"]), line)


def test_typing_is_not_needed_where_the_companion_knows() -> None:
    """RH-127."""
    assert refused(staged({}), "0 score 3") == "RH-127"


@pytest.mark.parametrize(("before", "points", "told"), [(48, 1, False), (49, 1, True), (50, 3, False), (98, 4, True)])
def test_each_lap_is_told_once(before: int, points: int, told: bool) -> None:
    """RH-159."""
    state = replace(award(GAME.start(2, {}, {}), 0, before, "a", ""), happened=())
    state = award(state, 0, points, "b", "")
    assert any("passes 0/50" in text for text in state.happened) == told


def test_a_token_below_zero_stays_on_zero() -> None:
    """RH-159 with A-14."""
    state = award(GAME.start(2, {}, {}), 0, -2, "a", "")
    assert (track_place(-2), track_place(0), track_place(50)) == ((0, 0), (0, 0), (0, 1))
    assert state.happened[-1] == "@0 is below 0: leave the token on 0 and remember -2."
    assert len(award(GAME.start(2, {}, {}), 0, 0, "a", "").happened) == 1


def test_agreement_is_for_games_being_played() -> None:
    """RH-156: during the final scoring there is nothing to agree on."""
    with pytest.raises(IllegalEvent, match="not being played"):
        GAME.apply(finished(), Event.parse("0 agree"))
    labels = [p.label for p in GAME.prompts(play(GAME.start(2, {}, {}), ["1 agree"])) if p.verb == "agree"]
    assert labels == ["Agree to end the game here", "Play on after all"]
