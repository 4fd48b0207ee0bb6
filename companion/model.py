"""The vocabulary of the companion: frozen values that every package speaks.

Nothing here does anything: no clock, no file, no device. Sequences are tuples, so every value is hashable.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from companion.errors import IllegalEvent

# ---------------------------------------------------------------------------------------------- what was seen


@dataclass(frozen=True, slots=True)
class Opinion:
    """What one reader alone said about a piece, before all of them were weighed together."""

    who: str
    """``"network"``, ``"pips"`` (counted by geometry) or ``"person"``."""
    face: str
    """``""`` when it could not tell."""
    color: str = ""
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing seen in or beside the tray."""

    kind: str
    """``"d6"`` or ``"meeple"``."""
    face: str
    """``"1"`` … ``"6"``, ``"hard"``, ``"steady"``, ``"exhausted"`` or ``"cocked"``."""
    color: str = ""
    """As in the rules, a space allowed (``"navy gray"``); ``""`` when it was not told."""
    center_mm: tuple[float, float] | None = None
    box_px: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    """x, y, width, height in pixels of the frame."""
    inside: bool = True
    confidence: float = 1.0
    doubtful: bool = False
    opinions: tuple[Opinion, ...] = ()
    """What each reader said by itself; kept apart in the record, so that a dispute can weigh them anew."""


@dataclass(frozen=True, slots=True)
class Observation:
    """Everything seen in one tray at one moment, and what is not sure about it."""

    pieces: tuple[Piece, ...]
    doubts: tuple[str, ...] = ()
    """Sentences for a person. No doubts and no doubtful piece = the reader stands by every word."""
    taken_ns: int = 0
    frame: int = 0
    seat: int | None = None
    """Whose tray it is; None = the one that all seats share."""


# ---------------------------------------------------------------------------------------------- what happened


@dataclass(frozen=True, slots=True)
class Event:
    """Something a seat did: ``0 roll 5 5``. Its text form is the notation of journal, tests and transcripts."""

    seat: int
    verb: str
    args: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join((str(self.seat), self.verb, *self.args))

    @classmethod
    def parse(cls, text: str) -> "Event":
        """The event written as text; raises IllegalEvent for anything else."""
        words = text.split()
        if len(words) < 2 or not (words[0].isascii() and words[0].isdigit()):
            raise IllegalEvent(f"{text!r} is not an event; write seat, verb and words, such as '0 roll 5 5'.")
        return cls(int(words[0]), words[1], tuple(words[2:]))


@dataclass(frozen=True, slots=True)
class TrayItem:
    """One thing that must lie in the tray: ``d6``, ``d6:5``, ``meeple/brown``, ``meeple/navy-gray:hard``.

    Without a face it is *open*: what is seen there becomes a word of the event (``5``, or ``brown:hard`` if the
    item names a colour). With a face it is *closed*: it must still lie there just so.
    """

    kind: str
    color: str = ""
    face: str = ""

    @classmethod
    def parse(cls, text: str) -> "TrayItem":
        """The item written as text."""
        rest, _, face = text.partition(":")
        kind, _, color = rest.partition("/")
        return cls(kind, color, face)

    def word(self, face: str) -> str:
        """The word of an event that says this item shows ``face``."""
        return f"{self.color}:{face}" if self.color else face


# ---------------------------------------------------------------------------------------------- what is awaited


@dataclass(frozen=True, slots=True)
class Prompt:
    """What the rules await of a seat: from this the camera, the panel and the lights know what to do."""

    seat: int
    verb: str
    options: tuple[tuple[str, ...], ...] = ()
    """Allowed words, one tuple per argument. Integers only = a number; ``("*",)`` = any word. Words that are the
    ``id`` of a cell on a sheet can be tapped there. A hyphen in a word is shown as a space."""
    tray: tuple[str, ...] = ()
    """What must lie in the tray afterwards (see TrayItem). Open items give the *last* arguments, in this order."""
    reason: str = ""
    """Why this cannot be done now: shown greyed, not accepted."""
    label: str = ""
    """Words on the button; ``""`` = the verb."""
    hint: str = ""
    """One short line below the label: what it costs, brings or risks."""
    labels: tuple[tuple[str, str], ...] = ()
    """Words of options that need other words for people: (word, text)."""
    names: tuple[str, ...] = ()
    """What each argument is, for people ("which plan", "row"); may be shorter than options."""
    aside: bool = False
    """Housekeeping that is possible at any time, such as a house rule or a printed value: folded away, on no button."""
    unordered: bool = False
    """The arguments are a multiset: drawn as one "pick n" choice, any order is the same event."""
    once: bool = False
    """With ``unordered``: the arguments are different words, such as cards of which there is one each."""
    usual: tuple[str, ...] = ()
    """The word each argument has most often, or has had until now: chosen beforehand in a form; ``""`` = none."""

    def accepts(self, event: Event) -> bool:
        """Whether the event has this prompt's seat and shape; the rules still have the last word."""
        if self.reason or event.seat != self.seat or event.verb != self.verb or len(event.args) != len(self.options):
            return False
        return all(word in allowed or allowed == ("*",) for word, allowed in zip(event.args, self.options, strict=True))

    @property
    def is_roll(self) -> bool:
        """Whether chance decides: something open must come to rest in the tray."""
        return any(":" not in item for item in self.tray)


FACES: Mapping[str, tuple[str, ...]] = {
    "d6": ("1", "2", "3", "4", "5", "6"),
    "meeple": ("hard", "steady", "exhausted"),
}
"""The faces of each kind of piece that count as a result."""


def roll_prompt(  # noqa: PLR0913 - every field of the prompt may matter to a game
    seat: int,
    verb: str,
    tray: tuple[str, ...],
    *,
    before: tuple[tuple[str, ...], ...] = (),
    also: tuple[str, ...] = (),
    label: str = "",
    hint: str = "",
) -> Prompt:
    """A prompt for a throw: one argument for each open item of the tray, after those in ``before``.

    ``also`` are further faces the game can deal with, such as ``"cocked"`` and ``"outside"``.
    """
    items = [TrayItem.parse(text) for text in tray]
    faces = tuple(tuple(i.word(f) for f in (*FACES[i.kind], *also)) for i in items if not i.face)
    return Prompt(seat, verb, before + faces, tray, label=label, hint=hint, unordered=not before)


# ---------------------------------------------------------------------------------------------- what is shown


@dataclass(frozen=True, slots=True)
class Cell:
    """One place on a grid."""

    id: str
    """The word an event uses for this place."""
    x: int
    y: int
    """Column and row; y grows downwards. On a hex grid odd rows are shifted right by half a cell."""
    text: str = ""
    color: str = ""
    """A colour word (``"brown"``, ``"seat0"``) that the web paints. Never the only sign: say it in text too."""
    mark: str = ""
    """A small sign: an owner (``"seat1"``), owners from below (``"seat1 seat0"``), pieces that stand there, each with
    its sign or number (``"seat1:♜ seat0:2"``), a height, a star."""
    title: str = ""
    """A sentence about this place, for a tap, a pointer or a screen reader."""
    w: int = 1
    h: int = 1
    note: str = ""
    """A smaller line below the text: what the place is, when the text says what stands there."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A map, district or tower seen from above."""

    title: str
    cells: tuple[Cell, ...]
    shape: Literal["square", "hex"] = "square"
    seat: int | None = None
    """Whose sheet it is; None = everybody's."""


@dataclass(frozen=True, slots=True)
class Track:
    """Markers on a row of numbered steps."""

    title: str
    steps: tuple[str, ...]
    at: tuple[tuple[str, int], ...]
    """(whose: ``"seat0"`` or a word, index of the step)."""
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Tally:
    """Counted things: (word, how many, colour)."""

    title: str
    counts: tuple[tuple[str, int, str], ...]
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Lines:
    """A small table of words: a market, an order of play, cards on show."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    ids: tuple[str, ...] = ()
    """The word an event uses for each row, if rows can be picked."""
    seat: int | None = None


Sheet = Grid | Track | Tally | Lines


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """Where points came from."""

    text: str
    points: int
    rule: str = ""


@dataclass(frozen=True, slots=True)
class View:
    """Everything anybody may see of a game. No prompts = the game is over."""

    headline: str
    """What is happening now, one sentence for the whole table."""
    scores: tuple[int, ...]
    prompts: tuple[Prompt, ...]
    winners: tuple[int, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    advice: tuple[str, ...] = ()
    turn: int | None = None
    """Whose turn it is; None = everybody's or nobody's."""
    phase: str = ""
    phases: tuple[str, ...] = ()
    """The phases of a turn or round in order, of which ``phase`` is one."""
    round: int = 0
    breakdown: tuple[tuple[ScoreLine, ...], ...] = ()
    """For each seat where its points came from, oldest first; the sum is its score."""
    happened: tuple[str, ...] = ()
    """What the last event did, in sentences; the history keeps them."""
    mood: str = ""
    """A word for the lights when something special happened: ``"bust"``, ``"strike"``, ``"rally"``, ``"end"`` …"""
    # The table adds these; games leave them alone.
    notice: str = ""
    numbers: tuple[int, ...] = ()
    """One per seat: an answer must carry the number it answers, so that it counts once."""


# ---------------------------------------------------------------------------------------------- what a game is


@dataclass(frozen=True, slots=True)
class Setting:
    """A house rule: its name, the allowed words (first = default) and a sentence that explains the choice."""

    name: str
    words: tuple[str, ...]
    text: str = ""


Settings = Mapping[str, str]
Catalogue = Mapping[str, str]
"""Printed values of this copy of the game, as ``{"plan.17.points": "6"}``. A missing one is asked for, never 0."""

CATALOGUE_VERB = "catalogue"
"""An accepted event ``SEAT catalogue KEY VALUE [KEY VALUE …]`` is remembered for later games with this copy."""


S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Game(Generic[S]):
    """A game: a name, its settings and pure functions. Same events in, same state out."""

    name: str
    title: str
    edition: int
    seats: range
    start: Callable[[int, Settings, Catalogue], S]
    """(number of seats, chosen settings, known printed values) -> the first state. Absent settings = defaults."""
    apply: Callable[[S, Event], S]
    """The state after an event that a prompt accepts; may raise IllegalEvent(reason, rule)."""
    prompts: Callable[[S], tuple[Prompt, ...]]
    """What is awaited now. Kept apart from ``view`` because it runs for every event and drawing does not."""
    view: Callable[[S], View]
    settings: tuple[Setting, ...] = ()


def chosen(game: "Game[Any]", settings: Settings) -> dict[str, str]:
    """All settings of a game with the given ones filled in; an unknown name or word is refused."""
    known = {s.name: s for s in game.settings}
    for name, word in settings.items():
        if name not in known:
            raise IllegalEvent(f"{game.title} has no setting {name!r}; it has {', '.join(known) or 'none'}.")
        if word not in known[name].words:
            raise IllegalEvent(f"{name} cannot be {word!r}; choose one of {', '.join(known[name].words)}.")
    return {s.name: settings.get(s.name, s.words[0]) for s in game.settings}


def same_multiset(a: tuple[str, ...], b: tuple[str, ...]) -> bool:
    """Whether two tuples hold the same words as often, in any order."""
    return Counter(a) == Counter(b)
