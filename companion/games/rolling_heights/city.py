"""The map: spaces, steps, boards and what is printed on them (RH-006, RH-107 … RH-111, RH-163 … RH-169)."""

from functools import cache, lru_cache

from companion.games.rolling_heights.printed import GROUND, ROWS, ground, ground_bonus, ground_cost, known, need
from companion.games.rolling_heights.state import Board, Printed, State, Tile

COLUMNS = "abcdefghi"
BOARD_COLUMNS = 3
POSITIONS = tuple(str(n) for n in range(1, 7))
FACES = tuple(f"{n}{side}" for n in range(1, 7) for side in "AB")
SIDES = {2: (6, 0), 3: (4, 2), 4: (3, 3)}
"""How many boards show side A and side B (RH-005)."""


@cache
def spaces(rows: int) -> tuple[str, ...]:
    """All spaces of the map, row by row, for boards of so many rows."""
    return tuple(f"{c}{r}" for r in range(1, 2 * rows + 1) for c in COLUMNS)


@cache
def place(space: str) -> tuple[int, int]:
    """Column and row of a space, from 0."""
    return COLUMNS.index(space[0]), int(space[1:]) - 1


@cache
def steps(a: str, b: str) -> int:
    """Orthogonal steps between two spaces; water and tiles do not hinder (RH-111)."""
    (ax, ay), (bx, by) = place(a), place(b)
    return abs(ax - bx) + abs(ay - by)


@cache
def neighbours(space: str, rows: int) -> tuple[str, ...]:
    """The orthogonal neighbours on the map; beyond its edge there is nothing (RH-089)."""
    return tuple(other for other in spaces(rows) if steps(space, other) == 1)


@lru_cache(maxsize=4096)
def distances(own: tuple[str, ...], rows: int) -> dict[str, int]:
    """For each space the steps to the nearest of the own ones."""
    return {space: min(steps(space, o) for o in own) for space in spaces(rows)}


def board_rows(state: State) -> int:
    """How many rows one board has on this copy."""
    return int(need(state, ROWS)[0])


def map_spaces(state: State) -> tuple[str, ...]:
    """All spaces of this game's map; none before the boards are laid."""
    rows = known(state, ROWS)
    return spaces(int(rows)) if rows else ()


@cache
def position(space: str, rows: int) -> int:
    """Which of the six boards a space lies on: its neighbourhood (RH-163)."""
    x, y = place(space)
    return (y // rows) * 3 + x // BOARD_COLUMNS


@cache
def _printed_cell(face: str, turns: int, x: int, y: int, rows: int) -> str:
    """The key of the printed space that lies at (x, y) of a board turned clockwise by quarter turns."""
    for _ in range(turns if rows == BOARD_COLUMNS else 0):
        x, y = y, BOARD_COLUMNS - 1 - x
    if rows != BOARD_COLUMNS and turns == 2:
        x, y = BOARD_COLUMNS - 1 - x, rows - 1 - y
    return f"board.{face}.{y * BOARD_COLUMNS + x + 1}"


def cell_key(state: State, space: str) -> str:
    """The key of what is printed on a space of this game's map."""
    return _key(state.boards, space, board_rows(state))


def _key(boards: tuple[Board | None, ...], space: str, rows: int) -> str:
    board = boards[position(space, rows)]
    assert board is not None, "spaces are used only once all boards lie"
    x, y = place(space)
    return _printed_cell(board.face, board.turns, x % BOARD_COLUMNS, y % rows, rows)


def ground_of(state: State, space: str) -> str:
    """Land, water, cost, bonus or both; asked for when unknown."""
    return need(state, ground(cell_key(state, space)))[0]


def known_grounds(state: State) -> dict[str, str]:
    """The same for every space of the map, no word where unknown; nothing before the boards lie."""
    return _grounds(state.printed, state.boards) if None not in state.boards else {}


@lru_cache(maxsize=64)
def _grounds(printed: Printed, boards: tuple[Board | None, ...]) -> dict[str, str]:
    """What is known of every space of a map."""
    rows = int(printed[ROWS[0]])
    words = ((space, printed.word(_key(boards, space, rows))) for space in spaces(rows))
    return {space: word if word in GROUND else "" for space, word in words}


def space_cost(state: State, space: str) -> int:
    """The cost printed on a space (RH-109)."""
    if "cost" not in ground_of(state, space):
        return 0
    return int(need(state, ground_cost(cell_key(state, space)))[0])


def space_bonus(state: State, space: str) -> tuple[int, tuple[str, ...]]:
    """The points printed on a space and the building types that score them (RH-021)."""
    if "bonus" not in ground_of(state, space):
        return 0, ()
    points, types = need(state, *ground_bonus(cell_key(state, space)))
    return int(points), tuple(types.split("+"))


def tile_at(state: State, space: str) -> Tile | None:
    """The plan lying on a space."""
    return next((t for t in state.tiles if t.space == space), None)


def own_spaces(state: State, seat: int) -> tuple[str, ...]:
    """Where a seat's plans lie, complete or not."""
    return tuple(t.space for t in state.tiles if t.owner == seat)


def distance_cost(state: State, seat: int, space: str) -> int:
    """One cube for every space between here and the nearest own plan (RH-110)."""
    own = own_spaces(state, seat)
    return max(0, distances(own, board_rows(state))[space] - 1) if own else 0
