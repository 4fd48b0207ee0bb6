"""What is awaited now: only what the rules allow, each choice tapped one after another."""

from collections.abc import Callable
from functools import cache, lru_cache

from companion.games.garden_nation.board import CELL_WORDS, SPACES
from companion.games.garden_nation.building import (
    abandon_no,
    construct_no,
    floor_cost,
    price_of,
    raise_no,
)
from companion.games.garden_nation.correction_prompts import asked_prompts, correction_prompts
from companion.games.garden_nation.fallback import end_no, fallback_no, next_number
from companion.games.garden_nation.phrases import WAYS, counted, place_name, place_title
from companion.games.garden_nation.ploys import beside, invade_no, ploy_no, roof_ways
from companion.games.garden_nation.printed import (
    BRAMBLE,
    LANDS,
)
from companion.games.garden_nation.projects import claim_too_late, claimable
from companion.games.garden_nation.scoring import KEPT, mission_points, owes_reveal, reveal_words
from companion.games.garden_nation.setup_prompts import (
    by_name,
    first_prompts,
    map_prompts,
    project_labels,
    project_prompts,
    seat_labels,
)
from companion.games.garden_nation.state import OFF_BOARD, No, State, region_cells, unseen
from companion.games.garden_nation.turns import seat_word, waiting_seats
from companion.model import Prompt
from companion.words import say


def prompts(state: State) -> tuple[Prompt, ...]:
    """Everything any seat may do now; nothing = the game is over."""
    if state.asked:
        return asked_prompts(state)
    return BY_PHASE[state.phase](state)


# ------------------------------------------------------------------------------------------------ actions


def _action(state: State) -> tuple[Prompt, ...]:
    """The three actions, the ploys, and what is left when nothing is possible."""
    return (
        _construct(state),
        _raise(state),
        _abandon(state),
        *_ploys(state),
        _go_on(state),
        _end(state),
        _greyed(state.turn, "claim", "Claim a project", claim_too_late(state)),
        *correction_prompts(state),
    )


@lru_cache(maxsize=512)
def _greyed(seat: int, verb: str, label: str, no: No) -> Prompt:
    return Prompt(seat, verb, label=label, reason=say("{text} ({rule})", text=no.text, rule=no.rule))


def _legal(state: State, no: Callable[[State, int], No | None]) -> tuple[int, ...]:
    return tuple(cell for cell in region_cells(state.crane) if no(state, cell) is None)


def _where(state: State) -> str:
    return "on the board" if state.crane == OFF_BOARD else say("in region {n}", n=state.crane + 1)


TITLES = tuple(place_title(cell) for cell in range(SPACES))
WAY_TITLES = tuple(WAYS[cell % 7].capitalize() for cell in range(SPACES))
COSTS, BRINGS = "{where}: {what}, costs {n}", "{where}: {what}, brings {n}"


@lru_cache(maxsize=4096)
def _cell_label(template: str, where: str, what: str, amount: int) -> str:
    return say(template, where=where, what=what, n=amount)


def _on_cells(state: State, verb: str, texts: tuple[str, str], listed: tuple[tuple[int, str, int], ...]) -> Prompt:
    """A prompt whose one argument is a space; each is (space, what stands there, what it costs or brings)."""
    template = BRINGS if verb == "abandon" else COSTS
    where = TITLES if state.crane == OFF_BOARD else WAY_TITLES
    labels = tuple((CELL_WORDS[cell], _cell_label(template, where[cell], what, n)) for cell, what, n in listed)
    options = (tuple(word for word, _ in labels),)
    return Prompt(state.turn, verb, options, label=texts[0], hint=texts[1], labels=labels, names=("space",))


def _construct(state: State) -> Prompt:
    cells = _legal(state, construct_no)
    if not cells:
        empty = [cell for cell in region_cells(state.crane) if state.buildings[cell] is None]
        full = No(say("No space is empty {where}.", where=_where(state)), "GN-052")
        cheapest = min(empty, key=lambda cell: state.board.costs[cell], default=None)
        no = full if cheapest is None else construct_no(state, cheapest)
        return _greyed(state.turn, "construct", "Construct", no or full)
    hint = say("Tap an empty space {where}; it costs its number.", where=_where(state))
    listed = tuple((cell, state.lands[cell] or BRAMBLE, state.board.costs[cell]) for cell in cells)
    return _on_cells(state, "construct", ("Construct", hint), listed)


def _raise(state: State) -> Prompt:
    cells = _legal(state, raise_no)
    if not cells:
        own = _legal(state, abandon_no)
        none = No(say("You have no building {where}.", where=_where(state)), "GN-052")
        no = raise_no(state, own[0]) if own else none
        return _greyed(state.turn, "raise", "Add a floor", no or none)
    listed = tuple((cell, _height(state, cell), floor_cost(state, cell)) for cell in cells)
    return _on_cells(state, "raise", ("Add a floor", "Costs the land and 1 per floor already there."), listed)


def _height(state: State, cell: int) -> str:
    building = state.buildings[cell]
    assert building is not None
    return counted(building.floors, "floor")


def _abandon(state: State) -> Prompt:
    cells = _legal(state, abandon_no)
    if not cells:
        no = No(say("No building of yours {where}.", where=_where(state)), "GN-035")
        return _greyed(state.turn, "abandon", "Abandon a building", no)
    listed = tuple((cell, _height(state, cell), price_of(state, cell)) for cell in cells)
    return _on_cells(state, "abandon", ("Abandon a building", "Brings twice what all its floors cost."), listed)


# ------------------------------------------------------------------------------------------------ ploys


def _ploys(state: State) -> list[Prompt]:
    seat, no = state.turn, ploy_no(state)
    if no:
        return [_greyed(seat, verb, label, no) for verb, label in PLOYS]
    return [_move(seat, state.me.ploys, beside(state, "down"), beside(state, "up")), *_transfers(state), _invade(state)]


PLOYS = (("move", "Ploy: strategic movement"), ("transfer", "Ploy: move a roof"), ("invade", "Ploy: invade a building"))


@cache
def _move(seat: int, tokens: int, down: int, up: int) -> Prompt:
    labels = tuple((way, say("Region {n}", n=region + 1)) for way, region in (("down", down), ("up", up)))
    hint = say("Act there instead; you have {n}.", n=counted(tokens, "token"))
    return Prompt(seat, "move", (("down", "up"),), label=PLOYS[0][1], hint=hint, labels=labels, names=("to",))


def _transfers(state: State) -> list[Prompt]:
    """One prompt per land, so that only buildings that fit each other are offered."""
    found = []
    for land, (starts, goals) in roof_ways(state).items():
        options = tuple(tuple(CELL_WORDS[cell] for cell in cells) for cells in (starts, goals))
        labels = tuple((CELL_WORDS[cell], place_name(cell)) for cell in dict.fromkeys((*starts, *goals)))
        label = say("Ploy: move a roof on {land}", land=land)
        hint = "To an own building on the same land; your action is still due."
        found.append(
            Prompt(state.turn, "transfer", options, label=label, hint=hint, labels=labels, names=("from", "to"))
        )
    if found:
        return found
    no = No(say("No roof of yours {where} can go to an own building on the same land.", where=_where(state)), "GN-081")
    return [_greyed(state.turn, "transfer", PLOYS[1][1], no)]


def _invade(state: State) -> Prompt:
    cells = _legal(state, invade_no)
    if not cells:
        text = "No rival's building {where} that you have floors and inhabitants for."
        return _greyed(state.turn, "invade", PLOYS[2][1], No(say(text, where=_where(state)), "GN-082"))
    listed = tuple((cell, _height(state, cell), price_of(state, cell)) for cell in cells)
    return _on_cells(state, "invade", (PLOYS[2][1], "This is your action; its owner gets the price."), listed)


def _go_on(state: State) -> Prompt:
    no = fallback_no(state)
    if no:
        return _greyed(state.turn, "go-on", "Go on to the next region", no)
    hint = say("Nothing more can be done in region {n} (GN-040).", n=state.crane + 1)
    return Prompt(state.turn, "go-on", label=say("Go on to region {n}", n=next_number(state) + 1), hint=hint)


def _end(state: State) -> Prompt:
    no = end_no(state)
    if no:
        return _greyed(state.turn, "end", "End the turn", no)
    hint = say("Leaves out {n}.", n=counted(state.actions, "action"))
    return Prompt(state.turn, "end", label="End the turn", hint=hint)


# ------------------------------------------------------------------------------------------------ after an action


def _land(state: State) -> tuple[Prompt, ...]:
    lands = tuple(land for land, left in zip(LANDS, state.tokens, strict=True) if left)
    labels = tuple((land, say("{land} ({n} left)", land=land, n=state.tokens[LANDS.index(land)])) for land in lands)
    hint = "It stays that land for the rest of the game (GN-048)."
    return (Prompt(state.turn, "land", (lands,), label="The bramble becomes", hint=hint, labels=labels),)


def _project(state: State) -> tuple[Prompt, ...]:
    words = claimable(state)
    hint = "The building gets a roof: it cannot grow and counts for no other project."
    claim = Prompt(
        state.turn,
        "claim",
        (words,),
        label="Claim a common project",
        hint=hint,
        labels=project_labels(state, words),
        names=("project",),
    )
    return claim, _decline(state.turn), *correction_prompts(state)


@cache
def _decline(seat: int) -> Prompt:
    return Prompt(seat, "decline", label="Do not claim", hint="Claiming is voluntary (GN-073).")


def _open(state: State) -> tuple[Prompt, ...]:
    words = by_name(state, unseen(state))
    return (
        Prompt(
            state.turn,
            "open",
            (words,),
            label="Which project is turned up?",
            hint="It can be completed from now on (GN-072).",
            labels=project_labels(state, words),
            names=("project",),
        ),
    )


def _next(state: State) -> tuple[Prompt, ...]:
    seats = waiting_seats(state)
    hint = say("Two actions, beginning in region {n}.", n=state.crane + 1)
    words = tuple(map(seat_word, seats))
    asking = Prompt(state.turn, "next", (words,), label="Who is next?", hint=hint, labels=seat_labels(seats))
    return asking, *correction_prompts(state)


def _reveal(state: State) -> tuple[Prompt, ...]:
    words = reveal_words(state)
    found = [_reveal_of(state, seat, words) for seat in range(state.house.seats) if owes_reveal(state, seat)]
    return (*found, *correction_prompts(state))


def _reveal_of(state: State, seat: int, words: tuple[str, ...]) -> Prompt:
    missions = map(state.printed.mission, words)
    labels = tuple(
        (m.id, say("{name}: {points}", name=m.name, points=counted(mission_points(state, seat, m), "point")))
        for m in missions
    )
    label, hint = "Reveal your two missions", "Roofed buildings count only for Territory Control (GN-097)."
    return Prompt(seat, "reveal", (words,) * KEPT, label=label, hint=hint, labels=labels, unordered=True, once=True)


BY_PHASE: dict[str, Callable[[State], tuple[Prompt, ...]]] = {
    "map": map_prompts,
    "projects": project_prompts,
    "first": first_prompts,
    "action": _action,
    "land": _land,
    "project": _project,
    "open": _open,
    "next": _next,
    "reveal": _reveal,
    "over": lambda _: (),
}
