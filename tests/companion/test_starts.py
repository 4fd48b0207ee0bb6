"""After a start that crashed the next one is in safe mode; a pulled plug is no crash."""

import pytest

from companion.config import CameraConfig, Config, NetworkConfig, safe
from companion.starts import OFTEN, Starts


class Machine:
    """A data folder on a machine whose boots and seconds the test counts."""

    def __init__(self, folder):
        self.folder, self.boot, self.now_s = folder, 1, 10.0

    def start(self):
        self.now_s += 1
        made = Starts(self.folder, f"boot {self.boot}", lambda: self.now_s)
        self.why = made.begin()
        return made

    def pull_the_plug(self):
        self.boot += 1
        self.now_s = 5.0


@pytest.fixture
def machine(tmp_path):
    return Machine(tmp_path)


def test_the_first_start_is_a_normal_one(machine):
    machine.start()
    assert machine.why == ""


def test_a_start_that_crashed_is_followed_by_one_in_safe_mode_that_says_why(machine):
    machine.start().crashed(RuntimeError("the camera's driver is not there"))
    machine.start()
    assert machine.why == "RuntimeError: the camera's driver is not there"


def test_a_start_that_just_vanished_is_a_crash_too(machine):
    machine.start()
    machine.start()
    assert machine.why == "the last start ended before everything was up"


def test_a_fatal_signal_leaves_its_last_words(machine):
    machine.start()
    (machine.folder / "crash.txt").write_text(
        'Fatal Python error: Segmentation fault\n\nThread 0x1:\n  File "picamera.py", line 7 in x\n'
    )
    machine.start()
    assert machine.why == 'Segmentation fault File "picamera.py", line 7 in x'


def test_after_safe_mode_the_next_start_is_normal_again(machine):
    machine.start()
    machine.start().healthy()
    assert machine.why
    machine.start()
    assert machine.why == ""


def test_a_plug_pulled_while_playing_is_no_crash(machine):
    machine.start().healthy()
    machine.pull_the_plug()
    machine.start()
    assert machine.why == ""


def test_a_plug_pulled_once_while_starting_is_no_crash_but_twice_is_trouble(machine):
    machine.start()
    machine.pull_the_plug()
    machine.start()
    assert machine.why == ""
    machine.pull_the_plug()
    machine.start()
    assert "power supply" in machine.why


def test_dying_again_and_again_after_a_good_start_ends_in_safe_mode(machine):
    for _ in range(OFTEN):
        machine.start().healthy()
        assert machine.why == ""
    machine.start()
    assert "3 times" in machine.why


def test_dying_rarely_does_not(machine):
    for _ in range(2 * OFTEN):
        machine.start().healthy()
        machine.now_s += 1000
        assert machine.why == ""


def test_stopping_in_good_order_forgets_what_was(machine):
    machine.start().crashed(RuntimeError("x"))
    machine.start().stopped()
    machine.start()
    assert machine.why == ""


@pytest.mark.parametrize("content", ["", "{", "[]", '{"format": 9}', '{"format": 1, "phase": 3}', "null"])
def test_a_damaged_record_is_a_normal_start(machine, content):
    (machine.folder / "start.json").write_text(content)
    machine.start()
    assert machine.why == ""


def test_safe_mode_keeps_the_table_and_drops_every_device():
    said = safe(
        Config(camera=CameraConfig(url="usb://0", profile="mine.json"), network=NetworkConfig(broker="mqtt://h"))
    )
    assert (said.camera.url, said.camera.profile, said.lights.url, said.buttons.url) == ("", "mine.json", "", "")
    assert said.network.broker == ""
