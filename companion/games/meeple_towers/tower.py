"""Which squares can take or give up a piece, and why the others cannot."""

from companion.games.meeple_towers.printed import NAMES, TYPES
from companion.games.meeple_towers.state import No, State
from companion.words import say

TWO_HIGH = No("Two supports are the maximum; choose a lower square.", "MT-036")
SAME_ACTION = No("Supports of one action need different squares.", "MT-037")
WORKER_THERE = No("A worker stands there; a support needs another square.", "MT-038")
SUPPORT_THERE = No("A support stands there; a worker needs an empty square.", "MT-033")
STRIPED = No("Striped squares never take workers.", "MT-030")
OCCUPIED = tuple(
    No(say("Occupied by @{seat}'s worker; choose an empty square.", seat=seat), "MT-033") for seat in range(4)
)
WRONG_TYPE = {
    (shown, kind): No(
        say("That square is {there}, the card shows {card}.", there=NAMES[shown], card=NAMES[kind]), "MT-028"
    )
    for shown in (*TYPES, "plain")
    for kind in TYPES
}
NOTHING = No("No piece stands there; tap one of your own.", "MT-060")
NOT_YOURS = No("Not your piece, and Take That is off; tap one of your own.", "MT-075")
NO_WORKER = No("You have no worker left in your supply.", "MT-060")
NO_SUPPORT = No("You have no support left in your supply.", "MT-060")
NOT_ALONE = No("A worker cannot stand on a support, so neither support of two can be swapped.", "MT-063")
SWAP_STRIPED = No("A worker cannot stand on a striped square, so this support stays.", "MT-063")
NO_SUPPORT_THERE = No("No support stands there; tap one of your own.", "MT-065")
CARRIES = No("Your support there carries another one; only exposed supports can be moved.", "MT-065")
SAME_SQUARE = No("Choose a different square to move it to.", "MT-067")


def support_no(state: State, cell: int, used: tuple[int, ...] = ()) -> No | None:
    """Why a support cannot be put on a square, None = it can."""
    if state.tower.workers[cell] >= 0:
        return WORKER_THERE
    if cell in used:
        return SAME_ACTION
    return TWO_HIGH if len(state.tower.supports[cell]) >= 2 else None


def worker_no(state: State, cell: int, kind: str) -> No | None:
    """Why a worker of a shown location cannot go to a square; a square nobody has told about may turn out right."""
    tower = state.tower
    if tower.workers[cell] >= 0:
        return OCCUPIED[tower.workers[cell]]
    if tower.supports[cell]:
        return SUPPORT_THERE
    shown = tower.prints[cell]
    if shown == "striped":
        return STRIPED
    return WRONG_TYPE[shown, kind] if shown and shown != kind else None


def swap_no(state: State, seat: int, cell: int) -> No | None:
    """Why the piece on a square cannot be swapped for one of the other kind from the seat's supply."""
    tower, owner = state.tower, state.tower.workers[cell]
    stack = tower.supports[cell]
    if owner < 0 and not stack:
        return NOTHING
    if len(stack) > 1:
        return NOT_ALONE
    if (stack[0] if stack else owner) != seat and not state.house.take_that:
        return NOT_YOURS
    if not stack:
        return None if state.supports[seat] else NO_SUPPORT
    if not state.workers[seat]:
        return NO_WORKER
    return SWAP_STRIPED if tower.prints[cell] == "striped" else None


def lift_no(state: State, seat: int, cell: int) -> No | None:
    """Why the topmost support of a square cannot be moved by a seat."""
    stack = state.tower.supports[cell]
    if not stack:
        return NO_SUPPORT_THERE
    if stack[-1] == seat or state.house.take_that:
        return None
    return CARRIES if seat in stack else NOT_YOURS


def support_cells(state: State, used: tuple[int, ...] = ()) -> tuple[str, ...]:
    """Squares that can take a support (MT-035, MT-066)."""
    words = state.tower.words
    return tuple(words[cell] for cell in range(len(words)) if support_no(state, cell, used) is None)


def worker_cells(state: State, kind: str) -> tuple[str, ...]:
    """Squares that can take a worker of this location."""
    words = state.tower.words
    return tuple(words[cell] for cell in range(len(words)) if worker_no(state, cell, kind) is None)


def swap_cells(state: State, seat: int) -> tuple[str, ...]:
    """Squares whose piece the seat can swap."""
    words = state.tower.words
    return tuple(words[cell] for cell in range(len(words)) if swap_no(state, seat, cell) is None)


def lift_cells(state: State, seat: int) -> tuple[str, ...]:
    """Squares from which the seat can move a support."""
    words = state.tower.words
    return tuple(words[cell] for cell in range(len(words)) if lift_no(state, seat, cell) is None)
