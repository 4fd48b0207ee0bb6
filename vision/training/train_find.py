"""Train the finder: ``python -m vision.training.train_find --made FOLDER… --photos FOLDER… --out finder.pt``."""

import argparse
import pathlib
import time

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.utils.data import DataLoader, Dataset, WeightedRandomSampler

from vision.training import data
from vision.training.networks import Finder


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


def main() -> None:
    """Train for a given time and save the best state by a running average of weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--made", type=pathlib.Path, nargs="*", default=[])
    parser.add_argument("--photos", type=pathlib.Path, nargs="*", default=[])
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--resume", type=pathlib.Path)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(args.threads)
    groups = [data.made(f) for f in args.made] + [data.photographed(f) for f in args.photos]
    train = [e for g in groups[: len(args.made)] for e in g if int(e.path.stem[-2:]) % 20] + [
        e for g in groups[len(args.made) :] for e in g
    ]
    held = [e for g in groups[: len(args.made)] for e in g if int(e.path.stem[-2:]) % 20 == 0][:100]
    share = [1.0] * (len(train) - sum(map(len, groups[len(args.made) :]))) + [
        0.12 * len(train) / max(1, sum(map(len, groups[len(args.made) :])))
    ] * sum(map(len, groups[len(args.made) :]))
    sampler = WeightedRandomSampler(share, 1_000_000)
    loader = DataLoader(Pictures(train, True), args.batch, sampler=sampler, num_workers=1, prefetch_factor=4)
    net = Finder().to(memory_format=torch.channels_last)
    if args.resume:
        net.load_state_dict(torch.load(args.resume))
    mean = torch.optim.swa_utils.AveragedModel(
        net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.995), use_buffers=True
    )
    optimizer = torch.optim.AdamW(net.parameters(), args.rate, weight_decay=1e-3)
    start, step = time.monotonic(), 0
    for image, maps, weights in loader:
        done = (time.monotonic() - start) / 60 / args.minutes
        if done >= 1:
            break
        rate = args.rate * min(1.0, (step + 1) / 100) * (0.5 + 0.5 * np.cos(np.pi * done))
        for group in optimizer.param_groups:
            group["lr"] = float(rate)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            out = net(image.float().contiguous(memory_format=torch.channels_last))
        loss = loss_of(out.float(), maps, weights)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        mean.update_parameters(net)
        step += 1  # noqa: SIM113 - the loader has no end, the clock has
        if step % 50 == 0:
            print(f"{(time.monotonic() - start) / 60:.1f} min step {step} loss {loss.item():.3f}", flush=True)
        if step % 300 == 0:
            torch.save(mean.module.state_dict(), args.out)
            print(f"held out {check(mean.module, held):.4f} of {len(train)} / {len(held)}", flush=True)
    torch.save(mean.module.state_dict(), args.out)
    print(f"done: held out {check(mean.module, held):.4f}", flush=True)


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
