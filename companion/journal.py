"""The append-only record of a table: the save file and the audit trail in one SQLite database.

An entry is on the disk (WAL, ``synchronous=FULL``) before anybody learns that it was accepted, and carries the
hash of the entry before, so that a change anywhere shows. Nothing is ever updated or deleted.
"""

import hashlib
import json
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.errors import JournalError
from companion.files import make_folder
from companion.migrations import migrate_journal

FORMAT = 1
"""The version of the file's layout, kept in ``PRAGMA user_version``."""
APPLICATION_ID = 0x7AB1E
"""Marks the file as ours, so that another program's database is not written to by mistake."""
FIRST = "0" * 64
"""What the first entry names as the hash before it."""

_LAYOUT = """
CREATE TABLE entry (
    seq INTEGER PRIMARY KEY CHECK (seq > 0),
    at_ns INTEGER NOT NULL,
    game TEXT NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    prev TEXT NOT NULL,
    hash TEXT NOT NULL
) STRICT;
CREATE INDEX entry_of_game ON entry (game, seq);
CREATE INDEX first_of_game ON entry (seq) WHERE kind = 'start';
"""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the journal."""

    seq: int
    at_ns: int
    """Wall-clock time; for people. The order is ``seq``: a Pi's clock may jump."""
    game: str
    kind: str
    """``start``, ``event``, ``undo`` or ``correct``."""
    body: Mapping[str, Any]
    prev: str
    hash: str


def canonical(value: Any) -> str:
    """The one JSON text of a value, the same on every machine."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


Content = tuple[int, int, str, str, str, str]
"""Everything an entry says: seq, at_ns, game, kind, body as text, and the hash before it."""


def content_bytes(content: Content) -> bytes:
    """What an entry says as bytes: its hash covers these, and the audit's tree has them as leaves."""
    return canonical(content).encode()


def entry_hash(content: Content) -> str:
    """The SHA-256 over everything an entry says."""
    return hashlib.sha256(content_bytes(content)).hexdigest()


class Journal:
    """An open journal; safe to use from several threads."""

    def __init__(self, path: Path, now_ns: Callable[[], int] = time.time_ns) -> None:
        self.path = path
        self._now_ns = now_ns
        self._lock = threading.Lock()
        self._seq = 0
        self._hash = FIRST
        try:
            make_folder(path.parent)
            self._db = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
            self._prepare()
            for seq, digest in self._db.execute("SELECT seq, hash FROM entry ORDER BY seq DESC LIMIT 1"):
                self._seq, self._hash = seq, digest
        except JournalError:
            raise
        except (sqlite3.Error, OSError) as error:
            raise JournalError(
                f"The journal {str(path)!r} cannot be opened ({error}); check the disk or choose another --data folder."
            ) from error

    def _prepare(self) -> None:
        """Make the layout in a new file, and refuse a file that is not ours or newer than we are."""
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=FULL")
        self._db.execute("PRAGMA busy_timeout=5000")
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        (owner,) = self._db.execute("PRAGMA application_id").fetchone()
        (tables,) = self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if version > FORMAT:
            raise JournalError(
                f"The journal {str(self.path)!r} was written by a newer version (format {version}, we know {FORMAT});"
                " upgrade the companion, or start with another --data folder."
            )
        if owner not in (0, APPLICATION_ID) or (version == 0 and tables):
            raise JournalError(f"{str(self.path)!r} is not a journal of ours; start with another --data folder.")
        if version == 0:
            # One transaction: a pulled plug leaves either no layout or all of it.
            self._db.executescript(
                f"BEGIN IMMEDIATE;{_LAYOUT}PRAGMA application_id={APPLICATION_ID};PRAGMA user_version={FORMAT};COMMIT;"
            )
        else:
            migrate_journal(self._db, self.path, version, FORMAT)

    @property
    def next_seq(self) -> int:
        """The number the next entry will have; a new game takes its name from it."""
        return self._seq + 1

    def append(self, game: str, kind: str, body: Mapping[str, Any]) -> Entry:
        """The entry, once it is safely on the disk."""
        with self._lock:
            seq, at_ns, text = self._seq + 1, self._now_ns(), canonical(body)
            content = (seq, at_ns, game, kind, text, self._hash)
            digest = entry_hash(content)
            try:
                self._db.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?)", (*content, digest))
            except sqlite3.Error as error:
                raise JournalError(
                    f"This could not be saved ({error}), so nothing was changed; free some disk space and try again."
                ) from error
            entry = Entry(seq, at_ns, game, kind, body, self._hash, digest)
            self._seq, self._hash = seq, digest
            return entry

    def take_over(self, row: tuple[Any, ...]) -> None:
        """Add an entry of another copy of this journal as it stands there; it must follow from our last."""
        with self._lock:
            if row[0] != self._seq + 1 or row[5] != self._hash or entry_hash(row[:6]) != row[6]:
                raise JournalError(f"Entry {row[0]} does not follow from entry {self._seq} of the journal.")
            self._db.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?)", row)
            self._seq, self._hash = row[0], row[6]

    def entries(self, game: str | None = None, after: int = 0) -> Iterator[Entry]:
        """The entries in order: of one game, or all; each one's own hash is checked as it is read."""
        if game is None:
            return self._select("seq > ?", after)
        return self._select("game = ? AND seq > ?", game, after)

    def starts(self) -> tuple[Entry, ...]:
        """The first entry of every game, oldest first."""
        return tuple(self._select("kind = ?", "start"))

    def contents(self, after: int, until: int) -> list[bytes]:
        """What the entries after one and up to another say, as bytes; nothing is checked, the audit does that."""
        rows = self._rows("seq > ? AND seq <= ?", after, until)
        return [content_bytes(row[:6]) for row in rows]

    def _rows(self, where: str, *args: str | int) -> list[tuple[Any, ...]]:
        with self._lock:
            try:
                return self._db.execute(f"SELECT * FROM entry WHERE {where} ORDER BY seq", args).fetchall()
            except sqlite3.Error as error:
                raise JournalError(
                    f"The journal {str(self.path)!r} cannot be read ({error}); check the disk."
                ) from error

    def _select(self, where: str, *args: str | int) -> Iterator[Entry]:
        rows = self._rows(where, *args)
        for seq, at_ns, name, kind, body, prev, digest in rows:
            if entry_hash((seq, at_ns, name, kind, body, prev)) != digest:
                raise JournalError(
                    f"Entry {seq} of the journal was changed after it was written; restore a copy of it."
                )
            yield Entry(seq, at_ns, name, kind, json.loads(body), prev, digest)

    def verify(self) -> int:
        """The number of entries, if each follows from the one before; else JournalError names the first."""
        before, count = FIRST, 0
        for entry in self.entries():
            count += 1
            if entry.seq != count or entry.prev != before:
                raise JournalError(f"Entry {count} of the journal is missing or out of order.")
            before = entry.hash
        return count

    def close(self) -> None:
        """Give the file back."""
        with self._lock:
            self._db.close()
