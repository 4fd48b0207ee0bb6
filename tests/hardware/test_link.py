"""The two ends of the wire against each other, in simulated time."""

from collections.abc import Iterator

import pytest

from hardware.board import Board
from hardware.link import MS, Link, Press
from hardware.protocol import Kind, Message, encode, lights_payload
from hardware.soak import soak

RED = ((200, 0, 0),) * 4
BLUE = ((0, 0, 200),) * 4


class Pair:
    """A link and a board joined by a perfect wire that can be cut."""

    def __init__(self, board: Board | None = None) -> None:
        self.sessions: Iterator[int] = iter(range(1, 1000))
        self.link = Link(lambda: next(self.sessions))
        self.board = board or Board()
        self.now_ns = 0
        self.is_cut = False

    def run(self, ms: int) -> None:
        for _ in range(ms):
            self.now_ns += MS
            to_board, to_link = self.link.send(self.now_ns), self.board.send(self.now_ns)
            if not self.is_cut:
                self.board.receive(to_board, self.now_ns)
                self.link.receive(to_link, self.now_ns)

    def state(self) -> str:
        return self.link.state(self.now_ns)


@pytest.fixture
def pair() -> Pair:
    pair = Pair()
    pair.link.want(RED, 0b101)
    pair.run(10)
    return pair


def test_lamps_show_what_was_wanted_before_the_board_was_there(pair: Pair) -> None:
    assert (pair.board.lamps, pair.board.lit, pair.link.is_shown, pair.state()) == (RED, 0b101, True, "talking")


def test_same_wish_again_sends_nothing(pair: Pair) -> None:
    pair.link.want(RED, 0b101)
    assert pair.link.send(pair.now_ns) == b""


def test_newest_wish_wins_when_several_come_at_once(pair: Pair) -> None:
    pair.link.want(BLUE, 0)
    pair.link.send(pair.now_ns)  # lost on the way
    pair.link.want(BLUE + RED, 1)
    pair.run(100)
    assert (pair.board.lamps, pair.board.lit, pair.link.is_shown) == (BLUE + RED, 1, True)


def test_press_repeated_by_the_board_counts_once(pair: Pair) -> None:
    pair.board.press(2, pair.now_ns)
    first = pair.board.send(pair.now_ns)
    again = pair.board.send(pair.now_ns + 50 * MS)
    assert first == again != b""
    pair.link.receive(first + again + again, pair.now_ns)
    assert pair.link.presses() == [Press(2)]
    assert pair.link.presses() == []


def test_button_held_for_a_second_says_so_once(pair: Pair) -> None:
    pair.board.press(7, pair.now_ns)
    pair.run(3_000)
    assert pair.link.presses() == [Press(7), Press(7, held=True)]


def test_long_way_round_the_press_numbers(pair: Pair) -> None:
    for round_ in range(3):
        pair.link._last_press = pair.board._next_number - 1 or 0xFFFF
        for button in range(4):
            pair.board.press(button, pair.now_ns)
            pair.board.release(button)
            pair.run(2)
        assert pair.link.presses() == [Press(b) for b in range(4)], round_
        pair.board._next_number = 0xFFFE


def test_board_without_host_forgets_us_and_both_find_each_other_again(pair: Pair) -> None:
    pair.is_cut = True
    pair.run(1_900)
    assert pair.board.has_host
    pair.run(110)
    assert pair.board.has_host is False
    pair.run(2_000)
    assert pair.state() == "silent"
    assert pair.board.press(1, pair.now_ns) is False, "nobody listens: the lamps say so, the press is not kept"
    pair.is_cut = False
    pair.link.want(BLUE, 0)
    pair.run(250)
    assert (pair.board.has_host, pair.state(), pair.board.lamps, pair.link.presses()) == (True, "talking", BLUE, [])
    assert pair.link.sessions == 2


def test_press_made_while_the_wire_was_loose_for_a_moment_arrives(pair: Pair) -> None:
    pair.is_cut = True
    pair.board.press(3, pair.now_ns)
    pair.run(1_000)
    pair.is_cut = False
    pair.run(60)
    assert pair.link.presses()[0] == Press(3)


def test_board_reset_is_noticed_and_its_lamps_lit_again(pair: Pair) -> None:
    pair.board = Board()
    pair.run(600)
    assert (pair.board.lamps, pair.board.lit, pair.state(), pair.link.sessions) == (RED, 0b101, "talking", 2)
    pair.board.press(0, pair.now_ns)
    pair.run(5)
    assert pair.link.presses() == [Press(0)]


def test_board_of_another_protocol_is_named_and_a_new_one_taken(pair: Pair) -> None:
    pair.board = Board(protocol=9)
    pair.run(900)
    assert (pair.state(), pair.link.other_protocol) == ("other version", 9)
    pair.board = Board()
    pair.run(900)
    assert (pair.state(), pair.board.lamps) == ("talking", RED)


def test_old_session_is_not_obeyed(pair: Pair) -> None:
    old = encode(Message(Kind.LIGHTS, 500, 3, lights_payload(BLUE, 0)))
    pair.board.receive(old, pair.now_ns)
    pair.link.receive(encode(Message(Kind.PRESS, 500, 1, b"\x01\x01")), pair.now_ns)
    pair.link.receive(encode(Message(Kind.STRANGER, 500, 0, b"\x09")), pair.now_ns)
    assert (pair.board.lamps, pair.link.presses(), pair.state()) == (RED, [], "talking")


def test_lamps_that_took_a_broken_frame_are_sent_again(pair: Pair) -> None:
    """What a CRC cannot exclude: a frame that only looked right. The digest in SHOWN finds it."""
    pair.link.want(BLUE, 0)
    pair.link.send(pair.now_ns)
    pair.board._shown = lights_payload(RED, 0)
    wrong = encode(Message(Kind.SHOWN, 1, pair.link._lights_number, b"\x12\x34"))
    pair.link.receive(wrong, pair.now_ns)
    assert not pair.link.is_shown
    pair.run(3)
    assert (pair.board.lamps, pair.link.is_shown) == (BLUE, True)


def test_garbage_instead_of_a_board_is_told_from_silence() -> None:
    link = Link(lambda: 1)
    for now_ms in range(0, 4_500, 10):
        link.send(now_ms * MS)
        link.receive(b"\xfe\x80\x00", now_ms * MS)
    assert link.state(4_500 * MS) == "garbled"
    quiet = Link(lambda: 1)
    assert (quiet.state(0), quiet.send(0) != b"") == ("searching", True)
    assert [quiet.state(ms * MS) for ms in (3_999, 4_000)] == ["searching", "silent"]


def test_stuck_button_is_known_by_how_long_it_is_down(pair: Pair) -> None:
    pair.board.press(4, pair.now_ns)
    pair.run(30_000)
    assert list(pair.link.down_for_ns(pair.now_ns)) == [4]
    assert pair.link.down_for_ns(pair.now_ns)[4] > 29_000 * MS
    pair.board.release(4)
    pair.run(600)
    assert pair.link.down_for_ns(pair.now_ns) == {}


@pytest.mark.parametrize("seed", [1, 2])
def test_no_press_is_lost_or_doubled_on_a_bad_wire(seed: int) -> None:
    """A sample; ``benchmarks/lamps.py --soak`` runs 100,000 messages each way."""
    result = soak(2_500, seed=seed)
    assert (result.lights_sent, len(result.pressed)) == (2_500, 2_500)
    assert result.counted == result.pressed
    assert result.lamps_right
    assert result.faults > 0.009 * result.bytes_carried


def test_soak_would_notice_a_wire_that_carries_nothing() -> None:
    assert soak(1, seed=1, fault_share=0.9).lamps_right is False
