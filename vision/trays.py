"""Several trays under one camera: for each the part of the picture that is its own, read as if it were alone."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.model import Observation
from vision.eye import Points
from vision.frame import Frame
from vision.picture import Image
from vision.profile import Profile, Tray

AROUND_MM = 26.0
"""So much of the table around a tray is looked at with it: a piece that jumped out is seen there."""
WALL_MM = 40.0
COARSE = 8
"""Whose each pixel is gets worked out on a grid this coarse."""


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """The part of the picture that shows one tray."""

    index: int
    left: int
    top: int
    right: int
    bottom: int
    foreign: NDArray[np.bool_]
    """Pixels of the part that are nearer to another tray."""
    empty: Image
    """The part of the picture of the empty trays."""

    @property
    def size_px(self) -> tuple[int, int]:
        """Its width and height."""
        return self.right - self.left, self.bottom - self.top

    @property
    def outline_px(self) -> list[list[int]]:
        """What of the whole picture is looked at for this tray, as a polygon: for the record."""
        own = np.asarray(~self.foreign, np.uint8)
        points = np.concatenate(cv2.findContours(own, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0])
        ring = cv2.approxPolyDP(cv2.convexHull(points), COARSE, True).reshape(-1, 2)
        return [[int(x) + self.left, int(y) + self.top] for x, y in ring]

    def profile(self, whole: Profile) -> Profile:
        """The profile as it speaks of this part."""
        return whole.part(self.index, (self.left, self.top), self.size_px)

    def cut(self, frame: Frame) -> Frame:
        """This part of a frame; what goes on in other trays is covered with their emptiness."""
        part = frame.image[self.top : self.bottom, self.left : self.right].copy()
        if self.foreign.any():
            part[self.foreign] = _lit_like(part, self.empty, ~self.foreign)[self.foreign]
        return Frame(part, frame.taken_ns, frame.number)

    def back(self, seen: Observation, seat: int | None) -> Observation:
        """What was read in this part, with its places in the whole picture, as the roll of a seat."""
        pieces = tuple(
            replace(p, box_px=(p.box_px[0] + self.left, p.box_px[1] + self.top, p.box_px[2], p.box_px[3]))
            for p in seen.pieces
        )
        return replace(seen, pieces=pieces, seat=seat)


def parts(profile: Profile, reference: Image) -> tuple[Part, ...]:
    """One part for each tray of the profile."""
    return tuple(_part(profile, index, reference) for index in range(len(profile.trays)))


def _part(profile: Profile, index: int, reference: Image) -> Part:
    width, height = profile.size_px
    seen = profile.eye.to_px(_surroundings(profile.trays[index]))
    left, top = (int(v) for v in np.clip(np.floor(seen.min(axis=0)), 0, (width - 2, height - 2)))
    right, bottom = (int(v) for v in np.clip(np.ceil(seen.max(axis=0)) + 1, (left + 2, top + 2), (width, height)))
    foreign = _foreign(profile, index, (left, top, right, bottom))
    return Part(index, left, top, right, bottom, foreign, reference[top:bottom, left:right].copy())


def _surroundings(tray: Tray) -> Points:
    """The tray's corners moved outwards, on the floor and at the height of a wall."""
    corners = np.asarray(tray.corners_mm)
    out = corners - corners.mean(axis=0)
    wider = corners + AROUND_MM * out / np.linalg.norm(out, axis=1, keepdims=True) * np.sqrt(2)
    return np.concatenate([np.column_stack([wider, np.full(4, z)]) for z in (0.0, WALL_MM)])


def _foreign(profile: Profile, index: int, box: tuple[int, int, int, int]) -> NDArray[np.bool_]:
    """Which pixels of a box look at the table nearer to another tray."""
    left, top, right, bottom = box
    x, y = (np.arange(low, high + COARSE, COARSE) + COARSE / 2 for low, high in ((left, right), (top, bottom)))
    # Looked at half the height of a wall: what stands between two trays is as much the one's as the other's.
    at = profile.eye.to_mm(np.stack(np.meshgrid(x, y), -1), WALL_MM / 2)
    away = np.stack([_away(tray, at) for tray in profile.trays])
    nearest = (away.argmin(axis=0) != index).astype(np.uint8)
    fine = cv2.resize(nearest, None, fx=COARSE, fy=COARSE, interpolation=cv2.INTER_NEAREST)
    return np.asarray(fine[: bottom - top, : right - left] > 0)


def _away(tray: Tray, points_mm: Points) -> Points:
    """How far outside a tray points are, below zero inside."""
    corners = np.asarray(tray.corners_mm)
    edges = np.roll(corners, -1, axis=0) - corners
    # Clockwise corners have the outside on their left.
    out = np.column_stack([-edges[:, 1], edges[:, 0]]) / np.linalg.norm(edges, axis=1, keepdims=True)
    return np.asarray(((points_mm[..., None, :] - corners) * out).sum(axis=-1).max(axis=-1))


def _lit_like(part: Image, empty: Image, own: NDArray[np.bool_]) -> Image:
    """The empty part under the light of this one, so that no seam looks like an edge."""
    now, then = (picture[::COARSE, ::COARSE][own[::COARSE, ::COARSE]].astype(np.float32) for picture in (part, empty))
    gain = np.median((now + 4) / (then + 4), axis=0) if len(now) else np.ones(3)
    return np.asarray(np.clip(empty * gain, 0, 255), np.uint8)
