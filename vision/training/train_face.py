"""Train the namer: ``python -m vision.training.train_face --made FOLDER… --photos FOLDER… --out namer.pt``.

Pictures that appear in the folders while it runs are taken in, so that making them and learning can go side by side.
"""

import argparse
import math
import pathlib
import time

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from vision.name import SPAN
from vision.network import Network
from vision.training import crops, data
from vision.training.networks import COLORS, CROP, FACES, Namer
from vision.training.thaw import thaw

# Rare faces, and the two poses that look alike, are shown more often; plain ones less.
SHARES = {"d6 cocked": 3.0, "meeple cocked": 3.0, "hard": 3.0, "steady": 1.7, "exhausted": 0.8, "nothing": 0.5}


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


def repaint(x: Tensor, stats: Tensor, colors: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """A third of the cut-outs in strange colours, whose names then nobody knows: a pose does not depend on paint."""
    part = torch.rand(len(x)) < 0.33
    order = torch.randperm(3)
    x[part] = x[part][:, order]
    stats[part] = stats[part][:, torch.cat([order, order + 3])]
    return x, stats, torch.where(part, -1, colors)


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
    """Cross entropy of faces, and of the colours of each kind where they are known."""
    loss = functional.cross_entropy(out[:, : len(FACES)], faces, label_smoothing=0.01)
    of_dice = len(FACES) + len(COLORS)
    for part, known, start in (
        (out[:, len(FACES) : of_dice], (colors >= 0) & (colors < len(COLORS)), 0),
        (out[:, of_dice:], colors >= len(COLORS), len(COLORS)),
    ):
        if known.any():
            share = known.float().mean()
            loss = loss + share * functional.cross_entropy(part[known], colors[known] - start, label_smoothing=0.01)
    return loss


class Pool:
    """The cut-outs to train on, how often each is shown, and those held out; grows with the folders."""

    def __init__(self, made: list[pathlib.Path], photos: list[pathlib.Path], photo_share: float, mine: bool) -> None:
        self._made, self._photo_share = made, photo_share
        self._finder = Network("finder") if mine else None
        self._rng = np.random.default_rng(0)
        self._known: set[pathlib.Path] = set()
        of_photos = [crops.gather(data.photographed(f), self._rng, 1, self._finder) for f in photos]
        self._from_photos = sum(map(len, of_photos))
        self.train, self.held = crops.join(of_photos) if of_photos else None, None
        self.weight = np.zeros(0)
        self.refresh()

    def refresh(self) -> None:
        """Take in the pictures that were made since the last time."""
        new = [e for f in self._made for e in data.made(f) if e.path not in self._known]
        self._known |= {e.path for e in new}
        for held in (False, True):
            part = [e for e in new if crops.is_held(e.path) == held]
            if part:
                fresh = crops.gather(part, self._rng, finder=self._finder)
                before = self.held if held else self.train
                joined = crops.join([before, fresh]) if before else fresh
                self.held, self.train = (joined, self.train) if held else (self.held, joined)
        weight = np.ones(len(self.train))
        made = max(1, len(weight) - self._from_photos)
        weight[: self._from_photos] = self._photo_share * made / max(1, self._from_photos)
        for face, share in SHARES.items():
            weight[self.train.faces == FACES.index(face)] *= share
        self.weight = weight / weight.sum()
        print(f"{len(self.train)} cut-outs, {self._from_photos} of photographs, {len(self.held)} held out", flush=True)


def main() -> None:
    """Train for a given time; save a running average of the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--made", type=pathlib.Path, nargs="*", default=[])
    parser.add_argument("--photos", type=pathlib.Path, nargs="*", default=[])
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--resume", type=pathlib.Path, help="a .pt of an earlier run, or an exported .onnx")
    parser.add_argument("--minutes", type=float, default=25)
    parser.add_argument("--refresh", type=float, default=6, help="minutes between looks for new pictures")
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--photo-share", type=float, default=0.15)
    parser.add_argument(
        "--mine", action="store_true", help="learn from the mistakes of the finder in vision/models, too"
    )
    args = parser.parse_args()
    torch.manual_seed(0)
    torch.set_num_threads(args.threads)
    cv2.setNumThreads(1)
    pool = Pool(args.made, args.photos, args.photo_share, args.mine)
    net = Namer().to(memory_format=torch.channels_last)
    if args.resume and args.resume.suffix == ".onnx":
        thaw(net, args.resume, batch(pool, np.random.default_rng(1), 256)[:2])
    elif args.resume:
        net.load_state_dict(torch.load(args.resume))
    train(net, pool, args)


def train(net: Namer, pool: Pool, args: argparse.Namespace) -> None:
    """Learn until the time is up."""
    mean = torch.optim.swa_utils.AveragedModel(
        net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.995), use_buffers=True
    )
    optimizer = torch.optim.AdamW(net.parameters(), args.rate, weight_decay=2e-3)
    rng, start, step, looked = np.random.default_rng(0), time.monotonic(), 0, 0.0
    while (minutes := (time.monotonic() - start) / 60) < args.minutes:
        for group in optimizer.param_groups:
            slow = 0.5 + 0.5 * np.cos(np.pi * minutes / args.minutes)
            group["lr"] = float(args.rate * min(1.0, (step + 1) / 100) * slow)
        x, stats, faces, colors = batch(pool, rng, args.batch)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            out = net(x.contiguous(memory_format=torch.channels_last), stats)
        loss = loss_of(out.float(), faces, colors)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        mean.update_parameters(net)
        step += 1
        if step % 100 == 0:
            print(f"{minutes:.1f} min step {step} loss {loss.item():.3f}", flush=True)
        if step % 400 == 0:
            torch.save(mean.module.state_dict(), args.out)
            print(check(mean.module, pool.held), flush=True)
        if minutes - looked > args.refresh:
            pool.refresh()
            looked = minutes
    torch.save(mean.module.state_dict(), args.out)
    print("done", check(mean.module, pool.held), flush=True)


def batch(pool: Pool, rng: np.random.Generator, size: int) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Cut-outs shaken and spoilt, the colour figures beside them, and the true faces and colours."""
    pick = rng.choice(len(pool.train), size, p=pool.weight)
    part = pool.train
    x = view(torch.from_numpy(part.pixels[pick]).permute(0, 3, 1, 2), torch.from_numpy(part.level[pick]), True)
    x, stats, colors = repaint(x, torch.from_numpy(part.stats[pick]), torch.from_numpy(part.colors[pick]))
    x, stats = spoil(x, stats)
    return x, scale_stats(stats), torch.from_numpy(part.faces[pick]), colors


def check(net: torch.nn.Module, held: crops.Crops) -> str:
    """How often face and colour are right on cut-outs never trained on."""
    net.eval()
    face, color, by = [], [], []
    of_dice = len(FACES) + len(COLORS)
    with torch.no_grad():
        for i in range(0, len(held), 200):
            part = slice(i, i + 200)
            x = view(torch.from_numpy(held.pixels[part]).permute(0, 3, 1, 2), torch.from_numpy(held.level[part]), False)
            out = net(x, scale_stats(torch.from_numpy(held.stats[part]))).numpy()
            face.append(out[:, : len(FACES)].argmax(1) == held.faces[part])
            meeple, die = held.colors[part] < len(COLORS), held.colors[part] >= len(COLORS)
            meeple &= held.colors[part] >= 0
            color.append((out[:, len(FACES) : of_dice].argmax(1) == held.colors[part])[meeple])
            by.append((out[:, of_dice:].argmax(1) + len(COLORS) == held.colors[part])[die])
    net.train()
    right = np.concatenate(face)
    kinds = {"die": slice(0, 6), "hard": slice(7, 8), "steady": slice(8, 9), "flat": slice(9, 10),
             "leaning": slice(10, 11), "nothing": slice(11, 12)}  # fmt: skip
    words = [
        f"{kind} {right[np.isin(held.faces, np.arange(12)[part])].mean():.3f}"
        for kind, part in kinds.items() if np.isin(held.faces, np.arange(12)[part]).any()
    ]  # fmt: skip
    hue, tint = np.concatenate(color).mean(), np.concatenate(by).mean()
    return f"held out: face {right.mean():.4f} ({', '.join(words)}) colour {hue:.4f}, of dice {tint:.4f}, {len(held)}"


if __name__ == "__main__":
    main()
