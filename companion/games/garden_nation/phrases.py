"""Counts, places and lists in words, kept as templates so that they can be translated."""

from collections.abc import Iterable
from functools import cache, reduce

from companion.words import say

NOUNS = {
    "floor": ("1 floor", "{n} floors"),
    "inhabitant": ("1 inhabitant", "{n} inhabitants"),
    "point": ("1 point", "{n} points"),
    "action": ("1 action", "{n} actions"),
    "turn": ("1 turn", "{n} turns"),
    "roof": ("1 roof", "{n} roofs"),
    "token": ("1 ploy token", "{n} ploy tokens"),
}
WAYS = ("middle", "top left", "top right", "right", "bottom right", "bottom left", "left")
"""Where a space lies in its region, and a region on the board: the middle, then clockwise."""
WHERE = (
    "in the middle",
    "at the top left",
    "at the top right",
    "on the right",
    "at the bottom right",
    "at the bottom left",
    "on the left",
)
"""The same in a sentence."""


@cache
def counted(n: int, noun: str) -> str:
    """``"1 floor"``, ``"2 floors"``."""
    one, many = NOUNS[noun]
    return say(one) if n == 1 else say(many, n=n)


def joined(parts: Iterable[str], template: str = "{a}, {b}") -> str:
    """The parts as one text, two at a time by a template; ``""`` = no parts."""
    listed = list(parts)
    return reduce(lambda a, b: say(template, a=a, b=b), listed) if listed else ""


@cache
def place_name(cell: int) -> str:
    """A space as people say it: ``"region 5 top right"``."""
    return say("region {n} {way}", n=cell // 7 + 1, way=WAYS[cell % 7])


@cache
def place_title(cell: int) -> str:
    """The same at the beginning of a sentence."""
    return say("Region {n} {way}", n=cell // 7 + 1, way=WAYS[cell % 7])


@cache
def seat_name(seat: int) -> str:
    """The name of a seat, put in by the table."""
    return say("@{seat}", seat=seat)
