"""The end: personal goals are revealed, the winner is found (TU-230 … TU-235, TU-244)."""

from dataclasses import replace

from companion.games.tundra import goals
from companion.games.tundra.gathering import pieces
from companion.games.tundra.printed import MAJORITY_KEYS, PERSONAL_GOALS, numbers
from companion.games.tundra.purse import Why, gain, refuse
from companion.games.tundra.state import State, popped, pushed, settlements, told, with_player
from companion.games.tundra.steps import Ask, Reveal
from companion.model import Event, Prompt
from companion.words import say

TEXTS = {
    **{goal: text for goal, (_, _, text) in goals.PERSONAL_TIERS.items()},
    "majority": "tiles with more pieces than another player",
}


def advance(state: State, step: Reveal) -> State | None:
    """The state after a revealed goal was counted, or None while something must be told."""
    if not step.goal:
        return None
    if step.goal == "majority" and state.printed.lacks(MAJORITY_KEYS):
        return pushed(state, Ask(step.seat, state.printed.lacks(MAJORITY_KEYS)))
    if step.goal == "edge" and not state.edges:
        return None
    return _book(state, step, goals.personal_count(state, step.seat, step.goal))


def prompts(state: State, step: Reveal) -> tuple[Prompt, ...]:
    """Which goal it is; how many pieces stand at the edge if nobody has drawn it."""
    if step.goal:
        most = _glade_pieces(state, step.seat)
        return (Prompt(step.seat, "count", (numbers(0, most),), label="How many of your pieces stand on edge glades?"),)
    cards = state.printed.playable("personal", PERSONAL_GOALS, state.seats)
    return (
        Prompt(
            step.seat,
            "reveal",
            (cards,),
            label="Turn your personal goal over",
            hint="it counts the best tier that is reached",
            labels=tuple((goal, TEXTS[goal]) for goal in cards),
        ),
    )


def _glade_pieces(state: State, seat: int) -> int:
    homes = settlements(state)
    return sum(n for where, n in pieces(state.players[seat]).items() if where not in homes)


def apply(state: State, step: Reveal, event: Event) -> State:
    """The state after a goal was revealed or counted."""
    if event.verb == "count":
        count = int(event.args[0])
        if count > _glade_pieces(state, step.seat):
            refuse("TU-284", "@{seat} has fewer pieces on glades than that.", seat=step.seat)
        return _book(state, step, count)
    state = with_player(state, step.seat, personal=event.args[0])
    return popped(state, replace(step, goal=event.args[0]))


def _book(state: State, step: Reveal, count: int) -> State:
    """The best reached tier of a personal goal is added to the points (TU-231)."""
    points = goals.best(goals.personal_tiers(state, step.goal), count)
    rule = goals.PERSONAL_TIERS[step.goal][1] if step.goal != "majority" else "TU-287"
    text = say(
        "@{seat} has {count} {what}: {points} VP.", seat=step.seat, count=count, what=TEXTS[step.goal], points=points
    )
    why = Why(say("Personal goal: {what}", what=TEXTS[step.goal]), rule)
    return gain(told(popped(state), text), step.seat, "vp", points, why)


def standing(state: State, seat: int) -> tuple[int, int, int]:
    """By what players are ranked: points, then resources, then berries (TU-232 … TU-234)."""
    player = state.players[seat]
    return player.vp, sum(player.goods), player.berries


def winners(state: State) -> tuple[int, ...]:
    """Who has won; several if all is equal (TU-235)."""
    best = max(standing(state, seat) for seat in range(state.seats))
    return tuple(seat for seat in range(state.seats) if standing(state, seat) == best)
