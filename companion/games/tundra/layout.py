"""The map in the set-up: settlements, starting glades, and as much of the layout as the players care to draw.

The printed layouts are lost. Two taps per player are enough to begin: the map grows as tiles are entered, and what is
drawn or found can be kept for the next game.
"""

from dataclasses import replace

from companion.games.tundra import asks
from companion.games.tundra.hexes import fields, neighbours
from companion.games.tundra.printed import Printed, edges_of, layout_of
from companion.games.tundra.purse import refuse
from companion.games.tundra.state import (
    CLOSED,
    GLADES,
    State,
    Tile,
    by_hex,
    popped,
    settlements,
    tile_at,
    told,
    with_player,
    with_tile,
)
from companion.games.tundra.steps import Open, Remember, Setup
from companion.games.tundra.travel import has_room
from companion.model import CATALOGUE_VERB, Event, Prompt
from companion.words import say


def known_tiles(printed: Printed, variant: str, seats: int) -> tuple[Tile, ...]:
    """The glades of the drawn layout, face down; none of them if there are more than the game has (TU-024)."""
    glades = tuple(Tile(where) for where, what in layout_of(printed, variant).items() if what != "settlement")
    return glades if len(glades) <= GLADES[seats] else ()


def starts_for(state: State, home: str) -> tuple[str, ...]:
    """The fields beside a settlement on which its two starting glades may lie (TU-026)."""
    glades, homes = by_hex(state.tiles), settlements(state)
    known = layout_of(state.printed, state.variant)
    printed_starts = tuple(f for f in neighbours(home) if known.get(f) == "start" and f in glades)
    if len(printed_starts) >= 2:
        return _unopened(state, printed_starts)
    room = len(state.tiles) + 2 <= GLADES[state.seats]
    free = (f for f in neighbours(home) if f in glades or (room and f not in homes and known.get(f) != "settlement"))
    return _unopened(state, tuple(free))


def _unopened(state: State, where: tuple[str, ...]) -> tuple[str, ...]:
    """Those fields that are not the open starting glade of somebody else."""
    glades = by_hex(state.tiles)
    return tuple(f for f in where if f not in glades or glades[f].shows == CLOSED)


def _printed_homes(state: State) -> tuple[str, ...]:
    """The settlement spaces of the drawn layout that are still free, if there are enough of them."""
    known = layout_of(state.printed, state.variant)
    spaces = tuple(f for f, what in known.items() if what == "settlement")
    if len(spaces) < state.seats:
        return ()
    taken = settlements(state)
    return tuple(f for f in spaces if f not in taken and len(starts_for(state, f)) >= 2)


def _any_homes(state: State) -> tuple[str, ...]:
    taken = settlements(state)
    free = (f for f in fields() if f not in taken and tile_at(state, f) is None)
    return tuple(f for f in free if len(starts_for(state, f)) >= 2)


def advance(state: State, step: Setup) -> State | None:
    """The state a step further where the layout leaves no choice, or None."""
    if step.what == "draw":
        complete = not has_room(state) and (state.house.special == "off" or edges_of(state.printed, state.variant))
        return popped(state) if complete else None
    home = state.players[step.seat].settlement
    if not home:
        left = _printed_homes(state)
        return _settle(state, step, left[0]) if len(left) == 1 and step.seat == state.seats - 1 else None
    starts = starts_for(state, home)
    return _open_starts(state, step, starts) if len(starts) == 2 else None


def prompts(state: State, step: Setup) -> tuple[Prompt, ...]:
    """Where is the settlement, which are its starting glades, and what more of the layout to draw (TU-025, TU-026)."""
    if step.what == "draw":
        return _draw_prompts(state)
    home = state.players[step.seat].settlement
    if home:
        near = starts_for(state, home)
        ask = say("Tap the two starting glades beside {home}", home=home)
        return (Prompt(step.seat, "starts", (near, near), label=ask, names=("one glade", "the other glade")),)
    spaces = _printed_homes(state)
    if spaces:
        return (Prompt(step.seat, "settle", (spaces,), label="Which settlement space is nearest to you?"),)
    hint = "keep the distances between the settlements as on the board; the rest of the map is found in play"
    return (Prompt(step.seat, "settle", (_any_homes(state),), label="Tap where your settlement lies", hint=hint),)


def _draw_prompts(state: State) -> tuple[Prompt, ...]:
    found = [Prompt(0, "begin", label="Go on", hint="the map grows as tiles are opened")]
    if has_room(state):
        label = say("Draw the layout: {n} more glades", n=GLADES[state.seats] - len(state.tiles))
        found.append(Prompt(0, "glade", (_beside_known(state),), label=label, names=("field",)))
    inner = tuple(tile.hex for tile in state.tiles if tile.hex not in state.edges)
    if inner and state.house.special == "on":
        found.append(Prompt(0, "edge", (inner,), label="Mark the glades at the edge of the board", names=("tile",)))
    return (*found, *_keep_prompt(state))


def _beside_known(state: State) -> tuple[str, ...]:
    """The free fields beside tiles and settlements."""
    taken = {*settlements(state), *by_hex(state.tiles)}
    near = dict.fromkeys(f for known in sorted(taken) for f in neighbours(known))
    return tuple(f for f in near if f not in taken)


def apply(state: State, step: Setup, event: Event) -> State:
    """The state after an answer about the map."""
    if event.verb == "begin":
        return popped(state)
    if event.verb == "settle":
        return _settle(state, step, event.args[0])
    if event.verb == "starts":
        return _open_starts(state, step, event.args)
    if event.verb == "glade":
        return with_tile(state, Tile(event.args[0]))
    if event.verb == "edge":
        return replace(state, edges=(*state.edges, event.args[0]))
    return asks.learn(state, event)


def _settle(state: State, step: Setup, where: str) -> State:
    state = with_player(state, step.seat, settlement=where)
    return told(state, say("The settlement of @{seat} lies on {where}.", seat=step.seat, where=where))


def _open_starts(state: State, step: Setup, starts: tuple[str, ...]) -> State:
    """One worker on each of the two starting glades, more for one title; nothing is gained (TU-027, TU-028, TU-267)."""
    if len(set(starts)) < 2:
        refuse("TU-026", "The two starting glades are two different tiles; tap another one.")
    for where in starts:
        state = with_tile(state, tile_at(state, where) or Tile(where))
    home = state.players[step.seat].settlement
    more = (home, home) if state.players[step.seat].title == "inspiring" else ()
    state = with_player(state, step.seat, starts=starts, workers=tuple(sorted((*starts, *more))))
    return popped(state, *(Open(step.seat, where) for where in starts))


# ------------------------------------------------------------------------------------------------ keeping the map


def _new_to_catalogue(state: State) -> dict[str, str]:
    """What this game knows of the layout and the catalogue does not."""
    starts = {where for player in state.players for where in player.starts}
    map_now = {tile.hex: "start" if tile.hex in starts else "glade" for tile in state.tiles}
    map_now |= dict.fromkeys(settlements(state), "settlement")
    values = {f"layout.{state.variant}.{where}": what for where, what in map_now.items()}
    values |= {f"edge.{state.variant}.{where}": "yes" for where in state.edges}
    return {key: value for key, value in values.items() if key not in state.printed.known}


def _keep_prompt(state: State) -> tuple[Prompt, ...]:
    """One tap that keeps the map for the next game, if there is something new in it."""
    options = tuple(words for key, value in _new_to_catalogue(state).items() for words in ((key,), (value,)))
    hint = "if the layout stays the same"
    return (Prompt(0, CATALOGUE_VERB, options, label="Keep this map for the next game", hint=hint),) if options else ()


def remember_advance(state: State, step: Remember) -> State | None:
    """Nothing to ask if the whole map was known before."""
    return None if _new_to_catalogue(state) else popped(state)


def remember_prompts(state: State, step: Remember) -> tuple[Prompt, ...]:
    """Whether to keep the map for the next game."""
    return (*_keep_prompt(state), Prompt(0, "done", label="Do not keep it"))


def remember_apply(state: State, step: Remember, event: Event) -> State:
    """The state after the question about the map."""
    return popped(state if event.verb == "done" else asks.learn(state, event))
