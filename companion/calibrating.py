"""``companion calibrate``: the steps of the wizard in a terminal, from files or from the camera."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import cv2

from calibration import wizard
from calibration.markers import sheet
from companion.backends import open_device
from companion.errors import CalibrationError
from companion.files import write_durably
from companion.words import say
from vision.picture import load_picture
from vision.profile import Profile

Echo = Callable[[str], None]
LIVE_FRAMES = 40
"""So many live pictures are tried before giving up; a camera needs a few to settle its exposure."""


def parse_tray(text: str) -> tuple[float, float] | None:
    """``200x140`` as inner width and depth in millimetres; ``""`` = not told."""
    if not text:
        return None
    try:
        width, depth = (float(part) for part in text.lower().replace("×", "x").split("x"))
    except ValueError:
        raise CalibrationError(
            say("--tray {text!r} is not understood; write inner width and depth in mm, such as 200x140.", text=text)
        ) from None
    return width, depth


def parse_corners(texts: Sequence[str]) -> tuple[tuple[float, float], ...]:
    """``("120,80", …)`` as points of the picture."""
    try:
        points = tuple((float(x), float(y)) for x, y in (text.split(",") for text in texts))
    except ValueError:
        points = ()
    if texts and len(points) != 4:
        raise CalibrationError(
            say("--corners needs four points x,y in pixels: the corners of the tray floor, far left first.")
        )
    return points


def print_markers(path: Path, echo: Echo) -> None:
    """Write the sheet of markers."""
    write_durably(path, sheet())
    echo(say("Wrote {path}: page 1 is A4, page 2 Letter; print one at 100 % and check its bar.", path=str(path)))


def calibrate(  # noqa: PLR0913 - one argument for each option of the verb
    out: Path,
    *,
    empty: Path | None = None,
    pieces: Path | None = None,
    tray: str = "",
    corners: Sequence[str] = (),
    camera: str = "",
    markers: Path | None = None,
    echo: Echo = print,
) -> Profile | None:
    """Write the marker sheet, or measure from files or the camera and write the profile; says what it does."""
    if markers is not None:
        print_markers(markers, echo)
        return None
    state = wizard.begin("" if empty else camera, parse_tray(tray))
    for at in parse_corners(corners):
        state = wizard.tap(state, at)
    picture = load_picture(empty) if empty is not None else _from_camera(state, camera, echo)
    state = wizard.take_empty(state, picture)
    _tell(state, echo)
    if pieces is not None:
        state = wizard.take_pieces(state, load_picture(pieces))
        _tell(state, echo)
    profile = wizard.finish(state, out)
    _write_report(state, out, echo)
    _summarize(profile, echo)
    echo(say("Wrote {path}.", path=str(out)))
    return profile


def _from_camera(state: wizard.State, camera: str, echo: Echo) -> Any:
    """A picture of the empty tray, as soon as the camera gives one that will do."""
    if not camera:
        raise CalibrationError(
            say("No camera is in the config; name one there, or give a picture of the empty tray with --from.")
        )
    device: Any = open_device("vision.cameras", camera)
    try:
        for _ in range(LIVE_FRAMES):
            frame = device.read()
            seen = wizard.look(state, frame.image)
            if seen.is_ready:
                echo(say("The picture will do."))
                break
        else:
            _tell(seen, echo)
        return device.still().image if hasattr(device, "still") else frame.image
    finally:
        device.close()


def _tell(state: wizard.State, echo: Echo) -> None:
    for sentence in state.says:
        echo(sentence)


def _write_report(state: wizard.State, out: Path, echo: Echo) -> None:
    if state.show is None:
        return
    path = out.with_name(out.stem + "-report.png")
    write_durably(path, cv2.imencode(".png", state.show)[1].tobytes())
    echo(say("{path} shows the tray in millimetres; the green line must run along the floor's edge.", path=str(path)))


def _summarize(profile: Profile, echo: Echo) -> None:
    height = profile.eye.place_mm[2]
    (left, top), _, (right, bottom), _ = profile.trays[0].corners_mm
    size = f"{right - left:.0f} × {top - bottom:.0f}"
    echo(say("Tray {size} mm, camera {height} mm above its floor.", size=size, height=round(height)))
    echo(say("This profile is {identity}.", identity=profile.identity[:12]))
