"""A second opinion on dice: count pips by geometry alone, without any network.

Pips of a face lie in pairs opposite each other about the middle of the face, with at most one in the middle itself.
Pips of side faces do not, so counting such pairs about the top face's middle does not see them.
"""

from __future__ import annotations

import math
from typing import Any

import cv2
import numpy as np
from numpy import ndarray

from vision.find import Spot
from vision.name import cut
from vision.picture import Image

SIDE_PX, SPAN = 80, 1.25
Blobs = ndarray[Any, np.dtype[np.float64]]  # rows of x, y, area about the middle, in sizes of the die


def count_pips(picture: Image, spot: Spot) -> int | None:
    """How many pips the top face shows, or None when the geometry does not tell."""
    grey = cv2.cvtColor(cut(picture, spot, SIDE_PX, SPAN), cv2.COLOR_BGR2GRAY)
    answers = [_count(_blobs(grey, is_light)) for is_light in (False, True)]
    best = max(answers, key=lambda a: a[1])
    return best[0] if best[1] > 0 else None


def _blobs(grey: ndarray[Any, Any], is_light: bool) -> Blobs:
    """Round spots lighter or darker than what is around them."""
    source = grey if is_light else cv2.bitwise_not(grey)
    stands_out = cv2.morphologyEx(source, cv2.MORPH_TOPHAT, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (19, 19)))
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


def _count(blobs: Blobs) -> tuple[int, float]:
    """The best-supported count and how well it is supported, over a few guesses of the middle."""
    best = (0, 0.0)
    for middle in _middles(blobs):
        pairs = _pairs(blobs, middle)
        has_centre = bool(len(blobs)) and any(
            math.hypot(x - middle[0], y - middle[1]) < 0.06 and _alike(area, pairs, blobs) for x, y, area in blobs
        )
        count = 2 * len(pairs) + has_centre
        if not 1 <= count <= 6:
            continue
        # Each blob explained is support; a middle far from where the finder put it costs a little.
        support = count + 0.5 - 4 * math.hypot(*middle)
        if support > best[1]:
            best = (count, support)
    return best


def _middles(blobs: Blobs) -> list[tuple[float, float]]:
    """Guesses of the face's middle: the finder's, each blob near it, and the middle between any two blobs near it."""
    guesses = [(0.0, 0.0)]
    for i, a in enumerate(blobs[:24]):
        for b in blobs[i:24]:
            x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
            if math.hypot(x, y) < 0.13:
                guesses.append((float(x), float(y)))
    return guesses


def _pairs(blobs: Blobs, middle: tuple[float, float]) -> list[tuple[int, int]]:
    """Blobs of like size that lie opposite each other about the middle, as far from it as pips do."""
    found: list[tuple[int, int]] = []
    used: set[int] = set()
    for i in range(len(blobs)):
        for j in range(i + 1, len(blobs)):
            if i in used or j in used:
                continue
            a, b = blobs[i], blobs[j]
            off = math.hypot(a[0] + b[0] - 2 * middle[0], a[1] + b[1] - 2 * middle[1])
            apart = math.hypot(a[0] - b[0], a[1] - b[1]) / 2
            if off < 0.07 and 0.11 < apart < 0.4 and 0.5 < a[2] / b[2] < 2.0:
                found.append((i, j))
                used |= {i, j}
    return found


def _alike(area: float, pairs: list[tuple[int, int]], blobs: Blobs) -> bool:
    """Whether a middle blob may be a pip beside these; a lone one may be enlarged."""
    if not pairs:
        return True
    typical = float(np.median([blobs[i, 2] for pair in pairs for i in pair]))
    return 0.4 < area / typical < 2.5
