"""The strip of moments before a roll, and reading photographs again."""

import json
from dataclasses import dataclass

import cv2
import numpy as np
from click.testing import CliRunner

from companion.audit import commands, rereading
from companion.audit.strip import APART_NS, MOMENTS, WIDTH_PX, Strip
from companion.model import Observation, Piece
from tests.audit.table_record import evening


@dataclass
class Seen:
    image: np.ndarray
    taken_ns: int


def frame(grey, number, size=(90, 160)):
    return Seen(np.full((*size, 3), grey, np.uint8), number * APART_NS // 4)


def test_strip_shows_the_newest_moments_oldest_first():
    strip = Strip()
    assert strip.jpeg() == b""
    for number in range(60):
        strip.add(frame(number * 4, number))
    picture = cv2.imdecode(np.frombuffer(strip.jpeg(), np.uint8), cv2.IMREAD_GRAYSCALE)
    assert picture.shape == (180, WIDTH_PX * MOMENTS)
    greys = picture[90, WIDTH_PX // 2 :: WIDTH_PX].astype(int)
    assert np.abs(greys - [n * 4 for n in range(36, 60, 4)]).max() <= 2


def test_strip_starts_anew_with_another_camera_or_clock():
    strip = Strip()
    strip.add(frame(10, 100))
    strip.add(frame(20, 0, size=(160, 160)))
    picture = cv2.imdecode(np.frombuffer(strip.jpeg(), np.uint8), cv2.IMREAD_GRAYSCALE)
    assert picture.shape == (WIDTH_PX, WIDTH_PX)


def test_pictures_are_read_again_and_compared(tmp_path, monkeypatch):
    night = evening(tmp_path)
    night.journal.append("g-1", "start", {"game": "g", "names": ["Ann"]})
    for face in "56":
        image = np.full((60, 80, 3), int(face) * 30, np.uint8)
        name = night.evidence.keep(bytes(cv2.imencode(".jpg", image)[1]))
        reading = {"pieces": [["d6", face, "red", [0, 0, 9, 9], True, 0.98]]}
        night.journal.append("g-1", "event", {"event": f"0 roll {face}", "evidence": name, "reading": reading})
    asked = []

    def always_five(image, expect):
        asked.append((int(image.mean()) // 30, expect))
        return Observation((Piece("d6", "5", "red", confidence=0.9),))

    monkeypatch.setattr(rereading, "read", always_five)
    path = night.export("g-1")
    again = list(rereading.reread(path))
    assert [(a.entry, a.agrees) for a in again] == [(2, True), (3, False)]
    assert again[1] == rereading.Again(3, False, ("red d6 6 (98%)",), ("red d6 5 (90%)",))
    assert asked == [(5, {"d6": 1, "meeple": 0}), (6, {"d6": 1, "meeple": 0})]
    result = CliRunner().invoke(commands.audit, ["reread", str(path)])
    assert result.exit_code == 1 and "2 photographs read again, 1 differ." in result.output
    result = CliRunner().invoke(commands.audit, ["reread", str(path), "--json"])
    assert [json.loads(line)["agrees"] for line in result.output.splitlines()] == [True, False]
