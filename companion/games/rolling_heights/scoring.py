"""What ads and targets count on the finished map (RH-163 … RH-180)."""

from collections import Counter
from collections.abc import Callable
from functools import cache

from companion.games.rolling_heights.building import type_of
from companion.games.rolling_heights.city import (
    board_rows,
    ground_of,
    map_spaces,
    neighbours,
    place,
    position,
    tile_at,
)
from companion.games.rolling_heights.printed import ANY, SMALL, TYPE_SETS, TYPES, Question, need
from companion.games.rolling_heights.state import COLORS, Printed, State, Tile

AD_IDS = tuple(f"ad-{n}" for n in range(1, 13))
TARGET_IDS = tuple(f"target-{n}" for n in range(1, 14))
AD_KINDS = (
    "penalty-beside",
    "beside-types",
    "beside-types-and-spaces",
    "largest-group",
    "columns",
    "half-again",
    "most-penalty",
    "most-again",
    "majority",
    "tallest",
    "typed",
)
TARGET_KINDS = (
    "meeples",
    "beside-types",
    "mine-beside-theirs",
    "theirs-beside-mine",
    "beside-water",
    "wild-tokens",
    "typed",
)
SPACE_KINDS = ("water", "cost", "bonus", "empty")
TYPE_OR_ANY = (ANY, *TYPES)
NUMBERS = (*SMALL, "10", "11", "12")

Values = tuple[str, ...]


@cache
def kind_question(item: str) -> Question:
    """Which of the known kinds an ad or target is."""
    head, _, number = item.partition("-")
    return (f"{head}.{number}.kind", AD_KINDS if head == "ad" else TARGET_KINDS)


_PARTS: dict[str, Question] = {
    "mine": ("mine", TYPE_OR_ANY),
    "types": ("types", TYPE_SETS),
    "space": ("space", SPACE_KINDS),
    "what": ("what", TYPE_OR_ANY),
    "color": ("color", (*COLORS, ANY)),
    "points": ("points", NUMBERS),
}
_PARAMETERS = {
    "penalty-beside": ("mine", "types", "points"),
    "beside-types": ("mine", "types", "points"),
    "beside-types-and-spaces": ("mine", "types", "space", "points"),
    "largest-group": ("what", "points"),
    "columns": ("points",),
    "half-again": ("what",),
    "most-penalty": ("what", "points"),
    "most-again": ("what",),
    "majority": ("points",),
    "tallest": ("points",),
    "meeples": ("color", "points"),
    "mine-beside-theirs": ("points",),
    "theirs-beside-mine": ("points",),
    "beside-water": ("points",),
    "wild-tokens": ("points",),
}


@cache
def parameters(item: str, kind: str) -> tuple[Question, ...]:
    """What must be known of an ad or target of a kind."""
    head, _, number = item.partition("-")
    return tuple((f"{head}.{number}.{name}", _PARTS[name][1]) for name in _PARAMETERS[kind])


def ad_title(printed: Printed, item: str) -> str:
    """An ad or target in words: its number and, once known, what it scores."""
    kind = printed.get(kind_question(item)[0])
    name = item.replace("-", " ").capitalize()
    return f"{name}: {kind.replace('-', ' ')}" if kind else name


def points_of(state: State, item: str, kind: str, seat: int) -> tuple[int, str]:
    """What an ad or target brings a seat, and the rule that counts it; asks for what is not known."""
    values = need(state, *parameters(item, kind))
    count, rule = _COUNTERS[kind]
    return count(state, seat, values), rule


# ------------------------------------------------------------------------------------------------- counting


def _own(state: State, seat: int, kind: str = ANY, *, complete: bool = True) -> list[Tile]:
    mine = (t for t in state.tiles if t.owner == seat and (t.complete or not complete))
    return [t for t in mine if kind == ANY or type_of(state, t) == kind]


def _beside(state: State, tile: Tile) -> list[Tile]:
    """The plans orthogonally next to one (RH-164)."""
    around = neighbours(tile.space, board_rows(state))
    return [t for t in state.tiles if t.space in around]


def _pairs(state: State, seat: int, mine: str, types: str, *, complete: bool = True) -> int:
    wanted, own = types.split("+"), _own(state, seat, mine, complete=complete)
    return sum(type_of(state, n) in wanted for t in own for n in _beside(state, t))


def _penalty_beside(state: State, seat: int, values: Values) -> int:
    """Each pair of an own plan and a bad neighbour costs; the text does not ask for completed ones (RH-165)."""
    mine, types, each = values
    return -int(each) * _pairs(state, seat, mine, types, complete=False)


def _beside_types(state: State, seat: int, values: Values) -> int:
    """Each own completed building scores for each neighbour of the named types (RH-166, RH-176)."""
    mine, types, each = values
    return int(each) * _pairs(state, seat, mine, types)


def _beside_types_and_spaces(state: State, seat: int, values: Values) -> int:
    """The same with named spaces counted too (RH-167)."""
    mine, types, space, each = values
    rows = board_rows(state)
    around = [s for t in _own(state, seat, mine) for s in neighbours(t.space, rows)]
    return int(each) * (_pairs(state, seat, mine, types) + sum(_is_space(state, s, space) for s in around))


def _is_space(state: State, space: str, kind: str) -> bool:
    if kind == "empty":
        return tile_at(state, space) is None
    return kind in ground_of(state, space).split("+")


def _largest_group(state: State, seat: int, values: Values) -> int:
    """Points for each own completed building of the largest orthogonally connected group (RH-168)."""
    what, each = values
    return int(each) * largest_group(state, {t.space for t in _own(state, seat, what)})


def largest_group(state: State, spaces: set[str]) -> int:
    """The size of the largest orthogonally connected set among these spaces."""
    rows, best, left = board_rows(state), 0, set(spaces)
    while left:
        group, edge = set(), [left.pop()]
        while edge:
            space = edge.pop()
            group.add(space)
            near = left.intersection(neighbours(space, rows))
            left -= near
            edge += near
        best = max(best, len(group))
    return best


def _columns(state: State, seat: int, values: Values) -> int:
    """Points for each of the nine columns that holds an own completed building (RH-169)."""
    return int(values[0]) * len({place(t.space)[0] for t in _own(state, seat)})


def _half_again(state: State, seat: int, values: Values) -> int:
    """Half of the points of all qualifying own buildings, halved once and rounded down (RH-170)."""
    return sum(t.points for t in _own(state, seat, values[0])) // 2


def _fullest(state: State, what: str) -> list[int]:
    """The neighbourhoods with the most plans of a type, all of them if tied (RH-171, RH-172)."""
    rows = board_rows(state)
    plans = (t for t in state.tiles if what == ANY or type_of(state, t) == what)
    counts = Counter(position(t.space, rows) for t in plans)
    return [p for p, n in counts.items() if n == max(counts.values())]


def _most_penalty(state: State, seat: int, values: Values) -> int:
    """Each own plan, finished or not, in a fullest neighbourhood costs (RH-171)."""
    what, each = values
    rows, fullest = board_rows(state), _fullest(state, what)
    return -int(each) * sum(position(t.space, rows) in fullest for t in _own(state, seat, complete=False))


def _most_again(state: State, seat: int, values: Values) -> int:
    """The best own building in each fullest neighbourhood scores again (RH-172)."""
    rows = board_rows(state)
    own = _own(state, seat)
    return sum(
        max((t.points for t in own if position(t.space, rows) == p), default=0) for p in _fullest(state, values[0])
    )


def _majority(state: State, seat: int, values: Values) -> int:
    """In each neighbourhood everybody with the most completed buildings is paid (RH-173)."""
    return int(values[0]) * _leads(state, seat, len)


def _tallest(state: State, seat: int, values: Values) -> int:
    """In each neighbourhood everybody with the tallest completed building is paid (RH-174, A-15)."""
    return int(values[0]) * _leads(state, seat, lambda tiles: max((max(t.cubes) for t in tiles), default=0))


def _leads(state: State, seat: int, measure: Callable[[list[Tile]], int]) -> int:
    """In how many neighbourhoods the seat has most, ties included."""
    rows, won = board_rows(state), 0
    for board in range(6):
        done = [t for t in state.tiles if t.complete and position(t.space, rows) == board]
        best = [measure([t for t in done if t.owner == s]) for s in range(len(state.seats))]
        won += best[seat] > 0 and best[seat] == max(best)
    return won


def _meeples(state: State, seat: int, values: Values) -> int:
    """Every own meeple of a colour counts, whatever its state (RH-175)."""
    color, each = values
    mine = state.seats[seat].meeples
    return int(each) * (len(mine) if color == ANY else mine.count(color))


def _mine_beside_theirs(state: State, seat: int, values: Values) -> int:
    """An own completed building next to any opponent's completed one scores once (RH-177)."""
    mine = _own(state, seat)
    return int(values[0]) * sum(any(n.complete and n.owner != seat for n in _beside(state, t)) for t in mine)


def _theirs_beside_mine(state: State, seat: int, values: Values) -> int:
    """An opponent's completed building next to any own completed one scores once (RH-178)."""
    theirs = [t for t in state.tiles if t.complete and t.owner != seat]
    return int(values[0]) * sum(any(n.complete and n.owner == seat for n in _beside(state, t)) for t in theirs)


def _beside_water(state: State, seat: int, values: Values) -> int:
    """An own completed building next to water scores once (RH-179)."""
    rows, mine = board_rows(state), _own(state, seat)
    wet = [t for t in mine if any([ground_of(state, s) == "water" for s in neighbours(t.space, rows)])]
    return int(values[0]) * len(wet)


def _wild_tokens(state: State, seat: int, values: Values) -> int:
    """Unused tokens score for the target, and again as always (RH-180)."""
    return int(values[0]) * state.seats[seat].wild


def map_is_known(state: State) -> bool:
    """Whether all boards lie, so that ads and targets can be counted."""
    return None not in state.boards and bool(map_spaces(state))


_COUNTERS: dict[str, tuple[Callable[[State, int, Values], int], str]] = {
    "penalty-beside": (_penalty_beside, "RH-165"),
    "beside-types": (_beside_types, "RH-166"),
    "beside-types-and-spaces": (_beside_types_and_spaces, "RH-167"),
    "largest-group": (_largest_group, "RH-168"),
    "columns": (_columns, "RH-169"),
    "half-again": (_half_again, "RH-170"),
    "most-penalty": (_most_penalty, "RH-171"),
    "most-again": (_most_again, "RH-172"),
    "majority": (_majority, "RH-173"),
    "tallest": (_tallest, "RH-174"),
    "meeples": (_meeples, "RH-175"),
    "mine-beside-theirs": (_mine_beside_theirs, "RH-177"),
    "theirs-beside-mine": (_theirs_beside_mine, "RH-178"),
    "beside-water": (_beside_water, "RH-179"),
    "wild-tokens": (_wild_tokens, "RH-180"),
}
