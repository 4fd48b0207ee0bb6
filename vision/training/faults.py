"""What a camera does to a clean picture: exposure, white balance, shading, blur, noise and JPEG blocks."""

import cv2
import numpy as np
from numpy.random import Generator


def exposure(picture: np.ndarray, rng: Generator, darkest: float = 75.0) -> float:
    """How much brighter an automatic exposure, good or bad, would take the picture."""
    bright = float(np.percentile(picture.max(2), 96))
    return float((rng.uniform(darkest, 245) / max(bright, 8)) ** 2.2)


def expose(picture: np.ndarray, gain: float) -> np.ndarray:
    """The picture that much brighter."""
    light = (picture.astype(np.float32) / 255) ** 2.2 * gain
    return np.clip(255 * np.clip(light, 0, 1) ** (1 / 2.2) + 0.5, 0, 255).astype(np.uint8)


def spoil(picture: np.ndarray, rng: Generator, strength: float = 1.0, grain: Generator | None = None) -> np.ndarray:
    """The picture with random faults of a camera; those of one camera are the same each time, but for its grain."""
    img = picture.astype(np.float32) / 255
    img = img * np.exp(rng.normal(size=3) * 0.09 * strength).astype(np.float32)
    if rng.random() < 0.5:
        grey = img.mean(2, keepdims=True)
        img = grey + (img - grey) * rng.uniform(1 - 0.35 * strength, 1 + 0.25 * strength)
    img = np.clip(img * rng.uniform(1 - 0.3 * strength, 1 + 0.2 * strength), 0, 1) ** rng.uniform(0.8, 1.25)
    if rng.random() < 0.5:
        img *= _shade(img.shape[:2], rng, strength)
    if rng.random() < 0.6:
        img = _blur(img, rng)
    if rng.random() < 0.8:
        img = _grain(img, rng, strength, grain or rng)
    out = np.clip(img * 255 + 0.5, 0, 255).astype(np.uint8)
    if rng.random() < 0.6:
        code = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(45, 96))])[1]
        out = cv2.imdecode(code, cv2.IMREAD_COLOR)
    return out


def _shade(shape: tuple[int, int], rng: Generator, strength: float) -> np.ndarray:
    """A vignette, or light that falls off to one side."""
    h, w = shape
    y, x = np.mgrid[-1 : 1 : h * 1j, -1 : 1 : w * 1j].astype(np.float32)
    slope = rng.normal(size=2) * 0.15 * strength
    return (1 - rng.uniform(0, 0.35) * strength * (x * x + y * y) / 2 + slope[0] * x + slope[1] * y)[..., None]


def _blur(img: np.ndarray, rng: Generator) -> np.ndarray:
    if rng.random() < 0.75:
        return cv2.GaussianBlur(img, (0, 0), rng.uniform(0.3, 1.4))
    n = int(rng.integers(2, 6))
    kernel = np.zeros((n, n), np.float32)
    cv2.line(kernel, (0, int(rng.integers(n))), (n - 1, int(rng.integers(n))), 1.0)
    kernel = kernel if rng.random() < 0.5 else kernel.T
    return cv2.filter2D(img, -1, kernel / kernel.sum())


def _grain(img: np.ndarray, rng: Generator, strength: float, source: Generator) -> np.ndarray:
    is_coarse, level = rng.random() < 0.4, rng.uniform(0.002, 0.03) * strength
    grain = source.standard_normal(img.shape, np.float32)
    return img + (cv2.GaussianBlur(grain, (0, 0), 0.8) * 2 if is_coarse else grain) * level
