"""Draws the empty tray on its table once, ray by ray, with soft wall shadows and the lens' distortion."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import reduce

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.simulated.scene import MARKER_MM, PAPER_MM, TABLE_Z, Scene, stretch
from vision.cameras.simulated.textures import MM, SIDE, texture

Plane = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Background:
    """The empty tray: its picture (float BGR, before the lamp's tint), what is wall, and how far each pixel is."""

    image: NDArray[np.float32]
    rim: NDArray[np.bool_]
    """Where the top or the outside of a wall is seen: it hides what is behind it."""
    inner: NDArray[np.bool_]
    """Where the inside of a wall is seen: it hides what is outside the tray."""
    floor: NDArray[np.float32]
    """1 where the tray floor is seen, softly falling to 0: piece shadows fall there."""
    table: NDArray[np.float32]
    distance: Plane


@dataclass(frozen=True, slots=True, eq=False)
class _Hit:
    """Where the rays of all pixels first meet something."""

    x: Plane
    y: Plane
    z: Plane
    far: Plane
    top: NDArray[np.bool_]
    inner: NDArray[np.bool_]
    outer: NDArray[np.bool_]
    floor: NDArray[np.bool_]
    along_x: NDArray[np.bool_]
    """Wall pixels on a wall that runs along x (the front and back walls)."""
    from_x: Plane
    from_y: Plane
    """What x and y are measured from: the middle of the box that is hit; for the table, the middle of everything."""

    @property
    def is_box(self) -> NDArray[np.bool_]:
        """Where a box is hit rather than the table."""
        return np.asarray(self.top | self.inner | self.outer | self.floor)


BAND = 24
"""Rows of the picture drawn at a time: few enough to stay in the processor's cache, three times faster than all."""


def draw(scene: Scene, seed: int, scale: int = 2) -> Background:
    """The picture of the empty tray; ``scale`` squared rays per pixel."""
    grain = texture("wood", seed).mean(axis=-1)
    cloth = _Cloth(texture(scene.tray.floor, seed + 1), texture(scene.tray.table, seed), grain / grain.mean())
    rays = scene.rays()
    height = scene.view.size[1]
    bands = [
        _draw_band(scene, cloth, rays, range(top, min(top + BAND, height)), scale) for top in range(0, height, BAND)
    ]
    image, rim, inner, floor, table, distance = (np.concatenate(parts) for parts in zip(*bands, strict=True))
    image *= _vignette(scene)[..., None]
    return Background(image, rim > 0.5, inner > 0.5, floor, table, distance)


@dataclass(frozen=True, slots=True, eq=False)
class _Cloth:
    """The materials: floor, table and the grain of the walls' wood."""

    floor: NDArray[np.float32]
    table: NDArray[np.float32]
    grain: NDArray[np.float32]


def _draw_band(
    scene: Scene, cloth: _Cloth, rays: NDArray[np.float32], rows: range, scale: int
) -> tuple[NDArray[np.float32], ...]:
    """Some rows of the picture: light, and how much of each pixel is wall, floor and table, and its distance."""
    width, height = scene.view.size
    fine = stretch(rays, (width, height), rows, scale)
    hit = reduce(_nearer, (_cast(scene, fine, place) for place in scene.tray.places))
    color = np.empty((*hit.x.shape, 3), np.float32)
    ground = ~hit.is_box
    color[hit.floor] = _sample(cloth.floor, hit.x[hit.floor], hit.y[hit.floor])
    color[ground] = _sample(cloth.table, hit.x[ground] * 0.7 + 31, hit.y[ground] * 0.7 + 57)
    _lay_markers(scene, hit, ground, color)
    _paint_walls(scene, hit, color, cloth.grain)
    color *= _light(scene, hit, ground)[..., None]
    distance = np.ascontiguousarray(hit.far[scale // 2 :: scale, scale // 2 :: scale])
    parts = (color, *(m.astype(np.float32) for m in (hit.top | hit.outer, hit.inner, hit.floor, ground)))
    shrunk = (cv2.resize(part, (width, len(rows)), interpolation=cv2.INTER_AREA) for part in parts)
    return (*(np.asarray(part, np.float32) for part in shrunk), distance)


def _nearer(a: _Hit, b: _Hit) -> _Hit:
    """What is hit first of two boxes on one table."""
    is_b = b.is_box & (~a.is_box | (b.far < a.far))
    return _Hit(*(np.where(is_b, getattr(b, f.name), getattr(a, f.name)) for f in fields(_Hit)))


def _cast(scene: Scene, ray: NDArray[np.float32], place: tuple[float, float]) -> _Hit:
    """Follow each ray down: rim, then inside of the box at this place, or outside of it and the table."""
    tray, eye = scene.tray, scene.eye.astype(np.float32).copy()
    eye[:2] -= np.add(tray.shift, place).astype(np.float32)
    dx, dy, dz = ray[..., 0], ray[..., 1], np.minimum(ray[..., 2], -1e-3)
    half_x, half_y = np.float32(tray.width / 2), np.float32(tray.depth / 2)
    rim = (np.float32(tray.wall) - eye[2]) / dz
    x, y = eye[0] + rim * dx, eye[1] + rim * dy
    over_box = (np.abs(x) < half_x + tray.thick) & (np.abs(y) < half_y + tray.thick)
    over_hole = (np.abs(x) < half_x) & (np.abs(y) < half_y)
    far = np.where(over_hole, -eye[2] / dz, (np.float32(TABLE_Z) - eye[2]) / dz)
    far = np.where(over_box & ~over_hole, rim, far)
    gx, gy = eye[0] + far * dx, eye[1] + far * dy
    inner = over_hole & ((np.abs(gx) > half_x) | (np.abs(gy) > half_y))
    to_x = (np.copysign(half_x, dx) - eye[0]) / _nonzero(dx)
    to_y = (np.copysign(half_y, dy) - eye[1]) / _nonzero(dy)
    in_box = (np.abs(gx) < half_x + tray.thick) & (np.abs(gy) < half_y + tray.thick)
    outer = ~over_box & in_box
    out_x = (np.copysign(half_x + tray.thick, -dx) - eye[0]) / _nonzero(dx)
    out_y = (np.copysign(half_y + tray.thick, -dy) - eye[1]) / _nonzero(dy)
    # The first wall met from inside is the nearer one; from outside it is the one whose plane is crossed last.
    along_x = np.where(inner, to_y < to_x, np.where(outer, _last_in(out_x, out_y, rim, far), False))
    far = np.where(inner, np.minimum(to_x, to_y), far)
    far = np.where(outer, np.where(along_x, out_y, out_x), far)
    gx, gy, gz = eye[0] + far * dx, eye[1] + far * dy, eye[2] + far * dz
    shifted_x, shifted_y = (np.float32(a + b) for a, b in zip(tray.shift, place, strict=True))
    boxed = over_box | outer
    gx = np.where(boxed, gx, gx + shifted_x)
    gy = np.where(boxed, gy, gy + shifted_y)
    from_x, from_y = (np.where(boxed, np.float32(v), np.float32(0)) for v in place)
    return _Hit(gx, gy, gz, far, over_box & ~over_hole, inner, outer, over_hole & ~inner, along_x, from_x, from_y)


def _nonzero(a: Plane) -> Plane:
    return np.where(np.abs(a) < 1e-6, np.float32(1e-6), a)


def _last_in(out_x: Plane, out_y: Plane, near: Plane, far: Plane) -> NDArray[np.bool_]:
    valid_x, valid_y = (out_x > near) & (out_x < far), (out_y > near) & (out_y < far)
    return np.asarray((valid_y & ~valid_x) | (valid_y & valid_x & (out_y > out_x)))


def _sample(tile: NDArray[np.float32], x_mm: Plane, y_mm: Plane) -> NDArray[np.float32]:
    """The texture's colour at points of the plane."""
    per_mm = SIDE / MM
    u, v = (x_mm * per_mm).astype(np.int32) % SIDE, (y_mm * per_mm).astype(np.int32) % SIDE
    return tile[v, u]


def _lay_markers(scene: Scene, hit: _Hit, ground: NDArray[np.bool_], color: NDArray[np.float32]) -> None:
    """Lay the four printed markers on the table."""
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for number, (mx, my) in scene.markers.items():
        inside = ground & (np.abs(hit.x - mx) < PAPER_MM / 2) & (np.abs(hit.y - my) < PAPER_MM / 2)
        if not inside.any():
            continue
        print_px = cv2.aruco.generateImageMarker(book, number, 240)
        u = ((hit.x[inside] - mx) / MARKER_MM + 0.5) * 240
        v = (0.5 - (hit.y[inside] - my) / MARKER_MM) * 240
        on = (u >= 0) & (u < 240) & (v >= 0) & (v < 240)
        ink = np.full(u.shape, 224.0, np.float32)
        ink[on] = 30 + print_px[v[on].astype(int), u[on].astype(int)].astype(np.float32) / 255 * 194
        color[inside] = ink[:, None] * np.array([0.98, 1.0, 0.99], np.float32)


def _paint_walls(scene: Scene, hit: _Hit, color: NDArray[np.float32], grain: Plane) -> None:
    """Wooden walls: grain runs along each wall."""
    paint = np.array(scene.tray.rim, np.float32)
    for part, lift in ((hit.top, 1.18), (hit.inner, 1.0), (hit.outer, 0.95)):
        is_top = part is hit.top
        along = np.abs(hit.y[part]) >= scene.tray.depth / 2 if is_top else hit.along_x[part]
        run = np.where(along, hit.x[part], hit.y[part])
        across = np.where(along, hit.y[part], hit.x[part]) if is_top else hit.z[part]
        u = (run * SIDE / MM).astype(np.int32) % SIDE
        v = (across * 1.3 * SIDE / MM + np.where(along, 100, 500)).astype(np.int32) % SIDE
        color[part] = (paint * lift) * (0.55 + 0.45 * grain[v, u])[:, None]


def _light(scene: Scene, hit: _Hit, ground: NDArray[np.bool_]) -> Plane:
    """Brightness of each pixel: lamp, walls' soft shadows, and the dimness of corners."""
    tray, lamp = scene.tray, scene.lamp
    lx, ly, lz = (np.float32(v) for v in lamp.at)
    to_x, to_y, to_z = lx - hit.x - hit.from_x, ly - hit.y - hit.from_y, lz - hit.z
    length = np.sqrt(to_x**2 + to_y**2 + to_z**2)
    facing = to_z / length
    half_x, half_y = tray.width / 2, tray.depth / 2
    wall_x, wall_y = hit.inner & ~hit.along_x, hit.inner & hit.along_x
    out_x, out_y = hit.outer & ~hit.along_x, hit.outer & hit.along_x
    facing = np.where(wall_x, -np.sign(hit.x) * to_x / length, facing)
    facing = np.where(wall_y, -np.sign(hit.y) * to_y / length, facing)
    facing = np.where(out_x, np.sign(hit.x) * to_x / length, facing)
    facing = np.where(out_y, np.sign(hit.y) * to_y / length, facing)
    near = (float(np.linalg.norm(lamp.at)) / length) ** 2
    inside = hit.floor | hit.inner
    # A ray from a point inside towards the lamp leaves the box at the rim's height: how far from the rim?
    rise = np.maximum(tray.wall - hit.z, 0.0) / to_z
    over = np.minimum(half_x - np.abs(hit.x + to_x * rise), half_y - np.abs(hit.y + to_y * rise))
    blur = lamp.soft * np.maximum(tray.wall - hit.z, 4.0) * 2.2 + 0.4
    lit = np.where(inside, np.clip(0.5 + over / blur / 2, 0, 1), 1.0)
    lit = np.where(ground, _table_lit(scene, hit), lit)
    gap = np.where(hit.floor, np.minimum(half_x - np.abs(hit.x), half_y - np.abs(hit.y)), 60.0)
    gap = np.where(hit.inner, np.maximum(hit.z, 0) * 1.2 + 5, gap)
    away = [np.maximum(np.abs(hit.x - x) - half_x, np.abs(hit.y - y) - half_y) for x, y in tray.places]
    gap = np.where(ground, np.maximum(reduce(np.minimum, away) - tray.thick, 0.0), gap)
    open_sky = 1.0 - 0.38 * np.exp(-np.maximum(gap, 0) / 9.0)
    return np.asarray(lamp.ambient * open_sky + lamp.direct * np.maximum(facing, 0) * near * lit, np.float32)


def _table_lit(scene: Scene, hit: _Hit) -> Plane:
    """The boxes' own shadows on the table."""
    tray, lamp = scene.tray, scene.lamp
    rise = (tray.wall - hit.z) / (lamp.at[2] - hit.z)
    x, y = hit.x + (lamp.at[0] - hit.x) * rise, hit.y + (lamp.at[1] - hit.y) * rise
    half_x, half_y = tray.width / 2 + tray.thick, tray.depth / 2 + tray.thick
    reaches = [np.minimum(half_x - np.abs(x - at), half_y - np.abs(y - along)) for at, along in tray.places]
    reach = reduce(np.maximum, reaches)
    return np.asarray(np.clip(0.5 - reach / (lamp.soft * tray.wall * 2.4 + 0.5) / 2, 0, 1), np.float32)


def _vignette(scene: Scene) -> Plane:
    width, height = scene.view.size
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
    return np.asarray(1.0 - scene.view.vignette * (x**2 + y**2) / 2, np.float32)
