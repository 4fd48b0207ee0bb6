"""What everybody may see of a game."""

from companion.games.garden_nation.phrases import WHERE, counted, joined, place_name, seat_name
from companion.games.garden_nation.prompts import prompts
from companion.games.garden_nation.scoring import lines_of
from companion.games.garden_nation.sheets import sheets
from companion.games.garden_nation.state import NOWHERE, OFF_BOARD, State
from companion.model import View
from companion.words import say

PHASES = ("set-up", "action", "project", "next", "missions", "over")
PHASE_NAMES = {
    "map": "set-up",
    "projects": "set-up",
    "first": "set-up",
    "action": "action",
    "land": "action",
    "project": "project",
    "open": "project",
    "next": "next",
    "reveal": "missions",
    "over": "over",
}
HEADLINES = {
    "map": "Lay the regions: which one lies {where}?",
    "projects": "Turn up four common projects.",
    "first": "Deal the secret missions and decide who begins.",
    "land": "{who}: which land does the bramble in {place} become?",
    "project": "{who} can claim a common project.",
    "open": "Turn up a new common project.",
    "next": "{who}: who is next?",
    "reveal": "Reveal your secret missions.",
}
FEW_FLOORS = 2


def view(state: State) -> View:
    """The position as one frozen value."""
    return View(
        headline=_headline(state),
        scores=state.scores,
        prompts=prompts(state),
        winners=state.winners,
        sheets=sheets(state),
        advice=_advice(state),
        turn=state.turn if state.round and state.phase not in ("reveal", "over") else None,
        phase=PHASE_NAMES[state.phase],
        phases=PHASES,
        round=state.round,
        breakdown=tuple(lines_of(state, seat) for seat in range(state.house.seats)),
        happened=state.happened,
        mood=state.mood,
    )


def _headline(state: State) -> str:
    if state.asked:
        return "What does your copy of the game show?"
    if state.phase == "action":
        return _action_headline(state)
    if state.phase == "over":
        names = joined(map(seat_name, state.winners), "{a} and {b}")
        return say("{who} won with {n}.", who=names, n=counted(max(state.scores), "point"))
    if state.phase == "map":
        return say(HEADLINES["map"], where=WHERE[len(state.board.places)])
    place = place_name(state.cell) if state.phase == "land" else ""
    return say(HEADLINES[state.phase], who=seat_name(state.turn), place=place)


def _action_headline(state: State) -> str:
    who, left = seat_name(state.turn), counted(state.actions, "action")
    if state.crane == OFF_BOARD:
        return say("{who}: {left}, in any region.", who=who, left=left)
    return say("{who}: {left}, in region {n}.", who=who, left=left, n=state.crane + 1)


def _advice(state: State) -> tuple[str, ...]:
    """How the end comes nearer, and what its owner should not overlook."""
    if not state.round or state.phase in ("reveal", "over"):
        return ()
    found: list[str] = []
    if state.last != NOWHERE:
        left = counted(state.house.turns - len(state.order), "turn")
        text = "Last round ({who} placed the last floor): {n} after this one."
        found.append(say(text, who=seat_name(state.last), n=left))
    else:
        for seat, player in enumerate(state.players):
            if player.floors <= FEW_FLOORS:
                text = "{who} has {n} left; the last one makes the round the last."
                found.append(say(text, who=seat_name(seat), n=counted(player.floors, "floor")))
    if not state.roofs:
        found.append("No roof is left: no project can be claimed (GN-074).")
    return tuple(found)
