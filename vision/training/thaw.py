"""Exported networks as trainable ones again, so that training can go on from the weights that are committed."""

import pathlib

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn


def thaw(net: nn.Module, exported: pathlib.Path, inputs: tuple[Tensor, ...]) -> None:
    """Give the network the weights of an exported one; layers whose shape has changed keep their random start.

    The export folds each normalisation into the convolution before it. Here it is unfolded again with the figures that
    these inputs have on their way, so that the network does the same as before and yet learns like a fresh one.
    """
    graph = onnx.load(exported).graph
    stored = {t.name: numpy_helper.to_array(t) for t in graph.initializer}
    weights = [[stored[name] for name in node.input[1:]] for node in graph.node if node.op_type == "Conv"]
    convs = _in_order(net, nn.Conv2d, inputs)
    norms = _in_order(net, nn.BatchNorm2d, inputs)
    assert len(weights) == len(convs), "the exported network has another number of convolutions"
    after = iter(norms)
    pairs: list[tuple[nn.BatchNorm2d, np.ndarray]] = []
    with torch.no_grad():
        for conv, (weight, bias) in zip(convs, weights, strict=True):
            if conv.weight.shape == weight.shape:
                conv.weight.copy_(torch.from_numpy(weight.copy()))
            if conv.bias is not None and conv.bias.shape == bias.shape:
                conv.bias.copy_(torch.from_numpy(bias.copy()))
            elif conv.bias is None:
                norm = next(after)
                norm.weight.fill_(float(np.sqrt(1 + norm.eps)))
                norm.bias.copy_(torch.from_numpy(bias.copy()))
                pairs.append((norm, bias))
        for name, parameter in net.named_parameters():
            if name in stored and parameter.shape == stored[name].shape and parameter.ndim < 4:
                parameter.copy_(torch.from_numpy(stored[name].copy()))
        _unfold(net, pairs, inputs)


def _in_order(net: nn.Module, kind: type[nn.Module], inputs: tuple[Tensor, ...]) -> list:
    """The layers of a kind in the order in which a pass meets them."""
    met: list[nn.Module] = []
    hooks = [m.register_forward_hook(lambda m, *_: met.append(m)) for m in net.modules() if isinstance(m, kind)]
    with torch.no_grad():
        net.eval()(*(x[:1] for x in inputs))
    for hook in hooks:
        hook.remove()
    return met


def _unfold(net: nn.Module, pairs: list[tuple[nn.BatchNorm2d, np.ndarray]], inputs: tuple[Tensor, ...]) -> None:
    figures: dict[nn.Module, tuple[Tensor, Tensor]] = {}

    def note(norm: nn.Module, given: tuple[Tensor, ...], _: Tensor) -> None:
        x = given[0].float()
        figures[norm] = (x.mean((0, 2, 3)), x.var((0, 2, 3)))

    hooks = [norm.register_forward_hook(note) for norm, _ in pairs]
    net.eval()(*inputs)
    for hook in hooks:
        hook.remove()
    for norm, bias in pairs:
        mean, var = figures[norm]
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(var)
        norm.weight.copy_((var + norm.eps).sqrt())
        norm.bias.copy_(torch.from_numpy(bias.copy()) + mean)
    net.train()
