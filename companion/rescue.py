"""Opens the journal even if the disk spoilt it: what can be read goes into a new one, the old file stays beside."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from companion.errors import JournalError
from companion.journal import FIRST, Journal, entry_hash
from companion.words import say

SIDE_FILES = ("-wal", "-shm")


def open_journal(path: Path) -> tuple[Journal, str]:
    """The journal, and a sentence if it had to be rescued; what is merely newer or not ours is refused as ever."""
    try:
        journal = Journal(path)
        _look_over(path)
        return journal, ""
    except JournalError as error:
        if not _is_spoilt(error):
            raise
    except sqlite3.DatabaseError:
        journal.close()
    aside = _set_aside(path)
    journal, kept = Journal(path), 0
    for row in _readable(aside):
        journal.take_over(row)
        kept += 1
    sentence = say(
        "The record of the games was damaged on the disk; {n} entries were saved, the old file is kept as {name}. "
        "Copy the data folder to another disk soon.",
        n=kept,
        name=aside.name,
    )
    return journal, sentence


def _look_over(path: Path) -> None:
    """Raise what SQLite says about the pages of the file, without reading every entry's meaning."""
    with closing(sqlite3.connect(path)) as db:
        (verdict,) = db.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise sqlite3.DatabaseError(verdict)


def _is_spoilt(error: JournalError) -> bool:
    cause = error.__cause__
    # An OperationalError is a locked or unreachable file, which another start may find well again.
    return isinstance(cause, sqlite3.DatabaseError) and not isinstance(cause, sqlite3.OperationalError)


def _set_aside(path: Path) -> Path:
    number = 1
    while (aside := path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")).exists():
        number += 1
    for ending in ("", *SIDE_FILES):
        file = path.with_name(path.name + ending)
        if file.exists():
            file.replace(aside.with_name(aside.name + ending))
    return aside


def _readable(path: Path) -> Iterator[tuple[Any, ...]]:
    """The entries from the first on, as long as each can be read and follows from the one before."""
    before, seq = FIRST, 0
    try:
        with closing(sqlite3.connect(path)) as db:
            rows = db.execute("SELECT seq, at_ns, game, kind, body, prev, hash FROM entry NOT INDEXED ORDER BY seq")
            while row := rows.fetchone():
                if row[0] != seq + 1 or row[5] != before or entry_hash(row[:6]) != row[6]:
                    return
                seq, before = row[0], row[6]
                yield row
    except sqlite3.Error:
        return
