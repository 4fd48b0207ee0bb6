"""Buttons on the keyboard of the terminal the companion runs in: ``keyboard://`` (Linux and macOS).

y yes, n no, space next, u undo, 1 to 4. A terminal cannot tell how long a key is down, so a capital letter means
"held": U undoes. The config's pins may name other keys: ``pins = { yes = "j" }``.
"""

import contextlib
import os
import select
import sys
import termios
from collections.abc import Collection, Mapping
from typing import Any

from companion.errors import ConfigError, DeviceError
from hardware.buttons import HELD

KEYS: Mapping[str, str] = {
    "yes": "y",
    "no": "n",
    "next": " ",
    "undo": "u",
    "1": "1",
    "2": "2",
    "3": "3",
    "4": "4",
}


class KeyboardButtons:
    """Keys read one by one, without waiting and without echo; the terminal is given back as it was."""

    def __init__(self, fd: int, keys: Mapping[str, str]) -> None:
        self.names = tuple(keys)
        self._by_key = {key: name for name, key in keys.items()}
        self._by_key |= {key.upper(): name + HELD for name, key in keys.items() if key.upper() != key}
        self._fd = fd
        try:
            self._before: list[Any] | None = termios.tcgetattr(fd)
            now = termios.tcgetattr(fd)
            now[3] &= ~(termios.ICANON | termios.ECHO)
            termios.tcsetattr(fd, termios.TCSANOW, now)
        except termios.error as error:
            raise DeviceError("keyboard:// needs a terminal: start the companion in one, not as a service.") from error

    def pressed(self) -> list[str]:
        """The names of the keys hit since the last call."""
        hit = ""
        while select.select([self._fd], [], [], 0)[0]:
            try:
                data = os.read(self._fd, 64)
            except OSError as error:
                raise DeviceError("The keyboard is gone: start the companion in a terminal.") from error
            if not data:
                raise DeviceError("The terminal was closed: start the companion in a new one.")
            hit += data.decode("utf-8", "replace")
        return [self._by_key[key] for key in hit if key in self._by_key]

    def light(self, names: Collection[str]) -> None:
        """Keys have no lights; the panel shows what they mean."""

    def close(self) -> None:
        """Give the terminal back."""
        if self._before is not None:
            with contextlib.suppress(termios.error):  # it may be closed already
                termios.tcsetattr(self._fd, termios.TCSANOW, self._before)
            self._before = None

    @property
    def notice(self) -> str:
        """Always well."""
        return ""


def _keys(pins: object) -> Mapping[str, str]:
    if not pins:
        return KEYS
    if not isinstance(pins, Mapping) or not all(isinstance(key, str) and len(key) == 1 for key in pins.values()):
        raise ConfigError('The keys of keyboard:// must be single letters, such as pins = { yes = "y", no = "n" }.')
    return {str(name): key for name, key in pins.items()}


def open(url: str, config: Mapping[str, object] | None = None) -> KeyboardButtons:
    """The keyboard of the standard input."""
    try:
        fd = sys.stdin.fileno()
    except (OSError, ValueError, AttributeError) as error:
        raise DeviceError("keyboard:// needs a terminal: start the companion in one, not as a service.") from error
    return KeyboardButtons(fd, _keys((config or {}).get("pins")))
