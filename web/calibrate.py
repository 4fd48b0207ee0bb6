"""Calibration on the panel: the same steps as in the terminal, with the live picture to look at and tap on."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
from flask import Blueprint, Response, abort, jsonify

from calibration import wizard
from calibration.lens import load_lens
from companion.errors import CalibrationError
from web.access import Refused
from web.context import Bench, panel
from web.guard import body, host_only, item, language
from web.language import Speaker
from web.present import Json

calibrate = Blueprint("calibrate", __name__)
PROFILE, LENS = "profile.json", "lens.json"
WIDEST_PX = 960


def bench() -> Bench:
    """The bench of this panel."""
    return panel().bench


def picture(kind: str = "picture") -> Any:
    """The newest picture of the camera as it came, or a ``still`` as rolls are read from it."""
    look = getattr(panel().room, kind, None) or getattr(panel().room, "picture", None)
    found = look() if look is not None else None
    if found is None:
        raise Refused("There is no camera picture now; check the camera, or calibrate in a terminal.", 409)
    return found


@calibrate.get("/api/calibrate")
def where() -> Response:
    """Look once: what is found in the live picture, and what should be better."""
    host_only()
    with bench().lock:
        state = bench().state or _begin({})
        if state.step == "empty":
            state = wizard.look(state, picture())
        bench().state = state
        return jsonify(_shown(state))


@calibrate.get("/calibrate.jpg")
def shown() -> Response:
    """The picture that belongs to the last answer."""
    host_only()
    state = bench().state
    if state is None or state.show is None:
        abort(404)
    height, width = state.show.shape[:2]
    smaller = min(1.0, WIDEST_PX / width)
    small = cv2.resize(state.show, (round(width * smaller), round(height * smaller)), interpolation=cv2.INTER_AREA)
    return Response(cv2.imencode(".jpg", small)[1].tobytes(), mimetype="image/jpeg")


@calibrate.post("/api/calibrate")
def step() -> Response:
    """Take the next step: begin, tap a corner, take a picture, or finish."""
    host_only()
    sent = body()
    act = item(sent, "act", str, 10)
    if act not in ACTS:
        raise Refused("There is no such step.", 400)
    with bench().lock:
        state = bench().state or _begin({})
        bench().state = state = ACTS[act](state, sent)
        bench().done = act == "finish"
        return jsonify(_shown(state))


# ------------------------------------------------------------------------------------------------ the steps


def _begin(sent: Any) -> wizard.State:
    """From the start: the camera may choose its exposure again."""
    state = wizard.begin(_camera_url(), _tray_mm(sent), is_several=bool(sent.get("several")))
    _of_camera("release")
    return state


def _tap(state: wizard.State, sent: Any) -> wizard.State:
    seen = state.empty if state.step == "boxes" and state.empty is not None else picture()
    x, y = item(sent, "x", int), item(sent, "y", int)
    if not (0 <= x <= 10_000 and 0 <= y <= 10_000):
        raise Refused("Tap inside the picture.", 400)
    return wizard.tap(state, (x / 10_000 * seen.shape[1], y / 10_000 * seen.shape[0]))


def _empty(state: wizard.State, sent: Any) -> wizard.State:
    """Hold the camera as it is and measure; if the picture will not do, the camera may choose again."""
    held = _of_camera("hold") or {}
    try:
        seen = picture("still")
        lens = load_lens(_folder() / LENS, _camera_url(), (seen.shape[1], seen.shape[0]))
        taps = tuple(_in_still(at, seen) for at in state.taps)
        return wizard.take_empty(wizard.hold(wizard.with_lens(wizard.retapped(state, taps), lens), held), seen)
    except CalibrationError:
        _of_camera("release")
        raise


def _in_still(at: tuple[float, float], still: Any) -> tuple[float, float]:
    """A point tapped on the watched picture, in the still of the same view."""
    share = still.shape[1] / picture().shape[1]
    return at[0] * share, at[1] * share


def _pieces(state: wizard.State, sent: Any) -> wizard.State:
    return wizard.take_pieces(state, picture("still"))


def _give(state: wizard.State, sent: Any) -> wizard.State:
    """Give a box to a seat, or to everybody (-1)."""
    seat = item(sent, "seat", int)
    if not -1 <= seat < wizard.MOST_SEATS:
        raise Refused("There is no such seat.", 400)
    return wizard.give_tray(state, item(sent, "tray", int), None if seat < 0 else seat)


def _remove(state: wizard.State, sent: Any) -> wizard.State:
    return wizard.remove_tray(state, item(sent, "tray", int))


def _boxes(state: wizard.State, sent: Any) -> wizard.State:
    return wizard.end_boxes(state)


def _finish(state: wizard.State, sent: Any) -> wizard.State:
    path = getattr(panel().room, "profile_path", None) or _folder() / PROFILE
    wizard.finish(state, path)
    use = getattr(panel().room, "use_profile", None)
    if use is not None:
        use(path)
    return state


ACTS: dict[str, Callable[[wizard.State, Any], wizard.State]] = {
    "begin": lambda state, sent: wizard.look(_begin(sent), picture()),
    "tap": _tap,
    "empty": _empty,
    "give": _give,
    "remove": _remove,
    "boxes": _boxes,
    "pieces": _pieces,
    "finish": _finish,
}


# ------------------------------------------------------------------------------------------------ small things


def _of_camera(verb: str) -> Any:
    """What the room's camera does, if it has one that can."""
    act = getattr(panel().room, verb, None)
    return act() if act is not None else None


def _camera_url() -> str:
    return str(getattr(panel().room, "camera_url", ""))


def _folder() -> Path:
    folder = panel().folder
    if folder is None:
        raise Refused("There is no data folder to keep the profile in.", 409)
    return Path(folder)


def _tray_mm(sent: Any) -> tuple[float, float] | None:
    if sent.get("width_mm") is None:
        return None
    return float(item(sent, "width_mm", int)), float(item(sent, "depth_mm", int))


def _shown(state: wizard.State) -> Json:
    table = panel().room.table
    names = table.names if table is not None else ()
    speak = Speaker(language(), names)
    return {
        "step": state.step,
        "ready": state.is_ready,
        "done": bench().done,
        "several": state.is_several,
        "taps": len(state.taps),
        "says": [speak(text) for text in state.says],
        "tray_mm": state.tray_mm,
        "boxes": [tray.seat for tray in state.profile.trays] if state.is_several and state.profile else [],
        "seats": [names[k] if k < len(names) else f"{k + 1}" for k in range(wizard.MOST_SEATS)],
    }
