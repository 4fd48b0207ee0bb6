"""Plays a game on a journal until it is killed; says before and after each event what it does."""

import random
import sys
from pathlib import Path

from companion.journal import Journal
from companion.model import Event
from companion.table import Table
from tests.toygame import TOY


def main(path: str, seed: str) -> None:
    dice, journal = random.Random(seed), Journal(Path(path))
    print("open", flush=True)
    while True:
        starts = journal.starts()
        table = Table.resume(journal, starts[-1].game, {"toy": TOY}) if starts else None
        if table is None or not table.view.prompts:
            print("try start", flush=True)
            table = Table.begin(journal, TOY, ("Ann", "Ben"), {"goal": "30"})
            print("done start", flush=True)
        while prompts := [p for p in table.view.prompts if not p.reason]:
            prompt = dice.choice(prompts)
            event = Event(prompt.seat, prompt.verb, tuple(dice.choice(o[:5]) for o in prompt.options))
            print("try", event, flush=True)
            table.submit(event, "test", table.view.numbers[event.seat])
            print("done", event, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
