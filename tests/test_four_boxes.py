"""Four boxes under one camera, all thrown into at once, from pictures to four rolls, on the simulated table."""

from dataclasses import replace

import numpy as np
import pytest

from calibration import wizard
from companion.app import Room
from companion.config import SIMULATED, CameraConfig

CAMERA = "simulated://?seed=5&size=1280x960&fps=12&pace=0&trays=4"
NAMES = ("Ann", "Ben", "Cy", "Di")
COLORS = ("brown", "brown", "navy gray", "navy gray")
FACES = (("exhausted",) * 4, ("steady",) * 4, ("exhausted",) * 4, ("exhausted", "exhausted", "steady", "steady"))


def tapped_corners(scene):
    """The corners of each floor as somebody taps them: what the near wall hides is tapped where the wall ends."""
    tray = scene.tray
    half = np.array([tray.width, tray.depth]) / 2
    for place in tray.places:
        floor = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)]) * half + place
        yield scene.project(np.column_stack([floor, [0, 0, tray.wall * 0.4, tray.wall * 0.4]]))


@pytest.fixture(scope="module")
def calibrated(tmp_path_factory):
    folder = tmp_path_factory.mktemp("boxes")
    room = Room(replace(SIMULATED, camera=CameraConfig(url=CAMERA)), folder)
    room._watch.tick()
    scene = room._camera.device._scene
    state = wizard.begin(CAMERA, (scene.tray.width, scene.tray.depth), is_several=True)
    state = wizard.take_empty(state, room.still())
    for corners in tapped_corners(scene):
        for at in corners:
            state = wizard.tap(state, tuple(at))
    state = wizard.end_boxes(state)
    wizard.finish(state, folder / "profile.json")
    room.use_profile(folder / "profile.json")
    yield room, scene, state.profile
    room.close()


def test_tapped_boxes_are_measured_and_given_to_the_seats_in_order(calibrated):
    _, scene, profile = calibrated
    assert [tray.seat for tray in profile.trays] == [0, 1, 2, 3]
    half = np.array([scene.tray.width, scene.tray.depth]) / 2
    for tray, place in zip(profile.trays, scene.tray.places, strict=True):
        truth = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)]) * half + place
        assert np.linalg.norm(np.array(tray.corners_mm) - truth, axis=1).max() < 3.0


def test_four_boxes_thrown_into_at_once_become_four_rolls(calibrated):
    room, _, _ = calibrated
    camera, trays = room._camera.device, room._trays
    room.start("rolling-heights", NAMES, {})
    for box, faces in enumerate(FACES):
        camera.throw([("meeple", color) for color in COLORS], faces=faces, box=box)
    together = 0
    for _ in range(160):
        room._watch.tick()
        together = max(together, sum(r.live.state in ("moving", "hand") for r in trays._referees))
        if not camera.is_busy and all(r.live.state == "settled" for r in trays._referees):
            break
    assert together == 4
    _answer_questions(room, camera)
    rolls = {step.event.seat: step for step in room.table.history()}
    expected = {
        seat: sorted(f"{c.replace(' ', '-')}:{f}" for c, f in zip(COLORS, faces, strict=True))
        for seat, faces in enumerate(FACES)
    }
    assert {seat: sorted(step.event.args) for seat, step in rolls.items()} == expected
    body = list(room._journal.entries())[-1].body
    assert len(body["reading"]["tray_px"]) >= 4
    assert len(body["reading"]["pieces"]) == 4


def test_a_box_that_was_pushed_is_named_and_the_camera_is_not_blamed(calibrated):
    room, _, _ = calibrated
    drift, part, reference = room._eyes._drift, room._eyes._parts[1], room._eyes._reference
    # Push the picture of one floor by some 8 mm; walls and table stay.
    rows, left, right = slice(part.top + 60, part.bottom - 60), part.left + 60, part.right - 60
    moved = reference.copy()
    moved[rows, left:right] = reference[rows, left - 20 : right - 20]
    assert drift.look(moved, 0) == ""
    assert drift.look(moved, 1).startswith("The tray of @1 has moved")
    assert drift.look(moved).startswith("The tray of @1 has moved")


def _answer_questions(room, camera):
    """Be the people who look into their boxes and say what each doubtful piece shows."""
    for _ in range(20):
        live = room.live()
        if not live.unclear:
            return
        doubtful = [k for k, piece in enumerate(live.observation.pieces) if piece.doubtful]
        assert doubtful, live.unclear
        x, y, w, h = live.observation.pieces[doubtful[0]].box_px
        truth = min(
            camera.truth().pieces,
            key=lambda t: (t["centre"][0] - x - w / 2) ** 2 + (t["centre"][1] - y - h / 2) ** 2,
        )
        room.answer(doubtful[0], str(truth["state"]), truth["colour"])
    raise AssertionError(room.live().unclear)
