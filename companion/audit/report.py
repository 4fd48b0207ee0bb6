"""The report on fairness and luck: for the panel as values with charts, for everybody else as one page."""

import html
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.audit import charts, page
from companion.audit.luck import Luck, Reader, luck_of, reader_of, streaks_of
from companion.audit.readers import discount_for
from companion.audit.rolls import Throw, throws_of
from companion.audit.suspects import Suspect, suspects
from companion.errors import JournalError
from companion.journal import Journal
from companion.model import Game
from companion.words import say
from vision.confusion import Confusion

ALL = "all"
Speak = Callable[[str], str]
"""Turns a sentence into the reader's language."""

FAIRNESS = (
    "Bars show how often each face came; the lines on them show what its true share may be."
    " The dashed line across is a fair die."
)
EVIDENCE = (
    "The evidence may be looked at after every roll: all fair tables taken together, at most one in twenty ever crosses"
    " the dashed line."
)


@dataclass(frozen=True, slots=True)
class Report:
    """Everything a report says."""

    title: str
    rolls: int
    suspects: tuple[Suspect, ...]
    discount: str
    """What was not held against the dice, because the reader may have got it wrong."""
    luck: tuple[Luck, ...]
    streaks: tuple[str, ...]
    reader: Reader


Throws = Callable[[Sequence[str]], Sequence[Throw]]
"""The rolls of some games."""


def report(journal: Journal, games: Mapping[str, Game[Any]], game: str, measured: Confusion | None = None) -> Report:
    """The report on one game of the journal, or on ``all``; ``measured`` is how the reader errs."""
    return report_from(journal, lambda identities: throws_of(journal, games, identities), game, measured)


def report_from(journal: Journal, throws: Throws, game: str, measured: Confusion | None = None) -> Report:
    """The same for those who keep the rolls of earlier games at hand."""
    identities = [start.game for start in journal.starts() if game in (ALL, start.game)]
    if not identities:
        raise JournalError(f"There is no game {game!r} in this journal; 'companion replay' lists the games.")
    title = say("All games of this table") if game == ALL else say("Game {game}", game=game)
    return report_on(title, throws(identities), measured)


def report_on(title: str, throws: Sequence[Throw], measured: Confusion | None = None) -> Report:
    """The report on these rolls."""
    discount = discount_for(throws, measured)
    found = suspects(throws, discount.bounds)
    has_dice = any(suspect.family != "meeple" for suspect in found)
    said = discount.sentence if has_dice else ""
    return Report(title, len(throws), found, said, luck_of(throws), streaks_of(throws), reader_of(throws))


def charts_of(suspect: Suspect, speak: Speak = str) -> tuple[str, str]:
    """The two charts of a suspect as SVG: its faces, and how the evidence went."""
    fair = 1 / len(suspect.faces) if suspect.family != "meeple" else None
    faces = [speak(face) for face in suspect.faces]
    words = (
        speak(say("enough to speak against it")),
        speak(say("first roll")),
        speak(say("roll {n}", n=len(suspect.path))),
    )
    about = speak(say("Faces of {name}", name=suspect.name))
    against = speak(say("Evidence against {name}", name=suspect.name))
    return (
        charts.faces_svg(about, faces, suspect.counts, suspect.intervals, fair),
        charts.evidence_svg(against, suspect.path, suspect.needed, words),
    )


def luck_chart(luck: Sequence[Luck], speak: Speak = str) -> str:
    """Everybody's luck with one kind of piece as SVG; ``""`` for fewer than two people."""
    if len(luck) < 2:
        return ""
    people = [(one.name, 1 - one.luckier) for one in luck]
    return charts.luck_svg(
        speak(say("Luck of the evening")), people, (speak(say("unkind evening")), speak(say("kind evening")))
    )


def lines(found: Report) -> tuple[str, ...]:
    """The report in sentences."""
    said = [str(suspect.sentence) for suspect in found.suspects]
    discount = (found.discount,) if found.discount else ()
    luck = (str(luck.sentence) for luck in found.luck)
    return (found.title, *said, *discount, *luck, *found.streaks, found.reader.sentence)


def html_page(found: Report) -> str:
    """The report as one page that needs no other file."""
    parts = [f"<h1>{html.escape(found.title)}</h1><p>{html.escape(found.reader.sentence)}</p>"]
    if not found.rolls:
        parts.append("<p>Nothing has been rolled yet.</p>")
    if found.suspects:
        parts.append(f"<h2>Fairness</h2><p>{FAIRNESS} {EVIDENCE} {html.escape(found.discount)}</p>")
    for suspect in found.suspects:
        name = html.escape(suspect.name[0].upper() + suspect.name[1:])
        parts.append(f"<h3>{name}</h3><p>{html.escape(suspect.sentence)}</p>{''.join(charts_of(suspect))}")
    if found.luck:
        parts += _list("Luck of the evening", [luck.sentence for luck in found.luck])
        parts += [luck_chart([luck for luck in found.luck if luck.kind == kind]) for kind in ("d6", "meeple")]
    parts += _list("Longest streaks", found.streaks)
    return page.document(found.title, "".join(parts))


def _list(title: str, sentences: Sequence[str]) -> list[str]:
    if not sentences:
        return []
    return [f"<h2>{title}</h2><ul>{''.join(f'<li>{html.escape(s)}</li>' for s in sentences)}</ul>"]
