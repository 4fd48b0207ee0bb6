"""One file to attach to a bug report: what is installed, what was checked, the last lines of the log. No secrets."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import fields
from importlib import metadata
from pathlib import Path

from companion import __version__
from companion.checks import Found
from companion.config import load
from companion.errors import ConfigError, JournalError
from companion.files import write_durably
from companion.journal import Journal
from companion.logs import last_lines

LINES = 400
HIDDEN = "(hidden)"
_SECRET_KEYS = re.compile(r"^(\s*(?:password|code|user|secret|token)\s*=\s*).*$", re.MULTILINE)
_LOGIN = re.compile(r"(\w+://)[^/@\s]+@")
_SHORTEST = 4
"""Shorter words would hide half of every sentence."""


def write_report(path: Path, found: Iterable[Found], config: Path | None, data: Path) -> None:
    """Write the report; everything passes through ``hide`` at the very end, so that nothing is forgotten."""
    text = "\n".join(_parts(found, config, data)) + "\n"
    write_durably(path, hide(text, secrets(config, data)).encode())


def _parts(found: Iterable[Found], config: Path | None, data: Path) -> Iterator[str]:
    yield f"Table Companion {__version__}: a report for its developers. Codes, passwords and names are left out."
    yield "\n== checked"
    for part in found:
        yield f"{'ok ' if part.ok else 'FIX'} {part.what}: {part.text}"
    yield "\n== config"
    yield _read(config) if config else "none: the simulated table"
    for name in ("start.json", "crash.txt", "setup.json"):
        yield f"\n== {name}"
        yield _read(data / name)
    yield "\n== files"
    for file in sorted(p for p in data.glob("*") if p.is_file()):
        yield f"{file.name} {file.stat().st_size}"
    yield "\n== packages"
    yield from sorted(f"{d.metadata['Name']} {d.version}" for d in metadata.distributions())
    yield f"\n== the last {LINES} lines of the log"
    yield from last_lines(data / "log", LINES)


def hide(text: str, words: Iterable[str]) -> str:
    """The text without these words, and without anything that looks like a password."""
    for word in sorted(set(words), key=len, reverse=True):
        if len(word) >= _SHORTEST:
            text = re.sub(re.escape(word), HIDDEN, text, flags=re.IGNORECASE)
    text = _SECRET_KEYS.sub(rf"\1{HIDDEN}", text)
    return _LOGIN.sub(rf"\1{HIDDEN}@", text)


def secrets(config: Path | None, data: Path) -> Iterator[str]:
    """Everything that must not leave the table: codes, the devices' ids, passwords, and who played."""
    yield from _strings(_json(data / "access.json"), ("secret", "code", "host_code", "id", "name"))
    yield from _names(data / "journal.sqlite")
    if config is not None:
        yield from _values(config)


def _strings(value: object, keys: tuple[str, ...]) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in keys and isinstance(inner, str):
                yield inner
            else:
                yield from _strings(inner, keys)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner, keys)


def _names(path: Path) -> Iterator[str]:
    if not path.exists():
        return
    try:
        journal = Journal(path)
        for entry in journal.starts():
            yield from entry.body["names"]
        journal.close()
    except JournalError:
        return


def _values(config: Path) -> Iterator[str]:
    try:
        said = load(config)
    except ConfigError:
        return  # what looks like a password is hidden all the same
    for section in fields(said):
        part = getattr(said, section.name)
        for key in fields(part):
            value = getattr(part, key.name)
            if key.name in ("password", "code", "user") and isinstance(value, str):
                yield value


def _json(path: Path) -> object:
    try:
        return json.loads(_read(path))
    except ValueError:
        return None


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        return f"({error.strerror or error})"
