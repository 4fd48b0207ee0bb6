"""Pictures of the simulated table in the generator's form.

``python -m vision.training.simulate --seed 5000 --count 100 --out FOLDER``
"""

import argparse
import json
import pathlib

import cv2
import numpy as np

from vision.cameras.simulated import examples
from vision.training.generate import outline

ROLLS, SIZES = 4, [(640, 480), (960, 720), (640, 360)]


def make(seed: int) -> list[tuple[np.ndarray, dict]]:
    """A few rolls on one simulated table, each with its label."""
    size = SIZES[seed % len(SIZES)]
    pictures, labels = examples.random_rolls(seed, ROLLS, size)
    scene = examples._scene(
        np.random.default_rng(seed), size
    )  # the same table again, for points its labels do not give
    shift = np.array([*scene.tray.shift, 0.0])
    w, d = scene.tray.width / 2, scene.tray.depth / 2
    corners = np.array([(-w, d, 0), (w, d, 0), (w, -d, 0), (-w, -d, 0)]) + shift
    tray = np.array([scene.project(p) for p in outline(corners)])
    setup = labels["setup"]
    out = []
    for picture, roll in zip(pictures, labels["rolls"], strict=True):
        for piece in roll["pieces"]:
            lift = setup["die_side_mm"] / 2 if piece["kind"] == "die" and piece["state"] != "cocked" else 0.0
            piece["top"] = np.round(scene.project(np.array(piece["mm"]) + shift + (0, 0, lift)), 1).tolist()
        about = {"floor": setup["floor"], "light": "simulated", "tilt_deg": setup["camera"]["tilt_deg"], "size": size}
        out.append((picture, {"pieces": roll["pieces"], "tray": np.round(tray, 1).tolist(), **about}))
    return out


def main() -> None:
    """Write pictures and labels to a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    number = 0
    for seed in range(args.seed, args.seed + args.count):
        for picture, about in make(seed):
            path = args.out / f"{args.seed:05d}_{number:06d}.jpg"
            cv2.imwrite(str(path), picture, [cv2.IMWRITE_JPEG_QUALITY, 97])
            path.with_suffix(".json").write_text(json.dumps(about))
            number += 1


if __name__ == "__main__":
    main()
