"""Stands before every request to the hub: strangers need the code, and only the organiser changes anything."""

from flask import Flask, Response, g, jsonify, redirect, render_template, request
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as AnyResponse

from companion.errors import CompanionError, text_of
from web.access import Access, Device, Refused
from web.guard import HEADERS, LOOKING, MAX_BODY, YEAR_S, check_origin, is_here, is_home_name
from web.hub.context import panel
from web.language import Speaker, best, languages

COOKIE = "hub"
OPEN = frozenset({"pages.join", "pages.enter", "pages.health", "assets.serve"})
"""Endpoints that need no code."""


def language() -> str:
    """The language of whoever is asking; ``?lang=de`` chooses one, for overlays and prints."""
    device: Device | None = g.get("device")
    wanted = request.args.get("lang", "")
    return best(wanted if wanted in languages() else device.lang if device else "", str(request.accept_languages))


def organiser() -> Device:
    """The device that is asking, if it is the organiser's."""
    device: Device | None = g.get("device")
    if device is None or not device.host:
        raise Refused("Only the organiser can do that.")
    return device


def install(app: Flask) -> None:
    """Put the guard before every request of the app."""
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY
    app.before_request(_check)
    app.after_request(_seal)
    app.register_error_handler(CompanionError, _refuse)
    app.register_error_handler(HTTPException, _http_error)


def _check() -> AnyResponse | None:
    access = panel().access
    if not is_home_name(request.host):
        raise Refused("Open the hub by its address in this network, such as http://192.168.1.20:8100.", 421)
    g.device = access.device(request.cookies.get(COOKIE, ""))
    if request.method not in LOOKING:
        check_origin()
    if request.endpoint in OPEN or request.endpoint is None:
        return None
    if g.device is None:
        return _welcome(access)
    if request.method not in LOOKING:
        access.check_csrf(g.device, request.headers.get("X-CSRF-Token", ""))
    return None


def _welcome(access: Access) -> AnyResponse | None:
    """Let in who brings the code with the address (a screen or a stream cannot type), or sits at this machine."""
    forwarded = any(name in request.headers for name in ("X-Forwarded-For", "Forwarded", "X-Real-Ip", "Via"))
    if request.method in LOOKING and (code := request.args.get("code", "")):
        g.device = g.fresh = access.join(code[:40], request.remote_addr or "")
        return None
    if access.loopback_is_host and is_here(request.remote_addr, request.host, forwarded):
        g.device = g.fresh = access.join_here()
        return None
    if request.path.startswith("/api/") or request.method not in LOOKING:
        raise Refused("Type the code of the evening first.", 401)
    return redirect("/join")


def _seal(response: Response) -> Response:
    fresh: Device | None = g.get("fresh")
    if fresh is not None:
        response.set_cookie(COOKIE, fresh.id, max_age=YEAR_S, httponly=True, samesite="Lax", secure=request.is_secure)
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-store")
    return response


def _refuse(error: Exception) -> tuple[AnyResponse, int]:
    return _answer(text_of(error), error.status if isinstance(error, Refused) else 409)


def _http_error(error: Exception) -> tuple[AnyResponse, int]:
    assert isinstance(error, HTTPException)
    if error.code == 404:
        return _answer("There is nothing at this address.", 404)
    return _answer(error.description or error.name, error.code or 500)


def _answer(text: str, status: int) -> tuple[AnyResponse, int]:
    said = Speaker(language())(text)
    if request.path.startswith("/api/") or request.method != "GET":
        return jsonify(error=said), status
    return Response(render_template("hubproblem.html", text=said), mimetype="text/html"), status
