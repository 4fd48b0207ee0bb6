"""The tower drawn from above, as a whole and level by level; each square says what can be done there and why not."""

from dataclasses import replace

from companion.games.meeple_towers.phrases import joined
from companion.games.meeple_towers.placing import explain, fault, surface_icon, useful_turns
from companion.games.meeple_towers.printed import NAMES, TYPES
from companion.games.meeple_towers.shapes import TURN_NAMES, spots
from companion.games.meeple_towers.state import Level, No, State
from companion.games.meeple_towers.tower import lift_no, support_no, swap_no, worker_no
from companion.model import Cell, Grid
from companion.words import say

LETTERS = {"purple": "R", "orange": "E", "blue": "O", "striped": "//", "plain": "·", "": "?"}
COLORS = {"purple": "purple", "orange": "orange", "blue": "blue", "striped": "yellow", "plain": "beige", "": ""}
WORKER, SUPPORT, ICON = "♟", "▮", "◎"


def from_above(state: State) -> list[Grid]:
    """The visible squares in one grid, then one grid per height, the highest first.

    A square that can be seen carries the word to tap it, on both grids; an arrow and a number tell its height.
    """
    tower = state.tower
    heights = sorted({level.height for level in tower.levels} | {0}, reverse=True)
    if len(heights) == 1:
        return [Grid("Property board", tuple(_level_cells(state, 0)))]
    seen = tuple(_raised(seen_cell(state, cell), tower.heights[cell]) for cell in range(len(tower.prints)))
    found = [Grid("Seen from above", seen)]
    for height in heights:
        title = say("Level {h}", h=height) if height else "Property board"
        found.append(Grid(title, tuple(_level_cells(state, height))))
    return found


def _raised(cell: Cell, height: int) -> Cell:
    return replace(cell, note=f"{cell.note} ↑{height}".strip()) if height else cell


def _level_cells(state: State, height: int) -> list[Cell]:
    """One cell per board square, so that all levels are drawn in the same frame."""
    tower = state.tower
    there = {cell for level in tower.levels if level.height == height for cell in level.cells}
    found = []
    for cell in range(len(tower.prints)):
        if tower.heights[cell] == height:
            found.append(seen_cell(state, cell))
        elif not height or cell in there:
            found.append(_covered(state, cell, height))
        else:
            found.append(_air(state, cell, height))
    return found


def _air(state: State, cell: int, height: int) -> Cell:
    tower = state.tower
    title = say("{at}: no tile lies at this level.", at=tower.words[cell])
    return Cell(f"{tower.words[cell]}@{height}", cell % tower.cols, cell // tower.cols, title=title)


def seen_cell(state: State, cell: int) -> Cell:
    """A square on the visible surface, with what stands there and what can be done there now."""
    tower = state.tower
    shown, stack, worker = tower.prints[cell], tower.supports[cell], tower.workers[cell]
    text, mark, note = LETTERS[shown], "", ""
    if worker >= 0:
        text, mark, note = WORKER, f"seat{worker}", text
    elif stack:
        text, mark, note = SUPPORT * len(stack), owners(stack), text
    elif surface_icon(state, cell) == "yes":
        text = f"{text}{ICON}"
    title = joined(filter(None, (_stands(state, cell), _now(state, cell))), "{a} {b}")
    return Cell(tower.words[cell], cell % tower.cols, cell // tower.cols, text, COLORS[shown], mark, title, note=note)


def _covered(state: State, cell: int, height: int) -> Cell:
    """A square below a later tile: nothing can be done there any more (MT-023)."""
    tower = state.tower
    word = f"{tower.words[cell]}@{height}"
    buried = _buried(state, cell, height)
    title = say("{at}: a tile covers that square, nothing can be put there (MT-023).", at=tower.words[cell])
    mark = owners(buried)
    return Cell(word, cell % tower.cols, cell // tower.cols, SUPPORT * len(buried) or "▒", "gray", mark, title)


def owners(stack: tuple[int, ...]) -> str:
    """Whose supports stand there, each seat once, from below."""
    return " ".join(f"seat{seat}" for seat in dict.fromkeys(stack))


def _buried(state: State, cell: int, height: int) -> tuple[int, ...]:
    """Owners of the supports that stand on a covered surface."""
    above: Level = next(lvl for lvl in state.tower.levels if cell in lvl.cells and lvl.height > height)
    return above.below[above.cells.index(cell)]


def _stands(state: State, cell: int) -> str:
    return say("{where}: {what}", where=_where(state, cell), what=_piece(state, cell))


def _where(state: State, cell: int) -> str:
    tower = state.tower
    at, height, shown = tower.words[cell], tower.heights[cell], tower.prints[cell]
    place = NAMES[shown] if shown else "not told yet"
    if height:
        return say("{at}, level {height}, {place}", at=at, height=height, place=place)
    return say("{at}, {place}", at=at, place=place)


def _piece(state: State, cell: int) -> str:
    stack, worker = state.tower.supports[cell], state.tower.workers[cell]
    if worker >= 0:
        return say("worker of @{seat}.", seat=worker)
    if len(stack) == 2:
        return say("supports of @{a}, on it @{b}.", a=stack[0], b=stack[1])
    return say("support of @{seat}.", seat=stack[0]) if stack else "empty."


def _now(state: State, cell: int) -> str:
    """For each action that is due: that it can be done here, or why not."""
    if state.question is not None or state.phase not in ("act", "place"):
        return ""
    parts = _place_reasons(state, cell) if state.phase == "place" else _act_reasons(state, cell)
    sentences = (say("{what}: {why}", what=what, why=no.text if no else "yes.") for what, no in parts)
    return joined(sentences, "{a} {b}")


def _act_reasons(state: State, cell: int) -> list[tuple[str, No | None]]:
    found: list[tuple[str, No | None]] = []
    for kind, left in zip(TYPES, state.todo.workers, strict=True):
        if left:
            found.append(("Worker", worker_no(state, cell, kind)))
    if state.todo.supports:
        found.append(("Support", support_no(state, cell, state.used)))
    if state.todo.swaps:
        found.append(("Swap", swap_no(state, state.turn, cell)))
    if state.todo.moves:
        found += [("Move from", lift_no(state, state.turn, cell)), ("Move to", support_no(state, cell))]
    return found


def _place_reasons(state: State, cell: int) -> list[tuple[str, No | None]]:
    assert state.tile is not None
    tile, tower = state.printed.tile(state.tile), state.tower
    found: dict[No | None, list[str]] = {}
    for quarters in useful_turns(tile):
        cells = spots(tower.rows, tower.cols, tile.shape, quarters, state.house.overhang).get(cell)
        if cells is None:
            no: No | None = No("It would stick out over the edge of the board.", "MT-048")
        else:
            problem = fault(state, tile, cells)
            no = explain(state, problem) if problem else None
        found.setdefault(no, []).append(TURN_NAMES[quarters])
    return [(joined((ways[0].capitalize(), *ways[1:]), "{a} or {b}"), no) for no, ways in found.items()]
