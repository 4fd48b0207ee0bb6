"""Whether every loop still turns: tells the system's watchdog, and marks a start that has lived long enough."""

import logging
import threading
import time
from collections.abc import Callable, Mapping

from companion.machine import tell_system, watchdog_s

log = logging.getLogger(__name__)

LATE_S = 90.0
"""A loop that has not come round for so long hangs. Opening a dead serial board or camera takes seconds, not this."""
EVERY_S = 5.0


class Pulse:
    """Looks at the loops now and then. A companion that hangs goes silent, and systemd starts it anew."""

    def __init__(  # noqa: PLR0913 - what is watched, what follows, and three clocks that tests set
        self,
        beats: Callable[[], Mapping[str, float]],
        healthy: Callable[[], None],
        healthy_after_s: float,
        *,
        tell: Callable[..., bool] = tell_system,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._beats = beats
        self._healthy = healthy
        self._since_s = now_s()
        self._healthy_after_s = healthy_after_s
        self._tell = tell
        self._now_s = now_s
        self._is_marked = False
        self.stopping = threading.Event()

    def tick(self) -> None:
        """Say that we live, if every loop does."""
        now = self._now_s()
        late = [name for name, beat in self._beats().items() if now - beat > LATE_S]
        if late:
            log.error("hanging: %s", ", ".join(late))
            return
        self._tell("WATCHDOG=1")
        if not self._is_marked and now - self._since_s >= self._healthy_after_s:
            self._is_marked = True
            self._healthy()

    def run(self) -> None:
        """Look until stopped; more often if the system asks for it."""
        every = min(EVERY_S, watchdog_s() / 3 or EVERY_S)
        while not self.stopping.wait(every):
            self.tick()
