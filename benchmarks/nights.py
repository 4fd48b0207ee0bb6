"""A game night: what the network costs a table, what a hub takes in, how soon its page is there.

Run with ``python benchmarks/run.py nights``. The broker is a real Mosquitto with TLS, passwords and the sample ACL.
Every figure stands beside one of the same run: a roll with the broker there beside one with it gone, the hub beside a
client that only counts messages. ``--soak`` adds the storm: 200 tables while broker and hub are killed and
connections cut.
"""

import json
import os
import random
import resource
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.app import Room
from companion.config import SIMULATED, CameraConfig, LightsConfig, NetworkConfig
from companion.hub.hub import Hub
from companion.hub.store import Store
from companion.model import TrayItem
from companion.network.broker import Broker, Login
from companion.network.messages import Sketch, Status, pack
from companion.network.topics import JOURNAL, ROOT, STATUS, VIEW, topic
from tests.nights.night import MOSQUITTO, PEOPLE, BadNetwork, Mosquitto, SimulatedTable, until
from tests.nights.storm import storm
from vision.cameras import simulated
from vision.settle import Settler
from web.hub import create_hub_app
from web.serve import Server

ROLLS, ROUNDS = 8, 3
"""So many rolls with the broker in one state, and so often each state."""
SIZE = (640, 480)
MODES = ("there", "gone", "frozen")
"""The broker answers, was killed, or is there and never answers: a network that swallows everything."""
TABLES = 200
ENTRIES = 60
"""Of each table, for the hub's throughput."""
AHEAD = 4000
"""So many messages are under way at most: fewer than a broker keeps for somebody who is slow."""
OPENINGS, CHANGES = 3, 30
PEOPLES_PACE_S = 3.0
"""At a table something happens about so often."""


def main(soak: bool) -> None:
    """Print the figures."""
    if MOSQUITTO is None:
        print("   not measured: mosquitto is not installed")
        return
    with tempfile.TemporaryDirectory() as folder:
        _lights(Path(folder) / "lights")
        _cost(Path(folder) / "cost")
        _throughput(Path(folder) / "hub", _journals(Path(folder) / "journals"))
        _page(Path(folder) / "page")
        if soak:
            _storm(Path(folder) / "storm")


# ---------------------------------------------------------------------------------------------- what a table feels


def _lights(folder: Path) -> None:
    """From the settled frame to the lamps, with the broker there, gone and frozen by turns.

    The same frame is judged each time, by a table that has lamps, a journal and a publisher but no camera of its own:
    what differs from roll to roll is the network alone.
    """
    broker = Mosquitto(folder, ["table-01"]).start()
    login = broker.login("table-01")
    config = replace(
        SIMULATED, camera=CameraConfig(), lights=LightsConfig(url="simulated://"),
        network=NetworkConfig(login.url, "table-01", login.user, login.password, login.ca, home_assistant=True),
    )  # fmt: skip
    room = Room(config, folder / "room")
    frame = _settled_frame(room)
    room.open()
    taken: dict[str, list[float]] = {mode: [] for mode in MODES}
    try:
        until(lambda: _lamps(room) is not None, what="the lamps")
        shown = _noted(room)
        _roll(room, frame, shown)  # the first reading loads the networks
        for mode in MODES * ROUNDS:
            with _broker_is(mode, broker, room):
                taken[mode] += [_roll(room, frame, shown) for _ in range(ROLLS)]
    finally:
        room.close()
        broker.stop()
    there = statistics.median(taken["there"])
    for mode in MODES:
        middle = statistics.median(taken[mode])
        late = sorted(taken[mode])[int(0.95 * len(taken[mode]))]
        print(
            f"   settled roll to lights, broker {mode}: median {1000 * middle:.0f} ms, 95 % within {1000 * late:.0f} ms"
            f" of {len(taken[mode])} rolls ({middle / there:.2f} × with it there)"
        )


def _settled_frame(room: Room) -> Any:
    """A frame at rest that shows what a new game awaits first."""
    camera = simulated.open(f"simulated://?pace=0&seed=5&size={SIZE[0]}x{SIZE[1]}")
    settler = Settler()
    for _ in range(30):
        settler.feed(camera.read())
    table = room.start("rollopolis", ("Ann", "Ben"), {})
    items = [TrayItem.parse(text) for text in next(p for p in table.view.prompts if p.is_roll).tray]
    camera.throw([(item.kind, item.color.replace("-", " ")) for item in items], keep=[])
    for _ in range(500):
        if settler.feed(frame := camera.read()) is not None:
            return frame
    raise AssertionError("the roll never came to rest")


@contextmanager
def _broker_is(mode: str, broker: Mosquitto, room: Room) -> Iterator[None]:
    publisher: Any = room._publisher
    until(lambda: publisher._broker.is_connected, what="the table's connection")
    if mode == "gone":
        broker.kill()
    if mode == "frozen":
        os.kill(broker._process.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        if mode == "gone":
            broker.start()
        if mode == "frozen":
            os.kill(broker._process.pid, signal.SIGCONT)


def _lamps(room: Room) -> Any:
    return next((device for device in room._lamps.devices() if hasattr(device, "show")), None)


def _noted(room: Room) -> list[tuple[int, object, str]]:
    """Every picture the lamps are given from now on: when, of which view, and whether it asks."""
    noted: list[tuple[int, object, str]] = []
    lights = _lamps(room)
    show = lights.show

    def note(colors: Any) -> None:
        show(colors)
        noted.append((time.monotonic_ns(), room._lamps._view, room.live().unclear))

    lights.show = note
    return noted


def _roll(room: Room, frame: Any, shown: list[tuple[int, object, str]]) -> float:
    """Seconds from the settled frame to the first picture of the lamps that answers it."""
    trays: Any = room._trays
    trays.watch(("empty",), SIZE)
    before = room.start("rollopolis", ("Ann", "Ben"), {}).view
    until(lambda: room._lamps._view is before, what="that the lamps show the new game")
    trays.watch(("moving",), SIZE)
    shown.clear()
    began_ns = time.monotonic_ns()
    trays.rest(0, frame)

    def answer() -> int | None:
        return next((at for at, view, asks in list(shown) if view is not before or asks), None)

    until(lambda: answer() is not None, what="that the lamps answer")
    at = answer()
    assert at is not None
    return (at - began_ns) / 1e9


# ---------------------------------------------------------------------------------------------- what is sent


class _Meter(BadNetwork):
    """A network that cuts nothing and counts every byte."""

    def __init__(self, to_port: int) -> None:
        self.bytes = 0
        super().__init__(to_port)
        self.cutting = False

    async def _carry(self, reader: Any, writer: Any, ends: Any) -> None:
        try:
            while data := await reader.read(4096):
                self.bytes += len(data)
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        for end in ends:
            end.transport.abort()


def _cost(folder: Path) -> None:
    """What one table sends and is sent at play, on the wire with TLS, and while nobody plays."""
    broker = Mosquitto(folder, ["table-01"]).start()
    meter = _Meter(broker.port)
    hub = Hub(broker.hub_login(), Store(f"sqlite:///{folder / 'hub.sqlite'}"))
    hub.open()
    table = SimulatedTable(folder, "table-01", broker.login("table-01", meter.port), seed=1)
    sent: dict[str, list[int]] = {}
    publish = table.publisher._broker.publish

    def count(where: str, payload: bytes, retain: bool = False) -> bool:
        done = publish(where, payload, retain)
        if done:
            sent.setdefault(where.rpartition("/")[2], []).append(len(payload))
        return done

    table.publisher._broker.publish = count  # type: ignore[method-assign]
    table.open()
    try:
        until(lambda: table.publisher._broker.is_connected and "status" in sent)
        time.sleep(1)
        hello = meter.bytes
        events = 150
        for n in range(events):
            table.play()
            if n % 3 == 2:  # a table signs every two seconds, if something happened
                table.sign()
            time.sleep(0.25)
        table.sign()
        until(lambda: hub.intake.desk("table-01").kept.standing.signed == events)
        time.sleep(1)
        played = meter.bytes - hello
        time.sleep(42)
        idle = meter.bytes - hello - played
    finally:
        table.close()
        hub.close()
        meter.close()
        broker.stop()
    messages = sum(len(lengths) for lengths in sent.values())
    print(
        f"   one table: {hello:,} bytes to come in; {played / events:,.0f} bytes on the wire for each event"
        f" (TLS, answers of the hub and all), {messages / events:.1f} messages sent;"
        f" {idle / 42 * 60:,.0f} bytes a minute while nobody plays"
    )
    for part, lengths in sorted(sent.items()):
        print(f"      {part}: {len(lengths)} messages, {statistics.mean(lengths):,.0f} bytes on average")


# ---------------------------------------------------------------------------------------------- what a hub takes in


def _journals(folder: Path) -> dict[str, list[bytes]]:
    """The journals of many tables, by name; none of them knows of a network. Some play alike."""
    written = []
    for n in range(TABLES // 10):
        table = SimulatedTable(folder, f"table-{n}", Login("mqtt://127.0.0.1:9"), seed=n)
        table.play(ENTRIES)
        written.append(list(table.lines()))
        table.close()
    return {f"table-{n:03d}": written[n % len(written)] for n in range(1, TABLES + 1)}


def _messages(journals: dict[str, list[bytes]], together: int) -> list[tuple[str, bytes]]:
    """All journals as messages with so many entries each, table after table as they come in of an evening."""
    rounds = range(0, ENTRIES, together)
    return [
        (topic(name, JOURNAL), b"\n".join(lines[i : i + together])) for i in rounds for name, lines in journals.items()
    ]


def _throughput(folder: Path, journals: dict[str, list[bytes]]) -> None:
    """The same messages from the same sender over the same broker: to a client that counts, then to the hub."""
    broker = _open_broker(folder, list(journals))
    entries = TABLES * ENTRIES
    try:
        single = _messages(journals, 1)
        bare = _bare(broker, single)
        seconds, cpu_s = _into_hub(broker, single, f"sqlite:///{folder / 'single.sqlite'}")
        print(
            f"   bare broker: {len(single) / bare:,.0f} messages a second to a client that only counts;"
            f" hub: {entries / seconds:,.0f} entries a second, one in each message, checked and on disk"
            f" ({bare / seconds:.2f} of the bare rate; {1000 * cpu_s / entries:.2f} ms of processor each)"
        )
        many = _messages(journals, 20)
        bare = _bare(broker, many)
        seconds, cpu_s = _into_hub(broker, many, f"sqlite:///{folder / 'many.sqlite'}")
        print(
            f"   after an outage, 20 entries in each message: bare {len(many) / bare:,.0f} messages a second;"
            f" hub {entries / seconds:,.0f} entries a second ({bare / seconds:.2f} of the bare rate;"
            f" {1000 * cpu_s / entries:.2f} ms of processor each)"
        )
        print(f"   SQLite: {(folder / 'single.sqlite').stat().st_size / entries:,.0f} bytes for each entry")
        _postgres(broker, single, entries)
    finally:
        broker.stop()


def _postgres(broker: Mosquitto, messages: list[tuple[str, bytes]], entries: int) -> None:
    from tests.nights import postgres  # noqa: PLC0415 - only where it is installed

    if not postgres.is_there():
        print("   PostgreSQL: not measured, it is not installed")
        return
    server = postgres.Postgres()
    try:
        seconds, cpu_s = _into_hub(broker, messages, server.database())
        print(
            f"   PostgreSQL: hub {entries / seconds:,.0f} entries a second, one in each message"
            f" ({1000 * cpu_s / entries:.2f} ms of the hub's processor each)"
        )
    finally:
        server.close()


def _open_broker(folder: Path, names: list[str]) -> Mosquitto:
    """A broker on which one user more, the sender of this benchmark, may speak for all tables."""
    broker = Mosquitto(folder, [*names, "sender"])
    acl = broker.folder / "acl"
    acl.write_text(f"{acl.read_text()}\nuser sender\ntopic readwrite {ROOT}/#\n")
    return broker.start()


def _bare(broker: Mosquitto, messages: list[tuple[str, bytes]]) -> float:
    """Seconds until a client that only counts has all messages."""
    heard = [0]
    ready = threading.Event()

    def count(_: str, __: bytes) -> None:
        heard[0] += 1

    def connected() -> None:
        client.subscribe(f"{ROOT}/+/{JOURNAL}")
        ready.set()

    client = Broker(broker.hub_login(), "bare", connected=connected, heard=count, trouble=lambda _: None)
    client.open()
    assert ready.wait(30)
    time.sleep(0.5)
    seconds = _send(broker, messages, lambda: heard[0])
    client.close()
    return seconds


def _into_hub(broker: Mosquitto, messages: list[tuple[str, bytes]], database: str) -> tuple[float, float]:
    """Seconds until the hub has all entries on its disk, and its processor time."""
    hub = Hub(broker.hub_login(), Store(database))
    hub.open()
    until(lambda: not hub.notices(), what="the hub's connection")
    time.sleep(0.5)
    together = messages[0][1].count(b"\n") + 1
    began = time.process_time()
    seconds = _send(broker, messages, lambda: hub.intake.entries // together)
    cpu_s = time.process_time() - began
    assert hub.intake.dropped == 0
    hub.close()
    return seconds, cpu_s


def _send(broker: Mosquitto, messages: list[tuple[str, bytes]], arrived: Callable[[], int]) -> float:
    """Let a process of its own send all messages, never too far ahead; seconds from the first to the last arrival."""
    login = broker.login("sender")
    child = subprocess.Popen(
        [sys.executable, __file__, "send", json.dumps([login.url, login.user, login.password, login.ca])],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])},
    )  # fmt: skip
    assert child.stdin is not None and child.stdout is not None
    assert child.stdout.readline() == b"ready\n"
    began, sent = time.perf_counter(), 0
    while (done := arrived()) < len(messages):
        room = min(len(messages), done + AHEAD) - sent
        for where, payload in messages[sent : sent + room]:
            child.stdin.write(json.dumps([where, payload.decode()]).encode() + b"\n")
        child.stdin.flush()
        sent += max(room, 0)
        assert time.perf_counter() - began < 300, f"{done} of {len(messages)} messages arrived"
        time.sleep(0.002)
    seconds = time.perf_counter() - began
    child.stdin.close()
    child.wait(30)
    return seconds


def _sender(login: str) -> None:
    """The other process: sends what comes in by its input."""
    ready = threading.Event()
    client = Broker(
        Login(*json.loads(login)), "sender", connected=ready.set, heard=lambda *_: None, trouble=lambda _: None
    )
    client._client.max_queued_messages_set(0)
    client._client.max_inflight_messages_set(1000)
    client.open()
    assert ready.wait(30)
    print("ready", flush=True)
    for line in sys.stdin:
        where, payload = json.loads(line)
        client.publish(where, payload.encode())
    client.close()


# ---------------------------------------------------------------------------------------------- the page


OPENED = """const [page] = performance.getEntriesByType("navigation");
const at = (name) => performance.getEntriesByName(name)[0].startTime;
const all = [page, ...performance.getEntriesByType("resource")];
return [at("first-contentful-paint"), at("usable"), all.reduce((sum, e) => sum + e.transferSize, 0),
        document.querySelectorAll(".tablecard").length]"""
LISTEN = """window.seen = {};
new MutationObserver(() => {
  for (const b of document.querySelectorAll(".tablecard .seats b")) window.seen[b.textContent] ||= Date.now();
}).observe(document.getElementById("main"), { subtree: true, childList: true, characterData: true });"""


def _page(folder: Path) -> None:
    """The page with all tables in Chromium: when it is there, and how soon it shows a change, while all play on."""
    browser = _browser()
    if browser is None:
        print("   page: not measured, Chromium or Selenium is not installed")
        return
    names = [f"table-{n:03d}" for n in range(1, TABLES + 1)]
    broker = _open_broker(folder, names)
    hub = Hub(broker.hub_login(), Store(f"sqlite:///{folder / 'hub.sqlite'}"))
    server = Server(create_hub_app(hub, folder), "127.0.0.1", 0)
    hub.open()
    server.start()
    crowd = _Crowd(broker, names)
    try:
        until(lambda: len(hub.desks()) == TABLES and all(d.sketch.game for d in hub.desks()), what="all tables")
        opened = [_open(browser, server.port) for _ in range(OPENINGS)]
        paint, usable, size, cards, cpu = (statistics.median(column) for column in zip(*opened, strict=True))
        verdict = "met" if usable <= 1000 else "MISSED"
        print(
            f"   page with {cards:.0f} tables at play: first paint {paint:.0f} ms, usable after {usable:.0f} ms"
            f" ({cpu:.0f} ms of the browser's processor), {size / 1000:.0f} kB; wanted 1,000 ms: {verdict}"
        )
        browser.execute_script(LISTEN)
        waits = sorted(crowd.change(browser, n) for n in range(CHANGES))
        print(
            f"   a changed score is on the page after median {statistics.median(waits):.0f} ms,"
            f" 95 % within {waits[int(0.95 * len(waits))]:.0f} ms,"
            f" while {TABLES / PEOPLES_PACE_S:.0f} events a second come in"
        )
        print(
            f"   hub with {TABLES} tables: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000:.0f} MB at most"
        )
    finally:
        crowd.close()
        browser.quit()
        server.stop()
        hub.close()
        broker.stop()


def _browser() -> Any:
    try:
        from selenium import webdriver  # noqa: PLC0415 - a development package
    except ImportError:
        return None
    if not shutil.which("chromium") or not shutil.which("chromedriver"):
        return None
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking"):
        options.add_argument(flag)
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
    driver.set_window_size(1440, 900)
    return driver


def _open(browser: Any, port: int) -> list[float]:
    """When it was painted and usable, how much was loaded, how many cards there are, and the main thread's time."""
    browser.execute_cdp_cmd("Network.clearBrowserCache", {})
    browser.get("about:blank")
    browser.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})
    began = _busy_s(browser)
    browser.get(f"http://localhost:{port}/")
    until(lambda: browser.execute_script('return performance.getEntriesByName("first-contentful-paint").length > 0'))
    cpu_ms = 1000 * (_busy_s(browser) - began)
    found: list[float] = browser.execute_script(OPENED)
    return [*found, cpu_ms]


def _busy_s(browser: Any) -> float:
    """Seconds of processor that the page's main thread has used."""
    metrics = browser.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
    return float(next(m["value"] for m in metrics if m["name"] == "TaskDuration"))


class _Crowd:
    """All tables at play: each says something now and then, and is asked for a change by name."""

    def __init__(self, broker: Mosquitto, names: list[str]) -> None:
        self._names = names
        ready = threading.Event()
        login = broker.login("sender")
        self._client = Broker(login, "crowd", connected=ready.set, heard=lambda *_: None, trouble=lambda _: None)
        self._client._client.max_queued_messages_set(0)
        self._client.open()
        assert ready.wait(30)
        for name in self._names:
            self._client.publish(topic(name, STATUS), pack(Status(True)), retain=True)
            self._say(name, 0)
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._play, daemon=True)
        self._thread.start()

    def _say(self, name: str, first: int) -> None:
        dice = random.Random(name)
        people, scores = tuple(dice.sample(PEOPLE, 4)), (first, *(dice.randrange(120) for _ in range(3)))
        sketch = Sketch(
            name.replace("-", " ").capitalize(), "rollopolis", "rollopolis-1", "Rollopolis", people, scores,
            round=dice.randrange(1, 9), phase="Draft", headline="Somebody drafts a die.", turn=0, asked=(0,),
            asks=("draft",), seq=1,
        )  # fmt: skip
        self._client.publish(topic(name, VIEW), pack(sketch), retain=True)

    def _play(self) -> None:
        dice = random.Random(7)
        while not self._stopping.wait(PEOPLES_PACE_S / TABLES):
            self._say(dice.choice(self._names[1:]), dice.randrange(120))

    def change(self, browser: Any, n: int) -> float:
        """Milliseconds until a change of the first table is on the page."""
        score = 100_000 + n
        began = time.time()
        self._say(self._names[0], score)
        until(lambda: browser.execute_script(f"return window.seen['{score}'] || 0"))
        return float(browser.execute_script(f"return window.seen['{score}']")) - 1000 * began

    def close(self) -> None:
        """Everybody goes home."""
        self._stopping.set()
        self._thread.join(5)
        self._client.close()


# ---------------------------------------------------------------------------------------------- the storm


def _storm(folder: Path) -> None:
    found = storm(folder, TABLES, 100, broker_kills=10, hub_kills=5, processes=4, pause_s=0.05)
    whole = (found.lost, found.doubled, found.identical, found.signed) == (0, 0, TABLES, TABLES)
    print(
        f"   storm: {found.tables} tables, {found.entries:,} entries, {found.cuts} connections cut, broker killed"
        f" {found.broker_kills} and hub {found.hub_kills} times ({found.in_play} of them during play):"
        f" {found.lost} lost, {found.doubled} doubled, {found.identical} journals identical,"
        f" {found.signed} signed and checked"
        f" ({found.seconds:.0f} s): {'met' if whole else 'MISSED'}"
    )


if __name__ == "__main__" and sys.argv[1:2] == ["send"]:
    _sender(sys.argv[2])
