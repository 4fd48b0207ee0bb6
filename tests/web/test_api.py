"""Playing through the panel."""

from typing import Any

import pytest

from companion.games import all_games
from companion.model import Event, Piece
from web.access import Access

ROLL = "roll brown:hard brown:exhausted navy-gray:hard navy-gray:exhausted"


@pytest.fixture
def game(room: Any) -> Any:
    """A running game of two at the depth of rolls."""
    return room.start("rolling-heights", ("Anna", "Ben"), {"depth": "rolls"})


@pytest.fixture
def host(phone: Any, access: Access) -> Any:
    """The host's phone."""
    return phone(access.host_code)


def test_event_of_a_seat_is_played(phone: Any, access: Access, game: Any) -> None:
    anna = phone(access.code)
    anna.post("/api/seat", {"seat": 0, "take": True})
    answer = anna.post("/api/events", {"event": f"0 {ROLL}", "number": game.view.numbers[0]})
    assert answer.status_code == 200
    assert [str(step.event) for step in game.history()] == [f"0 {ROLL}"]


def test_answer_to_an_older_view_is_refused(host: Any, game: Any) -> None:
    number = game.view.numbers[0]
    assert host.post("/api/events", {"event": f"0 {ROLL}", "number": number}).status_code == 200
    again = host.post("/api/events", {"event": f"0 {ROLL}", "number": number})
    assert again.status_code == 409
    assert "moved on" in again.json["error"]
    assert len(game.history()) == 1


@pytest.mark.parametrize("event", ["9 roll 5", "nonsense", "", "0", "-1 roll 5", "0 dance"])
def test_event_that_cannot_be_is_refused_with_a_sentence(event: str, host: Any, game: Any) -> None:
    answer = host.post("/api/events", {"event": event, "number": game.view.numbers[0]})
    assert answer.status_code == 409
    assert answer.json["error"].endswith((".", "'"))
    assert game.history() == ()


def test_undo_takes_the_last_action_back(host: Any, game: Any) -> None:
    host.post("/api/events", {"event": f"0 {ROLL}", "number": game.view.numbers[0]})
    host.post("/api/events", {"event": "0 stop", "number": game.view.numbers[0]})
    assert host.post("/api/undo", {"seat": 0, "number": game.view.numbers[0]}).status_code == 200
    assert [step.undone for step in game.history()] == [False, True]
    refused = host.post("/api/undo", {"seat": 0, "number": game.view.numbers[0]})
    assert refused.status_code == 409
    assert "roll" in refused.json["error"]


def test_correction_is_shown_before_it_is_made(host: Any, game: Any) -> None:
    host.post("/api/events", {"event": f"0 {ROLL}", "number": game.view.numbers[0]})
    host.post("/api/events", {"event": "0 stop", "number": game.view.numbers[0]})
    index = game.history()[0].index
    better = "0 roll brown:hard brown:hard navy-gray:hard navy-gray:hard"
    change = host.post("/api/preview", {"index": index, "event": better})
    assert change.status_code == 200
    assert [entry["event"] for entry in change.json["dropped"]] == ["0 stop"]
    assert [step.corrected_from for step in game.history()] == [None, None]
    nameless = host.post("/api/correct", {"index": index, "event": better, "why": "  "})
    assert nameless.status_code == 400
    made = host.post("/api/correct", {"index": index, "event": better, "why": "the camera misread it"})
    assert made.status_code == 200
    first = game.history()[0]
    assert (str(first.event), first.corrected_from, first.why) == (
        better,
        Event.parse(f"0 {ROLL}"),
        "the camera misread it",
    )


def test_what_could_have_been_done_instead_is_told_and_takes_its_place(host: Any, game: Any) -> None:
    host.post("/api/events", {"event": f"0 {ROLL}", "number": game.view.numbers[0]})
    host.post("/api/events", {"event": "0 stop", "number": game.view.numbers[0]})
    index = game.history()[1].index
    asked = host.get(f"/api/asked/{index}")
    assert {(prompt["verb"], prompt["label"]) for prompt in asked.json} >= {
        ("stop", "Stop and go to Main"),
        ("rally", "Rally"),
    }
    assert {prompt["seat"] for prompt in asked.json} == {0}
    made = host.post("/api/correct", {"index": index, "event": "0 rally", "why": "typed wrongly"})
    assert made.status_code == 200
    assert [str(step.event) for step in game.history()] == [f"0 {ROLL}", "0 rally"]
    assert "rolls" in game.view.headline


def test_only_the_host_is_told_and_only_about_what_counts(phone: Any, access: Access, host: Any, game: Any) -> None:
    host.post("/api/events", {"event": f"0 {ROLL}", "number": game.view.numbers[0]})
    index = game.history()[0].index
    ben = phone(access.code)
    ben.post("/api/seat", {"seat": 1, "take": True})
    assert ben.get(f"/api/asked/{index}").status_code == 403
    assert host.get(f"/api/asked/{index + 1}").status_code == 409


def test_doubtful_piece_is_settled_by_a_tap(host: Any, game: Any, room: Any) -> None:
    sure = (Piece("meeple", "hard", "brown"), Piece("meeple", "steady", "brown"), Piece("meeple", "hard", "navy gray"))
    room.lay(*sure, Piece("meeple", "exhausted", "navy gray", doubtful=True))
    assert game.history() == ()
    assert room.live().unclear
    assert host.post("/api/answer", {"piece": 3, "face": "steady", "color": "navy gray"}).status_code == 200
    event = game.history()[0].event
    assert sorted(event.args) == ["brown:hard", "brown:steady", "navy-gray:hard", "navy-gray:steady"]
    assert host.post("/api/answer", {"piece": 9, "face": "steady", "color": ""}).status_code == 409


def test_photograph_is_for_those_at_the_table(host: Any, phone: Any, game: Any) -> None:
    assert host.get(f"/evidence/{'ab' * 32}.jpg").mimetype == "image/jpeg"
    assert host.get(f"/evidence/{'cd' * 32}.jpg").status_code == 404
    assert phone().get(f"/evidence/{'ab' * 32}.jpg").status_code == 401


def test_new_game_is_started_with_names_and_house_rules(host: Any, phone: Any, access: Access, room: Any) -> None:
    anna = phone(access.code)
    anna.post("/api/me", {"name": " Anna  "})
    sent = {"game": "rolling-heights", "names": ["Ben", "Anna", "Cleo"], "settings": {"depth": "rolls"}}
    assert host.post("/api/games/start", sent).status_code == 200
    assert room.table.names == ("Ben", "Anna", "Cleo")
    assert anna.device.seats == (1,)


@pytest.mark.parametrize(
    ("names", "settings"),
    [
        (["Anna"], {}),
        (["Anna", "anna"], {}),
        (["Anna", ""], {}),
        (["Anna", "x" * 21], {}),
        (["Anna", 7], {}),
        ("Anna", {}),
        (["Anna", "Ben"], {"depth": "no such word"}),
        (["Anna", "Ben"], {"no such rule": "x"}),
        (["Anna", "Ben"], ["depth"]),
    ],
)
def test_game_that_cannot_be_is_refused(names: object, settings: object, host: Any, room: Any) -> None:
    answer = host.post("/api/games/start", {"game": "rolling-heights", "names": names, "settings": settings})
    assert answer.status_code in (400, 409)
    assert answer.json["error"]
    assert room.table is None


def test_earlier_game_is_resumed(host: Any, room: Any, game: Any) -> None:
    room.start("rolling-heights", ("Cleo", "Dan"), {"depth": "rolls"})
    assert host.post("/api/games/resume", {"id": game.id}).status_code == 200
    assert room.table.names == ("Anna", "Ben")


def test_simulated_things_need_a_simulated_table(host: Any, room: Any, game: Any) -> None:
    assert host.post("/api/throw", {"seat": 1}).status_code == 200
    assert host.post("/api/press", {"button": "green"}).status_code == 200
    assert host.post("/api/fault", {"name": "blur", "on": True}).status_code == 200
    assert (room.thrown, room.pressed, room.faults()["blur"][1]) == ([1], ["green"], True)
    room.simulated = False
    for path, sent in (
        ("throw", {"seat": 1}),
        ("press", {"button": "green"}),
        ("clear", {}),
        ("fault", {"name": "blur", "on": False}),
    ):
        assert host.post(f"/api/{path}", sent).status_code == 409


def test_banner_stands_on_every_page_of_a_simulated_table(host: Any, room: Any, game: Any) -> None:
    for path in ("/", "/table", "/host", "/history", "/final", "/join"):
        assert "SIMULATED TABLE" in host.get(path).text
    room.simulated = False
    assert "SIMULATED TABLE" not in host.get("/").text


@pytest.mark.parametrize("name", sorted(all_games()))
def test_first_page_is_small(name: str, host: Any, room: Any, app: Any) -> None:
    room.start(name, ("Anna", "Ben", "Cleo"), {})
    host.post("/api/me", {"lang": "de"})  # English needs no words beside the sources
    page = host.get("/", headers={"Accept-Encoding": "gzip"})
    names = app.extensions["panel"].assets.modules("play.js")
    urls = [app.extensions["panel"].assets.url(name) for name in (*names, "panel.css", "icon.svg")]
    sizes = [len(host.get(url, headers={"Accept-Encoding": "gzip"}).data) for url in urls]
    assert len(page.data) + sum(sizes) < 150_000
