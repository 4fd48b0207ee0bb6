"""Dice and meeples as meshes, their colours, and the ways in which they can lie.

Body axes of a meeple: x across the arms, y through its thickness, z from feet to head. A die has its faces on the axes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

MEEPLE_COLORS: dict[str, tuple[float, float, float]] = {
    "clear": (206, 210, 208),
    "navy gray": (104, 82, 66),
    "blue": (196, 92, 22),
    "purple": (138, 42, 96),
    "yellow": (36, 190, 236),
    "brown": (34, 66, 116),
    "green": (58, 136, 34),
    "magenta": (140, 22, 206),
    "pink": (176, 142, 240),
}
"""Paint of each meeple colour, BGR."""

DIE_COLORS: dict[str, tuple[float, float, float]] = {
    "white": (232, 236, 238),
    "ivory": (192, 220, 234),
    "black": (40, 38, 38),
    "red": (38, 34, 190),
    "orange": (26, 116, 236),
    "yellow": (40, 196, 238),
    "green": (60, 140, 44),
    "blue": (184, 84, 28),
    "purple": (132, 40, 92),
    "pink": (170, 140, 238),
    "magenta": (138, 24, 204),
    "brown": (36, 66, 112),
    "navy gray": (104, 82, 66),
}
"""Paint of each die colour, BGR."""

_DIE_AXES = {1: (0, 0, 1), 6: (0, 0, -1), 2: (0, -1, 0), 5: (0, 1, 0), 3: (1, 0, 0), 4: (-1, 0, 0)}
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


@dataclass(frozen=True, slots=True)
class Sizes:
    """How big the pieces of this copy are, mm."""

    die: float = 16.0
    meeple: tuple[float, float, float] = (16.5, 16.5, 9.5)
    """Width, height, thickness."""
    round_die: float = 0.17
    """Radius of a die's edges as a share of its side."""


@dataclass(frozen=True, slots=True, eq=False)
class Mesh:
    """Polygons of a piece in the order in which they may be painted over each other, for any viewpoint.

    ``layers`` are painted one after the other; inside a layer the farther polygon comes first.
    """

    points: Points
    layers: tuple[tuple[NDArray[np.int64], ...], ...]
    inks: tuple[tuple[float, ...], ...]
    """For each layer and polygon: 0 = the paint of the piece, 1 = the paint of its pips, between = a mixture."""
    hull: Points
    """The points that can touch the ground."""
    normals: tuple[Points, ...]
    """For each layer one outward normal per polygon."""
    middles: tuple[Points, ...]


def _chaikin(line: Points, times: int) -> Points:
    """The closed line with its corners cut, again and again."""
    for _ in range(times):
        ahead = np.roll(line, -1, axis=0)
        line = np.stack([0.75 * line + 0.25 * ahead, 0.25 * line + 0.75 * ahead], axis=1).reshape(-1, 2)
    return line


@cache
def _outline() -> Points:
    """The silhouette of a meeple, anticlockwise, in a square of side 1 around the origin."""
    head = [(np.sin(a) * 0.178, 0.318 + np.cos(a) * 0.178) for a in np.radians([128, 100, 72, 46, 22, 0])]
    right = [
        (0.0, -0.33), (0.045, -0.35), (0.10, -0.47), (0.13, -0.5), (0.36, -0.5), (0.40, -0.49), (0.405, -0.46),
        (0.26, -0.12), (0.27, -0.07), (0.44, -0.05), (0.49, -0.02), (0.5, 0.05), (0.475, 0.10),
        (0.32, 0.155), (0.17, 0.165),
    ]  # fmt: skip
    half = np.array([*right, *head])
    mirrored = half[::-1][1:-1] * (-1, 1)
    return _chaikin(np.concatenate([half, mirrored]), 1)


def _inset(line: Points, by: float) -> Points:
    """The closed anticlockwise line moved inwards."""
    along = np.roll(line, -1, axis=0) - np.roll(line, 1, axis=0)
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    return np.asarray(line + by * np.stack([-along[:, 1], along[:, 0]], axis=1))


@cache
def meeple(sizes: Sizes) -> Mesh:
    """A meeple: an extruded silhouette with a small bevel."""
    width, height, thick = sizes.meeple
    outline = _outline() * (width, height)
    bevel = 0.9
    inner = _inset(outline, bevel * 0.8)
    count, half = len(outline), thick / 2
    rings = [(inner, -half), (outline, -half + bevel), (outline, half - bevel), (inner, half)]
    points = np.concatenate([np.column_stack([r[:, 0], np.full(count, y), r[:, 1]]) for r, y in rings])
    here = np.arange(count)
    ahead = np.roll(here, -1)

    def strip(a: int, b: int) -> tuple[NDArray[np.int64], ...]:
        quads = np.stack([here + a * count, here + b * count, ahead + b * count, ahead + a * count], axis=1)
        return tuple(quads)

    # A cap is never hidden by what lies behind it, so it comes last.
    layers = ((*strip(1, 2), *strip(0, 1), *strip(2, 3)), (here, here[::-1] + 3 * count))
    hull = _hull2d(outline)
    touching = np.concatenate([np.column_stack([hull[:, 0], np.full(len(hull), y), hull[:, 1]]) for y in (-half, half)])
    return _finish(points, layers, touching)


def _hull2d(line: Points) -> Points:
    """The corners of the convex hull that matter for lying: close ones are merged."""
    hull = cv2.convexHull(line.astype(np.float32)).reshape(-1, 2).astype(float)
    kept = [hull[0]]
    for corner in hull[1:]:
        if np.linalg.norm(corner - kept[-1]) > 0.7:
            kept.append(corner)
    return np.array(kept)


@cache
def die(sizes: Sizes) -> Mesh:
    """A six-sided die with rounded edges and pips; opposite faces add up to seven."""
    side, radius = sizes.die, sizes.die * sizes.round_die
    core = side / 2 - radius
    bend = np.tan(np.radians(45) * np.array([-1.0, -0.66, -0.33, 0.0]))
    grid = np.concatenate([radius * bend - core, core - radius * bend[::-1]])
    points: list[Points] = []
    quads: list[NDArray[np.int64]] = []
    pips: list[NDArray[np.int64]] = []
    inks: list[float] = []
    count, n = 0, len(grid)
    for value, axis in _DIE_AXES.items():
        normal = np.array(axis, float)
        u, v = _across(normal)
        sheet = np.array([[a * u + b * v + side / 2 * normal for a in grid] for b in grid])
        clamped = np.clip(sheet, -core, core)
        out = sheet - clamped
        out /= np.linalg.norm(out, axis=-1, keepdims=True)
        points.append((clamped + radius * out).reshape(-1, 3))
        at = count + np.arange(n * n).reshape(n, n)
        count += n * n
        cells = np.stack([at[:-1, :-1], at[:-1, 1:], at[1:, 1:], at[1:, :-1]], axis=-1).reshape(-1, 4)
        quads.extend(cells)
        for ring, ink in _pip_rings(value, normal, side):
            pips.append(count + np.arange(len(ring)))
            points.append(ring)
            inks.append(ink)
            count += len(ring)
    mesh = _finish(np.concatenate(points), (tuple(quads), tuple(pips)), _corners(side, radius))
    return Mesh(mesh.points, mesh.layers, ((0.0,) * len(quads), tuple(inks)), mesh.hull, mesh.normals, mesh.middles)


def _pip_rings(value: int, normal: Points, side: float) -> list[tuple[Points, float]]:
    """The pips of a face as (ring, ink): each is a dark bowl, a rim disc with a slightly darker disc inside."""
    u, v = _across(normal)
    turn = np.linspace(0, 2 * np.pi, 18, endpoint=False)
    circle = np.cos(turn)[:, None] * u + np.sin(turn)[:, None] * v
    rings = []
    for a, b in _PIPS[value]:
        middle = (a * u + b * v) * side * 0.235 + normal * side / 2
        for radius, shift, ink in ((0.098, 0.0, 0.92), (0.072, 0.006, 1.0)):
            rings.append((middle + side * (radius * circle + shift * (u + v)), ink))
    return rings


def _across(normal: Points) -> tuple[Points, Points]:
    """Two directions along a face of the die."""
    u = np.roll(normal, 1)
    return u, np.cross(normal, u)


def _corners(side: float, radius: float) -> Points:
    """The points a die rolls on: its faces' corners where the rounding begins, so that it lies on flat faces."""
    outer, inner = side / 2, side / 2 - 0.6 * radius
    signs = [(a, b, c) for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)]
    return np.array([np.array(s) * np.roll([outer, inner, inner], k) for s in signs for k in range(3)], float)


def _finish(points: Points, layers: Sequence[tuple[NDArray[np.int64], ...]], hull: Points) -> Mesh:
    normals, middles = [], []
    for layer in layers:
        flat = [points[polygon] for polygon in layer]
        raw = np.array([_normal(p) for p in flat])
        normals.append(raw)
        middles.append(np.array([p.mean(axis=0) for p in flat]))
    inks = tuple((0.0,) * len(layer) for layer in layers)
    return Mesh(points, tuple(layers), inks, hull, tuple(normals), tuple(middles))


def _normal(polygon: Points) -> Points:
    """Newell's normal, which also works for polygons that are not convex; made to point outwards by winding."""
    ahead = np.roll(polygon, -1, axis=0)
    total = np.cross(polygon, ahead).sum(axis=0)
    return np.asarray(total / max(float(np.linalg.norm(total)), 1e-9))


def mesh_of(kind: str, sizes: Sizes) -> Mesh:
    """The mesh of a ``"die"`` or ``"meeple"``."""
    return die(sizes) if kind == "die" else meeple(sizes)


# ---------------------------------------------------------------------------------------------- lying


def turn_to(body_axis: Points, yaw: float) -> Points:
    """A rotation that points this axis of the body upwards, then turns the body by ``yaw`` about the vertical."""
    up = np.asarray(body_axis, float) / np.linalg.norm(body_axis)
    other = np.array([1.0, 0, 0]) if abs(up[0]) < 0.9 else np.array([0, 1.0, 0])
    first = np.cross(other, up)
    first /= np.linalg.norm(first)
    base = np.stack([first, np.cross(up, first), up])
    c, s = np.cos(yaw), np.sin(yaw)
    return np.asarray(np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]]) @ base)


@cache
def edges_of_steady(sizes: Sizes) -> tuple[tuple[float, float, float], ...]:
    """Directions that point up when a meeple is balanced on its side or on its head and an arm."""
    width, height, _ = sizes.meeple
    hull = _hull2d(_outline() * (width, height))
    ahead = np.roll(hull, -1, axis=0)
    along = ahead - hull
    length = np.linalg.norm(along, axis=1)
    out = np.stack([along[:, 1], -along[:, 0]], axis=1) / length[:, None]
    found = []
    for start, end, normal, size in zip(hull, ahead, out, length, strict=True):
        inside = min(-(start @ (end - start)), end @ (end - start)) / size**2 > 0.08
        if size > 0.22 * height and inside and normal[1] > -0.95:
            found.append((float(-normal[0]), 0.0, float(-normal[1])))
    return tuple(found)


def rest(kind: str, state: str, sizes: Sizes, rng: np.random.Generator) -> Points:
    """A rotation in which the piece lies in this state, turned at random."""
    yaw = float(rng.uniform(0, 2 * np.pi))
    if kind == "die":
        return turn_to(np.array(_DIE_AXES[int(state)], float), yaw)
    if state == "hard":
        return turn_to(np.array([0.0, 0, 1]), yaw)
    if state == "exhausted":
        return turn_to(np.array([0.0, rng.choice([-1, 1]), 0]), yaw)
    choices = edges_of_steady(sizes)
    return turn_to(np.array(choices[int(rng.integers(len(choices)))]), yaw)


def judge(kind: str, turned: Points, sizes: Sizes) -> tuple[str, float]:
    """What a piece turned this way shows, and by how many degrees it is off a clean rest."""
    up = turned[2]
    if kind == "die":
        lying = {str(value): np.array(axis, float) for value, axis in _DIE_AXES.items()}
        near = [(name, float(up @ axis)) for name, axis in lying.items()]
    else:
        near = [("hard", float(up[2])), ("exhausted", abs(float(up[1])))]
        near += [("steady", float(up @ np.array(axis))) for axis in edges_of_steady(sizes)]
    state, closeness = max(near, key=lambda pair: pair[1])
    off = float(np.degrees(np.arccos(min(1.0, closeness))))
    return (state if off < 6.0 else "cocked"), off


def turn_face_up(turned: Points, value: int) -> Points:
    """The turn of a die in itself that brings ``value`` to the top when the die then lies as ``turned``."""
    top = np.round(turned[2])
    wanted = np.array(_DIE_AXES[value], float)
    if (axis := np.cross(wanted, top)).any():
        return np.asarray(cv2.Rodrigues(axis / np.linalg.norm(axis) * np.pi / 2)[0])
    if wanted @ top > 0:
        return np.eye(3)
    return np.asarray(cv2.Rodrigues(np.roll(top, 1) * np.pi)[0])
