"""Counts and lists in words, kept as templates so that they can be translated."""

from collections.abc import Iterable
from functools import reduce

from companion.words import say

NOUNS = {
    "support": ("1 support", "{n} supports"),
    "swap": ("1 swap", "{n} swaps"),
    "move": ("1 move", "{n} moves"),
    "card": ("1 card", "{n} cards"),
    "turn": ("1 turn", "{n} turns"),
    "token": ("1 token", "{n} tokens"),
}


def counted(n: int, noun: str) -> str:
    """``"1 support"``, ``"2 supports"``."""
    one, many = NOUNS[noun]
    return say(one) if n == 1 else say(many, n=n)


def joined(parts: Iterable[str], template: str = "{a}, {b}") -> str:
    """The parts as one text, two at a time by a template; ``""`` = no parts."""
    listed = list(parts)
    return reduce(lambda a, b: say(template, a=a, b=b), listed) if listed else ""
