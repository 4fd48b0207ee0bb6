"""From a picture of the empty tray to where the camera hangs: four printed markers, or four tapped corners."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.cut import continue_behind_cut, find_cut_markers, seen_corners
from calibration.lens import Lens
from companion.errors import CalibrationError
from companion.words import say
from vision.eye import Eye, Points
from vision.picture import Image

MARKER_MM = 24.0
MARKERS_Z_MM = -1.0
"""Markers lie on the table, the tray's floor is this much higher."""
LEAST_MARKERS = 3
SIGNS: Mapping[int, tuple[int, int]] = {0: (-1, 1), 1: (1, 1), 2: (1, -1), 3: (-1, -1)}
"""On which side of the tray each marker lies: 0 far left, then clockwise."""
FOCALS = (0.83, 0.62, 1.2)
"""Focal lengths to begin with, in widths of the picture: usual, wide and narrow lenses."""
GOOD_PX = 0.4
ROUGH_PX = 1.5
WORST_PX = 8.0
"""A fit worse than this (for a picture 1000 wide) means that markers were not laid out as they should be."""

_Vector = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Fit:
    """A camera that explains the picture, and how far (root mean square, in pixels) the picture is from it."""

    eye: Eye
    off_px: float
    markers_mm: tuple[float, float] = (0.0, 0.0)
    """Where marker 1 lies; the others are its mirror images."""


# ---------------------------------------------------------------------------------------------- finding markers


def find_markers(picture: Image) -> dict[int, Points]:
    """Our markers in the picture: number -> its four corners in pixels (clockwise on the print, top left first)."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    found = _detect(grey)
    if len(found) < 4:
        # Small or pale markers come out when the picture is enlarged and its contrast stretched.
        large = cv2.resize(grey, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
        clear = cv2.createCLAHE(3.0, (8, 8)).apply(large)
        for number, corners in _detect(clear).items():
            found.setdefault(number, (corners + 0.5) / 2 - 0.5)
    plain = np.asarray(grey, np.uint8)
    whole = {number: continue_behind_cut(plain, number, corners) for number, corners in found.items()}
    missing = tuple(number for number in SIGNS if number not in found)
    return {**find_cut_markers(plain, missing, tuple(found.values())), **whole}


def _detect(grey: Any) -> dict[int, Points]:
    rules = cv2.aruco.DetectorParameters()
    rules.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    rules.minMarkerPerimeterRate = 0.02
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, numbers, _ = cv2.aruco.ArucoDetector(book, rules).detectMarkers(grey)
    if numbers is None:
        return {}
    pairs = zip(np.ravel(numbers).tolist(), corners, strict=True)
    return {int(n): np.asarray(c, float).reshape(4, 2) for n, c in pairs if n in SIGNS}


def trusted_corners(picture: Image, found: Mapping[int, Points]) -> dict[int, NDArray[np.bool_]]:
    """For each marker which corners are really seen, rather than continued behind a wall or the picture's edge."""
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    return {number: seen_corners(grey, corners) for number, corners in found.items()}


def paper_around(picture: Image, corners: Points) -> Points:
    """The colours (4 sides × 15 points × BGR) just beyond each edge of a marker, where its paper should be."""
    unit = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    onto = cv2.getPerspectiveTransform(unit, corners.astype(np.float32))
    run, out = np.linspace(0.08, 0.92, 15), np.full(15, -0.08)
    sides = np.stack([np.stack(s, -1) for s in ((run, out), (1 - out, run), (1 - run, 1 - out), (out, 1 - run))])
    at = cv2.perspectiveTransform(sides.reshape(-1, 1, 2).astype(np.float32), onto).reshape(4, 15, 2)
    return np.asarray(cv2.remap(picture, at[..., 0], at[..., 1], cv2.INTER_LINEAR), float)


def check_markers(picture: Image, found: Mapping[int, Points]) -> None:
    """Refuse, with a sentence, a picture that shows too little to measure from."""
    if len(found) >= LEAST_MARKERS:
        return
    if float(np.percentile(picture, 99)) < 30:
        raise CalibrationError(
            say("The picture is black; take the cap off the lens, switch the lamp on and take it again.")
        )
    if len(_detect(cv2.flip(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), 1))) > len(found):
        raise CalibrationError(
            say(
                "The markers are mirrored; switch off the camera's mirror picture, or print the sheet again unmirrored."
            )
        )
    if not found:
        raise CalibrationError(
            say(
                "No marker is in the picture; lay the four printed markers around the tray, whole and in the light, "
                "or give its four corners."
            )
        )
    seen = ", ".join(str(n) for n in sorted(found))
    missing = ", ".join(str(n) for n in SIGNS if n not in found)
    raise CalibrationError(
        say(
            "Only marker {seen} is seen and at least three are needed; move {missing} into the picture, clear of the "
            "walls, or give the tray's four corners.",
            seen=seen,
            missing=missing,
        )
    )


# ---------------------------------------------------------------------------------------------- fitting


def fit_markers(
    found: Mapping[int, Points],
    size_px: tuple[int, int],
    trusted: Mapping[int, NDArray[np.bool_]] | None = None,
    side_mm: float = MARKER_MM,
    lens: Lens | None = None,
) -> Fit:
    """The camera that sees these markers so, their middle being the middle of the tray.

    ``trusted`` says which corners of a marker are really seen; without a word about a marker all of its corners are.
    ``lens`` was measured with a board and is believed.
    """
    best: Fit | None = None
    known = _known(size_px, lens)
    for focal in FOCALS if lens is None else (lens.focal_px / size_px[0],):
        fit = _fit_from(found, trusted or {}, known, side_mm, focal * size_px[0])
        if fit is not None and (best is None or fit.off_px < best.off_px):
            best = fit
        if best is not None and best.off_px < GOOD_PX * size_px[0] / 1000:
            break
    if best is None or best.off_px > WORST_PX * size_px[0] / 1000:
        raise CalibrationError(
            say(
                "The markers do not lie as they should: flat on the table, mirror images of each other around the "
                "tray, 0 at the far left and then 1, 2, 3 clockwise; lay them anew and take another picture."
            )
        )
    return best


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known of a lens before looking: its middle, its usual values (focal length, k1, k2), and how surely."""

    size_px: tuple[int, int]
    middle_px: tuple[float, float]
    usual: _Vector
    spread: _Vector


def _known(size_px: tuple[int, int], lens: Lens | None, spread: tuple[float, ...] = (0.25, 0.06, 0.02)) -> _Known:
    if lens is None:
        middle = ((size_px[0] - 1) / 2, (size_px[1] - 1) / 2)
        return _Known(size_px, middle, np.array([np.log(0.83 * size_px[0]), -0.05, 0.0]), np.array(spread))
    return _Known(
        size_px, lens.middle_px, np.array([np.log(lens.focal_px), lens.k1, lens.k2]), np.array([5e-4, 1e-3, 1e-3])
    )


def _fit_from(
    found: Mapping[int, Points],
    trusted: Mapping[int, NDArray[np.bool_]],
    known: _Known,
    side_mm: float,
    focal: float,
) -> Fit | None:
    """The best fit from one guess of the focal length; None if the markers lie in a wrong order."""
    size_px = known.size_px
    begin = _first_guess(found, size_px, side_mm, focal)
    if begin is None:
        return None
    numbers = sorted(found)
    seen = np.concatenate([found[n] for n in numbers])
    trust = np.concatenate([trusted.get(n, np.ones(4, bool)) for n in numbers])[:, None] / 0.3

    def away(values: _Vector) -> _Vector:
        eye = _eye(values, known.middle_px)
        off = ((eye.to_px(_marker_corners(values, numbers, side_mm)) - seen) * trust).ravel()
        turns = values[11 : 11 + len(numbers)]
        beside = (turns - np.round(turns / (np.pi / 2)) * (np.pi / 2)) / np.radians(2)
        shifts = values[11 + len(numbers) :] / 1.5
        return np.concatenate([off, (values[6:9] - known.usual) / known.spread, beside, shifts])

    # Rigid first: markers laid with care give the lens away. Then each may lie a little beside its place.
    rigid = np.arange(len(begin)) < 11 + len(numbers)
    values = _descend(away, begin, rigid)
    off_px = _rms(away(values), trust)
    if off_px > ROUGH_PX * size_px[0] / 1000:
        values = _descend(away, values, np.ones(len(begin), bool))
        off_px = _rms(away(values), trust)
    return Fit(_eye(values, known.middle_px), off_px, (float(values[9]), float(values[10])))


def _rms(off: _Vector, trust: _Vector) -> float:
    return float(np.sqrt(np.sum((off[: 2 * len(trust)] * 0.3) ** 2) / max(1, 2 * int(np.count_nonzero(trust)))))


def _marker_corners(values: _Vector, numbers: Sequence[int], side_mm: float) -> Points:
    """Where the corners of the markers are: values 9, 10 = place of marker 1, then their turns, then their shifts."""
    count = len(numbers)
    square = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)]) * side_mm / 2
    corners = []
    for k, number in enumerate(numbers):
        c, s = np.cos(values[11 + k]), np.sin(values[11 + k])
        at = np.array(SIGNS[number]) * values[9:11] + values[11 + count + 2 * k : 13 + count + 2 * k]
        flat = square @ np.array([[c, s], [-s, c]]) + at
        corners.append(np.column_stack([flat, np.full(4, MARKERS_Z_MM)]))
    return np.concatenate(corners)


def _eye(values: _Vector, middle_px: tuple[float, float]) -> Eye:
    """The camera written as numbers: turn (3), place (3), logarithm of the focal length, k1, k2."""
    turn = np.asarray(cv2.Rodrigues(values[:3])[0])
    rows = tuple((float(r[0]), float(r[1]), float(r[2])) for r in turn)
    x, y, z = (float(v) for v in values[3:6])
    return Eye(
        float(np.exp(values[6])), middle_px, float(values[7]), float(values[8]), (rows[0], rows[1], rows[2]), (x, y, z)
    )


def _first_guess(found: Mapping[int, Points], size_px: tuple[int, int], side_mm: float, focal: float) -> _Vector | None:
    """Numbers to begin with: the largest marker tells the camera's place, the others where they lie beside it."""
    numbers = sorted(found)
    largest = max(numbers, key=lambda n: abs(cv2.contourArea(found[n].astype(np.float32))))
    turn, place = _pose_over(found[largest], size_px, side_mm, focal)
    alone = _as_eye(turn, place, size_px, focal)
    flat = {n: alone.to_mm(found[n]) for n in numbers}
    middles = {n: flat[n].mean(axis=0) for n in numbers}
    across = sum((middles[b] - middles[a] for a, b in ((0, 1), (3, 2)) if a in middles and b in middles), np.zeros(2))
    away = sum((middles[b] - middles[a] for a, b in ((3, 0), (2, 1)) if a in middles and b in middles), np.zeros(2))
    if across[0] * away[1] - across[1] * away[0] <= 0:
        return None
    # Each direction tells the turn of the plane; together they are surer.
    ahead = across / np.linalg.norm(across) + np.array([away[1], -away[0]]) / np.linalg.norm(away)
    angle = float(np.arctan2(ahead[1], ahead[0]))
    back = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    diagonals = [(middles[a] + middles[b]) / 2 for a, b in ((0, 2), (1, 3)) if a in middles and b in middles]
    middle = np.mean(diagonals, axis=0)
    laid = {n: (flat[n] - middle) @ back.T for n in numbers}
    reach = np.mean([np.abs(laid[n].mean(axis=0)) for n in numbers], axis=0)
    turns = [float(np.arctan2(*(laid[n][1] - laid[n][0])[::-1])) for n in numbers]
    whole = np.eye(3)
    whole[:2, :2] = back
    eye_at = whole @ (place - np.array([*middle, 0.0])) + np.array([0, 0, MARKERS_Z_MM])
    spin = cv2.Rodrigues(turn @ whole.T)[0].ravel()
    return np.concatenate([spin, eye_at, [np.log(focal), -0.05, 0.0], reach, turns, np.zeros(2 * len(numbers))])


def _pose_over(corners: Points, size_px: tuple[int, int], side_mm: float, focal: float) -> tuple[Points, Points]:
    """Turn and place of the camera in the world of one marker."""
    square = np.array([(-1, 1, 0), (1, 1, 0), (1, -1, 0), (-1, -1, 0)]) * side_mm / 2
    lens = np.array([[focal, 0, (size_px[0] - 1) / 2], [0, focal, (size_px[1] - 1) / 2], [0, 0, 1]])
    _, spin, shift = cv2.solvePnP(square, corners, lens, np.zeros(5), flags=cv2.SOLVEPNP_IPPE_SQUARE)
    turn = np.asarray(cv2.Rodrigues(spin)[0], float)
    return turn, np.asarray(-turn.T @ np.ravel(shift), float)


def _as_eye(turn: Points, place: Points, size_px: tuple[int, int], focal: float) -> Eye:
    values = np.concatenate([cv2.Rodrigues(turn)[0].ravel(), place, [np.log(focal), -0.05, 0.0]])
    return _eye(values, ((size_px[0] - 1) / 2, (size_px[1] - 1) / 2))


def fit_corners(
    corners_px: Sequence[tuple[float, float]],
    tray_mm: tuple[float, float],
    size_px: tuple[int, int],
    lens: Lens | None = None,
) -> Fit:
    """The camera that sees the four inner corners of the tray floor at these pixels; the first is the far left one."""
    taps = clockwise(corners_px)
    half = np.array(tray_mm) / 2
    truth = np.column_stack([np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)]) * half, np.zeros(4)])
    known = _known(size_px, lens, (0.2, 0.03, 0.01))

    def away(values: _Vector) -> _Vector:
        off = (_eye(values, known.middle_px).to_px(truth) - taps).ravel() / 1.5
        return np.concatenate([off, (values[6:9] - known.usual) / known.spread])

    fits = []
    for focal in FOCALS if lens is None else (lens.focal_px / size_px[0],):
        matrix = np.array(
            [[focal * size_px[0], 0, (size_px[0] - 1) / 2], [0, focal * size_px[0], (size_px[1] - 1) / 2], [0, 0, 1]]
        )
        _, spin, shift = cv2.solvePnP(truth, taps, matrix, np.zeros(5), flags=cv2.SOLVEPNP_IPPE)
        turn = np.asarray(cv2.Rodrigues(spin)[0])
        begin = np.concatenate([np.ravel(spin), -turn.T @ np.ravel(shift), [np.log(focal * size_px[0]), -0.05, 0.0]])
        values = _descend(away, begin, np.ones(9, bool))
        fits.append(Fit(_eye(values, known.middle_px), float(np.sqrt(np.mean((away(values)[:8] * 1.5) ** 2)))))
    best = min(fits, key=lambda f: f.off_px)
    if best.off_px > 4 * WORST_PX * size_px[0] / 1000 or best.eye.place_mm[2] < 0:
        raise CalibrationError(
            say("Those four corners are not those of a tray of this size; tap the floor's corners, far left first.")
        )
    return best


def clockwise(corners_px: Sequence[tuple[float, float]]) -> Points:
    """Four points in clockwise order as seen, beginning with the one given first; refused if they span nothing."""
    points = np.asarray(corners_px, float)
    if points.shape != (4, 2):
        raise CalibrationError(say("Four corners are needed; tap each corner of the tray floor once, far left first."))
    out = points - points.mean(axis=0)
    order = np.argsort(np.arctan2(out[:, 1], out[:, 0]))
    first = int(np.flatnonzero(order == 0)[0])
    ring = points[np.roll(order, -first)]
    steps = np.roll(ring, -1, axis=0) - ring
    after = np.roll(steps, -1, axis=0)
    if (steps[:, 0] * after[:, 1] - steps[:, 1] * after[:, 0]).min() < 50:
        raise CalibrationError(say("Those corners span no tray; tap each corner of the tray floor once."))
    return np.asarray(ring)


def _descend(away: Callable[[_Vector], _Vector], begin: _Vector, free: NDArray[np.bool_]) -> _Vector:
    """Least squares by damped steps (Levenberg-Marquardt), far-off points counting less (Huber)."""
    values, damp = begin.copy(), 1e-3
    steps = np.flatnonzero(free)

    def cost(off: _Vector) -> float:
        size = np.abs(off)
        return float(np.where(size < 2.5, size**2, 5 * size - 6.25).sum())

    off = away(values)
    for _ in range(60):
        slope = np.empty((len(off), len(steps)))
        for column, k in enumerate(steps):
            nudge = values.copy()
            size = 1e-6 * max(1.0, abs(values[k]))
            nudge[k] += size
            slope[:, column] = (away(nudge) - off) / size
        weight = np.minimum(1.0, 2.5 / np.maximum(np.abs(off), 1e-9))
        pull, curve = slope.T @ (weight * off), slope.T @ (weight[:, None] * slope)
        improved = False
        for _ in range(8):
            trial = values.copy()
            trial[steps] -= np.linalg.solve(curve + damp * np.diag(np.diag(curve) + 1e-9), pull)
            trial_off = away(trial)
            if np.isfinite(trial_off).all() and cost(trial_off) < cost(off):
                gain = cost(off) - cost(trial_off)
                values, off, damp, improved = trial, trial_off, damp / 5, gain > 1e-4
                break
            damp *= 6
        if not improved:
            break
    return values
