"""The pages: small frames that the scripts fill, with everything they need for the first picture inside."""

import json
import socket

from flask import Blueprint, Response, g, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from web.access import Access, Device, Refused
from web.context import panel, the_table
from web.export import as_csv, as_json, bgstats_link
from web.guard import language, me
from web.language import Speaker, languages, page_words
from web.present import Json, show_entry
from web.qr import qr_svg

pages = Blueprint("pages", __name__)
NEXT = ("play", "table", "host", "calibrate", "history", "final", "welcome", "fairness", "witness")


def page(name: str, **more: object) -> str:
    """A page with everything its script needs for the first picture."""
    room, lang = panel().room, language()
    boot = {
        "you": show_me(me(), panel().access),
        "lang": lang,
        "langs": languages(),
        "words": page_words(lang),
        "page": name,
        **{part: json.loads(text) for part, text in panel().broadcast.snapshot(lang).items()},
        **more,
    }
    modules = panel().assets.modules(f"{name}.js")
    return render_template("page.html", page=name, boot=boot, simulated=room.simulated, modules=modules)


@pages.get("/")
def play() -> AnyResponse | str:
    """A player's page; on a table that was never set up its host is shown the first steps once."""
    steps = getattr(panel().room, "first_steps", None)
    if steps is not None and steps.is_due and me().host:
        return redirect("/welcome")
    return page("play")


@pages.get("/table")
def table() -> str:
    """The big display."""
    return page("table", code=panel().access.code, address=address())


@pages.get("/host")
def host() -> AnyResponse | str:
    """The host's page."""
    return page("host", code=panel().access.code, address=address()) if me().host else redirect("/")


@pages.get("/calibrate")
def calibrate() -> AnyResponse | str:
    """Measuring the tray."""
    return page("calibrate") if me().host else redirect("/")


@pages.get("/history")
def history() -> str:
    """Every event, by round."""
    return page("history")


@pages.get("/final")
def final() -> str:
    """The score sheet."""
    game = panel().room.table
    speak = Speaker(language(), game.names if game else ())
    past = [show_entry(e, speak) for e in game.history()] if game else []
    return page("final", bgstats=bgstats_link(game) if game else "", history=past)


@pages.get("/join")
def join() -> AnyResponse | str:
    """The door: the code comes with the address that was scanned, or is typed."""
    then = request.args.get("next", "play")
    then = then if then in NEXT else "play"
    problem = ""
    if code := request.args.get("code", ""):
        try:
            g.fresh = panel().access.join(code[:40], request.remote_addr or "", known=g.device)
            panel().broadcast.poke()
            return redirect("/" if then == "play" else f"/{then}")
        except Refused as refused:
            problem = Speaker(language())(refused.args[0])
    boot = {"lang": language(), "words": page_words(language()), "page": "join", "next": then, "problem": problem}
    return render_template("join.html", page="join", boot=boot, simulated=panel().room.simulated)


@pages.get("/health")
def health() -> str:
    """``ok``, or why this start is in safe mode."""
    safe: str = getattr(panel().room, "safe", "")
    return f"safe mode: {safe}" if safe else "ok"


# ------------------------------------------------------------------------------------------------ files


@pages.get("/qr.svg")
def qr() -> Response:
    """The square that a phone scans to join."""
    return Response(qr_svg(f"http://{address()}/join?code={panel().access.code}"), mimetype="image/svg+xml")


@pages.get("/export.csv")
def export_csv() -> Response:
    """The game for a spreadsheet."""
    return _download(as_csv(the_table()), "text/csv", "csv")


@pages.get("/export.json")
def export_json() -> Response:
    """The game for a program."""
    return _download(as_json(the_table()), "application/json", "json")


def _download(text: str, kind: str, ending: str) -> Response:
    name = f"{the_table().game.name}.{ending}"
    return Response(text, mimetype=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def show_me(device: Device, access: Access) -> Json:
    """What a page must know of its own device."""
    return {"handle": device.handle, "csrf": access.csrf(device)}


def address() -> str:
    """The address a phone on the same network reaches us at, as ``host:port``."""
    host, _, port = request.host.partition(":")
    if host in ("localhost", "127.0.0.1"):
        host = lan_address() or host
    return f"{host}:{port}" if port else host


def lan_address() -> str:
    """This machine's own address on its network; connecting a datagram socket only asks the routing table."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            found: str = probe.getsockname()[0]
        except OSError:
            return ""
    return found
