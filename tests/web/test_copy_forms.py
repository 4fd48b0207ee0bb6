"""Printed values on a phone: spaces of a board are tapped, a form that all wait for is open, files go to friends."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.model import Event
from tests.web.thumb import Thumb

FIRST = "return document.querySelector('.actions').firstElementChild.matches('details[open]')"


def play(table: Any, *lines: str) -> None:
    """Let something happen at the table."""
    for line in lines:
        event = Event.parse(line)
        table.submit(event, "panel", table.view.numbers[event.seat])


@pytest.fixture
def thumb(screen: Any, server: Any, room: Any) -> Thumb:
    """The host's phone beside a game of Rolling Heights of which nothing printed is known."""
    room.simulated = False
    table = room.start("rolling-heights", ("Anna", "Ben"), {"depth": "full"})
    return Thumb(screen("host").join(server.access.host_code), lambda state: state.round, table)


def test_a_form_is_open_and_spaces_are_described_by_tapping_them(thumb: Thumb) -> None:
    screen, table = thumb.screen, thumb.table
    play(table, "0 board 1 1A 0")
    screen.find("form[data-verb=catalogue]")
    assert screen.run(FIRST)
    thumb.tap("radio", "3", whole=True)
    thumb.tap("button", "Remember")
    screen.wait(lambda: table.state.printed.word("board.rows") == "3")
    thumb.settle()
    for space, ground in (("board.1A.2", "water"), ("board.1A.5", "bonus")):
        screen.click(f".cell[data-id='{space}']")
        screen.click(".composer button", ground)
        screen.wait(lambda: table.state.printed.word(space) == ground)  # noqa: B023 - waited for before the next one


def test_a_copy_is_learnt_from_a_file(screen: Any, server: Any, room: Any, tmp_path: Path) -> None:
    host = screen("host").join(server.access.host_code)
    host.click("[data-game=rolling-heights]")
    host.click("[data-form=copy] summary")
    path = tmp_path / "friend.json"
    path.write_text(json.dumps({"market.1-1": "2", "board.rows": "3"}))
    host.find("[data-act=learn-copy]").send_keys(str(path))
    host.wait(lambda: room.copy("rolling-heights") == {"market.1-1": "2", "board.rows": "3"})
    assert host.find("[data-act=save-copy]").get_attribute("href").endswith("/copies/rolling-heights.json")
