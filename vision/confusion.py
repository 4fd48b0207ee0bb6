"""How often the reader silently takes one face for another: measured with its weights, kept beside them.

Only what would reach the record counts: a piece that is asked about is told by a person, so it stands where it belongs.
``python -m calibration.report FOLDER… --reference --expect --confusion vision/models/confusion.json`` makes the file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.files import fingerprint, write_durably
from companion.model import FACES
from vision.network import MODELS

FILE = MODELS / "confusion.json"
LEANING = "cocked"
Rows = tuple[tuple[int, ...], ...]


def identity() -> str:
    """What reads here: one hash over the weights and the limits for asking."""
    return fingerprint([*MODELS.glob("*.onnx"), MODELS / "limits.json"])


def words(kind: str) -> tuple[str, ...]:
    """The rows and columns of a kind: its faces, and leaning."""
    return (*FACES[kind], LEANING)


@dataclass(frozen=True, slots=True)
class Confusion:
    """Counts by kind of piece: rows what it was, columns what the record would say, faces first and leaning last."""

    model: str
    """The identity of the reader that was measured."""
    pictures: int
    counts: Mapping[str, Rows]

    def save(self, path: Path) -> None:
        """Write it as JSON."""
        tables = {
            kind: {word: list(row) for word, row in zip(words(kind), rows, strict=True)}
            for kind, rows in self.counts.items()
        }
        text = json.dumps({"model": self.model, "pictures": self.pictures, **tables}, indent=1)
        write_durably(path, (text + "\n").encode())


def load(path: Path = FILE) -> Confusion | None:
    """What was measured; None if nothing was, or the file cannot be understood."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        counts = {kind: tuple(tuple(int(n) for n in found[kind][word]) for word in words(kind)) for kind in FACES}
        loaded = Confusion(str(found["model"]), int(found["pictures"]), counts)
    except (OSError, ValueError, KeyError, TypeError):
        return None
    square = all(len(row) == len(rows) for rows in counts.values() for row in rows)
    return loaded if square else None
