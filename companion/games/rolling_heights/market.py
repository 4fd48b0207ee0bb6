"""The two market strips: slots, prices, tokens on the far plans, sliding and refilling (RH-100 … RH-106, RH-137)."""

from dataclasses import replace
from functools import lru_cache

from companion.games.rolling_heights.asking import slot_place, with_slot
from companion.games.rolling_heights.printed import FEWEST, LEVEL_ONE, STRENGTHS, TILES_IN_BOX, market_cost, need
from companion.games.rolling_heights.state import SLOTS, Printed, Slot, State, refuse, told
from companion.words import say

SLOT_IDS = tuple(tuple(f"{level}-{n}" for n in range(1, SLOTS + 1)) for level in (1, 2))
"""Slot 1 is at the draw area, slot 9 farthest from it."""
ALL_SLOTS = SLOT_IDS[0] + SLOT_IDS[1]
FAR = (SLOTS - 2, SLOTS - 1)

Strip = tuple[Slot | None, ...]


def slot_of(state: State, word: str) -> Slot:
    """The plan lying at a slot such as ``1-4``."""
    if word not in ALL_SLOTS:
        raise refuse(say("There is no market slot {word!r}.", word=word), "RH-100")
    strip, index = slot_place(word)
    slot = state.market[strip][index]
    if slot is None:
        raise refuse("No plan lies there; the strips slide only at the end of the turn.", "RH-103")
    return slot


def price(state: State, word: str) -> int:
    """The number printed at the slot where the plan lies now (RH-103)."""
    return int(need(state, market_cost(word))[0])


@lru_cache(maxsize=64)
def known_prices(printed: Printed) -> dict[str, int]:
    """The prices of the slots for which one was entered."""
    values = ((word, printed.word(market_cost(word)[0])) for word in ALL_SLOTS)
    return {word: int(value) for word, value in values if value in STRENGTHS}


def filled_slots(state: State) -> tuple[str, ...]:
    """The slots with a plan."""
    pairs = zip(ALL_SLOTS, state.market[0] + state.market[1], strict=True)
    return tuple(word for word, slot in pairs if slot is not None)


def taken(state: State, word: str) -> State:
    """The plan leaves its slot; the gap stays until the end of the turn."""
    strip, index = slot_place(word)
    return with_slot(state, strip, index, None)


def far_tokens(state: State) -> State:
    """At the end of the turn the two farthest plans gain a wild token each, where one is due (RH-105, RH-106)."""
    bought = [slot_place(word) for word in state.main.bought_from]
    for strip in (0, 1):
        here = [index for s, index in bought if s == strip]
        due = bool(here) or not state.house.tokens_need_purchase
        if due and not any(index in FAR for index in here):
            state = _token_on_far_plans(state, strip)
    return state


def _token_on_far_plans(state: State, strip: int) -> State:
    for index in FAR:
        slot = state.market[strip][index]
        if slot is None:
            continue
        if state.wild <= 0 and state.house.limit_wild:
            return told(state, "No wild token is left for the farthest plans.")
        state = with_slot(state, strip, index, replace(slot, tokens=slot.tokens + 1))
        state = replace(state, wild=state.wild - 1)
        state = told(state, say("Put 1 wild token on market {level}, slot {n}.", level=strip + 1, n=index + 1))
    return state


def slid(state: State) -> State:
    """Both strips slide away from the draw area and are refilled at it (RH-137, RH-138)."""
    gaps = [sum(slot is None for slot in strip) for strip in state.market]
    if not any(gaps):
        return state
    left = _left(state, gaps)
    own = [min(gap, pile) for gap, pile in zip(gaps, left, strict=True)]
    spare = [pile - n for pile, n in zip(left, own, strict=True)]
    other = [min(gap - n, spare[1 - i]) for i, (gap, n) in enumerate(zip(gaps, own, strict=True))]
    first, second = (_slide(strip, own[i] + other[i]) for i, strip in enumerate(state.market))
    drawn = (state.drawn[0] + own[0] + other[1], state.drawn[1] + own[1] + other[0])
    state = replace(state, market=(first, second), drawn=drawn)
    if any(other):
        state = told(state, "A draw area has run out: refill from the other one.")
    return told(state, say("Slide the market and lay out new plans: {n}.", n=sum(own) + sum(other)))


def _left(state: State, gaps: list[int]) -> tuple[int, int]:
    """Tiles left in the two draw areas; the split is asked for only when a pile might run out."""
    if all(drawn + gap <= FEWEST for drawn, gap in zip(state.drawn, gaps, strict=True)):
        return FEWEST - state.drawn[0], FEWEST - state.drawn[1]
    ones = int(need(state, LEVEL_ONE)[0])
    return max(0, ones - state.drawn[0]), max(0, TILES_IN_BOX - ones - state.drawn[1])


def _slide(strip: Strip, new: int) -> Strip:
    kept = tuple(slot for slot in strip if slot is not None)
    blank = SLOTS - len(kept) - new
    return (None,) * blank + (Slot(),) * new + kept
