"""The hexagonal grid on which the map lies: fields are called A1 … M11, odd rows are shifted right by half a field."""

from functools import cache

COLUMNS = "ABCDEFGHIJKLM"
ROWS = 11


def place(name: str) -> tuple[int, int]:
    """Column and row of a field, both from 0."""
    return COLUMNS.index(name[0]), int(name[1:]) - 1


@cache
def fields() -> tuple[str, ...]:
    """Every field of the grid, row by row."""
    return tuple(f"{column}{row}" for row in range(1, ROWS + 1) for column in COLUMNS)


@cache
def is_field(name: str) -> bool:
    """Whether the grid has such a field."""
    return name in fields()


@cache
def neighbours(name: str) -> tuple[str, ...]:
    """The fields that share a side with this one (TU-050)."""
    x, y = place(name)
    slant = 0 if y % 2 else -1
    around = ((x - 1, y), (x + 1, y), *((x + slant + i, y + j) for j in (-1, 1) for i in (0, 1)))
    return tuple(f"{COLUMNS[a]}{b + 1}" for a, b in around if 0 <= a < len(COLUMNS) and 0 <= b < ROWS)


def largest_group(of: tuple[str, ...]) -> int:
    """How many of these fields hang together at most."""
    left, best = set(of), 0
    while left:
        group, edge = 0, [left.pop()]
        while edge:
            group += 1
            near = left.intersection(neighbours(edge.pop()))
            left -= near
            edge.extend(near)
        best = max(best, group)
    return best


def longest_line(of: tuple[str, ...]) -> int:
    """How many of these fields can be walked through at most, each once."""

    def walk(at: str, left: frozenset[str]) -> int:
        return 1 + max((walk(to, left - {to}) for to in neighbours(at) if to in left), default=0)

    return max((walk(start, frozenset(of) - {start}) for start in of), default=0)
