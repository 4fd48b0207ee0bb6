"""What games share: playing without a table, by written events or by chance, with every position checked.

A game's ``rehearsal.py`` makes one ``Rehearsal`` of its rules and laws; tests and benchmarks play with it.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Generic, TypeVar

from companion.errors import IllegalEvent
from companion.model import Event, Game, Prompt

S = TypeVar("S")

FREE_WORDS = 200
"""So many different words stand where any word will do."""


@dataclass(frozen=True, slots=True)
class Played(Generic[S]):
    """A whole game: where it ended, what was played, and how many tries the rules refused."""

    state: S
    events: tuple[Event, ...]
    refused: int


@dataclass(frozen=True, slots=True)
class Rehearsal(Generic[S]):
    """A game with the laws that every position and every step must keep, and how a random player plays it."""

    game: Game[S]
    check: Callable[[S], None]
    check_step: Callable[[S, S], None]
    rare: tuple[str, ...] = ()
    """Verbs a random player seldom chooses, so that the game goes on."""
    usual: float = 0.9
    """How often such verbs are left out."""
    aside: float = 0.02
    """How often housekeeping, such as a corrected printed value, is among what is chosen from; 1 = always."""

    def step(self, state: S, event: Event) -> S:
        """The state after an event; what breaks a law raises AssertionError."""
        after = self.game.apply(state, event)
        self.check_step(state, after)
        self.check(after)
        return after

    def play(self, state: S, lines: Iterable[str]) -> S:
        """The state after written events, each of which a prompt must accept."""
        for line in lines:
            event = Event.parse(line)
            if not any(prompt.accepts(event) for prompt in self.game.prompts(state)):
                raise IllegalEvent(f"nothing awaits {line!r} now")
            state = self.step(state, event)
        return state

    def random_event(self, found: tuple[Prompt, ...], rng: Random) -> Event:
        """An event that fits one of the prompts."""
        open_ones = [prompt for prompt in found if not prompt.reason]
        if self.aside < 1 and rng.random() < 1 - self.aside:
            open_ones = [prompt for prompt in open_ones if not prompt.aside]
        usual = [prompt for prompt in open_ones if prompt.verb not in self.rare and not prompt.aside]
        prompt = rng.choice(usual if usual and rng.random() < self.usual else open_ones)
        return Event(prompt.seat, prompt.verb, tuple(_word(allowed, rng) for allowed in prompt.options))

    def random_game(
        self,
        seats: int,
        settings: Mapping[str, str],
        seed: int,
        catalogue: Mapping[str, str] | None = None,
        most: int = 20000,
    ) -> Played[S]:
        """A whole game by chance; one that does not end within ``most`` tries is an error."""
        rng = Random(seed)
        state = self.game.start(seats, settings, catalogue or {})
        events: list[Event] = []
        for tried in range(most):
            found = self.game.prompts(state)
            if not found:
                return Played(state, tuple(events), tried - len(events))
            event = self.random_event(found, rng)
            try:
                state = self.step(state, event)
            except IllegalEvent:
                continue
            events.append(event)
        raise AssertionError(f"a game of {seats} with seed {seed} does not end")


def _word(allowed: tuple[str, ...], rng: Random) -> str:
    return f"word-{rng.randrange(FREE_WORDS)}" if allowed == ("*",) else rng.choice(allowed)
