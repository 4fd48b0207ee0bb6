"""Raising the depth during a game: the table says once what stands on it, then the companion follows more."""

from dataclasses import replace
from functools import cache

from companion.games.rolling_heights.asking import new_name, slot_place, with_slot
from companion.games.rolling_heights.building import stacks_of, with_tile
from companion.games.rolling_heights.city import map_spaces, tile_at
from companion.games.rolling_heights.cubes import added
from companion.games.rolling_heights.market import filled_slots
from companion.games.rolling_heights.printed import need, plan_kind, plan_names, plan_reward, plan_title
from companion.games.rolling_heights.setup import HOST, board_prompts
from companion.games.rolling_heights.state import (
    DEPTHS,
    MATERIALS,
    NONE,
    Counts,
    Cubes,
    Slot,
    State,
    Tile,
    is_main,
    refuse,
    told,
)
from companion.games.rolling_heights.turns import trigger_end
from companion.model import Event, Prompt
from companion.words import say

_HANDFUL = tuple(str(n) for n in range(31))
_TOKENS = tuple(str(n) for n in range(9))


def raise_prompts(state: State) -> tuple[Prompt, ...]:
    """The deeper ways to follow the game from here on."""
    found = []
    if state.depth == "rolls":
        options = (("ledger",), *_count_options(state))
        names = ("depth", *(f"{m} on buildings" for m in MATERIALS), *(f"{m} in hand" for m in MATERIALS))
        hint = "Say how many cubes of each material are on buildings now."
        found.append(
            Prompt(
                state.turn,
                "raise",
                options,
                label="Follow the cubes too",
                hint=hint,
                names=names[: len(options)],
                aside=True,
            )
        )
    if state.depth != "full":
        hint = "Lay the boards and name the plans that stand on the map; then everything is checked and scored."
        found.append(
            Prompt(state.turn, "raise", (("full",),), label="Follow map and market too", hint=hint, aside=True)
        )
    return tuple(found)


def _count_options(state: State) -> tuple[tuple[str, ...], ...]:
    on_buildings = _up_to(state.cubes.total)
    return on_buildings + (_HANDFUL,) * 4 if is_main(state) else on_buildings


@cache
def _up_to(totals: Counts) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(str(n) for n in range(total + 1)) for total in totals)


def raise_depth(state: State, event: Event) -> State:
    """From rolls to the ledger, or from either to the full game."""
    goal, counts = (event.args or ("",))[0], event.args[1:]
    if state.stage != "play" or event.seat != state.turn:
        raise refuse("The depth is raised by the active seat while the game is played.")
    if goal not in DEPTHS or DEPTHS.index(goal) <= DEPTHS.index(state.depth):
        raise refuse(say("The game is already followed at depth {depth}.", depth=state.depth))
    if goal == "full":
        cubes = replace(state.cubes, supply=added(state.cubes.supply, state.cubes.built), built=NONE, misc_built=NONE)
        state = replace(state, depth="full", stage="survey", cubes=cubes, main=replace(state.main, due=None))
        return told(state, "Lay the boards and name the plans on the map, then play on.")
    wanted = 8 if is_main(state) else 4
    if len(counts) != wanted or not all(c.isdecimal() for c in counts):
        raise refuse("Say for each material how many cubes are on buildings.", "RH-181")
    state = replace(state, depth="ledger", cubes=_counted(state.cubes, [int(c) for c in counts]))
    return _look_for_end(told(state, "From now on the cubes are counted."))


def _counted(cubes: Cubes, counts: list[int]) -> Cubes:
    built, held = _row(counts[:4]), _row(counts[4:] or [0, 0, 0, 0])
    supply = _row([t - b - h for t, b, h in zip(cubes.total, built, held, strict=True)])
    if min(supply) < 0:
        raise refuse("There are not so many cubes of a material in this game; count again.", "RH-181")
    return replace(cubes, supply=supply, held=held, built=built, misc_in_play=min(supply) == 0)


def _row(values: list[int]) -> Counts:
    a, b, c, d = values
    return (a, b, c, d)


def _look_for_end(state: State) -> State:
    pairs = zip(MATERIALS, state.cubes.built, state.cubes.total, strict=True)
    full = [name for name, built, total in pairs if built == total]
    return trigger_end(state, say("All {what} is on buildings.", what=full[0])) if full else state


# ------------------------------------------------------------------------------------------------- the survey


def survey_prompts(state: State) -> tuple[Prompt, ...]:
    """Boards first, then plans, their cubes and the tokens on the market."""
    boards = board_prompts(state)
    if boards:
        return boards
    return (
        *_standing_prompts(state),
        *_grown_prompts(state),
        Prompt(
            HOST, "slot-tokens", (filled_slots(state), _TOKENS), label="Wild tokens on a plan", names=("slot", "tokens")
        ),
        Prompt(HOST, "play-on", label="All is described: play on"),
    )


def _standing_prompts(state: State) -> tuple[Prompt, ...]:
    free = tuple(s for s in map_spaces(state) if tile_at(state, s) is None)
    seats = tuple(str(s) for s in range(len(state.seats)))
    owners = tuple((s, f"@{s}") for s in seats)
    plans = _unplaced(state)
    new = Prompt(HOST, "new-plan", (("*",),), label="A plan not in the list", names=("its name",))
    if not plans or not free:
        return (new,)
    labels = (*owners, *((p, plan_title(state.printed, p)) for p in plans))
    names = ("space", "owner", "plan")
    return (Prompt(HOST, "standing", (free, seats, plans), label="A plan on the map", labels=labels, names=names), new)


def _unplaced(state: State) -> tuple[str, ...]:
    gone = {t.plan for t in state.tiles} | {s.plan for strip in state.market for s in strip if s}
    return tuple(p for p in dict.fromkeys((*plan_names(state.printed), *state.named)) if p not in gone)


def _grown_prompts(state: State) -> tuple[Prompt, ...]:
    spaces = tuple(t.space for t in state.tiles if not t.complete)
    if not spaces:
        return ()
    labels = tuple((t.space, plan_title(state.printed, t.plan)) for t in state.tiles)
    counts = tuple(str(n) for n in range(1, 11))
    return (
        Prompt(HOST, "crowned", (spaces,), label="It is complete", labels=labels, names=("plan",)),
        Prompt(
            HOST,
            "grown",
            (spaces, MATERIALS, counts),
            label="Cubes on it",
            labels=labels,
            names=("plan", "cubes", "how many"),
        ),
    )


def _surveying(state: State) -> None:
    if state.stage != "survey" or None in state.boards:
        raise refuse("Plans are described after the boards, when the depth is raised.")


def new_plan(state: State, event: Event) -> State:
    """A plan of the map that the catalogue has never met."""
    _surveying(state)
    plan = new_name(state, event.args[0])
    return told(
        replace(state, named=(*state.named, plan)),
        say("{plan} can now be placed.", plan=plan_title(state.printed, plan)),
    )


def standing(state: State, event: Event) -> State:
    """A plan that stood on the map before."""
    space, owner, plan = event.args
    _surveying(state)
    if space not in map_spaces(state) or tile_at(state, space) is not None or plan not in _unplaced(state):
        raise refuse("Choose a free space and a plan that is not placed yet.", "RH-107")
    if not owner.isdecimal() or int(owner) >= len(state.seats):
        raise refuse("Choose one of the seats as owner.", "RH-112")
    need(state, *plan_kind(plan))
    drawn = (state.drawn[0] + 1, state.drawn[1])
    if state.printed[f"plan.{plan}.level"] == "2":
        drawn = (state.drawn[0], state.drawn[1] + 1)
    state = replace(state, tiles=(*state.tiles, Tile(space, plan, int(owner))), drawn=drawn)
    return told(state, say("{plan} stands on {space}.", plan=plan_title(state.printed, plan), space=space))


def grown(state: State, event: Event) -> State:
    """Cubes that lay on a plan before."""
    space, material, count = event.args
    _surveying(state)
    if material not in MATERIALS or not count.isdecimal():
        raise refuse("Say which cubes and how many.", "RH-122")
    for _ in range(int(count)):
        state = _stacked(state, space, MATERIALS.index(material))
    return _crowned_if_full(told(state, say("{n} {what} on {space}.", n=count, what=material, space=space)), space)


def _crowned_if_full(state: State, space: str) -> State:
    """A plan with all of its cubes is complete; its points are already in the score, but ads may look at them."""
    tile = tile_at(state, space)
    assert tile is not None
    if tile.cubes != tuple(height for _, height in stacks_of(state, tile.plan)):
        return state
    points, *_ = need(state, *plan_reward(tile.plan))
    state = with_tile(state, replace(tile, complete=True, points=int(points) if points.isdecimal() else 0))
    return told(state, say("{plan} is complete.", plan=plan_title(state.printed, tile.plan)))


def _stacked(state: State, space: str, material: int) -> State:
    tile = tile_at(state, space)
    if tile is None or tile.complete:
        raise refuse("Choose a plan that is not complete.", "RH-126")
    stacks = stacks_of(state, tile.plan)
    cubes = tile.cubes or (0,) * len(stacks)
    place = next((i for i, (m, h) in enumerate(stacks) if m == material and cubes[i] < h), None)
    if place is None:
        raise refuse("So many cubes of this material do not fit on that plan.", "RH-121")
    grown_cubes = (*cubes[:place], cubes[place] + 1, *cubes[place + 1 :])
    return with_tile(replace(state, cubes=_from_supply(state.cubes, material)), replace(tile, cubes=grown_cubes))


def _from_supply(cubes: Cubes, material: int) -> Cubes:
    """A real cube if one is left, else a miscellaneous one, which can only stand on a building now (RH-183)."""
    step = tuple(int(i == material) for i in range(4))
    if cubes.supply[material]:
        supply = _row([a - b for a, b in zip(cubes.supply, step, strict=True)])
        in_play = cubes.misc_in_play or supply[material] == 0
        return replace(cubes, supply=supply, built=added(cubes.built, _row([*step])), misc_in_play=in_play)
    if cubes.built[material] < cubes.total[material]:
        raise refuse("There are not so many cubes of this material in the game; count again.", "RH-181")
    return replace(cubes, misc_built=added(cubes.misc_built, _row([*step])))


def crowned(state: State, event: Event) -> State:
    """A building completed before: all of its cubes stand there."""
    _surveying(state)
    space = event.args[0]
    tile = tile_at(state, space)
    if tile is None or tile.complete:
        raise refuse("Choose a plan that is not complete.", "RH-126")
    stacks = stacks_of(state, tile.plan)
    for material in (m for i, (m, h) in enumerate(stacks) for _ in range(h - (tile.cubes[i] if tile.cubes else 0))):
        state = _stacked(state, space, material)
    return _crowned_if_full(state, space)


def slot_tokens(state: State, event: Event) -> State:
    """Wild tokens lying on a plan of the market."""
    _surveying(state)
    word, count = event.args
    if word not in filled_slots(state) or count not in _TOKENS:
        raise refuse("Choose a plan on the market and how many tokens lie on it.", "RH-105")
    strip, index = slot_place(word)
    slot = state.market[strip][index] or Slot()
    left = state.wild + slot.tokens - int(count)
    if left < 0 and state.house.limit_wild:
        raise refuse(say("Only {n} wild tokens are left.", n=state.wild + slot.tokens), "RH-012")
    state = with_slot(replace(state, wild=left), strip, index, replace(slot, tokens=int(count)))
    return told(state, say("{n} wild tokens on slot {slot}.", n=count, slot=word))


def play_on(state: State, event: Event) -> State:
    """The survey is finished; from here on everything is checked."""
    _surveying(state)
    return _look_for_end(told(replace(state, stage="play"), "The map is known: play on."))
