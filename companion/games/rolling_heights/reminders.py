"""Reminders of what people do with their hands: the lay-out before play and what each meeple does."""

from companion.games.rolling_heights.activation import effect
from companion.games.rolling_heights.city import SIDES
from companion.games.rolling_heights.setup import is_untouched
from companion.games.rolling_heights.state import COLORS, MATERIALS, REMOVED_CUBES, ROLES, State
from companion.games.rolling_heights.wording import color_name
from companion.model import Lines
from companion.words import say


def reminders(state: State) -> tuple[Lines, ...]:
    """The lay-out as long as nothing was played, and always the list of roles."""
    return (_layout(state), _roles(state)) if is_untouched(state) else (_roles(state),)


def _layout(state: State) -> Lines:
    n = len(state.seats)
    a, b = SIDES[n]
    cubes = ", ".join(f"{total} {m}" for m, total in zip(MATERIALS, state.cubes.total, strict=True))
    printed = state.printed
    steps = (
        ("RH-005", say("Turn {a} boards to side A and {b} to side B, at random.", a=a, b=b)),
        ("RH-006", "Lay the 6 boards at random as 2 rows of 3; each may be turned any way."),
        ("RH-007", "Put the score board and the 2 market strips beside the map."),
        ("RH-008", "Sort the 78 plans by their backs, shuffle both piles and lay 9 of each face up on their strip."),
        ("RH-009", say("Remove {n} cubes of each colour: {these} are left.", n=REMOVED_CUBES[n], these=cubes)),
        ("RH-010", say("Set the {n} orange cubes aside; they are not in the supply yet.", n=printed["cubes.misc"])),
        ("RH-011", "All other meeples form the supply by colour."),
        ("RH-012", say("Put the {n} wild tokens within reach.", n=printed["tokens.wild"])),
        ("RH-013", "Draw 3 of the 12 ads and lay them face up on the score board."),
        ("RH-014", "Deal 2 of the 13 targets to each seat; look at your own and keep them hidden."),
        ("RH-016", "Each takes a colour, its token on 0, 18 markers, a box, 2 Carpenters and 2 Construction Workers."),
        ("RH-017", "Draw the start player, who takes the token."),
    )
    return Lines("Lay out", ("rule", "step"), tuple(steps))


def _roles(state: State) -> Lines:
    """Colour, role, what it does steady and hard, how many are left of those in the box (RH-004)."""
    rows = tuple(
        (color_name(c), ROLES[c], _both(c), f"{left} of {state.printed[f'meeples.{c}']}")
        for c, left in zip(COLORS, state.supply, strict=True)
    )
    return Lines("What meeples do", ("meeple", "role", "steady / hard", "still there"), rows)


def _both(color: str) -> str:
    """What a meeple does at either level: ``1 / 2 wood``; narrow enough for a phone."""
    weak, strong = effect(f"{color}:steady"), effect(f"{color}:hard")
    n, _, what = weak.partition(" ")
    m, _, more = strong.partition(" ")
    return f"{n} / {m} {more}" if what.rstrip("s") == more.rstrip("s") else f"{weak} / {strong}"
