"""One zip that proves a game: its entries, photographs, the tree's leaves, the signed checkpoints and the key.

It holds every entry from the game's first one to the newest of the journal, because only so can nobody leave out
a late correction unseen. Of earlier entries it holds the hashes alone.
"""

import contextlib
import json
import os
import time
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from companion import __version__
from companion.audit import page
from companion.audit.ledger import BATCH, Ledger
from companion.audit.records import Record, parse_record, pictures_of
from companion.errors import JournalError
from companion.evidence import Evidence
from companion.journal import Journal

FORMAT = 1
ALL = "all"
MOST_CHECKPOINTS = 500
"""Of a long record only so many checkpoints go along, evenly spread: each costs the one who checks a signature."""

MANIFEST, KEY, CHECKPOINTS = "manifest.json", "key.txt", "checkpoints.jsonl"
LEAVES, ENTRIES, PAGE, PICTURES = "leaves.bin", "entries.jsonl", "index.html", "pictures/"


@dataclass(frozen=True, slots=True)
class Exported:
    """What went into a bundle."""

    path: Path
    entries: int
    pictures: int
    pruned: int
    """Photographs of the game that are no longer there."""


def export(journal: Journal, ledger: Ledger, evidence: Evidence, game: str, path: Path) -> Exported:
    """Write the bundle of a game, or of ``all``; it is either wholly there afterwards or not at all."""
    first = _first_entry(journal, game)
    with contextlib.suppress(JournalError):  # a record that contradicts its signatures must be exportable all the more
        ledger.sign()
    part = path.with_name(path.name + ".part")
    try:
        with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as file:
            done = _write(file, journal, ledger, evidence, game, first)
        os.replace(part, path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise JournalError(f"{str(path)!r} cannot be written ({error}); choose another file or make room.") from error
    return Exported(path, *done)


def _write(  # noqa: PLR0913, PLR0917 - everything a bundle is made of
    file: zipfile.ZipFile, journal: Journal, ledger: Ledger, evidence: Evidence, game: str, first: int
) -> tuple[int, int, int]:
    size = ledger.size
    manifest = {"format": FORMAT, "game": game, "first": first, "made_ns": time.time_ns(), "companion": __version__}
    file.writestr(MANIFEST, json.dumps(manifest, indent=1))
    file.writestr(KEY, f"{ledger.key}\n")
    chosen = _thinned([note for checkpoint, note in ledger.checkpoints() if first <= checkpoint.size <= size])
    file.writestr(CHECKPOINTS, "".join(json.dumps(note, ensure_ascii=False) + "\n" for note in chosen))
    with file.open(LEAVES, "w") as out:
        for index in range(size):
            out.write(ledger.leaf(index))
    shown: list[Record] = []
    names: dict[str, None] = {}
    with file.open(ENTRIES, "w") as out:
        for line in _lines(journal, first, size):
            out.write(line + b"\n")
            record = parse_record(line)
            if record is not None and game in (ALL, record.game):
                names.update(dict.fromkeys(pictures_of(record.body)))
                if len(shown) < page.MOST_ROWS:
                    shown.append(record)
    kept = _write_pictures(file, evidence.find, names)
    file.writestr(PAGE, page.page(shown, ledger.key.fingerprint))
    return size - first + 1, kept, len(names) - kept


def _write_pictures(file: zipfile.ZipFile, find: Callable[[str], bytes | None], names: Iterable[str]) -> int:
    """Put in every photograph that is still there; how many there are."""
    kept = 0
    for name in names:
        picture = find(name)
        if picture is not None:
            file.writestr(zipfile.ZipInfo(f"{PICTURES}{name}.jpg"), picture)  # no time, no packing: it is packed
            kept += 1
    return kept


def _first_entry(journal: Journal, game: str) -> int:
    if journal.next_seq == 1:
        raise JournalError("There is nothing in this journal yet; play a game first.")
    if game == ALL:
        return 1
    first = next((start.seq for start in journal.starts() if start.game == game), None)
    if first is None:
        raise JournalError(f"There is no game {game!r} in this journal; 'companion replay' lists the games.")
    return first


def _lines(journal: Journal, first: int, last: int) -> Iterator[bytes]:
    for after in range(first - 1, last, BATCH):
        yield from journal.contents(after, min(last, after + BATCH))


def _thinned(found: list[str]) -> list[str]:
    """The notes evenly spread, the newest always among them."""
    if len(found) <= MOST_CHECKPOINTS:
        return found
    step = len(found) / MOST_CHECKPOINTS
    return [found[len(found) - 1 - round(i * step)] for i in reversed(range(MOST_CHECKPOINTS))]
