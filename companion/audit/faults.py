"""What can be wrong with a record."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong: its kind in a word, a sentence, and the entry it is about."""

    kind: str
    text: str
    entry: int | None = None
