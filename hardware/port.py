"""A board on a serial port: one thread talks to it, lamps and buttons share it and only say what they want."""

import errno
import secrets
import threading
import time
from collections import deque
from collections.abc import Sequence
from urllib.parse import parse_qs, urlsplit

import serial

from companion.errors import ConfigError, DeviceError
from hardware.link import Link, Press
from hardware.protocol import BAUD, PROTOCOL

_READ_S = 0.02
_OTHER_BAUD_AFTER_NS = 1_000_000_000


def new_session() -> int:
    """A number no earlier conversation is likely to have had."""
    return secrets.randbelow(0xFFFF) + 1


def parse(url: str, known: tuple[str, ...] = ("baud",)) -> tuple[str, dict[str, int]]:
    """The device's path and the numbers after ``?`` in a URL such as ``serial:///dev/ttyUSB0?baud=115200``."""
    parts = urlsplit(url)
    path = parts.netloc + parts.path
    if not path:
        raise ConfigError(f"{url!r} names no port; write for example {parts.scheme}:///dev/ttyUSB0.")
    numbers = {}
    for name, values in parse_qs(parts.query, keep_blank_values=True).items():
        if name not in known or not values[-1].isdigit():
            raise ConfigError(f"{url!r}: {name}={values[-1]} is not understood; known are {', '.join(known)}=NUMBER.")
        numbers[name] = int(values[-1])
    return path, numbers


def open_serial(path: str, baud: int) -> serial.Serial:
    """The opened port; raises DeviceError with what to do if it cannot be had."""
    try:
        return serial.Serial(path, baud, timeout=_READ_S, write_timeout=1.0, exclusive=True)
    except (serial.SerialException, OSError) as error:
        raise DeviceError(_why_not(path, error)) from error
    except ValueError as error:
        raise ConfigError(f"{baud} baud is not possible on {path}; write {BAUD}.") from error


def _why_not(path: str, error: OSError) -> str:
    number = error.errno if error.errno is not None else getattr(error.__context__, "errno", None)
    if number in (errno.ENOENT, errno.ENODEV, errno.ENXIO):
        return f"There is no {path}: plug the board in, or name another port (ls /dev/serial/by-id shows them)."
    if number in (errno.EACCES, errno.EPERM):
        return f"We may not use {path}: run sudo usermod -aG dialout $USER, then log in again."
    if number in (errno.EBUSY, errno.EAGAIN) or "exclusively lock" in str(error):
        return f"Another program uses {path}: close it (a serial monitor, or a second companion)."
    return f"{path} cannot be opened ({error}): unplug the board, plug it in again and check the port's name."


class BoardPort:
    """A conversation with the board on one port, kept up until closed or unplugged."""

    def __init__(self, path: str, baud: int = BAUD) -> None:
        self.path = path
        self.users = 0
        self._bauds = (baud,) if baud == BAUD else (baud, BAUD)
        self._baud_since_ns = time.monotonic_ns()
        self._serial = open_serial(path, baud)
        self._link = Link(new_session)
        self._lock = threading.Lock()
        self._colors: tuple[tuple[int, int, int], ...] = ()
        self._lit = 0
        self._presses: deque[Press] = deque(maxlen=256)
        self._closing = threading.Event()
        self.lost = ""
        """Why the port is gone; ``""`` = it is not."""
        self._thread = threading.Thread(target=self._talk, name=f"board {path}", daemon=True)
        self._thread.start()

    # ------------------------------------------------------------------------------------------ what users call

    def show(self, colors: Sequence[tuple[int, int, int]]) -> None:
        """Show these colors."""
        wanted = tuple(colors)
        if wanted != self._colors or self.lost:
            self._want(wanted, self._lit)

    def light(self, lit: int) -> None:
        """Light the buttons with a bit in ``lit``."""
        if lit != self._lit or self.lost:
            self._want(self._colors, lit)

    def _want(self, colors: tuple[tuple[int, int, int], ...], lit: int) -> None:
        self._check()
        with self._lock:
            self._colors, self._lit = colors, lit
            self._link.want(colors, lit)
            try:
                self._flush(time.monotonic_ns())
            except (serial.SerialException, OSError) as error:
                self._lose(error)
        self._check()

    def presses(self) -> list[Press]:
        """The presses since the last call."""
        self._check()
        with self._lock:
            presses = list(self._presses)
            self._presses.clear()
        return presses

    def down_for_s(self) -> dict[int, float]:
        """How long each button that is down has been so."""
        with self._lock:
            return {b: ns / 1e9 for b, ns in self._link.down_for_ns(time.monotonic_ns()).items()}

    @property
    def is_shown(self) -> bool:
        """Whether the board has proven that it shows what was wanted."""
        with self._lock:
            return self._link.is_shown

    @property
    def notice(self) -> str:
        """What is wrong on the wire and what to do; ``""`` = nothing."""
        with self._lock:
            state = self._link.state(time.monotonic_ns())
            other = self._link.other_protocol
        flash = f"write our firmware to the board with make flash PORT={self.path}"
        if state == "silent":
            return f"Nothing answers on {self.path}: check the cable, then {flash}."
        if state == "garbled":
            return f"What arrives on {self.path} makes no sense: set its baud rate to {BAUD}, or {flash}."
        if state == "other version":
            return f"The board on {self.path} speaks version {other} of our protocol, we speak {PROTOCOL}: {flash}."
        return ""

    def close(self) -> None:
        """Stop talking; the board shows by itself that nobody is there."""
        self._closing.set()
        self._thread.join()

    # ------------------------------------------------------------------------------------------ the thread

    def _talk(self) -> None:
        try:
            while not self._closing.is_set() and not self.lost:
                data = self._serial.read(self._serial.in_waiting or 1)
                with self._lock:
                    now_ns = time.monotonic_ns()
                    self._link.receive(data, now_ns)
                    self._presses.extend(self._link.presses())
                    self._try_other_baud(now_ns)
                    self._flush(now_ns)
        except (serial.SerialException, OSError) as error:
            self._lose(error)
        finally:
            # At once, so that the port can be opened again even before its users have let go of us.
            self._serial.close()

    def _flush(self, now_ns: int) -> None:
        out = self._link.send(now_ns)
        if out:
            self._serial.write(out)

    def _try_other_baud(self, now_ns: int) -> None:
        """A wrong baud rate in the config mends itself: the rate of our firmware is tried in turn with it."""
        if len(self._bauds) < 2 or now_ns - self._baud_since_ns < _OTHER_BAUD_AFTER_NS:
            return
        if self._link.state(now_ns) in ("garbled", "silent"):
            self._bauds = self._bauds[::-1]
            self._serial.baudrate = self._bauds[0]
            self._baud_since_ns = now_ns

    def _lose(self, error: Exception) -> None:
        self.lost = f"The board on {self.path} is gone ({error}): check its plug; it is taken up again by itself."

    def _check(self) -> None:
        if self.lost:
            raise DeviceError(self.lost)


_shared: dict[str, BoardPort] = {}
_sharing = threading.Lock()


def share(path: str, baud: int = BAUD) -> BoardPort:
    """The port at this path, opened for the first user and shared with the others."""
    with _sharing:
        port = _shared.get(path)
        if port is None or port.lost:
            port = _shared[path] = BoardPort(path, baud)
        port.users += 1
        return port


def release(port: BoardPort) -> None:
    """One user less; the last one closes the port."""
    with _sharing:
        port.users -= 1
        if port.users > 0:
            return
        if _shared.get(port.path) is port:
            del _shared[port.path]
    port.close()
