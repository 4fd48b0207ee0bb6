"""The journal: appends a second beside bare SQLite inserts with the same durability, and how fast a game reopens."""

import random
import sqlite3
import statistics
import tempfile
import time
from pathlib import Path

from companion.games import find_game
from companion.journal import Journal
from companion.table import Table
from tests.test_games import random_play

ROUNDS = 5
APPENDS = 300
BODY = {"event": "0 roll brown:hard brown:exhausted navy-gray:steady", "source": "camera", "evidence": "0" * 64}


def main(soak: bool) -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory(dir=".") as folder:
        _appends(Path(folder), ROUNDS * (4 if soak else 1))
        _reopening(Path(folder))


def _appends(folder: Path, rounds: int) -> None:
    """Both ways in turn, so that a slow moment of the disk hits both."""
    journal = Journal(folder / "journal.sqlite")
    bare = sqlite3.connect(folder / "bare.sqlite", isolation_level=None)
    bare.execute("PRAGMA journal_mode=WAL")
    bare.execute("PRAGMA synchronous=FULL")
    bare.execute("CREATE TABLE entry (seq INTEGER PRIMARY KEY, body TEXT)")
    text, ratios, rates = str(BODY), [], []
    for _ in range(rounds):
        ours = _seconds(lambda: journal.append("bench-1", "event", BODY))
        theirs = _seconds(lambda: bare.execute("INSERT INTO entry (body) VALUES (?)", (text,)))
        ratios.append(ours / theirs)
        rates.append(APPENDS / ours)
    print(
        f"journal: {statistics.median(rates):,.0f} appends a second,"
        f" {statistics.median(ratios):.2f} × the time of a bare durable insert"
    )
    journal.close()
    bare.close()


def _seconds(act: object) -> float:
    assert callable(act)
    began = time.perf_counter()
    for _ in range(APPENDS):
        act()
    return time.perf_counter() - began


def _reopening(folder: Path) -> None:
    """A game of 500 events, closed and opened again."""
    game = find_game("tundra")
    journal = Journal(folder / "games.sqlite")
    table = Table.begin(journal, game, ("Ann", "Ben", "Cy", "Di"))
    plays = ([event for event, _ in random_play(game, 4, seed, longest=500)] for seed in range(8))
    events = max(plays, key=len)
    for event in events:
        table.submit(event, "bench", table.view.numbers[event.seat])
    identity = table.id
    journal.close()
    times = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        again = Journal(folder / "games.sqlite")
        reopened = Table.resume(again, identity, {game.name: game})
        times.append(time.perf_counter() - began)
        assert len(reopened.history()) == len(events)
        again.close()
    reference = _reference()
    print(
        f"a game of {len(events)} events reopens and replays in {statistics.median(times):.3f} s"
        f" ({statistics.median(times) / reference:.1f} × sorting a million random numbers in this run)"
    )


def _reference() -> float:
    numbers = [random.random() for _ in range(1_000_000)]
    began = time.perf_counter()
    numbers.sort()
    return time.perf_counter() - began
