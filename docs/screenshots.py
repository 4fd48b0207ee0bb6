"""Makes the pictures of the README from the running panel: ``python docs/screenshots.py [FOLDER]``.

Starts a simulated table, plays a little on it and photographs the panel in Chromium at the size of a phone and of a
screen. Needs the packages ``chromium`` and ``chromium-driver`` and Selenium.
"""

import random
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from selenium import webdriver

sys.path.insert(0, str(Path(__file__).parents[1]))

from companion.app import Room  # noqa: E402 - found only after the line above
from companion.config import load  # noqa: E402
from companion.errors import IllegalEvent  # noqa: E402
from companion.model import Event  # noqa: E402
from web import create_app  # noqa: E402
from web.serve import Server  # noqa: E402

PHONE = (390, 844, 1.5)
SCREEN = (1280, 800, 1)
PATIENCE_S = 300.0
FLAGS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--hide-scrollbars")  # fmt: skip


SPEAK = """const headers = {
  "Content-Type": "application/json",
  "X-CSRF-Token": JSON.parse(document.getElementById("boot").textContent).you.csrf,
};
return fetch("/api/me", {method: "POST", headers, body: JSON.stringify({lang: arguments[0]})}).then((a) => a.status)"""


def browser() -> Any:
    """A Chromium without a window."""
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or "chromium"
    for flag in FLAGS:
        options.add_argument(flag)
    return webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))


def wait(until: Callable[[], Any]) -> None:
    """Wait until something is so."""
    begun = time.monotonic()
    while not until():
        if time.monotonic() - begun > PATIENCE_S:
            raise TimeoutError("the simulated table did not do what the pictures need")
        time.sleep(0.2)


def play(table: Any, events: int, seed: int) -> None:
    """Let chance play: any event that the rules accept."""
    chance = random.Random(seed)
    played = tries = 0
    while played < events and tries < 50 * events:
        tries += 1
        prompts = [p for p in table.view.prompts if not p.reason and not p.aside and ("*",) not in p.options]
        prompts = [p for p in prompts if p.verb not in ("end", "abandon")]
        if not prompts:
            return
        prompt = chance.choice(prompts)
        event = Event(prompt.seat, prompt.verb, tuple(chance.choice(words) for words in prompt.options))
        try:
            table.submit(event, "panel", table.view.numbers[event.seat])
            played += 1
        except IllegalEvent:
            continue


class Photographer:
    """Takes pictures of pages."""

    def __init__(self, driver: Any, port: int, folder: Path) -> None:
        self._driver, self._base, self._folder = driver, f"http://localhost:{port}", folder

    def speak(self, language: str) -> None:
        """From now on the panel speaks another language."""
        self._driver.execute_script(SPEAK, language)

    def take(self, name: str, path: str, size: tuple[int, int, float], theme: str = "light") -> None:
        """Open a page, let it settle, keep its picture."""
        width, height, scale = size
        look = {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": width < 600}
        self._driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", look)
        self._driver.get(self._base + path)
        self._driver.execute_script(f"localStorage.setItem('table.theme', '\"{theme}\"')")
        self._driver.get(self._base + path)
        wait(lambda: self._driver.execute_script("return document.querySelector('h1, h2') !== null"))
        wait(
            lambda: self._driver.execute_script(
                "const i = document.querySelector('.camimg'); return !i || i.naturalWidth"
            )
        )
        time.sleep(1.5)
        self._driver.save_screenshot(str(self._folder / f"{name}.png"))
        print(f"{name}.png", flush=True)


def throw(room: Room, table: Any) -> None:
    """Throw, and wait until the roll counts or the panel asks."""
    wait(lambda: room.live().state == "empty")
    room.throw(table.view.turn)
    before = len(table.history())
    wait(lambda: len(table.history()) > before or room.live().unclear)


def main() -> None:
    """Play and photograph."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
    with tempfile.TemporaryDirectory() as data:
        room = Room(load(None), Path(data))
        server = Server(create_app(room, Path(data)), "127.0.0.1", 0)
        server.start()
        room.open()
        driver = browser()
        try:
            pictures(room, Photographer(driver, server.port, folder))
        finally:
            driver.quit()
            server.stop()
            room.close()


def pictures(room: Room, photographer: Photographer) -> None:
    """Every picture the README shows."""
    photographer.take("panel-start", "/", PHONE)
    table = room.start("rolling-heights", ("Anna", "Ben", "Cleo"), {"depth": "rolls"})
    throw(room, table)
    photographer.take("panel-phone", "/", PHONE)
    photographer.take("panel-table", "/table", SCREEN, "dark")
    photographer.take("panel-desktop", "/", SCREEN)
    room.clear_tray()
    play(room.start("rollopolis", ("Anna", "Ben", "Cleo"), {}), 120, seed=5)
    photographer.take("panel-history", "/history", PHONE, "dark")
    play(room.start("garden-nation", ("Anna", "Ben", "Cleo"), {}), 70, seed=4)
    photographer.speak("de")
    photographer.take("panel-german", "/", PHONE)


if __name__ == "__main__":
    main()
