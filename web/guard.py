"""Stands before every request: who is asking, may they, and is it really our own page that asks."""

import ipaddress
from collections.abc import Mapping
from typing import Any, TypeVar
from urllib.parse import urlsplit

from flask import Flask, Response, g, jsonify, redirect, render_template, request
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge
from werkzeug.wrappers import Response as AnyResponse

from companion.errors import CompanionError
from companion.words import say
from web.access import Access, Device, Refused
from web.context import panel
from web.language import Speaker, best

COOKIE = "table"
MAX_BODY = 64 * 1024
YEAR_S = 365 * 24 * 3600
HOME_SUFFIXES = (".local", ".lan", ".home", ".internal", ".home.arpa", ".fritz.box", ".localhost")

HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}

OPEN = frozenset({"pages.join", "people.join", "assets.serve", "pages.health"})
"""Endpoints that need no table code."""
PAGES = frozenset(
    {"pages.play", "pages.table", "pages.host", "pages.calibrate", "pages.history", "pages.final", "welcome.welcome"}
    | {"fairness.show", "witness.show"}
)
LOOKING = frozenset({"GET", "HEAD", "OPTIONS"})

T = TypeVar("T", str, int, bool)


def is_home_name(host: str) -> bool:
    """Whether a Host header can be this table: an address, or a name that no stranger can point at us.

    A web site may let its own name point to this machine (DNS rebinding) and would then be "same origin" with us.
    """
    name = urlsplit(f"//{host}").hostname or ""
    try:
        ipaddress.ip_address(name)
        return True
    except ValueError:
        return "." not in name or name.endswith(HOME_SUFFIXES)


def is_here(address: str | None, host: str, forwarded: bool) -> bool:
    """Whether the browser runs on this very machine, and was not merely passed on by a proxy on it."""
    name = urlsplit(f"//{host}").hostname or ""
    local = address is not None and ipaddress.ip_address(address).is_loopback
    return local and not forwarded and name in ("localhost", "127.0.0.1", "::1")


def me() -> Device:
    """The device that is asking."""
    device: Device | None = g.get("device")
    if device is None:
        raise Refused("Join the table first: its code is shown on the table screen.", 401)
    return device


def host_only() -> Device:
    """The device that is asking, if it is the host's."""
    device = me()
    if not device.host:
        raise Refused("Only the host can do that.")
    return device


def for_seat(seat: int) -> Device:
    """The device that is asking, if it may act for the seat."""
    device = me()
    if not device.may_act(seat):
        raise Refused(say("That is for @{seat} to do; this device does not hold that seat.", seat=seat))
    return device


def at_the_table() -> Device:
    """The device that is asking, if it plays or is the host's; who only watches changes nothing."""
    device = me()
    if not device.host and not device.seats:
        raise Refused("Take a seat first; who only watches cannot change the game.")
    return device


def body() -> Mapping[str, Any]:
    """The JSON object that was sent."""
    if request.mimetype != "application/json":
        raise Refused("Send JSON.", 415)
    try:
        sent = request.get_json(silent=True)
    except RecursionError:  # thousands of brackets
        sent = None
    if not isinstance(sent, dict):
        raise Refused("Send a JSON object.", 400)
    return sent


def item(sent: Mapping[str, Any], name: str, kind: type[T], longest: int = 200) -> T:
    """One value of a JSON object, of the type and at most the length that is expected."""
    value = sent.get(name)
    if type(value) is not kind:
        raise Refused(say("{name} is missing or of the wrong kind.", name=name), 400)
    if isinstance(value, str) and len(value) > longest:
        raise Refused(say("{name} is too long; at most {n} characters.", name=name, n=longest), 400)
    return value


def language() -> str:
    """The language of whoever is asking."""
    device: Device | None = g.get("device")
    return best(device.lang if device else "", request.headers.get("Accept-Language", ""))


def install(app: Flask) -> None:
    """Put the guard before every request of the app."""
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY
    app.before_request(_check)
    app.after_request(_seal)
    app.register_error_handler(CompanionError, _refuse)
    app.register_error_handler(HTTPException, _http_error)


def _check() -> AnyResponse | None:
    """Let a request through, send a stranger to the door, or refuse."""
    access = panel().access
    if not is_home_name(request.host):
        raise Refused("Open the panel by the address of the table, such as http://192.168.1.20:8000.", 421)
    if (request.content_length or 0) > MAX_BODY:
        raise RequestEntityTooLarge  # Flask looks at the size only where the body is read
    g.device = access.device(request.cookies.get(COOKIE, ""))
    if request.method not in LOOKING:
        check_origin()
    if request.endpoint in OPEN or request.endpoint is None:
        return None
    if g.device is None and request.endpoint in PAGES:
        return _welcome(access)
    device = me()
    if request.method not in LOOKING:
        access.check_csrf(device, request.headers.get("X-CSRF-Token", ""))
    return None


def _welcome(access: Access) -> AnyResponse | None:
    """Whoever sits at this machine is host; everybody else is shown the door."""
    forwarded = any(name in request.headers for name in ("X-Forwarded-For", "Forwarded", "X-Real-Ip", "Via"))
    if access.loopback_is_host and is_here(request.remote_addr, request.host, forwarded):
        g.device = g.fresh = access.join_here()
        return None
    return redirect(f"/join?next={request.path.strip('/') or 'play'}")


def _seal(response: Response) -> Response:
    """Give a new device its cookie, and every answer its headers."""
    fresh: Device | None = g.get("fresh")
    if fresh is not None:
        response.set_cookie(COOKIE, fresh.id, max_age=YEAR_S, httponly=True, samesite="Lax", secure=request.is_secure)
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-store")
    return response


def check_origin() -> None:
    """Refuse what another web site lets a browser send."""
    origin = request.headers.get("Origin")
    site = request.headers.get("Sec-Fetch-Site", "same-origin")
    if (origin is not None and urlsplit(origin).netloc != request.host) or site not in ("same-origin", "none"):
        raise Refused("This request came from another web site and was refused.")


def _refuse(error: Exception) -> tuple[AnyResponse, int]:
    status = error.status if isinstance(error, Refused) else 409
    text = error.args[0] if error.args else str(error)
    return _answer(text, status, getattr(error, "rule", ""))


def _http_error(error: Exception) -> tuple[AnyResponse, int]:
    assert isinstance(error, HTTPException)
    if isinstance(error, RequestEntityTooLarge):
        return _answer("That is too much at once; nothing the panel sends is that large.", 413)
    if error.code == 404:
        return _answer("There is nothing at this address.", 404)
    return _answer(error.description or error.name, error.code or 500)


def _answer(text: str, status: int, rule: str = "") -> tuple[AnyResponse, int]:
    table = panel().room.table
    said = Speaker(language(), table.names if table else g.get("names", ()))(text)
    if request.path.startswith("/api/") or request.method != "GET":
        return jsonify(error=said, rule=rule), status
    page = render_template("problem.html", text=said, page="problem")
    return Response(page, mimetype="text/html"), status
