"""An evening as files: results, standings and plays for other programs, and what the hub keeps as a witness."""

import csv
import io
import json
from datetime import datetime

from flask import Blueprint, Response

from companion.hub.evening import Played, evenings, finished, standings
from web.access import Refused
from web.export import safe
from web.hub import present
from web.hub.context import panel, the_desk
from web.hub.pages import wanted_day

exports = Blueprint("exports", __name__)
BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""Tells spreadsheets that a file is UTF-8."""


@exports.get("/export/results.csv")
def results_csv() -> Response:
    """One line for each seat of each game."""
    out = io.StringIO()
    lines = csv.writer(out, lineterminator="\r\n")
    lines.writerow(["evening", "ended", "minutes", "table", "game", "play", "seat", "player", "score", "place", "won"])
    for played in _chosen():
        result = played.result
        for seat, name in enumerate(result.names):
            lines.writerow(
                [played.evening, _time(result.ended_ns), round((result.ended_ns - result.began_ns) / 60e9),
                 safe(played.title or played.table), result.title, f"{played.table}/{played.id}", seat + 1, safe(name),
                 result.scores[seat], played.rank(seat), "yes" if seat in result.winners else ""]
            )  # fmt: skip
    return _file(BYTE_ORDER_MARK + out.getvalue(), "text/csv", "results.csv")


@exports.get("/export/standings.csv")
def standings_csv() -> Response:
    """One line for each person."""
    out = io.StringIO()
    lines = csv.writer(out, lineterminator="\r\n")
    lines.writerow(["place", "player", "points", "games", "wins", "opponents left behind in %", "tables"])
    for found in standings(_chosen()):
        lines.writerow(
            [found.place, safe(found.name), found.points, found.games, found.wins, round(100 * found.beaten),
             safe(", ".join(found.tables))]
        )  # fmt: skip
    return _file(BYTE_ORDER_MARK + out.getvalue(), "text/csv", "standings.csv")


@exports.get("/export/results.json")
def results_json() -> Response:
    """Everything of the evening for a program."""
    shown = present.evening(panel().hub, "en", wanted_day())
    return _file(json.dumps(shown, ensure_ascii=False, indent=1), "application/json", "results.json")


@exports.get("/export/bgstats.json")
def bgstats() -> Response:
    """Every play in the form that BG Stats takes."""
    plays = [present.play(played) for played in _chosen()]
    return _file(json.dumps(plays, ensure_ascii=False, indent=1), "application/json", "bgstats.json")


@exports.get("/export/<name>/checkpoint.txt")
def checkpoint(name: str) -> Response:
    """The newest checkpoint the hub has witnessed: ``companion audit verify --checkpoint`` takes it."""
    note = the_desk(name).kept.standing.note
    if not note:
        raise Refused("This table has signed nothing yet.", 404)
    return _file(note, "text/plain", f"{name}-checkpoint.txt")


@exports.get("/export/<name>/journal.jsonl")
def journal(name: str) -> Response:
    """A table's journal as the hub holds it, byte for byte one entry on each line."""
    lines = panel().hub.lines(the_desk(name))
    return _file(b"".join(line + b"\n" for line in lines), "application/jsonl", f"{name}-journal.jsonl")


def _chosen() -> list[Played]:
    over = finished(panel().hub.played())
    day = wanted_day() or next(iter(evenings(over)), None)
    return [p for p in over if p.evening == day]


def _time(at_ns: int) -> str:
    """By the clock on the wall, like the evening it belongs to."""
    return datetime.fromtimestamp(at_ns / 1e9).strftime("%Y-%m-%d %H:%M:%S")


def _file(content: str | bytes, kind: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, mimetype=kind, headers=headers)
