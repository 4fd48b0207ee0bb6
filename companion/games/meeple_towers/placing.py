"""Where a level tile can be laid: level, on supports under its icons, touching no other tile."""

from functools import lru_cache
from typing import NamedTuple

from companion.games.meeple_towers.printed import Tile
from companion.games.meeple_towers.shapes import SHAPES, TURNS, spots, spots_by_cell, turned
from companion.games.meeple_towers.state import No, State, Tower
from companion.words import say


class Fault(NamedTuple):
    """What keeps a tile from lying somewhere; words are made of it only when somebody asks."""

    kind: str
    cell: int = -1
    other: int = -1


BARE = Fault("bare")


def top_height(tower: Tower, cell: int) -> int:
    """How high the pile on a square is, counted in supports from the board."""
    return tower.heights[cell] + len(tower.supports[cell])


def rest_height(tower: Tower, cells: tuple[int, ...]) -> int:
    """How high a tile over these squares would lie: on the highest support below it; -1 = there is none."""
    piles = [top_height(tower, cell) for cell in cells if cell >= 0 and tower.supports[cell]]
    return max(piles, default=-1)


def fault(state: State, tile: Tile, cells: tuple[int, ...]) -> Fault | None:
    """What forbids laying the tile over these squares, None = it is legal (MT-042 to MT-049)."""
    tower = state.tower
    for icon in tile.icons:
        if cells[icon] < 0 or not tower.supports[cells[icon]]:
            return Fault("missing", cells[icon])
    height = rest_height(tower, cells)
    if height < 0:
        return BARE
    for icon in tile.icons:
        if top_height(tower, cells[icon]) != height:
            return Fault("uneven", cells[icon], _highest(tower, cells))
    for cell in cells:
        if cell >= 0 and tower.heights[cell] >= height:
            return Fault("touches", cell)
    return _house_fault(state, tile, cells, height)


def _house_fault(state: State, tile: Tile, cells: tuple[int, ...], height: int) -> Fault | None:
    """What only the stricter house rules forbid."""
    tower = state.tower
    if state.house.surface_icons:
        for cell in cells:
            if cell >= 0 and not tower.supports[cell] and surface_icon(state, cell) == "yes":
                return Fault("surface", cell)
    if state.house.thickness:
        carrying = [c for c in cells if c >= 0 and tower.supports[c] and top_height(tower, c) == height]
        thickest = max(carrying, key=lambda cell: tiles_below(tower, cell))
        for icon in tile.icons:
            if tiles_below(tower, cells[icon]) != tiles_below(tower, thickest):
                return Fault("thick", cells[icon], thickest)
    return None


def _highest(tower: Tower, cells: tuple[int, ...]) -> int:
    return max((c for c in cells if c >= 0 and tower.supports[c]), key=lambda cell: top_height(tower, cell))


def tiles_below(tower: Tower, cell: int) -> int:
    """How many tiles lie in the pile of a square."""
    return sum(cell in level.cells for level in tower.levels)


def surface_icon(state: State, cell: int) -> str:
    """Whether the visible surface of a square shows a support icon: yes, no, or ``""`` = not told."""
    top = state.tower.tops[cell]
    if top < 0:
        return state.printed.icons[cell]
    level = state.tower.levels[top]
    return "yes" if level.cells.index(cell) in state.printed.tile(level.tile).icons else "no"


def explain(state: State, problem: Fault) -> No:
    """The sentence for a fault."""
    tower = state.tower
    at = tower.words[problem.cell] if problem.cell >= 0 else "the edge"
    other = tower.words[problem.other] if problem.other >= 0 else ""
    match problem.kind:
        case "missing":
            return No(say("No support under the icon at {at}; add one first.", at=at), "MT-044")
        case "bare":
            return No("No support would carry the tile; add one first.", "MT-044")
        case "uneven":
            low, high = top_height(tower, problem.cell), top_height(tower, problem.other)
            text = say("Not level: square {at} is {low} high, {b} is {high} high.", at=at, low=low, b=other, high=high)
            return No(text, "MT-042")
        case "touches":
            return No(say("It would rest on another tile at {at}; raise it with supports.", at=at), "MT-043")
        case "surface":
            return No(say("The covered square {at} shows an icon and has no support.", at=at), "MT-049")
        case _:
            return No(say("Not level: {at} has fewer tiles in its pile than {b}.", at=at, b=other), "MT-047")


@lru_cache(maxsize=1024)
def useful_turns(tile: Tile) -> tuple[int, ...]:
    """The quarter turns that make a difference; squares nobody has told about may differ."""
    seen, useful = set(), []
    for quarters in range(len(TURNS)):
        offsets = turned(SHAPES[tile.shape], quarters)
        marks = [n in tile.icons for n in range(len(offsets))]
        look = frozenset(zip(offsets, marks, tile.tops, strict=True))
        if "" in tile.tops or look not in seen:
            useful.append(quarters)
        seen.add(look)
    return tuple(useful)


def legal_spots(state: State, tile: Tile, quarters: int) -> tuple[str, ...]:
    """Squares over which square 1 of the tile can lie after these quarter turns."""
    words = state.tower.words
    return tuple(
        words[anchor] for anchor, cells in _candidates(state, tile, quarters) if fault(state, tile, cells) is None
    )


def _candidates(state: State, tile: Tile, quarters: int) -> list[tuple[int, tuple[int, ...]]]:
    """(anchor, squares) worth testing: the first icon must lie over a support, which few squares have."""
    tower = state.tower
    where = (tower.rows, tower.cols, tile.shape, quarters, state.house.overhang)
    if not tile.icons:
        return list(spots(*where).items())
    by_cell = spots_by_cell(where, tile.icons[0])
    return sorted(by_cell[cell] for cell, stack in enumerate(tower.supports) if stack and cell in by_cell)


def fits(state: State, tile: Tile) -> bool:
    """Whether the tile can be laid anywhere."""
    return any(
        fault(state, tile, cells) is None
        for quarters in useful_turns(tile)
        for _, cells in _candidates(state, tile, quarters)
    )
