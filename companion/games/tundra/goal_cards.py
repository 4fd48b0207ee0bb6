"""Dice on common goal cards: which are open to whom, and what they give (TU-135 … TU-142)."""

from dataclasses import replace

from companion.games.tundra import goals
from companion.games.tundra.dice import face, without
from companion.games.tundra.purse import Why, gain, refuse
from companion.games.tundra.state import Goal, State, popped, pushed, told, with_player
from companion.games.tundra.steps import Ask, Turn, UseGoal
from companion.words import say


def takes(state: State, goal: Goal, value: int) -> bool:
    """Whether a goal card shows this value in white; yes until somebody has looked (TU-135)."""
    return state.printed.get(f"goal.{goal.name}.{value}") != "no"


def reachable(state: State, seat: int) -> tuple[Goal, ...]:
    """The goal cards a seat may use now, with whatever die they take."""
    return tuple(goal for goal in state.goals if not refusal(state, seat, goal))


def refusal(state: State, seat: int, goal: Goal) -> str:
    """The rule by which a seat cannot use a goal card now, "" if it can (TU-136, TU-138)."""
    if goal.dice and not (state.house.goal_again == "owner" and goal.dice[0][0] == seat):
        return "TU-136"
    if state.house.goal_below_tier == "refused" and not goals.common_points(state, seat, goal.name):
        return "TU-138"
    return ""


def sentence(state: State, seat: int, goal: Goal) -> str:
    """Why a seat cannot use a goal card now."""
    if refusal(state, seat, goal) == "TU-136":
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


def advance(state: State, step: UseGoal) -> State:
    """The state after a die was put on a goal card, or taken back because the card does not show its value."""
    value = face(step.die)
    key = f"goal.{step.goal}.{value}"
    if not state.printed.get(key):
        keys = tuple(f"goal.{step.goal}.{n}" for n in range(1, 7))
        return pushed(state, Ask(step.seat, (key,), state.printed.lacks(keys)))
    goal = next((g for g in state.goals if g.name == step.goal), None)
    if goal is None:
        refuse("TU-037", "This goal is not in the game.")
    rule = refusal(state, step.seat, goal)
    if rule:
        refuse(rule, sentence(state, step.seat, goal))
    if not takes(state, goal, value):
        text = say("The goal {goal} does not take a {value}; the die stays.", goal=goal.name, value=value)
        return popped(told(state, text))
    return _score(popped(state), step, goal)


def _score(state: State, step: UseGoal, goal: Goal) -> State:
    """The die stays on the card until the round ends; nothing is spent for the points (TU-136, TU-142)."""
    taken = replace(goal, dice=(*goal.dice, (step.seat, step.die)))
    state = replace(state, goals=tuple(taken if g is goal else g for g in state.goals))
    state = with_player(state, step.seat, dice=without(state.players[step.seat].dice, step.die))
    state = popped(state, Turn(step.seat, used=True))
    points = goals.common_points(state, step.seat, goal.name)
    why = Why(say("Goal {goal}", goal=goals.COMMON_TIERS[goal.name][2]), goals.COMMON_TIERS[goal.name][1])
    return gain(state, step.seat, "vp", points, why)
