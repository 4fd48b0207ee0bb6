"""The rules of Rolling Heights as three pure functions: start, apply, prompts."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.games.rolling_heights.cubes import all_cubes
from companion.games.rolling_heights.final import ads, final_prompts, target
from companion.games.rolling_heights.house import house_of
from companion.games.rolling_heights.printed import shipped
from companion.games.rolling_heights.state import (
    COLORS,
    MATERIALS,
    START_CREW,
    Counts,
    Printed,
    Seat,
    State,
    is_main,
    refuse,
    told,
)
from companion.games.rolling_heights.throws import rally, roll, set_aside, stop, strike, throw_prompts
from companion.games.rolling_heights.turns import agree, agree_prompts, end_prompts, end_turn, last_cube
from companion.games.rolling_heights.typed import discard_wild, meeple, score, tokens, typed_prompts
from companion.model import Catalogue, Event, Prompt, Settings
from companion.words import say


def start(seats: int, settings: Settings, catalogue: Catalogue) -> State:
    """The first state: cubes, meeples and tokens counted out for this number of seats (RH-001 … RH-016)."""
    if seats == 1:
        raise refuse("Solo rules are not part of this rulebook; play with 2 to 4.", "RH-001")
    if seats not in (2, 3, 4):
        raise refuse(say("Rolling Heights is played by 2 to 4, not {n}.", n=seats), "RH-001")
    printed = Printed({**shipped(), **catalogue})
    wood, concrete, glass, steel = (int(printed[f"cubes.{name}"]) for name in MATERIALS)
    box: Counts = (wood, concrete, glass, steel)
    supply = tuple(int(printed[f"meeples.{c}"]) - seats * START_CREW.count(c) for c in COLORS)
    return State(
        depth=settings.get("depth", "rolls"),
        house=house_of(settings),
        printed=printed,
        seats=(Seat(),) * seats,
        cubes=all_cubes(box, seats),
        supply=supply,
        wild=int(printed["tokens.wild"]),
    )


def prompts(state: State) -> tuple[Prompt, ...]:
    """Everything that is awaited now, of every seat."""
    if state.stage in ("ads", "targets"):
        return final_prompts(state)
    if state.stage != "play":
        return ()
    found: list[Prompt] = []
    for index in range(len(state.seats)):
        found += throw_prompts(state, index)
        if index == state.turn and is_main(state):
            found += main_prompts(state)
    found += first_prompts(state)
    found += agree_prompts(state)
    return tuple(found)


def main_prompts(state: State) -> tuple[Prompt, ...]:
    """What the active seat may do in its Main phase."""
    found = [*typed_prompts(state)]
    if state.seats[state.turn].wild:
        found.append(
            Prompt(state.turn, "wild", label="Use a wild token", hint="Discard it for one cube of any colour.")
        )
    if not state.last_round:
        hint = "All cubes of one colour are on buildings: this round and one more."
        found.append(Prompt(state.turn, "last-cube", label="The last cube is built", hint=hint))
    return (*found, *end_prompts(state))


def first_prompts(state: State) -> tuple[Prompt, ...]:
    """Who holds the start player token, as long as nobody has rolled (RH-017)."""
    if not _untouched(state):
        return ()
    seats = tuple(str(s) for s in range(len(state.seats)))
    labels = tuple((s, f"@{s}") for s in seats)
    return (
        Prompt(0, "first", (seats,), label="Start player", hint="Drawn at random; takes the token.", labels=labels),
    )


def first(state: State, event: Event) -> State:
    """The randomly drawn start player takes the token and the first turn (RH-017, RH-025)."""
    if not _untouched(state):
        raise refuse("The start player is chosen before anybody rolls.", "RH-017")
    if event.args[0] not in tuple(str(s) for s in range(len(state.seats))):
        raise refuse("Choose one of the seats at this table.", "RH-017")
    seat = int(event.args[0])
    return told(replace(state, first=seat, turn=seat), say("@{s} takes the start player token.", s=seat))


def _untouched(state: State) -> bool:
    return state.round == 1 and all(s.box == "idle" and not s.turns for s in state.seats)


def wild(state: State, event: Event) -> State:
    """A wild token is discarded for a cube on the own turn (RH-116)."""
    if event.seat != state.turn or not is_main(state):
        raise refuse("Wild tokens are used in your own Main phase.", "RH-116")
    return told(discard_wild(state, event.seat), say("@{s} uses a wild token.", s=event.seat))


VERBS: Mapping[str, Callable[[State, Event], State]] = {
    "ads": ads,
    "agree": agree,
    "aside": set_aside,
    "end": end_turn,
    "first": first,
    "last-cube": last_cube,
    "meeple": meeple,
    "rally": rally,
    "roll": roll,
    "score": score,
    "stop": stop,
    "strike": strike,
    "target": target,
    "tokens": tokens,
    "wild": wild,
}


def apply(state: State, event: Event) -> State:
    """The state after an event, or a sentence saying why not."""
    if not 0 <= event.seat < len(state.seats):
        raise refuse(say("There is no seat {n} at this table.", n=event.seat))
    if event.verb not in VERBS:
        raise refuse(say("Rolling Heights knows no {verb!r}.", verb=event.verb))
    return VERBS[event.verb](replace(state, happened=(), mood=""), event)
