"""Calibration on the panel: the same steps as in the terminal, with the live picture to look at and tap on."""

from pathlib import Path
from typing import Any

import cv2
from flask import Blueprint, Response, abort, jsonify

from calibration import wizard
from web.access import Refused
from web.context import Bench, panel
from web.guard import body, host_only, item, language
from web.language import Speaker
from web.present import Json

calibrate = Blueprint("calibrate", __name__)
PROFILE = "profile.json"
WIDEST_PX = 960


def bench() -> Bench:
    """The bench of this panel."""
    return panel().bench


def picture() -> Any:
    """The newest picture of the camera as it came, nothing drawn on it."""
    look = getattr(panel().room, "picture", None)
    found = look() if look is not None else None
    if found is None:
        raise Refused("There is no camera picture now; check the camera, or calibrate in a terminal.", 409)
    return found


@calibrate.get("/api/calibrate")
def where() -> Response:
    """Look once: what is found in the live picture, and what should be better."""
    host_only()
    with bench().lock:
        state = bench().state or wizard.begin()
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
    with bench().lock:
        state = bench().state or wizard.begin()
        bench().state = _acted(state, act, sent)
        bench().done = act == "finish"
        return jsonify(_shown(bench().state or state))


def _acted(state: wizard.State, act: str, sent: Any) -> wizard.State:
    if act == "begin":
        return wizard.begin(tray_mm=_tray_mm(sent))
    if act == "tap":
        seen = picture()
        x, y = item(sent, "x", int), item(sent, "y", int)
        if not (0 <= x <= 10_000 and 0 <= y <= 10_000):
            raise Refused("Tap inside the picture.", 400)
        return wizard.tap(state, (x / 10_000 * seen.shape[1], y / 10_000 * seen.shape[0]))
    if act == "empty":
        return wizard.take_empty(state, picture())
    if act == "pieces":
        return wizard.take_pieces(state, picture())
    if act == "finish":
        return _finish(state)
    raise Refused("There is no such step.", 400)


def _tray_mm(sent: Any) -> tuple[float, float] | None:
    if sent.get("width_mm") is None:
        return None
    return float(item(sent, "width_mm", int)), float(item(sent, "depth_mm", int))


def _finish(state: wizard.State) -> wizard.State:
    folder = panel().folder
    if folder is None:
        raise Refused("There is no data folder to keep the profile in.", 409)
    wizard.finish(state, Path(folder) / PROFILE)
    use = getattr(panel().room, "use_profile", None)
    if use is not None:
        use(Path(folder) / PROFILE)
    return state


def _shown(state: wizard.State) -> Json:
    speak = Speaker(language())
    return {
        "step": state.step,
        "ready": state.is_ready,
        "done": bench().done,
        "taps": len(state.taps),
        "says": [speak(text) for text in state.says],
        "tray_mm": state.tray_mm,
    }
