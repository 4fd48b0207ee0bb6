"""The outlines of level tiles and every way to lay one on a grid of squares."""

from functools import lru_cache

from companion.words import say

_DRAWN = {
    "i1": ("single square", "#"),
    "i2": ("line of 2", "##"),
    "i3": ("line of 3", "###"),
    "l3": ("corner of 3", "##/#."),
    "i4": ("line of 4", "####"),
    "o4": ("square of 4", "##/##"),
    "t4": ("T of 4", "###/.#."),
    "s4": ("S of 4", ".##/##."),
    "l4": ("L of 4", "###/#.."),
    "i5": ("line of 5", "#####"),
    "p5": ("P of 5", "##/##/#."),
    "u5": ("U of 5", "#.#/###"),
    "v5": ("corner of 5", "#../#../###"),
    "t5": ("T of 5", "###/.#./.#."),
    "x5": ("plus of 5", ".#./###/.#."),
    "w5": ("stairs of 5", "#../##./.##"),
    "z5": ("Z of 5", "##./.#./.##"),
    "l5": ("L of 5", "####/#..."),
    "y5": ("Y of 5", "####/.#.."),
    "n5": ("N of 5", "##../.###"),
    "f5": ("F of 5", ".##/##./.#."),
    "i6": ("line of 6", "######"),
    "o6": ("block of 2 by 3", "###/###"),
    "o8": ("block of 2 by 4", "####/####"),
    "o9": ("block of 3 by 3", "###/###/###"),
}
"""Word, name for people, and drawing. Which of them a copy of the game has is asked, not assumed."""

MIRRORED = "-mirrored"
TURNS = ("0", "90", "180", "270")
TURN_NAMES = ("as drawn", "turned right", "upside down", "turned left")

Offsets = tuple[tuple[int, int], ...]
"""(row, column) of each square of a tile, in the order in which its squares are numbered."""


def _read(drawing: str) -> Offsets:
    rows = drawing.split("/")
    return tuple((r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == "#")


def _settled(offsets: Offsets) -> Offsets:
    """Moved so that the smallest row and column are 0, order kept."""
    top, left = min(r for r, _ in offsets), min(c for _, c in offsets)
    return tuple((r - top, c - left) for r, c in offsets)


def turned(offsets: Offsets, quarters: int) -> Offsets:
    """The squares after so many quarter turns to the right."""
    for _ in range(quarters % 4):
        offsets = tuple((c, -r) for r, c in offsets)
    return _settled(offsets)


def _mirror(offsets: Offsets) -> Offsets:
    return tuple(sorted(_settled(tuple((r, -c) for r, c in offsets))))


def _all_shapes() -> dict[str, Offsets]:
    shapes = {word: _read(drawing) for word, (_, drawing) in _DRAWN.items()}
    for word, offsets in tuple(shapes.items()):
        mirrored = _mirror(offsets)
        if all(set(turned(offsets, q)) != set(mirrored) for q in range(4)):
            shapes[word + MIRRORED] = mirrored
    return shapes


SHAPES: dict[str, Offsets] = _all_shapes()
"""Every outline a face-up tile can have; turning a tile is allowed, turning it over shows its other side."""

CARD_SHAPES = tuple(_DRAWN)
"""The outlines a card can show: a mirrored tile answers to the same picture."""


def base(shape: str) -> str:
    """The outline without regard to its mirror image: ``"l4-mirrored"`` answers to ``"l4"``."""
    return shape.removesuffix(MIRRORED)


def shape_name(shape: str) -> str:
    """What people call the outline."""
    name = _DRAWN[base(shape)][0]
    return say("{name}, mirrored", name=name) if shape.endswith(MIRRORED) else name


@lru_cache(maxsize=2048)
def spots(rows: int, cols: int, shape: str, quarters: int, overhang: bool) -> dict[int, tuple[int, ...]]:
    """For each square that square 1 of the tile may lie over: the board squares below all its squares, -1 = outside."""
    offsets = turned(SHAPES[shape], quarters)
    first_row, first_col = offsets[0]
    found = {}
    for anchor in range(rows * cols):
        top, left = anchor // cols - first_row, anchor % cols - first_col
        places = [(top + r, left + c) for r, c in offsets]
        below = tuple(r * cols + c if 0 <= r < rows and 0 <= c < cols else -1 for r, c in places)
        if overhang or -1 not in below:
            found[anchor] = below
    return found


@lru_cache(maxsize=8192)
def spots_by_cell(where: tuple[int, int, str, int, bool], square: int) -> dict[int, tuple[int, tuple[int, ...]]]:
    """The same ways to lie, found by the board square that one square of the tile lies over."""
    every = spots(*where)
    return {below[square]: (anchor, below) for anchor, below in every.items() if below[square] >= 0}
