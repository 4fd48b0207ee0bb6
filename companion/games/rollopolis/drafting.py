"""Rolling the pool, taking a die from it, and the rerolls of Local Community and Hospital."""

from dataclasses import replace
from functools import lru_cache

from companion.errors import IllegalEvent
from companion.games.rollopolis.board import has
from companion.games.rollopolis.printed import dice_form, keep_form, last_spot, spots_form
from companion.games.rollopolis.rounds import faces
from companion.games.rollopolis.state import (
    ACTIVATIONS,
    TRACK_NAMES,
    District,
    State,
    active,
    dice_count,
    own,
    told,
    with_own,
)
from companion.games.rollopolis.tracks import Refusal, because, fitting
from companion.model import Prompt, roll_prompt
from companion.words import say

# ---------------------------------------------------------------------------------------------- the pool


def roll_prompts(state: State) -> tuple[Prompt, ...]:
    """The first player rolls all dice (RO-031); what is not known of the sheets can be entered."""
    seat, count = state.first, dice_count(state.seats)
    label = say("Roll all {n} dice", n=count)
    roll_all = roll_prompt(seat, "roll", ("d6",) * count, label=label, hint="The first player rolls the whole pool.")
    written = tuple(len(numbers) for numbers in state.tracks)
    asked = spots_form(state.printed, seat, state.seats, written)
    full = tuple(p for t in range(3) for p in last_spot(state.printed, seat, state.seats, t, written[t]))
    kept = keep_form(state.printed, seat, state.learnt)
    return (roll_all, *full, *kept, *asked, *dice_form(state.printed, seat))


def roll(state: State, args: tuple[str, ...]) -> State:
    """The pool is rolled; a wrong number of dice is said (RO-004)."""
    pool = tuple(sorted(faces(args, dice_count(state.seats), "RO-004")))
    text = "@{seat} rolled {dice}."
    state = told(state, say(text, seat=state.first, dice=" ".join(str(n) for n in pool)))
    return replace(state, pool=pool, phase="draft", turn=0)


# ---------------------------------------------------------------------------------------------- the draft


@lru_cache(maxsize=4096)
def closed(pool: tuple[int, ...]) -> tuple[str, ...]:
    """The tray in which exactly these dice must lie."""
    return tuple(f"d6:{n}" for n in pool)


def without(pool: tuple[int, ...], value: int) -> tuple[int, ...]:
    """The pool after one die of this value is taken."""
    place = pool.index(value)
    return (*pool[:place], *pool[place + 1 :])


@lru_cache(maxsize=4096)
def _draft_prompt(seat: int, pool: tuple[int, ...], value: int, tracks: tuple[int, ...]) -> Prompt:
    where = ", ".join(TRACK_NAMES[t] for t in tracks)
    hint = say("Fits {tracks}.", tracks=where) if where else "Fits no track: only a bonus, or a University."
    tray = closed(without(pool, value))
    return Prompt(seat, "draft", ((str(value),),), tray, label=say("Take a {n}", n=value), hint=hint)


def draft_prompts(state: State) -> tuple[Prompt, ...]:
    """One die of the pool is awaited; the camera sees which one is gone (RO-035)."""
    seat, district = active(state), own(state)
    values = sorted(set(state.pool))
    found = [_draft_prompt(seat, state.pool, v, fitting(state, district, v)) for v in values]
    if state.house.reroll_die == "any":
        found += _reroll_prompts(state)
    if state.wrote >= 0:
        written = len(state.tracks[state.wrote])
        found += last_spot(state.printed, seat, state.seats, state.wrote, written)
    return tuple(found)


def draft(state: State, args: tuple[str, ...]) -> State:
    """A die leaves the pool and must be activated at once (RO-035, RO-036)."""
    value = _in_pool(state, args[0])
    state = told(state, say("@{seat} took a {n}.", seat=active(state), n=value))
    return replace(state, pool=without(state.pool, value), die=value, phase="activate")


def _in_pool(state: State, word: str) -> int:
    if word not in tuple(str(n) for n in state.pool):
        dice = ", ".join(str(n) for n in state.pool)
        raise IllegalEvent(say("No {n} lies in the pool any more; take one of {dice}.", n=word, dice=dice), "RO-035")
    return int(word)


# ---------------------------------------------------------------------------------------------- rerolls


def _free_rerolls(state: State, district: District) -> int:
    if not has(district.cells, "L"):
        return 0
    return 1 if state.house.community_rerolls == "one" else 2


def refuse_reroll(state: State, district: District) -> Refusal | None:
    """Why no die can be rerolled: Local Community, then a Hospital use (RO-140, RO-146, RO-148)."""
    free = _free_rerolls(state, district)
    if district.rerolls < free:
        return None
    hospital = has(district.cells, "H")
    if not free and not (hospital and state.house.base_building == "not-needed"):
        rule = "RO-148" if hospital else "RO-140"
        return "Only the owner of a Local Community rerolls a die.", rule
    if not hospital:
        return "Your Local Community has rerolled in this round already.", "RO-140"
    if district.rerolls > free:
        return "Local Community and Hospital have rerolled in this round already.", "RO-146"
    if district.hospital >= ACTIVATIONS:
        return "Your Hospital has been used twice already.", "RO-146"
    return None


def _by_hospital(state: State, district: District) -> bool:
    return district.rerolls >= _free_rerolls(state, district)


def _reroll_prompts(state: State) -> list[Prompt]:
    """One prompt for each die that may be thrown again while all others lie still."""
    seat, district = active(state), own(state)
    if not (has(district.cells, "L") or has(district.cells, "H")):
        return []
    refusal = refuse_reroll(state, district)
    if refusal:
        return [Prompt(seat, "reroll", label="Reroll", reason=because(refusal))]
    left = ACTIVATIONS - district.hospital if _by_hospital(state, district) else 0
    if state.die:
        return [_reroll_prompt(seat, state.pool, state.die, left, ())]
    return [_reroll_prompt(seat, without(state.pool, v), v, left, ((str(v),),)) for v in sorted(set(state.pool))]


@lru_cache(maxsize=4096)
def _reroll_prompt(
    seat: int, rest: tuple[int, ...], value: int, hospital_left: int, before: tuple[tuple[str, ...], ...]
) -> Prompt:
    if hospital_left:
        label = say("Reroll the {n} with the Hospital", n=value)
        hint: str = say("{n} of 2 uses left. The new number must be used.", n=hospital_left)
    else:
        label = say("Reroll the {n} with the Local Community", n=value)
        hint = "Throw it back into the tray, then take it out again; the new number must be used."
    return roll_prompt(seat, "reroll", (*closed(rest), "d6"), before=before, label=label, hint=hint)


def reroll_after_draft(state: State) -> list[Prompt]:
    """The reroll of the die just taken (RO-150)."""
    return _reroll_prompts(state) if state.house.reroll_die == "drafted" else []


def reroll(state: State, args: tuple[str, ...]) -> State:
    """A die is thrown again; the last result counts, earlier ones are gone (RO-141, RO-147)."""
    district = own(state)
    _refuse_moment(state)
    refusal = refuse_reroll(state, district)
    if refusal:
        raise IllegalEvent(*refusal)
    if not args:
        raise IllegalEvent("Say what the die shows now.", "RO-141")
    old = state.die or _in_pool(state, args[0])
    value = faces(args if state.die else args[1:], 1, "RO-141")[0]
    by_hospital = _by_hospital(state, district)
    tool = "Hospital" if by_hospital else "Local Community"
    text = "@{seat} rerolled a {old} with the {tool}: {n}."
    state = told(state, say(text, seat=active(state), old=old, tool=tool, n=value))
    used = district.hospital + by_hospital
    state = with_own(state, replace(district, rerolls=district.rerolls + 1, hospital=used))
    if state.die:
        return replace(state, die=value)
    return replace(state, pool=tuple(sorted((*without(state.pool, old), value))))


def _refuse_moment(state: State) -> None:
    if state.phase == "draft" and state.house.reroll_die == "drafted":
        raise IllegalEvent("Take the die first; a reroll is for the die you have taken.", "RO-150")
    if state.phase == "activate" and state.house.reroll_die == "any":
        raise IllegalEvent("The die is taken; at this table a reroll comes before that.", "RO-150")
