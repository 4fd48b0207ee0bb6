"""Where the camera hangs and how its lens bends light: pixels to millimetres and back.

World: millimetres, origin in the middle of the tray floor, x towards markers 1 and 2, y towards markers 0 and 1, z up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
Triple = tuple[float, float, float]

STRAIGHTENING_STEPS = 12


@dataclass(frozen=True, slots=True)
class Eye:
    """A camera: focal length, the middle of its lens in the picture, distortion, its turn and where it hangs."""

    focal_px: float
    middle_px: tuple[float, float]
    k1: float
    k2: float
    turn: tuple[Triple, Triple, Triple]
    """Rows: the picture's x, the picture's y and the line of sight, as directions in the world."""
    place_mm: Triple

    def to_px(self, points_mm: Any) -> Points:
        """Where points (… × 3, in millimetres) appear in the picture."""
        seen = (np.asarray(points_mm, float) - self.place_mm) @ np.asarray(self.turn).T
        flat = seen[..., :2] / np.maximum(seen[..., 2:], 1e-3)
        square = (flat**2).sum(axis=-1, keepdims=True)
        bent = flat * (1 + self.k1 * square + self.k2 * square**2)
        return np.asarray(bent * self.focal_px + self.middle_px)

    def to_mm(self, points_px: Any, height_mm: float = 0.0) -> Points:
        """Which points (… × 2) at this height above the tray floor appear at these pixels."""
        flat = self.straight(points_px)
        ray = np.concatenate([flat, np.ones_like(flat[..., :1])], axis=-1) @ np.asarray(self.turn)
        down = np.minimum(ray[..., 2:], -1e-6)
        place = np.asarray(self.place_mm)
        return np.asarray(place[:2] + ray[..., :2] * (height_mm - place[2]) / down)

    def straight(self, points_px: Any) -> Points:
        """Pixels as directions (x and y per unit of depth), with the lens' distortion taken away."""
        bent = (np.asarray(points_px, float) - self.middle_px) / self.focal_px
        flat = bent.copy()
        for _ in range(STRAIGHTENING_STEPS):
            square = (flat**2).sum(axis=-1, keepdims=True)
            # Far outside the picture the polynomial may turn over; half is further than any real lens bends.
            flat = bent / np.maximum(0.5, 1 + self.k1 * square + self.k2 * square**2)
        return np.asarray(flat)

    def floor_homography(self) -> Points:
        """The 3 × 3 matrix from undistorted pixels to millimetres of the tray floor."""
        turn, place = np.asarray(self.turn), np.asarray(self.place_mm)
        onto = np.column_stack([turn[:, 0], turn[:, 1], -turn @ place])
        lens = np.array([[self.focal_px, 0, self.middle_px[0]], [0, self.focal_px, self.middle_px[1]], [0, 0, 1]])
        whole = np.linalg.inv(lens @ onto)
        return np.asarray(whole / whole[2, 2])

    def resized(self, scale: float) -> Eye:
        """The same camera giving pictures ``scale`` times as large."""
        x, y = ((c + 0.5) * scale - 0.5 for c in self.middle_px)
        return Eye(self.focal_px * scale, (x, y), self.k1, self.k2, self.turn, self.place_mm)
