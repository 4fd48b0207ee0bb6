"""Write trained networks as ONNX.

``python -m vision.training.export --finder finder.pt --namer namer.pt --out vision/models``
"""

import argparse
import pathlib
import warnings

import torch

from vision.training.networks import CROP, STATS, Finder, Namer


def main() -> None:
    """Export both networks with free picture size and free number of cut-outs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--finder", type=pathlib.Path)
    parser.add_argument("--namer", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    warnings.filterwarnings("ignore")  # the exporter warns about itself
    if args.finder:
        net = Finder()
        net.load_state_dict(torch.load(args.finder))
        torch.onnx.export(
            net.eval(),
            (torch.zeros(1, 3, 352, 448),),
            str(args.out / "finder.onnx"),
            dynamo=False,
            opset_version=13,
            input_names=["picture"],
            output_names=["maps"],
            dynamic_axes={"picture": {2: "h", 3: "w"}, "maps": {2: "h4", 3: "w4"}},
        )
    if args.namer:
        net = Namer()
        net.load_state_dict(torch.load(args.namer))
        torch.onnx.export(
            net.eval(),
            (torch.zeros(1, 3, CROP, CROP), torch.zeros(1, STATS)),
            str(args.out / "namer.onnx"),
            dynamo=False,
            opset_version=13,
            input_names=["cuts", "stats"],
            output_names=["names"],
            dynamic_axes={"cuts": {0: "n"}, "stats": {0: "n"}, "names": {0: "n"}},
        )


if __name__ == "__main__":
    main()
