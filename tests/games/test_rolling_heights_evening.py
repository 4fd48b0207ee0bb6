"""A whole evening for three at a real table with journal and referee: pieces are seen, everything else is tapped.

The eyes are replaced by pieces laid down by the test; what they mean is left to the companion.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.changes import Changes
from companion.errors import IllegalEvent
from companion.games.rolling_heights import GAME
from companion.games.rolling_heights.invariants import check
from companion.games.rolling_heights.rehearsal import sample_catalogue
from companion.journal import Journal
from companion.model import Event, Observation, Piece, Prompt
from companion.referee import Referee
from companion.table import Table

TURN = (
    "reward",
    "variable",
    "bring",
    "nothing",
    "convert",
    "pay",
    "name",
    "catalogue",
    "all",
    "figure",
    "build",
    "buy",
    "take",
)
"""What an eager builder does first in Main; then the turn ends."""
FACES = ("hard", "steady", "exhausted", "exhausted", "cocked", "outside")


class Evening:
    """Three people, one tray, one journal."""

    def __init__(self, folder: Path, settings: dict[str, str], catalogue: dict[str, str]) -> None:
        self.dice = Random(3)
        self.journal = Journal(folder / "journal.sqlite")
        self.table = Table.begin(self.journal, GAME, ("Ann", "Ben", "Cy"), settings, catalogue)
        self.seen = Observation(())
        self.referee = Referee(lambda: self.table, self, Changes())

    def read(self, frame: object, expect: object) -> Observation:
        """Be the referee's eyes: see what was laid down."""
        return self.seen

    def keep(self, frame: object) -> str:
        """No photograph."""
        return ""

    def circumstances(self) -> dict[str, str]:
        """Nothing to tell."""
        return {}

    def throw(self, prompt: Prompt) -> None:
        """Throw what the prompt names: the workers of the last throw were taken out of the tray before."""
        colors = [item.partition("/")[2].replace("-", " ") for item in prompt.tray]
        faces = [self.dice.choice(FACES) for _ in colors]
        pieces = [
            Piece(
                "meeple",
                "hard" if face == "outside" else face,
                color,
                box_px=(60 * i, self.dice.randrange(400), 40, 40),
                inside=face != "outside",
            )
            for i, (color, face) in enumerate(zip(colors, faces, strict=True))
        ]
        self.referee.watch("empty", (640, 480))
        self.referee.watch("moving", (640, 480))
        self.seen = Observation(tuple(pieces))
        self.referee.thrower = prompt.seat
        self.referee.rest("frame")
        assert self.referee.live.unclear == ""

    def tap(self, prompt: Prompt) -> bool:
        """Whether one of a few tries with the words on this prompt was accepted."""
        for _ in range(6):
            words = [
                max(o, key=int) if o[0].isdecimal() and prompt.verb == "build" else self.dice.choice(o)
                for o in prompt.options
            ]
            try:
                event = Event(prompt.seat, prompt.verb, tuple(words))
                self.table.submit(event, "panel", self.table.view.numbers[prompt.seat])
            except IllegalEvent:
                continue
            return True
        return False

    def step(self) -> None:
        """One thing that somebody does next."""
        awaited = (p for p in self.table.view.prompts if not p.reason and not p.aside and p.verb != "first")
        open_ones = [p for p in awaited if ("*",) not in p.options]
        throws = [p for p in open_ones if p.is_roll]
        if throws:
            return self.throw(self.dice.choice(throws))
        self.dice.shuffle(open_ones)
        ranked = sorted(
            open_ones, key=lambda p: TURN.index(p.verb) if p.verb in TURN else len(TURN) + (p.verb == "end")
        )
        assert any(self.tap(p) for p in ranked if p.verb != "cancel" or len(ranked) == 1), [p.verb for p in ranked]
        return None


@pytest.fixture
def evening(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Evening]:
    depth = request.param
    evening = Evening(tmp_path, {"depth": depth, "advice": "on"}, sample_catalogue(4) if depth == "full" else {})
    yield evening
    evening.journal.close()


@pytest.mark.parametrize("evening", ["full"], indirect=True)
def test_three_play_a_whole_game_and_the_journal_tells_it_again(evening: Evening) -> None:
    """RH-026, RH-155, RH-156, RH-157, RH-158: from the first board to the winner, nothing lost on the way."""
    table = evening.table
    for _ in range(2500):
        if not table.view.prompts:
            break
        evening.step()
        check(table.state)
    view = table.view
    assert (view.prompts, table.state.stage, table.state.stopped) == ((), "over", False)
    assert len({seat.turns for seat in table.state.seats}) == 1
    assert [sum(line.points for line in lines) for lines in view.breakdown] == list(view.scores)
    assert view.winners
    verbs = {step.event.verb for step in table.history()}
    assert {
        "board",
        "draft",
        "roll",
        "rally",
        "stop",
        "strike",
        "all",
        "build",
        "buy",
        "end",
        "count",
        "target",
    } <= verbs
    again = Table.resume(evening.journal, table.id, {GAME.name: GAME})
    assert (again.state, again.view.scores) == (table.state, view.scores)
