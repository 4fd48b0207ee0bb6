"""A camera over a table that does not exist: thrown pieces tumble and come to rest before its lens.

``simulated://?seed=3&size=960x720&fps=20&tilt=25&floor=felt-green``; ``pace=0`` gives frames as fast as they are
asked for, each exactly one frame's time after the one before. ``trays=4`` sets up to four smaller boxes side by side.
"""

from __future__ import annotations

from dataclasses import replace

from vision.cameras._options import number, options, size, word
from vision.cameras.simulated.camera import Settings, SimulatedCamera, Truth
from vision.cameras.simulated.examples import random_rolls, random_scene
from vision.cameras.simulated.scene import Lamp, Scene, Tray, View, side_by_side
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
    "trays": "1",
}
SMALL_BOX_MM = (150.0, 112.0)
"""Inner size of each box when there are several."""
_lost: dict[str, SimulatedCamera] = {}
"""Tables whose camera was lost: the table is still there when the camera comes back."""


def open(url: str) -> SimulatedCamera:  # noqa: A001 - every backend's module has open(url)
    """The camera this URL describes; the same table again if its camera was lost before."""
    if url in _lost:
        _lost[url].reopen()
        return _lost.pop(url)
    chosen = options(url, _DEFAULTS)
    tray = Tray(floor=word("floor", chosen["floor"], STYLES), table=word("table", chosen["table"], STYLES))
    count = int(number("trays", chosen["trays"], 1, 4))
    if count > 1:
        tray = replace(tray, width=SMALL_BOX_MM[0], depth=SMALL_BOX_MM[1])
        tray = replace(tray, places=side_by_side(count, tray))
    tilt, yaw = number("tilt", chosen["tilt"], 0, 45), number("yaw", chosen["yaw"], -180, 180)
    view = View(size(chosen["size"]), tilt=tilt, yaw=yaw, fill=0.97)
    seed, fps = number("seed", chosen["seed"], 0, 2**31), number("fps", chosen["fps"], 1, 120)
    settings = Settings(int(seed), int(fps), word("pace", chosen["pace"], ("0", "1")) == "1")
    return SimulatedCamera(Scene(tray, Lamp(), view), settings, on_close=lambda camera: _remember(url, camera))


def _remember(url: str, camera: SimulatedCamera) -> None:
    if camera.is_lost:
        _lost[url] = camera
