"""A room for the panel's tests: a real table and journal, and a tray whose contents the test decides."""

import functools
import os
import shutil
import socket
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.changes import Changes
from companion.errors import UnclearRoll
from companion.games import all_games, find_game
from companion.interpret import interpret
from companion.journal import Journal
from companion.model import Game, Observation, Piece
from companion.table import Table
from tests.patience import PATIENCE
from web import create_app
from web.access import Access
from web.serve import Server

PHOTO = "ab" * 32


@dataclass(frozen=True, slots=True)
class Seen:
    """What the camera of the fake room sees."""

    state: str = "empty"
    observation: Observation | None = None
    unclear: str = ""
    proposal: str = ""
    frame_px: tuple[int, int] = (640, 360)


class FakeRoom:
    """A room without devices: pieces are put into the tray by the test."""

    def __init__(self, folder: Path) -> None:
        self.table: Table | None = None
        self.simulated = True
        self.copies: dict[str, dict[str, str]] = {}
        self._changes = Changes()
        self._journal = Journal(folder / "journal.sqlite")
        self._live = Seen()
        self._faults = {"blur": "The picture is blurred.", "dark": "It is dark."}
        self._on: set[str] = set()
        self.told: list[tuple[str, str]] = []
        self.thrown: list[int | None] = []
        self.pressed: list[str] = []
        self.lit: tuple[tuple[int, int, int], ...] = ((255, 0, 0), (0, 0, 0))
        _, jpeg = cv2.imencode(".jpg", np.full((360, 640, 3), (56, 82, 29), np.uint8))
        self._picture = (1, jpeg.tobytes())
        self._new_picture = threading.Condition()

    version = property(lambda self: self._changes.version)

    def wait(self, version: int, timeout: float) -> int:
        return self._changes.wait(version, timeout)

    def changed(self) -> None:
        self._changes.changed()

    def games(self) -> Mapping[str, Game[Any]]:
        return all_games()

    def start(self, game_name: str, names: Sequence[str], settings: Mapping[str, str]) -> Table:
        known = self.copies.get(game_name, {})
        self.table = Table.begin(self._journal, find_game(game_name), names, settings, known, changes=self._changes)
        self._changes.changed()
        return self.table

    def copy(self, game_name: str) -> Mapping[str, str]:
        return self.copies.get(game_name, {})

    def learn(self, game_name: str, values: Mapping[str, str]) -> None:
        self.copies[game_name] = {**self.copy(game_name), **values}

    def saved(self) -> tuple[tuple[str, str, tuple[str, ...], int, bool], ...]:
        starts = self._journal.starts()
        return tuple((e.game, e.body["game"], tuple(e.body["names"]), e.at_ns, False) for e in starts)

    def resume(self, id: str) -> Table:
        self.table = Table.resume(self._journal, id, all_games(), changes=self._changes)
        self._changes.changed()
        return self.table

    def frame_jpeg(self) -> tuple[int, bytes] | None:
        return self._picture

    def wait_frame(self, number: int, timeout: float) -> tuple[int, bytes] | None:
        with self._new_picture:
            self._new_picture.wait_for(lambda: self._picture[0] != number, timeout)
        return self._picture

    def live(self) -> Seen:
        return self._live

    def lay(self, *pieces: Piece, doubts: tuple[str, ...] = ()) -> None:
        """Let pieces come to rest in the tray, as if thrown."""
        self._judge(Observation(pieces, doubts))

    def _judge(self, seen: Observation) -> None:
        unclear = ""
        try:
            assert self.table is not None
            event = interpret(seen, self.table.view.prompts, self.table.view.turn)
            self.table.submit(event, "camera", self.table.view.numbers[event.seat], PHOTO)
        except UnclearRoll as error:
            unclear = str(error)
        self._live = Seen("settled", seen, unclear)
        self._changes.changed()

    def answer(self, piece_index: int, face: str, color: str = "") -> None:
        seen = self._live.observation
        assert seen is not None
        pieces = list(seen.pieces)
        old = pieces[piece_index]
        pieces[piece_index] = replace(old, face=face, color=color or old.color, doubtful=False)
        self._judge(replace(seen, pieces=tuple(pieces)))

    def accept(self) -> None:
        seen = self._live.observation
        assert seen is not None
        self._judge(Observation(tuple(replace(p, doubtful=False) for p in seen.pieces)))

    def recheck(self) -> None:
        seen = self._live.observation
        if seen is None:
            raise UnclearRoll("No roll has come to rest yet; throw first.")
        self._judge(seen)

    def lamps(self) -> tuple[tuple[int, int, int], ...]:
        return self.lit

    def buttons(self) -> tuple[tuple[str, str], ...]:
        return (("green", "Stop"), ("red", "Rally"))

    def press(self, name: str) -> None:
        self.pressed.append(name)

    def throw(self, seat: int | None) -> None:
        self.thrown.append(seat)

    def clear_tray(self) -> None:
        self._live = Seen()
        self._changes.changed()

    def faults(self) -> Mapping[str, tuple[str, bool]]:
        return {name: (text, name in self._on) for name, text in self._faults.items()}

    def set_fault(self, name: str, on: bool) -> None:
        (self._on.add if on else self._on.discard)(name)
        self._changes.changed()

    def evidence(self, sha: str) -> bytes | None:
        return self._picture[1] if sha == PHOTO else None

    def notices(self) -> tuple[tuple[str, str], ...]:
        return tuple(self.told)

    def close(self) -> None:
        self._journal.close()


@pytest.fixture
def room(tmp_path: Path) -> Iterator[FakeRoom]:
    """A room with nobody in it."""
    made = FakeRoom(tmp_path)
    yield made
    made.close()


class Phone:
    """A browser without a screen: keeps its cookie and its token."""

    def __init__(self, app: Any, address: str = "192.168.1.50", host: str = "192.168.1.20:8000") -> None:
        self.client = app.test_client()
        self._environ = {"REMOTE_ADDR": address, "HTTP_HOST": host}
        self._access: Access = app.extensions["access"]

    @property
    def device(self) -> Any:
        cookie = self.client.get_cookie("table", domain=self._environ["HTTP_HOST"].split(":")[0])
        return self._access.device(cookie.value) if cookie else None

    def get(self, path: str, **more: Any) -> Any:
        return self.client.get(path, base_url=self._base, environ_overrides=self._environ, **more)

    def post(self, path: str, what: object = None, token: str | None = None, **more: Any) -> Any:
        csrf = token if token is not None else self._access.csrf(self.device) if self.device else ""
        headers = {"X-CSRF-Token": csrf, **more.pop("headers", {})}
        return self.client.post(
            path, json={} if what is None else what, headers=headers, base_url=self._base,
            environ_overrides=self._environ, **more
        )  # fmt: skip

    @property
    def _base(self) -> str:
        return f"http://{self._environ['HTTP_HOST']}"

    def join(self, code: str) -> "Phone":
        assert self.post("/api/join", {"code": code}).status_code == 200
        return self


@pytest.fixture
def app(room: FakeRoom, tmp_path: Path) -> Any:
    """The panel of that room."""
    return create_app(room, tmp_path)


@pytest.fixture
def access(app: Any) -> Access:
    """Who may do what there."""
    made: Access = app.extensions["access"]
    return made


@pytest.fixture
def phone(app: Any) -> Any:
    """Makes phones: ``phone()`` is a stranger's, ``phone(code)`` has joined."""

    def make(code: str = "", **more: str) -> Phone:
        made = Phone(app, **more)
        return made.join(code) if code else made

    return make


# ------------------------------------------------------------------------------------------------ in a real browser

SIZES = {"phone": (390, 844), "tablet": (820, 1180), "desktop": (1280, 800)}
FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage", "--mute-audio",
    # Each name is a phone of its own: same server, other cookies. None of them is "this machine".
    "--host-resolver-rules=MAP *.local 127.0.0.1",
    # Windows in the background must behave like phones in other people's hands.
    "--disable-backgrounding-occluded-windows", "--disable-renderer-backgrounding",
    # What a strange machine needs besides: an emulated processor cannot start its processes anew, for example.
    *os.environ.get("CHROMIUM_FLAGS", "").split(),
)  # fmt: skip


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """One Chromium for all tests; skipped where Selenium or Chromium is not installed."""
    webdriver = pytest.importorskip("selenium.webdriver")
    binary, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if binary is None or driver is None:
        pytest.skip("Chromium and chromedriver are not installed")
    options = webdriver.ChromeOptions()
    options.binary_location = binary
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    for flag in FLAGS:
        options.add_argument(flag)
    made = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    made.set_script_timeout(30 * PATIENCE)
    made.command_executor.client_config.timeout = 120 * PATIENCE
    yield made
    made.quit()


FIND = """return [...document.querySelectorAll(arguments[0])].find(
    (e) => e.getClientRects().length && e.innerText.includes(arguments[1])) || null"""
# A tap where the element is: refused if something else covers it there.
CLICK = """const e = [...document.querySelectorAll(arguments[0])].find(
    (e) => e.getClientRects().length && e.innerText.includes(arguments[1]));
if (!e || e.disabled) return false;
e.scrollIntoView({block: "center", behavior: "instant"});
const r = e.getBoundingClientRect();
const top = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
if (!top || !(e.contains(top) || top.contains(e))) return false;
e.click();
return true;"""


class Screen:
    """A window of the browser: one person's phone or screen."""

    def __init__(self, driver: Any, port: int, name: str, size: str) -> None:
        driver.switch_to.new_window("tab")
        self.handle = driver.current_window_handle
        self._driver, self.base = driver, f"http://{name}.local:{port}"
        width, height = SIZES[size]
        look = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": size == "phone"}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", look)
        self.driver.execute_cdp_cmd("Emulation.setFocusEmulationEnabled", {"enabled": True})

    @property
    def driver(self) -> Any:
        """The browser, turned to this window."""
        self._driver.switch_to.window(self.handle)
        return self._driver

    def open(self, path: str = "/") -> "Screen":
        self.driver.get(self.base + path)
        return self

    def join(self, code: str) -> "Screen":
        self.open("/join")
        self.find("#code").send_keys(code)
        self.click("form button")
        self.wait(lambda: "/join" not in self.driver.current_url)
        return self

    def all(self, css: str) -> list[Any]:
        found: list[Any] = self.driver.find_elements("css selector", css)
        return found

    def find(self, css: str, text: str = "") -> Any:
        """The first element that matches, can be seen and holds the text, as soon as there is one."""
        return self.wait(lambda: self.run(FIND, css, text))

    def click(self, css: str, text: str = "") -> None:
        self.find(css, text)
        self.wait(lambda: self.run(CLICK, css, text))

    def wait(self, what: Callable[[], Any], limit_s: float = 20.0) -> Any:
        """What the function returns, as soon as it is true; elements may come and go meanwhile."""
        from selenium.common.exceptions import StaleElementReferenceException
        from selenium.webdriver.support.ui import WebDriverWait

        waiting = WebDriverWait(self.driver, limit_s * PATIENCE, 0.05, [StaleElementReferenceException])
        return waiting.until(lambda _: what())

    def text(self, css: str) -> str:
        said: str = self.find(css).text
        return said

    def run(self, script: str, *args: Any) -> Any:
        return self.driver.execute_script(script, *args)


@pytest.fixture
def server(room: FakeRoom, tmp_path: Path) -> Iterator[Server]:
    """The panel on a port of its own: one with a number, which can be used again right after a restart."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    made = Server(create_app(room, tmp_path), "127.0.0.1", port, threads=24)
    made.start()
    yield made
    made.stop()


@pytest.fixture
def app_of(room: FakeRoom, tmp_path: Path) -> Any:
    """Starts the panel of the room anew on a port, as after a restart."""

    def start(port: int) -> Server:
        made = Server(create_app(room, tmp_path), "127.0.0.1", port, threads=24)
        made.start()
        return made

    return start


@pytest.fixture
def open_screen(chromium: Any) -> Iterator[Any]:
    """Opens windows on any port; afterwards the browser must have found nothing wrong with any page."""
    first = chromium.current_window_handle
    opened: list[Screen] = []

    def make(port: int, name: str, size: str = "phone") -> Screen:
        opened.append(Screen(chromium, port, name, size))
        return opened[-1]

    yield make
    complaints = []
    for one in opened:
        complaints += [e["message"] for e in one.driver.get_log("browser") if _is_complaint(e["message"])]
        one.driver.delete_all_cookies()
        one.driver.close()
    chromium.switch_to.window(first)
    assert complaints == []


@pytest.fixture
def screen(open_screen: Any, server: Server) -> Any:
    """Opens windows: ``screen("anna")`` is a phone, ``screen("tv", "desktop")`` a screen."""
    return functools.partial(open_screen, server.port)


def _is_complaint(message: str) -> bool:
    """Whether the browser found something wrong with the page itself; refused requests are what tests ask for."""
    return "status of 4" not in message and "net::ERR" not in message
