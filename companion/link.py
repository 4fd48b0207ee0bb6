"""A device that may fail and come back: opened when needed, closed when it breaks, tried again with patience."""

import logging
import time
from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar

from companion.errors import CompanionError, text_of
from companion.notices import Notices
from companion.words import say

log = logging.getLogger(__name__)

FIRST_WAIT_S = 0.5
LONGEST_WAIT_S = 15.0


class Closable(Protocol):
    """Anything that can be given back."""

    def close(self) -> None:
        """Give the device back."""


D = TypeVar("D", bound=Closable)


class Link(Generic[D]):
    """The way to one device. Used by one thread; what breaks here never reaches the others."""

    def __init__(
        self, name: str, open_: Callable[[], D], notices: Notices, now_s: Callable[[], float] = time.monotonic
    ) -> None:
        self.name = name
        self.device: D | None = None
        self.last: D | None = None
        """The device as it was when it was last open: where faults of a simulated one are switched off again."""
        self._open = open_
        self._notices = notices
        self._now_s = now_s
        self._wait_s = FIRST_WAIT_S
        self._next_try_s = float("-inf")

    def use(self, call: Callable[[D], Any]) -> Any:
        """What the call returns, or None while the device is away."""
        if self.device is None and self._now_s() < self._next_try_s:
            return None
        try:
            if self.device is None:
                self.device = self.last = self._open()
                log.info("%s opened", self.name)
            result = call(self.device)
        except Exception as error:  # noqa: BLE001 - the loop's edge: whatever a backend raises, the rest goes on
            self._lose(error)
            return None
        if self._wait_s != FIRST_WAIT_S:
            self._wait_s = FIRST_WAIT_S
            log.info("%s works again", self.name)
        self._notices.drop(self.name)
        return result

    def _lose(self, error: Exception) -> None:
        expected = isinstance(error, CompanionError)
        log.error("%s lost: %s", self.name, error, exc_info=None if expected else error)
        self._notices.put(self.name, self._sentence(error, expected))
        self.close()
        self._next_try_s = self._now_s() + self._wait_s
        self._wait_s = min(2 * self._wait_s, LONGEST_WAIT_S)

    def _sentence(self, error: Exception, expected: bool) -> str:
        if expected:
            return text_of(error)
        what = str(error) or type(error).__name__
        return say(
            "The {device} stopped working ({what}); check its cable. It is tried again by itself.",
            device=self.name,
            what=what,
        )

    def close(self) -> None:
        """Give the device back, however it feels about it."""
        device, self.device = self.device, None
        if device is None:
            return
        try:
            device.close()
        except Exception as error:  # noqa: BLE001 - the loop's edge: a dead device may not close properly
            log.warning("%s did not close: %s", self.name, error)
