"""Read the photographs of a bundle again and compare with what was read when they were taken."""

import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.audit import bundle
from companion.audit.page import pieces_text
from companion.audit.records import parse_record
from companion.errors import PictureError
from companion.model import Piece
from vision.read import read

Seen = tuple[str, str, str]
"""Kind, face and colour of a piece."""


@dataclass(frozen=True, slots=True)
class Again:
    """One photograph read again."""

    entry: int
    agrees: bool
    was: tuple[str, ...]
    now: tuple[str, ...]
    """The pieces as read now, or one sentence why they cannot be read."""


def reread(path: Path) -> Iterator[Again]:
    """Each roll of the bundle that has a reading and a photograph, read again."""
    with zipfile.ZipFile(path) as file:
        names = set(file.namelist())
        for line in file.read(bundle.ENTRIES).splitlines():
            record = parse_record(line)
            if record is None or not isinstance(record.body.get("reading"), dict):
                continue
            name = f"{bundle.PICTURES}{record.body.get('evidence')}.jpg"
            if name in names:
                yield _again(record.seq, record.body["reading"], file.read(name))


def _again(entry: int, reading: Mapping[str, Any], jpeg: bytes) -> Again:
    pieces = reading.get("pieces", [])
    was = tuple(pieces_text(pieces))
    expect = Counter(str(piece[0]) for piece in pieces)
    image: Any = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        return Again(entry, False, was, ("It is not a picture.",))
    try:
        found = _read_tray(image, reading.get("tray_px"), {kind: expect.get(kind, 0) for kind in ("d6", "meeple")})
    except PictureError as error:
        return Again(entry, False, was, (str(error),))
    now = [(p.kind, p.face, p.color) for p in found]
    told = [(str(k), str(f), str(c)) for k, f, c, *_ in pieces]
    agrees = Counter(now) in (Counter(told), Counter(_alone(told, reading.get("opinions", ()))))
    return Again(
        entry,
        agrees,
        was,
        tuple(pieces_text((*n, (), True, p.confidence) for n, p in zip(now, found, strict=True))),
    )


def _alone(told: Sequence[Seen], opinions: Sequence[Sequence[Sequence[Any]]]) -> list[Seen]:
    """The pieces as the camera had them before a person told it better; that it errs again proves nothing."""
    if len(opinions) != len(told):
        return list(told)
    found = []
    for (kind, face, color), said in zip(told, opinions, strict=True):
        words = {str(who): (str(word), str(shade)) for who, word, shade, _ in said}
        own = words.get("network") if "person" in words else None
        found.append((kind, own[0], own[1] or color) if own else (kind, face, color))
    return found


def _read_tray(image: Any, tray_px: Any, expect: Mapping[str, int]) -> tuple[Piece, ...]:
    """The pieces in a photograph; with several trays only those of the one that the entry is about."""
    try:
        outline = np.array(tray_px or (), np.int32).reshape(-1, 2)
    except (TypeError, ValueError):
        outline = np.empty((0, 2), np.int32)
    if len(outline) < 3:
        return read(image, expect=expect).pieces
    left, top = np.maximum(outline.min(axis=0), 0)
    right, bottom = outline.max(axis=0) + 1
    own = outline - (left, top)
    pieces = read(image[top:bottom, left:right], expect=expect).pieces
    return tuple(p for p in pieces if cv2.pointPolygonTest(own, _middle(p), False) >= 0)


def _middle(piece: Piece) -> tuple[float, float]:
    x, y, width, height = piece.box_px
    return x + width / 2, y + height / 2
