"""What every long-running verb needs of the machine it runs on."""

import ctypes
import os
import signal
import socket
import threading
from contextlib import suppress
from pathlib import Path

RESTART = "restart"
"""Why ``Ears.wait`` returned: somebody wants everything started anew."""
STOP = "stop"


def address() -> str:
    """The name under which other devices in the same network usually reach this machine."""
    return f"{socket.gethostname().partition('.')[0]}.local"


def lan_address() -> str:
    """This machine's own address on its network; connecting a datagram socket only asks the routing table."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            found: str = probe.getsockname()[0]
        except OSError:
            return ""
    return found


def boot_id() -> str:
    """A name of this run of the machine, another one after each time it was switched on; ``""`` if it has none."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return ""


def give_back_memory() -> None:
    """Let the system have what was freed: the C library likes to keep it, and scattered keepings add up over days."""
    with suppress(OSError, AttributeError):  # a C library that cannot be asked, or knows no such thing
        ctypes.CDLL(None).malloc_trim(0)


class Ears:
    """Hear Ctrl-C, the system's wish to end us, or a person's wish to start anew; from the moment this is made."""

    def __init__(self) -> None:
        self.wake = threading.Event()
        """Set by whoever wants everything started anew."""
        self._told: list[int] = []
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._hear)

    def _hear(self, number: int, _: object) -> None:
        self._told.append(number)
        self.wake.set()

    def wait(self) -> str:
        """Wait for any of them; which it was."""
        self.wake.wait()
        return STOP if self._told else RESTART


def until_told_to_stop() -> None:
    """Wait for Ctrl-C, or for the system to end us."""
    Ears().wait()


def tell_system(*words: str) -> bool:
    """Tell systemd how we are, such as ``READY=1`` or ``WATCHDOG=1``; whether anybody listens."""
    where = os.environ.get("NOTIFY_SOCKET", "")
    if not where:
        return False
    # A name that begins with @ is one in the abstract namespace, whose first byte is zero.
    to = "\0" + where[1:] if where.startswith("@") else where
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
        try:
            out.sendto("\n".join(words).encode(), to)
        except OSError:
            return False
    return True


def watchdog_s() -> float:
    """How often systemd wants to hear that we live, in seconds; 0 if it does not ask."""
    asked = os.environ.get("WATCHDOG_USEC", "")
    whose = os.environ.get("WATCHDOG_PID", str(os.getpid()))
    return int(asked) / 1e6 if asked.isdigit() and whose == str(os.getpid()) else 0.0
