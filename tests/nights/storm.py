"""A game night with everything that can go wrong: cut connections, a broker and a hub that are killed, at random."""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from companion.hub.store import Store
from companion.journal import Journal
from tests.nights.night import BadNetwork, Mosquitto, free_port, until

ROOT = Path(__file__).parents[2]


class HubProcess:
    """``companion hub`` as an organiser starts it, in a process that can be killed."""

    def __init__(self, folder, broker, port=None, database=""):
        self.folder, self.port = folder, free_port()
        self._command = [
            sys.executable, "-m", "companion.cli", "hub",
            "--broker", f"mqtts://localhost:{port or broker.port}", "--user", "hub",
            "--password-file", str(broker.folder / "hub.password"), "--ca", str(broker.folder / "ca.crt"),
            "--host", "127.0.0.1", "--port", str(self.port), "--data", str(folder),
            *(("--database", database) if database else ()),
        ]  # fmt: skip
        self._process = None

    def start(self):
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(self._command, cwd=ROOT, env=_environment(), stdout=log, stderr=log)
        return self

    def kill(self):
        assert self._process.poll() is None, (self.folder / "log").read_text()
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def stop(self):
        self._process.send_signal(signal.SIGTERM)
        assert self._process.wait(30) == 0, (self.folder / "log").read_text()


@dataclass
class Result:
    """What a storm came to."""

    tables: int
    entries: int
    cuts: int
    broker_kills: int
    hub_kills: int
    lost: int
    doubled: int
    identical: int
    signed: int
    in_play: int
    """So many of the kills came while tables were playing."""
    seconds: float


def storm(folder, tables, events, *, broker_kills, hub_kills, processes=1, seed=1, database="", pause_s=0.01):
    """Let tables play while everything breaks, then let it calm down and compare every journal."""
    began, dice = time.monotonic(), random.Random(seed)
    names = [f"table-{n:03d}" for n in range(1, tables + 1)]
    broker = Mosquitto(folder / "broker", names).start()
    # The hub hears everybody, so its connection may carry more before it is cut.
    network, hub_network = BadNetwork(broker.port, seed), BadNetwork(broker.port, seed, (100_000, 2_000_000))
    hub = HubProcess(folder / "hub", broker, hub_network.port, database).start()
    groups = [names[i::processes] for i in range(processes)]
    players = [_player([folder, network.port, events, seed, pause_s, *group]) for group in groups]
    for player in players:
        assert player.stdout.readline() == b"playing\n"
    done = [threading.Thread(target=_await, args=(player,), daemon=True) for player in players]
    for thread in done:
        thread.start()
    breaks = ["broker"] * broker_kills + ["hub"] * hub_kills
    dice.shuffle(breaks)
    in_play = 0
    for what in breaks:
        time.sleep(dice.uniform(0.5, 2.0))
        broken = broker if what == "broker" else hub
        in_play += any(thread.is_alive() for thread in done)
        broken.kill()
        time.sleep(dice.uniform(0.1, 1.5))
        broken.start()
    for thread in done:
        thread.join()
    network.cutting = hub_network.cutting = False
    store = Store(database or f"sqlite:///{folder / 'hub' / 'hub.sqlite'}")
    journals = {name: _lines(folder / name / "journal.sqlite") for name in names}
    try:
        _settle(store, journals)
        found = _compare(store, journals)
    finally:
        store.close()
        for player in players:
            player.communicate(timeout=60)
        hub.stop()
        network.close()
        hub_network.close()
        broker.stop()
    cuts = network.cuts + hub_network.cuts
    return Result(tables, *found[:1], cuts, broker_kills, hub_kills, *found[1:], in_play, time.monotonic() - began)


def _await(player):
    assert player.stdout.readline() == b"played\n"


def _player(given):
    command = [sys.executable, "-m", "tests.nights.playing", *map(str, given)]
    return subprocess.Popen(command, cwd=ROOT, env=_environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def _environment():
    return {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}


def _lines(path):
    journal = Journal(path)
    lines = journal.contents(0, journal.next_seq)
    assert journal.verify() == len(lines)
    journal.close()
    return lines


def _settle(store, journals):
    def settled():
        held = {kept.name: kept.standing for kept in store.records()}
        return all(n in held and held[n].signed >= len(lines) for n, lines in journals.items())

    until(settled, 1200, "that the hub holds and has checked everything")


def _compare(store, journals):
    entries = lost = doubled = identical = signed = 0
    kept = {k.name: k for k in store.records()}
    for name, mine in journals.items():
        theirs = store.lines(kept[name].id, 0, 10**9)
        entries += len(mine)
        lost += len(set(mine) - set(theirs))
        doubled += len(theirs) - len(set(theirs))
        identical += mine == theirs
        signed += kept[name].standing.signed == len(mine) and not kept[name].standing.trouble
    return entries, lost, doubled, identical, signed
