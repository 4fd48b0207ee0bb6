"""Putting cubes on plans and completing them (RH-121 … RH-133)."""

from dataclasses import replace
from functools import lru_cache

from companion.games.rolling_heights.city import board_rows, neighbours, steps, tile_at
from companion.games.rolling_heights.cubes import built
from companion.games.rolling_heights.paying import MISC
from companion.games.rolling_heights.points import award
from companion.games.rolling_heights.printed import (
    STACK_WORDS,
    known,
    need,
    plan_kind,
    plan_reward,
    plan_stacks,
    plan_title,
    plan_within,
)
from companion.games.rolling_heights.state import (
    COLORS,
    MATERIALS,
    Printed,
    State,
    Tile,
    Todo,
    is_main,
    refuse,
    told,
)
from companion.games.rolling_heights.turns import trigger_end
from companion.games.rolling_heights.typed import gain_meeple
from companion.games.rolling_heights.wording import color_name
from companion.model import Event, Prompt
from companion.words import say

Stack = tuple[int, int]
"""Material (its place in MATERIALS) and height."""
KINDS = MATERIALS + MISC


@lru_cache(maxsize=512)
def _parsed(words: tuple[str, ...]) -> tuple[Stack, ...]:
    stacks = (w.rpartition("-") for w in words if w != "none")
    return tuple((MATERIALS.index(material), int(height)) for material, _, height in stacks)


def stacks_of(state: State, plan: str) -> tuple[Stack, ...]:
    """The stacks of a plan; asked for when unknown."""
    return _known_stacks(state.printed, plan) or _parsed(need(state, *plan_stacks(plan)))


@lru_cache(maxsize=512)
def _known_stacks(printed: Printed, plan: str) -> tuple[Stack, ...] | None:
    words = tuple(printed.word(key) for key, _ in plan_stacks(plan))
    return _parsed(words) if all(word in STACK_WORDS for word in words) else None


def room(stacks: tuple[Stack, ...], cubes: tuple[int, ...]) -> list[int]:
    """How many cubes of each material still fit."""
    free = [0, 0, 0, 0]
    for (material, height), filled in zip(stacks, cubes or (0,) * len(stacks), strict=True):
        free[material] += height - filled
    return free


# ------------------------------------------------------------------------------------------------- building


def build_prompts(state: State) -> tuple[Prompt, ...]:
    """For each own unfinished plan the cubes in hand that fit on it."""
    held = (*state.cubes.held, *state.cubes.misc)
    if not any(held):
        return ()
    mine = (t for t in state.tiles if t.owner == state.turn and not t.complete)
    return tuple(p for t in mine if (p := _build_prompt(state, t, held)))


def _build_prompt(state: State, tile: Tile, held: tuple[int, ...]) -> Prompt | None:
    stacks = _known_stacks(state.printed, tile.plan)
    free = room(stacks, tile.cubes) if stacks else [99] * 4
    fits = [min(n, free[i % 4]) for i, n in enumerate(held)]
    kinds = tuple(word for word, n in zip(KINDS, fits, strict=True) if n and _buildable(state, word))
    if not kinds:
        return None
    counts = tuple(str(n) for n in range(1, max(fits) + 1))
    title = plan_title(state.printed, tile.plan)
    label = say("Build on {plan} ({space})", plan=title, space=tile.space)
    hint = say("Still needs {what}.", what=needs(free)) if stacks else ""
    return Prompt(
        state.turn, "build", ((tile.space,), kinds, counts), label=label, hint=hint, names=("plan", "cubes", "how many")
    )


def _buildable(state: State, word: str) -> bool:
    """A miscellaneous cube only when no real one of its colour is left outside buildings (RH-145)."""
    if word in MATERIALS:
        return True
    index = MISC.index(word)
    return state.cubes.built[index] + state.cubes.held[index] == state.cubes.total[index]


def needs(free: list[int]) -> str:
    """Materials still wanted: ``2 wood, 1 steel``."""
    return ", ".join(f"{n} {m}" for n, m in zip(free, MATERIALS, strict=True) if n) or "nothing"


def build(state: State, event: Event) -> State:
    """Cubes in hand go on an own plan for good; the last one completes it (RH-122 … RH-126)."""
    space, kind, count = event.args
    if event.seat != state.turn or not is_main(state):
        raise refuse("Cubes are built in your own Main phase.", "RH-122")
    tile = tile_at(state, space)
    if tile is None or tile.owner != event.seat:
        raise refuse("That is not your plan.", "RH-122")
    if tile.complete:
        raise refuse("That building is already complete; no more cubes fit.", "RH-126")
    if kind == "power":
        raise refuse("Spending power cannot build.", "RH-125")
    if kind not in KINDS or not count.isdecimal() or not 1 <= int(count) <= 99:
        raise refuse("Choose cubes that you hold and how many.", "RH-122")
    title, what = plan_title(state.printed, tile.plan), kind.replace("-", " ")
    state = told(state, say("@{s} builds {n} {what} on {plan}.", s=event.seat, n=count, what=what, plan=title))
    for _ in range(int(count)):
        state = _one_cube(state, space, KINDS.index(kind))
    return _completed(state, space)


def _one_cube(state: State, space: str, kind: int) -> State:
    tile = tile_at(state, space)
    assert tile is not None
    stacks, material = stacks_of(state, tile.plan), kind % 4
    cubes = tile.cubes or (0,) * len(stacks)
    place = next((i for i, (m, h) in enumerate(stacks) if m == material and cubes[i] < h), None)
    if place is None:
        wanted = needs(room(stacks, cubes))
        what = say("No {m} fits here; the plan still needs {what}.", m=MATERIALS[material], what=wanted)
        raise refuse(what, "RH-122" if any(m == material for m, _ in stacks) else "RH-121")
    state = put_cube(state, kind)
    grown = (*cubes[:place], cubes[place] + 1, *cubes[place + 1 :])
    return with_tile(state, replace(tile, cubes=grown))


def put_cube(state: State, kind: int) -> State:
    """One cube leaves the hand for good; all of a colour on buildings trigger the end (RH-151)."""
    material = kind % 4
    cubes = built(state.cubes, material, kind >= 4)
    state = replace(state, cubes=cubes)
    if cubes.built[material] == cubes.total[material]:
        return trigger_end(state, say("All {what} is on buildings.", what=MATERIALS[material]))
    return state


def with_tile(state: State, tile: Tile) -> State:
    """The state with one plan on the map changed."""
    return replace(state, tiles=tuple(tile if t.space == tile.space else t for t in state.tiles))


# ------------------------------------------------------------------------------------------------- completing


def _completed(state: State, space: str) -> State:
    """A plan whose stacks are all full is complete at once and pays (RH-126 … RH-132)."""
    tile = tile_at(state, space)
    assert tile is not None
    stacks = stacks_of(state, tile.plan)
    if any(filled < height for filled, (_, height) in zip(tile.cubes, stacks, strict=True)):
        return state
    points, *meeples = need(state, *plan_reward(tile.plan))
    title = plan_title(state.printed, tile.plan)
    state = with_tile(state, replace(tile, complete=True))
    state = told(state, say("{plan} is complete: put its marker on top of a stack.", plan=title))
    state = _score_building(state, space, points)
    for word in meeples:
        state = _reward(state, word)
    return state


def _score_building(state: State, space: str, points: str) -> State:
    if points == "varies":
        return _ask_later(state, Todo("variable", space, "RH-128"))
    tile = tile_at(state, space)
    assert tile is not None
    if points != "within":
        return score_tile(state, space, int(points))
    kind, each = need(state, *plan_within(tile.plan))
    count = own_within(state, tile.owner, space, kind)
    return score_tile(state, space, count * int(each))


def own_within(state: State, seat: int, space: str, kind: str, reach: int = 3) -> int:
    """Own plans of a type within so many orthogonal steps, not counting the place itself (RH-085)."""
    near = (t for t in state.tiles if t.owner == seat and 0 < steps(t.space, space) <= reach)
    return sum(type_of(state, t) == kind for t in near)


def type_of(state: State, tile: Tile) -> str:
    """The building type of a plan on the map."""
    return known(state, plan_kind(tile.plan)[0]) or need(state, *plan_kind(tile.plan))[0]


def score_tile(state: State, space: str, points: int) -> State:
    """The building's points are scored and remembered for ads that score again (RH-127)."""
    tile = tile_at(state, space)
    assert tile is not None
    title = plan_title(state.printed, tile.plan)
    state = with_tile(state, replace(tile, points=points))
    return award(state, tile.owner, points, say("{plan} completed", plan=title), "RH-127")


def _reward(state: State, word: str) -> State:
    """One pictured meeple: of one colour, or of a choice of two (RH-129, RH-130)."""
    if word == "none":
        return state
    colors = tuple(c for c in word.split("+") if _in_stock(state, c))
    if not colors:
        names = " or ".join(color_name(c) for c in word.split("+"))
        return told(state, say("No {names} meeple is left in the supply: none is gained.", names=names))
    if len(colors) == 1:
        return gain_meeple(state, state.turn, colors[0])
    return _ask_later(state, Todo("reward", word, "RH-130"))


def _in_stock(state: State, color: str) -> bool:
    return state.supply[COLORS.index(color)] > 0 or not state.house.limit_meeples


def _ask_later(state: State, todo: Todo) -> State:
    return replace(state, main=replace(state.main, todo=(*state.main.todo, todo)))


def reward(state: State, event: Event) -> State:
    """The seat chooses between the two colours of a pictured meeple (RH-130)."""
    todo = pending(state, event, "reward")
    color = event.args[0]
    if color not in todo.subject.split("+"):
        raise refuse(say("Choose one of {these}.", these=todo.subject.replace("+", " or ")), "RH-130")
    state = gain_meeple(done(state), event.seat, color)
    while state.main.todo and state.main.todo[0].verb == "reward" and len(_stock(state, state.main.todo[0])) < 2:
        word = state.main.todo[0].subject  # the supply has meanwhile made the choice
        state = _reward(done(state), word)
    return state


def variable(state: State, event: Event) -> State:
    """The points of a building with a formula of its own are typed once and logged (RH-128)."""
    todo = pending(state, event, "variable")
    if not event.args[0].isdecimal():
        raise refuse("Type the points that this building scores.", "RH-128")
    return score_tile(done(state), todo.subject, int(event.args[0]))


def pending(state: State, event: Event, verb: str) -> Todo:
    """The question that this event answers."""
    if event.seat != state.turn or not state.main.todo or state.main.todo[0].verb != verb:
        raise refuse("Nobody asked for this now.", "RH-055")
    return state.main.todo[0]


def done(state: State) -> State:
    """The first question is answered."""
    return replace(state, main=replace(state.main, todo=state.main.todo[1:]))


def reward_prompts(state: State, todo: Todo) -> tuple[Prompt, ...]:
    """One of the two colours, as far as the supply has them."""
    hint = "It joins you for your next turn."
    return tuple(
        Prompt(state.turn, "reward", ((c,),), label=say("Gain a {color} meeple", color=color_name(c)), hint=hint)
        for c in _stock(state, todo)
    )


def _stock(state: State, todo: Todo) -> tuple[str, ...]:
    return tuple(c for c in todo.subject.split("+") if _in_stock(state, c))


def variable_prompts(state: State, todo: Todo) -> tuple[Prompt, ...]:
    """How many points a building with its own formula scores."""
    tile = tile_at(state, todo.subject)
    title = plan_title(state.printed, tile.plan) if tile else ""
    numbers = tuple(str(n) for n in range(61))
    label = say("How many points does {plan} score?", plan=title)
    return (Prompt(state.turn, "variable", (numbers,), label=label, names=("points",)),)


def empty_neighbours(state: State, space: str) -> int:
    """Orthogonal neighbours without a plan; water counts as empty, beyond the edge nothing (RH-088, RH-089)."""
    return sum(tile_at(state, s) is None for s in neighbours(space, board_rows(state)))
