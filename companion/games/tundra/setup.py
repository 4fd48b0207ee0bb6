"""Setting up: characters, titles, start values, starters, goals, the first player (TU-020 … TU-040, TU-240 …)."""

from dataclasses import replace

from companion.games.tundra import layout
from companion.games.tundra.effects import RESOURCES
from companion.games.tundra.goals import tiers_text
from companion.games.tundra.printed import BOARDS, COMMON_GOALS, START_KEYS, card_ids
from companion.games.tundra.purse import Why, gain, refuse
from companion.games.tundra.rounds import start_round
from companion.games.tundra.settings import House
from companion.games.tundra.state import (
    GOALS_TO_CHOOSE,
    STARTERS,
    Goal,
    State,
    popped,
    pushed,
    told,
    with_board,
    with_player,
)
from companion.games.tundra.steps import Ask, Setup
from companion.games.tundra.titles import CHARACTERS, SPECIAL
from companion.model import Event, Prompt
from companion.words import say


def steps(seats: int, house: House) -> tuple[Setup, ...]:
    """The questions of the set-up in their order; starters may be chosen after the goals (TU-040)."""
    everyone = range(seats)
    starters = [Setup("starter", seat) for seat in everyone for _ in range(2)]
    goals = [Setup("goal") for _ in everyone]
    return (
        *(Setup("character", seat) for seat in everyone),
        *(Setup("title", seat) for seat in everyone if house.special == "on"),
        *(Setup("settle", seat) for seat in everyone),
        Setup("draw"),
        Setup("values"),
        *(starters + goals if house.starters == "before-goals" else goals + starters),
        Setup("first"),
    )


def advance(state: State, step: Setup) -> State | None:
    """The state a step further without a question, or None while somebody must answer."""
    if step.what == "values":
        missing = state.printed.lacks(START_KEYS)
        return pushed(state, Ask(0, missing)) if missing else _start_values(popped(state))
    if step.what in ("settle", "draw"):
        return layout.advance(state, step)
    return None


def _start_values(state: State) -> State:
    """Markers and counters on the printed start values (TU-029, TU-030)."""
    number = state.printed.number
    goods = tuple(number(f"start.{r}") for r in RESOURCES)
    for seat in range(state.seats):
        state = with_player(state, seat, berries=number("start.berries"), goods=goods)
        state = gain(state, seat, "vp", number("start.vp"), Why("Start of the track", "TU-030"))
    return state


def prompts(state: State, step: Setup) -> tuple[Prompt, ...]:
    """The question of this step."""
    if step.what in ("settle", "draw"):
        return layout.prompts(state, step)
    return (_QUESTIONS[step.what](state, step),)


def _character(state: State, step: Setup) -> Prompt:
    free = tuple(name for name in CHARACTERS if name not in {p.character for p in state.players})
    return Prompt(step.seat, "character", (free,), label="Choose a character", labels=tuple(CHARACTERS.items()))


def _title(state: State, step: Setup) -> Prompt:
    taken = {p.title for p in state.players}
    dealt = tuple(t for t in state.printed.playable("title", SPECIAL, state.seats, state.seats) if t not in taken)
    hint = "cards with three dots stay in the box" if state.seats == 2 else ""
    labels = tuple((word, say("{name}: {text}", name=SPECIAL[word].name, text=SPECIAL[word].text)) for word in dealt)
    return Prompt(step.seat, "title", (dealt,), label="Which title were you dealt?", hint=hint, labels=labels)


def _starter(state: State, step: Setup) -> Prompt:
    held = {board.starter for player in state.players for board in player.boards}
    listed = state.printed.starters
    fresh = next((card for card in card_ids("starter") if card not in listed and card not in held), None)
    in_play = state.printed.playable("starter", listed, state.seats, 8 if fresh is None else 0)
    playable = tuple(card for card in in_play if card not in held)
    found = (*playable, fresh) if fresh else playable
    own = state.players[step.seat].boards
    free = tuple(name for name, board in zip(BOARDS, own, strict=True) if not board.starter)
    labels = tuple(
        (card, state.printed.cards.get(card, say("{card}: not in the list yet", card=card))) for card in found
    )
    text = "of {n} cards in play four are dealt to you; keep two, under two different boards"
    hint = say(text, n=STARTERS[state.seats])
    return Prompt(
        step.seat,
        "starter",
        (found, free),
        label="Keep a starter card",
        hint=hint,
        labels=labels,
        names=("card", "under"),
    )


def _goal(state: State, step: Setup) -> Prompt:
    taken = {goal.name for goal in state.goals}
    in_play = state.printed.playable("goal", COMMON_GOALS, state.seats, state.seats)
    found = tuple(goal for goal in in_play if goal not in taken)
    labels = tuple((goal, tiers_text(goal)) for goal in found)
    hint = say("{n} cards are shuffled, {open} are open", n=GOALS_TO_CHOOSE[state.seats], open=state.seats)
    return Prompt(0, "goal", (found,), label="Which common goal is open?", hint=hint, labels=labels)


def _first(state: State, step: Setup) -> Prompt:
    words = tuple(str(seat) for seat in range(state.seats))
    hint = "of those born in a winter month the one born last; if nobody was, decide together"
    return Prompt(0, "first", (words,), label="Who is first?", hint=hint, labels=tuple((w, f"@{w}") for w in words))


_QUESTIONS = {"character": _character, "title": _title, "starter": _starter, "goal": _goal, "first": _first}


def apply(state: State, step: Setup, event: Event) -> State:
    """The state after an answer of the set-up."""
    if step.what in ("settle", "draw"):
        return layout.apply(state, step, event)
    return _ANSWERS[step.what](popped(state), step, event.args)


def _set_character(state: State, step: Setup, args: tuple[str, ...]) -> State:
    name = args[0]
    if name in {p.character for p in state.players}:
        refuse("TU-002", "{name} is taken; each character is used once.", name=CHARACTERS[name])
    state = with_player(state, step.seat, character=name)
    state = told(state, say("@{seat} plays {name}.", seat=step.seat, name=CHARACTERS[name]))
    missing = state.printed.lacks((f"color.{name}",))
    return pushed(state, Ask(step.seat, missing)) if missing else state


def _set_title(state: State, step: Setup, args: tuple[str, ...]) -> State:
    if args[0] in {p.title for p in state.players}:
        refuse("TU-240", "Another player has this title; there is one card of each.")
    title = SPECIAL[args[0]]
    state = with_player(state, step.seat, title=args[0], white=args[0] == "wisdom")
    return told(state, say("@{seat} has the title {title}: {text}.", seat=step.seat, title=title.name, text=title.text))


def _set_starter(state: State, step: Setup, args: tuple[str, ...]) -> State:
    card, index = args[0], BOARDS.index(args[1])
    if state.players[step.seat].boards[index].starter:
        refuse("TU-033", "The two starter cards lie under two different boards; choose another one.")
    if any(board.starter == card for player in state.players for board in player.boards):
        refuse("TU-032", "{card} lies under a board already.", card=card)
    state = with_board(state, step.seat, index, starter=card)
    return told(state, say("@{seat} puts {card} under {board}.", seat=step.seat, card=card, board=args[1].capitalize()))


def _set_goal(state: State, step: Setup, args: tuple[str, ...]) -> State:
    if args[0] in {goal.name for goal in state.goals}:
        refuse("TU-037", "This goal is open already; there is one card of each.")
    return told(replace(state, goals=(*state.goals, Goal(args[0]))), say("The goal {goal} is open.", goal=args[0]))


def _set_first(state: State, step: Setup, args: tuple[str, ...]) -> State:
    state = told(replace(state, first=int(args[0])), say("@{seat} goes first.", seat=args[0]))
    return start_round(state)


_ANSWERS = {
    "character": _set_character,
    "title": _set_title,
    "starter": _set_starter,
    "goal": _set_goal,
    "first": _set_first,
}
