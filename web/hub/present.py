"""What the hub's pages are told, as plain values for JSON in one language."""

from datetime import date
from typing import Any

from companion.audit.notes import NoteError, parse_key
from companion.hub.evening import Played, Standing, evenings, finished, standings
from companion.hub.hub import Hub
from companion.hub.intake import Desk
from companion.hub.judge import Result
from companion.table import Table
from companion.words import say
from web.export import bgstats_address, bgstats_play
from web.language import Speaker
from web.present import curve, show_entry, show_view

Json = dict[str, Any]
SHOWN_EVENTS = 60
"""How much of a game's past a table's page shows."""


def state_of(desk: Desk) -> str:
    """``there``, ``left`` (switched off), ``gone`` (lost) or ``known`` (from an earlier evening)."""
    if desk.status.online:
        return "there"
    return "left" if desk.status.left else "gone" if desk.heard_s else "known"


def row(desk: Desk, language: str) -> Json:
    """One table at a glance."""
    sketch, standing = desk.sketch, desk.kept.standing
    speak = Speaker(language, sketch.names)
    return {
        "name": desk.kept.name,
        "title": desk.kept.title or desk.kept.name,
        "state": state_of(desk),
        "game": sketch.title,
        "names": sketch.names,
        "scores": sketch.scores,
        "round": sketch.round,
        "phase": speak(sketch.phase),
        "headline": speak(sketch.headline),
        "turn": sketch.turn,
        "asked": [seat for seat in sketch.asked if isinstance(seat, int)],
        "asks": [speak(text).replace("-", " ") for text in sketch.asks],
        "over": sketch.over,
        "winners": sketch.winners,
        "unclear": speak(sketch.unclear),
        "trouble": [speak(text) for text in sketch.trouble],
        "refused": refusal(desk, speak),
        "entries": standing.size,
        "signed": standing.signed,
        "heard_ms": int(desk.heard_s * 1000),
        "simulated": sketch.simulated,
    }


def refusal(desk: Desk, speak: Speaker) -> str:
    """Why nothing more is taken from a table, as a sentence; ``""`` if all is well."""
    why = desk.kept.standing.trouble
    return speak(say("Nothing more is taken from this table: {why}", why=why)) if why else ""


def evening(hub: Hub, language: str, wanted: date | None = None) -> Json:
    """Results, standings and wandering pieces of one evening, the newest unless another is wanted."""
    over = finished(hub.played())
    days = evenings(over)
    day = wanted or (days[0] if days else None)
    mine = [p for p in over if p.evening == day]
    titles = {desk.kept.name: desk.kept.title or desk.kept.name for desk in hub.desks()}
    speak = Speaker(language)
    return {
        "day": str(day or ""),
        "date": written(day, language),
        "days": [str(d) for d in days],
        "results": [_result(p) for p in mine],
        "standings": [_standing(s) for s in standings(mine)],
        "wanderers": [
            {
                "what": f"{speak.word('die' if w.kind == 'd6' else w.kind)} ({speak.word(w.color)})",
                "kind": w.kind,
                "color": w.color,
                "here": titles.get(w.here, w.here),
                "home": titles.get(w.home, w.home),
                "since_ms": w.since_ns // 1_000_000,
                "missed_ms": w.missed_ns // 1_000_000,
            }
            for w in hub.wanderers()
        ],
    }


def written(day: date | None, language: str) -> str:
    """A day as people write it."""
    if day is None:
        return ""
    return day.strftime("%d.%m.%Y") if language == "de" else f"{day.day} {day:%B %Y}"


def _result(played: Played) -> Json:
    result = played.result
    ranks = [played.rank(seat) for seat in range(len(result.names))]
    return {
        "table": played.table,
        "at": played.title or played.table,
        "id": played.id,
        "game": result.title,
        "names": result.names,
        "scores": result.scores,
        "winners": result.winners,
        "ranks": ranks,
        "order": sorted(range(len(ranks)), key=lambda seat: ranks[seat]),
        "ended_ms": result.ended_ns // 1_000_000,
        "minutes": round((result.ended_ns - result.began_ns) / 60e9),
        "bgstats": bgstats_address(play(played)),
    }


class _Named:
    def __init__(self, result: Result) -> None:
        self.name, self.title = result.game, result.title


def play(played: Played) -> Json:
    """A game as BG Stats takes it; its number is unique over all tables."""
    result = played.result
    found = bgstats_play(
        f"{played.table}/{played.id}",
        _Named(result),
        result.names,
        result.scores,
        result.winners,
        (result.began_ns, result.ended_ns),
    )
    for seat, player in enumerate(found["players"]):
        player["rank"] = played.rank(seat)  # the rules' tie-breaks count, not the points alone
    return found


def _standing(found: Standing) -> Json:
    return {
        "name": found.name,
        "place": found.place,
        "points": found.points,
        "games": found.games,
        "wins": found.wins,
        "beaten": round(100 * found.beaten),
        "tables": found.tables,
    }


def detail(hub: Hub, desk: Desk, language: str) -> Json:
    """One table with its game as the hub itself plays it from the journal."""
    standing = desk.kept.standing
    try:
        fingerprint = parse_key(standing.key).fingerprint if standing.key else ""
    except NoteError:
        fingerprint = ""
    table = hub.replayed(desk)
    return {
        "row": row(desk, language),
        "fingerprint": fingerprint,
        "generation": desk.kept.generation,
        "companion": desk.status.companion,
        "note": standing.note,
        "played": show_game(table, language) if table else None,
        "differs": differs(desk, table),
    }


def differs(desk: Desk, table: Table | None) -> bool:
    """Whether a table shows other scores than its journal gives, entry for entry."""
    sketch = desk.sketch
    is_same = table is not None and sketch.id == table.id and sketch.seq == desk.kept.standing.size
    return is_same and table is not None and tuple(sketch.scores) != tuple(table.view.scores)


def show_game(table: Table, language: str) -> Json:
    """A game that was played again: view, sheets and past."""
    speak = Speaker(language, table.names)
    history = table.history()
    return {
        "id": table.id,
        "title": table.game.title,
        "names": table.names,
        "events": len(history),
        "curve": curve(history),
        "past": [show_entry(e, speak) for e in history[-SHOWN_EVENTS:]],
        **show_view(table.view, speak),
        "prompts": [],
    }
