"""The first steps on the panel: a short guided set-up for whoever just plugged the table in."""

from typing import Any

from flask import Blueprint, Response, jsonify, redirect
from werkzeug.wrappers import Response as AnyResponse

from web.access import Refused
from web.context import panel
from web.guard import body, host_only, item, language, me
from web.language import Speaker, languages
from web.panel import address, page
from web.people import clean_name
from web.present import Json

welcome = Blueprint("welcome", __name__)


def steps() -> Any:
    """The first steps of this room; a room in a test may have none."""
    found = getattr(panel().room, "first_steps", None)
    if found is None:
        raise Refused("This table cannot be set up on the panel.", 409)
    return found


@welcome.get("/welcome", endpoint="welcome")
def show() -> AnyResponse | str:
    """The set-up page."""
    if not me().host:
        return redirect("/")
    return page("welcome", code=panel().access.code, address=address())


@welcome.get("/api/welcome")
def where() -> Response:
    """Which steps are done, and what there is to choose from."""
    host_only()
    return jsonify(_shown())


@welcome.post("/api/welcome")
def act() -> Response:
    """Take a step, skip one, try something out, or finish."""
    host_only()
    sent = body()
    what = item(sent, "act", str, 12)
    if what not in ACTS:
        raise Refused("There is no such step.", 400)
    said = ACTS[what](sent)
    return jsonify({**_shown(), **(said or {})})


def _shown() -> Json:
    speak, room = Speaker(language()), panel().room
    state = steps().state()
    for offers in ("cameras", "boards"):
        state[offers] = [{**offer, "text": speak(offer["text"])} for offer in state[offers]]
    return {
        **state,
        "code": panel().access.code,
        "languages": languages(),
        "safe": getattr(room, "safe", ""),
        "picture": room.frame_jpeg() is not None,
    }


def _name(sent: Any) -> None:
    name, chosen = clean_name(item(sent, "name", str, 60)), item(sent, "language", str, 5)
    if not name:
        raise Refused("Give the table a name.", 400)
    steps().name_table(name, chosen if chosen in languages() else "en")


def _code(sent: Any) -> None:
    wanted = item(sent, "code", str, 40)
    if wanted:
        panel().access.set_code(wanted)
    else:
        panel().access.renew_code()
    panel().broadcast.poke()
    steps().mark("code", "done")


def _camera(sent: Any) -> None:
    steps().use_camera(_offered(sent, "cameras"))


def _lights(sent: Any) -> None:
    steps().use_lights(_offered(sent, "boards"))


def _offered(sent: Any, among: str) -> str:
    """An address that we offered: a page must not be able to point the table at any other."""
    url = item(sent, "url", str, 200)
    if url and url not in {offer["url"] for offer in steps().state()[among]}:
        raise Refused("That was not among the choices; look again.", 400)
    return url


def _mark(sent: Any) -> None:
    steps().mark(item(sent, "step", str, 20), item(sent, "how", str, 10))


def _look(_: Any) -> Json:
    """Read the tray as it is, whatever game is on or none."""
    seen, speak = panel().room.look(), Speaker(language())  # type: ignore[attr-defined]
    drawn = [{"kind": p.kind, "face": p.face, "color": p.color} for p in seen.pieces]
    pieces = [" ".join(speak.word(w) for w in (p.color, p.kind, p.face) if w) for p in seen.pieces]
    return {"seen": pieces, "pieces": drawn, "doubts": [speak(text) for text in seen.doubts]}


def _blink(_: Any) -> None:
    panel().room.blink()  # type: ignore[attr-defined]


def _throw(_: Any) -> None:
    panel().room.throw_anything()  # type: ignore[attr-defined]


def _restart(_: Any) -> None:
    panel().room.restart()  # type: ignore[attr-defined]


def _finish(_: Any) -> None:
    steps().finish()


ACTS = {
    "name": _name, "code": _code, "camera": _camera, "lights": _lights, "mark": _mark, "look": _look, "blink": _blink,
    "throw": _throw, "restart": _restart, "finish": _finish,
}  # fmt: skip
