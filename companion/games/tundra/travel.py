"""Movement: workers step to neighbouring tiles, open them and take what lies there (TU-050 … TU-059)."""

from collections import Counter
from dataclasses import replace

from companion.games.tundra.effects import RESOURCES, Part, amount
from companion.games.tundra.hexes import neighbours
from companion.games.tundra.printed import Printed
from companion.games.tundra.purse import gain, refuse
from companion.games.tundra.state import (
    BARE,
    CLOSED,
    GLADES,
    State,
    Tile,
    by_hex,
    popped,
    pushed,
    settlements,
    tile_at,
    told,
    with_player,
    with_tile,
)
from companion.games.tundra.steps import Action, Open
from companion.model import Event, Prompt
from companion.words import say

Trail = tuple[str, ...]


def movers(state: State, action: Action) -> dict[str, Trail]:
    """The own workers that can be told apart, by the word for each, with their way in this action (TU-056)."""
    unmoved = Counter(state.players[action.seat].workers)
    moved = set()
    for trail in action.trails:
        # A bonus on the way can move a worker on: it is then told by where it stands, not by this way.
        if unmoved[trail[-1]] > 0:
            unmoved[trail[-1]] -= 1
            moved.add(trail)
    found: dict[str, Trail] = {where: (where,) for where, n in unmoved.items() if n > 0}
    ends = Counter(trail[-1] for trail in moved)
    for trail in sorted(moved):
        end = trail[-1]
        alone = ends[end] == 1 and unmoved[end] <= 0
        found[end if alone else ">".join(trail)] = trail
    return found


def has_room(state: State) -> bool:
    """Whether there are glades whose place on the map is not known yet (TU-024)."""
    return len(state.tiles) < GLADES[state.seats]


def targets(state: State, seat: int, trail: Trail) -> tuple[str, ...]:
    """Where a worker that came this way may step next (TU-050, TU-051, TU-055)."""
    glades, homes, room = by_hex(state.tiles), settlements(state), has_room(state)
    foreign = state.house.foreign_settlement == "allowed"
    found = []
    for to in neighbours(trail[-1]):
        if to in trail:
            continue
        if to in homes:
            if foreign or homes[to] == seat:
                found.append(to)
        elif room or to in glades:
            found.append(to)
    return tuple(found)


def prompts(state: State, action: Action, part: Part) -> tuple[Prompt, ...]:
    """Which worker goes where."""
    ways = movers(state, action)
    goals = {word: targets(state, action.seat, trail) for word, trail in ways.items()}
    able = tuple(word for word in goals if goals[word])
    if not able:
        return (Prompt(action.seat, "move", reason=say("No worker of @{seat} can move.", seat=action.seat)),)
    to = tuple(dict.fromkeys(field for word in able for field in goals[word]))
    labels = tuple(
        (word, say("the worker that came from {start}", start=ways[word][-2])) for word in able if ">" in word
    )
    hint = say("{points} left", points=amount("mp", part.n))
    return (
        Prompt(action.seat, "move", (able, to), label="Move a worker", hint=hint, labels=labels, names=("from", "to")),
    )


def apply(state: State, action: Action, part: Part, event: Event) -> State:
    """The state after one step of one worker."""
    seat, (word, to) = action.seat, event.args
    trail = movers(state, action).get(word)
    if trail is None:
        refuse("TU-059", "@{seat} has no worker on {where}; only own workers can be moved.", seat=seat, where=word)
    if to in trail:
        refuse("TU-055", "This worker has been on {to} in this action; choose another tile or another worker.", to=to)
    if to not in neighbours(trail[-1]):
        refuse("TU-050", "{to} does not share a side with {where}; choose a neighbouring tile.", to=to, where=trail[-1])
    if to not in targets(state, seat, trail):
        refuse("TU-051", "There is no tile on {to} that this worker may enter.", to=to)
    state = _step(state, seat, trail[-1], to)
    trails = list(action.trails)
    if len(trail) > 1:
        trails.remove(trail)
    action = replace(action, trails=(*trails, (*trail, to)))
    return enter(spend(state, action, part), seat, to)


def _step(state: State, seat: int, start: str, to: str) -> State:
    workers = list(state.players[seat].workers)
    workers.remove(start)
    state = with_player(state, seat, workers=tuple(sorted((*workers, to))))
    return told(state, say("@{seat} moves a worker from {start} to {to}.", seat=seat, start=start, to=to))


def spend(state: State, action: Action, part: Part, n: int = 1) -> State:
    """The state in which this much of a part of the action under way is used up."""
    left = (replace(part, n=part.n - n),) if part.n > n else ()
    at = next(i for i, p in enumerate(action.parts) if p.kind == part.kind)
    return popped(state, replace(action, parts=action.parts[:at] + left + action.parts[at + 1 :]))


def enter(state: State, seat: int, where: str) -> State:
    """The state after a worker came to a tile: opened if need be, its resource taken (TU-052, TU-053)."""
    if where in settlements(state):
        if state.house.settlement_gives == "one-resource":
            return pushed(state, Action(seat, "settlement", (Part("any", 1),)))
        return state
    tile = tile_at(state, where)
    if tile is None or tile.shows == CLOSED:
        return pushed(with_tile(state, tile or Tile(where)), Open(seat, where))
    return _take(state, seat, tile)


def _take(state: State, seat: int, tile: Tile) -> State:
    if tile.shows in RESOURCES:
        return gain(state, seat, tile.shows, 1)
    return told(state, say("{where} has no resource.", where=tile.hex))


# ------------------------------------------------------------------------------------------------ opening a tile


def open_words(printed: Printed, seats: int, tiles: tuple[Tile, ...]) -> tuple[str, ...]:
    """What an opened tile may show: a resource, or resource and bonus if the list of all glades is known (TU-009)."""
    ids = [f"glade.g{n:02}" for n in range(1, 25)]
    kinds = [(printed.get(f"{i}.resource"), printed.get(f"{i}.bonus")) for i in ids if printed.is_in_play(i, seats)]
    left = Counter(kinds)
    left.subtract((t.shows, t.bonus) for t in tiles if t.shows != CLOSED)
    complete = len(kinds) == GLADES[seats] and all(all(kind) for kind in kinds)
    words = tuple(sorted(f"{shows}:{bonus}" for (shows, bonus), n in left.items() if n > 0)) if complete else ()
    return words or (*RESOURCES, BARE)


def open_prompts(state: State, step: Open) -> tuple[Prompt, ...]:
    """What does the tile show?"""
    words = open_words(state.printed, state.seats, state.tiles)
    return (
        Prompt(
            step.seat,
            "tile",
            ((step.hex,), words),
            label=say("Open the tile on {where}", where=step.hex),
            hint="which resource is at its top?",
            labels=((BARE, "no resource"),),
            names=("tile", "it shows"),
        ),
    )


def open_apply(state: State, step: Open, event: Event) -> State:
    """The state in which the tile lies open and the worker who opened it has its resource."""
    shows, _, bonus = event.args[1].partition(":")
    tile = Tile(step.hex, shows, bonus)
    state = told(popped(with_tile(state, tile)), say("The tile on {where} is opened.", where=step.hex))
    # Whoever opens a tile in the set-up gains nothing (TU-028): then there is no worker on the way.
    return _take(state, step.seat, tile) if state.round else state
