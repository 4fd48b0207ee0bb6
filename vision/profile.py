"""What calibration measured, kept as a file: camera, trays, light and the colours of this copy of the game."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from companion.errors import CalibrationError
from companion.files import write_durably
from companion.migrations import migrate_profile
from companion.words import say
from vision.eye import Eye
from vision.picture import Image, load_picture

VERSION = 1
Point = tuple[float, float]
Color = tuple[float, float, float]

HEIGHTS_MM: Mapping[tuple[str, str], float] = {
    ("d6", ""): 15.0,
    ("meeple", "hard"): 8.0,
    ("meeple", "steady"): 7.5,
    ("meeple", "exhausted"): 5.0,
    ("meeple", "cocked"): 8.0,
}
"""How high above the floor that is which the reader centres a box on: a die's top face, a meeple's middle.

The face ``""`` stands for all others."""


@dataclass(frozen=True, slots=True)
class Tray:
    """One tray under the camera: whose it is (None = everybody's) and the corners of its floor."""

    seat: int | None
    corners_mm: tuple[Point, ...]
    """Far left first, then clockwise as seen from above."""
    corners_px: tuple[Point, ...]

    def holds(self, at_mm: Point) -> bool:
        """Whether a point of the floor lies between the walls."""
        corners = np.asarray(self.corners_mm)
        edges = np.roll(corners, -1, axis=0) - corners
        to = np.asarray(at_mm) - corners
        return bool((edges[:, 0] * to[:, 1] - edges[:, 1] * to[:, 0] <= 0).all())


@dataclass(frozen=True, slots=True)
class PieceColor:
    """How a colour of piece looks under this lamp: its mean in CIE Lab after white balance."""

    kind: str
    color: str
    lab: Color


@dataclass(frozen=True, slots=True)
class Profile:
    """One camera over its trays, as measured once; the reader and the watch believe it until something moves."""

    camera: str
    """The camera's URL; ``""`` = measured from a file, fits any camera of this picture size."""
    size_px: tuple[int, int]
    eye: Eye
    trays: tuple[Tray, ...]
    gains: Color
    """Factors for blue, green and red that make white paper white."""
    exposure: float
    """How bright white paper is, of 255."""
    sharpness: float
    reference: str = ""
    """SHA-256 of the picture of the empty tray, which lies beside the profile."""
    colors: tuple[PieceColor, ...] = ()
    held: tuple[tuple[str, Any], ...] = ()
    """Exposure, gain, white balance and focus at which the camera was held, in its own words; none = it has no such."""
    version: int = VERSION
    follows: str = ""
    """The identity of the measured profile that this one was shifted from while playing; never in a file."""

    # ------------------------------------------------------------------------------------------ using it

    @property
    def identity(self) -> str:
        """The SHA-256 of everything in it; stored with every roll read with it."""
        return self.follows or hashlib.sha256(_canonical(self._content())).hexdigest()

    def _content(self) -> dict[str, Any]:
        # Profiles from before cameras were held have no such word, and keep their identity.
        left_out = {"follows"} if self.held else {"follows", "held"}
        return {name: value for name, value in asdict(self).items() if name not in left_out}

    def to_mm(self, at_px: Point, height_mm: float = 0.0) -> Point:
        """The place on the tray floor below what is seen at this pixel, this high above the floor."""
        x, y = self.eye.to_mm(at_px, height_mm)
        return float(x), float(y)

    def is_inside(self, at_mm: Point) -> bool:
        """Whether this place lies in one of the trays."""
        return self.tray_of(at_mm) is not None

    def tray_of(self, at_mm: Point) -> Tray | None:
        """The tray in which this place lies."""
        return next((tray for tray in self.trays if tray.holds(at_mm)), None)

    def place(self, box_px: tuple[float, float, float, float], kind: str, face: str) -> tuple[Point, bool]:
        """Where a piece lies on the floor, in millimetres, and whether that is in a tray.

        ``box_px`` is the box around the whole piece (x, y, width, height in pixels of the frame). The camera sees the
        piece's middle some millimetres above the floor, and therefore beside the place it stands on.
        """
        x, y, width, height = box_px
        above = HEIGHTS_MM.get((kind, face), HEIGHTS_MM.get((kind, ""), 7.0))
        at = self.to_mm((x + width / 2, y + height / 2), above)
        return (round(at[0], 1), round(at[1], 1)), self.is_inside(at)

    def part(self, index: int, corner_px: tuple[int, int], size_px: tuple[int, int]) -> Profile:
        """The profile for a part of the picture, of this size from this corner on, that shows one tray."""
        left, top = corner_px
        x, y = self.eye.middle_px
        tray = self.trays[index]
        shifted = replace(tray, corners_px=tuple((a - left, b - top) for a, b in tray.corners_px))
        eye = replace(self.eye, middle_px=(x - left, y - top))
        return replace(self, size_px=size_px, eye=eye, trays=(shifted,), follows=self.identity)

    def check(self, size_px: tuple[int, int], camera: str = "", *, is_only_shape: bool = False) -> None:
        """Refuse, with a sentence, pictures that this profile does not speak of.

        ``is_only_shape``: smaller pictures of the same view will do, for they are only watched.
        """
        if camera and self.camera and camera != self.camera:
            raise CalibrationError(
                say(
                    "The profile was measured with the camera {was} and this is {now}; calibrate again with "
                    "'companion calibrate'.",
                    was=self.camera,
                    now=camera,
                )
            )
        shape, measured = size_px[0] / size_px[1], self.size_px[0] / self.size_px[1]
        if abs(shape - measured) > 0.01 if is_only_shape else size_px != self.size_px:
            raise CalibrationError(
                say(
                    "The profile is for pictures of {was} and these have {now}; set the camera to that size or "
                    "calibrate again with 'companion calibrate'.",
                    was=f"{self.size_px[0]} × {self.size_px[1]}",
                    now=f"{size_px[0]} × {size_px[1]}",
                )
            )

    # ------------------------------------------------------------------------------------------ keeping it

    def save(self, path: Path, empty_jpeg: bytes = b"") -> None:
        """Write the profile, and the picture of the empty tray beside it, each wholly or not at all."""
        if empty_jpeg:
            write_durably(reference_path(path, self.reference), empty_jpeg)
        write_durably(path, _pretty({**self._content(), "identity": self.identity}))

    @classmethod
    def load(cls, path: Path) -> Profile:
        """The profile in a file; refused if it is damaged, was edited, or comes from a newer companion."""
        try:
            stored = json.loads(Path(path).read_text(encoding="utf-8"))
        except OSError as error:
            raise CalibrationError(
                say("The profile {path} cannot be opened; calibrate with 'companion calibrate'.", path=str(path))
            ) from error
        except ValueError as error:
            raise CalibrationError(_broken(path)) from error
        if not isinstance(stored, dict):
            raise CalibrationError(_broken(path))
        if isinstance(stored.get("version"), int) and stored["version"] > VERSION:
            raise CalibrationError(
                say(
                    "The profile {path} was made by a newer companion; update this one or calibrate again.",
                    path=str(path),
                )
            )
        identity = stored.pop("identity", None)
        if hashlib.sha256(_canonical(stored)).hexdigest() != identity:
            raise CalibrationError(
                say(
                    "The profile {path} was changed by hand or damaged, so its measures cannot be trusted; calibrate "
                    "again with 'companion calibrate'.",
                    path=str(path),
                )
            )
        try:
            return _from_json(migrate_profile(stored, VERSION))
        except (KeyError, TypeError, ValueError) as error:
            raise CalibrationError(_broken(path)) from error

    def load_reference(self, path: Path) -> Image | None:
        """The picture of the empty tray beside the profile at ``path``; None if the profile has none."""
        if not self.reference:
            return None
        file = reference_path(path, self.reference)
        picture = load_picture(file)
        if hashlib.sha256(file.read_bytes()).hexdigest() != self.reference:
            raise CalibrationError(
                say("The picture of the empty tray {name} was changed; calibrate again.", name=file.name)
            )
        return picture


def reference_path(path: Path, reference: str) -> Path:
    """Where the picture of the empty tray lies: beside the profile, named by its hash."""
    return Path(path).with_name(f"empty-{reference[:16]}.jpg")


def _broken(path: Path) -> str:
    return say("{path} is not a profile; calibrate with 'companion calibrate'.", path=str(path))


def _canonical(content: Mapping[str, Any]) -> bytes:
    return json.dumps(content, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()


def _pretty(content: Mapping[str, Any]) -> bytes:
    return (json.dumps(content, sort_keys=True, indent=1, allow_nan=False) + "\n").encode()


def _from_json(stored: Mapping[str, Any]) -> Profile:
    fields = {name: _tuples(value) for name, value in stored.items() if name not in ("eye", "trays", "colors")}
    return Profile(
        **fields,
        eye=Eye(**{name: _tuples(value) for name, value in stored["eye"].items()}),
        trays=tuple(Tray(**{name: _tuples(value) for name, value in tray.items()}) for tray in stored["trays"]),
        colors=tuple(PieceColor(**{name: _tuples(v) for name, v in color.items()}) for color in stored["colors"]),
    )


def _tuples(value: Any) -> Any:
    """Lists as tuples, all the way down."""
    return tuple(_tuples(v) for v in value) if isinstance(value, list) else value
