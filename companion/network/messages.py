"""What is said on the broker besides the journal itself, each message as JSON that old and new versions can read."""

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, TypeVar

from companion.table import Table
from companion.words import Said

M = TypeVar("M", bound="Sketch | Status | Answer")
MOST_CHARACTERS = 400
"""Of a sentence: nothing a rule says is longer, and a page must stay readable whatever is sent."""
MOST_ITEMS = 20
NUMBERS = frozenset({"scores", "asked", "winners"})
"""Fields that hold several numbers; all others that hold several things hold sentences."""
_TEMPLATE = re.compile(r"(?:[^{}]|\{\w+(?:![rs])?\})*")
"""A template with plain blanks only: others could ask for a text of any length."""


@dataclass(frozen=True, slots=True)
class Sketch:
    """What a table looks like right now, small enough to be sent after every event; never a source of results."""

    name: str = ""
    """What people call the table."""
    game: str = ""
    """The game's name; ``""`` = nobody plays."""
    id: str = ""
    """Which game of the journal it is."""
    title: str = ""
    names: tuple[str, ...] = ()
    scores: tuple[int, ...] = ()
    round: int = 0
    phase: str = ""
    headline: str = ""
    turn: int | None = None
    asked: tuple[int, ...] = ()
    """The seats that are awaited."""
    asks: tuple[str, ...] = ()
    """What they are asked for, in a few words each."""
    over: bool = False
    winners: tuple[int, ...] = ()
    trouble: tuple[str, ...] = ()
    """What is wrong at the table, in sentences."""
    unclear: str = ""
    """A roll that the camera asks about."""
    simulated: bool = False
    seq: int = 0
    """The journal's newest entry when this was drawn."""


@dataclass(frozen=True, slots=True)
class Status:
    """Whether a table is there; the broker says that it is gone when nobody else can."""

    online: bool = False
    size: int = 0
    """How many entries its journal holds."""
    key: str = ""
    """Its public key, as one line of text."""
    companion: str = ""
    left: bool = False
    """It was switched off, not lost."""
    short_of: int = 0
    """The hub says that it holds so many entries, but the journal has fewer."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the hub says to a table."""

    have: int = 0
    """So many entries of its journal are safe at the hub."""
    again: bool = False
    """Send everything after them from the beginning."""
    refused: str = ""
    """Why the hub takes no more entries from this table."""


def sketch_of(table: Table, **more: Any) -> Sketch:
    """The table as it is now; ``more`` is what only the room around it knows."""
    view = table.view
    awaited = [p for p in view.prompts if not p.reason and not p.aside]
    return Sketch(
        game=table.game.name, id=table.id, title=table.game.title, names=table.names, scores=view.scores,
        round=view.round, phase=view.phase, headline=view.headline, turn=view.turn,
        asked=tuple(sorted({p.seat for p in awaited})),
        asks=tuple(dict.fromkeys(p.label or p.verb for p in awaited))[:4],
        over=not view.prompts, winners=view.winners, **more,
    )  # fmt: skip


# ---------------------------------------------------------------------------------------------- as bytes


def pack(message: Sketch | Status | Answer) -> bytes:
    """The message as it is sent: only what differs from the usual."""
    usual = type(message)()
    said = {f.name: getattr(message, f.name) for f in fields(message)}
    kept = {name: _plain(value) for name, value in said.items() if value != getattr(usual, name)}
    return json.dumps(kept, separators=(",", ":"), ensure_ascii=False).encode()


def unpack(kind: type[M], payload: bytes) -> M | None:
    """The message in a payload; None if it is none. Keys that a newer version added are passed over."""
    try:
        sent = json.loads(payload)
        return _read(kind, sent) if isinstance(sent, dict) else None
    except (ValueError, RecursionError):
        return None


def _read(kind: type[M], sent: Mapping[str, Any]) -> M | None:
    usual = asdict(kind())
    read: dict[str, Any] = {}
    for name, value in sent.items():
        if name in usual:
            like = _several(value, name in NUMBERS) if isinstance(usual[name], tuple) else _like(value, usual[name])
            if like is None:
                return None
            read[name] = like
    return kind(**read)


def packed_sentence(text: str) -> str:
    """A sentence as text for a database, from which it can still be translated later."""
    return json.dumps(_plain(text), ensure_ascii=False)


def unpacked_sentence(text: str) -> str:
    """The sentence that was packed."""
    return _sentence(json.loads(text)) or ""


def _plain(value: Any) -> Any:
    """A value for JSON; a sentence keeps its template, so that the hub can say it in another language."""
    if isinstance(value, Said):
        return [value.template, {name: _plain(v) for name, v in value.args.items()}]
    if isinstance(value, tuple):
        return [_plain(v) for v in value]
    return value if value is None or isinstance(value, (str, int, bool, float)) else str(value)


def _like(value: Any, usual: Any) -> Any:
    """The value, if it can stand where the usual one stands; else None."""
    if isinstance(usual, bool) or isinstance(value, bool):
        return value if isinstance(usual, bool) and isinstance(value, bool) else None
    if isinstance(usual, str):
        return _sentence(value)
    return value if isinstance(value, int) and abs(value) < 2**53 else None


def _several(values: Any, numbers: bool) -> tuple[Any, ...] | None:
    """The values, if each of them is a number, or each of them a sentence; else None."""
    if not isinstance(values, list) or len(values) > MOST_ITEMS:
        return None
    read = [_like(value, 0) if numbers else _sentence(value) for value in values]
    return None if any(value is None for value in read) else tuple(read)


def _sentence(value: Any) -> str | None:
    """A text, or a sentence with its template; whatever strange thing was sent, never an error."""
    if isinstance(value, str):
        return _readable(value)
    if not (isinstance(value, list) and len(value) == 2 and isinstance(value[0], str) and isinstance(value[1], dict)):
        return None
    if not _TEMPLATE.fullmatch(value[0]):
        return _readable(value[0])
    args: Mapping[str, object] = {str(n): _sentence(v) if isinstance(v, list) else v for n, v in value[1].items()}
    try:
        said = Said(value[0], args)
    except (LookupError, ValueError):
        return _readable(value[0])
    return said if len(said) <= MOST_CHARACTERS and said.isprintable() else _readable(said)


def _readable(text: str) -> str:
    """The text without what no page and no database could show."""
    short = str(text)[:MOST_CHARACTERS]
    return short if short.isprintable() else "".join(c if c.isprintable() else " " for c in short)
