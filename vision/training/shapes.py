"""Shapes of dice, meeples and boards as triangle meshes, and the convex parts the physics needs; all in centimetres."""

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator


@dataclass(frozen=True)
class Mesh:
    """Triangles with one normal and one texture coordinate per vertex."""

    vertices: np.ndarray
    faces: np.ndarray
    normals: np.ndarray
    uvs: np.ndarray


def meeple_outline(rng: Generator) -> tuple[np.ndarray, list[np.ndarray]]:
    """The outline of a meeple of height 1 (feet at y = -0.5), and the convex parts it is made of."""
    r = rng.uniform(0.155, 0.205)
    arm_x, arm_y = rng.uniform(0.42, 0.54), rng.uniform(0.02, 0.14)
    arm_h = rng.uniform(0.13, 0.2)
    neck_y = 0.5 - 1.8 * r
    neck_x = r * rng.uniform(0.55, 0.85)
    waist_x, waist_y = rng.uniform(0.17, 0.25), rng.uniform(-0.17, -0.08)
    foot_x, foot_in = rng.uniform(0.34, 0.47), rng.uniform(0.06, 0.15)
    foot_h, crotch_y = rng.uniform(0.03, 0.12), rng.uniform(-0.4, -0.27)
    if rng.random() < 0.1:  # some meeples have one broad base instead of two feet
        crotch_y = -0.49
    angles = np.linspace(np.pi / 2, -np.arcsin(min(0.95, 0.8)), 9)
    head = np.stack([r * np.cos(angles), 0.5 - r + r * np.sin(angles)], 1)
    shoulder = (arm_x * 0.55, neck_y + (arm_y + arm_h / 2 - neck_y) * rng.uniform(0.3, 0.8))
    side = np.array(
        [
            (neck_x, neck_y),
            shoulder,
            (arm_x - 0.02, arm_y + arm_h / 2),
            (arm_x, arm_y),
            (arm_x - 0.03, arm_y - arm_h / 2),
            (waist_x, waist_y),
            (foot_x, -0.5 + foot_h),
            (foot_x - 0.01, -0.5),
            (foot_in, -0.5),
            (0.0, crotch_y),
        ]
    )
    half = np.vstack([head, side])
    full = np.vstack([half, (half * (-1, 1))[-2:0:-1]])
    full = round_corners(full, int(rng.integers(0, 3)))
    circle = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    parts = [np.stack([r * np.cos(circle), 0.5 - r + r * np.sin(circle)], 1)]
    parts.append(
        np.array([(-neck_x, neck_y), (neck_x, neck_y), (waist_x, waist_y), (-waist_x, waist_y), (0, crotch_y)])
    )
    arm = np.array([(0, neck_y), shoulder, side[2], side[3], side[4], (0, waist_y), side[5]])
    leg = np.array([(0, waist_y), side[5], side[6], side[7], side[8], (0, crotch_y)])
    for part in (arm, leg):
        parts += [part, part * (-1, 1)]
    return full, parts


def round_corners(points: np.ndarray, times: int) -> np.ndarray:
    """The closed outline with its corners cut a few times (Chaikin), mildly so that extremes stay."""
    for _ in range(times):
        after = np.roll(points, -1, 0)
        points = np.stack([points * 0.85 + after * 0.15, points * 0.15 + after * 0.85], 1).reshape(-1, 2)
    return points


def triangulate(points: np.ndarray) -> np.ndarray:
    """Triangles of a simple polygon by ear clipping."""
    area = np.sum(points[:, 0] * np.roll(points[:, 1], -1) - points[:, 1] * np.roll(points[:, 0], -1))
    order = list(range(len(points))) if area > 0 else list(range(len(points)))[::-1]
    triangles = []
    while len(order) > 3:
        for i in range(len(order)):
            a, b, c = order[i - 1], order[i], order[(i + 1) % len(order)]
            if _is_ear(points, order, a, b, c):
                triangles.append((a, b, c))
                order.pop(i)
                break
        else:  # rounding left no clean ear: cut any
            triangles.append((order[-1], order[0], order[1]))
            order.pop(0)
    triangles.append(tuple(order))
    return np.array(triangles)


def _turn(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]


def _is_ear(points: np.ndarray, order: list[int], a: int, b: int, c: int) -> bool:
    pa, pb, pc = points[a], points[b], points[c]
    if _turn(pb - pa, pc - pb) <= 0:
        return False
    rest = points[[i for i in order if i not in (a, b, c)]]
    inside = (_turn(pb - pa, rest - pa) >= 0) & (_turn(pc - pb, rest - pb) >= 0) & (_turn(pa - pc, rest - pc) >= 0)
    return not inside.any()


def extrude(outline: np.ndarray, thickness: float, bevel: float) -> Mesh:
    """The outline as a slab along z with bevelled rims and sharp, flat-shaded faces."""
    after, before = np.roll(outline, -1, 0), np.roll(outline, 1, 0)
    tangent = after - before
    tangent /= np.linalg.norm(tangent, axis=1, keepdims=True) + 1e-9
    area = np.sum(outline[:, 0] * after[:, 1] - outline[:, 1] * after[:, 0])
    inward = np.stack([-tangent[:, 1], tangent[:, 0]], 1) * np.sign(area)
    inset = outline + inward * bevel
    h = thickness / 2
    rings = [(inset, h), (outline, h - bevel), (outline, -h + bevel), (inset, -h)]
    points = [np.column_stack([xy, np.full(len(xy), z)]) for xy, z in rings]
    n, soup = len(outline), []
    for up, down in zip(points, points[1:], strict=False):
        for i in range(n):
            j = (i + 1) % n
            quad = (up[i], down[i], down[j], up[j]) if area > 0 else (up[j], down[j], down[i], up[i])
            soup += [(quad[0], quad[1], quad[2]), (quad[0], quad[2], quad[3])]
    for t in triangulate(inset):
        soup.append(tuple(points[0][t]))
        soup.append(tuple(points[3][t[::-1]]))
    return flat(np.array(soup))


def flat(triangles: np.ndarray) -> Mesh:
    """Separate triangles, each with its own normal."""
    normal = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    length = np.linalg.norm(normal, axis=1, keepdims=True)
    keep = length[:, 0] > 1e-9
    triangles, normal = triangles[keep], normal[keep] / length[keep]
    vertices = triangles.reshape(-1, 3)
    uvs = np.stack([vertices[:, 0] + vertices[:, 2] * 0.3, vertices[:, 1]], 1) * 0.5 + 0.5
    return Mesh(vertices, np.arange(len(vertices)).reshape(-1, 3), np.repeat(normal, 3, 0), uvs)


# The six sides of a die: outward axis, and the axes of the picture on it. Opposite sides add up to seven.
SIDES = [
    ((0, 0, 1), (1, 0, 0), (0, 1, 0)),
    ((0, -1, 0), (1, 0, 0), (0, 0, 1)),
    ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    ((-1, 0, 0), (0, -1, 0), (0, 0, 1)),
    ((0, 1, 0), (-1, 0, 0), (0, 0, 1)),
    ((0, 0, -1), (-1, 0, 0), (0, 1, 0)),
]


def die(side: float, radius: float, steps: int = 10) -> Mesh:
    """A rounded cube whose face k (1-6) takes cell k-1 of a 3 × 2 atlas."""
    h = side / 2
    t = np.linspace(-1, 1, steps + 1)
    t = np.sign(t) * np.abs(t) ** 0.7  # more vertices near the rounded edges
    u, v = np.meshgrid(t, t)
    vertices, normals, uvs, faces = [], [], [], []
    for k, (out, right, up) in enumerate(np.array(SIDES, float)):
        p = (out + u[..., None] * right + v[..., None] * up).reshape(-1, 3) * h
        core = np.clip(p, -(h - radius), h - radius)
        normal = p - core
        normal /= np.linalg.norm(normal, axis=1, keepdims=True)
        base = len(vertices) * (steps + 1) ** 2
        vertices.append(core + normal * radius)
        normals.append(normal)
        cell = np.array([k % 3, k // 3])
        uvs.append((np.stack([u.ravel(), v.ravel()], 1) * 0.49 + 0.5 + cell) / (3, 2))
        faces.append(_grid_faces(steps) + base)
    return Mesh(np.vstack(vertices), np.vstack(faces), np.vstack(normals), np.vstack(uvs))


def _grid_faces(steps: int) -> np.ndarray:
    i = (np.arange(steps)[:, None] * (steps + 1) + np.arange(steps)).ravel()
    j = i + steps + 1
    return np.vstack([np.stack([i, i + 1, j + 1], 1), np.stack([i, j + 1, j], 1)])


def board(low: np.ndarray, high: np.ndarray, texture_cm: float) -> Mesh:
    """An upright box with a texture that repeats every so many centimetres."""
    box = die(2.0, 1e-6, 1)
    vertices = np.sign(box.vertices) * (high - low) / 2 + (high + low) / 2
    uvs = np.where(np.abs(box.normals[:, 2:]) > 0.5, vertices[:, :2], vertices[:, [0, 2]] + vertices[:, [1, 1]])
    normals = np.repeat(np.array([s[0] for s in SIDES], float), 4, 0)
    return Mesh(vertices, box.faces, normals, uvs / texture_cm)
