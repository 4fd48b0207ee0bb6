"""The simulated table: what is thrown is what lies there, and it looks like it."""

import json
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.errors import ConfigError, DeviceError, IllegalEvent
from vision.cameras import simulated
from vision.cameras.simulated import SimulatedCamera, random_rolls, random_scene
from vision.cameras.simulated.camera import Settings
from vision.cameras.simulated.faults import FAULTS, NEXT_THROW
from vision.cameras.simulated.lying import overlap
from vision.cameras.simulated.pieces import DIE_COLORS, MEEPLE_COLORS, Sizes, die, judge, meeple, rest
from vision.cameras.simulated.render import Body, height_of
from vision.cameras.simulated.scene import Scene, Tray, View
from vision.cameras.simulated.throw import MEEPLE_CHANCES, Wish, throw, wish

SAMPLES = Path(__file__).parents[2].parent / "shared" / "samples" / "rendered"
SMALL = "simulated://?pace=0&size=320x240&fps=20"


def play(camera: SimulatedCamera, frames: int = 70) -> None:
    for _ in range(frames):
        camera.read()


def states(camera: SimulatedCamera) -> list[tuple[str, str, str]]:
    return [(p["kind"], p["colour"], str(p["state"])) for p in camera.truth().pieces]


@pytest.fixture
def camera() -> SimulatedCamera:
    return simulated.open(SMALL)


# ---------------------------------------------------------------------------------------------- pieces


def test_a_die_has_opposite_faces_that_add_up_to_seven() -> None:
    rng = np.random.default_rng(0)
    for face in range(1, 7):
        turned = rest("die", str(face), Sizes(), rng)
        upside_down = np.diag([1.0, -1, -1]) @ turned
        assert judge("die", turned, Sizes())[0] == str(face)
        assert judge("die", upside_down, Sizes())[0] == str(7 - face)


@pytest.mark.parametrize("state", ["hard", "steady", "exhausted"])
def test_a_meeple_can_be_laid_and_judged(state: str) -> None:
    rng = np.random.default_rng(1)
    assert {judge("meeple", rest("meeple", state, Sizes(), rng), Sizes())[0] for _ in range(20)} == {state}


def test_a_standing_meeple_is_higher_than_a_lying_one() -> None:
    rng = np.random.default_rng(1)
    heights = {}
    for state in ("hard", "steady", "exhausted"):
        body = Body("meeple", "blue", np.zeros(3), rest("meeple", state, Sizes(), rng))
        heights[state] = height_of(body, Sizes())
    assert heights["exhausted"] == pytest.approx(Sizes().meeple[2] / 2)
    assert heights["hard"] > heights["steady"] > heights["exhausted"]


@pytest.mark.parametrize("mesh", [die(Sizes()), meeple(Sizes())])
def test_a_mesh_faces_outwards(mesh: object) -> None:
    normals, middles = np.concatenate(mesh.normals), np.concatenate(mesh.middles)  # type: ignore[attr-defined]
    assert ((normals * middles).sum(axis=1) > -6).all()
    assert np.mean((normals * middles).sum(axis=1) > 0) > 0.8


# ---------------------------------------------------------------------------------------------- throwing


def test_chance_gives_faces_as_often_as_promised() -> None:
    rng = np.random.default_rng(3)
    count = 4000
    seen = Counter(wish("meeple", "blue", rng).face for _ in range(count))
    assert {face: round(seen[face] / count, 3) for face in MEEPLE_CHANCES} == pytest.approx(MEEPLE_CHANCES, abs=0.03)
    dice = Counter(wish("die", "white", rng).face for _ in range(count))
    assert all(0.13 < dice[str(face)] / count < 0.20 for face in range(1, 7))


def test_a_throw_ends_as_wished_and_no_piece_inside_another() -> None:
    faces = ["1", "2", "6", "hard", "steady", "exhausted", "cocked"]
    kinds = ["die", "die", "die", "meeple", "meeple", "meeple", "meeple"]
    wishes = [Wish(kind, "blue", face) for kind, face in zip(kinds, faces, strict=True)]
    flights = throw(wishes, [], Tray(), Sizes(), rng=np.random.default_rng(7))
    resting = [f.resting for f in flights]
    assert [judge(b.kind, b.turned, Sizes())[0] for b in resting] == faces
    assert not any(overlap(a, b, Sizes()) for k, a in enumerate(resting) for b in resting[:k])
    for body in resting:
        lowest = float((die if body.kind == "die" else meeple)(Sizes()).hull.dot(body.turned[2]).min()) + body.at[2]
        assert lowest == pytest.approx(0.0, abs=0.2)


def test_a_flight_falls_and_stays_above_the_floor_between_the_walls() -> None:
    flight = throw([Wish("die", "red", "5")], [], Tray(), Sizes(), rng=np.random.default_rng(2))[0]
    corners = np.einsum("tij,vj->tvi", flight.turned, die(Sizes()).hull) + flight.at[:, None]
    assert flight.at[0, 2] > 40
    assert corners[..., 2].min() > -2.5
    assert np.abs(corners[..., 0]).max() < Tray().width / 2 + 3
    assert np.abs(corners[..., 1]).max() < Tray().depth / 2 + 3


def test_the_truth_is_what_was_thrown(camera: SimulatedCamera) -> None:
    pieces = [("d6", "white"), ("meeple", "navy-gray"), ("meeple", "pink")]
    camera.throw(pieces, seed=1, faces=["4", "steady", "hard"])
    play(camera)
    expected = [("die", "white", "4"), ("meeple", "navy gray", "steady"), ("meeple", "pink", "hard")]
    assert states(camera) == expected
    assert camera.truth().is_still


def test_the_same_seed_shows_the_same_pictures() -> None:
    films = []
    for _ in range(2):
        camera = simulated.open(SMALL + "&seed=5")
        camera.throw([("d6", ""), ("meeple", "")])
        films.append([camera.read() for _ in range(40)])
    assert all(np.array_equal(a.image, b.image) for a, b in zip(*films, strict=True))
    assert [f.taken_ns for f in films[0]] == [(k + 1) * 50_000_000 for k in range(40)]


def test_throwing_with_keep_takes_and_puts_what_is_needed(camera: SimulatedCamera) -> None:
    camera.throw([("d6", "white"), ("d6", "white"), ("meeple", "blue")], seed=1, faces=["4", "2", "hard"])
    camera.throw([("d6", "red")], seed=2, faces=["6"], keep=[("d6", "", "2"), ("meeple", "green", "steady")])
    play(camera, 140)
    expected = [("die", "red", "6"), ("die", "white", "2"), ("meeple", "green", "steady")]
    assert sorted(states(camera)) == expected


def test_taking_and_clearing_empties_the_tray(camera: SimulatedCamera) -> None:
    camera.throw([("d6", "white"), ("d6", "red"), ("d6", "black")], seed=1)
    camera.take(1)
    play(camera, 110)
    assert [color for _, color, _ in states(camera)] == ["white", "black"]
    camera.clear()
    play(camera)
    assert states(camera) == []
    with pytest.raises(IllegalEvent, match="no piece to take"):
        camera.take()


@pytest.mark.parametrize("piece", [("d8", ""), ("meeple", "orange"), ("d6", "no such color")])
def test_throwing_what_the_table_does_not_have_is_refused(camera: SimulatedCamera, piece: tuple[str, str]) -> None:
    with pytest.raises(IllegalEvent, match="simulated table has"):
        camera.throw([piece])


# ---------------------------------------------------------------------------------------------- the picture


def test_a_piece_is_seen_in_its_box_and_nowhere_else(camera: SimulatedCamera) -> None:
    before = camera.read().image
    camera.throw([("d6", "white")], seed=4)
    play(camera)
    difference = cv2.absdiff(camera.read().image, before).max(axis=2)
    x, y, w, h = camera.truth().pieces[0]["box"]
    bright = difference > 60
    inside = bright[int(y) : int(y + h) + 2, int(x) : int(x + w) + 2]
    assert inside.mean() > 0.4
    assert bright.sum() == inside.sum()


def test_the_markers_are_found_where_the_scene_has_them() -> None:
    camera = simulated.open("simulated://?pace=0&size=960x720")
    found = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    corners, numbers, _ = found.detectMarkers(camera.read().image)
    seen = {int(n): c[0].mean(axis=0) for n, c in zip(numbers.ravel(), corners, strict=True)}
    scene = Scene(view=View((960, 720), fill=0.97))
    assert sorted(seen) == [0, 1, 2, 3]
    for number, (x, y) in scene.markers.items():
        assert seen[number] == pytest.approx(scene.project(np.array([x, y, -1.0])), abs=1.5)


def test_every_color_looks_different() -> None:
    for colors in (MEEPLE_COLORS, DIE_COLORS):
        paints = np.array(list(colors.values()))
        apart = np.linalg.norm(paints[:, None] - paints[None], axis=2) + 999 * np.eye(len(paints))
        assert apart.min() > 25


def test_a_random_scene_has_the_labels_of_the_samples() -> None:
    picture, labels = random_scene(11, size=(480, 360))
    assert (picture.shape, picture.dtype) == ((360, 480, 3), np.uint8)
    fields = {"kind", "state", "tilt", "colour", "box", "centre", "mm", "inside", "stacked", "visible"}
    assert [set(p) for p in labels["pieces"]] == [fields] * len(labels["pieces"])
    assert labels["pieces"]
    again, same = random_scene(11, size=(480, 360))
    assert np.array_equal(again, picture)
    assert same == labels
    if SAMPLES.exists():
        sample = json.loads((SAMPLES / "setup00" / "labels.json").read_text())
        assert (set(sample["setup"]), set(sample["rolls"][0]["pieces"][0])) == (set(labels["setup"]), fields)


def test_random_rolls_share_one_tray() -> None:
    pictures, labels = random_rolls(3, 2, size=(320, 240))
    assert (len(pictures), len(labels["rolls"])) == (2, 2)
    assert all(0 <= p["visible"] <= 1 for roll in labels["rolls"] for p in roll["pieces"])


# ---------------------------------------------------------------------------------------------- faults


def test_there_are_at_least_twelve_faults_with_sentences(camera: SimulatedCamera) -> None:
    assert len(FAULTS) >= 12
    assert camera.faults() == {name: (sentence, False) for name, sentence in FAULTS.items()}
    assert all(sentence.endswith(".") for sentence in FAULTS.values())
    with pytest.raises(IllegalEvent, match="no fault 'gremlins'"):
        camera.set_fault("gremlins", True)


_SEEN = sorted(set(FAULTS) - set(NEXT_THROW) - {"camera-lost", "picture-frozen", "slow-camera", "piece-missing"})


@pytest.mark.parametrize("fault", _SEEN)
def test_a_fault_of_the_picture_shows_and_goes_away(camera: SimulatedCamera, fault: str) -> None:
    def unlike(frames: int = 3) -> float:
        """How far the next pictures are off the clean one, noise apart."""
        seen = np.mean([cv2.absdiff(camera.read().image, clean).mean() for _ in range(frames)])
        return float(seen)

    clean = camera.read().image
    usual = unlike()
    camera.set_fault(fault, True)
    assert unlike() > usual + 0.35
    assert camera.faults()[fault] == (FAULTS[fault], True)
    camera.set_fault(fault, False)
    assert unlike() == pytest.approx(usual, abs=0.1)


@pytest.mark.parametrize(
    ("fault", "field", "value"),
    [
        ("cocked-piece", "state", "cocked"),
        ("piece-outside", "inside", False),
        ("stacked-pieces", "stacked", True),
    ],
)
def test_a_fault_of_the_throw_happens_once(camera: SimulatedCamera, fault: str, field: str, value: object) -> None:
    camera.set_fault(fault, True)
    camera.throw([("d6", "white")] * 3, seed=6)
    play(camera)
    assert [p[field] == value for p in camera.truth().pieces].count(True) == 1
    assert camera.faults()[fault][1] is False


def test_a_missing_piece_stays_in_the_hand(camera: SimulatedCamera) -> None:
    camera.set_fault("piece-missing", True)
    camera.throw([("d6", "white")] * 3, seed=1)
    play(camera)
    assert len(camera.truth().pieces) == 2


def test_a_frozen_picture_repeats_to_the_bit(camera: SimulatedCamera) -> None:
    assert not np.array_equal(camera.read().image, camera.read().image)
    camera.set_fault("picture-frozen", True)
    assert np.array_equal(camera.read().image, camera.read().image)


def test_a_slow_camera_takes_longer_between_frames(camera: SimulatedCamera) -> None:
    camera.set_fault("slow-camera", True)
    first = camera.read().taken_ns
    assert camera.read().taken_ns - first == 333_333_333


def test_a_lost_camera_comes_back_over_the_same_table() -> None:
    url = SMALL + "&seed=8"
    camera = simulated.open(url)
    camera.throw([("d6", "white")], seed=1, faces=["5"])
    play(camera)
    camera.set_fault("camera-lost", True)
    with pytest.raises(DeviceError, match=r"cable is out.*\.$"):
        camera.read()
    camera.close()
    with pytest.raises(DeviceError, match="No simulated camera answers"):
        simulated.open(url)
    camera.set_fault("camera-lost", False)
    again = simulated.open(url)
    again.read()
    assert states(again) == [("die", "white", "5")]


def test_a_lost_camera_is_plugged_in_again_by_itself() -> None:
    clock = [0]
    camera = SimulatedCamera(
        Scene(view=View((320, 240))), Settings(), now_ns=lambda: clock[0], sleep=lambda seconds: None
    )
    camera.set_fault("camera-lost", True)
    clock[0] = 7_000_000_000
    with pytest.raises(DeviceError):
        camera.read()
    clock[0] = 9_000_000_000
    assert camera.read().taken_ns == 9_000_000_000


def test_frames_are_paced_and_late_ones_are_dropped() -> None:
    clock, slept = [0], []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        clock[0] += int(seconds * 1_000_000_000)

    camera = SimulatedCamera(Scene(view=View((320, 240))), Settings(fps=20), now_ns=lambda: clock[0], sleep=sleep)
    first = [camera.read().taken_ns for _ in range(2)]
    clock[0] += 500_000_000
    late = [camera.read().taken_ns for _ in range(2)]
    assert first == [50_000_000, 100_000_000]
    assert late == [600_000_000, 650_000_000]
    assert slept == [0.05, 0.05, 0.05]


@pytest.mark.parametrize(
    "query",
    [
        "size=big",
        "size=10x10",
        "fps=0",
        "fps=soon",
        "floor=lava",
        "table=lava",
        "tilt=90",
        "seed=-1",
        "pace=2",
        "speed=9",
    ],
)
def test_a_url_we_do_not_understand_is_refused_with_a_sentence(query: str) -> None:
    with pytest.raises(ConfigError, match=r"\.$"):
        simulated.open(f"simulated://?{query}")


# ---------------------------------------------------------------------------------------------- several boxes


def test_four_boxes_are_thrown_into_at_once_and_each_keeps_its_own_pieces() -> None:
    camera = simulated.open(f"{SMALL}&trays=4")
    for box in range(4):
        camera.throw([("d6", "white"), ("meeple", "blue")], box=box, faces=[str(box + 1), "exhausted"])
    play(camera, 20)
    assert all(player.act is not None for player in camera._players)  # all four hands are there together
    play(camera)
    tray = camera._scene.tray
    by_box = sorted((tray.place_of(*p["mm"][:2]), str(p["state"])) for p in camera.truth().pieces)
    assert by_box == [(k, face) for k in range(4) for face in (str(k + 1), "exhausted")]
    assert all(p["inside"] for p in camera.truth().pieces)
    camera.clear(2)
    play(camera)
    assert {tray.place_of(*p["mm"][:2]) for p in camera.truth().pieces} == {0, 1, 3}


def test_hands_of_the_far_row_come_from_the_far_side() -> None:
    camera = simulated.open(f"{SMALL}&trays=4")
    empty = camera.read().image.astype(int)
    camera.throw([("d6", "white")], box=2)
    play(camera, 8)
    changed = np.abs(camera.read().image.astype(int) - empty).max(axis=2) > 60
    assert changed[:5].any()
    assert not changed[-60:].any()
