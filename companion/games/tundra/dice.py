"""Dice as words and as things in the tray: ``"3"`` of the own colour, ``"white:3"`` the white one."""

from companion.games.tundra.state import State
from companion.model import Prompt, roll_prompt
from companion.words import say

WHITE = "white"


def face(die: str) -> int:
    """The value a die shows."""
    return int(die[-1])


def without(dice: tuple[str, ...], die: str) -> tuple[str, ...]:
    """The dice without one of that word."""
    at = dice.index(die)
    return dice[:at] + dice[at + 1 :]


def item(state: State, seat: int, kind: str = "own", value: str = "") -> str:
    """What the camera looks for: a die of that seat's colour, or the white one; with a value it must show that."""
    color = WHITE if kind == WHITE else state.printed.get(f"color.{state.players[seat].character}")
    tray = f"d6/{color}" if color not in ("", "plain") else "d6"
    return f"{tray}:{value}" if value else tray


def lying(state: State, seat: int) -> tuple[str, ...]:
    """The unused dice of a seat that lie in the tray beside a thrown one, if they are kept there."""
    if state.house.tray == "thrown":
        return ()
    return tuple(
        item(state, seat, WHITE if die.startswith(WHITE) else "own", die[-1]) for die in state.players[seat].dice
    )


def throw_prompt(state: State, seat: int, thrown: str, label: str) -> Prompt:
    """A prompt for one die thrown beside those that lie there."""
    others = lying(state, seat)
    hint = say("the other {n} unused dice lie in the tray as they are", n=len(others)) if others else ""
    return roll_prompt(seat, "roll", (*others, thrown), label=label, hint=hint)
