"""``companion calibrate``: the steps of the wizard in a terminal, from files or from the camera."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2

from calibration import lens, wizard
from calibration.lens import Lens, load_lens
from calibration.markers import board_sheet, sheet
from companion.backends import open_device
from companion.errors import CalibrationError
from companion.files import write_durably
from companion.words import say
from vision.picture import load_picture
from vision.profile import Profile

Echo = Callable[[str], None]
Ask = Callable[[str], bool]
LIVE_FRAMES = 40
"""So many live pictures are tried before giving up; a camera needs a few to settle its exposure."""
LENS_FRAMES = 1200
"""So many live pictures are looked at for views of the board: about a minute."""
LENS_NAME = "lens.json"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody asked ``companion calibrate`` for."""

    empty: Path | None = None
    pieces: Path | None = None
    tray: str = ""
    corners: Sequence[str] = ()
    boxes: Sequence[str] = ()
    board: Sequence[Path] = ()
    """Pictures of the board, to measure the lens from."""
    is_lens: bool = False
    """Measure the lens with the camera."""


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


def parse_box(text: str) -> tuple[int, tuple[tuple[float, float], ...]]:
    """``1:212,118,430,120,428,300,205,296`` as a seat (people count from 1, we from 0) and four corners."""
    seat, colon, rest = text.partition(":")
    try:
        numbers = [float(part) for part in rest.split(",")]
    except ValueError:
        numbers = []
    if not colon or not seat.isdigit() or int(seat) < 1 or len(numbers) != 8:
        raise CalibrationError(
            say(
                "--box {text!r} is not understood; write a seat and four corners x,y in pixels, far left first, such "
                "as 1:212,118,430,120,428,300,205,296.",
                text=text,
            )
        )
    return int(seat) - 1, tuple(zip(numbers[::2], numbers[1::2], strict=True))


def print_markers(path: Path, echo: Echo) -> None:
    """Write the sheet of markers."""
    write_durably(path, sheet())
    echo(say("Wrote {path}: page 1 is A4, page 2 Letter; print one at 100 % and check its bar.", path=str(path)))


def print_board(path: Path, echo: Echo) -> None:
    """Write the board for the lens."""
    write_durably(path, board_sheet())
    echo(say("Wrote {path}: page 1 is A4, page 2 Letter; print one at 100 % and check its bar.", path=str(path)))


def calibrate(out: Path, wanted: Wanted, camera: str, echo: Echo = print, ask: Ask | None = None) -> Profile | None:
    """Measure from files or the camera and write lens or profile; says what it does. ``ask`` puts yes or no."""
    if wanted.board or wanted.is_lens:
        measured = _measure_lens(wanted, camera, echo)
        measured.save(out.with_name(LENS_NAME))
        echo(
            say("The lens is measured from {n} views, to {off} pixels.", n=measured.views, off=f"{measured.off_px:.2f}")
        )
        echo(say("Wrote {path}; calibrations of this camera use it from now on.", path=str(out.with_name(LENS_NAME))))
        if wanted.empty is None:
            return None
    boxes = [parse_box(text) for text in wanted.boxes]
    state = wizard.begin("" if wanted.empty else camera, parse_tray(wanted.tray), is_several=bool(boxes))
    for at in parse_corners(wanted.corners):
        state = wizard.tap(state, at)
    if wanted.empty is not None:
        state = _from_files(state, wanted, boxes, out, echo)
    else:
        state = _from_camera(state, camera, boxes, out, (echo, ask))
    profile = wizard.finish(state, out)
    _write_report(state, out, echo)
    _summarize(profile, echo)
    echo(say("Wrote {path}.", path=str(out)))
    return profile


_Boxes = Sequence[tuple[int, tuple[tuple[float, float], ...]]]


def _from_files(state: wizard.State, wanted: Wanted, boxes: _Boxes, out: Path, echo: Echo) -> wizard.State:
    assert wanted.empty is not None
    state = _measure(state, load_picture(wanted.empty), boxes, out, echo)
    if wanted.pieces is not None:
        state = wizard.take_pieces(state, load_picture(wanted.pieces))
        _tell(state, echo)
    return state


def _measure(state: wizard.State, picture: Any, boxes: _Boxes, out: Path, echo: Echo) -> wizard.State:
    """Everything that the picture of the empty tray tells."""
    known = load_lens(out.with_name(LENS_NAME), state.camera, (picture.shape[1], picture.shape[0]))
    state = wizard.take_empty(wizard.with_lens(state, known), picture)
    if known is not None:
        echo(say("The lens is the one that was measured with the board."))
    if boxes:
        for seat, corners in boxes:
            state = wizard.add_tray(state, corners, seat)
        state = wizard.end_boxes(state)
    _tell(state, echo)
    return state


def _from_camera(
    state: wizard.State, camera: str, boxes: _Boxes, out: Path, people: tuple[Echo, Ask | None]
) -> wizard.State:
    """Pictures from the camera: the empty tray as soon as it will do, and the pieces if somebody lays them there."""
    echo, ask = people
    device = _open(camera)
    try:
        _wait_until_ready(state, device, echo)
        if hasattr(device, "lock"):
            state = wizard.hold(state, device.lock())
        state = _measure(state, _picture(device), boxes, out, echo)
        if ask is not None and ask(
            say("Lay one meeple of each colour and one die into the tray. Learn their colours?")
        ):
            state = wizard.take_pieces(state, _picture(device))
            _tell(state, echo)
        return state
    finally:
        device.close()


def _open(camera: str) -> Any:
    if not camera:
        raise CalibrationError(
            say("No camera is in the config; name one there, or give a picture of the empty tray with --from.")
        )
    return open_device("vision.cameras", camera)


def _wait_until_ready(state: wizard.State, device: Any, echo: Echo) -> None:
    """Look at live pictures until one will do; after a while say what is missing and go on."""
    for _ in range(LIVE_FRAMES):
        seen = wizard.look(state, device.read().image)
        if seen.is_ready:
            echo(say("The picture will do."))
            return
    _tell(seen, echo)


def _picture(device: Any) -> Any:
    return device.still().image if hasattr(device, "still") else device.read().image


def _measure_lens(wanted: Wanted, camera: str, echo: Echo) -> Lens:
    if wanted.board:
        views = [view for path in wanted.board if (view := lens.find_board(load_picture(path))) is not None]
        return lens.measure_lens(views)
    device = _open(camera)
    views = []
    echo(say("Hold the board before the camera, turned to the left, right, up and down, near and far."))
    try:
        for _ in range(LENS_FRAMES):
            view = lens.find_board(_picture(device))
            if view is not None and lens.is_new(view, views):
                views.append(view)
                echo(say("View {n} of {enough}.", n=len(views), enough=lens.ENOUGH_VIEWS))
            if len(views) >= lens.ENOUGH_VIEWS:
                break
    finally:
        device.close()
    return lens.measure_lens(views, camera)


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
    height = round(profile.eye.place_mm[2])
    if len(profile.trays) > 1:
        echo(say("{n} boxes, camera {height} mm above their floors.", n=len(profile.trays), height=height))
    else:
        (left, top), _, (right, bottom), _ = profile.trays[0].corners_mm
        size = f"{right - left:.0f} × {top - bottom:.0f}"
        echo(say("Tray {size} mm, camera {height} mm above its floor.", size=size, height=height))
    if profile.held:
        echo(say("The camera's exposure and colours are held as they are now."))
    echo(say("This profile is {identity}.", identity=profile.identity[:12]))
