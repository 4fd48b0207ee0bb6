"""Make the namer's chances honest.

``python -m vision.training.calibrate --made FOLDER… --namer namer.pt --out limits.json``
"""

import argparse
import json
import pathlib

import numpy as np
import torch

from vision.training import crops, data
from vision.training.networks import COLORS, FACES, Namer
from vision.training.train_face import scale_stats, spoil, view


def logits(net: Namer, held: crops.Crops, rounds: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Scores for held-out cut-outs, shaken and spoilt as often as there are rounds, with the true indices."""
    out, faces, colors = [], [], []
    torch.manual_seed(1)
    with torch.no_grad():
        for _ in range(rounds):
            for i in range(0, len(held), 128):
                part = slice(i, i + 128)
                x = view(
                    torch.from_numpy(held.pixels[part]).permute(0, 3, 1, 2), torch.from_numpy(held.level[part]), True
                )
                x, stats = spoil(x, torch.from_numpy(held.stats[part]))
                out.append(net(x, scale_stats(stats)).numpy())
                faces.append(held.faces[part])
                colors.append(held.colors[part])
    return np.concatenate(out), np.concatenate(faces), np.concatenate(colors)


def warmth(scores: np.ndarray, truth: np.ndarray) -> float:
    """The temperature under which the truth is likeliest."""

    def surprise(t: float) -> float:
        x = scores / t
        x = x - x.max(1, keepdims=True)
        return float(np.mean(np.log(np.exp(x).sum(1)) - x[np.arange(len(x)), truth]))

    return min(np.exp(np.linspace(np.log(0.3), np.log(3), 60)), key=surprise)


def main() -> None:
    """Measure both temperatures and put them into the limits file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--made", type=pathlib.Path, nargs="+", required=True)
    parser.add_argument("--namer", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    args = parser.parse_args()
    torch.set_num_threads(1)
    net = Namer()
    net.load_state_dict(torch.load(args.namer))
    examples = [e for f in args.made for e in data.made(f) if crops.is_held(e.path)]
    held = crops.gather(examples, np.random.default_rng(0))
    scores, faces, colors = logits(net.eval(), held, 2)
    known = (colors >= 0) & (colors < len(COLORS))
    values = json.loads(args.out.read_text()) if args.out.exists() else {}
    values["warmth"] = {
        "face": round(warmth(scores[:, : len(FACES)], faces), 3),
        "color": round(warmth(scores[known, len(FACES) : len(FACES) + len(COLORS)], colors[known]), 3),
    }
    args.out.write_text(json.dumps(values, indent=1) + "\n")
    print(values, f"on {len(held)} cut-outs")


if __name__ == "__main__":
    main()
