"""Lamps: one module for each way to light them, each with ``open(url, config)``."""

from collections.abc import Sequence
from typing import Protocol

Color = tuple[int, int, int]
"""Red, green and blue, each from 0 to 255."""


class Lights(Protocol):
    """Some lamps in a row."""

    def show(self, colors: Sequence[Color]) -> None:
        """Light the lamps, first color first; cheap when nothing changed. Raises DeviceError when they are gone."""

    def close(self) -> None:
        """Let go of the device; it can be opened again at once."""

    @property
    def notice(self) -> str:
        """A sentence about trouble that may pass by itself; ``""`` = all is well."""
