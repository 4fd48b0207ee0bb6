"""Says when a roll has come to rest and the hand has left, from the frames alone.

Every frame is boiled down to a 160x120 picture of *local contrast*: the logarithm of the brightness minus its mean
over the neighbourhood. Lamps, auto-exposure and clouds multiply whole areas by a factor, which the logarithm turns
into a sum and the neighbourhood mean takes away; a piece or a hand has an outline, which stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame

State = Literal["empty", "moving", "hand", "settling", "settled", "frozen"]
Polygon = Sequence[tuple[float, float]]
_Cells = NDArray[np.float32]

WIDTH, HEIGHT = 160, 120
REST_NS = 700_000_000
"""How long all must lie still. A leaning die can stand for half a second before it falls."""
LIGHT_NS = 400_000_000
ABSORB_NS = 20_000_000_000
"""A hand that lies still for longer than this is not a hand but a cup."""
FROZEN_NS = 1_000_000_000
MIN_STILL_FRAMES = 4
LIVELY_FRAMES = 30
MIN_CELLS = 3
"""A change in fewer cells is noise; the smallest piece covers about forty."""
EMPTY_CELLS = 12
HAND_SHARE = 0.025
LIGHT_SHARE = 0.45
FOLLOW = 0.06
NEIGHBOURHOOD = 61
MARGIN = 0.12
"""How much of the table around a tray is watched with it: a hand is seen coming over the rim."""

_GREY = np.array([0.114, 0.587, 0.299])
# The constant keeps noise in the dark from becoming contrast.
_LOG = (100.0 * np.log(np.arange(256, dtype=np.float32) + 14.0)).astype(np.float32)
THRESHOLD = 6.5
"""Least contrast that counts, in hundredths of the logarithm: six or seven percent brighter or darker."""


class Settler:
    """Watches one tray and gives the frame at rest, once for each roll or other change that came to rest."""

    def __init__(self, region: Polygon | None = None, empty: Frame | None = None) -> None:
        """Watch the whole picture or the tray inside ``region`` (pixels); ``empty`` shows the tray without pieces."""
        self._region = None if region is None else np.asarray(region, np.float32)
        self._crop: tuple[int, int, int, int] | None = None
        self._mask: NDArray[np.bool_] | None = None
        self._size = (0, 0)
        self._levels: NDArray[Any] | None = None
        self._empty: _Cells | None = None
        self._last: _Cells | None = None
        self.state: State = "empty"
        """What goes on in the tray, for people to see."""
        self.changed_share = 0.0
        """How much of what lies in the tray differs from the report before: near 1 for a roll, small for a nudge."""
        self._forget_motion()
        if empty is not None:
            self.learn_empty(empty)

    def _forget_motion(self) -> None:
        self._anchor: _Cells | None = None
        self._anchor_ns = 0
        self._still_frames = 0
        self._previous: _Cells | None = None
        self._before_light: _Cells | None = None
        self._noise: _Cells = np.zeros((HEIGHT, WIDTH), np.float32)
        self._bar: _Cells = np.full((HEIGHT, WIDTH), THRESHOLD, np.float32)
        """How much each cell must change before it counts."""
        self._steps = 0
        self._lively = 0
        self._identical_since_ns: int | None = None

    @property
    def is_empty(self) -> bool:
        """Whether the tray was last seen still and with nothing in it."""
        return self.state == "empty"

    def learn_empty(self, frame: Frame) -> None:
        """Take this frame as the empty tray: from calibration, or when the reader found nothing in it."""
        self._fit(frame)
        self._empty = self._contrast(frame)
        self._last = None

    def feed(self, frame: Frame) -> Frame | None:
        """The frame if it shows, for the first time, what has come to rest in the tray; otherwise None."""
        self._fit(frame)
        cells = self._contrast(frame)
        if self._anchor is None or self._previous is None or self._empty is None:
            self._begin(cells, frame.taken_ns)
            return None
        if self._is_frozen(cells, frame.taken_ns):
            return None
        self._measure_noise(cells)
        moved = self._count(cells, self._anchor)
        self._previous = cells
        if moved >= MIN_CELLS:
            self._move(cells, frame.taken_ns, moved)
            return None
        self._still_frames += 1
        return frame if self._rest(cells, frame.taken_ns) else None

    # ------------------------------------------------------------------------------------------ seeing

    def _fit(self, frame: Frame) -> None:
        """Work out which part of the picture to watch; another picture size starts everything afresh."""
        height, width = frame.image.shape[:2]
        if self._size == (width, height):
            return
        self._size = (width, height)
        self._forget_motion()
        self._empty = self._last = None
        self._levels = None
        left, top, right, bottom = 0, 0, width, height
        if self._region is not None:
            low, high = self._region.min(axis=0), self._region.max(axis=0)
            room = (high - low) * MARGIN
            left, top = (int(v) for v in np.clip(low - room, 0, (width - 2, height - 2)))
            right, bottom = (int(v) for v in np.clip(high + room, (left + 2, top + 2), (width, height)))
        self._crop = (left, top, right, bottom)
        self._mask = self._inside(left, top, right, bottom)

    def _inside(self, left: int, top: int, right: int, bottom: int) -> NDArray[np.bool_] | None:
        if self._region is None:
            return None
        scale = np.array([WIDTH / (right - left), HEIGHT / (bottom - top)], np.float32)
        corners = np.round((self._region - (left, top)) * scale).astype(np.int32)
        mask = np.zeros((HEIGHT, WIDTH), np.uint8)
        cv2.fillPoly(mask, [corners], 1)
        return mask.astype(bool)

    def _contrast(self, frame: Frame) -> _Cells:
        """The picture as local contrast in hundredths of the logarithm."""
        assert self._crop is not None
        left, top, right, bottom = self._crop
        # Linear, not area: it touches a fraction of the pixels, and the blur below averages the noise as well.
        small = cv2.resize(frame.image[top:bottom, left:right], (WIDTH, HEIGHT), interpolation=cv2.INTER_LINEAR)
        if small.ndim == 2:
            small = cv2.cvtColor(small, cv2.COLOR_GRAY2BGR)
        log = cv2.blur(cv2.LUT(self._grey(small), _LOG), (3, 3))
        return np.asarray(log - cv2.blur(log, (NEIGHBOURHOOD, NEIGHBOURHOOD)), np.float32)

    def _grey(self, small: NDArray[Any]) -> NDArray[Any]:
        """The picture in grey, each colour brought to the level it had at first.

        Only then is a brighter lamp the same step everywhere, dark corners included, and a warmer one none for red.
        """
        some = small[2::6, 2::6].reshape(-1, 3)
        levels = np.partition(some, len(some) // 2, axis=0)[len(some) // 2] + 1.0
        if self._levels is None:
            self._levels = levels
        return np.asarray(cv2.transform(small, (_GREY * self._levels / levels)[None]))

    def _differs(self, a: _Cells, b: _Cells) -> NDArray[np.bool_]:
        return np.asarray(cv2.absdiff(a, b) > self._bar)

    def _count(self, a: _Cells, b: _Cells) -> int:
        differs = self._differs(a, b)
        return int(np.count_nonzero(differs if self._mask is None else differs & self._mask))

    def _measure_noise(self, cells: _Cells) -> None:
        """Follow the noise of each cell; what moves cannot pass for noise, for the median bounds every step."""
        assert self._previous is not None
        step = cv2.absdiff(cells, self._previous)
        some = step[2::6, 2::6].ravel()
        bound = np.float32(6.0 * np.partition(some, some.size // 2)[some.size // 2] + 1.0)
        self._steps += 1
        cv2.accumulateWeighted(np.minimum(step, bound), self._noise, max(0.02, 1 / (1 + self._steps)))
        self._bar = np.maximum(self._noise * np.float32(7.0), np.float32(THRESHOLD))

    def _has_hand(self, cells: _Cells) -> bool:
        """Whether something big reaches from the edge of the picture into the tray."""
        assert self._empty is not None
        differs = self._differs(cells, self._empty).astype(np.uint8)
        _, labels, stats, _ = cv2.connectedComponentsWithStats(cv2.dilate(differs, _SQUARE), connectivity=8)
        for k in range(1, len(stats)):
            x, y, w, h, area = (int(v) for v in stats[k])
            at_edge = x <= 1 or y <= 1 or x + w >= WIDTH - 1 or y + h >= HEIGHT - 1
            if at_edge and area >= HAND_SHARE * WIDTH * HEIGHT and self._reaches_in(labels == k):
                return True
        return False

    def _reaches_in(self, blob: NDArray[np.bool_]) -> bool:
        return self._mask is None or int(np.count_nonzero(blob & self._mask)) > 0.01 * WIDTH * HEIGHT

    # ------------------------------------------------------------------------------------------ judging

    def _begin(self, cells: _Cells, now_ns: int) -> None:
        self._anchor, self._anchor_ns, self._still_frames = cells, now_ns, 0
        self._previous = cells
        if self._empty is None:
            self._empty = cells

    def _is_frozen(self, cells: _Cells, now_ns: int) -> bool:
        """Whether a camera that always had noise now repeats one picture to the bit: its stillness says nothing."""
        if self._previous is None or not np.array_equal(cells, self._previous):
            self._lively += 1
            self._identical_since_ns = None
            return False
        if self._lively < LIVELY_FRAMES:
            self._lively = 0
            return False
        if self._identical_since_ns is None:
            self._identical_since_ns = now_ns
        if now_ns - self._identical_since_ns >= FROZEN_NS:
            self.state = "frozen"
        self._anchor_ns, self._still_frames = now_ns, 0
        return True

    def _move(self, cells: _Cells, now_ns: int, moved: int) -> None:
        """Something differs from the picture we waited on: wait anew, and say why."""
        assert self._anchor is not None and self._empty is not None
        was_still = self._still_frames >= MIN_STILL_FRAMES
        area = WIDTH * HEIGHT if self._mask is None else int(np.count_nonzero(self._mask))
        if was_still and moved >= LIGHT_SHARE * area:
            self._before_light = self._anchor
        elif not was_still and moved < LIGHT_SHARE * area:
            self._before_light = None
        self._anchor, self._anchor_ns, self._still_frames = cells, now_ns, 0
        if self._before_light is None:
            self.state = "hand" if self._has_hand(cells) else "moving"

    def _rest(self, cells: _Cells, now_ns: int) -> bool:
        """Whether this still picture is the one to report."""
        assert self._empty is not None
        if self._before_light is not None:
            self._follow_light(cells, now_ns)
            return False
        is_empty = self._count(cells, self._empty) < EMPTY_CELLS
        still_ns = now_ns - self._anchor_ns
        if self._still_frames < MIN_STILL_FRAMES or (still_ns < REST_NS and not is_empty):
            if not is_empty and self.state not in ("settled", "hand"):
                self.state = "settling"
            return False
        if is_empty:
            self.state, self._last = "empty", None
            cv2.accumulateWeighted(cells, self._empty, FOLLOW)
            return False
        if self._has_hand(cells):
            self.state = "hand"
            if still_ns >= ABSORB_NS:
                self._empty = cells
            return False
        return self._report(cells)

    def _report(self, cells: _Cells) -> bool:
        self.state = "settled"
        if self._last is not None and self._count(cells, self._last) < MIN_CELLS:
            cv2.accumulateWeighted(cells, self._last, FOLLOW)
            return False
        self.changed_share = self._share_changed(cells)
        self._last = cells.copy()
        return True

    def _share_changed(self, cells: _Cells) -> float:
        """Changed cells out of those where something lies or lay."""
        assert self._empty is not None
        if self._last is None:
            return 1.0
        there = self._differs(cells, self._empty) | self._differs(self._last, self._empty)
        changed = self._differs(cells, self._last)
        if self._mask is not None:
            there, changed = there & self._mask, changed & self._mask
        return min(1.0, int(np.count_nonzero(changed)) / max(1, int(np.count_nonzero(there | changed))))

    def _follow_light(self, cells: _Cells, now_ns: int) -> None:
        """The whole picture changed at once and then lay still: that was the lamp; carry it into what we remember."""
        assert self._before_light is not None and self._empty is not None
        if now_ns - self._anchor_ns < LIGHT_NS or self._still_frames < MIN_STILL_FRAMES:
            return
        change = cells - self._before_light
        self._empty = self._empty + change
        if self._last is not None:
            self._last = self._last + change
        self._before_light = None


_SQUARE: NDArray[Any] = np.ones((3, 3), np.uint8)


def settlers(regions: Sequence[Polygon], empty: Frame | None = None) -> tuple[Settler, ...]:
    """One Settler for each tray under the same camera."""
    return tuple(Settler(region, empty) for region in regions)
