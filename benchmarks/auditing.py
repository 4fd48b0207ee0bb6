"""The audit at a million entries beside bare SQLite, and the fairness test beside a chi-square looked at as often."""

import json
import os
import sqlite3
import statistics
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from scipy.stats import chi2

from companion.audit import merkle, notes
from companion.audit.bundle import export
from companion.audit.fairness import (
    LEANING,
    Bounds,
    bounds_from,
    evidence_needed,
    exact,
    loaded,
    log_evidence,
    rolls_to_notice,
    within,
)
from companion.audit.ledger import Ledger
from companion.audit.verify import verify
from companion.evidence import Evidence
from companion.journal import Journal
from vision import confusion

ENTRIES = 1_000_000
WINDOW = 1000
BODY = {"event": "0 roll brown:hard brown:exhausted navy-gray:steady", "source": "camera", "evidence": ""}
LOADS = (0.18, 0.20, 0.22, 0.25, 0.30, 0.40)
ROLLS = 10_000
CONFUSED = 0.01


def main(soak: bool) -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory(dir=".") as folder:
        _record(Path(folder), ENTRIES if soak else ENTRIES // 20)
    _fairness(1000 if soak else 100)


# ---------------------------------------------------------------------------------------------- the record


@dataclass(frozen=True, slots=True)
class _Log:
    """A journal with its ledger, and a bare table of as many rows."""

    journal: Journal
    ledger: Ledger
    bare: sqlite3.Connection


def _log(folder: Path) -> _Log:
    folder.mkdir()
    journal = Journal(folder / "journal.sqlite")
    bare = sqlite3.connect(folder / "bare.sqlite", isolation_level=None)
    bare.execute("PRAGMA journal_mode=WAL")
    bare.execute("PRAGMA synchronous=FULL")
    bare.execute("CREATE TABLE entry (seq INTEGER PRIMARY KEY, body TEXT)")
    journal.append("bench-1", "start", {"game": "bench", "names": ["Ann"]})
    return _Log(journal, Ledger(journal, folder / "audit"), bare)


def _record(folder: Path, entries: int) -> None:
    """The first entries of a new log and the last of a long one, in turn, so that a slow moment hits both."""
    new, long = _log(folder / "new"), _log(folder / "long")
    _fill(long, entries - WINDOW)
    times: dict[tuple[str, bool], list[float]] = {}
    for _ in range(WINDOW):
        for log in (new, long):
            for name, seconds in _append(log).items():
                times.setdefault((name, log is long), []).append(seconds)
    print(f"{long.ledger.size:,} entries; one append and its signed checkpoint, median of the first and last {WINDOW}:")
    for name in ("processor", "clock", "bare SQLite, clock"):
        a, b = (statistics.median(times[name, is_long]) * 1e3 for is_long in (False, True))
        print(f"  {name:18} {a:.3f} ms -> {b:.3f} ms ({b / a - 1:+.0%})")
    _proofs(long.ledger)
    _verifying(long.journal, long.ledger, folder / "long")


def _append(log: _Log) -> dict[str, float]:
    """Seconds of one append with its checkpoint, and of a bare durable insert."""
    clock, processor = time.perf_counter(), time.process_time()
    log.journal.append("bench-1", "event", BODY)
    log.ledger.sign()
    times = {"processor": time.process_time() - processor, "clock": time.perf_counter() - clock}
    clock = time.perf_counter()
    log.bare.execute("INSERT INTO entry (body) VALUES (?)", (json.dumps(BODY),))
    return {**times, "bare SQLite, clock": time.perf_counter() - clock}


def _fill(log: _Log, entries: int) -> None:
    """Many entries in one transaction: only the measured ones need be durable one by one."""
    log.bare.execute("BEGIN")
    log.bare.executemany("INSERT INTO entry (body) VALUES (?)", ((json.dumps(BODY),) for _ in range(entries)))
    log.bare.execute("COMMIT")
    log.journal._db.execute("BEGIN")
    for n in range(entries):
        log.journal.append("bench-1", "event", {**BODY, "n": n})
    log.journal._db.execute("COMMIT")
    log.ledger.sign()
    for db in (log.bare, log.journal._db):
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    os.sync()  # else the first measured appends wait for all of this to reach the disk


def _proofs(ledger: Ledger) -> None:
    size, root = ledger.size, ledger.signed.root
    times, processor = [], []
    for index in np.random.default_rng(1).integers(0, size, 500):
        began, busy = time.perf_counter(), time.process_time()
        proof = ledger.inclusion(int(index), size)
        times.append(time.perf_counter() - began)
        processor.append(time.process_time() - busy)
        assert merkle.is_included(ledger.leaf(int(index)), int(index), size, proof, root)
    middle, most = (float(np.quantile(times, q)) * 1e3 for q in (0.5, 0.95))
    print(
        f"  one inclusion proof: median {middle:.3f} ms, 95 of 100 within {most:.3f} ms by the clock;"
        f" never more than {max(processor) * 1e3:.3f} ms of the processor"
    )


def _verifying(journal: Journal, ledger: Ledger, folder: Path) -> None:
    path = folder / "record.zip"
    export(journal, ledger, Evidence(folder / "evidence"), "bench-1", path)
    wall, cpu = time.perf_counter(), time.process_time()
    verdict = verify(path, (ledger.newest,))
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    assert verdict.ok, verdict.faults
    size = verdict.last
    reference = time.perf_counter()
    rows = sqlite3.connect(folder / "journal.sqlite").execute("SELECT * FROM entry ORDER BY seq").fetchall()
    reference = time.perf_counter() - reference
    assert len(rows) == size
    print(
        f"  verify with {verdict.checkpoints} checkpoints: {size / wall:,.0f} entries a second"
        f" ({size / cpu:,.0f} a second of processor time); bare SQLite reads them at {size / reference:,.0f}"
    )
    assert notes.open_checkpoint(ledger.newest, ledger.key).size == size


# ---------------------------------------------------------------------------------------------- fairness


def _fairness(repeats: int) -> None:
    needed = evidence_needed(1) - np.log(2)  # one die alone: all of alpha is its own
    kind = f"{repeats} dice, looked at after each of {ROLLS:,} rolls"
    fair = np.full(6, 1 / 6)
    print(f"fairness, {kind}: share ever suspected, ours / chi-square at 5 %")
    for name, p, bounds in (
        ("fair, reader never errs", fair, exact(6)),
        ("fair, 1 % read as any other face", fair, within(6, CONFUSED)),
        ("fair, 1 % of all faces read as six", _misread(fair), within(6, CONFUSED)),
        ("the same, errors not discounted", _misread(fair), exact(6)),
        *_as_measured(),
    ):
        ours, chi = first_alarms(p, bounds, repeats, needed)
        print(f"  {name:38} {np.mean(ours < ROLLS):.1%} / {np.mean(chi < ROLLS):.1%}")
    print("  loaded: share of sixes; noticed within 300, 1,000, 3,000, 10,000 rolls; half noticed by; foretold")
    for share in LOADS:
        _power(share, repeats, needed)


def _power(share: float, repeats: int, needed: float) -> None:
    p, dice = np.array(loaded(6, 5, share)), max(repeats // 4, 50)
    readers = [("exact reader", exact(6)), ("1 % errors discounted", within(6, CONFUSED))]
    readers += [("our reader discounted", bounds) for _, _, bounds in _as_measured()]
    for name, bounds in readers:
        ours, chi = first_alarms(p, bounds, dice, needed)
        print(f"  {share:.0%} {name:22} {_noticed(ours)}  {rolls_to_notice(loaded(6, 5, share), bounds, needed):,}")
    print(f"  {share:.0%} {'chi-square':22} {_noticed(chi)}")


def _noticed(alarms: Any) -> str:
    """The shares noticed in time, and by when half of them were."""
    shares = " ".join(f"{np.mean(alarms < n):5.0%}" for n in (300, 1000, 3000, ROLLS))
    return f"{shares}  {int(np.median(alarms)) + 1:6,}" if np.median(alarms) < ROLLS else f"{shares}    more"


def _as_measured() -> list[tuple[str, Any, Bounds]]:
    """A fair die as our own reader was measured to read it, and what is discounted for that; nothing if it was not."""
    measured = confusion.load()
    if measured is None:
        return []
    rows = np.array(measured.counts["d6"], dtype=float)
    rates = rows / rows.sum(axis=1, keepdims=True)
    read = (1 - LEANING) * rates[:6, :6].mean(axis=0) + LEANING * rates[6, :6]
    return [("fair, read as our reader reads", read / read.sum(), bounds_from(measured.counts["d6"]))]


def _misread(p: Any) -> Any:
    """What is read of a die when one in a hundred of the other faces is taken for a six: the worst a reader can do.

    Errors that fall on every face alike leave a fair die looking fair.
    """
    read = p * (1 - CONFUSED)
    read[5] = p[5] + CONFUSED * (1 - p[5])
    return read


def first_alarms(p: Any, bounds: Bounds, repeats: int, needed: float, rolls: int = ROLLS) -> tuple[Any, Any]:
    """For each simulated die the roll at which our test and a chi-square first speak up; ``rolls`` = never."""
    dice = np.random.default_rng(2022)
    ours, chi = [], []
    critical = chi2.ppf(0.95, 5)
    n = np.arange(1, rolls + 1)
    for _ in range(repeats):
        counts = np.cumsum(np.eye(6)[dice.choice(6, rolls, p=p)], axis=0)
        ours.append(_first_discounted(counts, bounds, needed))
        statistic = np.sum((counts - n[:, None] / 6) ** 2, axis=1) / (n / 6)
        chi.append(_first((statistic >= critical) & (n >= 30)))  # below 30 rolls nobody would use it
    return np.array(ours), np.array(chi)


def _first_discounted(counts: Any, bounds: Bounds, needed: float, block: int = 500) -> int:
    """Discounting only ever lowers the evidence, so it need be worked out only where there is enough without."""
    rows = np.flatnonzero(log_evidence(counts, exact(6)) >= needed)
    for some in (rows[i : i + block] for i in range(0, len(rows), block)):
        speaks = log_evidence(counts[some], bounds) >= needed
        if speaks.any():
            return int(some[np.argmax(speaks)])
    return len(counts)


def _first(speaks: Any) -> int:
    return int(np.argmax(speaks)) if speaks.any() else len(speaks)
