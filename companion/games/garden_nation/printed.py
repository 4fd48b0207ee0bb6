"""What is printed on this copy of the game: spaces, projects, missions and the table of inhabitants.

All values are shipped; two spaces are told differently by different sources, so each value can be corrected.
"""

import json
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from companion.errors import IllegalEvent
from companion.words import say

DIRECTIONS = ("C", "TL", "TR", "R", "BR", "BL", "L")
LANDS = ("yellow", "green", "red")
BRAMBLE = "bramble"
COST_OF_BRAMBLES = 5


@cache
def shipped() -> dict[str, Any]:
    """The values that come with the companion."""
    text = files("companion.games.garden_nation").joinpath("catalogue.json").read_text(encoding="utf-8")
    values: dict[str, Any] = json.loads(text)
    return values


ROOFS: int = shipped()["counts"]["roofs"]
TOKENS_PER_LAND: int = shipped()["counts"]["bramble tokens of each land"]
LAP: int = shipped()["counts"]["score track"]
FLOORS: dict[int, int] = {int(seats): floors for seats, floors in shipped()["floors"].items()}
FIRST_PEOPLE: int = shipped()["inhabitants"]["first"]
OTHER_PEOPLE: int = shipped()["inhabitants"]["others"]


@dataclass(frozen=True, slots=True)
class Space:
    """A printed space: its land (``""`` = bramble) and what the first floor costs."""

    land: str
    cost: int


@dataclass(frozen=True, slots=True)
class Project:
    """A common project."""

    id: str
    name: str
    kind: str
    land: str
    floors: tuple[int, ...]
    """Least floors of the buildings, the tallest first (GN-066)."""
    points: int
    empty: str = ""
    """The land of the unoccupied space beside it."""


@dataclass(frozen=True, slots=True)
class Mission:
    """A secret mission."""

    id: str
    name: str
    kind: str
    points: int
    copies: int
    land: str = ""
    floors: int = 0
    regions: tuple[int, ...] = ()
    """Numbers of the regions to control, counted from 1 as printed."""
    both: int = 0
    """Points for controlling both."""


@dataclass(frozen=True, slots=True)
class Printed:
    """Everything printed on this copy."""

    entries: tuple[tuple[str, str], ...]
    """What was corrected."""
    regions: tuple[tuple[Space, ...], ...]
    """The spaces of each region in the order of the directions, before any rotation."""
    projects: tuple[Project, ...]
    missions: tuple[Mission, ...]
    inhabitants: tuple[tuple[int, int], ...]
    """(from so many inhabitants, points), rising (GN-098)."""

    def project(self, word: str) -> Project:
        """The project of this word."""
        return next(project for project in self.projects if project.id == word)

    def mission(self, word: str) -> Mission:
        """The mission of this word."""
        return next(mission for mission in self.missions if mission.id == word)

    def people_points(self, people: int) -> int:
        """Points for so many inhabitants at the end; fewer than the table's first number count like it."""
        reached = [points for least, points in self.inhabitants if least <= people]
        return reached[-1] if reached else self.inhabitants[0][1]


# ------------------------------------------------------------------------------------------------ names and values

PROJECT_IDS: tuple[str, ...] = tuple(project["id"] for project in shipped()["projects"])
MISSION_IDS: tuple[str, ...] = tuple(mission["id"] for mission in shipped()["missions"])
CONTROL_IDS = tuple(mission["id"] for mission in shipped()["missions"] if mission["kind"] == "majority")
PEOPLE_STEPS: tuple[int, ...] = tuple(least for least, _ in shipped()["inhabitants_points"])

COSTS = tuple(str(n) for n in range(1, 6))
POINTS = tuple(str(n) for n in range(1, 21))
PEOPLE_POINTS = tuple(str(n) for n in range(-40, 21))
_KEYS: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = tuple(
    (re.compile(pattern), words)
    for pattern, words in (
        (r"space\.[1-7]\.(C|TL|TR|R|BR|BL|L)\.cost", COSTS),
        (r"space\.[1-7]\.(C|TL|TR|R|BR|BL|L)\.land", (*LANDS, BRAMBLE)),
        (rf"project\.({'|'.join(PROJECT_IDS)})\.points", POINTS),
        (rf"mission\.({'|'.join(MISSION_IDS)})\.points", POINTS),
        (rf"mission\.({'|'.join(CONTROL_IDS)})\.both", POINTS),
        (rf"inhabitants\.({'|'.join(str(step) for step in PEOPLE_STEPS)})", PEOPLE_POINTS),
    )
)


def allowed(key: str) -> tuple[str, ...]:
    """The words a printed value can have; an unknown key is refused."""
    for pattern, words in _KEYS:
        if pattern.fullmatch(key):
            return words
    raise IllegalEvent(say("Garden Nation knows no printed value called {key!r}; remove it.", key=key))


# ------------------------------------------------------------------------------------------------ reading


def read_printed(values: Mapping[str, str]) -> Printed:
    """The shipped values with what this copy shows instead."""
    for key, word in values.items():
        if word not in allowed(key):
            raise IllegalEvent(say("{key} cannot be {word!r}; correct the printed value.", key=key, word=word))
    return Printed(
        entries=tuple(values.items()),
        regions=tuple(_region(number, values) for number in range(1, 8)),
        projects=tuple(_project(entry, values) for entry in shipped()["projects"]),
        missions=tuple(_mission(entry, values) for entry in shipped()["missions"]),
        inhabitants=tuple(
            (least, int(values.get(f"inhabitants.{least}", points)))
            for least, points in shipped()["inhabitants_points"]
        ),
    )


def _region(number: int, values: Mapping[str, str]) -> tuple[Space, ...]:
    spaces = []
    for direction in DIRECTIONS:
        land, _, cost = shipped()["regions"][str(number)][direction].partition(" ")
        land = values.get(f"space.{number}.{direction}.land", land)
        cost = values.get(f"space.{number}.{direction}.cost", cost or str(COST_OF_BRAMBLES))
        spaces.append(Space("" if land == BRAMBLE else land, int(cost)))
    count = Counter(space.land for space in spaces)
    if count != {"": 1, **dict.fromkeys(LANDS, 2)}:
        text = "Region {n} needs two yellow, two green, two red spaces and one bramble; correct its lands."
        raise IllegalEvent(say(text, n=number), "GN-004")
    return tuple(spaces)


def _project(entry: Mapping[str, Any], values: Mapping[str, str]) -> Project:
    points = int(values.get(f"project.{entry['id']}.points", entry["points"]))
    floors = tuple(entry["min"])
    return Project(entry["id"], entry["name"], entry["kind"], entry["land"], floors, points, entry.get("empty", ""))


def _mission(entry: Mapping[str, Any], values: Mapping[str, str]) -> Mission:
    stem = f"mission.{entry['id']}"
    return Mission(
        id=entry["id"],
        name=entry["name"],
        kind=entry["kind"],
        points=int(values.get(f"{stem}.points", entry["points"])),
        copies=entry["copies"],
        land=entry.get("land", ""),
        floors=entry.get("min", 0),
        regions=tuple(entry.get("regions", ())),
        both=int(values.get(f"{stem}.both", entry.get("both", 0))),
    )
