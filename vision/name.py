"""Name the pieces at given spots with the namer network: chances of each face and each colour."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy import ndarray

from vision.find import Spot
from vision.network import Network
from vision.picture import Image

Chances = ndarray[Any, np.dtype[np.float32]]

FACES = ("1", "2", "3", "4", "5", "6", "d6 cocked", "hard", "steady", "exhausted", "meeple cocked", "nothing")
COLORS = ("clear", "navy gray", "blue", "purple", "yellow", "brown", "green", "magenta", "pink")
CUT_PX, SPAN = 64, 1.5  # the cut-out's side in pixels and in sizes of the piece
DIE, MEEPLE, NOTHING = slice(0, 7), slice(7, 11), 11


@dataclass(frozen=True, slots=True)
class Naming:
    """The chances of each of FACES and of each of COLORS for one spot."""

    faces: Chances
    colors: Chances


@dataclass(frozen=True, slots=True)
class Warmth:
    """Temperatures that make the chances honest, measured on pictures never trained on."""

    face: float = 1.0
    color: float = 1.0


def figures(picture: Image) -> Chances:
    """Mean and bright end of each channel: what a white sheet might look like in this light."""
    small = cv2.resize(picture, (64, 48), interpolation=cv2.INTER_AREA).reshape(-1, 3).astype(np.float32)
    return np.concatenate([small.mean(0), np.percentile(small, 95, axis=0)]).astype(np.float32)


def cut(picture: Image, spot: Spot, side: int = CUT_PX, span: float = SPAN) -> Image:
    """The square around a spot."""
    scale = side / (span * spot.size)
    matrix = np.array([[scale, 0, side / 2 - spot.x * scale], [0, scale, side / 2 - spot.y * scale]])
    if scale < 0.6:  # shrinking by much needs averaging, which warpAffine does not do
        picture, matrix = _shrink_around(picture, spot, span, side)
    return cv2.warpAffine(picture, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[return-value]


def _shrink_around(picture: Image, spot: Spot, span: float, side: int) -> tuple[Image, ndarray[Any, Any]]:
    reach = int(spot.size * span * 0.6) + 2
    x0, y0 = max(0, int(spot.x) - reach), max(0, int(spot.y) - reach)
    part = picture[y0 : int(spot.y) + reach, x0 : int(spot.x) + reach]
    scale = side / (span * spot.size)
    small = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    matrix = np.array([[1, 0, side / 2 - (spot.x - x0) * scale], [0, 1, side / 2 - (spot.y - y0) * scale]])
    return small, matrix  # type: ignore[return-value]


def name(network: Network, picture: Image, spots: Sequence[Spot], warmth: Warmth) -> list[Naming]:
    """The naming of each spot."""
    if not spots:
        return []
    cuts = np.stack([cut(picture, s) for s in spots]).transpose(0, 3, 1, 2)
    stats = np.tile(figures(picture) / 128 - 1, (len(spots), 1))
    out = network.run(cuts, stats)
    faces, colors = softmax(out[:, : len(FACES)] / warmth.face), softmax(out[:, len(FACES) :] / warmth.color)
    return [Naming(f, c) for f, c in zip(faces, colors, strict=True)]


def softmax(x: Chances) -> Chances:
    """Rows of scores as rows of chances."""
    e = np.exp(x - x.max(1, keepdims=True))
    return e / e.sum(1, keepdims=True)  # type: ignore[no-any-return]
