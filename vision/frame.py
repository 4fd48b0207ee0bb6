"""One picture from a camera, with when it was taken and its place in the sequence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from numpy import ndarray


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A BGR uint8 picture, when it was taken and its number; compared by identity, for arrays have no one truth."""

    image: ndarray[Any, Any]
    taken_ns: int
    number: int
