"""One roll from picture to score, lights, panel and journal, on the simulated table by the same path as a real one.

The loops are turned by hand here, so no test waits for a clock. The tests know what was thrown only to play the
person at the table who looks into the tray; the program sees pictures.
"""

from dataclasses import replace

import pytest
from click.testing import CliRunner

from calibration import wizard
from companion.app import Room
from companion.cli import main
from companion.config import SIMULATED, CameraConfig
from companion.model import Event

CAMERA = "simulated://?seed=5&size=960x720&fps=20&pace=0"
LOOKS = 400
"""Frames to look at before we say that nothing happens: twenty seconds."""


class Evening:
    """A room whose loops turn when the test says so."""

    def __init__(self, data):
        self.room = Room(replace(SIMULATED, camera=CameraConfig(url=CAMERA)), data)
        self.now_ns = 0
        self.clock_s = 0.0
        for link in (self.room._camera, self.room._lamps._lights, self.room._lamps._buttons):
            link._now_s = lambda: self.clock_s
        self.room._watch.stopping.set()  # waiting for a camera that is away takes no time

    @property
    def camera(self):
        return self.room._camera.last

    def look(self, until, looks=LOOKS):
        """Turn both loops until something is so."""
        for _ in range(looks):
            if until():
                return
            self.room._watch.tick()
            self.now_ns += 50_000_000
            self.clock_s += 0.05
            self.room._lamps.tick(self.now_ns)
        raise AssertionError(f"nothing came of it; live: {self.room.live()}, notices: {self.room.notices()}")

    def wait_for_rest(self):
        self.look(lambda: self.room.live().state not in ("moving", "hand", "settling"), looks=LOOKS)

    def throw(self, faces=None):
        """Throw what is asked for and wait until it counts; whatever is asked about is answered by looking."""
        before = len(self.room.table.history())
        if faces is None:
            self.room.throw()
        else:
            self.room._trays.thrower = None
            self.camera.throw([("meeple", color) for color, _ in faces], faces=[f for _, f in faces], keep=[])
        self.look(lambda: self.room.live().state in ("moving", "hand"))
        self.look(lambda: self.room.live().state == "settled")
        while len(self.room.table.history()) == before:
            self._answer()

    def _answer(self):
        """Be the person who looks into the tray and says what each doubtful piece shows."""
        live = self.room.live()
        assert live.unclear, "the roll is neither counted nor asked about"
        doubtful = [i for i, piece in enumerate(live.observation.pieces) if piece.doubtful]
        if not doubtful:
            raise AssertionError(f"cannot be answered piece by piece: {live.unclear}")
        truth = self._nearest(live.observation.pieces[doubtful[0]])
        self.room.answer(doubtful[0], str(truth["state"]), truth["colour"])

    def _nearest(self, piece):
        x, y, w, h = piece.box_px
        here = (x + w / 2, y + h / 2)
        return min(
            self.camera.truth().pieces,
            key=lambda t: (t["centre"][0] - here[0]) ** 2 + (t["centre"][1] - here[1]) ** 2,
        )

    def thrown(self):
        """What really lies in the tray, as words of an event."""
        return sorted(f"{t['colour'].replace(' ', '-')}:{t['state']}" for t in self.camera.truth().pieces)


@pytest.fixture
def evening(tmp_path):
    evening = Evening(tmp_path)
    yield evening
    evening.room.close()


@pytest.fixture
def rolling(evening):
    evening.room.start("rolling-heights", ("Ann", "Ben"), {})
    evening.look(lambda: evening.room.live().state == "empty")
    return evening


def test_a_throw_becomes_the_event_it_was_with_its_photograph(rolling):
    faces = [("brown", "hard"), ("brown", "exhausted"), ("navy gray", "steady"), ("navy gray", "hard")]
    rolling.throw(faces)
    (step,) = rolling.room.table.history()
    assert (step.event.seat, step.event.verb) == (0, "roll")
    assert sorted(step.event.args) == rolling.thrown()
    assert rolling.room.evidence(step.evidence)[:2] == b"\xff\xd8"
    assert rolling.room.table.view.phase == "Risk"
    assert len(set(rolling.room.lamps())) > 1


def test_taking_working_meeples_out_is_not_a_rally(rolling):
    rolling.throw([("brown", "hard"), ("brown", "exhausted"), ("navy gray", "exhausted"), ("navy gray", "hard")])
    table = rolling.room.table
    table.submit(Event.parse("0 rally"), "test", table.view.numbers[0])
    rolling.camera.take(0)
    rolling.look(lambda: rolling.room.live().state == "hand")
    rolling.look(lambda: rolling.room.live().state == "settled")
    assert [s.event.verb for s in table.history()] == ["roll", "rally"]


def test_a_roll_that_was_typed_meanwhile_counts_once(rolling):
    rolling.camera.throw([("meeple", c) for c in ("brown", "brown", "navy gray", "navy gray")], faces=["exhausted"] * 4)
    rolling.look(lambda: rolling.room.live().state == "settling")
    table = rolling.room.table
    typed = Event.parse("0 roll brown:exhausted brown:exhausted navy-gray:exhausted navy-gray:exhausted")
    table.submit(typed, "panel", table.view.numbers[0])
    rolling.look(lambda: rolling.room.live().state == "settled")
    # The rules now await the very same throw again; what lies there is still the first one.
    assert [s.event for s in table.history()] == [typed]


def test_a_lost_camera_is_said_and_comes_back_while_the_panel_goes_on(rolling):
    room = rolling.room
    room.set_fault("camera-lost", True)
    rolling.look(lambda: room.live().state == "no camera")
    assert [key for key, _ in room.notices()] == ["camera"]
    typed = Event.parse("0 roll brown:hard brown:hard navy-gray:hard navy-gray:hard")
    room.table.submit(typed, "panel", room.table.view.numbers[0])
    assert len(room.table.history()) == 1
    room.set_fault("camera-lost", False)
    rolling.look(lambda: room.live().state == "empty")
    assert room.notices() == ()


@pytest.mark.parametrize(("fault", "key"), [("lights lost", "lights"), ("buttons lost", "buttons")])
def test_lost_lights_or_buttons_are_said_and_come_back_while_the_camera_goes_on(rolling, fault, key):
    room = rolling.room
    room.set_fault(fault, True)
    rolling.look(lambda: room.notices() != ())
    assert [k for k, _ in room.notices()] == [key]
    rolling.throw(
        [("brown", "exhausted"), ("brown", "exhausted"), ("navy gray", "exhausted"), ("navy gray", "exhausted")]
    )
    assert len(room.table.history()) == 1
    room.set_fault(fault, False)
    rolling.look(lambda: room.notices() == ())


def test_at_least_twelve_faults_can_be_tried(rolling):
    faults = rolling.room.faults()
    assert len(faults) >= 12
    assert all(text for text, _ in faults.values())


def test_a_game_is_there_again_after_the_room_was_closed(rolling, tmp_path):
    rolling.throw([("brown", "hard"), ("brown", "exhausted"), ("navy gray", "steady"), ("navy gray", "hard")])
    before = rolling.room.table.state
    rolling.room.close()
    again = Room(SIMULATED, tmp_path)
    assert again.table.state == before
    assert again.saved()[0][0] == again.table.id
    again.close()


def test_a_button_answers_and_holding_undo_takes_it_back(rolling):
    room = rolling.room
    roll = Event.parse("0 roll brown:hard brown:hard navy-gray:hard navy-gray:exhausted")
    room.table.submit(roll, "panel", room.table.view.numbers[0])
    meanings = dict(room.buttons())
    stop = next(name for name, label in meanings.items() if "top" in label)
    room.press(stop)
    rolling.look(lambda: len(room.table.history()) == 2)
    assert str(room.table.history()[1].event) == "0 stop"
    assert room.table.history()[1].source == "button"
    room.press("undo:held")
    rolling.look(lambda: room.table.history()[1].undone)
    assert room.table.view.phase == "Risk"


def test_a_calibrated_table_reads_with_its_profile_and_says_when_the_camera_moved(rolling, tmp_path):
    room = rolling.room
    state = wizard.take_empty(wizard.begin(CAMERA), room.picture())
    wizard.finish(state, tmp_path / "profile.json")
    room.use_profile(tmp_path / "profile.json")
    faces = [("brown", "exhausted"), ("brown", "exhausted"), ("navy gray", "exhausted"), ("navy gray", "exhausted")]
    rolling.throw(faces)
    assert room.notices() == ()
    live = room.live().observation
    assert all(piece.center_mm is not None and piece.inside for piece in live.pieces)
    body = list(room._journal.entries())[-1].body
    assert len(body["reading"]["profile"]) == 64
    assert room.evidence(body["reading"]["strip"])
    room.clear_tray()
    rolling.look(lambda: room.live().state == "empty")
    room.set_fault("camera-moved", True)
    rolling.look(lambda: any(key == "drift" for key, _ in room.notices()))


def test_the_record_is_signed_and_proves_every_entry(rolling, tmp_path):
    rolling.throw([("brown", "hard"), ("brown", "exhausted"), ("navy gray", "steady"), ("navy gray", "hard")])
    note = rolling.room.record.checkpoint()
    assert note.splitlines()[1] == str(len(list(rolling.room._journal.entries())))
    exported = CliRunner().invoke(
        main, ["audit", "export", rolling.room.table.id, "-o", str(tmp_path / "g.zip"), "--data", str(tmp_path)]
    )
    assert exported.exit_code == 0, exported.output
    (tmp_path / "kept.txt").write_text(note)
    checked = CliRunner().invoke(
        main, ["audit", "verify", str(tmp_path / "g.zip"), "--checkpoint", str(tmp_path / "kept.txt")]
    )
    assert checked.exit_code == 0, checked.output
