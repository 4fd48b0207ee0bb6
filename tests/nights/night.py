"""A game night on one machine: a real Mosquitto, a network that cuts connections, and simulated tables that play."""

import asyncio
import random
import shutil
import signal
import socket
import subprocess
import threading
import time
import tomllib
from pathlib import Path

from companion.audit.ledger import Ledger
from companion.errors import IllegalEvent
from companion.games import find_game
from companion.hub.brokerfiles import write_all
from companion.journal import Journal
from companion.model import Event
from companion.network.broker import Login
from companion.network.messages import Sketch, sketch_of
from companion.network.publisher import Publisher, Source
from companion.table import Table
from tests.patience import PATIENCE

MOSQUITTO = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")
PEOPLE = ("Ann", "Ben", "Cy", "Dora", "Emil", "Finn", "Greta", "Hugo", "Ida", "Jon", "Kaya", "Lou")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def until(true, seconds=60.0, what="it"):
    """Wait for something; a broken program fails here, a slow machine only takes longer."""
    give_up = time.monotonic() + seconds * PATIENCE
    while not true():
        assert time.monotonic() < give_up, f"{what} did not happen within {seconds:.0f} s"
        time.sleep(0.02)


class Mosquitto:
    """A broker with the files that ``companion hub setup`` writes: TLS, passwords, and the sample ACL."""

    def __init__(self, folder, tables):
        self.folder, self.port = folder, free_port()
        write_all(folder, tables, "localhost", self.port)
        (folder / "conf.d").mkdir(exist_ok=True)
        shutil.copy(folder / "companion.conf", folder / "conf.d")
        # As Debian's own config does it. Started by root it would become another user, who may not read this folder.
        (folder / "test.conf").write_text(
            f"user root\npersistence true\npersistence_location {folder}/\ninclude_dir {folder}/conf.d\n"
        )
        self._process = None

    def start(self):
        log = (self.folder / "log").open("ab")
        self._process = subprocess.Popen(
            [MOSQUITTO, "-c", str(self.folder / "test.conf")], stdout=log, stderr=log, stdin=subprocess.DEVNULL
        )
        log.close()
        until(self._listens, 30, "the broker's start")
        return self

    def _listens(self):
        assert self._process.poll() is None, (self.folder / "log").read_text()
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def kill(self):
        """As if the plug were pulled: nothing is said, nothing is written."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    stop = kill

    def login(self, table, port=None):
        said = tomllib.loads((self.folder / "tables" / f"{table}.toml").read_text())["network"]
        url = f"mqtts://localhost:{port or self.port}"
        return Login(url, said["user"], said["password"], str(self.folder / "ca.crt"))

    def hub_login(self):
        password = (self.folder / "hub.password").read_text().strip()
        return Login(f"mqtts://localhost:{self.port}", "hub", password, str(self.folder / "ca.crt"))


class BadNetwork:
    """A TCP proxy that passes everything on, until it cuts a connection in the middle of a packet."""

    def __init__(self, to_port, seed=1, often=(4_000, 60_000)):
        self._to, self._dice, self._often = to_port, random.Random(seed), often
        self.port, self.cuts, self.cutting = free_port(), 0, True
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        assert self._ready.wait(10)

    def _run(self):
        asyncio.set_event_loop(self._loop)
        self._server = self._loop.run_until_complete(asyncio.start_server(self._accept, "127.0.0.1", self.port))
        self._ready.set()
        self._loop.run_forever()

    async def _accept(self, reader, writer):
        try:
            out_reader, out_writer = await asyncio.open_connection("127.0.0.1", self._to)
        except OSError:
            writer.transport.abort()
            return
        ends = (writer, out_writer)
        await asyncio.gather(self._carry(reader, out_writer, ends), self._carry(out_reader, writer, ends))

    async def _carry(self, reader, writer, ends):
        left = self._dice.randrange(*self._often)
        try:
            while data := await reader.read(4096):
                left -= len(data)
                if left < 0 and self.cutting:
                    self.cuts += 1
                    writer.write(data[: len(data) // 2])
                    await writer.drain()
                    break
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        for end in ends:
            end.transport.abort()

    def close(self):
        async def end():
            self._server.close()
            for task in asyncio.all_tasks() - {asyncio.current_task()}:
                task.cancel()
            await asyncio.sleep(0)

        asyncio.run_coroutine_threadsafe(end(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()


class SimulatedTable:
    """A table with a real journal, ledger, rules and publisher; only what people and cameras do is made up."""

    def __init__(self, folder: Path, name: str, login: Login, seed: int, game: str = "rollopolis", **more) -> None:
        self.name, self.dice, self.told = name, random.Random(seed), []
        self.journal = Journal(folder / name / "journal.sqlite")
        self.ledger = Ledger(self.journal, folder / name / "audit")
        self.table: Table | None = None
        self._game = game
        self.trouble = ""
        self._closed = False
        source = Source(
            self.journal.path,
            lambda: self.journal.next_seq - 1,
            lambda: self.journal.next_seq,
            self.sketch,
            lambda: (str(self.ledger.key), self.ledger.newest),
        )
        self.publisher = Publisher(source, login, name, self._heed, **more)
        self._thread = threading.Thread(target=self.publisher.run, daemon=True)

    def _heed(self, text):
        self.trouble = text
        if text:
            self.told.append(text)

    def open(self):
        self._thread.start()
        return self

    def sketch(self):
        seq = self.journal.next_seq - 1
        title = self.name.replace("-", " ").capitalize()
        if self.table is None:
            return Sketch(name=title, seq=seq, simulated=True)
        return sketch_of(self.table, name=title, seq=seq, simulated=True)

    def play(self, events=1):
        """Play on at random; a new game when one is over."""
        for _ in range(events):
            if self.table is None or not self.table.view.prompts:
                names = self.dice.sample(PEOPLE, 3)
                self.table = Table.begin(self.journal, find_game(self._game), names)
                continue
            self._event()

    def _event(self):
        for _ in range(200):
            view = self.table.view
            prompt = self.dice.choice([p for p in view.prompts if not p.reason and not p.aside] or view.prompts)
            words = tuple(self.dice.choice(allowed) if allowed != ("*",) else "word" for allowed in prompt.options)
            try:
                self.table.submit(
                    Event(prompt.seat, prompt.verb, words),
                    "simulated",
                    view.numbers[prompt.seat],
                    reading=self.reading(prompt),
                )
                return
            except IllegalEvent:
                continue
        raise AssertionError(f"{self.name} is stuck")

    def reading(self, prompt):
        """What a camera would have said of a roll: as large as the real thing."""
        if not prompt.is_roll:
            return None
        pieces = [["d6", "3", "white", [100 * n, 80, 41, 41], True, 0.9987] for n, _ in enumerate(prompt.tray)]
        return {
            "frame": 1,
            "taken_ns": time.monotonic_ns(),
            "pieces": pieces,
            "expected": {"d6": len(pieces)},
            "profile": "0" * 16,
            "model": "0" * 16,
            "strip": "0" * 64,
        }

    def sign(self):
        self.ledger.sign()

    def lines(self):
        return self.journal.contents(0, self.journal.next_seq - 1)

    def stop_publishing(self):
        self.publisher.stopping.set()
        if self._thread.is_alive():
            self._thread.join(20)

    def close(self):
        self.stop_publishing()
        if not self._closed:
            self._closed = True
            self.ledger.close()
            self.journal.close()
