"""Hands the newest thing to a slow receiver in a thread of its own; what was overtaken is not sent."""

import threading
import time
from collections.abc import Callable

from companion.errors import DeviceError

_PAUSE_S = 0.04
"""25 pictures a second are more than eyes need here and less than a small strip chokes on."""


class Latest:
    """Sends bytes through ``send``, always the newest, and remembers if it failed."""

    def __init__(self, send: Callable[[bytes], None], name: str) -> None:
        self._send = send
        self._wanted: bytes | None = None
        self._wake = threading.Condition()
        self._is_closing = False
        self.error = ""
        """Why sending failed; ``""`` = it did not."""
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def put(self, data: bytes) -> None:
        """Send this next, in place of whatever still waits. Raises DeviceError if sending has failed."""
        with self._wake:
            if self.error:
                raise DeviceError(self.error)
            self._wanted = data
            self._wake.notify()

    def _run(self) -> None:
        while True:
            with self._wake:
                self._wake.wait_for(lambda: self._is_closing or self._wanted is not None)
                data, self._wanted = self._wanted, None
                if data is None:
                    return
            try:
                self._send(data)
            except DeviceError as error:
                self.error = str(error)
                return
            time.sleep(_PAUSE_S)

    def close(self) -> None:
        """Send what still waits, then stop."""
        with self._wake:
            self._is_closing = True
            self._wake.notify()
        self._thread.join()
