"""Settling, on the sample films and on throws of the simulated table, whose truth is known."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.cameras import simulated
from vision.cameras.simulated import SimulatedCamera
from vision.frame import Frame
from vision.settle import Settler, settlers

CLIPS = Path(__file__).parents[2].parent / "shared" / "samples" / "clips"
SECOND_NS = 1_000_000_000
FPS = 20


def camera(seed: int = 1, floor: str = "felt-green") -> SimulatedCamera:
    return simulated.open(f"simulated://?pace=0&seed={seed}&size=320x240&fps={FPS}&floor={floor}")


def watch(source: SimulatedCamera, settler: Settler, frames: int) -> tuple[list[int], list[str]]:
    """When rolls were reported, and the states gone through."""
    reports, states = [], [settler.state]
    for _ in range(frames):
        frame = source.read()
        if settler.feed(frame) is frame:
            reports.append(frame.taken_ns)
        if settler.state != states[-1]:
            states.append(settler.state)
    return reports, states


@pytest.fixture
def settled() -> tuple[SimulatedCamera, Settler]:
    """A tray with three dice, put there by a hand, at rest and reported already."""
    source, settler = camera(), Settler()
    watch(source, settler, 8)
    source.throw([], seed=3, keep=[("d6", "white", "4"), ("d6", "red", "1"), ("d6", "black", "6")])
    reports, _ = watch(source, settler, 2 * FPS + 10)
    assert len(reports) == 1
    return source, settler


@pytest.mark.parametrize("film", ["clip0", "clip1"])
def test_settler_reports_each_film_once_soon_after_its_rest(film: str) -> None:
    if not (CLIPS / f"{film}.avi").exists():
        pytest.skip("the sample films are not beside the repository")
    label = json.loads((CLIPS / f"{film}.json").read_text())
    capture = cv2.VideoCapture(str(CLIPS / f"{film}.avi"))
    settler, reports = Settler(), []
    for number in range(label["frames"]):
        frame = Frame(capture.read()[1], number * SECOND_NS // label["fps"], number)
        if settler.feed(frame) is not None:
            reports.append(number)
    assert [label["settled_frame"] <= n <= label["settled_frame"] + 12 for n in reports] == [True]
    assert settler.is_empty


@pytest.mark.parametrize(("seed", "floor"), [(1, "felt-green"), (2, "grey-print"), (3, "felt-black")])
def test_settler_reports_a_throw_once_and_never_before_rest(seed: int, floor: str) -> None:
    source, settler = camera(seed, floor), Settler()
    assert watch(source, settler, 8) == ([], ["empty"])
    source.throw([("d6", "white"), ("meeple", "clear"), ("meeple", "brown"), ("d6", "black")], seed=seed)
    reports, states = watch(source, settler, 4 * FPS)
    rest_ns = source.truth().rest_ns
    assert [rest_ns <= t <= rest_ns + SECOND_NS for t in reports] == [True]
    assert (states[0], states[-1]) == ("empty", "settled")
    assert {"hand", "moving", "settling"} <= set(states)


def test_settler_waits_for_a_leaning_piece_that_falls_late() -> None:
    source, settler = camera(), Settler()
    watch(source, settler, 8)
    source.throw([("d6", "white"), ("d6", "red")], seed=4, faces=["3", "late"])
    reports, _ = watch(source, settler, 4 * FPS)
    assert [t >= source.truth().rest_ns for t in reports] == [True]


def test_settler_takes_a_cleared_tray_for_empty(settled: tuple[SimulatedCamera, Settler]) -> None:
    source, settler = settled
    source.clear()
    reports, states = watch(source, settler, 4 * FPS)
    assert (reports, states[-1]) == ([], "empty")


def test_settler_reports_what_is_left_when_one_piece_is_taken(settled: tuple[SimulatedCamera, Settler]) -> None:
    source, settler = settled
    source.take(1)
    reports, states = watch(source, settler, 3 * FPS)
    assert (len(reports), states[-1]) == (1, "settled")
    assert 0.05 < settler.changed_share < 0.6
    assert [p["colour"] for p in source.truth().pieces] == ["white", "black"]


def test_settler_says_a_new_roll_changed_nearly_everything(settled: tuple[SimulatedCamera, Settler]) -> None:
    source, settler = settled
    source.throw([("d6", "white"), ("d6", "red"), ("d6", "black")], seed=9, keep=[])
    reports, _ = watch(source, settler, 5 * FPS)
    assert len(reports) == 1
    assert settler.changed_share > 0.7


@pytest.mark.parametrize("fault", ["half-light", "lamp-color", "lamp-flicker", "grainy"])
def test_settler_does_not_take_light_or_noise_for_a_roll(settled: tuple[SimulatedCamera, Settler], fault: str) -> None:
    source, settler = settled
    source.set_fault(fault, True)
    assert watch(source, settler, 2 * FPS)[0] == []
    source.set_fault(fault, False)
    assert watch(source, settler, 2 * FPS)[0] == []
    assert settler.state == "settled"


@pytest.mark.parametrize("gain", [0.45, 1.2])
def test_settler_follows_slow_exposure(settled: tuple[SimulatedCamera, Settler], gain: float) -> None:
    source, settler = settled
    reports = []
    for k in range(60):
        frame = source.read()
        picture = cv2.convertScaleAbs(frame.image, alpha=1 + (gain - 1) * k / 59)
        if settler.feed(Frame(picture, frame.taken_ns, frame.number)) is not None:
            reports.append(k)
    assert reports == []


def test_settler_waits_until_the_hand_has_left(settled: tuple[SimulatedCamera, Settler]) -> None:
    source, settler = settled
    source.set_fault("hand-in-tray", True)
    assert watch(source, settler, 2 * FPS)[0] == []
    assert settler.state == "hand"
    source.throw([("d6", "yellow")], seed=5)
    assert watch(source, settler, 3 * FPS)[0] == []
    source.set_fault("hand-in-tray", False)
    assert len(watch(source, settler, 2 * FPS)[0]) == 1


def test_settler_reports_nothing_new_after_a_hand_that_changed_nothing(
    settled: tuple[SimulatedCamera, Settler],
) -> None:
    source, settler = settled
    source.set_fault("hand-in-tray", True)
    watch(source, settler, FPS)
    source.set_fault("hand-in-tray", False)
    assert watch(source, settler, 2 * FPS) == ([], ["hand", "moving", "settling", "settled"])


def test_settler_does_not_trust_a_frozen_picture() -> None:
    source, settler = camera(), Settler()
    watch(source, settler, 2 * FPS)
    source.throw([("d6", "white"), ("d6", "red")], seed=2)
    watch(source, settler, int(1.1 * FPS))
    source.set_fault("picture-frozen", True)
    reports, states = watch(source, settler, 3 * FPS)
    assert (reports, states[-1]) == ([], "frozen")
    source.set_fault("picture-frozen", False)
    assert len(watch(source, settler, 2 * FPS)[0]) == 1


def test_settler_knows_pieces_that_lay_there_before_if_given_the_empty_tray() -> None:
    source = camera()
    empty = source.read()
    source.throw([("meeple", "blue")], seed=1)
    for _ in range(3 * FPS):
        source.read()
    reports, states = watch(source, Settler(empty=empty), FPS)
    assert (len(reports), states[-1]) == (1, "settled")
    assert watch(source, Settler(), FPS) == ([], ["empty"])


def test_settler_learns_that_something_is_part_of_the_table(settled: tuple[SimulatedCamera, Settler]) -> None:
    source, settler = settled
    settler.learn_empty(source.read())
    assert watch(source, settler, FPS) == ([], ["settled", "empty"])


def test_settlers_watch_each_tray_by_itself() -> None:
    left, right = camera(1), camera(2)
    half = left.read().image.shape[1]
    box = ((0.16, 0.1), (0.84, 0.1), (0.84, 0.9), (0.16, 0.9))
    regions = [[(x * half + shift, y * 240) for x, y in box] for shift in (0, half)]
    both = settlers(regions)
    right.throw([("d6", "white"), ("meeple", "pink")], seed=1)
    reports = []
    for _ in range(4 * FPS):
        a, b = left.read(), right.read()
        frame = Frame(np.hstack([a.image, b.image]), b.taken_ns, b.number)
        reports += [k for k, settler in enumerate(both) if settler.feed(frame) is not None]
    assert (reports, [s.state for s in both]) == ([1], ["empty", "settled"])


def test_settler_starts_afresh_when_the_picture_size_changes() -> None:
    settler = Settler()
    for k, width in enumerate([320] * 8 + [640] * 8):
        picture = np.full((240, width, 3), 90, np.uint8)
        assert settler.feed(Frame(picture, k * SECOND_NS // 10, k)) is None
    assert settler.state == "empty"
