"""What people at the table should know right now: one sentence for each thing that is wrong."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from companion.changes import Changes


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence about one thing, and since when."""

    key: str
    text: str
    since_ns: int


class Notices:
    """The present notices by key; safe to use from several threads."""

    def __init__(self, changes: Changes, now_ns: Callable[[], int] = time.time_ns) -> None:
        self._changes = changes
        self._now_ns = now_ns
        self._lock = threading.Lock()
        self._all: dict[str, Notice] = {}

    def put(self, key: str, text: str) -> None:
        """Say something about a thing, in place of what was said about it before; ``""`` says nothing more."""
        with self._lock:
            old = self._all.get(key)
            if text == (old.text if old else ""):
                return
            self._all.pop(key, None)
            if text:
                self._all[key] = Notice(key, text, self._now_ns())
        self._changes.changed()

    def drop(self, key: str) -> None:
        """It is well again."""
        self.put(key, "")

    def all(self) -> tuple[Notice, ...]:
        """Every present notice, oldest first."""
        with self._lock:
            return tuple(self._all.values())  # in the order they came; their times may jump with the clock
