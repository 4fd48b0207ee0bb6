"""A nano detector of the size of YOLO11n, written as ONNX node by node with random weights; for timing only."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
from numpy import ndarray
from onnx import TensorProto, helper, numpy_helper


class Builder:
    """Collects nodes and weights and counts what they cost."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.weights: list[Any] = []
        self.parameters = 0
        self.multiplications = 0
        self._rng = np.random.default_rng(0)
        self._count = 0

    def name(self) -> str:
        """A name not used before."""
        self._count += 1
        return f"t{self._count}"

    def node(self, kind: str, inputs: list[str], **attributes: Any) -> str:
        """Add a node; its output's name."""
        out = self.name()
        self.nodes.append(helper.make_node(kind, inputs, [out], **attributes))
        return out

    def weight(self, values: ndarray[Any, Any]) -> str:
        """Add a constant; its name."""
        name = self.name()
        self.weights.append(numpy_helper.from_array(values, name))
        return name

    def conv(  # noqa: PLR0913, PLR0917 - what a convolution has
        self, x: str, a: int, b: int, side: int, kernel: int = 3, stride: int = 1, groups: int = 1, silu: bool = True
    ) -> str:
        """Convolution and SiLU; ``side`` is that of the output."""
        shape = (b, a // groups, kernel, kernel)
        w = self._rng.normal(0, (2 / (a // groups * kernel * kernel)) ** 0.5, shape).astype(np.float32)
        self.parameters += w.size + b
        self.multiplications += w.size * side * side
        pads = [kernel // 2] * 4
        names = [x, self.weight(w), self.weight(np.zeros(b, np.float32))]
        y = self.node("Conv", names, kernel_shape=[kernel] * 2, strides=[stride] * 2, pads=pads, group=groups)
        return self.node("Mul", [y, self.node("Sigmoid", [y])]) if silu else y

    def c3k2(self, x: str, a: int, b: int, side: int, share: float) -> str:
        """Split, one bottleneck, join: the body block of that family."""
        c = int(b * share)
        y = self.conv(x, a, 2 * c, side, 1)
        left = self.node("Slice", [y, *self._range(0, c)])
        right = self.node("Slice", [y, *self._range(c, 2 * c)])
        inner = self.conv(self.conv(right, c, c // 2, side), c // 2, c, side)
        joined = self.node("Concat", [left, right, self.node("Add", [right, inner])], axis=1)
        return self.conv(joined, 3 * c, b, side, 1)

    def double(self, x: str) -> str:
        """Twice the size by repetition."""
        scales = self.weight(np.array([1, 1, 2, 2], np.float32))
        return self.node(
            "Resize", [x, "", scales], mode="nearest", coordinate_transformation_mode="asymmetric", nearest_mode="floor"
        )

    def join(self, *parts: str) -> str:
        """Channels side by side."""
        return self.node("Concat", list(parts), axis=1)

    def _range(self, low: int, high: int) -> list[str]:
        return [self.weight(np.array([v], np.int64)) for v in (low, high, 1)]


def build() -> tuple[bytes, int, float]:
    """The model, its number of parameters and its GFLOP per picture."""
    b = Builder()
    x = b.conv(b.conv("picture", 3, 16, 320, stride=2), 16, 32, 160, stride=2)
    p3 = b.c3k2(b.conv(b.c3k2(x, 32, 64, 160, 0.25), 64, 64, 80, stride=2), 64, 128, 80, 0.25)
    p4 = b.c3k2(b.conv(p3, 128, 128, 40, stride=2), 128, 128, 40, 0.5)
    p5 = b.c3k2(b.conv(p4, 128, 256, 20, stride=2), 128 * 2, 256, 20, 0.5)
    p5 = _attend(b, _pool(b, p5))
    n4 = b.c3k2(b.join(b.double(p5), p4), 384, 128, 40, 0.5)
    n3 = b.c3k2(b.join(b.double(n4), p3), 256, 64, 80, 0.5)
    m4 = b.c3k2(b.join(b.conv(n3, 64, 64, 40, stride=2), n4), 192, 128, 40, 0.5)
    m5 = b.c3k2(b.join(b.conv(m4, 128, 128, 20, stride=2), p5), 384, 256, 20, 0.5)
    outs = [_head(b, n3, 64, 80), _head(b, m4, 128, 40), _head(b, m5, 256, 20)]
    picture = helper.make_tensor_value_info("picture", TensorProto.FLOAT, [1, 3, 640, 640])
    grids = [
        helper.make_tensor_value_info(out, TensorProto.FLOAT, [1, 144, side, side])
        for out, side in zip(outs, (80, 40, 20), strict=True)
    ]
    graph = helper.make_graph(b.nodes, "nano", [picture], grids, b.weights)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    onnx.checker.check_model(model)
    return model.SerializeToString(), b.parameters, 2 * b.multiplications / 1e9


def _pool(b: Builder, x: str) -> str:
    x = b.conv(x, 256, 128, 20, 1)
    parts = [x]
    for _ in range(3):
        parts.append(b.node("MaxPool", [parts[-1]], kernel_shape=[5, 5], strides=[1, 1], pads=[2] * 4))
    return b.conv(b.join(*parts), 512, 256, 20, 1)


def _attend(b: Builder, x: str) -> str:
    """In place of self-attention: layers of its cost, for the yardstick is about time."""
    y = b.conv(b.conv(x, 256, 256, 20, 1), 256, 256, 20, 1)
    y = b.conv(b.conv(y, 256, 128, 20, 1), 128, 256, 20, 1)
    return b.node("Add", [x, y])


def _head(b: Builder, x: str, a: int, side: int) -> str:
    box = b.conv(b.conv(b.conv(x, a, 64, side), 64, 64, side), 64, 64, side, 1, silu=False)
    y = b.conv(b.conv(x, a, a, side, groups=a), a, 80, side, 1)
    y = b.conv(b.conv(y, 80, 80, side, groups=80), 80, 80, side, 1)
    return b.join(box, b.conv(y, 80, 80, side, 1, silu=False))
