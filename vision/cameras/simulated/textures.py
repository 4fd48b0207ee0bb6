"""Floors and tables of the simulated table: small pictures that repeat, made from noise."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

Texture = NDArray[np.float32]

SIDE = 1024
MM = 256.0
"""A texture is SIDE pixels for MM millimetres and repeats."""


def _noise(rng: np.random.Generator, blur_x: float, blur_y: float) -> Texture:
    """Noise with mean 0 and spread 1 that repeats without a seam."""
    # What is smooth is made small and stretched: an eighth of the side is a hundred times less work.
    rough = 8 if min(blur_x, blur_y) >= 20 else 1
    side = SIDE // rough
    spectrum = np.fft.rfft2(rng.standard_normal((side, side), np.float32))
    fx, fy = np.fft.rfftfreq(side)[None, :] * blur_x / rough, np.fft.fftfreq(side)[:, None] * blur_y / rough
    spectrum *= np.exp(-2 * np.pi**2 * (fx**2 + fy**2))
    field = np.fft.irfft2(spectrum, (side, side)).astype(np.float32)
    field = (field - field.mean()) / max(float(field.std()), 1e-9)
    if rough > 1:
        wrapped = cv2.copyMakeBorder(field, 2, 2, 2, 2, cv2.BORDER_WRAP)
        field = cv2.resize(wrapped, None, fx=rough, fy=rough, interpolation=cv2.INTER_CUBIC)
        field = field[2 * rough : -2 * rough, 2 * rough : -2 * rough]
    return np.asarray(field, np.float32)


def _tint(field: Texture, color: tuple[float, float, float]) -> Texture:
    return np.asarray(field[..., None] * np.array(color, np.float32), np.float32)


def _felt(color: tuple[float, float, float]) -> Callable[[np.random.Generator], Texture]:
    def make(rng: np.random.Generator) -> Texture:
        fibres = 0.035 * _noise(rng, 2.5, 0.8) + 0.035 * _noise(rng, 0.8, 2.5) + 0.03 * _noise(rng, 0.7, 0.7)
        worn = 0.035 * _noise(rng, 60, 60)
        return _tint(1.0 + fibres + worn, color)

    return make


def _wood(
    dark: tuple[float, float, float], light: tuple[float, float, float]
) -> Callable[[np.random.Generator], Texture]:
    def make(rng: np.random.Generator) -> Texture:
        x, y = np.meshgrid(np.arange(SIDE, dtype=np.float32), np.arange(SIDE, dtype=np.float32))
        wobble = 26 * _noise(rng, 150, 24) + 3 * _noise(rng, 60, 4)
        rings = 0.5 + 0.5 * np.sin(2 * np.pi * (y + wobble) / (SIDE / 22))
        rings = rings**1.7 * 0.75 + 0.25 * (0.5 + 0.18 * _noise(rng, 40, 1.2))
        pores = 0.03 * _noise(rng, 14, 0.7)
        share = np.clip(rings, 0, 1)[..., None]
        mixed = np.array(dark, np.float32) * share + np.array(light, np.float32) * (1 - share)
        planks = 1.0 - 0.45 * np.exp(-(((y % (SIDE / 4)) - 3) ** 2) / 3)
        return np.asarray(mixed * (1 + pores)[..., None] * planks[..., None], np.float32)

    return make


def _plain(color: tuple[float, float, float], grain: float) -> Callable[[np.random.Generator], Texture]:
    def make(rng: np.random.Generator) -> Texture:
        return _tint(1.0 + grain * _noise(rng, 1.0, 1.0) + 0.6 * grain * _noise(rng, 30, 30), color)

    return make


def _checks(dark: float, light: float) -> Callable[[np.random.Generator], Texture]:
    def make(rng: np.random.Generator) -> Texture:
        x, y = np.meshgrid(np.arange(SIDE), np.arange(SIDE))
        board = ((x // 64 + y // 64) % 2).astype(np.float32)
        grey = (dark + (light - dark) * cv2.GaussianBlur(board, (3, 3), 0)) * (1 + 0.02 * _noise(rng, 1, 1))
        return _tint(grey.astype(np.float32), (1.0, 0.97, 0.98))

    return make


_MAKERS: dict[str, Callable[[np.random.Generator], Texture]] = {
    "felt-green": _felt((52, 92, 28)),
    "felt-red": _felt((42, 36, 128)),
    "felt-blue": _felt((118, 66, 30)),
    "felt-black": _felt((40, 38, 38)),
    "wood": _wood((58, 92, 138), (84, 126, 176)),
    "pale-wood": _wood((128, 158, 190), (158, 186, 212)),
    "dark-wood": _wood((30, 42, 62), (44, 62, 88)),
    "cardboard": _plain((104, 140, 172), 0.035),
    "white-paper": _plain((214, 220, 222), 0.010),
    "grey-print": _checks(104, 132),
    "leather": _plain((44, 62, 96), 0.06),
}

STYLES = tuple(_MAKERS)
"""Words for floors and tables."""


@lru_cache(maxsize=6)
def texture(style: str, seed: int) -> Texture:
    """A repeating picture of this material, BGR."""
    return _MAKERS[style](np.random.default_rng(seed))
