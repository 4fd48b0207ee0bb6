"""Ways a row of lamps can move, each told from the others with closed color vision (pure).

Every pattern says how bright lamp ``i`` of ``n`` is at a time, from 0 to 1. Nothing flashes more than three times in a
second, and all but the shortest blinks swell and fade.
"""

import math
from collections.abc import Callable, Mapping

Pattern = Callable[[float, int, int], float]


def _swell(part: float) -> float:
    """Up and down once while ``part`` goes from 0 to 1; dark outside."""
    return 0.5 - 0.5 * math.cos(2 * math.pi * part) if 0.0 <= part <= 1.0 else 0.0


def _pulses(time_s: float, count: int, every_s: float) -> float:
    """So many short pulses, then darkness until the next round begins; dark before time 0."""
    now_s = time_s % every_s
    return max(_swell((now_s - 0.45 * k) / 0.4) for k in range(count))


def _bump(where: float, i: int, n: int) -> float:
    """A spot of light at ``where`` (0 to 1 along the row, and round), about a third of the row wide."""
    distance = abs((i + 0.5) / n - where % 1.0)
    distance = min(distance, 1.0 - distance)
    return max(0.0, 1.0 - distance * max(3.0, n / 4))


def steady(time_s: float, i: int, n: int) -> float:
    """Always on."""
    return 1.0


def slow(time_s: float, i: int, n: int) -> float:
    """Breathing, four seconds a breath."""
    return 0.15 + 0.85 * _swell(time_s / 4.0 % 1.0)


def fast(time_s: float, i: int, n: int) -> float:
    """Pulsing twice a second."""
    return 0.2 + 0.8 * _swell(time_s / 0.5 % 1.0)


def chase(time_s: float, i: int, n: int) -> float:
    """A spot that runs forwards; a single lamp swells slowly and goes out at once."""
    return _bump(time_s / 2.4, i, n) if n > 1 else time_s / 1.6 % 1.0


def back(time_s: float, i: int, n: int) -> float:
    """A spot that runs backwards; a single lamp blinks three times and rests."""
    return _bump(-time_s / 2.4, i, n) if n > 1 else _pulses(time_s, 3, 3.2)


def double(time_s: float, i: int, n: int) -> float:
    """Two pulses and a rest."""
    return _pulses(time_s, 2, 2.5)


def sway(time_s: float, i: int, n: int) -> float:
    """One half, then the other; a single lamp is long on, short off, short on, short off."""
    if n > 1:
        left = _swell(time_s / 2.4 % 1.0)
        return left if i < n / 2 else 1.0 - left
    now_s = time_s % 3.0
    return 1.0 if now_s < 1.6 or 2.0 <= now_s < 2.5 else 0.0


def fall(time_s: float, i: int, n: int) -> float:
    """All on, then out one by one; a single lamp comes on at once and fades."""
    level = 1.0 - time_s / 2.0 % 1.0
    return max(0.0, min(1.0, level * (n + 1) - i)) if n > 1 else level**2


def rise(time_s: float, i: int, n: int) -> float:
    """On one by one and stays a while; a single lamp swells, stays on and goes out."""
    level = min(1.0, time_s / 3.0 % 1.0 * 1.8)
    return max(0.0, min(1.0, level * (n + 1) - i)) if n > 1 else level


def steps(time_s: float, i: int, n: int) -> float:
    """A third, two thirds, all, nothing; a single lamp shows the thirds by its brightness."""
    third = int(time_s / 0.6) % 4 + 1
    if n > 1:
        return 1.0 if third < 4 and i < math.ceil(n * third / 3) else 0.0
    return (0.15, 0.45, 1.0, 0.0)[third - 1]


def wave(time_s: float, i: int, n: int) -> float:
    """A long slow wave along the row; a single lamp just stays on."""
    return 0.3 + 0.7 * _swell((time_s / 6.0 + i / n) % 1.0) if n > 1 else 1.0


def open_up(time_s: float, i: int, n: int) -> float:
    """From the middle outwards; a single lamp pulses once in two seconds."""
    if n == 1:
        return _swell(time_s % 2.2 / 0.9)
    from_middle = abs(2 * (i + 0.5) / n - 1.0)
    return _swell((time_s / 2.0 - from_middle / 2) % 1.0)


def count(number: int) -> Pattern:
    """So many pulses and a rest: one of several things shown on one lamp."""
    return lambda time_s, i, n: _pulses(time_s, number, 0.45 * number + 1.4)


PATTERNS: Mapping[str, Pattern] = {
    p.__name__: p for p in (steady, slow, fast, chase, back, double, sway, fall, rise, steps, wave, open_up)
}
