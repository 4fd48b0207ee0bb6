"""Calibration on the panel: the wizard's steps over HTTP, with pictures of the simulated camera."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.backends import open_device
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
