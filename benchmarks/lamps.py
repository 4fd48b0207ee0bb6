"""From event to lamps, and messages over a very bad wire.

The lamps are those of the real firmware on a simulated chip at 115,200 baud. Beside each time stands what the wire
alone needs for the same bytes. ``--soak`` sends 100,000 messages each way over wires that drop, flip, double and split
1 % of their bytes; without it 5,000.
"""

import random
import statistics
import tempfile
import threading
import time
from pathlib import Path

from companion.backends import open_device
from companion.model import View, roll_prompt
from hardware.firmware import simulator
from hardware.firmware.simulator import BoardOnPort, SimulatedBoard
from hardware.link import Link
from hardware.power import USB_MA, within
from hardware.protocol import BAUD, Kind, Message, encode, lights_payload
from hardware.scene import scene
from hardware.soak import soak as over_bad_wires

LAMPS = 24
ROUNDS = 200
WANTED_MS = 25.0
Colors = tuple[tuple[int, int, int], ...]


def main(soak: bool) -> None:
    """Measure both."""
    lacking = simulator.missing()
    if lacking:
        print(f"   event to lamps: not measured, install {lacking}")
    else:
        with tempfile.TemporaryDirectory() as folder:
            built = simulator.build(Path(folder))
            _report("event to lamps, wire and chip alone (simulated time)", _on_the_wire(built))
            _report("event to lamps, backend and pyserial and port too (by the clock)", _by_the_clock(built))
    _bad_wire(100_000 if soak else 5_000)


def _pictures() -> list[Colors]:
    """What the lamps show after one event after another: the turn goes round and each phase comes in turn."""
    phases = ("roll", "build", "tidy")
    pictures = []
    for n in range(ROUNDS):
        prompt = roll_prompt(n % 4, "roll", ("d6",))
        view = View("", (0, 0, 0, 0), (prompt,), turn=n % 4, phase=phases[n % 3], phases=phases)
        pictures.append(within(scene(view, n * 70_000_000, lamps=LAMPS), USB_MA))
    return pictures


def _wire_ms(colors: Colors) -> float:
    frame = encode(Message(Kind.LIGHTS, 1, 1, lights_payload(colors, 0)))
    return 10 * len(frame) / BAUD * 1000


def _on_the_wire(built: tuple[Path, Path]) -> list[float]:
    """Milliseconds of simulated time from handing over the colors to the last edge on the strip's data pin."""
    board, link, rng = SimulatedBoard(*built), Link(lambda: 1), random.Random(1)
    taken = []

    def run(ns: int) -> None:
        board.send(link.send(board.now_ns))
        board.run(ns)
        link.receive(board.receive(), board.now_ns)

    for _ in range(300):
        run(1_000_000)
    for colors in _pictures():
        run(rng.randrange(1_000_000))
        began_ns = board.now_ns
        link.want(colors, 0)
        while not link.is_shown:
            run(50_000)
        if board.last_edge_ns > began_ns:
            taken.append((board.last_edge_ns - began_ns) / 1e6)
    board.close()
    return taken


def _by_the_clock(built: tuple[Path, Path]) -> list[float]:
    """The same through the backend, pyserial and a pseudo-terminal, with the board running at the clock's pace."""
    port = BoardOnPort(SimulatedBoard(*built))
    lights = open_device("hardware.lights", f"serial://{port.path}")
    pause = threading.Event()
    taken = []
    shown: Colors = ()
    for colors in _pictures():
        if colors == shown:
            continue
        shown = colors
        began_ns = time.monotonic_ns()
        lights.show(colors)
        while True:
            with port.lock:
                is_there = port.board.lamps[:LAMPS] == colors and lights._board.is_shown
                written_ns = port.written_ns
            if is_there:
                break
            pause.wait(0.001)
        taken.append((written_ns - began_ns) / 1e6)
    lights.close()
    port.close()
    return taken


def _report(what: str, taken: list[float]) -> None:
    limit = _wire_ms(_pictures()[0])
    middle, late = statistics.median(taken), statistics.quantiles(taken, n=20)[-1]
    verdict = "met" if middle <= WANTED_MS else "MISSED"
    print(
        f"   {what}: median {middle:.1f} ms, 95 % within {late:.1f} ms over {len(taken)} changes of {LAMPS} lamps; "
        f"the wire alone needs {limit:.1f} ms ({middle / limit:.2f} times that); wanted {WANTED_MS:.0f} ms: {verdict}"
    )


def _bad_wire(messages: int) -> None:
    began = time.perf_counter()
    result = over_bad_wires(messages, seed=2026)
    lost = len(result.pressed) - len(result.counted)
    right = result.counted == result.pressed and result.lamps_right and len(result.pressed) == messages
    print(
        f"   bad wire: {messages:,} changes of {LAMPS} lamps and {len(result.pressed):,} presses over "
        f"{result.bytes_carried:,} bytes of which {result.faults:,} were spoilt "
        f"({result.faults / result.bytes_carried:.2%}); {lost} presses lost or doubled, order kept "
        f"{result.counted == result.pressed}, lamps right at the end {result.lamps_right}: "
        f"{'met' if right else 'MISSED'} ({time.perf_counter() - began:.0f} s)"
    )


if __name__ == "__main__":
    import sys

    main("--soak" in sys.argv)
