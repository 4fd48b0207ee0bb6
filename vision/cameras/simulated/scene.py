"""What stands on the simulated table: tray, camera and lamp, and where a point of it appears in the picture.

World: millimetres, origin in the middle of the tray floor, x to the right, y away from the viewer, z up.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

MARKER_MM = 24.0
PAPER_MM = 34.0
TABLE_Z = -1.0
"""The table top lies below the tray floor by the thickness of the tray's bottom."""


@dataclass(frozen=True, slots=True)
class Tray:
    """An open box: inner size, height and thickness of its walls, and how it is covered."""

    width: float = 200.0
    depth: float = 140.0
    wall: float = 28.0
    thick: float = 5.0
    floor: str = "felt-green"
    table: str = "wood"
    rim: tuple[float, float, float] = (52.0, 84.0, 122.0)
    """Colour of the walls, BGR."""
    shift: tuple[float, float] = (0.0, 0.0)
    """How far the tray was pushed off its place between the markers."""
    places: tuple[tuple[float, float], ...] = ((0.0, 0.0),)
    """Where the middles of several such boxes are; all are alike, and the markers lie around all of them."""

    @property
    def reach(self) -> tuple[float, float]:
        """How far the floors reach from the middle of all boxes, along x and along y."""
        x, y = (max(abs(place[k]) for place in self.places) for k in (0, 1))
        return x + self.width / 2, y + self.depth / 2

    def place_of(self, x: float, y: float) -> int:
        """The number of the box that is nearest to a point."""
        return min(range(len(self.places)), key=lambda k: (x - self.places[k][0]) ** 2 + (y - self.places[k][1]) ** 2)


def side_by_side(count: int, tray: Tray, gap_mm: float = 34.0) -> tuple[tuple[float, float], ...]:
    """Places for so many boxes: one, two in a row, or two rows."""
    across = (tray.width + 2 * tray.thick + gap_mm) / 2
    along = (tray.depth + 2 * tray.thick + gap_mm) / 2
    if count == 1:
        return ((0.0, 0.0),)
    if count == 2:
        return (-across, 0.0), (across, 0.0)
    return ((-across, -along), (across, -along), (across, along), (-across, along))[:count]


@dataclass(frozen=True, slots=True)
class Lamp:
    """One lamp above the table: where it hangs, how strong, its colour (BGR factors) and how soft its shadows are."""

    at: tuple[float, float, float] = (-240.0, -40.0, 640.0)
    ambient: float = 0.50
    direct: float = 0.62
    color: tuple[float, float, float] = (0.97, 1.0, 1.03)
    soft: float = 0.10


@dataclass(frozen=True, slots=True)
class View:
    """A camera: picture size, lens, and where it hangs."""

    size: tuple[int, int] = (1280, 720)
    hfov: float = 62.0
    tilt: float = 25.0
    yaw: float = 0.0
    """Turn about the vertical, degrees."""
    roll: float = 0.0
    aim: tuple[float, float] = (0.0, -4.0)
    fill: float = 0.80
    """How much of the picture the tray and its markers take up."""
    k1: float = -0.07
    k2: float = 0.01
    vignette: float = 0.22
    offset: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """How far the camera was knocked off its place, mm."""


@dataclass(frozen=True)
class Scene:
    """Tray, lamp and camera together."""

    tray: Tray = Tray()
    lamp: Lamp = Lamp()
    view: View = View()

    @property
    def markers(self) -> dict[int, tuple[float, float]]:
        """Where the middle of each marker lies; they stay when the tray is pushed."""
        x, y = self.tray.reach[0] + 29.0, self.tray.reach[1] - 17.0
        return {0: (-x, y), 1: (x, y), 2: (x, -y), 3: (-x, -y)}

    @cached_property
    def focal(self) -> float:
        """Focal length in pixels."""
        return float(self.view.size[0] / 2 / np.tan(np.radians(self.view.hfov) / 2))

    @cached_property
    def rotation(self) -> Points:
        """World to camera: x right, y down, z forward."""
        tilt, yaw, roll = (np.radians(a) for a in (self.view.tilt, self.view.yaw, self.view.roll))
        forward = np.array([0.0, np.sin(tilt), -np.cos(tilt)])
        right = np.array([1.0, 0.0, 0.0])
        down = np.cross(forward, right)
        look = np.stack([right, down, forward])
        turn = np.array([[np.cos(yaw), np.sin(yaw), 0], [-np.sin(yaw), np.cos(yaw), 0], [0, 0, 1.0]])
        lean = np.array([[np.cos(roll), np.sin(roll), 0], [-np.sin(roll), np.cos(roll), 0], [0, 0, 1.0]])
        return np.asarray(lean @ look @ turn)

    @cached_property
    def eye(self) -> Points:
        """Where the camera hangs."""
        forward = replace_roll(self).rotation[2]
        target = np.array([self.view.aim[0], self.view.aim[1], 0.0])
        return np.asarray(target - forward * self._distance(forward, target) + np.asarray(self.view.offset))

    def _distance(self, forward: Points, target: Points) -> float:
        """The least distance from which tray and markers fill the wanted part of the picture."""
        x, y = self.tray.reach[0] + 29.0 + PAPER_MM / 2, self.tray.reach[1] + self.tray.thick + 4.0
        corners = np.array([(sx * x, sy * y, z) for sx in (-1, 1) for sy in (-1, 1) for z in (0.0, self.tray.wall)])
        seen = (corners - target) @ self.rotation.T
        half = np.array(self.view.size) / 2 / self.focal * self.view.fill
        return float(max((np.abs(seen[:, k]) / half[k] - seen[:, 2]).max() for k in (0, 1)))

    def distance(self, points: Points) -> Points:
        """How far along its axis the camera sees each point."""
        return np.asarray((np.asarray(points, float) - self.eye) @ self.rotation[2])

    def project(self, points: Points) -> Points:
        """Where points appear in the picture, lens distortion included."""
        seen = (np.asarray(points, float) - self.eye) @ self.rotation.T
        flat = seen[..., :2] / np.maximum(seen[..., 2:], 1.0)
        square = (flat**2).sum(axis=-1, keepdims=True)
        bent = flat * (1 + self.view.k1 * square + self.view.k2 * square**2)
        return np.asarray(bent * self.focal + np.array(self.view.size) / 2 - 0.5)

    def rays(self) -> NDArray[np.float32]:
        """The directions in which the corners of a coarse grid over the picture look, as rows x columns x 3."""
        width, height = self.view.size
        grid = np.stack(np.meshgrid(np.linspace(0, width, 81), np.linspace(0, height, 61)), axis=-1)
        bent = (grid - np.array([width, height]) / 2) / self.focal
        flat = bent.copy()
        for _ in range(12):
            square = (flat**2).sum(axis=-1, keepdims=True)
            flat = bent / (1 + self.view.k1 * square + self.view.k2 * square**2)
        ahead = np.concatenate([flat, np.ones_like(flat[..., :1])], axis=-1) @ self.rotation
        return ahead.astype(np.float32)


def replace_roll(scene: Scene) -> Scene:
    """The same scene with the camera held level."""
    return Scene(scene.tray, scene.lamp, replace(scene.view, roll=0.0))


def stretch(coarse: NDArray[np.float32], size: tuple[int, int], rows: range, scale: int) -> NDArray[np.float32]:
    """A grid over a picture of this size as values for its pixels in these rows, each cut into ``scale`` squared."""
    width, height = size
    grid_rows, grid_columns = coarse.shape[:2]
    x = (np.arange(width * scale, dtype=np.float32) + 0.5) / (width * scale) * (grid_columns - 1)
    y = (np.arange(rows.start * scale, rows.stop * scale, dtype=np.float32) + 0.5) / (height * scale) * (grid_rows - 1)
    map_x, map_y = np.meshgrid(x.astype(np.float32), y.astype(np.float32))
    fine: Any = cv2.remap(coarse, map_x, map_y, cv2.INTER_LINEAR)
    return np.asarray(fine, np.float32)
