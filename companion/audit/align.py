"""Find out what was done to a list of entries: which were edited, removed, put in or moved."""

from collections.abc import Sequence
from difflib import SequenceMatcher

from companion.audit.faults import Fault
from companion.audit.records import parse_record

MOST_COMPARED = 3000
"""Beyond this many differing lines only the first difference is named: to compare all would take hours."""


def entry_faults(expected: Sequence[bytes], found: Sequence[bytes], lines: Sequence[bytes], first: int) -> list[Fault]:
    """What was done to the entries: ``expected`` are the hashes of the leaves, ``found`` those of the lines."""
    start = _common(expected, found)
    if start == len(found):
        return [_missing(number) for number in range(first + start, first + len(expected))]
    end = _common(expected[start:][::-1], found[start:][::-1])
    was, now = expected[start : len(expected) - end], found[start : len(found) - end]
    if len(was) + len(now) > MOST_COMPARED:
        return [Fault("edited", f"Entry {first + start} is the first of many that are not as signed.", first + start)]
    return _differences(was, now, lines[start:], first + start)


def _common(a: Sequence[bytes], b: Sequence[bytes]) -> int:
    """How many elements two sequences begin with in common."""
    return next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))


def _differences(was: Sequence[bytes], now: Sequence[bytes], lines: Sequence[bytes], first: int) -> list[Fault]:
    faults: list[Fault] = []
    places = {leaf: first + i for i, leaf in enumerate(was)}
    for tag, a, a_end, b, b_end in SequenceMatcher(None, was, now, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        strange = [i for i in range(b, b_end) if now[i] not in places]
        for i in range(b, b_end):
            if now[i] in places:
                faults.append(_moved(places[now[i]], first + i))
        lost = [first + i for i in range(a, a_end) if was[i] not in now]
        faults += [_edited(number, lines[i]) for number, i in zip(lost, strange, strict=False)]
        faults += [_missing(number) for number in lost[len(strange) :]]
        faults += [_inserted(first + a, lines[i]) for i in strange[len(lost) :]]
    return faults


def _missing(number: int) -> Fault:
    return Fault("missing", f"Entry {number} is missing.", number)


def _moved(number: int, to: int) -> Fault:
    return Fault("moved", f"Entry {number} stands where entry {to} belongs: the order was changed.", number)


def _edited(number: int, line: bytes) -> Fault:
    record = parse_record(line)
    if record is None:
        return Fault("edited", f"Entry {number} was changed after it was signed, and is not even an entry now.", number)
    if record.seq != number:
        text = f"Entry {number} was replaced by another one, numbered {record.seq}, of {record.game!r}."
        return Fault("replaced", text, number)
    return Fault("edited", f"Entry {number} ({record.kind}) was changed after it was signed.", number)


def _inserted(before: int, line: bytes) -> Fault:
    record = parse_record(line)
    said = f", numbered {record.seq}, of {record.game!r}," if record else ""
    return Fault("inserted", f"A line{said} was put in before entry {before} and was never signed.", before)
