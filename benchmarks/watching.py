"""Watching the tray: cost of a watched frame beside one resize, frame rate of the simulated camera, and settling.

Everything runs on one core. Times are processor time, so that other programs on the machine do not count.
"""

import statistics
import time
from collections.abc import Callable
from functools import partial

import cv2
import numpy as np

from vision.cameras import simulated
from vision.cameras.simulated import SimulatedCamera
from vision.cameras.simulated.pieces import DIE_COLORS, MEEPLE_COLORS
from vision.frame import Frame
from vision.settle import HEIGHT, WIDTH, Settler

ROLL = [("d6", "white")] * 4 + [("meeple", "blue"), ("meeple", "clear"), ("meeple", "pink"), ("meeple", "brown")]
FLOORS = ("felt-green", "felt-black", "wood", "grey-print", "white-paper", "cardboard", "felt-blue")
TROUBLES = ("", "grainy", "lamp-flicker", "half-light", "late-fall", "cocked-piece")
SECOND_NS = 1_000_000_000


def main(soak: bool) -> None:
    """Print the figures."""
    cv2.setNumThreads(1)
    _cost_of_watching()
    for size in ("1280x720", "960x720"):
        _frame_rate(size)
    _settling(100 if soak else 2)


def _cost_of_watching() -> None:
    """Frames with noise, with and without pieces and a hand, each also shrunk by one bare resize."""
    camera = simulated.open("simulated://?pace=0&fps=25")
    still = [camera.read() for _ in range(24)]
    camera.throw(ROLL, seed=1)
    rolling = [camera.read() for _ in range(50)]
    for name, frames in (("still", still), ("rolling", rolling)):
        settler = Settler()
        settler.feed(still[0])
        ours, theirs = [], []
        for number in range(6 * len(frames)):
            # By turns, so that each is first at a frame that is not in the processor's cache as often as the other.
            frame, is_first = frames[number % len(frames)], number % 2 == 0
            for is_ours in (is_first, not is_first):
                work = partial(settler.feed, frame) if is_ours else partial(_resize, frame)
                (ours if is_ours else theirs).append(_cpu_s(work))
        mine, bare = statistics.mean(ours), statistics.mean(theirs)
        print(
            f"   watched frame, 1280x720, {name}: {mine * 1e3:.3f} ms; one cv2.resize to {WIDTH}x{HEIGHT}: "
            f"{bare * 1e3:.3f} ms; ratio {mine / bare:.1f}"
        )


def _resize(frame: Frame) -> None:
    cv2.resize(frame.image, (WIDTH, HEIGHT))


def _cpu_s(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def _frame_rate(size: str) -> None:
    """The simulated camera asked for frames as fast as it can: at rest, and through whole throws of eight pieces."""
    camera = simulated.open(f"simulated://?pace=0&fps=25&size={size}")
    rest = [_cpu_s(camera.read) for _ in range(60)]
    thrown: list[float] = []
    for seed in range(4):
        camera.throw(ROLL, seed=seed, keep=[])
        thrown += [_cpu_s(camera.read) for _ in range(75)]
    busy = sorted(thrown)[len(thrown) * 3 // 4 :]
    rates = {
        name: 1 / statistics.mean(times)
        for name, times in (("rest", rest), ("throw", thrown), ("busiest quarter", busy))
    }
    print(
        f"   simulated camera, {size}, one core: " + ", ".join(f"{name} {rate:.0f} fps" for name, rate in rates.items())
    )


def _settling(trays: int) -> None:
    """Random throws on random floors with trouble: each must be reported once, and never before its rest."""
    right, total, waits = 0, 0, []
    for seed in range(trays):
        for is_right, wait_ns in _evening(seed):
            right, total = right + is_right, total + 1
            waits.append(wait_ns / SECOND_NS)
    # No failure seen in n tries: the share of failures is below 3/n with 95 % confidence.
    bound = f", so below {3 / total:.1%} wrong with 95 % confidence" if right == total and total > 100 else ""
    median = statistics.median(waits)
    print(f"   settling: {right} of {total} throws reported once and not before rest{bound}")
    print(f"   settling: {median:.2f} s after rest (median)")


def _evening(seed: int) -> list[tuple[bool, int]]:
    """Three throws into one tray: whether each was reported right, and how long after its rest."""
    rng = np.random.default_rng(seed)
    fps, floor = int(rng.choice([15, 20, 30])), str(rng.choice(FLOORS))
    camera = simulated.open(f"simulated://?pace=0&seed={seed % 3}&size=640x480&fps={fps}&floor={floor}")
    settler = Settler()
    for _ in range(fps):
        settler.feed(camera.read())
    results = []
    for turn in range(3):
        if trouble := TROUBLES[(seed + turn) % len(TROUBLES)]:
            camera.set_fault(trouble, True)
        camera.throw(_pieces(rng), seed=10 * seed + turn, keep=[])
        reports = _watch(camera, settler, fps)
        rest_ns = camera.truth().rest_ns
        results.append((len(reports) == 1 and reports[0] >= rest_ns, reports[-1] - rest_ns if reports else 0))
    return results


def _pieces(rng: np.random.Generator) -> list[tuple[str, str]]:
    kinds = [("d6", DIE_COLORS), ("meeple", MEEPLE_COLORS)]
    chosen = [kinds[int(rng.integers(2))] for _ in range(int(rng.integers(1, 9)))]
    return [(kind, str(rng.choice(list(colors)))) for kind, colors in chosen]


def _watch(camera: SimulatedCamera, settler: Settler, fps: int) -> list[int]:
    """The times of the reports until one and a half seconds after everything is still."""
    reports, since = [], 0
    for _ in range(12 * fps):
        frame = camera.read()
        if settler.feed(frame) is not None:
            reports.append(frame.taken_ns)
        since = since + 1 if not camera.is_busy else 0
        if since > 1.5 * fps:
            break
    return reports
