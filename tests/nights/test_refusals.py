"""Forged entries, another table's credentials, a rewritten journal: refused, shown, and nothing kept of them."""

import sqlite3

import pytest

from companion.journal import content_bytes, entry_hash
from companion.network.broker import Login
from companion.network.topics import CHECKPOINT, JOURNAL, topic
from tests.nights.night import until


@pytest.fixture
def table(hub, seat_a_table):
    """A table that has played, and whose journal the hub holds and has checked."""
    made = seat_a_table("table-01")
    made.play(40)
    made.sign()
    until(lambda: is_checked(hub, made))
    return made


def standing(hub, name="table-01"):
    desk = hub.intake.desk(name)
    return desk.kept.standing if desk else None


def is_checked(hub, table):
    found = standing(hub, table.name)
    return found is not None and found.signed == table.journal.next_seq - 1


def shown(hub, table):
    """The trouble at the hub, once the table has been told of it as well."""
    until(lambda: standing(hub).trouble and "The hub takes no more entries" in table.trouble)
    return standing(hub).trouble


def forge(table, hub, prev):
    """Send an entry that gives somebody a roll that never was, with the table's own credentials."""
    table.publisher._broker.publish(topic(table.name, JOURNAL), forged(table, hub, prev))


def forged(table, hub, prev):
    size = standing(hub).size
    entry = (size + 1, 1, table.table.id, "event", '{"event":"0 roll 6 6","source":"camera"}', prev)
    return content_bytes(entry)


def test_entry_that_does_not_follow_is_refused_and_shown(hub, table):
    before = table.lines()
    forge(table, hub, "0" * 64)
    assert shown(hub, table) == "its entry 41 does not continue the journal seen before."
    assert hub.lines(hub.intake.desk("table-01")) == before


def test_forged_entry_that_follows_is_found_by_the_next_real_one(hub, table):
    forge(table, hub, standing(hub).head)
    until(lambda: standing(hub).size == 41)
    table.play(3)
    table.sign()
    # Whichever comes first: the table learns that the hub holds more than it wrote, or it writes its own entry 41.
    assert shown(hub, table) in (
        "its entry 41 is no longer the one seen before.",
        "its entry 42 does not continue the journal seen before.",
        "its journal has fewer entries (40) than were seen before (41).",
    )


def test_forged_entry_that_follows_is_found_by_the_next_signature(hub, table):
    table.stop_publishing()
    hub.intake.put(topic("table-01", JOURNAL), forged(table, hub, standing(hub).head))
    until(lambda: standing(hub).size == 41)
    table.play(1)
    table.sign()
    hub.intake.put(topic("table-01", CHECKPOINT), f"{table.ledger.key}\n\n{table.ledger.newest}".encode())
    until(lambda: standing(hub).trouble)
    assert standing(hub).trouble == "its first 41 entries are not those that it signed."
    assert standing(hub).signed == 40


def rewrite(path, seq):
    """Change an old entry and make every hash after it fit again, as a clever cheat would."""
    db = sqlite3.connect(path)
    rows = db.execute("SELECT * FROM entry WHERE seq >= ? ORDER BY seq", (seq,)).fetchall()
    prev = rows[0][5]
    for n, (number, at_ns, game, kind, body, _, _) in enumerate(rows):
        content = (number, at_ns + (n == 0), game, kind, body, prev)
        prev = entry_hash(content)
        db.execute("REPLACE INTO entry VALUES (?, ?, ?, ?, ?, ?, ?)", (*content, prev))
    db.commit()
    db.close()


def test_rewritten_journal_is_refused_and_shown(hub, table, seat_a_table, tmp_path):
    kept = table.lines()
    table.close()
    rewrite(tmp_path / "table-01" / "journal.sqlite", 17)
    again = seat_a_table("table-01")
    again.play(5)
    assert shown(hub, again) == "its entry 41 does not continue the journal seen before."
    assert hub.lines(hub.intake.desk("table-01")) == kept


def test_journal_that_was_cut_short_is_refused_once_it_goes_on(hub, table, seat_a_table, tmp_path):
    table.close()
    db = sqlite3.connect(tmp_path / "table-01" / "journal.sqlite")
    db.execute("DELETE FROM entry WHERE seq > 20")
    db.commit()
    db.close()
    again = seat_a_table("table-01")
    assert shown(hub, again) == "its journal has fewer entries (20) than were seen before (40)."


def test_other_table_with_the_credentials_of_this_one_is_refused_by_its_key(hub, table, seat_a_table, broker, tmp_path):
    kept = table.lines()
    table.stop_publishing()
    impostor = seat_a_table("table-01", folder=tmp_path / "elsewhere")
    impostor.play(3)
    impostor.sign()
    until(lambda: standing(hub).trouble)
    assert standing(hub).trouble in (
        "it signs with another key than before.",
        "its entry 1 is no longer the one seen before.",
        "its journal has fewer entries (0) than were seen before (40).",
        "its journal has fewer entries (3) than were seen before (40).",
    )
    assert hub.lines(hub.intake.desk("table-01")) == kept


def test_broker_lets_a_table_speak_under_its_own_name_only(hub, table, seat_a_table, broker):
    cheat = seat_a_table("table-02", login=broker.login("table-03"))
    cheat.play(5)
    until(lambda: cheat.trouble)
    assert cheat.trouble == (
        "The broker localhost does not let 'table-03' do this; check user, password and table in [network]."
    )
    assert hub.intake.desk("table-02") is None
    assert hub.intake.desk("table-03") is None


@pytest.mark.parametrize("user", ["table-01", ""])
def test_broker_lets_nobody_in_with_a_wrong_password(hub, seat_a_table, broker, user):
    login = broker.login("table-01")
    stranger = seat_a_table("table-01", login=Login(login.url, user, "wrong", login.ca))
    stranger.play(2)
    until(lambda: stranger.trouble)
    assert "does not let" in stranger.trouble
    assert hub.intake.desk("table-01") is None


def test_organiser_lets_a_refused_table_begin_anew_and_the_old_journal_stays(hub, table):
    old = table.lines()
    forge(table, hub, "0" * 64)
    shown(hub, table)
    record = hub.intake.desk("table-01").kept.id
    hub.intake.begin_anew("table-01")
    table.play(2)
    table.sign()
    until(lambda: is_checked(hub, table))
    until(lambda: not table.trouble)
    assert hub.lines(hub.intake.desk("table-01")) == table.lines()
    assert hub._store.lines(record, 0, 1000) == old
    assert hub.intake.desk("table-01").kept.generation == 2
