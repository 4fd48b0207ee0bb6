"""The steps that are still to be taken: each says what is asked or done next, and of whom."""

from dataclasses import dataclass

from companion.games.tundra.effects import Part


@dataclass(frozen=True, slots=True)
class Setup:
    """A question of the set-up: ``what`` is one of character, title, settle, draw, values, starter, goal, first."""

    what: str
    seat: int = 0


@dataclass(frozen=True, slots=True)
class Ask:
    """Printed values that are needed now: all ``keys`` at once, or the longer ``form``."""

    seat: int
    keys: tuple[str, ...]
    form: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Income:
    """The start of the round for one seat: title, then upgraded boards, then towers (TU-063)."""

    seat: int
    part: str = "title"


@dataclass(frozen=True, slots=True)
class Roll:
    """The first player's roll, another player's copy or the extra die of a title."""

    seat: int
    what: str = "roll"


@dataclass(frozen=True, slots=True)
class Throw:
    """One die in the hand: rerolled or just bought."""

    seat: int
    color: str


@dataclass(frozen=True, slots=True)
class Turn:
    """A seat's turn in the placement."""

    seat: int
    used: bool = False


@dataclass(frozen=True, slots=True)
class UseGoal:
    """A die on its way to a goal card."""

    seat: int
    die: str
    goal: str


@dataclass(frozen=True, slots=True)
class Action:
    """One action under way: what is left of it and what must be remembered until it ends."""

    seat: int
    source: str
    """A board, a card, ``"title"`` or ``"tower"``."""
    parts: tuple[Part, ...]
    trails: tuple[tuple[str, ...], ...] = ()
    """The way of each worker moved in this action, its starting field first (TU-055)."""
    built: tuple[str, ...] = ()
    placed: tuple[str, ...] = ()
    """Tower glades on which a worker was placed in this action (TU-161)."""


@dataclass(frozen=True, slots=True)
class Row:
    """The actions of one activated row that are not done yet; ``queue`` is None until they are known."""

    seat: int
    board: int
    """Index of the board, -1 for a title."""
    value: int
    queue: tuple[tuple[str, str], ...] | None = None
    """(board or card, its effect word; "" = not looked up yet)."""


@dataclass(frozen=True, slots=True)
class Open:
    """A tile just entered for the first time: what does it show?"""

    seat: int
    hex: str


@dataclass(frozen=True, slots=True)
class Bonus:
    """The bonus of one tower."""

    seat: int
    hex: str


@dataclass(frozen=True, slots=True)
class PutCard:
    """A city card in the hand of a player who must find room for it."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Summon:
    """An advisor taken by a title that may act at once."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Advise:
    """An advisor about to act; what it does may have to be asked."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class EndRound:
    """The table is cleared for the next round."""


@dataclass(frozen=True, slots=True)
class Remember:
    """The map found in this game may be kept for the next."""


@dataclass(frozen=True, slots=True)
class Reveal:
    """A seat shows the personal goal; ``goal`` once it is known but something must be counted."""

    seat: int
    goal: str = ""


Step = (
    Setup
    | Ask
    | Income
    | Roll
    | Throw
    | Turn
    | UseGoal
    | Action
    | Row
    | Open
    | Bonus
    | PutCard
    | Summon
    | Advise
    | EndRound
    | Remember
    | Reveal
)
