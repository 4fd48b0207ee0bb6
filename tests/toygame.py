"""A small game for tests of the core: roll two dice, keep or swap one for a point, first to twelve wins."""

from dataclasses import dataclass, replace

from companion.errors import IllegalEvent
from companion.model import Event, Game, Prompt, ScoreLine, Setting, View, roll_prompt
from companion.words import say


@dataclass(frozen=True, slots=True)
class State:
    lines: tuple[tuple[ScoreLine, ...], ...]
    turn: int = 0
    rolled: tuple[str, ...] = ()
    goal: int = 12
    said: tuple[str, ...] = ()


def score(state: State, seat: int) -> int:
    return sum(line.points for line in state.lines[seat])


def start(seats: int, settings: dict[str, str], catalogue: dict[str, str]) -> State:
    return State(((),) * seats, goal=int(catalogue.get("goal", settings.get("goal", "12"))))


def is_over(state: State) -> bool:
    return any(score(state, s) >= state.goal for s in range(len(state.lines)))


def prompts(state: State) -> tuple[Prompt, ...]:
    if is_over(state):
        return ()
    if not state.rolled:
        return (roll_prompt(state.turn, "roll", ("d6", "d6"), also=("cocked",)),)
    keep = tuple(
        Prompt(state.turn, "keep", ((face,),), tray=(f"d6:{face}",), label=say("Keep {face}", face=face))
        for face in sorted(set(state.rolled))
    )
    cheer = tuple(Prompt(s, "cheer") for s in range(len(state.lines)))
    return (*keep, *cheer, Prompt(state.turn, "fly", reason="Dice cannot fly."))


def apply(state: State, event: Event) -> State:
    seat = event.seat
    if event.verb == "cheer":
        return replace(state, said=(say("@{seat} cheers", seat=seat),))
    if event.verb == "roll":
        if event.args == ("6", "6"):
            raise IllegalEvent("Two sixes never count; roll again.", "TOY-1")
        return replace(state, rolled=event.args, said=(say("@{seat} rolled", seat=seat),))
    points = int(event.args[0])
    line = ScoreLine(say("kept {n}", n=points), points)
    lines = tuple(old + (line,) if s == seat else old for s, old in enumerate(state.lines))
    return replace(state, lines=lines, rolled=(), turn=(seat + 1) % len(lines), said=(say("@{s} kept", s=seat),))


def view(state: State) -> View:
    scores = tuple(score(state, s) for s in range(len(state.lines)))
    won = tuple(s for s, points in enumerate(scores) if points >= state.goal)
    return View(
        say("@{seat} is on", seat=state.turn),
        scores,
        prompts(state),
        won,
        turn=state.turn,
        breakdown=state.lines,
        happened=state.said,
    )


TOY = Game("toy", "Toy", 1, range(2, 5), start, apply, prompts, view, (Setting("goal", ("12", "30")),))
