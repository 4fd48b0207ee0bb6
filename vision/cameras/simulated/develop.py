"""Turns the painted light into what a sensor delivers: exposure, tint, blur, noise and, if wanted, JPEG."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Sensor:
    """How a camera renders light: gain of blue, green and red, blur radius and noise."""

    gain: tuple[float, float, float] = (1.0, 1.0, 1.0)
    blur_px: float = 0.0
    noise: float = 1.6
    jpeg: int = 0
    """Quality of the compression; 0 = none."""


class Grain:
    """Noise for any number of frames, cut from two stored sheets at random places: making it anew costs 50 ms."""

    def __init__(self, size: tuple[int, int], sigma: float, seed: int) -> None:
        self._rng = np.random.default_rng(seed)
        self._size = size
        width, height = size
        sheet = np.round(self._rng.standard_normal((height + 64, width + 64, 3)) * sigma)
        self._more = np.clip(sheet, 0, 255).astype(np.uint8)
        self._less = np.clip(-sheet, 0, 255).astype(np.uint8)

    def add(self, picture: Picture) -> Picture:
        """The picture with fresh noise."""
        width, height = self._size
        (a, b), (c, d) = self._rng.integers(0, 64, (2, 2))
        more = self._more[a : a + height, b : b + width]
        # Brighter and darker grains come from different places of the sheet, so that 64 * 64 offsets give millions.
        less = self._less[c : c + height, d : d + width]
        return np.asarray(cv2.subtract(cv2.add(picture, more), less), np.uint8)


def expose(light: NDArray[np.float32], sensor: Sensor) -> Picture:
    """Light as an eight-bit picture with the sensor's gain and blur, still without noise."""
    tinted = light * np.array(sensor.gain, np.float32)
    if sensor.blur_px > 0.2:
        tinted = np.asarray(cv2.GaussianBlur(tinted, (0, 0), sensor.blur_px), np.float32)
    return np.asarray(cv2.convertScaleAbs(tinted), np.uint8)


def compress(picture: Picture, quality: int) -> Picture:
    """The picture after a round through JPEG."""
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
