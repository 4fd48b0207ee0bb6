"""Where a building may stand: the centre first, next to the own ones, types in balance, and the Specials' own rules."""

from functools import lru_cache

from companion.games.rollopolis.board import (
    ADJACENT,
    BY_LETTER,
    CELLS,
    CENTRE,
    IDS,
    NAMES,
    NEAR,
    SIZE,
    TERRAIN_NAMES,
    TOP_LEVEL,
    TYPE_NAMES,
    TYPES,
    Cells,
    count_types,
    type_of,
)
from companion.games.rollopolis.tracks import Refusal
from companion.words import say

BALANCE = 2
"""No type may have more than this many buildings above the rarest type (RO-125)."""


def refuse_kind(cells: Cells, letter: str) -> Refusal | None:
    """Why no building of this letter can be added anywhere: balance of types, one of each Special."""
    if letter in BY_LETTER and letter != "M" and letter in cells:
        return say("Your district already has its {name}; only Monuments repeat.", name=NAMES[letter]), "RO-081"
    counts = count_types(cells)
    least = min(counts)
    if counts[TYPES.index(type_of(letter))] + 1 <= least + BALANCE:
        return None
    missing = " or ".join(TYPE_NAMES[t] for t, n in zip(TYPES, counts, strict=True) if n == least)
    kind = TYPE_NAMES[type_of(letter)]
    text = "You need another {missing} building first: with {least} of them you may have {most} {kind} at most."
    return say(text, missing=missing, least=least, most=least + BALANCE, kind=kind), "RO-125"


def refuse_space(cells: Cells, letter: str, index: int) -> Refusal | None:
    """Why a building of this letter cannot stand on this space."""
    code = cells[index]
    if code in TERRAIN_NAMES:
        return say("The {name} is there; nothing is built on a terrain.", name=TERRAIN_NAMES[code]), "RO-026"
    if code:
        return say("A building already stands there ({name}); choose a blank space.", name=NAMES[code[0]]), "RO-122"
    if letter == "P" and not any(cells[i][:1] == "R" for i in ADJACENT[index]):
        return "A Park must share a side with a Residential that already stands.", "RO-082"
    if not any(count_types(cells)):
        return None if index == CENTRE else ("The first building of a district stands on its centre, c3.", "RO-120")
    if not any(type_of(cells[i]) for i in NEAR[index]):
        return "A building must touch one of your buildings, by a side or a corner.", "RO-121"
    return _refuse_neighbours(cells, letter, index)


def _refuse_neighbours(cells: Cells, letter: str, index: int) -> Refusal | None:
    if letter == "R" and count_types(cells)[0] and not any(cells[i][:1] in ("R", "P") for i in ADJACENT[index]):
        return "A further Residential must share a side with a Residential or your Park.", "RO-062"
    if letter == "M":
        row, column = divmod(index, SIZE)
        if "M" in cells[row * SIZE : (row + 1) * SIZE] or "M" in cells[column::SIZE]:
            return "A Monument already stands in that row or column.", "RO-083"
    return None


@lru_cache(maxsize=8192)
def open_spaces(cells: Cells, letter: str) -> tuple[str, ...]:
    """The spaces on which a building of this letter may be added now."""
    if refuse_kind(cells, letter):
        return ()
    return tuple(IDS[i] for i in range(CELLS) if not cells[i] and refuse_space(cells, letter, i) is None)


@lru_cache(maxsize=8192)
def why_nowhere(cells: Cells, letter: str) -> Refusal:
    """Why there is no space at all for a building of this letter."""
    refusal = refuse_kind(cells, letter)
    if refusal:
        return refusal
    rule = {"P": "RO-082", "M": "RO-083", "R": "RO-062"}.get(letter, "RO-122")
    return say("No blank space can take this building now: {name}.", name=NAMES[letter]), rule


@lru_cache(maxsize=8192)
def raisable(cells: Cells, letter: str) -> tuple[str, ...]:
    """The spaces whose Residential or Commercial can be raised by one level."""
    top = TOP_LEVEL[letter]
    return tuple(IDS[i] for i, code in enumerate(cells) if code[:1] == letter and int(code[1]) < top)


def refuse_raise(cells: Cells, letters: str, index: int) -> Refusal | None:
    """Why the building there cannot be raised with a permit for these letters."""
    code = cells[index]
    if code[:1] not in TOP_LEVEL:
        if type_of(code) in ("I", "S"):
            rule = "RO-084" if type_of(code) == "S" else "RO-091"
            return say("{name}: this building has no levels.", name=NAMES[code[0]]), rule
        return "There is no building of yours to raise on that space.", "RO-060"
    if code[0] not in letters:
        return say("This permit does not raise {name} buildings.", name=NAMES[code[0]]), "RO-131"
    if int(code[1]) >= TOP_LEVEL[code[0]]:
        rule = "RO-061" if code[0] == "R" else "RO-071"
        return say("That {name} already has its highest level, {n}.", name=NAMES[code[0]], n=code[1]), rule
    return None
