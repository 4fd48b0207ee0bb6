"""Plays without a table, on a made-up copy of the game whose printed values are all invented.

The only real values are those of the rulebook's scoring example: a tile of three squares with two icons, 6 and 3.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from companion.games._shared import Rehearsal
from companion.games.meeple_towers import GAME
from companion.games.meeple_towers.invariants import check, check_step
from companion.games.meeple_towers.shapes import SHAPES
from companion.games.meeple_towers.state import State

RARE = ("done", "plan", "put-back")
"""Verbs a random player seldom chooses, so that towers grow."""

REHEARSAL = Rehearsal(GAME, check, check_step, RARE)
play, random_event, random_game = REHEARSAL.play, REHEARSAL.random_event, REHEARSAL.random_game

STACKS = (("a", "i3", 5), ("a", "l3", 4), ("b", "o4", 4), ("b", "i4", 3), ("c", "i5", 3), ("c", "l4", 2))
ICONS = {"i3": (1, 3), "l3": (2, 3), "o4": (1, 4), "i4": (1, 4), "i5": (1, 5), "l4": (3, 4)}
TOPS = ("purple", "orange", "blue", "striped", "plain")
ROWS = ("purple", "orange", "blue", "purple", "orange")
HALVES: Mapping[str, Mapping[str, str]] = {
    "1.A": {"purple": "1", "supports": "1"},
    "1.B": {"tile1": "i3", "tile2": "l3"},
    "2.A": {"orange": "2"},
    "2.B": {"supports": "2"},
    "3.A": {"blue": "2"},
    "3.B": {"supports": "1", "tile1": "i5"},
    "4.A": {"swaps": "1"},
    "4.B": {"moves": "1", "supports": "1"},
    "5.A": {"supports": "3"},
    "5.B": {"tile1": "o4", "tile2": "i4", "tile3": "l4"},
    "6.A": {"moves": "2"},
    "6.B": {"swaps": "1", "moves": "1", "purple": "1"},
    "7.A": {"supports": "2", "blue": "1"},
    "7.B": {"tile1": "i3", "tile2": "i4", "orange": "1"},
}

Values = dict[str, str]


def board_values(label: str = "5x5", rows: int = 5, cols: int = 5) -> Values:
    """A board with one location per row and one striped square."""
    found = {f"square.{label}.{'abcdefghi'[c]}{r + 1}": ROWS[r % 5] for r in range(rows) for c in range(cols)}
    return found | {f"square.{label}.d4": "striped"}


def card_values(halves: Mapping[str, Mapping[str, str]] = HALVES) -> Values:
    """What halves show, told as ``{"1.A": {"supports": "2"}}``."""
    return {f"card.{half}.{field}": word for half, shown in halves.items() for field, word in shown.items()}


def stack_values(listed: Iterable[tuple[str, str, int]] = STACKS, side: str = "regular") -> Values:
    """Stacks told as (family, shape, count)."""
    found: Values = {}
    for number, (family, shape, count) in enumerate(listed, 1):
        stem = f"stack.{side}.{number}"
        found |= {f"{stem}.family": family, f"{stem}.shape": shape, f"{stem}.count": str(count)}
    return found


def tile_values(
    place: str, values: tuple[int, int], icons: tuple[int, ...], tops: tuple[str, ...], side: str = "regular"
) -> Values:
    """A tile told by its place (``"1.2"`` = second of the first stack), box and node, icon squares and tops."""
    stem = f"tile.{side}.{place}"
    found = {f"{stem}.box": str(values[0]), f"{stem}.node": str(values[1])}
    for n, top in enumerate(tops, 1):
        found |= {f"{stem}.icon.{n}": "yes" if n in icons else "no", f"{stem}.top.{n}": top}
    return found


def made_up_copy() -> Values:
    """Everything printed on the made-up copy, both sides of the tiles and two boards."""
    found = board_values() | board_values("1F+2F", 6, 6) | card_values()
    found |= {"size.1F+2F.rows": "6", "size.1F+2F.cols": "6"}
    found |= {"tokens.purple": "6", "tokens.orange": "6", "tokens.blue": "6"}
    for side, extra in (("regular", 0), ("advanced", 2)):
        found |= stack_values(side=side)
        for stack, (_, shape, count) in enumerate(STACKS, 1):
            for number in range(1, count + 1):
                tops = tuple(TOPS[(number + n) % len(TOPS)] for n in range(len(SHAPES[shape])))
                values = (6 + extra, 3) if shape == "i3" and number == 1 else (3 + number + extra, 1 + number % 3)
                found |= tile_values(f"{stack}.{number}", values, ICONS[shape], tops, side)
    return found


def arranged(
    state: State, supports: Mapping[str, tuple[int, ...]] | None = None, workers: Mapping[str, int] | None = None
) -> State:
    """The position with pieces put on squares from their owners' supplies, whatever the rules say."""
    tower, left, home = state.tower, list(state.supports), list(state.workers)
    stacks, standing = list(tower.supports), list(tower.workers)
    for word, owners in (supports or {}).items():
        stacks[tower.words.index(word)] += owners
        for owner in owners:
            left[owner] -= 1
    for word, owner in (workers or {}).items():
        standing[tower.words.index(word)] = owner
        home[owner] -= 1
    tower = replace(tower, supports=tuple(stacks), workers=tuple(standing))
    return replace(state, tower=tower, supports=tuple(left), workers=tuple(home))
