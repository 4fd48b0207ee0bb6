"""Labelled pictures of random trays in the form of the samples' ``labels.json``, for training and for tests."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from vision.cameras.simulated import background, develop
from vision.cameras.simulated.lying import overlap, tilt_towards
from vision.cameras.simulated.pieces import DIE_COLORS, MEEPLE_COLORS, Sizes, judge, mesh_of, rest
from vision.cameras.simulated.render import Body, Sprite, height_of, is_inside, paint, visible_part
from vision.cameras.simulated.scene import TABLE_Z, Lamp, Points, Scene, Tray, View
from vision.cameras.simulated.textures import STYLES

Labels = dict[str, Any]
_Random = np.random.Generator
_Paints = dict[tuple[str, str], tuple[float, float, float]]


@dataclass(frozen=True, slots=True)
class _Copy:
    """One copy of a game on one table: what is the same for all its rolls."""

    rng: _Random
    scene: Scene
    sizes: Sizes
    paints: _Paints


def random_scene(seed: int, size: tuple[int, int] = (960, 720)) -> tuple[develop.Picture, Labels]:
    """A picture of a random roll in a random tray, and its truth: ``{"setup": ..., "pieces": [...]}``."""
    pictures, labels = random_rolls(seed, 1, size)
    return pictures[0], {"setup": labels["setup"], "pieces": labels["rolls"][0]["pieces"]}


def random_rolls(seed: int, rolls: int, size: tuple[int, int] = (960, 720)) -> tuple[list[develop.Picture], Labels]:
    """Several rolls in one random tray: cheaper, for the tray is drawn once. Truth as in ``labels.json``."""
    rng = np.random.default_rng(seed)
    copy = _Copy(rng, _scene(rng, size), _sizes(rng), _paints(rng))
    scene, sizes, sensor = copy.scene, copy.sizes, _sensor(rng)
    ground = background.draw(scene, seed)
    grain = develop.Grain(size, sensor.noise, seed)
    pictures, truths = [], []
    for number in range(rolls):
        bodies, stacked = _roll(copy)
        light = ground.image.copy()
        sprites = paint(light, ground, scene, bodies, sizes).sprites
        picture = grain.add(develop.expose(light, sensor))
        pictures.append(develop.compress(picture, sensor.jpeg))
        shares = visible_shares(ground, sprites)
        pieces = [label(scene, sizes, *each) for each in zip(bodies, stacked, shares, strict=True)]
        truths.append({"image": f"roll_{number:02d}.jpg", "game": "simulated", "pieces": pieces})
    return pictures, {"setup": describe(scene, sizes), "rolls": truths}


def describe(scene: Scene, sizes: Sizes) -> Labels:
    """The set-up in the words of the samples."""
    tray, view = scene.tray, scene.view
    width, height, thick = sizes.meeple
    return {
        "tray_mm": {"width": tray.width, "depth": tray.depth, "wall": tray.wall},
        "floor": tray.floor,
        "table": tray.table,
        "markers": {
            "dictionary": "DICT_4X4_50",
            "side_mm": 24,
            "plane": "table top, 1 mm below the tray floor",
            "centres_mm": {str(k): list(v) for k, v in scene.markers.items()},
        },
        "camera": {"hfov_deg": view.hfov, "tilt_deg": view.tilt, "k1": view.k1, "k2": view.k2},
        "die_side_mm": sizes.die,
        "meeple_mm": {"height": height, "width": width, "thickness": thick},
    }


def label(scene: Scene, sizes: Sizes, body: Body, stacked: bool, visible: float) -> Labels:
    """The truth about one body in the words of the samples."""
    state, tilt = judge(body.kind, body.turned, sizes)
    seen = scene.project(mesh_of(body.kind, sizes).points @ body.turned.T + body.at)
    low, high = seen.min(axis=0), seen.max(axis=0)
    mm = body.at - np.array([*scene.tray.shift, 0.0])
    return {
        "kind": body.kind,
        "state": int(state) if state.isdigit() else state,
        "tilt": round(tilt, 1),
        "colour": body.color,
        "box": [round(float(v), 1) for v in (*low, *(high - low))],
        "centre": [round(float(v), 1) for v in scene.project(body.at)],
        "mm": [round(float(v), 1) for v in mm],
        "inside": is_inside(scene, body),
        "stacked": stacked,
        "visible": round(visible, 3),
    }


def visible_shares(ground: background.Background, sprites: list[Sprite]) -> list[float]:
    """For each sprite the share of it that neither walls, nor nearer sprites, nor the picture's edge hide."""
    top = np.full(ground.distance.shape, -1, np.int32)
    for k in sorted(range(len(sprites)), key=lambda k: -sprites[k].distance):
        placed = visible_part(ground, sprites[k])
        if placed is not None:
            opaque = sprites[k].alpha[placed.inner] * placed.shown
            top[placed.rows, placed.columns][opaque > 0.3] = k
    whole = [max(1, int(np.count_nonzero(s.alpha > 0.3))) for s in sprites]
    return [int(np.count_nonzero(top == k)) / whole[k] for k in range(len(sprites))]


# ---------------------------------------------------------------------------------------------- chance


def _pick(rng: _Random, low: float, high: float) -> float:
    return round(float(rng.uniform(low, high)), 4)


def _scene(rng: _Random, size: tuple[int, int]) -> Scene:
    rim = tuple(float(v) for v in rng.uniform(30, 190, 3)) if rng.random() < 0.5 else (52.0, 84.0, 122.0)
    tray = Tray(
        _pick(rng, 150, 235), _pick(rng, 118, 170), _pick(rng, 16, 36), _pick(rng, 3, 7),
        str(rng.choice(STYLES)), str(rng.choice(STYLES)), (rim[0], rim[1], rim[2]),
    )  # fmt: skip
    height, around, off = rng.uniform(380, 900), rng.uniform(0, 2 * np.pi), rng.uniform(0, 420)
    lamp = Lamp(
        (float(off * np.cos(around)), float(off * np.sin(around)), float(height)),
        _pick(rng, 0.34, 0.75), _pick(rng, 0.25, 0.75), (1.0, 1.0, 1.0), _pick(rng, 0.03, 0.25),
    )  # fmt: skip
    yaw = rng.choice([_pick(rng, -12, 12), _pick(rng, -35, 35), _pick(rng, -180, 180)], p=[0.5, 0.35, 0.15])
    view = View(
        size, _pick(rng, 50, 70), _pick(rng, 0, 36), float(yaw), _pick(rng, -3, 3),
        (_pick(rng, -15, 15), _pick(rng, -12, 12)), _pick(rng, 0.85, 1.5), _pick(rng, -0.12, 0.01),
        _pick(rng, -0.015, 0.02), _pick(rng, 0, 0.5),
    )  # fmt: skip
    return Scene(tray, lamp, view)


def _sizes(rng: _Random) -> Sizes:
    meeple = (_pick(rng, 15, 17), _pick(rng, 15.4, 17.6), _pick(rng, 8.3, 10.6))
    return Sizes(float(rng.choice([12, 14, 16, 16, 18])), meeple, _pick(rng, 0.08, 0.24))


def _sensor(rng: _Random) -> develop.Sensor:
    tint = np.array([1.0, 1.0, 1.0]) + rng.uniform(-0.16, 0.16, 3) * (1, 0.4, 1)
    gain = tint * rng.uniform(0.55, 1.2)
    noise = float(rng.choice([_pick(rng, 0.6, 2.5), _pick(rng, 2.5, 6)], p=[0.7, 0.3]))
    return develop.Sensor((gain[0], gain[1], gain[2]), _pick(rng, 0, 1.1), noise, int(rng.integers(68, 96)))


def _paints(rng: _Random) -> _Paints:
    """The shade each colour has in this copy of the game, by kind and colour."""
    words = [("die", c) for c in DIE_COLORS] + [("meeple", c) for c in MEEPLE_COLORS]
    shades = {}
    for kind, color in words:
        base = np.array((DIE_COLORS if kind == "die" else MEEPLE_COLORS)[color])
        blue, green, red = np.clip(base * rng.uniform(0.88, 1.12, 3) + rng.uniform(-7, 7, 3), 4, 250)
        shades[kind, color] = (float(blue), float(green), float(red))
    return shades


def _roll(copy: _Copy) -> tuple[list[Body], list[bool]]:
    """Between one and eleven pieces at rest, some awkward."""
    rng = copy.rng
    chance_meeple = float(rng.choice([0.0, 1.0, 0.5]))
    one_color = rng.random() < 0.5
    die_color = str(rng.choice(list(DIE_COLORS)))
    bodies: list[Body] = []
    stacked: list[bool] = []
    for _ in range(int(rng.integers(1, 12))):
        kind = "meeple" if rng.random() < chance_meeple else "die"
        color = str(rng.choice(list(MEEPLE_COLORS if kind == "meeple" else DIE_COLORS)))
        body = _random_body(copy, kind, color if kind == "meeple" or not one_color else die_color)
        how = str(rng.choice(["flat", "lean", "on top", "outside"], p=[0.87, 0.07, 0.025, 0.035]))
        placed = _on_top(copy.sizes, body, bodies) if how == "on top" else _place(copy, body, how, bodies)
        if placed is not None:
            bodies.append(placed)
            stacked.append(how == "on top")
    return bodies, stacked


def _random_body(copy: _Copy, kind: str, color: str) -> Body:
    states = ("1", "2", "3", "4", "5", "6") if kind == "die" else ("exhausted", "steady", "hard")
    turned = rest(kind, str(copy.rng.choice(states)), copy.sizes, copy.rng)
    shade = copy.paints[kind, color]
    bright = sum(shade) / 3
    pip = (30.0, 30.0, 30.0) if bright > 150 or (bright > 110 and color in ("green", "pink", "yellow")) else None
    return Body(kind, color, np.zeros(3), turned, pip, shade)


def _place(copy: _Copy, body: Body, how: str, others: list[Body]) -> Body | None:
    """The body somewhere free, or None if no place was found."""
    lean = np.zeros(2)
    if how == "lean":
        lean = np.array([(1, 0), (-1, 0), (0, 1), (0, -1)][int(copy.rng.integers(4))], float)
        body = replace(body, turned=tilt_towards(body.turned, lean, float(copy.rng.uniform(9, 42))))
    for _ in range(40):
        candidate = replace(body, at=_on_table(copy, body) if how == "outside" else _in_tray(copy, body, lean))
        if not any(overlap(candidate, other, copy.sizes) for other in others):
            return candidate
    return None


def _in_tray(copy: _Copy, body: Body, lean: Points) -> Points:
    """A place for the middle of the body: anywhere on the floor, or against the wall it leans on."""
    hull = mesh_of(body.kind, copy.sizes).hull @ body.turned.T
    half = np.array([copy.scene.tray.width, copy.scene.tray.depth]) / 2
    low, high = -half - hull[:, :2].min(axis=0), half - hull[:, :2].max(axis=0)
    spot = np.where(lean > 0, high, np.where(lean < 0, low, copy.rng.uniform(low, high)))
    return np.array([spot[0], spot[1], -hull[:, 2].min()])


def _on_table(copy: _Copy, body: Body) -> Points:
    """A place beside the tray."""
    tray, around = copy.scene.tray, copy.rng.uniform(0, 2 * np.pi)
    half = np.array([tray.width, tray.depth]) / 2 + tray.thick + copy.rng.uniform(14, 40)
    spot = np.array([np.cos(around), np.sin(around)]) * half * 1.25
    return np.array([spot[0], spot[1], TABLE_Z + height_of(body, copy.sizes)])


def _on_top(sizes: Sizes, body: Body, others: list[Body]) -> Body | None:
    if not others:
        return None
    below = others[-1]
    top = float((mesh_of(below.kind, sizes).hull @ below.turned.T)[:, 2].max() + below.at[2])
    return replace(body, at=np.array([*below.at[:2], top + height_of(body, sizes)]))
