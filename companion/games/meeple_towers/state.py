"""Everything that is known about a game in progress, as frozen values."""

from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple, TypeVar

from companion.errors import IllegalEvent
from companion.games.meeple_towers.printed import CARDS, Half, Printed, TileId, cell_words
from companion.games.meeple_towers.settings import House
from companion.model import Event, ScoreLine
from companion.words import say

T = TypeVar("T")
Phase = Literal["choose", "act", "place", "reveal", "over"]


class No(NamedTuple):
    """Why something cannot be done, and the rule that says so."""

    text: str
    rule: str

    def error(self) -> IllegalEvent:
        """The same as an error to raise."""
        return IllegalEvent(self.text, self.rule)


@dataclass(frozen=True, slots=True)
class Level:
    """A tile that lies on the tower, with the supports it buried."""

    tile: TileId
    cells: tuple[int, ...]
    """The board square below each square of the tile, -1 = outside the board."""
    height: int
    below: tuple[tuple[int, ...], ...]
    """Owners of the supports under each square, bottom to top."""
    seat: int


@dataclass(frozen=True, slots=True)
class Tower:
    """The board and all that stands on it, square by square as seen from straight above."""

    rows: int
    cols: int
    heights: tuple[int, ...]
    """Height of the visible surface in supports, 0 = the property board (tiles count 0, MT-047)."""
    tops: tuple[int, ...]
    """Which level is the visible surface, -1 = the property board."""
    prints: tuple[str, ...]
    """What the visible surface shows, ``""`` = not told yet."""
    supports: tuple[tuple[int, ...], ...]
    """Owners of the supports standing on the visible surface, bottom to top."""
    workers: tuple[int, ...]
    """Owner of the worker standing there, -1 = none."""
    levels: tuple[Level, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the squares."""
        return cell_words(self.rows, self.cols)


@dataclass(frozen=True, slots=True)
class Ask:
    """One printed value that is needed: its key, the words it can have, and what it is."""

    key: str
    words: tuple[str, ...]
    name: str
    usual: str = ""
    """What it mostly is, or has been until now; chosen beforehand, so that a form is quickly filled in."""


@dataclass(frozen=True, slots=True)
class Question:
    """Printed values that are needed before the game goes on, and the event that waits for them."""

    text: str
    asks: tuple[Ask, ...]
    waiting: Event | None = None
    verb: str = "catalogue"


@dataclass(frozen=True, slots=True)
class State:
    """One position of the game."""

    house: House
    printed: Printed
    tower: Tower
    turn: int
    supports: tuple[int, ...]
    """Supports left in each seat's supply."""
    workers: tuple[int, ...]
    """Workers left in each seat's supply."""
    played: tuple[tuple[int, ...], ...]
    """Cards lying face-up before each seat, in the order they were played; all others are in the hand."""
    tokens: tuple[tuple[int, int, int], ...]
    """Bonus tokens each seat has collected, by type."""
    lines: tuple[tuple[ScoreLine, ...], ...]
    """Where the points of each side came from."""
    track: tuple[int, ...]
    """Where the score marker of each side stands."""
    revealed: tuple[int, ...]
    """What each seat's tokens were worth, -1 = not revealed."""
    phase: Phase = "choose"
    turns: int = 0
    """Turns that are over."""
    half: int = -1
    """Which half is being carried out."""
    todo: Half = Half()
    used: tuple[int, ...] = ()
    """Squares that got a support in this action (MT-037)."""
    acted: bool = False
    """Whether anything of the half has been done."""
    tile: TileId | None = None
    """The tile taken from a stack and not placed yet."""
    question: Question | None = None
    ending: tuple[str, ...] = ()
    """Why the game ends with this round; once met a trigger stays (MT-080)."""
    winners: tuple[int, ...] = ()
    happened: tuple[str, ...] = ()
    mood: str = ""

    @property
    def position(self) -> int:
        """How many seats have had their turn in this round."""
        return self.turns % self.house.seats

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each seat; partners share one marker (MT-070)."""
        return tuple(self.track[self.house.side(seat)] for seat in range(self.house.seats))


def hand(state: State, seat: int) -> tuple[int, ...]:
    """The cards a seat can still play."""
    return tuple(card for card in range(1, CARDS + 1) if card not in state.played[seat])


def put(values: tuple[int, ...], index: int, change: int) -> tuple[int, ...]:
    """The values with one of them changed by so much."""
    return (*values[:index], values[index] + change, *values[index + 1 :])


def with_item(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """The values with one of them replaced."""
    return (*values[:index], value, *values[index + 1 :])


@cache
def _index(rows: int, cols: int) -> dict[str, int]:
    return {word: cell for cell, word in enumerate(cell_words(rows, cols))}


def find_cell(tower: Tower, word: str) -> int:
    """The square of this word; ``b2@0`` names the surface at height 0 of it, which a tile may have covered."""
    name, _, height = word.partition("@")
    cell = _index(tower.rows, tower.cols).get(name)
    if cell is None or (height and not height.isdecimal()):
        raise IllegalEvent(
            say("There is no square {word!r} on this board; tap one of its squares.", word=word), "MT-048"
        )
    if height and int(height) < tower.heights[cell]:
        raise IllegalEvent("A tile covers that square; only squares seen from above can be used.", "MT-023")
    return cell


def left_in(state: State, stack: int) -> int:
    """Tiles left in a stack."""
    taken = sum(level.tile[0] == stack for level in state.tower.levels)
    return state.printed.stacks[stack].count - taken


def tokens_left(state: State, kind: int) -> int:
    """Bonus tokens of a type that nobody has taken; -1 = nobody told how many there are."""
    count = state.printed.tokens[kind]
    return count - sum(held[kind] for held in state.tokens) if count >= 0 else -1
