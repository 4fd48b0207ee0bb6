"""Asking for printed values: an event waits until its form is filled, then takes place after all."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from companion.errors import IllegalEvent, text_of
from companion.games.rolling_heights.printed import Missing, key_label, plan_names, plan_title
from companion.games.rolling_heights.state import Asking, Printed, Slot, State, refuse, told
from companion.model import CATALOGUE_VERB, Event, Prompt
from companion.words import say

_NAME = re.compile(r"[a-z0-9][a-z0-9'-]{0,39}")
VERBS = (CATALOGUE_VERB, "name", "new", "cancel")


def ask(state: State, event: Event, missing: Missing) -> State:
    """The unchanged state, with the event waiting for its form."""
    asking = Asking(event, missing.form, missing.slot)
    what = key_label(state.printed, missing.form[0][0]) if missing.form else "the name of the plan"
    said = say("The rulebook's text does not tell {what}; please enter it once.", what=what)
    return replace(state, asking=asking, happened=(said,), mood="")


def asking_prompts(state: State) -> tuple[Prompt, ...]:
    """The form, or the list of plan names, and a way out."""
    asking = state.asking
    assert asking is not None
    seat = asking.event.seat
    back = Prompt(seat, "cancel", label="Never mind", hint="Nothing was done yet.")
    if asking.form:
        return (_form(state, seat, asking.form), back)
    hint = "Each plan is described once and then remembered for this copy."
    new = Prompt(seat, "new", (("*",),), label="A plan not in the list", hint=hint, names=("its name",))
    return (*_name_prompts(state, seat, asking.slot), new, back)


def _form(state: State, seat: int, form: tuple[tuple[str, tuple[str, ...]], ...]) -> Prompt:
    options = tuple(words for key, allowed in form for words in ((key,), allowed))
    labels = tuple((key, _with_present(state, key)) for key, _ in form)
    names = tuple(name for key, _ in form for name in ("", _with_present(state, key)))
    usual = tuple(word for key, _ in form for word in ("", _usual(state, key)))
    label = "Enter what is printed"
    return Prompt(seat, CATALOGUE_VERB, options, label=label, labels=labels, names=names, usual=usual)


def _usual(state: State, key: str) -> str:
    """What a form shows beforehand: the present value, and that most plans have few stacks and rewards."""
    is_further = (".stack." in key or ".meeple." in key) and not key.endswith(".1")
    return state.printed.word(key) or ("none" if is_further else "")


def _with_present(state: State, key: str) -> str:
    """The key in words, with its present value if one is to be mended."""
    value = state.printed.word(key)
    label = key_label(state.printed, key)
    return say("{label} (now {value})", label=label, value=value) if value else label


def _name_prompts(state: State, seat: int, slot: str) -> tuple[Prompt, ...]:
    plans = nameable(state, slot)
    if not plans:
        return ()
    labels = tuple((p, plan_title(state.printed, p)) for p in plans)
    return (Prompt(seat, "name", (plans,), label="Which plan is it?", labels=labels, names=("plan",)),)


def nameable(state: State, slot: str) -> tuple[str, ...]:
    """Plans that may lie in a slot: not on the map nor seen elsewhere; those of the strip's level come first."""
    gone = frozenset((*(t.plan for t in state.tiles), *(s.plan for strip in state.market for s in strip if s)))
    return _nameable(state.printed, state.named, gone, slot[0])


@lru_cache(maxsize=512)
def _nameable(printed: Printed, named: tuple[str, ...], gone: frozenset[str], level: str) -> tuple[str, ...]:
    plans = [p for p in dict.fromkeys((*plan_names(printed), *named)) if p not in gone]
    return tuple(sorted(plans, key=lambda p: (printed.word(f"plan.{p}.level") or level) != level))


def answer(state: State, event: Event, again: Callable[[State, Event], State]) -> State:
    """The values are remembered and the waiting event is tried again."""
    asking = state.asking
    if asking is None or not asking.form or event.seat != asking.event.seat:
        raise refuse("Nothing printed is asked for now.")
    values = dict(zip(event.args[::2], event.args[1::2], strict=False))
    for key, allowed in asking.form:
        if values.get(key) not in allowed:
            raise refuse(say("Enter one of the offered values for {key}.", key=key_label(state.printed, key)))
    wanted = {key: values[key] for key, _ in asking.form}
    _sensible(wanted)
    state = replace(state, printed=Printed({**state.printed, **wanted}), asking=None)
    return _retry(told(state, "Remembered for this copy of the game."), asking.event, again)


def _sensible(values: dict[str, str]) -> None:
    stacks = [v for k, v in values.items() if ".stack." in k]
    if stacks and set(stacks) == {"none"}:
        raise refuse("A plan has at least one stack; enter its material and height.", "RH-121")


def name(state: State, event: Event, again: Callable[[State, Event], State]) -> State:
    """The plan in the slot gets its name and the waiting event is tried again."""
    asking = state.asking
    if asking is None or asking.form or event.seat != asking.event.seat:
        raise refuse("No plan has to be named now.")
    plan = event.args[0]
    if plan not in nameable(state, asking.slot):
        raise refuse(say("{plan!r} is not a plan that can lie there.", plan=plan), "RH-100")
    return _named(state, plan, again)


def new(state: State, event: Event, again: Callable[[State, Event], State]) -> State:
    """A plan that the catalogue has never met gets its name."""
    asking = state.asking
    if asking is None or asking.form or event.seat != asking.event.seat:
        raise refuse("No plan has to be named now.")
    plan = new_name(state, event.args[0])
    return _named(replace(state, named=(*state.named, plan)), plan, again)


def new_name(state: State, word: str) -> str:
    """A word fit to be the name of a plan not met before."""
    plan = word.lower()
    if not _NAME.fullmatch(plan):
        raise refuse("Write the plan's name with letters, digits and hyphens, such as toy-center-co.")
    if plan in (*plan_names(state.printed), *state.named):
        raise refuse(say("{plan} is already in the list; pick it there.", plan=plan_title(state.printed, plan)))
    return plan


def _named(state: State, plan: str, again: Callable[[State, Event], State]) -> State:
    asking = state.asking
    assert asking is not None
    strip, index = slot_place(asking.slot)
    slot = state.market[strip][index]
    assert slot is not None
    state = replace(with_slot(state, strip, index, replace(slot, plan=plan)), asking=None)
    return _retry(state, asking.event, again)


def _retry(state: State, event: Event, again: Callable[[State, Event], State]) -> State:
    """What was entered stays entered, even if the rules then refuse the event."""
    said = state.happened
    try:
        after = again(state, event)
    except IllegalEvent as error:
        rule = f" ({error.rule})" if error.rule else ""
        return replace(state, happened=(*said, say("{why}{rule}", why=text_of(error), rule=rule)))
    return replace(after, happened=(*said, *after.happened))


def cancel(state: State, event: Event) -> State:
    """The waiting event or payment is dropped; nothing was done yet."""
    if state.asking is not None and event.seat == state.asking.event.seat:
        return told(replace(state, asking=None), "Nothing was done.")
    if state.main.due is not None and event.seat == state.turn:
        return told(replace(state, main=replace(state.main, due=None)), "Nothing was done.")
    raise refuse("There is nothing to cancel.")


def slot_place(slot: str) -> tuple[int, int]:
    """Strip and place, from 0, of a slot such as ``1-4``."""
    return int(slot[0]) - 1, int(slot[2:]) - 1


def with_slot(state: State, strip: int, index: int, slot: Slot | None) -> State:
    """The state with one market slot changed."""
    row = state.market[strip]
    row = (*row[:index], slot, *row[index + 1 :])
    return replace(state, market=(row, state.market[1]) if strip == 0 else (state.market[0], row))
