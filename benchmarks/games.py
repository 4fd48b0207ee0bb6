"""Whole games by chance: every number of seats, mixed house rules, all invariants after every event.

Rolling Heights is left to ``heights.py``. The figure is events a second in one process, prompts, rules and checks
included, beside a bare loop of frozen dataclass replacements in the same run (what any immutable state must pay at
least).
"""

import importlib
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from companion.errors import IllegalEvent
from companion.games import all_games
from companion.model import Event, Game, Prompt

GAMES, SOAK_GAMES = 60, 10_000
LONGEST = 20_000
FREE_WORD = "word"


def main(soak: bool) -> None:
    """Print a line for each game."""
    bare = _bare_rate()
    for game in (game for name, game in all_games().items() if name != "rolling-heights"):
        wanted = SOAK_GAMES if soak else GAMES
        began, events, over = time.process_time(), 0, 0
        for seed in range(wanted):
            events += _play(game, seed)
            over += 1
        rate = events / (time.process_time() - began)
        print(
            f"{game.name}: {over:,} whole games, {events:,} events, {rate:,.0f} events a second"
            f" (1/{bare / rate:.0f} of bare replacements: {bare:,.0f})",
            flush=True,
        )


def _play(game: Game[Any], seed: int) -> int:
    """The number of events of one random game; raises AssertionError where a law is broken or it does not end."""
    dice = random.Random(seed)
    seats = game.seats[seed % len(game.seats)]
    settings = _settings(game, seats, dice)
    check, step = _laws(game)
    state = game.start(seats, settings, _catalogue(game, seed))
    count = 0
    for _ in range(LONGEST):
        prompts = [p for p in game.prompts(state) if not p.reason]
        if not prompts:
            return count
        try:
            after = game.apply(state, _event(prompts, dice))
        except IllegalEvent:
            continue
        check(after)
        step(state, after)
        state, count = after, count + 1
    raise AssertionError(f"{game.name} with {seats} seats and seed {seed} does not end")


def _event(prompts: list[Prompt], dice: random.Random) -> Event:
    """An event that fits one of the prompts; housekeeping and giving up are rare."""
    usual = [p for p in prompts if not p.aside and p.verb != "agree"]
    prompt = dice.choice(usual if usual and dice.random() < 0.98 else prompts)
    words = (FREE_WORD if allowed == ("*",) else dice.choice(allowed) for allowed in prompt.options)
    return Event(prompt.seat, prompt.verb, tuple(words))


def _settings(game: Game[Any], seats: int, dice: random.Random) -> dict[str, str]:
    """House rules by chance; each that does not go with this number of seats and the others stays at its default."""
    drawn: dict[str, str] = {}
    for setting in game.settings:
        more = {**drawn, setting.name: dice.choice((setting.words[0], *setting.words))}
        try:
            game.start(seats, more, {})
        except IllegalEvent:
            continue
        drawn = more
    return drawn


def _laws(game: Game[Any]) -> tuple[Callable[[Any], None], Callable[[Any, Any], None]]:
    laws = importlib.import_module(f"companion.games.{game.name.replace('-', '_')}.invariants")
    return laws.check, getattr(laws, "check_step", lambda before, after: None)


def _catalogue(game: Game[Any], seed: int) -> dict[str, str]:
    """Every other game with an invented copy whose printed values are known, where the game has one to offer."""
    if seed // len(game.seats) % 2:  # not by turns: then some numbers of seats would never have one
        return {}
    try:
        copies = importlib.import_module(f"companion.games.{game.name.replace('-', '_')}.rehearsal")
    except ModuleNotFoundError:
        return {}
    if hasattr(copies, "sample_catalogue"):
        return dict(copies.sample_catalogue(seed))
    return dict(copies.made_up_copy()) if hasattr(copies, "made_up_copy") else {}


@dataclass(frozen=True, slots=True)
class _Bare:
    a: int = 0
    b: int = 0
    c: tuple[int, ...] = ()


def _bare_rate() -> float:
    state, began, many = _Bare(), time.process_time(), 200_000
    for n in range(many):
        state = replace(state, a=n)
    return many / (time.process_time() - began)
