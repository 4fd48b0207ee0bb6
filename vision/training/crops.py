"""Cut-outs of pieces, and of places where none lies, gathered once and kept in memory for the namer."""

import pathlib
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator

from vision.find import find
from vision.network import Network
from vision.training import data
from vision.training.networks import COLORS, DIE_COLORS, FACES

SIDE, SPAN = 112, 2.2  # stored pixels, and how many piece sizes they cover; room to turn and shift


@dataclass
class Crops:
    """Stored cut-outs with the index of face and colour (-1 = not known) and the picture's colour figures."""

    pixels: np.ndarray
    faces: np.ndarray
    colors: np.ndarray
    stats: np.ndarray
    level: np.ndarray  # seen from above: may be turned any way

    def __len__(self) -> int:
        return len(self.pixels)


def gather(examples: list[data.Example], rng: Generator, nothing: int = 2, finder: Network | None = None) -> Crops:
    """All cut-outs of some pictures; with a finder also what it wrongly takes for pieces, and its own places."""
    rows: list[tuple] = []
    for example in examples:
        picture = cv2.imread(str(example.path))
        stats = data.picture_stats(picture)
        spots = find(finder, picture, 0.06).spots if finder else ()
        level = example.tilt_deg < 12
        for piece in example.pieces:
            face = face_index(piece)
            cx, cy = data.heart(piece)
            if (
                face is None
                or piece["visible"] < 0.4
                or not (0 <= cx < picture.shape[1] and 0 <= cy < picture.shape[0])
            ):
                continue
            color = color_index(piece)
            rows.append((cut(picture, (cx, cy), size_of(piece)), face, color, stats, level))
            seen = [
                s for s in spots if np.hypot(s.x - cx, s.y - cy) < 0.3 * s.size and 0.6 < s.size / size_of(piece) < 1.6
            ]
            if seen:
                rows.append((cut(picture, (seen[0].x, seen[0].y), seen[0].size), face, color, stats, level))
        hearts = np.array([data.heart(p) for p in example.pieces]).reshape(-1, 2)
        false = [s for s in spots if not len(hearts) or np.hypot(*(hearts - (s.x, s.y)).T).min() > 0.45 * s.size]
        rows += [(cut(picture, (s.x, s.y), s.size), FACES.index("nothing"), -1, stats, level) for s in false[:6]]
        for _ in range(nothing):
            spot = _empty_spot(example, picture.shape, rng)
            if spot:
                rows.append((cut(picture, spot[0], spot[1]), FACES.index("nothing"), -1, stats, level))
    pixels, faces, colors, stats_, level_ = zip(*rows, strict=True)
    return Crops(np.stack(pixels), np.array(faces), np.array(colors), np.stack(stats_), np.array(level_))


def join(parts: list[Crops]) -> Crops:
    """Several gatherings as one."""
    return Crops(
        *(np.concatenate([getattr(p, f) for p in parts]) for f in ("pixels", "faces", "colors", "stats", "level"))
    )


def face_index(piece: dict) -> int | None:
    """The class of a labelled piece; None between clean and cocked."""
    state = str(piece["state"])
    if state == "cocked":
        state = "d6 cocked" if piece["kind"] == "die" else "meeple cocked"
    return FACES.index(state) if state in FACES else None


def color_index(piece: dict) -> int:
    """The place of its colour among those of meeples, then of dice; -1 when nobody said."""
    words = COLORS if piece["kind"] == "meeple" else DIE_COLORS
    start = 0 if piece["kind"] == "meeple" else len(COLORS)
    return start + words.index(piece["colour"]) if piece["colour"] in words else -1


def cut(
    picture: np.ndarray, centre: tuple[float, float], size: float, side: int = SIDE, span: float = SPAN
) -> np.ndarray:
    """A square around the centre that covers ``span`` piece sizes."""
    scale = side / (span * size)
    matrix = np.array([[scale, 0, side / 2 - centre[0] * scale], [0, scale, side / 2 - centre[1] * scale]])
    return cv2.warpAffine(
        picture,
        matrix,
        (side, side),
        flags=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )


def size_of(piece: dict) -> float:
    """The longer side of a piece's box."""
    return float(max(piece["box"][2], piece["box"][3], 8))


def _empty_spot(example: data.Example, shape: tuple, rng: Generator) -> tuple[tuple[float, float], float] | None:
    hearts = np.array([data.heart(p) for p in example.pieces]).reshape(-1, 2)
    sizes = np.array([size_of(p) for p in example.pieces])
    if not len(sizes):
        return (rng.uniform(0, shape[1]), rng.uniform(0, shape[0])), rng.uniform(20, 80)
    for _ in range(10):
        size = float(rng.choice(sizes) * rng.uniform(0.7, 1.4))
        spot = rng.uniform((0, 0), (shape[1], shape[0]))
        if rng.random() < 0.4:  # just beside a piece: part of it shows, but it is not the one meant
            k = int(rng.integers(len(sizes)))
            angle = rng.uniform(0, 2 * np.pi)
            size = float(sizes[k])
            spot = hearts[k] + size * rng.uniform(0.8, 1.1) * np.array([np.cos(angle), np.sin(angle)])
        if (np.hypot(*(hearts - spot).T) > 0.75 * np.maximum(sizes, size)).all():
            return (float(spot[0]), float(spot[1])), size
    return None


def is_held(path: pathlib.Path) -> bool:
    """Whether this picture is one of the twentieth that is never trained on."""
    return int(path.stem[-2:]) % 20 == 0
