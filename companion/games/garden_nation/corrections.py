"""Correcting a printed value: name it, then tell what this copy of the game shows."""

from dataclasses import replace
from functools import lru_cache

from companion.errors import IllegalEvent
from companion.games.garden_nation.board import CELL_OF, CELL_WORDS, lay, turn
from companion.games.garden_nation.phrases import WAYS, place_name, seat_name
from companion.games.garden_nation.printed import BRAMBLE, DIRECTIONS, Printed, allowed, read_printed, shipped
from companion.games.garden_nation.scoring import rescored
from companion.games.garden_nation.state import State, region_cells, told
from companion.model import Event
from companion.words import say

COST_WORDS = tuple(f"cost-{word}" for word in CELL_WORDS)
"""One word per space: its cost. They differ from the spaces' own words, so that a tap on the map is an action."""
DOUBTFUL = tuple(
    (int(number) - 1, DIRECTIONS.index(direction)) for _, number, direction in map(str.split, shipped()["doubtful"])
)
"""Region and printed direction of the spaces whose cost the sources tell differently."""
REGION_WORDS = tuple(f"lands-{number}" for number in range(1, 8))


def keys_for(state: State, word: str) -> tuple[str, ...]:
    """The printed values a word of ``correct`` stands for; none = an unknown word."""
    kind, _, rest = word.partition("-")
    if word in COST_WORDS:
        cell = CELL_OF[rest]
        printed_there = state.board.printed_direction(cell)
        is_bramble = not state.board.lands[cell]
        return () if is_bramble else (f"space.{cell // 7 + 1}.{printed_there}.cost",)
    if word in REGION_WORDS:
        return tuple(f"space.{rest}.{direction}.land" for direction in DIRECTIONS)
    if kind == "project" and rest in {project.id for project in state.printed.projects}:
        return (f"project.{rest}.points",)
    missions = {mission.id: mission for mission in state.printed.missions}
    if kind == "mission" and rest in missions:
        keys = (f"mission.{rest}.points",)
        return (*keys, f"mission.{rest}.both") if missions[rest].both else keys
    if kind == "inhabitants" and rest in {str(least) for least, _ in state.printed.inhabitants}:
        return (f"inhabitants.{rest}",)
    return ()


def cost_words(state: State) -> tuple[str, ...]:
    """The spaces whose cost can be corrected: all but brambles, those first on which the sources differ."""
    return _cost_words(state.board.lands, doubtful(state))


@lru_cache(maxsize=64)
def _cost_words(lands: tuple[str, ...], doubted: tuple[int, ...]) -> tuple[str, ...]:
    costs = [cell for cell, land in enumerate(lands) if land]
    return tuple(COST_WORDS[cell] for cell in sorted(costs, key=lambda cell: cell not in doubted))


def doubtful(state: State) -> tuple[int, ...]:
    """Where the spaces whose cost the sources tell differently lie on this board."""
    turned = state.board.turned
    return tuple(7 * region + turn(printed, turned[region]) for region, printed in DOUBTFUL)


def correction_name(state: State, word: str) -> str:
    """What a word of ``correct`` stands for, for people."""
    kind, _, rest = word.partition("-")
    match kind:
        case "cost":
            return place_name(CELL_OF[rest])
        case "lands":
            return say("Region {n}", n=rest)
        case "project":
            return state.printed.project(rest).name
        case "mission":
            return state.printed.mission(rest).name
        case _:
            return say("from {n} inhabitants", n=rest)


def present(printed: Printed, key: str) -> str:
    """The value in force."""
    kind, name, *rest = key.split(".")
    if kind == "space":
        space = printed.regions[int(name) - 1][DIRECTIONS.index(rest[0])]
        return str(space.cost) if rest[1] == "cost" else space.land or BRAMBLE
    if kind == "project":
        return str(printed.project(name).points)
    if kind == "mission":
        mission = printed.mission(name)
        return str(mission.both if rest[0] == "both" else mission.points)
    return str(dict(printed.inhabitants)[int(name)])


def value_name(state: State, key: str) -> str:
    """What is asked for, as it lies on the board, and the value in force."""
    now = present(state.printed, key)
    kind, name, *rest = key.split(".")
    if kind == "space" and rest[1] == "land":
        direction = turn(DIRECTIONS.index(rest[0]), state.board.turned[int(name) - 1])
        return say("{way}, until now {now}", way=WAYS[direction], now=now)
    if rest == ["both"]:
        return say("points for both regions, until now {now}", now=now)
    return say("cost, until now {now}" if kind == "space" else "points, until now {now}", now=now)


def correct(state: State, event: Event) -> State:
    """Somebody wants to tell what this copy shows."""
    keys = keys_for(state, event.args[0])
    if not keys:
        raise IllegalEvent("There is no such printed value; choose one that is offered.", "GN-005")
    if event.args[0] in REGION_WORDS and not _is_untouched(state, int(event.args[0][-1]) - 1):
        raise IllegalEvent("Lands can be corrected only while nothing stands in that region.", "GN-004")
    text = "{who} corrects what the companion knows: {what}."
    what = correction_name(state, event.args[0])
    return told(replace(state, asked=keys), say(text, who=seat_name(state.turn), what=what))


def _is_untouched(state: State, region: int) -> bool:
    cells = region_cells(region)
    return all(state.buildings[cell] is None and state.lands[cell] == state.board.lands[cell] for cell in cells)


def keep(state: State, _: Event) -> State:
    """The value was right after all."""
    return told(replace(state, asked=()), "Nothing is changed.")


def learn(state: State, event: Event) -> State:
    """A printed value is what this copy shows from now on; points already scored with it follow."""
    keys, words = event.args[::2], event.args[1::2]
    if keys != state.asked or len(words) != len(keys):
        raise IllegalEvent("Tell the printed values that are asked for.")
    for key, word in zip(keys, words, strict=True):
        if word not in allowed(key):
            raise IllegalEvent(say("{key} cannot be {word!r}; choose another value.", key=key, word=word))
    printed = read_printed(dict(state.printed.entries) | dict(zip(keys, words, strict=True)))
    board = lay(printed, state.board.places, state.board.turned)
    lands = tuple(
        now if now != before else after
        for now, before, after in zip(state.lands, state.board.lands, board.lands, strict=True)
    )
    state = replace(state, printed=printed, board=board, lands=lands, asked=())
    return told(rescored(state), "The printed value is corrected for this and later games.")
