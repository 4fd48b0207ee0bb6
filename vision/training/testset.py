"""A labelled test set in the samples' form, from seeds never trained on.

``python -m vision.training.testset --seed 90001 --count 400 --out FOLDER``

Pictures get camera faults. Left out are pictures with a piece that nobody could be asked to read: hidden by two
thirds, with its middle outside the picture, or between clean and leaning.
"""

import argparse
import json
import pathlib

import cv2
import numpy as np

from vision.training import data, faults


def is_fair(about: dict, picture: np.ndarray) -> bool:
    """Whether every piece can be read by a person."""
    h, w = picture.shape[:2]
    for piece in about["pieces"]:
        x, y = data.heart(piece)
        if piece["visible"] < 0.34 or piece["state"] == "?" or not (4 < x < w - 4 and 4 < y < h - 4):
            return False
    return True


def main() -> None:
    """Write pictures and one labels.json."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, required=True, help="pictures to make; unfair ones are left out")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--simulated", action="store_true", help="pictures of the simulated table instead")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    rolls = []
    for number, (picture, about) in enumerate(_pictures(args)):
        if not is_fair(about, picture):
            continue
        if not args.simulated:  # that camera has faults of its own
            picture = faults.spoil(picture, np.random.default_rng([args.seed, number, 1]), 0.8)  # noqa: PLW2901
        name = f"roll_{number:05d}.jpg"
        cv2.imwrite(str(args.out / name), picture, [cv2.IMWRITE_JPEG_QUALITY, 92])
        rolls.append({"image": name, **{k: v for k, v in about.items() if k != "tray"}})
        if len(rolls) % 20 == 0:
            (args.out / "labels.json").write_text(json.dumps({"setup": {}, "rolls": rolls}))
    (args.out / "labels.json").write_text(json.dumps({"setup": {}, "rolls": rolls}))


def _pictures(args: argparse.Namespace):
    if args.simulated:
        from vision.training import simulate  # noqa: PLC0415 - each maker has needs of its own

        for seed in range(args.seed, args.seed + args.count // simulate.ROLLS):
            yield from simulate.make(seed)
    else:
        from vision.training import generate  # noqa: PLC0415

        for number in range(args.count):
            yield generate.make(args.seed, number, honest=True)


if __name__ == "__main__":
    main()
