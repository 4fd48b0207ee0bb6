"""Gathering from the own pieces, and resources of choice (TU-017, TU-018, TU-175 … TU-180)."""

from collections import Counter

from companion.games.tundra.effects import NOTHING, RESOURCES, Part
from companion.games.tundra.purse import gain, refuse
from companion.games.tundra.state import Player, State, by_hex
from companion.games.tundra.steps import Action
from companion.games.tundra.travel import spend
from companion.model import Event, Prompt
from companion.words import say


def pieces(player: Player) -> Counter[str]:
    """How many own pieces, workers and towers, stand on each field."""
    return Counter(player.workers + player.towers)


def sources(state: State, seat: int) -> Counter[str]:
    """How often each resource glade can give to a seat in one action: once for each own piece (TU-176, TU-178)."""
    glades = by_hex(state.tiles)
    own = pieces(state.players[seat])
    return Counter({where: n for where, n in own.items() if where in glades and glades[where].shows in RESOURCES})


def prompts(state: State, action: Action, part: Part) -> tuple[Prompt, ...]:
    """Which pieces give."""
    found = sources(state, action.seat)
    if not found:
        reason = say("@{seat} has no piece on a glade with a resource.", seat=action.seat)
        return (Prompt(action.seat, "gather", reason=reason),)
    n = min(part.n, sum(found.values()))
    glades = by_hex(state.tiles)
    labels = tuple(
        (where, say("{where}: {what} ×{n}", where=where, what=glades[where].shows, n=found[where])) for where in found
    )
    return (
        Prompt(
            action.seat,
            "gather",
            ((*found, NOTHING),) * n,
            label=say("Gather up to {n}", n=n),
            hint="each piece gives one resource of its tile",
            labels=labels,
            unordered=True,
        ),
    )


def apply(state: State, action: Action, part: Part, event: Event) -> State:
    """The state after the chosen pieces gave their resources."""
    wanted = Counter(word for word in event.args if word != NOTHING)
    found = sources(state, action.seat)
    if wanted.total() > part.n:
        refuse("TU-175", "This row lets you gather up to {n} resources.", n=part.n)
    glades = by_hex(state.tiles)
    for where, n in wanted.items():
        if not found[where]:
            refuse(
                "TU-178",
                "Nothing can be gathered on {where}; choose a glade with a resource and an own piece.",
                where=where,
            )
        if n > found[where]:
            refuse(
                "TU-176",
                "Each piece gives one resource; @{seat} has {n} on {where}.",
                seat=action.seat,
                n=found[where],
                where=where,
            )
    state = spend(state, action, part, part.n)
    total: Counter[str] = Counter()
    for where, n in wanted.items():
        total[glades[where].shows] += n
    for thing, n in total.items():
        state = gain(state, action.seat, thing, n)
    return state


# ------------------------------------------------------------------------------------------------ resources of choice


def any_prompts(state: State, action: Action, part: Part) -> tuple[Prompt, ...]:
    """Which resources, unit by unit or all of one type."""
    if part.kind == "same" or state.house.any_resource == "one-type":
        label = say("Gain {n} of one type", n=part.n)
        verb = "gain" if part.kind == "any" else "gain-same"
        return (Prompt(action.seat, verb, (RESOURCES,), label=label, names=("resource",)),)
    words = RESOURCES if part.n == 1 else (*RESOURCES, NOTHING)
    label = say("Gain {n} of your choice", n=part.n)
    return (Prompt(action.seat, "gain", (words,) * part.n, label=label, unordered=True),)


def any_apply(state: State, action: Action, part: Part, event: Event) -> State:
    """The state after resources of choice were gained."""
    one_type = part.kind == "same" or state.house.any_resource == "one-type"
    if len(event.args) != (1 if one_type else part.n):
        refuse("TU-018" if one_type else "TU-017", "Choose {n} resources.", n=part.n)
    total = Counter({event.args[0]: part.n}) if one_type else Counter(word for word in event.args if word != NOTHING)
    state = spend(state, action, part, part.n)
    for thing, n in total.items():
        state = gain(state, action.seat, thing, n)
    return state
