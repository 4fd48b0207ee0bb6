"""A hand that reaches into the tray: drawn once as a relief of rounded limbs, then laid into each picture."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.simulated.scene import Points, Scene

PX_MM = 2.5
WIDE_MM, BEFORE_MM, BEHIND_MM = 140.0, 110.0, 420.0
"""The sheet the hand is drawn on: its width, and how far it reaches before and behind the middle of the palm."""
SKIN = (128.0, 164.0, 214.0)
SLEEVE = (112.0, 84.0, 62.0)
_SLEEVE_FROM = -128.0
_WRIST_MM = 70.0
_SCALE = 0.82

Box = tuple[int, int, int, int]
Picture = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Limb:
    """A rounded limb from one point to another (mm; x across, y towards the finger tips), thick at both ends."""

    start: tuple[float, float]
    end: tuple[float, float]
    radii: tuple[float, float]
    lift: float = 0.0


_ARM = (
    Limb((4, -430), (2, -66), (37, 24)),
    Limb((-1, -50), (0, 6), (25, 27)),
    Limb((-15, -20), (-20, 24), (23, 19)),
    Limb((15, -20), (19, 22), (23, 19)),
    Limb((-6, 4), (-9, 30), (24, 19)),
    Limb((6, 4), (9, 30), (24, 19)),
)
_OPEN = (
    Limb((-29, 22), (-45, 78), (10, 7.5)),
    Limb((-10, 30), (-16, 96), (10.5, 8)),
    Limb((10, 30), (13, 93), (10.5, 8)),
    Limb((28, 24), (40, 72), (9.5, 7)),
    Limb((-26, -18), (-58, 26), (13, 9)),
)
_CLOSED = (
    Limb((-28, 20), (-27, 46), (11, 10), 6),
    Limb((-10, 26), (-9, 54), (11.5, 10.5), 8),
    Limb((9, 26), (9, 52), (11.5, 10.5), 8),
    Limb((27, 20), (25, 43), (10.5, 9), 6),
    Limb((-30, -14), (-34, 30), (13, 9.5), 4),
)


@dataclass(frozen=True, slots=True)
class Pose:
    """Where the middle of the palm is (mm), which way the fingers point (degrees from y) and whether it is open."""

    x: float
    y: float
    z: float
    turn: float = 0.0
    is_open: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """The drawn hand: its colours on black, and how much of what lies beneath shows through (255 = all)."""

    color: NDArray[np.uint8]
    through: NDArray[np.uint8]
    """In three equal channels, so that one call multiplies a colour picture with it."""


@cache
def sheet(is_open: bool, brightness: float) -> Sheet:
    """The hand drawn on its sheet, lit from the upper left."""
    height_px, width_px = int((BEFORE_MM + BEHIND_MM) * PX_MM), int(WIDE_MM * PX_MM)
    x = np.asarray(((np.arange(width_px) + 0.5)[None, :] / PX_MM - WIDE_MM / 2) / _SCALE, np.float64)
    y = np.asarray((BEFORE_MM - (np.arange(height_px) + 0.5)[:, None] / PX_MM) / _SCALE, np.float64)
    relief = np.full((height_px, width_px), -1.0)
    for limb in (*_ARM, *(_OPEN if is_open else _CLOSED)):
        rows = (y[:, 0] > limb.start[1] - 45) & (y[:, 0] < limb.end[1] + 20)
        relief[rows] = np.maximum(relief[rows], _relief(limb, x, y[rows]))
    cloth = (y < _SLEEVE_FROM + 6 * np.sin(x / 11)) & (relief > 0)
    relief = np.where(cloth, relief + 5, relief)
    alpha = np.clip((relief + 0.2) * 1.5, 0, 1)[..., None]
    color = _paint(x, y, cloth) * (0.34 + 0.74 * _lit(relief))[..., None] * brightness
    through = np.repeat(np.round(255 * (1 - alpha)), 3, axis=2)
    return Sheet(np.clip(color * alpha, 0, 255).astype(np.uint8), through.astype(np.uint8))


def _lit(relief: Points) -> Points:
    smooth = cv2.GaussianBlur(np.maximum(relief, 0) * 0.8, (0, 0), 4.0)
    slope_x, slope_y = np.gradient(smooth, axis=1) * PX_MM, -np.gradient(smooth, axis=0) * PX_MM
    length = np.sqrt(slope_x**2 + slope_y**2 + 1)
    return np.asarray(np.clip((0.42 * slope_x - 0.46 * slope_y + 0.78) / length, 0.05, None))


def _paint(x: Points, y: Points, cloth: NDArray[np.bool_]) -> Points:
    """Skin that reddens towards the finger tips, and a sleeve with folds."""
    folds = 1 + 0.05 * np.sin(y / 9 + 2 * np.sin(x / 17))
    warm = np.clip((y - 40) / 60, 0, 1)[..., None] * np.array([-12.0, -10.0, 4.0])
    return np.asarray(np.where(cloth[..., None], np.array(SLEEVE) * folds[..., None], np.array(SKIN) + warm))


def _relief(limb: Limb, x: Points, y: Points) -> Points:
    """How high a limb stands over the sheet at each point; below zero beside it."""
    (x0, y0), (x1, y1) = limb.start, limb.end
    dx, dy = x1 - x0, y1 - y0
    along = np.clip(((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy), 0, 1)
    radius = limb.radii[0] + (limb.radii[1] - limb.radii[0]) * along
    off = np.hypot(x - x0 - along * dx, y - y0 - along * dy)
    inside = np.sqrt(np.maximum(radius**2 - off**2, 0)) + limb.lift
    return np.asarray(np.where(off < radius, inside, radius - off))


def lay(picture: Picture, scene: Scene, pose: Pose) -> None:
    """Draw the hand and its soft shadow over the picture; nothing is nearer to the camera than a hand."""
    drawn = sheet(pose.is_open, scene.lamp.ambient * 0.8 + scene.lamp.direct * 0.9)
    marks = _marks(pose)
    lamp = np.array(scene.lamp.at)
    fallen = marks + (marks - lamp) * (marks[:, 2:] / (lamp[2] - marks[:, 2:]))
    _lay_shadow(picture, drawn, _map(scene.project(fallen)))
    _lay_body(picture, drawn, _map(scene.project(marks)))


def _lay_shadow(picture: Picture, drawn: Sheet, way: Points) -> None:
    box = _box(picture, way, drawn, 24)
    if box is None:
        return
    left, top, right, bottom = box
    # A quarter of the resolution is plenty for something so soft.
    small = (max(1, (right - left) // 4), max(1, (bottom - top) // 4))
    quarter = (way - np.array([[0, 0, left], [0, 0, top]])) / 4
    light = cv2.blur(cv2.warpAffine(drawn.through, quarter, small, borderValue=(255, 255, 255)), (9, 9))
    light = cv2.addWeighted(light, 0.42, light, 0.0, 255 * 0.58)
    light = cv2.resize(light, (right - left, bottom - top), interpolation=cv2.INTER_LINEAR)
    patch = picture[top:bottom, left:right]
    cv2.multiply(patch, light, patch, 1 / 255)


def _lay_body(picture: Picture, drawn: Sheet, way: Points) -> None:
    box = _box(picture, way, drawn, 2)
    if box is None:
        return
    left, top, right, bottom = box
    size, here = (right - left, bottom - top), way - np.array([[0, 0, left], [0, 0, top]])
    through = cv2.warpAffine(drawn.through, here, size, borderValue=(255, 255, 255))
    color = cv2.warpAffine(drawn.color, here, size)
    patch = picture[top:bottom, left:right]
    cv2.multiply(patch, through, patch, 1 / 255)
    cv2.add(patch, color, patch)


def _marks(pose: Pose) -> Points:
    """Before left, before right and wrist left of the sheet in the world; the elbow may be behind the eye."""
    turn = np.radians(pose.turn)
    ahead = np.array([-np.sin(turn), np.cos(turn), 0.0])
    side = np.array([np.cos(turn), np.sin(turn), 0.0]) * WIDE_MM / 2
    palm = np.array([pose.x, pose.y, pose.z])
    front = ahead * BEFORE_MM
    return np.array([palm - side + front, palm + side + front, palm - side - ahead * _WRIST_MM])


def _map(seen: Points) -> Points:
    """The affine way from the sheet to the picture."""
    wrist = (BEFORE_MM + _WRIST_MM) * PX_MM
    source = np.array([[0, 0], [WIDE_MM * PX_MM, 0], [0, wrist]], np.float32)
    return np.asarray(cv2.getAffineTransform(source, seen.astype(np.float32)), np.float64)


def _box(picture: Picture, way: Points, drawn: Sheet, room: int) -> Box | None:
    """The part of the picture that the sheet covers, and some room."""
    height, width = drawn.through.shape[:2]
    seen = np.array([[0, 0, 1], [width, 0, 1], [0, height, 1], [width, height, 1.0]]) @ way.T
    rows, columns = picture.shape[:2]
    left, top = (max(0, int(v) - room) for v in seen.min(axis=0))
    right, bottom = (min(limit, int(v) + room) for v, limit in zip(seen.max(axis=0), (columns, rows), strict=True))
    return (left, top, right, bottom) if right - left > 3 and bottom - top > 3 else None
