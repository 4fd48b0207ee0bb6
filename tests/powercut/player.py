"""Plays with everything a table writes, under the shim, again and again until the plug is pulled: see test_powercut.

Started once with LD_PRELOAD; forks a child for each line of its input, ``FOLDER RECORD CHANGES SEED``, so that
a hundred cuts do not load Python a hundred times. A child says before and after each event what it does.
"""

import ctypes
import os
import random
import sys
from pathlib import Path

from companion.catalogues import Catalogues
from companion.changes import Changes
from companion.evidence import Evidence
from companion.journal import Journal
from companion.keeper import Keeper
from companion.model import Event
from companion.notices import Notices
from companion.starts import Starts
from companion.table import Table
from tests.toygame import TOY

BUDGET_MB = 1


def play(folder: Path, seed: str, is_careless: bool) -> None:
    """One evening, which never ends well."""
    dice = random.Random(seed)
    Starts(folder, "boot").begin()
    journal, evidence = Journal(folder / "journal.sqlite"), Evidence(folder / "evidence")
    if is_careless:
        journal._db.execute("PRAGMA synchronous=OFF")
    journal._db.execute("PRAGMA wal_autocheckpoint=8")  # so that many cuts come while the log is folded in
    keeper = Keeper(journal, evidence, folder / "audit", BUDGET_MB, Notices(Changes()))
    catalogues = Catalogues(folder / "catalogue")
    while True:
        starts = [e for e in journal.starts() if e.body["game"] == TOY.name]
        table = Table.resume(journal, starts[-1].game, {TOY.name: TOY}) if starts else None
        if table is None or not table.view.prompts:
            print("try start", flush=True)
            table = Table.begin(journal, TOY, ("Ann", "Ben"), {"goal": "30"})
            print("done start", flush=True)
        while prompts := [p for p in table.view.prompts if not p.reason]:
            prompt = dice.choice(prompts)
            event = Event(prompt.seat, prompt.verb, tuple(dice.choice(o[:5]) for o in prompt.options))
            photograph = evidence.keep(dice.randbytes(dice.randrange(500, 60_000)))
            print("try", event, photograph, flush=True)
            table.submit(event, "test", table.view.numbers[event.seat], photograph)
            print("done", event, photograph, flush=True)
            if dice.random() < 0.3:
                keeper.tick()
            if dice.random() < 0.2:
                value = str(dice.randrange(1000))
                print("pricing", value, flush=True)
                catalogues.remember("toy", {"price": value})
                print("price", value, flush=True)


def main() -> None:
    shim = ctypes.CDLL(os.environ["LD_PRELOAD"])
    for line in sys.stdin:
        folder, record, changes, seed, careless = line.split()
        child = os.fork()
        if child == 0:
            shim.powercut_begin(folder.encode(), record.encode(), ctypes.c_long(int(changes)))
            play(Path(folder), seed, careless == "careless")
        _, status = os.waitpid(child, 0)
        print("cut", os.WTERMSIG(status) if os.WIFSIGNALED(status) else status, flush=True)


if __name__ == "__main__":
    main()
