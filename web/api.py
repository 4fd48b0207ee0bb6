"""Playing through the panel: events, undo and corrections go from a page to the table here, and changes come back."""

import re
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, abort, jsonify

from companion.errors import IllegalEvent
from companion.model import Event
from companion.words import say
from web.access import Device, Refused
from web.context import panel, the_table
from web.guard import body, for_seat, host_only, item, language
from web.language import Speaker
from web.present import show_change, show_entry, show_prompt
from web.room import Table
from web.stream import moving_picture

api = Blueprint("api", __name__)
SHA = re.compile(r"[0-9a-f]{64}")
LONGEST_EVENT = 4000


# ------------------------------------------------------------------------------------------------ looking


@api.get("/api/stream")
def stream() -> Response:
    """Everything that changes, as it changes."""
    news = panel().streams.held(panel().broadcast.listen(language()))
    return Response(news, mimetype="text/event-stream")


@api.get("/camera.mjpeg")
def camera() -> Response:
    """The moving picture."""
    pictures = panel().streams.held(moving_picture(panel().room, panel().broadcast.closing))
    return Response(pictures, mimetype="multipart/x-mixed-replace; boundary=frame")


@api.get("/api/history")
def history() -> Response:
    """Every event of the game, in words."""
    table = panel().room.table
    speak = Speaker(language(), table.names if table else ())
    return jsonify([show_entry(entry, speak) for entry in table.history()] if table else [])


@api.get("/evidence/<sha>.jpg")
def evidence(sha: str) -> Response:
    """The photograph of a roll, for those at the table."""
    picture = panel().room.evidence(sha) if SHA.fullmatch(sha) else None
    if picture is None:
        abort(404)
    return Response(picture, mimetype="image/jpeg", headers={"Cache-Control": "private, max-age=86400"})


# ------------------------------------------------------------------------------------------------ playing


@api.post("/api/events")
def submit() -> Response:
    """A seat answers a prompt."""
    sent, table = body(), the_table()
    event = _event(table, item(sent, "event", str, LONGEST_EVENT))
    device = for_seat(event.seat)
    table.submit(event, _source(device), item(sent, "number", int))
    return jsonify(ok=True)


@api.post("/api/undo")
def undo() -> Response:
    """A seat takes its last action back."""
    sent, table = body(), the_table()
    seat = item(sent, "seat", int)
    device = for_seat(seat)
    table.undo(seat, _source(device), item(sent, "number", int))
    return jsonify(ok=True)


@api.get("/api/asked/<int:index>")
def asked(index: int) -> Response:
    """What could have been done instead of an earlier event, for the host who puts it right."""
    host_only()
    table = the_table()
    speak = Speaker(language(), table.names)
    return jsonify([show_prompt(prompt, table.view, speak) for prompt in table.asked(index)])


@api.post("/api/preview")
def preview() -> Response:
    """What a correction would change; changes nothing."""
    host_only()
    sent, table = body(), the_table()
    index, event = _entry_and_event(table, sent)
    return jsonify(show_change(table.preview(index, event), Speaker(language(), table.names)))


@api.post("/api/correct")
def correct() -> Response:
    """The host puts an earlier event right, and says why."""
    device = host_only()
    sent, table = body(), the_table()
    index, event = _entry_and_event(table, sent)
    why = item(sent, "why", str).strip()
    if not why:
        raise Refused("Say in a few words why, so that everybody can see it later.", 400)
    table.correct(index, event, device.name or "host", why)
    return jsonify(ok=True)


def _event(table: Table, text: str) -> Event:
    event = Event.parse(text)
    if event.seat >= len(table.names):
        raise IllegalEvent(say("There is no seat {n} at this table.", n=event.seat + 1))
    return event


def _entry_and_event(table: Table, sent: Mapping[str, Any]) -> tuple[int, Event]:
    index = item(sent, "index", int)
    if not any(entry.index == index for entry in table.history()):
        raise Refused("That event is not in the history.", 404)
    return index, _event(table, item(sent, "event", str, LONGEST_EVENT))


def _source(device: Device) -> str:
    return "panel (host)" if device.host else "panel"
