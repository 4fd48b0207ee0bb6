"""Everything the rules know about a running game, as frozen values."""

from dataclasses import dataclass, replace
from typing import Literal

from companion.errors import IllegalEvent
from companion.games.rollopolis.board import BLANK, Cells
from companion.games.rollopolis.house import House
from companion.games.rollopolis.printed import Printed, learn

TRACKS = ("residential", "commercial", "special")
"""The three number tracks of the Town Hall; Industrial has none (RO-009)."""
TRACK_NAMES = ("Residential", "Commercial", "Special")

BONUS_SPACES = 15
JOKER_SPACES = (2, 4, 7, 10, 13)
ACTIVATIONS = 2
"""How often a University or a Hospital works in the whole game (RO-145, RO-146)."""

Phase = Literal["terrain-roll", "terrain-place", "first", "roll", "draft", "activate", "resolve", "over"]


@dataclass(frozen=True, slots=True)
class District:
    """One player's District sheet (RO-003)."""

    cells: Cells = BLANK
    bonus: int = 0
    """Marked spaces of the bonus track."""
    university: int = 0
    hospital: int = 0
    """Activations already used."""
    rerolls: int = 0
    """Rerolls made in this round."""


@dataclass(frozen=True, slots=True)
class State:
    """A game at one moment."""

    seats: int
    house: House
    printed: Printed
    districts: tuple[District, ...]
    tracks: tuple[tuple[int, ...], ...] = ((), (), ())
    """The numbers written on each track, oldest first; all players share them (RO-057)."""
    phase: Phase = "terrain-roll"
    first: int = 0
    """The seat of the first player."""
    round: int = 0
    turn: int = 0
    """In set-up the seat that places terrains; in a round how many drafts are done."""
    rolled: int = 0
    """The sum of the two set-up dice."""
    pool: tuple[int, ...] = ()
    """The dice still lying in the tray, sorted."""
    die: int = 0
    """The die in the hand of the player in turn; 0 = none."""
    taken: tuple[int, ...] = ()
    """The dice already activated in this round."""
    permit: str = ""
    """The permit waiting to be spent: residential, commercial, industrial, special or none."""
    joker: bool = False
    """Whether a Joker waits to be spent."""
    wrote: int = -1
    """The track the last number was written on; -1 = none."""
    learnt: tuple[str, ...] = ()
    """Names of printed values that taps have told in this game and nobody has had remembered yet."""
    happened: tuple[str, ...] = ()
    mood: str = ""


def dice_count(seats: int) -> int:
    """Two dice for each player and one more (RO-004)."""
    return 2 * seats + 1


def drafter(state: State) -> int:
    """The seat whose draft it is: clockwise from the first player, then back again (RO-032 to RO-034)."""
    last = 2 * state.seats - 1
    place = min(state.turn, last - state.turn)
    return (state.first + place) % state.seats


def active(state: State) -> int:
    """The seat that decides now."""
    if state.phase in ("terrain-roll", "terrain-place"):
        return state.turn
    if state.phase == "first":
        return 0
    return state.first if state.phase == "roll" else drafter(state)


def own(state: State) -> District:
    """The district of the seat that decides now."""
    return state.districts[active(state)]


def with_own(state: State, district: District) -> State:
    """The state with the district of the seat that decides now changed."""
    seat = active(state)
    return replace(state, districts=(*state.districts[:seat], district, *state.districts[seat + 1 :]))


def knowing(state: State, key: str, value: int) -> State:
    """The state in which a tap has told a printed value."""
    return replace(state, printed=learn(state.printed, {key: str(value)}), learnt=(*state.learnt, key))


def told(state: State, *sentences: str) -> State:
    """The state with further sentences about what the event did."""
    return replace(state, happened=state.happened + sentences)


def track_index(word: str) -> int:
    """The track an event names; Industrial has none of its own (RO-009)."""
    if word not in TRACKS:
        raise IllegalEvent(f"There is no track {word!r}; write on residential, commercial or special.", "RO-009")
    return TRACKS.index(word)
