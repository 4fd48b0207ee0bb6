"""The lens measured exactly, for those who want it: a printed board (ChArUco) held before the camera at some angles."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import CalibrationError
from companion.files import write_durably
from companion.words import say
from vision.picture import Image

COLUMNS, ROWS = 7, 10
SQUARE_MM, MARKER_MM = 24.0, 18.0
FIRST_ID = 10
"""The board's markers are others than the four around the tray, so that both may be in one picture."""
LEAST_CORNERS = 12
LEAST_VIEWS, ENOUGH_VIEWS = 5, 10
LEAST_TURN_DEG = 15.0
WORST_PX = 1.0
"""A fit worse than this (for a picture 1000 wide) means a bent board or blurred pictures."""
NEW_TURN_DEG, NEW_SHIFT = 8.0, 0.12
"""Live, a view is a new one if the board is turned by so much, or shifted by such a share of the picture."""


@dataclass(frozen=True, slots=True)
class Lens:
    """A camera's focal length, the middle of its lens and how it bends light, for pictures of one size."""

    camera: str
    size_px: tuple[int, int]
    focal_px: float
    middle_px: tuple[float, float]
    k1: float
    k2: float
    off_px: float
    """How far (root mean square) the board's corners are from where this lens would show them."""
    views: int

    def save(self, path: Path) -> None:
        """Write it as a file."""
        write_durably(path, (json.dumps(asdict(self), indent=1, sort_keys=True) + "\n").encode())


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """One picture of the board: where its inner corners are on the board (mm) and in the picture."""

    on_board: NDArray[np.float32]
    in_picture: NDArray[np.float32]
    size_px: tuple[int, int]


def load_lens(path: Path, camera: str, size_px: tuple[int, int]) -> Lens | None:
    """The lens in a file, if there is one and it is that of this camera and picture size."""
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
        fields: dict[str, Any] = {name: tuple(v) if isinstance(v, list) else v for name, v in stored.items()}
        lens = Lens(**fields)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise CalibrationError(
            say("{name} is no measured lens; delete it, or measure the lens again.", name=path.name)
        ) from error
    is_ours = lens.size_px == size_px and (not camera or not lens.camera or lens.camera == camera)
    return lens if is_ours else None


def board() -> Any:
    """The board as OpenCV knows it."""
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    numbers = np.arange(FIRST_ID, FIRST_ID + COLUMNS * ROWS // 2)
    return cv2.aruco.CharucoBoard((COLUMNS, ROWS), SQUARE_MM, MARKER_MM, book, numbers)


def find_board(picture: Image) -> View | None:
    """Where the board is in a picture; None if too little of it is seen."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    corners, numbers, _, _ = cv2.aruco.CharucoDetector(board()).detectBoard(grey)
    if numbers is None or len(numbers) < LEAST_CORNERS:
        return None
    all_corners = np.asarray(board().getChessboardCorners(), np.float32)
    on_board = all_corners[np.ravel(numbers)]
    return View(on_board, np.asarray(corners, np.float32).reshape(-1, 2), (picture.shape[1], picture.shape[0]))


def is_new(view: View, before: Sequence[View]) -> bool:
    """Whether the board is held otherwise than in all views before."""
    return all(_differs(view, other) for other in before)


def _differs(a: View, b: View) -> bool:
    shift = np.linalg.norm(a.in_picture.mean(axis=0) - b.in_picture.mean(axis=0)) / a.size_px[0]
    return bool(shift > NEW_SHIFT or _angle(_facing(a), _facing(b)) > NEW_TURN_DEG)


def _facing(view: View) -> NDArray[np.float64]:
    """Roughly which way the board faces, with a usual lens."""
    width, height = view.size_px
    lens = np.array([[0.83 * width, 0, width / 2], [0, 0.83 * width, height / 2], [0, 0, 1]])
    _, spin, _ = cv2.solvePnP(view.on_board, view.in_picture, lens, np.zeros(5))
    return np.asarray(cv2.Rodrigues(spin)[0][:, 2], float)


def _angle(a: NDArray[np.float64], b: NDArray[np.float64]) -> float:
    return float(np.degrees(np.arccos(np.clip(a @ b, -1, 1))))


def measure_lens(views: Iterable[View], camera: str = "") -> Lens:
    """The lens that explains all views of the board."""
    seen = tuple(views)
    if len(seen) < LEAST_VIEWS:
        raise CalibrationError(
            say(
                "The board is seen well in {n} pictures and {least} are needed; hold it flat, near and in good light, "
                "in some pictures turned to the left, right, up and down.",
                n=len(seen),
                least=LEAST_VIEWS,
            )
        )
    size = seen[0].size_px
    if any(view.size_px != size for view in seen):
        raise CalibrationError(say("The pictures of the board differ in size; take all with the same camera."))
    facing = [_facing(view) for view in seen]
    if max(_angle(a, b) for a in facing for b in facing) < LEAST_TURN_DEG:
        raise CalibrationError(
            say("The board is held alike in all pictures; turn it to the left, right, up and down, by 20° and more.")
        )
    return _solve(seen, camera)


def _solve(views: tuple[View, ...], camera: str) -> Lens:
    width, height = size = views[0].size_px
    begin = np.array([[0.83 * width, 0, (width - 1) / 2], [0, 0.83 * width, (height - 1) / 2], [0, 0, 1]])
    flags = cv2.CALIB_USE_INTRINSIC_GUESS | cv2.CALIB_FIX_ASPECT_RATIO | cv2.CALIB_ZERO_TANGENT_DIST | cv2.CALIB_FIX_K3
    on_board, in_picture = [v.on_board for v in views], [v.in_picture for v in views]
    off, lens, bends, *_ = cv2.calibrateCamera(on_board, in_picture, size, begin, np.zeros(5), flags=flags)
    if off > WORST_PX * width / 1000:
        raise CalibrationError(
            say("The board does not look flat in these pictures; glue it to something stiff and take them again.")
        )
    k1, k2 = (round(float(v), 6) for v in np.ravel(bends)[:2])
    middle = (round(float(lens[0, 2]), 3), round(float(lens[1, 2]), 3))
    return Lens(camera, size, round(float(lens[0, 0]), 3), middle, k1, k2, round(float(off), 4), len(views))
