"""What is discounted for the reader: its measured confusion where it was measured, and caution where it was not."""

import json

import numpy as np
import pytest

from calibration import report as measuring
from companion.audit.fairness import LEANING, bounds_from, evidence_needed, exact, log_evidence, widest, within
from companion.audit.readers import READER_ERROR, discount_for
from companion.audit.rolls import Throw, Thrown
from companion.model import Observation, Piece
from vision.confusion import FILE, Confusion, identity, load

GOOD = np.eye(7, dtype=int) * 2000


def measured(matrix=GOOD, model="m1"):
    rows = tuple(tuple(int(n) for n in row) for row in matrix)
    return Confusion(model, 100, {"d6": rows, "meeple": ((1, 0, 0, 0),) * 4})


def throw(model="m1", source="camera"):
    return Throw(1, "g", 0, "Ann", source, False, (Thrown("d6", "red", "5"),), model)


def test_measured_reader_is_discounted_by_what_was_measured():
    found = discount_for([throw()], measured())
    assert found.bounds == bounds_from(GOOD, 6)
    assert found.sentence == "Taken off: what this reader gets wrong unnoticed. Measured: 0 of 12000 dice."


def test_another_reader_is_discounted_with_caution():
    usual = within(6, READER_ERROR)
    assert discount_for([throw("m2")], measured()).bounds == usual
    assert discount_for([throw()], None).bounds == usual
    assert discount_for([throw("", "panel")], measured()).bounds == usual
    both = discount_for([throw(), throw("m2"), throw("", "panel")], measured())
    assert both.bounds == widest((bounds_from(GOOD, 6), usual))
    assert "and more for earlier readers" in both.sentence


def test_typed_rolls_do_not_widen_what_was_measured():
    assert discount_for([throw(), throw("", "panel")], measured()).bounds == bounds_from(GOOD, 6)


def test_leaning_dice_read_as_a_face_count_only_as_often_as_dice_lean():
    matrix = GOOD.copy()
    matrix[6] = [0, 0, 0, 0, 0, 500, 500]  # of leaning dice every second one is read as a six
    good, bad = bounds_from(GOOD, 6), bounds_from(matrix, 6)
    assert bad.high[5] - good.high[5] == pytest.approx(LEANING * 0.5, rel=0.15)
    assert bad.high[0] == pytest.approx(good.high[0], abs=2e-4)


def test_fair_die_read_by_a_reader_with_these_errors_is_not_suspected():
    """The reader takes every fortieth five for a six: no die is to blame, and without the discount one would be."""
    matrix = np.eye(6, dtype=int) * 1500
    matrix[4, 5], matrix[4, 4] = 38, 1462
    read = np.full(6, 1 / 6)
    read[5] += read[4] * 0.025
    read[4] *= 0.975
    counts = np.random.default_rng(8).multinomial(400_000, read, 100)
    needed = evidence_needed(1)
    assert np.mean(log_evidence(counts, exact(6)) >= needed) > 0.9
    assert np.mean(log_evidence(counts, bounds_from(matrix)) >= needed) == 0.0


# ---------------------------------------------------------------------------------------------- measuring


def test_report_counts_what_the_record_would_say():
    truth = [{"kind": "d6", "face": face, "colour": "?", "box": [100 * i, 10, 40, 40]} for i, face in enumerate("566")]
    roll = measuring.Roll(FILE, None, tuple(truth), {})
    tally = measuring.Tally()
    pieces = (
        Piece("d6", "5", box_px=(0, 10, 40, 40)),
        Piece("d6", "5", box_px=(100, 10, 40, 40), doubtful=True),
        Piece("d6", "5", box_px=(200, 10, 40, 40)),
    )
    measuring.add(tally, roll, Observation(pieces, ("The middle die is not clear.",)))
    rows = measuring.confusion(tally).counts["d6"]
    assert (rows[4], rows[5]) == ((0, 0, 0, 0, 1, 0, 0), (0, 0, 0, 0, 1, 1, 0))


def test_confusion_is_kept_beside_the_weights_and_read_again(tmp_path):
    path = tmp_path / "confusion.json"
    measured().save(path)
    assert load(path) == measured()


@pytest.mark.parametrize("spoil", [lambda f: f.pop("model"), lambda f: f["d6"].pop("3"), lambda f: f["d6"]["3"].pop()])
def test_confusion_that_cannot_be_understood_is_as_good_as_none(tmp_path, spoil):
    path = tmp_path / "confusion.json"
    measured().save(path)
    found = json.loads(path.read_text())
    spoil(found)
    path.write_text(json.dumps(found))
    assert load(path) is None and load(tmp_path / "none.json") is None


def test_shipped_confusion_belongs_to_the_shipped_weights():
    """After training: python -m calibration.report FOLDER… --reference --expect --confusion vision/models/…json"""
    found = load()
    assert found is not None and found.model == identity()
    assert sum(sum(row) for row in found.counts["d6"]) >= 500
