"""What everybody may see of a game."""

from companion.games.meeple_towers.phrases import counted, joined
from companion.games.meeple_towers.printed import HALF_WORDS, half_text
from companion.games.meeple_towers.prompts import prompts
from companion.games.meeple_towers.scoring import side_name, winning_sides
from companion.games.meeple_towers.sheets import sheets
from companion.games.meeple_towers.state import State
from companion.model import View
from companion.words import say

PHASES = ("choose", "act", "tile", "tokens", "over")
PHASE_NAMES = dict(zip(("choose", "act", "place", "reveal", "over"), PHASES, strict=True))


def view(state: State) -> View:
    """The position as one frozen value."""
    house = state.house
    over = state.phase in ("reveal", "over")
    return View(
        headline=_headline(state),
        scores=state.scores,
        prompts=prompts(state),
        winners=state.winners,
        sheets=sheets(state),
        advice=_advice(state),
        turn=None if over else state.turn,
        phase=PHASE_NAMES[state.phase],
        phases=PHASES,
        round=(state.turns - 1 if over else state.turns) // house.seats + 1,
        breakdown=tuple(state.lines[house.side(seat)] for seat in range(house.seats)),
        happened=state.happened,
        mood=state.mood,
    )


def _headline(state: State) -> str:
    if state.phase == "over":
        who = joined((side_name(state, side) for side in winning_sides(state)), "{a} and {b}")
        return say("{who} won with {n} points.", who=who, n=max(state.track))
    if state.phase == "reveal":
        return "Reveal the bonus tokens."
    if state.question is not None:
        return state.question.text
    if state.phase == "choose":
        return say("@{seat}: play a card or plan.", seat=state.turn)
    if state.phase == "place":
        return say("@{seat}: where does the tile go?", seat=state.turn)
    return say("@{seat}, {half}: {rest}.", seat=state.turn, half=HALF_WORDS[state.half], rest=half_text(state.todo))


def _advice(state: State) -> tuple[str, ...]:
    """How the end comes nearer, said before it surprises anybody."""
    if state.phase in ("reveal", "over"):
        return ()
    found: list[str] = []
    if state.ending:
        left = counted(state.house.seats - 1 - state.position, "turn")
        found.append(say("Last round ({why}): {n} after this one.", why=joined(state.ending, "{a}; {b}"), n=left))
    low = [seat for seat, left in enumerate(state.supports) if 0 < left <= 2]
    for seat in low:
        text = "@{seat} has {n} left; the last one ends the game."
        found.append(say(text, seat=seat, n=counted(state.supports[seat], "support")))
    return tuple(found)
