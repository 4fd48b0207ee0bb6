"""Thinking time: how long each seat took, worked out from the journal, with pauses taken out."""

import json
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.files import write_durably
from web.room import Entry, Table

Span = tuple[int, int]
JUMP_NS = 2_000_000_000
"""Clocks are nudged by less than this all the time."""
JUMPS = ""
"""Under this name instead of a table's the file keeps what the clock jumped over."""


def overlap_ns(begin: int, end: int, spans: Sequence[Span]) -> int:
    """How much of [begin, end) lies in the spans."""
    return sum(max(0, min(end, b) - max(begin, a)) for a, b in spans)


def totals_ns(entries: Sequence[Entry], seats: int, paused: Sequence[Span], backward: Sequence[Span] = ()) -> list[int]:
    """Time of each seat: an event's wait counts for the seat that then acted."""
    totals = [0] * seats
    for before, entry in zip(entries, entries[1:], strict=False):
        gap = entry.at_ns - before.at_ns - overlap_ns(before.at_ns, entry.at_ns, paused)
        if gap < 0:  # the clock was put back in between
            gap += sum(a - b for a, b in backward if before.at_ns <= a and b <= entry.at_ns)
        if entry.event.seat < seats:
            totals[entry.event.seat] += max(0, gap)
    return totals


class Clock:
    """Knows when play was paused, also while the companion was switched off."""

    def __init__(
        self,
        folder: Path | None = None,
        now_ns: Callable[[], int] = time.time_ns,
        steady_ns: Callable[[], int] | None = None,
    ) -> None:
        self._file = folder / "pauses.json" if folder else None
        self._now_ns = now_ns
        self._steady_ns = steady_ns or (time.monotonic_ns if now_ns is time.time_ns else now_ns)
        self._started_ns = now_ns()
        self._seen = (self._started_ns, self._steady_ns())
        self._backward: list[Span] = []
        """(from, to) of each time the clock was put back while we looked."""
        self._lock = threading.Lock()
        self._pauses: dict[str, list[Span]] = self._load()
        self._since: dict[str, int] = {}
        self.version = 0

    def pause(self, table: Table, on: bool) -> None:
        """Stop or go on counting."""
        self._mind_the_clock()
        with self._lock:
            self.version += 1
            if on:
                self._since.setdefault(table.id, self._now_ns())
            elif table.id in self._since:
                self._pauses.setdefault(table.id, []).append((self._since.pop(table.id), self._now_ns()))
                self._save()

    def show(self, table: Table, history: Sequence[Entry]) -> dict[str, Any]:
        """Totals, and either since when the present clock runs or where it was stopped; the same until play goes on."""
        self._mind_the_clock()
        now = self._now_ns()
        entries = [e for e in history if not e.undone]
        paused = self._spans(table, entries, now)
        since = entries[-1].at_ns if entries else self._started_ns
        begin = since + overlap_ns(since, now, paused) - sum(a - b for a, b in self._backward if b < since <= a)
        stopped = table.id in self._since
        return {
            "totals_ms": [t // 1_000_000 for t in totals_ns(entries, len(table.names), paused, self._backward)],
            "since_ms": None if stopped else begin // 1_000_000,
            "stopped_ms": max(0, now - begin) // 1_000_000 if stopped else 0,
        }

    def _mind_the_clock(self) -> None:
        """A Pi has no clock: when the network sets it, it jumps. What it jumped over is nobody's thinking time."""
        with self._lock:
            (wall, steady), now = self._seen, (self._now_ns(), self._steady_ns())
            self._seen, expected = now, wall + now[1] - steady
            if now[0] - expected > JUMP_NS:
                self._pauses.setdefault(JUMPS, []).append((expected, now[0]))
                self._save()
            elif expected - now[0] > JUMP_NS:
                self._backward.append((expected, now[0]))

    def _spans(self, table: Table, entries: Sequence[Entry], now: int) -> list[Span]:
        spans = [*self._pauses.get(table.id, ()), *self._pauses.get(JUMPS, ())]
        if table.id in self._since:
            spans.append((self._since[table.id], now))
        earlier = [e.at_ns for e in entries if e.at_ns <= self._started_ns]
        if earlier:  # the night between two evenings is nobody's turn
            spans.append((earlier[-1], self._started_ns))
        return _merged(spans)

    def _load(self) -> dict[str, list[Span]]:
        if self._file is None or not self._file.exists():
            return {}
        try:
            kept = json.loads(self._file.read_text("utf-8"))
            return {str(id): [(int(a), int(b)) for a, b in spans] for id, spans in kept.items()}
        except (ValueError, TypeError, AttributeError, OSError):
            return {}  # lost pauses cost a few minutes on a clock, not a game

    def _save(self) -> None:
        if self._file is not None:
            with suppress(OSError):  # on a full disk a few minutes on a clock are lost, not a game
                write_durably(self._file, json.dumps(self._pauses).encode())


def _merged(spans: list[Span]) -> list[Span]:
    merged: list[Span] = []
    for a, b in sorted(spans):
        if merged and a <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(b, merged[-1][1]))
        else:
            merged.append((a, b))
    return merged
