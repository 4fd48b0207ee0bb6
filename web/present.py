"""What a page is told: views, live readings, people and history as plain values for JSON, in one language."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from companion.model import Event, Grid, Lines, Piece, Prompt, Sheet, Tally, Track, TrayItem, View
from web.access import Access
from web.clock import Clock
from web.language import Speaker
from web.room import Change, Entry, Live, Room, Table

RECENT = 10
"""How many events of the past the main page shows."""

POINTS = 100
"""How many points of the score over time every page is told; the history has them all."""

Json = dict[str, Any]


def state(room: Room, clock: Clock, language: str) -> Json:
    """Everything of a game that the pages draw."""
    table = room.table
    speak = Speaker(language, table.names if table else ())
    return {
        "simulated": room.simulated,
        "drawn": getattr(room, "draws_reading", True),
        "table": show_table(table, clock, speak) if table else None,
        "notices": [{"key": key, "text": speak(text)} for key, text in room.notices()],
    }


def show_table(table: Table, clock: Clock, speak: Speaker) -> Json:
    """A table and its present view."""
    view = table.view
    history = table.history()
    return {
        "id": table.id,
        "game": table.game.name,
        "title": table.game.title,
        "names": table.names,
        "undo": [speak(table.may_undo(seat)) for seat in range(len(table.names))],
        "recent": [show_entry(e, speak) for e in history[-RECENT:]],
        "events": len(history),
        "curve": curve(history),
        "clock": clock.show(table, history),
        "rolls": any(p.tray for p in view.prompts) or any(e.is_roll for e in history),
        **show_view(view, speak),
    }


def curve(history: Sequence[Entry]) -> list[Json]:
    """The scores over time, at most so many points as a chart can show."""
    kept = [entry for entry in history if not entry.undone and not entry.dropped]
    step = max(1, -(-len(kept) // POINTS))
    chosen = kept[::step] + (kept[-1:] if len(kept) % step != 1 and step > 1 else [])
    return [{"scores": entry.scores, "round": entry.round} for entry in chosen]


def show_view(view: View, speak: Speaker) -> Json:
    """What the rules say now."""
    return {
        "headline": speak(view.headline),
        "scores": view.scores,
        "numbers": view.numbers,
        "turn": view.turn,
        "phase": speak(view.phase),
        "phases": [speak(p) for p in view.phases],
        "round": view.round,
        "over": not view.prompts,
        "winners": view.winners,
        "prompts": [show_prompt(p, view, speak) for p in view.prompts],
        "sheets": [show_sheet(s, speak) for s in view.sheets],
        "advice": [speak(a) for a in view.advice],
        "happened": [speak(h) for h in view.happened],
        "mood": view.mood,
        "notice": speak(view.notice),
        "breakdown": [[{**asdict(line), "text": speak(line.text)} for line in lines] for lines in view.breakdown],
    }


def show_prompt(prompt: Prompt, view: View, speak: Speaker) -> Json:
    """A prompt with the words a person reads on it and the number an answer must carry."""
    labels = dict(prompt.labels)
    words = {word for allowed in prompt.options for word in allowed if not _is_number(word) and not _is_key(word)}
    return {
        "seat": prompt.seat,
        "verb": prompt.verb,
        "number": view.numbers[prompt.seat] if prompt.seat < len(view.numbers) else 0,
        "options": prompt.options,
        "tray": [asdict(TrayItem.parse(item)) for item in prompt.tray],
        "roll": prompt.is_roll,
        "reason": speak(prompt.reason),
        "label": speak(prompt.label) if prompt.label else speak.word(prompt.verb).capitalize(),
        "hint": speak(prompt.hint),
        "texts": {word: speak(labels[word]) if word in labels else speak_word(word, speak) for word in sorted(words)}
        | {word: speak(text) for word, text in labels.items()},
        "labelled": sorted(labels),
        "names": [speak(name) for name in prompt.names],
        "unordered": prompt.unordered,
        "once": prompt.once,
        "usual": prompt.usual,
        "aside": prompt.aside,
    }


def speak_word(word: str, speak: Speaker) -> str:
    """An option as people read it: ``navy-gray:hard`` is "navy gray, hard"."""
    return ", ".join(speak.word(part) for part in word.split(":"))


def _is_number(word: str) -> bool:
    return word.lstrip("-").isdigit()


def _is_key(word: str) -> bool:
    """Whether a word names a printed value, such as ``plan.17.points``; people read the argument's name instead."""
    return "." in word.strip(".")


def show_sheet(sheet: Sheet, speak: Speaker) -> Json:
    """A sheet, told apart by its ``kind``."""
    common = {"title": speak(sheet.title), "seat": sheet.seat}
    if isinstance(sheet, Grid):
        cells = [
            asdict(c) | {"text": speak(c.text), "title": speak(c.title), "note": speak(c.note)} for c in sheet.cells
        ]
        return common | {"kind": "grid", "shape": sheet.shape, "cells": cells}
    if isinstance(sheet, Track):
        return common | {"kind": "track", "steps": [speak(s) for s in sheet.steps], "at": sheet.at}
    if isinstance(sheet, Tally):
        counts = [{"word": speak.word(w), "count": n, "color": color} for w, n, color in sheet.counts]
        return common | {"kind": "tally", "counts": counts}
    assert isinstance(sheet, Lines)
    rows = [[speak(cell) for cell in row] for row in sheet.rows]
    return common | {"kind": "lines", "head": [speak(h) for h in sheet.head], "rows": rows, "ids": sheet.ids}


def show_entry(entry: Entry, speak: Speaker) -> Json:
    """One event of the past, in words."""
    before = entry.corrected_from
    return {
        "index": entry.index,
        "event": str(entry.event),
        "seat": entry.event.seat,
        "source": entry.source,
        "at_ms": entry.at_ns // 1_000_000,
        "sentences": [speak(s) for s in entry.sentences] or [speak_event(entry.event, speak)],
        "scores": entry.scores,
        "round": entry.round,
        "roll": entry.is_roll,
        "evidence": entry.evidence,
        "undone": entry.undone,
        "dropped": entry.dropped,
        "corrected_from": speak_event(before, speak) if before else "",
        "who": entry.who,
        "why": entry.why,
    }


def speak_event(event: Event, speak: Speaker) -> str:
    """An event in words, for games that say nothing about it."""
    said = ", ".join(speak_word(word, speak) for word in event.args)
    return f"{speak(f'@{event.seat}')}: {speak.word(event.verb)}" + (f" ({said})" if said else "")


def show_change(change: Change, speak: Speaker) -> Json:
    """What a correction would do."""
    return {
        "scores_before": change.scores_before,
        "scores_after": change.scores_after,
        "dropped": [show_entry(e, speak) for e in change.dropped],
        "sentences": [speak(s) for s in change.sentences],
    }


def show_live(live: Live, language: str, names: Iterable[str]) -> Json:
    """What the camera sees now."""
    speak = Speaker(language, tuple(names))
    seen = live.observation
    return {
        "state": live.state,
        "unclear": speak(live.unclear),
        "proposal": live.proposal,
        "frame_px": live.frame_px,
        "doubts": [speak(d) for d in seen.doubts] if seen else [],
        "pieces": [_piece(p) for p in seen.pieces] if seen else [],
    }


def _piece(piece: Piece) -> Json:
    return {
        "kind": piece.kind,
        "face": piece.face,
        "color": piece.color,
        "box": [round(v) for v in piece.box_px],
        "inside": piece.inside,
        "doubtful": piece.doubtful,
    }


def show_people(access: Access) -> list[Json]:
    """Everybody who has joined, by public handle."""
    return [
        {"handle": d.handle, "name": d.name, "host": d.host, "seats": d.seats, "wants": d.wants}
        for d in access.devices()
    ]


def show_switches(room: Room, language: str) -> Json:
    """The lamps and buttons of a simulated table."""
    if not room.simulated:
        return {}
    speak = Speaker(language, room.table.names if room.table else ())
    return {
        "lamps": [[channel & 0xF8 for channel in lamp] for lamp in room.lamps()],
        "buttons": [{"name": name, "text": speak.word(name), "label": speak(label)} for name, label in room.buttons()],
        "faults": [{"name": name, "text": speak(text), "on": on} for name, (text, on) in room.faults().items()],
    }
