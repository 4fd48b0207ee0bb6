"""A turn of the placement: one die, and free actions before and after it (TU-090 … TU-117, TU-135 … TU-142, TU-206)."""

from dataclasses import replace

from companion.games.tundra import advisors, cards, free_actions, goal_cards, goals
from companion.games.tundra.dice import face, without
from companion.games.tundra.effects import describe
from companion.games.tundra.printed import BOARDS, row_key
from companion.games.tundra.purse import refuse
from companion.games.tundra.resolve import activate
from companion.games.tundra.state import Goal, State, popped, pushed, told, with_board, with_player
from companion.games.tundra.steps import EndRound, Turn, UseGoal
from companion.model import Event, Prompt
from companion.words import say

GOAL = "goal-"

# ------------------------------------------------------------------------------------------------ where a die fits


def slots_for(state: State, seat: int, die: str, within_reach: tuple[Goal, ...]) -> tuple[str, ...]:
    """The own boards and goal cards on which this die can be used now (TU-092 … TU-094, TU-135)."""
    value = face(die)
    boards = zip(BOARDS, state.players[seat].boards, strict=True)
    own = tuple(name for name, board in boards if not board.dice[value - 1])
    return (*own, *(GOAL + goal.name for goal in within_reach if goal_cards.takes(state, goal, value)))


# ------------------------------------------------------------------------------------------------ prompts


def prompts(state: State, turn: Turn) -> tuple[Prompt, ...]:
    """The die, the free actions and the end of the turn."""
    found: list[Prompt] = []
    if turn.used:
        found.append(Prompt(turn.seat, "end", label="End the turn", hint=_end_hint(state, turn)))
    else:
        found.extend(_use_prompts(state, turn))
    found.extend(free_actions.prompts(state, turn))
    found.extend(advisors.prompts(state, turn))
    if not turn.used:
        found.extend(cards.take_prompts(state, turn.seat, "show", "Name a market card"))
    return tuple(found)


def _end_hint(state: State, turn: Turn) -> str:
    if state.players[turn.seat].dice:
        return ""
    return "your last die is used: after this you can buy no more this round"


def _use_prompts(state: State, turn: Turn) -> list[Prompt]:
    dice = tuple(dict.fromkeys(state.players[turn.seat].dice))
    open_goals = goal_cards.reachable(state, turn.seat)
    places = {die: slots_for(state, turn.seat, die, open_goals) for die in dice}
    if not any(places.values()):
        hint = "no die fits a free slot"
        return [Prompt(turn.seat, "aside", (dice,), label="Set a die aside", hint=hint, names=("die",))]
    found = []
    for die in dice:
        if places[die]:
            found.append(_use_prompt(state, turn.seat, die, places[die]))
    for goal in state.goals:
        if goal not in open_goals:
            label = say("Goal {goal}", goal=goal.name)
            found.append(Prompt(turn.seat, "use", reason=goal_cards.sentence(state, turn.seat, goal), label=label))
    return found


def _use_prompt(state: State, seat: int, die: str, places: tuple[str, ...]) -> Prompt:
    label = say("Use the {die} on", die=die.replace(":", " "))
    value, boards = face(die), dict(zip(BOARDS, state.players[seat].boards, strict=True))
    labels = []
    for word in places:
        if word in boards:
            effect = state.printed.get(row_key(word, boards[word].side, value))
            what = describe(effect) if effect else "?"
            labels.append((word, say("{board}: {what}", board=word.capitalize(), what=what)))
        else:
            goal = word[len(GOAL) :]
            n = goals.common_points(state, seat, goal)
            labels.append((word, say("{what}: {n} VP", what=goals.COMMON_TIERS[goal][2], n=n)))
    return Prompt(seat, "use", ((die,), places), label=label, labels=tuple(labels), names=("die", "where"))


# ------------------------------------------------------------------------------------------------ what is done


def apply(state: State, turn: Turn, event: Event) -> State:
    """The state after one deed of the turn."""
    if event.seat != turn.seat:
        if event.verb == "buy" and not state.players[event.seat].dice:
            refuse(
                "TU-112", "@{seat} has ended the last turn of this round; no die can be bought now.", seat=event.seat
            )
        refuse("TU-115", "It is the turn of @{seat}; free actions and dice wait for your own.", seat=turn.seat)
    return _DEEDS[event.verb](state, turn, event)


def _use(state: State, turn: Turn, event: Event) -> State:
    die, where = event.args
    _check_die(state, turn, die)
    if where.startswith(GOAL):
        return pushed(state, UseGoal(turn.seat, die, where[len(GOAL) :]))
    name, _, slot = where.partition("-")
    value = face(die)
    if name not in BOARDS or (slot and slot != str(value)):
        refuse("TU-092", "A {value} goes on a slot that shows {value}, on an own board or an open goal.", value=value)
    index = BOARDS.index(name)
    board = state.players[turn.seat].boards[index]
    if board.dice[value - 1]:
        refuse("TU-093", "Slot {value} of {board} holds a die already.", value=value, board=name.capitalize())
    state = with_board(state, turn.seat, index, dice=(*board.dice[: value - 1], die, *board.dice[value:]))
    state = with_player(state, turn.seat, dice=without(state.players[turn.seat].dice, die))
    said = say("@{seat} uses a {value} on {board}.", seat=turn.seat, value=value, board=name.capitalize())
    return pushed(told(popped(state, replace(turn, used=True)), said), activate(state, turn.seat, index, value))


def _check_die(state: State, turn: Turn, die: str) -> None:
    if turn.used:
        refuse("TU-091", "@{seat} has used a die in this turn; end the turn.", seat=turn.seat)
    free_actions.check_unused(state, turn, die)


def _aside(state: State, turn: Turn, event: Event) -> State:
    """A die that fits nowhere counts as used without effect (TU-099)."""
    die = event.args[0]
    _check_die(state, turn, die)
    player = state.players[turn.seat]
    open_goals = goal_cards.reachable(state, turn.seat)
    if any(slots_for(state, turn.seat, other, open_goals) for other in player.dice):
        refuse("TU-099", "A die still fits a free slot; use that one.")
    every = state.house.no_slot == "all-dice"
    gone, left = (player.dice, ()) if every else ((die,), without(player.dice, die))
    state = with_player(state, turn.seat, dice=left, aside=(*player.aside, *gone))
    state = told(state, say("@{seat} sets {n} dice aside: nothing fits (TU-099).", seat=turn.seat, n=len(gone)))
    return popped(state, replace(turn, used=True))


def _end(state: State, turn: Turn, event: Event) -> State:
    if not turn.used:
        refuse("TU-091", "A turn uses exactly one die; use one first.")
    return next_turn(state, turn.seat)


def _show(state: State, turn: Turn, event: Event) -> State:
    return cards.show(state, event)


_DEEDS = {
    "use": _use,
    "aside": _aside,
    "reroll": free_actions.reroll,
    "change": free_actions.change,
    "buy": free_actions.buy,
    "advisor": advisors.use,
    "end": _end,
    "show": _show,
}


def next_turn(state: State, seat: int) -> State:
    """The state with the next turn of a player who has dice, or the end of the round (TU-090, TU-096, TU-097)."""
    for i in range(1, state.seats + 1):
        other = (seat + i) % state.seats
        if state.players[other].dice:
            return popped(state, Turn(other))
    return popped(state, EndRound())
