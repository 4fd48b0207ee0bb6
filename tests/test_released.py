"""Files of every released version are opened by this one; steps from format to format lose nothing."""

import re
import shutil
import sqlite3
from pathlib import Path

import pytest

from companion import config, migrations
from companion.audit.ledger import Ledger
from companion.catalogues import Catalogues
from companion.evidence import Evidence
from companion.games import all_games
from companion.journal import FORMAT, Journal
from companion.table import Table
from vision.profile import VERSION, Profile
from web.access import Access
from web.clock import Clock

RELEASED = Path(__file__).parent / "released"
CHANGELOG = (RELEASED.parent.parent / "CHANGELOG.md").read_text(encoding="utf-8")
VERSIONS = sorted(p.name for p in RELEASED.iterdir() if p.is_dir() and p.name[0].isdigit())


def test_there_are_files_of_every_version_in_the_changelog():
    assert sorted(re.findall(r"^## (\d+\.\d+\.\d+)", CHANGELOG, re.MULTILINE)) == VERSIONS


@pytest.fixture(params=VERSIONS)
def folder(request, tmp_path):
    """A copy of what that version left behind: opening must never need to write to the original."""
    return shutil.copytree(RELEASED / request.param, tmp_path / "data")


def test_its_game_goes_on(folder):
    journal = Journal(folder / "journal.sqlite")
    assert journal.verify() == len(list(journal.entries()))
    (start,) = journal.starts()
    table = Table.resume(journal, start.game, all_games())
    assert table.names == ("Änne", "Ben")
    assert not any(step.dropped for step in table.history())
    (roll,) = [step for step in table.history() if step.is_roll]
    assert (roll.who, roll.why) == ("Ben", "looked again")
    assert Evidence(folder / "evidence").find(roll.evidence)
    assert table.view.prompts
    journal.close()


def test_its_record_is_still_signed_and_signs_on(folder):
    journal = Journal(folder / "journal.sqlite")
    ledger = Ledger(journal, folder / "audit")
    before = ledger.signed.size
    assert before == journal.next_seq - 1
    journal.append("other-1", "note", {})
    ledger.sign()
    assert ledger.signed.size == before + 1
    ledger.close()
    journal.close()


def test_its_phones_stay_joined_and_its_pauses_count(folder):
    kept = (folder / "access.json").read_bytes()
    access = Access(folder)
    assert [device.name for device in access.devices()] == ["Ben"]
    assert access.code.encode() in kept
    assert len(next(iter(Clock(folder)._pauses.values()))) == 1


def test_its_profile_printed_values_and_config_are_understood(folder):
    profile = Profile.load(folder / "profile.json")
    assert (profile.version, profile.camera, profile.size_px) == (VERSION, "usb://0", (1280, 720))
    assert profile.eye.place_mm == (0.0, -96.0, 330.0) and profile.colors[0].color == "blue"
    assert Catalogues(folder / "catalogue").load("rolling-heights") == {"sample": "7"}
    assert config.load(folder / "companion.toml").camera.url == "simulated://"


# ------------------------------------------------------------------------------------------------ steps to come


@pytest.fixture
def tomorrow(monkeypatch):
    """The next format: another index, and a table of something new."""

    def step(db):
        db.execute("CREATE INDEX entry_of_kind ON entry (kind, seq)")
        db.execute("CREATE TABLE extra (name TEXT)")

    monkeypatch.setitem(migrations.JOURNAL, FORMAT, step)
    monkeypatch.setattr("companion.journal.FORMAT", FORMAT + 1)
    return step


def test_a_journal_is_brought_to_the_next_format_with_a_copy_of_the_old(folder, tomorrow):
    before = [entry.hash for entry in _entries(RELEASED / folder.name / "journal.sqlite", folder)]
    journal = Journal(folder / "journal.sqlite")
    assert journal._db.execute("PRAGMA user_version").fetchone() == (FORMAT + 1,)
    assert [entry.hash for entry in journal.entries()] == before
    journal.append("g-1", "note", {})
    journal.close()
    copy = sqlite3.connect(folder / f"journal.format-{FORMAT}.sqlite")
    assert copy.execute("PRAGMA user_version").fetchone() == (FORMAT,)
    assert copy.execute("SELECT count(*) FROM entry").fetchone() == (len(before),)
    copy.close()
    Journal(folder / "journal.sqlite").close()


def _entries(_, folder):
    db = sqlite3.connect(folder / "journal.sqlite")
    rows = db.execute("SELECT seq, hash FROM entry ORDER BY seq").fetchall()
    db.close()
    return [type("Row", (), {"hash": digest}) for _, digest in rows]


def test_a_step_that_fails_leaves_the_journal_as_it_was(folder, monkeypatch):
    def half(db):
        db.execute("CREATE TABLE extra (name TEXT)")
        db.execute("CREATE TABLE extra (name TEXT)")

    monkeypatch.setitem(migrations.JOURNAL, FORMAT, half)
    monkeypatch.setattr("companion.journal.FORMAT", FORMAT + 1)
    with pytest.raises(OSError, match="already exists"):
        Journal(folder / "journal.sqlite")
    monkeypatch.undo()
    journal = Journal(folder / "journal.sqlite")
    assert journal._db.execute("SELECT name FROM sqlite_master WHERE name = 'extra'").fetchall() == []
    journal.verify()
    journal.close()


def test_a_profile_is_brought_to_the_next_version(folder, monkeypatch):
    monkeypatch.setitem(migrations.PROFILE, VERSION, lambda content: {**content, "exposure": 1.0})
    monkeypatch.setattr("vision.profile.VERSION", VERSION + 1)
    profile = Profile.load(folder / "profile.json")
    assert (profile.version, profile.exposure) == (VERSION + 1, 1.0)


def test_a_format_nobody_knows_the_way_from_is_said(folder, monkeypatch):
    monkeypatch.setattr("companion.journal.FORMAT", FORMAT + 1)
    with pytest.raises(OSError, match="no longer understood"):
        Journal(folder / "journal.sqlite")
