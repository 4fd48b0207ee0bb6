"""Whether one colour of meeples falls differently from the others, in a test that may be looked at after every roll.

Nobody knows how a fair meeple falls, so colours are compared within each roll: if all are alike, then which of the
poses on the table went to which colour is a matter of shuffling. The e-value bets on what was seen in earlier rolls.
It needs no assumption about the way of throwing, which may change from roll to roll.
"""

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product

from companion.audit.rolls import Throw
from companion.model import FACES

POSES = FACES["meeple"]
DOUBT = 6.0
"""Meeples of each pose that the bet pretends to have seen already, so that it starts even."""


def color_path(throws: Iterable[Throw], color: str) -> tuple[float, ...]:
    """The logarithm of the evidence against a colour after each roll."""
    mine, others = [0] * len(POSES), [0] * len(POSES)
    evidence, path = 0.0, []
    for throw in throws:
        x = _counts(throw, color, same=True)
        rest = _counts(throw, color, same=False)
        if sum(x) and sum(rest):
            evidence += _bet(x, tuple(a + b for a, b in zip(x, rest, strict=True)), _weights(mine, others))
        mine = [a + b for a, b in zip(mine, x, strict=True)]
        others = [a + b for a, b in zip(others, rest, strict=True)]
        path.append(evidence)
    return tuple(path)


def _counts(throw: Throw, color: str, *, same: bool) -> tuple[int, ...]:
    faces = [p.face for p in throw.pieces if p.kind == "meeple" and (p.color == color) is same]
    return tuple(faces.count(pose) for pose in POSES)


def _weights(mine: Sequence[int], others: Sequence[int]) -> tuple[float, ...]:
    """How much likelier each pose is for this colour than for the others, judged by the rolls before."""
    n, m = sum(mine) + DOUBT * len(POSES), sum(others) + DOUBT * len(POSES)
    return tuple(math.log((a + DOUBT) / n) - math.log((b + DOUBT) / m) for a, b in zip(mine, others, strict=True))


def _bet(x: Sequence[int], pool: tuple[int, ...], weights: Sequence[float]) -> float:
    """The logarithm of (chance of x if the weights are right) / (its chance if all colours are alike)."""
    ways = _ways(pool, sum(x))
    expected = sum(n * math.exp(sum(w * k for w, k in zip(weights, y, strict=True))) for y, n in ways)
    total = sum(n for _, n in ways)
    return sum(w * k for w, k in zip(weights, x, strict=True)) - math.log(expected / total)


@lru_cache(maxsize=4096)
def _ways(pool: tuple[int, ...], mine: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Every way of dealing ``mine`` of the poses in the pool, and in how many ways each comes about."""
    found = []
    for y in product(*(range(min(n, mine) + 1) for n in pool)):
        if sum(y) == mine:
            found.append((y, math.prod(math.comb(n, k) for n, k in zip(pool, y, strict=True))))
    return tuple(found)
