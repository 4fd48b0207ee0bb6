"""Are these dice fair, who was lucky, how did the reader do: the report on the record, in one language, with charts."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from flask import Blueprint, Response, jsonify, request

from companion.audit.dice import Named
from companion.audit.record import ALL, Record
from companion.words import Said, say
from web.access import Refused
from web.context import panel
from web.guard import body, host_only, item, language
from web.language import Speaker, catalogue
from web.panel import page
from web.present import Json

if TYPE_CHECKING:  # SciPy takes a while to load: only a table that asks shall wait for it
    from companion.audit.luck import Luck
    from companion.audit.suspects import Suspect

fairness = Blueprint("fairness", __name__)
LISTED = 12
LONGEST = 60
DICE_COLORS = ("red", "blue", "green", "yellow", "orange", "purple", "white", "black", "gray", "brown", "pink")
"""Colours offered when dice get a name."""
_NUMBER = re.compile(r"(< )?\d+\.\d+( %)?")


def the_record() -> Record:
    """The record of the room."""
    found: Record | None = getattr(panel().room, "record", None)
    if found is None:
        raise Refused("This table keeps no record that could be proven.", 404)
    return found


@fairness.get("/fairness")
def show() -> str:
    """The page; what it shows is worked out when it asks, because that can take a moment."""
    speak = Speaker(language())
    return page("fairness", colors=[(color, speak.word(color)) for color in DICE_COLORS])


@fairness.get("/api/fairness")
def told() -> Response:
    """The report on a game or on all."""
    table = panel().room.table
    of = request.args.get("of", table.id if table else ALL)[:LONGEST]
    return jsonify(show_report(the_record(), of, speaker(language())))


@fairness.post("/api/dice")
def name_dice() -> Response:
    """The host says what dice are called from now on."""
    host, sent = host_only(), body()
    name, color, owner = (item(sent, word, str, LONGEST) for word in ("name", "color", "owner"))
    the_record().name_dice(name, color, owner, host.name or "host")
    return jsonify(ok=True)


def speaker(lang: str) -> Callable[[str], str]:
    """Speaks a language, with that language's decimal sign in the numbers."""
    speak, sign = Speaker(lang), catalogue(lang).get(".", ".")

    def local(text: object) -> object:
        return text.replace(".", sign) if isinstance(text, str) and _NUMBER.fullmatch(text) else text

    def say_it(text: str) -> str:
        if isinstance(text, Said):
            return speak(Said(text.template, {name: local(value) for name, value in text.args.items()}))
        return speak(text)

    return say_it


def show_report(record: Record, of: str, speak: Callable[[str], str]) -> Json:
    """Everything the page draws."""
    room = panel().room
    saved = [
        {"id": id, "title": title, "names": names, "at_ms": at // 1_000_000} for id, title, names, at, _ in room.saved()
    ]
    common = {"of": of, "games": saved[:LISTED], "dice": [_named(n, speak) for n in record.dice()]}
    if not saved:
        return {**common, "rolls": 0}
    from companion.audit import report as reports  # noqa: PLC0415 - see above

    found = record.report(of)
    reader = found.reader
    more = say("Pieces it asked about: {n}. Its own guess was right for {right} of them.",
               n=reader.questions, right=reader.guessed)  # fmt: skip
    return {
        **common,
        "rolls": found.rolls,
        "suspects": [_suspect(suspect, speak) for suspect in found.suspects],
        "notes": [speak(text) for text in (reports.FAIRNESS, reports.EVIDENCE, found.discount) if text],
        "luck": [_luck([one for one in found.luck if one.kind == kind], speak) for kind in ("d6", "meeple")],
        "streaks": [speak(sentence) for sentence in found.streaks],
        "reader": [speak(reader.sentence), *([speak(more)] if reader.questions else [])],
    }


def _named(named: Named, speak: Callable[[str], str]) -> Json:
    return {"name": named.name, "color": named.color, "owner": named.owner, "shade": speak(named.color)}


def _suspect(suspect: "Suspect", speak: Callable[[str], str]) -> Json:
    from companion.audit import report as reports  # noqa: PLC0415 - see above

    faces, evidence = reports.charts_of(suspect, speak)
    name = speak(suspect.name)
    return {
        "family": suspect.family,
        "name": name[:1].upper() + name[1:],
        "sentence": speak(suspect.sentence),
        "suspicious": suspect.suspicious,
        "faces": faces,
        "evidence": evidence,
    }


def _luck(luck: "list[Luck]", speak: Callable[[str], str]) -> Json:
    from companion.audit import report as reports  # noqa: PLC0415 - see above

    return {"chart": reports.luck_chart(luck, speak), "sentences": [speak(one.sentence) for one in luck]}
