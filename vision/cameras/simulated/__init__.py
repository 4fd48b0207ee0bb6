"""A camera over a table that does not exist: thrown pieces tumble and come to rest before its lens.

``simulated://?seed=3&size=960x720&fps=20&tilt=25&floor=felt-green``; ``pace=0`` gives frames as fast as they are
asked for, each exactly one frame's time after the one before.
"""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

from companion.errors import ConfigError
from companion.words import say
from vision.cameras.simulated.camera import Settings, SimulatedCamera, Truth
from vision.cameras.simulated.examples import random_rolls, random_scene
from vision.cameras.simulated.scene import Lamp, Scene, Tray, View
from vision.cameras.simulated.textures import STYLES

__all__ = ["SimulatedCamera", "Truth", "open", "random_rolls", "random_scene"]

_DEFAULTS = {
    "seed": "1",
    "size": "1280x720",
    "fps": "25",
    "tilt": "25",
    "yaw": "0",
    "floor": "felt-green",
    "table": "wood",
    "pace": "1",
}
_lost: dict[str, SimulatedCamera] = {}
"""Tables whose camera was lost: the table is still there when the camera comes back."""


def open(url: str) -> SimulatedCamera:  # noqa: A001 - every backend's module has open(url)
    """The camera this URL describes; the same table again if its camera was lost before."""
    if url in _lost:
        _lost[url].reopen()
        return _lost.pop(url)
    chosen = _options(url)
    width, height = _size(chosen["size"])
    tray = Tray(floor=_style(chosen["floor"]), table=_style(chosen["table"]))
    view = View(
        (width, height),
        tilt=_number("tilt", chosen["tilt"], 0, 45),
        yaw=_number("yaw", chosen["yaw"], -180, 180),
        fill=0.97,
    )
    settings = Settings(
        int(_number("seed", chosen["seed"], 0, 2**31)),
        int(_number("fps", chosen["fps"], 1, 120)),
        chosen["pace"] != "0",
    )
    return SimulatedCamera(Scene(tray, Lamp(), view), settings, on_close=lambda camera: _remember(url, camera))


def _remember(url: str, camera: SimulatedCamera) -> None:
    if camera.is_lost:
        _lost[url] = camera


def _options(url: str) -> dict[str, str]:
    given = dict(parse_qsl(urlsplit(url).query, keep_blank_values=True))
    for name in given:
        if name not in _DEFAULTS:
            raise ConfigError(say("{url!r} has an option {name!r} we do not know; known are {known}.",
                                  url=url, name=name, known=", ".join(_DEFAULTS)))  # fmt: skip
    return {**_DEFAULTS, **given}


def _size(text: str) -> tuple[int, int]:
    width, cross, height = text.partition("x")
    if not (
        cross and width.isdigit() and height.isdigit() and 160 <= int(width) <= 4096 and 120 <= int(height) <= 3072
    ):
        raise ConfigError(say("size={text!r} is no picture size; write it like 1280x720.", text=text))
    return int(width), int(height)


def _style(text: str) -> str:
    if text not in STYLES:
        raise ConfigError(
            say("{text!r} is no floor or table; choose one of {known}.", text=text, known=", ".join(STYLES))
        )
    return text


def _number(name: str, text: str, low: float, high: float) -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not low <= value <= high:
        raise ConfigError(say("{name}={text!r} does not do; write a number from {low} to {high}.",
                              name=name, text=text, low=low, high=high))  # fmt: skip
    return value
