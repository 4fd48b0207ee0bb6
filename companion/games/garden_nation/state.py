"""Everything that is known about a game in progress, as frozen values."""

from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, TypeVar

from companion.errors import IllegalEvent
from companion.games.garden_nation.board import CELL_OF, SPACES, Board
from companion.games.garden_nation.printed import ROOFS, TOKENS_PER_LAND, Printed
from companion.games.garden_nation.settings import House
from companion.words import say

T = TypeVar("T")
Phase = Literal["map", "projects", "first", "action", "land", "project", "open", "next", "reveal", "over"]
OFF_BOARD = -1
"""Where the crane is before the first action, when every region is open (GN-024)."""
NOWHERE = -1


class No(NamedTuple):
    """Why something cannot be done, and the rule that says so."""

    text: str
    rule: str

    def error(self) -> IllegalEvent:
        """The same as an error to raise."""
        return IllegalEvent(self.text, self.rule)


@dataclass(frozen=True, slots=True)
class Building:
    """The floors of one seat on one space."""

    seat: int
    floors: int
    roof: bool = False


@dataclass(frozen=True, slots=True)
class Player:
    """What one seat has."""

    people: int
    """Inhabitants."""
    floors: int
    """Floors left in the supply."""
    ploys: int
    """Ploy tokens left."""
    projects: tuple[str, ...] = ()
    """Common projects claimed, oldest first."""
    missions: tuple[str, ...] = ()
    """Secret missions, once they are revealed."""
    points: int = 0
    """Where the score marker stands."""


@dataclass(frozen=True, slots=True)
class State:
    """One position of the game."""

    house: House
    printed: Printed
    board: Board
    players: tuple[Player, ...]
    phase: Phase = "map"
    turn: int = 0
    round: int = 0
    order: tuple[int, ...] = ()
    """Seats in the order of their turns in this round, the present one last."""
    actions: int = 0
    """Actions left in this turn."""
    crane: int = OFF_BOARD
    """The region where the next action takes place, counted from 0."""
    lands: tuple[str, ...] = ()
    """The land of each space now, ``""`` = a bramble nobody has cleared."""
    buildings: tuple[Building | None, ...] = (None,) * SPACES
    tokens: tuple[int, ...] = (TOKENS_PER_LAND,) * 3
    """Bramble tokens left of each land."""
    roofs: int = ROOFS
    projects: tuple[str, ...] = ()
    """Common projects that lie open."""
    ployed: bool = False
    """Whether no further ploy is allowed with this action."""
    passed: int = 0
    """Regions passed over in this action because nothing could be done there."""
    cell: int = NOWHERE
    """The space of the running action: a bramble to be cleared, or where floors were just placed."""
    claimed: bool = False
    """Whether the last action claimed a project (GN-063)."""
    last: int = NOWHERE
    """Which seat placed its last floor first, so that this is the last round; it stays (GN-086)."""
    asked: tuple[str, ...] = ()
    """Keys of printed values somebody wants to correct."""
    winners: tuple[int, ...] = ()
    happened: tuple[str, ...] = ()
    mood: str = ""

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each seat."""
        return tuple(player.points for player in self.players)

    @property
    def me(self) -> Player:
        """The seat whose turn it is."""
        return self.players[self.turn]


def with_item(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """The values with one of them replaced."""
    return (*values[:index], value, *values[index + 1 :])


def with_player(state: State, seat: int, **changes: Any) -> State:
    """The state with something of one seat changed."""
    return replace(state, players=with_item(state.players, seat, replace(state.players[seat], **changes)))


def with_building(state: State, cell: int, building: Building | None) -> State:
    """The state with a space's building put up, changed or taken away."""
    return replace(state, buildings=with_item(state.buildings, cell, building))


def told(state: State, *sentences: str) -> State:
    """The state with sentences about what happened added."""
    return replace(state, happened=(*state.happened, *sentences))


def find_cell(word: str) -> int:
    """The space of this word, such as ``5TR``."""
    cell = CELL_OF.get(word)
    if cell is None:
        raise IllegalEvent(say("There is no space {word!r}; tap a space on the map.", word=word), "GN-003")
    return cell


def region_cells(region: int) -> range:
    """The spaces of a region, of all regions if the crane is still off the board."""
    return range(SPACES) if region == OFF_BOARD else range(7 * region, 7 * region + 7)


def unseen(state: State) -> tuple[str, ...]:
    """The projects still in the deck: neither open nor claimed (GN-009)."""
    gone = {*state.projects, *(word for player in state.players for word in player.projects)}
    return tuple(project.id for project in state.printed.projects if project.id not in gone)
