"""Random set-ups: tray, table, lights and camera, as a plain description both painters can draw."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator

from vision.training import shapes, textures


@dataclass
class Surface:
    """A mesh fixed in the world with a texture picture (RGB) and a roughness."""

    mesh: shapes.Mesh
    picture: np.ndarray
    rough: float


@dataclass
class Camera:
    """A pinhole with radial distortion; world in centimetres."""

    position: np.ndarray
    rotation: np.ndarray  # rows: right, down, forward
    focal: float
    size: tuple[int, int]
    k1: float
    k2: float
    tilt_deg: float

    def project(self, points: np.ndarray, distorted: bool = True) -> np.ndarray:
        """Pixels of world points."""
        p = (points - self.position) @ self.rotation.T
        xy = p[:, :2] / np.maximum(p[:, 2:], 1e-3)
        if distorted:
            r2 = (xy**2).sum(1, keepdims=True)
            xy = xy * (1 + self.k1 * r2 + self.k2 * r2**2)
        return xy * self.focal + np.array(self.size) / 2

    def bend(self, picture: np.ndarray) -> np.ndarray:
        """The undistorted picture as this lens would show it."""
        w, h = self.size
        y, x = np.mgrid[0:h, 0:w].astype(np.float32)
        xd, yd = (x + 0.5 - w / 2) / self.focal, (y + 0.5 - h / 2) / self.focal
        xu, yu = xd.copy(), yd.copy()
        for _ in range(5):
            r2 = xu**2 + yu**2
            f = 1 + self.k1 * r2 + self.k2 * r2**2
            xu, yu = xd / f, yd / f
        mx, my = (np.float32(v * self.focal + side / 2 - 0.5) for v, side in ((xu, w), (yu, h)))
        return cv2.remap(picture, mx, my, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


@dataclass
class Setup:
    """One camera over one tray."""

    area: tuple[float, float]
    has_tray: bool
    wall_cm: float
    floor_name: str
    light_name: str
    surfaces: list[Surface]
    solids: list[tuple[np.ndarray, np.ndarray]]
    lights: list[dict[str, object]]
    ambient: np.ndarray
    camera: Camera
    die_cm: float
    meeple_cm: tuple[float, float, float]

    def floor_corners(self) -> np.ndarray:
        """The inner corners of the tray's floor."""
        return floor_corners(self.area)


def make_setup(rng: Generator, size: tuple[int, int], crowded: bool = False, mounted: bool = False) -> Setup:
    """A random set-up; a crowded one is a small part of a tray seen from as far away, for more pieces per pixel.

    A mounted camera hangs as a table's camera should: the tray fills the picture and is not seen from the side.
    """
    has_tray = rng.random() < 0.78
    area = (rng.uniform(13, 26), rng.uniform(11, 20)) if has_tray else (rng.uniform(10, 22), rng.uniform(9, 17))
    if crowded:
        area = (rng.uniform(9, 13), rng.uniform(7, 10))
    wall = rng.uniform(1.2, 4.0) if has_tray else 0.0
    floor_name, floor = textures.texture(rng)
    surfaces, solids = [], []

    def add(low: tuple, high: tuple, picture: np.ndarray, rough: float, scale: float) -> None:
        a, b = np.array(low, float), np.array(high, float)
        surfaces.append(Surface(shapes.board(a, b, scale), picture, rough))
        solids.append((a, b))

    table_name, table = textures.texture(rng)
    scale = rng.uniform(6, 20)
    w, d = area[0] / 2, area[1] / 2
    if has_tray:
        add((-w, -d, -0.1), (w, d, 0), floor, rng.uniform(0.3, 1), rng.uniform(5, 18))
        _walls(rng, add, w, d, wall)
        add((-60, -60, -3), (60, 60, -0.1), table, rng.uniform(0.3, 1), scale)
        if rng.random() < 0.6:
            _markers(rng, surfaces, w, d)
    else:
        floor_name = table_name
        add((-60, -60, -3), (60, 60, 0), table, rng.uniform(0.3, 1), scale)
    _clutter(rng, add, surfaces, w, d)
    light_name, lights, ambient = _lights(rng)
    height = rng.uniform(1.45, 1.9)
    meeple = (height, height * rng.uniform(0.9, 1.08), rng.uniform(0.75, 1.1))
    return Setup(
        area, has_tray, wall, floor_name, light_name, surfaces, solids, lights, ambient,
        _camera(rng, area, size, has_tray, crowded, mounted),
        rng.choice([1.2, 1.4, 1.6]) * rng.uniform(0.97, 1.03), meeple,
    )  # fmt: skip


def _walls(rng: Generator, add, w: float, d: float, wall: float) -> None:
    thick = rng.uniform(0.25, 1.2)
    _, picture = textures.texture(rng)
    if rng.random() < 0.6:
        color = textures.any_color(rng, 0.4)
        picture = np.clip(picture * 0.15 + color * 255 * 0.85, 0, 255).astype(np.uint8)
    rough, scale = rng.uniform(0.2, 1), rng.uniform(5, 15)
    add((-w - thick, d, -0.1), (w + thick, d + thick, wall), picture, rough, scale)
    add((-w - thick, -d - thick, -0.1), (w + thick, -d, wall), picture, rough, scale)
    add((-w - thick, -d, -0.1), (-w, d, wall), picture, rough, scale)
    add((w, -d, -0.1), (w + thick, d, wall), picture, rough, scale)


def _markers(rng: Generator, surfaces: list[Surface], w: float, d: float) -> None:
    """Printed squares on the table around the tray, as calibration uses them: things that are no dice."""
    words = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    side, paper = rng.uniform(1.8, 3.2), int(rng.uniform(190, 255))
    out = rng.uniform(1.5, 4)
    for k, (sx, sy) in enumerate([(-1, 1), (1, 1), (1, -1), (-1, -1)]):
        code = cv2.copyMakeBorder(
            cv2.aruco.generateImageMarker(words, k, 96), 24, 24, 24, 24, cv2.BORDER_CONSTANT, value=255
        )
        picture = cv2.cvtColor(np.where(code > 0, paper, 15).astype(np.uint8), cv2.COLOR_GRAY2RGB)
        x, y, h = sx * (w + out), sy * d * 0.75, side * 0.75
        mesh = shapes.board(np.array([x - h, y - h, -0.12]), np.array([x + h, y + h, -0.085]), 2 * h)
        uvs = (mesh.vertices[:, :2] - (x - h, y - h)) / (2 * h)
        surfaces.append(Surface(shapes.Mesh(mesh.vertices, mesh.faces, mesh.normals, uvs), picture, 0.9))


def _clutter(rng: Generator, add, surfaces: list[Surface], w: float, d: float) -> None:
    """Books, papers and counters beside the tray, and now and then a counter in it: things that are no pieces."""
    for _ in range(int(rng.integers(0, 5))):
        size = rng.uniform((1, 1, 0.02), (12, 12, 2.0))
        angle = rng.uniform(0, 2 * np.pi)
        at = np.array(
            [
                np.cos(angle) * (w + size[0] / 2 + rng.uniform(2.5, 9)),
                np.sin(angle) * (d + size[1] / 2 + rng.uniform(2.5, 9)),
            ]
        )
        if abs(at[0]) > w + size[0] / 2 + 2.2 or abs(at[1]) > d + size[1] / 2 + 2.2:
            add(
                (*(at - size[:2] / 2), -0.1),
                (*(at + size[:2] / 2), size[2]),
                textures.texture(rng)[1],
                rng.uniform(0.1, 1),
                rng.uniform(3, 10),
            )
    for _ in range(int(rng.integers(1, 4)) if rng.random() < 0.2 else 0):
        t = np.linspace(0, 2 * np.pi, int(rng.choice([4, 6, 24])), endpoint=False)
        mesh = shapes.extrude(np.stack([np.cos(t), np.sin(t)], 1) * rng.uniform(0.5, 1.3), rng.uniform(0.1, 0.4), 0.02)
        move = np.array([rng.uniform(-1.3 * w, 1.3 * w), rng.uniform(-1.3 * d, 1.3 * d), 0.05])
        surfaces.append(
            Surface(
                shapes.Mesh(mesh.vertices + move, mesh.faces, mesh.normals, mesh.uvs),
                textures.texture(rng)[1],
                rng.uniform(0.1, 1),
            )
        )


def _lights(rng: Generator) -> tuple[str, list[dict[str, object]], np.ndarray]:
    name = str(rng.choice(["soft", "lamp", "window", "low"]))
    warm = rng.uniform(-1, 1)
    tint = np.array([1 + 0.35 * max(warm, 0), 1.0, 1 - 0.35 * warm if warm > 0 else 1 - 0.2 * warm])
    tint *= rng.uniform(0.93, 1.07, 3)
    count = {"soft": 2, "lamp": 1, "window": 1, "low": 1}[name] + int(rng.random() < 0.3)
    lights = []
    for _ in range(count):
        polar = rng.uniform(0, 0.6) if name != "window" else rng.uniform(0.6, 1.05)
        angle = rng.uniform(0, 2 * np.pi)
        direction = np.array([np.sin(polar) * np.cos(angle), np.sin(polar) * np.sin(angle), np.cos(polar)])
        size = {
            "soft": rng.uniform(40, 120),
            "lamp": rng.uniform(4, 20),
            "window": rng.uniform(30, 90),
            "low": rng.uniform(10, 60),
        }
        power = {"soft": 0.6, "lamp": 0.9, "window": 1.1, "low": 0.3}[name] * rng.uniform(0.6, 1.4)
        lights.append({"direction": direction, "distance": rng.uniform(50, 120), "size": size[name], "power": power,
                       "tint": tint * rng.uniform(0.95, 1.05, 3)})  # fmt: skip
    ambient = tint * rng.uniform(0.08, 0.55) * (0.5 if name == "low" else 1)
    return name, lights, ambient


def _camera(  # noqa: PLR0913, PLR0917 - all that decides where it hangs
    rng: Generator, area: tuple[float, float], size: tuple[int, int], has_tray: bool, crowded: bool, mounted: bool
) -> Camera:
    w, h = size
    hfov = np.radians(rng.uniform(16, 36) if crowded else rng.uniform(42, 70))
    focal = w / 2 / np.tan(hfov / 2)
    tilt = np.radians(rng.uniform(0, 36) if rng.random() < 0.75 else rng.uniform(36, 45 if mounted else 62))
    azimuth = rng.normal() * 0.3 if rng.random() < 0.6 else rng.uniform(-np.pi, np.pi)
    fill = rng.uniform(0.7, 1.1) if crowded else rng.uniform(0.55, 1.05) if has_tray else rng.uniform(0.4, 1.3)
    fill = rng.uniform(0.7, 1.0) if mounted else fill
    distance = max(area[0] / w, area[1] / h) * focal / fill
    away = np.array([np.sin(tilt) * np.sin(azimuth), -np.sin(tilt) * np.cos(azimuth), np.cos(tilt)])
    target = np.array([*rng.normal(size=2) * 0.06 * area[0], 0.0])
    forward = -away
    north = np.array([-np.sin(azimuth), np.cos(azimuth), 0.0])
    right = np.cross(forward, north)
    right /= np.linalg.norm(right)
    down = np.cross(forward, right)
    roll = rng.normal() * 0.08 if rng.random() < 0.7 else rng.uniform(-0.5, 0.5)
    right, down = right * np.cos(roll) + down * np.sin(roll), down * np.cos(roll) - right * np.sin(roll)
    bends = rng.uniform(-0.12, 0.03), rng.uniform(-0.015, 0.02)
    while True:
        pose = np.stack([right, down, forward])
        camera = Camera(target + away * distance, pose, focal, size, *bends, float(np.degrees(tilt)))
        if not mounted or _sees(camera, area):
            return camera
        distance *= 1.04


def _sees(camera: Camera, area: tuple[float, float]) -> bool:
    """Whether the whole floor is in the picture."""
    pixels = camera.project(floor_corners(area))
    return bool((pixels > 4).all() and (pixels < np.array(camera.size) - 4).all())


def floor_corners(area: tuple[float, float]) -> np.ndarray:
    """The inner corners of the floor of a tray of this size."""
    w, d = area[0] / 2, area[1] / 2
    return np.array([(-w, d, 0), (w, d, 0), (w, -d, 0), (-w, -d, 0)], float)
