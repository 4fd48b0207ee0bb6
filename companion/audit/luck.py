"""The luck of the evening, the longest streaks with their chance, and how the reader did."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.stats import hypergeom, norm

from companion.audit.rolls import ASKED, Throw
from companion.model import FACES
from companion.words import say

MANY = 300
"""From so many dice on their sum follows the bell curve closely enough."""
LONG = 3
"""Shorter streaks are not worth a sentence."""
UPRIGHT, FLAT = FACES["meeple"][0], FACES["meeple"][-1]


@dataclass(frozen=True, slots=True)
class Luck:
    """How kind the dice were to somebody."""

    name: str
    kind: str
    """``"d6"`` or ``"meeple"``."""
    pieces: int
    mean: float
    """Of dice the mean, of meeples the share that did not lie flat."""
    luckier: float
    """In which share of evenings like this the dice would have been at least as kind."""
    sentence: str


@dataclass(frozen=True, slots=True)
class Reader:
    """How the reader did."""

    rolls: int
    by_camera: int
    asked: int
    corrected: int
    """Rolls read by the camera that a person put right later."""
    questions: int
    """Pieces that a person was asked about."""
    guessed: int
    """Of those, how many the camera had right by itself."""
    sentence: str


def luck_of(throws: Sequence[Throw]) -> tuple[Luck, ...]:
    """The luck of everybody who rolled, dice before meeples, luckiest first."""
    dice, poses = _by_name(throws, "d6"), _by_name(throws, "meeple")
    found = [_luck(name, [int(face) for face in faces]) for name, faces in dice.items()]
    if len(poses) > 1:  # nobody knows how a meeple falls: people at one table are compared with one another
        everybody = [pose for mine in poses.values() for pose in mine]
        found += [_luck_with_meeples(name, mine, everybody) for name, mine in poses.items()]
    return tuple(sorted(found, key=lambda luck: (luck.kind, luck.luckier)))


def _by_name(throws: Sequence[Throw], kind: str) -> dict[str, list[str]]:
    """Every face that each person rolled with pieces of a kind."""
    found: dict[str, list[str]] = {}
    for throw in throws:
        if faces := [p.face for p in throw.pieces if p.kind == kind]:
            found.setdefault(throw.name, []).extend(faces)
    return found


def _luck(name: str, faces: Sequence[int]) -> Luck:
    n, total = len(faces), sum(faces)
    chance = chance_of_at_least(total, n)
    sentence = say(
        "{name} rolled {mean} on average with {n} dice; in {luckier} of 100 evenings the dice are at least as kind.",
        name=name, mean=f"{total / n:.2f}", n=n, luckier=_of_hundred(chance),
    )  # fmt: skip
    return Luck(name, "d6", n, total / n, chance, sentence)


def _luck_with_meeples(name: str, mine: Sequence[str], everybody: Sequence[str]) -> Luck:
    """The chance of so many on their feet if all that were thrown had been dealt out to people by lot."""
    up, all_up = (sum(pose != FLAT for pose in poses) for poses in (mine, everybody))
    chance = float(hypergeom.sf(up - 1, len(everybody), all_up, len(mine)))
    sentence = say(
        "{name} threw {n} meeples and {up} did not lie flat, at the whole table {share} of 100;"
        " in {luckier} of 100 evenings the meeples are at least as kind.",
        name=name, n=len(mine), up=up, share=round(100 * all_up / len(everybody)), luckier=_of_hundred(chance),
    )  # fmt: skip
    return Luck(name, "meeple", len(mine), up / len(mine), chance, sentence)


def chance_of_at_least(total: int, dice: int) -> float:
    """The chance that fair dice show at least this sum."""
    if dice > MANY:
        return float(norm.sf((total - 0.5 - 3.5 * dice) / math.sqrt(dice * 35 / 12)))
    chances = np.ones(1)
    for _ in range(dice):
        chances = np.convolve(chances, np.full(6, 1 / 6))
    return float(min(chances[max(total - dice, 0) :].sum(), 1.0))


# ---------------------------------------------------------------------------------------------- streaks


@dataclass(frozen=True, slots=True)
class _Row:
    """Something that can happen in one roll after another, and the sentence about it."""

    kind: str
    hit: Callable[[Sequence[str]], bool]
    chance: Callable[[int, Mapping[str, float]], float]
    """Of a hit with so many pieces, given the share of each face."""
    template: str


_ROWS = (
    _Row("d6", lambda faces: "6" in faces, lambda n, p: 1 - (1 - p["6"]) ** n,
         "{name}: {n} rolls in a row with a six; the chance of that was {chance}."),
    _Row("d6", lambda faces: "6" not in faces, lambda n, p: (1 - p["6"]) ** n,
         "{name}: {n} rolls in a row without a six; the chance of that was {chance}."),
    _Row("meeple", lambda faces: UPRIGHT in faces, lambda n, p: 1 - (1 - p[UPRIGHT]) ** n,
         "{name}: {n} rolls in a row with an upright meeple; the chance of that was {chance}."),
    _Row("meeple", lambda faces: UPRIGHT not in faces, lambda n, p: (1 - p[UPRIGHT]) ** n,
         "{name}: {n} rolls in a row without an upright meeple; the chance of that was {chance}."),
)  # fmt: skip


def streaks_of(throws: Sequence[Throw]) -> tuple[str, ...]:
    """For everybody the longest rows of rolls with and without a six, or an upright meeple, and how likely they were.

    The rarest comes first. Dice are taken to be fair; meeples to fall as they did at this table.
    """
    shares = {"d6": dict.fromkeys(FACES["d6"], 1 / 6), "meeple": _shares(throws)}
    found: list[tuple[float, str]] = []
    for name in dict.fromkeys(t.name for t in throws):
        for row in _ROWS:
            rolls = [[p.face for p in t.pieces if p.kind == row.kind] for t in throws if t.name == name]
            rolls = [faces for faces in rolls if faces]
            n = longest([row.hit(faces) for faces in rolls])
            if n >= LONG:
                chance = chance_of_streak([row.chance(len(faces), shares[row.kind]) for faces in rolls], n)
                found.append((chance, say(row.template, name=name, n=n, chance=_percent(chance))))
    return tuple(sentence for _, sentence in sorted(found, key=lambda one: one[0]))


def _shares(throws: Sequence[Throw]) -> dict[str, float]:
    """How often each pose came up in all that was thrown."""
    poses = [p.face for t in throws for p in t.pieces if p.kind == "meeple"]
    return {pose: poses.count(pose) / max(len(poses), 1) for pose in FACES["meeple"]}


def longest(hits: Sequence[bool]) -> int:
    """The length of the longest row of hits."""
    best = now = 0
    for hit in hits:
        now = now + 1 if hit else 0
        best = max(best, now)
    return best


def chance_of_streak(chances: Sequence[float], length: int) -> float:
    """The chance of at least ``length`` hits in a row somewhere, each roll having a chance of its own."""
    rows = np.zeros(length)  # rows[k]: no such row yet, and k hits in a row just now
    rows[0], reached = 1.0, 0.0
    for chance in chances:
        reached += rows[-1] * chance
        rows = np.concatenate(([rows.sum() * (1 - chance)], rows[:-1] * chance))
    return float(reached)


def _of_hundred(chance: float) -> str:
    return "< 1" if chance < 0.005 else str(round(100 * chance))


def _percent(chance: float) -> str:
    if chance < 0.0001:
        return "< 0.01 %"
    return f"{100 * chance:.0f} %" if chance >= 0.1 else f"{100 * chance:.1g} %"


# ---------------------------------------------------------------------------------------------- the reader


def reader_of(throws: Sequence[Throw]) -> Reader:
    """How often the camera read a roll, asked about one, and was put right."""
    seen = [t for t in throws if t.source.startswith("camera")]
    asked = sum(t.source == ASKED for t in seen)
    corrected = sum(t.corrected for t in seen)
    questions = [right for t in seen for right in t.asked]
    sentence = say(
        "{n} rolls: the camera read {seen} of them, asked about {asked} and was put right in {corrected}.",
        n=len(throws), seen=len(seen), asked=asked, corrected=corrected,
    )  # fmt: skip
    return Reader(len(throws), len(seen), asked, corrected, len(questions), sum(questions), sentence)
