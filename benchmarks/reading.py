"""Time one reading beside a YOLO11n-sized detector, both on one thread, and the memory it takes.

``python -m benchmarks.reading [PICTURE]``; without a picture one of the simulated table is read.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import onnxruntime

ROUNDS = 25


def best_and_median_ms(work: Callable[[], object], rounds: int = ROUNDS) -> tuple[float, float]:
    """The shortest and the middle processor time of some rounds, after one to warm up; all of it is on one thread."""
    work()
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append((time.process_time() - start) * 1000)
    return min(times), sorted(times)[len(times) // 2]


def picture_to_read(named: str) -> Any:
    """The picture that was named, or a simulated one of 960 × 720 with about ten pieces."""
    from vision.read import load_picture  # noqa: PLC0415 - what the yardstick needs shall not count as our memory

    if named:
        return load_picture(named)
    with tempfile.TemporaryDirectory() as folder:  # painted by another process, for the painter's memory is not ours
        subprocess.run([sys.executable, "-c", PAINT, f"{folder}/tray.png"], check=True)
        return load_picture(f"{folder}/tray.png")


PAINT = """
import sys, cv2
from vision.cameras.simulated import random_scene
scenes = (random_scene(seed, (960, 720)) for seed in range(100, 140))
cv2.imwrite(sys.argv[1], next(picture for picture, labels in scenes if len(labels["pieces"]) >= 10))
"""


def main(soak: bool = False, named: str = "") -> None:
    """Print the figures as one JSON object."""
    from vision.read import read  # noqa: PLC0415 - what the yardstick needs shall not count as our memory

    picture = picture_to_read(named)
    pieces = len(read(picture).pieces)
    memory_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    yardstick = Yardstick()
    # By turns, so that whatever else the machine does falls on both alike.
    ours, theirs = [], []
    for _ in range(5):
        ours.append(best_and_median_ms(lambda: read(picture), ROUNDS // 5))
        theirs.append(best_and_median_ms(yardstick.run, ROUNDS // 5))
    reading, nano = min(a for a, _ in ours), min(a for a, _ in theirs)
    print(json.dumps({
        "pieces": pieces, "picture": list(picture.shape[1::-1]), "reading_ms": round(reading, 1),
        "reading_median_ms": round(sorted(b for _, b in ours)[2], 1), "yardstick_ms": round(nano, 1),
        "yardstick_median_ms": round(sorted(b for _, b in theirs)[2], 1), "ratio": round(reading / nano, 3),
        "yardstick_parameters": yardstick.parameters, "yardstick_gflop": round(yardstick.gflop, 2),
        "memory_mb": round(memory_mb),
    }))  # fmt: skip


class Yardstick:
    """A detector of YOLO11n's size and kind at 640 × 640: same stages, widths and activations, random weights."""

    def __init__(self) -> None:
        from benchmarks.nano import build  # noqa: PLC0415 - what the yardstick needs shall not count as our memory

        model, self.parameters, self.gflop = build()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self._session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        self._input = np.random.default_rng(0).random((1, 3, 640, 640), np.float32)

    def run(self) -> object:
        """One pass."""
        return self._session.run(None, {"picture": self._input})


if __name__ == "__main__":
    main(named="".join(sys.argv[1:2]))
