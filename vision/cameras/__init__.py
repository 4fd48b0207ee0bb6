"""Cameras, opened by URL: the scheme names the module of this package that implements them.

A module has ``open(url)`` which gives a Camera: ``picamera://0``, ``usb://0``, ``replay://folder-or-film``,
``simulated://``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from vision.frame import Frame


class Camera(Protocol):
    """Something that delivers pictures one after the other."""

    def read(self) -> Frame:
        """The next frame; waits for it, and raises DeviceError with a sentence when none will come."""

    def close(self) -> None:
        """Give the device back; closing twice is allowed."""


@runtime_checkable
class HasStill(Protocol):
    """A camera that watches with a small stream and can take a full-size picture for reading."""

    def still(self) -> Frame:
        """A picture at full resolution, taken now."""


@runtime_checkable
class CanLock(Protocol):
    """A camera whose exposure, gain, white balance and focus can be held as they are."""

    def lock(self, held: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
        """Hold what the camera has chosen, or what ``held`` says, so that colours stay as measured; gives that."""

    def unlock(self) -> None:
        """Let the camera choose again."""
