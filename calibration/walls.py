"""Finds the tray's walls between the markers: how wide and deep its floor is."""

from __future__ import annotations

from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import CalibrationError
from companion.words import say
from vision.eye import Eye
from vision.find import AREA_PX, look
from vision.network import Network
from vision.picture import Image
from vision.rectify import flatten

PX_PER_MM = 2.0
NEAR_MM = 3.0
"""How far an edge may reasonably lie from where the finder sees the end of the floor."""
LEAST_MM, MOST_MM = 60.0, 600.0
UNLIKE = 0.10
"""A tray that differs by more than this share from the size given is another tray."""
PRINT_SHARE = 0.06
"""Printers shrink a page by up to this share to fit their margins; the walls tell."""

_Line = NDArray[np.float64]


@cache
def _finder() -> Network:
    return Network("finder")


def find_walls(picture: Image, eye: Eye) -> tuple[float, float]:
    """Inner width and depth of the tray whose middle is the middle of the markers, in millimetres."""
    chances = look(_finder(), picture, AREA_PX, 0.9).tray
    likely: Any = cv2.resize(chances, (picture.shape[1], picture.shape[0]), interpolation=cv2.INTER_LINEAR)
    half = _reach_mm(picture, eye)
    floor = flatten(np.asarray(likely * 255, np.uint8), eye, half, PX_PER_MM) / 255.0
    flat = flatten(picture, eye, half, PX_PER_MM)
    lab = cv2.GaussianBlur(cv2.cvtColor(flat, cv2.COLOR_BGR2LAB).astype(np.float32), (0, 0), 1.4)
    halves = []
    for axis in (0, 1):
        edges = np.abs(np.asarray(cv2.Sobel(lab, cv2.CV_32F, 1 - axis, axis))).sum(axis=2)
        if axis == 1:
            edges, floor = edges.T, floor.T
        halves.append(_half(edges, floor, half[axis]))
    return 2 * halves[0], 2 * halves[1]


def _reach_mm(picture: Image, eye: Eye) -> tuple[float, float]:
    """How far from the middle to look: as far as the picture shows the floor."""
    height, width = picture.shape[:2]
    border = eye.to_mm([(0, height / 2), (width, height / 2), (width / 2, 0), (width / 2, height)])
    reach = np.clip(np.abs(border).max(axis=1), LEAST_MM / 2, MOST_MM / 2)
    # A turned camera sees x where y is expected; the larger one does for both.
    return float(reach.max()), float(reach.max())


def _half(edges: _Line, floor: _Line, reach_mm: float) -> float:
    """Half the size along the columns: the strongest symmetric edge near the end of the likely floor."""
    rows = slice(*(round(share * len(edges)) for share in (0.4, 0.6)))
    line, likely = np.median(edges[rows], axis=0), floor[rows].mean(axis=0) > 0.5
    away_mm = (np.arange(len(line)) + 0.5) / PX_PER_MM - reach_mm
    if not likely.any():
        raise CalibrationError(_no_tray())
    end = float(min(away_mm[likely].max(), -away_mm[likely].min()))
    if not LEAST_MM / 2 < end < MOST_MM / 2:
        raise CalibrationError(_no_tray())
    tries = np.arange(end - 3 * NEAR_MM, end + 3 * NEAR_MM, 0.25)
    strength = np.interp(tries, away_mm, line) + np.interp(-tries, away_mm, line)
    return float(tries[np.argmax(strength * np.exp(-(((tries - end) / NEAR_MM) ** 2) / 2))])


def _no_tray() -> str:
    return say(
        "The tray's walls are not found between the markers; lay the markers around it so that it is in their middle, "
        "or say its inner size with --tray, such as --tray 200x140."
    )


def scale_to(tray_mm: tuple[float, float], walls_mm: tuple[float, float]) -> float:
    """By how much true millimetres differ from the printed markers' ones; refuses a tray that is not the one named."""
    shares = [told / seen for told, seen in zip(tray_mm, walls_mm, strict=True)]
    if max(abs(shares[0] / shares[1] - 1), abs(float(np.mean(shares)) - 1)) > UNLIKE:
        raise CalibrationError(
            say(
                "The tray in the picture measures about {seen} mm inside and not {told}; take a picture of the right "
                "tray, give its inner size with --tray, or print the markers at true size.",
                seen=f"{walls_mm[0]:.0f} × {walls_mm[1]:.0f}",
                told=f"{tray_mm[0]:.0f} × {tray_mm[1]:.0f}",
            )
        )
    share = float(np.mean(shares))
    agrees = abs(shares[0] - shares[1]) < 0.025
    return share if agrees and abs(share - 1) < PRINT_SHARE else 1.0


def scaled(eye: Eye, scale: float) -> Eye:
    """The same camera in a world whose millimetres are this much larger."""
    x, y, z = (v * scale for v in eye.place_mm)
    return Eye(eye.focal_px, eye.middle_px, eye.k1, eye.k2, eye.turn, (x, y, z))
