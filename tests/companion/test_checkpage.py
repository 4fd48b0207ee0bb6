"""``companion check``: one page, the one thing to do first, and a report without secrets."""

import json
import logging
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion import checkpage
from companion.bugreport import hide
from companion.cli import _only_one, main
from companion.condition import conditions
from companion.games import find_game
from companion.journal import Journal
from companion.logs import keep_log, last_lines
from companion.table import Table
from web.access import Access


@pytest.fixture
def companion(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "companion.toml").write_text('[table]\nname = "Kitchen"\n')
    return lambda *words: CliRunner().invoke(main, ["check", *words])


def test_everything_is_on_one_page_and_well(companion):
    done = companion()
    assert done.exit_code == 0, done.output
    parts = [line.split()[1].rstrip(":") for line in done.output.splitlines()[:-1]]
    assert {"machine", "power", "heat", "clock", "data", "network", "config", "journal", "disk", "camera"} <= set(parts)
    assert done.output.splitlines()[-1] == "Everything is well."
    assert len(done.output.splitlines()) < 30


def test_the_one_thing_to_do_first_is_said_last(companion, tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    (data / "config.good.toml").write_text('[camera]\nurl = "usb://77"\n')
    (tmp_path / "companion.toml").write_text("[camera]\nulr = 'usb://0'\n")
    done = companion()
    assert done.exit_code == 1
    last = done.output.splitlines()[-1]
    assert last.startswith("Do this first: config: companion.toml: unknown key 'ulr' in [camera]; did you mean 'url'?")
    assert last.endswith("(1 more above)")
    assert "FIX  camera: No camera answers at /dev/video77" in done.output


def test_a_running_companion_keeps_its_devices(companion, tmp_path):
    (tmp_path / "companion.toml").write_text('[camera]\nurl = "usb://77"\n')
    with _only_one(tmp_path / "data"):
        done = companion()
    assert done.exit_code == 0, done.output
    assert "companion: is running" in done.output
    assert "camera:" not in done.output.replace("with camera", "")


def test_a_crashed_start_is_found(companion, tmp_path):
    (tmp_path / "data").mkdir()
    kept = {"format": 1, "phase": "starting", "boot": "b", "cut": 0, "ends_s": [], "reason": "ValueError: x"}
    (tmp_path / "data/start.json").write_text(json.dumps(kept))
    assert "Do this first: last start: it crashed (ValueError: x)" in companion().output


def test_low_voltage_and_heat_are_said(tmp_path):
    firmware = tmp_path / "sys/devices/platform/soc/soc:firmware"
    firmware.mkdir(parents=True)
    (firmware / "get_throttled").write_text("50005\n")
    zone = tmp_path / "sys/class/thermal/thermal_zone0"
    zone.mkdir(parents=True)
    (zone / "temp").write_text("84000\n")
    found = {part.what: part for part in conditions(tmp_path / "data", tmp_path)}
    assert not found["power"].ok and "voltage is too low now" in found["power"].text
    assert not found["heat"].ok and "84 °C" in found["heat"].text


def test_the_report_holds_what_helps_and_no_secret(companion, tmp_path):
    data = tmp_path / "data"
    access = Access(data)
    device = access.join(access.code, "10.0.0.2", name="Wilhelmina")
    journal = Journal(data / "journal.sqlite")
    Table.begin(journal, find_game("rolling-heights"), ("Wilhelmina", "Bartholomew"))
    journal.close()
    (tmp_path / "companion.toml").write_text(
        '[network]\nbroker = "mqtt://hub.local"\nuser = "table-07"\npassword = "hunter22"\n[panel]\ncode = "SECRET77"\n'
    )
    handler = keep_log(data / "log")
    logging.getLogger("test").warning("join with %s by Bartholomew, hunter22 at mqtt://u:pw@hub", access.host_code)
    logging.getLogger().removeHandler(handler)
    handler.close()
    done = companion("--report", "report.txt")
    assert "read it before you send it" in done.output
    text = Path("report.txt").read_text()
    assert (
        "== packages" in text and "numpy" in text.lower() and "ok  machine" in text.replace("ok machine", "ok  machine")
    )
    assert "test: join with (hidden) by (hidden), (hidden) at mqtt://(hidden)@hub" in text
    kept = json.loads((data / "access.json").read_text())
    for secret in (
        access.code,
        access.host_code,
        kept["secret"],
        device.id,
        "hunter22",
        "SECRET77",
        "Wilhelmina",
        "table-07",
    ):
        assert secret.lower() not in text.lower(), secret


def test_a_config_that_cannot_be_read_still_hides_its_passwords():
    assert (
        hide('passwrd = 1\n  password = "x"\ncode="abc"\n', ()) == "passwrd = 1\n  password = (hidden)\ncode=(hidden)\n"
    )


def test_the_log_cannot_outgrow_its_bound(tmp_path, monkeypatch):
    from companion import logs

    monkeypatch.setattr(logs, "FILE_BYTES", 2000)
    handler = logs.keep_log(tmp_path)
    for number in range(1000):
        logging.getLogger("flood").warning("line %d", number)
    logging.getLogger().removeHandler(handler)
    handler.close()
    assert sum(f.stat().st_size for f in tmp_path.iterdir()) <= 2000 * logs.FILES
    assert last_lines(tmp_path, 2)[-1].endswith("line 999")


def test_the_page_is_for_any_parts(monkeypatch):
    assert checkpage._verdict([]).endswith("Everything is well.\x1b[0m")
