"""Buttons that only the panel draws: ``simulated://``."""

from collections import deque
from collections.abc import Collection, Mapping

from companion.errors import DeviceError, IllegalEvent
from companion.words import say
from hardware.buttons import HELD, NAMES, stuck_notice

FAULTS: Mapping[str, str] = {
    "buttons lost": "The buttons are unplugged.",
    "button stuck": "The first button stays down.",
}
"""Name of each fault -> a sentence that says what it is."""


class SimulatedButtons:
    """Buttons without wires, pressed by a call."""

    def __init__(self, names: tuple[str, ...] = NAMES) -> None:
        self.names = names
        self.lit: frozenset[str] = frozenset()
        """The buttons that are lit now."""
        self._presses: deque[str] = deque(maxlen=256)
        self._faults: frozenset[str] = frozenset()

    def press(self, name: str) -> None:
        """Press a button; ``undo:held`` = press it and keep it down for a second."""
        button = name.removesuffix(HELD)
        if button not in self.names:
            raise IllegalEvent(say("There is no button {name!r}.", name=name))
        if "button stuck" in self._faults and button == self.names[0]:
            return  # it is down already
        self._presses.append(button)
        if name != button:
            self._presses.append(name)

    def pressed(self) -> list[str]:
        """The names pressed since the last call."""
        if "buttons lost" in self._faults:
            self._presses.clear()
            raise DeviceError("The simulated buttons are unplugged: switch the fault off on the panel.")
        return [self._presses.popleft() for _ in range(len(self._presses))]

    def light(self, names: Collection[str]) -> None:
        """Light exactly these buttons."""
        self.lit = frozenset(names) & frozenset(self.names)

    def close(self) -> None:
        """Forget what was pressed."""
        self._presses.clear()
        self.lit = frozenset()

    @property
    def notice(self) -> str:
        """Which button is stuck."""
        return stuck_notice(self.names[0]) if "button stuck" in self._faults else ""

    def faults(self) -> dict[str, tuple[str, bool]]:
        """Name of each fault -> (what it is, whether it is on)."""
        return {name: (sentence, name in self._faults) for name, sentence in FAULTS.items()}

    def set_fault(self, name: str, on: bool) -> None:
        """Switch a fault on or off; a button that sticks is pressed once by that."""
        if name not in FAULTS:
            raise IllegalEvent(say("The simulated buttons have no fault {name!r}.", name=name))
        if on and name == "button stuck" and name not in self._faults:
            self._presses += (self.names[0], self.names[0] + HELD)
        self._faults = self._faults | {name} if on else self._faults - {name}


def open(url: str, config: Mapping[str, object] | None = None) -> SimulatedButtons:
    """The simulated buttons: one set for the whole program, so that a fault outlives closing and opening."""
    pins = (config or {}).get("pins")
    if isinstance(pins, Mapping) and pins:
        _BUTTONS.names = tuple(str(name) for name in pins)
    return _BUTTONS


_BUTTONS = SimulatedButtons()
