"""Looks at each part of the companion in turn: well, or the one thing to do about it."""

import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from companion.backends import open_device
from companion.config import ButtonsConfig, Config, LightsConfig
from companion.errors import CompanionError
from companion.journal import Journal
from hardware.buttons import NAMES
from hardware.check import TICK_S, Steps, check_buttons, check_lights

LITTLE_SPACE = 200_000_000


@dataclass(frozen=True, slots=True)
class Found:
    """One part, whether it is well, and a sentence about it."""

    what: str
    ok: bool
    text: str


def checks(config: Config, data: Path) -> Iterator[Found]:
    """Every part in turn; a part that is broken does not keep the next from being looked at."""
    yield Found("config", True, f"table {config.table.name!r}, panel on port {config.panel.port}")
    yield _guarded("journal", lambda: _journal(data))
    yield _disk(data)
    yield _guarded("reader", _reader)
    for what, package, url in (
        ("camera", "vision.cameras", config.camera.url),
        ("lights", "hardware.lights", config.lights.url),
        ("buttons", "hardware.buttons", config.buttons.url),
    ):
        yield _guarded(what, partial(_device, what, package, url, config))


def hands_on(config: Config, say: Callable[[str], object], ask: Callable[[str], bool]) -> Iterator[Found]:
    """Blink and name each lamp and ask for each button in turn, together with a person."""
    lights, buttons = config.lights, config.buttons
    if lights.url:
        lamps = tuple(lights.pins) or lights.count
        yield from _together("lights", lights, lambda device: check_lights(device, lamps), say, ask)
    if buttons.url:
        names = tuple(buttons.pins) or NAMES
        yield from _together("buttons", buttons, lambda device: check_buttons(device, names), say, ask)


def _together(
    what: str,
    said: LightsConfig | ButtonsConfig,
    steps_of: Callable[[Any], Steps],
    say: Callable[[str], object],
    ask: Callable[[str], bool],
) -> Iterator[Found]:
    try:
        device = open_device(f"hardware.{what}", said.url, config=asdict(said))
    except CompanionError as error:
        yield Found(what, False, str(error))
        return
    try:
        faults = _follow(steps_of(device), say, ask)
    except CompanionError as error:
        faults = [str(error)]
    finally:
        device.close()
    for text in faults:
        yield Found(what, False, text)
    if not faults:
        yield Found(what, True, "every one works")


def _follow(steps: Steps, say: Callable[[str], object], ask: Callable[[str], bool]) -> list[str]:
    """Walk through the steps with a person; the sentences about what to fix."""
    answer: bool | None = None
    while True:
        try:
            step = steps.send(answer)
        except StopIteration as done:
            return list(done.value)
        answer = None
        if step.asks:
            answer = ask(step.text)
        elif step.text:
            say(step.text)
        else:
            time.sleep(TICK_S)


def _guarded(what: str, look: Callable[[], str]) -> Found:
    try:
        return Found(what, True, look())
    except CompanionError as error:
        return Found(what, False, str(error))


def _journal(data: Path) -> str:
    path = data / "journal.sqlite"
    if not path.exists():
        return "no games yet; one is made at the first start"
    journal = Journal(path)
    try:
        entries, games = journal.verify(), len(journal.starts())
    finally:
        journal.close()
    return f"{games} games, {entries} entries that follow from one another"


def _disk(data: Path) -> Found:
    folder = data if data.exists() else Path()
    free = shutil.disk_usage(folder).free
    if free < LITTLE_SPACE:
        return Found("disk", False, f"only {free // 1_000_000} MB are left; delete something before the game night.")
    return Found("disk", True, f"{free // 1_000_000_000} GB free")


def _reader() -> str:
    from vision.read import Reader  # noqa: PLC0415 - OpenCV takes a while to load

    Reader()
    return "the networks that read dice and meeples load"


def _device(what: str, package: str, url: str, config: Config) -> str:
    if not url:
        return "none in the config; the panel takes its place"
    options = {} if what == "camera" else {"config": asdict(getattr(config, what))}
    device: Any = open_device(package, url, **options)
    try:
        if what == "camera":
            frame = device.read()
            height, width = frame.image.shape[:2]
            return f"{url} gives pictures of {width} × {height}"
        return f"{url} opens"
    finally:
        device.close()
