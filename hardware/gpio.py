"""GPIO pins of a Raspberry Pi through gpiozero: which library drives them, on which chip.

``gpio://`` takes lgpio where it is installed and RPi.GPIO (or its drop-in rpi-lgpio) otherwise; ``gpio://lgpio``,
``gpio://rpigpio`` and ``gpio://mock`` (gpiozero's own pretended pins) insist.
"""

import glob
import importlib.util
import os
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import gpiozero

from companion.errors import ConfigError, DeviceError

HEADER_LABELS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""What the kernel calls the chip behind the 40 pins: on a Pi 5, on a Pi 4, on older ones. Its number moves about."""
LIBRARIES = ("lgpio", "rpigpio", "mock")


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
