"""The report on fairness and luck: for the panel as values with charts, for everybody else as one page."""

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.audit import charts, page
from companion.audit.fairness import Bounds
from companion.audit.luck import Luck, Reader, luck_of, reader_of, streaks_of
from companion.audit.rolls import Throw, throws_of
from companion.audit.suspects import Suspect, suspects
from companion.errors import JournalError
from companion.journal import Journal
from companion.model import Game

ALL = "all"


@dataclass(frozen=True, slots=True)
class Report:
    """Everything a report says."""

    title: str
    rolls: int
    suspects: tuple[Suspect, ...]
    luck: tuple[Luck, ...]
    streaks: tuple[str, ...]
    reader: Reader


def report(journal: Journal, games: Mapping[str, Game[Any]], game: str, bounds: Bounds | None = None) -> Report:
    """The report on one game of the journal, or on ``all``."""
    identities = [start.game for start in journal.starts() if game in (ALL, start.game)]
    if not identities:
        raise JournalError(f"There is no game {game!r} in this journal; 'companion replay' lists the games.")
    title = "All games of this table" if game == ALL else f"Game {game}"
    return report_on(title, throws_of(journal, games, identities), bounds)


def report_on(title: str, throws: Sequence[Throw], bounds: Bounds | None = None) -> Report:
    """The report on these rolls."""
    return Report(title, len(throws), suspects(throws, bounds), luck_of(throws), streaks_of(throws), reader_of(throws))


def charts_of(suspect: Suspect) -> tuple[str, str]:
    """The two charts of a suspect as SVG: its faces, and how the evidence went."""
    fair = 1 / len(suspect.faces) if suspect.family != "meeple" else None
    return (
        charts.faces_svg(f"Faces of {suspect.name}", suspect.faces, suspect.counts, suspect.intervals, fair),
        charts.evidence_svg(f"Evidence against {suspect.name}", suspect.path, suspect.needed),
    )


def lines(found: Report) -> tuple[str, ...]:
    """The report in sentences."""
    said = [str(suspect.sentence) for suspect in found.suspects]
    return (found.title, *said, *(str(luck.sentence) for luck in found.luck), *found.streaks, found.reader.sentence)


def html_page(found: Report) -> str:
    """The report as one page that needs no other file."""
    parts = [f"<h1>{html.escape(found.title)}</h1><p>{html.escape(found.reader.sentence)}</p>"]
    if not found.rolls:
        parts.append("<p>Nothing has been rolled yet.</p>")
    if found.suspects:
        parts.append(
            "<h2>Fairness</h2><p>Bars show how often each face came; the black lines show what its true share may be."
            " The green dashed line is a fair die. The second chart may be looked at after every roll: all fair tables"
            " taken together, at most one in twenty ever crosses the red line.</p>"
        )
    for suspect in found.suspects:
        name = html.escape(suspect.name[0].upper() + suspect.name[1:])
        parts.append(f"<h3>{name}</h3><p>{html.escape(suspect.sentence)}</p>{''.join(charts_of(suspect))}")
    parts += _list("Luck of the evening", [luck.sentence for luck in found.luck])
    parts += _list("Longest streaks", found.streaks)
    return page.document(found.title, "".join(parts))


def _list(title: str, sentences: Sequence[str]) -> list[str]:
    if not sentences:
        return []
    return [f"<h2>{title}</h2><ul>{''.join(f'<li>{html.escape(s)}</li>' for s in sentences)}</ul>"]
