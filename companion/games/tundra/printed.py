"""Values printed on this copy of the game: the shipped ones, the asked ones, and which words each may have.

The rulebook's pictures are lost, so most values are unknown at first; each is asked when it is needed.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from companion.games.tundra.effects import BY_HAND, COMMON, RESOURCES, describe, is_effect, joined
from companion.games.tundra.hexes import is_field
from companion.games.tundra.titles import CHARACTERS, SPECIAL
from companion.model import Catalogue
from companion.words import say

BOARDS = ("architecture", "travel", "gathering", "trade")
PRICE_PARTS = (*RESOURCES, "same", "any")
START_KEYS = ("start.berries", *(f"start.{r}" for r in RESOURCES), "start.vp")
COMMON_GOALS = ("cards", "upgrades", "berries", "towers", "workers", *RESOURCES, "resources")
PERSONAL_GOALS = (
    "tower-chain",
    "tile-types",
    "workers-at-home",
    "workers-at-towers",
    "edge",
    "cards-and-boards",
    "towers-at-home",
    "majority",
)
MAJORITY_KEYS = tuple(f"personal.majority.{what}{tier}" for tier in (1, 2, 3) for what in ("need", "vp"))
COLORS = (
    "red",
    "orange",
    "yellow",
    "green",
    "blue",
    "purple",
    "pink",
    "magenta",
    "brown",
    "navy-gray",
    "grey",
    "black",
    "ivory",
    "white",
    "plain",
)
"""What the dice of a character may look like; plain = the camera need not tell their colour."""

_SIDES: Mapping[str, tuple[str, ...]] = {
    "architecture.basic": ("build-2", "place-2"),
    "architecture.upgraded": ("build-4", "place-3", "sell"),
    "travel.basic": ("mp-2", "mp-1"),
    "travel.upgraded": ("mp-6", "mp-5", "mp-4", "mp-3", "mp-2"),
    "gathering.basic": ("gather-4", "gather-3", "gather-2"),
    "gathering.upgraded": ("any-4", "gather-6", "gather-5", "gather-4", "gather-3"),
    "trade.basic": ("card-1+berry-1", "berry-2+upgrade-4"),
    "trade.upgraded": (
        *(f"card-1+berry-{n}" for n in range(1, 7)),
        *(f"renew+card-1+berry-{n}" for n in range(1, 7)),
        "berry-6+upgrade-4",
        "renew+berry-6+upgrade-4",
        "renew+berry-6",
    ),
}
"""What the rows of each side can do, as far as the rulebook names it."""


def numbers(first: int, last: int) -> tuple[str, ...]:
    """The words of the numbers from first to last."""
    return tuple(str(n) for n in range(first, last + 1))


_YES_NO = ("yes", "no")
_DOTS = ("0", "3", "4")
_PATTERNS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r"start\.berries", numbers(0, 20)),
    (r"start\.vp", numbers(0, 10)),
    (rf"start\.({'|'.join(RESOURCES)})", numbers(0, 10)),
    (rf"color\.({'|'.join(CHARACTERS)})", COLORS),
    (rf"price\.({'|'.join(BOARDS)})\.({'|'.join(PRICE_PARTS)})", numbers(0, 10)),
    (rf"goal\.({'|'.join(COMMON_GOALS)})\.[1-6]", _YES_NO),
    (rf"(goal\.({'|'.join(COMMON_GOALS)})|personal\.({'|'.join(PERSONAL_GOALS)}))\.dots", ("0", "3")),
    (rf"title\.({'|'.join(SPECIAL)})\.dots", ("0", "3")),
    (r"(starter\.s(0[1-9]|1[0-6])|glade\.g(0[1-9]|1\d|2[0-4]))\.dots", _DOTS),
    (r"city\.c(0[1-9]|[123]\d|40)\.kind", ("advisor", "enhancement")),
    (r"city\.c(0[1-9]|[123]\d|40)\.(do|row[1-6])", COMMON),
    (r"starter\.s(0[1-9]|1[0-6])\.row[1-6]", COMMON),
    (r"glade\.g(0[1-9]|1\d|2[0-4])\.resource", (*RESOURCES, "bare")),
    (r"glade\.g(0[1-9]|1\d|2[0-4])\.bonus", COMMON),
    (r"personal\.majority\.need[123]", numbers(1, 24)),
    (r"personal\.majority\.vp[123]", numbers(1, 20)),
    (r"layout\.(2|[34](-alternate)?)\.[A-M]\d{1,2}", ("settlement", "start", "glade")),
    (r"edge\.(2|[34](-alternate)?)\.[A-M]\d{1,2}", ("yes",)),
)
_COMPILED = tuple((re.compile(pattern), words) for pattern, words in _PATTERNS)
_FREE = re.compile(r"(city|starter)\..*\.(do|row[1-6])|glade\..*\.bonus|board\.trade\.upgraded\.[1-6]")
_ROW = re.compile(r"board\.(\w+\.(?:basic|upgraded))\.[1-6]")


@cache
def words_for(key: str) -> tuple[str, ...]:
    """The words a printed value may have; () for a key that does not exist."""
    row = _ROW.fullmatch(key)
    if row is not None:
        return (*_SIDES.get(row[1], ()), *((BY_HAND,) if row[1].endswith("upgraded") else ()))
    if key.startswith(("layout.", "edge.")) and not is_field(key.rpartition(".")[2]):
        return ()
    return next((words for pattern, words in _COMPILED if pattern.fullmatch(key)), ())


@cache
def is_free(key: str) -> bool:
    """Whether any effect word can be typed for this value."""
    return _FREE.fullmatch(key) is not None


def fits(key: str, value: str) -> bool:
    """Whether a printed value may have this word."""
    words = words_for(key)
    return value in words or (bool(words) and is_free(key) and is_effect(value))


@dataclass(frozen=True, slots=True)
class Printed:
    """The values known of this copy, hashable; ``known`` is the same as a mapping."""

    pairs: tuple[tuple[str, str], ...]
    known: Mapping[str, str] = field(compare=False, repr=False)
    cards: Mapping[str, str] = field(compare=False, repr=False)
    """What is known of each card in words, by its number."""
    city: tuple[str, ...] = field(compare=False, repr=False)
    starters: tuple[str, ...] = field(compare=False, repr=False)

    def get(self, key: str) -> str:
        """The value, or "" if it is not known yet."""
        return self.known.get(key, "")

    def number(self, key: str) -> int:
        """The value as a number; only for a known one."""
        return int(self.known[key])

    def lacks(self, keys: Iterable[str]) -> tuple[str, ...]:
        """Those of the keys that are not known."""
        return tuple(key for key in keys if key not in self.known)

    def learn(self, values: Mapping[str, str]) -> "Printed":
        """The values with further ones."""
        return _printed({**self.known, **values})

    def is_in_play(self, what: str, seats: int) -> bool:
        """Whether the dots on a card or tile, if known, let it be used with this many players (TU-011)."""
        return int(self.known.get(f"{what}.dots", "0")) <= seats

    def playable(self, kind: str, names: Iterable[str], seats: int, needed: int = 1) -> tuple[str, ...]:
        """Those that the dots let in; all of them if the dots cannot be right because too few would be left."""
        every = tuple(names)
        found = tuple(name for name in every if self.is_in_play(f"{kind}.{name}", seats))
        return found if len(found) >= needed else every


def _printed(values: Mapping[str, str]) -> Printed:
    pairs = tuple(sorted(values.items()))
    cards = _describe_cards(pairs)
    city = tuple(card for card in cards if card[0] == "c")
    return Printed(pairs, dict(values), cards, city, tuple(card for card in cards if card[0] == "s"))


def _describe_cards(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    texts: dict[str, list[str]] = {}
    for key, value in pairs:
        if key.startswith(("city.", "starter.")):
            _, card, what = key.split(".")
            said = texts.setdefault(card, [])
            if what == "kind":
                said.insert(0, value)
            elif what != "dots":
                said.append(
                    describe(value) if what == "do" else say("row {row}: {what}", row=what[3:], what=describe(value))
                )
    return {
        card: say("{card}: {what}", card=card, what=joined("{first}, {second}", said or ["?"]))
        for card, said in texts.items()
    }


@cache
def shipped() -> Mapping[str, str]:
    """What the rulebook's text says for certain."""
    text = (Path(__file__).parent / "catalogue.json").read_text(encoding="utf-8")
    return {key: value for key, value in json.loads(text).items() if value is not None}


def printed_of(catalogue: Catalogue) -> Printed:
    """The shipped values and those of this copy; what does not fit is left out and will be asked."""
    return _printed({**shipped(), **{key: value for key, value in catalogue.items() if fits(key, value)}})


def row_key(board: str, side: str, value: int) -> str:
    """The key of one row of an order board."""
    return f"board.{board}.{side}.{value}"


def side_keys(board: str, side: str) -> tuple[str, ...]:
    """The keys of all rows of one side of an order board, 6 first as printed (TU-006)."""
    return tuple(row_key(board, side, value) for value in range(6, 0, -1))


def card_key(card: str, value: int) -> str:
    """The key of one row of an enhancement card."""
    return f"{'starter' if card.startswith('s') else 'city'}.{card}.row{value}"


def price_keys(board: str) -> tuple[str, ...]:
    """The keys of the price of an upgrade."""
    return tuple(f"price.{board}.{part}" for part in PRICE_PARTS)


def layout_of(printed: Printed, variant: str) -> dict[str, str]:
    """The known fields of a layout: settlement, start or glade."""
    prefix = f"layout.{variant}."
    return {key[len(prefix) :]: value for key, value in printed.pairs if key.startswith(prefix)}


def edges_of(printed: Printed, variant: str) -> tuple[str, ...]:
    """The known fields of a layout that lie next to the rim of the board."""
    prefix = f"edge.{variant}."
    return tuple(key[len(prefix) :] for key, _ in printed.pairs if key.startswith(prefix))


def problems(printed: Printed) -> tuple[str, ...]:
    """What cannot be right in lists that look complete, one sentence each."""
    found: list[str] = []
    for kind, count, wanted in (("glade", 24, {"0": 12, "3": 6, "4": 6}), ("starter", 16, {"0": 8, "3": 4, "4": 4})):
        dots = [v for k, v in printed.pairs if k.startswith(f"{kind}.") and k.endswith(".dots")]
        counts = {d: dots.count(d) for d in wanted}
        if len(dots) == count and counts != wanted:
            text = "The {kind} list cannot be right: {a} have no dots, {b} have three and {c} have four."
            found.append(say(text, kind=kind, a=wanted["0"], b=wanted["3"], c=wanted["4"]))
    goals = [v for k, v in printed.pairs if k.startswith("goal.") and k.endswith(".dots")]
    if len(goals) == len(COMMON_GOALS) and goals.count("3") != 3:
        found.append("The dots of the common goals cannot be right: three of the nine cards carry them.")
    return tuple(found)


@cache
def card_ids(kind: str) -> tuple[str, ...]:
    """The companion's numbers for cards: ``city`` c01 … c40, ``starter`` s01 … s16."""
    return tuple(f"c{n:02}" for n in range(1, 41)) if kind == "city" else tuple(f"s{n:02}" for n in range(1, 17))
