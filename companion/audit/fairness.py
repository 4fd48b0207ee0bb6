"""Whether a die is fair, in a test that may be looked at after every roll.

The test is the anytime-valid multinomial of Lindon and Malek (2022): an e-value, the evidence against the die,
which a fair die lifts above 1/α at any time in at most a share α of all cases, however often one looks.
Three things are added. The alternative is spread over small and large loads. Errors of the reader are discounted:
evidence is counted only against what no reader as good as ours could have made of a fair die. And with many dice
the α is shared out among them in the order in which they appear.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.special import gammaln
from scipy.stats import beta

Floats = NDArray[np.float64]

ALPHA = 0.05
"""How often a fair table may ever be suspected."""
SPREADS = (20.0, 100.0, 600.0)
"""How far from fair a loaded die is taken to be: a small number stands for a heavy load."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How often each face may be *read* when every face is equally likely and the reader errs now and then."""

    low: tuple[float, ...]
    high: tuple[float, ...]


def exact(faces: int) -> Bounds:
    """The bounds for a reader that never errs."""
    return Bounds((1 / faces,) * faces, (1 / faces,) * faces)


def within(faces: int, error: float) -> Bounds:
    """The bounds for a reader that gets at most this share of each face wrong, even if it always errs to one face."""
    return Bounds(((1 - error) / faces,) * faces, ((1 + (faces - 1) * error) / faces,) * faces)


LEANING = 0.01
"""At most this share of dice come to rest leaning; only of those can a leaning die be read as a face."""


def bounds_from(confusion: Sequence[Sequence[int]], faces: int = 6, sure: float = 0.99) -> Bounds:
    """The bounds that a measured confusion matrix allows: rows what it was, columns what was read, as counts.

    For each face the upper limit (Clopper and Pearson) of how much is lost from it and how much comes in. A further
    row and column are those of leaning dice, which are no result but may be read as one.
    """
    matrix = np.asarray(confusion, dtype=float)
    right, leans = np.diag(matrix)[:faces], len(matrix) > faces
    each = 1 - (1 - sure) / ((2 + leans) * faces)  # all limits hold at once
    tried = matrix[:faces].sum(axis=1)
    lost = _upper(tried - right, tried, each)
    # What comes in comes from all the other faces together: that many tries, each row counted alike.
    gained = _upper(matrix[:faces, :faces].sum(axis=0) - right, tried.sum() - tried, each) * (faces - 1)
    if not leans:
        return _bounds((1 - lost) / faces, (1 + gained) / faces)
    leaning = np.full(faces, matrix[faces].sum())
    more = LEANING * _upper(matrix[faces, :faces], leaning, each)
    return _bounds((1 - LEANING) * (1 - lost) / faces, (1 + gained) / faces + more)


def _bounds(low: Floats, high: Floats) -> Bounds:
    return Bounds(tuple(float(x) for x in low), tuple(float(x) for x in high))


def widest(bounds: Iterable[Bounds]) -> Bounds:
    """Bounds that hold for every one of several readers."""
    every = list(bounds)
    return Bounds(
        tuple(min(column) for column in zip(*(b.low for b in every), strict=True)),
        tuple(max(column) for column in zip(*(b.high for b in every), strict=True)),
    )


def _upper(wrong: Floats, tries: Floats, sure: float) -> Floats:
    """The upper limit of a share, 1 where nothing was tried."""
    limit = beta.ppf(sure, wrong + 1, np.maximum(tries - wrong, 1e-9))
    return np.asarray(np.where(tries > 0, np.minimum(limit, 1.0), 1.0), dtype=float)


# ---------------------------------------------------------------------------------------------- the test


def log_evidence(counts: NDArray[np.int64] | Sequence[float], bounds: Bounds) -> Floats:
    """The logarithm of the e-value for counts of faces; the last axis is the faces, others are kept.

    Numerator: the chance of the rolls if the die is loaded in an unknown way. Denominator: their chance under
    the fair die and the reader that explain them best. So it never exceeds that of any one fair die and reader.
    """
    x = np.asarray(counts, dtype=float)
    faces = x.shape[-1]
    alternatives = [_marginal(x, np.full(faces, spread / faces)) for spread in SPREADS]
    mixed = np.logaddexp.reduce(alternatives, axis=0) - math.log(len(SPREADS))
    return np.asarray(mixed - np.sum(x * np.log(best_fair(x, bounds)), axis=-1), dtype=float)


def _marginal(x: Floats, prior: Floats) -> Floats:
    total = prior.sum()
    front = gammaln(total) - gammaln(total + x.sum(axis=-1))
    return np.asarray(front + np.sum(gammaln(prior + x) - gammaln(prior), axis=-1), dtype=float)


def best_fair(x: Floats, bounds: Bounds) -> Floats:
    """The reading frequencies within the bounds that make the counts most likely.

    They are the counts scaled by one number and cut off at the bounds; the number is found by halving.
    """
    low, high = np.array(bounds.low), np.array(bounds.high)
    if np.all(high - low < 1e-12):
        return np.broadcast_to(low, x.shape)
    n = np.maximum(x.sum(axis=-1, keepdims=True), 1.0)
    least, most = np.full(n.shape, 1e-6), np.full(n.shape, 1e6)
    for _ in range(45):
        scale = np.sqrt(least * most)
        too_much = np.clip(scale * x / n, low, high).sum(axis=-1, keepdims=True) > 1
        most, least = np.where(too_much, scale, most), np.where(too_much, least, scale)
    return np.asarray(np.clip(least * x / n, low, high), dtype=float)


def evidence_needed(number: int, families: int = 1, alpha: float = ALPHA) -> float:
    """The logarithm of the evidence that makes the ``number``-th die (from 1) suspicious.

    The shares 1/(1·2), 1/(2·3), 1/(3·4) … add up to 1, so a new die never changes what was said about another.
    """
    return math.log(number * (number + 1) * families / alpha)


# ---------------------------------------------------------------------------------------------- how much is known


def intervals(counts: Sequence[int], alpha: float = ALPHA) -> tuple[tuple[float, float], ...]:
    """For each face the share it may really have, all faces at once and at any time with chance 1 - alpha."""
    n, faces = sum(counts), len(counts)
    return tuple(_interval(x, n, faces, math.log(faces / alpha)) for x in counts)


def _interval(x: int, n: int, faces: int, limit: float) -> tuple[float, float]:
    """The shares that the evidence does not speak against (a confidence sequence for one face)."""
    if n == 0:
        return 0.0, 1.0
    prior = np.array([1.0, faces - 1.0])
    front = float(_marginal(np.array([x, n - x], dtype=float), prior))

    def against(p: float) -> float:
        return front - x * math.log(p) - (n - x) * math.log1p(-p) - limit

    tiny = 1e-9
    middle = min(max(x / n, tiny), 1 - tiny)
    low = brentq(against, tiny, middle) if x > 0 and against(tiny) > 0 else 0.0
    high = brentq(against, middle, 1 - tiny) if x < n and against(1 - tiny) > 0 else 1.0
    return float(low), float(high)


def rolls_to_notice(shares: Sequence[float], bounds: Bounds, needed: float, most: int = 1_000_000) -> int | None:
    """About how many rolls a die with these shares needs to be noticed; None if more than ``most``."""
    p = np.asarray(shares, dtype=float)

    def noticed(n: int) -> bool:
        return float(log_evidence(n * p, bounds)) >= needed

    if not noticed(most):
        return None
    low, high = 0, most
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if noticed(middle) else (middle, high)
    return high


def loaded(faces: int, face: int, share: float) -> tuple[float, ...]:
    """A die that shows one face (from 0) with this share and the others alike."""
    rest = (1 - share) / (faces - 1)
    return tuple(share if i == face else rest for i in range(faces))
