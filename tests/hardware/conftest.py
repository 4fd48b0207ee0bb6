"""Ports with a board behind them, for tests of what opens ports."""

import os
import select
import termios
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from hardware.board import Board

SPEEDS = {termios.B115200: 115_200, termios.B57600: 57_600, termios.B38400: 38_400, termios.B9600: 9_600}


def resample(data: bytes, sent_baud: int, read_baud: int) -> bytes:
    """What a UART at one baud rate understands of bytes sent at another."""
    if sent_baud == read_baud:
        return data
    bits = "".join("0" + f"{byte:08b}"[::-1] + "1" for byte in data) + "1" * 20

    def level(time_s: float) -> str:
        place = int(time_s * sent_baud)
        return bits[place] if place < len(bits) else "1"

    heard, now_s, bit_s = bytearray(), 0.0, 1 / read_baud
    while now_s * sent_baud < len(bits):
        if level(now_s) == "1":
            now_s += bit_s / 16  # waits for a start bit
            continue
        heard.append(int("".join(level(now_s + (1.5 + k) * bit_s) for k in range(8))[::-1], 2))
        now_s += 10 * bit_s
    return bytes(heard)


class PortWithBoard:
    """A pseudo-terminal with the Python board behind it; its baud rate matters as on a real wire."""

    def __init__(self) -> None:
        self.board = Board()
        self.is_deaf = False
        self._ours, self._theirs = os.openpty()
        self.path = os.ttyname(self._theirs)
        self._is_running = True
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def baud(self) -> int:
        return SPEEDS.get(termios.tcgetattr(self._theirs)[4], 115_200)

    def _run(self) -> None:
        while self._is_running:
            if select.select([self._ours], [], [], 0.002)[0]:
                data = resample(os.read(self._ours, 4096), self.baud, 115_200)
                self.board.receive(b"" if self.is_deaf else data, time.monotonic_ns())
            answer = resample(self.board.send(time.monotonic_ns()), 115_200, self.baud)
            if answer and not self.is_deaf:
                os.write(self._ours, answer)

    def babble(self, data: bytes) -> None:
        os.write(self._ours, data)

    def press(self, button: int) -> None:
        self.board.press(button, time.monotonic_ns())

    def unplug(self) -> None:
        if self._is_running:
            self._is_running = False
            self._thread.join()
            os.close(self._ours)
            os.close(self._theirs)


def _wait_until(is_so: Callable[[], object], seconds: float = 120.0) -> None:
    deadline_s = time.monotonic() + seconds
    pause = threading.Event()
    while not is_so():
        assert time.monotonic() < deadline_s, "it never came about"
        pause.wait(0.003)


@pytest.fixture
def wait_until() -> Callable[..., None]:
    """Returns as soon as something is so; fails if that takes absurdly long."""
    return _wait_until


@pytest.fixture
def plugged() -> Iterator[PortWithBoard]:
    """A board on a port."""
    port = PortWithBoard()
    yield port
    port.unplug()
