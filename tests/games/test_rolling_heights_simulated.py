"""A whole game for three on the simulated table: what is thrown is seen in pictures, everything else is tapped.

The pictures go the way of a real camera's: settle, read, referee, table, journal. The test knows what lies in the tray
only as the people around it do: it answers what the reader asks, and puts right what was read wrongly.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from calibration import wizard
from companion.catalogues import Catalogues
from companion.games.rolling_heights import GAME
from companion.games.rolling_heights.invariants import check
from companion.games.rolling_heights.rehearsal import sample_catalogue
from companion.games.rolling_heights.state import MATERIALS, REMOVED_CUBES
from companion.model import Event, Prompt, TrayItem
from companion.table import Table
from tests import test_end_to_end as simulated
from tests.games import test_rolling_heights_evening as tapped

NAMES = ("Ann", "Ben", "Cy")
CUBES = 9
"""Of each material: a short evening; the box holds 47 for three."""
MOST_MISREAD = 0.06
"""The share of meeples that the reader may get wrong without asking."""


class Evening(tapped.Evening):
    """Three people around a simulated tray."""

    def __init__(self, data: Path) -> None:
        self.dice = tapped.Random(3)
        self.eyes = simulated.Evening(data)
        self.room = self.eyes.room
        self.room.start("rolling-heights", NAMES, {"depth": "full"})
        self.eyes.look(lambda: self.room.live().state == "empty")
        wizard.finish(wizard.take_empty(wizard.begin(simulated.CAMERA), self.room.picture()), data / "profile.json")
        self.room.use_profile(data / "profile.json")
        self.pieces = self.asked = self.misread = self.typed = 0

    @property
    def table(self) -> Table:
        assert self.room.table is not None
        return self.room.table

    def throw(self, prompt: Prompt) -> None:
        """Throw what the prompt names, and see that it counts as what it is."""
        before = len(self.table.history())
        self.room.throw(prompt.seat)
        self._see()
        self._until_counted(prompt, before)
        self._put_right(prompt)
        self.pieces += len(prompt.tray)

    def lay_down(self, prompt: Prompt) -> None:
        """A strike: lay the meeples into the box instead of tapping who they are."""
        items = [TrayItem.parse(item) for item in prompt.tray]
        before = len(self.table.history())
        self.room._trays.thrower = prompt.seat
        self.eyes.camera.throw([], keep=[(i.kind, i.color.replace("-", " "), i.face) for i in items])
        self._see()
        self._until_counted(prompt, before)

    def _see(self) -> None:
        self.eyes.look(lambda: self.room.live().state in ("moving", "hand"))
        self.eyes.look(lambda: self.room.live().state == "settled" and not self.eyes.camera.is_busy)

    def _until_counted(self, prompt: Prompt, before: int) -> None:
        """Answer what is asked about; a reading nobody can answer piece by piece is typed."""
        while len(self.table.history()) == before:
            live = self.room.live()
            assert live.unclear, "the throw is neither counted nor asked about"
            assert live.observation is not None
            if any(piece.doubtful for piece in live.observation.pieces):
                self.asked += 1
                self.eyes._answer()
            else:
                self.typed += 1
                words = self._lying(prompt) if prompt.is_roll else tuple(o[0] for o in prompt.options)
                event = Event(prompt.seat, prompt.verb, words)
                self.table.submit(event, "panel", self.table.view.numbers[prompt.seat])

    def _lying(self, prompt: Prompt) -> tuple[str, ...]:
        """What really lies there, in the order of the prompt."""
        words = self._truth()
        return tuple(words.pop([w.partition(":")[0] for w in words].index(i.partition("/")[2])) for i in prompt.tray)

    def _truth(self) -> list[str]:
        return sorted(
            f"{piece['colour'].replace(' ', '-')}:{piece['state'] if piece['inside'] else 'outside'}"
            for piece in self.eyes.camera.truth().pieces
        )

    def _put_right(self, prompt: Prompt) -> None:
        step = self.table.history()[-1]
        wrong = Counter(step.event.args) - Counter(self._truth())
        if wrong:
            self.misread += wrong.total()
            event = Event(prompt.seat, prompt.verb, self._lying(prompt))
            self.table.correct(step.index, event, "Ann", "one was read wrongly")

    def step(self) -> None:
        """One thing that somebody does next; a strike that the camera can see is laid down."""
        strikes = [p for p in self.table.view.prompts if p.verb == "strike" and p.tray]
        if strikes:
            return self.lay_down(self.dice.choice(strikes))
        return super().step()


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    few = {f"cubes.{name}": str(REMOVED_CUBES[3] + CUBES) for name in MATERIALS}
    Catalogues(tmp_path / "catalogue").remember(GAME.name, {**sample_catalogue(4), **few})
    evening = Evening(tmp_path)
    yield evening
    evening.room.close()


def test_three_play_a_whole_game_by_camera_and_taps(evening: Evening) -> None:
    """From the first board to the winner; every throw is a picture, two roll ahead while others play."""
    evening.room.set_fault("piece-outside", True)
    for _ in range(400):
        if not evening.table.view.prompts:
            break
        evening.step()
        check(evening.table.state)
    table, state = evening.table, evening.table.state
    assert (table.view.prompts, state.stage, state.stopped) == ((), "over", False)
    assert len({seat.turns for seat in state.seats}) == 1
    assert [sum(line.points for line in lines) for lines in table.view.breakdown] == list(table.view.scores)
    assert table.view.winners
    rolls = [step for step in table.history() if step.is_roll]
    print(f"{len(rolls)} throws of {evening.pieces} meeples: {evening.asked} asked about, {evening.misread} put right")
    assert all(evening.room.evidence(step.evidence) for step in rolls if step.source != "panel")
    assert evening.misread <= MOST_MISREAD * evening.pieces
    assert evening.typed <= len(rolls) / 10
    again = Table.resume(evening.room._journal, table.id, {GAME.name: GAME})
    assert (again.state, again.view.scores) == (state, table.view.scores)


def test_a_missing_meeple_is_named_and_thrown_after_the_others(evening: Evening) -> None:
    """The others stay as they lie; nothing counts before the last one is there."""
    evening.room.start("rolling-heights", NAMES, {})
    (prompt, *_) = [p for p in evening.table.view.prompts if p.is_roll]
    evening.room.set_fault("piece-missing", True)
    evening.room.throw(0)
    evening._see()
    while any(piece.doubtful for piece in evening.room.live().observation.pieces):
        evening.eyes._answer()
    assert "1 × navy gray meeple missing: outside the tray?" in evening.room.live().unclear
    assert evening.table.history() == ()
    evening.eyes.camera.throw([("meeple", "navy gray")])
    evening._see()
    evening._until_counted(prompt, 0)
    evening._put_right(prompt)
    (step,) = evening.table.history()
    assert (step.event.seat, sorted(step.event.args)) == (0, evening._truth())


def test_a_leaning_meeple_is_rolled_alone_while_the_others_lie(evening: Evening) -> None:
    """It is taken out and thrown again; what kept lying in the box is no part of that throw."""
    evening.room.start("rolling-heights", NAMES, {})
    (prompt, *_) = [p for p in evening.table.view.prompts if p.is_roll]
    crew = [("meeple", item.partition("/")[2].replace("-", " ")) for item in prompt.tray]
    evening.eyes.camera.throw(crew, faces=["hard", "steady", "exhausted", "cocked"])
    evening._see()
    evening._until_counted(prompt, 0)
    evening._put_right(prompt)
    (again, *_) = [p for p in evening.table.view.prompts if p.is_roll]
    assert (again.seat, again.tray) == (0, ("meeple/navy-gray",))
    evening.eyes.camera.take(3)
    evening._see()
    assert len(evening.table.history()) == 1
    evening.eyes.camera.throw([("meeple", "navy gray")], faces=["hard"])
    evening._see()
    evening._until_counted(again, 1)
    assert evening.typed == 0
    assert str(evening.table.history()[-1].event) == "0 roll navy-gray:hard"
