"""What is printed on this copy of the game: boards, cards, tiles and tokens, as far as it has been told.

The pictures of the rulebook that show these values are lost, so each is asked for when it is first needed.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from companion.errors import IllegalEvent
from companion.games.meeple_towers.phrases import counted, joined
from companion.games.meeple_towers.settings import PAIRS, House
from companion.games.meeple_towers.shapes import CARD_SHAPES, SHAPES, shape_name
from companion.words import say

TYPES = ("purple", "orange", "blue")
PRINTS = (*TYPES, "striped", "plain")
"""What a square can show; only the first three are locations (MT-029)."""
NAMES = {
    "purple": "Residential",
    "orange": "Entertainment",
    "blue": "Office",
    "striped": "striped",
    "plain": "without location",
}
FAMILIES = tuple("abcdefgh")
YES_NO = ("no", "yes")
WORKER_FIELDS = TYPES
COUNT_FIELDS = ("supports", "swaps", "moves")
TILE_FIELDS = ("tile1", "tile2", "tile3")
HALF_FIELDS = (*WORKER_FIELDS, *COUNT_FIELDS, *TILE_FIELDS)


@cache
def shipped() -> dict[str, Any]:
    """The values that come with the companion: what the rulebook's text tells, null for what is lost."""
    text = files("companion.games.meeple_towers").joinpath("catalogue.json").read_text(encoding="utf-8")
    values: dict[str, Any] = json.loads(text)
    return values


TILES_IN_ALL: int = shipped()["counts"]["level tiles"]
TOKENS_IN_ALL: int = shipped()["counts"]["bonus tokens"]
CARDS: int = shipped()["counts"]["action cards of each colour"]
WORKERS: int = shipped()["counts"]["workers of each colour"]


@cache
def numbers(first: int, last: int) -> tuple[str, ...]:
    """The whole numbers from first to last as words."""
    return tuple(str(n) for n in range(first, last + 1))


@dataclass(frozen=True, slots=True)
class Half:
    """What one half of a card shows, or what is still to do of it (MT-025)."""

    workers: tuple[int, int, int] = (0, 0, 0)
    """Residential, entertainment, office."""
    supports: int = 0
    swaps: int = 0
    moves: int = 0
    shapes: tuple[str, ...] = ()
    """One tile of one of these shapes may be built."""


@dataclass(frozen=True, slots=True)
class Stack:
    """A face-up stack of level tiles of one family and shape (MT-009)."""

    family: str
    shape: str
    count: int


TileId = tuple[int, int]
"""Index of the stack, and which of its tiles, both from 0."""


@dataclass(frozen=True, slots=True)
class Tile:
    """The side of a level tile that is in use."""

    id: TileId
    shape: str
    box: int
    node: int
    icons: tuple[int, ...]
    """Indexes of the squares with a support icon."""
    tops: tuple[str, ...]
    """What each square shows, ``""`` = not told yet."""


@dataclass(frozen=True, slots=True)
class Printed:
    """Everything told about this copy that matters in this game."""

    entries: tuple[tuple[str, str], ...] = ()
    rows: int = 0
    cols: int = 0
    squares: tuple[str, ...] = ()
    icons: tuple[str, ...] = ()
    """For each board square ``"yes"``, ``"no"`` or ``""`` = not told."""
    halves: tuple[Half | None, ...] = (None,) * (2 * CARDS)
    stacks: tuple[Stack, ...] = ()
    tiles: tuple[Tile, ...] = ()
    tokens: tuple[int, int, int] = (-1, -1, -1)
    """Tokens of each type in the box, -1 = not told."""

    def tile(self, tile: TileId) -> Tile:
        """The tile with this identity."""
        return next(known for known in self.tiles if known.id == tile)


# ------------------------------------------------------------------------------------------------ names and keys


def cell_word(cell: int, cols: int) -> str:
    """A square as people say it: column letter and row number."""
    return f"{chr(ord('a') + cell % cols)}{cell // cols + 1}"


@lru_cache(maxsize=64)
def cell_words(rows: int, cols: int) -> tuple[str, ...]:
    """The words of all squares, row by row."""
    return tuple(cell_word(cell, cols) for cell in range(rows * cols))


def half_word(index: int) -> str:
    """``"3A"`` for the fifth half."""
    return f"{index // 2 + 1}{'AB'[index % 2]}"


HALF_WORDS = tuple(half_word(index) for index in range(2 * CARDS))

_BOARD = "(" + "|".join(re.escape(label) for label in ("5x5", *PAIRS, "mixed")) + ")"
_SIDE = "(regular|advanced)"
_KEYS: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = tuple(
    (re.compile(pattern), words)
    for pattern, words in (
        (rf"size\.{_BOARD}\.(rows|cols)", numbers(4, 9)),
        (rf"square\.{_BOARD}\.[a-i][1-9]", PRINTS),
        (rf"icon\.{_BOARD}\.[a-i][1-9]", YES_NO),
        (r"card\.[1-7]\.[AB]\.(purple|orange|blue|supports|swaps|moves)", numbers(0, 4)),
        (r"card\.[1-7]\.[AB]\.tile[123]", ("none", *CARD_SHAPES)),
        (rf"stack\.{_SIDE}\.\d+\.family", FAMILIES),
        (rf"stack\.{_SIDE}\.\d+\.shape", tuple(SHAPES)),
        (rf"stack\.{_SIDE}\.\d+\.count", numbers(1, TILES_IN_ALL)),
        (rf"tile\.{_SIDE}\.\d+\.\d+\.(box|node)", numbers(0, 30)),
        (rf"tile\.{_SIDE}\.\d+\.\d+\.icon\.\d", YES_NO),
        (rf"tile\.{_SIDE}\.\d+\.\d+\.top\.\d", PRINTS),
        (r"tokens\.(purple|orange|blue)", numbers(1, TOKENS_IN_ALL - 2)),
    )
)


def allowed(key: str) -> tuple[str, ...]:
    """The words a printed value can have; an unknown key is refused."""
    for pattern, words in _KEYS:
        if pattern.fullmatch(key):
            return words
    raise IllegalEvent(say("Meeple Towers knows no printed value called {key!r}; remove it.", key=key))


def square_key(house: House, word: str) -> str:
    """Where the print of a board square is kept."""
    return f"square.{house.board}.{word}"


def icon_key(house: House, word: str) -> str:
    """Where the icon of a board square is kept."""
    return f"icon.{house.board}.{word}"


def stack_key(house: House, stack: int) -> str:
    """Where the values of a stack are kept."""
    return f"stack.{house.tiles}.{stack + 1}"


def tile_key(house: House, tile: TileId) -> str:
    """Where the values of a tile are kept."""
    return f"tile.{house.tiles}.{tile[0] + 1}.{tile[1] + 1}"


# ------------------------------------------------------------------------------------------------ reading


def read_printed(house: House, values: Mapping[str, str]) -> Printed:
    """Everything these values tell about the board, sides and pieces used in this game."""
    rows, cols = _size(house, values)
    words = cell_words(rows, cols)
    stacks = _stacks(house, values)
    return Printed(
        entries=tuple(values.items()),
        rows=rows,
        cols=cols,
        squares=tuple(values.get(square_key(house, word), "") for word in words),
        icons=tuple(values.get(icon_key(house, word), "") for word in words),
        halves=tuple(_half(values, index) for index in range(2 * CARDS)),
        stacks=stacks,
        tiles=tuple(_tiles(house, values, stacks)),
        tokens=_tokens(values),
    )


def _size(house: House, values: Mapping[str, str]) -> tuple[int, int]:
    if house.board == "5x5":
        return 5, 5
    rows, cols = (int(values.get(f"size.{house.board}.{name}", "0")) for name in ("rows", "cols"))
    return (rows, cols) if rows and cols else (0, 0)


def _half(values: Mapping[str, str], index: int) -> Half | None:
    """A half is known once anything on it is told; a box shows all its actions, so what is not told is not there."""
    stem = f"card.{index // 2 + 1}.{'AB'[index % 2]}."
    told = {field: values[stem + field] for field in HALF_FIELDS if stem + field in values}
    if not told:
        return None
    workers = tuple(int(told.get(field, "0")) for field in WORKER_FIELDS)
    supports, swaps, moves = (int(told.get(field, "0")) for field in COUNT_FIELDS)
    shapes = dict.fromkeys(told.get(field, "none") for field in TILE_FIELDS)
    shown = tuple(shape for shape in shapes if shape != "none")
    return Half((workers[0], workers[1], workers[2]), supports, swaps, moves, shown)


def _stacks(house: House, values: Mapping[str, str]) -> tuple[Stack, ...]:
    stacks: list[Stack] = []
    while True:
        stem = stack_key(house, len(stacks))
        told = [values.get(f"{stem}.{name}", "") for name in ("family", "shape", "count")]
        if not all(told):
            break
        stacks.append(Stack(told[0], told[1], int(told[2])))
    if sum(stack.count for stack in stacks) > TILES_IN_ALL:
        raise IllegalEvent("The stacks hold more than 21 level tiles; count them again.", "MT-092")
    if len({(stack.family, stack.shape) for stack in stacks}) < len(stacks):
        raise IllegalEvent("Two stacks have the same family and shape; they are one stack.", "MT-009")
    return tuple(stacks)


def _tiles(house: House, values: Mapping[str, str], stacks: tuple[Stack, ...]) -> list[Tile]:
    tiles = []
    for number, stack in enumerate(stacks):
        size = len(SHAPES[stack.shape])
        for which in range(stack.count):
            stem = tile_key(house, (number, which))
            box, node = values.get(f"{stem}.box"), values.get(f"{stem}.node")
            icons = [values.get(f"{stem}.icon.{n + 1}") for n in range(size)]
            if box is None or node is None or None in icons:
                continue
            marked = tuple(n for n, word in enumerate(icons) if word == "yes")
            tops = tuple(values.get(f"{stem}.top.{n + 1}", "") for n in range(size))
            tiles.append(Tile((number, which), stack.shape, int(box), int(node), marked, tops))
    return tiles


def _tokens(values: Mapping[str, str]) -> tuple[int, int, int]:
    """Tokens per type; two known counts give the third, because there are 18 in all."""
    told = [int(values.get(f"tokens.{kind}", "-1")) for kind in TYPES]
    known = sum(count for count in told if count >= 0)
    if told.count(-1) == 1:
        told[told.index(-1)] = TOKENS_IN_ALL - known
    if known > TOKENS_IN_ALL or 0 in told or min(told) < -1 or (-1 not in told and sum(told) != TOKENS_IN_ALL):
        raise IllegalEvent("There are 18 bonus tokens in all, some of each type; count them again.", "MT-092")
    return told[0], told[1], told[2]


# ------------------------------------------------------------------------------------------------ in words


@lru_cache(maxsize=512)
def half_text(half: Half | None) -> str:
    """What a half shows, for people."""
    if half is None:
        return "not told yet"
    parts: list[str] = []
    for kind, count in zip(TYPES, half.workers, strict=True):
        if count:
            text = "1 {place} worker" if count == 1 else "{n} {place} workers"
            parts.append(say(text, n=count, place=NAMES[kind]))
    if half.supports:
        parts.append(counted(half.supports, "support"))
    if half.swaps:
        parts.append(counted(half.swaps, "swap"))
    if half.moves:
        parts.append(counted(half.moves, "move"))
    if half.shapes:
        parts.append(say("tile: {shapes}", shapes=joined(map(shape_name, half.shapes), "{a} or {b}")))
    return joined(parts) or "nothing"
