"""A number that grows with every change, and a way to wait for it: how pages learn that they are old."""

import threading


class Changes:
    """Counts changes; many threads may wait for the next one."""

    def __init__(self) -> None:
        self._condition = threading.Condition()
        self._version = 0

    @property
    def version(self) -> int:
        """The number of changes so far."""
        return self._version

    def changed(self) -> None:
        """Say that something changed."""
        with self._condition:
            self._version += 1
            self._condition.notify_all()

    def wait(self, version: int, timeout_s: float) -> int:
        """The version, as soon as it is not the given one, or when the time is up."""
        with self._condition:
            self._condition.wait_for(lambda: self._version != version, timeout_s)
            return self._version
