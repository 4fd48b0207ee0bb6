"""A whole solo game on the simulated table: pictures of dice thrown, taken out and thrown back, the rest by taps."""

import pytest

from companion.model import Event
from tests.test_end_to_end import Evening


class Player:
    """Somebody who handles dice in the simulated tray and taps on the panel."""

    def __init__(self, evening):
        self.evening = evening
        evening.room.start("rollopolis", ("Anna",), {})
        evening.look(lambda: evening.room.live().state == "empty")

    @property
    def table(self):
        return self.evening.room.table

    def tap(self, *texts):
        for text in texts:
            self.table.submit(Event.parse(f"0 {text}"), "panel", self.table.view.numbers[0])

    def throw(self, *faces):
        """Gather all dice and throw as many as there are faces to show."""
        self._see(lambda camera: camera.throw([("d6", "white")] * len(faces), faces=list(faces), keep=[]))

    def throw_back(self, face):
        """Throw one die to those that lie there."""
        self._see(lambda camera: camera.throw([("d6", "white")], faces=[face]))

    def take(self, face):
        """Draft a die: take it out of the tray."""
        self._see(self._hand_for(face))

    def put_aside(self, face):
        """Take a die out that is drafted already."""
        self._handle(self._hand_for(face))

    def _hand_for(self, face):
        shown = [str(piece["state"]) for piece in self.evening.camera.truth().pieces]
        return lambda camera: camera.take(shown.index(face))

    def _handle(self, act):
        act(self.evening.camera)
        self.evening.look(lambda: self.evening.room.live().state in ("moving", "hand"))
        self.evening.look(lambda: self.evening.room.live().state == "settled")

    def _see(self, act):
        before = len(self.table.history())
        self._handle(act)
        while len(self.table.history()) == before:
            self.evening._answer()


@pytest.fixture
def anna(tmp_path):
    evening = Evening(tmp_path)
    yield Player(evening)
    evening.room.close()


def test_solo_game_is_played_by_camera_and_taps(anna):
    """RO-021 RO-035 RO-140 RO-162 RO-200: every die is seen; two rounds, for this print has two Special spots."""
    anna.throw("3", "4")
    anna.tap("terrain a1 forest", "roll 4 4", "terrain b1 pond", "roll 1 2", "terrain a2 mountain")
    anna.tap("catalogue residential.spots.1 8 commercial.spots.1 8 special.spots.1 2")
    anna.throw("6", "5", "2")
    anna.take("6")
    anna.tap("special", "build local-community c3")
    anna.take("2")
    anna.tap("residential", "build residential c2")
    anna.throw("4", "4", "1")
    anna.take("4")
    anna.throw_back("3")
    anna.put_aside("3")
    anna.tap("special", "forgo permit")
    anna.take("1")
    anna.tap("commercial", "build commercial d2")
    seen = [str(step.event) for step in anna.table.history() if step.source != "panel"]
    assert seen == [
        "0 roll 3 4",
        "0 roll 2 5 6",
        "0 draft 6",
        "0 draft 2",
        "0 roll 1 4 4",
        "0 draft 4",
        "0 reroll 3",
        "0 draft 1",
    ]
    assert anna.table.view.prompts == ()
    assert anna.table.view.scores == (-18,)
