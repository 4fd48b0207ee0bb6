"""The tower drawn level by level from above, and the small tables beside it."""

from companion.games.meeple_towers.phrases import joined
from companion.games.meeple_towers.placing import explain, fault, surface_icon, useful_turns
from companion.games.meeple_towers.printed import (
    CARDS,
    HALF_WORDS,
    NAMES,
    TOKENS_IN_ALL,
    TYPES,
    half_text,
)
from companion.games.meeple_towers.shapes import SHAPES, TURN_NAMES, shape_name, spots
from companion.games.meeple_towers.state import Level, No, State, hand, left_in, tokens_left
from companion.games.meeple_towers.tower import lift_no, support_no, swap_no, worker_no
from companion.model import Cell, Grid, Lines, Sheet, Tally
from companion.words import say

LETTERS = {"purple": "R", "orange": "E", "blue": "O", "striped": "//", "plain": "·", "": "?"}
COLORS = {"purple": "purple", "orange": "orange", "blue": "blue", "striped": "yellow", "plain": "beige", "": ""}
WORKER, SUPPORT, ICON = "♟", "▮", "◎"


def sheets(state: State) -> tuple[Sheet, ...]:
    """Everything to draw, the most used first."""
    found: list[Sheet] = []
    if state.tower.rows:
        found += levels(state)
    found += [*_tile_in_question(state), *_cards(state), supplies(state)]
    if state.printed.stacks:
        found.append(stacks(state))
    found += _tokens(state)
    if not state.turns and state.phase == "choose":
        found.append(setup(state))
    return tuple(found)


# ------------------------------------------------------------------------------------------------ the tower


def levels(state: State) -> list[Grid]:
    """One grid per height, the highest first; a square that can be seen from above carries the word to tap it."""
    tower = state.tower
    heights = sorted({level.height for level in tower.levels} | {0}, reverse=True)
    found = []
    for height in heights:
        title = say("Level {h}", h=height) if height else "Property board"
        found.append(Grid(title, tuple(_level_cells(state, height))))
    return found


def _level_cells(state: State, height: int) -> list[Cell]:
    tower = state.tower
    if height:
        there = [cell for level in tower.levels if level.height == height for cell in level.cells if cell >= 0]
    else:
        there = list(range(len(tower.prints)))
    return [seen_cell(state, c) if tower.heights[c] == height else _covered(state, c, height) for c in sorted(there)]


def seen_cell(state: State, cell: int) -> Cell:
    """A square on the visible surface, with what stands there and what can be done there now."""
    tower = state.tower
    shown, stack, worker = tower.prints[cell], tower.supports[cell], tower.workers[cell]
    text, mark = LETTERS[shown], ""
    if worker >= 0:
        text, mark = WORKER, f"seat{worker}"
    elif stack:
        text, mark = SUPPORT * len(stack), f"seat{stack[-1]}"
    elif surface_icon(state, cell) == "yes":
        text = f"{text}{ICON}"
    title = joined(filter(None, (_stands(state, cell), _now(state, cell))), "{a} {b}")
    return Cell(tower.words[cell], cell % tower.cols, cell // tower.cols, text, COLORS[shown], mark, title)


def _covered(state: State, cell: int, height: int) -> Cell:
    """A square below a later tile: nothing can be done there any more (MT-023)."""
    tower = state.tower
    word = f"{tower.words[cell]}@{height}"
    buried = _buried(state, cell, height)
    title = say("{at}: a tile covers that square, nothing can be put there (MT-023).", at=tower.words[cell])
    mark = f"seat{buried[-1]}" if buried else ""
    return Cell(word, cell % tower.cols, cell // tower.cols, SUPPORT * len(buried) or "▒", "gray", mark, title)


def _buried(state: State, cell: int, height: int) -> tuple[int, ...]:
    """Owners of the supports that stand on a covered surface."""
    above: Level = next(lvl for lvl in state.tower.levels if cell in lvl.cells and lvl.height > height)
    return above.below[above.cells.index(cell)]


def _stands(state: State, cell: int) -> str:
    tower = state.tower
    at, shown = tower.words[cell], tower.prints[cell]
    place = NAMES[shown] if shown else "not told yet"
    stack, worker = tower.supports[cell], tower.workers[cell]
    if worker >= 0:
        return say("{at}, {place}: worker of @{seat}.", at=at, place=place, seat=worker)
    if len(stack) == 2:
        return say("{at}, {place}: supports of @{a}, on it @{b}.", at=at, place=place, a=stack[0], b=stack[1])
    if stack:
        return say("{at}, {place}: support of @{seat}.", at=at, place=place, seat=stack[0])
    return say("{at}, {place}: empty.", at=at, place=place)


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
    found: list[tuple[str, No | None]] = []
    for quarters in useful_turns(tile):
        cells = spots(tower.rows, tower.cols, tile.shape, quarters, state.house.overhang).get(cell)
        if cells is None:
            no: No | None = No("It would stick out over the edge of the board.", "MT-048")
        else:
            problem = fault(state, tile, cells)
            no = explain(state, problem) if problem else None
        found.append((TURN_NAMES[quarters].capitalize(), no))
    return found


# ------------------------------------------------------------------------------------------------ tables


def _tile_in_question(state: State) -> list[Grid]:
    """The outline of the tile that is taken or described, its squares numbered."""
    tile = state.tile
    if tile is None and state.question is not None and state.question.waiting is not None:
        waiting = state.question.waiting
        if waiting.verb == "take":
            tile = (int(waiting.args[0].partition(".")[0]) - 1, 0)
    if tile is None:
        return []
    shape = state.printed.stacks[tile[0]].shape
    icons = state.printed.tile(tile).icons if state.tile is not None else ()
    cells = tuple(
        Cell(f"tile.{n + 1}", c, r, f"{n + 1}{ICON}" if n in icons else str(n + 1), title=say("Square {n}", n=n + 1))
        for n, (r, c) in enumerate(SHAPES[shape])
    )
    return [Grid(say("The tile: {name}", name=shape_name(shape)), cells)]


def _cards(state: State) -> list[Lines]:
    """The halves the active seat can choose from, told as far as they are known."""
    if state.phase != "choose":
        return []
    cards = hand(state, state.turn)
    indexes = [index for card in cards for index in (2 * card - 2, 2 * card - 1)]
    rows = tuple((HALF_WORDS[index], half_text(state.printed.halves[index])) for index in indexes)
    title = say("Hand of @{seat}", seat=state.turn)
    return [Lines(title, ("Half", "Actions"), rows, tuple(HALF_WORDS[index] for index in indexes), state.turn)]


def supplies(state: State) -> Lines:
    """What each seat has left and has collected; token values stay face-down (MT-056)."""
    rows = tuple(
        (
            say("@{seat}", seat=seat),
            str(state.supports[seat]),
            str(state.workers[seat]),
            say("{n} of {all}", n=CARDS - len(state.played[seat]), all=CARDS),
            _held(state, seat),
        )
        for seat in range(state.house.seats)
    )
    return Lines("Supplies", ("Seat", "Supports", "Workers", "Cards in hand", "Tokens, face-down"), rows)


def _held(state: State, seat: int) -> str:
    held = zip(TYPES, state.tokens[seat], strict=True)
    return joined(say("{n} {place}", n=n, place=NAMES[kind]) for kind, n in held if n) or "none"


def stacks(state: State) -> Lines:
    """The open stacks of level tiles by family and shape (MT-009)."""
    rows = tuple(
        (stack.family.upper(), shape_name(stack.shape), say("{n} of {all}", n=left_in(state, number), all=stack.count))
        for number, stack in enumerate(state.printed.stacks)
    )
    return Lines("Level tiles", ("Family", "Shape", "Left"), rows)


def _tokens(state: State) -> list[Tally]:
    """Bonus tokens left of each type, as far as their number is told."""
    left = [(kind, tokens_left(state, number)) for number, kind in enumerate(TYPES)]
    counts = tuple((NAMES[kind], count, kind) for kind, count in left if count >= 0)
    return [Tally("Bonus tokens left", counts)] if counts else []


def setup(state: State) -> Lines:
    """What to lay out before the first turn (MT-003 to MT-016)."""
    house = state.house
    board = house.board
    if board == "mixed":
        board = "two halves of different pairs (mixed, for experienced players)"
    elif board == "5x5" and house.seats > 2:
        board = "5x5 (harder: a taller tower)"
    size = (
        say("{rows} by {cols}", rows=state.tower.rows, cols=state.tower.cols)
        if state.tower.rows
        else "size not told yet"
    )
    rows: list[tuple[str, str]] = [
        ("Board", say("Join two halves with the connectors in the middle: {board}, {size}.", board=board, size=size)),
        ("Track", "Lay the score track beside the board, all markers on 0."),
        ("Tokens", say("Shuffle the {n} bonus tokens face-down, sorted by location type.", n=TOKENS_IN_ALL)),
        ("Tiles", say("Stack the 21 level tiles face-up by family and shape, {side} side up.", side=house.tiles)),
        (
            "Each seat",
            say("One colour: {n} supports, 8 workers, a marker, the same 7 action cards.", n=state.supports[0]),
        ),
        ("Sheet", "The reference sheet lies open; it is not part of the hand."),
        ("Start", say("The tallest or a random player starts: @{seat} holds the token.", seat=house.first)),
    ]
    if house.tiles == "advanced":
        rows.append(("Advanced", "The advanced tile sides show another point symbol and are harder to use."))
    if house.teams:
        rows.append(("Teams", "@0 and @2 against @1 and @3: partners sit opposite, one marker per team."))
    if house.take_that:
        rows.append(("Take That", "Swap and move may be used on anybody's pieces."))
    return Lines("Set-up", ("What", "How"), tuple(rows))
