"""The real hex on a simulated ATmega328P: its wire, its buttons and the timing of its strip."""

import random
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.badwire import BadWire
from hardware.firmware import simulator
from hardware.firmware.simulator import SimulatedBoard
from hardware.link import MS, Link, Press
from hardware.protocol import Kind, Message, Unframer, digest, encode, lights_payload

pytestmark = pytest.mark.skipif(bool(simulator.missing()), reason=f"not installed: {simulator.missing()}")


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return simulator.build(tmp_path_factory.mktemp("firmware"))


@pytest.fixture
def board(built: tuple[Path, Path]) -> Iterator[SimulatedBoard]:
    board = SimulatedBoard(*built)
    yield board
    board.close()


class Host:
    """A link that talks to a simulated board over two wires, good or bad."""

    def __init__(self, board: SimulatedBoard, fault_share: float = 0.0, seed: int = 1) -> None:
        self.board = board
        sessions = iter(range(1, 1000))
        self.link = Link(lambda: next(sessions))
        self.down, self.up = BadWire(seed, fault_share), BadWire(seed + 1, fault_share)

    def run(self, ms: float, step_ms: float = 0.5) -> None:
        for _ in range(int(ms / step_ms)):
            self.board.send(self.down.carry(self.link.send(self.board.now_ns)))
            self.board.run(int(step_ms * MS))
            self.link.receive(self.up.carry(self.board.receive()), self.board.now_ns)


@pytest.fixture
def host(board: SimulatedBoard) -> Host:
    host = Host(board)
    host.run(250)  # the first HELLO comes before the chip is awake
    assert host.link.state(board.now_ns) == "talking"
    return host


def random_colors(rng: random.Random, count: int) -> tuple[tuple[int, int, int], ...]:
    return tuple((rng.randrange(256), rng.randrange(256), rng.randrange(256)) for _ in range(count))


@pytest.mark.parametrize("count", [0, 1, 24, 60])
def test_lamps_and_button_lights_show_what_was_sent(host: Host, count: int) -> None:
    colors = random_colors(random.Random(count), count)
    host.link.want(((1, 2, 3),) * count, 0)
    host.run(60)
    host.link.want(colors, 0b1010_0110)
    host.run(60)
    assert host.link.is_shown
    assert (host.board.lamps if count else (), host.board.lit) == (colors, 0b1010_0110)


def test_shorter_strip_leaves_no_lamp_burning(host: Host) -> None:
    host.link.want(((9, 9, 9),) * 10, 0)
    host.run(60)
    host.link.want(((9, 9, 9),) * 4, 0)
    host.run(60)
    assert host.board.lamps == ((9, 9, 9),) * 4 + ((0, 0, 0),) * 6


def test_strip_timing_keeps_the_data_sheet(host: Host) -> None:
    """WS2812B: 0 = 400 ns high, 850 low; 1 = 800 high, 450 low; each within 150 ns; 280 us of rest between writes."""
    rng = random.Random(3)
    for _ in range(60):
        host.link.want(random_colors(rng, 60), rng.randrange(256))
        host.run(15)  # the next frame comes in while the strip is still written to
    timing = host.board.timing()
    assert host.board.writes > 30
    for measured, wanted in [
        (timing.high_of_0_ns, 400),
        (timing.high_of_1_ns, 800),
        (timing.low_of_0_ns, 850),
        (timing.low_of_1_ns, 450),
    ]:
        assert wanted - 150 <= measured[0] <= measured[1] <= wanted + 150
    assert timing.shortest_pause_ns >= 280_000


def test_no_byte_is_lost_while_the_strip_is_written(host: Host) -> None:
    """60 lamps keep interrupts off for 1.8 ms, in which 20 bytes arrive and the chip's buffer holds three."""
    payload = lights_payload(((255, 0, 255),) * 60, 0)
    session = host.link._session
    frames = b"".join(encode(Message(Kind.LIGHTS, session, n, payload)) for n in range(1, 21))
    host.board.receive()
    host.board.send(frames)
    while host.board.unsent:
        host.board.run(MS)
    host.board.run(30 * MS)
    answers = Unframer().feed(host.board.receive())
    assert host.board.lost_bytes == 0
    held = digest(payload).to_bytes(2, "big")
    assert answers == [Message(Kind.SHOWN, session, n, held) for n in range(1, 21)]


def test_lamps_breathe_calmly_after_two_seconds_without_host(host: Host) -> None:
    host.link.want(((0, 200, 0),) * 5, 0xFF)
    host.run(60)
    assert host.board.own_lamp
    host.board.run(1_900 * MS)
    assert (host.board.lamps[:5], host.board.lit) == (((0, 200, 0),) * 5, 0xFF)
    levels = []
    for _ in range(100):
        host.board.run(50 * MS)
        levels.append(host.board.lamps[0])
    assert (host.board.lit, host.board.own_lamp) == (0, False)
    reds = [red for red, _, _ in levels[10:]]
    assert max(reds) < 32, "dim"
    assert max(abs(a - b) for a, b in zip(reds, reds[1:], strict=False)) <= 2, "no flicker"
    assert len(set(reds)) > 8, "it breathes"
    host.run(300)
    assert (host.board.lamps[:5], host.board.lit) == (((0, 200, 0),) * 5, 0xFF)


def test_each_button_is_told_from_the_others(host: Host) -> None:
    for button in range(8):
        host.board.hold(button, True)
        host.run(20)
        host.board.hold(button, False)
        host.run(20)
    assert host.link.presses() == [Press(button) for button in range(8)]


def test_bouncing_contact_is_one_press(host: Host) -> None:
    rng = random.Random(8)
    for is_down in (True, False) * 5:
        for _ in range(12):
            host.board.hold(5, rng.random() < 0.5)
            host.run(0.5)
        host.board.hold(5, is_down)
        host.run(30)
    assert host.link.presses() == [Press(5)] * 5


def test_short_spike_on_the_wire_is_no_press(host: Host) -> None:
    for _ in range(20):
        host.board.hold(1, True)
        host.run(2)
        host.board.hold(1, False)
        host.run(20)
    assert host.link.presses() == []


def test_holding_says_so_after_a_second(host: Host) -> None:
    host.board.hold(3, True)
    host.run(950)
    assert host.link.presses() == [Press(3)]
    host.run(2_000)
    assert host.link.presses() == [Press(3, held=True)]
    assert list(host.link.down_for_ns(host.board.now_ns)) == [3]


def test_button_down_since_power_on_is_no_press(board: SimulatedBoard) -> None:
    board.hold(0, True)
    host = Host(board)
    board.run(100 * MS)
    host.run(100)
    assert (host.link.presses(), list(host.link.down_for_ns(board.now_ns))) == ([], [0])


def test_reset_in_mid_frame_is_recovered_from(host: Host) -> None:
    colors = random_colors(random.Random(1), 24)
    host.link.want(colors, 1)
    host.board.send(host.link.send(host.board.now_ns))
    host.board.run(3 * MS)
    host.board.reset()
    host.run(900)
    assert (host.board.lamps[:24], host.link.is_shown, host.link.sessions) == (colors, True, 2)


def test_garbage_at_start_does_no_harm(board: SimulatedBoard) -> None:
    board.send(random.Random(2).randbytes(3_000))
    board.run(300 * MS)
    host = Host(board)
    host.link.want(((7, 8, 9),), 0)
    host.run(300)
    assert host.board.lamps[0] == (7, 8, 9)


def test_host_of_another_protocol_is_answered(board: SimulatedBoard) -> None:
    board.run(10 * MS)
    board.send(encode(Message(Kind.HELLO, 0x4242, 0, b"\x02")))
    board.run(10 * MS)
    assert board.receive() == encode(Message(Kind.STRANGER, 0x4242, 0, b"\x01"))


def test_2000_messages_each_way_over_a_bad_wire(board: SimulatedBoard) -> None:
    rng = random.Random(11)
    host = Host(board, fault_share=0.01, seed=12)
    host.run(300)
    assert host.link.state(board.now_ns) == "talking"
    pressed: list[Press] = []
    counted: list[Press] = []
    wishes, colors = 0, ()
    fingers: list[int] = []
    for now_ms in range(200_000):
        if wishes >= 2_000 and len(pressed) >= 2_000:
            break
        if wishes < 2_000 and (host.link.is_shown or not wishes):
            colors = random_colors(rng, 4)
            host.link.want(colors, rng.randrange(256))
            wishes += 1
        if now_ms % 14 == 0 and len(counted) == len(pressed) < 2_000:
            fingers = sorted(rng.sample(range(8), 3))
            pressed += [Press(button) for button in fingers]
        if now_ms % 7 == 0:
            for button in fingers:
                board.hold(button, now_ms % 14 == 0)
            fingers = fingers if now_ms % 14 == 0 else []
        host.run(1, step_ms=1)
        counted += host.link.presses()
    for _ in range(20):
        host.run(100)
        counted += host.link.presses()
    # Three fingers come down at once: among them the order is chance.
    rounds = [sorted(counted[i : i + 3], key=lambda press: press.button) for i in range(0, len(counted), 3)]
    assert [press for round_ in rounds for press in round_] == pressed
    assert (host.link.is_shown, board.lamps[:4], host.link.sessions) == (True, colors, 1)
    assert host.down.faults + host.up.faults > 500


def test_shipped_hex_is_what_the_sources_make(built: tuple[Path, Path]) -> None:
    version = subprocess.run(["avr-gcc", "-dumpversion"], capture_output=True, text=True, check=True).stdout.strip()
    shipped = simulator.FOLDER / "companion-board.hex"
    if version != "5.4.0":
        pytest.skip(f"the shipped hex was made with avr-gcc 5.4.0, this machine has {version}")
    assert shipped.read_text() == built[0].read_text()
