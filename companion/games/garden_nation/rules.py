"""Start a game and apply events to it."""

from collections.abc import Callable
from dataclasses import replace

from companion.errors import IllegalEvent
from companion.games.garden_nation.board import Board
from companion.games.garden_nation.building import abandon, add_floor, choose_land, construct
from companion.games.garden_nation.corrections import correct, keep, learn
from companion.games.garden_nation.fallback import end_early, go_on
from companion.games.garden_nation.ploys import invade, move, transfer
from companion.games.garden_nation.printed import FLOORS, OTHER_PEOPLE, read_printed
from companion.games.garden_nation.projects import claim, claim_too_late, decline, open_first, open_next
from companion.games.garden_nation.scoring import reveal
from companion.games.garden_nation.settings import read_house
from companion.games.garden_nation.setup import choose_first, draw, lay_region
from companion.games.garden_nation.state import Player, State
from companion.games.garden_nation.turns import name_next
from companion.model import CATALOGUE_VERB, Catalogue, Event, Settings
from companion.words import say

Act = Callable[[State, Event], State]

CORRECT: dict[str, tuple[int, Act]] = {"correct": (1, correct)}
VERBS: dict[str, dict[str, tuple[int, Act]]] = {
    "map": {"lay": (3, lay_region), "draw": (1, draw)},
    "projects": {"open": (4, open_first), **CORRECT},
    "first": {"first": (1, choose_first), **CORRECT},
    "action": {
        "construct": (1, construct),
        "raise": (1, add_floor),
        "abandon": (1, abandon),
        "move": (1, move),
        "transfer": (2, transfer),
        "invade": (1, invade),
        "go-on": (0, go_on),
        "end": (0, end_early),
        **CORRECT,
    },
    "land": {"land": (1, choose_land)},
    "project": {"claim": (1, claim), "decline": (0, decline), **CORRECT},
    "open": {"open": (1, open_next)},
    "next": {"next": (1, name_next), **CORRECT},
    "reveal": {"reveal": (2, reveal), **CORRECT},
}
ACTIONS = ("construct", "raise", "abandon", "invade")


def start(seats: int, settings: Settings, catalogue: Catalogue) -> State:
    """The first position; ``settings`` must be complete."""
    house = read_house(seats, settings)
    player = Player(people=OTHER_PEOPLE, floors=FLOORS[seats], ploys=house.ploys)
    return State(house=house, printed=read_printed(catalogue), board=Board(), players=(player,) * seats)


def apply(state: State, event: Event) -> State:
    """The state after an event, or IllegalEvent with the reason and the rule."""
    if state.phase == "over":
        raise IllegalEvent("The game is over; start a new one.")
    if event.seat != state.turn and not (state.phase == "reveal" and event.verb == "reveal"):
        raise IllegalEvent(say("It is @{seat}'s turn; wait for yours.", seat=state.turn), "GN-031")
    fresh = replace(state, happened=(), mood="")
    if state.asked:
        return _answer(fresh, event)
    known = VERBS[state.phase]
    if event.verb not in known:
        raise _out_of_place(state, event)
    count, act = known[event.verb]
    if len(event.args) != count:
        raise _wrong_words(event)
    return act(fresh, event)


def _answer(state: State, event: Event) -> State:
    if event.verb == "keep" and not event.args:
        return keep(state, event)
    if event.verb != CATALOGUE_VERB:
        raise IllegalEvent("Tell the printed value first, or keep it as it is.")
    return learn(state, event)


def _wrong_words(event: Event) -> IllegalEvent:
    if event.verb == "abandon":
        return IllegalEvent("Only whole buildings can be abandoned; tap the building.", "GN-058")
    if event.verb in ACTIONS:
        return IllegalEvent("One action uses one space; tap the space.", "GN-054")
    return IllegalEvent(say("{verb} does not go with these words; tap what is offered.", verb=event.verb))


def _out_of_place(state: State, event: Event) -> IllegalEvent:
    """The reason why a verb cannot be used in this phase."""
    if event.verb == "claim":
        return claim_too_late(state).error()
    if event.verb == "next":
        return IllegalEvent("The next player is named after the own actions.", "GN-031")
    if event.verb == "reveal":
        return IllegalEvent("Missions stay secret until the last round is over.", "GN-089")
    if state.phase == "next":
        return IllegalEvent("Your actions are done; name the next player.", "GN-031")
    if state.phase == "project":
        return IllegalEvent("First decide about the completed project.", "GN-064")
    if state.phase == "land":
        return IllegalEvent("First choose the land of the bramble.", "GN-047")
    if state.phase == "open":
        return IllegalEvent("First tell which project was turned up.", "GN-071")
    return IllegalEvent(say("{verb} is not possible now; tap what is offered.", verb=event.verb))
