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
DIE_COLORS = (
    "white", "ivory", "black", "grey", "red", "orange", "yellow", "green", "blue", "purple", "pink", "brown",
)  # fmt: skip
CUT_PX, SPAN = 72, 1.4  # the cut-out's side in pixels and in sizes of the piece
CLEAR = 0.93  # less sure than that is worth further looks
ASIDE = ((0.03, 0.03, 0.93, True), (-0.03, 0.03, 1.07, False), (0.03, -0.03, 1.0, False), (-0.03, -0.03, 1.0, True))
"""Further looks: shift across and down in sizes of the piece, zoom, mirrored."""
DIE, MEEPLE, NOTHING = slice(0, 7), slice(7, 11), 11


@dataclass(frozen=True, slots=True)
class Naming:
    """The chances of each of FACES, and of each colour it can have as a meeple or as a die, for one spot."""

    faces: Chances
    colors: Chances
    die_colors: Chances


@dataclass(frozen=True, slots=True)
class Warmth:
    """Temperatures that make the chances honest, measured on pictures never trained on."""

    face: float = 1.0
    color: float = 1.0


def figures(picture: Image) -> Chances:
    """Mean and bright end of each channel: what a white sheet might look like in this light."""
    step = max(1, picture.shape[0] // 240)  # every third pixel tells as much
    thin = picture[::step, ::step]
    small = cv2.resize(thin, (64, 48), interpolation=cv2.INTER_AREA).reshape(-1, 3).astype(np.float32)
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
    """The naming of each spot; those that are not clear at once are looked at again, a little closer and from aside."""
    if not spots:
        return []
    light = np.asarray(figures(picture) / 128 - 1, np.float32)
    scores = _scores(network, picture, spots, light)
    first = softmax(scores[:, : len(FACES)])
    unclear = [k for k, row in enumerate(first) if row.max() < CLEAR and row[NOTHING] < 0.5]
    if unclear:
        again = [_scores(network, picture, [_aside(spots[k], *way) for k in unclear], light, m) for *way, m in ASIDE]
        scores[unclear] = (scores[unclear] + sum(again)) / (1 + len(ASIDE))
    of_dice = len(FACES) + len(COLORS)
    parts = (
        (slice(0, len(FACES)), warmth.face),
        (slice(len(FACES), of_dice), warmth.color),
        (slice(of_dice, None), 1.0),
    )
    rows = zip(*(softmax(scores[:, part] / heat) for part, heat in parts), strict=True)
    return [Naming(*row) for row in rows]


def _scores(network: Network, picture: Image, spots: Sequence[Spot], light: Chances, mirrored: bool = False) -> Chances:
    cuts = np.stack([cut(picture, s) for s in spots])
    cuts = cuts[:, :, ::-1] if mirrored else cuts  # a mirrored piece is still the same piece
    return network.run(cuts.transpose(0, 3, 1, 2), np.tile(light, (len(spots), 1)))


def _aside(spot: Spot, dx: float, dy: float, zoom: float) -> Spot:
    width, height = spot.width * zoom, spot.height * zoom
    return Spot(spot.x + dx * spot.size, spot.y + dy * spot.size, width, height, spot.score, spot.is_die)


def softmax(x: Chances) -> Chances:
    """Rows of scores as rows of chances."""
    e = np.exp(x - x.max(1, keepdims=True))
    return e / e.sum(1, keepdims=True)  # type: ignore[no-any-return]
