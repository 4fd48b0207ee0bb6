"""GPIO pins of a Raspberry Pi through gpiozero: which library drives them, and what the config says of each.

``gpio://`` takes lgpio where it is installed and RPi.GPIO (or its drop-in rpi-lgpio) otherwise; ``gpio://lgpio``,
``gpio://rpigpio`` and ``gpio://mock`` (gpiozero's own pretended pins) insist.
"""

import difflib
import glob
import importlib.util
import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any
from urllib.parse import urlsplit

import gpiozero

from companion.errors import ConfigError, DeviceError

HEADER_LABELS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""What the kernel calls the chip behind the 40 pins: on a Pi 5, on a Pi 4, on older ones. Its number moves about."""
LIBRARIES = ("lgpio", "rpigpio", "mock")


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


# ---------------------------------------------------------------------------------------------- the config


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


# ---------------------------------------------------------------------------------------------- the library

_factories: dict[str, Any] = {}


def pin_factory(url: str) -> Any:
    """The gpiozero factory for this URL, shared by lamps and buttons because a chip is opened once."""
    wanted = urlsplit(url).netloc
    if wanted and wanted not in LIBRARIES:
        raise ConfigError(
            f"{url!r}: no such GPIO library; write gpio:// or gpio:// followed by {', '.join(LIBRARIES)}."
        )
    kind = wanted or _installed()
    if kind not in _factories:
        _factories[kind] = _make(kind)
    return _factories[kind]


def _installed() -> str:
    if os.environ.get("GPIOZERO_PIN_FACTORY") == "mock":
        return "mock"
    if importlib.util.find_spec("lgpio"):
        return "lgpio"
    if importlib.util.find_spec("RPi") and importlib.util.find_spec("RPi.GPIO"):
        return "rpigpio"
    raise DeviceError("No GPIO library is installed: run pip install 'table-companion[pi]' on the Raspberry Pi.")


def _make(kind: str) -> Any:
    try:
        if kind == "lgpio":
            from gpiozero.pins.lgpio import LGPIOFactory  # noqa: PLC0415 - imports lgpio, which only a Pi has

            return LGPIOFactory(chip=header_chip())
        if kind == "rpigpio":
            from gpiozero.pins.rpigpio import RPiGPIOFactory  # noqa: PLC0415 - imports RPi.GPIO, which only a Pi has

            return RPiGPIOFactory()
        from gpiozero.pins.mock import MockFactory, MockPWMPin  # noqa: PLC0415 - not needed on a Pi

        return MockFactory(pin_class=MockPWMPin)
    except RuntimeError as error:
        # RPi.GPIO on a Pi 5 says "Cannot determine SOC peripheral base address".
        raise DeviceError(
            f"RPi.GPIO does not work on this board ({error}): run pip uninstall RPi.GPIO, then "
            "pip install 'table-companion[pi]'."
        ) from error
    except (gpiozero.GPIOZeroError, OSError) as error:
        raise DeviceError(
            f"The GPIO pins cannot be used ({error}): is this a Raspberry Pi, and may you use /dev/gpiochip*?"
        ) from error


def header_chip() -> int:
    """The number of the chip behind the 40 pins, found by its label."""
    import lgpio  # noqa: PLC0415 - only a Pi has it

    labels = {}
    for path in sorted(glob.glob("/dev/gpiochip*")):
        number = int(path.removeprefix("/dev/gpiochip"))
        try:
            handle = lgpio.gpiochip_open(number)
        except lgpio.error:
            continue  # not ours to open; the right one may come later
        labels[number] = lgpio.gpio_get_chip_info(handle)[3]
        lgpio.gpiochip_close(handle)
    return find_chip(labels)


def find_chip(labels: Mapping[int, str]) -> int:
    """Which of these chips, number and label, is the one behind the 40 pins."""
    for wanted in HEADER_LABELS:
        for number, label in labels.items():
            if label == wanted:
                return number
    seen = ", ".join(f"{number}: {label}" for number, label in labels.items()) or "none"
    raise DeviceError(
        f"No GPIO chip of a Raspberry Pi was found (seen: {seen}): join the group gpio, or use a serial board."
    )


def in_use(name: str, pin: object, error: Exception) -> DeviceError:
    """What to say when a pin cannot be had."""
    return DeviceError(f"GPIO{pin} of {name!r} cannot be used ({error}): end the other program, or choose another pin.")
