"""Fifty open pages: how soon a change is on all of them, and what they cost the camera's loop.

Run with ``python benchmarks/run.py panel``. All is measured in one run on this machine: a bare Flask stream on the
same server, which only passes a number on, is the reference for our own.
"""

import http.client
import shutil
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from flask import Flask, Response

from companion.app import Room
from companion.config import load
from companion.model import Event
from web import create_app
from web.context import Panel
from web.serve import Server

PAGES = 50
CHANGES = 40
GAP_S = 0.25
COUNT_S = 6.0
FIRST_PAGES = 5


def percentile(values: list[float], share: float) -> float:
    """The value below which that share of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


class Page(threading.Thread):
    """An open page: notes when each message that matters arrives."""

    def __init__(self, port: int, path: str, headers: dict[str, str], mark: bytes) -> None:
        super().__init__(daemon=True)
        self._connection = http.client.HTTPConnection("127.0.0.1", port)
        self._path, self._headers, self._mark = path, headers, mark
        self.arrived: list[float] = []
        self.ready = threading.Event()

    def run(self) -> None:
        """Read until the other end closes."""
        self._connection.request("GET", self._path, headers=self._headers)
        answer = self._connection.getresponse()
        while line := answer.readline():
            if line.startswith(self._mark):
                self.arrived.append(time.perf_counter())
                self.ready.set()


def waits_ms(pages: list[Page], change: Callable[[int], None]) -> list[float]:
    """For each change and page the time until it arrived."""
    for page in pages:
        page.start()
    for page in pages:
        page.ready.wait(30)
    time.sleep(1)
    waits: list[float] = []
    for n in range(CHANGES):
        before = [len(page.arrived) for page in pages]
        begun = time.perf_counter()
        change(n)
        time.sleep(GAP_S)
        waits += [1000 * (p.arrived[b] - begun) for p, b in zip(pages, before, strict=True) if len(p.arrived) > b]
    return waits


def bare_stream() -> tuple[Flask, Callable[[int], None]]:
    """The least a stream can do: one condition, one number."""
    app, changed, number = Flask(__name__), threading.Condition(), [0]

    def numbers() -> Iterator[str]:
        seen = [-1]
        while True:
            with changed:
                changed.wait_for(lambda: number != seen)
                seen[0] = number[0]
            yield f"data: {seen[0]}\n\n"

    @app.get("/")
    def stream() -> Response:
        return Response(numbers(), mimetype="text/event-stream")

    def change(_: int) -> None:
        with changed:
            number[0] += 1
            changed.notify_all()

    return app, change


def bare_waits_ms() -> list[float]:
    """The reference, on the same kind of server."""
    from cheroot import wsgi  # noqa: PLC0415 - only the reference uses it directly

    app, change = bare_stream()
    server = wsgi.Server(("127.0.0.1", 0), app, numthreads=PAGES + 8)
    server.prepare()
    threading.Thread(target=server.serve, daemon=True).start()
    return waits_ms([Page(server.bind_addr[1], "/", {}, b"data:") for _ in range(PAGES)], change)


def frames_per_s(room: Any) -> float:
    """How fast the camera's loop runs now."""
    watch = room._watch
    frame = watch.wait_frame(-1, 300)
    first, begun = frame.number, time.perf_counter()
    time.sleep(COUNT_S)
    return (watch.frame.number - first) / (time.perf_counter() - begun)


def main(soak: bool = False) -> None:
    """Measure and print; the same with and without ``soak``."""
    bare = bare_waits_ms()
    with tempfile.TemporaryDirectory() as folder:
        room = Room(load(None), Path(folder))
        server = Server(create_app(room, Path(folder)), "127.0.0.1", 0)
        server.start()
        room.open()
        table = room.start("rolling-heights", ("Anna", "Ben"), {"depth": "rolls"})
        alone = frames_per_s(room)
        waits, watched, size = _measure(room, server, table)
        _print(bare, waits, alone, watched, size)
        print(first_page(server))
        server.stop()
        room.close()


def _measure(room: Any, server: Server, table: Any) -> tuple[list[float], float, int]:
    access = server.access
    cookies = [access.join(access.code, "127.0.0.1").id for _ in range(PAGES)]
    headers = [{"Cookie": f"table={id}", "Host": f"127.0.0.1:{server.port}"} for id in cookies]
    pages = [Page(server.port, "/api/stream", h, b"event: state") for h in headers]

    def change(n: int) -> None:
        if n == 0:
            roll = "0 roll brown:exhausted brown:hard navy-gray:exhausted navy-gray:hard"
            table.submit(Event.parse(roll), "panel", table.view.numbers[0])
        elif n % 2:
            table.submit(Event.parse("0 stop"), "panel", table.view.numbers[0])
        else:
            table.undo(0, "panel", table.view.numbers[0])

    for h in headers:  # every page shows the moving picture too
        Page(server.port, "/camera.mjpeg", h, b"Content-Type: image/jpeg").start()
    waits = waits_ms(pages, change)
    watched = frames_per_s(room)
    panel: Panel = room_panel(server)
    return waits, watched, len(panel.broadcast.snapshot("en")["state"])


def room_panel(server: Server) -> Panel:
    """The panel behind a server."""
    panel: Panel = server.app.extensions["panel"]
    return panel


FIRST_PAGE = """const [page] = performance.getEntriesByType("navigation");
const all = [page, ...performance.getEntriesByType("resource")].filter((e) => !e.name.includes("/camera"));
const at = (name) => performance.getEntriesByName(name)[0].startTime;
return [all.reduce((sum, e) => sum + e.transferSize, 0), at("first-contentful-paint"), at("usable")]"""


def first_page(server: Server) -> str:
    """The first page on a phone in Chromium, with an empty cache: how much is loaded, when it can be used."""
    try:
        from selenium import webdriver  # noqa: PLC0415 - a development package
    except ImportError:
        return "first page: not measured, Selenium is not installed"
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking"):
        options.add_argument(flag)
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
    look = {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", look)
    seen = []
    for _ in range(FIRST_PAGES):
        driver.execute_cdp_cmd("Network.clearBrowserCache", {})
        driver.get(f"http://localhost:{server.port}/")
        time.sleep(1.5)
        seen.append(driver.execute_script(FIRST_PAGE))
    driver.quit()
    size, paint, usable = (statistics.median(column) for column in zip(*seen, strict=True))
    return f"first page on a phone: {size / 1000:.0f} kB, first paint {paint:.0f} ms, usable after {usable:.0f} ms"


def _print(bare: list[float], waits: list[float], alone: float, watched: float, size: int) -> None:
    for name, values in ((f"bare Flask stream, {PAGES} pages", bare), (f"panel, {PAGES} pages", waits)):
        print(
            f"{name}: change on a page after median {statistics.median(values):.1f} ms, "
            f"95th percentile {percentile(values, 0.95):.1f} ms, worst {max(values):.1f} ms "
            f"({len(values)} of {PAGES * CHANGES} arrived)"
        )
    print(f"panel: one change is {size / 1000:.1f} kB, written once for all pages of a language")
    print(
        f"camera loop: {alone:.1f} frames/s with no page open, {watched:.1f} with {PAGES} that show the picture "
        f"({watched / alone:.2f}×)"
    )


if __name__ == "__main__":
    main()
