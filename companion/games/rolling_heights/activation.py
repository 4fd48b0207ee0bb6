"""Activating meeples in Main: material, points, spending power and upgrades (RH-055 … RH-071)."""

from collections import Counter
from dataclasses import replace

from companion.games.rolling_heights.cubes import gained
from companion.games.rolling_heights.points import award
from companion.games.rolling_heights.state import (
    COLORS,
    CUBE_COLORS,
    EXHAUSTED,
    HARD,
    MATERIALS,
    STEADY,
    Seat,
    State,
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
from companion.games.rolling_heights.wording import color_name, meeple_name
from companion.model import Event, Prompt
from companion.words import say

MATERIAL_OF = {CUBE_COLORS[m]: i for i, m in enumerate(MATERIALS)}
SIMPLE = (*MATERIAL_OF, "yellow", "magenta")
"""Colours whose effect needs no further choice."""
NOBODY = "nobody"


# ------------------------------------------------------------------------------------------------- what is awaited


def activation_prompts(state: State) -> tuple[Prompt, ...]:
    """One tap for each kind of working meeple, at its own level or the lesser one."""
    seat = state.seats[state.turn]
    words = tuple(dict.fromkeys(w for w in seat.working if _offered(state, seat, w)))
    found = []
    if words:
        labels = tuple((w, say("{name}: {what}", name=meeple_name(w), what=effect(w))) for w in words)
        found.append(
            Prompt(state.turn, "activate", (words,), label="Activate a meeple", labels=labels, names=("meeple",))
        )
    lesser = tuple(dict.fromkeys(w for w in seat.working if _has_lesser(state, seat, w)))
    if lesser:
        labels = tuple((w, say("{name}: {what}", name=meeple_name(w), what=effect(_as_steady(w)))) for w in lesser)
        hint = "A meeple Working Hard may be used as Working Steady."
        found.append(Prompt(state.turn, "lesser", (lesser,), label="Use as steady", hint=hint, labels=labels))
    simple = [w for w in seat.working if color_of(w) in SIMPLE]
    if state.depth != "rolls" and len(simple) > 1:
        found.append(Prompt(state.turn, "all", label="Activate all for material", hint=together(simple)))
    return (*found, *_upgrade_prompts(state.turn, seat))


def _offered(state: State, seat: Seat, word: str) -> bool:
    color, pose = color_of(word), pose_of(word)
    if color == "pink":
        return bool(seat.exhausted) if pose == STEADY else False
    if state.depth == "rolls":
        return color == "yellow"
    return color in SIMPLE or (color == "purple" and state.depth == "ledger")


def _has_lesser(state: State, seat: Seat, word: str) -> bool:
    if pose_of(word) != HARD or color_of(word) == "green":
        return False
    if color_of(word) == "pink":
        return bool(seat.exhausted)
    return state.depth != "rolls" and color_of(word) in SIMPLE or color_of(word) == "yellow"


def _as_steady(word: str) -> str:
    return f"{color_of(word)}:{STEADY}"


def effect(word: str) -> str:
    """What activating a meeple brings, in short words."""
    color, strong = color_of(word), pose_of(word) == HARD
    n = 2 if strong else 1
    if color in MATERIAL_OF:
        return f"{n} {MATERIALS[MATERIAL_OF[color]]}"
    if color == "yellow":
        return "2 points" if strong else "1 point"
    if color == "magenta":
        return f"{2 * n} spending power"
    if color == "green":
        return "2 upgrades" if strong else "1 upgrade"
    if color == "pink":
        return "take a plan" if strong else "roll the exhausted once"
    return "a building's strong ability" if strong else "a building's weak ability"


def together(words: list[str]) -> str:
    """What all these meeples bring: ``3 wood, 4 spending power``."""
    totals: Counter[str] = Counter()
    for word in words:
        n, _, what = effect(word).partition(" ")
        totals[what.rstrip("s") if what.startswith("point") else what] += int(n)
    return ", ".join(f"{n} {what}{'s' if what == 'point' and n > 1 else ''}" for what, n in totals.items())


def _upgrade_prompts(index: int, seat: Seat) -> tuple[Prompt, ...]:
    greens = tuple(dict.fromkeys(w for w in seat.working if color_of(w) == "green"))
    targets = tuple(dict.fromkeys(w for w in seat.crew if color_of(w) != "green" and pose_of(w) != HARD))
    if not greens or not targets:
        return ()
    labels = tuple((w, meeple_name(w)) for w in (*greens, *targets))
    names = ("Public Servant", "who is upgraded")
    found = [Prompt(index, "upgrade", (greens, targets), label="Upgrade a meeple", labels=labels, names=names)]
    if "green:hard" in greens:
        lying = tuple(w for w in targets if pose_of(w) == EXHAUSTED)
        strong = ("green:hard",)
        two = (strong, targets, targets)
        found.append(Prompt(index, "upgrade-two", two, label="Upgrade two meeples", labels=labels, names=names))
        if lying:
            found.append(
                Prompt(index, "lift", (strong, lying), label="Exhausted to Working Hard", labels=labels, names=names)
            )
    return tuple(found)


# ------------------------------------------------------------------------------------------------- what is done


def working_meeple(state: State, index: int, word: str) -> None:
    """Refuse anything but an own, active, unused meeple that works (RH-056, RH-057)."""
    if index != state.turn or not is_main(state):
        raise refuse("Meeples are activated in your own Main phase.", "RH-056")
    seat = state.seats[index]
    if pose_of(word) == EXHAUSTED:
        raise refuse("An exhausted meeple cannot be activated.", "RH-056")
    if word in seat.crew:
        return
    if word in seat.spent:
        raise refuse("That meeple was already used this turn.", "RH-057")
    if color_of(word) in seat.idle:
        raise refuse("A meeple set aside is not active this turn.", "RH-056")
    raise refuse(say("You have no working {name}.", name=meeple_name(word)), "RH-056")


def used(state: State, index: int, word: str) -> State:
    """The meeple is laid flat aside (RH-057)."""
    seat = state.seats[index]
    seat = replace(seat, crew=without(seat.crew, (word,)), spent=ordered((*seat.spent, word)))
    return with_seat(state, index, seat)


def activate(state: State, event: Event) -> State:
    """A meeple is used at the level it shows."""
    word = event.args[0]
    working_meeple(state, event.seat, word)
    return _effect(state, event.seat, word, pose_of(word))


def lesser(state: State, event: Event) -> State:
    """A meeple Working Hard is used as if it worked steady (RH-058)."""
    word = event.args[0]
    working_meeple(state, event.seat, word)
    if pose_of(word) != HARD:
        raise refuse("Only a meeple Working Hard has a lesser use.", "RH-058")
    return _effect(state, event.seat, word, STEADY)


def activate_all(state: State, event: Event) -> State:
    """All meeples whose effect needs no choice are used, one after another."""
    if event.seat != state.turn or not is_main(state) or state.depth == "rolls":
        raise refuse("Meeples are activated in your own Main phase.", "RH-056")
    for word in state.seats[event.seat].working:
        if color_of(word) in SIMPLE:
            state = _effect(state, event.seat, word, pose_of(word))
    return state


def _effect(state: State, index: int, word: str, level: str) -> State:
    color, n = color_of(word), 2 if level == HARD else 1
    if color in MATERIAL_OF and state.depth != "rolls":
        return gain_cubes(used(state, index, word), index, MATERIAL_OF[color], n)
    if color == "yellow":
        return award(used(state, index, word), index, n, "Politician", "RH-064")
    if color == "magenta" and state.depth != "rolls":
        return gain_power(used(state, index, word), index, 2 * n)
    if color == "pink" and level == STEADY:
        return _roll_once_more(state, index, word)
    if color == "purple" and state.depth == "ledger":
        todo = Todo("bring", "", "RH-080")
        return replace(used(state, index, word), main=replace(state.main, todo=(*state.main.todo, todo)))
    if color == "green":
        raise refuse("Choose whom the Public Servant upgrades.", "RH-066")
    if color == "pink":
        raise refuse("Choose the plan that the City Planner takes and where it goes.", "RH-076")
    if color == "purple":
        raise refuse("Choose the building whose ability the Public Figure uses.", "RH-080")
    raise refuse("At this depth the companion does not count cubes; take them from the supply.", "RH-059")


def gain_cubes(state: State, index: int, material: int, count: int) -> State:
    """Cubes from the supply, usable at once; miscellaneous ones where a pile is empty (RH-059, RH-142)."""
    before = state.cubes
    after = gained(before, material, count)
    misc = after.misc[material] - before.misc[material]
    name = MATERIALS[material]
    said: list[str] = [say("@{s} gains {n} {what}.", s=index, n=count - misc, what=name)] if count > misc else []
    if misc:
        said.append(say("{what} is out: @{s} gains {n} miscellaneous standing for {what}.", s=index, n=misc, what=name))
    if after.misc_in_play and not before.misc_in_play:
        said.append("A supply has run out: all miscellaneous cubes join it.")
    if sum(after.misc) + sum(after.misc_built) > int(state.printed["cubes.misc"]):
        said.append("Miscellaneous cubes never run out: use substitute markers.")
    return told(replace(state, cubes=after), *said)


def gain_power(state: State, index: int, count: int) -> State:
    """Spending power for this turn; no cube leaves the supply (RH-094, RH-096)."""
    main = replace(state.main, power=state.main.power + count)
    return told(replace(state, main=main), say("@{s} has {n} more spending power.", s=index, n=count))


def _roll_once_more(state: State, index: int, word: str) -> State:
    """A City Planner working steady rolls all exhausted meeples once, without a bust (RH-072 … RH-075)."""
    if not state.seats[index].exhausted:
        raise refuse("No exhausted meeples to re-roll.", "RH-072")
    state = used(state, index, word)
    seat = state.seats[index]
    crew = tuple(w for w in seat.crew if pose_of(w) != EXHAUSTED)
    air = ordered(map(color_of, seat.exhausted))
    seat = replace(seat, crew=crew, air=air, box="throw", kind="planner")
    return told(with_seat(state, index, seat), say("@{s}'s City Planner rolls the exhausted once.", s=index))


# ------------------------------------------------------------------------------------------------- upgrades


def upgrade(state: State, event: Event) -> State:
    """A Public Servant raises one meeple by one step (RH-066)."""
    green, target = event.args
    return _upgraded(_servant(state, event, green), event.seat, target)


def upgrade_two(state: State, event: Event) -> State:
    """A Public Servant Working Hard raises two different meeples by one step each (RH-067)."""
    green, one, two = event.args
    state = _strong_servant(state, event, green)
    if one == two and state.seats[event.seat].crew.count(one) < 2:
        raise refuse("The two upgrades go to two different meeples.", "RH-067")
    if two not in state.seats[event.seat].crew:
        _refuse_target(state.seats[event.seat], two)
    return _upgraded(_upgraded(state, event.seat, one), event.seat, two)


def lift(state: State, event: Event) -> State:
    """A Public Servant Working Hard raises one exhausted meeple to Working Hard (RH-067)."""
    green, target = event.args
    state = _strong_servant(state, event, green)
    if pose_of(target) != EXHAUSTED:
        raise refuse("Only an exhausted meeple is raised by two steps.", "RH-067")
    return _upgraded(state, event.seat, target, HARD)


def _servant(state: State, event: Event, green: str) -> State:
    if color_of(green) != "green":
        raise refuse("Only a Public Servant upgrades other meeples.", "RH-066")
    working_meeple(state, event.seat, green)
    return used(state, event.seat, green)


def _strong_servant(state: State, event: Event, green: str) -> State:
    if pose_of(green) != HARD:
        raise refuse("This takes a Public Servant Working Hard.", "RH-067")
    return _servant(state, event, green)


def _upgraded(state: State, index: int, target: str, pose: str = "") -> State:
    seat = state.seats[index]
    _refuse_target(seat, target)
    better = pose or (STEADY if pose_of(target) == EXHAUSTED else HARD)
    word = f"{color_of(target)}:{better}"
    seat = replace(seat, crew=ordered((*without(seat.crew, (target,)), word)))
    said = say("{name} is now working {pose}.", name=color_name(color_of(target)), pose=better)
    return told(with_seat(state, index, seat), said)


def _refuse_target(seat: Seat, target: str) -> None:
    """Why a meeple cannot be upgraded, each reason with its own rule (RH-066, RH-068 … RH-070)."""
    color = color_of(target)
    if color not in COLORS:
        raise refuse("Choose one of your own meeples.", "RH-066")
    if color == "green":
        raise refuse("Public Servants cannot be upgraded.", "RH-070")
    if target in seat.crew and pose_of(target) == HARD:
        raise refuse("Already Working Hard.", "RH-066")
    if target in seat.crew:
        return
    if any(color_of(w) == color for w in seat.spent):
        raise refuse("That meeple was already used this turn.", "RH-068")
    if color in seat.idle:
        raise refuse("Set-aside meeples cannot be upgraded.", "RH-069")
    raise refuse("Choose one of your own meeples.", "RH-066")
