"""Upgrade: build the new version beside the old one, try it, and go back by itself if it is not well."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from companion.appliance import versions
from companion.appliance.install import greet, make_user, write_files
from companion.appliance.places import SERVICE, USER, Places
from companion.appliance.system import Failed, must_be_root, port_of, run, say, systemctl, wait_until_healthy

SMALL = ("profile.json", "access.json", "pauses.json", "config.good.toml")
"""What lies in the data folder beside the journal and could be changed by a new version."""


def upgrade(places: Places, source: Path) -> None:
    """Use the checkout's version from now on, or the present one if the new one does not come up healthy."""
    must_be_root()
    old = versions.in_use(places)
    if old is None:
        raise Failed("Nothing is installed yet; use 'make install'.")
    new = versions.build(places, source)
    systemctl("stop", SERVICE)
    put_aside(places)
    unit = places.unit.read_bytes()
    versions.switch(places, new)
    write_files(places)
    make_user(places)
    systemctl("daemon-reload")
    say("Trying the new version …")
    trouble = _start(places)
    if not trouble:
        versions.tidy(places)
        say(f"Upgraded to {new.name}. The version before stays in {old} in case you want it back.")
        greet(places)
        return
    say(f"The new version is not well ({trouble}); going back to {old.name} …")
    systemctl("stop", SERVICE, check=False)
    versions.switch(places, old)
    places.unit.write_bytes(unit)
    put_back(places)
    systemctl("daemon-reload")
    again = _start(places)
    shutil.rmtree(new, ignore_errors=True)
    if again:
        raise Failed(f"Neither version is well ({again}); look at 'journalctl -u {SERVICE}'. Your games are untouched.")
    raise Failed(
        f"The new version did not come up healthy ({trouble}), so {old.name} is in use again; nothing was lost."
    )


def _start(places: Places) -> str:
    """``""`` if the version in use comes up healthy."""
    # A failed version may have left the mark of a crashed start, which says nothing about this one.
    (places.data / "start.json").unlink(missing_ok=True)
    systemctl("reset-failed", SERVICE, check=False)
    try:
        systemctl("start", SERVICE)
    except Failed as failed:
        return str(failed)
    return wait_until_healthy(port_of(places.config))


def put_aside(places: Places) -> None:
    """Copies of what a new version might rewrite; the journal as SQLite copies it, with what its log still holds."""
    shutil.rmtree(places.before, ignore_errors=True)
    places.before.mkdir(parents=True)
    shutil.copyfile(places.config, places.before / places.config.name)
    for name in SMALL:
        if (places.data / name).exists():
            shutil.copyfile(places.data / name, places.before / name)
    journal = places.data / "journal.sqlite"
    if journal.exists():
        with closing(sqlite3.connect(journal)) as of, closing(sqlite3.connect(places.before / journal.name)) as to:
            of.backup(to)


def put_back(places: Places) -> None:
    """Undo what the failed version changed in files; games played meanwhile stay unless their format changed."""
    shutil.copyfile(places.before / places.config.name, places.config)
    for name in SMALL:
        if (places.before / name).exists():
            shutil.copyfile(places.before / name, places.data / name)
    journal, kept = places.data / "journal.sqlite", places.before / "journal.sqlite"
    if kept.exists() and format_of(journal) != format_of(kept):
        for ending in ("", "-wal", "-shm"):
            file = journal.with_name(journal.name + ending)
            if file.exists():
                file.replace(file.with_name(f"journal.newer.sqlite{ending}"))
        shutil.copyfile(kept, journal)
    run(["chown", "-R", f"{USER}:{USER}", places.home])


def format_of(journal: Path) -> int:
    """The version of a journal's layout; -1 if that cannot be told."""
    try:
        with closing(sqlite3.connect(f"file:{journal}?mode=ro", uri=True)) as db:
            return int(db.execute("PRAGMA user_version").fetchone()[0])
    except sqlite3.Error:
        return -1
