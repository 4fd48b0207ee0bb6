"""A labelled test set in the samples' form, from seeds never trained on.

``python -m vision.training.testset --seed 90001 --count 200 --out FOLDER``

Each set-up is a folder with the empty tray and a few rolls in it, as a table's camera would take them: it hangs as the
guide to building a table says, the pieces are only thrown (none is placed in a rare pose or made to lean), and the
camera's faults are the same in all pictures of it. Left out are rolls with a piece that nobody could be asked to read:
hidden by two thirds, with its middle outside the picture, or between clean and leaning.
"""

import argparse
import json
import pathlib
from collections.abc import Iterator

import cv2
import numpy as np

from vision.training import data, faults

ROLLS, EMPTY = 3, "empty.jpg"
STILL = (960, 720)
"""What a table's camera gives to be read."""


def is_fair(about: dict) -> bool:
    """Whether every piece can be read by a person."""
    w, h = about["size"]
    for piece in about["pieces"]:
        x, y = data.heart(piece)
        if piece["visible"] < 0.34 or piece["state"] == "?" or not (4 < x < w - 4 and 4 < y < h - 4):
            return False
    return bool(about["pieces"])


def _is_in_picture(piece: dict, size: list[int]) -> bool:
    x, y, w, h = piece["box"]
    return x + w > 0 and y + h > 0 and x < size[0] and y < size[1]


def main() -> None:
    """Write pictures and labels."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, required=True, help="set-ups to make")
    parser.add_argument("--start", type=int, default=0, help="the first one's number, to share the work out")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--simulated", action="store_true", help="pictures of the simulated table instead")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    for number in range(args.start, args.start + args.count):
        folder = args.out / f"setup{number:04d}"
        if (folder / "labels.json").exists():
            continue
        folder.mkdir(parents=True, exist_ok=True)
        rolls: list[dict] = []
        for name, picture, about in _simulated(args.seed + number) if args.simulated else _traced(args.seed, number):
            cv2.imwrite(str(folder / name), picture, [cv2.IMWRITE_JPEG_QUALITY, 92])
            if about:
                rolls.append({"image": name, **{k: v for k, v in about.items() if k not in ("tray", "size")}})
        empty = {} if args.simulated else {"empty": EMPTY}
        (folder / "labels.json").write_text(json.dumps({"setup": {}, **empty, "rolls": rolls}))


def _simulated(seed: int) -> Iterator[tuple[str, np.ndarray, dict]]:
    from vision.training import simulate  # noqa: PLC0415 - each maker has needs of its own

    for k, (picture, about) in enumerate(simulate.make(seed)):
        if is_fair(about):
            yield f"roll_{k:02d}.jpg", picture, about


def _traced(seed: int, number: int) -> Iterator[tuple[str, np.ndarray, dict]]:
    """The names and pictures of one set-up, the empty tray first, each roll with its label."""
    import drjit  # noqa: PLC0415

    from vision.training import generate, setups, trace  # noqa: PLC0415

    drjit.set_thread_count(1)
    setup = setups.make_setup(np.random.default_rng([seed, number]), STILL, mounted=True)
    empty, white = trace.paint(np.random.default_rng([seed, number, 0]), setup, [], samples=5)
    gain = faults.exposure(empty, np.random.default_rng([seed, number, 1]), darkest=110)

    def taken(picture: np.ndarray, k: int) -> np.ndarray:
        camera, grain = np.random.default_rng([seed, number, 2]), np.random.default_rng([seed, number, 3, k])
        return faults.spoil(faults.expose(picture, gain), camera, 0.6, grain)

    yield EMPTY, taken(empty, 0), {}
    k = 0
    for attempt in range(4 * ROLLS):
        rng = np.random.default_rng([seed, number, 4, attempt])
        things = generate.make_things(rng, setup, False, "die" if rng.random() < 0.2 else "", False)
        scene = generate.throw_into(setup, rng, things, False)
        scene.about["pieces"] = [p for p in scene.about["pieces"] if _is_in_picture(p, scene.about["size"])]
        if is_fair(scene.about) and k < ROLLS:
            k += 1
            picture, _ = trace.paint(rng, setup, scene.things, samples=5, white=white)
            yield f"roll_{k:02d}.jpg", taken(picture, k), scene.about


if __name__ == "__main__":
    main()
