"""A game as a file for other programs: CSV, JSON, and a link that hands the result to BG Stats."""

import csv
import io
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Protocol
from urllib.parse import quote

from companion.words import with_names
from web.room import Entry, Table


class Named(Protocol):
    """A game, as far as its name goes."""

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...


FORMULA = ("=", "+", "-", "@", "\t", "\r")


def as_csv(table: Table) -> str:
    """One line for each event: time, round, seat, event, what happened, and every score after it."""
    out = io.StringIO()
    lines = csv.writer(out, lineterminator="\r\n")
    lines.writerow(["number", "time", "round", "seat", "event", "what happened", "undone", *map(safe, table.names)])
    for entry in table.history():
        said = with_names(" ".join(entry.sentences), table.names)
        lines.writerow(
            [entry.index, _time(entry.at_ns), entry.round, safe(_name(table, entry)), str(entry.event), safe(said),
             "yes" if entry.undone else "", *entry.scores]
        )  # fmt: skip
    return "\N{ZERO WIDTH NO-BREAK SPACE}" + out.getvalue()  # the mark tells spreadsheets that this is UTF-8


def safe(text: str) -> str:
    """A text that a spreadsheet does not take for a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text


def _name(table: Table, entry: Entry) -> str:
    seat = entry.event.seat
    return table.names[seat] if seat < len(table.names) else ""


def _time(at_ns: int) -> str:
    return datetime.fromtimestamp(at_ns / 1e9, UTC).strftime("%Y-%m-%d %H:%M:%S")


def as_json(table: Table) -> str:
    """The whole game: seats, scores line by line, and every event with its words."""
    view = table.view
    return json.dumps(
        {
            "game": table.game.name,
            "title": table.game.title,
            "id": table.id,
            "names": table.names,
            "scores": view.scores,
            "winners": view.winners,
            "over": not view.prompts,
            "breakdown": [
                [{"text": with_names(x.text, table.names), "points": x.points, "rule": x.rule} for x in lines]
                for lines in view.breakdown
            ],
            "events": [_event(table, e) for e in table.history()],
        },
        ensure_ascii=False,
        indent=1,
    )


def _event(table: Table, entry: Entry) -> dict[str, Any]:
    return {
        "number": entry.index,
        "time": _time(entry.at_ns),
        "round": entry.round,
        "event": str(entry.event),
        "source": entry.source,
        "happened": [with_names(s, table.names) for s in entry.sentences],
        "scores": entry.scores,
        "photograph": entry.evidence,
        "undone": entry.undone,
        "corrected_from": str(entry.corrected_from) if entry.corrected_from else None,
        "corrected_by": entry.who,
        "because": entry.why,
    }


def bgstats_link(table: Table) -> str:
    """A link that opens BG Stats on the phone with this play filled in; the app asks before it keeps anything."""
    entries = table.history()
    first, last = (entries[0].at_ns, entries[-1].at_ns) if entries else (0, 0)
    view = table.view
    return bgstats_address(bgstats_play(table.id, table.game, table.names, view.scores, view.winners, (first, last)))


def bgstats_play(  # noqa: PLR0913, PLR0917 - everything a play is
    id: str,
    game: Named,
    names: Sequence[str],
    scores: Sequence[int],
    winners: Sequence[int],
    times_ns: tuple[int, int],
) -> dict[str, Any]:
    """A play as BG Stats takes it."""
    return {
        "sourceName": "Table Companion",
        "sourcePlayId": id,
        "playDate": _time(times_ns[1]),
        "durationMin": round((times_ns[1] - times_ns[0]) / 60e9),
        "game": {"name": game.title, "sourceGameId": game.name, "highestWins": True, "noPoints": False},
        "players": [
            {
                "name": name,
                "sourcePlayerId": name.casefold(),
                "score": str(scores[seat]),
                "winner": seat in winners,
                "startPlayer": seat == 0,
                "rank": 1 + sum(score > scores[seat] for score in scores),
            }
            for seat, name in enumerate(names)
        ],
    }


def bgstats_address(play: dict[str, Any]) -> str:
    """The link that hands a play to the app."""
    return "bgstats://app.bgstatsapp.com/createPlay.html?data=" + quote(json.dumps(play, ensure_ascii=False))
