"""Markers cut by a wall or by the edge of the picture: two of their corners and enough of their code are seen.

A cut marker is still a dark four-sided patch: one side is the marker's own, its neighbours are shortened, the fourth is
the cut. So each side of each patch is tried as the whole one, the others are lengthened step by step, and what is
visible of the code is laid over the codes of our markers.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.eye import Points

CELLS = 6
"""A 4 × 4 code and the black frame around it."""
FINE = 4
"""Samples along each cell."""
PAD_PX = 12
LEAST_SIDE_PX, MOST_SIDE_SHARE = 16.0, 0.3
SAME_PX = 2.0
LEAST_BITS = 9
"""So many of the sixteen cells of the code must be seen."""
ALIKE = 0.86
"""Least correlation with the marker's print, where that is visible."""
APART = 0.12
"""By how much the best code must beat the next one."""
BETTER = 0.01
"""How much more alike a continued marker must be than the same one taken as it is."""
LEAST_CONTRAST = 25.0
LEVELS = (0.15, 0.25, 0.4, 0.55)
"""Where between the darkest and the brightest nearby black ends: a wall in the shade is nearly black, too."""
LONGER = np.geomspace(1.0, 2.0, 21)

_Grid = NDArray[np.float32]


def find_cut_markers(
    grey: NDArray[np.uint8], numbers: tuple[int, ...], known: tuple[Points, ...] = ()
) -> dict[int, Points]:
    """Those of these markers that are seen in part: number -> four corners, of which two or more are really seen.

    The corners are in the order of the print, top left first; those behind the cut are continued from what is seen.
    ``known`` are markers found already, where nothing is looked for.
    """
    if not numbers:
        return {}
    # White around the picture closes the outline of a marker that its edge cuts.
    padded = cv2.copyMakeBorder(grey, PAD_PX, PAD_PX, PAD_PX, PAD_PX, cv2.BORDER_CONSTANT, value=(255,))
    best: dict[int, tuple[float, Points]] = {}
    done = [np.asarray(corners) + PAD_PX for corners in known]
    for patch in _patches(np.asarray(padded)):
        if any(_is_same(patch, other) for other in done):
            continue
        done.append(patch)
        match = _best_match(grey, patch - PAD_PX, numbers)
        if match is not None and match[0] > best.get(match[1], (0.0, None))[0]:
            best[match[1]] = match[0], match[2]
    return {number: corners for number, (_, corners) in best.items()}


def continue_behind_cut(grey: NDArray[np.uint8], number: int, corners: Points) -> Points:
    """The corners of a decoded marker; if a wall hides some, those continued from what is seen.

    A marker whose black frame alone is cut can still be decoded, and then the cut passes for its edge.
    """
    seen, visible = _sample(grey, corners, corners)
    as_is = _alike(seen, visible, _faces(number)[0])
    match = _best_match(grey, corners, (number,))
    return match[2] if match is not None and match[0] > as_is + BETTER else corners


def seen_corners(grey: NDArray[np.uint8], corners: Points) -> NDArray[np.bool_]:
    """Which corners of a marker are in the picture and free: black just within them, paper just beyond both edges."""
    step, far = 0.5 / CELLS, np.linspace(0.02, 0.3, 8)
    within = [(step, step), *((f, step / 2) for f in far), *((step / 2, f) for f in far)]
    beyond = [*((f, -step / 2) for f in far), *((-step / 2, f) for f in far)]
    unit = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    face = _sample(grey, corners, corners)[0]
    black, white = np.percentile(face, (10, 95))
    own = []
    for k in range(4):
        onto = cv2.getPerspectiveTransform(unit, np.roll(corners, -k, axis=0).astype(np.float32))
        dark, bright = (
            cv2.perspectiveTransform(np.array([points], np.float32), onto)[0] for points in (within, beyond)
        )
        middle = black + 0.45 * (white - black)
        is_black = _at(grey, dark, 255.0) < middle
        is_paper = _at(grey, bright, 0.0) > middle
        own.append(bool(is_black.mean() > 0.9 and is_paper.mean() > 0.9))
    return np.array(own)


def _at(grey: Any, points_px: _Grid, outside: float) -> _Grid:
    """The picture's brightness at these points."""
    x, y = np.ascontiguousarray(points_px[:, 0]), np.ascontiguousarray(points_px[:, 1])
    seen = cv2.remap(grey, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=(outside,))
    return np.asarray(seen, np.float32).ravel()


def _is_same(patch: Points, other: Points) -> bool:
    """Whether two patches have the same corners, wherever they begin."""
    return float(np.linalg.norm(patch[:, None] - other[None], axis=2).min(axis=1).max()) < SAME_PX


def _patches(grey: NDArray[np.uint8]) -> Iterator[Points]:
    """Dark patches with four sides, clockwise."""
    reach = np.ones((2 * (grey.shape[1] // 30) + 1,) * 2, np.uint8)
    low = cv2.erode(grey, reach).astype(np.float32)
    span = cv2.dilate(grey, reach).astype(np.float32) - low
    for level in LEVELS:
        dark = ((grey < low + level * span) & (span > LEAST_CONTRAST)).astype(np.uint8)
        for outline in cv2.findContours(dark, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)[0]:
            if len(outline) < 3 * LEAST_SIDE_PX or len(outline) > 4 * MOST_SIDE_SHARE * grey.shape[1]:
                continue
            rough = cv2.approxPolyDP(cv2.convexHull(outline), 0.035 * len(outline), True)
            if len(rough) == 4 and cv2.contourArea(rough) > LEAST_SIDE_PX**2 / 2:
                yield _fine_corners(grey, rough.reshape(4, 2).astype(np.float32))


def _fine_corners(grey: NDArray[np.uint8], rough: _Grid) -> Points:
    rules = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 30, 0.02)
    fine = cv2.cornerSubPix(grey, rough.reshape(4, 1, 2).copy(), (4, 4), (-1, -1), rules).reshape(4, 2)
    moved = np.linalg.norm(fine - rough, axis=1, keepdims=True)
    ring = np.where(moved < 4, fine, rough).astype(float)
    area = cv2.contourArea(ring.astype(np.float32), oriented=True)
    return np.asarray(ring if area > 0 else ring[::-1])


def _best_match(grey: Any, patch: Points, numbers: tuple[int, ...]) -> tuple[float, int, Points] | None:
    """How alike, which number and which corners; None if no marker of ours looks so."""
    best: tuple[float, int, Points] | None = None
    for whole in range(4):
        a, b, c, d = np.roll(patch, -whole, axis=0)
        if min(np.linalg.norm(b - a), np.linalg.norm(c - b), np.linalg.norm(d - a)) < LEAST_SIDE_PX / 2:
            continue
        if not _is_edge_of_paper(grey, a, b, (c + d) / 2):
            continue
        for longer in LONGER:
            corners = _lengthened(a, b, c, d, float(longer))
            sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
            if sides.max() > 2.2 * sides.min():
                continue
            seen, visible = _sample(grey, corners, patch)
            match = _compare(seen, visible, numbers)
            if match is not None and (best is None or match[0] > best[0]):
                number, turn = match[1]
                best = match[0], number, np.roll(corners, -turn, axis=0)
    return best


def _is_edge_of_paper(grey: Any, a: Points, b: Points, inwards: Points) -> bool:
    """Whether there is black along the one side of a-b and paper along the other; a quick look."""
    middle = (a + b) / 2
    deep = (inwards - middle) / np.linalg.norm(inwards - middle) * np.linalg.norm(b - a) / CELLS / 2
    line = a + np.linspace(0.06, 0.94, 12)[:, None] * (b - a)
    ink, paper = (_at(grey, (line + side).astype(np.float32), 0.0) for side in (deep, -deep))
    return float(paper.min()) > float(ink.max()) and float(np.median(paper) - np.median(ink)) > LEAST_CONTRAST


def _lengthened(a: Points, b: Points, c: Points, d: Points, longer: float) -> Points:
    """The marker whose side a-b is seen whole and whose neighbours are this much longer than what is seen."""
    left, right = d - a, c - b
    reach = max(float(np.linalg.norm(left)), float(np.linalg.norm(right))) * longer
    return np.array([a, b, b + right / np.linalg.norm(right) * reach, a + left / np.linalg.norm(left) * reach])


def _sample(grey: Any, corners: Points, patch: Points) -> tuple[_Grid, NDArray[np.bool_]]:
    """The marker's face on a fine grid, and which points of that lie within the patch and the picture."""
    side = CELLS * FINE
    run = (np.arange(side, dtype=np.float32) + 0.5) / side
    grid = np.stack(np.meshgrid(run, run), -1).reshape(-1, 1, 2)
    unit = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    onto = cv2.getPerspectiveTransform(unit, corners.astype(np.float32))
    at = cv2.perspectiveTransform(grid, onto).reshape(side, side, 2)
    seen = cv2.remap(grey, at[..., 0], at[..., 1], cv2.INTER_LINEAR).astype(np.float32)
    edges = np.roll(patch, -1, axis=0) - patch
    to = at[..., None, :] - patch
    within = edges[:, 0] * to[..., 1] - edges[:, 1] * to[..., 0] > 1.0 * np.linalg.norm(edges, axis=1)
    inside = (at > 0.5).all(axis=-1) & (at < np.array([grey.shape[1], grey.shape[0]]) - 1.5).all(axis=-1)
    return seen, within.all(axis=-1) & inside


def _compare(seen: _Grid, visible: NDArray[np.bool_], numbers: tuple[int, ...]) -> tuple[float, tuple[int, int]] | None:
    """The best of our markers and its quarter turns, if it is alike enough and no other one comes near."""
    by_cell = visible.reshape(CELLS, FINE, CELLS, FINE).mean(axis=(1, 3))
    if np.count_nonzero(by_cell[1:-1, 1:-1] > 0.7) < LEAST_BITS:
        return None
    scores = sorted(
        ((_alike(seen, visible, face), (n, turn)) for n in numbers for turn, face in enumerate(_faces(n))), reverse=True
    )
    if scores[0][0] < ALIKE or scores[0][0] - scores[1][0] < APART:
        return None
    return scores[0]


def _alike(seen: _Grid, visible: NDArray[np.bool_], face: _Grid) -> float:
    """How well what is seen goes with a print: their correlation."""
    values, ink = seen[visible] - seen[visible].mean(), face[visible] - face[visible].mean()
    return float(values @ ink) / max(1e-6, float(np.linalg.norm(values) * np.linalg.norm(ink)))


@cache
def _faces(number: int) -> tuple[_Grid, ...]:
    """The marker's print on the fine grid in its four quarter turns: turn k has its top left at corner k."""
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    face = cv2.aruco.generateImageMarker(book, number, CELLS * FINE).astype(np.float32)
    return tuple(np.ascontiguousarray(np.rot90(face, -turn)) for turn in range(4))
