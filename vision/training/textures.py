"""Pictures that cover floors, tables, walls and dice, and the colours of pieces; all made of noise and rules."""

import colorsys

import cv2
import numpy as np
from numpy.random import Generator

COLORS = ("clear", "navy gray", "blue", "purple", "yellow", "brown", "green", "magenta", "pink")
HOW_OFTEN = (0.24, *(0.095,) * 8)
"""The chance of each of COLORS in pictures to learn from: what one can see through is the hardest to read."""

# Hue, saturation and value as people would call them by that name: low and high end of each.
PAINTS = {
    "navy gray": ((0.55, 0.68), (0.12, 0.38), (0.22, 0.42)),
    "blue": ((0.57, 0.655), (0.62, 0.92), (0.5, 0.9)),
    "purple": ((0.72, 0.795), (0.48, 0.82), (0.32, 0.66)),
    "yellow": ((0.115, 0.165), (0.7, 0.96), (0.72, 0.98)),
    "brown": ((0.035, 0.085), (0.5, 0.78), (0.3, 0.52)),
    "green": ((0.33, 0.43), (0.5, 0.9), (0.35, 0.68)),
    "magenta": ((0.88, 0.945), (0.75, 0.97), (0.65, 0.95)),
    "pink": ((0.9, 0.985), (0.2, 0.48), (0.82, 1.0)),
}


def paint(rng: Generator, color: str) -> tuple[float, float, float]:
    """An RGB value (0-1, as on a screen) that goes by the name of this colour."""
    if color == "clear":
        g = rng.uniform(0.88, 1.0)
        return g, g, g
    (h0, h1), (s0, s1), (v0, v1) = PAINTS[color]
    return colorsys.hsv_to_rgb(rng.uniform(h0, h1), rng.uniform(s0, s1), rng.uniform(v0, v1))


HUES = (
    ("red", 0.0, 0.03), ("orange", 0.05, 0.1), ("yellow", 0.13, 0.17), ("green", 0.24, 0.45), ("blue", 0.53, 0.67),
    ("purple", 0.72, 0.82), ("pink", 0.86, 0.94), ("red", 0.97, 1.01),
)  # fmt: skip


def die_color(rgb: np.ndarray) -> str:
    """What people would call a die of this colour; "" when they would not agree."""
    h, s, v = colorsys.rgb_to_hsv(*(float(c) for c in rgb))
    if v < 0.2:
        return "black" if v < 0.15 else ""
    if s < 0.12:
        return "white" if v > 0.8 and s < 0.07 else "grey" if 0.3 < v < 0.65 else ""
    if v > 0.75 and 0.08 < h < 0.18 and s < 0.35:
        return "ivory" if s < 0.3 else ""
    if s < 0.4:
        return "pink" if v > 0.75 and (h > 0.86 or h < 0.03) and s > 0.2 else ""
    for word, low, high in HUES:
        if low <= h < high:
            if word in ("orange", "red", "yellow") and v < 0.5:
                return "brown" if 0.02 < h < 0.11 and v > 0.22 else ""
            return word if v > 0.3 else ""
    return ""


def any_color(rng: Generator, dull: float = 0.5) -> np.ndarray:
    """Any RGB value, often a dull one."""
    s = rng.uniform(0, 0.35) if rng.random() < dull else rng.uniform(0.35, 1)
    return np.array(colorsys.hsv_to_rgb(rng.random(), s, rng.uniform(0.08, 0.95)))


def noise(rng: Generator, size: int, cell: float) -> np.ndarray:
    """Smooth noise that wraps around, mean 0 and spread about 1, with bumps of about ``cell`` pixels."""
    n = max(2, int(size / cell))
    small = np.tile(rng.normal(size=(n, n)), (3, 3)).astype(np.float32)
    big = cv2.resize(small, (size * 3, size * 3), interpolation=cv2.INTER_CUBIC)
    return big[size : 2 * size, size : 2 * size]


def texture(rng: Generator, size: int = 384) -> tuple[str, np.ndarray]:
    """A random surface: its name and an RGB picture (0-255) that can be tiled."""
    name = str(rng.choice(["felt", "wood", "print", "leather", "plain", "cardboard", "cloth", "camouflage"]))
    base = any_color(rng)
    if name in ("wood", "cardboard") and rng.random() < 0.8:
        base = np.array(colorsys.hsv_to_rgb(rng.uniform(0.04, 0.12), rng.uniform(0.2, 0.65), rng.uniform(0.3, 0.9)))
    field = _FIELDS[name](rng, size)
    other = base * rng.uniform(0.5, 0.9) if rng.random() < 0.8 else any_color(rng)
    share = np.clip(field, 0, 1)[..., None] * rng.uniform(0.3, 1)
    rgb = base * (1 - share) + other * share
    rgb = rgb * (1 + rng.uniform(0, 0.12) * noise(rng, size, rng.uniform(1, 4)))[..., None]
    return name, np.clip(rgb * 255, 0, 255).astype(np.uint8)


def _felt(rng: Generator, size: int) -> np.ndarray:
    return 0.3 + 0.2 * noise(rng, size, 1.5) + 0.1 * noise(rng, size, 20)


def _wood(rng: Generator, size: int) -> np.ndarray:
    y, x = np.mgrid[0:size, 0:size] / size
    warp = noise(rng, size, size / 3) * rng.uniform(0.1, 0.6) + noise(rng, size, 30) * rng.uniform(0, 0.15)
    rings = np.sin(2 * np.pi * (x * int(rng.integers(4, 30)) + warp))
    return 0.5 + 0.5 * np.sign(rings) * np.abs(rings) ** rng.uniform(0.5, 2) + 0.1 * noise(rng, size, 2)


def _print(rng: Generator, size: int) -> np.ndarray:
    n = int(rng.choice([2, 4, 8, 16]))
    y, x = np.mgrid[0:size, 0:size] * n // size
    style = rng.integers(0, 3)
    field = (x + y) % 2 if style == 0 else x % 2 if style == 1 else ((x % 2 == 0) | (y % 2 == 0))
    return cv2.GaussianBlur(field.astype(np.float32), (0, 0), rng.uniform(0.5, 3))


def _leather(rng: Generator, size: int) -> np.ndarray:
    return np.abs(noise(rng, size, rng.uniform(5, 12))) * 0.6


def _plain(rng: Generator, size: int) -> np.ndarray:
    return 0.1 * noise(rng, size, size / 3)


def _cardboard(rng: Generator, size: int) -> np.ndarray:
    return 0.2 + 0.15 * noise(rng, size, 3) + 0.1 * noise(rng, size, 1.2)


def _cloth(rng: Generator, size: int) -> np.ndarray:
    y, x = np.mgrid[0:size, 0:size] / size
    n = int(rng.integers(30, 90))
    return 0.4 + 0.3 * np.sin(2 * np.pi * n * x) * np.sin(2 * np.pi * n * y) + 0.1 * noise(rng, size, 40)


def _camouflage(rng: Generator, size: int) -> np.ndarray:
    return (noise(rng, size, rng.uniform(20, 90)) > rng.uniform(-0.5, 0.7)).astype(np.float32)


_FIELDS = {
    "felt": _felt, "wood": _wood, "print": _print, "leather": _leather, "plain": _plain,
    "cardboard": _cardboard, "cloth": _cloth, "camouflage": _camouflage,
}  # fmt: skip

PIPS = {1: [(0, 0)], 2: [(-1, -1), (1, 1)], 3: [(-1, -1), (0, 0), (1, 1)], 4: [(-1, -1), (-1, 1), (1, -1), (1, 1)]}
PIPS[5] = [*PIPS[4], (0, 0)]
PIPS[6] = [*PIPS[4], (-1, 0), (1, 0)]


def die_paint(rng: Generator) -> dict[str, object]:
    """The look shared by the dice of one throw: body and pip colours, and how pips are made."""
    body = any_color(rng, 0.25)
    if rng.random() < 0.4:
        body = np.array(colorsys.hsv_to_rgb(0.12, rng.uniform(0, 0.25), rng.uniform(0.75, 1)))  # white to ivory
    elif rng.random() < 0.12:
        body = np.full(3, rng.uniform(0.03, 0.12))
    light = body @ (0.3, 0.6, 0.1) > rng.uniform(0.4, 0.65)
    pip = np.full(3, rng.uniform(0.02, 0.15) if light else rng.uniform(0.8, 1))
    if rng.random() < 0.15:  # gold, red or blue pips, but never too near the body's own lightness
        tint = np.array(colorsys.hsv_to_rgb(rng.choice([0.13, 0.0, 0.6]), rng.uniform(0.5, 1), 0.35 if light else 0.95))
        if abs((tint - body) @ (0.3, 0.6, 0.1)) > 0.25:
            pip = tint
    elif not light and rng.random() < 0.2:  # dark pips on a dark body, told apart by their hue
        body = body * 0.15 / max(0.15, float(body.max()))
        pip = np.array(colorsys.hsv_to_rgb(rng.choice([0.0, 0.97, 0.33, 0.6, 0.1]), rng.uniform(0.7, 1), 0.6))
    return {
        "body": body, "pip": pip, "radius": rng.uniform(0.075, 0.12), "step": rng.uniform(0.21, 0.275),
        "marble": rng.uniform(0.1, 0.5) if rng.random() < 0.2 else 0.0, "border": rng.random() < 0.1,
        "speckle": rng.uniform(0.02, 0.1) if rng.random() < 0.15 else 0.0, "big_one": rng.random() < 0.2,
        "red_one": rng.random() < 0.12, "rim": rng.uniform(0, 0.5), "turn": rng.integers(0, 2, 6),
    }  # fmt: skip


def die_atlas(rng: Generator, look: dict[str, object], cell: int = 96) -> np.ndarray:
    """An RGB picture, 3 × 2 cells, of the six faces; row 0 of the picture is v = 1."""
    atlas = np.zeros((2 * cell, 3 * cell, 3), np.float32)
    for face in range(1, 7):
        k = face - 1
        y = (1 - k // 3) * cell
        atlas[y : y + cell, (k % 3) * cell : (k % 3 + 1) * cell] = _die_face(rng, look, face, cell)
    return np.clip(atlas * 255, 0, 255).astype(np.uint8)


def _die_face(rng: Generator, look: dict[str, object], face: int, cell: int) -> np.ndarray:
    big = cell * 4
    body, pip = np.asarray(look["body"], np.float32), np.asarray(look["pip"], np.float32)
    img = np.broadcast_to(body, (big, big, 3)).copy()
    if look["marble"]:
        img *= (1 + look["marble"] * noise(rng, big, big / 4))[..., None]
    if look["speckle"]:
        img[noise(rng, big, 10) > 2 - 8 * look["speckle"]] = pip * 0.6 + body * 0.4
    if look["border"]:
        m = int(big * 0.07)
        cv2.rectangle(img, (m, m), (big - m, big - m), tuple(float(c) for c in pip), big // 40)
    turn = int(look["turn"][face - 1])
    for dx, dy in PIPS[face]:
        x, y = (dx, dy) if turn == 0 else (-dy, dx)
        at = (int(big * (0.5 + x * look["step"])), int(big * (0.5 + y * look["step"])))
        r = big * look["radius"] * (rng.uniform(1.3, 2.0) if face == 1 and look["big_one"] else 1.0)
        ink = np.array([0.75, 0.08, 0.08]) if face == 1 and look["red_one"] and body.mean() > 0.5 else pip
        cv2.circle(img, at, int(r), tuple(float(c) for c in ink * (1 - 0.3 * look["rim"])), -1, cv2.LINE_AA)
        off = int(r * 0.15 * look["rim"])
        cv2.circle(img, (at[0] + off, at[1] + off), int(r * 0.85), tuple(float(c) for c in ink), -1, cv2.LINE_AA)
    return cv2.resize(img, (cell, cell), interpolation=cv2.INTER_AREA)
