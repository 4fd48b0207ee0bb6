"""Prep and Risk: RH-026 … RH-054, RH-186 and their vectors."""

from dataclasses import replace

import pytest

from companion.errors import IllegalEvent
from companion.games.rolling_heights import GAME
from companion.games.rolling_heights.rehearsal import play
from companion.games.rolling_heights.state import Seat, State, with_seat
from companion.games.rolling_heights.throws import must_reroll, strike_size
from companion.model import Event, Prompt

CREW = (
    "brown",
    "brown",
    "navy-gray",
    "navy-gray",
    "clear",
    "clear",
    "blue",
    "blue",
    "yellow",
    "magenta",
    "green",
    "pink",
)


def table(seats: int = 2, **settings: str) -> State:
    return GAME.start(seats, settings, {})


def with_crew(n: int) -> State:
    """A table whose seat 0 owns the first n of CREW; the supply is the poorer for it."""
    state = table()
    crew = CREW[:n]
    colors = ("brown", "navy-gray", "clear", "blue", "yellow", "magenta", "green", "pink", "purple")
    taken = tuple(crew.count(c) - ("brown", "brown", "navy-gray", "navy-gray").count(c) for c in colors)
    supply = tuple(a - b for a, b in zip(state.supply, taken, strict=True))
    return with_seat(replace(state, supply=supply), 0, replace(state.seats[0], idle=crew))


def rolled(n: int, poses: str) -> str:
    """``0 roll …`` of the first n of CREW with poses by letter: h s e c(ocked) o(utside)."""
    words = {"h": "hard", "s": "steady", "e": "exhausted", "c": "cocked", "o": "outside"}
    order = sorted(CREW[:n], key=ORDER.index)
    return "0 roll " + " ".join(f"{c}:{words[p]}" for c, p in zip(order, poses, strict=True))


ORDER = ("brown", "navy-gray", "clear", "blue", "yellow", "magenta", "green", "pink", "purple")


def await_of(state: State, seat: int, verb: str) -> Prompt:
    (prompt,) = [p for p in GAME.prompts(state) if p.seat == seat and p.verb == verb]
    return prompt


def refused(state: State, line: str) -> str:
    with pytest.raises(IllegalEvent) as error:
        GAME.apply(state, Event.parse(line))
    assert str(error.value).endswith((".", "?", ")."))
    return error.value.rule


def test_rhv_10_first_prep_rolls_two_brown_and_two_navy() -> None:
    """RH-016, RH-030, RH-032, RH-033."""
    for seats in (2, 3, 4):
        for seat in range(seats):
            tray = await_of(table(seats), seat, "roll").tray
            assert tray == ("meeple/brown", "meeple/brown", "meeple/navy-gray", "meeple/navy-gray")


def test_rhv_80_working_meeples_leave_the_box_and_exhausted_stay() -> None:
    """RH-034, RH-035."""
    state = play(table(), ["0 roll brown:hard brown:steady navy-gray:exhausted navy-gray:exhausted"])
    assert state.seats[0].working == ("brown:hard", "brown:steady")
    assert state.seats[0].exhausted == ("navy-gray:exhausted", "navy-gray:exhausted")
    state = play(state, ["0 rally"])
    assert await_of(state, 0, "roll").tray == ("meeple/navy-gray", "meeple/navy-gray")


@pytest.mark.parametrize("active", range(1, 11))
def test_more_than_half_is_exact_for_every_number(active: int) -> None:
    """RH-036, RH-038: the table of section 3.4."""
    forced_from = (1, 2, 2, 3, 3, 4, 4, 5, 5, 6)[active - 1]
    assert [must_reroll(active, ex) for ex in range(active + 1)] == [ex >= forced_from for ex in range(active + 1)]


@pytest.mark.parametrize(("working", "down"), [*enumerate((0, 0, 1, 1, 2, 2, 3, 3, 4, 4))])
def test_strike_lays_down_half_rounded_down(working: int, down: int) -> None:
    """RH-051: the table of section 3.5."""
    assert strike_size(working) == down


def test_rhv_20_forced_reroll_throws_only_the_exhausted_until_half_work() -> None:
    """RH-036, RH-037, RH-038."""
    state = play(with_crew(9), [rolled(9, "eeeeehhhs")])
    prompt = await_of(state, 0, "roll")
    assert prompt.tray == ("meeple/brown",) * 2 + ("meeple/navy-gray",) * 2 + ("meeple/clear",)
    assert refused(state, "0 stop") == "RH-036"
    assert refused(state, "0 roll brown:hard brown:hard navy-gray:hard navy-gray:hard") == "RH-037"
    assert refused(state, "0 roll brown:hard brown:hard navy-gray:hard navy-gray:hard clear:hard blue:hard") == "RH-037"
    state = play(state, ["0 roll brown:hard brown:steady navy-gray:exhausted navy-gray:exhausted clear:exhausted"])
    assert (len(state.seats[0].working), len(state.seats[0].exhausted), state.seats[0].box) == (6, 3, "choice")


def test_rhv_21_exactly_half_is_not_more_than_half() -> None:
    """RH-036, RH-039, RH-045."""
    state = play(with_crew(10), [rolled(10, "eeeeehhhhh")])
    assert state.seats[0].box == "choice"
    assert {p.verb for p in GAME.prompts(state) if p.seat == 0} >= {"stop", "rally"}
    assert refused(state, "0 roll brown:hard brown:hard navy-gray:hard navy-gray:hard clear:hard") == "RH-039"


def test_rhv_22_prep_never_busts() -> None:
    """RH-039."""
    all_lying = "0 roll brown:exhausted brown:exhausted navy-gray:exhausted navy-gray:exhausted"
    state = play(
        table(), [all_lying, all_lying, "0 roll brown:hard brown:exhausted navy-gray:steady navy-gray:exhausted"]
    )
    assert (state.seats[0].box, state.seats[0].wild, len(state.seats[0].working)) == ("choice", 0, 2)


@pytest.mark.parametrize(("lands", "box", "working"), [("exhausted", "throw", 3), ("steady", "choice", 4)])
def test_rhv_23_and_rhv_24_leaning_meeple_is_rolled_alone_before_anything_is_judged(
    lands: str, box: str, working: int
) -> None:
    """RH-041, RH-044, RH-036, RH-038."""
    state = play(with_crew(7), [rolled(7, "hhseeec")])
    assert await_of(state, 0, "roll").tray == ("meeple/blue",)
    assert refused(state, "0 stop") == "RH-045"
    state = play(state, ["0 roll blue:cocked", f"0 roll blue:{lands}"])
    assert (state.seats[0].box, len(state.seats[0].working)) == (box, working)


@pytest.mark.parametrize(("lands", "box"), [("exhausted", "strike"), ("steady", "choice")])
def test_rhv_25_meeple_outside_the_box_is_rolled_again_before_a_bust_is_judged(lands: str, box: str) -> None:
    """RH-042, RH-044, RH-048."""
    state = play(with_crew(7), [rolled(7, "hhsseee"), "0 rally"])
    assert await_of(state, 0, "roll").tray == ("meeple/clear", "meeple/clear", "meeple/blue")
    state = play(state, ["0 roll clear:exhausted clear:exhausted blue:outside", f"0 roll blue:{lands}"])
    assert state.seats[0].box == box


def test_rhv_26_stacked_meeples_count_as_they_are() -> None:
    """RH-040: the reader reports the top and the bottom one, each with its own pose."""
    state = play(table(), ["0 roll brown:exhausted brown:hard navy-gray:hard navy-gray:steady"])
    assert state.seats[0].crew == ("brown:hard", "brown:exhausted", "navy-gray:hard", "navy-gray:steady")


def bust(n: int, poses: str) -> State:
    """Seat 0 rallied its exhausted meeples and nobody got up."""
    state = play(with_crew(n), [rolled(n, poses), "0 rally"])
    words = " ".join(f"{c}:exhausted" for c in state.seats[0].air)
    return play(state, [f"0 roll {words}"])


def test_rhv_02_strike_of_three_workers_lays_down_one_and_brings_a_token() -> None:
    """RH-048, RH-051, RH-052, RH-053, RH-054."""
    state = bust(4, "hsse")
    assert (state.mood, state.seats[0].box) == ("bust", "strike")
    assert refused(state, "0 rally") == "RH-054"
    assert refused(state, "0 strike brown:steady navy-gray:steady") == "RH-051"
    assert refused(state, "0 strike brown:exhausted") == "RH-051"
    state = play(state, ["0 strike brown:steady"])
    assert state.seats[0].crew == ("brown:hard", "brown:exhausted", "navy-gray:steady", "navy-gray:exhausted")
    assert (state.seats[0].wild, state.wild, state.seats[0].box, state.mood) == (1, 29, "ready", "strike")
    assert refused(state, "0 rally") == "RH-054"


def test_rhv_27_five_workers_at_a_bust_lay_down_exactly_two() -> None:
    """RH-051."""
    state = bust(8, "hhssheee")
    assert refused(state, "0 strike brown:hard") == "RH-051"
    assert refused(state, "0 strike brown:hard brown:hard clear:hard") == "RH-051"
    state = play(state, ["0 strike brown:hard clear:hard"])
    assert len(state.seats[0].working) == 3


def test_rhv_28_after_a_strike_prep_is_not_applied_again() -> None:
    """RH-054, RH-036."""
    state = bust(8, "hhsseeee")
    state = play(state, ["0 strike brown:hard brown:hard"])
    assert (len(state.seats[0].working), len(state.seats[0].exhausted), state.seats[0].box) == (2, 6, "ready")


def test_one_worker_at_a_bust_keeps_working() -> None:
    """RH-051: half of one, rounded down, is nobody; the token is gained all the same."""
    state = with_crew(4)
    seat = Seat(crew=("brown:hard",), air=("navy-gray",), idle=("brown", "navy-gray"), box="throw", kind="rally")
    state = play(with_seat(state, 0, seat), ["0 roll navy-gray:exhausted"])
    assert (state.seats[0].crew, state.seats[0].wild, state.seats[0].box) == (
        ("brown:hard", "navy-gray:exhausted"),
        1,
        "ready",
    )


def test_strike_choices_are_buttons_the_camera_can_recognise() -> None:
    """RH-052: after the act all of these lie in the box."""
    buttons = [p for p in GAME.prompts(bust(4, "hsse")) if p.verb == "strike"]
    assert [(p.options, p.tray) for p in buttons] == [
        ((("brown:hard",),), ("meeple/brown:exhausted", "meeple/navy-gray:exhausted")),
        ((("brown:steady",),), ("meeple/brown:exhausted", "meeple/navy-gray:exhausted")),
        ((("navy-gray:steady",),), ("meeple/navy-gray:exhausted", "meeple/navy-gray:exhausted")),
    ]


def test_many_different_strikes_are_picked_one_by_one() -> None:
    """RH-051: nine workers of many kinds; four are picked in any order."""
    (prompt,) = [p for p in GAME.prompts(bust(10, "hshshshshe")) if p.verb == "strike"]
    assert (len(prompt.options), prompt.unordered, prompt.tray) == (4, True, ())


def test_rhv_29_of_twelve_meeples_exactly_ten_are_rolled() -> None:
    """RH-031: those set aside sit out and can be picked on a later turn."""
    state = with_crew(12)
    assert refused(state, "0 aside brown") == "RH-031"
    assert refused(state, "0 aside brown brown clear") == "RH-031"
    assert refused(state, "0 aside purple purple") == "RH-031"
    assert refused(state, rolled(12, "h" * 12)) == "RH-031"
    state = play(state, ["0 aside green brown"])
    assert len(await_of(state, 0, "roll").tray) == 10
    assert state.seats[0].idle == ("brown", "green")
    words = " ".join(f"{c}:hard" for c in state.seats[0].air)
    state = play(state, [f"0 roll {words}", "0 end"])
    assert state.seats[0].idle == tuple(sorted(CREW, key=ORDER.index))


def test_ten_or_fewer_are_all_rolled() -> None:
    """RH-030."""
    assert refused(with_crew(10), "0 aside brown") == "RH-030"


def test_rhv_77_play_goes_clockwise_from_the_start_player() -> None:
    """RH-017, RH-025, RH-027."""
    state = play(table(4), ["0 first 2"])
    order = []
    for _ in range(5):
        order.append(state.turn)
        state = play(
            state, [f"{state.turn} roll brown:hard brown:hard navy-gray:hard navy-gray:hard", f"{state.turn} end"]
        )
    assert (order, state.round) == ([2, 3, 0, 1, 2], 2)
    assert refused(state, "0 first 1") == "RH-017"


def test_rhv_78_others_may_roll_ahead_but_not_act() -> None:
    """RH-026, RH-028, RH-029."""
    throw = "roll brown:hard brown:hard navy-gray:hard navy-gray:exhausted"
    state = play(table(3), [f"1 {throw}", f"0 {throw}", "1 stop", "0 stop"])
    assert [s.box for s in state.seats] == ["ready", "ready", "idle"]
    assert refused(state, "1 score 3") == "RH-055"
    assert refused(state, "1 end") == "RH-026"
    state = play(state, ["0 score 3", "0 end", "1 score 2", "1 end"])
    assert ([s.score for s in state.seats], state.turn) == ([3, 2, 0], 2)
    assert await_of(state, 2, "roll").label == "Roll 2 brown, 2 navy gray"
    play(state, [f"0 {throw}", f"1 {throw}", f"2 {throw}"])


def test_four_boxes_are_thrown_at_once() -> None:
    """RH-028: every seat has its own machine."""
    state = table(4)
    lines = [f"{s} roll brown:hard brown:hard navy-gray:cocked navy-gray:exhausted" for s in (3, 1, 0, 2)]
    state = play(state, lines)
    assert [await_of(state, s, "roll").tray for s in range(4)] == [("meeple/navy-gray",)] * 4
    state = play(state, ["2 roll navy-gray:steady", "2 rally", "2 roll navy-gray:exhausted"])
    assert [s.box for s in state.seats] == ["throw", "throw", "strike", "throw"]


def test_a_choice_may_stay_open_until_the_turn_comes() -> None:
    """RH-029: seat 1 rallies only when its own turn has begun."""
    throw = "roll brown:hard brown:hard navy-gray:hard navy-gray:exhausted"
    state = play(table(), [f"1 {throw}", f"0 {throw}", "0 stop", "0 end"])
    assert (state.turn, state.seats[1].box) == (1, "choice")
    state = play(state, ["1 rally", "1 roll navy-gray:hard"])
    assert state.seats[1].box == "ready"


def test_rhv_79_a_missing_meeple_is_named() -> None:
    """RH-030, RH-033."""
    state = with_crew(8)
    with pytest.raises(IllegalEvent, match="All 8 must be rolled together; 1 blue missing: outside the box") as error:
        GAME.apply(state, Event.parse(rolled(7, "hhhhhhh")))
    assert error.value.rule == "RH-033"


def test_rhv_81_recorded_poses_stay_valid_when_meeples_are_knocked_over() -> None:
    """RH-043."""
    state = play(table(), ["0 roll brown:hard brown:steady navy-gray:hard navy-gray:cocked"])
    assert "set up again whatever was knocked over" in await_of(state, 0, "roll").hint
    assert refused(state, "0 roll brown:exhausted navy-gray:steady") == "RH-033"
    state = play(state, ["0 roll navy-gray:steady"])
    assert state.seats[0].crew == ("brown:hard", "brown:steady", "navy-gray:hard", "navy-gray:steady")


def test_rhv_82_rally_rolls_all_exhausted() -> None:
    """RH-046."""
    state = play(with_crew(7), [rolled(7, "hhsseee"), "0 rally"])
    assert refused(state, "0 roll clear:hard clear:hard") == "RH-046"
    assert refused(state, "0 roll clear:hard clear:hard blue:hard brown:hard") == "RH-046"


def test_rhv_83_a_rally_that_raises_everybody_ends_risk() -> None:
    """RH-047, RH-049."""
    state = play(table(), ["0 roll brown:hard brown:hard navy-gray:hard navy-gray:exhausted", "0 rally"])
    state = play(state, ["0 roll navy-gray:steady"])
    assert state.seats[0].box == "ready"
    assert refused(state, "0 rally") == "RH-047"
    assert refused(state, "0 stop") == "RH-045"


def test_rhv_84_after_a_good_rally_the_choice_is_offered_again() -> None:
    """RH-049, RH-050."""
    state = play(
        with_crew(6), [rolled(6, "hhseee"), "0 rally", "0 roll navy-gray:hard clear:exhausted clear:exhausted"]
    )
    assert (len(state.seats[0].working), state.seats[0].box) == (4, "choice")
    state = play(state, ["0 rally", "0 roll clear:exhausted clear:steady", "0 rally", "0 roll clear:exhausted"])
    assert state.seats[0].box == "strike"


def test_rhv_114_a_seat_without_a_turn_left_cannot_roll() -> None:
    """RH-186."""
    throw = "roll brown:hard brown:hard navy-gray:hard navy-gray:hard"
    state = play(table(3), [f"0 {throw}", "0 last-cube", "0 end", f"1 {throw}", "1 end", f"2 {throw}", "2 end"])
    state = play(state, [f"0 {throw}", "0 end"])
    assert (state.round, state.last_round, state.turn) == (2, 2, 1)
    assert await_of(state, 0, "roll").reason == "You have no turn left in this game (RH-186)."
    assert refused(state, f"0 {throw}") == "RH-186"
    play(state, [f"2 {throw}", f"1 {throw}"])


def test_a_roll_may_be_told_in_any_order() -> None:
    """RH-033: what counts is which meeples lie there."""
    one = GAME.apply(table(), Event.parse("0 roll navy-gray:hard brown:steady navy-gray:steady brown:hard"))
    two = GAME.apply(table(), Event.parse("0 roll brown:hard brown:steady navy-gray:hard navy-gray:steady"))
    assert one == two


@pytest.mark.parametrize("words", ["", "brown:hard", "brown:flying brown:hard navy-gray:hard navy-gray:hard", "x"])
def test_nonsense_is_refused_in_a_sentence(words: str) -> None:
    """RH-034: a pose is hard, steady or exhausted."""
    refused(table(), f"0 roll {words}")


def test_every_step_waits_for_the_one_before() -> None:
    """RH-026, RH-045, RH-048, RH-051, RH-054: roll, then choose, then strike, each in its turn."""
    state = table()
    assert refused(state, "0 rally") == "RH-045"
    assert refused(state, "0 strike brown:hard") == "RH-048"
    rolling = play(state, ["0 roll brown:hard brown:hard navy-gray:cocked navy-gray:exhausted"])
    assert refused(rolling, "0 rally") == "RH-045"
    struck = bust(4, "hsse")
    assert refused(struck, "0 roll navy-gray:hard") == "RH-054"
    assert refused(struck, "0 stop") == "RH-045"
    with pytest.raises(IllegalEvent, match="lay down half of them"):
        GAME.apply(struck, Event.parse("0 rally"))
    assert refused(table(2, depth="full"), "0 roll brown:hard brown:hard navy-gray:hard navy-gray:hard") == "RH-026"
    ready = play(state, ["0 roll brown:hard brown:hard navy-gray:hard navy-gray:hard"])
    assert refused(ready, "0 roll brown:hard") == "RH-045"


@pytest.mark.parametrize(
    ("crew", "buttons"),
    [
        ("brown:hard brown:hard brown:hard clear:hard blue:hard pink:hard", 8),
        ("brown:hard brown:hard blue:hard blue:hard clear:hard pink:hard", 1),
    ],
)
def test_up_to_eight_strikes_are_buttons(crew: str, buttons: int) -> None:
    """RH-051: eight different choices are shown as such; of ten, the three are picked one by one."""
    state = with_seat(table(), 0, Seat(idle=(), crew=tuple(crew.split()), box="strike"))
    found = [p for p in GAME.prompts(state) if p.verb == "strike"]
    assert (len(found), {len(p.options) for p in found}) == (buttons, {3})
    assert all(bool(p.tray) == (buttons > 1) for p in found)


def test_a_bust_without_a_token_left_brings_none() -> None:
    """RH-053 with A-9; a house may let tokens be unlimited."""
    for word, tokens in (("yes", 0), ("no", 1)):
        state = play(
            table(2, **{"limit-wild": word}), ["0 roll brown:hard brown:steady navy-gray:hard navy-gray:exhausted"]
        )
        rich = replace(state.seats[1], wild=30)
        state = play(replace(state, seats=(state.seats[0], rich), wild=0), ["0 rally", "0 roll navy-gray:exhausted"])
        state = play(state, ["0 strike brown:hard"])
        assert (state.seats[0].wild, state.wild) == (tokens, -tokens)


def test_a_piece_too_many_is_named() -> None:
    """RH-033, RH-037: what is too many and what may be rolled."""
    with pytest.raises(IllegalEvent, match="Only 2 brown, 2 navy gray may be rolled now; 1 green too many"):
        GAME.apply(table(), Event.parse("0 roll brown:hard brown:hard navy-gray:hard navy-gray:hard green:hard"))
