"""Prep and Risk: the roll machine that each seat has for its own box (RH-030 … RH-054)."""

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from itertools import combinations

from companion.games.rolling_heights.state import (
    ACTIVE_LIMIT,
    COLORS,
    EXHAUSTED,
    HARD,
    STEADY,
    UNCLEAR,
    Box,
    Seat,
    State,
    color_of,
    ordered,
    pose_of,
    refuse,
    told,
    turn_order,
    with_seat,
    without,
)
from companion.games.rolling_heights.wording import color_name, counted, listed, meeple_name, meeple_names
from companion.model import Event, Prompt, roll_prompt
from companion.words import say

BUTTONS_FOR_STRIKE = 8
"""Up to so many different strikes are shown as buttons that the camera can recognise; more are picked one by one."""
_FACES = (HARD, STEADY, EXHAUSTED)


def must_reroll(active: int, exhausted: int) -> bool:
    """Whether more than half are exhausted, so that Prep goes on (RH-036)."""
    return 2 * exhausted > active


def strike_size(working: int) -> int:
    """How many working meeples lie down after a bust (RH-051)."""
    return working // 2


def active_count(seat: Seat) -> int:
    """How many meeples are active this turn: the base of "half", however many were just thrown."""
    return len(seat.crew) + len(seat.spent) + len(seat.air) + len(seat.clear)


def has_turn_left(state: State, index: int) -> bool:
    """Whether the seat will still play a turn, so that it may roll for it (RH-186)."""
    if not state.last_round or state.round < state.last_round:
        return True
    order = turn_order(state)
    return order.index(index) >= order.index(state.turn)


# ------------------------------------------------------------------------------------------------- what is awaited


def throw_prompts(state: State, index: int) -> tuple[Prompt, ...]:
    """What the seat's own box waits for, whoever's turn it is."""
    seat = state.seats[index]
    if seat.box == "idle":
        return _prep_prompts(state, index)
    if seat.box == "throw":
        return (_throw_prompt(index, seat.air, seat.kind, bool(seat.clear), active_count(seat) if seat.crew else 0),)
    if seat.box == "choice":
        return _choice_prompts(index, seat)
    return _strike_prompts(index, seat) if seat.box == "strike" else ()


def _prep_prompts(state: State, index: int) -> tuple[Prompt, ...]:
    seat = state.seats[index]
    if not has_turn_left(state, index):
        return (Prompt(index, "roll", reason="You have no turn left in this game (RH-186).", label="Roll"),)
    extra = len(seat.idle) - ACTIVE_LIMIT
    if extra <= 0:
        return (_throw_prompt(index, ordered(seat.idle), "prep", False, 0),)
    colors = tuple(dict.fromkeys(ordered(seat.idle)))
    hint = say(
        "You own {n} meeples; {limit} are rolled, {extra} sit out this turn.", n=len(seat.idle), limit=10, extra=extra
    )
    pick = Prompt(
        index, "aside", (colors,) * extra, label="Set aside", hint=hint, labels=_color_labels(colors), unordered=True
    )
    return (pick,)


@lru_cache(maxsize=4096)
def _throw_prompt(index: int, air: tuple[str, ...], kind: str, is_rest: bool, active: int) -> Prompt:
    """A throw of these meeples; ``active`` is how many there are in all, or 0 for the first throw."""
    tray = tuple(f"meeple/{color}" for color in air)
    label, hint = _throw_words(listed(air), kind, is_rest, active, len(air))
    return roll_prompt(index, "roll", tray, also=UNCLEAR, label=label, hint=hint)


def _throw_words(names: str, kind: str, is_rest: bool, active: int, count: int) -> tuple[str, str]:
    if is_rest:
        hint = "Only these; all others keep the pose they had, so set up again whatever was knocked over."
        return say("Roll only {these} again", these=names), hint
    if kind == "rally":
        return say("Rally: roll {these}", these=names), "If nobody gets up, your workers strike."
    if kind == "planner":
        return say("Roll {these} once more", these=names), "The City Planner's roll cannot bust."
    if active:
        hint = say("More than half of {n} are exhausted; this roll cannot bust.", n=active)
        return say("Roll {these} again", these=names), hint
    return say("Roll {these}", these=names), say("All {n} together, in your own box.", n=count)


def _choice_prompts(index: int, seat: Seat) -> tuple[Prompt, ...]:
    lost = strike_size(len(seat.working))
    count = len(seat.exhausted)
    risk = say(
        "Rolls {n} exhausted; if nobody gets up, {lost} of {w} lie down.", n=count, lost=lost, w=len(seat.working)
    )
    return (
        Prompt(index, "stop", label="Stop and go to Main", hint=say("{w} of your meeples work.", w=len(seat.working))),
        Prompt(index, "rally", label="Rally", hint=risk),
    )


def _strike_prompts(index: int, seat: Seat) -> tuple[Prompt, ...]:
    working = seat.working
    size = strike_size(len(working))
    hint = say("Strike: exactly {n} of {w} working meeples lie down in the box.", n=size, w=len(working))
    choices = sorted({ordered(c) for c in combinations(working, size)})
    if len(choices) > BUTTONS_FOR_STRIKE:
        words = tuple(dict.fromkeys(ordered(working)))
        labels = tuple((w, meeple_name(w)) for w in words)
        return (Prompt(index, "strike", (words,) * size, label="Lay down", hint=hint, labels=labels, unordered=True),)
    lying = tuple(color_of(w) for w in seat.exhausted)
    return tuple(_strike_button(index, choice, lying, hint) for choice in choices)


def _strike_button(index: int, choice: tuple[str, ...], lying: tuple[str, ...], hint: str) -> Prompt:
    tray = tuple(f"meeple/{c}:{EXHAUSTED}" for c in ordered((*lying, *map(color_of, choice))))
    label = say("Lay down {these}", these=meeple_names(choice))
    return Prompt(index, "strike", tuple((w,) for w in choice), tray, label=label, hint=hint, unordered=True)


def _color_labels(colors: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    return tuple((c, color_name(c)) for c in colors)


# ------------------------------------------------------------------------------------------------- what is done


def set_aside(state: State, event: Event) -> State:
    """The seat chooses who sits out, so that exactly ten are rolled (RH-031)."""
    seat = state.seats[event.seat]
    extra = len(seat.idle) - ACTIVE_LIMIT
    _may_prepare(state, event.seat)
    if extra <= 0:
        raise refuse(say("You own {n} meeples, so all of them are rolled.", n=len(seat.idle)), "RH-030")
    if len(event.args) != extra:
        wrong = say("Choose {n} to set aside, so that exactly 10 are rolled; {m} chosen.", n=extra, m=len(event.args))
        raise refuse(wrong, "RH-031")
    missing = Counter(event.args) - Counter(seat.idle)
    if missing:
        raise refuse(
            say("You do not own {these}; choose among your meeples.", these=counted(missing.elements())), "RH-031"
        )
    rolled = ordered(without(seat.idle, event.args))
    seat = replace(seat, idle=ordered(event.args), air=rolled, box="throw", kind="prep")
    return told(
        with_seat(state, event.seat, seat), say("@{s} sets {these} aside.", s=event.seat, these=listed(event.args))
    )


def roll(state: State, event: Event) -> State:
    """A throw has come to rest: unclear meeples are thrown again, otherwise it counts (RH-041, RH-042, RH-044)."""
    seat = state.seats[event.seat]
    air = _expected(state, event.seat)
    words = _checked(seat, air, event.args)
    if seat.box == "idle":
        seat = replace(seat, idle=(), kind="prep")
    sure = tuple(w for w in words if pose_of(w) not in UNCLEAR)
    unsure = ordered(color_of(w) for w in words if pose_of(w) in UNCLEAR)
    seat = replace(seat, air=unsure, clear=ordered((*seat.clear, *sure)), box="throw")
    if unsure:
        state = with_seat(state, event.seat, seat)
        return told(
            state,
            say("Not clear or not in the box: @{s} rolls only {these} again.", s=event.seat, these=listed(unsure)),
        )
    return _evaluate(_remember(state, seat.clear), event.seat, seat)


def _expected(state: State, index: int) -> tuple[str, ...]:
    seat = state.seats[index]
    if seat.box == "throw":
        return seat.air
    if seat.box == "idle":
        _may_prepare(state, index)
        if len(seat.idle) > ACTIVE_LIMIT:
            raise refuse(
                say("You own {n} meeples; choose 10 to roll, set {m} aside.", n=len(seat.idle), m=len(seat.idle) - 10),
                "RH-031",
            )
        return seat.idle
    raise _no_free_roll(seat)


def _no_free_roll(seat: Seat) -> Exception:
    if seat.box == "choice":
        what = say(
            "{n} of {m} exhausted is not more than half; rolling again is a rally and can bust, so choose Rally first.",
            n=len(seat.exhausted),
            m=active_count(seat),
        )
        return refuse(what, "RH-039")
    if seat.box == "strike":
        return refuse("Your workers struck; lay down half of them, then go to Main.", "RH-054")
    return refuse("Your roll is settled; go on with Main when it is your turn.", "RH-045")


def _may_prepare(state: State, index: int) -> None:
    if state.stage != "play":
        raise refuse("Nobody rolls before everything is laid out or after the last turn.", "RH-026")
    if not has_turn_left(state, index):
        raise refuse("You have no turn left in this game.", "RH-186")


def _checked(seat: Seat, air: tuple[str, ...], words: tuple[str, ...]) -> tuple[str, ...]:
    for word in words:
        if color_of(word) not in COLORS or pose_of(word) not in (*_FACES, *UNCLEAR):
            raise refuse(say("{word!r} is no meeple; write colour and pose, such as brown:hard.", word=word), "RH-034")
    seen, wanted = Counter(map(color_of, words)), Counter(air)
    extra, missing = seen - wanted, wanted - seen
    if not extra and not missing:
        return words
    rule = "RH-046" if seat.kind == "rally" else "RH-037" if seat.crew else "RH-033"
    if extra:
        what = say(
            "Only {these} may be rolled now; {extra} too many.", these=listed(air), extra=listed(extra.elements())
        )
        raise refuse(what, rule)
    what = say(
        "All {n} must be rolled together; {these} missing: outside the box?",
        n=len(air),
        these=listed(missing.elements()),
    )
    raise refuse(what, rule)


def _remember(state: State, words: tuple[str, ...]) -> State:
    """Count the settled poses: this table's own odds."""
    poses = [list(row) for row in state.poses]
    for word in words:
        poses[COLORS.index(color_of(word))][_FACES.index(pose_of(word))] += 1
    return replace(state, poses=tuple((a, b, c) for a, b, c in poses))


def _evaluate(state: State, index: int, seat: Seat) -> State:
    """What the finished throw means; only now are half and bust judged (RH-044)."""
    thrown, kind = seat.clear, seat.kind
    risen = tuple(w for w in thrown if pose_of(w) != EXHAUSTED)
    seat = replace(seat, crew=ordered((*seat.crew, *thrown)), clear=(), air=())
    said = say("@{s} rolled {these}.", s=index, these=meeple_names(thrown))
    if kind == "prep":
        return _after_prep(state, index, seat, said)
    if kind == "planner":
        return _settled(state, index, replace(seat, box="ready"), said)
    if not risen:
        return _bust(state, index, seat, said)
    return _settled(state, index, seat, said)


def _after_prep(state: State, index: int, seat: Seat, said: str) -> State:
    lying = seat.exhausted
    if must_reroll(active_count(seat), len(lying)):
        air = ordered(map(color_of, lying))
        crew = tuple(w for w in seat.crew if pose_of(w) != EXHAUSTED)
        why = say("{n} of {m} are exhausted, more than half: roll those {n} again.", n=len(lying), m=active_count(seat))
        return told(with_seat(state, index, replace(seat, crew=crew, air=air, box="throw")), said, why)
    return _settled(state, index, seat, said)


def _settled(state: State, index: int, seat: Seat, said: str) -> State:
    """Stop or rally while somebody lies in the box, otherwise on to Main."""
    box: Box = "ready" if seat.box == "ready" or not seat.exhausted else "choice"
    seat = replace(seat, box=box, kind="")
    state = with_seat(state, index, seat)
    return told(state, said) if seat.exhausted else told(state, said, say("All of @{s}'s meeples work.", s=index))


def _bust(state: State, index: int, seat: Seat, said: str) -> State:
    size = strike_size(len(seat.working))
    why = say("Nobody got up: @{s}'s workers strike, {n} of {w} lie down.", s=index, n=size, w=len(seat.working))
    state = with_seat(state, index, replace(seat, box="strike", kind=""))
    state = told(state, said, why, mood="bust")
    return state if size else _end_strike(state, index)


def stop(state: State, event: Event) -> State:
    """The seat is content with its roll (RH-045)."""
    seat = state.seats[event.seat]
    if seat.box == "throw" and seat.kind == "prep" and seat.crew:
        what = say(
            "{n} of {m} exhausted is more than half: roll those {n} again (no bust possible).",
            n=len(seat.air),
            m=active_count(seat),
        )
        raise refuse(what, "RH-036")
    if seat.box != "choice":
        raise refuse("There is no roll to stop now.", "RH-045")
    return told(with_seat(state, event.seat, replace(seat, box="ready")), say("@{s} stops.", s=event.seat))


def rally(state: State, event: Event) -> State:
    """The seat pushes its luck with all of its exhausted meeples (RH-046)."""
    seat = state.seats[event.seat]
    if seat.box == "throw":
        raise refuse("Finish the present roll first; it is no rally.", "RH-045")
    if seat.box == "strike":
        raise refuse("Your workers struck; lay down half of them, then go to Main.", "RH-054")
    if seat.box == "idle":
        raise refuse("Roll your meeples first.", "RH-045")
    if not seat.exhausted:
        raise refuse("No exhausted meeples left: go to Main.", "RH-047")
    if seat.box != "choice":
        raise refuse("Your roll is settled; continue with Main.", "RH-054")
    crew = tuple(w for w in seat.crew if pose_of(w) != EXHAUSTED)
    air = ordered(map(color_of, seat.exhausted))
    seat = replace(seat, crew=crew, air=air, box="throw", kind="rally")
    said = say("@{s} rallies {these}.", s=event.seat, these=listed(air))
    return told(with_seat(state, event.seat, seat), said, mood="rally")


def strike(state: State, event: Event) -> State:
    """The seat lays down half of its working meeples, rounded down (RH-051, RH-052)."""
    seat = state.seats[event.seat]
    if seat.box != "strike":
        raise refuse("Nobody strikes now; a strike follows a rally in which nobody gets up.", "RH-048")
    working, size = seat.working, strike_size(len(seat.working))
    if len(event.args) != size:
        what = say(
            "Lay down exactly {n} of your {w} working meeples; {m} selected.", n=size, w=len(working), m=len(event.args)
        )
        raise refuse(what, "RH-051")
    if Counter(event.args) - Counter(working):
        raise refuse(say("Choose among your working meeples: {these}.", these=meeple_names(working)), "RH-051")
    down = (f"{color_of(w)}:{EXHAUSTED}" for w in event.args)
    crew = ordered((*without(seat.crew, event.args), *down))
    state = with_seat(state, event.seat, replace(seat, crew=crew))
    state = told(state, say("@{s} lays down {these}.", s=event.seat, these=meeple_names(event.args)))
    return _end_strike(state, event.seat)


def _end_strike(state: State, index: int) -> State:
    """One wild token, then Main without another rally (RH-053, RH-054)."""
    seat = state.seats[index]
    got = 1 if state.wild > 0 or not state.house.limit_wild else 0
    state = with_seat(state, index, replace(seat, box="ready", wild=seat.wild + got))
    state = replace(state, wild=state.wild - got)
    said = say("@{s} gains 1 wild token.", s=index) if got else say("No wild token is left for @{s}.", s=index)
    return told(state, said, mood="strike")
