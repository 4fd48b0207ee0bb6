"""The lens measured from views of a board whose truth is known."""

import cv2
import numpy as np
import pytest

from calibration import lens, wizard
from calibration.lens import COLUMNS, ROWS, SQUARE_MM, find_board, is_new, load_lens, measure_lens
from companion.errors import CalibrationError
from vision.eye import Eye

SIZE = (960, 720)
TRUE = {"focal_px": 905.0, "middle_px": (493.0, 351.0), "k1": -0.11, "k2": 0.03}
TURNS = [(0, 0, 0), (25, 0, 10), (-25, 5, -20), (5, 28, 90), (0, -28, 180), (18, 18, 45), (-20, -15, 5)]


def looking(tilt, lean, spin, shift=(0.0, 0.0)):
    """A camera that sees the board's middle, turned by these degrees."""
    turn = np.eye(3)
    for axis, degrees in ((2, spin), (0, tilt), (1, lean)):
        turn = cv2.Rodrigues(np.radians(degrees) * np.eye(3)[axis])[0] @ turn
    down = turn @ np.diag([1.0, -1.0, -1.0])
    rows = tuple(tuple(row) for row in down.tolist())
    place = -(down.T @ np.array([shift[0], shift[1], 330.0]))
    return Eye(TRUE["focal_px"], TRUE["middle_px"], TRUE["k1"], TRUE["k2"], rows, tuple(place.tolist()))


def photograph(eye, seed=0):
    """The board, lying on the floor of the world with its middle in the origin, as this camera sees it."""
    per_mm = 8
    print_px = lens.board().generateImage((round(COLUMNS * SQUARE_MM * per_mm), round(ROWS * SQUARE_MM * per_mm)))
    sheet = cv2.GaussianBlur(cv2.copyMakeBorder(print_px, 80, 80, 80, 80, cv2.BORDER_CONSTANT, value=(255,)), (0, 0), 2)
    pixels = np.stack(np.meshgrid(np.arange(SIZE[0]), np.arange(SIZE[1])), -1)
    x, y = np.moveaxis(eye.to_mm(pixels), -1, 0)
    u = ((x + COLUMNS * SQUARE_MM / 2) * per_mm + 79.5).astype(np.float32)
    v = ((ROWS * SQUARE_MM / 2 - y) * per_mm + 79.5).astype(np.float32)
    grey = cv2.remap(sheet, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=(120,))
    noise = np.random.default_rng(seed).normal(0, 2, grey.shape)
    return cv2.cvtColor(np.clip(grey * 0.85 + noise, 0, 255).astype(np.uint8), cv2.COLOR_GRAY2BGR)


@pytest.fixture(scope="module")
def pictures():
    return [photograph(looking(*turn), k) for k, turn in enumerate(TURNS)]


def test_lens_is_measured_from_views_of_the_board(pictures):
    views = [find_board(picture) for picture in pictures]
    assert all(view is not None for view in views)
    assert len(views[0].in_picture) > 40
    found = measure_lens(views)
    assert found.focal_px == pytest.approx(TRUE["focal_px"], rel=0.004)
    assert found.middle_px == pytest.approx(TRUE["middle_px"], abs=4)
    assert (found.k1, found.k2) == (pytest.approx(TRUE["k1"], abs=0.01), pytest.approx(TRUE["k2"], abs=0.03))
    assert found.off_px < 0.3


def test_too_few_or_too_like_views_are_refused_with_what_to_do(pictures):
    views = [find_board(picture) for picture in pictures]
    with pytest.raises(CalibrationError, match="in 3 pictures and 5 are needed; hold it flat"):
        measure_lens(views[:3])
    with pytest.raises(CalibrationError, match="held alike in all pictures; turn it"):
        measure_lens([views[0]] * 6)


def test_bent_board_is_refused(pictures):
    views = []
    for picture in pictures:
        view = find_board(picture)
        bent = view.in_picture + np.column_stack([np.zeros(len(view.in_picture)), 6 * np.sin(view.on_board[:, 0] / 30)])
        views.append(lens.View(view.on_board, bent.astype(np.float32), view.size_px))
    with pytest.raises(CalibrationError, match="does not look flat"):
        measure_lens(views)


def test_live_view_counts_only_if_the_board_is_held_otherwise(pictures):
    views = [find_board(picture) for picture in pictures]
    again = find_board(photograph(looking(2, 1, 0, (4.0, 0.0)), 9))
    assert is_new(views[1], views[:1])
    assert not is_new(again, views)


def test_picture_without_a_board_has_none():
    assert find_board(np.full((720, 960, 3), 128, np.uint8)) is None


def test_lens_is_kept_and_believed_only_for_its_camera_and_size(pictures, tmp_path):
    found = measure_lens([find_board(picture) for picture in pictures], "usb://0")
    path = tmp_path / "lens.json"
    found.save(path)
    assert load_lens(path, "usb://0", SIZE) == found
    assert load_lens(path, "usb://1", SIZE) is None
    assert load_lens(path, "usb://0", (640, 480)) is None
    assert load_lens(tmp_path / "none.json", "usb://0", SIZE) is None
    path.write_text("{}")
    with pytest.raises(CalibrationError, match="is no measured lens; delete it"):
        load_lens(path, "usb://0", SIZE)


def test_calibration_takes_the_lens_as_measured():
    from vision.cameras import simulated  # noqa: PLC0415 - only this test needs the simulated table

    camera = simulated.open("simulated://?pace=0&size=960x720")
    scene, picture = camera._scene, camera.read().image
    true = lens.Lens("", SIZE, scene.focal, (479.5, 359.5), scene.view.k1, scene.view.k2, 0.1, 9)
    state = wizard.take_empty(wizard.begin(tray_mm=(200, 140), lens=true), picture)
    eye = state.profile.eye
    assert eye.focal_px == pytest.approx(scene.focal, rel=2e-3)
    # With the lens known, even the camera's height comes out to a few millimetres.
    assert eye.place_mm == pytest.approx(tuple(scene.eye), abs=6)
