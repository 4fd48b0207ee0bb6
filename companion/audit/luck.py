"""The luck of the evening, the longest streaks with their chance, and how the reader did."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.stats import norm

from companion.audit.rolls import ASKED, Throw
from companion.words import say

MANY = 300
"""From so many dice on their sum follows the bell curve closely enough."""
LONG = 3
"""Shorter streaks are not worth a sentence."""


@dataclass(frozen=True, slots=True)
class Luck:
    """How kind the dice were to somebody."""

    name: str
    dice: int
    mean: float
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
    sentence: str


def luck_of(throws: Sequence[Throw]) -> tuple[Luck, ...]:
    """The luck of everybody who rolled dice, luckiest first."""
    found = []
    for name in dict.fromkeys(t.name for t in throws):
        faces = [int(p.face) for t in throws if t.name == name for p in t.pieces if p.kind == "d6"]
        if faces:
            found.append(_luck(name, faces))
    return tuple(sorted(found, key=lambda luck: luck.luckier))


def _luck(name: str, faces: Sequence[int]) -> Luck:
    n, total = len(faces), sum(faces)
    chance = chance_of_at_least(total, n)
    sentence = say(
        "{name} rolled {mean} on average with {n} dice; in {luckier} of 100 evenings the dice are at least as kind.",
        name=name, mean=f"{total / n:.2f}", n=n, luckier=round(100 * chance),
    )  # fmt: skip
    return Luck(name, n, total / n, chance, sentence)


def chance_of_at_least(total: int, dice: int) -> float:
    """The chance that fair dice show at least this sum."""
    if dice > MANY:
        return float(norm.sf((total - 0.5 - 3.5 * dice) / math.sqrt(dice * 35 / 12)))
    chances = np.ones(1)
    for _ in range(dice):
        chances = np.convolve(chances, np.full(6, 1 / 6))
    return float(min(chances[max(total - dice, 0) :].sum(), 1.0))


# ---------------------------------------------------------------------------------------------- streaks


def streaks_of(throws: Sequence[Throw]) -> tuple[str, ...]:
    """For everybody the longest row of rolls with, and without, a six, and how likely so long a row was."""
    sentences = []
    for name in dict.fromkeys(t.name for t in throws):
        rolls = [[p.face for p in t.pieces if p.kind == "d6"] for t in throws if t.name == name]
        rolls = [faces for faces in rolls if faces]
        hits = ["6" in faces for faces in rolls]
        chances = [1 - (5 / 6) ** len(faces) for faces in rolls]
        with_six = longest(hits)
        without = longest([not hit for hit in hits])
        if with_six >= LONG:
            chance = chance_of_streak(chances, with_six)
            sentences.append(say("{name}: {n} rolls in a row with a six; the chance of that was {chance}.",
                                 name=name, n=with_six, chance=_percent(chance)))  # fmt: skip
        if without >= LONG:
            chance = chance_of_streak([1 - c for c in chances], without)
            sentences.append(say("{name}: {n} rolls in a row without a six; the chance of that was {chance}.",
                                 name=name, n=without, chance=_percent(chance)))  # fmt: skip
    return tuple(sentences)


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


def _percent(chance: float) -> str:
    return f"{chance:.0%}" if chance >= 0.1 else f"{100 * chance:.1g} %"


# ---------------------------------------------------------------------------------------------- the reader


def reader_of(throws: Sequence[Throw]) -> Reader:
    """How often the camera read a roll, asked about one, and was put right."""
    seen = [t for t in throws if t.source.startswith("camera")]
    asked = sum(t.source == ASKED for t in seen)
    corrected = sum(t.corrected for t in seen)
    sentence = say(
        "{n} rolls: the camera read {seen} of them, asked about {asked} and was put right in {corrected}.",
        n=len(throws), seen=len(seen), asked=asked, corrected=corrected,
    )  # fmt: skip
    return Reader(len(throws), len(seen), asked, corrected, sentence)
