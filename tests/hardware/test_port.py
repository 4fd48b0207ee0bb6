"""A board on a port: what happens when it is unplugged, reset, noisy, taken, stuck or of another kind."""

import errno
import os
from typing import Any

import pytest
import serial

from companion.backends import open_device
from companion.errors import ConfigError, DeviceError
from hardware import port
from hardware.board import Board

RED = ((200, 0, 0),) * 3
BLUE = ((0, 0, 200),) * 3


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same conversation at five times the pace, where a test would only wait."""
    monkeypatch.setattr("hardware.link.SILENT_NS", 400_000_000)
    monkeypatch.setattr("hardware.link.STARTING_NS", 400_000_000)
    monkeypatch.setattr("hardware.link.BEAT_EVERY_NS", 100_000_000)
    monkeypatch.setattr("hardware.port._OTHER_BAUD_AFTER_NS", 200_000_000)


@pytest.fixture
def lights(plugged: Any) -> Any:
    lights = open_device("hardware.lights", f"serial://{plugged.path}")
    yield lights
    lights.close()


@pytest.fixture
def buttons(plugged: Any) -> Any:
    buttons = open_device("hardware.buttons", f"serial://{plugged.path}")
    yield buttons
    buttons.close()


def test_lamps_and_buttons_share_one_port(plugged: Any, lights: Any, buttons: Any, wait_until: Any) -> None:
    lights.show(RED)
    buttons.light({"no": 1, "undo": 2})
    wait_until(lambda: (plugged.board.lamps, plugged.board.lit) == (RED, 0b1010))
    plugged.press(1)
    pressed: list[str] = []
    wait_until(lambda: pressed.extend(buttons.pressed()) or pressed)
    assert pressed == ["no"]
    lights.close()
    plugged.press(2)
    wait_until(lambda: pressed.extend(buttons.pressed()) or len(pressed) > 1)
    assert pressed[1] == "next", "the buttons live on when the lamps are closed"


def test_unplugging_in_mid_frame_is_told_and_plugging_in_again_is_enough(
    plugged: Any, lights: Any, buttons: Any, wait_until: Any
) -> None:
    lights.show(RED)
    wait_until(lambda: plugged.board.lamps == RED)
    plugged.babble(b"\x00\x05\x82")  # half a frame
    plugged.unplug()
    wait_until(lambda: lights._board.lost)
    with pytest.raises(DeviceError, match=f"The board on {plugged.path} is gone .*: check its plug"):
        lights.show(BLUE)
    with pytest.raises(DeviceError, match="is gone"):
        buttons.pressed()
    with pytest.raises(DeviceError, match="There is no .*: plug the board in"):
        open_device("hardware.lights", f"serial://{plugged.path}")


def test_port_that_died_is_opened_anew_although_the_other_user_still_holds_it(
    plugged: Any, lights: Any, buttons: Any, wait_until: Any
) -> None:
    lights._board._lose(OSError("gone"))
    wait_until(lambda: not lights._board._thread.is_alive())
    again = open_device("hardware.lights", f"serial://{plugged.path}")
    again.show(BLUE)
    wait_until(lambda: plugged.board.lamps == BLUE)
    with pytest.raises(DeviceError):
        buttons.pressed()
    buttons.close()
    fresh = open_device("hardware.buttons", f"serial://{plugged.path}")
    assert fresh.pressed() == []
    fresh.close()
    again.close()


def test_reset_board_shows_the_same_again(plugged: Any, lights: Any, wait_until: Any) -> None:
    lights.show(RED)
    wait_until(lambda: plugged.board.lamps == RED)
    plugged.board = Board()
    wait_until(lambda: plugged.board.lamps == RED)
    assert lights.notice == ""


def test_garbage_at_start_does_no_harm(plugged: Any, wait_until: Any) -> None:
    plugged.babble(bytes(range(256)) * 3)
    lights = open_device("hardware.lights", f"serial://{plugged.path}")
    lights.show(RED)
    wait_until(lambda: plugged.board.lamps == RED)
    assert lights.notice == ""
    lights.close()


def test_second_program_on_the_port_is_told_to_wait(plugged: Any, lights: Any) -> None:
    with pytest.raises(DeviceError, match=f"Another program uses {plugged.path}: close it"):
        port.BoardPort(plugged.path)


def test_port_is_free_after_closing(plugged: Any, wait_until: Any) -> None:
    for color in (RED, BLUE, RED):
        lights = open_device("hardware.lights", f"serial://{plugged.path}")
        lights.show(color)
        wait_until(lambda wanted=color: plugged.board.lamps == wanted)
        lights.close()
        lights.close()


def test_wrong_baud_rate_mends_itself(hasty: None, plugged: Any, wait_until: Any) -> None:
    lights = open_device("hardware.lights", f"serial://{plugged.path}?baud=57600")
    assert plugged.baud == 57_600
    lights.show(RED)
    wait_until(lambda: plugged.board.lamps == RED)
    assert plugged.baud == 115_200
    assert lights.notice == ""
    lights.close()


def test_garbled_wire_says_what_to_do_until_it_is_clear(
    hasty: None, plugged: Any, lights: Any, wait_until: Any
) -> None:
    plugged.is_deaf = True
    wait_until(lambda: plugged.babble(b"\xfe\x3c\x00") or "makes no sense" in lights.notice)
    assert lights.notice == (
        f"What arrives on {plugged.path} makes no sense: set its baud rate to 115200, or write our firmware to the "
        f"board with make flash PORT={plugged.path}."
    )
    plugged.is_deaf = False
    wait_until(lambda: lights.notice == "")


def test_silent_port_says_what_to_do_until_it_answers(hasty: None, plugged: Any, lights: Any, wait_until: Any) -> None:
    plugged.is_deaf = True
    wait_until(lambda: lights.notice.startswith(f"Nothing answers on {plugged.path}: check the cable, then write"))
    plugged.is_deaf = False
    lights.show(BLUE)
    wait_until(lambda: plugged.board.lamps == BLUE)
    assert lights.notice == ""


def test_board_of_another_version_is_named_until_it_is_flashed(plugged: Any, lights: Any, wait_until: Any) -> None:
    plugged.board = Board(protocol=7)
    wait_until(lambda: lights.notice)
    assert lights.notice == (
        f"The board on {plugged.path} speaks version 7 of our protocol, we speak 1: write our firmware to the board "
        f"with make flash PORT={plugged.path}."
    )
    plugged.board = Board()
    wait_until(lambda: lights.notice == "")


def test_stuck_button_is_named_until_it_comes_up(
    plugged: Any, buttons: Any, wait_until: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.buttons.serial.STUCK_S", 0.05)
    wait_until(lambda: plugged.board.has_host)
    plugged.press(3)
    wait_until(lambda: buttons.notice)
    assert buttons.notice == (
        "The button 'undo' has been down for a long time: free it, or check it and its wire at D5 of the board."
    )
    plugged.board.release(3)
    wait_until(lambda: buttons.notice == "")


def test_missing_port_says_what_to_do() -> None:
    with pytest.raises(DeviceError, match="There is no /dev/ttyNONE: plug the board in"):
        open_device("hardware.lights", "serial:///dev/ttyNONE")


@pytest.mark.parametrize(
    ("number", "message"),
    [
        (errno.EACCES, "We may not use /dev/x: run sudo usermod -aG dialout $USER, then log in again."),
        (errno.EBUSY, "Another program uses /dev/x: close it (a serial monitor, or a second companion)."),
        (errno.EIO, "/dev/x cannot be opened (*): unplug the board, plug it in again and check the port's name."),
    ],
)
def test_port_that_cannot_be_had_says_what_to_do(number: int, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise serial.SerialException(number, os.strerror(number))

    monkeypatch.setattr("serial.Serial", refuse)
    with pytest.raises(DeviceError) as told:
        port.open_serial("/dev/x", 115_200)
    before, _, after = message.partition("*")
    assert str(told.value).startswith(before)
    assert str(told.value).endswith(after)


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("serial://", "names no port"),
        ("serial:///dev/x?bauds=9600", "bauds=9600 is not understood; known are baud, max_ma"),
        ("serial:///dev/x?baud=fast", "baud=fast is not understood"),
    ],
)
def test_url_that_makes_no_sense_is_refused(url: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        open_device("hardware.lights", url)


def test_button_names_come_from_the_config(plugged: Any, wait_until: Any) -> None:
    config = {"pins": {"rally": 3, "stop": 1}}
    buttons = open_device("hardware.buttons", f"serial://{plugged.path}", config=config)
    wait_until(lambda: plugged.board.has_host)
    buttons.light(["stop"])
    for number in (0, 1, 2):
        plugged.press(number)
    pressed: list[str] = []
    wait_until(lambda: pressed.extend(buttons.pressed()) or len(pressed) >= 2)
    assert (pressed, plugged.board.lit) == (["stop", "rally"], 0b001)
    buttons.close()


@pytest.mark.parametrize("number", [0, 9, "D2"])
def test_button_number_off_the_board_is_refused(number: object) -> None:
    with pytest.raises(ConfigError, match="a number of its own from 1 to 8"):
        open_device("hardware.buttons", "serial:///dev/x", config={"pins": {"yes": number}})
