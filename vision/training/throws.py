"""Throws of dice and meeples as rigid bodies: where each piece comes to rest, and what it then shows."""

from dataclasses import dataclass, field

import cv2
import mujoco
import numpy as np
from numpy.random import Generator

from vision.training import shapes, textures

COCKED_DEG, CLEAN_DEG = 10.0, 4.0  # leaning more is cocked, less is clean, between the two nobody should be trained


@dataclass
class Thing:
    """A piece before and after the throw: its shape, look and pose (centimetres)."""

    kind: str
    mesh: shapes.Mesh
    parts: list[np.ndarray]
    look: dict[str, object]
    color: str
    size: tuple[float, float, float]
    position: np.ndarray = field(default_factory=lambda: np.zeros(3))
    rotation: np.ndarray = field(default_factory=lambda: np.eye(3))
    is_outside: bool = False

    def world(self) -> np.ndarray:
        """The vertices where they lie."""
        return self.mesh.vertices @ self.rotation.T + self.position


def make_dice(rng: Generator, count: int, side: float) -> list[Thing]:
    """Dice of one look, or each of its own."""
    mesh = shapes.die(side, side * rng.uniform(0.06, 0.2))
    same = rng.random() < 0.6
    shared = textures.die_paint(rng)
    grid = side / 2 * np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    looks = [shared if same else textures.die_paint(rng) for _ in range(count)]
    return [Thing("die", mesh, [grid], look, textures.die_color(look["body"]) or "?", (side,) * 3) for look in looks]


def make_meeples(rng: Generator, count: int, size: tuple[float, float, float], placing: bool = True) -> list[Thing]:
    """Meeples of one shape in random colours; those hard to read more often, unless none is placed."""
    outline, parts = shapes.meeple_outline(rng)
    height, width, thick = size
    scale = np.array([width / np.ptp(outline[:, 0]), height])
    mesh = shapes.extrude(outline * scale, thick, height * rng.uniform(0.005, 0.04))
    solid = [
        np.vstack([np.column_stack([p * scale, np.full(len(p), z)]) for z in (-thick / 2, thick / 2)]) for p in parts
    ]
    rough, palette = rng.uniform(0.15, 0.8), {c: textures.paint(rng, c) for c in textures.COLORS}
    clear = {
        "clear_rough": rng.uniform(0.05, 0.5), "ior": rng.uniform(1.15, 1.5),
        "pane": max(0.0, rng.uniform(-0.3, 0.6)), "haze": max(0.0, rng.uniform(-0.1, 0.45)),
    }  # fmt: skip
    colors = rng.choice(textures.COLORS, count, p=textures.HOW_OFTEN if placing else None)
    return [Thing("meeple", mesh, solid, {"paint": palette[c], "rough": rough, **clear}, str(c), size) for c in colors]


def model_xml(things: list[Thing], boards: list[tuple[np.ndarray, np.ndarray]]) -> str:
    """The physical world: solid boards and loose pieces."""
    xml = [
        '<mujoco><option timestep="0.0025" gravity="0 0 -981"/><default>',
        '<geom friction="0.5 0.02 0.001" solref="0.008 1"/>',
    ]
    xml.append("</default><asset>")
    seen: dict[int, str] = {}
    for thing in things:
        if id(thing.parts) not in seen and thing.kind == "meeple":
            seen[id(thing.parts)] = f"m{len(seen)}"
        for i, part in enumerate(thing.parts if thing.kind == "meeple" else []):
            name = f"{seen[id(thing.parts)]}_{i}"
            if f'"{name}"' not in "".join(xml[-60:]):
                xml.append(f'<mesh name="{name}" vertex="{" ".join(f"{v:.4f}" for v in part.ravel())}"/>')
    xml.append("</asset><worldbody>")
    for low, high in boards:
        middle, half = (low + high) / 2, (high - low) / 2
        xml.append(f'<geom type="box" size="{_words(half)}" pos="{_words(middle)}"/>')
    for k, thing in enumerate(things):
        xml.append(f'<body name="p{k}"><freejoint/>')
        if thing.kind == "die":
            xml.append(f'<geom type="box" size="{_words(np.array(thing.size) / 2)}" density="1.2"/>')
        else:
            xml += [
                f'<geom type="mesh" mesh="{seen[id(thing.parts)]}_{i}" density="0.7"/>' for i in range(len(thing.parts))
            ]
        xml.append("</body>")
    xml.append("</worldbody></mujoco>")
    return "".join(xml)


def _words(values: np.ndarray) -> str:
    return " ".join(f"{v:.4f}" for v in values)


def random_rotation(rng: Generator) -> np.ndarray:
    """A rotation matrix, all equally likely."""
    q, r = np.linalg.qr(rng.normal(size=(3, 3)))
    q = q * np.sign(np.diag(r))
    return q if np.linalg.det(q) > 0 else q * (-1, 1, 1)


def about(axis: np.ndarray, angle: float) -> np.ndarray:
    """The rotation by an angle about an axis."""
    k = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]]) / np.linalg.norm(axis)
    return np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k


def nearly_at_rest(rng: Generator, kind: str) -> np.ndarray:
    """A rotation close to a resting pose, so that rare poses are seen often enough."""
    yaw = about(np.array([0, 0, 1.0]), rng.uniform(0, 2 * np.pi))
    if kind == "die":
        return yaw @ shapes_rotation(int(rng.integers(6)))
    stand = about(np.array([1.0, 0, 0]), np.pi / 2)
    turn = rng.choice([0.0, 0.0, 1.57, -1.57, 2.5, -2.5, 9.0])
    if turn == 9.0:
        return yaw @ about(np.array([1.0, 0, 0]), rng.choice([0.0, np.pi]))
    return yaw @ stand @ about(np.array([0, 0, 1.0]), turn + rng.normal() * 0.1)


def shapes_rotation(k: int) -> np.ndarray:
    """The rotation that brings side k of a die to the top."""
    out = np.array(shapes.SIDES[k][0], float)
    if abs(out[2]) > 0.5:
        return np.eye(3) if out[2] > 0 else about(np.array([1.0, 0, 0]), np.pi)
    return about(np.cross(out, (0, 0, 1.0)), np.pi / 2)


def throw(  # noqa: PLR0913, PLR0917 - all that decides a throw
    rng: Generator, things: list[Thing], boards: list, area: tuple[float, float], has_tray: bool, placing: bool = True
) -> "mujoco.MjData":
    """Drop the things into the area, let them come to rest and note where they lie."""
    model = mujoco.MjModel.from_xml_string(model_xml(things, boards))
    data = mujoco.MjData(model)
    gentle = rng.random() < 0.55 and placing
    w, d = area[0] / 2 - 1.2, area[1] / 2 - 1.2
    spots: list[np.ndarray] = []
    heap = rng.random() < 0.25  # sometimes all in one corner, so that they touch and pile up
    centre = rng.uniform((-w, -d), (w, d)) if heap else np.zeros(2)
    for k, thing in enumerate(things):
        placed = gentle and rng.random() < 0.8
        spot = rng.uniform((-w, -d), (w, d))
        if heap:
            spot = np.clip(centre + rng.normal(size=2) * 2.0, (-w, -d), (w, d))
        for _ in range(20):
            if all(np.linalg.norm(spot - s) > 2.0 for s in spots):
                break
            spot = rng.uniform((-w, -d), (w, d))
        spots.append(spot)
        height = 1.1 if placed else rng.uniform(2, 6)
        if has_tray and rng.random() < 0.02:
            thing.is_outside = True
            spot = np.array([rng.choice([-1, 1]) * (w + rng.uniform(3.2, 6)), rng.uniform(-d, d)])
            spot = (
                spot
                if rng.random() < 0.6
                else np.array([rng.uniform(-w, w), rng.choice([-1, 1]) * (d + rng.uniform(3.2, 6))])
            )
            height = 1.1
        rotation = nearly_at_rest(rng, thing.kind) if placed else random_rotation(rng)
        quat = np.zeros(4)
        mujoco.mju_mat2Quat(quat, rotation.ravel())
        data.qpos[7 * k : 7 * k + 7] = [*spot, height, *quat]
        speed = 3 if placed or thing.is_outside else 32
        data.qvel[6 * k : 6 * k + 3] = rng.normal(size=3) * speed
        data.qvel[6 * k + 3 : 6 * k + 6] = rng.normal(size=3) * (0.5 if placed else 12)
    for step in range(700):
        mujoco.mj_step(model, data)
        if step > 150 and step % 25 == 0 and np.abs(data.qvel).max() < 0.6:
            break
    for k, thing in enumerate(things):
        thing.position = data.qpos[7 * k : 7 * k + 3].copy()
        mat = np.zeros(9)
        mujoco.mju_quat2Mat(mat, data.qpos[7 * k + 3 : 7 * k + 7])
        thing.rotation = mat.reshape(3, 3)
        if rng.random() < 0.025 and placing:
            lean(rng, thing)
            data.qpos[7 * k + 2] = thing.position[2]
            quat = np.zeros(4)
            mujoco.mju_mat2Quat(quat, thing.rotation.ravel())
            data.qpos[7 * k + 3 : 7 * k + 7] = quat
    mujoco.mj_kinematics(model, data)
    return model, data


def lean(rng: Generator, thing: Thing) -> None:
    """Tip a piece as if something held it: leaning pieces are rare in throws, and must be known."""
    axis = np.array([*rng.normal(size=2), 0.0])
    thing.rotation = about(axis, np.radians(rng.uniform(14, 44))) @ thing.rotation
    bottom = thing.world()[:, 2].min()
    thing.position = thing.position - np.array([0, 0, bottom])


def state(thing: Thing) -> tuple[str, float]:
    """What the piece shows and how many degrees it is off a clean rest; ``"?"`` between clean and cocked."""
    up = thing.rotation[2]  # the world's up in the piece's own axes
    if thing.kind == "die":
        dots = [float(np.dot(up, s[0])) for s in shapes.SIDES]
        face, tilt = str(int(np.argmax(dots)) + 1), np.degrees(np.arccos(min(1.0, max(dots))))
    else:
        face, tilt = _pose(thing, up)
    return ("cocked" if tilt > COCKED_DEG else face if tilt < CLEAN_DEG else "?"), float(tilt)


def _pose(thing: Thing, up: np.ndarray) -> tuple[str, float]:
    """The clean rest nearest to the pose: flat, on the feet, or on another edge of the convex outline."""
    flat = np.degrees(np.arccos(min(1.0, abs(up[2]))))
    best = ("exhausted", flat)
    points = np.vstack([p[:, :2] for p in thing.parts])
    for normal in hull_normals(points):
        tilt = np.degrees(np.arccos(np.clip(-(up[:2] @ normal), -1, 1)))
        if tilt < best[1]:
            best = ("hard" if normal[1] < -0.99 else "steady", tilt)
    return best


def hull_normals(points: np.ndarray) -> list[np.ndarray]:
    """Outward normals of those edges of the convex hull on which the shape (centre at the origin) can stand."""
    hull = cv2.convexHull(points.astype(np.float32))[:, 0]
    found = []
    for a, b in zip(hull, np.roll(hull, -1, 0), strict=True):
        edge = b - a
        length = np.hypot(*edge)
        normal = np.array([edge[1], -edge[0]]) / (length + 1e-9)
        normal = normal if normal @ a > 0 else -normal
        if length > 0.25:
            found.append(normal)
    return found
