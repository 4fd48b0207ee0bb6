"""Read the photographs of a bundle again and compare with what was read when they were taken."""

import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.audit import bundle
from companion.audit.page import pieces_text
from companion.audit.records import parse_record
from companion.errors import PictureError
from vision.read import read


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
        seen = read(image, expect={kind: expect.get(kind, 0) for kind in ("d6", "meeple")})
    except PictureError as error:
        return Again(entry, False, was, (str(error),))
    now = [(p.kind, p.face, p.color) for p in seen.pieces]
    agrees = Counter(now) == Counter((str(k), str(f), str(c)) for k, f, c, *_ in pieces)
    return Again(
        entry,
        agrees,
        was,
        tuple(pieces_text((*n, (), True, p.confidence) for n, p in zip(now, seen.pieces, strict=True))),
    )
