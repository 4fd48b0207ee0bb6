"""Plays without a table: written events, arranged positions, and whole games by chance."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from random import Random

from companion.errors import IllegalEvent
from companion.games.garden_nation import GAME
from companion.games.garden_nation.invariants import check, check_step
from companion.games.garden_nation.state import Building, State, find_cell, with_building, with_player
from companion.model import Event, Prompt

RARE = ("abandon", "end", "decline")
"""Verbs a random player seldom chooses, so that buildings grow."""


@dataclass(frozen=True, slots=True)
class Played:
    """A whole game: where it ended, what was played, and how many tries the rules refused."""

    state: State
    events: tuple[Event, ...]
    refused: int


def play(state: State, lines: Iterable[str]) -> State:
    """The state after written events, each of which a prompt must accept."""
    for line in lines:
        event = Event.parse(line)
        if not any(prompt.accepts(event) for prompt in GAME.prompts(state)):
            raise IllegalEvent(f"nothing awaits {line!r} now")
        after = GAME.apply(state, event)
        check_step(state, after)
        check(after)
        state = after
    return state


def arranged(state: State, buildings: Mapping[str, tuple[int, int] | tuple[int, int, bool]]) -> State:
    """The position with buildings (seat, floors, roof) put up for nothing; brambles must be cleared before."""
    for word, values in buildings.items():
        building, cell = Building(*values), find_cell(word)
        player = state.players[building.seat]
        state = with_player(state, building.seat, floors=player.floors - building.floors)
        state = replace(with_building(state, cell, building), roofs=state.roofs - building.roof)
    return state


def random_event(found: tuple[Prompt, ...], rng: Random) -> Event:
    """An event that fits one of the prompts; corrections of printed values are rare."""
    open_ones = [prompt for prompt in found if not prompt.reason]
    usual = [prompt for prompt in open_ones if prompt.verb not in RARE and not prompt.aside]
    if rng.random() < 0.97:
        open_ones = [prompt for prompt in open_ones if not prompt.aside]
    prompt = rng.choice(usual if usual and rng.random() < 0.9 else open_ones)
    return Event(prompt.seat, prompt.verb, tuple(rng.choice(words) for words in prompt.options))


def random_game(
    seats: int, settings: Mapping[str, str], seed: int, catalogue: Mapping[str, str] | None = None, most: int = 20000
) -> Played:
    """A whole game by chance, every state checked; one that does not end within ``most`` tries is an error."""
    rng = Random(seed)
    state = GAME.start(seats, settings, catalogue or {})
    events: list[Event] = []
    for tried in range(most):
        found = GAME.prompts(state)
        if not found:
            return Played(state, tuple(events), tried - len(events))
        event = random_event(found, rng)
        try:
            after = GAME.apply(state, event)
        except IllegalEvent:
            continue
        check_step(state, after)
        check(after)
        state = after
        events.append(event)
    raise AssertionError(f"a game of {seats} with seed {seed} does not end")
