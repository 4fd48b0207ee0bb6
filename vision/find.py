"""Find pieces and the tray in a whole picture with the finder network."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy import ndarray

from vision.network import Network
from vision.picture import Image

Maps = ndarray[Any, np.dtype[np.float32]]

AREA_PX = 384 * 288  # what the network looks at: enough for pieces of 10 px and more
STRIDE = 4
PLACES = 60  # more pieces than any tray holds
TINY_PX, HUGE_PX = 15.0, 95.0  # pieces as the network sees them outside this range get a second look at a better scale


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a piece lies: its heart (a die's top face, a meeple's middle), its size and how sure the finder is."""

    x: float
    y: float
    width: float
    height: float
    score: float
    is_die: bool

    @property
    def size(self) -> float:
        """The longer side of its box."""
        return max(self.width, self.height)


@dataclass(frozen=True, slots=True)
class Found:
    """All spots of a picture, best first, and how likely each place belongs to the tray's floor."""

    spots: tuple[Spot, ...]
    tray: Maps
    """Chances from 0 to 1, on a coarse grid over the picture."""
    grid_px: float
    """Pixels of the picture per cell of the grid."""

    def tray_at(self, x: float, y: float) -> float:
        """The chance that this place of the picture lies on the tray's floor."""
        column = min(max(int(x / self.grid_px), 0), self.tray.shape[1] - 1)
        row = min(max(int(y / self.grid_px), 0), self.tray.shape[0] - 1)
        return float(self.tray[row, column])


def find(network: Network, picture: Image, least: float) -> Found:
    """All spots with at least this score; looks twice when pieces are very small or very large."""
    found = look(network, picture, AREA_PX, least)
    sizes = [s.size / found.grid_px * STRIDE for s in found.spots if s.score > 0.4] or [
        s.size / found.grid_px * STRIDE for s in found.spots
    ]
    if not sizes:
        return found
    typical = float(np.median(sizes))
    if typical < TINY_PX:
        return _better(found, look(network, picture, AREA_PX * min(4.0, (22 / typical) ** 2), least))
    if typical > HUGE_PX:
        return _better(found, look(network, picture, AREA_PX * max(0.15, (50 / typical) ** 2), least))
    return found


def _better(first: Found, second: Found) -> Found:
    """The second look, unless it found nothing."""
    return second if second.spots else first


def look(network: Network, picture: Image, area: float, least: float) -> Found:
    """One look at the picture, resized to about this area."""
    height, width = picture.shape[:2]
    scale = math.sqrt(area / (height * width))
    w, h = max(1, round(width * scale)), max(1, round(height * scale))
    small = resize(picture, (w, h))
    padded = cv2.copyMakeBorder(small, 0, -h % 32, 0, -w % 32, cv2.BORDER_CONSTANT, value=(114, 114, 114))
    maps = network.run(cv2.dnn.blobFromImage(padded))[0]
    grid = STRIDE / scale
    tray = 1 / (1 + np.exp(-maps[6, : math.ceil(h / STRIDE), : math.ceil(w / STRIDE)]))
    return Found(tuple(_spots(maps, grid, (width, height), least)), tray, grid)


def resize(picture: Image, size: tuple[int, int]) -> Image:
    """The picture at another size; halved first as often as possible, which is quick and averages well."""
    while picture.shape[1] >= 2 * size[0] and picture.shape[0] >= 2 * size[1]:
        half = (picture.shape[1] // 2, picture.shape[0] // 2)
        picture = cv2.resize(picture, half, interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
    return cv2.resize(picture, size, interpolation=cv2.INTER_LINEAR)  # type: ignore[return-value]


def _spots(maps: Maps, grid: float, size: tuple[int, int], least: float) -> list[Spot]:
    """Peaks of the two heat maps, each place counted once."""
    heat = 1 / (1 + np.exp(-maps[:2]))
    best = heat.max(0)
    peak = (best >= cv2.dilate(best, np.ones((3, 3), np.uint8))) & (best >= least)
    rows, columns = np.nonzero(peak)
    order = np.argsort(-best[rows, columns])[: 2 * PLACES]
    spots: list[Spot] = []
    for r, c in zip(rows[order], columns[order], strict=True):
        dx, dy, lw, lh = (float(v) for v in maps[2:6, r, c])
        x, y = (c + 0.5 + dx) * grid, (r + 0.5 + dy) * grid
        w, h = (32 / STRIDE * grid * math.exp(min(max(v, -3.0), 3.0)) for v in (lw, lh))
        spot = Spot(x, y, w, h, float(best[r, c]), bool(heat[0, r, c] >= heat[1, r, c]))
        if 0 <= x < size[0] and 0 <= y < size[1] and not any(_same(spot, other) for other in spots):
            spots.append(spot)
    return spots[:PLACES]


def _same(a: Spot, b: Spot) -> bool:
    """Whether two peaks are so close that one piece made both."""
    return math.hypot(a.x - b.x, a.y - b.y) < 0.36 * min(a.size, b.size)
