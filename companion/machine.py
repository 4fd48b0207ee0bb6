"""What every long-running verb needs of the machine it runs on."""

import signal
import socket
import threading


def address() -> str:
    """The name under which other devices in the same network usually reach this machine."""
    return f"{socket.gethostname().partition('.')[0]}.local"


def until_told_to_stop() -> None:
    """Wait for Ctrl-C, or for the system to end us."""
    told = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: told.set())
    told.wait()
