"""Writes the files that the present version leaves behind, for later ones to open: ``python -m tests.released.make``.

Run once, with the released version, when it is released; the folder is never written again. A small game with an undo
and a correction, a photograph, a signed record, codes of joined phones, pauses, printed values, a profile, a config.
"""

import shutil
import sys
from pathlib import Path

from companion import __version__
from companion.audit.ledger import Ledger
from companion.catalogues import Catalogues
from companion.config import example
from companion.evidence import Evidence
from companion.games import find_game
from companion.journal import Journal
from companion.model import Event
from companion.table import Table
from vision.eye import Eye
from vision.profile import PieceColor, Profile, Tray
from web.access import Access
from web.clock import Clock

HERE = Path(__file__).parent
BEGAN_NS = 1_700_000_000_000_000_000


def main(target: Path) -> None:
    """Write everything into a new folder."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    evidence = Evidence(target / "evidence")
    photograph = evidence.keep(b"\xff\xd8\xff\xe0 not a real picture, but bytes with a name")
    journal = Journal(target / "journal.sqlite", now_ns=iter(range(BEGAN_NS, 2**63, 5_000_000_000)).__next__)
    table = Table.begin(journal, find_game("rolling-heights"), ("Änne", "Ben"), {})
    roll = "brown:hard brown:steady navy-gray:hard navy-gray:steady"
    table.submit(Event.parse(f"0 roll {roll}"), "camera", table.view.numbers[0], photograph, {"pieces": []})
    rolled = table.history()[0].index
    right = "brown:hard brown:hard navy-gray:hard navy-gray:steady"
    table.correct(rolled, Event.parse(f"0 roll {right}"), "Ben", "looked again")
    _one_more(table)
    ledger = Ledger(journal, target / "audit")
    ledger.sign()
    ledger.close()
    journal._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    journal.close()
    access = Access(target)
    access.join(access.code, "10.0.0.1", name="Ben")
    clock = Clock(target, iter(range(BEGAN_NS, 2**63, 1_000_000_000)).__next__)
    clock.pause(table, True)
    clock.pause(table, False)
    Catalogues(target / "catalogue").remember("rolling-heights", {"sample": "7"})
    profile().save(target / "profile.json")
    (target / "companion.toml").write_text(example(), encoding="utf-8")
    for leftover in ("journal.sqlite-wal", "journal.sqlite-shm"):
        (target / leftover).unlink(missing_ok=True)


def _one_more(table: Table) -> None:
    """Whatever is asked next that a person can answer, and take back."""
    for prompt in table.view.prompts:
        if prompt.reason or prompt.is_roll or not all(prompt.options):
            continue
        event = Event(prompt.seat, prompt.verb, tuple(words[0] for words in prompt.options))
        table.submit(event, "panel", table.view.numbers[prompt.seat])
        if not table.may_undo(prompt.seat):
            table.undo(prompt.seat, "panel", table.view.numbers[prompt.seat])
        return


def profile() -> Profile:
    """A profile with every field filled."""
    turn = ((1.0, 0.0, 0.0), (0.0, -0.96, -0.28), (0.0, 0.28, -0.96))
    eye = Eye(1000.0, (640.0, 360.0), -0.05, 0.01, turn, (0.0, -96.0, 330.0))
    floor = ((-100.0, 70.0), (100.0, 70.0), (100.0, -70.0), (-100.0, -70.0))
    seen = ((310.0, 110.0), (970.0, 110.0), (1010.0, 620.0), (270.0, 620.0))
    colors = (PieceColor("meeple", "blue", (40.0, 5.0, -30.0)),)
    trays = (Tray(None, floor, seen),)
    return Profile("usb://0", (1280, 720), eye, trays, (1.1, 1.0, 0.9), 201.5, 12.5, "", colors)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / __version__)
