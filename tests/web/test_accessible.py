"""What axe-core finds on every page, at both sizes and in both themes: nothing serious."""

import os
from pathlib import Path
from typing import Any

import pytest

from companion.model import Event, Piece
from web.guard import PAGES

REPO = Path(__file__).parents[2]
AXE = Path(os.environ.get("AXE_CORE", REPO / "node_modules/axe-core/axe.min.js"))
RUN = """const done = arguments[arguments.length - 1];
axe.run(document, {resultTypes: ['violations']}).then((found) => done(
    found.violations.filter((v) => ['serious', 'critical'].includes(v.impact)).map(
        (v) => v.id + ': ' + v.nodes.map((n) => n.target.join(' ') + ' ' + n.failureSummary).join(' | '))));"""

pytestmark = pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed (npm install axe-core)")


@pytest.fixture
def game(room: Any) -> Any:
    """A game with a roll, a choice and a doubt on show."""
    table = room.start("rolling-heights", ("Anna", "Ben"), {})
    roll = Event.parse("0 roll brown:exhausted brown:hard navy-gray:exhausted navy-gray:hard")
    table.submit(roll, "camera", table.view.numbers[0], "ab" * 32)
    table.submit(Event.parse("0 stop"), "panel", table.view.numbers[0])
    room.told.append(("lamps", "The lamps do not answer; check the cable."))
    room.lay(Piece("meeple", "hard", "brown", box_px=(300.0, 150.0, 40.0, 40.0), doubtful=True))
    return table


def serious(page: Any) -> list[str]:
    """What is seriously wrong with the page that is open."""
    page.run(AXE.read_text("utf-8"))
    found: list[str] = page.driver.execute_async_script(RUN)
    return found


def pages(app: Any) -> list[str]:
    """The address of every page there is, so that a new one cannot be forgotten, and what is shown where none is."""
    found = [rule.rule for rule in app.url_map.iter_rules() if rule.endpoint in PAGES and not rule.arguments]
    assert len(found) >= 6
    return [*sorted(found), "/join", "/nothing"]


@pytest.mark.parametrize(
    ("size", "theme"), [("phone", "light"), ("phone", "dark"), ("desktop", "light"), ("desktop", "dark")]
)
def test_every_page_is_accessible(size: str, theme: str, screen: Any, server: Any, game: Any) -> None:
    page = screen("host", size).join(server.access.host_code)
    page.run("localStorage.setItem('table.theme', JSON.stringify(arguments[0]))", theme)
    page.run("localStorage.setItem('table.motion', 'false')")
    found = {}
    for path in pages(server.app):
        page.open(path).find("h1, h2, .card")
        found[path] = serious(page)
    page.open("/history").click("li:last-child [data-act='correct']")
    page.find("dialog .facerow")
    found["correcting a roll"] = serious(page)
    page.open("/history").click("li:first-child [data-act='correct']")
    page.find("dialog [role=radiogroup]")
    found["correcting an action"] = serious(page)
    page.open("/").click("[data-act='menu']")
    page.find("dialog .settings")
    found["menu"] = serious(page)
    assert {path: wrong for path, wrong in found.items() if wrong} == {}
