"""The game as three functions: every step knows its prompts, its answers and what follows by itself."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.errors import IllegalEvent
from companion.games.tundra import (
    advisors,
    architecture,
    asks,
    cards,
    free_actions,
    goal_cards,
    layout,
    resolve,
    rounds,
    scoring,
    setup,
    travel,
    turns,
)
from companion.games.tundra.printed import edges_of, printed_of
from companion.games.tundra.settings import house_of
from companion.games.tundra.state import Player, State
from companion.games.tundra.steps import (
    Action,
    Advise,
    Ask,
    Bonus,
    EndRound,
    Income,
    Open,
    PutCard,
    Remember,
    Reveal,
    Roll,
    Row,
    Setup,
    Summon,
    Throw,
    Turn,
    UseGoal,
)
from companion.model import Catalogue, Event, Prompt, Settings
from companion.words import say


def _no_prompts(state: State, step: Any) -> tuple[Prompt, ...]:
    return ()


def _wait(state: State, step: Any) -> State | None:
    return None


def _nothing_to_do(state: State, step: Any, event: Event) -> State:
    raise IllegalEvent(say("Nothing is asked now."))


Handler = tuple[
    Callable[[State, Any], tuple[Prompt, ...]],
    Callable[[State, Any, Event], State],
    Callable[[State, Any], State | None],
]

HANDLERS: dict[type, Handler] = {
    Setup: (setup.prompts, setup.apply, setup.advance),
    Ask: (asks.prompts, asks.apply, _wait),
    Income: (_no_prompts, _nothing_to_do, rounds.income_advance),
    Roll: (rounds.roll_prompts, rounds.roll_apply, _wait),
    Throw: (free_actions.throw_prompts, free_actions.throw_apply, _wait),
    Turn: (turns.prompts, turns.apply, _wait),
    UseGoal: (_no_prompts, _nothing_to_do, goal_cards.advance),
    Row: (resolve.row_prompts, resolve.row_apply, resolve.row_advance),
    Action: (resolve.action_prompts, resolve.action_apply, resolve.action_advance),
    Open: (travel.open_prompts, travel.open_apply, _wait),
    Bonus: (architecture.bonus_prompts, architecture.bonus_apply, architecture.bonus_advance),
    PutCard: (cards.put_prompts, cards.put_apply, cards.put_advance),
    Advise: (_no_prompts, _nothing_to_do, advisors.advise_advance),
    Summon: (advisors.summon_prompts, advisors.summon_apply, advisors.summon_advance),
    EndRound: (rounds.end_prompts, rounds.end_apply, rounds.end_advance),
    Remember: (layout.remember_prompts, layout.remember_apply, layout.remember_advance),
    Reveal: (scoring.prompts, scoring.apply, scoring.advance),
}
"""For each kind of step: what it asks, what an answer does, what follows without an answer (None = it waits)."""


def start(seats: int, settings: Settings, catalogue: Catalogue) -> State:
    """The first state: everything in the box, the set-up to be done (TU-001)."""
    if seats not in (2, 3, 4):
        raise IllegalEvent(say("Tundra is for 2, 3 or 4 players, not {n}.", n=seats), "TU-001")
    house, printed = house_of(settings), printed_of(catalogue)
    state = State(seats, house, printed, (Player(),) * seats, setup.steps(seats, house))
    tiles, edges = layout.known_tiles(printed, state.variant, seats), edges_of(printed, state.variant)
    state = replace(state, tiles=tiles, edges=edges)
    return advance(cards.deal(state))


def advance(state: State) -> State:
    """The state after everything that needs nobody's answer."""
    while state.steps:
        step = state.steps[0]
        further = HANDLERS[type(step)][2](state, step)
        if further is None:
            return state
        state = further
    return replace(state, mood="end")


def prompts(state: State) -> tuple[Prompt, ...]:
    """What is awaited now; nothing when the game is over."""
    if not state.steps:
        return ()
    step = state.steps[0]
    return HANDLERS[type(step)][0](state, step)


def apply(state: State, event: Event) -> State:
    """The state after an event that fits a prompt."""
    if not state.steps:
        raise IllegalEvent(say("The game is over."), "TU-220")
    step = state.steps[0]
    seat = getattr(step, "seat", event.seat)
    if event.seat != seat and not isinstance(step, Turn):
        raise IllegalEvent(say("This is for @{seat} to answer.", seat=seat), "TU-115")
    return advance(HANDLERS[type(step)][1](replace(state, said=(), mood=""), step, event))
