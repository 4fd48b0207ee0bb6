"""Installing on a Raspberry Pi, as far as it can be tried without one: ``make test-install`` does the whole of it."""

import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from companion import config
from companion.appliance import install, system, upgrade, versions
from companion.appliance.places import Places
from companion.journal import FORMAT, Journal

HERE = Path(install.__file__).parent


@pytest.fixture
def places(tmp_path):
    made = Places(tmp_path)
    made.data.mkdir(parents=True)
    made.program.mkdir(parents=True)
    made.unit.parent.mkdir(parents=True)
    made.unit.write_text("[Unit]\n")
    made.config.write_text('[table]\nname = "Kitchen"\n')
    for name in ("0.1.0-a", "0.2.0-b"):
        (made.program / name).mkdir()
    versions.switch(made, made.program / "0.1.0-a")
    journal = Journal(made.data / "journal.sqlite")
    journal.append("g-1", "start", {})
    journal.close()
    (made.data / "profile.json").write_text("{}")
    return made


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_is_content_with_the_service_file(tmp_path):
    text = (HERE / "table-companion.service").read_text()
    program = "/opt/table-companion/current/venv/bin/companion"
    assert f"ExecStart={program} run " in text
    unit = tmp_path / "table-companion.service"
    unit.write_text(text.replace(program, sys.executable))
    done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    said = [line for line in done.stderr.splitlines() if "table-companion" in line]
    assert (done.returncode, said) == (0, []), done.stderr


def test_the_service_has_a_watchdog_restarts_and_never_gives_up():
    text = (HERE / "table-companion.service").read_text().splitlines()
    wanted = {"Type=notify", "Restart=always", "WatchdogSec=60", "StartLimitIntervalSec=0", "User=companion"}
    assert wanted <= set(text)


def test_the_board_gets_one_name_whatever_its_chip():
    rules = [line for line in (HERE / "board.rules").read_text().splitlines() if not line.startswith("#")]
    assert len(rules) >= 4
    assert all('SYMLINK+="table-board"' in rule and 'GROUP="dialout"' in rule for rule in rules)


def test_the_first_config_is_understood_and_simulates_nothing():
    said = config.load(HERE / "companion.toml")
    assert (said.camera.url, said.lights.url, said.buttons.url) == ("", "", "")


def test_switching_names_a_whole_version_at_every_moment(places):
    assert versions.in_use(places).name == "0.1.0-a"
    versions.switch(places, places.program / "0.2.0-b")
    assert versions.in_use(places).name == "0.2.0-b"
    assert [p.name for p in places.program.iterdir() if p.name.endswith(".new")] == []


def test_tidying_keeps_the_version_in_use_and_one_to_go_back_to(places):
    for number in range(3):
        (places.program / f"0.3.{number}").mkdir()
    versions.tidy(places)
    left = {p.name for p in places.program.iterdir()}
    assert {"0.1.0-a", "current"} <= left and len(left) == 4


def test_only_what_a_version_is_made_of_is_copied(tmp_path):
    source = tmp_path / "checkout"
    for name in (".git/x", "data/journal.sqlite", "tests/x.py", "companion/a.py", "companion/__pycache__/a.pyc",
                 "companion/appliance/companion.toml", "companion.toml", ".locks/run.txt"):  # fmt: skip
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).touch()
    system.copy_source(source, tmp_path / "copy")
    left = sorted(str(p.relative_to(tmp_path / "copy")) for p in (tmp_path / "copy").rglob("*") if p.is_file())
    assert left == [".locks/run.txt", "companion/a.py", "companion/appliance/companion.toml"]


@pytest.fixture
def building(places, tmp_path, monkeypatch):
    """A checkout to build from; programs are written down, the environment of a version is made of empty files."""
    source = tmp_path / "checkout"
    for name, text in ((".locks/run.txt", "flask==3"), (".locks/pi.txt", "lgpio==1"), ("companion/__init__.py", "")):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text(text)
    done = []

    def run(words, **_):
        done.append(" ".join(str(w) for w in words))
        if "venv" in words:
            versions._packages(Path(words[4]).parent).mkdir(parents=True)
        if words[0] == "cp":
            subprocess.run(words, check=True)

    monkeypatch.setattr(versions, "run", run)
    monkeypatch.setattr(versions, "SYSTEM_CAMERA", tmp_path / "no camera")
    first = versions.build(places, source)
    (versions._packages(first) / "pip").mkdir()
    (versions._packages(first) / "flask.py").write_text("flask")
    versions.switch(places, first)
    assert any("-r" in words and "run.txt" in words for words in done), "a first version gets its packages by pip"
    done.clear()
    return source, done


def test_an_upgrade_with_the_same_packages_needs_no_internet(places, building):
    source, done = building
    new = versions.build(places, source)
    assert not [words for words in done if "run.txt" in words]
    assert (versions._packages(new) / "flask.py").read_text() == "flask"
    assert done[-1].endswith(f"{new}/source"), "the program itself is the new one"


def test_an_upgrade_with_other_packages_fetches_them(places, building):
    source, done = building
    (source / ".locks/run.txt").write_text("flask==4")
    versions.build(places, source)
    assert [words for words in done if "run.txt" in words]


def test_a_camera_that_came_later_gets_its_packages(places, building, tmp_path, monkeypatch):
    source, done = building
    (tmp_path / "picamera2").mkdir()
    monkeypatch.setattr(versions, "SYSTEM_CAMERA", tmp_path / "picamera2")
    versions.build(places, source)
    assert [words for words in done if "pi.txt" in words]


class Stage:
    """Everything an upgrade does to the machine, written down instead of done."""

    def __init__(self, monkeypatch, places, troubles):
        self.done, self.troubles, self.places = [], list(troubles), places
        new = places.program / "0.2.0-b"
        monkeypatch.setattr(upgrade, "must_be_root", lambda: None)
        monkeypatch.setattr(upgrade, "make_user", lambda _: None)
        monkeypatch.setattr(upgrade, "greet", lambda _: None)
        monkeypatch.setattr(upgrade, "run", lambda words, **_: "")
        monkeypatch.setattr(upgrade.versions, "build", lambda *_: new)
        monkeypatch.setattr(upgrade, "systemctl", lambda *words, **_: self.done.append(words[0]) or "")
        monkeypatch.setattr(upgrade, "wait_until_healthy", self.wait)

    def wait(self, _):
        self.done.append(versions.in_use(self.places).name)
        trouble = self.troubles.pop(0)
        return trouble() if callable(trouble) else trouble


def test_an_upgrade_that_is_well_stays(places, monkeypatch):
    stage = Stage(monkeypatch, places, [""])
    upgrade.upgrade(places, Path())
    assert versions.in_use(places).name == "0.2.0-b"
    assert stage.done == ["stop", "daemon-reload", "reset-failed", "start", "0.2.0-b"]


def test_an_upgrade_that_is_not_well_goes_back_by_itself(places, monkeypatch):
    def spoil():
        places.config.write_text("spoilt by the new version")
        (places.data / "profile.json").write_text("spoilt too")
        return "safe mode: RuntimeError"

    stage = Stage(monkeypatch, places, [spoil, ""])
    with pytest.raises(
        system.Failed, match=r"did not come up healthy \(safe mode: RuntimeError\), so 0.1.0-a is in use"
    ):
        upgrade.upgrade(places, Path())
    assert versions.in_use(places).name == "0.1.0-a"
    assert stage.done[-5:] == ["stop", "daemon-reload", "reset-failed", "start", "0.1.0-a"]
    assert places.config.read_text() == '[table]\nname = "Kitchen"\n'
    assert (places.data / "profile.json").read_text() == "{}"
    assert places.unit.read_text() == "[Unit]\n"
    assert not (places.program / "0.2.0-b").exists()


def test_games_played_meanwhile_stay_if_their_format_is_ours(places, monkeypatch):
    def play():
        journal = Journal(places.data / "journal.sqlite")
        journal.append("g-1", "event", {})
        journal.close()
        return "the panel did not answer"

    Stage(monkeypatch, places, [play, ""])
    with pytest.raises(system.Failed):
        upgrade.upgrade(places, Path())
    journal = Journal(places.data / "journal.sqlite")
    assert journal.verify() == 2
    journal.close()


def test_a_journal_of_a_newer_format_gives_way_to_the_one_put_aside(places, monkeypatch):
    def migrate():
        with closing(sqlite3.connect(places.data / "journal.sqlite")) as db:
            db.execute(f"PRAGMA user_version={FORMAT + 1}")
        return "broken"

    Stage(monkeypatch, places, [migrate, ""])
    with pytest.raises(system.Failed):
        upgrade.upgrade(places, Path())
    assert upgrade.format_of(places.data / "journal.sqlite") == FORMAT
    assert upgrade.format_of(places.data / "journal.newer.sqlite") == FORMAT + 1


def test_two_versions_that_are_not_well_are_said(places, monkeypatch):
    Stage(monkeypatch, places, ["broken", "this too"])
    with pytest.raises(system.Failed, match=r"Neither version is well \(this too\).*games are untouched"):
        upgrade.upgrade(places, Path())


def test_nothing_to_upgrade_is_said(tmp_path, monkeypatch):
    monkeypatch.setattr(upgrade, "must_be_root", lambda: None)
    with pytest.raises(system.Failed, match="use 'make install'"):
        upgrade.upgrade(Places(tmp_path), Path())


def test_health_is_steady_or_says_why_not(monkeypatch):
    now, said = [0.0], []
    monkeypatch.setattr(system.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(system.time, "sleep", lambda s: now.__setitem__(0, now[0] + s))
    monkeypatch.setattr(system, "health", lambda _: said.pop(0) if said else "ok")
    said[:] = ["", "", "ok", "ok", "", "ok"]
    assert system.wait_until_healthy(1) == ""
    assert now[0] >= system.STEADY_S + 2.5
    said[:] = ["", "safe mode: x"]
    assert system.wait_until_healthy(1) == "safe mode: x"
    monkeypatch.setattr(system, "health", lambda _: "")
    assert "did not answer" in system.wait_until_healthy(1, 30)


def test_a_program_that_fails_is_one_sentence():
    with pytest.raises(system.Failed, match=r"'sh -c .* failed: no luck"):
        system.run(["sh", "-c", "echo no luck; exit 3"])


def test_the_port_is_read_from_the_config(tmp_path):
    (tmp_path / "c.toml").write_text("[panel]\nport = 8123\n")
    assert system.port_of(tmp_path / "c.toml") == 8123
    assert system.port_of(tmp_path / "none.toml") == 8000
