"""The panel: what people see and touch on phones, tablets and a screen beside the table."""

from pathlib import Path

from flask import Flask

from web import guard
from web.access import Access
from web.api import api
from web.assets import Assets
from web.calibrate import calibrate
from web.clock import Clock
from web.context import Panel
from web.copies import copies
from web.fairness import fairness
from web.language import Speaker
from web.panel import pages
from web.people import people
from web.room import Room
from web.setup import setup
from web.stream import Broadcast
from web.tray import tray
from web.welcome import welcome
from web.witness import witness


def create_app(room: Room, folder: Path | None = None, loopback_is_host: bool = True) -> Flask:
    """The web application for a room; what must outlive a restart (codes, devices, pauses) is kept in ``folder``.

    Whoever opens the panel on this very machine is host without a code: they could read the code from its disk
    anyway. Everybody else needs the table code, or the host code that only the terminal shows.
    """
    app = Flask(__name__, static_folder=None)
    said = getattr(room, "config", None)
    access = Access(folder, loopback_is_host, said.panel.code if said else "")
    clock, assets = Clock(folder), Assets()
    app.extensions["panel"] = Panel(room, access, clock, Broadcast(room, access, clock), assets, folder)
    app.extensions["access"] = access
    guard.install(app)
    routes = (pages, api, tray, people, setup, copies, calibrate, welcome, fairness, witness)
    for blueprint in (assets.blueprint(), *routes):
        app.register_blueprint(blueprint)
    app.jinja_env.globals["asset"] = assets.url

    @app.context_processor
    def words() -> dict[str, object]:
        said = {"_": Speaker(guard.language()), "lang": guard.language()}
        return {**said, "safe": getattr(room, "safe", "")}

    return app
