"""What boards, cards and towers do, written as one word: ``berry-2+upgrade-4``, ``mp-1|peat-1``, ``same-2>vp-1``.

``+`` joins parts, ``|`` separates choices, ``>`` pays the left for the right. The words stand in the catalogue.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, reduce

from companion.errors import IllegalEvent
from companion.words import say

RESOURCES = ("firewood", "stone", "peat")
GAINS = (*RESOURCES, "berry", "vp")
"""Parts that need no choice: they are simply booked."""
PAYABLE = (*RESOURCES, "berry", "same", "any")
CHOOSABLE = ("any", "same", "mp", "worker", "card", "upgrade", "renew", "build", "place", "sell", "gather", "hand")
NOTHING = "nothing"
BY_HAND = "hand"

_PART = re.compile(r"([a-z]+)(?:-([1-9]\d?))?")
_MOST = 20

_NOUNS = {
    "mp": ("{n} movement point", "{n} movement points"),
    "berry": ("{n} berry", "{n} berries"),
    "firewood": ("{n} firewood", "{n} firewood"),
    "stone": ("{n} stone", "{n} stone"),
    "peat": ("{n} peat", "{n} peat"),
    "any": ("{n} resource of any type", "{n} resources of any types"),
    "same": ("{n} resource of one type", "{n} resources of one type"),
    "vp": ("{n} victory point", "{n} victory points"),
    "worker": ("{n} worker", "{n} workers"),
    "card": ("{n} city card", "{n} city cards"),
    "upgrade": ("upgrade {n} board", "upgrade up to {n} boards"),
    "build": ("build {n} tower", "build up to {n} towers"),
    "place": ("place {n} worker", "place up to {n} workers"),
    "gather": ("gather {n} resource", "gather up to {n} resources"),
    "renew": ("renew the market", "renew the market"),
    "sell": ("sell pairs, once per tower", "sell up to {n} pairs"),
    "hand": ("what the card says, by hand", "what the card says, by hand"),
}


@dataclass(frozen=True, slots=True)
class Part:
    """One thing an action lets a player do: how often or how much; ``word`` for choices and payments."""

    kind: str
    n: int = 1
    word: str = ""


@cache
def parse(word: str) -> tuple[Part, ...]:
    """The parts of an effect word; raises IllegalEvent for anything that is not one."""
    if word == NOTHING:
        return ()
    if "|" in word:
        for choice in word.split("|"):
            parse(choice)
        return (Part("choose", 1, word),)
    if ">" in word:
        cost, _, gains = word.partition(">")
        _parse_sum(cost, PAYABLE)
        _parse_sum(gains, (*GAINS, *CHOOSABLE))
        return (Part("pay", 1, word),)
    return _parse_sum(word, (*GAINS, *CHOOSABLE))


def _parse_sum(text: str, allowed: tuple[str, ...]) -> tuple[Part, ...]:
    totals: dict[str, int] = {}
    for piece in text.split("+"):
        match = _PART.fullmatch(piece)
        if match is None or match[1] not in allowed or int(match[2] or 1) > _MOST:
            raise IllegalEvent(
                say("{word} is not an effect; write it like berry-2+upgrade-4, mp-1 or nothing.", word=repr(text))
            )
        # A sale without a number may be made once per tower (TU-163): -1 until the towers are counted.
        amount = int(match[2] or (-1 if match[1] == "sell" else 1))
        totals[match[1]] = totals.get(match[1], 0) + amount
    return tuple(Part(kind, n) for kind, n in totals.items())


def is_effect(word: str) -> bool:
    """Whether the word is an effect."""
    try:
        parse(word)
    except IllegalEvent:
        return False
    return True


def cost_of(part: Part) -> tuple[Part, ...]:
    """What a ``pay`` part demands."""
    return _parse_sum(part.word.partition(">")[0], PAYABLE)


def gains_of(part: Part) -> tuple[Part, ...]:
    """What a ``pay`` part gives."""
    return _parse_sum(part.word.partition(">")[2], (*GAINS, *CHOOSABLE))


def joined(template: str, texts: Iterable[str]) -> str:
    """Texts strung together by a template such as "{first} and {second}", so that it can be translated."""
    return reduce(lambda first, second: say(template, first=first, second=second), texts)


@cache
def describe(word: str) -> str:
    """An effect word as people say it: "2 berries and upgrade up to 4 boards"."""
    if word == NOTHING:
        return "nothing"
    if "|" in word:
        return joined("{first} or {second}", (describe(choice) for choice in word.split("|")))
    if ">" in word:
        cost, _, gains = word.partition(">")
        return say("pay {cost} for {gains}", cost=describe(cost), gains=describe(gains))
    return joined("{first} and {second}", (describe_part(part) for part in _parse_sum(word, (*GAINS, *CHOOSABLE))))


@cache
def describe_part(part: Part) -> str:
    """One part as people say it: "2 movement points"."""
    if part.word:
        return describe(part.word)
    one, many = _NOUNS[part.kind]
    return say(many if part.n > 1 else one, n=part.n)


def amount(thing: str, n: int) -> str:
    """So much of a thing, as people say it: "1 berry", "2 berries"."""
    return describe_part(Part(thing, n))


COMMON = (
    *(f"{kind}-{n}" for kind in ("berry", *RESOURCES, "any", "mp", "vp") for n in (1, 2, 3)),
    "same-2",
    "same-3",
    "worker-1",
    "card-1",
    "card-1+berry-1",
    "upgrade-1",
    "renew",
    "build-1",
    "place-1",
    "gather-2",
    "gather-3",
    NOTHING,
    BY_HAND,
)
"""Effects offered to tap when a card or tower is not in the catalogue yet; any other can be typed."""
