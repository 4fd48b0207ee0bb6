"""A played evening to check and to attack: toy games with photographs, a correction and signed checkpoints."""

import json
import random
import zipfile
from dataclasses import dataclass
from pathlib import Path

from companion.audit.bundle import export
from companion.audit.ledger import Ledger
from companion.evidence import Evidence
from companion.journal import Journal
from companion.model import Event
from companion.table import Table
from tests.toygame import TOY


def picture(n):
    return b"\xff\xd8 a photograph of roll %d \xff\xd9" % n


@dataclass
class Evening:
    folder: Path
    journal: Journal
    ledger: Ledger
    evidence: Evidence

    def export(self, game, name="record.zip"):
        path = self.folder / name
        export(self.journal, self.ledger, self.evidence, game, path)
        return path

    def play(self, seed=1, corrected=True):
        """One toy game to its end; its identity."""
        dice = random.Random(seed)
        table = Table.begin(self.journal, TOY, ("Ann", "Ben"))
        while prompts := [p for p in table.view.prompts if not p.reason and p.verb != "cheer"]:
            prompt = prompts[0]
            words = tuple(dice.choice("12345") for _ in prompt.options) if prompt.is_roll else (prompt.options[0][0],)
            event = Event(prompt.seat, prompt.verb, words)
            proof = self._proof(words, seed) if prompt.is_roll else ("", None)
            table.submit(event, "camera", table.view.numbers[event.seat], *proof)
            self.ledger.sign()
        if corrected:
            roll = next(step for step in table.history() if step.is_roll)
            table.correct(roll.index, roll.event, "Ann", "it lay under the box")
            self.ledger.sign()
        return table.id

    def _proof(self, words, seed):
        number = self.journal.next_seq * 100 + seed
        pieces = [["d6", w, c, [0, 0, 9, 9], True, 0.99] for w, c in zip(words, ("red", "blue"), strict=True)]
        strip = self.evidence.keep(picture(-number))
        return self.evidence.keep(picture(number)), {"frame": 1, "taken_ns": 5, "pieces": pieces, "strip": strip}


def evening(folder):
    journal = Journal(folder / "journal.sqlite")
    return Evening(folder, journal, Ledger(journal, folder / "audit"), Evidence(folder / "evidence"))


def contents(path):
    with zipfile.ZipFile(path) as file:
        return {name: file.read(name) for name in file.namelist()}


def write(path, files):
    with zipfile.ZipFile(path, "w") as file:
        for name, data in files.items():
            file.writestr(name, data)
    return path


def lines_of(files):
    return files["entries.jsonl"].splitlines()


def with_lines(files, lines):
    return {**files, "entries.jsonl": b"".join(line + b"\n" for line in lines)}


def edited(line, change):
    """An entry with another body, everything else as it was."""
    content = json.loads(line)
    body = json.loads(content[4])
    change(body)
    content[4] = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return json.dumps(content, separators=(",", ":"), ensure_ascii=False).encode()
