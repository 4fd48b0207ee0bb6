"""Measure the reader on labelled pictures: right, asked and silently wrong, with 95 % bounds.

``python -m calibration.report FOLDER… [--reference] [--expect] [--matrix matrix.png] [--confusion confusion.json]``
prints what docs/accuracy.md records, and writes what the fairness test discounts.
"""

from __future__ import annotations

import argparse
import json
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.errors import CompanionError, PictureError
from companion.model import Observation, Piece
from vision.confusion import Confusion, identity, words
from vision.picture import Image, load_picture
from vision.read import read

KINDS = ("d6", "meeple")
OUTCOMES = ("right", "asked", "silent")
FACES = ("1", "2", "3", "4", "5", "6", "hard", "steady", "exhausted", "cocked")
Say = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Roll:
    """One labelled picture."""

    path: Path
    empty: Path | None
    pieces: tuple[Mapping[str, Any], ...]
    about: Mapping[str, str]
    """Floor, light and tilt in words, where they are known."""


@dataclass
class Tally:
    """Counts of outcomes, in all and by every property of a piece."""

    pieces: Counter[str] = field(default_factory=Counter)
    rolls: Counter[str] = field(default_factory=Counter)
    by: defaultdict[tuple[str, str], Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    faces: Counter[tuple[str, str]] = field(default_factory=Counter)
    """(what it is, what was read), doubtful or not; for the confusion matrix."""
    recorded: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    """(kind, what it is, what the record would say): what was asked about is told by a person, and then right."""
    failures: list[str] = field(default_factory=list)
    trust: list[tuple[float, bool]] = field(default_factory=list)
    """(confidence, right) of each paired piece; for the reliability table."""


def rolls_in(folder: Path) -> list[Roll]:
    """Every labelled picture below a folder, in the form of the samples' ``labels.json``."""
    files = sorted(folder.rglob("labels.json"))
    if not files:
        raise PictureError(f"{str(folder)!r} holds no labels.json; give a folder of labelled pictures.")
    return [roll for file in files for roll in _rolls_of(file)]


def _rolls_of(file: Path) -> Iterator[Roll]:
    labels = json.loads(file.read_text())
    setup = labels.get("setup", {})
    empty = file.parent / labels["empty"] if labels.get("empty") else None
    for roll in labels["rolls"]:
        tilt = roll.get("tilt_deg", setup.get("camera", {}).get("tilt_deg"))
        about = {
            "floor": str(roll.get("floor", setup.get("floor", "?"))),
            "light": str(roll.get("light", setup.get("light", "?"))),
            "tilt": "?" if tilt is None else f"{int(float(tilt) // 15) * 15}-{int(float(tilt) // 15) * 15 + 15}°",
            "set": file.parent.name,
        }
        pieces = tuple(
            {**p, "kind": "d6" if p["kind"] == "die" else p["kind"], "face": str(p["state"])} for p in roll["pieces"]
        )
        yield Roll(file.parent / roll["image"], empty, pieces, about)


def measure(
    rolls: Sequence[Roll], with_reference: bool = False, with_expect: bool = False, say: Say | None = None
) -> Tally:
    """Read every roll and tally the outcomes."""
    tally = Tally()
    for number, roll in enumerate(rolls):
        reference = load_picture(roll.empty) if with_reference and roll.empty else None
        observation = read(load_picture(roll.path), None, reference, expected(roll) if with_expect else None)
        add(tally, roll, observation)
        if say is not None:
            say(number + 1, len(rolls))
    return tally


def expected(roll: Roll) -> dict[str, int]:
    """What the rules would know about the roll: how many of each kind were thrown."""
    return {kind: sum(p["kind"] == kind for p in roll.pieces) for kind in ("d6", "meeple")}


def add(tally: Tally, roll: Roll, observation: Observation) -> None:
    """Count one reading."""
    pairs, missed, invented = pair_up(roll.pieces, observation.pieces)
    outcomes: Counter[str] = Counter()
    has_doubt = bool(observation.doubts)
    for truth, piece in pairs:
        good = is_right(truth, piece)
        outcome = "asked" if piece.doubtful else "right" if good else "asked" if has_doubt else "silent"
        tally.trust.append((piece.confidence, good))
        if piece.kind == truth["kind"]:
            tally.faces[truth["face"], piece.face] += 1
            # A doubt about a neighbour does not put this piece right: nobody need look at it.
            tally.recorded[piece.kind, truth["face"], truth["face"] if piece.doubtful else piece.face] += 1
        _count(tally, roll, truth, outcome, outcomes, f"read {piece.kind} {piece.face} {piece.color}")
    for truth in missed:
        _count(tally, roll, truth, "asked" if has_doubt else "silent", outcomes, "missed")
    for piece in invented:
        truth = {"kind": piece.kind, "face": "none", "colour": "none"}
        _count(
            tally,
            roll,
            truth,
            "asked" if piece.doubtful or has_doubt else "silent",
            outcomes,
            f"invented {piece.face} {piece.color}",
        )
    whole = "silent" if outcomes["silent"] else "asked" if outcomes["asked"] or has_doubt else "right"
    tally.rolls[whole] += 1


def _count(  # noqa: PLR0913, PLR0917 - what a piece is counted under
    tally: Tally, roll: Roll, truth: Mapping[str, Any], outcome: str, outcomes: Counter[str], what: str
) -> None:
    outcomes[outcome] += 1
    tally.pieces[outcome] += 1
    tally.by["kind", truth["kind"]][outcome] += 1
    tally.by["pose" if truth["kind"] == "meeple" else "face", truth["face"]][outcome] += 1
    if truth["kind"] == "meeple":
        tally.by["colour", truth["colour"]][outcome] += 1
    for name, word in roll.about.items():
        tally.by[name, word][outcome] += 1
    if outcome != "right":
        is_ = f"{truth['kind']} {truth['face']} {truth.get('colour', '')}"
        tally.failures.append(f"{roll.path.parent.name}/{roll.path.name} {outcome}: is {is_}, {what}")


def is_right(truth: Mapping[str, Any], piece: Piece) -> bool:
    """Whether kind, face, place and, for a meeple, colour are as labelled."""
    same = (
        piece.kind == truth["kind"] and piece.face == truth["face"] and piece.inside == bool(truth.get("inside", True))
    )
    return same and (piece.kind == "d6" or piece.color == truth["colour"])


def pair_up(
    truth: Sequence[Mapping[str, Any]], pieces: Sequence[Piece]
) -> tuple[list[tuple[Mapping[str, Any], Piece]], list[Mapping[str, Any]], list[Piece]]:
    """Labelled and read pieces that are nearest to each other; at most 0.7 of the label's diagonal apart."""
    near = []
    for i, t in enumerate(truth):
        x, y, w, h = t["box"]
        for j, p in enumerate(pieces):
            px, py, pw, ph = p.box_px
            away = math.hypot(x + w / 2 - px - pw / 2, y + h / 2 - py - ph / 2) / (0.7 * math.hypot(w, h))
            if away <= 1:
                near.append((away, i, j))
    pairs, left_t, left_p = [], set(range(len(truth))), set(range(len(pieces)))
    for _, i, j in sorted(near):
        if i in left_t and j in left_p:
            pairs.append((truth[i], pieces[j]))
            left_t.discard(i)
            left_p.discard(j)
    return pairs, [truth[i] for i in sorted(left_t)], [pieces[j] for j in sorted(left_p)]


# ------------------------------------------------------------------------------------- numbers for people


def upper_bound(bad: int, of: int) -> float:
    """The one-sided 95 % Clopper-Pearson limit of a rate, by bisection."""
    if of == 0 or bad >= of:
        return 1.0
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _at_most(bad, of, middle) > 0.05 else (low, middle)
    return high


def _at_most(bad: int, of: int, rate: float) -> float:
    """The chance of no more than so many failures at this rate."""
    if not 0 < rate < 1:
        return 1.0
    terms = (
        math.lgamma(of + 1)
        - math.lgamma(k + 1)
        - math.lgamma(of - k + 1)
        + k * math.log(rate)
        + (of - k) * math.log1p(-rate)
        for k in range(bad + 1)
    )
    return sum(math.exp(t) for t in terms)


def line(name: str, counts: Mapping[str, int]) -> str:
    """One row of a table: shares and the bound of the silent share."""
    total = sum(counts.get(o, 0) for o in OUTCOMES)
    shares = " | ".join(f"{counts.get(o, 0)} ({counts.get(o, 0) / max(1, total):.1%})" for o in OUTCOMES)
    return f"| {name} | {total} | {shares} | {upper_bound(counts.get('silent', 0), total):.2%} |"


def table(tally: Tally) -> str:
    """The whole measurement as Markdown."""
    head = "| what | n | right | asked | silent | silent, 95 % bound |\n| --- | --- | --- | --- | --- | --- |"
    rows = [head, line("**pieces**", tally.pieces), line("**whole rolls**", tally.rolls)]
    for (group, word), counts in sorted(tally.by.items()):
        if word != "?":
            rows.append(line(f"{group}: {word}", counts))
    return "\n".join(rows)


def reliability(tally: Tally) -> str:
    """How often pieces read with a given confidence are right, as Markdown."""
    rows = ["| confidence | pieces | right |", "| --- | --- | --- |"]
    edges = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.999, 1.0001)
    for low, high in zip(edges, edges[1:], strict=False):
        some = [good for trust, good in tally.trust if low <= trust < high]
        if some:
            rows.append(f"| {low:g}–{min(high, 1):g} | {len(some)} | {sum(some) / len(some):.1%} |")
    return "\n".join(rows)


def matrix(tally: Tally) -> Image:
    """The confusion matrix of faces as a picture: rows what it is, columns what was read."""
    cell, margin = 56, 96
    side = margin + cell * len(FACES)
    out: Image = np.full((side, side, 3), 255, np.uint8)
    for i, is_ in enumerate(FACES):
        total = sum(tally.faces[is_, r] for r in FACES)
        _text(out, is_, (6, margin + i * cell + 34))
        _text(out, is_[:7], (margin + i * cell + 4, margin - 10))
        for j, read_ in enumerate(FACES):
            n = tally.faces[is_, read_]
            share = n / total if total else 0.0
            hue = (60, 160, 60) if i == j else (60, 60, 220)
            paint = tuple(int(255 - (255 - h) * (share**0.4)) for h in hue)
            at = (margin + j * cell, margin + i * cell)
            cv2.rectangle(out, at, (at[0] + cell - 2, at[1] + cell - 2), paint, -1)
            if n:
                _text(out, str(n), (at[0] + 8, at[1] + 34))
    return out


def _text(out: Image, words: str, at: tuple[int, int]) -> None:
    cv2.putText(out, words, at, cv2.FONT_HERSHEY_SIMPLEX, 0.45, (20, 20, 20), 1, cv2.LINE_AA)


def confusion(tally: Tally) -> Confusion:
    """What the fairness test discounts, for the reader as it is now."""
    counts = {
        kind: tuple(tuple(tally.recorded[kind, is_, said] for said in words(kind)) for is_ in words(kind))
        for kind in KINDS
    }
    return Confusion(identity(), sum(tally.rolls.values()), counts)


def report(
    folders: Iterable[Path], with_reference: bool = False, with_expect: bool = False, say: Say | None = None
) -> Tally:
    """Measure the reader on every labelled picture below these folders."""
    return measure([r for f in folders for r in rolls_in(f)], with_reference, with_expect, say)


def report_folder(folder: Path, reference_each: bool = False, with_expect: bool = False) -> str:
    """The measurement of one folder as text; ``reference_each`` compares with each set's empty tray, if it has one."""
    tally = report([folder], reference_each, with_expect)
    failures = "\n".join(tally.failures) or "Every piece was read rightly."
    return f"{table(tally)}\n\n{reliability(tally)}\n\n{failures}"


def main() -> None:
    """Print the measurement of some folders."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument(
        "--reference", action="store_true", help="compare with the picture of the empty tray, where there is one"
    )
    parser.add_argument("--expect", action="store_true", help="tell the reader how many of each kind were thrown")
    parser.add_argument("--matrix", type=Path, help="write the confusion matrix to this picture")
    parser.add_argument("--confusion", type=Path, help="write what the fairness test discounts to this file")
    parser.add_argument("--show", action="store_true", help="list every piece that is not right")
    args = parser.parse_args()
    try:
        tally = report(args.folders, args.reference, args.expect)
    except CompanionError as error:
        raise SystemExit(str(error)) from error
    print(table(tally), "\n", reliability(tally), sep="\n")
    if args.show:
        print("\n" + "\n".join(tally.failures))
    if args.matrix:
        cv2.imwrite(str(args.matrix), matrix(tally))
    if args.confusion:
        confusion(tally).save(args.confusion)


if __name__ == "__main__":
    main()
