"""Asking for printed values the first time they are needed, and going on where the game stopped."""

from collections.abc import Callable
from dataclasses import replace

from companion.errors import IllegalEvent, text_of
from companion.games.meeple_towers.placing import surface_icon
from companion.games.meeple_towers.printed import (
    COUNT_FIELDS,
    FAMILIES,
    NAMES,
    PRINTS,
    TILE_FIELDS,
    TILES_IN_ALL,
    TOKENS_IN_ALL,
    TYPES,
    WORKER_FIELDS,
    YES_NO,
    Half,
    Printed,
    TileId,
    half_word,
    icon_key,
    numbers,
    read_printed,
    square_key,
    stack_key,
    tile_key,
)
from companion.games.meeple_towers.scoring import covered_workers
from companion.games.meeple_towers.settings import House
from companion.games.meeple_towers.shapes import CARD_SHAPES, SHAPES, base, shape_name
from companion.games.meeple_towers.state import Ask, Question, State, Tower
from companion.model import CATALOGUE_VERB, Event
from companion.words import say

FIELD_NAMES = {
    **{kind: say("{place} workers", place=NAMES[kind]) for kind in WORKER_FIELDS},
    **dict(zip(COUNT_FIELDS, COUNT_FIELDS, strict=True)),
    **dict(zip(TILE_FIELDS, ("tile", "or tile", "or tile too"), strict=True)),
}


def board_verb(house: House) -> str:
    """Mixed halves are another board each time, so what is told about them is not kept for later games."""
    return "describe" if house.board == "mixed" else CATALOGUE_VERB


def size_question(house: House) -> Question:
    """How large the chosen board is."""
    named = (("rows", "rows"), ("cols", "columns"))
    asks = tuple(Ask(f"size.{house.board}.{key}", numbers(4, 9), name) for key, name in named)
    text = say("How many squares has the board {label}?", label=house.board)
    return Question(text, asks, verb=board_verb(house))


def ask_half(state: State, event: Event, index: int) -> State | None:
    """Ask what a half shows, once; None = it is known."""
    if state.printed.halves[index] is not None:
        return None
    return _asking(state, event, say("What does half {half} show?", half=half_word(index)), half_asks(state, index))


def half_asks(state: State, index: int) -> tuple[Ask, ...]:
    """Everything a half can show; what has been told stands there already, the rest is mostly not on it."""
    stem, told = f"card.{index // 2 + 1}.{'AB'[index % 2]}.", dict(state.printed.entries)
    shapes = ("none", *_known_shapes(state.printed))
    fields = [(field, numbers(0, 4)) for field in (*WORKER_FIELDS, *COUNT_FIELDS)]
    fields += [(field, shapes) for field in TILE_FIELDS]
    return tuple(Ask(stem + f, words, FIELD_NAMES[f], told.get(stem + f, words[0])) for f, words in fields)


def _known_shapes(printed: Printed) -> tuple[str, ...]:
    """The shapes a card can show: those of the stacks once all stacks are told."""
    if stacks_missing(printed):
        return CARD_SHAPES
    return tuple(dict.fromkeys(base(stack.shape) for stack in printed.stacks))


def stacks_missing(printed: Printed) -> int:
    """How many of the 21 tiles lie in stacks nobody has told about."""
    return TILES_IN_ALL - sum(stack.count for stack in printed.stacks)


def ask_stack(state: State, event: Event) -> State | None:
    """Ask for the next stack until all 21 tiles are in one; None = all are known."""
    missing = stacks_missing(state.printed)
    if not missing:
        return None
    number = len(state.printed.stacks)
    stem = stack_key(state.house, number)
    asks = (
        Ask(f"{stem}.family", FAMILIES, "family"),
        Ask(f"{stem}.shape", tuple(SHAPES), "shape"),
        Ask(f"{stem}.count", numbers(1, missing), "tiles in it"),
    )
    text = say("Which tiles are in stack {n}? {missing} of 21 are not told yet.", n=number + 1, missing=missing)
    return _asking(state, event, text, asks)


def ask_tile(state: State, event: Event, tile: TileId) -> State:
    """Ask for the values and icons of a tile that is on top for the first time."""
    shape = state.printed.stacks[tile[0]].shape
    waiting = Event(event.seat, event.verb, (f"{tile[0] + 1}.{tile[1] + 1}",))
    text = say("What does the top tile ({name}) show?", name=shape_name(shape))
    return _asking(state, waiting, text, tile_asks(state, tile))


def tile_asks(state: State, tile: TileId) -> tuple[Ask, ...]:
    """The values and icons of a tile, with what has been told."""
    stem, told = tile_key(state.house, tile), dict(state.printed.entries)
    size = len(SHAPES[state.printed.stacks[tile[0]].shape])
    fields = [("box", numbers(0, 30), "box"), ("node", numbers(0, 30), "node")]
    fields += [(f"icon.{n}", YES_NO, say("icon on square {n}", n=n)) for n in range(1, size + 1)]
    return tuple(Ask(f"{stem}.{f}", words, name, told.get(f"{stem}.{f}", "")) for f, words, name in fields)


def ask_square(state: State, event: Event, cell: int) -> State | None:
    """Ask what a square shows before a worker stands on it; None = it is known."""
    tower = state.tower
    if tower.prints[cell]:
        return None
    text = say("What is printed on square {at}?", at=tower.words[cell])
    verb = board_verb(state.house) if tower.tops[cell] < 0 else CATALOGUE_VERB
    return _asking(state, event, text, (Ask(print_key(state, cell), PRINTS, "print"),), verb)


def print_key(state: State, cell: int) -> str:
    """Where the print of a visible square is kept: with the board, or with the tile that lies there."""
    tower = state.tower
    if tower.tops[cell] < 0:
        return square_key(state.house, tower.words[cell])
    level = tower.levels[tower.tops[cell]]
    return f"{tile_key(state.house, level.tile)}.top.{level.cells.index(cell) + 1}"


def ask_icons(state: State, event: Event, cells: tuple[int, ...]) -> State | None:
    """Ask whether covered board squares show icons, where the house rule makes that matter."""
    if not state.house.surface_icons:
        return None
    words = state.tower.words
    bare = [cell for cell in cells if cell >= 0 and not state.tower.supports[cell]]
    unknown = [words[cell] for cell in bare if not surface_icon(state, cell)]
    if not unknown:
        return None
    asks = tuple(Ask(icon_key(state.house, word), YES_NO, say("icon at {at}", at=word)) for word in unknown)
    return _asking(state, event, "Do the covered squares show a support icon?", asks, board_verb(state.house))


def ask_tokens(state: State, event: Event, cells: tuple[int, ...]) -> State | None:
    """Ask how many tokens of a type there are when the first of them is drawn."""
    counts = state.printed.tokens
    for _, kind in covered_workers(state, cells):
        if kind in TYPES and counts[TYPES.index(kind)] < 0:
            most = TOKENS_IN_ALL - sum(count for count in counts if count > 0) - 1
            ask = Ask(f"tokens.{kind}", numbers(1, most - (counts.count(-1) - 2)), say("{p} tokens", p=NAMES[kind]))
            text = say("How many {place} bonus tokens are in the box?", place=NAMES[kind])
            return _asking(state, event, text, (ask,))
    return None


def _asking(state: State, event: Event, text: str, asks: tuple[Ask, ...], verb: str = CATALOGUE_VERB) -> State:
    return replace(state, question=Question(text, asks, event, verb), happened=(text,), mood="")


# ------------------------------------------------------------------------------------------------ the answer


def answer(state: State, event: Event, act: Callable[[State, Event], State]) -> State:
    """Remember the told values and carry out what waited for them; if they forbid it, say so and go on."""
    question = state.question
    assert question is not None
    told = _told(question, event)
    values = dict(state.printed.entries) | told
    printed = read_printed(state.house, values)
    if any(half == Half() for half in printed.halves):
        raise IllegalEvent("A half shows at least one action; look again and fill in what it shows.", "MT-025")
    state = replace(state, printed=printed, tower=reprinted(state.tower, printed), question=None)
    if question.waiting is None:
        return replace(state, happened=("It is remembered.",), mood="")
    try:
        return act(state, question.waiting)
    except IllegalEvent as refusal:
        return replace(state, happened=(text_of(refusal),), mood="")


def _told(question: Question, event: Event) -> dict[str, str]:
    keys, words = event.args[::2], event.args[1::2]
    if event.verb != question.verb or keys != tuple(ask.key for ask in question.asks) or len(words) != len(keys):
        raise IllegalEvent("Answer the question first: it asks for what is printed on your copy.")
    for ask, word in zip(question.asks, words, strict=True):
        if word not in ask.words:
            raise IllegalEvent(
                say("{name} cannot be {word!r}; choose one of the offered words.", name=ask.name, word=word)
            )
    return dict(zip(keys, words, strict=True))


def reprinted(tower: Tower, printed: Printed) -> Tower:
    """The tower with everything that is now known about its visible squares; a board just measured starts empty."""
    if tower.rows != printed.rows or tower.cols != printed.cols:
        return bare_tower(printed)
    prints = []
    for cell, top in enumerate(tower.tops):
        if top < 0:
            prints.append(printed.squares[cell])
        else:
            level = tower.levels[top]
            prints.append(printed.tile(level.tile).tops[level.cells.index(cell)])
    return replace(tower, prints=tuple(prints))


def bare_tower(printed: Printed) -> Tower:
    """The property board with nothing on it."""
    size = printed.rows * printed.cols
    return Tower(printed.rows, printed.cols, (0,) * size, (-1,) * size, printed.squares, ((),) * size, (-1,) * size)
