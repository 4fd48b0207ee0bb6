"""Runs the real firmware on a simulated chip: for tests, benchmarks and trying things without a board.

``python -m hardware.firmware.simulator`` prints the name of a port behind which a board answers in real time.
Needs avr-gcc, gcc and libsimavr (Debian: gcc-avr avr-libc gcc libsimavr-dev libelf-dev).
"""

import contextlib
import ctypes
import ctypes.util
import os
import select
import shutil
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from companion.errors import DeviceError

HERTZ = 16_000_000
CYCLE_NS = 62.5
FOLDER = Path(__file__).parent
_BUTTON_PINS = (*((b"D", bit) for bit in range(2, 8)), (b"B", 0), (b"B", 1))


@dataclass(frozen=True, slots=True)
class Timing:
    """The shortest and longest of each part of a bit on the strip's data pin, in nanoseconds."""

    high_of_0_ns: tuple[float, float]
    high_of_1_ns: tuple[float, float]
    low_of_0_ns: tuple[float, float]
    low_of_1_ns: tuple[float, float]
    shortest_pause_ns: float


def missing() -> str:
    """What this machine lacks to build firmware and simulator; ``""`` = nothing."""
    tools = [tool for tool in ("avr-gcc", "avr-objcopy", "make", "gcc") if not shutil.which(tool)]
    if not ctypes.util.find_library("simavr") or not Path("/usr/include/simavr/sim_avr.h").exists():
        tools.append("libsimavr-dev")
    return ", ".join(tools)


def build(folder: Path) -> tuple[Path, Path]:
    """The firmware's hex and the simulator's library, built into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    _run(["make", "-s", "-C", str(FOLDER), "firmware", f"BUILD={folder.resolve()}"])
    library = folder / "board.so"
    source = FOLDER / "sim" / "board.c"
    flags = ["-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"]
    _run(["gcc", *flags, "-o", str(library), str(source), "-lsimavr", "-lelf"])
    return folder / "companion-board.hex", library


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise DeviceError(f"{command[0]} failed; mend what it says: {(done.stderr or done.stdout).strip()[-600:]}")


def _declared(path: Path) -> ctypes.CDLL:
    library = ctypes.CDLL(str(path))
    pointer, u32, u64 = ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint64
    declarations: dict[str, tuple[object, list[object]]] = {
        "board_new": (pointer, [ctypes.c_char_p, u32]),
        "board_free": (None, [pointer]),
        "board_run": (u64, [pointer, u64]),
        "board_reset": (None, [pointer]),
        "board_send": (None, [pointer, ctypes.c_char_p, u32]),
        "board_receive": (u32, [pointer, ctypes.c_char_p, u32]),
        "board_unsent": (u32, [pointer]),
        "board_lost": (u32, [pointer]),
        "board_pin": (None, [pointer, ctypes.c_char, ctypes.c_int, ctypes.c_int]),
        "board_strip": (u32, [pointer, ctypes.c_char_p]),
        "board_writes": (u32, [pointer]),
        "board_last_edge": (u64, [pointer]),
        "board_timing": (None, [pointer, ctypes.POINTER(u32)]),
        "board_forget_timing": (None, [pointer]),
        "board_port": (ctypes.c_uint8, [pointer, ctypes.c_char]),
    }
    for name, (result, arguments) in declarations.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


class SimulatedBoard:
    """An Uno that runs the real hex; time passes only in ``run``."""

    def __init__(self, hex_file: Path, library: Path, baud: int = 115_200) -> None:
        self._library = _declared(library)
        self._board = self._library.board_new(str(hex_file).encode(), baud)
        if not self._board:
            raise DeviceError(f"{hex_file} cannot be loaded; build it with: make -C hardware/firmware")
        self._cycle = 0
        self._room = ctypes.create_string_buffer(4096)

    def close(self) -> None:
        """Free the simulated chip."""
        self._library.board_free(self._board)
        self._board = None

    @property
    def now_ns(self) -> int:
        """Simulated time since power came on."""
        return int(self._cycle * CYCLE_NS)

    def run(self, nanoseconds: int) -> None:
        """Let so much time pass."""
        reached = self._library.board_run(self._board, self._cycle + int(nanoseconds / CYCLE_NS))
        if not reached:
            raise DeviceError("The firmware has crashed on the simulated chip; this is a defect of the firmware.")
        self._cycle = reached

    def reset(self) -> None:
        """Press the board's reset button."""
        self._library.board_reset(self._board)

    def send(self, data: bytes) -> None:
        """Put bytes on the wire to the board; they arrive at the wire's speed."""
        if data:
            self._library.board_send(self._board, data, len(data))

    def receive(self) -> bytes:
        """The bytes the board has sent since the last call."""
        count = self._library.board_receive(self._board, self._room, len(self._room))
        return ctypes.string_at(self._room, count) if count else b""

    @property
    def unsent(self) -> int:
        """Bytes still on their way to the board."""
        return int(self._library.board_unsent(self._board))

    @property
    def lost_bytes(self) -> int:
        """Bytes the chip could not take in time."""
        return int(self._library.board_lost(self._board))

    def hold(self, button: int, is_down: bool) -> None:
        """Put a finger on a button (counted from 0), or take it away."""
        port, bit = _BUTTON_PINS[button]
        self._library.board_pin(self._board, port, bit, 0 if is_down else 1)

    @property
    def lamps(self) -> tuple[tuple[int, int, int], ...]:
        """The color of each lamp that was sent to the strip, as red, green, blue."""
        room = ctypes.create_string_buffer(256)
        count = self._library.board_strip(self._board, room)
        if count % 3 or count > 180:
            raise DeviceError("The strip was sent a broken number of bits; this is a defect of the firmware.")
        parts = room.raw[:count]
        return tuple((parts[i + 1], parts[i], parts[i + 2]) for i in range(0, count, 3))

    @property
    def writes(self) -> int:
        """How often the strip was written to."""
        return int(self._library.board_writes(self._board))

    @property
    def last_edge_ns(self) -> int:
        """When the strip's data pin last changed."""
        return int(self._library.board_last_edge(self._board) * CYCLE_NS)

    @property
    def lit(self) -> int:
        """One bit for each button whose light is on."""
        on_b = self._library.board_port(self._board, b"B")
        on_c = self._library.board_port(self._board, b"C")
        return int((on_b >> 2 & 0x07) | (on_c & 0x1F) << 3)

    @property
    def own_lamp(self) -> bool:
        """Whether the board's own lamp says that the companion talks to it."""
        return bool(self._library.board_port(self._board, b"B") & 0x20)

    def timing(self) -> Timing:
        """The timing of every bit on the strip's data pin so far."""
        raw = (ctypes.c_uint32 * 9)()
        self._library.board_timing(self._board, raw)
        ns = [cycles * CYCLE_NS for cycles in raw]
        return Timing((ns[0], ns[1]), (ns[2], ns[3]), (ns[4], ns[5]), (ns[6], ns[7]), ns[8])


class BoardOnPort:
    """A simulated board behind a pseudo-terminal that any serial program can open, at the pace of the clock."""

    SLICE_NS = 500_000

    def __init__(self, board: SimulatedBoard) -> None:
        self.board = board
        self._ours, self._theirs = os.openpty()
        self.path = os.ttyname(self._theirs)
        os.set_blocking(self._ours, False)
        self.lock = threading.Lock()
        """Hold it to touch the board while it runs."""
        self.started_ns = time.monotonic_ns() - board.now_ns
        """What the clock said when the board's time was 0."""
        self.written_ns = 0
        """What the clock said when the strip had last been written to."""
        self._is_running = True
        self._thread = threading.Thread(target=self._pace, daemon=True)
        self._thread.start()

    def _pace(self) -> None:
        while self._is_running:
            ahead_ns = self.started_ns + self.board.now_ns - time.monotonic_ns()
            if ahead_ns > 0:
                select.select([self._ours], [], [], ahead_ns / 1e9)
            elif ahead_ns < -50_000_000:
                self.started_ns -= ahead_ns  # the machine was busy: do not rush to catch up
            with self.lock:
                self._exchange()
                before = self.board.writes
                self.board.run(self.SLICE_NS)
                if self.board.writes != before:
                    self.written_ns = time.monotonic_ns()

    def _exchange(self) -> None:
        with contextlib.suppress(BlockingIOError):
            self.board.send(os.read(self._ours, 4096))
        answer = self.board.receive()
        if answer:
            os.write(self._ours, answer)

    def close(self) -> None:
        """Pull the plug."""
        self._is_running = False
        self._thread.join()
        os.close(self._ours)
        os.close(self._theirs)
        self.board.close()


def main() -> None:
    """Build the firmware, run it and say where."""
    if lacking := missing():
        sys.exit(f"Install first: {lacking} (Debian: gcc-avr avr-libc make gcc libsimavr-dev libelf-dev).")
    port = BoardOnPort(SimulatedBoard(*build(FOLDER / "build")))
    print(f"A simulated board answers at serial://{port.path} until you press Ctrl-C.", flush=True)
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        port.close()


if __name__ == "__main__":
    main()
