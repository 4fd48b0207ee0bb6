"""Smears on the lens: where the picture is paler and softer than that of the empty tray, without a sharp outline.

Grease scatters light over what lies behind it: the grain of cloth and wood loses contrast beside its brightness. A
shadow or a weaker lamp keeps that contrast; pieces and hands have outlines that are no grain of the empty tray.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture import Image

WIDTH_PX = 240
WINDOW = (13, 13)
"""The neighbourhood in which contrast is compared."""
LEAST_GRAIN = 3.0
"""Variance of grey in a neighbourhood from which there is grain to compare. With less, much of it is the camera's noise
in the picture of the empty tray, which never comes again and looks like contrast lost."""
KEPT = 0.78
"""Under a smear less than this share of the contrast is left."""
SHARP, VERY_SHARP = 12.0, 14.5
"""Contrast, in grey levels, that the empty tray does not explain: most of a smear has less than the first of these,
next to none of it more than the second; a piece's outline has two to eight times as much."""
LEAST_BLOB, LEAST_SHARE = 0.002, 0.03
"""Shares of the picture: of one smear, and of all of them together."""

_Plane = NDArray[np.float32]


class Veil:
    """Compares pictures with that of the empty tray."""

    def __init__(self, reference: Image) -> None:
        self._size = (WIDTH_PX, round(WIDTH_PX * reference.shape[0] / reference.shape[1]))
        self._then = self._shrink(reference)
        self._mean = _around(self._then)
        self._spread = _around(self._then**2) - self._mean**2

    def share(self, picture: Image) -> float:
        """The share of the picture that lies behind smears."""
        seen = self._shrink(picture)
        # Shadows and lamps multiply whole areas; brought back to the old brightness, only contrast can differ.
        now = seen * (self._mean + 4) / (_around(seen) + 4)
        mean = _around(now)
        spread = _around(now**2) - mean**2
        common = _around(now * self._then) - mean * self._mean
        grain = self._spread.mean(axis=2)
        slope = common.mean(axis=2) / np.maximum(grain, 0.1)
        is_pale = (grain > LEAST_GRAIN) & (slope < KEPT)
        # What of the present contrast, in any colour, does not go with the empty tray.
        strange = np.sqrt(
            np.maximum(0, spread - np.maximum(0, common) ** 2 / np.maximum(self._spread, 0.1)).max(axis=2)
        )
        return _soft_share(is_pale, strange)

    def _shrink(self, picture: Image) -> _Plane:
        return np.asarray(cv2.resize(picture, self._size, interpolation=cv2.INTER_AREA), np.float32)


def _around(plane: _Plane) -> _Plane:
    return np.asarray(cv2.blur(plane, WINDOW), np.float32)


def _soft_share(is_pale: NDArray[np.bool_], strange: _Plane) -> float:
    """The share of the picture in pale blobs without a sharp outline; too little of it is none."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(is_pale.astype(np.uint8))
    soft = 0
    for k in range(1, count):
        area = int(stats[k, cv2.CC_STAT_AREA])
        if area >= LEAST_BLOB * is_pale.size:
            most, all_ = np.percentile(strange[labels == k], (90, 99))
            soft += area if most < SHARP and all_ < VERY_SHARP else 0
    share = soft / is_pale.size
    return share if share >= LEAST_SHARE else 0.0
