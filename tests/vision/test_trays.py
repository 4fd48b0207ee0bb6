"""The part of the picture that belongs to one of several trays."""

import numpy as np
import pytest

from calibration import wizard
from companion.model import Observation, Piece
from vision.eye import Eye
from vision.frame import Frame
from vision.profile import Profile
from vision.trays import parts

SIZE = (640, 480)
ABOVE = Eye(500.0, (319.5, 239.5), 0.0, 0.0, ((1, 0, 0), (0, -1, 0), (0, 0, -1)), (0.0, 0.0, 400.0))
"""Straight above, 1.25 pixels per millimetre on the floor."""


def tray(x, seat):
    corners = np.array([(x - 60, 50), (x + 60, 50), (x + 60, -50), (x - 60, -50)], float)
    return wizard.tray_at(ABOVE, corners, seat)


@pytest.fixture
def profile():
    return Profile("", SIZE, ABOVE, (tray(-80, 0), tray(80, 1)), (1.0, 1.0, 1.0), 200.0, 9.0)


@pytest.fixture
def empty():
    return np.full((480, 640, 3), 100, np.uint8)


def test_what_goes_on_in_the_other_tray_is_covered_with_its_emptiness(profile, empty):
    left, right = parts(profile, empty)
    busy = empty.copy()
    busy[:, 330:] = 255  # a hand over the whole right half
    cut = left.cut(Frame(busy, 5, 7))
    assert (cut.taken_ns, cut.number, cut.image.shape[:2]) == (5, 7, left.size_px[::-1])
    assert np.abs(cut.image.astype(int) - 100).max() <= 40
    assert (right.cut(Frame(busy, 5, 7)).image == 255).mean() > 0.8


def test_cover_has_the_light_of_the_moment(profile, empty):
    left, _ = parts(profile, empty)
    dim = (empty * 0.8).astype(np.uint8)
    dim[:, 340:] = 255
    assert np.abs(left.cut(Frame(dim, 0, 0)).image.astype(int) - 80).max() <= 2


def test_a_part_knows_millimetres_as_the_whole_does(profile, empty):
    for index, part in enumerate(parts(profile, empty)):
        own = part.profile(profile)
        assert own.size_px == part.size_px
        assert own.identity == profile.identity
        at = own.to_mm((40.0, 50.0))
        assert at == pytest.approx(profile.to_mm((40.0 + part.left, 50.0 + part.top)))
        assert own.trays[0].corners_mm == profile.trays[index].corners_mm


def test_pieces_go_back_to_their_place_in_the_whole_picture_and_to_their_seat(profile, empty):
    _, right = parts(profile, empty)
    seen = right.back(Observation((Piece("d6", "3", box_px=(10.0, 20.0, 30.0, 30.0)),)), 1)
    assert seen.seat == 1
    assert seen.pieces[0].box_px == (10.0 + right.left, 20.0 + right.top, 30.0, 30.0)


def test_outline_holds_the_tray_and_ends_before_the_other(profile, empty):
    left, right = (np.array(part.outline_px) for part in parts(profile, empty))
    assert left[:, 0].max() <= right[:, 0].min() + 8
    corners = np.array(profile.trays[0].corners_px)
    assert (left.min(axis=0) <= corners.min(axis=0)).all() and (left.max(axis=0) >= corners.max(axis=0)).all()
