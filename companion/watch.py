"""The camera's loop: a frame, is it at rest, who judges it. Frames are looked at or dropped, never queued."""

import logging
import threading
import time
from typing import Any, Protocol

from companion.link import Link
from companion.notices import Notices
from companion.referee import Referee
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
    """The eyes that watch over the tray between rolls."""

    def settler(self) -> Settles:
        """A new watch over the tray."""

    def follow(self, frame: Any, state: str) -> None:
        """See a frame pass."""


class Watch:
    """One camera over one tray. ``tick`` is one turn of the loop; ``run`` turns until stopped."""

    def __init__(self, camera: Link[Any], eyes: Sees, referee: Referee, notices: Notices) -> None:
        self._camera = camera
        self._notices = notices
        self._eyes = eyes
        self._settler = eyes.settler()
        self._has_moved = False
        self._referee = referee
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
        self._settler, self._has_moved = self._eyes.settler(), False

    def tick(self) -> None:
        """Look once: take a frame, show it, and judge it if it is at rest."""
        frame = self._camera.use(lambda camera: camera.read())
        if frame is None:
            self._lose()
            return
        with self._newest:
            self._frame = frame
            self._newest.notify_all()
        resting = self._settler.feed(frame)
        self._has_moved = self._has_moved or self._settler.state in ("moving", "hand")
        self._eyes.follow(frame, self._settler.state)
        height, width = frame.image.shape[:2]
        self._referee.watch(self._settler.state, (width, height))
        if resting is not None:
            seen = self._referee.rest(self._sharpest(resting), thrown=self._has_moved)
            if seen is not None and not seen.pieces:
                self._settler.learn_empty(resting)

    def _sharpest(self, frame: Any) -> Any:
        """The best picture the camera can give of a tray at rest: a still at full resolution, if it takes stills."""
        still = self._camera.use(lambda camera: camera.still()) if hasattr(self._camera.device, "still") else None
        return frame if still is None else still

    def _lose(self) -> None:
        """Without a camera nothing is known of the tray; what it shows later may have been put there by hand."""
        if self._frame is not None:
            self.start_afresh()
        with self._newest:
            self._frame = None
        self._referee.watch("no camera", (0, 0))
        self.stopping.wait(AWAY_S)

    def run(self) -> None:
        """Turn until stopped."""
        while not self.stopping.is_set():
            self.beat_s = time.monotonic()
            try:
                self.tick()
                self._notices.drop("watching")
            except Exception:  # noqa: BLE001 - the loop's edge: one bad frame must not end the watching
                log.exception("watching stumbled over a frame")
                self._notices.put("watching", say("The picture could not be judged; type the roll, or roll again."))
                self.stopping.wait(AWAY_S)
        self._camera.close()
