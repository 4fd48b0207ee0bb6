"""The basic title and the six special ones: dice, prices and limits (TU-019, TU-265 … TU-272)."""

from dataclasses import dataclass

CHARACTERS = {
    "elisabeth": "Duchess Elisabeth",
    "polkan": "Governor Polkan",
    "sophia": "Abbess Sophia",
    "hammy": "Merchant Hammy",
}


@dataclass(frozen=True, slots=True)
class Title:
    """What a title allows and costs."""

    name: str
    rule: str
    text: str
    more_dice: int = 0
    """Dice above the usual 4 or 5 at the start of a round."""
    max_dice: int = 7
    change: int = 2
    buy: int = 6
    advisors: int = 3
    enhancements: int = 1
    """Market enhancements under one board."""
    round_start: str = "nothing"
    """An effect word."""


HUMBLE = Title("Humble", "TU-065", "1 movement point and 1 resource of choice each round", round_start="mp-1+any-1")

SPECIAL: dict[str, Title] = {
    "provident": Title(
        "Provident", "TU-265", "a free market card each round, 4 advisors", advisors=4, round_start="card-1"
    ),
    "wisdom": Title("Wisdom", "TU-266", "the white die; buying a die costs 5", max_dice=8, buy=5),
    "inspiring": Title("the one with two more workers", "TU-267", "two more workers start on the settlement"),
    "determined": Title(
        "the one with one more die", "TU-268", "one more die each round; buying one costs 9", more_dice=1, buy=9
    ),
    "hard-worker": Title(
        "the one with three cards per board",
        "TU-271",
        "two market enhancements per board, 2 advisors",
        advisors=2,
        enhancements=2,
    ),
    "generous": Title(
        "the one with three berries", "TU-272", "3 berries each round; ±1 costs 1", change=1, round_start="berry-3"
    ),
}

TITLES: dict[str, Title] = {"humble": HUMBLE, **SPECIAL}


def start_dice(title: str, round_number: int) -> int:
    """How many dice a player puts on the player board in this round (TU-062, TU-268)."""
    return (4 if round_number <= 2 else 5) + TITLES[title].more_dice
