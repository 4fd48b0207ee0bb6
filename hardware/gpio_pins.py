"""What the config says of each GPIO pin (pure: no GPIO library is needed to read it)."""

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from companion.errors import ConfigError


@dataclass(frozen=True, slots=True)
class LampPins:
    """One lamp: a single pin, or three for its colors. BCM numbers, as in ``GPIO17``."""

    name: str
    pins: tuple[int, ...]
    active_low: bool = False
    """Lit when the pin is low: the lamp hangs between the pin and 3.3 V."""


@dataclass(frozen=True, slots=True)
class ButtonPins:
    """One button, and its light if it has one."""

    name: str
    pin: int
    led: int | None = None
    active_low: bool = True
    """Pressed = low: the button lies between the pin and GND and the chip pulls the pin up."""
    bounce_ms: int = 20
    hold_s: float = 1.0


def lamp_pins(pins: object) -> tuple[LampPins, ...]:
    """The lamps in the ``pins`` of [lights], in their order."""
    lamps = []
    for name, value in _named(pins, "lights", "turn = { red = 17, green = 27, blue = 22 }"):
        keys = {"pin": value} if isinstance(value, int) else _keys(value, name)
        colors = tuple(keys.pop(part) for part in ("red", "green", "blue") if part in keys)
        single = (keys.pop("pin"),) if "pin" in keys else ()
        active_low = keys.pop("active_low", False)
        _refuse_rest(name, keys, ("pin", "red", "green", "blue", "active_low"))
        if len(single) + len(colors) not in (1, 3) or (single and colors):
            raise ConfigError(f"The lamp {name!r} needs either one pin, or red, green and blue.")
        lamps.append(LampPins(name, single or colors, active_low is True))
    _check_pins([(lamp.name, pin) for lamp in lamps for pin in lamp.pins])
    return tuple(lamps)


def button_pins(pins: object) -> tuple[ButtonPins, ...]:
    """The buttons in the ``pins`` of [buttons], in their order."""
    known = tuple(field.name for field in fields(ButtonPins) if field.name != "name")
    buttons = []
    for name, value in _named(pins, "buttons", "yes = 5"):
        keys = {"pin": value} if isinstance(value, int) else _keys(value, name)
        given: dict[str, Any] = {key: keys.pop(key) for key in known if key in keys}
        _refuse_rest(name, keys, known)
        if "pin" not in given:
            raise ConfigError(f"The button {name!r} has no pin; write {name} = {{ pin = 5 }}.")
        buttons.append(ButtonPins(name, **given))
    places = [(b.name, b.pin) for b in buttons] + [(b.name, b.led) for b in buttons if b.led is not None]
    _check_pins(places)
    return tuple(buttons)


def _named(pins: object, section: str, example: str) -> list[tuple[str, object]]:
    if not isinstance(pins, Mapping) or not pins:
        raise ConfigError(f"gpio:// needs to know the pins; write them below [{section}]: pins = {{ {example} }}.")
    return [(str(name), value) for name, value in pins.items()]


def _keys(value: object, name: str) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise ConfigError(f"The pin of {name!r} is {value!r}; write a number such as 17, or a table of pins.")
    return dict(value)


def _refuse_rest(name: str, rest: Mapping[str, object], known: tuple[str, ...]) -> None:
    for key in rest:
        near = difflib.get_close_matches(key, known, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(known)}."
        raise ConfigError(f"{key!r} of {name!r} is not understood; {hint}")


def _check_pins(places: list[tuple[str, Any]]) -> None:
    taken: dict[int, str] = {}
    for name, pin in places:
        if not isinstance(pin, int) or isinstance(pin, bool) or not 0 <= pin <= 27:
            raise ConfigError(f"The pin of {name!r} is {pin!r}; write the number of a GPIO from 0 to 27.")
        if pin in taken:
            raise ConfigError(f"GPIO{pin} is given to both {taken[pin]!r} and {name!r}; give one of them another pin.")
        taken[pin] = name
