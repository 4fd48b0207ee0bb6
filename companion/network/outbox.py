"""The journal as outbox: which entries are to be sent next. There is no second list that could disagree with it.

The hub says how many entries it holds for certain. Everything after that is sent in order, a window ahead of the
answer; what gets lost on the way is simply sent again from there. Numbers make it exactly once at the other end.
"""

import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

from companion.errors import JournalError
from companion.journal import Content, content_bytes

MOST_ENTRIES, MOST_BYTES = 200, 64_000
"""Of one message."""
WINDOW = 1000
"""So many entries may be under way unanswered."""
PATIENCE_S, MOST_PATIENCE_S = 5.0, 60.0
"""After so long without an answer it is sent again; each time in vain twice as long."""


class Outbox:
    """What of a journal is still to be sent.

    It reads the journal through a connection of its own, which never holds up those who write.
    """

    def __init__(self, journal: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._path = journal
        self._clock = clock
        self._db: sqlite3.Connection | None = None
        self._confirmed: int | None = None
        self._sent = 0
        self._batch = 0
        self._window = WINDOW
        self._patience_s = PATIENCE_S
        self._moved_s = clock()

    def begin(self, size: int) -> None:
        """A new connection to a broker: until a hub has ever said what it holds, only what is new is sent."""
        self._sent = size if self._confirmed is None else self._confirmed
        self._rest()

    def take_answer(self, have: int, again: bool) -> None:
        """The hub holds so many entries; ``again`` = and it wants everything after them from the beginning."""
        again = again or self._confirmed is None
        progress = self._confirmed is None or have > self._confirmed
        self._confirmed = have
        if again or self._sent < have:
            self._sent = have
        if progress or again:
            self._rest()

    def next_batch(self, size: int) -> bytes | None:
        """The next message of a journal with so many entries; None = nothing to send now."""
        self._lose_patience()
        room = size if self._confirmed is None else min(size, self._confirmed + self._window)
        if self._sent >= room:
            return None
        lines: list[bytes] = []
        length = 0
        for line in self._read(self._sent, min(room, self._sent + MOST_ENTRIES)):
            if lines and length + len(line) > MOST_BYTES:
                break
            lines.append(line)
            length += len(line) + 1
        if self._sent == self._confirmed:
            self._moved_s = self._clock()
        self._batch = len(lines)
        return b"\n".join(lines) or None

    def _lose_patience(self) -> None:
        """Send again what was not answered for long; but of a hub that is away no more than one message at a time."""
        waiting = self._confirmed is not None and self._sent > self._confirmed
        if waiting and self._clock() - self._moved_s > self._patience_s:
            assert self._confirmed is not None
            self._sent, self._window = self._confirmed, MOST_ENTRIES
            self._patience_s = min(2 * self._patience_s, MOST_PATIENCE_S)
            self._moved_s = self._clock()

    def is_sent(self) -> None:
        """The last batch is on its way."""
        self._sent += self._batch

    @property
    def sent(self) -> int:
        """So many entries are on their way or there."""
        return self._sent

    def _rest(self) -> None:
        self._patience_s, self._moved_s, self._window = PATIENCE_S, self._clock(), WINDOW

    def _read(self, after: int, until: int) -> list[bytes]:
        try:
            if self._db is None:
                self._db = sqlite3.connect(f"file:{self._path}?mode=ro", uri=True, check_same_thread=False)
            rows: list[Content] = self._db.execute(
                "SELECT seq, at_ns, game, kind, body, prev FROM entry WHERE seq > ? AND seq <= ? ORDER BY seq",
                (after, until),
            ).fetchall()
        except sqlite3.Error as error:
            raise JournalError(f"The journal {str(self._path)!r} cannot be read ({error}); check the disk.") from error
        return [content_bytes(row) for row in rows]

    def close(self) -> None:
        """Give the file back."""
        if self._db is not None:
            self._db.close()
            self._db = None
