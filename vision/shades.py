"""The colour of a piece as this camera sees it under this lamp, laid beside the colours learnt in calibration."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture import Image
from vision.profile import Color, PieceColor
from vision.rectify import whiten

SPREAD = 6.0
"""How far (in Lab) pieces of one colour lie apart from each other on one table: poses, shadows, noise.

Half of the pairs at simulated tables are less than this apart, one in ten more than ten."""
STRANGE = 2.6
"""From this many spreads on a piece is of no learnt colour."""
BRIGHTNESS_WEIGHT = 0.45
"""Brightness depends on pose and shadow and tells less than the hue."""
CHANGED = 24
CORE = 0.56
"""The share of a box, from its middle, that is looked at: the rest is floor."""


def shade(picture: Image, box_px: Sequence[float], gains: Color, empty: Image | None = None) -> Color:
    """The middle Lab colour of what lies in a box, after white balance; floor known from the empty tray is left out."""
    rows, columns = _core(box_px, picture.shape)
    part = picture[rows, columns]
    if part.size == 0:
        return 0.0, 0.0, 0.0
    seen = _lab(whiten(part, gains)).reshape(-1, 3)
    if empty is not None and empty.shape == picture.shape:
        change = np.abs(part.astype(np.int16) - empty[rows, columns]).max(axis=2).ravel()
        if np.count_nonzero(change > CHANGED) > 0.2 * change.size:
            seen = seen[change > CHANGED]
    lightness, a, b = np.median(seen, axis=0)
    return round(float(lightness), 2), round(float(a), 2), round(float(b), 2)


def _core(box_px: Sequence[float], shape: tuple[int, ...]) -> tuple[slice, slice]:
    x, y, width, height = box_px
    cut = (1 - CORE) / 2
    left, top = max(0, int(x + cut * width)), max(0, int(y + cut * height))
    right, bottom = min(shape[1], int(x + (1 - cut) * width) + 1), min(shape[0], int(y + (1 - cut) * height) + 1)
    return slice(top, max(top, bottom)), slice(left, max(left, right))


def _lab(picture: Image) -> NDArray[np.float32]:
    """CIE Lab in its usual units, L from 0 to 100."""
    return np.asarray(cv2.cvtColor(picture.astype(np.float32) / 255, cv2.COLOR_BGR2LAB), np.float32)


def weigh(
    chances: NDArray[np.float32], words: Sequence[str], seen: Color, learnt: Sequence[PieceColor]
) -> NDArray[np.float32]:
    """The reader's chances of each colour word after a look at the colours learnt on this table.

    A colour that was not learnt counts as near as the nearest learnt one, so it can never lose to one by this.
    """
    known = {piece.color: piece.lab for piece in learnt if piece.kind == "meeple"}
    if not known:
        return chances
    aways = {word: min(STRANGE, _away(seen, lab)) for word, lab in known.items()}
    away = np.array([aways.get(word, min(aways.values())) for word in words])
    weighed = chances * np.exp(-(away**2) / 2)
    return np.asarray(weighed / weighed.sum(), np.float32)


def _away(a: Color, b: Color) -> float:
    """The distance of two colours in spreads."""
    weights = np.array([BRIGHTNESS_WEIGHT, 1.0, 1.0])
    return float(np.linalg.norm((np.asarray(a) - np.asarray(b)) * weights)) / SPREAD
