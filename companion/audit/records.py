"""An entry of the journal as a bundle carries it: one line, byte for byte what its hash covers."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_decode = json.JSONDecoder().decode  # a record may hold a million lines: json.loads would look for the encoding of each

PRUNE_GAME = "evidence"
PRUNE_KIND = "prune"
"""An entry of this game and kind says which photographs were removed to make room."""


@dataclass(frozen=True, slots=True)
class Record:
    """What one line says."""

    seq: int
    at_ns: int
    game: str
    kind: str
    body: Mapping[str, Any]
    prev: str


def parse_record(line: bytes) -> Record | None:
    """The record in a line; None if it is none."""
    try:
        seq, at_ns, game, kind, body, prev = _decode(line.decode())
        content = _decode(body)
    except (ValueError, TypeError):
        return None
    kinds_fit = isinstance(seq, int) and isinstance(at_ns, int) and isinstance(content, dict)
    return Record(seq, at_ns, str(game), str(kind), content, str(prev)) if kinds_fit else None


def chain_hash(line: bytes) -> str:
    """What the next entry must name as the hash before it."""
    return hashlib.sha256(line).hexdigest()


def pictures_of(body: Mapping[str, Any]) -> tuple[str, ...]:
    """The names of the photographs an entry points to: the roll at rest, and the strip of the moments before."""
    reading = body.get("reading")
    strip = reading.get("strip") if isinstance(reading, dict) else None
    return tuple(name for name in (body.get("evidence"), strip) if isinstance(name, str) and name)


def pruned_by(record: Record) -> tuple[str, ...]:
    """The names of the photographs that this entry says were removed."""
    if (record.game, record.kind) != (PRUNE_GAME, PRUNE_KIND):
        return ()
    return tuple(str(name) for name in record.body.get("pictures", ()))
