"""The pages of the hub: all tables of a game night at a glance, one in detail, results, standings, and exports."""

from pathlib import Path

from flask import Flask
from jinja2 import ChoiceLoader, FileSystemLoader

from companion.hub.hub import Hub
from web.access import Access
from web.assets import Assets
from web.hub import guard
from web.hub.context import HERE, HubPanel
from web.hub.exports import exports
from web.hub.pages import pages
from web.hub.stream import HubBroadcast
from web.language import Speaker


def create_hub_app(hub: Hub, folder: Path | None = None, loopback_is_host: bool = True) -> Flask:
    """The web application of a hub.

    Who knows the short code may look at everything and change nothing; the organiser's long code is shown in the
    terminal only. Whoever sits at the hub's own machine is organiser.
    """
    app = Flask("web.hub", root_path=str(HERE), static_folder=None)
    app.jinja_loader = ChoiceLoader([FileSystemLoader(HERE / "templates"), FileSystemLoader(HERE.parent / "templates")])
    access, assets = Access(folder, loopback_is_host), Assets(HERE / "static")
    app.extensions["panel"] = HubPanel(hub, access, HubBroadcast(hub), assets)
    app.extensions["access"] = access
    guard.install(app)
    for blueprint in (assets.blueprint(), pages, exports):
        app.register_blueprint(blueprint)
    app.jinja_env.globals["asset"] = assets.url

    @app.context_processor
    def words() -> dict[str, object]:
        return {"_": Speaker(guard.language()), "lang": guard.language(), "simulated": False}

    return app
