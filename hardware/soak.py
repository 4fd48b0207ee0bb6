"""Drives a Link and a Board against each other over bad wires until enough messages went each way."""

import random
from dataclasses import dataclass

from hardware.badwire import BadWire
from hardware.board import Board
from hardware.link import Link, Press

STEP_NS = 1_000_000


@dataclass(frozen=True, slots=True)
class Soaked:
    """What a run over bad wires showed."""

    lights_sent: int
    pressed: tuple[Press, ...]
    counted: tuple[Press, ...]
    lamps_right: bool
    sessions: int
    faults: int
    bytes_carried: int
    simulated_ns: int


def soak(messages: int, *, seed: int, fault_share: float = 0.01, lamps: int = 24) -> Soaked:
    """Change the lamps and press buttons until ``messages`` of each were asked for, then wait until all is quiet."""
    rng = random.Random(seed)
    sessions = iter(range(1, 1 << 16))
    link, board = Link(lambda: next(sessions)), Board()
    down, up = BadWire(seed + 1, fault_share), BadWire(seed + 2, fault_share)
    pressed: list[Press] = []
    counted: list[Press] = []
    colors: tuple[tuple[int, int, int], ...] = ()
    lights_sent = 0
    now_ns = 0
    while True:
        now_ns += STEP_NS
        if lights_sent < messages and link.is_shown or not lights_sent:
            colors = tuple(divmod(rng.getrandbits(16), 256) + (rng.getrandbits(8),) for _ in range(lamps))
            link.want(colors, rng.getrandbits(8))
            lights_sent += 1
        if len(pressed) < messages and board.has_host:
            button = rng.randrange(8)
            if board.waiting < 8 and board.press(button, now_ns):
                pressed.append(Press(button))
            board.release(button)
        board.receive(down.carry(link.send(now_ns)), now_ns)
        link.receive(up.carry(board.send(now_ns)), now_ns)
        counted += link.presses()
        if min(lights_sent, len(pressed)) >= messages and link.is_shown and not board.waiting:
            break
        if now_ns > 10_000 * STEP_NS + messages * 1_000 * STEP_NS:
            break  # no progress: the caller sees that the lamps are not right
    return Soaked(
        lights_sent,
        tuple(pressed),
        tuple(counted),
        board.lamps == colors,
        link.sessions,
        down.faults + up.faults,
        down.bytes_carried + up.bytes_carried,
        now_ns,
    )
