"""Keeps the picture of the tray with what lies in it and paints only what moves anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.cameras.simulated import background
from vision.cameras.simulated.background import Background
from vision.cameras.simulated.develop import Picture, Sensor, expose
from vision.cameras.simulated.examples import Labels, label, visible_shares
from vision.cameras.simulated.pieces import Sizes
from vision.cameras.simulated.render import Body, paint
from vision.cameras.simulated.scene import Scene


@lru_cache(maxsize=4)
def _empty(scene: Scene, seed: int) -> Background:
    """Drawing takes a second, so the last few tables are remembered."""
    return background.draw(scene, seed)


class Stage:
    """The tray, its camera and the pieces that lie still. Places of pieces are in the tray's own millimetres."""

    def __init__(self, scene: Scene, sizes: Sizes, sensor: Sensor, seed: int) -> None:
        self.scene = scene
        self.sizes = sizes
        self._seed = seed
        self._sensor = replace(sensor, gain=_tinted(sensor, scene))
        self._ground = _empty(scene, seed)
        self._lying: tuple[Body, ...] = ()
        self._light: NDArray[np.float32]
        self._still: Picture
        self._repaint()

    @property
    def lying(self) -> tuple[Body, ...]:
        """The pieces that lie still."""
        return self._lying

    def lay(self, bodies: Sequence[Body]) -> None:
        """Let exactly these pieces lie still."""
        self._lying = tuple(bodies)
        self._repaint()

    def set_scene(self, scene: Scene) -> None:
        """Move the camera or the tray; the pieces go along with the tray."""
        self.scene = scene
        self._ground = _empty(scene, self._seed)
        self._repaint()

    def picture(self, moving: Sequence[Body]) -> Picture:
        """The picture with the still pieces and these moving ones, without noise."""
        picture = self._still.copy()
        if not moving:
            return picture
        painted = paint(self._light, self._ground, self.scene, [self._placed(b) for b in moving], self.sizes)
        changed = [self._light[top:bottom, left:right] for left, top, right, bottom in painted.boxes]
        for patch, (left, top, right, bottom) in zip(changed, painted.boxes, strict=True):
            picture[top:bottom, left:right] = expose(patch, self._sensor)
        for (left, top, right, bottom), before in zip(painted.boxes, painted.before, strict=True):
            self._light[top:bottom, left:right] = before
        return picture

    def labels(self) -> list[Labels]:
        """The truth about the pieces that lie still, in the words of the samples."""
        bodies = [self._placed(b) for b in self._lying]
        painted = paint(self._ground.image.copy(), self._ground, self.scene, bodies, self.sizes)
        shares = visible_shares(self._ground, painted.sprites)
        stacked = [any(_rests_on(a, b) for b in bodies if b is not a) for a in bodies]
        return [label(self.scene, self.sizes, *each) for each in zip(bodies, stacked, shares, strict=True)]

    def _placed(self, body: Body) -> Body:
        x, y = self.scene.tray.shift
        return replace(body, at=body.at + np.array([x, y, 0.0]))

    def _repaint(self) -> None:
        self._light = self._ground.image.copy()
        paint(self._light, self._ground, self.scene, [self._placed(b) for b in self._lying], self.sizes)
        self._still = expose(self._light, self._sensor)


def _tinted(sensor: Sensor, scene: Scene) -> tuple[float, float, float]:
    blue, green, red = (g * c for g, c in zip(sensor.gain, scene.lamp.color, strict=True))
    return blue, green, red


def _rests_on(a: Body, b: Body) -> bool:
    flat = float(np.linalg.norm(a.at[:2] - b.at[:2]))
    return flat < 11 and a.at[2] - b.at[2] > 6
