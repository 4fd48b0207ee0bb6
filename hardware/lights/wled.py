"""Any WLED strip on a serial port: ``wled:///dev/ttyUSB0`` (JSON at 115,200 baud; ``?baud=`` if it was changed)."""

import time
from collections.abc import Mapping, Sequence

import serial

from companion.errors import DeviceError
from hardware import port, wled
from hardware.latest import Latest
from hardware.lights import Color
from hardware.protocol import BAUD

_SILENT_S = 6.0
"""An ESP32 that was reset by opening its port needs about five seconds to start."""


class WledSerialLights:
    """A strip that is sent its colors as lines of JSON; it answers each, which shows that it is there."""

    def __init__(self, path: str, baud: int) -> None:
        self._path = path
        self._serial = port.open_serial(path, baud)
        self._shown: tuple[Color, ...] | None = None
        self._asked_s: float | None = None
        self._latest = Latest(self._write, f"wled {path}")

    def show(self, colors: Sequence[Color]) -> None:
        """Send the colors, if they changed."""
        wanted = tuple(colors)
        if wanted != self._shown or self._latest.error:
            self._latest.put(wled.state(wanted) + b"\n")
            self._shown = wanted

    def _write(self, line: bytes) -> None:
        try:
            self._serial.write(line)
            self._serial.flush()  # waits for the wire, so that no old pictures pile up before the newest
            if self._serial.read(self._serial.in_waiting or 1):
                self._asked_s = None
            elif self._asked_s is None:
                self._asked_s = time.monotonic()
        except (serial.SerialException, OSError) as error:
            raise DeviceError(f"The WLED strip on {self._path} is gone ({error}): check its plug.") from error

    def close(self) -> None:
        """Close the port; the strip keeps its last colors."""
        self._latest.close()
        self._serial.close()

    @property
    def notice(self) -> str:
        """Whether the strip has not answered for too long."""
        if self._asked_s is None or time.monotonic() - self._asked_s < _SILENT_S:
            return ""
        return f"No WLED strip answers on {self._path}: check that WLED is on it and its baud rate is {BAUD}."


def open(url: str, config: Mapping[str, object] | None = None) -> WledSerialLights:
    """The strip on this port."""
    path, numbers = port.parse(url)
    return WledSerialLights(path, numbers.get("baud", BAUD))
