"""What is known of a game of Rolling Heights at one moment: frozen values and the counts printed on the box."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from companion.errors import IllegalEvent
from companion.model import Event, ScoreLine

COLORS = ("brown", "navy-gray", "clear", "blue", "yellow", "magenta", "green", "pink", "purple")
ROLES: Mapping[str, str] = {
    "brown": "Carpenter",
    "navy-gray": "Construction Worker",
    "clear": "Architect",
    "blue": "Riveter",
    "yellow": "Politician",
    "magenta": "Executive",
    "green": "Public Servant",
    "pink": "City Planner",
    "purple": "Public Figure",
}
MATERIALS = ("wood", "concrete", "glass", "steel")
CUBE_COLORS: Mapping[str, str] = {
    "wood": "brown",
    "concrete": "navy-gray",
    "glass": "clear",
    "steel": "blue",
    "misc": "orange",
}
DEPTHS = ("rolls", "ledger", "full")
HARD, STEADY, EXHAUSTED = "hard", "steady", "exhausted"
UNCLEAR = ("cocked", "outside")
ACTIVE_LIMIT = 10
START_CREW = ("brown", "brown", "navy-gray", "navy-gray")
REMOVED_CUBES: Mapping[int, int] = {2: 25, 3: 13, 4: 0}
SLOTS = 9
MARKERS = 18

Stage = Literal["setup", "survey", "draft", "play", "ads", "targets", "over"]
Box = Literal["idle", "throw", "choice", "strike", "ready"]
Counts = tuple[int, int, int, int]
NONE: Counts = (0, 0, 0, 0)


class Printed(Mapping[str, str]):
    """The printed values known so far; equal and hashable by content, so that a state is too."""

    __slots__ = ("_hash", "_values")

    def __init__(self, values: Mapping[str, str]) -> None:
        self._values = dict(values)
        self._hash = hash(frozenset(self._values.items()))

    def __getitem__(self, key: str) -> str:
        return self._values[key]

    def word(self, key: str) -> str:
        """The value, or no word at all while it is unknown; much quicker than ``get``, and asked for very often."""
        return self._values.get(key, "")

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Printed) and self._values == other._values


@dataclass(frozen=True, slots=True)
class House:
    """The settings chosen at the start, as the rules ask for them (A-1 … A-14 of the specification)."""

    advice: bool = False
    start_spacing: int = 3
    tokens_need_purchase: bool = True
    pink_is_purchase: bool = False
    pink_takes_tokens: bool = True
    botanical_counts_used: bool = False
    limit_meeples: bool = True
    limit_wild: bool = True
    clamp_at_zero: bool = False


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat: its meeples, its box, its tokens and where its points came from.

    A meeple is a colour while it has no pose (``idle``, ``air``) and ``colour:pose`` once it has one.
    """

    idle: tuple[str, ...] = START_CREW
    """Gathered between turns, or set aside as not active during one."""
    crew: tuple[str, ...] = ()
    """Active, not yet activated; the exhausted ones lie in the box."""
    spent: tuple[str, ...] = ()
    """Activated this turn."""
    air: tuple[str, ...] = ()
    """To be thrown now."""
    clear: tuple[str, ...] = ()
    """Already clear in the throw that waits for ``air``."""
    box: Box = "idle"
    kind: str = ""
    """Of the present throw: ``prep``, ``rally`` or ``planner``."""
    wild: int = 0
    score: int = 0
    lines: tuple[ScoreLine, ...] = ()
    turns: int = 0

    @property
    def working(self) -> tuple[str, ...]:
        """The active meeples that stand or lie on their side and were not used."""
        return tuple(word for word in self.crew if not word.endswith(EXHAUSTED))

    @property
    def exhausted(self) -> tuple[str, ...]:
        """The meeples lying in the box."""
        return tuple(word for word in self.crew if word.endswith(EXHAUSTED))

    @property
    def meeples(self) -> tuple[str, ...]:
        """The colours of all meeples of this seat, wherever they are."""
        posed = (color_of(word) for word in (*self.crew, *self.spent, *self.clear))
        return (*self.idle, *self.air, *posed)

    @property
    def count(self) -> int:
        """How many meeples this seat owns."""
        return len(self.idle) + len(self.air) + len(self.crew) + len(self.spent) + len(self.clear)


@dataclass(frozen=True, slots=True)
class Cubes:
    """The cube ledger; the four numbers of each are wood, concrete, glass, steel."""

    total: Counts
    supply: Counts
    held: Counts = NONE
    built: Counts = NONE
    misc: Counts = NONE
    """Miscellaneous cubes in the active seat's hand, by the colour they stand for."""
    misc_built: Counts = NONE
    misc_in_play: bool = False


@dataclass(frozen=True, slots=True)
class Slot:
    """A face-up plan on a strip: its name, if somebody said it, and the wild tokens on it."""

    plan: str = ""
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class Tile:
    """A plan on the map."""

    space: str
    plan: str
    owner: int
    cubes: tuple[int, ...] = ()
    """How high each stack is; empty until the first cube."""
    complete: bool = False
    points: int = 0
    """What it scored when it was completed."""


@dataclass(frozen=True, slots=True)
class Board:
    """One of the six boards: its printed face and its quarter turns."""

    face: str
    turns: int


@dataclass(frozen=True, slots=True)
class Due:
    """A cost that must be paid before an action takes place."""

    cost: int
    verb: str
    args: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Todo:
    """A question that must be answered before the turn goes on."""

    verb: str
    subject: str
    rule: str


@dataclass(frozen=True, slots=True)
class Asking:
    """An event that waits for printed values, and the form that asks for them."""

    event: Event
    form: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """(key, allowed words) of each value; empty = the name of the plan in ``slot`` is wanted."""
    slot: str = ""


@dataclass(frozen=True, slots=True)
class Main:
    """What the active seat has done in its Main phase."""

    power: int = 0
    bought: bool = False
    bought_from: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()
    """Spaces whose purple ability was used this turn."""
    todo: tuple[Todo, ...] = ()
    due: Due | None = None


@dataclass(frozen=True, slots=True)
class State:
    """Everything the companion knows of the game."""

    depth: str
    house: House
    printed: Printed
    seats: tuple[Seat, ...]
    cubes: Cubes
    supply: tuple[int, ...]
    """Meeples left, in the order of COLORS."""
    wild: int
    """Wild tokens left in the supply."""
    stage: Stage = "play"
    first: int = 0
    turn: int = 0
    round: int = 1
    last_round: int = 0
    """0 until the end is triggered."""
    main: Main = field(default_factory=Main)
    agreed: tuple[int, ...] = ()
    stopped: bool = False
    """Ended by agreement, so that turns need not be equal."""
    poses: tuple[tuple[int, int, int], ...] = ((0, 0, 0),) * len(COLORS)
    """Settled hard, steady and exhausted of each colour in this game."""
    boards: tuple[Board | None, ...] = (None,) * 6
    market: tuple[tuple[Slot | None, ...], ...] = ((Slot(),) * SLOTS,) * 2
    drawn: tuple[int, int] = (SLOTS, SLOTS)
    """Tiles of each pile that were laid out so far."""
    tiles: tuple[Tile, ...] = ()
    named: tuple[str, ...] = ()
    """Plans first named in this game."""
    ads: tuple[str, ...] = ()
    targets: tuple[tuple[int, str], ...] = ()
    """(seat, target) in the order of revealing."""
    answered: tuple[tuple[int, str], ...] = ()
    """Final scoring: (seat, what) already counted."""
    asking: Asking | None = None
    happened: tuple[str, ...] = ()
    mood: str = ""


def color_of(word: str) -> str:
    """The colour of ``colour:pose``."""
    return word.partition(":")[0]


def pose_of(word: str) -> str:
    """The pose of ``colour:pose``."""
    return word.partition(":")[2]


_RANK = {
    f"{color}{pose}": index
    for index, (color, pose) in enumerate(
        (c, p) for c in COLORS for p in ("", ":hard", ":steady", ":exhausted", ":cocked", ":outside")
    )
}


def ordered(words: Iterable[str]) -> tuple[str, ...]:
    """Meeples in the order in which they are always listed."""
    return tuple(sorted(words, key=_RANK.__getitem__))


def without(words: tuple[str, ...], taken: Iterable[str]) -> tuple[str, ...]:
    """The words with one of each taken removed; the caller knows that they are there."""
    left = list(words)
    for word in taken:
        left.remove(word)
    return tuple(left)


def with_seat(state: State, index: int, seat: Seat) -> State:
    """The state with one seat changed."""
    return replace(state, seats=(*state.seats[:index], seat, *state.seats[index + 1 :]))


def told(state: State, *sentences: str, mood: str = "") -> State:
    """The state with sentences added to what the present event did."""
    return replace(state, happened=state.happened + sentences, mood=mood or state.mood)


def is_main(state: State) -> bool:
    """Whether the active seat is in its Main phase and nothing is being thrown."""
    return state.stage == "play" and state.seats[state.turn].box == "ready"


def turn_order(state: State) -> tuple[int, ...]:
    """The seats clockwise from the start player."""
    n = len(state.seats)
    return tuple((state.first + i) % n for i in range(n))


def refuse(sentence: str, rule: str = "") -> IllegalEvent:
    """The error that tells a player why not."""
    return IllegalEvent(sentence, rule)
