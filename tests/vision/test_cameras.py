"""Every camera backend keeps the same contract; those whose hardware is absent here run on fakes of their library."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from companion.backends import open_device, schemes
from companion.errors import CompanionError, ConfigError, DeviceError
from vision.cameras import CanLock, HasStill, picamera, replay, usb

BLUE = (200, 60, 30)


class FakeCapture:
    """What usb.py uses of cv2.VideoCapture."""

    made: list["FakeCapture"] = []

    def __init__(self, where: int | str, api: int) -> None:
        self.where, self.api = where, api
        self.is_open = where != 7
        self.values: dict[int, float] = {cv2.CAP_PROP_EXPOSURE: 120.0, cv2.CAP_PROP_GAIN: 8.0, cv2.CAP_PROP_FOCUS: -1.0}
        FakeCapture.made.append(self)

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return self.is_open

    def set(self, what: int, value: float) -> bool:
        self.values[what] = value
        return True

    def get(self, what: int) -> float:
        return self.values.get(what, -1.0)

    def read(self) -> tuple[bool, Any]:
        return (True, np.full((72, 128, 3), BLUE, np.uint8)) if self.is_open else (False, None)

    def release(self) -> None:
        self.is_open = False


class FakeRequest:
    def __init__(self, device: "FakePicamera2", number: int) -> None:
        self.device, self.number = device, number

    def make_array(self, stream: str) -> Any:
        width, height = self.device.setup[stream]["size"]
        picture = np.full((height, width, 3), BLUE, np.uint8)
        return picture if stream == "main" else cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_I420)

    def get_metadata(self) -> dict[str, Any]:
        return {"SensorTimestamp": 1_000_000_000 + self.number * 33_000_000, **self.device.chosen}

    def release(self) -> None:
        self.device.lent -= 1


class FakePicamera2:
    """What picamera.py uses of picamera2.Picamera2."""

    made: list["FakePicamera2"] = []
    camera_properties = {"PixelArraySize": (640, 480)}
    camera_controls = dict.fromkeys(("AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains", "AfMode"))

    def __init__(self, index: int) -> None:
        if index == 7:
            raise IndexError("list index out of range")
        self.chosen = {"ExposureTime": 9000, "AnalogueGain": 2.5, "ColourGains": (1.7, 1.4), "Lux": 300}
        self.setup: dict[str, Any] = {}
        self.set: list[dict[str, Any]] = []
        self.calls: list[str] = []
        self.asked: list[tuple[float, bool | None]] = []
        self.lent = self.taken = 0
        self.hangs = False
        FakePicamera2.made.append(self)

    def create_video_configuration(self, **setup: Any) -> dict[str, Any]:
        return setup

    def configure(self, setup: dict[str, Any]) -> None:
        self.setup = setup

    def start(self) -> None:
        self.calls.append("start")

    def stop(self) -> None:
        self.calls.append("stop")

    def close(self) -> None:
        self.calls.append("close")

    def set_controls(self, controls: dict[str, Any]) -> None:
        self.set.append(controls)

    def capture_request(self, wait: float, flush: bool | None) -> FakeRequest:
        if self.hangs:
            raise TimeoutError
        self.asked.append((wait, flush))
        self.lent += 1
        self.taken += 1
        return FakeRequest(self, self.taken)


@pytest.fixture
def fakes(monkeypatch: pytest.MonkeyPatch) -> None:
    FakeCapture.made, FakePicamera2.made = [], []
    monkeypatch.setattr(usb.cv2, "VideoCapture", FakeCapture)
    monkeypatch.setitem(sys.modules, "picamera2", SimpleNamespace(Picamera2=FakePicamera2))


def pictures(folder: Path, count: int = 6) -> Path:
    folder.mkdir()
    for k in range(count):
        cv2.imwrite(str(folder / f"{k:03d}.png"), np.full((48, 64, 3), 20 * k % 256, np.uint8))
    return folder


def film(path: Path, count: int = 6) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 25.0, (64, 48))
    for k in range(count):
        writer.write(np.full((48, 64, 3), 20 * k % 256, np.uint8))
    writer.release()
    return path


_URLS: dict[str, Callable[[Path], str]] = {
    "simulated": lambda tmp: "simulated://?pace=0&size=320x240",
    "replay folder": lambda tmp: f"replay://{pictures(tmp / 'pictures')}?pace=0",
    "replay film": lambda tmp: f"replay://{film(tmp / 'film.avi')}?pace=0",
    "usb": lambda tmp: "usb://0",
    "picamera": lambda tmp: "picamera://0?size=320x240",
}


# ---------------------------------------------------------------------------------------------- the contract


def test_every_camera_module_is_under_contract() -> None:
    assert schemes("vision.cameras") == sorted({name.split()[0] for name in _URLS})


@pytest.mark.parametrize("name", _URLS)
def test_a_camera_gives_colour_frames_in_order(name: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    url = _URLS[name](tmp_path)
    request.getfixturevalue("fakes") if name in ("usb", "picamera") else None
    camera = open_device("vision.cameras", url)
    frames = [camera.read() for _ in range(5)]
    assert [f.number for f in frames] == [0, 1, 2, 3, 4]
    assert {(f.image.ndim, f.image.shape[2], f.image.dtype) for f in frames} == {(3, 3, np.dtype(np.uint8))}
    assert all(a.taken_ns < b.taken_ns for a, b in zip(frames[:-1], frames[1:], strict=True))
    assert {type(f.taken_ns) for f in frames} == {int}
    camera.close()
    camera.close()
    with pytest.raises(DeviceError, match=r"^[A-Z].*\.$"):
        camera.read()


@pytest.mark.parametrize("scheme", ["simulated", "replay", "usb", "picamera"])
def test_a_camera_refuses_an_unknown_option_with_a_sentence(scheme: str, fakes: None) -> None:
    with pytest.raises(ConfigError, match=r"unknown option 'sizes'; known are .*\.$"):
        open_device("vision.cameras", f"{scheme}://0?sizes=1280x720")


@pytest.mark.parametrize("url", ["usb://7", "picamera://7", "picamera://many", "replay://no/such/film.avi"])
def test_a_camera_that_is_not_there_gets_a_sentence(url: str, fakes: None) -> None:
    with pytest.raises(CompanionError, match=r"\.$"):
        open_device("vision.cameras", url)


# ---------------------------------------------------------------------------------------------- usb


def test_usb_asks_for_compressed_pictures_and_one_buffer(fakes: None) -> None:
    usb.open("usb://2?size=1920x1080&fps=25").close()
    usb.open("usb:///dev/video4").close()
    first, second = FakeCapture.made
    assert (first.where, first.api, second.where) == (2, cv2.CAP_V4L2, "/dev/video4")
    asked = {
        cv2.CAP_PROP_FOURCC: cv2.VideoWriter.fourcc(*"MJPG"),
        cv2.CAP_PROP_FRAME_WIDTH: 1920,
        cv2.CAP_PROP_FRAME_HEIGHT: 1080,
        cv2.CAP_PROP_FPS: 25,
        cv2.CAP_PROP_BUFFERSIZE: 1,
    }
    assert {k: first.values[k] for k in asked} == asked


def test_usb_holds_what_the_camera_chose_and_lets_go_again(fakes: None) -> None:
    camera = usb.open("usb://0")
    capture = FakeCapture.made[0]
    assert isinstance(camera, CanLock)
    assert camera.lock() == {"exposure": 120.0, "gain": 8.0}  # what it cannot do, it is not told
    assert [capture.values[k] for k in (cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_AUTO_WB)] == [1.0, 0.0]
    camera.lock({"exposure": 60.0})
    assert capture.values[cv2.CAP_PROP_EXPOSURE] == 60.0
    camera.unlock()
    assert [capture.values[k] for k in (cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_AUTO_WB)] == [3.0, 1.0]


def test_usb_says_when_the_cable_is_pulled(fakes: None) -> None:
    camera = usb.open("usb://0")
    FakeCapture.made[0].is_open = False
    with pytest.raises(DeviceError, match=r"camera at /dev/video0 gives no picture; check its cable\.$"):
        camera.read()


# ---------------------------------------------------------------------------------------------- picamera


def test_picamera_watches_small_and_reads_at_full_resolution(fakes: None) -> None:
    camera = picamera.open("picamera://0?size=320x240")
    assert isinstance(camera, HasStill)
    small, large = camera.read(), camera.still()
    assert (small.image.shape, large.image.shape) == ((240, 320, 3), (480, 640, 3))
    assert small.image.reshape(-1, 3).mean(axis=0) == pytest.approx(BLUE, abs=4)
    assert tuple(large.image[0, 0]) == BLUE
    device = FakePicamera2.made[0]
    assert device.setup["main"] == {"size": (640, 480), "format": "RGB888"}
    # A still must have been begun after the roll came to rest; a watched frame need not wait for that.
    assert device.asked == [(picamera.TIMEOUT_S, None), (picamera.TIMEOUT_S, True)]
    assert device.lent == 0
    camera.close()
    assert device.calls == ["start", "stop", "close"]


def test_picamera_holds_exposure_and_white_balance_and_lets_go_again(fakes: None) -> None:
    camera = picamera.open("picamera://0?still=640x480")
    held = camera.lock()
    assert held == {"ExposureTime": 9000, "AnalogueGain": 2.5, "ColourGains": (1.7, 1.4)}
    camera.lock({"ExposureTime": 5000})
    camera.unlock()
    hold = {"AeEnable": False, "AwbEnable": False, "AfMode": 0}
    assert FakePicamera2.made[0].set == [
        {**hold, **held},
        {**hold, "ExposureTime": 5000},
        {"AeEnable": True, "AwbEnable": True, "AfMode": 2},
    ]


def test_usb_tells_again_what_did_not_stick_at_first(fakes: None, monkeypatch: pytest.MonkeyPatch) -> None:
    camera = usb.open("usb://0")
    capture = FakeCapture.made[0]
    told: list[float] = []

    def stubborn(what: int, value: float) -> bool:
        told.append(value)
        capture.values[what] = value if told.count(value) > 1 else 10.0
        return True

    monkeypatch.setattr(capture, "set", stubborn)
    camera.lock({"exposure": 60.0})
    assert capture.values[cv2.CAP_PROP_EXPOSURE] == 60.0


def test_picamera_watches_in_the_shape_of_its_stills(fakes: None) -> None:
    picamera.open("picamera://0?still=2304x1296")
    picamera.open("picamera://0")
    assert [device.setup["lores"]["size"] for device in FakePicamera2.made] == [(1280, 720), (640, 480)]
    with pytest.raises(ConfigError, match="size=1280x720 and still=640x480 differ in shape; leave the size out"):
        picamera.open("picamera://0?size=1280x720")


def test_picamera_says_when_no_picture_comes(fakes: None) -> None:
    camera = picamera.open("picamera://0")
    FakePicamera2.made[0].hangs = True
    with pytest.raises(DeviceError, match="gives no picture; check its ribbon cable"):
        camera.read()


def test_picamera_without_its_library_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(DeviceError, match=r"picamera2.*python3-picamera2"):
        open_device("vision.cameras", "picamera://0")


# ---------------------------------------------------------------------------------------------- replay


class Clock:
    """Time that passes only when somebody sleeps or works."""

    def __init__(self) -> None:
        self.now_ns = 5_000_000_000

    def sleep(self, seconds: float) -> None:
        self.now_ns += round(seconds * 1_000_000_000)


def test_replay_keeps_the_times_of_the_film(tmp_path: Path) -> None:
    camera = replay.open(f"replay://{film(tmp_path / 'film.avi', 3)}?pace=0")
    assert [camera.read().taken_ns for _ in range(3)] == [0, 40_000_000, 80_000_000]
    with pytest.raises(DeviceError, match="is over; open it again"):
        camera.read()


def test_replay_waits_for_each_frame_and_skips_those_that_are_over(tmp_path: Path) -> None:
    clock = Clock()
    camera = replay.ReplayCamera(pictures(tmp_path / "p"), 10.0, now_ns=lambda: clock.now_ns, sleep=clock.sleep)
    seen = [camera.read()]
    clock.sleep(0.25)
    seen += [camera.read(), camera.read()]
    start = 5_000_000_000
    assert [(f.taken_ns - start, int(f.image[0, 0, 0])) for f in seen] == [
        (0, 0),
        (200_000_000, 40),
        (300_000_000, 60),
    ]
    assert [f.number for f in seen] == [0, 1, 2]


def test_replay_waits_for_a_machine_that_cannot_keep_up(tmp_path: Path) -> None:
    """Each picture takes longer to decode than it is shown: some are skipped, but a frame comes all the same."""
    clock = Clock()

    def now_ns() -> int:
        clock.sleep(0.2)
        return clock.now_ns

    folder = pictures(tmp_path / "p", 40)
    camera = replay.ReplayCamera(folder, 10.0, now_ns=now_ns, sleep=clock.sleep)
    seen = [camera.read() for _ in range(3)]
    assert [int(f.image[0, 0, 0]) // 20 for f in seen] != [0, 1, 2]
    assert all(b.taken_ns > a.taken_ns for a, b in zip(seen, seen[1:], strict=False))


def test_replay_starts_again_if_asked_to(tmp_path: Path) -> None:
    camera = replay.open(f"replay://{pictures(tmp_path / 'p', 2)}?pace=0&loop=1&fps=10")
    frames = [camera.read() for _ in range(4)]
    assert [int(f.image[0, 0, 0]) for f in frames] == [0, 20, 0, 20]
    assert [f.taken_ns for f in frames] == [0, 100_000_000, 200_000_000, 300_000_000]


def test_replay_refuses_what_it_cannot_show(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "a.png").write_bytes(b"not a picture")
    (tmp_path / "film.avi").write_bytes(b"not a film")
    with pytest.raises(DeviceError, match="holds no pictures"):
        replay.open(f"replay://{tmp_path / 'empty'}")
    with pytest.raises(DeviceError, match="cannot be played as a film"):
        replay.open(f"replay://{tmp_path / 'film.avi'}")
    with pytest.raises(DeviceError, match="not a picture we can read"):
        replay.open(f"replay://{tmp_path / 'broken'}?pace=0").read()
