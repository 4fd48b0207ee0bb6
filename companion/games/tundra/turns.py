"""A turn of the placement: one die, and free actions before and after it (TU-090 … TU-117, TU-135 … TU-142, TU-206)."""

from dataclasses import replace

from companion.games.tundra import cards, goals
from companion.games.tundra.dice import face, item, throw_prompt, without
from companion.games.tundra.effects import amount, describe
from companion.games.tundra.printed import BOARDS, row_key
from companion.games.tundra.purse import Why, gain, pay, refuse
from companion.games.tundra.resolve import activate, begin
from companion.games.tundra.state import (
    Advise,
    Advisor,
    Ask,
    EndRound,
    Goal,
    Player,
    State,
    Summon,
    Throw,
    Turn,
    UseGoal,
    popped,
    pushed,
    told,
    with_board,
    with_player,
)
from companion.model import Event, Prompt
from companion.words import say

GOAL = "goal-"

# ------------------------------------------------------------------------------------------------ where a die fits


def slots_for(state: State, seat: int, die: str, within_reach: tuple[Goal, ...]) -> tuple[str, ...]:
    """The own boards and goal cards on which this die can be used now (TU-092 … TU-094, TU-135)."""
    value = face(die)
    boards = zip(BOARDS, state.players[seat].boards, strict=True)
    own = tuple(name for name, board in boards if not board.dice[value - 1])
    return (*own, *(GOAL + goal.name for goal in within_reach if _takes(state, goal, value)))


def _takes(state: State, goal: Goal, value: int) -> bool:
    """Whether a goal card shows this value in white; yes until somebody has looked (TU-135)."""
    return state.printed.get(f"goal.{goal.name}.{value}") != "no"


def reachable(state: State, seat: int) -> tuple[Goal, ...]:
    """The goal cards a seat may use now, with whatever die they take."""
    return tuple(goal for goal in state.goals if not goal_refusal(state, seat, goal))


def goal_refusal(state: State, seat: int, goal: Goal) -> str:
    """The rule by which a seat cannot use a goal card now, "" if it can (TU-136, TU-138)."""
    if goal.dice and not (state.house.goal_again == "owner" and goal.dice[0][0] == seat):
        return "TU-136"
    if state.house.goal_below_tier == "refused" and not goals.common_points(state, seat, goal.name):
        return "TU-138"
    return ""


def _goal_sentence(state: State, seat: int, goal: Goal) -> str:
    """Why a seat cannot use a goal card now."""
    if goal_refusal(state, seat, goal) == "TU-136":
        return say("The goal {goal} is taken until the round ends.", goal=goal.name)
    need, _, what = goals.COMMON_TIERS[goal.name]
    return say(
        "The goal {goal} needs at least {need} {what}; @{seat} has {count}.",
        goal=goal.name,
        need=need[0],
        what=what,
        seat=seat,
        count=goals.common_count(state, seat, goal.name),
    )


# ------------------------------------------------------------------------------------------------ prompts


def prompts(state: State, turn: Turn) -> tuple[Prompt, ...]:
    """The die, the free actions and the end of the turn."""
    found: list[Prompt] = []
    if turn.used:
        found.append(Prompt(turn.seat, "end", label="End the turn", hint=_end_hint(state, turn)))
    else:
        found.extend(_use_prompts(state, turn))
    found.extend(_free_prompts(state, turn))
    found.extend(_advisor_prompts(state, turn))
    if not turn.used:
        found.extend(cards.take_prompts(state, turn.seat, "show", "Name a market card"))
    return tuple(found)


def _end_hint(state: State, turn: Turn) -> str:
    if state.players[turn.seat].dice:
        return ""
    return "your last die is used: after this you can buy no more this round"


def _use_prompts(state: State, turn: Turn) -> list[Prompt]:
    dice = tuple(dict.fromkeys(state.players[turn.seat].dice))
    open_goals = reachable(state, turn.seat)
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
            found.append(Prompt(turn.seat, "use", reason=_goal_sentence(state, turn.seat, goal), label=label))
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


def _free_prompts(state: State, turn: Turn) -> list[Prompt]:
    seat, player = turn.seat, state.players[turn.seat]
    dice = tuple(dict.fromkeys(player.dice))
    reroll, change = int(state.house.reroll_price), player.rank.change
    found = []
    if dice and player.berries >= reroll:
        hint = say("costs {price}", price=amount("berry", reroll))
        found.append(Prompt(seat, "reroll", (dice,), label="Reroll a die", hint=hint, names=("die",)))
    if dice and player.berries >= change:
        faces = sorted({n for die in dice for n in (face(die) - 1, face(die) + 1) if 1 <= n <= 6})
        options = (dice, tuple(str(n) for n in faces))
        hint = say("costs {price} a step", price=amount("berry", change))
        found.append(Prompt(seat, "change", options, label="Turn a die by one", hint=hint, names=("die", "to")))
    found.append(_buy_prompt(player, seat))
    return found


def _buy_prompt(player: Player, seat: int) -> Prompt:
    why = _buy_refusal(player)
    if why:
        return Prompt(seat, "buy", reason=why[1], label="Buy a die")
    kinds = (("own",) if player.bank else ()) + (("white",) if player.white else ())
    hint = say("costs {price} and gives one more turn", price=amount("berry", player.rank.buy))
    return Prompt(seat, "buy", (kinds,), label="Buy a die", hint=hint, names=("die",))


def _buy_refusal(player: Player) -> tuple[str, str] | None:
    """Why no die can be bought (rule, sentence), or None (TU-110)."""
    if not (player.bank or player.white):
        return "TU-110", say("No die is left in your bank.")
    if player.berries < player.rank.buy:
        return "TU-015", say(
            "A die costs {price}, you have {held}.", price=amount("berry", player.rank.buy), held=player.berries
        )
    return None


def _advisor_prompts(state: State, turn: Turn) -> list[Prompt]:
    ready = tuple(a.card for a in state.players[turn.seat].advisors if not a.used)
    if not ready:
        return []
    labels = cards.labels(state, ready)
    return [Prompt(turn.seat, "advisor", (ready,), label="Use an advisor", labels=labels, names=("advisor",))]


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
    _check_unused(state, turn, die)


def _check_unused(state: State, turn: Turn, die: str) -> None:
    if die not in state.players[turn.seat].dice:
        refuse("TU-116", "@{seat} has no unused die that shows {die}.", seat=turn.seat, die=die)


def _aside(state: State, turn: Turn, event: Event) -> State:
    """A die that fits nowhere counts as used without effect (TU-099)."""
    die = event.args[0]
    _check_die(state, turn, die)
    player = state.players[turn.seat]
    open_goals = reachable(state, turn.seat)
    if any(slots_for(state, turn.seat, other, open_goals) for other in player.dice):
        refuse("TU-099", "A die still fits a free slot; use that one.")
    every = state.house.no_slot == "all-dice"
    gone, left = (player.dice, ()) if every else ((die,), without(player.dice, die))
    state = with_player(state, turn.seat, dice=left, aside=(*player.aside, *gone))
    state = told(state, say("@{seat} sets {n} dice aside: nothing fits (TU-099).", seat=turn.seat, n=len(gone)))
    return popped(state, replace(turn, used=True))


def _reroll(state: State, turn: Turn, event: Event) -> State:
    die = event.args[0]
    _check_unused(state, turn, die)
    player = state.players[turn.seat]
    state = pay(state, turn.seat, "berry", int(state.house.reroll_price), "TU-106")
    state = with_player(state, turn.seat, dice=without(player.dice, die), unrolled=1)
    state = told(state, say("@{seat} takes the {value} up to roll it again.", seat=turn.seat, value=face(die)))
    return pushed(state, Throw(turn.seat, "white" if die.startswith("white") else "own"))


def _change(state: State, turn: Turn, event: Event) -> State:
    die, to = event.args[0], int(event.args[1])
    _check_unused(state, turn, die)
    if abs(face(die) - to) != 1:
        refuse(
            "TU-108",
            "A die is turned by one, and 6 and 1 are not neighbours; a {value} cannot become a {to}.",
            value=face(die),
            to=to,
        )
    player = state.players[turn.seat]
    state = pay(state, turn.seat, "berry", player.rank.change, "TU-107")
    turned = die[:-1] + str(to)
    state = with_player(state, turn.seat, dice=tuple(sorted((*without(player.dice, die), turned))))
    return told(state, say("@{seat} turns a {value} to {to}.", seat=turn.seat, value=face(die), to=to))


def _buy(state: State, turn: Turn, event: Event) -> State:
    player, kind = state.players[turn.seat], event.args[0]
    why = _buy_refusal(player)
    if why:
        refuse(why[0], why[1])
    if not (player.white if kind == "white" else player.bank):
        refuse("TU-109", "This die is not in the bank.")
    state = pay(state, turn.seat, "berry", player.rank.buy, "TU-109")
    bank = {"white": False} if kind == "white" else {"bank": player.bank - 1}
    state = with_player(state, turn.seat, unrolled=1, **bank)
    return pushed(told(state, say("@{seat} buys a die.", seat=turn.seat)), Throw(turn.seat, kind))


def _advisor(state: State, turn: Turn | Summon, event: Event) -> State:
    card = event.args[0]
    if not any(a.card == card and not a.used for a in state.players[turn.seat].advisors):
        refuse("TU-207", "{card} was used this round or is not yours; it is ready again next round.", card=card)
    return pushed(state, Advise(turn.seat, card))


def advise_advance(state: State, step: Advise) -> State:
    """The state with the advisor turned on its side and its action under way (TU-206, TU-207)."""
    word = state.printed.get(f"city.{step.card}.do")
    if not word:
        return pushed(state, Ask(step.seat, (f"city.{step.card}.do",)))
    own = state.players[step.seat].advisors
    turned = tuple(Advisor(a.card, a.used or a.card == step.card) for a in own)
    state = told(
        popped(with_player(state, step.seat, advisors=turned)),
        say("@{seat} uses {card}.", seat=step.seat, card=step.card),
    )
    return begin(state, step.seat, step.card, word)


def _end(state: State, turn: Turn, event: Event) -> State:
    if not turn.used:
        refuse("TU-091", "A turn uses exactly one die; use one first.")
    return next_turn(state, turn.seat)


def _show(state: State, turn: Turn, event: Event) -> State:
    return cards.show(state, event)


_DEEDS = {
    "use": _use,
    "aside": _aside,
    "reroll": _reroll,
    "change": _change,
    "buy": _buy,
    "advisor": _advisor,
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


# ------------------------------------------------------------------------------------------------ throws and goals


def throw_prompts(state: State, step: Throw) -> tuple[Prompt, ...]:
    """The die in the hand must be thrown (TU-106, TU-109)."""
    return (throw_prompt(state, step.seat, item(state, step.seat, step.color), "Throw the die"),)


def throw_apply(state: State, step: Throw, event: Event) -> State:
    """The state with the thrown die on the player board."""
    value = event.args[-1].rpartition(":")[2]
    die = f"white:{value}" if step.color == "white" else value
    player = state.players[step.seat]
    state = with_player(state, step.seat, unrolled=0, dice=tuple(sorted((*player.dice, die))))
    return popped(told(state, say("@{seat} throws a {value}.", seat=step.seat, value=value)))


def goal_advance(state: State, step: UseGoal) -> State:
    """The state after a die was put on a goal card, or taken back because the card does not show its value."""
    value = face(step.die)
    key = f"goal.{step.goal}.{value}"
    if not state.printed.get(key):
        keys = tuple(f"goal.{step.goal}.{n}" for n in range(1, 7))
        return pushed(state, Ask(step.seat, (key,), state.printed.lacks(keys)))
    goal = next((g for g in state.goals if g.name == step.goal), None)
    if goal is None:
        refuse("TU-037", "This goal is not in the game.")
    rule = goal_refusal(state, step.seat, goal)
    if rule:
        refuse(rule, _goal_sentence(state, step.seat, goal))
    if not _takes(state, goal, value):
        text = say("The goal {goal} does not take a {value}; the die stays.", goal=goal.name, value=value)
        return popped(told(state, text))
    return _score_goal(popped(state), step, goal)


def _score_goal(state: State, step: UseGoal, goal: Goal) -> State:
    """The die stays on the card until the round ends; nothing is spent for the points (TU-136, TU-142)."""
    taken = replace(goal, dice=(*goal.dice, (step.seat, step.die)))
    state = replace(state, goals=tuple(taken if g is goal else g for g in state.goals))
    state = with_player(state, step.seat, dice=without(state.players[step.seat].dice, step.die))
    state = popped(state, Turn(step.seat, used=True))
    points = goals.common_points(state, step.seat, goal.name)
    why = Why(say("Goal {goal}", goal=goals.COMMON_TIERS[goal.name][2]), goals.COMMON_TIERS[goal.name][1])
    return gain(state, step.seat, "vp", points, why)


# ------------------------------------------------------------------------------------------------ advisors of a title


def summon_advance(state: State, step: Summon) -> State | None:
    """Nothing to choose if the card is no ready advisor of this player."""
    ready = any(a.card == step.card and not a.used for a in state.players[step.seat].advisors)
    return None if ready else popped(state)


def summon_prompts(state: State, step: Summon) -> tuple[Prompt, ...]:
    """Whether the advisor acts at once."""
    return (
        Prompt(
            step.seat, "advisor", ((step.card,),), label="Use the advisor now", labels=cards.labels(state, (step.card,))
        ),
        Prompt(step.seat, "done", label="Keep it for a turn"),
    )


def summon_apply(state: State, step: Summon, event: Event) -> State:
    """The state after the advisor acted, or not."""
    return popped(state) if event.verb == "done" else _advisor(state, step, event)
