"""What the routes of the panel work with, found through the app that answers the request."""

import threading
from dataclasses import dataclass, field
from pathlib import Path

from flask import current_app, g

from calibration.wizard import State
from web.access import Access, Refused
from web.assets import Assets
from web.clock import Clock
from web.room import Room, Table
from web.stream import Broadcast, Gauge


class Bench:
    """The one calibration that is under way."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.state: State | None = None
        self.done = False


@dataclass(frozen=True, slots=True)
class Panel:
    """One panel: the room it shows and everything it keeps about the people in it."""

    room: Room
    access: Access
    clock: Clock
    broadcast: Broadcast
    assets: Assets
    folder: Path | None = None
    streams: Gauge = field(default_factory=Gauge)
    bench: Bench = field(default_factory=Bench)


def panel() -> Panel:
    """The panel that answers the present request."""
    found: Panel = current_app.extensions["panel"]
    return found


def the_table() -> Table:
    """The table being played at."""
    table = panel().room.table
    if table is None:
        raise Refused("No game is running; the host starts one.", 409)
    g.names = table.names
    return table
