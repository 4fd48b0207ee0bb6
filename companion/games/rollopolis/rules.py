"""The game as three functions of its state: how it starts, what is awaited, what an event does."""

from collections.abc import Callable
from dataclasses import replace

from companion.errors import IllegalEvent
from companion.games.rollopolis import activating, drafting, resolving, rounds, setup
from companion.games.rollopolis.house import read_house
from companion.games.rollopolis.printed import learn, read_printed
from companion.games.rollopolis.state import District, Phase, State, active, told
from companion.model import CATALOGUE_VERB, Catalogue, Event, Prompt, Settings
from companion.words import say

Step = Callable[[State, tuple[str, ...]], State]

SEATS = range(1, 5)
ANY = -1
"""A verb whose words are counted by its own function, which knows a better sentence."""

_PROMPTS: dict[Phase, Callable[[State], tuple[Prompt, ...]]] = {
    "terrain-roll": setup.roll_prompts,
    "terrain-place": setup.place_prompts,
    "first": setup.first_prompts,
    "roll": drafting.roll_prompts,
    "draft": drafting.draft_prompts,
    "activate": activating.prompts,
    "resolve": resolving.prompts,
}

_STEPS: dict[Phase, dict[str, tuple[Step, int]]] = {
    "terrain-roll": {"roll": (setup.roll, ANY)},
    "terrain-place": {"terrain": (setup.place, 2), "again": (setup.again, 0)},
    "first": {"first": (setup.choose_first, 1), "lot": (setup.draw_first, ANY)},
    "roll": {"roll": (drafting.roll, ANY)},
    "draft": {"draft": (drafting.draft, 1), "reroll": (drafting.reroll, ANY)},
    "activate": {
        "residential": (activating.residential, 0),
        "commercial": (activating.commercial, 0),
        "special": (activating.special, 0),
        "industrial": (activating.industrial, 1),
        "university": (activating.university, 1),
        "bonus": (activating.bonus, 0),
        "reroll": (drafting.reroll, ANY),
    },
    "resolve": {"build": (resolving.build, 2), "upgrade": (resolving.upgrade, 1), "forgo": (resolving.forgo, 1)},
}

_AWAITED: dict[Phase, tuple[str, str]] = {
    "terrain-roll": ("Roll two dice for a terrain first.", "RO-021"),
    "terrain-place": ("Place the terrain first.", "RO-023"),
    "first": ("Choose the first player first.", "RO-027"),
    "roll": ("The first player rolls all dice first.", "RO-030"),
    "draft": ("Take a die from the pool first.", "RO-036"),
    "activate": ("Activate the die you took first.", "RO-037"),
    "resolve": ("Spend the permit or the Joker first, or let it lapse.", "RO-107"),
}
"""What to say, and by which rule, when something else is tried in a phase."""


def start(seats: int, settings: Settings, catalogue: Catalogue) -> State:
    """An empty Town Hall and an empty district for each player (RO-001 to RO-003)."""
    if seats not in SEATS:
        raise IllegalEvent(f"Rollopolis takes 1 to 4 players, not {seats}.", "RO-001")
    return State(seats, read_house(settings), read_printed(catalogue), (District(),) * seats)


def prompts(state: State) -> tuple[Prompt, ...]:
    """What is awaited now; nothing once the game is over."""
    return _PROMPTS[state.phase](state) if state.phase in _PROMPTS else ()


def apply(state: State, event: Event) -> State:
    """The state after an event, or a refusal with a sentence and the rule's number."""
    if state.phase == "over":
        raise IllegalEvent("The game is over; start a new one.", "RO-165")
    state = replace(state, happened=(), mood="")
    if event.verb == CATALOGUE_VERB:
        return _remember(state, event.args)
    if event.seat != active(state):
        raise IllegalEvent(say("It is @{seat}'s turn.", seat=active(state)), _turn_rule(state))
    step, words = _STEPS[state.phase].get(event.verb, (None, 0))
    if step is None:
        raise IllegalEvent(*_AWAITED[state.phase])
    if words not in (ANY, len(event.args)):
        raise IllegalEvent(f"'{event.verb}' needs {words} words after it, not {len(event.args)}.")
    return step(state, event.args)


def _turn_rule(state: State) -> str:
    return {"roll": "RO-031", "draft": "RO-032" if state.turn < state.seats else "RO-033"}.get(state.phase, "RO-036")


def _remember(state: State, args: tuple[str, ...]) -> State:
    """Printed values are entered; they may decide what waited for them."""
    if not args or len(args) % 2:
        raise IllegalEvent("Printed values come in pairs of a name and a value.", "RO-013")
    values = dict(zip(args[::2], args[1::2], strict=True))
    waiting = tuple(key for key in state.learnt if key not in values)
    state = replace(state, printed=learn(state.printed, values), learnt=waiting)
    for track, numbers in enumerate(state.tracks):
        if len(numbers) > (state.printed.spots[track][state.seats - 1] or len(numbers)):
            raise IllegalEvent(
                say("{n} numbers are written already; the track cannot be shorter.", n=len(numbers)), "RO-013"
            )
    names = ", ".join(f"{key} {value}" for key, value in values.items())
    state = told(state, say("Noted for this copy of the game: {names}.", names=names))
    return rounds.after_learning(setup.after_learning(state))
