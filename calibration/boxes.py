"""One of several boxes under a camera, by the corners of its floor that somebody tapped."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from calibration.corners import clockwise
from companion.errors import CalibrationError
from companion.words import say
from vision.eye import Eye, Points
from vision.profile import Point, Tray

WALL_MM = 30.0
"""How high walls usually are: what stands between camera and floor hides some of it."""
SEEN_MM = 1.5
"""A corner that is hidden by this much counts half; it was tapped where the wall ends, not where the floor does."""
WELL_SEEN = 0.4
UNLIKE = 0.12


def box_at(eye: Eye, corners_px: Sequence[Point], size_mm: tuple[float, float] | None) -> Points:
    """The corners of a box's floor in millimetres, far left first; with its size told it has exactly that."""
    seen = eye.to_mm(clockwise(corners_px))
    if size_mm is None:
        return seen
    weights = _weights(eye, seen)
    _check_size(eye, seen, size_mm)
    half = np.array(size_mm) / 2
    plan = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)]) * half
    # The best turn and shift of the plan (Procrustes), counting what was really seen.
    share = weights / weights.sum()
    from_middle, to_middle = share @ plan, share @ seen
    cross = (plan - from_middle).T @ ((seen - to_middle) * share[:, None])
    angle = np.arctan2(cross[0, 1] - cross[1, 0], cross[0, 0] + cross[1, 1])
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    return np.asarray((plan - from_middle) @ turn + to_middle)


def _weights(eye: Eye, seen: Points) -> Points:
    """How much each corner counts: less if one of its walls stands between it and the camera."""
    after = np.roll(seen, -1, axis=0)
    middles, along = (seen + after) / 2, after - seen
    out = np.column_stack([-along[:, 1], along[:, 0]]) / np.linalg.norm(along, axis=1, keepdims=True)
    beyond_mm = np.maximum(0, ((np.asarray(eye.place_mm[:2]) - middles) * out).sum(axis=1))
    hidden_mm = WALL_MM * beyond_mm / max(1.0, eye.place_mm[2])
    edges = 1 / (1 + (hidden_mm / SEEN_MM) ** 2)
    return np.asarray(edges * np.roll(edges, 1))


def scale(eye: Eye, boxes_px: Sequence[Sequence[Point]], size_mm: tuple[float, float]) -> float:
    """By how much true millimetres differ from the markers' ones, from the well-seen sides of boxes of known size."""
    ratios = [ratio for corners_px in boxes_px for ratio in _ratios(eye, eye.to_mm(clockwise(corners_px)), size_mm)]
    return 1 / float(np.median(ratios)) if ratios else 1.0


def _ratios(eye: Eye, seen: Points, size_mm: tuple[float, float]) -> list[float]:
    """Seen by told length of each side whose both corners are well seen."""
    weights = _weights(eye, seen)
    sides = np.linalg.norm(np.roll(seen, -1, axis=0) - seen, axis=1)
    both = np.minimum(weights, np.roll(weights, -1)) > WELL_SEEN
    told = np.array([size_mm[0], size_mm[1], size_mm[0], size_mm[1]])
    return [float(v) for v in (sides / told)[both]]


def _check_size(eye: Eye, seen: Points, size_mm: tuple[float, float]) -> None:
    """Refuse corners whose well-seen sides have another length than told."""
    if any(abs(ratio - 1) > UNLIKE for ratio in _ratios(eye, seen, size_mm)):
        sides = np.linalg.norm(np.roll(seen, -1, axis=0) - seen, axis=1)
        raise CalibrationError(
            say(
                "The box you tapped measures about {seen} mm and not {told}; tap its floor's corners again, far left "
                "first, or give its inner size.",
                seen=f"{(sides[0] + sides[2]) / 2:.0f} × {(sides[1] + sides[3]) / 2:.0f}",
                told=f"{size_mm[0]:.0f} × {size_mm[1]:.0f}",
            )
        )


def overlap(a: Tray, b: Tray) -> bool:
    """Whether two boxes share a piece of floor."""
    first, second = (np.asarray(tray.corners_mm, np.float32) for tray in (a, b))
    area, _ = cv2.intersectConvexConvex(first, second)
    return float(area) > 1.0
