"""The steps of calibration, and the verb that walks through them in a terminal."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from calibration import wizard
from companion import calibrating
from companion.calibrating import Wanted, calibrate, parse_box, parse_corners, parse_tray
from companion.cli import main
from companion.errors import CalibrationError, CompanionError
from vision.frame import Frame
from vision.picture import load_picture
from vision.profile import Profile

SAMPLES = Path(__file__).parents[3] / "shared" / "samples" / "rendered"


def sample(name):
    if not SAMPLES.is_dir():
        pytest.skip("the shared samples are not here")
    return SAMPLES / name


@pytest.fixture(scope="module")
def measured():
    """Calibration of a sample after its picture of the empty tray."""
    empty = load_picture(sample("setup05") / "empty.jpg")
    return wizard.take_empty(wizard.begin("usb://0", (212.6, 146.6)), empty)


def test_labelled_pieces_are_placed_within_5_mm(measured):
    labels = json.loads((SAMPLES / "setup05" / "labels.json").read_text())
    away = []
    for roll in labels["rolls"]:
        for piece in roll["pieces"]:
            x, y, z = piece["mm"]
            at = measured.profile.to_mm(tuple(piece["centre"]), z)
            away.append(float(np.hypot(at[0] - x, at[1] - y)))
    assert np.median(away) < 1.0 and max(away) < 3.0


def test_empty_tray_gives_a_profile_with_reference_and_light(measured):
    profile = measured.profile
    assert (profile.camera, profile.size_px, len(profile.reference)) == ("usb://0", (960, 720), 64)
    assert 100 < profile.exposure < 230 and profile.sharpness > 5
    assert profile.gains[1] == 1.0 and profile.gains[0] < profile.gains[2], "the paper of this sample is bluish"
    assert measured.step == "pieces" and measured.show.shape[2] == 3


def test_walls_are_found_when_the_size_is_not_told():
    empty = load_picture(sample("setup07") / "empty.jpg")
    state = wizard.take_empty(wizard.begin(), empty)
    assert state.tray_mm == pytest.approx((188.9, 136.9), abs=5)
    assert state.says[0].startswith("The tray measures 19")


def test_photo_of_another_tray_is_refused():
    empty = load_picture(sample("setup07") / "empty.jpg")
    with pytest.raises(CalibrationError, match=r"measures about 19\d × 13\d mm inside and not 300 × 140"):
        wizard.take_empty(wizard.begin("", (300.0, 140.0)), empty)


def test_live_picture_says_what_is_missing_and_when_it_will_do(measured):
    empty = measured.empty
    good = wizard.look(wizard.begin("", (212.6, 146.6)), empty)
    assert good.is_ready and good.says == ("This will do; take the picture.",)
    assert np.any(good.show != empty)
    dark = wizard.look(wizard.begin(), empty // 5)
    assert not dark.is_ready and dark.says[0].startswith("The picture is dark")
    blank = wizard.look(wizard.begin(), np.full_like(empty, 128))
    assert not blank.is_ready and blank.says[-1].startswith("No marker is in the picture")


def test_tapped_corners_stand_in_for_markers(measured):
    state = wizard.begin("", (212.6, 146.6))
    for corner in measured.profile.trays[0].corners_px:
        state = wizard.tap(state, corner)
    tapped = wizard.take_empty(state, measured.empty).profile
    at = measured.profile.eye.to_px([(40.0, -30.0, 0.0)])[0]
    assert tapped.to_mm(tuple(at)) == pytest.approx((40.0, -30.0), abs=1.0)
    assert wizard.tap(state, (1.0, 2.0)).taps == ((1.0, 2.0),)


def test_tapped_corners_need_the_size(measured):
    state = wizard.begin()
    for corner in measured.profile.trays[0].corners_px:
        state = wizard.tap(state, corner)
    with pytest.raises(CalibrationError, match="--tray 200x140"):
        wizard.take_empty(state, measured.empty)


def test_several_trays_are_given_to_seats(measured):
    eye = measured.profile.eye
    floor = [(120, 40, 0), (180, 40, 0), (180, -40, 0), (120, -40, 0)]
    seen = [tuple(p) for p in eye.to_px(np.array(floor, float)).tolist()]
    state = wizard.give_tray(wizard.add_tray(replace(measured, tray_mm=None), seen, 1), 0, 0)
    assert [tray.seat for tray in state.profile.trays] == [0, 1]
    assert state.profile.tray_of((150.0, 0.0)).seat == 1
    with pytest.raises(CalibrationError, match="lie in a box that is there already"):
        wizard.add_tray(state, seen, None)
    with pytest.raises(CalibrationError, match="no tray 9"):
        wizard.give_tray(state, 9, 0)


def test_pieces_of_another_picture_size_are_refused(measured):
    with pytest.raises(CalibrationError, match="for pictures of 960 × 720"):
        wizard.take_pieces(measured, np.zeros((480, 640, 3), np.uint8))


def test_tray_without_pieces_teaches_no_colour(measured):
    with pytest.raises(CalibrationError, match="No piece is seen"):
        wizard.take_pieces(measured, measured.empty)


def roll_of_one_each(measured, name):
    """A picture of a labelled roll with the second meeple of a colour painted out, and the colours left."""
    labels = json.loads((SAMPLES / "setup05" / "labels.json").read_text())
    picture = load_picture(SAMPLES / "setup05" / name)
    colors = []
    for piece in next(r["pieces"] for r in labels["rolls"] if r["image"] == name):
        if piece["colour"] in colors:
            x, y, w, h = (round(v) for v in piece["box"])
            box = np.s_[y - 12 : y + h + 12, x - 12 : x + w + 12]
            picture[box] = measured.empty[box]
        else:
            colors.append(piece["colour"])
    return picture, sorted(colors)


def test_colours_are_learnt_from_one_meeple_of_each(measured):
    picture, colors = roll_of_one_each(measured, "roll_01.jpg")
    state = wizard.take_pieces(measured, picture)
    assert [c.color for c in state.profile.colors] == colors and len(colors) == 7
    assert state.step == "report" and state.says[0].startswith("Learnt the colours of 7 pieces")
    assert state.profile.identity != measured.profile.identity


def test_two_meeples_of_a_colour_teach_nothing(measured):
    with pytest.raises(CalibrationError, match="Two meeples look .* only one meeple of each colour"):
        wizard.take_pieces(measured, load_picture(SAMPLES / "setup05" / "roll_01.jpg"))


def test_steps_in_the_wrong_order_are_refused():
    with pytest.raises(CalibrationError, match="take a picture of the empty tray first"):
        wizard.finish(wizard.begin(), Path("nowhere.json"))


def test_verb_writes_profile_reference_and_report(tmp_path):
    said = []
    out = tmp_path / "profile.json"
    profile = calibrate(out, Wanted(sample("setup00") / "empty.jpg", tray="173.5x152.6"), "", said.append)
    assert Profile.load(out) == profile
    assert profile.load_reference(out).shape == (720, 960, 3)
    assert cv2.imread(str(tmp_path / "profile-report.png")) is not None
    assert said[-1] == f"Wrote {out}." and any("Tray 174 × 153 mm, camera" in line for line in said)


def test_verb_writes_markers_and_board(tmp_path):
    done = CliRunner().invoke(
        main, ["calibrate", "--print-markers", str(tmp_path / "m.pdf"), "--print-board", str(tmp_path / "b.pdf")]
    )
    assert done.exit_code == 0, done.output
    assert done.output.count("print one at 100 %") == 2
    assert all((tmp_path / name).read_bytes().startswith(b"%PDF") for name in ("m.pdf", "b.pdf"))


class Live:
    """A camera over a table: it is held, takes stills, and shows the pieces once the tray is measured."""

    def __init__(self, empty, pieces):
        self.pictures, self.held, self.closed = [empty, pieces], 0, False

    def read(self):
        return Frame(self.pictures[0][::2, ::2].copy(), 0, 0)

    def still(self):
        return Frame(self.pictures.pop(0) if len(self.pictures) > 1 else self.pictures[0], 0, 0)

    def lock(self):
        self.held += 1
        return {"gain": 3.5}

    def close(self):
        self.closed = True


def test_verb_measures_with_the_camera_and_asks_for_the_pieces(tmp_path, measured, monkeypatch):
    picture, colors = roll_of_one_each(measured, "roll_01.jpg")
    camera = Live(measured.empty, picture)
    monkeypatch.setattr(calibrating, "open_device", lambda package, url: camera)
    said, asked = [], []
    wanted = Wanted(tray="212.6x146.6")
    profile = calibrate(tmp_path / "p.json", wanted, "picamera://0", said.append, lambda text: not asked.append(text))
    assert (profile.camera, profile.held) == ("picamera://0", (("gain", 3.5),))
    assert [c.color for c in profile.colors] == colors
    assert len(asked) == 1 and "one meeple of each colour" in asked[0]
    assert (camera.held, camera.closed) == (1, True)
    assert "The camera's exposure and colours are held as they are now." in said


def test_verb_gives_boxes_to_seats(tmp_path, measured):
    seen = measured.profile.eye.to_px([(x, y, 0) for x, y in ((-90, 50), (-10, 50), (-10, -50), (-90, -50))])
    other = measured.profile.eye.to_px([(x, y, 0) for x, y in ((10, 50), (90, 50), (90, -50), (10, -50))])
    words = [f"{seat}:" + ",".join(f"{v:.1f}" for v in np.ravel(box)) for seat, box in ((2, seen), (1, other))]
    wanted = Wanted(sample("setup05") / "empty.jpg", tray="80x100", boxes=words)
    profile = calibrate(tmp_path / "p.json", wanted, "", lambda text: None)
    assert [tray.seat for tray in profile.trays] == [1, 0]
    assert np.array(profile.trays[0].corners_mm) == pytest.approx(
        np.array([(-90, 50), (-10, 50), (-10, -50), (-90, -50)]), abs=1.0
    )


def test_verb_refuses_what_it_does_not_understand(tmp_path):
    assert parse_tray("200×140") == parse_tray("200x140") == (200.0, 140.0)
    for call in (
        lambda: parse_tray("big"),
        lambda: parse_corners(["1,2", "3,4"]),
        lambda: parse_corners(["1,2", "3,4", "5,6", "seven"]),
        lambda: wizard.begin("", (5.0, 140.0)),
        lambda: calibrate(tmp_path / "p.json", Wanted(), ""),
        lambda: calibrate(tmp_path / "p.json", Wanted(is_lens=True), ""),
        lambda: calibrate(tmp_path / "p.json", Wanted(tmp_path / "none.jpg"), ""),
        lambda: parse_box("1,2,3,4,5,6,7,8"),
        lambda: parse_box("0:1,2,3,4,5,6,7,8"),
        lambda: parse_box("1:1,2,3,4,5,6,7"),
    ):
        with pytest.raises(CompanionError, match=r"\w+.*[;:].*"):
            call()
