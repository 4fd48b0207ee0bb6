"""Lamps on our own board: ``serial:///dev/ttyUSB0``, with ``?max_ma=2000`` if the strip has a supply of its own."""

from collections.abc import Mapping, Sequence

from hardware import port
from hardware.lights import Color
from hardware.power import USB_MA, within
from hardware.protocol import BAUD


class SerialLights:
    """A strip on the board."""

    def __init__(self, board: port.BoardPort, limit_ma: int) -> None:
        self._board = board
        self._limit_ma = limit_ma
        self._wanted: tuple[Color, ...] | None = None
        self._is_open = True

    def show(self, colors: Sequence[Color]) -> None:
        """Light the strip, dimmed where its supply would not suffice."""
        wanted = tuple(colors)
        if wanted != self._wanted or self._board.lost:
            self._board.show(within(wanted, self._limit_ma))
            self._wanted = wanted

    def close(self) -> None:
        """Let go of the board."""
        if self._is_open:
            self._is_open = False
            port.release(self._board)

    @property
    def notice(self) -> str:
        """What is wrong on the wire."""
        return self._board.notice


def open(url: str, config: Mapping[str, object] | None = None) -> SerialLights:
    """The strip of the board on this port."""
    path, numbers = port.parse(url, ("baud", "max_ma"))
    return SerialLights(port.share(path, numbers.get("baud", BAUD)), numbers.get("max_ma", USB_MA))
