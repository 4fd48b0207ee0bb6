"""The people at the table: joining, names and languages, taking seats, pausing."""

from flask import Blueprint, Response, g, jsonify, request

from web.access import Refused
from web.context import panel, the_table
from web.guard import at_the_table, body, host_only, item, me
from web.language import languages

people = Blueprint("people", __name__)
MAX_NAME = 20


@people.post("/api/join")
def join() -> Response:
    """Come in with the code of the table."""
    sent, access = body(), panel().access
    name = clean_name(item(sent, "name", str, 60)) if sent.get("name") else ""
    g.fresh = access.join(item(sent, "code", str, 40), request.remote_addr or "", name, g.device)
    panel().broadcast.poke()
    return jsonify(ok=True, role=g.fresh.role)


@people.post("/api/me")
def change_me() -> Response:
    """A device gives its name or chooses its language."""
    sent, device, access = body(), me(), panel().access
    if "name" in sent:
        access.change(device, name=clean_name(item(sent, "name", str, 60)))
    if "lang" in sent:
        lang = item(sent, "lang", str, 8)
        access.change(device, lang=lang if lang in languages() else "")
    panel().broadcast.poke()
    return jsonify(ok=True)


@people.post("/api/seat")
def seat() -> Response:
    """Take a seat, ask for a taken one, or give one back."""
    sent, device, access = body(), me(), panel().access
    wanted = item(sent, "seat", int)
    if not 0 <= wanted < len(the_table().names):
        raise Refused("There is no such seat at this table.", 404)
    device = access.take(device, wanted) if item(sent, "take", bool) else access.leave(device, wanted)
    panel().broadcast.poke()
    return jsonify(ok=True, waiting=device.wants is not None)


@people.post("/api/device")
def device() -> Response:
    """The host decides about another device."""
    host, sent, access = host_only(), body(), panel().access
    other = access.by_handle(item(sent, "handle", str, 12))
    act = item(sent, "act", str, 10)
    if act in ("allow", "deny"):
        access.decide(other, act == "allow")
    elif act == "host":
        access.change(other, host=True)
    elif act == "remove" and other.id != host.id:
        access.remove(other)
    else:
        raise Refused("That cannot be done with this device.", 400)
    panel().broadcast.poke()
    return jsonify(ok=True)


@people.post("/api/pause")
def pause() -> Response:
    """Stop the clocks, or let them go on."""
    at_the_table()
    panel().clock.pause(the_table(), item(body(), "on", bool))
    panel().broadcast.poke()
    return jsonify(ok=True)


def clean_name(text: str) -> str:
    """A name as it may stand on a page and in a file: printable, one line, not too long."""
    name = " ".join("".join(c for c in text if c.isprintable()).split())
    if not name or len(name) > MAX_NAME:
        raise Refused("A name has 1 to 20 letters.", 400)
    return name
