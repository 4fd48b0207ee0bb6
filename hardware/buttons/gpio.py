"""Buttons on GPIO pins, debounced, with an LED in each if wished (``gpio://``)."""

from collections import deque
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import gpiozero

from hardware import gpio
from hardware.buttons import HELD, STUCK_S, stuck_notice
from hardware.gpio_pins import ButtonPins, button_pins


class GpioButtons:
    """Buttons on the pins of a Raspberry Pi; gpiozero's own thread notes what is pressed."""

    def __init__(self, buttons: Sequence[ButtonPins], factory: Any) -> None:
        self.names = tuple(button.name for button in buttons)
        self._presses: deque[str] = deque(maxlen=256)
        self._lit: frozenset[str] = frozenset()
        self._buttons: dict[str, tuple[ButtonPins, Any]] = {}
        self._leds: dict[str, Any] = {}
        for button in buttons:
            try:
                self._add(button, factory)
            except (gpiozero.GPIOZeroError, OSError, RuntimeError) as error:
                self.close()
                raise gpio.in_use(button.name, button.pin, error) from error

    def _add(self, pins: ButtonPins, factory: Any) -> None:
        button = gpiozero.Button(
            pins.pin,
            pull_up=pins.active_low,
            bounce_time=pins.bounce_ms / 1000 or None,
            hold_time=pins.hold_s,
            pin_factory=factory,
        )
        self._buttons[pins.name] = (pins, button)
        # deque.append is safe from any thread, and nothing else happens in gpiozero's.
        button.when_pressed = lambda: self._presses.append(pins.name)
        button.when_held = lambda: self._presses.append(pins.name + HELD)
        if pins.led is not None:
            self._leds[pins.name] = gpiozero.LED(pins.led, pin_factory=factory)

    def pressed(self) -> list[str]:
        """The names pressed since the last call."""
        return [self._presses.popleft() for _ in range(len(self._presses))]

    def light(self, names: Collection[str]) -> None:
        """Light exactly these buttons."""
        wanted = frozenset(names)
        if wanted == self._lit:
            return
        for name, led in self._leds.items():
            led.value = name in wanted
        self._lit = wanted

    def close(self) -> None:
        """Give the pins back."""
        for _, button in self._buttons.values():
            button.close()
        for led in self._leds.values():
            led.close()
        self._buttons, self._leds = {}, {}

    @property
    def notice(self) -> str:
        """Which button is stuck."""
        for name, (pins, button) in self._buttons.items():
            if button.is_pressed and (button.active_time or 0.0) >= STUCK_S:
                return stuck_notice(name, f"GPIO{pins.pin}")
        return ""


def open(url: str, config: Mapping[str, object] | None = None) -> GpioButtons:
    """The buttons named in the config's ``pins``."""
    buttons = button_pins((config or {}).get("pins"))
    return GpioButtons(buttons, gpio.pin_factory(url))
