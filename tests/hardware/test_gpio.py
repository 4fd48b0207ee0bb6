"""GPIO through gpiozero's own mock pins, and the search for the right chip."""

import sys
from types import ModuleType
from typing import Any

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.backends import open_device
from companion.errors import ConfigError, DeviceError
from hardware import gpio
from hardware.buttons.gpio import GpioButtons
from hardware.gpio_pins import button_pins, lamp_pins
from hardware.lights.gpio import GpioLights

LAMPS = {"turn": {"red": 17, "green": 27, "blue": 22}, "state": 4, "low": {"pin": 5, "active_low": True}}


@pytest.fixture
def factory() -> Any:
    factory = MockFactory(pin_class=MockPWMPin)
    yield factory
    factory.reset()


def levels(factory: Any, *pins: int) -> list[float]:
    return [round(factory.pin(pin).state, 3) for pin in pins]


def test_lamps_shine_in_color_and_brightness(factory: Any) -> None:
    lights = GpioLights(lamp_pins(LAMPS), factory)
    lights.show([(255, 51, 0), (0, 102, 0), (255, 255, 255)])
    assert levels(factory, 17, 27, 22, 4, 5) == [1.0, 0.2, 0.0, 0.4, 0.0]
    lights.show([(0, 0, 0)])
    assert levels(factory, 17, 27, 22, 4, 5) == [0.0, 0.0, 0.0, 0.0, 1.0]
    assert lights.names == ("turn", "state", "low")
    lights.close()


def test_unchanged_lamps_are_not_written_again(factory: Any) -> None:
    lights = GpioLights(lamp_pins(LAMPS), factory)
    lights.show([(255, 0, 0), (9, 9, 9)])
    factory.pin(17).clear_states()
    factory.pin(4).clear_states()
    lights.show([(255, 0, 0), (200, 0, 0)])
    assert (len(factory.pin(17).states), len(factory.pin(4).states)) == (1, 2)
    lights.close()


def test_pins_are_free_after_closing(factory: Any) -> None:
    for _ in range(3):
        lights = GpioLights(lamp_pins(LAMPS), factory)
        lights.show([(1, 2, 3)])
        lights.close()
        lights.close()


def test_pin_in_use_is_named(factory: Any) -> None:
    other = gpiozero.LED(4, pin_factory=factory)
    with pytest.raises(DeviceError, match=r"GPIO4 of 'state' cannot be used .*: end the other program"):
        GpioLights(lamp_pins(LAMPS), factory)
    other.close()
    GpioLights(lamp_pins(LAMPS), factory).close()


def test_buttons_are_pulled_up_and_pressed_low(factory: Any) -> None:
    buttons = GpioButtons(button_pins({"yes": 5, "no": {"pin": 6, "active_low": False}}), factory)
    assert [factory.pin(pin).pull for pin in (5, 6)] == ["up", "down"]
    assert [factory.pin(pin).bounce for pin in (5, 6)] == [0.02, 0.02]
    for pin, is_high in ((5, False), (6, True), (5, True), (6, False), (5, False)):
        (factory.pin(pin).drive_high if is_high else factory.pin(pin).drive_low)()
    assert buttons.pressed() == ["yes", "no", "yes"]
    assert buttons.pressed() == []
    buttons.close()


def test_held_button_says_so_once(factory: Any, wait_until: Any) -> None:
    buttons = GpioButtons(button_pins({"undo": {"pin": 5, "hold_s": 0.01}}), factory)
    factory.pin(5).drive_low()
    pressed: list[str] = []
    wait_until(lambda: pressed.extend(buttons.pressed()) or len(pressed) >= 2)
    factory.pin(5).drive_high()
    assert pressed == ["undo", "undo:held"]
    buttons.close()


def test_lit_buttons_shine(factory: Any) -> None:
    pins = button_pins({"yes": {"pin": 5, "led": 12}, "no": {"pin": 6, "led": 13}, "next": 7})
    buttons = GpioButtons(pins, factory)
    buttons.light({"no": "Stop", "next": "More"})
    assert levels(factory, 12, 13) == [0, 1]
    buttons.light(())
    assert levels(factory, 12, 13) == [0, 0]
    buttons.close()


def test_stuck_button_is_named_until_it_comes_up(factory: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.buttons.gpio.STUCK_S", 0.0)
    buttons = GpioButtons(button_pins({"yes": 5}), factory)
    assert buttons.notice == ""
    factory.pin(5).drive_low()
    assert buttons.notice.endswith("free it, or check it and its wire at GPIO5.")
    factory.pin(5).drive_high()
    assert buttons.notice == ""
    buttons.close()


@pytest.mark.parametrize(
    ("pins", "message"),
    [
        ({}, "needs to know the pins"),
        ({"a": "17"}, "'17'; write a number such as 17"),
        ({"a": 28}, "a GPIO from 0 to 27"),
        ({"a": 3, "b": 3}, "GPIO3 is given to both 'a' and 'b'"),
        ({"a": {"red": 1, "green": 2}}, "either one pin, or red, green and blue"),
        ({"a": {"pin": 1, "red": 2, "green": 3}}, "either one pin"),
        ({"a": {"pin": 1, "activ_low": True}}, "did you mean 'active_low'"),
    ],
)
def test_lamp_pins_that_make_no_sense_are_refused(pins: object, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        lamp_pins(pins)


@pytest.mark.parametrize(
    ("pins", "message"),
    [
        (None, "needs to know the pins"),
        ({"yes": {"led": 5}}, "has no pin"),
        ({"yes": {"pin": 5, "led": 5}}, "given to both 'yes' and 'yes'"),
        ({"yes": {"pin": 5, "bounce": 5}}, "did you mean 'bounce_ms'"),
    ],
)
def test_button_pins_that_make_no_sense_are_refused(pins: object, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        button_pins(pins)


@pytest.mark.parametrize(
    ("labels", "number"),
    [
        ({0: "pinctrl-bcm2711", 1: "raspberrypi-exp-gpio"}, 0),
        ({0: "brcmvirt-gpio", 4: "pinctrl-rp1", 10: "gpio-brcmstb@107d508500"}, 4),
        ({0: "pinctrl-rp1", 10: "gpio-brcmstb@107d508500", 11: "gpio-brcmstb@107d517c00"}, 0),
        ({0: "pinctrl-bcm2835"}, 0),
    ],
    ids=["pi4", "pi5 with an old kernel", "pi5", "zero"],
)
def test_chip_is_found_by_its_label(labels: dict[int, str], number: int) -> None:
    assert gpio.find_chip(labels) == number


def test_missing_chip_says_what_was_seen() -> None:
    with pytest.raises(DeviceError, match="seen: 0: INT33FC:00"):
        gpio.find_chip({0: "INT33FC:00"})


class FakeLgpio(ModuleType):
    """Enough of lgpio to open a chip: two chips, of which the second is behind the header."""

    LABELS = {0: "brcmvirt-gpio", 4: "pinctrl-rp1"}
    error = OSError
    BOTH_EDGES, RISING_EDGE, FALLING_EDGE = 3, 1, 2

    def __init__(self) -> None:
        super().__init__("lgpio")
        self.opened: list[int] = []

    def __getattr__(self, name: str) -> int:
        if name.startswith("SET_"):
            return 0
        raise AttributeError(name)

    def gpiochip_open(self, number: int) -> int:
        self.opened.append(number)
        return number

    def gpiochip_close(self, handle: int) -> None:
        assert handle in self.opened

    def gpio_get_chip_info(self, handle: int) -> tuple[int, int, str, str]:
        return (0, 54, f"gpiochip{handle}", self.LABELS[handle])


def test_lgpio_is_given_the_chip_behind_the_header(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = FakeLgpio()
    monkeypatch.setitem(sys.modules, "lgpio", fake)
    monkeypatch.setattr("glob.glob", lambda pattern: ["/dev/gpiochip0", "/dev/gpiochip4"])
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    monkeypatch.setattr(gpio, "_factories", {})
    factory = gpio.pin_factory("gpio://lgpio")
    assert (factory.chip, fake.opened[-1]) == (4, 4)
    assert gpio.pin_factory("gpio://lgpio") is factory, "a chip is opened once"
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)


def test_rpi_gpio_on_a_pi_5_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise RuntimeError("Cannot determine SOC peripheral base address")

    package, module = ModuleType("RPi"), ModuleType("RPi.GPIO")
    package.GPIO = module  # type: ignore[attr-defined]
    package.__path__ = []  # type: ignore[attr-defined]
    for name in ("setmode", "setwarnings", "cleanup"):
        setattr(module, name, refuse)
    for name in ("BCM", "IN", "OUT", "PUD_OFF", "PUD_UP", "PUD_DOWN", "BOTH", "RISING", "FALLING"):
        setattr(module, name, 0)
    module.I2C = module.SPI = module.HARD_PWM = module.SERIAL = module.UNKNOWN = 0  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "RPi", package)
    monkeypatch.setitem(sys.modules, "RPi.GPIO", module)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.rpigpio", raising=False)
    monkeypatch.setattr(gpio, "_factories", {})
    with pytest.raises(DeviceError, match=r"RPi.GPIO does not work on this board .*: run pip uninstall RPi.GPIO"):
        gpio.pin_factory("gpio://rpigpio")
    monkeypatch.delitem(sys.modules, "gpiozero.pins.rpigpio", raising=False)


def test_machine_without_gpio_library_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    with pytest.raises(DeviceError, match=r"pip install 'table-companion\[pi\]'"):
        open_device("hardware.lights", "gpio://", config={"pins": {"state": 4}})


def test_unknown_library_is_refused() -> None:
    with pytest.raises(ConfigError, match="no such GPIO library"):
        open_device("hardware.lights", "gpio://pigpio", config={"pins": {"state": 4}})
