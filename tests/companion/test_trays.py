"""Several trays under one camera: each is judged by itself, and people see them together."""

import pytest

from companion.changes import Changes
from companion.errors import UnclearRoll
from companion.games import find_game
from companion.journal import Journal
from companion.model import Event, Observation, Piece
from companion.table import Table
from companion.trays import Trays

SIZE = (640, 480)
FOUR = ("brown", "brown", "navy gray", "navy gray")


def meeples(*faces, doubtful=()):
    return tuple(
        Piece("meeple", face, color, box_px=(60.0 * k, 0, 40, 40), doubtful=k in doubtful)
        for k, (face, color) in enumerate(zip(faces, FOUR, strict=True))
    )


class OneTray:
    """The eyes over one tray: they see what the test lays down."""

    def __init__(self, seat):
        self.seat, self.pieces = seat, ()

    def read(self, frame, expect):
        return Observation(self.pieces, seat=self.seat)

    def keep(self, frame):
        return f"photo of {frame}"

    def circumstances(self):
        return {}


class Boxes:
    """A table of Rolling Heights whose players have a box each."""

    def __init__(self, path, owners):
        self.journal = Journal(path)
        changes = Changes()
        self.table = Table.begin(self.journal, find_game("rolling-heights"), ("Ann", "Ben"), changes=changes)
        self.owners = owners
        self.eyes = [OneTray(seat) for seat in owners]
        self.trays = Trays(lambda: self.table, self, changes)

    def over(self, tray):
        return self.eyes[tray]

    def watch(self, *states):
        self.trays.watch(states, SIZE)

    def rest(self, tray, pieces):
        self.eyes[tray].pieces = pieces
        self.trays.rest(tray, "frame")

    def say(self, text):
        event = Event.parse(text)
        self.table.submit(event, "panel", self.table.view.numbers[event.seat])

    @property
    def events(self):
        return [str(s.event) for s in self.table.history()]


@pytest.fixture
def boxes(tmp_path):
    boxes = Boxes(tmp_path / "j.sqlite", (0, 1))
    yield boxes
    boxes.journal.close()


TIRED = meeples(*["exhausted"] * 4)
HARD = meeples(*["hard"] * 4)
ROLLED_TIRED = "brown:exhausted brown:exhausted navy-gray:exhausted navy-gray:exhausted"
ROLLED_HARD = "brown:hard brown:hard navy-gray:hard navy-gray:hard"


def test_two_boxes_roll_at_once_and_each_counts_for_its_owner(boxes):
    boxes.watch("moving", "moving")
    boxes.watch("settling", "moving")
    boxes.rest(0, TIRED)
    boxes.watch("settled", "settling")
    boxes.rest(1, HARD)
    assert boxes.events == [f"0 roll {ROLLED_TIRED}", f"1 roll {ROLLED_HARD}"]
    assert (boxes.trays.live.state, boxes.trays.live.unclear) == ("settled", "")
    assert len(boxes.trays.live.observation.pieces) == 8


def test_a_roll_typed_for_one_seat_does_not_touch_the_box_of_the_other(boxes):
    boxes.watch("moving", "moving")
    boxes.say(f"0 roll {ROLLED_TIRED}")
    boxes.rest(0, TIRED)
    boxes.rest(1, HARD)
    assert boxes.events == [f"0 roll {ROLLED_TIRED}", f"1 roll {ROLLED_HARD}"]
    assert boxes.trays.live.unclear.startswith("@0: A roll was typed while this one fell")


def test_a_question_about_one_box_stays_while_another_moves_and_is_answered_by_its_piece(boxes):
    boxes.watch("moving", "moving")
    boxes.rest(0, TIRED)
    boxes.rest(1, meeples(*["hard"] * 4, doubtful={2}))
    boxes.watch("moving", "settled")
    live = boxes.trays.live
    assert (live.state, live.unclear) == (
        "settled", "@1: Not sure about 1 of the pieces; tap them to say what they show."
    )  # fmt: skip
    assert live.proposal == f"1 roll {ROLLED_HARD}"
    doubtful = [k for k, piece in enumerate(live.observation.pieces) if piece.doubtful]
    boxes.trays.answer(doubtful[0], "steady", "navy gray")
    assert boxes.events[-1] == "1 roll brown:hard brown:hard navy-gray:hard navy-gray:steady"


def test_accepting_and_reading_again_are_about_the_unclear_box_alone(boxes):
    boxes.watch("moving", "moving")
    boxes.rest(0, TIRED)
    boxes.rest(1, meeples(*["hard"] * 4, doubtful={0}))
    boxes.trays.recheck()
    assert boxes.events == [f"0 roll {ROLLED_TIRED}"]
    boxes.trays.accept()
    assert boxes.events[1:] == [f"1 roll {ROLLED_HARD}"]
    for call in (boxes.trays.accept, boxes.trays.recheck):
        with pytest.raises(UnclearRoll, match="Nothing is in doubt"):
            call()


def test_a_box_at_which_nobody_sits_asks_nothing(tmp_path):
    boxes = Boxes(tmp_path / "j.sqlite", (0, 3))
    boxes.watch("empty", "moving")
    boxes.rest(1, TIRED)
    assert (boxes.events, boxes.trays.live.unclear) == ([], "")
    boxes.journal.close()


def test_referees_stay_until_the_trays_are_others(boxes):
    boxes.watch("moving", "moving")
    boxes.rest(0, TIRED)
    before = boxes.trays._referees
    boxes.trays.arrange()
    assert boxes.trays._referees is before
    boxes.owners, boxes.eyes = (None,), [OneTray(None)]
    boxes.trays.arrange()
    assert len(boxes.trays._referees) == 1
    assert boxes.trays.live.observation is None


def test_without_a_camera_every_tray_says_so(boxes):
    boxes.watch("moving", "settled")
    boxes.trays.lose()
    assert boxes.trays.live.state == "no camera"
