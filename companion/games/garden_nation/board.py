"""The board: seven regions of seven spaces, where they lie, which touch, and where each sends the crane.

A space is a number from 0 to 48: seven times its region (from 0) plus the direction in which it lies on the board.
"""

from dataclasses import dataclass
from functools import cache

from companion.games.garden_nation.printed import COST_OF_BRAMBLES, DIRECTIONS, Printed

SPACES = 49
STEPS = ((0, 0), (-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))
"""Where each direction leads: halves of a column, and rows."""
CELL_WORDS = tuple(f"{region + 1}{direction}" for region in range(7) for direction in DIRECTIONS)
"""The word of each space: ``"5TR"`` is the top right one of region 5."""
CELL_OF = {word: cell for cell, word in enumerate(CELL_WORDS)}


@dataclass(frozen=True, slots=True)
class Board:
    """The regions as they were laid."""

    places: tuple[int, ...] = ()
    """Which region lies at each place laid so far, in the order of the directions."""
    turned: tuple[int, ...] = (0,) * 7
    """How many steps clockwise each region is rotated."""
    lands: tuple[str, ...] = ()
    """The printed land of each space, ``""`` = bramble."""
    costs: tuple[int, ...] = ()
    near: tuple[tuple[int, ...], ...] = ()
    """The spaces that touch each space."""

    @property
    def is_laid(self) -> bool:
        """Whether all regions lie on the board."""
        return len(self.places) == 7

    @property
    def middle(self) -> int:
        """The region in the middle of the board."""
        return self.places[0]

    def next_region(self, cell: int) -> int:
        """Where the crane goes from a space: the region lying in the same direction (GN-037)."""
        return self.places[cell % 7]

    def printed_direction(self, cell: int) -> str:
        """The direction of a space before its region was rotated: its name in the catalogue."""
        return DIRECTIONS[unturned(cell % 7, self.turned[cell // 7])]


def turn(direction: int, steps: int) -> int:
    """A direction after a rotation clockwise; the middle stays."""
    return (direction - 1 + steps) % 6 + 1 if direction else 0


def unturned(direction: int, steps: int) -> int:
    """A direction before a rotation clockwise."""
    return turn(direction, -steps)


def lay(printed: Printed, places: tuple[int, ...], turned: tuple[int, ...]) -> Board:
    """The board with these regions; lands, costs and neighbours are known once all seven lie there."""
    if len(places) < 7:
        return Board(places, turned)
    spaces = [printed.regions[cell // 7][unturned(cell % 7, turned[cell // 7])] for cell in range(SPACES)]
    lands = tuple(space.land for space in spaces)
    costs = tuple(space.cost if space.land else COST_OF_BRAMBLES for space in spaces)
    return Board(places, turned, lands, costs, neighbours(places))


@cache
def beyond(place: int, direction: int) -> int:
    """The place on the board that lies in a direction of another, -1 = off the board."""
    (x, y), (dx, dy) = STEPS[place], STEPS[direction]
    goal = (x + dx, y + dy)
    return STEPS.index(goal) if goal in STEPS else -1


def neighbours(places: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """For each space those that touch it, inside its region and across its edge (GN-110, GN-111)."""
    return tuple((*_inside(cell), *_across(cell, places)) for cell in range(SPACES))


@cache
def _inside(cell: int) -> tuple[int, ...]:
    start, direction = cell - cell % 7, cell % 7
    if not direction:
        return tuple(start + other for other in range(1, 7))
    return (start, start + turn(direction, 1), start + turn(direction, -1))


def _across(cell: int, places: tuple[int, ...]) -> tuple[int, ...]:
    """The space opposite in the region lying in the direction of an outer space, if there is one."""
    direction = cell % 7
    place = beyond(places.index(cell // 7), direction) if direction else -1
    return (7 * places[place] + turn(direction, 3),) if place >= 0 else ()
