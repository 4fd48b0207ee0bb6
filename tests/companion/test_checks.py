"""Checking with a person at the table: lamps blink, buttons are asked for, faults are sentences."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration import wizard
from companion import checks
from companion.config import SIMULATED, ButtonsConfig, Config, LightsConfig
from companion.errors import DeviceError
from hardware.buttons.simulated import open as open_buttons
from vision.cameras import simulated
from vision.drift import CAMERA
from vision.frame import Frame

FEW = replace(SIMULATED, lights=LightsConfig(url="simulated://", count=2), buttons=ButtonsConfig())


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch):
    monkeypatch.setattr(checks, "TICK_S", 0)


def test_hands_on_names_each_lamp_and_believes_the_person():
    said = []
    answers = iter((True, False))
    found = list(checks.hands_on(FEW, said.append, lambda text: next(answers)))
    assert said == ["Now lamp 1 (1 of 2) blinks.", "Now lamp 2 (2 of 2) blinks."]
    assert [(f.what, f.ok) for f in found] == [("lights", False)]
    assert "lamp 2 did not blink" in found[0].text


def test_hands_on_asks_for_each_button():
    said = []
    config = Config(buttons=ButtonsConfig(url="simulated://"))

    def press(text):
        said.append(text)
        name = text.split("'")[1]
        open_buttons("simulated://").press(name + ":held" if "hold" in text else name)

    found = list(checks.hands_on(config, press, lambda text: True))
    assert [(f.what, f.ok, f.text) for f in found] == [("buttons", True, "every one works")]
    assert len(said) == 9


def test_a_device_that_cannot_be_opened_is_a_sentence():
    config = Config(lights=LightsConfig(url="nosuch://"))
    (found,) = checks.hands_on(config, print, lambda text: True)
    assert not found.ok
    assert "names no lights we know" in found.text


def test_checks_go_on_after_a_broken_part(tmp_path):
    (tmp_path / "journal.sqlite").write_bytes(b"no database, but long enough to be looked at" * 50)
    config = replace(SIMULATED, lights=LightsConfig(url="nosuch://"))
    found = {f.what: f.ok for f in checks.checks(config, tmp_path)}
    assert found == {
        "config": True, "journal": False, "disk": True, "reader": True, "camera": True, "profile": True, "light": True,
        "lights": False, "buttons": True,
    }  # fmt: skip


# ---------------------------------------------------------------------------------------------- camera


class Lens:
    """A camera that shows one picture, and is told what to hold."""

    def __init__(self, picture):
        self.picture, self.held = picture, []

    def read(self):
        return Frame(self.picture, 0, 0)

    def lock(self, held):
        self.held.append(held)

    def close(self):
        pass


@pytest.fixture(scope="module")
def empty():
    return simulated.open("simulated://?pace=0&size=960x720").read().image


@pytest.fixture
def look(monkeypatch, tmp_path):
    """What is found about camera, profile and light when the camera shows a picture."""

    def found(picture, url="usb://0"):
        lens = Lens(picture)
        monkeypatch.setattr(checks, "open_device", lambda package, url: lens)
        return {f.what: (f.ok, f.text) for f in checks._camera(url, tmp_path / "profile.json")}, lens

    return found


def keep_profile(folder, picture, **more):
    state = wizard.take_empty(wizard.hold(wizard.begin("usb://0", (200, 140)), {"gain": 3.0}), picture)
    wizard.finish(replace(state, profile=replace(state.profile, **more)), folder / "profile.json")


def test_camera_profile_and_light_are_well(look, empty, tmp_path):
    found, _ = look(empty)
    assert found["camera"] == (True, "usb://0 gives pictures of 960 × 720")
    assert found["profile"][0] and "'companion calibrate' measures the tray" in found["profile"][1]
    assert found["light"] == (True, "bright enough, not burnt out, and sharp")
    keep_profile(tmp_path, empty)
    found, lens = look(empty)
    assert found["profile"][0] and found["profile"][1].endswith("fits what the camera sees")
    assert lens.held == [{"gain": 3.0}]


def test_light_that_is_too_weak_or_too_strong_or_blurred_is_said(look, empty):
    dark, bright = (empty * 0.2).astype(np.uint8), np.clip(empty * 3.0, 0, 255).astype(np.uint8)
    assert look(dark)[0]["light"] == (False, "The picture is dark; bring a lamp or let the camera expose longer.")
    assert look(bright)[0]["light"] == (False, "White is burnt out; dim the lamp or let the camera expose shorter.")
    soft = cv2.GaussianBlur(empty, (0, 0), 7)
    assert look(soft)[0]["light"] == (
        False, "The picture is not sharp; focus the lens on the tray floor and wipe it."
    )  # fmt: skip


def test_profile_that_no_longer_fits_says_what_to_do(look, empty, tmp_path):
    keep_profile(tmp_path, empty)
    shifted = np.roll(empty, 14, axis=1)
    assert look(shifted)[0]["profile"] == (False, str(CAMERA))
    small = cv2.resize(empty, (640, 480), interpolation=cv2.INTER_AREA)
    assert "is for pictures of 960 × 720 and these have 640 × 480" in look(small)[0]["profile"][1]
    assert "was measured with the camera usb://0" in look(empty, "usb://1")[0]["profile"][1]
    path = tmp_path / "profile.json"
    path.write_text(path.read_text().replace('"sharpness"', '"sharpness" '))
    assert look(empty)[0]["profile"][0]  # white space says nothing
    path.write_text(path.read_text().replace('"k1": -0', '"k1": -1'))
    assert "was changed by hand" in look(empty)[0]["profile"][1]


def test_camera_that_is_away_is_said_and_the_profile_is_still_looked_at(monkeypatch, tmp_path):
    def gone(package, url):
        raise DeviceError("No camera answers at /dev/video0; plug it in.")

    monkeypatch.setattr(checks, "open_device", gone)
    (tmp_path / "profile.json").write_text("{}")
    found = [(f.what, f.ok, f.text) for f in checks._camera("usb://0", tmp_path / "profile.json")]
    assert found[0] == ("camera", False, "No camera answers at /dev/video0; plug it in.")
    assert found[1][:2] == ("profile", False)
