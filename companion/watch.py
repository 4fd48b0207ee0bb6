"""The camera's loop: a frame, which trays rest, who judges them. Frames are looked at or dropped, never queued."""

import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TookTooLong
from typing import Any, Protocol

from companion.link import Link
from companion.model import Observation
from companion.notices import Notices
from companion.words import say

log = logging.getLogger(__name__)

AWAY_S = 0.1
"""How long to wait before looking again for a camera that is away."""


class Settles(Protocol):
    """Says which frame shows a tray at rest."""

    state: Any

    def feed(self, frame: Any) -> Any:
        """The frame, if it is at rest for the first time, else None."""

    def learn_empty(self, frame: Any) -> None:
        """Take this frame as the tray with nothing in it."""


class Sees(Protocol):
    """The eyes that watch over the trays between rolls."""

    def settlers(self, size_px: tuple[int, int], *, is_read: bool) -> Sequence[Settles]:
        """A new watch over each tray, for frames of this size; ``is_read``: they are what is read, too."""

    def follow(self, frame: Any, states: Sequence[str]) -> None:
        """See a frame pass."""


class Judges(Protocol):
    """Whoever judges the trays."""

    def arrange(self) -> None:
        """Have as many trays as the eyes know."""

    def watch(self, states: Sequence[str], frame_px: tuple[int, int]) -> None:
        """Follow what goes on in each tray."""

    def lose(self) -> None:
        """There is no camera now."""

    def rest(self, tray: int, frame: Any, *, thrown: bool) -> Observation | None:
        """What a tray at rest shows."""


class Watch:
    """One camera over one or more trays. ``tick`` is one turn of the loop; ``run`` turns until stopped."""

    def __init__(self, camera: Link[Any], eyes: Sees, trays: Judges, notices: Notices) -> None:
        self._camera = camera
        self._notices = notices
        self._eyes = eyes
        self._trays = trays
        self._settlers: list[Settles] = []
        self._has_moved: list[bool] = []
        self._size_px = (0, 0)
        self._is_afresh = threading.Event()
        self._asked: queue.SimpleQueue[tuple[Callable[[Any], Any], Future[Any]]] = queue.SimpleQueue()
        self._is_running = False
        self._newest = threading.Condition()
        self._frame: Any = None
        self.stopping = threading.Event()
        self.beat_s = time.monotonic()
        """When the loop last came round."""

    @property
    def frame(self) -> Any:
        """The newest frame, or None while there is no camera."""
        return self._frame

    def wait_frame(self, number: int, timeout_s: float) -> Any:
        """The newest frame as soon as it is not that number, or None when the time is up."""
        with self._newest:
            is_new = self._newest.wait_for(lambda: self._frame is not None and self._frame.number != number, timeout_s)
            return self._frame if is_new else None

    def start_afresh(self) -> None:
        """Forget what was seen: another camera, or another calibration."""
        self._is_afresh.set()

    def ask(self, call: Callable[[Any], Any], timeout_s: float) -> Any:
        """What the call gets from the camera, between two frames; None without a camera. For other threads."""
        if not self._is_running:
            return self._camera.use(call)
        answer: Future[Any] = Future()
        self._asked.put((call, answer))
        try:
            return answer.result(timeout_s)
        except TookTooLong:
            answer.cancel()
            return None

    def tick(self) -> None:
        """Look once: take a frame, show it, and judge every tray that is at rest."""
        self._answer()
        frame = self._camera.use(lambda camera: camera.read())
        if frame is None:
            self._lose()
            return
        with self._newest:
            self._frame = frame
            self._newest.notify_all()
        height, width = frame.image.shape[:2]
        if self._is_afresh.is_set() or (width, height) != self._size_px:
            self._arrange((width, height))
        resting = [settler.feed(frame) for settler in self._settlers]
        states = [settler.state for settler in self._settlers]
        self._has_moved = [
            moved or state in ("moving", "hand") for moved, state in zip(self._has_moved, states, strict=True)
        ]
        self._eyes.follow(frame, states)
        self._trays.watch(states, (width, height))
        if any(frame is not None for frame in resting):
            self._judge(resting)

    def _judge(self, resting: Sequence[Any]) -> None:
        """Let every tray that has come to rest be judged, all by the same picture."""
        sharp = self._sharpest(next(frame for frame in resting if frame is not None))
        for tray, frame in enumerate(resting):
            if frame is not None:
                seen = self._trays.rest(tray, sharp, thrown=self._has_moved[tray])
                if seen is not None and not seen.pieces:
                    self._settlers[tray].learn_empty(frame)

    def _arrange(self, size_px: tuple[int, int]) -> None:
        """Begin to watch each tray anew."""
        self._is_afresh.clear()
        self._settlers = list(self._eyes.settlers(size_px, is_read=not self._takes_stills()))
        self._has_moved = [False] * len(self._settlers)
        self._size_px = size_px
        self._trays.arrange()

    def _takes_stills(self) -> bool:
        return hasattr(self._camera.device, "still")

    def _sharpest(self, frame: Any) -> Any:
        """The best picture the camera can give of a tray at rest: a still at full resolution, if it takes stills."""
        still = self._camera.use(lambda camera: camera.still()) if self._takes_stills() else None
        return frame if still is None else still

    def _answer(self) -> None:
        """Let the camera do what other threads ask of it."""
        while not self._asked.empty():
            call, answer = self._asked.get()
            if answer.set_running_or_notify_cancel():
                answer.set_result(self._camera.use(call))

    def _lose(self) -> None:
        """Without a camera nothing is known of the trays; what they show later may have been put there by hand."""
        if self._frame is not None:
            self.start_afresh()
        with self._newest:
            self._frame = None
        self._trays.lose()
        self.stopping.wait(AWAY_S)

    def run(self) -> None:
        """Turn until stopped."""
        self._is_running = True
        while not self.stopping.is_set():
            self.beat_s = time.monotonic()
            try:
                self.tick()
                self._notices.drop("watching")
            except Exception:  # noqa: BLE001 - the loop's edge: one bad frame must not end the watching
                log.exception("watching stumbled over a frame")
                self._notices.put("watching", say("The picture could not be judged; type the roll, or roll again."))
                self.stopping.wait(AWAY_S)
        self._is_running = False
        self._answer()
        self._camera.close()
