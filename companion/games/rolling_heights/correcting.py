"""Second thoughts about the copy: naming plans on the market ahead of time, and mending a printed value."""

from dataclasses import replace
from functools import lru_cache

from companion.games.rolling_heights.asking import nameable, new_name, slot_place, with_slot
from companion.games.rolling_heights.city import cell_key, known_grounds, map_spaces, tile_at
from companion.games.rolling_heights.market import ALL_SLOTS, known_prices
from companion.games.rolling_heights.printed import (
    Question,
    ground,
    ground_bonus,
    ground_cost,
    known,
    market_cost,
    plan_ability,
    plan_kind,
    plan_reward,
    plan_stacks,
    plan_strength,
    plan_title,
    plan_within,
)
from companion.games.rolling_heights.scoring import AD_IDS, kind_question, parameters
from companion.games.rolling_heights.setup import HOST
from companion.games.rolling_heights.state import Asking, Printed, State, Tile, is_main, refuse, told
from companion.model import Event, Prompt
from companion.words import say


def correcting_prompts(state: State) -> tuple[Prompt, ...]:
    """Folded away: name plans that lie on the market, mend what was entered wrong."""
    if state.stage == "draft":
        return _naming_prompts(state, HOST)
    return (*_naming_prompts(state, state.turn), *_mend_prompts(state)) if is_main(state) else ()


# ------------------------------------------------------------------------------------------------- the market


def _naming_prompts(state: State, seat: int) -> tuple[Prompt, ...]:
    slots = _nameless(state)
    if not slots:
        return ()
    hint = "Only for the overview; a plan is asked for anyway when it is bought."
    new = Prompt(
        seat,
        "see-new",
        (slots, ("*",)),
        label="A new plan on the market",
        hint=hint,
        names=("slot", "its name"),
        aside=True,
    )
    plans = nameable(state, slots[0])
    if not plans:
        return (new,)
    labels = _plan_labels(state.printed, plans)
    names = ("slot", "plan")
    return (
        Prompt(
            seat,
            "see",
            (slots, plans),
            label="Name a plan on the market",
            hint=hint,
            labels=labels,
            names=names,
            aside=True,
        ),
        new,
    )


def _nameless(state: State) -> tuple[str, ...]:
    pairs = zip(ALL_SLOTS, state.market[0] + state.market[1], strict=True)
    return tuple(word for word, slot in pairs if slot is not None and not slot.plan)


@lru_cache(maxsize=256)
def _plan_labels(printed: Printed, plans: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    return tuple((p, plan_title(printed, p)) for p in plans)


def see(state: State, event: Event) -> State:
    """A plan lying face up on the market gets its name (RH-008)."""
    word, plan = event.args
    if word not in _nameless(state) or plan not in nameable(state, word):
        raise refuse("Choose a slot whose plan has no name yet, and a plan that lies nowhere else.", "RH-008")
    return _seen(state, word, plan)


def see_new(state: State, event: Event) -> State:
    """The same for a plan that the catalogue has never met."""
    word, name = event.args
    if word not in _nameless(state):
        raise refuse("Choose a slot whose plan has no name yet.", "RH-008")
    plan = new_name(state, name)
    return _seen(replace(state, named=(*state.named, plan)), word, plan)


def _seen(state: State, word: str, plan: str) -> State:
    strip, index = slot_place(word)
    slot = state.market[strip][index]
    assert slot is not None
    title = plan_title(state.printed, plan)
    state = with_slot(state, strip, index, replace(slot, plan=plan))
    return told(state, say("{plan} lies on slot {slot}.", plan=title, slot=word))


# ------------------------------------------------------------------------------------------------- printed values


def _mend_prompts(state: State) -> tuple[Prompt, ...]:
    built_on = {t.space for t in state.tiles}
    spaces = (s for s, word in known_grounds(state).items() if word or s in built_on)
    subjects = (*spaces, *known_prices(state.printed), *state.ads)
    if not subjects:
        return ()
    hint = "A space with its plan, a price or an ad; what was scored with the wrong value stays."
    return (
        Prompt(state.turn, "mend", (subjects,), label="Mend what was entered", hint=hint, names=("which",), aside=True),
    )


def mend(state: State, event: Event) -> State:
    """A form with all values entered for a space and its plan, a slot or an ad, the present ones first."""
    word = event.args[0]
    if event.seat != state.turn or not is_main(state) or state.depth != "full":
        raise refuse("Printed values are mended in your own Main phase of a game at full depth.")
    questions = tuple(q for q in _questions(state, word) if known(state, q) is not None)
    if not questions:
        raise refuse("Nothing was entered there that could be mended.")
    form = tuple((key, _present_first(state.printed[key], words)) for key, words in questions)
    return replace(state, asking=Asking(Event(event.seat, "mended", event.args), form))


def _present_first(value: str, words: tuple[str, ...]) -> tuple[str, ...]:
    return (value, *(w for w in words if w != value))


def _questions(state: State, word: str) -> tuple[Question, ...]:
    if word in ALL_SLOTS:
        return (market_cost(word),)
    if word in AD_IDS:
        kind = known(state, kind_question(word))
        return (kind_question(word), *(parameters(word, kind) if kind and kind != "typed" else ()))
    if word not in map_spaces(state):
        return ()
    cell = cell_key(state, word)
    tile = tile_at(state, word)
    on_ground = (ground(cell), ground_cost(cell), *ground_bonus(cell))
    return on_ground + (_plan_questions(tile) if tile else ())


def _plan_questions(tile: Tile) -> tuple[Question, ...]:
    """All of a plan; not its stacks once cubes stand on them (RH-124)."""
    plan = tile.plan
    stacks = () if tile.cubes else plan_stacks(plan)
    purple = (plan_ability(plan), *plan_strength(plan))
    return (*plan_kind(plan), *stacks, *plan_reward(plan), *plan_within(plan), *purple)


def mended(state: State, event: Event) -> State:
    """The form was filled: nothing else happens."""
    return told(state, say("@{s} mended what was entered for {what}.", s=event.seat, what=event.args[0]))
