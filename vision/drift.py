"""Notices, between rolls, that the profile no longer fits: camera or tray moved, light changed, lens dirty or blurred.

Some sixty small patches of the picture of the empty tray are looked for in each new picture near their old place.
Where the patches on the table went tells about the camera, where those in the tray went tells about the tray, how soft
they became tells about the lens. Pieces and hands hide some patches; the others still tell.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.words import say
from vision.eye import Points
from vision.frame import Frame
from vision.picture import Image
from vision.profile import Profile, Tray
from vision.veil import Veil

WIDTH_PX = 480
"""Pictures are looked at in this width: a pixel is then about half a millimetre."""
PATCH_PX, SEARCH_PX = 10, 22
"""Half the side of a patch, and how far it is looked for."""
PATCHES = 36
"""At most so many on the table, and as many in a tray; several trays share somewhat more."""
LEAST_PATCHES = 5
ALIKE = 0.72
"""Correlation from which a patch counts as found."""
SOFT_ALIKE, SOFT, BLURRED_ALL = 0.8, 0.62, 0.82
"""A patch like a blurred copy of itself is still there; it is soft with less than this share of its edges, and the
whole picture is blurred when half of all patches have less than the last share."""
DIRTY_SHARE = 0.1
STAYS = 5
"""Smears must be seen in so many looks, one after the other."""
CAMERA_MM, TRAY_MM = 0.8, 1.6
"""Smaller movements are followed silently; larger ones would put a piece at a wall on the wrong side."""
DARKER, BRIGHTER = 0.7, 1.4
TINTED = 0.13
"""How much blue or red may change beside green."""
LOST_SHARE = 0.22

CAMERA = "The camera has moved; take a new picture of the empty tray (calibrate) before the next roll."
TRAY = "The tray has moved; put it back, or take a new picture of the empty tray (calibrate) before the next roll."
TRAY_OF = "The tray of @{seat} has moved; put it back, or calibrate again before the next roll."
BLURRED = "The picture has become blurred; focus the lens on the tray floor."
DIRTY = "The lens is dirty or something greasy lies on it; wipe it with a soft cloth."
DARK = "The light has become much weaker than at calibration; switch the lamp on, or calibrate again."
BRIGHT = "The light has become much stronger than at calibration; dim the lamp, or calibrate again."
TINT = "The colour of the light has changed since calibration; switch the old lamp on, or calibrate again."
LOST = "The tray is not where it was at calibration, or something hides it; clear the view, or calibrate again."

_Grey = NDArray[np.float32]


def sharpness(picture: Image) -> float:
    """How steep the steepest edges are, in percent of the picture's contrast per pixel of a 960 wide picture."""
    scale = 960 / picture.shape[1]
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else picture
    grey = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (0, 0), 0.8).astype(np.float32)
    slope = cv2.magnitude(cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)) / 8
    low, high = np.percentile(grey[::2, ::2], (1, 99))
    return float(np.percentile(slope[::2, ::2], 99.7)) / max(8.0, float(high - low)) * 100


@dataclass(frozen=True, slots=True, eq=False)
class _Patch:
    """A piece of the reference that can be found again."""

    at: tuple[int, int]
    sharp: _Grey
    soft: _Grey
    edges: float


@dataclass(frozen=True, slots=True, eq=False)
class _Found:
    """How alike a patch is at each place of its surroundings, and what was best."""

    patch: _Patch
    alike: _Grey
    best: float
    shift: tuple[float, float]


class Drift:
    """Compares pictures with the one that the profile was measured from."""

    def __init__(self, profile: Profile, reference: Image) -> None:
        """``reference`` is the picture of the empty tray that belongs to the profile."""
        self._measured = profile
        self._scale = WIDTH_PX / profile.size_px[0]
        self._small = self._shrink(reference)
        grey = _grey(self._small)
        insides, outside = self._regions(grey.shape)
        blurred = np.asarray(cv2.GaussianBlur(grey, (0, 0), 4.0), np.float32)
        share = PATCHES if len(insides) == 1 else round(1.5 * PATCHES / len(insides))
        self._in_trays = [_choose(grey, blurred, inside, share) for inside in insides]
        self._on_table = _choose(grey, blurred, outside, PATCHES)
        middle = np.mean([np.mean(tray.corners_mm, axis=0) for tray in profile.trays], axis=0)
        near = profile.eye.to_px([(*middle, 0.0), (middle[0] + 10, middle[1], 0.0)])
        self._px_per_mm = float(np.linalg.norm(near[1] - near[0])) / 10 * self._scale
        self._veil, self._smears = Veil(self._small), 0
        self.profile = profile
        """The profile, shifted by what little the camera moved; read with this one."""

    def look(self, picture: Image | Frame, only: int | None = None) -> str:
        """A sentence about what has changed too much to go on; ``""`` if nothing has. ``only``: one of the trays."""
        image = picture.image if isinstance(picture, Frame) else picture
        size = (image.shape[1], image.shape[0])
        self._measured.check(size, is_only_shape=True)
        small = self._shrink(image)
        grey = _grey(small)
        table = [_seek(patch, grey) for patch in self._on_table]
        numbers = range(len(self._in_trays)) if only is None else (only,)
        trays = {number: [_seek(patch, grey) for patch in self._in_trays[number]] for number in numbers}
        found = table + [f for tray in trays.values() for f in tray]
        lens = _lens(found, grey) or self._smeared(small)
        return self._moved(table, trays) or self._light(small) or lens or _lost(found)

    # ------------------------------------------------------------------------------------------ preparing

    def _shrink(self, picture: Image) -> Image:
        height = round(WIDTH_PX * picture.shape[0] / picture.shape[1])
        return np.asarray(cv2.resize(picture, (WIDTH_PX, height), interpolation=cv2.INTER_AREA), np.uint8)

    def _regions(self, shape: tuple[int, ...]) -> tuple[list[NDArray[np.uint8]], NDArray[np.uint8]]:
        """Where patches belong to each tray, and where to the table; what may be wall is neither."""
        insides, near = [], np.zeros(shape, np.uint8)
        for tray in self._measured.trays:
            insides.append(np.zeros(shape, np.uint8))
            cv2.fillPoly(insides[-1], [self._outline(tray, 3.0, (0.0,))], (255,))
            cv2.fillPoly(near, [self._outline(tray, 12.0, (0.0, 38.0))], (255,))
        return insides, np.asarray(255 - near, np.uint8)

    def _outline(self, tray: Tray, margin_mm: float, heights_mm: tuple[float, ...]) -> NDArray[np.int32]:
        """The hull, in the small picture, of the tray's corners moved outwards at some heights."""
        corners = np.asarray(tray.corners_mm)
        out = corners - corners.mean(axis=0)
        wider = corners + margin_mm * np.sign(out)
        points = np.concatenate([np.column_stack([wider, np.full(len(wider), z)]) for z in heights_mm])
        seen = self._measured.eye.to_px(points) * self._scale
        return np.asarray(cv2.convexHull(np.round(seen).astype(np.int32)), np.int32)

    # ------------------------------------------------------------------------------------------ judging

    def _moved(self, table: list[_Found], trays: Mapping[int, list[_Found]]) -> str:
        """Whether camera or a tray moved by too much; a little is carried into the profile."""
        motion = _motion(table)
        camera = motion if motion is not None else _motion(table + [f for tray in trays.values() for f in tray])
        if camera is not None:
            corners = np.concatenate([np.asarray(t.corners_px) for t in self._measured.trays]) * self._scale
            shifts = _apply(camera, corners) - corners
            if float(np.linalg.norm(shifts, axis=1).max()) > CAMERA_MM * self._px_per_mm:
                return say(CAMERA)
            self._follow(shifts.mean(axis=0) / self._scale)
        for number, tray in trays.items():
            off = _common_shift(tray, motion) if motion is not None and tray else None
            if off is not None and float(np.hypot(*off)) > TRAY_MM * self._px_per_mm:
                seat = self._measured.trays[number].seat
                return say(TRAY) if seat is None else say(TRAY_OF, seat=seat)
        return ""

    def _follow(self, shift_px: Points) -> None:
        """Carry a small movement of the picture into the profile."""
        dx, dy = (round(float(v), 2) for v in shift_px)
        eye = self._measured.eye
        moved = replace(eye, middle_px=(eye.middle_px[0] + dx, eye.middle_px[1] + dy))
        trays = tuple(
            replace(tray, corners_px=tuple((x + dx, y + dy) for x, y in tray.corners_px))
            for tray in self._measured.trays
        )
        self.profile = replace(self._measured, eye=moved, trays=trays, follows=self._measured.identity)

    def _smeared(self, small: Image) -> str:
        """Whether smears lie over the picture, this time and the time before: what passes by does not stay so."""
        self._smears = self._smears + 1 if self._veil.share(small) else 0
        return say(DIRTY) if self._smears >= STAYS else ""

    def _light(self, small: Image) -> str:
        """Whether the lamp is another one than at calibration, from what most of the picture says."""
        now, then = (cv2.resize(p, (32, 24), interpolation=cv2.INTER_AREA).reshape(-1, 3) for p in (small, self._small))
        usable = (now.max(axis=1) < 245) & (then.max(axis=1) < 245) & (then.min(axis=1) > 10)
        if np.count_nonzero(usable) < 60:
            return say(BRIGHT) if float(now.mean()) > float(then.mean()) + 30 else ""
        ratios = (now[usable].astype(float) + 1) / (then[usable].astype(float) + 1)
        blue, green, red = np.median(ratios, axis=0)
        if green < DARKER:
            return say(DARK)
        if green > BRIGHTER:
            return say(BRIGHT)
        tint = np.median(np.abs(np.log(ratios[:, [0, 2]] / ratios[:, 1:2])), axis=0).max()
        is_whole = max(abs(float(np.log(blue / green))), abs(float(np.log(red / green)))) > TINTED
        return say(TINT) if is_whole and float(tint) > TINTED else ""


def _grey(small: Image) -> _Grey:
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.float32)


def _choose(grey: _Grey, blurred: _Grey, where: NDArray[np.uint8], most: int) -> list[_Patch]:
    """The patches of a region that are easiest to find again."""
    edge = PATCH_PX + SEARCH_PX + 1
    allowed = where.copy()
    allowed[:edge], allowed[-edge:], allowed[:, :edge], allowed[:, -edge:] = 0, 0, 0, 0
    smooth = np.asarray(cv2.GaussianBlur(grey, (0, 0), 1.2), np.float32)
    corners: Any = cv2.goodFeaturesToTrack(smooth, most, 0.008, 11, mask=allowed, blockSize=9)
    patches = []
    for x, y in np.round(corners).astype(int).reshape(-1, 2) if corners is not None else ():
        box = np.s_[y - PATCH_PX : y + PATCH_PX + 1, x - PATCH_PX : x + PATCH_PX + 1]
        if float(grey[box].std()) > 4.0:
            patches.append(_Patch((int(x), int(y)), grey[box].copy(), blurred[box].copy(), _edges(grey[box])))
    return patches


def _edges(part: _Grey) -> float:
    """How strong the edges of a patch are, beside its brightness; noise is smoothed away first."""
    calm = cv2.GaussianBlur(part, (3, 3), 0.8)
    slope = cv2.magnitude(cv2.Sobel(calm, cv2.CV_32F, 1, 0), cv2.Sobel(calm, cv2.CV_32F, 0, 1))
    return float(np.percentile(slope, 90)) / (float(part.mean()) + 10)


def _seek(patch: _Patch, grey: _Grey) -> _Found:
    """Look for a patch around its old place."""
    (x, y), reach = patch.at, PATCH_PX + SEARCH_PX
    around = grey[y - reach : y + reach + 1, x - reach : x + reach + 1]
    alike = np.asarray(cv2.matchTemplate(around, patch.sharp, cv2.TM_CCOEFF_NORMED), np.float32)
    _, best, _, (column, row) = cv2.minMaxLoc(alike)
    return _Found(patch, alike, float(best), _peak(alike, column, row))


def _peak(alike: _Grey, column: int, row: int) -> tuple[float, float]:
    """The shift of the best place, between pixels by a parabola through its neighbours."""
    shift = [float(column - SEARCH_PX), float(row - SEARCH_PX)]
    if 0 < column < alike.shape[1] - 1 and 0 < row < alike.shape[0] - 1:
        lines = (alike[row, column - 1 : column + 2], alike[row - 1 : row + 2, column])
        for k, (a, b, c) in enumerate(lines):
            bend = float(a - 2 * b + c)
            shift[k] += 0.5 * float(a - c) / bend if bend < -1e-6 else 0.0
    return shift[0], shift[1]


def _motion(found: list[_Found]) -> Points | None:
    """The turn and shift that most of these patches made together; None if too few agree."""
    good = [f for f in found if f.best > ALIKE]
    if len(good) < LEAST_PATCHES:
        return None
    old = np.array([f.patch.at for f in good], np.float64)
    new = old + np.array([f.shift for f in good])
    cv2.setRNGSeed(1)
    matrix, kept = cv2.estimateAffinePartial2D(old, new, ransacReprojThreshold=1.2, maxIters=400)
    if matrix is None or np.count_nonzero(kept) < max(LEAST_PATCHES, 0.45 * len(found)):
        return None
    return np.asarray(matrix)


def _apply(matrix: Points, points: Points) -> Points:
    return np.asarray(points @ matrix[:, :2].T + matrix[:, 2])


def _common_shift(found: list[_Found], camera: Points) -> Points | None:
    """By how much the patches shifted together, beyond what the camera did; None if they do not say.

    The likenesses are added up, so that edges, each sure of one direction only, complete each other.
    """
    whole = np.zeros_like(found[0].alike)
    for f in found:
        dx, dy = _apply(camera, np.array(f.patch.at, float)) - f.patch.at
        back = np.array([[1, 0, -dx], [0, 1, -dy]], np.float64)
        whole += np.maximum(0, cv2.warpAffine(f.alike, back, whole.shape[::-1])) ** 2
    _, best, _, (column, row) = cv2.minMaxLoc(whole)
    here = float(whole[SEARCH_PX - 1 : SEARCH_PX + 2, SEARCH_PX - 1 : SEARCH_PX + 2].max())
    if best < 0.3 * len(found) or best < 1.2 * here:
        return None
    return np.array([column - SEARCH_PX, row - SEARCH_PX], float)


def _lens(found: list[_Found], grey: _Grey) -> str:
    """Whether patches that are still in place have lost their edges: most of them, or those behind a smear."""
    kept = []
    for f in found:
        x, y = f.patch.at
        part = grey[y - PATCH_PX : y + PATCH_PX + 1, x - PATCH_PX : x + PATCH_PX + 1]
        like_blurred = float(cv2.matchTemplate(part, f.patch.soft, cv2.TM_CCOEFF_NORMED)[0, 0])
        if like_blurred > SOFT_ALIKE or float(f.alike[SEARCH_PX, SEARCH_PX]) > ALIKE:
            kept.append(_edges(part) / f.patch.edges)
    if len(kept) < LEAST_PATCHES:
        return ""
    if float(np.median(kept)) < BLURRED_ALL:
        return say(BLURRED)
    soft = sum(share < SOFT for share in kept)
    return say(DIRTY) if soft >= max(2, DIRTY_SHARE * len(kept)) else ""


def _lost(found: list[_Found]) -> str:
    """Whether hardly anything of the old picture is left."""
    seen = sum(f.best > ALIKE for f in found)
    return say(LOST) if len(found) >= LEAST_PATCHES and seen < LOST_SHARE * len(found) else ""
