"""What was rolled, piece by piece, as it stands after every undo and correction."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.audit.dice import Named, all_named, name_of
from companion.errors import CompanionError
from companion.journal import Journal
from companion.model import FACES, Event, Game, Prompt, TrayItem
from companion.table import Step, Table

ASKED = "camera, told"
"""The source of a roll for which the reader asked a person."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """One piece of a roll."""

    kind: str
    color: str
    """``""`` when nobody told it."""
    face: str
    die: str = ""
    """The name the host gave to dice like this one."""


@dataclass(frozen=True, slots=True)
class Throw:
    """One roll."""

    seq: int
    game: str
    seat: int
    name: str
    source: str
    corrected: bool
    pieces: tuple[Thrown, ...]
    model: str = ""
    """The hash of the networks that read it; ``""`` if a person typed it."""
    asked: tuple[bool, ...] = ()
    """For each piece that a person was asked about, whether the network's own word was right."""


def throws_of(journal: Journal, games: Mapping[str, Game[Any]], identities: Iterable[str]) -> tuple[Throw, ...]:
    """Every roll that counts in these games, in order; a game this version cannot open is left out."""
    found: list[Throw] = []
    said = all_named(journal)
    for identity in identities:
        try:
            table = Table.resume(journal, identity, games)
        except CompanionError:
            continue
        throws = _throws(table, {e.seq: e.body for e in journal.entries(identity)})
        found += [_with_names(throw, said) for throw in throws]
    return tuple(sorted(found, key=lambda throw: throw.seq))


def _throws(table: Table, bodies: Mapping[int, Mapping[str, Any]]) -> list[Throw]:
    game, start = table.game, bodies[min(bodies)]
    state = game.start(len(table.names), start["settings"], start["catalogue"])
    found = []
    for step in table.history():
        if step.undone or step.dropped:
            continue
        prompt = next(p for p in game.prompts(state) if p.accepts(step.event))
        state = game.apply(state, step.event)
        if step.is_roll:
            found.append(_throw(table, step, prompt, bodies[step.index]))
    return found


def _throw(table: Table, step: Step, prompt: Prompt, body: Mapping[str, Any]) -> Throw:
    reading = body.get("reading") or {}
    pieces = thrown(prompt, step.event, reading.get("pieces", ()))
    corrected = step.corrected_from is not None and step.corrected_from != step.event
    name = table.names[step.event.seat]
    model, asked = str(reading.get("model", "")), _asked(reading.get("opinions", ()))
    return Throw(step.index, table.id, step.event.seat, name, step.source, corrected, pieces, model, asked)


def _asked(opinions: Iterable[Iterable[Sequence[Any]]]) -> tuple[bool, ...]:
    """Whether the network was right, wherever a person had the last word."""
    found = []
    for piece in opinions:
        said = {str(who): (str(face), str(color)) for who, face, color, _ in piece}
        if "person" in said and "network" in said:
            (face, color), (guess, shade) = said["person"], said["network"]
            found.append(face == guess and color in ("", shade))
    return tuple(found)


def _with_names(throw: Throw, said: Sequence[Named]) -> Throw:
    """The throw with the names of its dice."""
    pieces = tuple(
        replace(p, die=name_of(said, throw.seq, p.color, throw.name)) if p.kind == "d6" else p for p in throw.pieces
    )
    return replace(throw, pieces=pieces)


def thrown(prompt: Prompt, event: Event, seen: Sequence[Sequence[Any]]) -> tuple[Thrown, ...]:
    """The pieces of a roll: the open items of the tray with the last words of the event.

    A die's colour is rarely part of the event; it is taken from what the camera saw. Faces that are no result
    (a leaning piece, one outside) are left out.
    """
    items = [item for item in map(TrayItem.parse, prompt.tray) if not item.face]
    faces = [word.rpartition(":")[2] for word in event.args[len(event.args) - len(items) :]]
    colors = _colors(seen, Counter(zip((item.kind for item in items), faces, strict=True)))
    pieces = []
    for item, face in zip(items, faces, strict=True):
        told = colors.get((item.kind, face), [])
        color = item.color.replace("-", " ") or (told.pop() if told else "")
        if face in FACES[item.kind]:
            pieces.append(Thrown(item.kind, color, face))
    return tuple(pieces)


def _colors(seen: Sequence[Sequence[Any]], wanted: Counter[tuple[str, str]]) -> dict[tuple[str, str], list[str]]:
    """The colours of the seen pieces by kind and face, where there is no question which of them were thrown."""
    pools: dict[tuple[str, str], list[str]] = {}
    for kind, face, color, *_ in seen:
        pools.setdefault((str(kind), str(face)), []).append(str(color))
    return {key: pool for key, pool in pools.items() if len(set(pool)) == 1 or len(pool) == wanted[key]}
