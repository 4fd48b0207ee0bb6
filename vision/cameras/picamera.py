"""A Raspberry Pi camera: ``picamera://0``; ``?size=1280x720`` is watched, ``&still=2304x1296`` is read (default: all).

Both must have the same shape, or millimetres measured in the one would be wrong in the other; without a size the
watched picture is made to fit.

Two streams run at once: a small one to watch with, and one at full resolution from which ``still()`` takes the
picture that is read. So nothing has to be switched over when a roll has come to rest.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Mapping
from typing import Any

import cv2
from numpy import ascontiguousarray

from companion.errors import ConfigError, DeviceError
from companion.words import say
from vision.cameras._options import number, options, place, size
from vision.frame import Frame

_DEFAULTS = {"size": "", "still": "", "fps": "30"}
WATCHED_PX = 1280
TIMEOUT_S = 3.0
BUFFERS = 3
_FOCUS_BY_HAND, _FOCUS_ALWAYS = 0, 2
_HELD = ("ExposureTime", "AnalogueGain", "ColourGains", "LensPosition")

Held = Mapping[str, Any]


def open(url: str) -> PiCamera:  # noqa: A001 - every backend's module has open(url)
    """The camera this URL names, watching already."""
    chosen = options(url, _DEFAULTS)
    index = int(number("camera", place(url) or "0", 0, 9))
    small = size(chosen["size"]) if chosen["size"] else None
    large = size(chosen["still"]) if chosen["still"] else None
    fps = number("fps", chosen["fps"], 1, 120)
    # Imported here, for importing it needs libcamera, which only a Raspberry Pi has.
    library = importlib.import_module("picamera2")
    try:
        device = library.Picamera2(index)
    except (IndexError, RuntimeError) as error:
        raise DeviceError(
            say(
                "No Raspberry Pi camera answers as number {index}; check the ribbon cable at both ends, then restart.",
                index=index,
            )
        ) from error
    return PiCamera(device, small, large, fps)


class PiCamera:
    """A camera on the ribbon cable."""

    def __init__(self, device: Any, small: tuple[int, int] | None, large: tuple[int, int] | None, fps: float) -> None:
        self._device = device
        self._number = 0
        self._is_closed = False
        full = large or tuple(device.camera_properties["PixelArraySize"])
        self._small = small = small or _smaller(full)
        if abs(small[0] / small[1] - full[0] / full[1]) > 0.01:
            device.close()
            raise ConfigError(
                say(
                    "size={small} and still={full} differ in shape; leave the size out, or give both the same shape.",
                    small=f"{small[0]}x{small[1]}",
                    full=f"{full[0]}x{full[1]}",
                )
            )
        # "RGB888" is blue-green-red in memory, which is what OpenCV wants. The small stream must be YUV on a Pi 4.
        setup = device.create_video_configuration(
            main={"size": full, "format": "RGB888"},
            lores={"size": small, "format": "YUV420"},
            buffer_count=BUFFERS,
            controls={"FrameRate": fps},
        )
        device.configure(setup)
        device.start()

    def read(self) -> Frame:
        """The next frame of the small stream."""
        with self._request(flush=False) as request:
            yuv, taken_ns = request.make_array("lores"), _taken_ns(request.get_metadata())
        width, height = self._small
        # Rows can be padded at the right; the three planes lie below each other at that padded width.
        picture = cv2.cvtColor(ascontiguousarray(yuv), cv2.COLOR_YUV2BGR_I420)[:height, :width]
        return self._frame(ascontiguousarray(picture), taken_ns)

    def still(self) -> Frame:
        """A picture at full resolution that was begun after this call."""
        with self._request(flush=True) as request:
            picture, taken_ns = request.make_array("main"), _taken_ns(request.get_metadata())
        return self._frame(ascontiguousarray(picture[..., :3]), taken_ns)

    def close(self) -> None:
        """Give the camera back."""
        if not self._is_closed:
            self._is_closed = True
            self._device.stop()
            self._device.close()

    def lock(self, held: Held | None = None) -> Held:
        """Hold exposure, gain, white balance and focus as they are, or as ``held`` says; gives what is held."""
        if held is None:
            with self._request(flush=False) as request:
                metadata = request.get_metadata()
            held = {name: metadata[name] for name in _HELD if name in metadata}
        self._control({"AeEnable": False, "AwbEnable": False, "AfMode": _FOCUS_BY_HAND, **held})
        return held

    def unlock(self) -> None:
        """Let the camera choose again."""
        self._control({"AeEnable": True, "AwbEnable": True, "AfMode": _FOCUS_ALWAYS})

    def _control(self, wanted: Held) -> None:
        """Set what this camera has: one with a fixed lens knows nothing of focus."""
        known = self._device.camera_controls
        self._device.set_controls({k: v for k, v in wanted.items() if k in known})

    def _request(self, *, flush: bool) -> _Request:
        if self._is_closed:
            raise DeviceError(say("The Raspberry Pi camera was closed; open it again."))
        try:
            return _Request(self._device.capture_request(wait=TIMEOUT_S, flush=flush or None))
        except (TimeoutError, RuntimeError) as error:
            raise DeviceError(
                say("The Raspberry Pi camera gives no picture; check its ribbon cable, then restart the companion.")
            ) from error

    def _frame(self, picture: Any, taken_ns: int) -> Frame:
        frame = Frame(picture, taken_ns, self._number)
        self._number += 1
        return frame


def _smaller(full: tuple[int, int]) -> tuple[int, int]:
    """A size to watch in: of the same shape, with even sides as YUV wants them."""
    width = min(WATCHED_PX, full[0])
    return width // 2 * 2, round(width * full[1] / full[0] / 2) * 2


class _Request:
    """A picture on loan from the camera; it goes back in any case, or the camera runs out of buffers."""

    def __init__(self, request: Any) -> None:
        self._request = request

    def __enter__(self) -> Any:
        return self._request

    def __exit__(self, *_: object) -> None:
        self._request.release()


def _taken_ns(metadata: Held) -> int:
    """When the picture was taken, by the sensor's own clock; only differences of it matter."""
    return int(metadata.get("SensorTimestamp", 0)) or time.monotonic_ns()
