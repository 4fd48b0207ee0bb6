"""The 5×5 district as cells in reading order: their names, neighbours and what can stand on them."""

from functools import lru_cache
from typing import NamedTuple

from companion.errors import IllegalEvent

SIZE = 5
CELLS = SIZE * SIZE
CENTRE = 12
"""Row 3, column 3 (RO-006): the first building stands there, a terrain never does."""

IDS = tuple(f"{'abcde'[i % SIZE]}{i // SIZE + 1}" for i in range(CELLS))
"""``a1`` is row 1, column 1; ``c2`` is row 2, column 3."""
INDEX = {word: i for i, word in enumerate(IDS)}

_SIDES = ((-1, 0), (0, -1), (0, 1), (1, 0))
_CORNERS = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def _reach(index: int, steps: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    row, column = divmod(index, SIZE)
    places = ((row + down, column + right) for down, right in steps)
    return tuple(sorted(r * SIZE + c for r, c in places if 0 <= r < SIZE and 0 <= c < SIZE))


ADJACENT = tuple(_reach(i, _SIDES) for i in range(CELLS))
"""The cells that share a side (RO-123)."""
NEAR = tuple(_reach(i, _SIDES + _CORNERS) for i in range(CELLS))
"""The cells that share a side or a corner: the rulebook's "next to" (RO-124)."""

Cells = tuple[str, ...]
"""What stands on the spaces: ``""``, ``R1``…``R4``, ``C1``…``C3``, ``I``, a Special's letter, ``fo`` ``po`` ``mo``."""
BLANK: Cells = ("",) * CELLS

TERRAINS = {"forest": "fo", "pond": "po", "mountain": "mo"}
TERRAIN_NAMES = {"fo": "Forest", "po": "Pond", "mo": "Mountain"}
TOP_LEVEL = {"R": 4, "C": 3}
"""The highest level of each type that has levels (RO-061, RO-071)."""

TYPES = "RCIS"
TYPE_NAMES = {"R": "Residential", "C": "Commercial", "I": "Industrial", "S": "Special"}
TYPE_COLORS = {"R": "green", "C": "blue", "I": "red", "S": "purple"}


class Special(NamedTuple):
    """One of the ten Special buildings (RO-016)."""

    letter: str
    word: str
    name: str
    short: str
    points: str
    placing: str = ""


SPECIALS = (
    Special("E", "electric-substation", "Electric Substation", "Electric", "3 with Industrials on two opposite sides"),
    Special("B", "bus-station", "Bus Station", "Bus", "3 beside a Residential and an Industrial"),
    Special(
        "P",
        "park",
        "Park",
        "Park",
        "2 beside two Residentials, nothing if an Industrial touches it",
        "only beside a Residential that already stands",
    ),
    Special("G", "garage", "Garage", "Garage", "2 beside an Industrial and a Commercial"),
    Special("U", "university", "University", "University", "1 for each unused activation beside the Architect's Hall"),
    Special("H", "hospital", "Hospital", "Hospital", "1 for each unused use beside the Local Community"),
    Special(
        "S",
        "school",
        "School",
        "School",
        "2 beside a Residential and a Commercial, nothing if an Industrial touches it",
    ),
    Special(
        "M",
        "monument",
        "Monument",
        "Monument",
        "1, 3, 6, 10 or 15 for one to five of them, nothing if an Industrial touches any",
        "no second Monument in its row or column",
    ),
    Special("L", "local-community", "Local Community", "Local", "none; reroll a die once in a round"),
    Special("A", "architects-hall", "Architect's Hall", "Architect", "none; repeat the last number on R and C"),
)
BY_LETTER = {special.letter: special for special in SPECIALS}
BY_WORD = {special.word: special for special in SPECIALS}

LETTERS = {"residential": "R", "commercial": "C", "industrial": "I"} | {s.word: s.letter for s in SPECIALS}
"""The letter of everything that can be built, by the word an event uses for it."""
NAMES = {"R": "Residential", "C": "Commercial", "I": "Industrial"} | {s.letter: s.name for s in SPECIALS}
"""The name of every building by its letter; no two share one (RO-016)."""


def type_of(code: str) -> str:
    """The one of four types a building belongs to (RO-015), or ``""`` for a blank space or a terrain."""
    if not code or code[0].islower():
        return ""
    return code[0] if code[0] in "RCI" else "S"


@lru_cache(maxsize=4096)
def count_types(cells: Cells) -> tuple[int, int, int, int]:
    """How many Residential, Commercial, Industrial and Special buildings stand there (RO-019)."""
    types = [type_of(code) for code in cells if code]
    return (types.count("R"), types.count("C"), types.count("I"), types.count("S"))


def has(cells: Cells, letter: str) -> bool:
    """Whether a building of that letter stands there (only for letters without levels)."""
    return letter in cells


def put(cells: Cells, index: int, code: str) -> Cells:
    """The cells with one of them changed."""
    return (*cells[:index], code, *cells[index + 1 :])


def cell_index(word: str) -> int:
    """The cell an event names; anything else is refused."""
    if word not in INDEX:
        raise IllegalEvent(f"{word!r} is no space of the district; name it by column and row, such as c3.", "RO-006")
    return INDEX[word]


def read_cells(text: str) -> Cells:
    """The district written as five rows of codes, ``.`` for a blank space."""
    codes = tuple("" if code == "." else code for code in text.split())
    if len(codes) != CELLS:
        raise IllegalEvent(f"A district has 25 spaces, not {len(codes)}; write five rows of five.", "RO-006")
    return codes
