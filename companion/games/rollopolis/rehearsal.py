"""A made-up print of the sheets, for games played by chance and for tests: every value of a copy is known."""

from companion.games.rollopolis.board import IDS, SPECIALS

_NUMBERS = (7, 8, 2, 9, 7, 3, 6, 5, 4, 10, 12, 8, 0, 6, 12, 10, 5, 9, 11, 4, 7, 5, 6, 11, 3)
_DICE = "1123344566"


def made_up_copy() -> dict[str, str]:
    """A whole printed sheet, made up where the rulebook is silent."""
    return (
        {cell: str(number) for cell, number in zip(IDS, _NUMBERS, strict=True)}
        | {f"{track}.spots.{n}": str(8 * n) for track in ("residential", "commercial") for n in range(1, 5)}
        | {f"special.spots.{n}": str(total) for n, total in enumerate((6, 12, 16, 20), 1)}
        | dict(zip((s.word for s in SPECIALS), _DICE, strict=True))
    )
