"""Attacks on the panel: all are refused, and nothing has changed afterwards."""

import json
from pathlib import Path
from typing import Any

import pytest

from web.access import TRIES_IN_ALL, Access, Refused
from web.guard import HEADERS, MAX_BODY, OPEN

CHANGING = {
    "/api/events": {"event": "0 roll brown:hard brown:hard navy-gray:hard navy-gray:hard", "number": 1},
    "/api/undo": {"seat": 0, "number": 1},
    "/api/preview": {"index": 2, "event": "0 roll brown:hard"},
    "/api/correct": {"index": 2, "event": "0 roll brown:hard", "why": "because"},
    "/api/answer": {"piece": 0, "face": "hard", "color": ""},
    "/api/accept": {},
    "/api/recheck": {},
    "/api/press": {"button": "green"},
    "/api/throw": {"seat": 0},
    "/api/clear": {},
    "/api/fault": {"name": "blur", "on": True},
    "/api/me": {"name": "Mallory"},
    "/api/seat": {"seat": 0, "take": True},
    "/api/device": {"handle": "0" * 12, "act": "host"},
    "/api/pause": {"on": True},
    "/api/games/start": {"game": "rolling-heights", "names": ["A", "B"], "settings": {}},
    "/api/games/resume": {"id": "rolling-heights-1"},
    "/api/code": {},
    "/api/welcome": {"act": "finish"},
    "/api/dice": {"name": "ivory", "color": "white", "owner": "Anna"},
    "/api/copy": {"game": "rolling-heights", "values": {"market.1-1": "2"}},
    "/api/calibrate": {"act": "finish"},
}
ROLL = "roll brown:hard brown:exhausted navy-gray:hard navy-gray:exhausted"


@pytest.fixture
def game(room: Any) -> Any:
    """A running game of two, with one roll played."""
    return room.start("rolling-heights", ("Anna", "Ben"), {"depth": "rolls"})


@pytest.fixture
def untouched(room: Any, game: Any, access: Access) -> Any:
    """Checks, after the test, that it changed nothing."""

    def now() -> object:
        people = [(d.id, d.name, d.host, d.seats) for d in access.devices()]
        return game.view, room.table.id, people, access.code, room.thrown, room.pressed, dict(room.faults())

    before: list[object] = []
    yield lambda: before.append(now())
    assert before and now() == before[0]


LOOKING = frozenset({"GET", "HEAD", "OPTIONS"})
FOR_A_SEAT = {"/api/events", "/api/undo", "/api/throw"}
FOR_ANY_SEAT = {"/api/answer", "/api/accept", "/api/recheck", "/api/press", "/api/clear", "/api/pause"}
FOR_MYSELF = {"/api/me", "/api/seat"}
FOR_THE_HOST = CHANGING.keys() - FOR_A_SEAT - FOR_ANY_SEAT - FOR_MYSELF
"""Whatever is not named above must be the host's alone: a new route is, until somebody says otherwise here."""


def test_every_changing_route_is_attacked_here(app: Any) -> None:
    routes = {rule.rule for rule in app.url_map.iter_rules() if rule.methods - LOOKING}
    assert routes == CHANGING.keys() | {"/api/join"}


def test_strangers_are_turned_away_from_every_route(app: Any, phone: Any, game: Any) -> None:
    fill = {"sha": "ab" * 32, "index": "1", "build": "0", "name": "x"}
    answers = {}
    for rule in app.url_map.iter_rules():
        if "GET" in rule.methods and rule.endpoint not in OPEN:
            _, path = rule.build(fill)
            answer = phone().get(path.replace("localhost", ""))
            shown_out = answer.status_code == 302 and answer.location.startswith("/join")
            answers[rule.rule] = answer.status_code == 401 or shown_out
            assert b"Anna" not in answer.data
    assert len(answers) > 10
    assert [rule for rule, refused in answers.items() if not refused] == []


@pytest.mark.parametrize("path", CHANGING)
def test_changing_request_without_the_code_is_refused(path: str, phone: Any, untouched: Any) -> None:
    untouched()
    assert phone().post(path, CHANGING[path]).status_code == 401


@pytest.mark.parametrize("path", CHANGING)
def test_changing_request_without_token_is_refused(path: str, phone: Any, access: Access, untouched: Any) -> None:
    host = phone(access.host_code)
    untouched()
    for token in ("", "0" * 64, access.csrf(host.device)[:-1], "\N{SNOWMAN}"):
        assert host.post(path, CHANGING[path], token=token).status_code == 403


@pytest.mark.parametrize("path", CHANGING)
def test_changing_request_of_another_site_is_refused(path: str, phone: Any, access: Access, untouched: Any) -> None:
    host = phone(access.host_code)
    untouched()
    for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}):
        assert host.post(path, CHANGING[path], headers=headers).status_code == 403


def test_token_of_another_device_is_refused(phone: Any, access: Access, untouched: Any) -> None:
    mine, other = phone(access.code), phone(access.code)
    untouched()
    answer = mine.post("/api/me", {"name": "Mallory"}, token=access.csrf(other.device))
    assert answer.status_code == 403


@pytest.mark.parametrize("path", sorted(FOR_A_SEAT))
def test_other_seats_cookie_is_refused(path: str, phone: Any, access: Access, game: Any, untouched: Any) -> None:
    ben = phone(access.code)
    ben.post("/api/seat", {"seat": 1, "take": True})
    sent = {"event": f"0 {ROLL}", "number": game.view.numbers[0], "seat": 0}
    untouched()
    answer = ben.post(path, sent)
    assert answer.status_code == 403
    assert "Anna" in answer.json["error"]


@pytest.mark.parametrize("path", sorted(CHANGING.keys() - FOR_MYSELF))
def test_who_only_watches_changes_nothing(path: str, phone: Any, access: Access, game: Any, untouched: Any) -> None:
    watcher = phone(access.code)
    untouched()
    sent = {**CHANGING[path], "number": game.view.numbers[0]}
    assert watcher.post(path, sent).status_code == 403


@pytest.mark.parametrize("path", sorted(FOR_THE_HOST))
def test_seat_cannot_do_what_the_host_does(path: str, phone: Any, access: Access, game: Any, untouched: Any) -> None:
    ben = phone(access.code)
    ben.post("/api/seat", {"seat": 1, "take": True})
    untouched()
    assert ben.post(path, CHANGING[path]).status_code == 403


def test_removed_device_is_out_at_once(phone: Any, access: Access) -> None:
    host, ben = phone(access.host_code), phone(access.code)
    assert host.post("/api/device", {"handle": ben.device.handle, "act": "remove"}).status_code == 200
    assert ben.get("/api/history").status_code == 401


PATHS = ["../../etc/passwd", "..%2f..%2fetc%2fpasswd", "%2e%2e/access.json", "access.json", "....//access.json"]


@pytest.mark.parametrize("name", PATHS)
def test_path_in_a_name_reaches_no_file(name: str, phone: Any, access: Access, app: Any, untouched: Any) -> None:
    host = phone(access.host_code)
    untouched()
    build = app.extensions["panel"].assets.build
    for path in (f"/evidence/{name}.jpg", f"/s/{build}/{name}", f"/s/{name}/panel.css"):
        answer = host.get(path)
        assert answer.status_code == 404
        assert access.host_code.encode() not in answer.data
    assert host.post("/api/games/resume", {"id": name}).status_code == 404
    assert host.post("/api/games/start", {"game": name, "names": ["A", "B"]}).status_code == 404
    assert host.post("/api/fault", {"name": name, "on": True}).status_code == 404
    assert host.post("/api/me", {"lang": name[:8]}).status_code == 200  # an unknown language is no language
    assert host.device.lang == ""


@pytest.mark.parametrize("path", CHANGING)
def test_path_in_any_word_changes_nothing(
    path: str, phone: Any, access: Access, tmp_path: Path, untouched: Any
) -> None:
    host = phone(access.host_code)
    untouched()
    before = sorted(tmp_path.rglob("*"))
    for field, value in CHANGING[path].items():
        if isinstance(value, str) and (path, field) != ("/api/me", "name"):  # a name may be any few letters
            for name in PATHS:
                assert host.post(path, {**CHANGING[path], field: name}).status_code in (400, 404, 409)
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("path", [*CHANGING, "/api/join"])
def test_ten_megabytes_are_refused(path: str, phone: Any, access: Access, untouched: Any) -> None:
    host = phone(access.host_code)
    untouched()
    answer = host.post(path, {**CHANGING.get(path, {}), "event": "0 " + "x" * 10_000_000})
    assert answer.status_code == 413
    assert "too much" in answer.json["error"]


@pytest.mark.parametrize(
    "sent",
    ["[]", "null", "{", '"text"', "[" * 5000, '{"event": 7, "number": 1}', '{"event": "0 roll", "number": true}'],
)
def test_broken_json_is_refused(sent: str, phone: Any, access: Access, untouched: Any) -> None:
    host = phone(access.host_code)
    untouched()
    client = host.client
    token = {"X-CSRF-Token": access.csrf(host.device)}
    environ = {"REMOTE_ADDR": "192.168.1.50", "HTTP_HOST": "192.168.1.20:8000"}
    answer = client.post("/api/events", data=sent, content_type="application/json", headers=token,
                         base_url="http://192.168.1.20:8000", environ_overrides=environ)  # fmt: skip
    assert answer.status_code == 400
    form = client.post("/api/events", data="event=0+roll", headers=token, base_url="http://192.168.1.20:8000",
                       content_type="application/x-www-form-urlencoded", environ_overrides=environ)  # fmt: skip
    assert form.status_code == 415


def test_ten_thousand_guesses_are_refused(phone: Any, access: Access, untouched: Any) -> None:
    untouched()
    phones = [phone(address=f"10.0.0.{n}") for n in range(20)]
    statuses = {phones[n % 20].post("/api/join", {"code": f"{n:06}"}).status_code for n in range(500)}
    assert statuses == {403, 429}
    for n in range(9_500):
        with pytest.raises(Refused):
            access.join(f"{n:06}", f"10.1.{n % 250}.{n // 250}")
    assert len(access.guesses._all) <= TRIES_IN_ALL  # so many were compared with the code, and no more
    # While the table is under attack even the right code tells a guesser nothing.
    assert phones[0].post("/api/join", {"code": access.code}).status_code == 429


def test_strangers_see_nothing(phone: Any, access: Access, game: Any) -> None:
    stranger = phone()
    for path in (
        "/api/stream",
        "/api/history",
        "/camera.mjpeg",
        f"/evidence/{'ab' * 32}.jpg",
        "/qr.svg",
        "/export.csv",
    ):
        assert stranger.get(path).status_code == 401
    for path in ("/", "/table", "/host", "/history", "/final"):
        answer = stranger.get(path)
        assert answer.status_code == 302
        assert b"Anna" not in answer.data


def test_foreign_host_name_is_refused(phone: Any, access: Access) -> None:
    rebound = phone(address="127.0.0.1", host="evil.example:8000")
    assert rebound.get("/").status_code == 421
    assert access.devices() == ()


def test_every_answer_carries_the_policy(phone: Any, access: Access) -> None:
    host = phone(access.host_code)
    for path in ("/", "/join", "/api/history", "/nothing"):
        headers = host.get(path).headers
        assert {name: headers[name] for name in HEADERS} == HEADERS
    assert "unsafe" not in HEADERS["Content-Security-Policy"]


def test_pages_have_no_inline_script(phone: Any, access: Access) -> None:
    page = phone(access.host_code).get("/").text
    assert page.count("<script") == 2
    assert '<script type="module" src="/s/' in page
    assert '<script type="application/json" id="boot">' in page
    assert "onclick=" not in page and "style=" not in page


def test_name_cannot_break_out_of_the_page(phone: Any, access: Access, room: Any) -> None:
    room.start("rolling-heights", ("</script><b>x", "Ben"), {"depth": "rolls"})
    page = phone(access.host_code).get("/").text
    assert "</script><b>x" not in page
    assert page.count("</script>") == 2


def test_limits_are_small() -> None:
    assert MAX_BODY <= 64 * 1024
    assert len(json.dumps(CHANGING["/api/events"])) < MAX_BODY
