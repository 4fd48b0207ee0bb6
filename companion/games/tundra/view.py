"""What anybody may see of the game: headline, phases, scores with their reasons, sheets and advice."""

from companion.games.tundra.effects import joined
from companion.games.tundra.printed import problems
from companion.games.tundra.resolve import source_name
from companion.games.tundra.rounds import NUMERALS
from companion.games.tundra.rules import prompts
from companion.games.tundra.scoring import winners
from companion.games.tundra.sheets import sheets
from companion.games.tundra.state import State
from companion.games.tundra.steps import Action, Ask, EndRound, Income, Remember, Reveal, Roll, Setup, Turn
from companion.model import Prompt, View
from companion.words import say

PHASES = ("Set-up", "Start of round", "Dice roll", "Placement", "End of round", "Scoring")


def phase(state: State) -> str:
    """Where in the round the game is (TU-061)."""
    if not state.round:
        return PHASES[0]
    kinds = {type(step) for step in state.steps}
    if Income in kinds or (Roll in kinds and _is_before_roll(state) and not isinstance(state.steps[0], Roll)):
        return PHASES[1]
    if Roll in kinds:
        return PHASES[2]
    if Turn in kinds:
        return PHASES[3]
    return PHASES[4] if EndRound in kinds else PHASES[5]


def _is_before_roll(state: State) -> bool:
    return any(isinstance(step, Roll) and step.what == "roll" for step in state.steps)


def _headline(state: State, asked: tuple[Prompt, ...]) -> str:
    if not state.steps:
        names = joined("{first} and {second}", (say("@{seat}", seat=seat) for seat in winners(state)))
        return say("The game is over: {names} rules the Tundra until spring.", names=names)
    step = state.steps[0]
    numeral = NUMERALS[state.round - 1] if state.round else ""
    if isinstance(step, Setup):
        return say("Set-up: @{seat}, {question}", seat=asked[0].seat, question=asked[0].label)
    if isinstance(step, Turn):
        todo = "end the turn or take free actions" if step.used else "use one die"
        return say("Round {numeral}: @{seat}, {todo}.", numeral=numeral, seat=step.seat, todo=todo)
    if isinstance(step, Roll) and step.what == "roll":
        return say("Round {numeral}: @{seat} rolls for everybody.", numeral=numeral, seat=step.seat)
    if isinstance(step, EndRound):
        return say("Round {numeral} is over: clear the table.", numeral=numeral)
    if isinstance(step, Remember):
        return "All four rounds are played; scoring comes next."
    if isinstance(step, Reveal):
        return say("Scoring: @{seat} reveals the personal goal.", seat=step.seat)
    if isinstance(step, Ask):
        return say("@{seat}, look at your copy: {question}", seat=step.seat, question=asked[0].label)
    if isinstance(step, Action):
        return say("@{seat}, carry out the action: {source}.", seat=step.seat, source=source_name(step.source))
    return say("@{seat}: {question}", seat=asked[0].seat, question=asked[0].label)


def _advice(state: State) -> tuple[str, ...]:
    if not state.round:
        return ("Put the game board in the middle of the table (TU-023).", *problems(state.printed))
    if not state.steps:
        return ("A tie is broken by resources, then by berries; else the win is shared (TU-233 to TU-235).",)
    said = []
    if state.house.special == "on":
        said.append("Personal goals stay secret until scoring (TU-244).")
    if phase(state) == PHASES[3]:
        said.append("You may look at the other side of your boards at any time (TU-197).")
        said.append("Each bought die gives one more turn this round (TU-114).")
    return (*said, *problems(state.printed))


def view(state: State) -> View:
    """Everything anybody may see."""
    asked = prompts(state)
    step = state.steps[0] if state.steps else None
    return View(
        headline=_headline(state, asked),
        scores=tuple(player.vp for player in state.players),
        prompts=asked,
        winners=() if state.steps else winners(state),
        sheets=sheets(state, asked),
        advice=_advice(state),
        turn=getattr(step, "seat", asked[0].seat if asked else None),
        phase=phase(state),
        phases=PHASES,
        round=state.round,
        breakdown=tuple(player.lines for player in state.players),
        happened=state.said,
        mood=state.mood,
    )
