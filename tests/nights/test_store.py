"""What the hub keeps, in SQLite and in PostgreSQL alike."""

import pytest

from companion.audit.records import parse_record
from companion.errors import ConfigError, JournalError
from companion.games import find_game
from companion.hub.store import Store
from companion.hub.witness import Standing, Taken, Witness
from companion.journal import Journal
from companion.table import Table
from companion.words import say
from tests.nights.night import MOSQUITTO, until
from tests.nights.storm import storm


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request, tmp_path):
    return (
        f"sqlite:///{tmp_path / 'hub.sqlite'}"
        if request.param == "sqlite"
        else request.getfixturevalue("server").database()
    )


@pytest.fixture
def journal(tmp_path):
    made = Journal(tmp_path / "journal.sqlite")
    table = Table.begin(made, find_game("rollopolis"), ("Änne", "Ben"))
    yield made, table
    made.close()


def taken(journal):
    lines = journal.contents(0, journal.next_seq - 1)
    return [Taken(parse_record(line), line) for line in lines]


def test_store_gives_back_every_byte_and_standing(url, journal):
    made, table = journal
    store = Store(url)
    kept = store.begin("table-01")
    witness = Witness(kept.standing, lambda *_: [])
    witness.take(b"\n".join(made.contents(0, 10)))
    kept.standing.trouble = say("its entry {n} is no longer the one seen before.", n=3)
    kept.title = "Tisch 1"
    store.keep({kept.id: taken(made)}, [kept])
    store.close()
    again = Store(url)
    (found,) = again.records()
    assert found == kept
    assert found.standing.trouble.template == "its entry {n} is no longer the one seen before."
    assert again.lines(found.id, 0, 99) == made.contents(0, 99)
    assert again.games(found.id) == [table.id]
    assert [e.body for e in again.game(found.id, table.id)] == [e.body for e in made.entries(table.id)]
    again.close()


def test_store_keeps_no_entry_twice_and_then_nothing_of_that_batch(url, journal):
    made, _ = journal
    store = Store(url)
    kept = store.begin("table-01")
    store.keep({kept.id: taken(made)}, [kept])
    kept.standing.size = 99
    with pytest.raises(JournalError, match="database cannot be used"):
        store.keep({kept.id: taken(made)}, [kept])
    assert len(store.lines(kept.id, 0, 99)) == 1
    assert store.records()[0].standing.size == 0
    store.close()


def test_store_lists_the_newest_journal_of_each_table(url):
    store = Store(url)
    store.begin("table-01")
    second = store.begin("table-01")
    store.begin("table-02")
    assert [(k.name, k.generation) for k in store.records()] == [("table-01", 2), ("table-02", 1)]
    assert second.standing == Standing()
    store.close()


def test_store_keeps_the_newest_result(url):
    store = Store(url)
    store.keep_result(1, "rollopolis-1", {"scores": [1, 2]})
    store.keep_result(1, "rollopolis-1", {"scores": [3, 2]})
    assert store.results() == [(1, "rollopolis-1", {"scores": [3, 2]})]
    store.close()


@pytest.mark.parametrize("url", ["nonsense", "mysql://x/y", "oracle://x"])
def test_store_names_the_databases_it_knows(url):
    with pytest.raises(ConfigError, match="sqlite"):
        Store(url)


def test_store_that_cannot_be_reached_says_so():
    with pytest.raises(JournalError, match="--database"):
        Store("postgresql://nobody@127.0.0.1:9/none")


@pytest.mark.skipif(MOSQUITTO is None, reason="mosquitto is not installed")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_storm_over_postgresql_leaves_every_journal_whole(tmp_path, server):
    found = storm(tmp_path, tables=4, events=40, broker_kills=1, hub_kills=1, database=server.database())
    assert (found.entries, found.lost, found.doubled, found.identical, found.signed) == (160, 0, 0, 4, 4)


def test_hub_that_could_not_write_believes_nothing_it_did_not_keep(hub, seat_a_table, monkeypatch):
    table = seat_a_table("table-01")
    table.play(10)
    until(lambda: hub.intake.desk("table-01") and hub.intake.desk("table-01").kept.standing.size == 10)
    keep, broken = hub._store.keep, [True]

    def full(*args):
        if broken:
            raise JournalError("The hub's database cannot be used (the disk is full); check it.")
        keep(*args)

    monkeypatch.setattr(hub._store, "keep", full)
    table.play(10)
    until(lambda: hub.notices() == ["The hub's database cannot be used (the disk is full); check it."])
    assert hub.intake.desk("table-01").kept.standing.size == 10
    broken.clear()
    until(lambda: hub.intake.desk("table-01").kept.standing.size == 20)
    assert hub.lines(hub.intake.desk("table-01")) == table.lines()
    until(lambda: hub.notices() == [])
