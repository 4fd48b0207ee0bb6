"""How much the reader of some rolls may have got wrong, and so how much must not be held against the dice."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.audit.fairness import Bounds, bounds_from, widest, within
from companion.audit.rolls import Throw
from companion.model import FACES
from companion.words import say
from vision.confusion import Confusion

READER_ERROR = 0.01
"""What is discounted as long as no confusion matrix was measured: one face in a hundred read wrongly."""


@dataclass(frozen=True, slots=True)
class Discount:
    """What is discounted, and how that is known."""

    bounds: Bounds
    sentence: str


def discount_for(throws: Sequence[Throw], measured: Confusion | None) -> Discount:
    """The discount that holds for every reader of these rolls.

    A reader is known by the hash of its weights, which stands with every reading; another one than that measured may
    be worse. Rolls that a person typed are taken at their word.
    """
    faces = FACES["d6"]
    readers = {throw.model for throw in throws if throw.source.startswith("camera")}
    usual = within(len(faces), READER_ERROR)
    if measured is None or measured.model not in readers:
        sentence = say("Taken off: one face in a hundred may have been read wrongly, all in the same direction.")
        return Discount(usual, sentence)
    rows = measured.counts["d6"]
    tried = sum(sum(row) for row in rows[: len(faces)])
    wrong = tried - sum(row[i] for i, row in enumerate(rows[: len(faces)]))
    found = bounds_from(rows, len(faces))
    if readers == {measured.model}:
        template = "Taken off: what this reader gets wrong unnoticed. Measured: {wrong} of {n} dice."
        return Discount(found, say(template, wrong=wrong, n=tried))
    template = "Taken off: what this reader gets wrong unnoticed ({wrong} of {n} dice), and more for earlier readers."
    return Discount(widest((found, usual)), say(template, wrong=wrong, n=tried))
