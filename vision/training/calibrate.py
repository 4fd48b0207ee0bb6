"""Make the reader's chances honest, and see what each limit for asking would cost.

``python -m vision.training.calibrate --rolls FOLDER… --out limits.json``

Both are measured on labelled rolls of honest throws (``testset.py``) that are neither trained nor tested on, read as at
a table: the finder's own spots, further looks and all. ``--try`` changes nothing; it reads the rolls with other limits.
"""

import argparse
import json
import pathlib
from dataclasses import replace
from itertools import product

import numpy as np

from calibration import report
from vision import read as reading
from vision.find import find
from vision.name import COLORS, FACES, NOTHING, Warmth, name
from vision.picture import load_picture, shrink
from vision.training import crops, data

FACE, LEANING, COLOR = (0.7, 0.8, 0.85, 0.9, 0.95), (0.9, 0.97), (0.6, 0.8)


def sightings(reader: reading.Reader, rolls: list[report.Roll]) -> tuple[list[tuple], list[tuple]]:
    """Of each spot the logarithms of its chances and the true index: faces first, then colours of meeples."""
    faces, colors = [], []
    for roll in rolls:
        image, scale = shrink(load_picture(roll.path))
        spots = find(reader._finder, image, reader._limits.least_spot).spots
        pieces = [{**p, "kind": "die" if p["kind"] == "d6" else p["kind"]} for p in roll.pieces]
        hearts = np.array([data.heart(p) for p in pieces]).reshape(-1, 2) * scale
        for spot, naming in zip(spots, name(reader._namer, image, spots, Warmth()), strict=True):
            away = np.hypot(*(hearts - (spot.x, spot.y)).T)
            near = int(away.argmin())
            found = away[near] < 0.4 * spot.size
            truth = crops.face_index(pieces[near]) if found else NOTHING
            if truth is not None:
                faces.append((np.log(naming.faces + 1e-9), truth))
            color = crops.color_index(pieces[near]) if found else -1
            if 0 <= color < len(COLORS):
                colors.append((np.log(naming.colors + 1e-9), color))
    return faces, colors


def warmth(rows: list[tuple], priors: np.ndarray) -> float:
    """The temperature under which the truth is likeliest."""
    scores, truth = np.stack([row for row, _ in rows]), np.array([k for _, k in rows])

    def surprise(t: float) -> float:
        x = scores / t + np.log(priors)
        x = x - x.max(1, keepdims=True)
        return float(np.mean(np.log(np.exp(x).sum(1)) - x[np.arange(len(x)), truth]))

    return round(float(min(np.exp(np.linspace(np.log(0.3), np.log(3), 60)), key=surprise)), 3)


def main() -> None:
    """Measure both temperatures and put them into the limits file, or try limits."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rolls", type=pathlib.Path, nargs="+", required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--try", dest="trying", action="store_true", help="only read with other limits")
    args = parser.parse_args()
    rolls = [roll for folder in args.rolls for roll in report.rolls_in(folder)]
    if args.trying:
        try_limits(rolls)
        return
    reader = reading.Reader()
    faces, colors = sightings(reader, rolls)
    values = json.loads(args.out.read_text())
    values["warmth"] = {"face": warmth(faces, reader._limits.priors), "color": warmth(colors, np.ones(len(COLORS)))}
    args.out.write_text(json.dumps(values, indent=1) + "\n")
    wrong = sum(int(row.argmax()) != truth for row, truth in faces)
    print(values["warmth"], f"on {len(faces)} spots, {wrong} of them named wrongly, of {len(FACES)} faces")


def try_limits(rolls: list[report.Roll]) -> None:
    """Print what is asked and what is silently wrong under other limits, with the empty tray and the counts known."""
    reader = reading._reader()
    for face, cocked, color in product(FACE, LEANING, COLOR):
        reader._limits = replace(reader._limits, sure_face=face, sure_cocked=cocked, sure_color=color)
        tally = report.measure(rolls, with_reference=True, with_expect=True)
        print(f"face {face} leaning {cocked} colour {color}:", report.line("pieces", tally.pieces), flush=True)


if __name__ == "__main__":
    main()
