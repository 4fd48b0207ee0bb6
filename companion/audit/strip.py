"""The moments before a roll came to rest, as one small picture: who threw, from where, and that it really rolled."""

import threading
from collections import deque
from typing import Any

import cv2
import numpy as np

MOMENTS = 6
APART_NS = 200_000_000
"""At least so long between two moments; with six of them the strip covers a bit more than a second."""
WIDTH_PX = 320
QUALITY = 70


class Strip:
    """The newest moments seen by the camera; safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._moments: deque[Any] = deque(maxlen=MOMENTS)
        self._last_ns = -APART_NS

    def add(self, frame: Any) -> None:
        """Take a frame in, unless the last one was only just before; costs next to nothing for the others."""
        if frame.taken_ns - self._last_ns < APART_NS and frame.taken_ns >= self._last_ns:
            return
        height, width = frame.image.shape[:2]
        size = (WIDTH_PX, max(1, round(height * WIDTH_PX / width)))
        small = cv2.resize(frame.image, size, interpolation=cv2.INTER_AREA)
        with self._lock:
            if self._moments and self._moments[-1].shape != small.shape:
                self._moments.clear()  # another camera
            self._moments.append(small)
            self._last_ns = frame.taken_ns

    def jpeg(self) -> bytes:
        """The moments side by side, oldest first, as a JPEG; ``b""`` if none were seen."""
        with self._lock:
            moments = list(self._moments)
        if not moments:
            return b""
        _, data = cv2.imencode(".jpg", np.hstack(moments), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        return bytes(data)
