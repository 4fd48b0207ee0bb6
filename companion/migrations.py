"""How files of older versions become files of this one: one step for each format, never more than one at a time.

A step may change the layout of a journal, never what its entries say: their hashes cover every word. Before the first
step the file is copied, so that a plug pulled in between, or a step with a mistake in it, loses nothing.
"""

import shutil
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from companion.errors import JournalError
from companion.words import say

JOURNAL: dict[int, Callable[[sqlite3.Connection], None]] = {}
"""Format n -> what makes it format n + 1. Format 1 is that of version 0.1.0; there has been no other."""

PROFILE: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
"""Version n of a profile's content -> the same as version n + 1."""


def migrate_journal(db: sqlite3.Connection, path: Path, found: int, wanted: int) -> None:
    """Bring an open journal to the wanted format, step by step, each in one transaction."""
    if found == wanted:
        return
    _copy(db, path.with_name(f"{path.stem}.format-{found}{path.suffix}"))
    for version in range(found, wanted):
        if version not in JOURNAL:
            raise JournalError(
                say("The journal {path!r} has format {n}, which is no longer understood.", path=str(path), n=version)
            )
        db.execute("BEGIN IMMEDIATE")
        try:
            JOURNAL[version](db)
            db.execute(f"PRAGMA user_version={version + 1}")
            db.execute("COMMIT")
        except sqlite3.Error:
            db.execute("ROLLBACK")
            raise


def _copy(db: sqlite3.Connection, to: Path) -> None:
    """A copy of the journal as it is; one that is there already is from a migration that was cut short, and as good."""
    if to.exists():
        return
    part = to.with_name(to.name + ".part")
    part.unlink(missing_ok=True)
    with closing(sqlite3.connect(part)) as copy:
        db.backup(copy)
    shutil.move(part, to)


def migrate_profile(content: Mapping[str, Any], wanted: int) -> dict[str, Any]:
    """The content of a profile as this version writes it."""
    now = dict(content)
    for version in range(int(now.get("version", wanted)), wanted):
        if version in PROFILE:
            now = {**PROFILE[version](now), "version": version + 1}
    return now
