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
from companion.errors import CalibrationError, CompanionError
from companion.journal import Journal
from hardware.buttons import NAMES
from hardware.check import TICK_S, Steps, check_buttons, check_lights

LITTLE_SPACE = 200_000_000
SETTLING_FRAMES = 12
"""A camera needs a few pictures until its exposure has settled."""


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
    yield from _camera(config.camera.url, data / config.camera.profile)
    for what, said in (("lights", config.lights), ("buttons", config.buttons)):
        yield _guarded(what, partial(_device, what, said))


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


def _device(what: str, said: LightsConfig | ButtonsConfig) -> str:
    if not said.url:
        return "none in the config; the panel takes its place"
    device: Any = open_device(f"hardware.{what}", said.url, config=asdict(said))
    device.close()
    return f"{said.url} opens"


# ------------------------------------------------------------------------------------------------ the camera


def _camera(url: str, path: Path) -> Iterator[Found]:
    """The camera, the profile that was measured with it, and the light; the last two need the first."""
    if not url:
        yield Found("camera", True, "none in the config; rolls are typed on the panel")
        return
    from calibration import colors, corners  # noqa: PLC0415 - OpenCV takes a while to load

    profile: Any = None
    known = _guarded("profile", lambda: _profile(url, path))
    if known.ok and path.exists():
        from vision.profile import Profile  # noqa: PLC0415

        profile = Profile.load(path)
    try:
        watched, picture = _look(url, dict(profile.held) if profile is not None else {})
    except CompanionError as error:
        yield Found("camera", False, str(error))
        yield known
        return
    yield Found("camera", True, watched)
    yield _guarded("profile", lambda: _still_fits(profile, path, picture)) if profile is not None else known
    advice = colors.measure(picture, corners.find_markers(picture)).advice
    yield Found("light", not advice, advice or "bright enough, not burnt out, and sharp")


def _look(url: str, held: dict[str, Any]) -> tuple[str, Any]:
    """What the camera gives, and a picture as rolls are read from it, once its exposure has settled."""
    device: Any = open_device("vision.cameras", url)
    try:
        if held and hasattr(device, "lock"):
            device.lock(held)
        frame = device.read()
        for _ in range(SETTLING_FRAMES):
            frame = device.read()
        height, width = frame.image.shape[:2]
        text = f"{url} gives pictures of {width} × {height}"
        if hasattr(device, "still"):
            frame = device.still()
            text += f" to watch and of {frame.image.shape[1]} × {frame.image.shape[0]} to read"
        return text, frame.image
    finally:
        device.close()


def _profile(url: str, path: Path) -> str:
    """Whether the profile can be believed, without a picture."""
    if not path.exists():
        return "none yet; rolls are read without one, 'companion calibrate' measures the tray in two minutes"
    from vision.profile import Profile  # noqa: PLC0415 - OpenCV takes a while to load

    profile = Profile.load(path)
    profile.check(profile.size_px, url)
    profile.load_reference(path)
    return f"{profile.identity[:12]} can be read"


def _still_fits(profile: Any, path: Path, picture: Any) -> str:
    """Whether camera, tray and light are still as they were when the profile was measured."""
    from vision.drift import Drift  # noqa: PLC0415 - OpenCV takes a while to load

    profile.check((picture.shape[1], picture.shape[0]))
    reference = profile.load_reference(path)
    if reference is not None and (moved := Drift(profile, reference).look(picture)):
        raise CalibrationError(moved)
    boxes = f", {len(profile.trays)} boxes" if len(profile.trays) > 1 else ""
    return f"{profile.identity[:12]} fits what the camera sees{boxes}"
