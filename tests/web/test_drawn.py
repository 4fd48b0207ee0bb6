"""Districts and maps as the browser draws them: legible on a phone, on the score sheet, and on paper."""

import base64
import re
from typing import Any

import pytest

from companion.model import Event

DISTRICT = "0 roll 3 4|0 terrain a1 mountain|0 roll 2 2|0 terrain e1 forest|0 roll 1 1|0 terrain a5 pond"
MAP = (
    "0 character elisabeth|0 catalogue color.elisabeth red|1 character polkan|1 catalogue color.polkan blue"
    "|0 settle C6|0 starts D5 D6|0 tile D5 peat|0 tile D6 firewood"
)


def play(table: Any, events: str) -> None:
    """Let things happen at the table."""
    for text in events.split("|"):
        event = Event.parse(text)
        table.submit(event, "panel", table.view.numbers[event.seat])


@pytest.fixture
def phone(screen: Any, server: Any) -> Any:
    """The phone of somebody who looks on."""
    return screen("anna").join(server.access.code)


def inside(screen: Any, css: str) -> bool:
    """Whether nothing in these cells is cut off."""
    script = "return [...document.querySelectorAll(arguments[0])].every(e => e.scrollWidth <= e.clientWidth + 1)"
    return bool(screen.run(script, css))


def test_districts_stand_on_the_score_sheet_and_print_one_to_a_page(phone: Any, room: Any) -> None:
    play(room.start("rollopolis", ("Anna", "Ben"), {}), DISTRICT)
    phone.open("/final").find(".totals .gridsheet")
    assert len(phone.all(".totals .gridsheet")) == 2
    signs = [
        (phone.text(f".cell[data-id='{at}'] .sign"), phone.text(f".cell[data-id='{at}'] .cellnote"))
        for at in ("a1", "e1")
    ]
    assert signs == [("△", "Mountain"), ("♣", "Forest")]
    assert inside(phone, ".totals .cell")
    paper = base64.b64decode(phone.driver.execute_cdp_cmd("Page.printToPDF", {"printBackground": False})["data"])
    assert len(re.findall(rb"/Type /Page\b", paper)) == 3  # the result, and a page for each district


def test_map_shows_who_stands_where(phone: Any, room: Any) -> None:
    play(room.start("tundra", ("Anna", "Ben"), {}), MAP)
    phone.open("/final").find(".gridsheet.hex")
    assert phone.text(".cell[data-id='D5']").split() == ["peat", "●1"]
    assert phone.text(".cell[data-id='C6']") == "home of Anna"
    assert phone.find(".cell[data-id='D5']").get_attribute("aria-label") == "D5: peat, workers of Anna: 1; Anna 1"
