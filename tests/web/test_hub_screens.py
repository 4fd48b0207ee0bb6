"""The hub's pages in a real browser: many tables, live, every board of a table, people across tables, accessible."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from companion.hub.hub import Hub
from companion.hub.store import Store
from companion.network.broker import Login
from companion.network.messages import Status, pack
from companion.network.topics import JOURNAL, STATUS, VIEW, topic
from companion.words import say
from tests.nights.night import SimulatedTable
from tests.nights.test_pages import hear
from tests.web.test_accessible import AXE, RUN
from web.hub import create_hub_app
from web.serve import Server

NOWHERE = Login("mqtt://127.0.0.1:9")
TABLES = 30
WIDER = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture
def night(tmp_path):
    """A hub with one game at play, one finished, one table refused, and many more tables that are only seen."""
    hub = Hub(NOWHERE, Store(f"sqlite:///{tmp_path / 'hub.sqlite'}"))
    played = [SimulatedTable(tmp_path, f"table-0{n}", NOWHERE, seed=n) for n in (1, 2)]
    played[0].play(60)
    while played[1].table is None or played[1].table.view.prompts:
        played[1].play()
    for table in played:
        hear(hub, table)
    sketch = played[0].sketch()
    for n in range(3, TABLES + 1):
        hub.intake.put(topic(f"table-{n:02d}", STATUS), pack(Status(True)))
        hub.intake.put(topic(f"table-{n:02d}", VIEW), pack(replace(sketch, name=f"Table {n:02d}")))
    trouble = (say("The camera does not answer ({error}).", error="no device"),)
    hub.intake.put(topic("table-04", VIEW), pack(replace(sketch, name="Table 04", trouble=trouble)))
    hub.intake.put(topic("table-05", JOURNAL), b"rubbish")
    while hub.intake.step(0):
        pass
    hub.judge.step()
    server = Server(create_hub_app(hub, tmp_path / "web"), "127.0.0.1", 0, threads=24)
    server.start()
    yield SimpleNamespace(hub=hub, tables=played, server=server, code=server.access.code, sketch=sketch)
    server.stop()
    for table in played:
        table.close()
    hub._store.close()


def test_many_tables_are_small_cards_with_those_in_need_first(night, open_screen):
    page = open_screen(night.server.port, "watcher", "desktop").join(night.code)
    page.find(".tablecard")
    names = [e.text for e in page.all(".tablecard h2 a")]
    assert len(names) == TABLES
    assert names[:3] == ["Table 04", "Table 05", "Table 01"]
    assert page.all(".tables.dense")
    page.click(".finder .check", "Small cards")
    page.wait(lambda: not page.all(".tables.dense"))


def test_change_at_a_table_is_shown_without_loading_again(night, open_screen):
    page = open_screen(night.server.port, "watcher").join(night.code)
    page.find(".tablecard")
    night.hub.intake.put(topic("table-09", VIEW), pack(replace(night.sketch, name="Table 09", scores=(4321, 0, 0))))
    night.hub.intake.step(0)
    page.find(".seats", "4321")


def test_table_shows_the_boards_of_whoever_is_chosen(night, open_screen):
    page = open_screen(night.server.port, "watcher", "desktop").join(night.code)
    page.open("/table/table-01")
    names = night.tables[0].table.names
    page.find(".boards h3", names[0])
    page.click(".whose button", names[2])
    page.find(".boards h3", names[2])
    assert not [e for e in page.all(".boards h3") if names[0] in e.text]


def test_person_is_followed_across_tables(night, open_screen):
    page = open_screen(night.server.port, "watcher", "desktop").join(night.code)
    page.open("/results")
    name = night.tables[1].table.names[1]
    page.click(".who", name)
    page.wait(lambda: [e.text for e in page.all(".who")] == [name])
    assert len(page.all(".results .people")) == 1


def serious(page):
    """What is seriously wrong with the page that is open; a game's own sheets are the panel's affair."""
    page.run(AXE.read_text("utf-8"))
    return page.driver.execute_async_script(RUN.replace("axe.run(document,", "axe.run({exclude: [['.sheet']]},"))


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed (npm install axe-core)")
@pytest.mark.parametrize(("size", "theme"), [("phone", "dark"), ("desktop", "light")])
def test_every_page_of_the_hub_is_accessible_and_fits(night, open_screen, size, theme):
    page = open_screen(night.server.port, "watcher", size).join(night.code)
    page.run("localStorage.setItem('table.theme', JSON.stringify(arguments[0]))", theme)
    found = {}
    for path in ("/", "/table/table-01", "/table/table-05", "/results", "/print", "/join", "/nothing"):
        page.open(path).find("h1")
        found[path] = [*serious(page), *(["wider than the screen"] if page.run(WIDER) > 0 else [])]
    page.open("/").click("[data-act='menu']")
    page.find("dialog .settings")
    found["menu"] = serious(page)
    assert {path: wrong for path, wrong in found.items() if wrong} == {}
