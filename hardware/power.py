"""Keeps a strip of lamps within what its supply can give (pure)."""

from collections.abc import Sequence

MA_PER_CHANNEL = 20.0
"""One color of one WS2812 lamp at full brightness."""
MA_AT_REST = 1.0
"""A lamp that shows nothing."""
USB_MA = 400
"""What may safely be drawn from a board that is fed by a USB socket."""


def current_ma(colors: Sequence[tuple[int, int, int]]) -> float:
    """What these lamps draw."""
    return len(colors) * MA_AT_REST + sum(map(sum, colors)) * MA_PER_CHANNEL / 255


def within(colors: Sequence[tuple[int, int, int]], limit_ma: float) -> tuple[tuple[int, int, int], ...]:
    """The same colors, all dimmed alike if they would draw more than the limit."""
    rest_ma = len(colors) * MA_AT_REST
    shining_ma = current_ma(colors) - rest_ma
    if rest_ma + shining_ma <= limit_ma or not shining_ma:
        return tuple(colors)
    share = max(0.0, limit_ma - rest_ma) / shining_ma
    return tuple((int(r * share), int(g * share), int(b * share)) for r, g, b in colors)
