"""Lamps drawn in the terminal: ``console://`` on a terminal that knows colors, ``console://plain`` on any."""

import sys
from collections.abc import Mapping, Sequence
from typing import TextIO
from urllib.parse import urlsplit

from companion.errors import DeviceError
from hardware.lights import Color

_LEVELS = " .:oO@"
"""From dark to bright: readable without color."""


class ConsoleLights:
    """One line of signs, drawn anew in its place."""

    def __init__(self, stream: TextIO, is_colored: bool) -> None:
        self._stream = stream
        self._is_colored = is_colored
        self._drawn = ""

    def show(self, colors: Sequence[Color]) -> None:
        """Draw the lamps, if they changed."""
        line = "".join(self._sign(color) for color in colors)
        if line != self._drawn:
            self._write(f"\r[{line}]")
            self._drawn = line

    def _sign(self, color: Color) -> str:
        sign = _LEVELS[-(-max(color) * (len(_LEVELS) - 1) // 255)]
        if not self._is_colored or sign == " ":
            return sign
        red, green, blue = color
        return f"\x1b[38;2;{red};{green};{blue}m{sign}\x1b[0m"

    def _write(self, text: str) -> None:
        try:
            self._stream.write(text)
            self._stream.flush()
        except (OSError, ValueError) as error:
            raise DeviceError("The terminal is gone: start the companion in one, or choose other lights.") from error

    def close(self) -> None:
        """End the line."""
        if self._drawn:
            self._drawn = ""
            self._write("\n")

    @property
    def notice(self) -> str:
        """Always well."""
        return ""


def open(url: str, config: Mapping[str, object] | None = None) -> ConsoleLights:
    """Lamps on the standard error, so that they do not mix with what a command prints."""
    return ConsoleLights(sys.stderr, urlsplit(url).netloc != "plain")
