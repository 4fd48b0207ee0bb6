"""Twenty and more faults, each with what the players see and how it recovers; docs/faults.md is written from here."""

import json
import random
import socket
import sqlite3
import threading

import numpy as np
import pytest

from companion import lastgood
from companion.app import Room
from companion.config import ButtonsConfig, CameraConfig, Config, EvidenceConfig, LightsConfig, NetworkConfig
from companion.errors import CompanionError, ConfigError, JournalError
from companion.games import all_games
from companion.journal import Journal
from companion.model import Event
from companion.pulse import LATE_S, Pulse
from companion.space import Space
from companion.starts import Starts
from companion.table import Table
from tests.faults import DOCUMENT, ROWS, fault, written
from tests.toygame import TOY
from vision.cameras import simulated
from vision.frame import Frame
from web.access import Access
from web.clock import Clock

SMALL = "simulated://?size=320x240&fps=15&pace=0"


class Night:
    """A room whose loops turn when the test says so, with a toy game of two dice on."""

    def __init__(self, folder, **config):
        self.folder = folder
        self.room = Room(Config(**config), folder)
        self.clock_s, self.now_ns = 0.0, 0
        links = (self.room._camera, self.room._lamps._lights, self.room._lamps._buttons)
        for link in filter(None, links):
            link._now_s = lambda: self.clock_s
        self.room._watch.stopping.set()  # waiting for a camera that is away takes no time
        if self.room.table is None:
            self.room.start("toy", ("Ann", "Ben"), {})

    def turn(self, seconds=1.0):
        self.clock_s += seconds
        self.now_ns += round(seconds * 1e9)
        if self.room.config.camera.url:
            self.room._watch.tick()
        self.room._lamps.tick(self.now_ns)

    def told(self, key):
        return dict(self.room.notices()).get(key, "")

    def play(self):
        """Whatever is broken, a roll can be typed."""
        table = self.room.table
        before = len(table.history())
        prompt = next(p for p in table.view.prompts if p.verb in ("roll", "keep"))
        words = ("1", "2") if prompt.verb == "roll" else prompt.options[0][:1]
        table.submit(Event(prompt.seat, prompt.verb, words), "panel", table.view.numbers[prompt.seat])
        assert len(table.history()) == before + 1


@pytest.fixture
def night(tmp_path, monkeypatch):
    monkeypatch.setitem(all_games(), "toy", TOY)
    made = []

    def begin(**config):
        made.append(Night(tmp_path, **config))
        return made[-1]

    yield begin
    for one in made:
        one.room.close()


# ------------------------------------------------------------------------------------------------ camera


@fault("camera", "its cable is pulled", "The simulated camera's cable is out; it is plugged in again in a few seconds.",
       "rolls are typed meanwhile; opened again by itself once it answers")  # fmt: skip
def test_camera_unplugged(sees, night):
    table = night(camera=CameraConfig(url=SMALL))
    table.turn()
    table.room.set_fault("camera-lost", True)
    table.turn()
    assert table.told("camera") == sees
    table.play()
    table.room.set_fault("camera-lost", False)
    table.turn(20)
    table.turn(20)
    assert table.told("camera") == "" and table.room.picture() is not None


@fault("camera", "its driver raises anything at all",
       "The camera stopped working (driver gone mad); check its cable. It is tried again by itself.",
       "tried again with growing patience, at most every 15 s")  # fmt: skip
def test_camera_driver_raises(sees, night, monkeypatch):
    broken = [True]

    class Mad:
        def read(self):
            if broken[0]:
                raise MemoryError("driver gone mad")
            return Frame(np.zeros((240, 320, 3), np.uint8), 0, 0)

        def close(self):
            raise RuntimeError("not even that")

    monkeypatch.setattr(simulated, "open", lambda url: Mad())
    table = night(camera=CameraConfig(url=SMALL))
    table.turn()
    assert table.told("camera") == sees
    table.play()
    broken[0] = False
    table.turn(20)
    assert table.told("camera") == ""


@fault("camera", "it repeats one picture", "(the tray's state says “The picture stands still”)",
       "goes on with the next picture that differs")  # fmt: skip
def test_camera_frozen(sees, night):
    table = night(camera=CameraConfig(url=SMALL))
    for _ in range(40):
        table.turn(0.07)
    table.room.set_fault("picture-frozen", True)
    for _ in range(60):
        table.turn(0.07)
    assert table.room.live().state == "frozen"
    table.play()
    table.room.set_fault("picture-frozen", False)
    for _ in range(40):
        table.turn(0.07)
    assert table.room.live().state != "frozen"


@fault("camera", "one picture cannot be judged", "The picture could not be judged; type the roll, or roll again.",
       "the next picture is judged as if nothing had been")  # fmt: skip
def test_one_bad_picture(sees, night, monkeypatch):
    table = night(camera=CameraConfig(url=SMALL))
    watch, good = table.room._watch, table.room._watch.tick
    turns = []

    def tick():
        turns.append(1)
        watch.stopping.set() if len(turns) > 1 else None
        if len(turns) == 1:
            raise IndexError("a pixel too far")
        good()

    monkeypatch.setattr(watch, "tick", tick)
    watch.stopping.clear()
    seen = []
    monkeypatch.setattr(watch._notices, "put", lambda key, text: seen.append((key, text)))
    watch.run()
    assert ("watching", sees) in seen
    assert ("watching", "") in seen


@fault(
    "calibration",
    "the profile is damaged",
    "{file} is not a profile; calibrate with 'companion calibrate'.",
    "reads without it until it is measured again",
)
def test_profile_damaged(sees, night, tmp_path):
    (tmp_path / "profile.json").write_text("{not json")
    table = night(camera=CameraConfig(url=SMALL))
    assert table.told("profile") == sees.format(file=tmp_path / "profile.json")
    table.turn()
    table.play()


# ------------------------------------------------------------------------------------------------ lamps and serial


@fault("lights", "the lamps stop answering", "The simulated lamps are unplugged: switch the fault off on the panel.",
       "opened again by itself; everything else goes on")  # fmt: skip
def test_lights_lost(sees, night):
    table = night(lights=LightsConfig(url="simulated://"))
    table.turn()
    _device_fault(table, "lights", sees)


@fault("buttons", "the buttons stop answering",
       "The simulated buttons are unplugged: switch the fault off on the panel.",
       "opened again by itself; the panel has every button meanwhile")  # fmt: skip
def test_buttons_lost(sees, night):
    table = night(buttons=ButtonsConfig(url="simulated://"))
    table.turn()
    _device_fault(table, "buttons", sees)


def _device_fault(table, key, sees):
    name = next(n for n in table.room.faults() if n.startswith(key))
    table.room.set_fault(name, True)
    table.turn()
    assert table.told(key) == sees
    table.play()
    table.room.set_fault(name, False)
    table.turn(30)
    table.turn(30)
    assert table.told(key) == ""


@fault("serial", "no board is at the port",
       "There is no /dev/nowhere: plug the board in, or name another port (ls /dev/serial/by-id shows them).",
       "tried again by itself; plugging it in is enough")  # fmt: skip
def test_no_board(sees, night):
    table = night(lights=LightsConfig(url="serial:///dev/nowhere"))
    table.turn()
    assert table.told("lights") == sees
    table.play()


@fault("serial", "lamps and buttons are on one board that is gone",
       "There is no /dev/nowhere: plug the board in, or name another port (ls /dev/serial/by-id shows them).",
       "said once, not twice")  # fmt: skip
def test_board_complains_once(sees, night):
    table = night(lights=LightsConfig(url="serial:///dev/nowhere"), buttons=ButtonsConfig(url="serial:///dev/nowhere"))
    table.turn()
    assert [text for _, text in table.room.notices()] == [sees]


# ------------------------------------------------------------------------------------------------ disk


def _photographs(table, count):
    for number in range(count):
        table.room._evidence.keep(bytes([number]) * 1000)


def _with_free(table, free):
    table.room._keeper._space = Space(table.folder, 20_000, lambda _: free - table.room._evidence.total_bytes())


@fault("disk", "it is nearly full",
       "The disk is nearly full: 5 of the oldest photographs made way; their fingerprints stay in the record. "
       "Delete something else on it to keep the rest.",
       "the oldest photographs go, written down first; the notice goes when there is room")  # fmt: skip
def test_disk_nearly_full(sees, night):
    table = night()
    _photographs(table, 10)
    _with_free(table, 26_000)
    table.room._keeper.tick()
    assert table.told("disk") == sees
    table.play()
    _with_free(table, 1_000_000)
    table.room._keeper.tick()
    assert table.told("disk") == ""


@fault("disk", "it is full, and nothing is left to prune",
       "The disk is full (0 MB left): games are kept, new photographs are not; delete something on it.",
       "photographs are kept again once there is room")  # fmt: skip
def test_disk_full(sees, night):
    table = night()
    _photographs(table, 3)
    _with_free(table, 4_000)
    table.room._keeper.tick()
    assert table.told("disk") == sees
    table.play()
    assert table.room._eyes._kept(b"a photograph") == ""
    _with_free(table, 1_000_000)
    table.room._keeper.tick()
    assert table.room._eyes._kept(b"a photograph") != ""


@fault("disk", "there is no room for the one event",
       "This could not be saved (database or disk is full), so nothing was changed; "
       "free some disk space and try again.",
       "the same answer is accepted once there is room; the state never moved")  # fmt: skip
def test_no_room_for_an_event(sees, night):
    table = night()
    db = table.room._journal._db
    (pages,) = db.execute("PRAGMA page_count").fetchone()
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.execute(f"PRAGMA max_page_count={pages}")
    game = table.room.table
    before = game.view
    with pytest.raises(JournalError) as refused:
        game.submit(Event(0, "roll", ("1", "2")), "x" * 100_000, game.view.numbers[0])
    assert str(refused.value) == sees
    assert game.view.prompts == before.prompts and len(game.history()) == 0
    db.execute("PRAGMA max_page_count=100000")
    table.play()


@fault("disk", "photographs cannot be written",
       "Photographs cannot be kept ([Errno 17] File exists: '{folder}'); free some disk space.",
       "the roll counts without its photograph; the next one is tried again")  # fmt: skip
def test_photographs_cannot_be_written(sees, night, tmp_path):
    table = night(evidence=EvidenceConfig(keep=True))
    (tmp_path / "evidence").write_text("a file where the folder should be")
    table.room._eyes._kept(b"a photograph")
    told = table.told("evidence")
    assert told.startswith("Photographs cannot be kept (") and told.endswith("free some disk space.")
    assert sees.endswith("free some disk space.")
    table.play()
    (tmp_path / "evidence").unlink()
    assert table.room._eyes._kept(b"a photograph") != ""
    assert table.told("evidence") == ""


@fault("disk", "the data folder cannot be used at all",
       "The data folder '{folder}' cannot be used ({error}); choose one with --data.",
       "starts with another folder, or when the disk is back")  # fmt: skip
def test_data_folder_unusable(sees, tmp_path):
    from companion.cli import _only_one

    (tmp_path / "data").write_text("a file")
    with pytest.raises(ConfigError) as refused, _only_one(tmp_path / "data"):
        pass
    assert str(refused.value).startswith(f"The data folder '{tmp_path / 'data'}' cannot be used (")
    assert str(refused.value).endswith(sees.rsplit(";")[-1])


# ------------------------------------------------------------------------------------------------ clock


@fault("clock", "it jumps a year ahead when the network sets it", "(nothing: thinking times and the order stay right)",
       "what it jumped over is nobody's thinking time")  # fmt: skip
def test_clock_jumps_ahead(sees, night, tmp_path):
    _jump(night, tmp_path, 365 * 24 * 3600)


@fault("clock", "it is put back by a day", "(nothing: thinking times and the order stay right)",
       "events keep their order by number, not by time")  # fmt: skip
def test_clock_jumps_back(sees, night, tmp_path):
    _jump(night, tmp_path, -24 * 3600)


def _jump(night, tmp_path, seconds):
    second = 1_000_000_000
    wall, steady = [1_700_000_000 * second], [0]

    def wait(by):
        wall[0] += by * second
        steady[0] += by * second

    table = night()
    table.room._journal._now_ns = lambda: wall[0]
    clock = Clock(tmp_path, lambda: wall[0], lambda: steady[0])
    game = table.room.table
    table.play()
    clock.show(game, game.history())
    wait(10)
    wall[0] += seconds * second
    clock.show(game, game.history())
    wait(10)
    table.play()
    shown = clock.show(game, game.history())
    assert sum(shown["totals_ms"]) == 20_000
    assert [step.event.verb for step in game.history()] == ["roll", "keep"]
    again = Table.resume(table.room._journal, game.id, {"toy": TOY})
    assert [step.event.verb for step in again.history()] == ["roll", "keep"]
    assert table.room._journal.verify() == 3


# ------------------------------------------------------------------------------------------------ network


@fault("network", "the game night's broker cannot be reached", "(a sentence that names the broker and what to check)",
       "play goes on; everything is sent when it answers")  # fmt: skip
def test_broker_away(sees, night):
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        port = nobody.getsockname()[1]
    table = night(network=NetworkConfig(broker=f"mqtt://127.0.0.1:{port}", table="table-07"))
    table.room.open()
    for _ in range(600):
        if table.told("network"):
            break
        threading.Event().wait(0.1)
    assert "127.0.0.1" in table.told("network")
    table.play()


@pytest.mark.filterwarnings(
    "ignore::pytest.PytestUnraisableExceptionWarning"
)  # cheroot leaves the socket it could not bind
@fault("network", "the panel's port is taken", "Port {port} cannot be used ({error}); choose another one with --port.",
       "the service tries again every two seconds")  # fmt: skip
def test_port_taken(sees, night, tmp_path):
    from web import create_app
    from web.serve import Server

    table = night()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        server = Server(create_app(table.room, tmp_path), "127.0.0.1", port, threads=2)
        with pytest.raises(ConfigError) as refused:
            server.start()
    assert str(refused.value).startswith(f"Port {port} cannot be used (")
    assert str(refused.value).endswith(sees.rsplit(";")[-1])


@fault("network", "the file of joined phones is damaged", "(the door: everybody types the code once more)",
       "a new file is written at once")  # fmt: skip
def test_phones_forgotten(sees, tmp_path):
    first = Access(tmp_path)
    phone = first.join(first.code, "10.0.0.1")
    (tmp_path / "access.json").write_text('{"code": ')
    again = Access(tmp_path)
    assert again.device(phone.id) is None
    assert again.join(again.code, "10.0.0.1")
    assert json.loads((tmp_path / "access.json").read_text())["code"] == again.code


# ------------------------------------------------------------------------------------------------ config


@fault("config", "a key is misspelt",
       "{file}: unknown key 'ulr' in [camera]; did you mean 'url'? Until then the last config that worked is used.",
       "the last config that worked is used; mended, it counts from the next start")  # fmt: skip
def test_config_refused(sees, tmp_path):
    file = tmp_path / "companion.toml"
    file.write_text('[camera]\nurl = "usb://3"\n')
    lastgood.keep(file, tmp_path)
    file.write_text('[camera]\nulr = "usb://3"\n')
    config, told = lastgood.load_or_last(file, tmp_path)
    assert told == sees.format(file=file)
    assert config.camera.url == "usb://3"
    file.write_text('[camera]\nurl = "usb://4"\n')
    assert lastgood.load_or_last(file, tmp_path)[1] == ""


@fault("config", "it names a device nobody knows",
       "'usbb://0' names no cameras we know; write one of picamera://, replay://, simulated://, usb://.",
       "never becomes another device; rolls are typed until it is mended")  # fmt: skip
def test_config_names_nonsense(sees, night):
    table = night(camera=CameraConfig(url="usbb://0"))
    table.turn()
    assert table.told("camera") == sees
    table.play()


# ------------------------------------------------------------------------------------------------ database


@fault("database", "a page of the journal is overwritten",
       "The record of the games was damaged on the disk; {n} entries were saved, the old file is kept as "
       "journal.damaged-1.sqlite. Copy the data folder to another disk soon.",
       "everything before the damage is saved into a new journal, the old file stays")  # fmt: skip
def test_journal_spoilt(sees, night, tmp_path):
    journal = Journal(tmp_path / "journal.sqlite")
    for _ in range(300):
        journal.append("other-1", "note", {"pad": "x" * 100, "game": "other", "names": []})
    journal.close()
    file = tmp_path / "journal.sqlite"
    content = bytearray(file.read_bytes())
    at = 4096 * (len(content) // 4096 // 2)
    content[at : at + 4096] = random.Random(1).randbytes(4096)
    file.write_bytes(content)
    table = night()
    saved = len(list(table.room._journal.entries("other-1")))
    assert 10 < saved < 300
    assert table.told("journal") == sees.format(n=saved)
    table.play()


@fault("database", "another program keeps the journal locked",
       "This could not be saved (database is locked), so nothing was changed; free some disk space and try again.",
       "the same answer is accepted once it lets go")  # fmt: skip
def test_journal_locked(sees, night, tmp_path):
    table = night()
    table.room._journal._db.execute("PRAGMA busy_timeout=20")
    other = sqlite3.connect(tmp_path / "journal.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(CompanionError) as refused:
        table.play()
    assert str(refused.value) == sees
    other.execute("ROLLBACK")
    other.close()
    table.play()


@fault("database", "it was written by a newer version",
       "The journal '{file}' was written by a newer version (format 99, we know {known}); upgrade the companion, "
       "or start with another --data folder.",
       "left as it is; 'make upgrade' goes back together with its journal")  # fmt: skip
def test_journal_newer(sees, tmp_path):
    from companion import journal

    file = tmp_path / "journal.sqlite"
    Journal(file).close()
    with sqlite3.connect(file) as db:
        db.execute("PRAGMA user_version=99")
    db.close()
    with pytest.raises(JournalError) as refused:
        Room(Config(), tmp_path)
    assert str(refused.value) == sees.format(file=file, known=journal.FORMAT)


# ------------------------------------------------------------------------------------------------ the program itself


@fault("start", "the start before crashed",
       "Safe mode: no camera, lamps or buttons, because the last start went wrong (RuntimeError: the driver). "
       "Games go on by hand; when the cause is mended, start normally from the host's page.",
       "the next start is a normal one again; 'Start normally' does that at once")  # fmt: skip
def test_safe_mode(sees, night, tmp_path):
    starts = Starts(tmp_path, "boot")
    starts.begin()
    starts.crashed(RuntimeError("the driver"))
    why = Starts(tmp_path, "boot").begin()
    table = night()
    table.room.be_safe(why)
    assert table.told("safe") == sees
    table.play()
    table.room.restart()
    assert table.room.restart_wanted.is_set()


@fault("start", "a loop hangs", "(the panel stays until the watchdog starts everything anew)",
       "the watchdog hears nothing for a minute; after the restart the game is there again")  # fmt: skip
def test_hanging_loop(sees, night):
    table = night()
    heard, now = [], [table.room._lamps.beat_s]
    pulse = Pulse(table.room.beats, lambda: None, 30, tell=lambda *w: heard.append(w) or True, now_s=lambda: now[0])
    pulse.tick()
    now[0] += LATE_S + 1
    pulse.tick()
    assert heard == [("WATCHDOG=1",)]


# ------------------------------------------------------------------------------------------------ the document


def test_there_are_twenty_rows_of_every_part():
    assert len(ROWS) >= 20
    assert len({row.test for row in ROWS}) == len(ROWS)
    parts = {row.part for row in ROWS}
    assert {"camera", "lights", "serial", "disk", "clock", "network", "config", "database"} <= parts


def test_the_document_says_what_the_tests_prove():
    assert DOCUMENT.read_text(encoding="utf-8") == written(), "write it anew: python -m tests.faults"


def test_every_test_of_a_fault_looks_for_its_sentence():
    source = (DOCUMENT.parent.parent / "tests/test_faults.py").read_text(encoding="utf-8")
    for row in ROWS:
        body = source.split(f"def {row.test}(")[1].split("\n@fault")[0]
        assert "sees" in body.split("\n", 1)[1] or row.sees.startswith("("), row.test
