"""Everything drawn of a game: the tower, and the small tables beside it."""

from companion.games.meeple_towers.construct import take_words
from companion.games.meeple_towers.drawing import ICON, from_above
from companion.games.meeple_towers.phrases import joined
from companion.games.meeple_towers.printed import (
    CARDS,
    HALF_WORDS,
    NAMES,
    TOKENS_IN_ALL,
    TYPES,
    half_text,
)
from companion.games.meeple_towers.shapes import SHAPES, shape_name
from companion.games.meeple_towers.state import State, hand, left_in, tokens_left
from companion.model import Cell, Grid, Lines, Sheet, Tally
from companion.words import say


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
    return tuple(found)


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
