"""Labelled folders as lists of examples, and the examples as the networks are fed with them."""

import json
import math
import pathlib
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator

from vision.training import faults

STRIDE = 4
FIND_SIZE = (352, 288)  # smaller than at run time, where 448 × 352 is usual: the zoom below makes up for it


@dataclass(frozen=True)
class Example:
    """One picture and what it shows."""

    path: pathlib.Path
    pieces: list[dict]
    tray: np.ndarray | None  # outline in pixels; empty = no tray; None = not known
    tilt_deg: float


def made(folder: pathlib.Path) -> list[Example]:
    """The pictures our generator wrote."""
    out = []
    for path in sorted(folder.glob("*.json")):
        about = json.loads(path.read_text())
        out.append(
            Example(path.with_suffix(".jpg"), about["pieces"], np.array(about["tray"], np.float32), about["tilt_deg"])
        )
    return out


# How long the diagonal of the box round a face's pips is, in sides of the die; some photographs box no more.
_PIPS_DIAGONAL = {1: 0.38, 2: 0.95, 3: 0.95, 4: 1.08, 5: 1.08, 6: 1.08}


def photographed(folder: pathlib.Path) -> list[Example]:
    """Real photographs in the form of the samples."""
    about = json.loads((folder / "labels.json").read_text())
    whole = about.get("box_kind") == "die"
    out = []
    for roll in about["rolls"]:
        pieces = [
            {**p, "top": [p["box"][0] + p["box"][2] / 2, p["box"][1] + p["box"][3] / 2], "visible": 1.0}
            for p in roll["pieces"]
        ]
        if not whole and pieces:
            size = float(np.median([1.35 * math.hypot(*p["box"][2:]) / _PIPS_DIAGONAL[p["state"]] for p in pieces]))
            for p in pieces:
                p["box"] = [p["top"][0] - size / 2, p["top"][1] - size / 2, size, size]
        out.append(Example(folder / roll["image"], pieces, np.zeros((0, 2), np.float32), 0.0 if whole else 40.0))
    return out


def heart(piece: dict) -> tuple[float, float]:
    """The point by which a piece is found: the middle of a die's top face, or of a meeple's box."""
    if piece["kind"] == "die":
        return float(piece["top"][0]), float(piece["top"][1])
    x, y, w, h = piece["box"]
    return x + w / 2, y + h / 2


def find_example(example: Example, rng: Generator, augment: bool) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Network input, target maps (7) and weights (heat, size, tray) for the finder."""
    picture = cv2.imread(str(example.path))
    h, w = picture.shape[:2]
    width, height = FIND_SIZE
    scale = min(width / w, height / h)
    matrix = np.array([[scale, 0, (width - w * scale) / 2], [0, scale, (height - h * scale) / 2], [0, 0, 1.0]])
    if augment:
        matrix = _shake(rng, example.tilt_deg) @ matrix
    fill = tuple(int(v) for v in rng.integers(0, 255, 3)) if augment else (114, 114, 114)
    image = cv2.warpAffine(
        picture, matrix[:2], FIND_SIZE, flags=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR, borderValue=fill
    )
    if augment:
        image = faults.spoil(image, rng)
    maps, weights = _maps(example, matrix)
    return image, maps, weights


def _shake(rng: Generator, tilt_deg: float) -> np.ndarray:
    """A random zoom, shift, turn and mirror about the middle of the network's input."""
    zoom = math.exp(rng.uniform(math.log(0.75), math.log(2.2)))
    angle = rng.normal() * 0.12
    if tilt_deg < 12:  # from above no direction is up
        angle += rng.integers(4) * math.pi / 2
    c, s = math.cos(angle) * zoom, math.sin(angle) * zoom
    flip = rng.choice([-1, 1])
    cx, cy = FIND_SIZE[0] / 2, FIND_SIZE[1] / 2
    spare = max(0.15, zoom - 0.8) * 0.5
    dx, dy = rng.uniform(-spare, spare, 2) * (2 * cx, 2 * cy)
    turn = np.array([[c * flip, -s, 0], [s * flip, c, 0], [0, 0, 1.0]])
    return (
        np.array([[1, 0, cx + dx], [0, 1, cy + dy], [0, 0, 1.0]])
        @ turn
        @ np.array([[1, 0, -cx], [0, 1, -cy], [0, 0, 1.0]])
    )


def _maps(example: Example, matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    w, h = FIND_SIZE[0] // STRIDE, FIND_SIZE[1] // STRIDE
    maps, weights = np.zeros((7, h, w), np.float32), np.ones((3, h, w), np.float32)
    weights[1] = 0
    y, x = np.mgrid[0:h, 0:w]
    zoom = math.sqrt(abs(np.linalg.det(matrix[:2, :2])))
    quarter = abs(matrix[0, 1]) > abs(matrix[0, 0])  # turned by about 90°: width and height change places
    for piece in example.pieces:
        px, py = (matrix @ (*heart(piece), 1))[:2] / STRIDE
        bw, bh = (piece["box"][2] * zoom, piece["box"][3] * zoom)[:: -1 if quarter else 1]
        if not (-2 < px < w + 2 and -2 < py < h + 2):
            continue
        size = max(6.0, (bw + bh) / 2)
        sigma = max(0.7, size / STRIDE * 0.09)
        blob = np.exp(-((x + 0.5 - px) ** 2 + (y + 0.5 - py) ** 2) / (2 * sigma**2))
        ix, iy = int(px), int(py)
        if piece["visible"] < 0.3 or not (0 <= ix < w and 0 <= iy < h) or size < 7:
            near = blob > 0.01
            weights[0][near] = 0
            continue
        layer = 0 if piece["kind"] == "die" else 1
        maps[layer] = np.maximum(maps[layer], blob)
        maps[layer, iy, ix] = 1.0
        maps[2:6, iy, ix] = (px - ix - 0.5, py - iy - 0.5, math.log(max(bw, 1) / 32), math.log(max(bh, 1) / 32))
        weights[1, iy, ix] = 1.0
    if example.tray is None:
        weights[2] = 0
    elif len(example.tray) == 0:
        maps[6] = 1.0  # without a tray everything on the table counts as inside
    else:
        outline = (np.column_stack([example.tray, np.ones(len(example.tray))]) @ matrix.T)[:, :2] / STRIDE
        cv2.fillPoly(maps[6], [np.int32(np.round(outline * 16))], 1.0, shift=4)
    return maps, weights


def picture_stats(picture: np.ndarray) -> np.ndarray:
    """Mean and bright end of each channel (0-255): what a white sheet might look like here."""
    small = cv2.resize(picture, (64, 48), interpolation=cv2.INTER_AREA).reshape(-1, 3).astype(np.float32)
    return np.concatenate([small.mean(0), np.percentile(small, 95, axis=0)]).astype(np.float32)
