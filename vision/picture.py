"""Picture files and arrays as the reader wants them: BGR, 8 bits, upright, of a sensible size."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy import ndarray

from companion.errors import PictureError

Image = ndarray[Any, np.dtype[np.uint8]]

SMALLEST_PX = 48
LARGEST_FILE_PX = 120_000_000
LONGEST_SIDE_PX = 2600  # larger pictures are shrunk: a piece needs some 40 px, not 400


def load_picture(path: str | os.PathLike[str]) -> Image:
    """The picture in a file, turned upright; a file that is no usable picture is refused with a sentence."""
    name = Path(path).name
    try:
        raw = np.fromfile(path, np.uint8)
    except OSError as error:
        raise PictureError(f"{name!r} cannot be opened ({error.strerror or error}); check the path.") from error
    if raw.size == 0:
        raise PictureError(f"{name!r} is empty; give a JPEG or PNG picture.")
    return check_picture(_decode(raw, name), name)


def _decode(raw: ndarray[Any, Any], name: str) -> ndarray[Any, Any]:
    try:
        # IMREAD_COLOR turns 16-bit, grey and CMYK files into plain BGR and obeys the camera's orientation note.
        picture = cv2.imdecode(raw, cv2.IMREAD_COLOR)
    except cv2.error as error:
        raise PictureError(f"{name!r} is damaged or far too large to be decoded; take the picture again.") from error
    if picture is None:
        raise PictureError(f"{name!r} is not a picture that can be decoded; give a JPEG or PNG file.")
    if _is_cut_off(raw):
        raise PictureError(f"{name!r} ends before the picture does; copy the whole file again.")
    return picture


def _is_cut_off(raw: ndarray[Any, Any]) -> bool:
    """Whether a JPEG or PNG lacks its end; decoders fill the rest with grey and say nothing."""
    tail = raw[-4096:].tobytes()
    if raw[:2].tobytes() == b"\xff\xd8":
        return b"\xff\xd9" not in tail
    if raw[:4].tobytes() == b"\x89PNG":
        return b"IEND" not in tail
    return False


def check_picture(picture: object, name: str = "the picture") -> Image:
    """An array as BGR of 8 bits; refuses what cannot show a tray."""
    if not isinstance(picture, np.ndarray) or picture.ndim not in (2, 3) or picture.size == 0:
        raise PictureError(f"{name!r} is not a picture; give an array of height × width × 3.")
    height, width = picture.shape[:2]
    if min(height, width) < SMALLEST_PX:
        raise PictureError(
            f"{name!r} has only {width} × {height} pixels; a tray needs at least {SMALLEST_PX} each way."
        )
    if max(height, width) > 20 * min(height, width):
        raise PictureError(f"{name!r} is a strip of {width} × {height} pixels; a tray picture is wider than that.")
    if height * width > LARGEST_FILE_PX:
        raise PictureError(
            f"{name!r} has {height * width // 1_000_000} million pixels; make it smaller than 120 million."
        )
    return _eight_bits(picture, name)


def _eight_bits(picture: ndarray[Any, Any], name: str) -> Image:
    if picture.dtype == np.uint16:
        picture = (picture // 257).astype(np.uint8)
    if picture.dtype != np.uint8:
        raise PictureError(f"{name!r} has values of type {picture.dtype}; give whole numbers from 0 to 255.")
    if picture.ndim == 2 or picture.shape[2] == 1:
        return cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)  # type: ignore[return-value]
    if picture.shape[2] == 4:
        return np.ascontiguousarray(picture[:, :, :3])
    if picture.shape[2] != 3:
        raise PictureError(f"{name!r} has {picture.shape[2]} channels; give blue, green and red.")
    return picture


def shrink(picture: Image) -> tuple[Image, float]:
    """The picture at no more than the longest side, and the scale by which it was shrunk."""
    longest = max(picture.shape[:2])
    if longest <= LONGEST_SIDE_PX:
        return picture, 1.0
    scale = LONGEST_SIDE_PX / longest
    size = (round(picture.shape[1] * scale), round(picture.shape[0] * scale))
    return cv2.resize(picture, size, interpolation=cv2.INTER_AREA), scale  # type: ignore[return-value]
