"""The page in a bundle that a person opens: every entry of the game with its photograph, in plain words."""

import html
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from companion.audit import charts
from companion.audit.records import Record, pictures_of
from companion.words import with_names

MOST_ROWS = 20_000
"""A browser cannot show more; the entries themselves are all in the file."""
_NAME = re.compile(r"[0-9a-f]{64}")

STYLE = """body{font:16px/1.4 system-ui,sans-serif;margin:1.5rem;max-width:75rem;color:#222;background:#fff}
table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #ccc;padding:.4rem;text-align:left;
vertical-align:top}img{max-width:16rem;max-height:10rem}small{color:#555}.amend{background:#fff4d6}
h2{margin-top:2rem}"""


def document(title: str, body: str) -> str:
    """A whole page that needs no other file."""
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{html.escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}\n{charts.STYLE}</style>'
        f"<body>{body}</body></html>"
    )


def page(records: Sequence[Record], fingerprint: str) -> str:
    """The page for these entries, at most the first ``MOST_ROWS``."""
    start = next((r for r in records if r.kind == "start"), None)
    title = f"Record of {start.body.get('game', '')} {start.game}" if start else "Record"
    rows, names = [], []
    for record in records:
        if record.kind == "start":
            names = [str(name) for name in record.body.get("names", ())]
        rows.append(_row(record, names))
    more = "<p>Further entries are in entries.jsonl.</p>" if len(records) >= MOST_ROWS else ""
    return document(
        title,
        f"<h1>{html.escape(title)}</h1><p>Signed with the key {html.escape(fingerprint)}. This page is only for"
        " reading: <code>companion audit verify</code> with this zip says whether the record is whole.</p>"
        f"<table><tr><th>Entry<th>Time (UTC)<th>What<th>How known<th>Photograph</tr>{''.join(rows)}</table>{more}",
    )


def time_text(at_ns: int) -> str:
    """A moment for people."""
    return datetime.fromtimestamp(at_ns / 1e9, UTC).strftime("%Y-%m-%d %H:%M:%S")


def _row(record: Record, names: Sequence[str]) -> str:
    amends = ' class="amend"' if record.kind in ("undo", "correct") else ""
    cells = (str(record.seq), time_text(record.at_ns), what(record, names), how(record.body))
    texts = "".join(f"<td>{html.escape(cell)}" for cell in cells)
    return f'<tr id="entry{record.seq}"{amends}>{texts}<td>{_pictures(record)}</tr>'


def what(record: Record, names: Sequence[str]) -> str:
    """What an entry says, in words."""
    body = record.body
    if record.kind == "start":
        return f"{body.get('game')} begins: {', '.join(names)}"
    if record.kind == "event":
        return event_text(str(body.get("event")), names)
    if record.kind == "undo":
        return f"entry {body.get('of')} is taken back"
    if record.kind == "correct":
        event = event_text(str(body.get("event")), names)
        return f"entry {body.get('of')} is corrected to: {event} (by {body.get('who')}, because: {body.get('why')})"
    if record.kind == "name":
        return _naming(body)
    return f"{len(body.get('pictures', ()))} photographs were removed to make room"


def _naming(body: Mapping[str, Any]) -> str:
    dice = " ".join(word for word in (str(body.get("color", "")), "dice") if word)
    dice += f" of {body['owner']}" if body.get("owner") else ""
    name = body.get("name")
    return f"the {dice} are called {name!r} from here on" if name else f"the {dice} have no name of their own any more"


def event_text(event: str, names: Sequence[str]) -> str:
    """An event with the seat's name instead of its number."""
    seat, _, rest = event.partition(" ")
    return with_names(f"@{seat} {rest}", names)


def how(body: Any) -> str:
    """Who or what says so, and how sure the camera was."""
    source = str(body.get("source", ""))
    reading = body.get("reading")
    if not isinstance(reading, dict):
        return source
    apart = "; ".join(differing(reading))
    said = f"{source}: {', '.join(pieces_text(reading.get('pieces', ())))}"
    return f"{said}. Not of one mind: {apart}" if apart else said


def pieces_text(pieces: Iterable[Any]) -> list[str]:
    """The pieces of a reading in words, each with how sure it was."""
    texts = []
    for kind, face, color, _, _, confidence in pieces:
        words = " ".join(str(word) for word in (color, kind, face) if word)
        texts.append(f"{words} ({float(confidence):.0%})")
    return texts


READERS = {"network": "the network", "pips": "the count of pips", "person": "a person"}


def opinions_text(opinions: Iterable[Any]) -> str:
    """What each reader said about one piece by itself, in words."""
    texts = []
    for who, face, color, confidence in opinions:
        sure = f" ({float(confidence):.0%})" if who == "network" else ""
        texts.append(f"{READERS.get(str(who), str(who))} {' '.join(w for w in (color, face) if w) or '?'}{sure}")
    return ", ".join(texts)


def differing(reading: Mapping[str, Any]) -> list[str]:
    """The opinions on each piece about which the readers did not agree."""
    found = []
    for opinions in reading.get("opinions", ()):
        if len({face for _, face, *_ in opinions} | {""}) > 2 or len({c for _, _, c, _ in opinions} | {""}) > 2:
            found.append(opinions_text(opinions))
    return found


def _pictures(record: Record) -> str:
    names = [name for name in pictures_of(record.body) if _NAME.fullmatch(name)]
    return "".join(
        f'<a href="pictures/{n}.jpg"><img loading="lazy" src="pictures/{n}.jpg" alt="Photograph of entry {record.seq}">'
        "</a>"
        for n in names
    )
