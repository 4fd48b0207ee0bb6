"""Building a level: take the top tile of a stack the card shows, lay it, score it."""

from dataclasses import replace

from companion.errors import IllegalEvent
from companion.games.meeple_towers.placing import explain, fault, fits, rest_height
from companion.games.meeple_towers.printed import Tile, TileId
from companion.games.meeple_towers.questions import ask_icons, ask_tile, ask_tokens
from companion.games.meeple_towers.scoring import score_tile, send_home
from companion.games.meeple_towers.shapes import TURNS, base, shape_name, spots
from companion.games.meeple_towers.state import Level, State, Tower, find_cell, left_in
from companion.model import Event
from companion.words import say

NEW = "new"


def tile_word(tile: TileId) -> str:
    """``"2.1"`` for the first tile of the second stack."""
    return f"{tile[0] + 1}.{tile[1] + 1}"


def open_stacks(state: State) -> tuple[int, ...]:
    """The stacks that still have tiles of a shape the half shows (MT-040)."""
    return tuple(
        number
        for number, stack in enumerate(state.printed.stacks)
        if base(stack.shape) in state.todo.shapes and left_in(state, number)
    )


def known_tiles(state: State, stack: int) -> tuple[Tile, ...]:
    """The described tiles of a stack that are not on the tower; any of them may be on top."""
    laid = {level.tile for level in state.tower.levels}
    return tuple(tile for tile in state.printed.tiles if tile.id[0] == stack and tile.id not in laid)


def unknown_tile(state: State, stack: int) -> int | None:
    """The number for a tile of the stack that nobody has described yet."""
    told = {tile.id[1] for tile in state.printed.tiles if tile.id[0] == stack}
    return next((number for number in range(state.printed.stacks[stack].count) if number not in told), None)


def take_words(state: State) -> tuple[str, ...]:
    """What can be taken: described tiles that fit somewhere, and one more for each stack with undescribed ones."""
    words = []
    for stack in open_stacks(state):
        words += [tile_word(tile.id) for tile in known_tiles(state, stack) if fits(state, tile)]
        if unknown_tile(state, stack) is not None:
            words.append(f"{stack + 1}.{NEW}")
    return tuple(words)


def take(state: State, event: Event) -> State:
    """A tile is taken from the top of its stack; the squares where it fits are offered next."""
    stack, number = _read_tile(state, event.args[0])
    if number is None:
        return ask_tile(state, event, (stack, _fresh(state, stack)))
    tile = next((tile for tile in known_tiles(state, stack) if tile.id[1] == number), None)
    if tile is None:
        raise IllegalEvent("That tile is not in its stack; take one that is.", "MT-040")
    if not fits(state, tile):
        text = "The tile ({name}) fits nowhere now: it needs level supports under all its icons."
        raise IllegalEvent(say(text, name=shape_name(tile.shape)), "MT-047")
    return replace(state, phase="place", tile=tile.id, happened=(say("@{seat} takes a tile.", seat=event.seat),))


def _fresh(state: State, stack: int) -> int:
    number = unknown_tile(state, stack)
    if number is None:
        raise IllegalEvent("Every tile of that stack is described; take one of those.", "MT-040")
    return number


def _read_tile(state: State, word: str) -> tuple[int, int | None]:
    """(stack, number or None for a tile not described yet) of a word such as ``2.1`` or ``2.new``."""
    left, _, right = word.partition(".")
    if not left.isdecimal() or not (right == NEW or right.isdecimal()):
        raise IllegalEvent(say("{word!r} is no tile; tap a stack.", word=word), "MT-040")
    stack = int(left) - 1
    if not 0 <= stack < len(state.printed.stacks):
        raise IllegalEvent("There is no such stack; tap one of those shown.", "MT-040")
    if base(state.printed.stacks[stack].shape) not in state.todo.shapes:
        raise IllegalEvent("The card does not show that shape; take a shape it shows.", "MT-040")
    if not left_in(state, stack):
        raise IllegalEvent("That stack is empty; take another shape.", "MT-040")
    return stack, None if right == NEW else int(right) - 1


def put_back(state: State, event: Event) -> State:
    """The taken tile goes back on its stack."""
    return replace(state, phase="act", tile=None, happened=(say("@{seat} puts the tile back.", seat=event.seat),))


def construct(state: State, event: Event) -> State:
    """The taken tile is laid with its square 1 over a square, after so many quarter turns."""
    assert state.tile is not None
    tile = state.printed.tile(state.tile)
    cells = _read_spot(state, tile, event.args[0], event.args[1])
    problem = fault(state, tile, cells)
    if problem is not None:
        raise explain(state, problem).error()
    asking = ask_icons(state, event, cells) or ask_tokens(state, event, cells)
    return asking or _lay(state, tile, cells)


def _read_spot(state: State, tile: Tile, turn: str, word: str) -> tuple[int, ...]:
    if turn not in TURNS:
        raise IllegalEvent("A tile lines up with the squares: turn it by 0, 90, 180 or 270 degrees.", "MT-041")
    tower = state.tower
    anchor = find_cell(tower, word)
    every = spots(tower.rows, tower.cols, tile.shape, TURNS.index(turn), state.house.overhang)
    if anchor not in every:
        raise IllegalEvent("The tile would stick out over the edge of the board; choose another square.", "MT-048")
    return every[anchor]


def level_at(state: State, tile: Tile, cells: tuple[int, ...]) -> Level:
    """The level that the tile becomes over these squares."""
    tower = state.tower
    below = tuple(tower.supports[cell] if cell >= 0 else () for cell in cells)
    return Level(tile.id, cells, rest_height(tower, cells), below, state.turn)


def _lay(state: State, tile: Tile, cells: tuple[int, ...]) -> State:
    tower, level = state.tower, level_at(state, tile, cells)
    state = replace(state, happened=(say("@{seat} builds level {h}.", seat=state.turn, h=level.height),))
    state = score_tile(state, level, tile)
    state = send_home(state, cells)
    todo = replace(state.todo, shapes=())
    covered = _cover(tower, level, tile)
    return replace(state, tower=covered, todo=todo, tile=None, phase="act", acted=True, mood="build")


def _cover(tower: Tower, level: Level, tile: Tile) -> Tower:
    """The tower with the tile on it: its squares are the surface now and nothing stands there."""
    heights, tops, prints = list(tower.heights), list(tower.tops), list(tower.prints)
    supports, workers = list(tower.supports), list(tower.workers)
    for cell, top in zip(level.cells, tile.tops, strict=True):
        if cell >= 0:
            heights[cell], tops[cell], prints[cell] = level.height, len(tower.levels), top
            supports[cell], workers[cell] = (), -1
    return replace(
        tower,
        heights=tuple(heights),
        tops=tuple(tops),
        prints=tuple(prints),
        supports=tuple(supports),
        workers=tuple(workers),
        levels=(*tower.levels, level),
    )
