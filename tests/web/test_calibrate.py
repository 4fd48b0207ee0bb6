"""Calibration on the panel: the wizard's steps over HTTP, with pictures of the simulated camera."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.backends import open_device
from vision.profile import Profile
from web.access import Access


@pytest.fixture(scope="module")
def empty_tray() -> Any:
    """A picture of the simulated tray with nothing in it."""
    camera = open_device("vision.cameras", "simulated://")
    picture = camera.read().image
    camera.close()
    return picture


@pytest.fixture
def host(phone: Any, access: Access) -> Any:
    """The host's phone."""
    return phone(access.host_code)


def test_tray_is_measured_and_kept(host: Any, room: Any, empty_tray: Any, tmp_path: Path) -> None:
    used = []
    room.picture = lambda: empty_tray
    room.use_profile = used.append
    looked = host.get("/api/calibrate").json
    assert looked["step"] == "empty"
    assert host.get("/calibrate.jpg").mimetype == "image/jpeg"
    taken = host.post("/api/calibrate", {"act": "empty"})
    assert taken.status_code == 200, taken.json
    assert taken.json["step"] == "pieces"
    assert len(taken.json["tray_mm"]) == 2
    assert host.post("/api/calibrate", {"act": "finish"}).json["done"]
    assert (tmp_path / "profile.json").exists()
    assert used == [tmp_path / "profile.json"]


@pytest.mark.parametrize(
    "sent",
    [
        {"act": "empty"},
        {"act": "pieces"},
        {"act": "finish"},
        {"act": "dance"},
        {"act": "tap", "x": -1, "y": 3},
        {"act": "tap", "x": "a", "y": 3},
        {"act": "begin", "width_mm": 1, "depth_mm": 99999},
    ],
)
def test_step_that_cannot_be_taken_says_why(sent: Any, host: Any, room: Any, tmp_path: Path) -> None:
    room.picture = lambda: np.zeros((360, 640, 3), np.uint8)
    answer = host.post("/api/calibrate", sent)
    assert answer.status_code in (400, 409)
    assert answer.json["error"].endswith(".")
    assert not (tmp_path / "profile.json").exists()


def test_room_without_a_picture_says_so(host: Any) -> None:
    answer = host.get("/api/calibrate")
    assert answer.status_code == 409
    assert "camera" in answer.json["error"]


def test_only_the_host_calibrates(phone: Any, access: Access) -> None:
    watcher = phone(access.code)
    assert watcher.get("/api/calibrate").status_code == 403
    assert watcher.get("/calibrate.jpg").status_code == 403
    assert watcher.get("/calibrate").headers["Location"] == "/"


class Camera:
    """The room's camera as far as calibration uses it: it is held, let go, and takes stills."""

    def __init__(self, room: Any, picture: Any) -> None:
        self.did: list[str] = []
        room.picture = lambda: picture[::2, ::2]  # watched at half the size
        room.still = lambda: picture
        room.hold = lambda: self.did.append("hold") or {"gain": 2.0}
        room.release = lambda: self.did.append("release")
        room.camera_url = "usb://0"


def test_camera_is_held_for_the_still_that_is_measured(host: Any, room: Any, empty_tray: Any, tmp_path: Path) -> None:
    camera = Camera(room, empty_tray)
    host.post("/api/calibrate", {"act": "begin"})
    host.post("/api/calibrate", {"act": "empty"})
    host.post("/api/calibrate", {"act": "finish"})
    assert camera.did == ["release", "release", "hold"]  # the first look, begin, the picture
    profile = Profile.load(tmp_path / "profile.json")
    assert (profile.size_px, profile.held, profile.camera) == ((1280, 720), (("gain", 2.0),), "usb://0")


def test_camera_may_choose_again_when_the_picture_will_not_do(host: Any, room: Any) -> None:
    camera = Camera(room, np.zeros((720, 1280, 3), np.uint8))
    assert "black" in host.post("/api/calibrate", {"act": "empty"}).json["error"]
    assert camera.did[-2:] == ["hold", "release"]


def test_corners_tapped_on_the_small_picture_are_those_of_the_still(
    host: Any, room: Any, empty_tray: Any, tmp_path: Path
) -> None:
    Camera(room, empty_tray)
    host.post("/api/calibrate", {"act": "begin", "width_mm": 200, "depth_mm": 140})
    taps = [(0.31, 0.22), (0.69, 0.22), (0.77, 0.86), (0.23, 0.86)]
    for x, y in taps:
        host.post("/api/calibrate", {"act": "tap", "x": round(x * 10_000), "y": round(y * 10_000)})
    assert host.post("/api/calibrate", {"act": "empty"}).status_code == 200
    host.post("/api/calibrate", {"act": "finish"})
    seen = np.array(Profile.load(tmp_path / "profile.json").trays[0].corners_px) / (1280, 720)
    assert np.abs(seen - taps).max() < 0.06  # these four are nearly those of a tray of that size


def test_several_boxes_are_tapped_given_and_removed(host: Any, room: Any, empty_tray: Any, tmp_path: Path) -> None:
    Camera(room, empty_tray)
    host.post("/api/calibrate", {"act": "begin", "several": True})
    taken = host.post("/api/calibrate", {"act": "empty"}).json
    assert (taken["step"], taken["several"], taken["boxes"]) == ("boxes", True, [])
    for left in (0.3, 0.5):
        for x, y in ((left, 0.3), (left + 0.15, 0.3), (left + 0.15, 0.7), (left, 0.7)):
            said = host.post("/api/calibrate", {"act": "tap", "x": round(x * 10_000), "y": round(y * 10_000)}).json
    assert said["boxes"] == [0, 1]
    assert host.get("/calibrate.jpg").mimetype == "image/jpeg"
    assert host.post("/api/calibrate", {"act": "give", "tray": 1, "seat": 0}).json["boxes"] == [0, 0]
    assert "same seat" in host.post("/api/calibrate", {"act": "boxes"}).json["error"]
    assert host.post("/api/calibrate", {"act": "give", "tray": 0, "seat": -1}).json["boxes"] == [None, 0]
    assert host.post("/api/calibrate", {"act": "give", "tray": 5, "seat": 1}).status_code == 409
    assert host.post("/api/calibrate", {"act": "remove", "tray": 0}).json["boxes"] == [0]
    assert host.post("/api/calibrate", {"act": "boxes"}).json["step"] == "pieces"
    host.post("/api/calibrate", {"act": "finish"})
    assert [tray.seat for tray in Profile.load(tmp_path / "profile.json").trays] == [0]
