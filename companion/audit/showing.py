"""Everything the record knows about one roll, and the proof that it stands in it."""

import base64
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from companion.audit.ledger import Ledger
from companion.audit.page import event_text, opinions_text, pieces_text, time_text
from companion.audit.records import Record as Line
from companion.audit.records import pictures_of, pruned_by
from companion.errors import JournalError
from companion.journal import Entry, Journal


def shown(journal: Journal, ledger: Ledger, seq: int, evidence: Path) -> dict[str, Any]:
    """What is known about an event of the journal, as plain values."""
    entry = next((e for e in journal.entries(after=seq - 1) if e.seq == seq), None)
    if entry is None or entry.kind != "event":
        raise JournalError(f"Entry {seq} is no event of this journal; 'companion replay GAME' lists them.")
    start, *later = journal.entries(entry.game)
    amended = [_amendment(e, start.body["names"]) for e in later if e.body.get("of") == seq]
    names = pictures_of(entry.body)
    pruned = {
        n for e in journal.entries("evidence") for n in pruned_by(Line(e.seq, e.at_ns, e.game, e.kind, e.body, ""))
    }
    pictures = [{"sha256": n, "path": _path(evidence, n), "pruned": n in pruned} for n in names]
    return {
        "entry": seq,
        "game": entry.game,
        "time": time_text(entry.at_ns),
        "event": entry.body["event"],
        "text": event_text(entry.body["event"], start.body["names"]),
        "source": entry.body["source"],
        "reading": entry.body.get("reading"),
        "pictures": pictures,
        "amendments": amended,
        "hash": entry.hash,
        "checkpoint": ledger.signed.size,
    }


def _path(evidence: Path, name: str) -> str:
    path = evidence / name[:2] / f"{name}.jpg"
    return str(path) if path.exists() else ""


def _amendment(entry: Entry, names: list[str]) -> dict[str, Any]:
    said: dict[str, Any] = {"entry": entry.seq, "kind": entry.kind, "time": time_text(entry.at_ns)}
    if entry.kind == "correct":
        said |= {"text": event_text(entry.body["event"], names), "who": entry.body["who"], "why": entry.body["why"]}
    return said


def show_lines(found: Mapping[str, Any]) -> Iterator[str]:
    """The same in sentences."""
    yield f"Entry {found['entry']} of {found['game']}, {found['time']} UTC: {found['text']} ({found['source']})."
    reading = found["reading"]
    if reading:
        yield f"The camera read: {', '.join(pieces_text(reading['pieces']))}."
        for number, opinions in enumerate(reading.get("opinions", ()), 1):
            if opinions:
                yield f"  piece {number}: {opinions_text(opinions)}"
        for word in ("expected", "profile", "model", "monotonic_ns"):
            if reading.get(word):
                yield f"  {word}: {reading[word]}"
    for picture in found["pictures"]:
        where = picture["path"] or ("removed to make room" if picture["pruned"] else "lost")
        yield f"Photograph {picture['sha256']}: {where}."
    for change in found["amendments"]:
        if change["kind"] == "correct":
            said = f"corrected to: {change['text']}, by {change['who']}, because: {change['why']}"
        else:
            said = "taken back"
        yield f"Entry {change['entry']}, {change['time']} UTC: {said}."
    yield f"Hash {found['hash']}; covered by the signed checkpoint of {found['checkpoint']} entries."


def proof_text(ledger: Ledger, seq: int) -> str:
    """The proof of one entry in the form of C2SP ``tlog-proof``: anybody with the key and the entry can check it."""
    hashes = [base64.b64encode(h).decode() for h in ledger.inclusion(seq - 1, ledger.signed.size)]
    return "\n".join(("c2sp.org/tlog-proof@v1", f"index {seq - 1}", *hashes, "", ledger.newest))
