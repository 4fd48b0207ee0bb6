"""Paying with any mix of cubes and spending power, miscellaneous cubes first (RH-094 … RH-098, RH-147)."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from companion.games.rolling_heights.cubes import paid
from companion.games.rolling_heights.state import MATERIALS, NONE, Counts, Due, State, refuse
from companion.games.rolling_heights.wording import counted
from companion.model import Event, Prompt
from companion.words import say

POWER = "power"
MISC = tuple(f"misc-{m}" for m in MATERIALS)
MEANS = (POWER, *MISC, *MATERIALS)


def means(state: State) -> dict[str, int]:
    """What the active seat can pay with, in the order in which it is wise to spend it."""
    counts = (state.main.power, *state.cubes.misc, *state.cubes.held)
    return {word: n for word, n in zip(MEANS, counts, strict=True) if n}


def funds(state: State) -> int:
    """Physical cubes and spending power together."""
    return state.main.power + sum(state.cubes.held) + sum(state.cubes.misc)


def owe(state: State, due: Due, perform: Callable[[State, Due], State]) -> State:
    """Pay at once if there is only one way to do it, otherwise ask how; then the action takes place."""
    if due.cost > funds(state):
        raise refuse(say("This costs {n}; you have {m}.", n=due.cost, m=funds(state)), "RH-102")
    words = _frugal(state, due.cost)
    if _is_only_way(state, due.cost):
        return perform(spend(state, words), due)
    return replace(state, main=replace(state.main, due=due))


def _frugal(state: State, cost: int) -> tuple[str, ...]:
    """Spending power first, for it is lost anyway; then miscellaneous, then the material held most."""
    have = means(state)
    real = sorted(MATERIALS, key=lambda m: -have.get(m, 0))
    words = [word for kind in (POWER, *MISC, *real) for word in (kind,) * have.get(kind, 0)]
    return tuple(words[:cost])


def _is_only_way(state: State, cost: int) -> bool:
    have = means(state)
    if not cost or cost == sum(have.values()) or len(have) == 1:
        return True
    if POWER in have:
        return False
    misc, real = sum(state.cubes.misc), [m for m in MATERIALS if m in have]
    if misc >= cost:
        return cost == misc or sum(m in have for m in MISC) == 1
    return len(real) == 1


def pay_prompts(state: State) -> tuple[Prompt, ...]:
    """One tap for the frugal way, or any other mix picked piece by piece."""
    due = state.main.due
    assert due is not None
    have = means(state)
    quick = _frugal(state, due.cost)
    label = say("Pay {these}", these=counted(quick))
    one_tap = Prompt(state.turn, "pay", tuple((w,) for w in quick), label=label, unordered=True)
    hint = "Miscellaneous cubes go before other cubes." if sum(state.cubes.misc) else ""
    kinds = tuple(have)
    labels = tuple((w, w.replace("-", " ")) for w in kinds)
    mixed = Prompt(
        state.turn, "pay", (kinds,) * due.cost, label="Pay otherwise", hint=hint, labels=labels, unordered=True
    )
    return (one_tap, mixed, Prompt(state.turn, "cancel", label="Do not pay", hint="Nothing was done yet."))


def pay(state: State, event: Event, perform: Callable[[State, Due], State]) -> State:
    """The chosen mix is paid and the action takes place."""
    due = state.main.due
    if due is None or event.seat != state.turn:
        raise refuse("There is nothing to pay now.", "RH-097")
    if len(event.args) != due.cost:
        raise refuse(say("Exactly {n} must be paid; {m} chosen.", n=due.cost, m=len(event.args)), "RH-102")
    return perform(spend(replace(state, main=replace(state.main, due=None)), event.args), due)


def spend(state: State, words: tuple[str, ...]) -> State:
    """Cubes go back to the supply, spending power is used up."""
    counts = Counter(words)
    if set(counts) - set(MEANS):
        raise refuse("Pay with cubes you hold or with spending power.", "RH-097")
    power = counts[POWER]
    if power > state.main.power:
        raise refuse(say("You have only {n} spending power.", n=state.main.power), "RH-095")
    cubes = state.cubes
    real, misc = _row(counts, MATERIALS), _row(counts, MISC)
    if real != NONE or misc != NONE:
        cubes = paid(cubes, real, misc)
    return replace(state, cubes=cubes, main=replace(state.main, power=state.main.power - power))


def _row(counts: Counter[str], words: tuple[str, ...]) -> Counts:
    a, b, c, d = (counts[w] for w in words)
    return (a, b, c, d)
