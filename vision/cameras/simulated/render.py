"""Paints pieces and their shadows onto the picture of the empty tray, fast enough to watch them roll."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.simulated.background import Background
from vision.cameras.simulated.pieces import DIE_COLORS, MEEPLE_COLORS, Mesh, Sizes, mesh_of
from vision.cameras.simulated.scene import TABLE_Z, Points, Scene

FINE = 3
"""Pieces are painted this many times finer and then shrunk: smooth edges without seams."""
_SHIFT = 4
CLEAR_OPACITY = 0.62
DARK_PIPS = (24.0, 24.0, 26.0)
LIGHT_PIPS = (236.0, 240.0, 240.0)
Box = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """A piece at one moment: what it is, where its middle is and how it is turned."""

    kind: str
    color: str
    at: Points
    turned: Points
    pip: tuple[float, float, float] | None = None
    paint: tuple[float, float, float] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """A painted piece: where its patch lies in the picture, its colours (times its opacity) and its opacity."""

    left: int
    top: int
    color: NDArray[np.float32]
    alpha: NDArray[np.float32]
    distance: float
    inside: bool
    """Whether it is between the tray's walls."""


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """The rows and columns of the picture a sprite covers, that part of the sprite, and 1 where no wall hides it."""

    rows: slice
    columns: slice
    inner: tuple[slice, slice]
    shown: NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class _Canvas:
    """A fine patch to paint on, what of it is covered, and where the mesh's points lie on it."""

    patch: NDArray[np.uint8]
    cover: NDArray[np.uint8]
    points: NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class _Surface:
    """Polygons to be shaded: their normals, middles, the way to the eye and how much pip paint is on them."""

    normals: Points
    middles: Points
    to_eye: Points
    inks: Points


def height_of(body: Body, sizes: Sizes) -> float:
    """How far the lowest point of a body turned like this lies below its middle."""
    return float(-(mesh_of(body.kind, sizes).hull @ body.turned.T)[:, 2].min())


@dataclass(frozen=True, slots=True, eq=False)
class Painted:
    """What was painted: a sprite for each body, the boxes that changed and what was there before."""

    sprites: list[Sprite]
    boxes: list[Box]
    before: list[NDArray[np.float32]]


def paint(
    image: NDArray[np.float32], background: Background, scene: Scene, bodies: Sequence[Body], sizes: Sizes
) -> Painted:
    """Paint shadows, then bodies from far to near, into the float picture."""
    shadows = [shadow for body in bodies for shadow in _shadows(background, scene, body, sizes)]
    sprites = [sprite(scene, body, sizes) for body in bodies]
    places = [visible_part(background, each) for each in sprites]
    boxes = [s.box for s in shadows] + [_box_of(place) for place in places if place is not None]
    before = [image[top:bottom, left:right].copy() for left, top, right, bottom in boxes]
    for shadow in shadows:
        _darken(image, shadow)
    for k in sorted(range(len(sprites)), key=lambda k: -sprites[k].distance):
        place = places[k]
        if place is not None:
            _compose(image, sprites[k], place)
    return Painted(sprites, boxes, before)


def _box_of(place: Place) -> Box:
    return place.columns.start, place.rows.start, place.columns.stop, place.rows.stop


def sprite(scene: Scene, body: Body, sizes: Sizes) -> Sprite:
    """The body painted into a small patch of its own."""
    mesh = mesh_of(body.kind, sizes)
    world = mesh.points @ body.turned.T + body.at
    seen = scene.project(world)
    low, high = np.floor(seen.min(axis=0)).astype(int) - 2, np.ceil(seen.max(axis=0)).astype(int) + 3
    size = np.clip(high - low, 1, 900)
    patch = np.zeros((int(size[1]) * FINE, int(size[0]) * FINE, 3), np.uint8)
    cover = np.zeros(patch.shape[:2], np.uint8)
    # Pixel centres: the coarse pixel k covers fine pixels FINE*k ... FINE*k + FINE - 1.
    fine = np.round(((seen - low + 0.5) * FINE - 0.5) * (1 << _SHIFT)).astype(np.int32)
    for layer in range(len(mesh.layers)):
        _paint_layer(_Canvas(patch, cover, fine), mesh, layer, scene, body)
    small = (int(size[0]), int(size[1]))
    opacity = np.float32(CLEAR_OPACITY if is_clear(body) else 1.0)
    alpha = cv2.resize(cover, small, interpolation=cv2.INTER_AREA).astype(np.float32) * (opacity / 255)
    color = cv2.resize(patch, small, interpolation=cv2.INTER_AREA).astype(np.float32) * opacity
    distance = float(scene.distance(body.at))
    return Sprite(int(low[0]), int(low[1]), color, alpha, distance, is_inside(scene, body))


def is_inside(scene: Scene, body: Body) -> bool:
    """Whether the body is over a tray's floor."""
    tray = scene.tray
    x, y = body.at[0] - tray.shift[0], body.at[1] - tray.shift[1]
    return any(abs(x - at) < tray.width / 2 and abs(y - along) < tray.depth / 2 for at, along in tray.places)


def is_clear(body: Body) -> bool:
    """Whether the ground shows through this body."""
    return body.kind == "meeple" and body.color == "clear"


def _paint_layer(canvas: _Canvas, mesh: Mesh, layer: int, scene: Scene, body: Body) -> None:
    """Paint the polygons of a layer that face the eye, far ones first."""
    normals = mesh.normals[layer] @ body.turned.T
    middles = mesh.middles[layer] @ body.turned.T + body.at
    to_eye = scene.eye - middles
    facing = (normals * to_eye).sum(axis=1)
    colors = np.clip(_shade(scene, body, _Surface(normals, middles, to_eye, np.array(mesh.inks[layer]))), 0, 255)
    polygons = mesh.layers[layer]
    for k in np.argsort(-(to_eye**2).sum(axis=1)):
        if facing[k] > 0:
            shape = canvas.points[polygons[k]]
            fill = cv2.fillConvexPoly if len(shape) <= 18 else _fill
            fill(canvas.patch, shape, colors[k].tolist(), cv2.LINE_8, _SHIFT)
            fill(canvas.cover, shape, (255,), cv2.LINE_8, _SHIFT)


def _fill(image: NDArray[np.uint8], shape: NDArray[np.int32], color: Sequence[float], line: int, shift: int) -> None:
    cv2.fillPoly(image, [shape], color, line, shift)


def _shade(scene: Scene, body: Body, surface: _Surface) -> Points:
    """The colour of each polygon: soft light from the sky, the lamp, and a highlight."""
    lamp, normals, middles = scene.lamp, surface.normals, surface.middles
    to_lamp = np.array(lamp.at) - middles
    reach = np.linalg.norm(to_lamp, axis=1, keepdims=True)
    to_lamp = to_lamp / reach
    eye = surface.to_eye / np.linalg.norm(surface.to_eye, axis=1, keepdims=True)
    half = to_lamp + eye
    half /= np.linalg.norm(half, axis=1, keepdims=True)
    facing = (normals * to_lamp).sum(axis=1)
    wrapped = np.clip((facing + 0.15) / 1.15, 0, 1)
    sky = lamp.ambient * (0.72 + 0.28 * normals[:, 2])
    near = (np.linalg.norm(np.array(lamp.at)) / reach[:, 0]) ** 2
    gloss, sharp = (46.0, 28) if body.kind == "die" else (26.0, 12)
    if is_clear(body):
        gloss, sharp = 120.0, 30
    shine = gloss * np.clip((normals * half).sum(axis=1), 0, 1) ** sharp * (facing > 0) * (1 - 0.6 * surface.inks)
    base = np.array(body.paint or (DIE_COLORS if body.kind == "die" else MEEPLE_COLORS)[body.color])
    pip = np.array(body.pip or (LIGHT_PIPS if base.mean() < 150 else DARK_PIPS))
    inks = surface.inks[:, None]
    paint = base * (1 - inks) + pip * inks
    return np.asarray(paint * (sky + lamp.direct * wrapped * near)[:, None] + shine[:, None])


# ---------------------------------------------------------------------------------------------- shadows


@dataclass(frozen=True, slots=True, eq=False)
class _Shadow:
    """A soft shadow on the ground: the box it lies in, how it darkens each pixel there."""

    box: Box
    darkness: NDArray[np.float32]


def _shadows(background: Background, scene: Scene, body: Body, sizes: Sizes) -> list[_Shadow]:
    """The lamp's soft shadow of a body, and the dark line where it touches the ground."""
    world = mesh_of(body.kind, sizes).hull @ body.turned.T + body.at
    ground, where = (0.0, background.floor) if is_inside(scene, body) else (TABLE_Z, background.table)
    lift = np.maximum(world[:, 2] - ground, 0.0)
    clear = 0.45 if is_clear(body) else 1.0
    lamp = np.array(scene.lamp.at)
    cast = world - (lamp - world) * (lift / (lamp[2] - world[:, 2]))[:, None]
    soft = 1.2 + scene.lamp.soft * float(lift.mean()) * 1.3
    strength = scene.lamp.direct / (scene.lamp.direct + scene.lamp.ambient)
    made = [_shadow(where, scene, cast, (soft, strength * clear * 0.95))]
    low = float(lift.min())
    if low < 14:
        under = np.column_stack([world[:, :2], np.full(len(world), ground)])
        made.append(_shadow(where, scene, under, (2.0 + low * 0.5, 0.42 * clear * (1 - low / 14))))
    return [shadow for shadow in made if shadow is not None]


def _shadow(
    where: NDArray[np.float32], scene: Scene, points: Points, soft_and_strong: tuple[float, float]
) -> _Shadow | None:
    """A blurred outline around the points, where the ground is seen."""
    soft_mm, strength = soft_and_strong
    seen = scene.project(points)
    soft_px = max(0.8, soft_mm * scene.focal / float(scene.distance(points).mean()))
    room = int(3 * soft_px) + 2
    height, width = where.shape
    left, top = (int(v) for v in np.maximum(np.floor(seen.min(axis=0)) - room, 0))
    right, bottom = (int(v) for v in np.minimum(np.ceil(seen.max(axis=0)) + room, (width, height)))
    if right - left < 2 or bottom - top < 2:
        return None
    hull = cv2.convexHull((seen - (left, top)).astype(np.float32))
    mask = np.zeros((bottom - top, right - left), np.float32)
    cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), (1.0,), cv2.LINE_8, 4)
    size = int(soft_px) * 2 + 1
    soft = np.asarray(cv2.blur(cv2.blur(mask, (size, size)), (size, size)), np.float32)
    return _Shadow((left, top, right, bottom), np.float32(strength) * soft * where[top:bottom, left:right])


def _darken(image: NDArray[np.float32], shadow: _Shadow) -> None:
    left, top, right, bottom = shadow.box
    image[top:bottom, left:right] *= (1.0 - shadow.darkness)[..., None]


def _compose(image: NDArray[np.float32], each: Sprite, place: Place) -> None:
    """Lay a sprite over the picture, behind walls that are nearer than it."""
    target = image[place.rows, place.columns]
    target *= 1.0 - (each.alpha[place.inner] * place.shown)[..., None]
    target += each.color[place.inner] * place.shown[..., None]


def visible_part(background: Background, each: Sprite) -> Place | None:
    """Where in the picture a sprite lies and what of it no wall hides; None if it is wholly outside."""
    height, width = background.distance.shape
    rows_n, columns_n = each.alpha.shape
    left, top = max(each.left, 0), max(each.top, 0)
    right, bottom = min(each.left + columns_n, width), min(each.top + rows_n, height)
    if right <= left or bottom <= top:
        return None
    rows, columns = slice(top, bottom), slice(left, right)
    inner = (slice(top - each.top, bottom - each.top), slice(left - each.left, right - each.left))
    walls = background.rim[rows, columns]
    if not each.inside:
        walls = walls | background.inner[rows, columns]
    hidden = walls & (background.distance[rows, columns] < each.distance - 5.0)
    return Place(rows, columns, inner, (~hidden).astype(np.float32))
