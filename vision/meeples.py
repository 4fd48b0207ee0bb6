"""Words for meeples: where the poses and colours come from a network, this says what they mean to a person."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy import ndarray

from vision.name import Chances

POSES = {"hard": "upright", "steady": "on its edge", "exhausted": "flat", "cocked": "leaning"}


def only_colors(chances: Chances, words: Sequence[str], allowed: frozenset[str]) -> Chances:
    """The chances of colours when the rules know which can lie there; unchanged when they say nothing."""
    if not allowed:
        return chances
    mask: ndarray[Any, Any] = np.array([c in allowed for c in words], np.float32)
    kept = chances * mask
    total = float(kept.sum())
    # When hardly anything is left, what lies there is of another colour: keep the plain reading, a doubt will follow.
    return (kept / total).astype(np.float32) if total > 0.2 else chances
