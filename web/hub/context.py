"""What the routes of the hub work with, found through the app that answers the request."""

from dataclasses import dataclass, field
from pathlib import Path

from flask import current_app

from companion.hub.hub import Hub
from companion.hub.intake import Desk
from web.access import Access, Refused
from web.assets import Assets
from web.hub.stream import HubBroadcast
from web.stream import Gauge

HERE = Path(__file__).parent
MAX_STREAMS = 340
"""Pages that may be open at a time: many more people watch a convention than sit at one table."""
THREADS = MAX_STREAMS + 40
"""Every open page holds one; the rest answer requests."""


@dataclass(frozen=True, slots=True)
class HubPanel:
    """One hub and everything its pages keep."""

    hub: Hub
    access: Access
    broadcast: HubBroadcast
    assets: Assets
    streams: Gauge = field(default_factory=lambda: Gauge(MAX_STREAMS))


def panel() -> HubPanel:
    """The panel that answers the present request."""
    found: HubPanel = current_app.extensions["panel"]
    return found


def the_desk(name: str) -> Desk:
    """The table with this name."""
    desk = panel().hub.intake.desk(name)
    if desk is None:
        raise Refused("There is no such table here.", 404)
    return desk
