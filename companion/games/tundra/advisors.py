"""Advisors: a free action each, once per round (TU-206, TU-207)."""

from companion.games.tundra import cards
from companion.games.tundra.purse import refuse
from companion.games.tundra.resolve import begin
from companion.games.tundra.state import Advisor, State, popped, pushed, told, with_player
from companion.games.tundra.steps import Advise, Ask, Summon, Turn
from companion.model import Event, Prompt
from companion.words import say


def prompts(state: State, turn: Turn) -> list[Prompt]:
    """Which ready advisor to use."""
    ready = tuple(a.card for a in state.players[turn.seat].advisors if not a.used)
    if not ready:
        return []
    labels = cards.labels(state, ready)
    return [Prompt(turn.seat, "advisor", (ready,), label="Use an advisor", labels=labels, names=("advisor",))]


def use(state: State, turn: Turn | Summon, event: Event) -> State:
    """The state with an advisor about to act; refused if it was used (TU-207)."""
    card = event.args[0]
    if not any(a.card == card and not a.used for a in state.players[turn.seat].advisors):
        refuse("TU-207", "{card} was used this round or is not yours; it is ready again next round.", card=card)
    return pushed(state, Advise(turn.seat, card))


def advise_advance(state: State, step: Advise) -> State:
    """The state with the advisor turned on its side and its action under way (TU-206, TU-207)."""
    word = state.printed.get(f"city.{step.card}.do")
    if not word:
        return pushed(state, Ask(step.seat, (f"city.{step.card}.do",)))
    own = state.players[step.seat].advisors
    turned = tuple(Advisor(a.card, a.used or a.card == step.card) for a in own)
    state = told(
        popped(with_player(state, step.seat, advisors=turned)),
        say("@{seat} uses {card}.", seat=step.seat, card=step.card),
    )
    return begin(state, step.seat, step.card, word)


def summon_advance(state: State, step: Summon) -> State | None:
    """Nothing to choose if the card is no ready advisor of this player."""
    ready = any(a.card == step.card and not a.used for a in state.players[step.seat].advisors)
    return None if ready else popped(state)


def summon_prompts(state: State, step: Summon) -> tuple[Prompt, ...]:
    """Whether the advisor acts at once."""
    return (
        Prompt(
            step.seat, "advisor", ((step.card,),), label="Use the advisor now", labels=cards.labels(state, (step.card,))
        ),
        Prompt(step.seat, "done", label="Keep it for a turn"),
    )


def summon_apply(state: State, step: Summon, event: Event) -> State:
    """The state after the advisor acted, or not."""
    return popped(state) if event.verb == "done" else use(state, step, event)
