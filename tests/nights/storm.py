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
from tests.nights.night import BadNetwork, Mosquitto, SimulatedTable, free_port, until

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
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(self._command, cwd=ROOT, env=environment, stdout=log, stderr=log)
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
    seconds: float


def storm(folder, tables=12, events=60, broker_kills=3, hub_kills=2, seed=1, database=""):  # noqa: PLR0917
    """Let tables play while everything breaks, then let it calm down and compare every journal."""
    began, dice = time.monotonic(), random.Random(seed)
    names = [f"table-{n:03d}" for n in range(1, tables + 1)]
    broker = Mosquitto(folder / "broker", names).start()
    # The hub hears everybody, so its connection may carry more before it is cut.
    network, hub_network = BadNetwork(broker.port, seed), BadNetwork(broker.port, seed, (100_000, 2_000_000))
    hub = HubProcess(folder / "hub", broker, hub_network.port, database).start()
    playing = [
        SimulatedTable(folder, name, broker.login(name, network.port), seed * 1000 + n).open()
        for n, name in enumerate(names)
    ]
    players = [threading.Thread(target=_play, args=(group, events, seed)) for group in _shares(playing, 4)]
    for player in players:
        player.start()
    breaks = ["broker"] * broker_kills + ["hub"] * hub_kills
    dice.shuffle(breaks)
    for what in breaks:
        time.sleep(dice.uniform(1.0, 3.0))
        if what == "broker":
            broker.kill()
            time.sleep(dice.uniform(0.1, 1.5))
            broker.start()
        else:
            hub.kill()
            time.sleep(dice.uniform(0.1, 1.0))
            hub.start()
    for player in players:
        player.join()
    network.cutting = hub_network.cutting = False
    for table in playing:
        table.sign()
    store = Store(database or f"sqlite:///{folder / 'hub' / 'hub.sqlite'}")
    try:
        _settle(store, playing)
        found = _compare(store, playing)
    finally:
        store.close()
        for table in playing:
            table.close()
        hub.stop()
        network.close()
        hub_network.close()
        broker.stop()
    cuts = network.cuts + hub_network.cuts
    return Result(tables, *found[:1], cuts, broker_kills, hub_kills, *found[1:], time.monotonic() - began)


def _shares(tables, n):
    return [tables[i::n] for i in range(n)]


def _play(tables, events, seed):
    """One pair of hands for some tables: an event here, a checkpoint there, unevenly, as people are."""
    dice = random.Random(seed)
    left = {table.name: events for table in tables}
    while any(left.values()):
        table = dice.choice([t for t in tables if left[t.name]])
        burst = min(left[table.name], dice.randrange(1, 8))
        table.play(burst)
        left[table.name] -= burst
        if dice.random() < 0.3:
            table.sign()
        time.sleep(dice.uniform(0, 0.02))


def _settle(store, tables):
    wanted = {t.name: t.journal.next_seq - 1 for t in tables}

    def settled():
        held = {kept.name: kept.standing for kept in store.records()}
        return all(n in held and held[n].size >= size and held[n].signed >= size for n, size in wanted.items())

    until(settled, 240, "that the hub holds and has checked everything")


def _compare(store, tables):
    entries = lost = doubled = identical = signed = 0
    kept = {k.name: k for k in store.records()}
    for table in tables:
        mine, theirs = table.lines(), store.lines(kept[table.name].id, 0, 10**9)
        entries += len(mine)
        lost += len(set(mine) - set(theirs))
        doubled += len(theirs) - len(set(theirs))
        identical += mine == theirs
        signed += kept[table.name].standing.signed == len(mine) and not kept[table.name].standing.trouble
    return entries, lost, doubled, identical, signed
