"""What lies in the tray: settling doubts, reading again, and the simulated table's hand, buttons and faults."""

from flask import Blueprint, Response, jsonify

from web.access import Refused
from web.context import panel
from web.guard import at_the_table, body, for_seat, host_only, item
from web.room import Room

tray = Blueprint("tray", __name__)


@tray.post("/api/answer")
def answer() -> Response:
    """A person says what a doubtful piece shows."""
    at_the_table()
    sent, room = body(), panel().room
    seen = room.live().observation
    piece = item(sent, "piece", int)
    if seen is None or not 0 <= piece < len(seen.pieces):
        raise Refused("That piece is no longer in the tray.", 409)
    room.answer(piece, item(sent, "face", str, 20), item(sent, "color", str, 20))
    return jsonify(ok=True)


@tray.post("/api/accept")
def accept() -> Response:
    """A person says that the reading is right as it is."""
    at_the_table()
    panel().room.accept()
    return jsonify(ok=True)


@tray.post("/api/recheck")
def recheck() -> Response:
    """A person wants the tray read again."""
    at_the_table()
    panel().room.recheck()
    return jsonify(ok=True)


# ------------------------------------------------------------------------------------------------ simulated


def simulated() -> Room:
    """The room, if its table is simulated."""
    room = panel().room
    if not room.simulated:
        raise Refused("This table has a real tray; that works on a simulated one only.", 409)
    return room


@tray.post("/api/press")
def press() -> Response:
    """Press a button."""
    at_the_table()
    room, name = simulated(), item(body(), "button", str, 40)
    if name not in {known for known, _ in room.buttons()}:
        raise Refused("There is no such button.", 404)
    room.press(name)
    return jsonify(ok=True)


@tray.post("/api/throw")
def throw() -> Response:
    """Throw what is to be rolled."""
    room, seat = simulated(), item(body(), "seat", int)
    for_seat(seat)
    room.throw(seat)
    return jsonify(ok=True)


@tray.post("/api/clear")
def clear() -> Response:
    """Take everything out."""
    at_the_table()
    simulated().clear_tray()
    return jsonify(ok=True)


@tray.post("/api/fault")
def fault() -> Response:
    """Switch a fault on or off."""
    host_only()
    room, sent = simulated(), body()
    name = item(sent, "name", str, 40)
    if name not in room.faults():
        raise Refused("There is no such fault.", 404)
    room.set_fault(name, item(sent, "on", bool))
    return jsonify(ok=True)
