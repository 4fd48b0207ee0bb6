"""Some tables that play and publish, in a process of their own: says "playing", "played", ends when its input does.

Two hundred tables do not fit into one process: the MQTT client waits with select(), which knows 1,024 files at most.
"""

import random
import sys
import time
import tomllib
from pathlib import Path

from companion.network.broker import Login
from tests.nights.night import SimulatedTable


def main(folder, port, events, seed, pause_s, *names):
    dice = random.Random(f"{seed} {names}")
    tables = [open_table(Path(folder), name, port, dice.randrange(10**9)) for name in names]
    print("playing", flush=True)
    play(tables, int(events), dice, float(pause_s))
    for table in tables:
        table.sign()
    print("played", flush=True)
    sys.stdin.read()
    for table in tables:
        table.close()


def open_table(folder, name, port, seed):
    said = tomllib.loads((folder / "broker" / "tables" / f"{name}.toml").read_text())["network"]
    login = Login(f"mqtts://localhost:{port}", said["user"], said["password"], str(folder / "broker" / "ca.crt"))
    return SimulatedTable(folder, name, login, seed).open()


def play(tables, events, dice, pause_s):
    """One pair of hands for all: an event here, a checkpoint there, unevenly, as people are."""
    left = {table.name: events for table in tables}
    while waiting := [t for t in tables if left[t.name]]:
        table = dice.choice(waiting)
        burst = min(left[table.name], dice.randrange(1, 8))
        table.play(burst)
        left[table.name] -= burst
        if dice.random() < 0.3:
            table.sign()
        time.sleep(dice.uniform(0, 2 * pause_s))


if __name__ == "__main__":
    main(*sys.argv[1:])
