"""A USB camera: ``usb://0`` is the first one, ``usb:///dev/video2`` a certain one; ``?size=1920x1080&fps=30``."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

import cv2

from companion.errors import DeviceError
from companion.words import say
from vision.cameras._options import number, options, place, size
from vision.frame import Frame

_DEFAULTS = {"size": "1280x720", "fps": "30"}
TOLD_AGAIN = 2
_MANUAL, _AUTOMATIC = 1.0, 3.0
"""What V4L2 calls exposure by hand and exposure by the camera."""
_HELD = {
    "exposure": cv2.CAP_PROP_EXPOSURE,
    "gain": cv2.CAP_PROP_GAIN,
    "white_balance": cv2.CAP_PROP_WB_TEMPERATURE,
    "focus": cv2.CAP_PROP_FOCUS,
}


def open(url: str) -> UsbCamera:  # noqa: A001 - every backend's module has open(url)
    """The camera this URL names."""
    chosen = options(url, _DEFAULTS)
    where = place(url) or "0"
    wanted = size(chosen["size"])
    fps = number("fps", chosen["fps"], 1, 240)
    capture = cv2.VideoCapture(int(where) if where.isdigit() else where, cv2.CAP_V4L2)
    name = f"/dev/video{where}" if where.isdigit() else where
    if not capture.isOpened():
        raise DeviceError(
            say("No camera answers at {name}; plug it in, or name another one such as usb://1.", name=name)
        )
    # Uncompressed pictures of this size do not fit through USB 2 at full speed.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, wanted[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, wanted[1])
    capture.set(cv2.CAP_PROP_FPS, fps)
    # The newest picture counts, not the one from three pictures ago.
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return UsbCamera(capture, name)


class UsbCamera:
    """A camera that V4L2 knows."""

    def __init__(self, capture: Any, name: str, now_ns: Callable[[], int] = time.monotonic_ns) -> None:
        self._capture, self._name, self._now_ns = capture, name, now_ns
        self._number = 0

    def read(self) -> Frame:
        """The next frame."""
        is_there, picture = self._capture.read() if self._capture.isOpened() else (False, None)
        if not is_there or picture is None:
            raise DeviceError(say("The camera at {name} gives no picture; check its cable.", name=self._name))
        frame = Frame(picture, self._now_ns(), self._number)
        self._number += 1
        return frame

    def close(self) -> None:
        """Give the camera back."""
        self._capture.release()

    def lock(self, held: Mapping[str, float] | None = None) -> Mapping[str, float]:
        """Hold exposure, gain, white balance and focus as they are, or as ``held`` says; gives what is held."""
        wanted = dict(held) if held is not None else {n: float(self._capture.get(p)) for n, p in _HELD.items()}
        # Cheap cameras report -1 for what they cannot do.
        values = {name: value for name, value in wanted.items() if name in _HELD and value >= 0}
        self._set_automatic(False)
        # Some cameras take a value only after another has taken effect, so those that did not stick are told again.
        for name, value in values.items():
            for _ in range(TOLD_AGAIN):
                self._capture.set(_HELD[name], value)
                if abs(float(self._capture.get(_HELD[name])) - value) <= 1:
                    break
        return values

    def unlock(self) -> None:
        """Let the camera choose again."""
        self._set_automatic(True)

    def _set_automatic(self, on: bool) -> None:
        self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, _AUTOMATIC if on else _MANUAL)
        self._capture.set(cv2.CAP_PROP_AUTO_WB, float(on))
        self._capture.set(cv2.CAP_PROP_AUTOFOCUS, float(on))
