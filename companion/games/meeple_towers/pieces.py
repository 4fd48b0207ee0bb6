"""The four actions with workers and supports: add a worker, add a support, swap, move."""

from dataclasses import replace

from companion.errors import IllegalEvent
from companion.games.meeple_towers.printed import NAMES, TYPES
from companion.games.meeple_towers.questions import ask_square
from companion.games.meeple_towers.state import No, State, Tower, find_cell, put, with_item
from companion.games.meeple_towers.tower import (
    SAME_SQUARE,
    lift_cells,
    lift_no,
    support_cells,
    support_no,
    swap_no,
    worker_no,
)
from companion.model import Event
from companion.words import say

NO_WORKER_LEFT = No("No worker left in your supply.", "MT-027")
NO_SUPPORT_LEFT = No("No support left in your supply.", "MT-039")


def _check(no: No | None) -> None:
    if no is not None:
        raise no.error()


def _unshown(what: str) -> IllegalEvent:
    return IllegalEvent(say("The half shows no {what} any more; do what it shows.", what=what), "MT-025")


def add_worker(state: State, event: Event) -> State:
    """A worker from the supply goes to an empty square of the shown location (MT-027, MT-028)."""
    kind, word = event.args
    if kind not in TYPES or not state.todo.workers[TYPES.index(kind)]:
        raise _unshown("worker of that location")
    if not state.workers[state.turn]:
        raise NO_WORKER_LEFT.error()
    cell = find_cell(state.tower, word)
    _check(worker_no(state, cell, kind))
    asking = ask_square(state, event, cell)
    if asking is not None:
        return asking
    left = put(state.todo.workers, TYPES.index(kind), -1)
    said = say(
        "@{seat} puts a worker on {at}, {place}.", seat=state.turn, at=state.tower.words[cell], place=NAMES[kind]
    )
    return replace(
        state,
        tower=_with_worker(state.tower, cell, state.turn),
        workers=put(state.workers, state.turn, -1),
        todo=replace(state.todo, workers=(left[0], left[1], left[2])),
        acted=True,
        happened=(said,),
    )


def add_support(state: State, event: Event) -> State:
    """A support from the supply goes to an empty square or on one other support (MT-034 to MT-038)."""
    if not state.todo.supports:
        raise _unshown("support")
    if not state.supports[state.turn]:
        raise NO_SUPPORT_LEFT.error()
    cell = find_cell(state.tower, event.args[0])
    _check(support_no(state, cell, state.used))
    return replace(
        state,
        tower=_stack(state.tower, cell, (*state.tower.supports[cell], state.turn)),
        supports=put(state.supports, state.turn, -1),
        todo=replace(state.todo, supports=state.todo.supports - 1),
        used=(*state.used, cell),
        acted=True,
        happened=(say("@{seat} puts a support on {at}.", seat=state.turn, at=state.tower.words[cell]),),
    )


def swap(state: State, event: Event) -> State:
    """A piece in play changes places with one of the other kind from the supply (MT-060 to MT-064)."""
    if not state.todo.swaps:
        raise _unshown("swap")
    cell = find_cell(state.tower, event.args[0])
    _check(swap_no(state, state.turn, cell))
    stack = state.tower.supports[cell]
    if not stack:
        return _support_for_worker(state, cell)
    return ask_square(state, event, cell) or _worker_for_support(state, cell, stack[0])


def _worker_for_support(state: State, cell: int, owner: int) -> State:
    tower = _with_worker(_stack(state.tower, cell, ()), cell, state.turn)
    said = say("@{seat} swaps the support on {at} for a worker.", seat=state.turn, at=tower.words[cell])
    return replace(
        state,
        tower=tower,
        supports=put(state.supports, owner, 1),
        workers=put(state.workers, state.turn, -1),
        todo=replace(state.todo, swaps=state.todo.swaps - 1),
        acted=True,
        happened=(said,),
    )


def _support_for_worker(state: State, cell: int) -> State:
    owner = state.tower.workers[cell]
    tower = _stack(_with_worker(state.tower, cell, -1), cell, (state.turn,))
    said = say("@{seat} swaps the worker on {at} for a support.", seat=state.turn, at=tower.words[cell])
    return replace(
        state,
        tower=tower,
        supports=put(state.supports, state.turn, -1),
        workers=put(state.workers, owner, 1),
        todo=replace(state.todo, swaps=state.todo.swaps - 1),
        acted=True,
        happened=(said,),
    )


def move(state: State, event: Event) -> State:
    """An exposed support goes to another square that could take one; its owner stays (MT-065 to MT-067, MT-074)."""
    if not state.todo.moves:
        raise _unshown("move")
    start, end = (find_cell(state.tower, word) for word in event.args)
    _check(lift_no(state, state.turn, start))
    if start == end:
        raise SAME_SQUARE.error()
    _check(support_no(state, end))
    words = state.tower.words
    stack = state.tower.supports[start]
    tower = _stack(state.tower, start, stack[:-1])
    tower = _stack(tower, end, (*tower.supports[end], stack[-1]))
    said = say("@{seat} moves a support from {a} to {b}.", seat=state.turn, a=words[start], b=words[end])
    todo = replace(state.todo, moves=state.todo.moves - 1)
    return replace(state, tower=tower, todo=todo, acted=True, happened=(said,))


def move_squares(state: State) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(from, to) squares of a move; both empty if no support can go anywhere else."""
    starts, ends = lift_cells(state, state.turn), support_cells(state)
    if len(ends) > 1 or set(starts) - set(ends):
        return (starts, ends) if starts and ends else ((), ())
    return (), ()


def _with_worker(tower: Tower, cell: int, owner: int) -> Tower:
    return replace(tower, workers=with_item(tower.workers, cell, owner))


def _stack(tower: Tower, cell: int, owners: tuple[int, ...]) -> Tower:
    return replace(tower, supports=with_item(tower.supports, cell, owners))
