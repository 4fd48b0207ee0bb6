"""Public Figures: purple abilities of own completed buildings, and conversions (RH-080 … RH-093)."""

from dataclasses import replace

from companion.games.rolling_heights.activation import gain_cubes, gain_power, used, working_meeple
from companion.games.rolling_heights.building import done, empty_neighbours, own_within, pending, type_of
from companion.games.rolling_heights.city import tile_at
from companion.games.rolling_heights.points import award
from companion.games.rolling_heights.printed import known, need, plan_ability, plan_strength, plan_title
from companion.games.rolling_heights.state import (
    COLORS,
    HARD,
    MATERIALS,
    STEADY,
    Seat,
    State,
    Tile,
    Todo,
    color_of,
    is_main,
    ordered,
    pose_of,
    refuse,
    told,
    with_seat,
    without,
)
from companion.games.rolling_heights.typed import gain_wild
from companion.games.rolling_heights.wording import color_name, meeple_name
from companion.model import Event, Prompt
from companion.words import say

NEW_COLOR = "magenta"
CONVERTIBLE = ("brown", "navy-gray")
BRINGS = ("points", *MATERIALS, "spending", "wild")
USED, ASIDE = ":used", ":aside"


# ------------------------------------------------------------------------------------------------- using a building


def figure_prompts(state: State) -> tuple[Prompt, ...]:
    """For each working Public Figure the own completed buildings whose ability is still free."""
    words = tuple(dict.fromkeys(w for w in state.seats[state.turn].working if color_of(w) == "purple"))
    if not words:
        return ()
    spaces = tuple(t.space for t in state.tiles if _usable(state, t))
    if not spaces:
        why = "No completed building of yours has an unused purple ability (RH-080)."
        return (Prompt(state.turn, "figure", reason=why, label="Use a Public Figure"),)
    labels = (*_space_labels(state, spaces), *((w, meeple_name(w)) for w in words))
    names = ("Public Figure", "building")
    found = [Prompt(state.turn, "figure", (words, spaces), label="Use a Public Figure", labels=labels, names=names)]
    if "purple:hard" in words:
        weak = (("purple:hard",), spaces)
        found.append(Prompt(state.turn, "figure-steady", weak, label="Use it as steady", labels=labels, names=names))
    return tuple(found)


def _usable(state: State, tile: Tile) -> bool:
    if tile.owner != state.turn or not tile.complete or tile.space in state.main.figures:
        return False
    return known(state, plan_ability(tile.plan)) != "none"


def _space_labels(state: State, spaces: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    plans = ((s, tile_at(state, s)) for s in spaces)
    return tuple((s, plan_title(state.printed, t.plan)) for s, t in plans if t)


def figure(state: State, event: Event) -> State:
    """A Public Figure uses a building's ability at its own level (RH-080, RH-083)."""
    return _use(state, event, pose_of(event.args[0]))


def figure_steady(state: State, event: Event) -> State:
    """A Public Figure Working Hard uses the weak form (RH-058)."""
    return _use(state, event, STEADY)


def _use(state: State, event: Event, level: str) -> State:
    word, space = event.args
    if color_of(word) != "purple":
        raise refuse("Only a Public Figure uses a building's ability.", "RH-080")
    working_meeple(state, event.seat, word)
    tile = tile_at(state, space)
    if tile is None or tile.owner != event.seat:
        raise refuse("That is not your building.", "RH-080")
    title = plan_title(state.printed, tile.plan)
    if not tile.complete:
        raise refuse("That building is not complete.", "RH-080")
    if space in state.main.figures:
        raise refuse(say("{plan}'s ability was already used this turn.", plan=title), "RH-081")
    (ability,) = need(state, plan_ability(tile.plan))
    if ability == "none":
        raise refuse(say("{plan} has no purple ability.", plan=title), "RH-080")
    strength = _strength(state, tile, ability, level)
    state = used(state, event.seat, word)
    state = replace(state, main=replace(state.main, figures=(*state.main.figures, space)))
    state = told(state, say("@{s} uses {plan}.", s=event.seat, plan=title))
    return _happen(state, event.seat, tile, ability, strength)


def _strength(state: State, tile: Tile, ability: str, level: str) -> int:
    """The weak or the strong value of an ability (RH-083)."""
    if ability == "other" or ability.startswith("convert-"):
        return 0
    weak, strong = need(state, *plan_strength(tile.plan))
    return int(strong if level == HARD else weak)


def _happen(state: State, index: int, tile: Tile, ability: str, n: int) -> State:
    """What the ability does, on the board as it is at this moment (RH-090)."""
    title = plan_title(state.printed, tile.plan)
    if ability in MATERIALS:
        return gain_cubes(state, index, MATERIALS.index(ability), n)
    if ability == "spending":
        return gain_power(state, index, n)
    if ability == "wild":
        return gain_wild(state, index, n)
    if ability == "other":
        return _ask(state, Todo("bring", tile.space, "RH-080"))
    if ability.startswith("convert-"):
        return _ask_conversion(state, index, ability.removeprefix("convert-"))
    count, rule = counted(state, index, tile, ability)
    text = say("{plan}: {n} for each of {count}", plan=title, n=n, count=count) if count != 1 else title
    return award(state, index, n * count, text, rule)


def counted(state: State, index: int, tile: Tile, ability: str) -> tuple[int, str]:
    """How many things an ability that scores finds now, and the rule that counts them."""
    what = ability.removeprefix("points-per-")
    if ability == "points":
        return 1, "RH-080"
    if what == "empty-neighbour":
        return empty_neighbours(state, tile.space), "RH-088"
    if what.startswith("hard-"):
        return _hard(state, state.seats[index], what.removeprefix("hard-")), "RH-087"
    if what.endswith("-within-3"):
        return own_within(state, index, tile.space, what.removesuffix("-within-3")), "RH-085"
    own = (t for t in state.tiles if t.owner == index and t.complete)
    return sum(type_of(state, t) == what for t in own), "RH-086"


def _hard(state: State, seat: Seat, color: str) -> int:
    """Own meeples of a colour that work hard now; used ones lie flat and do not count, unless the house says so."""
    word = f"{color}:{HARD}"
    return seat.crew.count(word) + (seat.spent.count(word) if state.house.botanical_counts_used else 0)


def _ask(state: State, todo: Todo) -> State:
    return replace(state, main=replace(state.main, todo=(*state.main.todo, todo)))


# ------------------------------------------------------------------------------------------------- typed abilities


def bring_prompts(state: State, todo: Todo) -> tuple[Prompt, ...]:
    """What an ability brought that the companion does not know."""
    numbers = tuple(str(n) for n in range(1, 13))
    return (
        Prompt(state.turn, "bring", (BRINGS, numbers), label="The ability brings", names=("what", "how many")),
        Prompt(state.turn, "nothing", label="Nothing more"),
    )


def bring(state: State, event: Event) -> State:
    """One thing that a typed ability brought."""
    pending(state, event, "bring")
    what, number = event.args
    if what not in BRINGS or not number.isdecimal() or not 1 <= int(number) <= 12:
        raise refuse("Say what the ability brings and how many.", "RH-080")
    if what in MATERIALS:
        return gain_cubes(state, event.seat, MATERIALS.index(what), int(number))
    if what == "spending":
        return gain_power(state, event.seat, int(number))
    if what == "wild":
        return gain_wild(state, event.seat, int(number))
    return award(state, event.seat, int(number), "Public Figure", "RH-080")


def nothing(state: State, event: Event) -> State:
    """The typed ability is finished."""
    pending(state, event, "bring")
    return told(done(state), say("@{s} goes on.", s=event.seat))


# ------------------------------------------------------------------------------------------------- conversions


def _ask_conversion(state: State, index: int, color: str) -> State:
    if not _sources(state.seats[index], color):
        raise refuse(
            say("You have no {color} meeple to convert.", color=color_name(color)),
            "RH-091" if color == "navy-gray" else "RH-092",
        )
    if state.supply[COLORS.index(NEW_COLOR)] <= 0 and state.house.limit_meeples:
        raise refuse(
            "No Executive is left in the supply, so nothing is converted.",
            "RH-091" if color == "navy-gray" else "RH-092",
        )
    return _ask(state, Todo("convert", color, "RH-093"))


def _sources(seat: Seat, color: str) -> tuple[str, ...]:
    """Where meeples of a colour are: active, used or set aside, each with its state (RH-093)."""
    active = (w for w in seat.crew if color_of(w) == color)
    spent = (w + USED for w in seat.spent if color_of(w) == color)
    aside = (c + ASIDE for c in seat.idle if c == color)
    return tuple(dict.fromkeys((*active, *spent, *aside)))


def convert_prompts(state: State, colors: tuple[str, ...]) -> tuple[Prompt, ...]:
    """Which meeple becomes an Executive; it keeps place, use and pose."""
    words = tuple(w for c in colors for w in _sources(state.seats[state.turn], c))
    if not words or (state.supply[COLORS.index(NEW_COLOR)] <= 0 and state.house.limit_meeples):
        return ()
    labels = tuple((w, w.replace(":", " ").replace("-", " ")) for w in words)
    hint = "The new Executive takes over its place, its pose and whether it was used."
    return (Prompt(state.turn, "convert", (words,), label="Convert into an Executive", hint=hint, labels=labels),)


def convert(state: State, event: Event) -> State:
    """A Carpenter or Construction Worker is swapped for an Executive in the same state (RH-091 … RH-093)."""
    word = event.args[0]
    color = color_of(word)
    if event.seat != state.turn or not is_main(state) or color not in CONVERTIBLE:
        raise refuse("Only your own Carpenters and Construction Workers are converted, in your Main phase.", "RH-091")
    if state.depth == "full":
        todo = pending(state, event, "convert")
        if color != todo.subject:
            raise refuse(say("This building converts a {color} meeple.", color=color_name(todo.subject)), todo.rule)
        state = done(state)
    if state.supply[COLORS.index(NEW_COLOR)] <= 0 and state.house.limit_meeples:
        raise refuse("No Executive is left in the supply, so nothing is converted.", "RH-091")
    seat = state.seats[event.seat]
    if word not in _sources(seat, color):
        raise refuse("You have no such meeple.", "RH-091")
    state = with_seat(_swapped(state, color), event.seat, _converted(seat, word, color))
    return told(state, say("@{s} swaps a {color} meeple for an Executive.", s=event.seat, color=color_name(color)))


def _swapped(state: State, color: str) -> State:
    supply = list(state.supply)
    supply[COLORS.index(color)] += 1
    supply[COLORS.index(NEW_COLOR)] -= 1
    return replace(state, supply=tuple(supply))


def _converted(seat: Seat, word: str, color: str) -> Seat:
    if word.endswith(ASIDE):
        return replace(seat, idle=ordered((*without(seat.idle, (color,)), NEW_COLOR)))
    old = word.removesuffix(USED)
    new = f"{NEW_COLOR}:{pose_of(old)}"
    if word.endswith(USED):
        return replace(seat, spent=ordered((*without(seat.spent, (old,)), new)))
    return replace(seat, crew=ordered((*without(seat.crew, (old,)), new)))
