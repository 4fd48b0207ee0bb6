"""Train the namer: ``python -m vision.training.train_face --made FOLDER… --photos FOLDER… --out namer.pt``."""

import argparse
import math
import pathlib
import pickle
import time

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from vision.network import Network
from vision.training import crops
from vision.training.networks import COLORS, CROP, FACES, Namer

# Rare faces, and the two poses that look alike, are shown more often; plain ones less.
SHARES = {"d6 cocked": 5.0, "meeple cocked": 5.0, "hard": 3.0, "steady": 1.7, "exhausted": 0.8, "nothing": 0.5}
SPAN = 1.5  # piece sizes that the network's input covers


def view(pixels: Tensor, level: Tensor, shake: bool) -> Tensor:
    """The network's input cut out of stored crops, turned, shifted and zoomed at random when shaking."""
    n = len(pixels)
    zoom = torch.full((n,), SPAN / crops.SPAN)
    angle, flip = torch.zeros(n), torch.ones(n)
    shift = torch.zeros(n, 2)
    if shake:
        zoom = zoom * torch.exp(torch.empty(n).uniform_(math.log(0.82), math.log(1.22)))
        angle = torch.randn(n) * 0.17 + torch.where(level, torch.randint(0, 4, (n,)) * math.pi / 2, 0.0)
        flip = torch.where(torch.rand(n) < 0.5, -1.0, 1.0)
        shift = torch.randn(n, 2) * 0.045
    squeeze = torch.exp(torch.randn(n) * (0.06 if shake else 0.0))
    c, s = torch.cos(angle) * zoom, torch.sin(angle) * zoom
    theta = torch.stack([torch.stack([c * flip, -s, shift[:, 0]], 1), torch.stack([s * flip, c, shift[:, 1]], 1)], 1)
    theta[:, 0, :2] = theta[:, 0, :2] * squeeze[:, None]
    grid = functional.affine_grid(theta, [n, 3, CROP, CROP], align_corners=False)
    return functional.grid_sample(pixels.float(), grid, mode="bilinear", padding_mode="border", align_corners=False)


def spoil(x: Tensor, stats: Tensor) -> tuple[Tensor, Tensor]:
    """Camera faults for a whole batch: coarse pixels, blur, white balance, brightness, noise."""
    n = len(x)
    if torch.rand(()) < 0.35:
        k = int(torch.randint(18, 50, ()))
        part = torch.rand(n) < 0.5
        coarse = functional.interpolate(x[part], size=(k, k), mode="area")
        x[part] = functional.interpolate(coarse, size=(CROP, CROP), mode="bilinear", align_corners=False)
    if torch.rand(()) < 0.5:
        part = torch.rand(n) < 0.5
        x[part] = _blur(x[part], float(torch.empty(()).uniform_(0.4, 1.5)))
    gain = torch.exp(torch.randn(n, 3) * 0.09) * torch.exp(torch.randn(n, 1) * 0.18)
    gamma = torch.exp(torch.randn(n, 1) * 0.12)
    fade = torch.where(torch.rand(n, 1) < 0.4, torch.empty(n, 1).uniform_(0.65, 1.25), torch.ones(n, 1))
    x = _tone(x, gain[:, :, None, None], gamma[:, :, None, None], fade[:, :, None, None])
    stats = torch.cat([_tone(stats[:, :3], gain, gamma, fade), _tone(stats[:, 3:], gain, gamma, fade)], 1)
    x = x + torch.randn_like(x) * torch.empty(n, 1, 1, 1).uniform_(0, 9.0)
    return x.clamp(0, 255), stats


def _tone(x: Tensor, gain: Tensor, gamma: Tensor, fade: Tensor) -> Tensor:
    x = (x / 255 * gain).clamp(1e-4, 1) ** gamma
    grey = x.mean(1, keepdim=True)
    return (grey + (x - grey) * fade).clamp(0, 1) * 255


def _blur(x: Tensor, sigma: float) -> Tensor:
    t = torch.arange(-3, 4).float()
    kernel = torch.exp(-(t**2) / (2 * sigma**2))
    kernel = (kernel / kernel.sum()).repeat(3, 1)
    x = functional.conv2d(x, kernel[:, None, :, None], padding=(3, 0), groups=3)
    return functional.conv2d(x, kernel[:, None, None, :], padding=(0, 3), groups=3)


def scale_stats(stats: Tensor) -> Tensor:
    """Colour figures in the range the network likes."""
    return stats / 128 - 1


def loss_of(out: Tensor, faces: Tensor, colors: Tensor) -> Tensor:
    """Cross entropy of faces, and of colours where they are known."""
    face = functional.cross_entropy(out[:, : len(FACES)], faces, label_smoothing=0.02)
    color = functional.cross_entropy(out[:, len(FACES) :], colors.clamp(min=0), reduction="none", label_smoothing=0.02)
    known = (colors >= 0).float()
    return face + 0.7 * (color * known).sum() / known.sum().clamp(min=1)


def main() -> None:  # noqa: PLR0915 - one training run from top to bottom
    """Train for a given time; save a running average of the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--made", type=pathlib.Path, nargs="*", default=[])
    parser.add_argument("--photos", type=pathlib.Path, nargs="*", default=[])
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--resume", type=pathlib.Path)
    parser.add_argument("--minutes", type=float, default=25)
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--photo-share", type=float, default=0.15)
    parser.add_argument(
        "--mine", action="store_true", help="learn from the mistakes of the finder in vision/models, too"
    )
    parser.add_argument("--extra", type=pathlib.Path, nargs="*", default=[], help="made folders newer than the cache")
    parser.add_argument("--cache", type=pathlib.Path, help="where cut-outs are kept between runs")
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(args.threads)
    cv2.setNumThreads(1)
    train, held, from_photos = _gathered(args)
    if args.extra:
        more, _ = crops.load(args.extra, [], False, args.seed, Network("finder") if args.mine else None)
        train = crops.join([more, train])
    print(f"{len(train)} cut-outs, {from_photos} of photographs, {len(held)} held out", flush=True)
    weight = np.ones(len(train))
    if from_photos:
        weight[-from_photos:] = args.photo_share * (len(train) - from_photos) / from_photos
    for face, share in SHARES.items():
        weight[train.faces == FACES.index(face)] *= share
    weight /= weight.sum()
    net = Namer().to(memory_format=torch.channels_last)
    if args.resume:
        net.load_state_dict(torch.load(args.resume))
    mean = torch.optim.swa_utils.AveragedModel(
        net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.995), use_buffers=True
    )
    optimizer = torch.optim.AdamW(net.parameters(), args.rate, weight_decay=2e-3)
    rng, start, step = np.random.default_rng(args.seed), time.monotonic(), 0
    while (done := (time.monotonic() - start) / 60 / args.minutes) < 1:
        for group in optimizer.param_groups:
            group["lr"] = float(args.rate * min(1.0, (step + 1) / 100) * (0.5 + 0.5 * np.cos(np.pi * done)))
        pick = rng.choice(len(train), args.batch, p=weight)
        x = view(torch.from_numpy(train.pixels[pick]).permute(0, 3, 1, 2), torch.from_numpy(train.level[pick]), True)
        x, stats = spoil(x, torch.from_numpy(train.stats[pick]))
        with torch.autocast("cpu", dtype=torch.bfloat16):
            out = net(x.contiguous(memory_format=torch.channels_last), scale_stats(stats))
        loss = loss_of(out.float(), torch.from_numpy(train.faces[pick]), torch.from_numpy(train.colors[pick]))
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        mean.update_parameters(net)
        step += 1
        if step % 100 == 0:
            print(f"{(time.monotonic() - start) / 60:.1f} min step {step} loss {loss.item():.3f}", flush=True)
        if step % 500 == 0:
            torch.save(mean.module.state_dict(), args.out)
            print(check(mean.module, held), flush=True)
    torch.save(mean.module.state_dict(), args.out)
    print("done", check(mean.module, held), flush=True)


def _gathered(args: argparse.Namespace) -> tuple[crops.Crops, crops.Crops, int]:
    """The cut-outs to train on and those held out; kept in a file when one is named."""
    if args.cache and args.cache.exists():
        with args.cache.open("rb") as file:
            return pickle.load(file)
    finder = Network("finder") if args.mine else None
    train, from_photos = crops.load(args.made, args.photos, False, args.seed, finder)
    held, _ = crops.load(args.made, [], True, args.seed, finder)
    if args.cache:
        with args.cache.open("wb") as file:
            pickle.dump((train, held, from_photos), file, protocol=5)
    return train, held, from_photos


def check(net: torch.nn.Module, held: crops.Crops) -> str:
    """How often face and colour are right on cut-outs never trained on."""
    net.eval()
    face, color = [], []
    with torch.no_grad():
        for i in range(0, len(held), 200):
            part = slice(i, i + 200)
            x = view(torch.from_numpy(held.pixels[part]).permute(0, 3, 1, 2), torch.from_numpy(held.level[part]), False)
            out = net(x, scale_stats(torch.from_numpy(held.stats[part]))).numpy()
            face.append(out[:, : len(FACES)].argmax(1) == held.faces[part])
            known = held.colors[part] >= 0
            color.append((out[:, len(FACES) :].argmax(1) == held.colors[part])[known])
    net.train()
    right, hue = np.concatenate(face).mean(), np.concatenate(color).mean()
    return f"held out: face {right:.4f} colour {hue:.4f} of {len(held)}, {len(COLORS)} colours"


if __name__ == "__main__":
    main()
