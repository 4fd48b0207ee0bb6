"""Buttons on our own board: ``serial:///dev/ttyUSB0``; the config's pins give each name its number on the board."""

from collections.abc import Collection, Mapping

from companion.errors import ConfigError
from hardware import port
from hardware.buttons import HELD, NAMES, STUCK_S, stuck_notice
from hardware.protocol import BAUD, MAX_BUTTONS


class SerialButtons:
    """The buttons of a board."""

    def __init__(self, board: port.BoardPort, names: Mapping[int, str]) -> None:
        self._board = board
        self._names = names
        self._is_open = True

    @property
    def names(self) -> tuple[str, ...]:
        """What the buttons are called."""
        return tuple(self._names.values())

    def pressed(self) -> list[str]:
        """The names pressed since the last call."""
        return [
            self._names[press.button] + (HELD if press.held else "")
            for press in self._board.presses()
            if press.button in self._names
        ]

    def light(self, names: Collection[str]) -> None:
        """Light exactly these buttons."""
        self._board.light(sum(1 << number for number, name in self._names.items() if name in names))

    def close(self) -> None:
        """Let go of the board."""
        if self._is_open:
            self._is_open = False
            port.release(self._board)

    @property
    def notice(self) -> str:
        """What is wrong on the wire, or which button is stuck."""
        for number, seconds in self._board.down_for_s().items():
            if seconds >= STUCK_S:
                return stuck_notice(self._names.get(number, f"number {number + 1}"), f"D{number + 2} of the board")
        return self._board.notice


def _numbered(pins: object) -> dict[int, str]:
    """Which button of the board has which name; people count from 1."""
    if not pins:
        return dict(enumerate(NAMES))
    if not isinstance(pins, Mapping):
        raise ConfigError("'pins' in [buttons] must name buttons of the board, such as { yes = 1, no = 2 }.")
    numbers = {}
    for name, number in pins.items():
        if not isinstance(number, int) or not 1 <= number <= MAX_BUTTONS or number - 1 in numbers:
            raise ConfigError(
                f"The button {name!r} is {number!r}; on a serial board give each name a number of its own from 1 to 8."
            )
        numbers[number - 1] = str(name)
    return numbers


def open(url: str, config: Mapping[str, object] | None = None) -> SerialButtons:
    """The buttons of the board on this port."""
    names = _numbered((config or {}).get("pins"))
    path, numbers = port.parse(url, ("baud", "max_ma"))
    return SerialButtons(port.share(path, numbers.get("baud", BAUD)), names)
