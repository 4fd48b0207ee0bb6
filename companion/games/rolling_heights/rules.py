"""The rules of Rolling Heights as three pure functions: start, apply, prompts."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.games.rolling_heights import (
    activation,
    asking,
    buying,
    correcting,
    final,
    raising,
    setup,
    throws,
    trading,
    turns,
    typed,
)
from companion.games.rolling_heights import building as build_rules
from companion.games.rolling_heights import figures as figure_rules
from companion.games.rolling_heights.cubes import all_cubes
from companion.games.rolling_heights.house import house_of
from companion.games.rolling_heights.paying import pay, pay_prompts
from companion.games.rolling_heights.printed import PARTS, Missing, shipped
from companion.games.rolling_heights.state import (
    COLORS,
    MATERIALS,
    START_CREW,
    Due,
    Printed,
    Seat,
    State,
    is_main,
    refuse,
)
from companion.model import CATALOGUE_VERB, Catalogue, Event, Prompt, Settings
from companion.words import say

Handler = Callable[[State, Event], State]


def start(seats: int, settings: Settings, catalogue: Catalogue) -> State:
    """The first state: cubes, meeples and tokens counted out for this number of seats (RH-001 … RH-016)."""
    if seats == 1:
        raise refuse("Solo rules are not part of this rulebook; play with 2 to 4.", "RH-001")
    if seats not in (2, 3, 4):
        raise refuse(say("Rolling Heights is played by 2 to 4, not {n}.", n=seats), "RH-001")
    printed = Printed({**shipped(), **catalogue})
    if strange := [key for key in catalogue if key.partition(".")[0] not in PARTS]:
        raise refuse(say("Nothing called {key!r} is printed in Rolling Heights.", key=strange[0]), "RH-002")
    wood, concrete, glass, steel = (_count(printed, f"cubes.{name}") for name in MATERIALS)
    cubes = all_cubes((wood, concrete, glass, steel), seats)
    supply = tuple(_count(printed, f"meeples.{c}") - seats * START_CREW.count(c) for c in COLORS)
    if min(supply) < 0 or min(cubes.total) < 1:
        raise refuse(
            "The catalogue of this copy holds too few cubes or meeples for so many seats; correct it.", "RH-002"
        )
    depth = settings.get("depth", "rolls")
    return State(
        depth=depth,
        house=house_of(settings),
        printed=printed,
        seats=(Seat(),) * seats,
        cubes=cubes,
        supply=supply,
        wild=_count(printed, "tokens.wild"),
        stage="setup" if depth == "full" else "play",
    )


def _count(printed: Printed, key: str) -> int:
    """A number of things in the box."""
    value = printed[key]
    if not (value.isascii() and value.isdecimal()) or int(value) > 999:
        raise refuse(
            say("The catalogue says {value!r} for {key}; it must be a number.", value=value, key=key), "RH-002"
        )
    return int(value)


# ------------------------------------------------------------------------------------------------- what is awaited


def prompts(state: State) -> tuple[Prompt, ...]:
    """Everything that is awaited now, of every seat."""
    if state.stage == "over":
        return ()
    if state.stage == "play":
        return _play_prompts(state)
    if state.asking is not None:
        return asking.asking_prompts(state)
    if state.stage in ("ads", "targets"):
        return final.final_prompts(state)
    if state.stage == "survey":
        return raising.survey_prompts(state)
    if state.stage == "setup":
        return (
            *setup.start_prompts(state),
            *setup.board_prompts(state),
            *setup.cell_prompts(state),
            *setup.ad_prompts(state),
        )
    described = (*setup.cell_prompts(state), *setup.ad_prompts(state), *correcting.correcting_prompts(state))
    return (*buying.draft_prompts(state), *setup.start_prompts(state), *described)


def _play_prompts(state: State) -> tuple[Prompt, ...]:
    found: list[Prompt] = []
    for index in range(len(state.seats)):
        found += throws.throw_prompts(state, index)
        if index == state.turn and is_main(state):
            found += _main_prompts(state)
    if state.asking is None and not state.main.todo and state.main.due is None:
        found += setup.start_prompts(state)
        found += raising.raise_prompts(state)
        if state.depth == "full":
            found += setup.ad_prompts(state)
            found += correcting.correcting_prompts(state)
    found += turns.agree_prompts(len(state.seats), state.agreed)
    return tuple(found)


def _main_prompts(state: State) -> tuple[Prompt, ...]:
    """What the active seat may do in its Main phase; an open question comes first."""
    if state.asking is not None:
        return asking.asking_prompts(state)
    if state.main.todo:
        return _todo_prompts(state)
    if state.main.due is not None:
        return pay_prompts(state)
    if state.depth == "rolls":
        return (*activation.activation_prompts(state), *_rolls_prompts(state), *turns.end_prompts(state))
    shared = (*activation.activation_prompts(state), *trading.trade_prompts(state))
    if state.depth == "ledger":
        own = (*trading.ledger_prompts(state), *typed.typed_prompts(state), *_conversion_prompts(state))
        return (*shared, *own, *turns.end_prompts(state))
    own = (*figure_rules.figure_prompts(state), *build_rules.build_prompts(state), *buying.buy_prompts(state))
    return (*shared, *own, *turns.end_prompts(state))


def _todo_prompts(state: State) -> tuple[Prompt, ...]:
    todo = state.main.todo[0]
    if todo.verb == "reward":
        return build_rules.reward_prompts(state, todo)
    if todo.verb == "variable":
        return build_rules.variable_prompts(state, todo)
    if todo.verb == "bring":
        return figure_rules.bring_prompts(state, todo)
    return figure_rules.convert_prompts(state, (todo.subject,))


def _rolls_prompts(state: State) -> tuple[Prompt, ...]:
    found = [*typed.typed_prompts(state), *_conversion_prompts(state)]
    if state.seats[state.turn].wild:
        found.append(
            Prompt(state.turn, "wild", label="Use a wild token", hint="Discard it for one cube of any colour.")
        )
    if not state.last_round:
        hint = "All cubes of one colour are on buildings: this round and one more."
        found.append(Prompt(state.turn, "last-cube", label="The last cube is built", hint=hint))
    return tuple(found)


def _conversion_prompts(state: State) -> tuple[Prompt, ...]:
    """Zoo and Ballpark need a Public Figure, so others are not bothered with them."""
    if "purple" not in state.seats[state.turn].meeples:
        return ()
    return figure_rules.convert_prompts(state, figure_rules.CONVERTIBLE)


# ------------------------------------------------------------------------------------------------- what is done


def _catalogue(state: State, event: Event) -> State:
    if state.asking is not None and event.seat == state.asking.event.seat:
        return asking.answer(state, event, apply)
    if len(event.args) == 2 and event.args[0].startswith("meeples."):
        return setup.recount(state, event)
    if len(event.args) == 2 and state.stage in ("setup", "draft"):
        return setup.describe(state, event)
    raise refuse("Nothing printed is asked for now.")


def _perform(state: State, due: Due) -> State:
    if due.verb == "trade":
        return trading.perform_trade(state, due)
    return trading.perform_ledger(state, due) if due.verb.startswith("ledger") else buying.perform(state, due)


def _by_depth(full: Handler, ledger: Handler, words: tuple[int, int]) -> Handler:
    def handler(state: State, event: Event) -> State:
        if state.depth == "rolls":
            raise refuse("At this depth the companion follows rolls and points only.", "RH-055")
        is_full = state.depth == "full"
        if len(event.args) != words[0 if is_full else 1]:
            raise refuse(say("{verb!r} needs other words at this depth.", verb=event.verb))
        return full(state, event) if is_full else ledger(state, event)

    return handler


_ARGUMENTS: Mapping[str, int] = {
    "activate": 1, "ad": 1, "ad-points": 2, "ads": 1, "board": 3, "bring": 2, "convert": 1, "count": 1, "crowned": 1,
    "draft": 2, "figure": 2, "figure-steady": 2, "first": 1, "grown": 3, "lesser": 1, "lift": 2, "meeple": 1,
    "mend": 1, "mended": 1, "name": 1, "new": 1, "new-plan": 1, "reward": 1, "score": 1, "see": 2, "see-new": 2,
    "slot-tokens": 2, "standing": 3, "target": 1, "target-points": 1, "tokens": 1, "trade": 1, "upgrade": 2,
    "upgrade-two": 3, "variable": 1,
}  # fmt: skip

VERBS: Mapping[str, Handler] = {
    "activate": activation.activate,
    "ad": setup.ad,
    "ad-points": final.ad_points,
    "ads": final.ads,
    "agree": turns.agree,
    "all": activation.activate_all,
    "aside": throws.set_aside,
    "board": setup.board,
    "bring": figure_rules.bring,
    "build": _by_depth(build_rules.build, trading.ledger_build, (3, 2)),
    "buy": _by_depth(buying.buy, trading.ledger_buy, (2, 2)),
    "cancel": asking.cancel,
    CATALOGUE_VERB: _catalogue,
    "convert": figure_rules.convert,
    "count": final.count,
    "crowned": raising.crowned,
    "draft": buying.draft,
    "end": turns.end_turn,
    "figure": figure_rules.figure,
    "figure-steady": figure_rules.figure_steady,
    "first": setup.first,
    "grown": raising.grown,
    "last-cube": turns.last_cube,
    "lesser": activation.lesser,
    "lift": activation.lift,
    "meeple": typed.meeple,
    "mend": correcting.mend,
    "mended": correcting.mended,
    "name": lambda state, event: asking.name(state, event, apply),
    "new": lambda state, event: asking.new(state, event, apply),
    "new-plan": raising.new_plan,
    "nothing": figure_rules.nothing,
    "pay": lambda state, event: pay(state, event, _perform),
    "play-on": raising.play_on,
    "raise": raising.raise_depth,
    "rally": throws.rally,
    "reward": build_rules.reward,
    "roll": throws.roll,
    "score": typed.score,
    "see": correcting.see,
    "see-new": correcting.see_new,
    "slot-tokens": raising.slot_tokens,
    "standing": raising.standing,
    "stop": throws.stop,
    "strike": throws.strike,
    "take": _by_depth(buying.take, trading.ledger_take, (2, 2)),
    "target": final.target,
    "target-points": final.target_points,
    "tokens": typed.tokens,
    "trade": _by_depth(trading.trade, trading.trade, (1, 1)),
    "upgrade": activation.upgrade,
    "upgrade-two": activation.upgrade_two,
    "variable": build_rules.variable,
    "wild": trading.wild,
}


def apply(state: State, event: Event) -> State:
    """The state after an event, or a sentence saying why not."""
    if not 0 <= event.seat < len(state.seats):
        raise refuse(say("There is no seat {n} at this table.", n=event.seat))
    if event.verb not in VERBS:
        raise refuse(say("Rolling Heights knows no {verb!r}.", verb=event.verb))
    if len(event.args) != _ARGUMENTS.get(event.verb, len(event.args)):
        raise refuse(say("{verb!r} needs {n} words.", verb=event.verb, n=_ARGUMENTS[event.verb]))
    _first_things_first(state, event)
    fresh = replace(state, happened=(), mood="")
    try:
        return VERBS[event.verb](fresh, event)
    except Missing as missing:
        return asking.ask(state, event, missing)


_QUESTIONS = ("reward", "variable", "bring", "nothing", "convert", "agree")


def _first_things_first(state: State, event: Event) -> None:
    """An open form, question or payment must be answered before the same seat goes on."""
    if state.asking is not None and event.verb != "agree":
        mine = event.seat == state.asking.event.seat
        if mine and event.verb not in asking.VERBS:
            raise refuse("Enter what is printed first, or cancel.")
        if not mine and state.stage != "play":
            raise refuse("Wait until the form is filled.")
        return
    if event.seat != state.turn or state.stage != "play":
        return
    if state.main.todo and event.verb not in _QUESTIONS:
        raise refuse("Answer the open question first.", state.main.todo[0].rule)
    if state.main.due is not None and event.verb not in ("pay", "cancel", "agree"):
        raise refuse(say("Pay {n} first, or cancel.", n=state.main.due.cost), "RH-102")
