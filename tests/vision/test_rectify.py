"""The tray from straight above, in millimetres and true colours."""

import cv2
import numpy as np

from vision.eye import Eye
from vision.profile import PieceColor, Profile, Tray
from vision.rectify import PX_PER_MM, flatten, rectify, tray_mask, view_half_mm, whiten
from vision.shades import shade, weigh

CORNERS = ((-60.0, 40.0), (60.0, 40.0), (60.0, -40.0), (-60.0, -40.0))


def camera():
    c, s = np.cos(np.radians(25)).item(), np.sin(np.radians(25)).item()
    return Eye(520.0, (319.5, 239.5), -0.08, 0.01, ((1.0, 0.0, 0.0), (0.0, -c, -s), (0.0, s, -c)), (0.0, -140.0, 300.0))


def profile():
    seen = tuple((float(x), float(y)) for x, y in camera().to_px([(*c, 0.0) for c in CORNERS]))
    return Profile("", (640, 480), camera(), (Tray(None, CORNERS, seen),), (2.0, 1.0, 0.5), 200.0, 10.0)


def picture_with(points_mm):
    picture = np.zeros((480, 640, 3), np.uint8)
    for x, y in camera().to_px([(*p, 0.0) for p in points_mm]):
        cv2.circle(picture, (round(float(x)), round(float(y))), 4, (255, 255, 255), -1)
    return picture


def test_flat_picture_shows_points_at_their_millimetres():
    points = [(-50.0, 30.0), (45.0, -25.0)]
    flat = flatten(picture_with(points), camera(), (80.0, 60.0))
    assert flat.shape == (360, 480, 3)
    count, _, _, middles = cv2.connectedComponentsWithStats((flat[..., 0] > 127).astype(np.uint8))
    seen = sorted((float(x) / PX_PER_MM - 80, 60 - float(y) / PX_PER_MM) for x, y in middles[1:count])
    assert np.abs(np.array(seen) - np.array(points)).max() < 0.7


def test_rectify_reaches_beyond_the_tray_and_balances_white():
    grey_as_seen = np.full((480, 640, 3), (50, 100, 200), np.uint8)
    flat = rectify(grey_as_seen, profile())
    assert view_half_mm(profile()) == (105.0, 85.0)
    assert flat.shape == (510, 630, 3)
    assert flat[255, 315].tolist() == [100, 100, 100]


def test_whiten_does_not_run_over():
    assert whiten(np.full((1, 1, 3), 200, np.uint8), (2.0, 1.0, 0.5)).tolist() == [[[255, 200, 100]]]


def test_tray_mask_covers_the_floor_at_any_size():
    mask = tray_mask(profile(), (320, 240))
    x, y = camera().to_px((0.0, 0.0, 0.0)) / 2
    assert mask[round(y), round(x)] == 255 and mask[2, 2] == 0


def test_shade_looks_at_the_piece_and_not_at_the_floor():
    empty = np.full((100, 100, 3), (40, 90, 40), np.uint8)
    picture = empty.copy()
    picture[45:55, 42:58] = (200, 60, 50)
    alone = np.full((100, 100, 3), (200, 60, 50), np.uint8)
    box = (35.0, 35.0, 30.0, 30.0)
    assert shade(picture, box, (1.0, 1.0, 1.0), empty) == shade(alone, box, (1.0, 1.0, 1.0))
    assert shade(picture, (300.0, 300.0, 10.0, 10.0), (1.0, 1.0, 1.0)) == (0.0, 0.0, 0.0)


def test_learnt_colours_decide_between_learnt_ones_and_never_against_others():
    words = ("blue", "purple", "brown")
    learnt = [PieceColor("meeple", "blue", (40.0, 5.0, -40.0)), PieceColor("meeple", "purple", (35.0, 30.0, -30.0))]
    unsure = np.array([0.48, 0.5, 0.02], np.float32)
    assert words[int(weigh(unsure, words, (41.0, 6.0, -38.0), learnt).argmax())] == "blue"
    brown = np.array([0.3, 0.2, 0.5], np.float32)
    for seen in ((40.0, 5.0, -40.0), (35.0, 30.0, -30.0), (30.0, 15.0, 20.0)):
        assert words[int(weigh(brown, words, seen, learnt).argmax())] == "brown"
    assert weigh(unsure, words, (41.0, 6.0, -38.0), []).tolist() == unsure.tolist()
