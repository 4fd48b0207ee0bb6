"""Whole evenings in a real browser, at phone and desktop size."""

from typing import Any

import pytest

from companion.model import Event, Piece

SURE = (Piece("meeple", "hard", "brown"), Piece("meeple", "steady", "brown"), Piece("meeple", "hard", "navy gray"))
DOUBTFUL = Piece("meeple", "exhausted", "navy gray", box_px=(300.0, 150.0, 40.0, 40.0), doubtful=True)
ROLL = "0 roll brown:exhausted brown:hard navy-gray:exhausted navy-gray:hard"


@pytest.fixture
def game(room: Any) -> Any:
    """A running game of two at the depth of rolls."""
    return room.start("rolling-heights", ("Anna", "Ben"), {"depth": "rolls"})


@pytest.fixture
def host(screen: Any, server: Any) -> Any:
    """The host's screen."""
    return screen("host", "desktop").join(server.access.host_code)


def play(table: Any, event: str) -> None:
    """Let something happen at the table."""
    parsed = Event.parse(event)
    table.submit(parsed, "panel", table.view.numbers[parsed.seat])


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_join_by_code_and_take_a_seat(size: str, screen: Any, server: Any, game: Any) -> None:
    anna = screen("anna", size).open("/")
    assert anna.find("h1").text == "Join the table"
    anna.find("#code").send_keys("WRONGX")
    anna.click("form button")
    assert "not the code" in anna.text("#problem")
    anna.join(server.access.code)
    anna.click("button[data-seat='0']")
    anna.find(".rollcard h2", "Roll")
    assert [d.seats for d in server.access.devices()] == [(0,)]
    assert anna.run("return document.documentElement.scrollWidth <= window.innerWidth")


def test_scanned_code_joins_at_once(screen: Any, server: Any, game: Any) -> None:
    anna = screen("anna").open(f"/join?code={server.access.code}")
    anna.find("h2", "Take a seat")


def test_new_device_on_a_taken_seat_needs_the_host(screen: Any, server: Any, game: Any, host: Any) -> None:
    first, second = screen("anna").join(server.access.code), screen("other").join(server.access.code)
    first.click("button[data-seat='0']")
    first.find(".rollcard")
    second.click("button[data-seat='0']")
    second.find(".ask", "The host is asked")
    host.click("[data-act='allow']")
    second.find(".rollcard")
    first.find("h2", "Take a seat")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_host_starts_a_game_on_an_empty_table(size: str, screen: Any, server: Any, room: Any) -> None:
    host = screen("host", size).join(server.access.host_code)
    host.click("[data-game='rolling-heights']")
    host.find("input[data-name='0']").clear()
    host.find("input[data-name='0']").send_keys("Cleo")
    host.click("[data-act='add']")
    host.click("[data-act='start']")
    host.find(".tabs button", "Cleo")
    assert room.table.names[0] == "Cleo"
    assert len(room.table.names) == 3


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_doubtful_piece_is_tapped_and_the_roll_counts(
    size: str, screen: Any, server: Any, room: Any, game: Any
) -> None:
    anna = screen("anna", size).join(server.access.code)
    anna.click("button[data-seat='0']")
    anna.find(".rollcard")
    room.lay(*SURE, DOUBTFUL)
    anna.click(".chip.ask")
    anna.click(".settle [data-face='exhausted']")
    anna.find(".btns button", "Stop")
    assert sorted(game.history()[0].event.args) == [
        "brown:hard",
        "brown:steady",
        "navy-gray:exhausted",
        "navy-gray:hard",
    ]


def test_roll_is_typed_in(screen: Any, server: Any, game: Any) -> None:
    anna = screen("anna").join(server.access.code)
    anna.click("button[data-seat='0']")
    anna.click("[data-act='type']")
    for row, word in enumerate(("brown:exhausted", "brown:hard", "navy-gray:exhausted", "navy-gray:hard")):
        anna.all(".facerow")[row].find_element("css selector", f"[data-word='{word}']").click()
    anna.click(".composer .go", "That is the roll")
    anna.find("[data-verb='stop']")
    assert str(game.history()[0].event) == ROLL


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_action_is_undone(size: str, screen: Any, server: Any, game: Any) -> None:
    play(game, ROLL)
    anna = screen("anna", size).join(server.access.code)
    anna.click("button[data-seat='0']")
    anna.click("[data-verb='stop']")
    anna.click("[data-act='undo']")
    anna.find("[data-verb='stop']")
    assert [step.undone for step in game.history()] == [False, True]


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_roll_is_corrected_with_its_photograph(size: str, screen: Any, server: Any, room: Any, game: Any) -> None:
    room.lay(*SURE, Piece("meeple", "exhausted", "navy gray"))
    host = screen("host", size).join(server.access.host_code)
    host.open("/history").click("[data-act='correct']")
    photo = host.find("dialog img")
    assert host.wait(lambda: host.run("return arguments[0].naturalWidth", photo)) == 640
    index = next(i for i, word in enumerate(game.history()[0].event.args) if word == "navy-gray:exhausted")
    host.all("dialog .facerow")[index].find_element("css selector", "[data-word='navy-gray:hard']").click()
    assert "Anna" in host.text(".consequences")
    assert not host.find("[data-act='confirm']").is_enabled()
    host.click(".whyrow .choices button", "misread")
    host.click("[data-act='confirm']")
    host.find(".note", "misread")
    corrected = game.history()[0]
    assert corrected.corrected_from is not None
    assert corrected.why == "the camera misread it"


FIRST_ROUND = (
    ROLL, "0 stop", "0 meeple yellow", "0 end", ROLL.replace("0 ", "1 ", 1), "1 stop", "1 end", f"{ROLL} yellow:hard",
    "0 stop", "0 activate yellow:hard",
)  # fmt: skip
"""A politician who works hard scores two points."""


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_correction_of_a_roll_changes_the_scores(size: str, screen: Any, server: Any, room: Any) -> None:
    table = room.start("rolling-heights", ("Anna", "Ben"), {"depth": "ledger"})
    for event in FIRST_ROUND:
        play(table, event)
    host = screen("host", size).join(server.access.host_code)
    host.find(".scorebox.turn b", "2")
    roll = table.history()[7]
    host.open("/history").click(f"li[data-index='{roll.index}'] [data-act='correct']")
    host.click("dialog [data-word='yellow:steady']")
    assert "Anna 2 → 0" in " ".join(host.text(".consequences").split())
    host.find(".dropped li", "Politician")
    host.click(".whyrow .choices button", "misread")
    host.click("[data-act='confirm']")
    host.find(".note", "misread")
    host.open("/").find(".scorebox.turn b", "0")
    assert table.view.scores == (0, 0)
    assert table.history()[9].dropped


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_action_that_is_no_roll_is_corrected(size: str, screen: Any, server: Any, game: Any) -> None:
    for event in (ROLL, "0 stop", "0 score 7"):
        play(game, event)
    host = screen("host", size).join(server.access.host_code)
    host.open("/history").click(f"li[data-index='{game.history()[2].index}'] [data-act='correct']")
    host.find("dialog [data-verb='score'][aria-checked='true']")
    host.click("dialog [data-verb='meeple']")
    assert host.run("const s = document.querySelector('dialog select'); return s.selectedOptions[0].text") == "choose"
    host.click("dialog [data-verb='score']")
    choose = "const s = document.querySelector('dialog select'); s.value = '12'; s.onchange({target: s})"
    host.run(choose)
    assert "Anna 7 → 12" in " ".join(host.text(".consequences").split())
    host.click(".whyrow .choices button", "typed wrongly")
    host.click("[data-act='confirm']")
    host.find(".note", "typed wrongly")
    assert game.view.scores == (12, 0)


def test_one_tap_hands_a_shared_tablet_on(screen: Any, server: Any, game: Any) -> None:
    tablet = screen("tablet", "tablet").join(server.access.code)
    for device in server.access.devices():
        server.access.change(device, seats=(0, 1))
    tablet.find(".tabs [data-seat='0'][aria-selected='true']")
    tablet.click(".tabs [data-seat='1']")
    tablet.find(".tabs [data-seat='1'][aria-selected='true']")
    assert tablet.text("header.who b") == "Ben"


def test_clock_is_paused_and_goes_on(screen: Any, server: Any, game: Any) -> None:
    anna = screen("anna").join(server.access.code)
    anna.click("button[data-seat='0']")
    anna.click("[data-act='pause']")
    anna.find("[data-act='pause'][aria-pressed='true']")
    stood = anna.text(".clock[data-running]")
    anna.wait(lambda: anna.run("return performance.now()") > 3000)
    assert anna.text(".clock[data-running]") == stood
    anna.click("[data-act='pause']")
    anna.wait(lambda: anna.text(".clock[data-running]") != stood)


def test_motion_can_be_turned_off_and_the_device_is_asked(screen: Any, server: Any, game: Any) -> None:
    anna = screen("anna").join(server.access.code)
    moving = "return getComputedStyle(document.querySelector('.scorebox')).getPropertyValue('animation-name')"
    anna.run("localStorage.setItem('table.motion', 'false')")
    anna.open("/").find("h1")
    assert anna.run("return document.documentElement.dataset.motion") == "off"
    anna.run("document.querySelector('.scorebox').setAttribute('data-new', '')")
    assert anna.run(moving) == "none"
    anna.run("localStorage.setItem('table.motion', 'true')")
    anna.open("/").find("h1")
    anna.run("document.querySelector('.scorebox').setAttribute('data-new', '')")
    assert anna.run(moving) == "fresh"
    reduced = {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]}
    anna.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", reduced)
    assert anna.run(moving) == "none"
    anna.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def test_final_sheet_has_every_line_and_hands_it_on(screen: Any, server: Any, game: Any) -> None:
    for event in (ROLL, "0 stop", "0 score 7", "0 score 3"):
        play(game, event)
    anna = screen("anna").join(server.access.code)
    anna.open("/final").find(".podium")
    sheet = " ".join(anna.text(".totals").split())
    assert "+7" in sheet and "+3" in sheet and "Total 10" in sheet
    assert anna.find("[data-act='bgstats']").get_attribute("href").startswith("bgstats://app.bgstatsapp.com/")
    anna.run("window.print = () => (document.title = 'printed')")
    anna.click("[data-act='print']")
    assert anna.run("return document.title") == "printed"


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_connection_is_lost_and_regained(size: str, screen: Any, server: Any, game: Any, app_of: Any) -> None:
    anna = screen("anna", size).join(server.access.code)
    anna.click("button[data-seat='0']")
    anna.find(".rollcard")
    server.stop()
    anna.find(".bar.lost")
    anna.click("[data-act='throw']")
    anna.find("#toast", "cannot be reached")
    play(game, ROLL)
    again = app_of(server.port)
    anna.find("[data-verb='stop']")
    anna.wait(lambda: not anna.all(".bar.lost"))
    again.stop()


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_two_phones_act_at_once(size: str, screen: Any, server: Any, game: Any) -> None:
    play(game, ROLL)
    phones = [screen(name, size).join(server.access.code) for name in ("anna", "also-anna")]
    first, second = phones
    first.click("button[data-seat='0']")
    first.find("[data-verb='stop']")
    for device in server.access.devices():
        server.access.change(device, seats=(0,))
    second.open("/")
    second.find("[data-verb='stop']")
    for one in phones:
        one.run("setTimeout(() => document.querySelector('[data-verb=stop]')?.click(), 60)")
    assert first.wait(lambda: len(game.history()) == 2)
    for one in phones:
        one.wait(lambda one=one: not one.all("[data-verb='stop']"))
    assert [str(step.event) for step in game.history()] == [ROLL, "0 stop"]


def test_what_one_phone_does_is_on_the_other(screen: Any, server: Any, game: Any, host: Any) -> None:
    anna, tv = screen("anna").join(server.access.code), screen("tv", "desktop").join(server.access.code).open("/table")
    anna.click("button[data-seat='0']")
    anna.find(".rollcard")
    play(game, ROLL)
    for one in (anna, host, tv):
        one.find("h1", "stop, or rally")


def test_page_works_by_keyboard(screen: Any, server: Any, game: Any) -> None:
    from selenium.webdriver.common.keys import Keys

    play(game, ROLL)
    anna = screen("anna").join(server.access.code)
    anna.click("button[data-seat='0']")
    anna.find("[data-verb='stop']")
    anna.run("document.activeElement.blur()")
    for _ in range(40):
        anna.driver.switch_to.active_element.send_keys(Keys.TAB)
        if anna.run("return document.activeElement.dataset.verb") == "stop":
            break
    anna.driver.switch_to.active_element.send_keys(Keys.ENTER)
    assert anna.wait(lambda: len(game.history()) == 2)


def test_arrow_keys_go_through_a_group(screen: Any, server: Any, game: Any) -> None:
    from selenium.webdriver.common.keys import Keys

    host = screen("host").join(server.access.host_code)
    host.click(".tabs [data-seat='0']")
    host.run("document.querySelector('.tabs [data-seat=\"0\"]').focus()")
    host.driver.switch_to.active_element.send_keys(Keys.ARROW_RIGHT)
    assert host.run("return document.activeElement.dataset.seat") == "1"
    host.driver.switch_to.active_element.send_keys(Keys.ENTER)
    host.find(".tabs [data-seat='1'][aria-selected='true']")
    host.driver.switch_to.active_element.send_keys(Keys.ARROW_RIGHT)
    assert host.run("return document.activeElement.dataset.seat") == "0"


def test_rolls_and_turns_are_announced(screen: Any, server: Any, game: Any) -> None:
    anna = screen("anna").join(server.access.code)
    anna.find("h2", "Take a seat")
    play(game, ROLL)
    said = anna.wait(lambda: anna.run("return document.getElementById('announce').textContent"))
    assert "Anna rolled" in said
    assert anna.run("return document.getElementById('announce').getAttribute('aria-live')") == "polite"


def test_page_speaks_german(screen: Any, server: Any, game: Any) -> None:
    anna = screen("anna").join(server.access.code)
    anna.click("[data-act='menu']")
    anna.find("dialog select")
    anna.run("const s = document.querySelectorAll('dialog select')[1]; s.value = 'de'; s.onchange({target: s})")
    anna.find("h2", "Nimm einen Platz")
    assert anna.run("return document.documentElement.lang") == "de"
