"""Markers cut by a wall or by the edge of the picture."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.cut import find_cut_markers, seen_corners
from vision.picture import load_picture

SAMPLES = Path(__file__).parents[3] / "shared" / "samples" / "rendered"
RING = np.array([(130, 120), (190, 128), (186, 190), (124, 184)], float)


def table(number=2, ring=RING, size=(960, 720)):
    """A grey table with one marker on white paper, its corners at ``ring``."""
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    paper = np.full((120, 120), 220, np.uint8)
    paper[20:100, 20:100] = np.maximum(25, cv2.aruco.generateImageMarker(book, number, 80) // 255 * 220)
    print_ = np.array([(19.5, 19.5), (99.5, 19.5), (99.5, 99.5), (19.5, 99.5)], np.float32)
    onto = cv2.getPerspectiveTransform(print_, ring.astype(np.float32))
    picture = np.full((size[1], size[0]), 110, np.uint8)
    shape = cv2.warpPerspective(np.full_like(paper, 255), onto, size)
    picture[shape > 0] = cv2.warpPerspective(paper, onto, size)[shape > 0]
    noise = np.random.default_rng(5).normal(0, 2, picture.shape)
    return np.clip(cv2.GaussianBlur(picture, (0, 0), 0.8) + noise, 0, 255).astype(np.uint8)


def walled(picture, points, shade=70):
    return cv2.fillPoly(picture.copy(), [np.array(points, np.int32)], (shade,))


@pytest.mark.parametrize("number", [0, 1, 2, 3])
@pytest.mark.parametrize(
    ("wall", "free"),
    [
        ([(176, 90), (230, 90), (230, 230), (180, 230)], [True, False, False, True]),
        ([(90, 90), (142, 90), (136, 230), (90, 230)], [False, True, True, False]),
        ([(90, 168), (230, 176), (230, 230), (90, 230)], [True, True, False, False]),
    ],
)
def test_marker_behind_a_wall_is_found_by_what_is_seen_of_it(number, wall, free):
    picture = walled(table(number), wall)
    found = find_cut_markers(picture, (0, 1, 2, 3))
    assert list(found) == [number]
    assert seen_corners(picture, found[number]).tolist() == free
    off = np.linalg.norm(found[number] - RING, axis=1)
    assert off[free].max() < 1.0 and off.max() < 8.0


def test_marker_cut_by_the_edge_of_the_picture_is_found():
    picture = np.ascontiguousarray(table(3)[:, 143:])
    found = find_cut_markers(picture, (0, 1, 2, 3))
    assert list(found) == [3]
    assert seen_corners(picture, found[3]).tolist() == [False, True, True, False]


def test_marker_of_which_too_little_is_seen_is_not_guessed():
    assert find_cut_markers(walled(table(1), [(150, 90), (230, 90), (230, 230), (150, 230)]), (0, 1, 2, 3)) == {}


def test_number_that_is_found_already_is_not_looked_for():
    assert find_cut_markers(table(1), (0, 2, 3)) == {}
    assert find_cut_markers(table(1), ()) == {}


def test_foreign_marker_and_patterns_are_nobodys():
    assert find_cut_markers(walled(table(17), [(176, 90), (230, 90), (230, 230), (180, 230)]), (0, 1, 2, 3)) == {}
    squares = np.indices((480, 640)).sum(axis=0) // 23 % 2 * 150 + 40
    noise = np.random.default_rng(1).normal(0, 6, squares.shape)
    assert find_cut_markers(np.clip(squares + noise, 0, 255).astype(np.uint8), (0, 1, 2, 3)) == {}


def test_rolls_and_photographs_of_dice_hold_no_markers():
    photos = sorted((SAMPLES.parent / "photos" / "test").rglob("*.jpg"))[::12]
    if not photos:
        pytest.skip("the shared samples are not here")
    for path in photos:
        grey = cv2.cvtColor(load_picture(path), cv2.COLOR_BGR2GRAY)
        assert find_cut_markers(grey, (0, 1, 2, 3)) == {}, path.name
