"""Puts single values into a config file and leaves everything else in it, comments included, as a person wrote it."""

import json
import re
from typing import Any

_HEADER = re.compile(r"^\s*\[\s*([A-Za-z0-9_-]+)\s*\]\s*(#.*)?$")


def put(text: str, section: str, key: str, value: Any) -> str:
    """The text with one value set: in its place if it is there, else at the top of its section, else in a new one."""
    line = f"{key} = {toml_word(value)}"
    lines, inside, head = text.splitlines(), False, -1
    assigned = re.compile(rf"^\s*{re.escape(key)}\s*=")
    for at, old in enumerate(lines):
        if header := _HEADER.match(old):
            inside = header[1] == section
            head = at if inside else head
        elif inside and assigned.match(old):
            return _joined([*lines[:at], line, *lines[at + 1 :]])
    if head >= 0:
        return _joined([*lines[: head + 1], line, *lines[head + 1 :]])
    return _joined([*lines, *([""] if lines and lines[-1] else []), f"[{section}]", line])


def _joined(lines: list[str]) -> str:
    return "\n".join(lines) + "\n"


def toml_word(value: Any) -> str:
    """A word, number or yes/no as TOML writes it; JSON writes those the same way."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
