"""The hub's pages, what they ask for, and the few things an organiser can change."""

from datetime import date

from flask import Blueprint, Response, g, jsonify, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from companion.hub.intake import Desk
from web.access import Refused
from web.guard import body, item
from web.hub import guard, present
from web.hub.context import HERE, panel, the_desk
from web.language import Speaker, catalogue, languages, panel_words
from web.panel import address
from web.qr import qr_svg

pages = Blueprint("pages", __name__)


def page(name: str, **more: object) -> str:
    """A page with everything its script needs for the first picture."""
    lang, device = guard.language(), g.device
    boot = {
        "you": {"csrf": panel().access.csrf(device), "organiser": device.host},
        "code": panel().access.code if device.host else "",
        "lang": lang,
        "langs": languages(),
        "words": words(lang),
        "page": name,
        **panel().broadcast.snapshot(lang, evening=name == "hubresults"),
        **more,
    }
    modules = panel().assets.modules(f"{name}.js")
    return render_template("hubpage.html", page=name, boot=boot, modules=modules)


def words(language: str) -> dict[str, str]:
    """The part of a catalogue that the hub's scripts need, and those they share with the table's panel."""
    wanted = panel_words(HERE) | panel_words()
    return {english: text for english, text in catalogue(language).items() if english in wanted}


@pages.get("/")
def tables() -> str:
    """All tables at a glance."""
    return page("hubtables")


@pages.get("/table/<name>")
def table(name: str) -> str:
    """One table in detail."""
    return page("hubtable", detail=_detail(the_desk(name)))


@pages.get("/results")
def results() -> str:
    """What was played, who stands how, and which pieces wandered."""
    return page("hubresults")


@pages.get("/overlay/<name>")
def overlay(name: str) -> str:
    """One table's scores on a clear ground, for a stream."""
    the_desk(name)
    return page("huboverlay", table=name)


@pages.get("/print")
def sheet() -> str:
    """The evening on paper."""
    shown = present.evening(panel().hub, guard.language(), wanted_day())
    return render_template("hubprint.html", evening=shown)


@pages.get("/health")
def health() -> str:
    """Whether the hub answers."""
    return "ok"


@pages.get("/join")
def join() -> AnyResponse | str:
    """The door: the code comes with the address that was scanned, or is typed."""
    problem = ""
    if code := request.args.get("code", ""):
        try:
            g.fresh = panel().access.join(code[:40], request.remote_addr or "", known=g.device)
            return redirect("/")
        except Refused as refused:
            problem = Speaker(guard.language())(refused.args[0])
    boot = {"lang": guard.language(), "words": words(guard.language()), "page": "hubjoin", "problem": problem}
    return render_template("hubpage.html", page="hubjoin", boot=boot, modules=())


@pages.get("/qr.svg")
def qr() -> Response:
    """The square that lets somebody watch."""
    return Response(qr_svg(f"http://{address()}/join?code={panel().access.code}"), mimetype="image/svg+xml")


# ------------------------------------------------------------------------------------------------ asked by scripts


@pages.post("/api/join")
def enter() -> Response:
    """Come in with a code."""
    g.fresh = panel().access.join(item(body(), "code", str, 40), request.remote_addr or "", known=g.device)
    return jsonify(ok=True)


@pages.get("/api/stream")
def stream() -> Response:
    """Everything that changes, as server-sent events."""
    told = panel().streams.held(panel().broadcast.listen(guard.language(), evening="evening" in request.args))
    return Response(told, mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})


@pages.get("/api/table/<name>")
def one_table(name: str) -> Response:
    """One table in detail."""
    return jsonify(_detail(the_desk(name)))


@pages.get("/api/evening")
def one_evening() -> Response:
    """Another evening than the newest."""
    return jsonify(present.evening(panel().hub, guard.language(), wanted_day()))


@pages.post("/api/me")
def change_me() -> Response:
    """A device chooses its language."""
    lang = item(body(), "lang", str, 8)
    panel().access.change(g.device, lang=lang if lang in languages() else "")
    return jsonify(ok=True)


@pages.post("/api/table/<name>/anew")
def begin_anew(name: str) -> Response:
    """The organiser lets a refused table begin a new journal here; the old one is kept."""
    guard.organiser()
    if not the_desk(name).kept.standing.trouble:
        raise Refused("This table is not refused, so its journal simply goes on.", 409)
    panel().hub.intake.begin_anew(name)
    return jsonify(ok=True)


def wanted_day() -> date | None:
    """The evening that was asked for; None = the newest."""
    try:
        return date.fromisoformat(request.args.get("day", ""))
    except ValueError:
        return None


def _detail(desk: Desk) -> present.Json:
    return present.detail(panel().hub, desk, guard.language())
