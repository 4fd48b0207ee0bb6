"""From the settled frame to the changed view on an open page: camera thread, reading, journal, stream, loopback.

The reference is a bare reading of the same frame in the same run: what is left is what everything around it costs.
"""

import http.client
import statistics
import tempfile
import threading
import time
from dataclasses import replace
from pathlib import Path

from companion.app import Room
from companion.config import SIMULATED, CameraConfig
from vision.read import read
from web import create_app
from web.serve import Server

ROLLS = 4
THROWN = ("brown", "brown", "navy gray", "navy gray")


class _Page(threading.Thread):
    """An open page that notes when each message arrives."""

    def __init__(self, port: int) -> None:
        super().__init__(daemon=True)
        self._connection = http.client.HTTPConnection("127.0.0.1", port)
        self.arrived: list[tuple[int, bytes]] = []

    def run(self) -> None:
        """Open the panel as its host on this machine, then read until the other end closes."""
        self._connection.request("GET", "/")
        door = self._connection.getresponse()
        door.read()
        cookie = "; ".join(text.partition(";")[0] for text in door.headers.get_all("Set-Cookie") or [])
        self._connection.request("GET", "/api/stream", headers={"Cookie": cookie})
        answer = self._connection.getresponse()
        while line := answer.readline():
            if line.strip():
                self.arrived.append((time.monotonic_ns(), line))


def main(soak: bool) -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        room = Room(replace(SIMULATED, camera=CameraConfig(url="simulated://?seed=11&size=1280x720")), Path(folder))
        room.start("rolling-heights", ("Ann", "Ben"), {})
        server = Server(create_app(room, Path(folder)), "127.0.0.1", 0)
        server.start()
        room.open()
        page = _Page(server.port)
        page.start()
        _wait(lambda: room.live().state == "empty")
        waits, readings = [], []
        for _ in range(ROLLS * (5 if soak else 1)):
            waits.append(_roll(room, page))
            frame = room._referee._frame  # the very frame that was judged
            began = time.perf_counter()
            read(frame)
            readings.append(time.perf_counter() - began)
        room.close()
        server.stop()
    whole, bare = statistics.median(waits), statistics.median(readings)
    print(
        f"settled frame to changed page: median {1000 * whole:.0f} ms of {len(waits)} rolls,"
        f" {whole / bare:.1f} × a bare reading of the same frame ({1000 * bare:.0f} ms)"
    )


def _roll(room: Room, page: _Page) -> float:
    """Seconds from the moment the settled frame was taken until the page had the reading."""
    # Straight into the tray, whatever the rules await by now: what is timed is the way of the reading to the page.
    room._camera.device.throw([("meeple", color) for color in THROWN], keep=[])
    _wait(lambda: room.live().state in ("moving", "hand"))
    _wait(lambda: room.live().state == "settled" and room.live().observation is not None)
    seen = room.live().observation
    assert seen is not None
    _wait(lambda: _arrival(page, seen.taken_ns) is not None)
    arrived = _arrival(page, seen.taken_ns)
    assert arrived is not None
    return (arrived - seen.taken_ns) / 1e9


def _arrival(page: _Page, after_ns: int) -> int | None:
    return next(
        (at for at, line in page.arrived if at > after_ns and b"settled" in line and b'"pieces":[{' in line), None
    )


def _wait(until: object) -> None:
    assert callable(until)
    give_up = time.monotonic() + 60
    while not until():
        assert time.monotonic() < give_up, "nothing happened for a minute"
        time.sleep(0.005)
