"""Whole games of Rolling Heights by chance: every number of players at every depth, each played again from its events.

After every event all that must be true of a game is checked (``invariants.py``): cubes, meeples and tokens are
conserved, no stock falls below zero, a score is the sum of its explanations, all seats had equally many turns. Games
begin at a depth and may be raised on the way, with house rules by chance, every other one with a copy whose printed
values are known. Three of four are played with few cubes: piles run out early, and a whole game is shorter.
"""

import time
import traceback
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random

from companion.games._shared import Played
from companion.games.rolling_heights import GAME
from companion.games.rolling_heights.rehearsal import random_game, sample_catalogue
from companion.games.rolling_heights.state import DEPTHS, MATERIALS, REMOVED_CUBES, State

GAMES, SOAK_GAMES, COPIES = 72, 10_000, 40
REPORT_EVERY = 500


@dataclass
class Tally:
    """What was played so far."""

    games: Counter[tuple[int, str]] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    seconds: Counter[str] = field(default_factory=Counter)
    raised: int = 0
    stopped: int = 0
    broken: list[int] = field(default_factory=list)

    def line(self) -> str:
        """The figures in one line."""
        rates = ", ".join(f"{d} {self.events[d] / self.seconds[d]:,.0f}" for d in DEPTHS if self.seconds[d])
        return (
            f"{sum(self.games.values()):,} whole games, {sum(self.events.values()):,} events, "
            f"{sum(self.events.values()) / sum(self.seconds.values()):,.0f} a second ({rates}), "
            f"{self.raised:,} raised on the way, {self.stopped:,} ended by agreement, {len(self.broken)} broken"
        )


def main(soak: bool) -> None:
    """Print the figures; a broken law or a game that plays differently the second time fails."""
    tally = Tally()
    for seed in range(SOAK_GAMES if soak else GAMES):
        seats, depth = GAME.seats[seed % 3], DEPTHS[seed // 3 % 3]
        try:
            _play(seed, seats, depth, tally)
        except Exception:  # noqa: BLE001 - a long run reports every game that breaks, then fails
            traceback.print_exc()
            print(f"seed {seed}: {seats} seats at depth {depth} broke", flush=True)
            tally.broken.append(seed)
        if (seed + 1) % REPORT_EVERY == 0:
            print(tally.line(), flush=True)
    print(tally.line(), flush=True)
    print(", ".join(f"{seats} seats {depth}: {n:,}" for (seats, depth), n in sorted(tally.games.items())), flush=True)
    if tally.broken:
        raise SystemExit(f"broken: {tally.broken}")


def _play(seed: int, seats: int, depth: str, tally: Tally) -> None:
    dice = Random(seed)
    settings = {s.name: dice.choice((s.words[0], *s.words)) for s in GAME.settings} | {"depth": depth}
    catalogue = dict(_copy(seed // 18 % COPIES)) if seed // 9 % 2 else {}
    if seed // 18 % 4:
        catalogue |= {f"cubes.{name}": str(REMOVED_CUBES[seats] + dice.randint(4, 20)) for name in MATERIALS}
    began = time.process_time()
    played = random_game(seats, settings, seed, catalogue)
    tally.seconds[depth] += time.process_time() - began
    _judge(played, seats, settings, catalogue)
    tally.games[seats, depth] += 1
    tally.events[depth] += len(played.events)
    tally.raised += played.state.depth != depth
    tally.stopped += played.state.stopped


def _judge(played: Played[State], seats: int, settings: dict[str, str], catalogue: dict[str, str]) -> None:
    """The game is over, its sheet adds up, and the same events lead to the same state."""
    view = GAME.view(played.state)
    assert played.state.stage == "over" and not view.prompts, "the game did not end"
    assert [sum(line.points for line in lines) for lines in view.breakdown] == list(view.scores), "a sheet is wrong"
    state = GAME.start(seats, settings, catalogue)
    for event in played.events:
        state = GAME.apply(state, event)
    assert (state, hash(state)) == (played.state, hash(played.state)), "played again, the game went differently"


@lru_cache(maxsize=COPIES)
def _copy(number: int) -> dict[str, str]:
    return sample_catalogue(number)
