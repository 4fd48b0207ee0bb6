"""Calibration step by step, without a user interface: the terminal and the panel show what each step gives back.

``begin`` → ``look`` at live pictures as often as wanted → ``take_empty`` → with several boxes ``tap`` the corners of
each and ``end_boxes`` → ``take_pieces`` or not → ``finish``.
Each step takes a state and returns a new one with sentences to say and a picture to show.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import cv2
import numpy as np

from calibration import boxes, colors, corners, walls
from calibration.corners import Fit
from calibration.lens import Lens
from companion.errors import CalibrationError, text_of
from companion.words import say
from vision.eye import Eye, Points
from vision.picture import Image, check_picture
from vision.profile import Point, Profile, Tray
from vision.rectify import PX_PER_MM, rectify, view_half_mm

Step = Literal["empty", "boxes", "pieces", "report"]
MOST_TRAYS, MOST_SEATS = 4, 6
JPEG_QUALITY = 95
_GREEN, _YELLOW, _RED, _WHITE = (80, 220, 80), (40, 220, 250), (60, 60, 240), (255, 255, 255)


@dataclass(frozen=True, slots=True, eq=False)
class State:
    """Where calibration stands: the step that comes next, what was measured, what to say and what to show."""

    step: Step = "empty"
    camera: str = ""
    tray_mm: tuple[float, float] | None = None
    """Inner width and depth, if somebody measured them."""
    is_several: bool = False
    """Whether several boxes stand under the camera; then the markers lie around all of them."""
    taps: tuple[Point, ...] = ()
    """Corners of the tray floor that were tapped on the picture, far left first."""
    boxes_px: tuple[tuple[Point, ...], ...] = ()
    """The tapped corners of each of several boxes."""
    held: tuple[tuple[str, Any], ...] = ()
    """What the camera was held at when the picture of the empty tray was taken."""
    lens: Lens | None = None
    """The camera's lens, if it was measured with a board."""
    profile: Profile | None = None
    empty_jpeg: bytes = b""
    empty: Image | None = None
    says: tuple[str, ...] = ()
    show: Image | None = None
    is_ready: bool = False
    """Whether the last picture looked at would do."""


def begin(
    camera: str = "",
    tray_mm: tuple[float, float] | None = None,
    *,
    is_several: bool = False,
    lens: Lens | None = None,
) -> State:
    """The first state; ``tray_mm`` is the inner width and depth of the tray, or of each box, if known."""
    if tray_mm is not None and not all(walls.LEAST_MM <= side <= walls.MOST_MM for side in tray_mm):
        raise CalibrationError(
            say(
                "A tray of {size} mm cannot be; give its inner width and depth in millimetres, such as 200x140.",
                size=f"{tray_mm[0]:g} × {tray_mm[1]:g}",
            )
        )
    told = (
        say("Clear the boxes and lay the four markers around all of them.")
        if is_several
        else say("Clear the tray and lay the four markers around it.")
    )
    return State(camera=camera, tray_mm=tray_mm, is_several=is_several, lens=lens, says=(told,))


def hold(state: State, held: Mapping[str, Any]) -> State:
    """Remember what the camera is held at while its pictures are taken."""
    return replace(state, held=tuple(sorted(held.items())))


def retapped(state: State, taps: Sequence[Point]) -> State:
    """The same taps, in the pixels of another picture of the same view."""
    return replace(state, taps=tuple(taps))


def with_lens(state: State, lens: Lens | None) -> State:
    """Believe a lens that was measured with a board."""
    return replace(state, lens=lens)


def tap(state: State, at_px: Point) -> State:
    """Add a tapped corner of a tray floor; the fifth tap begins anew. Of several boxes each fourth tap adds one."""
    if state.step == "boxes":
        return _tap_box(state, at_px)
    if state.is_several:
        raise CalibrationError(say("Take the picture first; then tap the four corners of each box."))
    taps = (*state.taps, at_px) if len(state.taps) < 4 else (at_px,)
    return replace(state, taps=taps)


def look(state: State, picture: Image) -> State:
    """A live picture with the markers found, the tray's outline, and what should be better before it is taken."""
    picture = check_picture(picture)
    found = corners.find_markers(picture)
    meter = colors.measure(picture, found)
    shown = picture.copy()
    _draw_markers(shown, found)
    says = [meter.advice] if meter.advice else []
    fit, problem = _try_fit(state, picture, found)
    if fit is None:
        says.append(problem)
    elif state.tray_mm is not None and not state.is_several:
        _outline(shown, fit.eye.to_px(_with_height(_box(state.tray_mm))), _GREEN)
    for at in state.taps:
        cv2.circle(shown, (round(at[0]), round(at[1])), 6, _YELLOW, 2, cv2.LINE_AA)
    words = f"sharpness {meter.sharpness:.0f}   white {meter.exposure:.0f}/255"
    cv2.putText(shown, words, (12, shown.shape[0] - 14), cv2.FONT_HERSHEY_SIMPLEX, 0.6, _YELLOW, 2, cv2.LINE_AA)
    ready = fit is not None and not meter.advice
    if ready:
        says.append(say("This will do; take the picture."))
    return replace(state, says=tuple(says), show=shown, is_ready=ready)


def take_empty(state: State, picture: Image) -> State:
    """Measure everything from a picture of the empty tray."""
    picture = check_picture(picture)
    size = (picture.shape[1], picture.shape[0])
    found = corners.find_markers(picture)
    if not state.taps:
        corners.check_markers(picture, found)
    fit = _fit(state, picture, found)
    eye, tray_mm, says = (fit.eye, None, []) if state.is_several else _measure_tray(state, picture, fit)
    meter = colors.measure(picture, found)
    coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes()
    profile = Profile(
        state.camera,
        size,
        _rounded(eye),
        () if tray_mm is None else (tray_at(eye, _box(tray_mm), None),),
        colors.gains(colors.white(picture, found)),
        round(meter.exposure, 1),
        round(meter.sharpness, 2),
        hashlib.sha256(coded).hexdigest(),
        held=state.held,
    )
    says = [*says, *([meter.advice] if meter.advice else [])]
    measured = replace(state, profile=profile, empty_jpeg=coded, empty=picture, is_ready=True)
    if state.is_several:
        return _show_boxes(replace(measured, step="boxes", taps=()), *says)
    return replace(measured, step="pieces", tray_mm=tray_mm, says=tuple(says), show=report(profile, picture))


def add_tray(state: State, corners_px: Sequence[Point], seat: int | None) -> State:
    """One more tray under the same camera, by the corners of its floor in the picture, given to a seat."""
    profile = _measured(state)
    if len(profile.trays) >= MOST_TRAYS:
        raise CalibrationError(say("Four trays are the most one camera can watch; remove one first."))
    tray = tray_at(profile.eye, boxes.box_at(profile.eye, corners_px, state.tray_mm), seat)
    if any(boxes.overlap(tray, other) for other in profile.trays):
        raise CalibrationError(say("Those corners lie in a box that is there already; tap those of another one."))
    tapped = (*state.boxes_px, tuple(corners_px))
    return replace(state, boxes_px=tapped, profile=replace(profile, trays=(*profile.trays, tray)))


def give_tray(state: State, index: int, seat: int | None) -> State:
    """Give a tray to a seat, or to everybody."""
    profile = _measured(state)
    _check_tray(profile, index)
    trays = tuple(replace(t, seat=seat) if k == index else t for k, t in enumerate(profile.trays))
    given = replace(state, profile=replace(profile, trays=trays))
    return _show_boxes(given) if state.step == "boxes" else given


def remove_tray(state: State, index: int) -> State:
    """Forget a tray that was tapped wrongly."""
    profile = _measured(state)
    _check_tray(profile, index)
    left = profile.trays[:index] + profile.trays[index + 1 :]
    tapped = state.boxes_px[:index] + state.boxes_px[index + 1 :]
    return _show_boxes(replace(state, taps=(), boxes_px=tapped, profile=replace(profile, trays=left)))


def end_boxes(state: State) -> State:
    """All boxes are tapped: go on to the colours."""
    profile = _measured(state)
    seats = [tray.seat for tray in profile.trays if tray.seat is not None]
    if len(set(seats)) < len(seats):
        raise CalibrationError(say("Two boxes are given to the same seat; give each to another one."))
    if not profile.trays:
        raise CalibrationError(say("No box is measured yet; tap the four corners of each box's floor."))
    if state.tray_mm is not None:
        profile = _to_scale(profile, state.boxes_px, state.tray_mm)
    assert state.empty is not None
    return replace(state, step="pieces", profile=profile, taps=(), says=(), show=report(profile, state.empty))


def _to_scale(profile: Profile, boxes_px: Sequence[Sequence[Point]], size_mm: tuple[float, float]) -> Profile:
    """The profile in true millimetres: the boxes, whose size is told, are larger and surer than the markers."""
    eye = walls.scaled(profile.eye, boxes.scale(profile.eye, boxes_px, size_mm))
    placed = (boxes.box_at(eye, corners_px, size_mm) for corners_px in boxes_px)
    seats = (tray.seat for tray in profile.trays)
    trays = tuple(tray_at(eye, box, seat) for box, seat in zip(placed, seats, strict=True))
    return replace(profile, eye=_rounded(eye), trays=trays)


def _tap_box(state: State, at_px: Point) -> State:
    """One more corner of a box; the fourth one makes the box, given to the first seat that has none."""
    taps = (*state.taps, at_px)
    if len(taps) < 4:
        return _show_boxes(replace(state, taps=taps))
    given = [tray.seat for tray in _measured(state).trays]
    seat = next(seat for seat in range(MOST_TRAYS + 1) if seat not in given)
    try:
        added = add_tray(state, taps, seat)
    except CalibrationError as error:
        return _show_boxes(replace(state, taps=()), str(error))
    return _show_boxes(replace(added, taps=()))


def _show_boxes(state: State, *says: str) -> State:
    """The picture of the empty boxes with those that are tapped already, and what to tap next."""
    profile = _measured(state)
    assert state.empty is not None
    shown = state.empty.copy()
    for number, tray in enumerate(profile.trays):
        corners_px = np.asarray(tray.corners_px)
        _outline(shown, corners_px, _GREEN)
        x, y = corners_px.mean(axis=0)
        cv2.putText(shown, str(number + 1), (round(x) - 12, round(y) + 12), cv2.FONT_HERSHEY_SIMPLEX, 1.4, _GREEN, 3)
    for at in state.taps:
        cv2.circle(shown, (round(at[0]), round(at[1])), 6, _YELLOW, 2, cv2.LINE_AA)
    told = [say("Tap the four corners of the next box's floor, far left first; {n} are there.", n=len(profile.trays))]
    return replace(state, says=tuple([*says, *(told if len(profile.trays) < MOST_TRAYS else ())]), show=shown)


def _check_tray(profile: Profile, index: int) -> None:
    if not 0 <= index < len(profile.trays):
        raise CalibrationError(say("There is no tray {index}; tap one that is outlined.", index=index))


def take_pieces(state: State, picture: Image) -> State:
    """Learn this copy's colours from a picture of one meeple of each colour and one die."""
    profile = _measured(state)
    picture = check_picture(picture)
    profile.check((picture.shape[1], picture.shape[0]))
    assert state.empty is not None
    learnt = colors.learn(picture, state.empty, profile.gains)
    profile = replace(profile, colors=learnt)
    names = ", ".join(c.color or "a die" for c in learnt)
    told = say("Learnt the colours of {n} pieces: {names}.", n=len(learnt), names=names)
    return replace(state, step="report", profile=profile, says=(told,), show=report(profile, picture))


def finish(state: State, path: Path) -> Profile:
    """Write the profile and the picture of the empty tray beside it."""
    profile = _measured(state)
    if not profile.trays:
        raise CalibrationError(say("No box is measured yet; tap the four corners of each box's floor."))
    try:
        profile.save(path, state.empty_jpeg)
    except OSError as error:
        raise CalibrationError(
            say("{path} cannot be written ({error}); choose another place.", path=str(path), error=error.strerror)
        ) from error
    return profile


def report(profile: Profile, picture: Image) -> Image:
    """What the camera sees in millimetres: the floor from above with a grid of 2 cm, the trays and learnt colours."""
    flat = rectify(picture, profile)
    half = np.array(view_half_mm(profile))

    def at(mm: Any) -> Any:
        x, y = np.asarray(mm, float)
        return round((x + half[0]) * PX_PER_MM), round((half[1] - y) * PX_PER_MM)

    for mm in range(-600, 601, 20):
        strong = 2 if mm == 0 else 1
        cv2.line(flat, at((mm, -half[1])), at((mm, half[1])), _WHITE, strong, cv2.LINE_AA)
        cv2.line(flat, at((-half[0], mm)), at((half[0], mm)), _WHITE, strong, cv2.LINE_AA)
    for tray in profile.trays:
        _outline(flat, np.array([at(c) for c in tray.corners_mm]), _GREEN)
    for k, color in enumerate(profile.colors):
        lab = np.array([[color.lab]], np.float32)
        paint = (np.clip(cv2.cvtColor(lab, cv2.COLOR_LAB2BGR)[0, 0], 0, 1) * 255).tolist()
        cv2.rectangle(flat, (8 + 30 * k, 8), (32 + 30 * k, 32), paint, -1)
    return flat


# ---------------------------------------------------------------------------------------------- inside


def tray_at(eye: Eye, corners_mm: Points, seat: int | None) -> Tray:
    """A tray by the corners of its floor."""
    seen = eye.to_px(_with_height(corners_mm))
    mm = tuple((round(float(x), 2), round(float(y), 2)) for x, y in corners_mm)
    return Tray(seat, mm, tuple((round(float(x), 2), round(float(y), 2)) for x, y in seen))


def _measured(state: State) -> Profile:
    if state.profile is None:
        raise CalibrationError(say("Nothing is measured yet; take a picture of the empty tray first."))
    return state.profile


def _try_fit(state: State, picture: Image, found: dict[int, Points]) -> tuple[Fit | None, str]:
    try:
        if len(state.taps) < 4:
            corners.check_markers(picture, found)
        return _fit(state, picture, found), ""
    except CalibrationError as error:
        return None, text_of(error)


def _fit(state: State, picture: Image, found: dict[int, Points]) -> Fit:
    size = (picture.shape[1], picture.shape[0])
    if not state.taps:
        return corners.fit_markers(found, size, corners.trusted_corners(picture, found), lens=state.lens)
    if state.tray_mm is None:
        raise CalibrationError(
            say("With tapped corners the tray's inner size must be told; give it as --tray 200x140 (millimetres).")
        )
    return corners.fit_corners(state.taps, state.tray_mm, size, state.lens)


def _measure_tray(state: State, picture: Image, fit: Fit) -> tuple[Eye, tuple[float, float], list[str]]:
    """The camera in true millimetres, the tray's size and what to say about it."""
    if state.taps:
        assert state.tray_mm is not None
        return fit.eye, state.tray_mm, [say("Measured from the corners you tapped.")]
    if state.tray_mm is None:
        width, depth = walls.find_walls(picture, fit.eye)
        told = say("The tray measures {size} mm inside.", size=f"{width:.0f} × {depth:.0f}")
        return fit.eye, (round(width, 1), round(depth, 1)), [told]
    try:
        seen = walls.find_walls(picture, fit.eye)
    except CalibrationError:
        return fit.eye, state.tray_mm, [say("The walls are hard to see; the size you gave is taken as it is.")]
    scale = walls.scale_to(state.tray_mm, seen)
    says: list[str] = []
    if abs(scale - 1) > 0.03:
        says.append(
            say("The markers were printed at {share} of their size; that is taken into account.", share=f"{scale:.0%}")
        )
    return walls.scaled(fit.eye, scale), state.tray_mm, says


def _box(tray_mm: tuple[float, float]) -> Points:
    return np.asarray(np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)]) * np.array(tray_mm) / 2)


def _with_height(points_mm: Points) -> Points:
    return np.column_stack([points_mm, np.zeros(len(points_mm))])


def _rounded(eye: Eye) -> Eye:
    """The camera in the digits that matter: a file people can read."""
    rows = tuple((round(a, 8), round(b, 8), round(c, 8)) for a, b, c in eye.turn)
    x, y, z = (round(v, 4) for v in eye.place_mm)
    return Eye(
        round(eye.focal_px, 3),
        eye.middle_px,
        round(eye.k1, 6),
        round(eye.k2, 6),
        (rows[0], rows[1], rows[2]),
        (x, y, z),
    )


def _outline(picture: Image, points_px: Points, paint: tuple[int, int, int]) -> None:
    cv2.polylines(picture, [np.round(points_px).astype(np.int32)], True, paint, 2, cv2.LINE_AA)


def _draw_markers(picture: Image, found: dict[int, Points]) -> None:
    for number, points in found.items():
        _outline(picture, points, _RED)
        x, y = points.mean(axis=0)
        cv2.putText(picture, str(number), (round(x) - 8, round(y) + 8), cv2.FONT_HERSHEY_SIMPLEX, 0.8, _RED, 2)
