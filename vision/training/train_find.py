"""Train the finder: ``python -m vision.training.train_find --made FOLDER… --photos FOLDER… --out finder.pt``.

Pictures that appear in the folders while it runs are taken in every few minutes.
"""

import argparse
import pathlib
import time

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.utils.data import DataLoader, Dataset, WeightedRandomSampler

from vision.training import crops, data
from vision.training.networks import Finder
from vision.training.thaw import thaw

PHOTO_SHARE = 0.15  # of all pictures shown


class Pictures(Dataset):
    """Examples with fresh faults each time they are asked for."""

    def __init__(self, examples: list[data.Example], augment: bool) -> None:
        self.examples, self.augment = examples, augment

    def __len__(self) -> int:
        return len(self.examples)

    def __getitem__(self, index: int) -> tuple[Tensor, Tensor, Tensor]:
        cv2.setNumThreads(1)
        rng = np.random.default_rng() if self.augment else np.random.default_rng(index)
        image, maps, weights = data.find_example(self.examples[index], rng, self.augment)
        return torch.from_numpy(image).permute(2, 0, 1), torch.from_numpy(maps), torch.from_numpy(weights)


def loss_of(out: Tensor, maps: Tensor, weights: Tensor) -> Tensor:
    """Focal loss for the places, absolute error for shift and size, cross entropy for the tray."""
    heat, truth, w = out[:, :2].sigmoid().clamp(1e-4, 1 - 1e-4), maps[:, :2], weights[:, :1]
    is_peak = (truth == 1.0).float()
    hit = -((1 - heat) ** 2) * heat.log() * is_peak
    miss = -(heat**2) * (1 - heat).log() * (1 - truth) ** 4 * (1 - is_peak)
    count = is_peak.sum().clamp(min=1)
    places = ((hit + miss) * w).sum() / count
    at = (weights[:, 1:2] > 0).float()
    shift = ((out[:, 2:4] - maps[:, 2:4]).abs() * at).sum() / count
    size = ((out[:, 4:6] - maps[:, 4:6]).abs() * at).sum() / count
    tray = torch.nn.functional.binary_cross_entropy_with_logits(out[:, 6], maps[:, 6], weight=weights[:, 2])
    return places + shift + size + tray


def load(made: list[pathlib.Path], photos: list[pathlib.Path], batch: int) -> tuple[DataLoader, list[data.Example]]:
    """Batches without end of all pictures there are by now, and some that are held out."""
    generated = [e for f in made for e in data.made(f)]
    real = [e for f in photos for e in data.photographed(f)]
    train = [e for e in generated if not crops.is_held(e.path)]
    held = [e for e in generated if crops.is_held(e.path)][:100]
    share = [1.0] * len(train) + [PHOTO_SHARE * len(train) / max(1, len(real))] * len(real)
    print(f"{len(train)} made and {len(real)} real pictures, {len(held)} held out", flush=True)
    sampler = WeightedRandomSampler(share, 1_000_000)
    return DataLoader(Pictures(train + real, True), batch, sampler=sampler, num_workers=1, prefetch_factor=4), held


def main() -> None:
    """Train for a given time and save a running average of the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--made", type=pathlib.Path, nargs="*", default=[])
    parser.add_argument("--photos", type=pathlib.Path, nargs="*", default=[])
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--resume", type=pathlib.Path, help="a .pt of an earlier run, or an exported .onnx")
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--refresh", type=float, default=8, help="minutes between looks for new pictures")
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    torch.manual_seed(0)
    torch.set_num_threads(args.threads)
    net = Finder().to(memory_format=torch.channels_last)
    if args.resume and args.resume.suffix == ".onnx":
        some, _ = load(args.made, args.photos, 64)
        thaw(net, args.resume, (next(iter(some))[0].float(),))
    elif args.resume:
        net.load_state_dict(torch.load(args.resume))
    mean = torch.optim.swa_utils.AveragedModel(
        net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.995), use_buffers=True
    )
    optimizer = torch.optim.AdamW(net.parameters(), args.rate, weight_decay=1e-3)
    start, step = time.monotonic(), 0
    held: list[data.Example] = []
    while (minutes := (time.monotonic() - start) / 60) < args.minutes:
        loader, held = load(args.made, args.photos, args.batch)
        until = min(args.minutes, minutes + args.refresh)
        for image, maps, weights in loader:
            minutes = (time.monotonic() - start) / 60
            if minutes >= until:
                break
            slow = 0.5 + 0.5 * np.cos(np.pi * minutes / args.minutes)
            for group in optimizer.param_groups:
                group["lr"] = float(args.rate * min(1.0, (step + 1) / 100) * slow)
            loss = learn(net, optimizer, image, maps, weights)
            mean.update_parameters(net)
            step += 1
            if step % 50 == 0:
                print(f"{minutes:.1f} min step {step} loss {loss:.3f}", flush=True)
        torch.save(mean.module.state_dict(), args.out)
        print(f"held out {check(mean.module, held):.4f}", flush=True)


def learn(net: Finder, optimizer: torch.optim.Optimizer, image: Tensor, maps: Tensor, weights: Tensor) -> float:
    """One step; returns the loss."""
    with torch.autocast("cpu", dtype=torch.bfloat16):
        out = net(image.float().contiguous(memory_format=torch.channels_last))
    loss = loss_of(out.float(), maps, weights)
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
    optimizer.step()
    return loss.item()


def check(net: torch.nn.Module, examples: list[data.Example]) -> float:
    """Mean loss on pictures never trained on."""
    net.eval()
    total = 0.0
    with torch.no_grad():
        for image, maps, weights in DataLoader(Pictures(examples, False), 10):
            total += loss_of(net(image.float()), maps, weights).item() * len(image)
    net.train()
    return total / max(1, len(examples))


if __name__ == "__main__":
    main()
