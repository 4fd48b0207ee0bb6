"""How often each pose comes up in honest throws, against how often the namer saw it; one factor per face.

``python -m vision.training.priors --made FOLDER… --out limits.json``
"""

import argparse
import json
import pathlib
from collections import Counter

import numpy as np

from vision.training import crops, data, setups, throws
from vision.training.networks import FACES
from vision.training.train_face import SHARES

LEAST_COCKED = 0.01  # leaning is rarer than that, but missing it is worse than asking


def thrown(seed: int, count: int) -> Counter[str]:
    """The poses of meeples that were really thrown, none of them placed."""
    poses: Counter[str] = Counter()
    for number in range(count):
        rng = np.random.default_rng([seed, number])
        setup = setups.make_setup(rng, (640, 480))
        things = throws.make_meeples(rng, 8, setup.meeple_cm)
        throws.throw(rng, things, setup.solids, setup.area, setup.has_tray, placing=False)
        poses.update(throws.state(t)[0] for t in things)
    return poses


def main() -> None:
    """Write the factors to the limits file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--made", type=pathlib.Path, nargs="+", required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    args = parser.parse_args()
    seen: Counter[str] = Counter()
    for folder in args.made:
        for example in data.made(folder):
            seen.update(FACES[k] for p in example.pieces if (k := crops.face_index(p)) is not None)
    shown = {face: seen[face] * SHARES.get(face, 1.0) for face in FACES}
    poses = thrown(60001, 120)
    factors = dict.fromkeys(FACES, 1.0)
    meeples = ("hard", "steady", "exhausted")
    for face in meeples:
        honest = poses[face] / sum(poses[f] for f in meeples)
        factors[face] = honest / (shown[face] / sum(shown[f] for f in meeples))
    for cocked, clean in (("d6 cocked", FACES[:6]), ("meeple cocked", meeples)):
        factors[cocked] = LEAST_COCKED / (shown[cocked] / (shown[cocked] + sum(shown[f] for f in clean)))
    values = json.loads(args.out.read_text()) if args.out.exists() else {}
    values["priors"] = [round(factors[f], 3) for f in FACES]
    args.out.write_text(json.dumps(values, indent=1) + "\n")
    print(poses, values["priors"])


if __name__ == "__main__":
    main()
