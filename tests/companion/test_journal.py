"""The journal: durable, ordered, chained, and frank about files that are not its own."""

import sqlite3

import pytest

from companion.errors import JournalError
from companion.journal import FIRST, Journal


def test_journal_returns_what_was_appended_after_reopening(tmp_path):
    journal = Journal(tmp_path / "deep" / "journal.sqlite", now_ns=iter((5, 7)).__next__)
    written = [journal.append("g-1", "start", {"a": 1}), journal.append("g-1", "event", {"b": "ü"})]
    journal.close()
    again = Journal(tmp_path / "deep" / "journal.sqlite")
    assert list(again.entries("g-1")) == written
    assert [(e.seq, e.at_ns, e.prev == FIRST) for e in written] == [(1, 5, True), (2, 7, False)]
    assert written[1].prev == written[0].hash
    assert again.verify() == 2
    assert again.next_seq == 3


def test_journal_keeps_games_apart_and_lists_their_starts(tmp_path):
    journal = Journal(tmp_path / "j.sqlite")
    for game, kind in (("a", "start"), ("b", "start"), ("a", "event")):
        journal.append(game, kind, {})
    assert [e.seq for e in journal.entries("a")] == [1, 3]
    assert [e.seq for e in journal.entries("a", after=1)] == [3]
    assert [e.game for e in journal.starts()] == ["a", "b"]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("UPDATE entry SET body = '{}' WHERE seq = 2", "Entry 2 of the journal was changed"),
        ("DELETE FROM entry WHERE seq = 2", "Entry 2 of the journal is missing"),
    ],
)
def test_journal_notices_a_changed_or_missing_entry(tmp_path, change, sentence):
    path = tmp_path / "j.sqlite"
    journal = Journal(path)
    for n in range(3):
        journal.append("g", "event", {"n": n})
    journal.close()
    with sqlite3.connect(path) as db:
        db.execute(change)
    db.close()
    with pytest.raises(JournalError, match=sentence):
        Journal(path).verify()


def test_journal_refuses_a_newer_format_and_leaves_it_alone(tmp_path):
    path = tmp_path / "j.sqlite"
    Journal(path).close()
    db = sqlite3.connect(path)
    db.execute("PRAGMA user_version=99")
    db.close()
    with pytest.raises(JournalError, match="newer version .*upgrade the companion"):
        Journal(path)
    db = sqlite3.connect(path)
    assert db.execute("PRAGMA user_version").fetchone() == (99,)
    db.close()


def test_journal_refuses_another_programs_database(tmp_path):
    path = tmp_path / "j.sqlite"
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE recipes (name TEXT)")
    db.close()
    with pytest.raises(JournalError, match="is not a journal of ours"):
        Journal(path)


def test_journal_refuses_a_file_that_is_no_database(tmp_path):
    path = tmp_path / "j.sqlite"
    path.write_bytes(b"not a database at all, only some words that are long enough" * 20)
    with pytest.raises(JournalError, match="cannot be opened"):
        Journal(path)


def test_journal_says_so_when_the_disk_is_full_and_keeps_what_it_had(tmp_path):
    path = tmp_path / "j.sqlite"
    journal = Journal(path)
    journal.append("g", "start", {})
    journal._db.execute("PRAGMA max_page_count=8")
    with pytest.raises(JournalError, match="free some disk space"):
        for n in range(1000):
            journal.append("g", "event", {"n": n, "ballast": "x" * 500})
    kept = len(list(journal.entries()))
    journal._db.execute("PRAGMA max_page_count=100000")
    journal.append("g", "event", {"n": "after"})
    assert journal.verify() == kept + 1


def test_journal_is_written_with_full_durability(tmp_path):
    journal = Journal(tmp_path / "j.sqlite")
    assert journal._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert journal._db.execute("PRAGMA synchronous").fetchone() == (2,)
