"""Questions that take several words on a phone: asked at once when nothing else is, different cards by ticks."""

from typing import Any

import pytest

from companion.model import Event
from tests.web.thumb import Thumb

TOP = "return document.querySelector(arguments[0]).getBoundingClientRect().top"
TICKED = "return [...document.querySelectorAll('[role=checkbox][aria-checked=true]')].map((e) => e.dataset.word)"
LEFT = "return document.querySelectorAll('[role=checkbox]:not(:disabled)').length"


def play(table: Any, *lines: str) -> None:
    """Let something happen at the table."""
    for line in lines:
        event = Event.parse(line)
        table.submit(event, "panel", table.view.numbers[event.seat])


@pytest.fixture
def thumb(screen: Any, server: Any, room: Any) -> Thumb:
    """The host's phone, a game of Garden Nation begun, its board drawn."""
    room.simulated = False
    table = room.start("garden-nation", ("Anna", "Ben", "Cleo"), {})
    play(table, "0 draw 5")
    return Thumb(screen("host").join(server.access.host_code), lambda state: state.round, table)


def test_different_cards_are_ticked(thumb: Thumb) -> None:
    screen, table = thumb.screen, thumb.table
    for name in ("Forge (3)", "Temple (11)", "Windmill (5)"):
        thumb.tap("tick", name, whole=True)
    assert screen.wait(lambda: screen.run(TICKED)) == ["forge", "temple", "windmill"]
    thumb.tap("tick", "Temple (11)")
    screen.wait(lambda: screen.run(TICKED) == ["forge", "windmill"])
    assert screen.run(LEFT) == 21
    thumb.tap("tick", "Prison (3)")
    thumb.tap("tick", "Fortress (4): empty green")
    screen.wait(lambda: screen.run(LEFT) == 4)
    thumb.tap("button", "Done")
    screen.wait(lambda: len(table.history()) == 2)
    assert sorted(table.state.projects) == ["forge", "fortress-green", "prison", "windmill"]
    screen.find(".group h2", "Who begins?")
    assert screen.wait(lambda: screen.run(TOP, ".group") >= 0)


def test_question_opened_from_below_is_brought_into_sight(thumb: Thumb) -> None:
    screen, table = thumb.screen, thumb.table
    play(table, "0 open forge herbalist windmill temple", "0 first seat0")
    thumb.settle()
    thumb.tap("button", "More")
    thumb.tap("button", "Correct printed points")
    assert screen.wait(lambda: screen.run(TOP, ".composer") >= 0)
    thumb.tap("button", "from 38 inhabitants")
    screen.find("form[data-verb=catalogue]")
    assert screen.wait(lambda: 0 <= screen.run(TOP, "form[data-verb=catalogue]") < 844)
