"""What to ask a person about a reading: unclear pieces, and counts that the rules do not know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from companion.model import Piece
from companion.words import say
from vision.meeples import POSES

Expect = Mapping[str, int]
"""What the rules know: ``{"meeple": 7, "d6": 0}``, or with colours ``{"meeple/brown": 2}``."""


def questions(pieces: Iterable[Piece], shape: tuple[int, ...]) -> list[str]:
    """One sentence for each piece that is not sure."""
    text = "The {piece} {where} is not clear; please look."
    return [say(text, piece=_words(p), where=_where(p, shape)) for p in pieces if p.doubtful]


def _words(piece: Piece) -> str:
    if piece.kind == "d6":
        return "leaning die" if piece.face == "cocked" else say("die that may show {face}", face=piece.face)
    return say("{color} meeple that may lie {pose}", color=piece.color, pose=POSES[piece.face])


def _where(piece: Piece, shape: tuple[int, ...]) -> str:
    x, y, w, h = piece.box_px
    across = ("left", "middle", "right")[min(2, int(3 * (x + w / 2) / shape[1]))]
    down = ("far", "middle", "near")[min(2, max(0, int(3 * (y + h / 2) / shape[0])))]
    return "in the middle" if across == down == "middle" else f"at the {down} {across}".replace("middle ", "")


def count_doubts(pieces: list[Piece], expect: Expect | None) -> list[str]:
    """A sentence for each kind or colour of which more or fewer lie there than the rules know."""
    doubts: list[str] = []
    for key, wanted in (expect or {}).items():
        kind, _, color = key.partition("/")
        seen = Counter(p.inside for p in pieces if p.kind == kind and (not color or p.color == color.replace("-", " ")))
        if wanted not in (seen[True], seen[True] + seen[False]):
            what = f"{color} {kind}".strip()
            text = "I see {n} {what} in the tray, but the rules await {wanted}."
            doubts.append(say(text, n=seen[True], what=what, wanted=wanted))
    return doubts
