"""Plays without a table: written events one after another, or a whole game by chance, every state checked."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random

from companion.errors import IllegalEvent
from companion.games.rolling_heights.invariants import check, check_step
from companion.games.rolling_heights.rules import apply, prompts, start
from companion.games.rolling_heights.state import State
from companion.model import Event, Prompt

RARE = ("agree", "raise", "cancel", "count", "first")
"""Verbs a random player seldom chooses, so that whole games are played."""


@dataclass(frozen=True, slots=True)
class Played:
    """A whole game: where it ended and what was played."""

    state: State
    events: tuple[Event, ...]
    refused: int


def play(state: State, lines: Iterable[str]) -> State:
    """The state after written events, each of which a prompt must accept."""
    for line in lines:
        event = Event.parse(line)
        if not any(p.accepts(event) for p in prompts(state)):
            raise IllegalEvent(f"nothing awaits {line!r} now")
        state = apply(state, event)
        check(state)
    return state


def random_event(found: tuple[Prompt, ...], rng: Random) -> Event:
    """An event that fits one of the prompts."""
    open_ones = [p for p in found if not p.reason]
    usual = [p for p in open_ones if p.verb not in RARE]
    prompt = rng.choice(usual if usual and rng.random() < 0.98 else open_ones)
    words = [f"word-{rng.randrange(200)}" if allowed == ("*",) else rng.choice(allowed) for allowed in prompt.options]
    return Event(prompt.seat, prompt.verb, tuple(words))


def random_game(
    seats: int, settings: Mapping[str, str], seed: int, catalogue: Mapping[str, str] | None = None, most: int = 20000
) -> Played:
    """A whole game by chance, every state checked; one that does not end in ``most`` events is an error."""
    rng = Random(seed)
    state = start(seats, settings, catalogue or {})
    events: list[Event] = []
    refused = 0
    while found := prompts(state):
        event = random_event(found, rng)
        try:
            after = apply(state, event)
        except IllegalEvent:
            refused += 1
            continue
        finally:
            most -= 1
            assert most > 0, "the game does not end"
        check(after)
        check_step(state, after)
        state = after
        events.append(event)
    return Played(state, tuple(events), refused)
