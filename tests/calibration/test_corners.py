"""Where the camera hangs, from generated and from rendered pictures."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.corners import check_markers, clockwise, find_markers, fit_corners, fit_markers, trusted_corners
from companion.errors import CalibrationError
from vision.cameras import simulated
from vision.eye import Eye
from vision.picture import load_picture

SAMPLES = Path(__file__).parents[3] / "shared" / "samples" / "rendered"
SIZE = (960, 720)


def eye(tilt=25.0, focal=800.0, k1=-0.07, k2=0.0, height=330.0):
    """A camera that looks at the middle of the tray from the near side."""
    t = np.radians(tilt)
    ahead = np.array([0.0, np.sin(t), -np.cos(t)])
    right = np.array([1.0, 0.0, 0.0])
    rows = (right, np.cross(ahead, right), ahead)
    place = -ahead * height / np.cos(t)
    turn = tuple(tuple(float(v) for v in row) for row in rows)
    return Eye(focal, (479.5, 359.5), k1, k2, turn, tuple(float(v) for v in place))


def markers_of(camera, reach=(129.0, 53.0), beside_mm=0.0, seed=0):
    rng = np.random.default_rng(seed)
    found = {}
    for number, (sx, sy) in {0: (-1, 1), 1: (1, 1), 2: (1, -1), 3: (-1, -1)}.items():
        middle = np.array([sx * reach[0], sy * reach[1]]) + rng.normal(0, 1, 2) * beside_mm
        square = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)]) * 12.0 + middle
        found[number] = camera.to_px(np.column_stack([square, np.full(4, -1.0)])) + rng.normal(0, 0.1, (4, 2))
    return found


def test_eye_turns_pixels_into_millimetres_and_back_at_any_height():
    camera = eye(tilt=31, k2=0.01)
    points = np.random.default_rng(1).uniform((-110, -80), (110, 80), (40, 2))
    for height in (0.0, 8.0, 15.0):
        seen = camera.to_px(np.column_stack([points, np.full(40, height)]))
        assert np.abs(camera.to_mm(seen, height) - points).max() < 0.01


def test_floor_homography_agrees_with_the_eye_where_the_lens_is_straight():
    camera = eye(k1=0.0)
    seen = camera.to_px([(40.0, -30.0, 0.0)])[0]
    x, y, w = camera.floor_homography() @ (*seen, 1.0)
    assert (x / w, y / w) == pytest.approx((40.0, -30.0), abs=1e-6)


@pytest.mark.parametrize(("hidden", "tilt"), [(None, 2.0), (None, 30.0), (0, 2.0), (1, 30.0), (2, 15.0), (3, 30.0)])
def test_four_or_three_markers_give_the_camera(hidden, tilt):
    camera = eye(tilt)
    found = {n: c for n, c in markers_of(camera).items() if n != hidden}
    fit = fit_markers(found, SIZE)
    corners = np.array([(-100, 70, 0), (100, 70, 0), (100, -70, 0), (-100, -70, 0), (0, 0, 8)], float)
    seen = camera.to_px(corners)
    assert np.linalg.norm(fit.eye.to_mm(seen[:4]) - corners[:4, :2], axis=1).max() < 2.0
    assert np.linalg.norm(fit.eye.to_mm(seen[4], 8.0)) < 1.0


def test_markers_laid_with_little_care_still_give_the_camera():
    camera = eye(20)
    fit = fit_markers(markers_of(camera, beside_mm=1.5, seed=3), SIZE)
    corners = np.array([(-100, 70, 0), (100, 70, 0), (100, -70, 0), (-100, -70, 0)], float)
    assert np.linalg.norm(fit.eye.to_mm(camera.to_px(corners)) - corners[:, :2], axis=1).max() < 4.0


def test_markers_in_the_wrong_order_are_refused_with_the_right_order():
    found = markers_of(eye())
    swapped = {0: found[1], 1: found[0], 2: found[3], 3: found[2]}
    with pytest.raises(CalibrationError, match="0 at the far left and then 1, 2, 3 clockwise"):
        fit_markers(swapped, SIZE)


def test_tapped_corners_give_the_camera():
    camera = eye(25, k1=-0.05)
    corners = np.array([(-100, 70, 0), (100, 70, 0), (100, -70, 0), (-100, -70, 0)], float)
    seen = camera.to_px(corners)
    fit = fit_corners([tuple(seen[k]) for k in (0, 2, 1, 3)], (200, 140), SIZE)
    assert np.linalg.norm(fit.eye.to_mm(seen) - corners[:, :2], axis=1).max() < 1.0
    middle = camera.to_px([(30.0, 20.0, 8.0)])
    assert np.linalg.norm(fit.eye.to_mm(middle, 8.0) - (30, 20)) < 1.5


def test_corners_are_put_in_clockwise_order_from_the_first():
    ring = clockwise([(10, 10), (10, 200), (300, 10), (300, 200)])
    assert ring.tolist() == [[10, 10], [300, 10], [300, 200], [10, 200]]
    with pytest.raises(CalibrationError, match="span no tray"):
        clockwise([(10, 10), (11, 10), (12, 10), (13, 10)])
    with pytest.raises(CalibrationError, match="Four corners"):
        clockwise([(10, 10)])


def sample(name):
    if not SAMPLES.is_dir():
        pytest.skip("the shared samples are not here")
    folder = SAMPLES / name
    return load_picture(folder / "empty.jpg"), json.loads((folder / "labels.json").read_text())


def true_eye(labels):
    """The camera of a sample, from its labelled lens and the labelled places of its pieces."""
    lens = labels["setup"]["camera"]
    focal = 480 / np.tan(np.radians(lens["hfov_deg"]) / 2)
    pieces = [p for roll in labels["rolls"] for p in roll["pieces"]]
    world, seen = np.array([p["mm"] for p in pieces], float), np.array([p["centre"] for p in pieces], float)
    matrix = np.array([[focal, 0, 479.5], [0, focal, 359.5], [0, 0, 1]])
    bend = np.array([lens["k1"], lens["k2"], 0, 0, 0])
    _, spin, shift = cv2.solvePnP(world, seen, matrix, bend)
    turn = cv2.Rodrigues(spin)[0]
    place = -turn.T @ shift.ravel()
    rows = tuple(tuple(float(v) for v in row) for row in turn)
    return Eye(focal, (479.5, 359.5), lens["k1"], lens["k2"], rows, tuple(float(v) for v in place))


@pytest.mark.parametrize("name", ["setup00", "setup03", "setup04", "setup05", "setup07"])
def test_markers_of_a_sample_put_the_tray_corners_within_3_mm(name):
    picture, labels = sample(name)
    found = find_markers(picture)
    ours = fit_markers(found, SIZE, trusted_corners(picture, found)).eye
    tray = labels["setup"]["tray_mm"]
    half = np.array([tray["width"], tray["depth"]]) / 2
    corners = np.column_stack([np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)]) * half, np.zeros(4)])
    seen = true_eye(labels).to_px(corners)
    assert np.linalg.norm(ours.to_mm(seen) - corners[:, :2], axis=1).max() < 3.0


def most_visible(labels, number):
    """At most so much of a marker can be seen: it is in the picture, and thin walls as high as the labels say hide it.

    Real walls have a thickness and hide more.
    """
    camera, setup = true_eye(labels), labels["setup"]
    tray, place = setup["tray_mm"], np.array(camera.place_mm)
    run = np.linspace(-11.5, 11.5, 24)
    flat = np.stack(np.meshgrid(run, run), -1).reshape(-1, 2) + setup["markers"]["centres_mm"][str(number)]
    ink = np.column_stack([flat, np.full(len(flat), -1.0)])
    seen = ((camera.to_px(ink) > 0) & (camera.to_px(ink) < np.array(SIZE) - 1)).all(axis=1)
    half = np.array([tray["width"], tray["depth"]]) / 2
    for axis, side in ((0, -1), (0, 1), (1, -1), (1, 1)):
        reach = (side * half[axis] - place[axis]) / (ink[:, axis] - place[axis])
        through = place + reach[:, None] * (ink - place)
        is_wall = (np.abs(through[:, 1 - axis]) < half[1 - axis]) & (through[:, 2] < tray["wall"])
        seen &= ~((reach > 0) & (reach < 1) & is_wall)
    return float(seen.mean())


@pytest.mark.parametrize(("name", "whole", "parts"), [("setup01", 1, 0), ("setup02", 0, 2), ("setup06", 2, 0)])
def test_samples_that_are_refused_show_less_than_three_markers(name, whole, parts):
    picture, labels = sample(name)
    shares = [most_visible(labels, number) for number in range(4)]
    assert sum(share > 0.99 for share in shares) == whole
    assert sum(0.3 < share <= 0.99 for share in shares) == parts
    with pytest.raises(CalibrationError, match="at least three are needed|No marker is in the picture"):
        check_markers(picture, find_markers(picture))


def test_corners_behind_a_wall_are_not_trusted():
    picture, _ = sample("setup00")
    found = find_markers(picture)
    trusted = {n: own.tolist() for n, own in trusted_corners(picture, found).items()}
    left, right = [True, False, False, True], [False, True, True, False]
    assert trusted == {0: left, 1: right, 2: right, 3: left}


def test_markers_half_in_the_shadow_of_a_wall_give_the_camera():
    """The simulated table of a newcomer: each marker half behind a wall, two of them in its shadow."""
    camera = simulated.open("simulated://?pace=0&size=800x450&seed=3")
    picture, scene = camera.read().image, camera._scene
    found = find_markers(picture)
    ours = fit_markers(found, (800, 450), trusted_corners(picture, found)).eye
    corners = np.array([(-100, 70, 0), (100, 70, 0), (100, -70, 0), (-100, -70, 0)], float)
    assert np.linalg.norm(ours.to_mm(scene.project(corners)) - corners[:, :2], axis=1).max() < 3.0


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda p: p * 0, "The picture is black; take the cap off"),
        (lambda p: p[:, ::-1].copy(), "The markers are mirrored"),
        (lambda p: np.full_like(p, 120), "No marker is in the picture"),
        (lambda p: cv2.rectangle(p.copy(), (200, 0), (960, 720), (90, 90, 90), -1), "Only marker 0, 3 is seen"),
    ],
)
def test_pictures_that_show_too_little_get_a_sentence(spoil, sentence):
    picture, _ = sample("setup05")
    spoilt = spoil(picture)
    with pytest.raises(CalibrationError, match=sentence):
        check_markers(spoilt, find_markers(spoilt))
