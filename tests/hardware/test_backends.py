"""One contract for every way to have lamps and buttons, the pretended ones included."""

import contextlib
import importlib
import io
import json
import os
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from companion.backends import open_device, schemes
from companion.errors import ConfigError, DeviceError, IllegalEvent
from hardware import gpio, wled
from hardware.buttons.keyboard import KEYS, KeyboardButtons
from hardware.buttons.simulated import SimulatedButtons
from hardware.lights.console import ConsoleLights
from hardware.lights.simulated import SimulatedLights
from hardware.port import _shared as open_ports

PICTURE = ((255, 0, 0), (0, 255, 0), (0, 0, 255))
OTHER = ((0, 0, 255), (10, 20, 30), (0, 0, 0))


@dataclass
class Bench:
    """A device to try: how to open it, what it shows or how to press it."""

    open: Callable[[], Any]
    shown: Callable[[], Any] = lambda: None
    """How a picture looks on the device, as ``looks`` would have it."""
    looks: Callable[[Any], Any] = lambda picture: picture
    press: Callable[[str], None] = lambda name: None


# ---------------------------------------------------------------------------------------------- lamps


class Strip(BaseHTTPRequestHandler):
    """A WLED strip in the network."""

    protocol_version = "HTTP/1.1"
    told: list[dict[str, Any]]
    status = 200

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.paths.append(self.path)  # type: ignore[attr-defined]
        self.server.told.append(json.loads(body))  # type: ignore[attr-defined]
        self.send_response(self.server.status)  # type: ignore[attr-defined]
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def strip() -> Iterator[Any]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Strip)
    server.daemon_threads = True
    server.told, server.paths, server.status = [], [], 200  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()


def as_hex(picture: Any) -> list[str]:
    return [bytes(color).hex() for color in picture]


@pytest.fixture
def lights_bench(request: pytest.FixtureRequest) -> Iterator[Bench]:
    kind = request.param
    if kind == "simulated":
        yield Bench(lambda: open_device("hardware.lights", "simulated://"), device_shown)
    elif kind == "console":
        stream = io.StringIO()
        lines = {PICTURE: "[@@@]", OTHER: "[@. ]"}
        yield Bench(
            lambda: ConsoleLights(stream, False),
            lambda: stream.getvalue().rstrip("\n").rpartition("\r")[2],
            lambda picture: lines[picture],
        )
    elif kind == "gpio":
        factory = gpio.pin_factory("gpio://mock")
        pins = {"a": {"red": 2, "green": 3, "blue": 4}, "b": {"red": 5, "green": 6, "blue": 7}, "c": 8}
        yield Bench(
            lambda: open_device("hardware.lights", "gpio://mock", config={"pins": pins}),
            lambda: [round(factory.pin(pin).state * 255) for pin in (2, 3, 4, 5, 6, 7, 8)],
            lambda picture: [*picture[0], *picture[1], max(picture[2])],
        )
    elif kind == "serial":
        port = request.getfixturevalue("plugged")
        yield Bench(
            lambda: open_device("hardware.lights", f"serial://{port.path}"), lambda: port.board.lamps if port else None
        )
    elif kind == "wled+http":
        server = request.getfixturevalue("strip")
        url = f"wled+http://127.0.0.1:{server.server_port}"
        yield Bench(
            lambda: open_device("hardware.lights", url),
            lambda: server.told[-1]["seg"]["i"] if server.told else None,
            as_hex,
        )
    else:
        yield from wled_on_a_port()


def device_shown() -> Any:
    return open_device("hardware.lights", "simulated://").shown


def wled_on_a_port() -> Iterator[Bench]:
    ours, theirs = os.openpty()
    path, heard = os.ttyname(theirs), bytearray()

    def shown() -> Any:
        os.set_blocking(ours, False)
        with contextlib.suppress(BlockingIOError):
            heard.extend(os.read(ours, 65536))
        lines = bytes(heard).split(b"\n")[:-1]
        return json.loads(lines[-1])["seg"]["i"] if lines else None

    yield Bench(lambda: open_device("hardware.lights", f"wled://{path}"), shown, as_hex)
    os.close(ours)
    os.close(theirs)


LIGHTS = ["simulated", "console", "gpio", "serial", "wled", "wled+http"]


def test_contract_covers_every_way_to_have_lamps() -> None:
    assert sorted(LIGHTS) == schemes("hardware.lights")


@pytest.mark.parametrize("lights_bench", LIGHTS, indirect=True)
def test_lights_show_what_they_are_told_and_open_again(lights_bench: Bench, wait_until: Any) -> None:
    for _ in range(2):
        lights = lights_bench.open()
        for picture in (PICTURE, OTHER, OTHER, PICTURE):
            lights.show(picture)
            wait_until(lambda wanted=picture: lights_bench.shown() == lights_bench.looks(wanted))
        assert lights.notice == ""
        lights.close()


@pytest.mark.parametrize("lights_bench", LIGHTS, indirect=True)
def test_lights_take_lists_and_an_empty_picture(lights_bench: Bench) -> None:
    lights = lights_bench.open()
    lights.show([])
    lights.show(list(PICTURE))
    lights.close()


# ---------------------------------------------------------------------------------------------- buttons


@pytest.fixture
def buttons_bench(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    kind = request.param
    if kind == "simulated":
        yield Bench(
            lambda: open_device("hardware.buttons", "simulated://"),
            press=lambda name: open_device("hardware.buttons", "simulated://").press(name),
        )
    elif kind == "keyboard":
        ours, theirs = os.openpty()
        with os.fdopen(theirs) as terminal:
            monkeypatch.setattr("sys.stdin", terminal)
            yield Bench(
                lambda: open_device("hardware.buttons", "keyboard://"),
                press=lambda name: os.write(ours, KEYS[name].encode()) and None,
            )
            monkeypatch.undo()
        os.close(ours)
    elif kind == "gpio":
        factory = gpio.pin_factory("gpio://mock")
        pins = {"yes": 12, "no": 13, "next": 16}

        def tap(name: str) -> None:
            factory.pin(pins[name]).drive_low()
            factory.pin(pins[name]).drive_high()

        yield Bench(lambda: open_device("hardware.buttons", "gpio://mock", config={"pins": pins}), press=tap)
    else:
        port = request.getfixturevalue("plugged")
        wait = request.getfixturevalue("wait_until")

        def push(name: str) -> None:
            # Not before the board knows the newest conversation: a press in an old one is nobody's.
            wait(lambda: port.board._session in {p._link._session for p in open_ports.values()} - {0})
            number = ("yes", "no", "next").index(name)
            port.press(number)
            port.board.release(number)

        yield Bench(lambda: open_device("hardware.buttons", f"serial://{port.path}"), press=push)


BUTTONS = ["gpio", "keyboard", "serial", "simulated"]


def test_contract_covers_every_way_to_have_buttons() -> None:
    assert sorted(BUTTONS) == schemes("hardware.buttons")


@pytest.mark.parametrize("buttons_bench", BUTTONS, indirect=True)
def test_buttons_tell_each_press_once_in_order(buttons_bench: Bench, wait_until: Any) -> None:
    buttons = buttons_bench.open()
    assert buttons.pressed() == []
    for name in ("yes", "no", "yes", "next"):
        buttons_bench.press(name)
    pressed: list[str] = []
    wait_until(lambda: pressed.extend(buttons.pressed()) or len(pressed) >= 4)
    assert pressed == ["yes", "no", "yes", "next"]
    assert buttons.pressed() == []
    buttons.light({"yes": "Rally", "no": "Stop"})
    buttons.light(())
    assert buttons.notice == ""
    assert set(buttons.names) >= {"yes", "no", "next"}
    buttons.close()


@pytest.mark.parametrize("buttons_bench", BUTTONS, indirect=True)
def test_buttons_open_again_after_closing(buttons_bench: Bench, wait_until: Any) -> None:
    buttons_bench.open().close()
    buttons = buttons_bench.open()
    buttons_bench.press("no")
    pressed: list[str] = []
    wait_until(lambda: pressed.extend(buttons.pressed()) or pressed)
    assert pressed == ["no"]
    buttons.close()


# ---------------------------------------------------------------------------------------------- their own ways


def test_wled_is_told_every_lamp_without_fading() -> None:
    assert json.loads(wled.state([(255, 0, 16)])) == {
        "on": True,
        "bri": 255,
        "tt": 0,
        "v": True,
        "seg": {"id": 0, "frz": True, "i": ["ff0010"]},
    }
    assert len(json.loads(wled.state([(1, 2, 3)] * 300))["seg"]["i"]) == wled.MAX_LAMPS


def test_wled_over_http_posts_to_its_state(strip: Any, wait_until: Any) -> None:
    lights = open_device("hardware.lights", f"wled+http://127.0.0.1:{strip.server_port}")
    lights.show(PICTURE)
    lights.show(PICTURE)
    lights.close()
    assert (strip.paths, len(strip.told)) == (["/json/state"], 1), "closing sends what waits; the same is sent once"


def test_wled_that_is_away_is_told_and_taken_up_again(strip: Any, wait_until: Any) -> None:
    strip.status = 404
    lights = open_device("hardware.lights", f"wled+http://127.0.0.1:{strip.server_port}")
    lights.show(PICTURE)
    wait_until(lambda: lights._latest.error)
    with pytest.raises(DeviceError, match=r"is no WLED strip \(HTTP 404\): check its address"):
        lights.show(PICTURE)
    lights.close()
    gone = open_device("hardware.lights", "wled+http://127.0.0.1:9")
    gone.show(PICTURE)
    wait_until(lambda: gone._latest.error)
    with pytest.raises(DeviceError, match="does not answer .*: check that it is switched on"):
        gone.show(OTHER)
    gone.close()
    strip.status = 200
    again = open_device("hardware.lights", f"wled+http://127.0.0.1:{strip.server_port}")
    again.show(OTHER)
    wait_until(lambda: strip.told[-1]["seg"]["i"] == as_hex(OTHER))
    again.close()


def test_wled_that_never_answers_on_its_port_is_told_until_it_does(
    wait_until: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.lights.wled._SILENT_S", 0.0)
    ours, theirs = os.openpty()
    path = os.ttyname(theirs)
    lights = open_device("hardware.lights", f"wled://{path}")
    lights.show(PICTURE)
    wait_until(lambda: lights.notice)
    assert lights.notice == f"No WLED strip answers on {path}: check that WLED is on it and its baud rate is 115200."
    os.write(ours, b'{"state":{}}\n')
    lights.show(OTHER)
    wait_until(lambda: lights.notice == "")
    lights.close()
    os.close(ours)
    os.close(theirs)


def test_machine_without_gpiozero_can_use_everything_else(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("hardware.") and name.endswith("gpio")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "gpiozero", None)
    with pytest.raises(DeviceError, match=r"needs the library 'gpiozero'.*pip install 'table-companion\[pi\]'"):
        open_device("hardware.lights", "gpio://", config={"pins": {"state": 4}})
    for scheme in set(LIGHTS) - {"gpio"}:
        assert importlib.import_module(f"hardware.lights.{scheme.replace('+', '_')}").open
    for scheme in set(BUTTONS) - {"gpio"}:
        assert importlib.import_module(f"hardware.buttons.{scheme}").open


def test_wled_without_host_is_refused() -> None:
    with pytest.raises(ConfigError, match="names no host"):
        open_device("hardware.lights", "wled+http://")


def test_console_paints_in_color_where_it_may() -> None:
    stream = io.StringIO()
    lights = ConsoleLights(stream, True)
    lights.show([(255, 0, 0), (0, 0, 0)])
    lights.show([(255, 0, 0), (0, 0, 0)])
    assert stream.getvalue() == "\r[\x1b[38;2;255;0;0m@\x1b[0m ]"


def test_closed_terminal_is_told() -> None:
    stream = io.StringIO()
    stream.close()
    with pytest.raises(DeviceError, match="The terminal is gone"):
        ConsoleLights(stream, False).show(PICTURE)


def test_keyboard_gives_the_terminal_back_as_it_was() -> None:
    import termios

    ours, theirs = os.openpty()
    before = termios.tcgetattr(theirs)
    buttons = KeyboardButtons(theirs, KEYS)
    assert termios.tcgetattr(theirs) != before
    os.write(ours, b"yUx1 q")
    assert buttons.pressed() == ["yes", "undo:held", "1", "next"]
    buttons.close()
    buttons.close()
    assert termios.tcgetattr(theirs) == before
    os.close(ours)
    os.close(theirs)


def test_keyboard_needs_a_terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    with (tmp_path / "empty").open("w+") as file:
        monkeypatch.setattr("sys.stdin", file)
        with pytest.raises(DeviceError, match="needs a terminal"):
            open_device("hardware.buttons", "keyboard://")


def test_keys_that_are_no_letters_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = os.openpty()
    with os.fdopen(theirs) as terminal:
        monkeypatch.setattr("sys.stdin", terminal)
        with pytest.raises(ConfigError, match="single letters"):
            open_device("hardware.buttons", "keyboard://", config={"pins": {"yes": 5}})
        monkeypatch.undo()
    os.close(ours)


def test_simulated_faults_are_named_and_switched() -> None:
    lights, buttons = SimulatedLights(), SimulatedButtons()
    lights.set_fault("lights lost", True)
    assert lights.faults() == {"lights lost": ("The lamps are unplugged.", True)}
    with pytest.raises(DeviceError, match="unplugged"):
        lights.show(PICTURE)
    lights.set_fault("lights lost", False)
    lights.show(PICTURE)
    assert lights.shown == PICTURE
    buttons.set_fault("button stuck", True)
    assert (buttons.pressed(), buttons.notice != "") == (["yes", "yes:held"], True)
    buttons.press("yes")
    assert buttons.pressed() == [], "it is down already"
    buttons.set_fault("button stuck", False)
    buttons.set_fault("buttons lost", True)
    buttons.press("no")
    with pytest.raises(DeviceError, match="unplugged"):
        buttons.pressed()
    buttons.set_fault("buttons lost", False)
    assert (buttons.pressed(), buttons.notice) == ([], "")


def test_simulated_devices_refuse_what_they_do_not_have() -> None:
    with pytest.raises(IllegalEvent, match="no button 'maybe'"):
        SimulatedButtons().press("maybe")
    for device in (SimulatedLights(), SimulatedButtons()):
        with pytest.raises(IllegalEvent, match="no fault 'fire'"):
            device.set_fault("fire", True)


def test_simulated_button_can_be_held() -> None:
    buttons = SimulatedButtons()
    buttons.press("undo:held")
    assert buttons.pressed() == ["undo", "undo:held"]


def test_unknown_scheme_lists_the_known_ones() -> None:
    with pytest.raises(ConfigError, match=r"console://, gpio://, serial://, simulated://, wled://, wled\+http://"):
        open_device("hardware.lights", "neon://")
