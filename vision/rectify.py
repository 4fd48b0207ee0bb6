"""The tray as seen from straight above: flat, in millimetres, and with white that is white."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.eye import Eye
from vision.picture import Image
from vision.profile import Color, Profile

PX_PER_MM = 3.0
MARGIN_MM = 45.0


def floor_maps(
    eye: Eye, half_mm: tuple[float, float], px_per_mm: float = PX_PER_MM, height_mm: float = 0.0
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Where each pixel of the flat picture is found in the camera's, for ``cv2.remap``; y points up in the world."""
    columns, rows = (max(2, round(2 * half * px_per_mm)) for half in half_mm)
    x = (np.arange(columns) + 0.5) / px_per_mm - half_mm[0]
    y = half_mm[1] - (np.arange(rows) + 0.5) / px_per_mm
    world = np.stack([*np.meshgrid(x, y), np.full((rows, columns), height_mm)], axis=-1)
    at = eye.to_px(world).astype(np.float32)
    return np.ascontiguousarray(at[..., 0]), np.ascontiguousarray(at[..., 1])


def flatten(
    picture: Image, eye: Eye, half_mm: tuple[float, float], px_per_mm: float = PX_PER_MM, height_mm: float = 0.0
) -> Image:
    """The plane at this height as seen from straight above, its middle in the middle of the result."""
    map_x, map_y = floor_maps(eye, half_mm, px_per_mm, height_mm)
    flat: Any = cv2.remap(picture, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    return np.asarray(flat, np.uint8)


def rectify(picture: Image, profile: Profile, px_per_mm: float = PX_PER_MM) -> Image:
    """The floor of all trays and a margin around them, flat and colour-true."""
    return whiten(flatten(picture, profile.eye, view_half_mm(profile), px_per_mm), profile.gains)


def view_half_mm(profile: Profile) -> tuple[float, float]:
    """How far the flat picture reaches from the middle: to the outermost tray corner and a margin beyond."""
    corners = np.abs(np.concatenate([np.asarray(tray.corners_mm) for tray in profile.trays]))
    x, y = corners.max(axis=0) + MARGIN_MM
    return float(x), float(y)


def whiten(picture: Image, gains: Color) -> Image:
    """The picture with each colour multiplied so that white paper is white."""
    table = np.clip(np.round(np.arange(256)[:, None] * np.array(gains)), 0, 255).astype(np.uint8)[None]
    return np.asarray(cv2.LUT(picture, table), np.uint8)


def tray_mask(profile: Profile, size_px: tuple[int, int]) -> NDArray[np.uint8]:
    """A mask of this size, 255 where the floor of a tray is."""
    scale = size_px[0] / profile.size_px[0]
    mask = np.zeros((size_px[1], size_px[0]), np.uint8)
    for tray in profile.trays:
        cv2.fillPoly(mask, [np.round(np.asarray(tray.corners_px) * scale).astype(np.int32)], (255,))
    return mask
