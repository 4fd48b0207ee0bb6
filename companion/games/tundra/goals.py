"""Common and personal goals: what counts for each, and which tier it reaches (TU-250 … TU-259, TU-280 … TU-287)."""

from collections import Counter
from collections.abc import Callable

from companion.games.tundra.effects import RESOURCES
from companion.games.tundra.gathering import pieces
from companion.games.tundra.hexes import largest_group, longest_line
from companion.games.tundra.printed import MAJORITY_KEYS
from companion.games.tundra.state import BARE, TOWERS, WORKERS, Player, State, by_hex, city_cards, settlements
from companion.words import say

Tiers = tuple[tuple[int, int], ...]
"""(how many are needed, victory points), the lowest first."""

COMMON_TIERS: dict[str, tuple[tuple[int, ...], str, str]] = {
    "cards": ((3, 5, 7), "TU-250", "city cards"),
    "upgrades": ((2, 3, 4), "TU-251", "upgraded boards"),
    "berries": ((10, 15, 20), "TU-252", "berries"),
    "towers": ((2, 3, 4), "TU-253", "towers on the map"),
    "workers": ((2, 4, 6), "TU-254", "workers on the map"),
    "firewood": ((2, 3, 4), "TU-255", "firewood glades with own pieces"),
    "stone": ((2, 3, 4), "TU-256", "stone glades with own pieces"),
    "peat": ((2, 3, 4), "TU-257", "peat glades with own pieces"),
    "resources": ((6, 12, 18), "TU-259", "resources"),
}
COMMON_POINTS = (2, 4, 6)

PERSONAL_TIERS: dict[str, tuple[Tiers, str, str]] = {
    "tower-chain": (((2, 2), (3, 5), (4, 9)), "TU-280", "towers in the largest group"),
    "tile-types": (((2, 4), (3, 8), (4, 10)), "TU-281", "types of tiles with two or more own pieces"),
    "workers-at-home": (((2, 4), (4, 10), (6, 17)), "TU-282", "workers in the bank"),
    "workers-at-towers": (((2, 2), (4, 5), (6, 9)), "TU-283", "workers beside own towers"),
    "edge": (((6, 4), (8, 10), (10, 17)), "TU-284", "pieces on edge glades"),
    "cards-and-boards": (((4, 2), (7, 5), (11, 9)), "TU-285", "city cards and upgraded boards"),
    "towers-at-home": (((2, 4), (3, 10), (4, 17)), "TU-286", "towers in the bank"),
}


def best(tiers: Tiers, count: int) -> int:
    """The points of the highest tier that a count reaches, 0 below the lowest (TU-137)."""
    return max((points for need, points in tiers if count >= need), default=0)


def common_tiers(goal: str) -> Tiers:
    """The tiers of a common goal."""
    return tuple(zip(COMMON_TIERS[goal][0], COMMON_POINTS, strict=True))


def tiers_text(goal: str) -> str:
    """What a common goal asks for: "10/15/20 berries"."""
    needs, _, what = COMMON_TIERS[goal]
    return say("{tiers} {what}", tiers="/".join(str(n) for n in needs), what=what)


def common_count(state: State, seat: int, goal: str) -> int:
    """What a player has for a common goal at this moment (TU-141)."""
    player = state.players[seat]
    if goal in RESOURCES:
        glades = by_hex(state.tiles)
        # A glade counts once however many pieces it holds (TU-258).
        return sum(1 for where in pieces(player) if where in glades and glades[where].shows == goal)
    return _COUNTS[goal](player)


_COUNTS: dict[str, Callable[[Player], int]] = {
    "cards": lambda player: len(city_cards(player)),
    "upgrades": lambda player: sum(board.upgraded for board in player.boards),
    "berries": lambda player: player.berries,
    "towers": lambda player: len(player.towers),
    "workers": lambda player: len(player.workers),
    "resources": lambda player: sum(player.goods),
}


def common_points(state: State, seat: int, goal: str) -> int:
    """The victory points a common goal would give a player now."""
    return best(common_tiers(goal), common_count(state, seat, goal))


def personal_tiers(state: State, goal: str) -> Tiers:
    """The tiers of a personal goal; those of the majority goal were asked for (TU-287)."""
    if goal != "majority":
        return PERSONAL_TIERS[goal][0]
    values = [state.printed.number(key) for key in MAJORITY_KEYS]
    return tuple(zip(values[::2], values[1::2], strict=True))


def personal_count(state: State, seat: int, goal: str) -> int:
    """What a player has for a personal goal at scoring."""
    player = state.players[seat]
    if goal == "tower-chain":
        return (longest_line if state.house.tower_chain == "line" else largest_group)(player.towers)
    if goal == "tile-types":
        return _types(state, seat)
    if goal == "majority":
        return _majorities(state, seat)
    counts = {
        "workers-at-home": WORKERS - len(player.workers),
        "workers-at-towers": sum(where in player.towers for where in player.workers),
        "edge": sum(n for where, n in pieces(player).items() if where in state.edges),
        "cards-and-boards": len(city_cards(player)) + sum(board.upgraded for board in player.boards),
        "towers-at-home": TOWERS - len(player.towers),
    }
    return counts[goal]


def _types(state: State, seat: int) -> int:
    """How many of the five types of tiles hold two or more pieces of the player in total (TU-281)."""
    glades, homes = by_hex(state.tiles), settlements(state)
    totals: Counter[str] = Counter()
    for where, n in pieces(state.players[seat]).items():
        totals["settlement" if where in homes else glades[where].shows] += n
    return sum(totals[kind] >= 2 for kind in ("settlement", *RESOURCES, BARE))


def _majorities(state: State, seat: int) -> int:
    """On how many tiles the player has strictly more pieces than another player, or than every other (TU-287)."""
    own = pieces(state.players[seat])
    others = [pieces(player) for other, player in enumerate(state.players) if other != seat]
    enough = any if state.house.majority == "another" else all
    return sum(enough(n > other[where] for other in others) for where, n in own.items())
