"""Start a game and apply events to it."""

from collections.abc import Callable
from dataclasses import replace

from companion.errors import IllegalEvent
from companion.games.meeple_towers.construct import construct, put_back, take
from companion.games.meeple_towers.corrections import correct, keep
from companion.games.meeple_towers.pieces import add_support, add_worker, move, swap
from companion.games.meeple_towers.printed import WORKERS, allowed, read_printed
from companion.games.meeple_towers.questions import answer, bare_tower, size_question
from companion.games.meeple_towers.scoring import finish, reveal
from companion.games.meeple_towers.settings import SUPPORTS, read_house
from companion.games.meeple_towers.state import State
from companion.games.meeple_towers.turn import done, plan, play, settle
from companion.model import Catalogue, Event, Settings
from companion.words import say

MOST_OF_A_TOKEN = 20
"""No printed value is known; a larger one is taken for a slip of the finger."""

Act = Callable[[State, Event], State]

CHOOSE: dict[str, tuple[int, Act]] = {"play": (1, play), "plan": (0, plan), "correct": (1, correct)}
ACT: dict[str, tuple[int, Act]] = {
    "worker": (2, add_worker),
    "support": (1, add_support),
    "swap": (1, swap),
    "move": (2, move),
    "take": (1, take),
    "done": (0, done),
}
PLACE: dict[str, tuple[int, Act]] = {"construct": (2, construct), "put-back": (0, put_back)}
VERBS = {"choose": CHOOSE, "act": ACT, "place": PLACE}


def start(seats: int, settings: Settings, catalogue: Catalogue) -> State:
    """The first position; ``settings`` must be complete."""
    house = read_house(seats, settings)
    for key, word in catalogue.items():
        if word not in allowed(key):
            raise IllegalEvent(say("{key} cannot be {word!r}; correct the printed value.", key=key, word=word))
    printed = read_printed(house, catalogue)
    return State(
        house=house,
        printed=printed,
        tower=bare_tower(printed),
        turn=house.first,
        supports=(SUPPORTS[seats],) * seats,
        workers=(WORKERS,) * seats,
        played=((),) * seats,
        tokens=((0, 0, 0),) * seats,
        lines=((),) * house.sides,
        track=(0,) * house.sides,
        revealed=(-1,) * seats,
        question=None if printed.rows else size_question(house),
    )


def apply(state: State, event: Event) -> State:
    """The state after an event, or IllegalEvent with the reason and the rule."""
    if state.phase == "over":
        raise IllegalEvent("The game is over; start a new one.")
    if state.phase == "reveal":
        return _reveal(state, event)
    if event.seat != state.turn:
        raise IllegalEvent(say("It is @{seat}'s turn; wait for yours.", seat=state.turn), "MT-022")
    if state.question is not None:
        return keep(state) if event == Event(state.turn, "keep") else answer(state, event, _act)
    return _act(state, event)


def _act(state: State, event: Event) -> State:
    known = VERBS[state.phase]
    if event.verb not in known:
        raise _out_of_place(state, event)
    count, act = known[event.verb]
    if len(event.args) != count:
        raise IllegalEvent(say("{verb} does not go with these words; tap what is offered.", verb=event.verb))
    after = act(replace(state, mood=""), event)
    return settle(after) if after.question is None else after


def _out_of_place(state: State, event: Event) -> IllegalEvent:
    """The reason why a verb cannot be used in this phase."""
    if state.phase == "choose":
        return IllegalEvent("Play a card or plan first.", "MT-017")
    if event.verb == "play":
        return IllegalEvent("Only one half of one card in a turn: finish this one.", "MT-024")
    if event.verb == "plan":
        return IllegalEvent("A turn is one of the two, play or plan: you have played a card.", "MT-017")
    if state.phase == "place":
        return IllegalEvent("Place the tile or put it back first.", "MT-040")
    return IllegalEvent(say("{verb} is not possible now; tap what is offered.", verb=event.verb))


def _reveal(state: State, event: Event) -> State:
    """Every seat with tokens tells what they are worth; then the result is known (MT-084)."""
    if event.verb != "reveal" or len(event.args) != 1 or not event.args[0].isdecimal():
        raise IllegalEvent("Reveal your bonus tokens: tell what they are worth together.", "MT-084")
    if not 0 <= event.seat < state.house.seats or not owes_reveal(state, event.seat):
        raise IllegalEvent("You have no tokens to reveal.", "MT-084")
    total = int(event.args[0])
    if total > most_tokens(state, event.seat):
        raise IllegalEvent(say("{n} is too much for your tokens; add them up again.", n=total), "MT-084")
    state = reveal(replace(state, happened=(), mood=""), event.seat, total)
    if any(owes_reveal(state, seat) for seat in range(state.house.seats)):
        return state
    return finish(state)


def owes_reveal(state: State, seat: int) -> bool:
    """Whether a seat holds tokens it has not turned up."""
    return any(state.tokens[seat]) and state.revealed[seat] < 0


def most_tokens(state: State, seat: int) -> int:
    """The most a seat's tokens can be worth together."""
    return MOST_OF_A_TOKEN * sum(state.tokens[seat])
