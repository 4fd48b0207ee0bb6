"""The profile as a file: what is refused, what is kept, and where pieces lie."""

import hashlib
import json
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.errors import CalibrationError
from vision.eye import Eye
from vision.profile import PieceColor, Profile, Tray, reference_path

CORNERS = ((-100.0, 70.0), (100.0, 70.0), (100.0, -70.0), (-100.0, -70.0))


def slanted():
    """A camera that looks at the tray from the near side, 30° off the vertical."""
    c, s = np.cos(np.radians(30)).item(), np.sin(np.radians(30)).item()
    turn = ((1.0, 0.0, 0.0), (0.0, -c, -s), (0.0, s, -c))
    return Eye(800.0, (479.5, 359.5), -0.05, 0.0, turn, (0.0, -200.0, 346.0))


def profile(**changes):
    eye = slanted()
    seen = tuple((float(x), float(y)) for x, y in eye.to_px([(*c, 0.0) for c in CORNERS]))
    colors = (PieceColor("meeple", "navy gray", (40.0, -2.0, -8.5)),)
    made = Profile("usb://0", (960, 720), eye, (Tray(None, CORNERS, seen),), (1.1, 1.0, 0.9), 190.0, 11.0, "", colors)
    return replace(made, **changes)


def test_profile_survives_its_file_unchanged(tmp_path):
    path = tmp_path / "profile.json"
    profile().save(path)
    assert Profile.load(path) == profile()
    assert json.loads(path.read_text())["identity"] == profile().identity


def test_identity_changes_with_anything_measured():
    assert len({profile().identity, profile(exposure=191.0).identity, profile(camera="usb://1").identity}) == 3


def test_profile_edited_by_hand_is_refused(tmp_path):
    path = tmp_path / "profile.json"
    profile().save(path)
    path.write_text(path.read_text().replace("190.0", "191.0"))
    with pytest.raises(CalibrationError, match="changed by hand or damaged.*calibrate again"):
        Profile.load(path)


def test_profile_of_a_newer_companion_is_refused(tmp_path):
    path = tmp_path / "profile.json"
    profile(version=2).save(path)
    with pytest.raises(CalibrationError, match="newer companion"):
        Profile.load(path)


@pytest.mark.parametrize("content", ["", "[]", "{", '{"version": 1}', "null"])
def test_file_that_is_no_profile_is_refused(tmp_path, content):
    path = tmp_path / "profile.json"
    path.write_text(content)
    with pytest.raises(CalibrationError, match="calibrate"):
        Profile.load(path)


def test_profile_with_a_right_hash_but_missing_fields_is_refused(tmp_path):
    path = tmp_path / "profile.json"
    stored = {"version": 1, "camera": ""}
    text = json.dumps(stored, sort_keys=True, separators=(",", ":"))
    path.write_text(json.dumps({**stored, "identity": hashlib.sha256(text.encode()).hexdigest()}))
    with pytest.raises(CalibrationError, match="is not a profile"):
        Profile.load(path)


def test_profile_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(CalibrationError, match="cannot be opened; calibrate"):
        Profile.load(tmp_path / "profile.json")


def test_profile_is_refused_for_another_size_or_camera():
    profile().check((960, 720), "usb://0")
    profile(camera="").check((960, 720), "usb://7")
    with pytest.raises(CalibrationError, match="for pictures of 960 × 720 and these have 640 × 480"):
        profile().check((640, 480))
    with pytest.raises(CalibrationError, match="camera usb://0 and this is usb://1"):
        profile().check((960, 720), "usb://1")


def test_picture_of_the_empty_tray_lies_beside_the_profile_and_is_checked(tmp_path):
    path = tmp_path / "profile.json"
    jpeg = cv2.imencode(".jpg", np.full((720, 960, 3), 90, np.uint8))[1].tobytes()
    kept = profile(reference=hashlib.sha256(jpeg).hexdigest())
    kept.save(path, jpeg)
    assert kept.load_reference(path).shape == (720, 960, 3)
    assert profile().load_reference(path) is None
    other = cv2.imencode(".jpg", np.full((720, 960, 3), 91, np.uint8))[1].tobytes()
    reference_path(path, kept.reference).write_bytes(other)
    with pytest.raises(CalibrationError, match="was changed; calibrate again"):
        kept.load_reference(path)


@pytest.mark.parametrize(
    ("kind", "face", "height"), [("d6", "4", 15), ("meeple", "hard", 8), ("meeple", "exhausted", 5)]
)
def test_place_is_on_the_floor_below_the_piece(kind, face, height):
    made = profile()
    x, y = made.eye.to_px((60.0, 40.0, float(height)))
    place, inside = made.place((x - 20, y - 25, 40, 50), kind, face)
    assert place == (60.0, 40.0) and inside
    flat = made.to_mm((x, y))
    assert np.hypot(flat[0] - 60, flat[1] - 40) > 2, "without its height the piece would seem to lie further away"


def test_place_knows_what_lies_outside_and_in_whose_tray():
    left = Tray(0, ((-100.0, 50.0), (-10.0, 50.0), (-10.0, -50.0), (-100.0, -50.0)), ())
    right = Tray(1, ((10.0, 50.0), (100.0, 50.0), (100.0, -50.0), (10.0, -50.0)), ())
    made = profile(trays=(left, right))
    assert [made.tray_of(at) for at in ((-50.0, 0.0), (50.0, 20.0), (0.0, 0.0))] == [left, right, None]
    x, y = made.eye.to_px((0.0, 0.0, 8.0))
    assert made.place((x - 5, y - 5, 10, 10), "meeple", "hard") == ((0.0, 0.0), False)
