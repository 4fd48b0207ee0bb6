"""A day at the table at raised speed: 24 simulated hours, 2,000 rolls; memory, growth, and what idle watching costs.

The whole companion runs: camera loop, reader, referee, table, journal, evidence, keeper, lamps and the panel with two
phones. Only the camera is made here: it paints rolls that the simulated camera rendered once, so that the figures are
those of the companion and not of a simulator. Between rolls it gives a frame every four simulated seconds; while
something moves or lies still after a roll it gives fifteen a second. Idle watching is measured apart,
in real time, at fifteen.
"""

import os
import random
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.app import Room
from companion.config import ButtonsConfig, CameraConfig, Config, LightsConfig
from companion.errors import CompanionError
from companion.games import all_games
from companion.model import Event
from vision.cameras import simulated
from vision.frame import Frame
from web import create_app
from web.serve import Server

ROLLS, SAMPLE = 2000, 12
DAY_S = 24 * 3600
FPS = 15
IDLE_S, IDLE_SAMPLE_S = 60.0, 6.0
FACES = 10
IDLE_FRAMES = 10
"""Between two rolls of the day, each standing for more than four seconds in which nothing happens."""
SECOND_NS = 1_000_000_000
BAR_MB, BAR_SHARE = 250, 0.10


class PaintedCamera:
    """Gives the empty tray until it is told to throw; then pieces that tumble, lie, and are taken out again."""

    def __init__(self, seed: int = 0) -> None:
        self.now_ns, self.paced, self.asleep_s = 0, False, 1.0
        self.is_lying = threading.Event()
        self._dice, self._number, self._plan = random.Random(seed), 0, []
        self._rng = np.random.default_rng(seed)
        self._noise = [self._grain() for _ in range(2)]
        self._empty, self._rolls = _rendered()
        self._shown = self._empty

    def _grain(self) -> Any:
        return self._rng.integers(0, 4, (720, 1280, 3), np.uint8)

    def throw(self) -> None:
        """Two dice, from the hand to rest."""
        picture = cv2.imdecode(np.frombuffer(self._dice.choice(self._rolls), np.uint8), cv2.IMREAD_COLOR)
        self._noise[self._number % 2] = self._grain()  # no two photographs are the same, so each is kept
        self.is_lying.clear()
        moving = [cv2.warpAffine(picture, np.float32([[1, 0, d], [0, 1, -d]]), (1280, 720)) for d in (90, 60, 30, 12)]
        self._plan = [*moving, picture]

    def clear(self) -> None:
        """A hand takes them out."""
        hand = self._empty.copy()
        cv2.ellipse(hand, (700, 500), (260, 170), 20, 0, 360, (140, 170, 215), -1)
        self.is_lying.clear()
        self._plan = [hand, hand, self._empty]

    def read(self) -> Frame:
        if self.paced:
            time.sleep(1 / FPS)
        if self._plan:
            self._shown = self._plan.pop(0)
        is_idle = self._shown is self._empty and not self._plan
        self.now_ns += round(SECOND_NS * (self.asleep_s if is_idle and not self.paced else 1 / FPS))
        self._number += 1
        if not self._plan and not is_idle:
            self.is_lying.set()
        return Frame(cv2.add(self._shown, self._noise[self._number % 2]), self.now_ns, self._number)

    def close(self) -> None:
        """There is nothing to give back."""


def _rendered() -> tuple[Any, list[bytes]]:
    """The empty tray, and pictures of two dice at rest, packed; rendered by a process of its own, whose memory goes."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, __file__, folder], check=True)
        packed = [file.read_bytes() for file in sorted(Path(folder).glob("*.png"))]
    return cv2.imdecode(np.frombuffer(packed[0], np.uint8), cv2.IMREAD_COLOR), packed[1:]


def _render(folder: Path) -> None:
    source = simulated.open("simulated://?pace=0&fps=15&size=1280x720")
    cv2.imwrite(str(folder / "00.png"), source.read().image)
    for seed in range(FACES):
        source.throw([("d6", "white")] * 2, seed=seed, keep=[])
        for _ in range(200):
            frame = source.read()
            if not source.is_busy:
                break
        cv2.imwrite(str(folder / f"{seed + 1:02}.png"), frame.image)


def main(soak: bool) -> None:
    """Print the figures."""
    cv2.setNumThreads(1)
    from tests.toygame import TOY  # noqa: PLC0415 - a game of two dice, for ever

    all_games()[TOY.name] = TOY
    camera = PaintedCamera()
    simulated.open = lambda url: camera  # type: ignore[assignment,return-value]
    with tempfile.TemporaryDirectory() as folder:
        _day(camera, Path(folder), ROLLS if soak else SAMPLE, IDLE_S if soak else IDLE_SAMPLE_S)


def _day(camera: PaintedCamera, folder: Path, rolls: int, idle_s: float) -> None:
    config = Config(
        camera=CameraConfig(url="simulated://painted"),
        lights=LightsConfig(url="simulated://"),
        buttons=ButtonsConfig(url="simulated://"),
    )
    room = Room(config, folder)
    server = Server(create_app(room, folder), "127.0.0.1", 0)
    server.start()
    room.open()
    phones = [threading.Thread(target=_phone, args=(server.port,), daemon=True) for _ in range(2)]
    for phone in phones:
        phone.start()
    try:
        _idle(camera, idle_s)
        _play(room, camera, rolls, folder)
    finally:
        server.stop()
        room.close()


def _phone(port: int) -> None:
    """A phone that looks at the table and follows it."""
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    try:
        opener.open(f"http://127.0.0.1:{port}/table", timeout=60).read()
        stream = opener.open(f"http://127.0.0.1:{port}/api/stream", timeout=600)
        while stream.read1(65536):
            pass
    except OSError:
        return


def _idle(camera: PaintedCamera, seconds: float) -> None:
    """Real time at fifteen frames a second, nothing in the tray."""
    camera.paced = True
    time.sleep(min(5.0, seconds))
    began, cpu, frames = time.monotonic(), time.process_time(), camera._number
    time.sleep(seconds)
    wall, used, seen = time.monotonic() - began, time.process_time() - cpu, camera._number - frames
    camera.paced = False
    # The noise of a real sensor comes for free; here it is painted, and its cost is taken out.
    paint = _cost_of(lambda: cv2.add(camera._empty, camera._noise[0]))
    watching = used - seen * paint
    print(
        f"   idle watching, 1280x720: {seen / wall:.1f} frames a second, {watching / seen * 1e3:.2f} ms of processor "
        f"time a frame for all loops and the panel, that is {watching / seen * FPS:.1%} of a core at {FPS} a second "
        f"(bar {BAR_SHARE:.0%}); painting took {paint * 1e3:.2f} ms more"
    )


def _cost_of(work: Any) -> float:
    began = time.process_time()
    for _ in range(50):
        work()
    return (time.process_time() - began) / 50


def _play(room: Room, camera: PaintedCamera, rolls: int, folder: Path) -> None:
    dice, memory, asked, began = random.Random(1), [], 0, time.monotonic()
    start_ns = camera.now_ns
    camera.asleep_s = DAY_S / ROLLS / IDLE_FRAMES
    for number in range(rolls):
        if room.table is None or not room.table.view.prompts:
            room.start("toy", ("Ann", "Ben"), {"goal": "30"})
        asked += _one_roll(room, camera, dice, number)
        if number % max(1, rolls // 40) == 0 or number == rolls - 1:
            memory.append((number, camera.now_ns - start_ns, _resident_mb(), _files_mb(folder)))
            print(_row(*memory[-1]), flush=True)
    _sum_up(memory, asked, rolls, time.monotonic() - began)


def _row(number: int, now_ns: int, resident: float, files: float) -> str:
    return (
        f"   {number:5} rolls  {now_ns / SECOND_NS / 3600:5.2f} h  {resident:6.1f} MB resident  {files:7.1f} MB on disk"
    )


def _one_roll(room: Room, camera: PaintedCamera, dice: random.Random, number: int) -> int:
    """Throw, let it be read, answer what is asked, keep a die, take them out; whether somebody had to be asked."""
    table = room.table
    assert table is not None
    _wait_idle(camera, IDLE_FRAMES)
    before = len(table.history())
    camera.throw()
    until = time.monotonic() + 120
    while len(table.history()) == before and not room.live().unclear and time.monotonic() < until:
        time.sleep(0.002)
    asked = len(table.history()) == before
    if asked:
        seat = table.view.turn
        assert seat is not None
        with suppress(CompanionError):  # read at the very same moment
            table.submit(Event(seat, "roll", ("1", "2")), "panel", table.view.numbers[seat])
    if number % 5 == 0:
        table.history()
    keeps = [p for p in table.view.prompts if p.verb == "keep"]
    if keeps:
        keep = dice.choice(keeps)
        table.submit(Event(keep.seat, "keep", keep.options[0][:1]), "panel", table.view.numbers[keep.seat])
    camera.clear()
    return int(asked)


def _wait_idle(camera: PaintedCamera, frames: int) -> None:
    goal = camera._number + frames
    while camera._number < goal:
        time.sleep(0.001)


def _sum_up(memory: list[tuple[int, int, float, float]], asked: int, rolls: int, took_s: float) -> None:
    half = len(memory) // 2
    second = memory[half:]
    slope = float(np.polyfit([m[0] for m in second], [m[2] for m in second], 1)[0]) * 1000 if len(second) > 2 else 0.0
    last = memory[-1]
    print(
        f"   {rolls} rolls, {last[1] / SECOND_NS / 3600:.1f} simulated hours in {took_s / 60:.0f} min; asked {asked};"
        f" resident {last[2]:.0f} MB at the end, {max(m[2] for m in memory):.0f} MB at most (bar {BAR_MB})"
    )
    print(
        f"   second half: {second[0][2]:.1f} MB to {last[2]:.1f} MB, {slope:+.1f} MB per thousand rolls; "
        f"the record grew by {(last[3] - memory[0][3]) / max(1, rolls) * 1000:.0f} kB a roll"
    )


def _resident_mb() -> float:
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def _files_mb(folder: Path) -> float:
    return sum(f.stat().st_size for f in folder.rglob("*") if f.is_file()) / 1e6


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))
    _render(Path(sys.argv[1]))
