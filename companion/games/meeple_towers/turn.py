"""The course of a turn: play or plan, what is left to do, who is next, and when the game ends."""

from dataclasses import replace

from companion.errors import IllegalEvent
from companion.games.meeple_towers.construct import known_tiles, open_stacks, unknown_tile
from companion.games.meeple_towers.phrases import counted, joined
from companion.games.meeple_towers.pieces import move_squares
from companion.games.meeple_towers.placing import fits
from companion.games.meeple_towers.printed import HALF_WORDS, TYPES, Half, half_text
from companion.games.meeple_towers.questions import ask_half, ask_stack, stacks_missing
from companion.games.meeple_towers.scoring import finish, score_workers
from companion.games.meeple_towers.state import State, hand, left_in, tokens_left, with_item
from companion.games.meeple_towers.tower import support_no, swap_no, worker_no
from companion.model import Event
from companion.words import say


def play(state: State, event: Event) -> State:
    """One half of one card from the hand; the card then lies face-up (MT-018, MT-024)."""
    word = event.args[0]
    if word not in HALF_WORDS:
        raise IllegalEvent(say("There is no half {word!r}; play one half of one card.", word=word), "MT-024")
    index = HALF_WORDS.index(word)
    cards = hand(state, event.seat)
    if not cards:
        raise IllegalEvent("No cards in hand: you must plan.", "MT-020")
    if index // 2 + 1 not in cards:
        raise IllegalEvent("Already played: plan first to take it back.", "MT-018")
    asking = ask_half(state, event, index)
    half = state.printed.halves[index]
    if half is not None and half.shapes:
        asking = ask_stack(state, event)
    if asking is not None or half is None:
        assert asking is not None
        return asking
    return replace(
        state,
        phase="act",
        half=index,
        todo=half,
        used=(),
        acted=False,
        played=with_item(state.played, event.seat, (*state.played[event.seat], index // 2 + 1)),
        happened=(say("@{seat} plays {half}: {text}.", seat=event.seat, half=word, text=half_text(half)),),
    )


def plan(state: State, event: Event) -> State:
    """All played cards return to the hand and the turn is over (MT-019)."""
    cards = state.played[event.seat]
    if not cards and not state.house.empty_plan:
        raise IllegalEvent("You have no played card to take back: play one.", "MT-021")
    said = say("@{seat} plans and takes back {n}.", seat=event.seat, n=counted(len(cards), "card"))
    state = replace(state, played=with_item(state.played, event.seat, ()), happened=(said,))
    return next_turn(state)


def done(state: State, event: Event) -> State:
    """The rest of the half is declined (MT-026, MT-031)."""
    if state.house.strict and must_go_on(state):
        text = "Something on this half can still be done, and your house rule says it must be."
        raise IllegalEvent(text, "MT-026")
    said = say("@{seat} leaves out: {rest}.", seat=event.seat, rest=half_text(state.todo))
    return next_turn(replace(state, happened=(said,)))


# ------------------------------------------------------------------------------------------------ what is left


def can_add_worker(state: State) -> bool:
    """Whether a worker that is still due could go somewhere."""
    if not state.workers[state.turn]:
        return False
    cells = range(len(state.tower.prints))
    kinds = [kind for kind, left in zip(TYPES, state.todo.workers, strict=True) if left]
    return any(worker_no(state, cell, kind) is None for kind in kinds for cell in cells)


def can_add_support(state: State) -> bool:
    """Whether a support that is still due could go somewhere."""
    if not (state.todo.supports and state.supports[state.turn]):
        return False
    return any(support_no(state, cell, state.used) is None for cell in range(len(state.tower.prints)))


def can_swap(state: State) -> bool:
    """Whether a swap that is still due is possible."""
    if not state.todo.swaps:
        return False
    return any(swap_no(state, state.turn, cell) is None for cell in range(len(state.tower.prints)))


def can_move(state: State) -> bool:
    """Whether a move that is still due is possible."""
    return bool(state.todo.moves and move_squares(state)[0])


def can_build(state: State) -> bool:
    """Whether a tile that is still due could be built: one that fits may be on top, or one nobody has described."""
    if not (state.todo.shapes and any(state.tower.supports)):
        return False
    return any(
        unknown_tile(state, stack) is not None or any(fits(state, tile) for tile in known_tiles(state, stack))
        for stack in open_stacks(state)
    )


def surely_builds(state: State) -> bool:
    """Whether every tile that may be on top of some open stack fits somewhere."""
    for stack in open_stacks(state):
        if unknown_tile(state, stack) is None and all(fits(state, tile) for tile in known_tiles(state, stack)):
            return True
    return False


def must_go_on(state: State) -> bool:
    """Whether something other than a worker is certainly possible; workers are always optional (MT-031)."""
    return can_add_support(state) or can_swap(state) or can_move(state) or surely_builds(state)


def settle(state: State) -> State:
    """After each single action: look at the end triggers, and go on to the next turn if nothing is left to do."""
    state = latch(state)
    if state.phase != "act":
        return state
    checks = (can_add_support, can_add_worker, can_build, can_swap, can_move)
    if any(check(state) for check in checks):
        return state
    if state.todo != Half():
        said = say("Not possible and skipped: {rest}.", rest=half_text(state.todo))
        state = replace(state, happened=(*state.happened, said))
    return next_turn(state)


# ------------------------------------------------------------------------------------------------ the end


def triggers(state: State) -> tuple[str, ...]:
    """The reasons to end the game that are true now (MT-076 to MT-078)."""
    found: list[str] = []
    for seat, left in enumerate(state.supports):
        if not left:
            found.append(say("@{seat} has put every support on the tower", seat=seat))
    if state.tower.levels and not stacks_missing(state.printed):
        remaining: dict[str, int] = {}
        for number, stack in enumerate(state.printed.stacks):
            remaining[stack.family] = remaining.get(stack.family, 0) + left_in(state, number)
        gone = [family for family, tiles in remaining.items() if not tiles]
        found += [say("tile family {family} is used up", family=family.upper()) for family in gone]
    if sum(tokens_left(state, kind) == 0 for kind in range(len(TYPES))) >= 2:
        found.append("two types of bonus tokens are used up")
    return tuple(found)


def latch(state: State) -> State:
    """The state with the end announced if a trigger has just been met; once met it stays (MT-080)."""
    if state.ending:
        return state
    reasons = triggers(state)
    if not reasons:
        return state
    remaining = counted(state.house.seats - 1 - state.position, "turn")
    said = say("The game ends: {why}; {n} to play after this one.", why=joined(reasons, "{a}; {b}"), n=remaining)
    return replace(state, ending=reasons, happened=(*state.happened, said), mood="end")


def next_turn(state: State) -> State:
    """The seat to the left is next, or the game is over when the last round is complete (MT-022, MT-079)."""
    state = replace(
        state,
        phase="choose",
        turn=(state.turn + 1) % state.house.seats,
        turns=state.turns + 1,
        half=-1,
        todo=Half(),
        used=(),
        tile=None,
    )
    if not state.ending or state.position:
        return state
    state = score_workers(state)
    state = replace(state, happened=(*state.happened, "The last round is over: workers score by height."), mood="end")
    if any(map(any, state.tokens)):
        return replace(state, phase="reveal")
    return finish(state)
