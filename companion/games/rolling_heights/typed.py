"""What a table types when the companion does not follow the map: points, meeples, tokens (depths rolls and ledger)."""

from dataclasses import replace

from companion.games.rolling_heights.points import award
from companion.games.rolling_heights.state import COLORS, State, is_main, ordered, refuse, told, with_seat
from companion.games.rolling_heights.wording import color_name
from companion.model import Event, Prompt
from companion.words import say

POINTS = tuple(str(n) for n in (*range(1, 61), *range(-20, 0)))
TOKENS = tuple(str(n) for n in range(1, 7))


def typed_prompts(state: State) -> tuple[Prompt, ...]:
    """Points, meeples and tokens that come from tiles the companion does not know."""
    seat = state.turn
    stock = tuple(c for c, n in zip(COLORS, state.supply, strict=True) if n > 0 or not state.house.limit_meeples)
    labels = tuple((c, color_name(c)) for c in stock)
    found = [Prompt(seat, "score", (POINTS,), label="Score points", names=("points",))]
    if stock:
        hint = "For a completed building; it can be rolled from your next turn on."
        found.append(
            Prompt(seat, "meeple", (stock,), label="Gain a meeple", hint=hint, labels=labels, names=("colour",))
        )
    if state.wild > 0 or not state.house.limit_wild:
        found.append(Prompt(seat, "tokens", (TOKENS,), label="Gain wild tokens", names=("how many",)))
    return tuple(found)


def score(state: State, event: Event) -> State:
    """Points typed by the active seat."""
    _typing(state, event)
    return award(state, event.seat, _number(event.args[0], POINTS), "points typed in", "RH-127")


def meeple(state: State, event: Event) -> State:
    """A meeple gained for a completed building; it is not active this turn (RH-129, RH-131)."""
    _typing(state, event)
    if event.args[0] not in COLORS:
        raise refuse(say("There is no meeple colour {word!r}.", word=event.args[0]), "RH-129")
    return gain_meeple(state, event.seat, event.args[0])


def gain_meeple(state: State, index: int, color: str) -> State:
    """One meeple of a colour joins the seat as non-active, if the supply has one (A-9)."""
    place = COLORS.index(color)
    if state.supply[place] <= 0 and state.house.limit_meeples:
        raise refuse(say("No {color} meeple is left in the supply.", color=color_name(color)), "RH-129")
    supply = (*state.supply[:place], state.supply[place] - 1, *state.supply[place + 1 :])
    seat = state.seats[index]
    state = with_seat(replace(state, supply=supply), index, replace(seat, idle=ordered((*seat.idle, color))))
    return told(state, say("@{s} gains a {color} meeple for the next turn.", s=index, color=color_name(color)))


def tokens(state: State, event: Event) -> State:
    """Wild tokens that lay on a bought plan or came from an ability (RH-114, RH-115)."""
    _typing(state, event)
    return gain_wild(state, event.seat, _number(event.args[0], TOKENS))


def gain_wild(state: State, index: int, count: int) -> State:
    """Wild tokens from the supply, as many as it has (A-9)."""
    got = min(count, state.wild) if state.house.limit_wild else count
    seat = state.seats[index]
    state = with_seat(replace(state, wild=state.wild - got), index, replace(seat, wild=seat.wild + got))
    if got < count:
        return told(state, say("Only {n} wild tokens are left for @{s}.", n=got, s=index))
    return told(state, say("@{s} gains wild tokens: {n}.", s=index, n=got))


def discard_wild(state: State, index: int) -> State:
    """One wild token goes back to the supply (RH-116)."""
    seat = state.seats[index]
    if not seat.wild:
        raise refuse("You have no wild token.", "RH-116")
    return with_seat(replace(state, wild=state.wild + 1), index, replace(seat, wild=seat.wild - 1))


def _typing(state: State, event: Event) -> None:
    if event.seat != state.turn or not is_main(state):
        raise refuse("Wait for your own Main phase.", "RH-055")
    if state.depth == "full":
        raise refuse("The companion knows the tiles and counts this itself.", "RH-127")


def _number(word: str, allowed: tuple[str, ...]) -> int:
    if word not in allowed:
        raise refuse(say("{word!r} is not a number allowed here.", word=word))
    return int(word)
