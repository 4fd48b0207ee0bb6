"""Printed values of this copy: what is shipped, what was entered, and what must be asked for (never 0 by default)."""

import json
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import resources
from itertools import combinations

from companion.games.rolling_heights.state import COLORS, MATERIALS, Printed, State
from companion.games.rolling_heights.wording import color_name

Question = tuple[str, tuple[str, ...]]
"""The key of a printed value and the words it may have."""

TYPES = ("park", "civic", "residential", "commercial", "industrial")
STACKS = 8
TALLEST = 10
REWARDS = 3
TILES_IN_BOX = 78
FEWEST = 18
"""Each level surely has so many tiles."""
PARTS = ("cubes", "meeples", "tokens", "board", "tiles", "market", "plan", "ad", "target")
"""What keys of printed values begin with."""


class Missing(Exception):
    """Printed values that an event needs are not known; the form asks for them."""

    def __init__(self, form: tuple[Question, ...], slot: str = "") -> None:
        super().__init__(form)
        self.form = form
        self.slot = slot
        """The market slot (or space) whose plan must be named, when the form is empty."""


@cache
def shipped() -> Mapping[str, str]:
    """The values that the rulebook's text gives; a lost one is null there and absent here."""
    text = resources.files(__package__).joinpath("catalogue.json").read_text(encoding="utf-8")
    return {key: str(value) for key, value in json.loads(text).items() if value is not None}


def need(state: State, *questions: Question) -> tuple[str, ...]:
    """The values asked for; raises Missing with a form of those that are unknown or not sensible."""
    word = state.printed.word
    values = [word(key) for key, _ in questions]
    for value, (_, allowed) in zip(values, questions, strict=True):
        if value not in allowed:
            raise Missing(tuple(q for q in questions if word(q[0]) not in q[1]))
    return tuple(values)


def known(state: State, question: Question) -> str | None:
    """The value, or None while nobody has entered it."""
    value = state.printed.word(question[0])
    return value if value in question[1] else None


def _numbers(low: int, high: int) -> tuple[str, ...]:
    return tuple(str(n) for n in range(low, high + 1))


def _subsets(words: tuple[str, ...], sizes: range) -> tuple[str, ...]:
    return tuple("+".join(c) for n in sizes for c in combinations(words, n))


ANY = "any"
TYPE_SETS = _subsets(TYPES, range(1, 6))
STACK_WORDS = ("none", *(f"{m}-{h}" for m in MATERIALS for h in range(1, TALLEST + 1)))
REWARD_WORDS = ("none", *_subsets(COLORS, range(1, 3)))
POINT_WORDS = (*_numbers(0, 40), "varies", "within")
ABILITIES = (
    "none",
    *MATERIALS,
    "points",
    "spending",
    "wild",
    *(f"points-per-{t}" for t in TYPES),
    *(f"points-per-{t}-within-3" for t in TYPES),
    *(f"points-per-hard-{c}" for c in COLORS),
    "points-per-empty-neighbour",
    "convert-brown",
    "convert-navy-gray",
    "other",
)
GROUND = ("land", "water", "cost", "bonus", "cost+bonus")
SMALL = _numbers(1, 9)
STRENGTHS = _numbers(0, 9)
ROWS: Question = ("board.rows", _numbers(2, 6))
LEVEL_ONE: Question = ("tiles.level-1", _numbers(FEWEST, TILES_IN_BOX - FEWEST))


@cache
def market_cost(slot: str) -> Question:
    """The number of cubes printed beside a slot such as ``1-4``."""
    return (f"market.{slot}", STRENGTHS)


@cache
def ground(cell: str) -> Question:
    """Land, water, a cost icon, a bonus, or both, on one space of a board's face."""
    return (cell, GROUND)


@cache
def ground_cost(cell: str) -> Question:
    """The cost printed on a space."""
    return (f"{cell}.cost", SMALL)


@cache
def ground_bonus(cell: str) -> tuple[Question, Question]:
    """The points of a space and the building types that score them."""
    return ((f"{cell}.points", SMALL), (f"{cell}.types", TYPE_SETS))


@cache
def plan_kind(plan: str) -> tuple[Question, Question]:
    """The level on the back and the building type of a plan."""
    return ((f"plan.{plan}.type", TYPES), (f"plan.{plan}.level", ("1", "2")))


@cache
def plan_stacks(plan: str) -> tuple[Question, ...]:
    """The stacks of a plan: a material and a height each."""
    return tuple((f"plan.{plan}.stack.{n}", STACK_WORDS) for n in range(1, STACKS + 1))


@cache
def plan_reward(plan: str) -> tuple[Question, ...]:
    """What completing a plan brings: points and meeples."""
    meeples = ((f"plan.{plan}.meeple.{n}", REWARD_WORDS) for n in range(1, REWARDS + 1))
    return ((f"plan.{plan}.points", POINT_WORDS), *meeples)


@cache
def plan_within(plan: str) -> tuple[Question, Question]:
    """For points that count own buildings of a type within three steps: the type and the points for each."""
    return ((f"plan.{plan}.within.type", TYPES), (f"plan.{plan}.within.points", SMALL))


@cache
def plan_ability(plan: str) -> Question:
    """What the purple ability of a plan does."""
    return (f"plan.{plan}.ability", ABILITIES)


@cache
def plan_strength(plan: str) -> tuple[Question, Question]:
    """The weak and the strong value of a purple ability."""
    return ((f"plan.{plan}.weak", STRENGTHS), (f"plan.{plan}.strong", STRENGTHS))


@lru_cache(maxsize=64)
def plan_names(printed: Printed) -> tuple[str, ...]:
    """All plans this copy's catalogue knows anything about."""
    return tuple(sorted({key.split(".")[1] for key in printed if key.startswith("plan.") and key.count(".") >= 2}))


def plan_title(printed: Printed, plan: str) -> str:
    """The name of a plan as printed, or as well as its word allows."""
    return printed.get(f"plan.{plan}.name") or plan.replace("-", " ").title()


_PARTS = {
    "type": "building type",
    "level": "level on the back",
    "points": "points",
    "ability": "purple ability",
    "weak": "ability when steady",
    "strong": "ability when hard",
    "cost": "cost printed on the space",
    "types": "types that score the bonus",
    "rows": "rows of one board",
    "level-1": "level 1 tiles in the box",
    "kind": "what it scores",
    "mine": "your buildings that count",
    "space": "spaces that count too",
    "color": "meeples that count",
    "what": "what is counted",
}


def key_label(printed: Printed, key: str) -> str:
    """A key in words: ``plan.city-hall.points`` is "City Hall: points"."""
    head, *rest = key.split(".")
    if head == "plan" and len(rest) >= 2:
        last = rest[-1]
        part = _PARTS.get(last) or f"{rest[-2]} {last}"
        return f"{plan_title(printed, rest[0])}: {part}"
    if head == "market":
        level, _, slot = rest[0].partition("-")
        return f"cost at market {level}, slot {slot}"
    if head == "board" and len(rest) >= 2:
        part = _PARTS.get(rest[2], rest[2]) if len(rest) > 2 else "what is printed there"
        return f"board {rest[0]}, space {rest[1]}: {part}"
    if head in ("ad", "target") and len(rest) >= 2:
        return f"{head} {rest[0]}: {_PARTS.get(rest[1], rest[1])}"
    if head == "meeples":
        return f"{color_name(rest[0])} meeples in the box"
    return _PARTS.get(rest[-1], key) if rest else key
