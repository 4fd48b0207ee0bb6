"""Changes reach open pages; what is the same for all is written once."""

import json
import threading
from typing import Any

import pytest

from companion.model import Event
from web.access import Access, Refused
from web.clock import Clock
from web.stream import Broadcast, Gauge, moving_picture

ROLL = Event.parse("0 roll brown:hard brown:hard navy-gray:hard navy-gray:hard")


@pytest.fixture
def broadcast(room: Any) -> Broadcast:
    """A broadcast for a room with a running game."""
    room.start("rolling-heights", ("Anna", "Ben"), {"depth": "rolls"})
    return Broadcast(room, Access(), Clock())


def parts(message: str) -> dict[str, Any]:
    """The events of a message by name."""
    found = {}
    for block in message.strip().split("\n\n"):
        name, _, data = block.partition("\ndata: ")
        found[name.removeprefix("event: ")] = json.loads(data)
    return found


def test_page_hears_everything_first_and_then_what_changes(broadcast: Broadcast, room: Any) -> None:
    page = broadcast.listen("en")
    assert parts(next(page)).keys() == {"now"}
    assert parts(next(page)).keys() == {"state", "live", "people", "switches"}
    room.table.submit(
        Event.parse("0 roll brown:hard brown:hard navy-gray:hard navy-gray:hard"), "panel", room.table.view.numbers[0]
    )
    news = parts(next(page))
    assert news.keys() == {"state"}
    assert news["state"]["table"]["recent"][0]["event"].startswith("0 roll")
    page.close()
    assert broadcast.open_pages == 0


def test_change_is_written_once_for_many_pages(
    broadcast: Broadcast, room: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = [broadcast.listen("en") for _ in range(10)]
    for page in pages:
        next(page), next(page)
    written = []
    monkeypatch.setattr(broadcast, "_write", lambda part, language: written.append(part) or {"part": part})
    room.told.append(("camera", "The camera is lost."))
    room.changed()
    for page in pages:
        next(page)
    assert written.count("state") == 1
    for page in pages:
        page.close()


def test_pages_of_two_languages_hear_their_own(broadcast: Broadcast) -> None:
    english, german = broadcast.snapshot("en"), broadcast.snapshot("de")
    assert english.keys() == german.keys()
    assert english["people"] == german["people"]


def test_poke_tells_who_has_joined(broadcast: Broadcast) -> None:
    page = broadcast.listen("en")
    next(page), next(page)
    access = broadcast._access
    access.join(access.code, "10.0.0.2", "Anna")
    broadcast.poke()
    assert [p["name"] for p in parts(next(page))["people"]] == ["Anna"]
    page.close()


def test_moving_picture_goes_on(room: Any) -> None:
    closing = threading.Event()
    pictures = moving_picture(room, closing)
    first = next(pictures)
    assert first.startswith(b"--frame\r\nContent-Type: image/jpeg\r\n")
    assert first.count(b"\xff\xd8") >= 1
    closing.set()
    assert list(pictures) == []


def test_one_stream_too_many_is_refused() -> None:
    gauge = Gauge(2)
    held = [gauge.held(iter(["a", "b"])) for _ in range(2)]
    assert [next(stream) for stream in held] == ["a", "a"]
    with pytest.raises(Refused) as refused:
        gauge.held(iter(["a"]))
    assert refused.value.status == 503
    held[0].close()
    assert next(gauge.held(iter(["a"]))) == "a"


def test_watcher_ends_with_the_last_page(broadcast: Broadcast, room: Any) -> None:
    page = broadcast.listen("en")
    next(page), next(page)
    assert any(t.name == "panel-watch" for t in threading.enumerate())
    page.close()
    watcher = broadcast._watcher
    room.changed()
    if watcher is not None:
        watcher.join(5)
    assert broadcast._watcher is None
