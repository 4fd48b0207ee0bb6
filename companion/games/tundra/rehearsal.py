"""An invented copy whose printed values are all known, for games played by chance and for tests."""

from companion.games.tundra.printed import COMMON_GOALS, PRICE_PARTS

SIDES = {
    "architecture.basic": "build-2 build-2 place-2 place-2 place-2 place-2",
    "architecture.upgraded": "build-4 build-4 place-3 place-3 sell sell",
    "travel.basic": "mp-2 mp-2 mp-2 mp-1 mp-1 mp-1",
    "travel.upgraded": "mp-4 mp-4 mp-3 mp-3 mp-2 mp-2",
    "gathering.basic": "gather-4 gather-4 gather-3 gather-3 gather-2 gather-2",
    "gathering.upgraded": "any-4 any-4 gather-4 gather-4 gather-3 gather-3",
    "trade.basic": "card-1+berry-1 card-1+berry-1 card-1+berry-1 " + "berry-2+upgrade-4 " * 3,
    "trade.upgraded": "renew+card-1+berry-2 " * 3 + "berry-6+upgrade-4 " * 3,
}
PRICES = {"architecture": "2 0 0 0 0", "travel": "0 2 0 0 0", "gathering": "0 0 2 0 0", "trade": "0 0 0 2 1"}
WHITE = {"berries": "123", "resources": "456", "towers": "246"}
STARTS = {"berries": 6, "firewood": 2, "stone": 2, "peat": 2, "vp": 0}
COLORS = {"elisabeth": "red", "polkan": "blue", "sophia": "green", "hammy": "yellow"}
HOMES: dict[int, tuple[str, ...]] = {2: ("C6", "J5"), 3: ("C6", "J5", "G3"), 4: ("C6", "J5", "G3", "G8")}
BEGINNINGS = {"C6": ("D5", "D6"), "J5": ("I5", "I6"), "G3": ("F4", "G4"), "G8": ("G7", "H7")}
MIDDLE = tuple(f"{column}{row}" for row in (5, 6) for column in "DEFGHI")
_NORTH, _SOUTH = ("D4", "E4", "F4", "G4", "H4", "I4"), ("D7", "E7", "F7", "G7", "H7", "I7")
MORE: dict[int, tuple[str, ...]] = {2: (), 3: _NORTH, 4: (*_NORTH, *_SOUTH)}


def layout(seats: int) -> dict[str, str]:
    """The layout for so many players."""
    glades = {*MIDDLE, *MORE[seats]}
    starts = {where for home in HOMES[seats] for where in BEGINNINGS[home]}
    found = {where: "start" if where in starts else "glade" for where in glades}
    found |= dict.fromkeys(HOMES[seats], "settlement")
    return {f"layout.{seats}.{where}": what for where, what in found.items()}


def copy_of(seats: int = 2) -> dict[str, str]:
    """All printed values of an invented copy, with the layout for so many players."""
    found = {f"start.{thing}": str(n) for thing, n in STARTS.items()}
    found |= {f"color.{name}": color for name, color in COLORS.items()}
    for side, effects in SIDES.items():
        found |= {f"board.{side}.{6 - i}": word for i, word in enumerate(effects.split())}
    for board, price in PRICES.items():
        found |= {f"price.{board}.{part}": n for part, n in zip(PRICE_PARTS, price.split(), strict=True)}
    for goal in COMMON_GOALS:
        found |= {f"goal.{goal}.{n}": "yes" if str(n) in WHITE.get(goal, "135") else "no" for n in range(1, 7)}
    for n in range(1, 41):
        found[f"city.c{n:02}.kind"] = "advisor" if n <= 10 else "enhancement"
        found |= {f"city.c{n:02}.do": "berry-2"} if n <= 10 else {f"city.c{n:02}.row{v}": "mp-1" for v in range(1, 7)}
    for n in range(1, 17):
        found |= {f"starter.s{n:02}.row{v}": "peat-1" if v <= 3 else "nothing" for v in range(1, 7)}
    return found | layout(seats)


def made_up_copy() -> dict[str, str]:
    """The invented copy with its layouts for every number of players."""
    return copy_of(2) | layout(3) | layout(4)
