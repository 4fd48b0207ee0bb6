"""Boxes under one camera by tapped corners, with a camera whose place is known."""

import numpy as np
import pytest

from calibration import wizard
from calibration.boxes import box_at, overlap, scale
from companion.errors import CalibrationError
from vision.eye import Eye
from vision.profile import Profile

SIZE_MM = (150.0, 112.0)
TILT = np.radians(25)
ROWS = (
    (1.0, 0.0, 0.0),
    (0.0, -float(np.cos(TILT)), -float(np.sin(TILT))),
    (0.0, float(np.sin(TILT)), -float(np.cos(TILT))),
)
EYE = Eye(1000.0, (639.5, 479.5), -0.05, 0.0, ROWS, (0.0, -200.0, 430.0))


def floor(x, y, turn=0.0):
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    plan = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)]) * np.array(SIZE_MM) / 2
    return plan @ np.array([[c, s], [-s, c]]) + (x, y)


def tapped(corners_mm, eye=EYE, near_lift_mm=0.0):
    """Where somebody taps; ``near_lift_mm``: the near corners are hidden and tapped this high up the wall."""
    lift = np.array([0.0, 0.0, near_lift_mm, near_lift_mm])
    return [tuple(at) for at in eye.to_px(np.column_stack([corners_mm, lift]))]


def away(found, truth):
    return float(np.linalg.norm(found - truth, axis=1).max())


@pytest.mark.parametrize("place", [(-97, -78), (97, -78), (97, 78), (-97, 78, 4.0)])
def test_box_has_its_told_size_where_its_far_corners_are_though_walls_hide_the_near_ones(place):
    truth = floor(*place)
    corners = tapped(truth, near_lift_mm=22.0)
    assert away(box_at(EYE, corners, SIZE_MM), truth) < 2.0
    assert away(box_at(EYE, corners, None), truth) > 4.0  # what was tapped, taken as it is


def test_boxes_of_known_size_put_the_markers_scale_right():
    small = Eye(EYE.focal_px, EYE.middle_px, EYE.k1, EYE.k2, EYE.turn, tuple(0.97 * v for v in EYE.place_mm))
    corners = [tapped(floor(x, y)) for x, y in ((-97, 78), (97, 78))]
    assert scale(small, corners, SIZE_MM) == pytest.approx(1 / 0.97, abs=0.003)


def test_corners_of_something_else_are_refused_with_what_to_do():
    with pytest.raises(CalibrationError, match=r"measures about .* and not 100 × 100; tap its floor's corners again"):
        box_at(EYE, tapped(floor(0, 60)), (100.0, 100.0))


def measured():
    profile = Profile("", (1280, 960), EYE, (), (1.0, 1.0, 1.0), 200.0, 9.0)
    picture = np.full((960, 1280, 3), 90, np.uint8)
    return wizard.State("boxes", "", SIZE_MM, True, profile=profile, empty=picture)


def tap_all(state, corners):
    for at in corners:
        state = wizard.tap(state, at)
    return state


def test_each_fourth_tap_adds_a_box_for_the_next_seat():
    state = measured()
    for place in ((-97, 78), (97, 78), (97, -78), (-97, -78)):
        state = tap_all(state, tapped(floor(*place)))
    assert [tray.seat for tray in state.profile.trays] == [0, 1, 2, 3]
    assert state.says == ()
    done = wizard.end_boxes(state)
    assert done.step == "pieces"
    for tray, place in zip(done.profile.trays, ((-97, 78), (97, 78), (97, -78), (-97, -78)), strict=True):
        assert away(np.array(tray.corners_mm), floor(*place)) < 0.5


def test_box_in_a_box_and_a_fifth_one_are_refused_and_the_others_stay():
    state = tap_all(measured(), tapped(floor(-97, 78)))
    again = tap_all(state, tapped(floor(-80, 70)))
    assert len(again.profile.trays) == 1
    assert "lie in a box that is there already" in again.says[0]
    for place in ((97, 78), (97, -78), (-97, -78)):
        state = tap_all(state, tapped(floor(*place)))
    with pytest.raises(CalibrationError, match="Four trays are the most"):
        wizard.add_tray(state, tapped(floor(0, 200)), 4)


def test_removed_box_frees_its_seat():
    state = tap_all(tap_all(measured(), tapped(floor(-97, 78))), tapped(floor(97, 78)))
    state = tap_all(wizard.remove_tray(state, 0), tapped(floor(97, -78)))
    assert [tray.seat for tray in state.profile.trays] == [1, 0]
    assert len(state.boxes_px) == 2


def test_boxes_must_be_there_and_have_an_owner_each(tmp_path):
    with pytest.raises(CalibrationError, match="No box is measured yet; tap the four corners"):
        wizard.end_boxes(measured())
    with pytest.raises(CalibrationError, match="No box is measured yet"):
        wizard.finish(measured(), tmp_path / "profile.json")
    state = tap_all(tap_all(measured(), tapped(floor(-97, 78))), tapped(floor(97, 78)))
    with pytest.raises(CalibrationError, match="given to the same seat"):
        wizard.end_boxes(wizard.give_tray(state, 1, 0))


def test_overlap_is_about_shared_floor():
    a, b, c = (wizard.tray_at(EYE, floor(x, 0), None) for x in (0, 140, 170))
    assert overlap(a, b)
    assert not overlap(a, c)
