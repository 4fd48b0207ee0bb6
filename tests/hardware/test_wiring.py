"""The wiring's table, drawing and documents say the same as the code."""

import re
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.config import parse
from hardware.protocol import Kind, decode
from hardware.scene import SIGNS
from hardware.wiring import BOARD_EXAMPLE, GPIO_EXAMPLE, Wire, drawing, main, table, wires

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
WIRING = (DOCS / "wiring.md").read_text(encoding="utf-8")


def test_wires_follow_the_config() -> None:
    config = {
        "lights": {"url": "gpio://", "pins": {"state": {"pin": 4, "active_low": True}}},
        "buttons": {"url": "serial:///dev/ttyUSB0", "pins": {"go": 3}},
    }
    assert wires(config) == (
        Wire("GPIO4 (pin 7)", "lamp state", "330 Ω", "3.3 V"),
        Wire("D4", "button go", "", "GND"),
        Wire("D12", "light of go", "330 Ω", "GND"),
    )


def test_nothing_to_wire_is_an_empty_table() -> None:
    assert table({"lights": {"url": "console://"}}).count("\n") == 2


@pytest.mark.parametrize("example", [GPIO_EXAMPLE, BOARD_EXAMPLE])
def test_document_holds_the_generated_table(example: dict) -> None:
    assert table(example) in WIRING


@pytest.mark.parametrize(("name", "example"), [("pi", GPIO_EXAMPLE), ("board", BOARD_EXAMPLE)])
def test_drawing_is_the_generated_one_and_shows_every_wire(name: str, example: dict) -> None:
    text = (DOCS / f"wiring-{name}.svg").read_text(encoding="utf-8")
    assert text == drawing(example)
    groups = ElementTree.fromstring(text).findall("{http://www.w3.org/2000/svg}g")
    assert len(groups) == len(wires(example))
    assert f"wiring-{name}.svg" in WIRING


def test_config_in_the_document_is_the_example_and_is_understood() -> None:
    blocks = [tomllib.loads(block) for block in re.findall(r"```toml\n(.*?)```", WIRING, re.S)]
    assert blocks[0] == GPIO_EXAMPLE
    assert [parse(block, "wiring.md").lights.url for block in blocks] == ["gpio://", "serial:///dev/ttyUSB0"]


def test_document_explains_every_sign_of_the_lamps() -> None:
    assert [sign.text for sign in SIGNS.values() if f"| {sign.text} | `{sign.still}` |" not in WIRING] == []


def test_command_prints_table_and_drawing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "companion.toml"
    file.write_text('[lights]\nurl = "gpio://"\n[lights.pins]\nstate = 4\n', encoding="utf-8")
    main([str(file)])
    printed = capsys.readouterr().out
    assert "| GPIO4 (pin 7) | lamp state | 330 Ω | GND |" in printed
    assert "</svg>" in printed


def test_pins_of_the_firmware_are_those_of_the_table() -> None:
    pins = (ROOT / "hardware" / "firmware" / "pins.h").read_text(encoding="utf-8")
    assert "D2 … D9      buttons 1 … 8" in pins
    assert "A5           data of the WS2812 strip" in pins
    by_name = {wire.to: wire.pin for wire in wires(BOARD_EXAMPLE)}
    assert (by_name["strip, data in"], by_name["button yes"], by_name["button 4"]) == ("A5", "D2", "D9")
    assert (by_name["light of yes"], by_name["light of undo"], by_name["light of 4"]) == ("D10", "A0", "A4")


def test_examples_of_the_protocol_are_real_frames() -> None:
    text = (DOCS / "serial-protocol.md").read_text(encoding="utf-8")
    examples = re.findall(r"^\| ([A-Z]+)\b.*\| `((?:[0-9a-f]{2} ?)+)` \|$", text, re.M)
    assert len(examples) == 8
    for name, written in examples:
        message = decode(bytes.fromhex(written)[1:-1])
        assert message is not None
        assert (message.kind.name, message.session) == (name, 0x4242)
    assert [kind.name for kind in Kind if f"| 0x{kind:02x} | {kind.name} |" not in text] == []
