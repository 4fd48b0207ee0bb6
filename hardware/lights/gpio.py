"""Lamps on GPIO pins: single LEDs, or RGB LEDs with one pin for each color (``gpio://``)."""

from collections.abc import Mapping, Sequence
from typing import Any

import gpiozero

from hardware import gpio
from hardware.gpio_pins import LampPins, lamp_pins
from hardware.lights import Color


class GpioLights:
    """LEDs on the pins of a Raspberry Pi, dimmed by PWM."""

    def __init__(self, lamps: Sequence[LampPins], factory: Any) -> None:
        self.names = tuple(lamp.name for lamp in lamps)
        self._leds: list[Any] = []
        self._shown: tuple[Color, ...] = ()
        for lamp in lamps:
            try:
                self._leds.append(_led(lamp, factory))
            except (gpiozero.GPIOZeroError, OSError, RuntimeError) as error:
                self.close()
                raise gpio.in_use(lamp.name, lamp.pins[0], error) from error

    def show(self, colors: Sequence[Color]) -> None:
        """Light the lamps; a lamp without a color stays dark."""
        wanted = (*colors, *(((0, 0, 0),) * len(self._leds)))[: len(self._leds)]
        if wanted == self._shown:
            return
        for led, name, color, before in zip(
            self._leds, self.names, wanted, self._shown or (None,) * len(wanted), strict=True
        ):
            if color != before:
                self._set(led, name, color)
        self._shown = wanted

    def _set(self, led: Any, name: str, color: Color) -> None:
        try:
            if isinstance(led, gpiozero.RGBLED):
                led.value = tuple(part / 255 for part in color)
            else:
                led.value = max(color) / 255
        except (gpiozero.GPIOZeroError, OSError, RuntimeError) as error:
            raise gpio.in_use(name, "", error) from error

    def close(self) -> None:
        """Switch the lamps off and give the pins back."""
        for led in self._leds:
            led.close()
        self._leds = []

    @property
    def notice(self) -> str:
        """Nothing can be told of LEDs: no wire leads back."""
        return ""


def _led(lamp: LampPins, factory: Any) -> Any:
    is_high = not lamp.active_low
    if len(lamp.pins) == 3:
        return gpiozero.RGBLED(*lamp.pins, active_high=is_high, pin_factory=factory)
    return gpiozero.PWMLED(lamp.pins[0], active_high=is_high, pin_factory=factory)


def open(url: str, config: Mapping[str, object] | None = None) -> GpioLights:
    """The lamps named in the config's ``pins``."""
    lamps = lamp_pins((config or {}).get("pins"))
    return GpioLights(lamps, gpio.pin_factory(url))
