"""A second opinion on dice: count pips by geometry alone, without any network.

Pips of a face lie in pairs opposite each other about the middle of the face, with at most one in the middle itself.
Pips of side faces do not, so counting such pairs about the top face's middle does not see them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy import ndarray

from vision.find import Spot
from vision.name import cut
from vision.picture import Image

SIDE_PX, SPAN = 80, 1.25
MOST_BLOBS = 14  # the nearest ones; a top face has six
DISC = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (19, 19))
Blobs = ndarray[Any, np.dtype[np.float64]]  # rows of x, y, area about the middle, in sizes of the die


@dataclass(frozen=True, slots=True)
class Pips:
    """How many pips were counted (0 = the geometry does not tell), and whether nothing speaks against the count."""

    count: int
    is_plain: bool


def count_pips(picture: Image, spot: Spot) -> Pips:
    """The pips that the top face shows."""
    grey = cv2.cvtColor(cut(picture, spot, SIDE_PX, SPAN), cv2.COLOR_BGR2GRAY)
    dark, light = (_count(_blobs(source)) for source in (cv2.bitwise_not(grey), grey))
    best, other = (dark, light) if dark.support >= light.support else (light, dark)
    return Pips(best.count, best.is_plain and best.support - other.support >= 1.0)


@dataclass(frozen=True, slots=True)
class Guess:
    """A count, how well it is supported, and whether its pips are alike, well placed and all there are."""

    count: int = 0
    support: float = 0.0
    is_plain: bool = False


def _blobs(source: ndarray[Any, Any]) -> Blobs:
    """Round spots lighter than what is around them."""
    stands_out = cv2.morphologyEx(source, cv2.MORPH_TOPHAT, DISC)
    level = max(18.0, 0.45 * float(np.percentile(stands_out[13:-13, 13:-13], 98)))
    count, _, stats, middles = cv2.connectedComponentsWithStats((stands_out > level).astype(np.uint8))
    rows = []
    for k in range(1, count):
        w, h, area = (int(v) for v in stats[k, 2:5])
        is_round = area > 0.55 * w * h and max(w, h) < 2.4 * min(w, h)
        if is_round and 6 <= area <= 290:
            x, y = (float(v) for v in middles[k])
            rows.append(((x - SIDE_PX / 2) / SIDE_PX * SPAN, (y - SIDE_PX / 2) / SIDE_PX * SPAN, area))
    return np.array(rows, float).reshape(-1, 3)


def _count(blobs: Blobs) -> Guess:
    """The best-supported count over a few guesses of the middle."""
    blobs = blobs[np.argsort(np.hypot(blobs[:, 0], blobs[:, 1]))[:MOST_BLOBS]]
    pairs = _possible_pairs(blobs)
    best = Guess()
    for middle in _middles(blobs, pairs):
        found = _pairs_about(pairs, middle)
        near = np.hypot(blobs[:, 0] - middle[0], blobs[:, 1] - middle[1]) < 0.06
        has_centre = any(_alike(float(area), found, blobs) for area in blobs[near, 2])
        count = 2 * len(found) + has_centre
        # Each blob explained is support; a middle far from where the finder put it costs a little.
        support = count + 0.5 - 4 * math.hypot(*middle)
        if 1 <= count <= 6 and support > best.support:
            used = np.zeros(len(blobs), bool)
            used[[i for pair in found for i in pair]] = True
            best = Guess(count, support, _is_plain(blobs, used | near, middle))
    return best


def _is_plain(blobs: Blobs, used: ndarray[Any, Any], middle: tuple[float, float]) -> bool:
    """Whether the used blobs look like pips, and no other blob that might be one lies on the face."""
    areas, typical = blobs[used, 2], float(np.median(blobs[used, 2]))
    away = np.hypot(blobs[:, 0] - middle[0], blobs[:, 1] - middle[1])
    spare = ~used & (away < 0.35) & (blobs[:, 2] > 0.3 * typical) & (blobs[:, 2] < 3.3 * typical)
    is_even = areas.max() < 1.7 * areas.min() and 28 <= typical <= 170
    return bool(is_even and math.hypot(*middle) < 0.05 and not spare.any())


def _possible_pairs(blobs: Blobs) -> Blobs:
    """Rows of both indices and the point between: blobs of like size, as far apart as pips can be."""
    i, j = np.triu_indices(len(blobs), 1)
    a, b = blobs[i], blobs[j]
    apart = np.hypot(a[:, 0] - b[:, 0], a[:, 1] - b[:, 1]) / 2
    ratio = a[:, 2] / b[:, 2]
    fits = (apart > 0.11) & (apart < 0.4) & (ratio > 0.5) & (ratio < 2.0)
    return np.column_stack([i, j, (a[:, :2] + b[:, :2]) / 2])[fits]


def _middles(blobs: Blobs, pairs: Blobs) -> list[tuple[float, float]]:
    """Guesses of the face's middle: the finder's, each blob near it, and the middle of each pair near it."""
    points = np.vstack([np.zeros((1, 2)), blobs[:, :2], pairs[:, 2:]])
    near = points[np.hypot(points[:, 0], points[:, 1]) < 0.13]
    _, first = np.unique(np.round(near / 0.02), axis=0, return_index=True)
    return [(float(x), float(y)) for x, y in near[np.sort(first)]]


def _pairs_about(pairs: Blobs, middle: tuple[float, float]) -> list[tuple[int, int]]:
    """The pairs that lie opposite each other about the middle, each blob in one pair only."""
    off = np.hypot(pairs[:, 2] - middle[0], pairs[:, 3] - middle[1])
    found: list[tuple[int, int]] = []
    used: set[int] = set()
    for k in np.nonzero(off < 0.035)[0]:
        i, j = int(pairs[k, 0]), int(pairs[k, 1])
        if i not in used and j not in used:
            found.append((i, j))
            used |= {i, j}
    return found


def _alike(area: float, pairs: list[tuple[int, int]], blobs: Blobs) -> bool:
    """Whether a middle blob may be a pip beside these; a lone one may be enlarged."""
    if not pairs:
        return True
    typical = float(np.median([blobs[i, 2] for pair in pairs for i in pair]))
    return 0.4 < area / typical < 2.5
