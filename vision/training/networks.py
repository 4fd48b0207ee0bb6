"""The two networks: one finds pieces and the tray in a whole picture, one names the piece in a small cut-out."""

import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.name import COLORS, CUT_PX, DIE_COLORS, FACES

CROP = CUT_PX  # what it learns on is what it is shown at the table
STATS = 6


def conv(a: int, b: int, stride: int = 1, kernel: int = 3) -> nn.Sequential:
    """Convolution, normalisation, rectifier: the one building block, which every engine runs fast."""
    return nn.Sequential(
        nn.Conv2d(a, b, kernel, stride, kernel // 2, bias=False), nn.BatchNorm2d(b), nn.ReLU(inplace=True)
    )


class Residual(nn.Module):
    """Two convolutions around a short cut."""

    def __init__(self, a: int) -> None:
        super().__init__()
        self.one = conv(a, a)
        self.two = nn.Sequential(nn.Conv2d(a, a, 3, 1, 1, bias=False), nn.BatchNorm2d(a))

    def forward(self, x: Tensor) -> Tensor:
        """The sum of both ways."""
        return torch.relu(x + self.two(self.one(x)))


class Finder(nn.Module):
    """Picture (BGR, 0-255) -> maps at a quarter of its size: die, meeple, offset x y, log size w h, tray (logits)."""

    def __init__(self) -> None:
        super().__init__()
        self.s4 = nn.Sequential(conv(3, 16, 2), conv(16, 32, 2), conv(32, 32))
        self.s8 = nn.Sequential(conv(32, 48, 2), Residual(48))
        self.s16 = nn.Sequential(conv(48, 96, 2), Residual(96), Residual(96))
        self.s32 = nn.Sequential(conv(96, 128, 2), Residual(128), Residual(128))
        self.back16, self.back8, self.back4 = conv(128, 96, 1, 1), conv(96, 48, 1, 1), conv(48, 32, 1, 1)
        self.mix8, self.mix4 = conv(48, 48), conv(32, 40)
        self.head = nn.Conv2d(40, 7, 1)
        nn.init.constant_(self.head.bias[:2], -4.0)

    def forward(self, x: Tensor) -> Tensor:
        """The seven maps."""
        a = self.s4((x - 115.0) / 64.0)
        b = self.s8(a)
        c = self.s16(b)
        d = self.s32(c)
        c = c + _double(self.back16(d))
        b = self.mix8(b + _double(self.back8(c)))
        return self.head(self.mix4(a + _double(self.back4(b))))


def _double(x: Tensor) -> Tensor:
    return functional.interpolate(x, scale_factor=2.0, mode="nearest")


class Namer(nn.Module):
    """Cut-out (BGR, 0-255) and colour figures of the whole picture -> logits of faces and of both kinds' colours."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 24, 2),
            conv(24, 48, 2),
            Residual(48),
            conv(48, 96, 2),
            Residual(96),
            conv(96, 128, 2),
            Residual(128),
        )
        self.face = nn.Sequential(nn.Flatten(), nn.Dropout(0.2), nn.Linear(128 * 2, len(FACES)))
        self.color = nn.Sequential(nn.Linear(128 + STATS, 48), nn.ReLU(), nn.Linear(48, len(COLORS)))
        self.die_color = nn.Sequential(nn.Linear(128 + STATS, 32), nn.ReLU(), nn.Linear(32, len(DIE_COLORS)))

    def forward(self, x: Tensor, stats: Tensor) -> Tensor:
        """Faces, colours of meeples and colours of dice side by side."""
        y = self.body((x - 115.0) / 64.0)
        mean, peak = y.mean((2, 3)), y.amax((2, 3))
        seen = torch.cat([mean, stats], 1)
        return torch.cat([self.face(torch.cat([mean, peak], 1)), self.color(seen), self.die_color(seen)], 1)
