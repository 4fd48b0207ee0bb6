"""Compare a picture with the empty tray: what has changed must be a piece, what has not cannot be one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.errors import PictureError
from vision.find import Spot
from vision.picture import Image, check_picture

WIDTH_PX = 480
CHANGED, PLAINLY_CHANGED = 40, 110


@dataclass(frozen=True, slots=True)
class Changes:
    """How much each place differs from the empty tray (0 to 255), and pixels of the map per pixel of the picture."""

    amount: Image
    scale: float

    def share(self, spot: Spot) -> float:
        """The share of the spot's middle that has changed."""
        rx, ry = max(1.0, 0.3 * spot.width * self.scale), max(1.0, 0.3 * spot.height * self.scale)
        x, y = spot.x * self.scale, spot.y * self.scale
        part = self.amount[max(0, int(y - ry)) : int(y + ry) + 1, max(0, int(x - rx)) : int(x + rx) + 1]
        return float((part > CHANGED).mean()) if part.size else 0.0

    def unexplained(self, spots: Sequence[Spot]) -> list[str]:
        """A sentence when something as large as a piece has changed where no piece was found."""
        if not spots:
            return []
        typical = float(np.median([s.size for s in spots])) * self.scale
        rest = (self.amount > PLAINLY_CHANGED).astype(np.uint8)
        for s in spots:
            low = int((s.x - 0.8 * s.width) * self.scale), int((s.y - 0.8 * s.height) * self.scale)
            high = int((s.x + 0.8 * s.width) * self.scale), int((s.y + 1.0 * s.height) * self.scale)
            cv2.rectangle(rest, low, high, 0, -1)
        rest = cv2.morphologyEx(rest, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)).astype(np.uint8)
        count, _, stats, _ = cv2.connectedComponentsWithStats(rest)
        odd = [
            k
            for k in range(1, count)
            if stats[k, 4] > 0.3 * typical**2 and min(stats[k, 2], stats[k, 3]) > 0.45 * typical
        ]
        return ["Something has changed in the tray that was not recognised as a piece; please look."] if odd else []


def fit(reference: Image, image: Image) -> Image:
    """The picture of the empty tray at the size of the other; refused when its shape differs."""
    reference = check_picture(reference, "the reference")
    ratio = reference.shape[1] / reference.shape[0] / (image.shape[1] / image.shape[0])
    if not 0.98 < ratio < 1.02:
        raise PictureError(
            f"The reference has {reference.shape[1]} × {reference.shape[0]} pixels, a shape the picture does not have; "
            "take both with the same camera."
        )
    if reference.shape[:2] == image.shape[:2]:
        return reference
    return cv2.resize(reference, (image.shape[1], image.shape[0]), interpolation=cv2.INTER_AREA)  # type: ignore[return-value]


def changes(image: Image, empty: Image) -> Changes:
    """What has changed since the tray was empty."""
    scale = WIDTH_PX / image.shape[1]
    size = (WIDTH_PX, max(1, round(image.shape[0] * scale)))
    now, then = (
        cv2.GaussianBlur(cv2.resize(p, size, interpolation=cv2.INTER_AREA), (0, 0), 1.0).astype(np.float32)
        for p in (image, empty)
    )
    # The lamp may be brighter or warmer by now: take the typical change of each channel away first.
    gain = np.median((now + 4) / (then + 4), axis=(0, 1))
    difference = np.abs(now - then * gain).max(2)
    noise = float(np.median(difference)) * 2.5
    return Changes(np.clip((difference - noise) * 4, 0, 255).astype(np.uint8), scale)
