"""What the watch notices between rolls, on generated pictures."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.errors import CalibrationError
from vision import drift as words
from vision.cameras.simulated.camera import Settings, SimulatedCamera
from vision.cameras.simulated.scene import Lamp, Scene, View
from vision.cameras.simulated.scene import Tray as Box
from vision.drift import Drift, sharpness
from vision.eye import Eye
from vision.profile import Profile, Tray

SIZE = (480, 360)


def profile_of(scene):
    """The profile that perfect calibration would give."""
    x, y = (s / 2 - 0.5 for s in scene.view.size)
    turn = tuple(tuple(row) for row in scene.rotation.tolist())
    eye = Eye(scene.focal, (x, y), scene.view.k1, scene.view.k2, turn, tuple(scene.eye.tolist()))
    w, d = scene.tray.width / 2, scene.tray.depth / 2
    corners = ((-w, d), (w, d), (w, -d), (-w, -d))
    seen = eye.to_px([(*c, 0.0) for c in corners])
    return Profile(
        "", scene.view.size, eye, (Tray(None, corners, tuple(map(tuple, seen.tolist()))),), (1, 1, 1), 200, 9
    )


class Table:
    def __init__(self, scene):
        self.scene = scene
        self.camera = SimulatedCamera(scene, Settings(1, 5, False))
        self.drift = Drift(profile_of(scene), self.camera.read().image)

    def look(self, **changes):
        """What is said when the camera (view=…) or the tray (tray=…) is changed."""
        scene = Scene(changes.get("tray", self.scene.tray), self.scene.lamp, changes.get("view", self.scene.view))
        self.camera._stage.set_scene(scene)
        try:
            return self.drift.look(self.camera.read())
        finally:
            self.camera._stage.set_scene(self.scene)


@pytest.fixture(scope="module")
def table():
    return Table(Scene(Box(floor="felt-green", table="wood"), Lamp(), View(SIZE, tilt=25, fill=0.97)))


def test_camera_turned_or_moved_is_noticed(table):
    view = table.scene.view
    moved = [
        replace(view, yaw=view.yaw + 1),
        replace(view, offset=(3.0, 0.0, 0.0)),
        replace(view, offset=(0.0, 0.0, 3.0)),
    ]
    assert [table.look(view=v) for v in moved] == [words.CAMERA] * 3


def test_tray_shifted_is_noticed_as_the_tray(table):
    assert table.look(tray=replace(table.scene.tray, shift=(3.0, 4.0))) == words.TRAY


def test_small_movement_is_followed_silently(table):
    view = replace(table.scene.view, offset=(0.5, 0.0, 0.0))
    assert table.look(view=view) == ""
    moved = profile_of(replace(table.scene, view=view))
    assert table.drift.profile.identity == profile_of(table.scene).identity
    followed = np.array(table.drift.profile.trays[0].corners_px)
    assert np.abs(followed - np.array(moved.trays[0].corners_px)).max() < 0.5
    assert table.look() == ""


@pytest.mark.parametrize(
    ("gain", "sentence"),
    [
        ((0.5, 0.5, 0.5), words.DARK),
        ((0.45, 0.8, 1.0), words.TINT),
        ((1.7, 1.7, 1.7), words.BRIGHT),
        ((0, 0, 0), words.DARK),
    ],
)
def test_another_light_is_noticed(table, gain, sentence):
    picture = np.clip(table.camera.read().image * np.array(gain), 0, 255).astype(np.uint8)
    assert table.drift.look(picture) == sentence


def test_lens_out_of_focus_is_noticed(table):
    table.camera.set_fault("blurred", True)
    try:
        blurred = table.camera.read().image
        assert table.drift.look(blurred) == words.BLURRED
    finally:
        table.camera.set_fault("blurred", False)
    assert sharpness(blurred) < 0.6 * sharpness(table.camera.read().image)


def test_grease_on_part_of_the_lens_is_noticed(table):
    picture = table.camera.read().image.copy()
    picture[:, :150] = cv2.GaussianBlur(picture[:, :150], (0, 0), 5)
    assert table.drift.look(picture) == words.DIRTY


def test_smears_over_plain_felt_are_noticed_when_they_stay(table):
    assert table.look() == ""  # whatever was seen before is forgotten
    table.camera.set_fault("dirty-lens", True)
    try:
        said = [table.drift.look(table.camera.read()) for _ in range(words.STAYS + 1)]
    finally:
        table.camera.set_fault("dirty-lens", False)
    assert said == [""] * (words.STAYS - 1) + [words.DIRTY] * 2
    assert table.look() == ""


def test_soft_shadow_is_no_smear(table):
    picture = table.camera.read().image
    y, x = np.mgrid[0 : SIZE[1], 0 : SIZE[0]]
    shade = 1 - 0.35 * np.exp(-(((x - 150) / 90) ** 2) - ((y - 170) / 70) ** 2)
    shaded = (picture * shade[..., None]).astype(np.uint8)
    assert {table.drift.look(shaded) for _ in range(words.STAYS + 1)} == {""}


def test_something_before_the_lens_is_noticed(table):
    rng = np.random.default_rng(2)
    cloth = np.asarray(rng.normal(120, 3, (360, 480, 3)), np.uint8)
    assert table.drift.look(cloth) in (words.LOST, words.BRIGHT, words.TINT, words.DARK)


def test_undisturbed_frames_with_pieces_and_a_hand_raise_no_notice(table):
    table.camera.throw([], keep=[("d6", "white", "3"), ("d6", "red", "5"), ("meeple", "blue", "hard")])
    said = [table.drift.look(table.camera.read()) for _ in range(10)]
    assert len(table.camera.truth().pieces) == 3
    table.camera.clear()
    said += [table.drift.look(table.camera.read()) for _ in range(10)]
    assert said == [""] * 20


def test_frame_of_another_shape_is_refused(table):
    with pytest.raises(CalibrationError, match="for pictures of 480 × 360 and these have 480 × 270"):
        table.drift.look(np.zeros((270, 480, 3), np.uint8))
