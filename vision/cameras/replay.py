"""A recorded film or a folder of pictures as a camera: ``replay://films/evening.avi``, ``replay://pictures?fps=15``.

Frames come when they came then: a late reader misses some, as with a real camera. ``pace=0`` delivers every frame at
once with the time it has in the film; ``loop=1`` starts again at the end.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
from numpy import ndarray

from companion.errors import DeviceError
from companion.words import say
from vision.cameras._options import number, options, place, word
from vision.frame import Frame

SECOND_NS = 1_000_000_000
MOST_SKIPPED_S = 1.0
"""So much of the film is skipped at a time, at most."""
PICTURES = (".jpg", ".jpeg", ".png", ".bmp", ".webp")
_DEFAULTS = {"fps": "", "pace": "1", "loop": "0"}
_Picture = ndarray[Any, Any]


def open(url: str) -> ReplayCamera:  # noqa: A001 - every backend's module has open(url)
    """The camera that shows this film or folder again."""
    chosen = options(url, _DEFAULTS)
    path = Path(place(url))
    if not path.exists():
        raise DeviceError(say("There is no film or folder {path}; check the path in the camera's URL.", path=path))
    fps = number("fps", chosen["fps"], 0.1, 240) if chosen["fps"] else 0.0
    is_paced, is_loop = (word(name, chosen[name], ("0", "1")) == "1" for name in ("pace", "loop"))
    return ReplayCamera(path, fps, is_paced=is_paced, is_loop=is_loop)


class ReplayCamera:
    """Shows recorded frames in their own time."""

    def __init__(  # noqa: PLR0913 - the last two are for tests
        self,
        path: Path,
        fps: float = 0.0,
        *,
        is_paced: bool = True,
        is_loop: bool = False,
        now_ns: Callable[[], int] = time.monotonic_ns,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._path, self._is_paced, self._is_loop = path, is_paced, is_loop
        self._now_ns, self._sleep = now_ns, sleep
        film_fps, self._pictures = _film(path)
        self._fps = fps or film_fps
        self._start_ns = now_ns() if is_paced else 0
        self._next = 0
        """Place of the next frame in the film, counted on when the film starts again."""
        self._number = 0
        self._is_closed = False

    def read(self) -> Frame:
        """The next frame, when it is due; frames that are over already are skipped."""
        picture = self._picture()
        if self._is_paced:
            for _ in range(max(1, round(MOST_SKIPPED_S * self._fps))):
                if self._due_ns(self._next + 1) > self._now_ns():
                    break
                self._next += 1
                picture = self._picture()
            else:
                # A machine too slow to decode the film at its pace would skip for ever; for it the film waits.
                self._start_ns += self._now_ns() - self._due_ns(self._next)
            wait = self._due_ns(self._next) - self._now_ns()
            if wait > 0:
                self._sleep(wait / SECOND_NS)
        frame = Frame(picture, self._due_ns(self._next), self._number)
        self._next += 1
        self._number += 1
        return frame

    def close(self) -> None:
        """Close the film."""
        self._is_closed = True
        self._pictures = iter(())

    def _due_ns(self, place: int) -> int:
        return self._start_ns + round(place * SECOND_NS / self._fps)

    def _picture(self) -> _Picture:
        if self._is_closed:
            raise DeviceError(say("The film {path} was closed; open it again.", path=self._path))
        picture = next(self._pictures, None)
        if picture is None and self._is_loop:
            _, self._pictures = _film(self._path)
            picture = next(self._pictures, None)
        if picture is None:
            raise DeviceError(
                say("The film {path} is over; open it again, or write loop=1 behind it.", path=self._path)
            )
        return picture


def frames(path: Path) -> Iterator[Frame]:
    """Every frame of a film in its order, as fast as they are asked for."""
    fps, pictures = _film(path)
    for index, picture in enumerate(pictures):
        yield Frame(picture, round(index * SECOND_NS / fps), index)


def _film(path: Path) -> tuple[float, Iterator[_Picture]]:
    """Frames per second and the frames of a film or of a folder's pictures in the order of their names."""
    if path.is_dir():
        names = sorted(p for p in path.iterdir() if p.suffix.lower() in PICTURES)
        if not names:
            raise DeviceError(say("The folder {path} holds no pictures (jpg or png); name another one.", path=path))
        return 15.0, _load(names)
    capture = cv2.VideoCapture(str(path))
    if not capture.isOpened():
        raise DeviceError(say("{path} cannot be played as a film; record it again as avi or mp4.", path=path))
    return capture.get(cv2.CAP_PROP_FPS) or 15.0, _play(capture)


def _load(names: list[Path]) -> Iterator[_Picture]:
    for name in names:
        picture = cv2.imread(str(name), cv2.IMREAD_COLOR)
        if picture is None:
            raise DeviceError(say("{path} is not a picture we can read; take it out of the folder.", path=name))
        yield picture


def _play(capture: cv2.VideoCapture) -> Iterator[_Picture]:
    while True:
        is_there, picture = capture.read()
        if not is_there:
            capture.release()
            return
        yield picture
