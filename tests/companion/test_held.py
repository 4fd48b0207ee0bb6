"""A Raspberry Pi's camera through the whole room: watched small, read large, and held as it was when calibrated."""

import sys
from dataclasses import replace
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from calibration import wizard
from companion.app import Room
from companion.config import SIMULATED, CameraConfig
from vision.cameras import simulated
from vision.profile import Profile

URL = "picamera://0?still=960x720&size=480x360"
CHOSEN = {"ExposureTime": 9000, "AnalogueGain": 2.5, "ColourGains": (1.7, 1.4), "LensPosition": 4.5}
HOLD = {"AeEnable": False, "AwbEnable": False, "AfMode": 0}


class Picamera2:
    """What picamera.py uses of picamera2, with a simulated table before its lens."""

    made = []
    table = None
    camera_properties = {"PixelArraySize": (960, 720)}
    camera_controls = dict.fromkeys((*CHOSEN, *HOLD))

    def __init__(self, index):
        self.set = []
        Picamera2.made.append(self)

    def create_video_configuration(self, **setup):
        return setup

    def configure(self, setup):
        self.setup = setup

    def start(self):
        pass

    stop = close = start

    def set_controls(self, controls):
        self.set.append(controls)

    def capture_request(self, wait, flush):
        return Request(self, Picamera2.table.read())


class Request:
    def __init__(self, device, frame):
        self.device, self.frame = device, frame

    def make_array(self, stream):
        if stream == "main":
            return self.frame.image
        small = cv2.resize(self.frame.image, self.device.setup["lores"]["size"], interpolation=cv2.INTER_AREA)
        return cv2.cvtColor(small, cv2.COLOR_BGR2YUV_I420)

    def get_metadata(self):
        return {"SensorTimestamp": self.frame.taken_ns, "Lux": 300, **CHOSEN}

    def release(self):
        pass


@pytest.fixture
def room(tmp_path, monkeypatch):
    Picamera2.made, Picamera2.table = [], simulated.open("simulated://?seed=5&size=960x720&fps=20&pace=0")
    monkeypatch.setitem(sys.modules, "picamera2", SimpleNamespace(Picamera2=Picamera2))
    room = Room(replace(SIMULATED, camera=CameraConfig(url=URL)), tmp_path)
    yield room
    room.close()


def calibrate(room):
    room._watch.tick()
    state = wizard.hold(wizard.begin(room.camera_url, (200, 140)), room.hold())
    wizard.finish(wizard.take_empty(state, room.still()), room.profile_path)
    room.use_profile(room.profile_path)


def test_held_values_are_in_the_profile_and_the_camera_gets_them_again(room, tmp_path):
    calibrate(room)
    profile = Profile.load(room.profile_path)
    assert dict(profile.held) == CHOSEN
    assert profile.size_px == (960, 720)
    assert Picamera2.made[0].set == [{**HOLD, **CHOSEN}] * 2  # at the picture, and when the profile came into use
    room.release()
    assert Picamera2.made[0].set[-1]["AeEnable"] is True
    again = Room(replace(SIMULATED, camera=CameraConfig(url=URL)), tmp_path)
    again._watch.tick()
    assert Picamera2.made[1].set == [{**HOLD, **CHOSEN}]
    again._camera.close()  # the cable is pulled, and comes back
    again._watch.tick()
    assert Picamera2.made[2].set == [{**HOLD, **CHOSEN}]
    again.close()


def test_small_stream_is_watched_and_the_still_is_read_with_its_profile(room):
    calibrate(room)
    room.start("rolling-heights", ("Ann", "Ben"), {})
    colors = ("brown", "brown", "navy gray", "navy gray")
    for _ in range(3):
        room._watch.tick()
    assert room.live().state == "empty"
    Picamera2.table.throw([("meeple", c) for c in colors], faces=["exhausted"] * 4)
    for _ in range(120):
        room._watch.tick()
        if room.live().state == "settled":
            break
    assert room._watch.frame.image.shape[:2] == (360, 480)
    assert room.notices() == ()
    pieces = room.live().observation.pieces
    assert len(pieces) == 4
    assert all(piece.inside and piece.center_mm is not None for piece in pieces)
    truth = np.array([piece["mm"][:2] for piece in Picamera2.table.truth().pieces])
    away = [np.linalg.norm(truth - piece.center_mm, axis=1).min() for piece in pieces]
    assert np.median(away) < 5


def test_camera_that_will_not_be_held_is_a_notice_and_still_sees(room, monkeypatch):
    calibrate(room)

    def refuse(self, controls):
        raise RuntimeError("control 9963793 is out of range")

    monkeypatch.setattr(Picamera2, "set_controls", refuse)
    room._camera.close()
    room._watch.tick()
    assert room._watch.frame is not None
    assert [text for key, text in room.notices() if key == "held"] == [
        "The camera does not keep its exposure and colours (control 9963793 is out of range); calibrate again."
    ]


def test_profile_of_another_picture_size_is_a_notice_and_reading_goes_on_without(room, tmp_path):
    calibrate(room)
    profile = replace(Profile.load(room.profile_path), camera="", size_px=(640, 360))
    profile.save(room.profile_path)
    again = Room(replace(SIMULATED, camera=CameraConfig(url=URL)), tmp_path)
    again._watch.tick()
    assert [text for key, text in again.notices() if key == "profile"] == [
        "The profile is for pictures of 640 × 360 and these have 480 × 360; set the camera to that size or calibrate "
        "again with 'companion calibrate'."
    ]
    assert again._eyes.owners == (None,)
    again.close()
