"""Measure how far the pip count can be trusted.

``python -m vision.training.pips --made FOLDER… --photos FOLDER… --out limits.json``
"""

import argparse
import json
import pathlib

import cv2
import numpy as np

from vision.dice import count_pips
from vision.find import Spot
from vision.training import crops, data


def count_table(examples: list[data.Example], rng: np.random.Generator) -> np.ndarray:
    """How often each count (column 0 = none) was given for each true face (row 0 = one pip): unclear, then plain."""
    table = np.zeros((2, 6, 7))
    for example in examples:
        picture = cv2.imread(str(example.path))
        for piece in example.pieces:
            if piece["kind"] == "die" and str(piece["state"]).isdigit() and piece["visible"] > 0.6:
                x, y = data.heart(piece)
                size = crops.size_of(piece) * rng.uniform(0.9, 1.1)
                dx, dy = rng.normal(size=2) * 0.03 * size
                pips = count_pips(picture, Spot(x + dx, y + dy, size, size, 1.0, True))
                table[int(pips.is_plain), int(piece["state"]) - 1, pips.count] += 1
    return table


def main() -> None:
    """Write the chance of each count given each face to the limits file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--made", type=pathlib.Path, nargs="*", default=[])
    parser.add_argument("--photos", type=pathlib.Path, nargs="*", default=[])
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--most", type=int, default=120, help="pictures of each folder")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    rng = np.random.default_rng(0)
    groups = [data.made(f) for f in args.made] + [data.photographed(f) for f in args.photos]
    table = sum(count_table(g[: args.most], rng) for g in groups)
    table += [[[1.5]], [[0.3]]]  # a rare count is not an impossible one
    chances = table / table.sum(2, keepdims=True)
    values = json.loads(args.out.read_text()) if args.out.exists() else {}
    values["pips"], values["plain_pips"] = chances.round(4).tolist()
    args.out.write_text(json.dumps(values, indent=1) + "\n")
    print(table.astype(int))


if __name__ == "__main__":
    main()
