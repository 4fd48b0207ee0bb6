"""A journal that the disk spoilt: what can be read is saved, the old file stays, and people are told."""

import random

import pytest

from companion.errors import JournalError
from companion.journal import Journal
from companion.rescue import open_journal


@pytest.fixture
def path(tmp_path):
    journal = Journal(tmp_path / "journal.sqlite")
    for number in range(400):
        journal.append("toy-1", "event" if number else "start", {"event": f"0 roll {number}", "pad": "x" * 90})
    journal.close()
    return tmp_path / "journal.sqlite"


def test_a_sound_journal_is_opened_as_it_is(path):
    journal, said = open_journal(path)
    assert said == ""
    assert journal.verify() == 400
    journal.close()


def test_a_spoilt_page_costs_what_comes_after_it_and_no_more(path):
    content = bytearray(path.read_bytes())
    at = 4096 * (len(content) // 4096 // 2)
    content[at : at + 4096] = random.Random(3).randbytes(4096)
    path.write_bytes(content)
    journal, said = open_journal(path)
    saved = journal.verify()
    assert 50 < saved < 400
    assert f"{saved} entries were saved" in said
    assert "journal.damaged-1.sqlite" in said
    assert path.with_name("journal.damaged-1.sqlite").read_bytes() == content
    journal.append("toy-1", "event", {"event": "0 roll 1"})
    assert journal.verify() == saved + 1
    journal.close()


def test_a_file_of_nonsense_is_set_aside(path):
    path.write_bytes(b"no database at all" * 500)
    journal, said = open_journal(path)
    assert journal.verify() == 0
    assert "0 entries were saved" in said
    journal.close()
    path.write_bytes(b"nor now" * 500)
    journal, said = open_journal(path)
    assert "journal.damaged-2.sqlite" in said
    journal.close()


def test_a_newer_journal_is_refused_and_left_alone(path):
    journal = Journal(path)
    journal._db.execute("PRAGMA user_version=99")
    journal.close()
    before = path.read_bytes()
    with pytest.raises(JournalError, match="newer version"):
        open_journal(path)
    assert path.read_bytes() == before


def test_only_what_follows_is_taken_over(tmp_path):
    journal = Journal(tmp_path / "journal.sqlite")
    with pytest.raises(JournalError, match="does not follow"):
        journal.take_over((2, 0, "g", "event", "{}", "0" * 64, "0" * 64))
    journal.close()
