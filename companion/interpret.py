"""What lies in the tray, read by what the rules await: an Event, or a sentence why it is unclear.

One rule covers a roll, a draft and a reroll of some dice: *the only prompt whose tray fits what is seen*. The
rules are a second sensor here: a piece too many, too few or of another colour is a question, not a score.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.errors import UnclearRoll
from companion.model import FACES, Event, Observation, Piece, Prompt, TrayItem
from companion.words import say

OUTSIDE = "outside"
"""The face of a piece that came to rest beside the tray, for games that have a rule for it."""

LOOK_ALIKES = (
    {"white", "ivory"},
    {"grey", "gray", "navy gray"},
    {"blue", "navy gray"},
    {"pink", "magenta"},
    {"purple", "magenta"},
)
"""Colours of dice that one may fairly call by the other's name: another lamp, another print of the game."""

NUDGE = 0.4
"""How far, in sizes of the piece, a piece may shift while others are taken out and still count as not thrown."""


@dataclass(frozen=True, slots=True)
class _Fit:
    """A prompt laid over what is seen."""

    prompt: Prompt
    words: tuple[str, ...]
    """One per open item, in the tray's order; empty if it does not fit."""
    missing: tuple[TrayItem, ...]
    extra: tuple[Piece, ...]
    """Pieces too many. What only kept lying while others were thrown is none of a roll's business."""
    lying: int
    """How many pieces were not thrown and fill no closed item."""

    @property
    def distance(self) -> int:
        return len(self.missing) + len(self.extra)

    @property
    def event(self) -> Event:
        before = self.prompt.options[: len(self.prompt.options) - len(self.words)]
        return Event(self.prompt.seat, self.prompt.verb, tuple(words[0] for words in before) + self.words)


def interpret(
    observation: Observation,
    prompts: Iterable[Prompt],
    turn: int | None = None,
    lying: Sequence[Piece] = (),
) -> Event:
    """The one event that explains the observation; raises UnclearRoll with a sentence for the players.

    When all seats share one tray, ``turn`` says whose throw it is if more than one could be meant. ``lying`` are
    pieces that have not moved since the last time all was still: they are there, but they were not thrown.
    """
    _refuse_unsure(observation)
    asked = [p for p in prompts if p.tray and not p.reason and observation.seat in (None, p.seat)]
    fits = [_lay(prompt, observation.pieces, lying) for prompt in asked]
    if observation.doubts:
        raise UnclearRoll(" ".join((*observation.doubts, *_differences(fits, turn))))
    if not asked:
        raise UnclearRoll(say("Pieces were seen in the tray, but nothing is to be rolled now."))
    exact = _of_turn([f for f in fits if f.distance == 0], turn)
    events = {f.event for f in exact}
    if len(events) > 1:
        choices = " or ".join(sorted(str(e) for e in events))
        raise UnclearRoll(say("This could mean {choices}; tap which.", choices=choices))
    if not exact:
        raise UnclearRoll(" ".join(_differences(fits, turn)))
    return _allowed(exact[0])


def lying_still(now: Observation, before: Iterable[Piece]) -> tuple[Piece, ...]:
    """The pieces that lie where a like piece lay before: whoever takes others out of the tray has not rolled these."""
    left = list(before)
    still = []
    for piece in now.pieces:
        twin = next((old for old in left if _is_same(old, piece)), None)
        if twin is not None:
            left.remove(twin)
            still.append(piece)
    return tuple(still)


def _is_same(old: Piece, new: Piece) -> bool:
    """Whether a piece only kept lying, or was nudged a little, between two readings."""
    if (old.kind, old.face) != (new.kind, new.face) or not _is_alike(old.kind, old.color, new.color):
        return False
    (ax, ay, aw, ah), (bx, by, bw, bh) = old.box_px, new.box_px
    apart = math.hypot(ax + aw / 2 - bx - bw / 2, ay + ah / 2 - by - bh / 2)
    return apart <= NUDGE * max(aw, ah, bw, bh)


def expected_counts(
    prompts: Iterable[Prompt], turn: int | None = None, still: Sequence[Piece] = ()
) -> dict[str, int] | None:
    """How many pieces of each kind the tray will hold, if all that is awaited agrees on it.

    ``still`` are pieces that kept lying: those that no closed item names lie there besides what is thrown.
    """
    trays = [p.tray for p in prompts if p.tray and not p.reason and turn in (None, p.seat)]
    counts = {_counts(tray, still) for tray in trays}
    return dict(counts.pop()) if len(counts) == 1 else None


def _counts(tray: Sequence[str], still: Sequence[Piece]) -> tuple[tuple[str, int], ...]:
    items = [TrayItem.parse(text) for text in tray]
    named, thrown = Counter(i.kind for i in items), Counter(i.kind for i in items if not i.face)
    lying = Counter(p.kind for p in still)
    return tuple((kind, max(named[kind], thrown[kind] + lying[kind])) for kind in FACES)


def _refuse_unsure(observation: Observation) -> None:
    unsure = sum(p.doubtful for p in observation.pieces)
    if not unsure:
        return
    if observation.doubts:
        raise UnclearRoll(" ".join(observation.doubts))
    raise UnclearRoll(say("Not sure about {n} of the pieces; tap them to say what they show.", n=unsure))


def _of_turn(fits: list[_Fit], turn: int | None) -> list[_Fit]:
    """The fits of the seat whose throw it is, if there are any; else all of them."""
    return [f for f in fits if f.prompt.seat == turn] or fits


def _is_alike(kind: str, one: str, other: str) -> bool:
    """Whether two words for a colour may mean the same piece. A die's colour may also be left untold."""
    if one == other:
        return True
    return kind == "d6" and (not one or not other or any({one, other} <= family for family in LOOK_ALIKES))


def _is_among(piece: Piece, lying: Sequence[Piece]) -> bool:
    """Whether a piece is one of those: by its place, for a person may have said since what it shows."""
    return any(piece.kind == other.kind and piece.box_px == other.box_px for other in lying)


def _matches(item: TrayItem, piece: Piece, lying: Sequence[Piece], exactly: bool) -> bool:
    wanted = item.color.replace("-", " ")
    if item.kind != piece.kind or (wanted and not _is_alike(item.kind, wanted, piece.color)):
        return False
    if exactly and wanted and wanted != piece.color:
        return False
    return item.face == piece.face if item.face else not _is_among(piece, lying)


def _lay(prompt: Prompt, pieces: Sequence[Piece], lying: Sequence[Piece]) -> _Fit:
    """The prompt's tray laid over the pieces: those inside first, then what is missing looked for outside."""
    items = tuple(TrayItem.parse(text) for text in prompt.tray)
    inside = [p for p in pieces if p.inside]
    outside = [p for p in pieces if not p.inside]
    taken = _assign(items, inside, lying)
    faces = {i: inside[j].face for i, j in taken.items()}
    open_left = [i for i in range(len(items)) if i not in faces and not items[i].face]
    for i, _ in _assign_some(items, open_left, outside):
        faces[i] = OUTSIDE
    missing = tuple(item for i, item in enumerate(items) if i not in faces)
    extra = tuple(p for j, p in enumerate(inside) if j not in taken.values())
    words = _words(items, faces) if not missing else ()
    still = sum(_is_among(p, lying) for p in extra)
    if prompt.is_roll:
        extra = tuple(p for p in extra if not _is_among(p, lying))
    return _Fit(prompt, words, missing, extra, still)


def _words(items: Sequence[TrayItem], faces: dict[int, str]) -> tuple[str, ...]:
    """The words for the open items; like items show their faces in sorted order, so one roll is one event."""
    pools: dict[TrayItem, list[str]] = {}
    for i, item in enumerate(items):
        if not item.face:
            pools.setdefault(item, []).append(faces[i])
    for pool in pools.values():
        pool.sort(reverse=True)
    return tuple(item.word(pools[item].pop()) for item in items if not item.face)


def _assign(items: Sequence[TrayItem], pieces: Sequence[Piece], lying: Sequence[Piece] = ()) -> dict[int, int]:
    """As many items as possible, each with a piece of its own (augmenting paths: trays hold a dozen pieces)."""
    owner: dict[int, int] = {}

    def seek(i: int, tried: set[int], exactly: bool) -> bool:
        for j, piece in enumerate(pieces):
            if j not in tried and _matches(items[i], piece, lying, exactly):
                tried.add(j)
                if j not in owner or seek(owner[j], tried, exactly):
                    owner[j] = i
                    return True
        return False

    # Closed items first: only what they leave over is what was rolled. Colours as told come before those alike, so
    # that a white die beside ivory ones is the white one.
    order = sorted(range(len(items)), key=lambda i: (not items[i].face, not items[i].color))
    for exactly in (True, False):
        for i in order:
            if i not in owner.values():
                seek(i, set(), exactly)
    return {i: j for j, i in owner.items()}


def _assign_some(items: Sequence[TrayItem], which: list[int], pieces: Sequence[Piece]) -> list[tuple[int, int]]:
    found = _assign([items[i] for i in which], pieces)
    return [(which[i], j) for i, j in found.items()]


def _allowed(fit: _Fit) -> Event:
    """The event, unless the game has no rule for a leaning piece or one outside: then a sentence says what to do."""
    event = fit.event
    if fit.prompt.accepts(event):
        return event
    if any(word.endswith(OUTSIDE) for word in fit.words):
        raise UnclearRoll(say("A piece lies outside the tray; roll that one again."))
    raise UnclearRoll(say("A piece leans; roll that one again, or tap it to say what it shows."))


def _differences(fits: list[_Fit], turn: int | None) -> list[str]:
    """In what way the tray differs from what the rules await, or from the nearest of several things they await."""
    return _difference(min(_of_turn(fits, turn), key=lambda f: f.distance)) if fits else []


def _difference(fit: _Fit) -> list[str]:
    parts: list[str] = []
    if fit.missing and fit.lying and fit.prompt.is_roll:
        parts.append(say("{n} of the pieces were not thrown; pick them up and roll them too.", n=len(fit.missing)))
    else:
        for text, count in Counter(_name(i.kind, i.color.replace("-", " "), i.face) for i in fit.missing).items():
            parts.append(say("{count} × {piece} missing: outside the tray?", count=count, piece=text))
    for text, count in Counter(_name(p.kind, p.color, "") for p in fit.extra).items():
        parts.append(say("{count} × {piece} too many: take it out.", count=count, piece=text))
    return parts


def _name(kind: str, color: str, face: str) -> str:
    noun = "die" if kind == "d6" else kind
    return " ".join(word for word in (color, noun, f"showing {face}" if face else "") if word)
