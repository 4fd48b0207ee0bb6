"""Lamps that only the panel draws: ``simulated://`` or ``simulated://24``."""

from collections.abc import Mapping, Sequence

from companion.errors import DeviceError, IllegalEvent
from companion.words import say
from hardware.lights import Color

FAULTS: Mapping[str, str] = {"lights lost": "The lamps are unplugged."}
"""Name of each fault -> a sentence that says what it is."""


class SimulatedLights:
    """Lamps without wires; what they show can be read back."""

    def __init__(self) -> None:
        self.shown: tuple[Color, ...] = ()
        """What the lamps show now."""
        self._faults: frozenset[str] = frozenset()

    def show(self, colors: Sequence[Color]) -> None:
        """Show these colors."""
        if "lights lost" in self._faults:
            raise DeviceError("The simulated lamps are unplugged: switch the fault off on the panel.")
        self.shown = tuple(colors)

    def close(self) -> None:
        """All lamps go dark."""
        self.shown = ()

    @property
    def notice(self) -> str:
        """Always well, unless a fault is switched on."""
        return ""

    def faults(self) -> dict[str, tuple[str, bool]]:
        """Name of each fault -> (what it is, whether it is on)."""
        return {name: (sentence, name in self._faults) for name, sentence in FAULTS.items()}

    def set_fault(self, name: str, on: bool) -> None:
        """Switch a fault on or off."""
        if name not in FAULTS:
            raise IllegalEvent(say("The simulated lamps have no fault {name!r}.", name=name))
        self._faults = self._faults | {name} if on else self._faults - {name}


def open(url: str, config: Mapping[str, object] | None = None) -> SimulatedLights:
    """The simulated lamps: one set for the whole program, so that a fault outlives closing and opening."""
    return _LIGHTS


_LIGHTS = SimulatedLights()
