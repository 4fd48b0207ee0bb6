"""Everything drawn of a game: the tower, and the small tables beside it."""

from companion.games.meeple_towers.construct import take_words
from companion.games.meeple_towers.drawing import ICON, LETTERS, SUPPORT, WORKER, from_above
from companion.games.meeple_towers.phrases import joined
from companion.games.meeple_towers.printed import (
    CARDS,
    HALF_WORDS,
    NAMES,
    PRINTS,
    TOKENS_IN_ALL,
    TYPES,
    half_text,
)
from companion.games.meeple_towers.shapes import SHAPES, shape_name
from companion.games.meeple_towers.state import State, hand, left_in, tokens_left
from companion.model import Cell, Grid, Lines, Sheet, Tally
from companion.words import say

HALF_WIDTH = 3
"""Squares of a grid that the words of half a card need."""


def sheets(state: State) -> tuple[Sheet, ...]:
    """Everything to draw, the most used first."""
    found: list[Sheet] = []
    if state.tower.rows:
        found += from_above(state)
    found += [*_tile_in_question(state), *_cards(state), *_tiles_on_offer(state), supplies(state)]
    if state.printed.stacks:
        found.append(stacks(state))
    found += _tokens(state)
    if not state.turns and state.phase == "choose":
        found.append(setup(state))
    return (*found, SIGNS)


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
    return [Grid(say("The tile: {name}", name=shape_name(shape)), cells, seat=state.turn)]


def _cards(state: State) -> list[Grid]:
    """The halves the active seat can choose from, A and B of a card side by side, told as far as they are known."""
    if state.phase != "choose":
        return []
    cells = tuple(
        _half_cell(state, 2 * card - 2 + half, half * HALF_WIDTH, row)
        for row, card in enumerate(hand(state, state.turn))
        for half in (0, 1)
    )
    return [Grid(say("Hand of @{seat}", seat=state.turn), cells, seat=state.turn)]


def _half_cell(state: State, index: int, x: int, y: int) -> Cell:
    word, text = HALF_WORDS[index], half_text(state.printed.halves[index])
    return Cell(word, x, y, text, title=say("{half}: {text}", half=word, text=text), w=HALF_WIDTH, note=word)


def _tiles_on_offer(state: State) -> list[Lines]:
    """The tiles that may be on top of a stack and fit somewhere, to tap the one that is."""
    if state.phase != "act" or state.question is not None or not state.todo.shapes:
        return []
    words = take_words(state)
    rows = tuple(_offer_row(state, word) for word in words)
    return [Lines("Tiles that fit", ("Tile", "Box", "Each support", "Icons on"), rows, words, state.turn)]


def _offer_row(state: State, word: str) -> tuple[str, ...]:
    stack, _, which = word.partition(".")
    if which == "new":
        shape = state.printed.stacks[int(stack) - 1].shape
        return (shape_name(shape), "not told yet", "", "")
    tile = state.printed.tile((int(stack) - 1, int(which) - 1))
    icons = ", ".join(str(icon + 1) for icon in tile.icons) or "none"
    return shape_name(tile.shape), str(tile.box), str(tile.node), icons


def supplies(state: State) -> Lines:
    """What each seat has left and has collected; token values stay face-down (MT-056)."""
    rows = tuple(
        (
            say("@{seat}", seat=seat),
            str(state.supports[seat]),
            str(state.workers[seat]),
            str(CARDS - len(state.played[seat])),
            _held(state, seat),
        )
        for seat in range(state.house.seats)
    )
    return Lines("Supplies", ("Seat", "Supports", "Workers", "Cards", "Tokens, face-down"), rows)


def _held(state: State, seat: int) -> str:
    held = zip(TYPES, state.tokens[seat], strict=True)
    return joined(say("{n} {letter}", n=n, letter=LETTERS[kind]) for kind, n in held if n) or "none"


def stacks(state: State) -> Lines:
    """The open stacks of level tiles by family and shape (MT-009)."""
    rows = tuple(
        (stack.family.upper(), shape_name(stack.shape), say("{n} of {all}", n=left_in(state, number), all=stack.count))
        for number, stack in enumerate(state.printed.stacks)
    )
    return Lines("Level tiles", ("Family", "Shape", "Still there"), rows)


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


SIGNS = Lines(
    "Signs on the tower",
    ("Sign", "Meaning"),
    (
        *((LETTERS[kind], NAMES[kind]) for kind in PRINTS),
        (LETTERS[""], "not told yet"),
        (WORKER, "worker, with its owner's sign"),
        (SUPPORT, "support; the first sign is the lower one's owner"),
        (ICON, "support icon"),
        ("↑2", "so many supports high"),
    ),
)
"""What stands on the tower, for those who see it for the first time."""
