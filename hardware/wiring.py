"""The wiring as the config has it: a table of pins and a drawing (pure).

``python -m hardware.wiring`` prints table and drawing of the default wiring, ``… companion.toml`` those of yours;
``docs/wiring.md`` and its drawings are made with it.
"""

import sys
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from hardware.buttons import NAMES
from hardware.gpio_pins import button_pins, lamp_pins

GPIO_EXAMPLE: Mapping[str, Mapping[str, Any]] = {
    "lights": {
        "url": "gpio://",
        "pins": {
            "turn": {"red": 17, "green": 27, "blue": 22},
            "phase": {"red": 23, "green": 24, "blue": 25},
            "state": {"red": 10, "green": 9, "blue": 11},
        },
    },
    "buttons": {
        "url": "gpio://",
        "pins": {
            "yes": {"pin": 5, "led": 12},
            "no": {"pin": 6, "led": 16},
            "next": {"pin": 13, "led": 20},
            "undo": {"pin": 19, "led": 21},
        },
    },
}
"""What ``docs/wiring.md`` shows for a Raspberry Pi: three RGB lamps and four lit buttons."""
BOARD_EXAMPLE: Mapping[str, Mapping[str, Any]] = {
    "lights": {"url": "serial:///dev/ttyUSB0"},
    "buttons": {"url": "serial:///dev/ttyUSB0"},
}

# Pin numbers of the 40-pin header by BCM number; the same on every Pi since 2014.
_HEADER = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21, 25: 22, 11: 23,
    8: 24, 7: 26, 0: 27, 1: 28, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40,
}  # fmt: skip
_BOARD_BUTTON_PINS = ("D2", "D3", "D4", "D5", "D6", "D7", "D8", "D9")
_BOARD_LIGHT_PINS = ("D10", "D11", "D12", "A0", "A1", "A2", "A3", "A4")


@dataclass(frozen=True, slots=True)
class Wire:
    """One wire: from a pin, through something, to a part and on to the part's other side, if it has one."""

    pin: str
    to: str
    through: str
    other: str


def wires(config: Mapping[str, Mapping[str, Any]]) -> tuple[Wire, ...]:
    """Every wire that the [lights] and [buttons] of a config need."""
    lights, buttons = config.get("lights", {}), config.get("buttons", {})
    found: list[Wire] = []
    if str(lights.get("url", "")).startswith("gpio:"):
        found += _gpio_lamps(lights.get("pins"))
    if str(lights.get("url", "")).startswith("serial:"):
        found.append(Wire("A5", "strip, data in", "470 Ω", ""))
        found.append(Wire("5V", "strip, 5 V (or from a supply of its own)", "", ""))
        found.append(Wire("GND", "strip, GND (and GND of that supply)", "", ""))
    if str(buttons.get("url", "")).startswith("gpio:"):
        found += _gpio_buttons(buttons.get("pins"))
    if str(buttons.get("url", "")).startswith("serial:"):
        found += _board_buttons(buttons.get("pins") or {name: i + 1 for i, name in enumerate(NAMES)})
    return tuple(found)


def _gpio_name(pin: int) -> str:
    return f"GPIO{pin} (pin {_HEADER[pin]})"


def _gpio_lamps(pins: object) -> list[Wire]:
    found = []
    for lamp in lamp_pins(pins):
        parts = ("red", "green", "blue") if len(lamp.pins) == 3 else ("",)
        other = "3.3 V" if lamp.active_low else "GND"
        found += [
            Wire(_gpio_name(pin), f"lamp {lamp.name} {part}".rstrip(), "330 Ω", other)
            for pin, part in zip(lamp.pins, parts, strict=True)
        ]
    return found


def _gpio_buttons(pins: object) -> list[Wire]:
    found = []
    for button in button_pins(pins):
        found.append(Wire(_gpio_name(button.pin), f"button {button.name}", "", "GND" if button.active_low else "3.3 V"))
        if button.led is not None:
            found.append(Wire(_gpio_name(button.led), f"light of {button.name}", "330 Ω", "GND"))
    return found


def _board_buttons(pins: Mapping[str, int]) -> list[Wire]:
    found = []
    for name, number in pins.items():
        found.append(Wire(_BOARD_BUTTON_PINS[number - 1], f"button {name}", "", "GND"))
        found.append(Wire(_BOARD_LIGHT_PINS[number - 1], f"light of {name}", "330 Ω", "GND"))
    return found


def table(config: Mapping[str, Mapping[str, Any]]) -> str:
    """The wires as a table in Markdown."""
    lines = ["| pin | goes to | through | other side |", "| --- | --- | --- | --- |"]
    lines += [f"| {w.pin} | {w.to} | {w.through or '–'} | {w.other or '–'} |" for w in wires(config)]
    return "\n".join(lines) + "\n"


# ---------------------------------------------------------------------------------------------- the drawing

_ROW, _TOP, _WIDTH = 30, 70, 760
_PAINT = {"red": "#c0392b", "green": "#2e8b57", "blue": "#2f5d8a"}


def drawing(config: Mapping[str, Mapping[str, Any]]) -> str:
    """The wires as an SVG: the board on the left, one line for each wire, its other side on the right."""
    drawn = wires(config)
    is_board = str(config.get("lights", config.get("buttons", {})).get("url", "")).startswith("serial:")
    title = "Uno or Nano" if is_board else "Raspberry Pi"
    height = _TOP + _ROW * len(drawn) + 40
    bottom = height - 30
    rows = "".join(_row(wire, _TOP + 20 + _ROW * i) for i, wire in enumerate(drawn))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" font-family="sans-serif" '
        f'font-size="14" role="img" aria-label="{escape(title)}: {len(drawn)} wires">\n'
        f'<rect width="{_WIDTH}" height="{height}" fill="#fff"/>\n'
        f'<rect x="20" y="40" width="170" height="{bottom - 40}" rx="10" fill="#e8f1ea" stroke="#2e6b3f"/>\n'
        f'<text x="105" y="62" text-anchor="middle" font-weight="bold" fill="#222">{escape(title)}</text>\n'
        f"{_rail(drawn)}{rows}</svg>\n"
    )


def _rail(drawn: Sequence[Wire]) -> str:
    """The line that joins all ends at GND."""
    ends = [_TOP + 20 + _ROW * i for i, wire in enumerate(drawn) if wire.other == "GND"]
    if not ends:
        return ""
    return f'<line x1="700" y1="{ends[0]}" x2="700" y2="{ends[-1]}" stroke="#222" stroke-width="3"/>\n'


def _row(wire: Wire, y: int) -> str:
    paint = next((paint for word, paint in _PAINT.items() if wire.to.endswith(word)), "#444")
    resistor = (
        f'<rect x="255" y="{y - 9}" width="64" height="18" fill="#f6e7c8" stroke="#8a6d3b"/>'
        f'<text x="287" y="{y + 5}" text-anchor="middle" font-size="12" fill="#222">{escape(wire.through)}</text>'
        if wire.through
        else ""
    )
    # Whatever ends at 3.3 V ends short of the rail, which is GND.
    end = {"": 380, "GND": 700}.get(wire.other, 670)
    other = (
        f'<circle cx="{end}" cy="{y}" r="4" fill="#222"/>'
        f'<text x="{end - 8}" y="{y - 5}" text-anchor="end" font-size="11" fill="#555">{escape(wire.other)}</text>'
        if wire.other
        else ""
    )
    return (
        f'<g><line x1="190" y1="{y}" x2="{end}" y2="{y}" stroke="{paint}" stroke-width="2"/>'
        f'<circle cx="190" cy="{y}" r="4" fill="#222"/>'
        f'<text x="182" y="{y + 5}" text-anchor="end" fill="#222">{escape(wire.pin)}</text>{resistor}'
        f"{_part(wire, y, paint)}{other}</g>\n"
    )


def _part(wire: Wire, y: int, paint: str) -> str:
    """A sign for the part: an open contact for a button, a dot in a ring for a lamp, a box for the strip."""
    if wire.to.startswith("button"):
        sign = (
            f'<rect x="346" y="{y - 8}" width="28" height="16" fill="#fff"/>'
            f'<line x1="346" y1="{y}" x2="372" y2="{y - 9}" stroke="#222" stroke-width="2"/>'
        )
    elif wire.to.startswith("strip"):
        sign = f'<rect x="344" y="{y - 9}" width="32" height="18" fill="#ddd" stroke="#222"/>'
    else:
        sign = f'<circle cx="360" cy="{y}" r="9" fill="#fff" stroke="{paint}" stroke-width="2"/>'
        sign += f'<circle cx="360" cy="{y}" r="4" fill="{paint}"/>'
    width = 12 + 7.4 * len(wire.to)
    return (
        f'{sign}<rect x="386" y="{y - 9}" width="{width:.0f}" height="18" fill="#fff"/>'
        f'<text x="392" y="{y + 5}" fill="#222">{escape(wire.to)}</text>'
    )


def main(arguments: Sequence[str]) -> None:
    """Print table and drawing of a config file, or of both examples."""
    configs: list[Mapping[str, Any]] = [tomllib.loads(Path(name).read_text(encoding="utf-8")) for name in arguments]
    for config in configs or [GPIO_EXAMPLE, BOARD_EXAMPLE]:
        print(table(config))
        print(drawing(config))


if __name__ == "__main__":
    main(sys.argv[1:])
