"""Every die, colour of meeples, seat and the table itself, each with its counts and a verdict a player understands."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from companion.audit import poses
from companion.audit.fairness import (
    ALPHA,
    Bounds,
    evidence_needed,
    intervals,
    loaded,
    log_evidence,
    rolls_to_notice,
    within,
)
from companion.audit.readers import READER_ERROR
from companion.audit.rolls import Throw, Thrown
from companion.model import FACES
from companion.words import say

FAMILIES = 4
"""Dice, seats, the table and colours of meeples share the one α."""
TYPICAL_LOAD = 0.25
"""The load that the sentences speak of: one face in four instead of one in six."""


@dataclass(frozen=True, slots=True)
class Suspect:
    """Something that may be unfair, and what speaks against it."""

    family: str
    """``"die"``, ``"seat"``, ``"table"`` or ``"meeple"``."""
    name: str
    faces: tuple[str, ...]
    counts: tuple[int, ...]
    intervals: tuple[tuple[float, float], ...]
    path: tuple[float, ...]
    """The logarithm of the evidence after each roll."""
    needed: float
    sentence: str

    @property
    def suspicious(self) -> bool:
        """Whether the evidence was ever enough."""
        return max(self.path, default=0.0) >= self.needed


def suspects(throws: Sequence[Throw], bounds: Bounds | None = None) -> tuple[Suspect, ...]:
    """Everything that can be judged from these rolls, families one after another, oldest first within each."""
    allowed = bounds or within(len(FACES["d6"]), READER_ERROR)
    found = []
    kinds = list(dict.fromkeys(_kind_of(p) for t in throws for p in t.pieces if p.kind == "d6"))
    for number, kind in enumerate(kinds, 1):
        found.append(_dice("die", _name_of(kind), throws, _of_kind(kind), number, allowed))
    seats = _in_order(t.name for t in throws if any(p.kind == "d6" for p in t.pieces))
    for number, seat in enumerate(seats, 1):
        name = say("the dice in {name}'s hand", name=seat)
        own = [t for t in throws if t.name == seat]
        found.append(_dice("seat", name, own, _is_die, number, allowed))
    if seats:
        found.append(_dice("table", say("all dice of this table"), throws, _is_die, 1, allowed))
    meeples = _in_order(p.color for t in throws for p in t.pieces if p.kind == "meeple")
    found += [_meeples(color, throws, number) for number, color in enumerate(meeples, 1)]
    return tuple(found)


def _in_order(names: object) -> list[str]:
    """Each name once, in the order of its first appearance: the shares of α follow it and never change."""
    assert hasattr(names, "__iter__")
    return list(dict.fromkeys(names))


def _is_die(piece: Thrown) -> bool:
    return piece.kind == "d6"


def _kind_of(piece: Thrown) -> tuple[str, str]:
    """What tells a die from others: the name it was given, or else its colour."""
    return (piece.die, "") if piece.die else ("", piece.color)


def _of_kind(kind: tuple[str, str]) -> Callable[[Thrown], bool]:
    return lambda piece: piece.kind == "d6" and _kind_of(piece) == kind


def _name_of(kind: tuple[str, str]) -> str:
    name, color = kind
    if name:
        return say("the dice “{name}”", name=name)
    return say("the {color} dice", color=color) if color else say("the dice of untold colour")


def _dice(  # noqa: PLR0913, PLR0917 - what is judged, by which rolls, and how strictly
    family: str, name: str, throws: Sequence[Throw], fits: Callable[[Thrown], bool], number: int, bounds: Bounds
) -> Suspect:
    faces = FACES["d6"]
    rows = [[sum(p.face == f for p in t.pieces if fits(p)) for f in faces] for t in throws]
    cumulated = np.cumsum([row for row in rows if sum(row)], axis=0)
    counts = tuple(int(n) for n in cumulated[-1])
    path = tuple(float(v) for v in log_evidence(cumulated, bounds))
    needed = evidence_needed(number, FAMILIES)
    sentence = _dice_sentence(name, counts, max(path), needed, bounds)
    return Suspect(family, name, faces, counts, intervals(counts), path, needed, sentence)


def _dice_sentence(name: str, counts: Sequence[int], strongest: float, needed: float, bounds: Bounds) -> str:
    n, faces = sum(counts), len(counts)
    if strongest >= needed:
        face = int(np.argmax(np.abs(np.array(counts) - n / faces)))
        return say(
            "Something is wrong with {name}: in {n} rolls {face} came {x} times, about {usual} would be usual."
            " Fair dice look like this at fewer than one table in {odds}, however often one looks.",
            name=name, n=n, face=FACES["d6"][face], x=counts[face], usual=round(n / faces),
            odds=_odds(strongest, needed),
        )  # fmt: skip
    most = int(np.argmax(counts))
    about = rolls_to_notice(loaded(faces, most, TYPICAL_LOAD), bounds, needed) or 0
    words = {"name": name, "n": n, "face": FACES["d6"][most], "about": _rounded(about)}
    if n >= about:
        return say(
            "After {n} rolls nothing speaks against {name}. A die that shows {face} every fourth time would have been"
            " noticed after about {about} rolls.",
            **words,
        )
    return say(
        "After {n} rolls nothing speaks against {name}, but it is early: even a die that shows {face} every fourth time"
        " is noticed only after about {about} rolls.",
        **words,
    )


def _odds(strongest: float, needed: float) -> int:
    """How rare this is, all the sharing out of α already paid for; never a number too long to read."""
    return _rounded(int(min(math.exp(min(strongest - needed, 14.0)) / ALPHA, 1_000_000)))


def _rounded(n: int) -> int:
    """Two digits are all that such an estimate is good for."""
    digits = max(len(str(n)) - 2, 0)
    return round(n, -digits)


def _meeples(color: str, throws: Sequence[Throw], number: int) -> Suspect:
    mine = [p.face for t in throws for p in t.pieces if p.kind == "meeple" and p.color == color]
    counts = tuple(mine.count(pose) for pose in poses.POSES)
    path, needed = poses.color_path(throws, color), evidence_needed(number, FAMILIES)
    if max(path) >= needed:
        sentence = say(
            "The {color} meeples fall differently from the others they are thrown with ({n} thrown), or the camera sees"
            " them differently: look at their photographs. Colours that are alike look like this at fewer than one"
            " table in {odds}.",
            color=color, n=len(mine), odds=_odds(max(path), needed),
        )  # fmt: skip
    else:
        sentence = say(
            "After {n} throws of {color} meeples nothing says that they fall differently from the others.",
            n=len(mine), color=color,
        )  # fmt: skip
    return Suspect("meeple", say("the {color} meeples", color=color), poses.POSES, counts, intervals(counts), path,
                   needed, sentence)  # fmt: skip
