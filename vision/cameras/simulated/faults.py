"""What can go wrong at the simulated table: names, sentences for the panel, and what each does to the picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]

FAULTS: Mapping[str, str] = {
    "camera-lost": "The camera's cable is out for eight seconds.",
    "picture-frozen": "The camera repeats its last picture.",
    "slow-camera": "The camera delivers only three pictures a second.",
    "hand-in-tray": "A hand rests in the tray.",
    "cocked-piece": "One piece of the next throw leans on the wall.",
    "piece-outside": "One piece of the next throw jumps out of the tray.",
    "stacked-pieces": "One piece of the next throw comes to lie on another.",
    "piece-missing": "One piece of the next throw stays in the hand.",
    "late-fall": "One piece of the next throw leans, and falls half a second later.",
    "blurred": "The lens is out of focus.",
    "dark": "The room is nearly dark.",
    "half-light": "The lamp has half its brightness.",
    "glare": "A reflection of the lamp shines off the floor.",
    "lamp-color": "The lamp is warm and yellow instead of white.",
    "lamp-flicker": "The lamp flickers.",
    "grainy": "The picture is full of noise.",
    "dirty-lens": "There are smears on the lens.",
    "camera-moved": "Somebody knocked against the camera.",
    "tray-moved": "Somebody pushed the tray.",
}
"""Name of each fault -> a sentence that says what it is."""

NEXT_THROW = {
    "cocked-piece": "cocked",
    "piece-outside": "outside",
    "stacked-pieces": "stacked",
    "late-fall": "late",
}
"""Faults of a single throw -> what one piece of it is wished to do. They end with that throw."""


def spoil(picture: Picture, on: Set[str], number: int) -> Picture:
    """The picture as those faults leave it, before noise."""
    for name, effect in _EFFECTS.items():
        if name in on:
            picture = effect(picture, number)
    return picture


def _scaled(blue: float, green: float, red: float) -> Callable[[Picture, int], Picture]:
    steps = np.arange(256)[:, None] * np.array([blue, green, red])
    table = np.clip(np.round(steps), 0, 255).astype(np.uint8)[None]

    def effect(picture: Picture, number: int) -> Picture:
        return np.asarray(cv2.LUT(picture, table), np.uint8)

    return effect


def _flicker(picture: Picture, number: int) -> Picture:
    """Brightness beats slowly, as a lamp on mains does before a camera of nearly its rate; now and then it drops."""
    strength = 1.0 + 0.10 * np.sin(number * 1.9) + (0.0 if number % 17 else -0.25)
    return np.asarray(cv2.convertScaleAbs(picture, alpha=float(strength)), np.uint8)


def _glare(picture: Picture, number: int) -> Picture:
    return np.asarray(cv2.add(picture, _glare_spot(picture.shape[1], picture.shape[0])), np.uint8)


@lru_cache(maxsize=2)
def _glare_spot(width: int, height: int) -> Picture:
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    away = ((x / width - 0.55) / 0.17) ** 2 + ((y / height - 0.42) / 0.13) ** 2
    spot = 300 * np.exp(-(away**1.5)) + 60 * np.exp(-away / 5)
    return np.repeat(np.clip(spot, 0, 255).astype(np.uint8)[..., None], 3, axis=2)


def _blur(picture: Picture, number: int) -> Picture:
    size = max(3, picture.shape[1] // 110) | 1
    return np.asarray(cv2.blur(cv2.blur(picture, (size, size)), (size, size)), np.uint8)


def _smear(picture: Picture, number: int) -> Picture:
    """Veils: where the glass is greasy the picture is soft and pale."""
    height, width = picture.shape[:2]
    veil = cv2.blur(picture, (31, 31))
    pale = cv2.addWeighted(veil, 0.75, veil, 0.0, 52)
    grease = _grease(width, height)
    kept = cv2.multiply(picture, 255 - grease, None, 1 / 255)
    return np.asarray(cv2.add(kept, cv2.multiply(pale, grease, None, 1 / 255)), np.uint8)


@lru_cache(maxsize=2)
def _grease(width: int, height: int) -> Picture:
    rng = np.random.default_rng(5)
    sheet = np.zeros((height, width), np.uint8)
    for _ in range(9):
        middle = (int(rng.uniform(0.15, 0.85) * width), int(rng.uniform(0.15, 0.85) * height))
        axes = (int(rng.uniform(0.04, 0.12) * width), int(rng.uniform(0.03, 0.07) * height))
        cv2.ellipse(sheet, middle, axes, float(rng.uniform(0, 180)), 0, 360, (int(rng.uniform(110, 205)),), -1)
    size = (width // 40) | 1
    soft = cv2.blur(cv2.blur(sheet, (size, size)), (size, size))
    return np.asarray(cv2.merge([soft, soft, soft]), np.uint8)


_EFFECTS: Mapping[str, Callable[[Picture, int], Picture]] = {
    "lamp-color": _scaled(0.58, 0.88, 1.08),
    "half-light": _scaled(0.5, 0.5, 0.5),
    "lamp-flicker": _flicker,
    "glare": _glare,
    "dark": _scaled(0.09, 0.09, 0.09),
    "dirty-lens": _smear,
    "blurred": _blur,
}
