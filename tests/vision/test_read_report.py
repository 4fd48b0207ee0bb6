"""The accuracy report counts as the score does."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration import report
from companion.errors import PictureError
from companion.model import Observation, Piece

TRUTH = (
    {"kind": "d6", "face": "5", "colour": "?", "box": [10, 10, 40, 40], "inside": True},
    {"kind": "meeple", "face": "hard", "colour": "pink", "box": [110, 10, 40, 40], "inside": True},
)
ROLL = report.Roll(Path("set/roll.jpg"), None, TRUTH, {"floor": "felt", "light": "?", "tilt": "0-15°", "set": "set"})
DIE = Piece("d6", "5", box_px=(12, 8, 40, 40))
MEEPLE = Piece("meeple", "hard", "pink", box_px=(112, 8, 40, 40))


def outcomes(*pieces: Piece, doubts: tuple[str, ...] = ()) -> tuple[dict[str, int], dict[str, int]]:
    tally = report.Tally()
    report.add(tally, ROLL, Observation(pieces, doubts))
    return dict(tally.pieces), dict(tally.rolls)


def test_a_right_reading_counts_as_right() -> None:
    assert outcomes(DIE, MEEPLE) == ({"right": 2}, {"right": 1})


def test_a_missed_piece_is_silent_unless_the_reader_doubts() -> None:
    assert outcomes(DIE) == ({"right": 1, "silent": 1}, {"silent": 1})
    assert outcomes(DIE, doubts=("look",)) == ({"right": 1, "asked": 1}, {"asked": 1})


def test_a_wrong_colour_face_or_place_is_silent() -> None:
    for wrong in (
        Piece("meeple", "hard", "green", box_px=MEEPLE.box_px),
        Piece("meeple", "steady", "pink", box_px=MEEPLE.box_px),
        Piece("meeple", "hard", "pink", box_px=MEEPLE.box_px, inside=False),
        Piece("d6", "1", box_px=MEEPLE.box_px),
    ):
        assert outcomes(DIE, wrong) == ({"right": 1, "silent": 1}, {"silent": 1})


def test_an_invented_piece_counts() -> None:
    far = Piece("d6", "1", box_px=(500, 500, 30, 30))
    assert outcomes(DIE, MEEPLE, far) == ({"right": 2, "silent": 1}, {"silent": 1})


def test_upper_bound_is_the_one_of_clopper_and_pearson() -> None:
    assert report.upper_bound(0, 2995) == pytest.approx(0.001, rel=0.01)
    assert report.upper_bound(1, 100) == pytest.approx(0.0466, rel=0.01)
    assert report.upper_bound(5, 5) == 1.0


def test_table_reliability_and_matrix_show_every_group() -> None:
    tally = report.Tally()
    report.add(tally, ROLL, Observation((DIE, MEEPLE)))
    text = report.table(tally)
    assert all(word in text for word in ("**pieces**", "pose: hard", "colour: pink", "floor: felt", "tilt: 0-15°"))
    assert "light" not in text
    assert "| 0.999–1 | 2 | 100.0% |" in report.reliability(tally)
    assert report.matrix(tally).shape[2] == 3


def test_report_folder_reads_labelled_pictures(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.jpg"), np.full((240, 320, 3), 120, np.uint8))
    (tmp_path / "labels.json").write_text(json.dumps({"rolls": [{"image": "a.jpg", "pieces": []}]}))
    assert "Every piece was read rightly." in report.report_folder(tmp_path)


def test_report_of_a_folder_without_labels_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match=r"labels\.json"):
        report.report([tmp_path])
