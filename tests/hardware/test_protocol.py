"""Frames: what goes in comes out, and nothing else ever does."""

import random

import pytest

from hardware.protocol import MAX_LAMPS, Kind, Message, Unframer, decode, digest, encode, lights_payload

COLORS = tuple((i, 0, 255 - i) for i in range(MAX_LAMPS))
MESSAGES = [
    Message(Kind.HELLO, 0xBEEF, 0, b"\x01"),
    Message(Kind.LIGHTS, 0x0001, 0x0100, lights_payload(COLORS, 0)),
    Message(Kind.LIGHTS, 0xFFFF, 0xFFFF, lights_payload((), 255)),
    Message(Kind.GOT, 256, 7),
    Message(Kind.BEAT, 1),
    Message(Kind.WELCOME, 2, 0, b"\x01\x01\x00\x3c\x08\x00"),
    Message(Kind.SHOWN, 3, 9, b"\x00\x00"),
    Message(Kind.PRESS, 4, 10, b"\x07\x01"),
    Message(Kind.ALIVE, 5, 0, b"\x00\x00\x00"),
    Message(Kind.STRANGER, 6, 0, b"\x02"),
]


def test_digest_is_the_published_check_value() -> None:
    assert digest(b"123456789") == 0x29B1


def test_every_kind_of_message_survives_the_wire_byte_by_byte() -> None:
    unframer = Unframer()
    stream = b"".join(encode(message) for message in MESSAGES)
    got = [message for byte in stream for message in unframer.feed(bytes((byte,)))]
    assert (got, unframer.bad, unframer.heard) == (MESSAGES, 0, len(stream))


def test_frame_holds_no_zero_inside() -> None:
    assert [encode(m).count(0) for m in MESSAGES] == [2] * len(MESSAGES)


@pytest.mark.parametrize("message", MESSAGES, ids=lambda m: f"{m.kind.name}-{m.session}")
def test_any_single_fault_is_refused(message: Message) -> None:
    stuffed = encode(message)[1:-1]
    dropped = [stuffed[:i] + stuffed[i + 1 :] for i in range(len(stuffed))]
    doubled = [stuffed[: i + 1] + stuffed[i:] for i in range(len(stuffed))]
    flipped = [
        stuffed[:i] + bytes((stuffed[i] ^ flip,)) + stuffed[i + 1 :]
        for i in range(len(stuffed))
        for flip in (1, 0x80, 0x55, 0xFF)
        if stuffed[i] != flip
    ]
    assert [decode(bad) for bad in dropped + doubled + flipped if decode(bad) is not None] == []


def test_unknown_kind_and_wrong_length_are_refused() -> None:
    def framed(body: bytes) -> bytes:
        body += digest(body).to_bytes(2, "big")
        return b"".join(bytes((len(run) + 1,)) + run for run in body.split(b"\0"))

    head = b"\x01\x01\x01\x01"
    assert decode(framed(b"\x04" + head)) == Message(Kind.BEAT, 0x0101, 0x0101)
    assert decode(framed(b"\x77" + head)) is None
    assert decode(framed(b"\x04" + head + b"x")) is None
    assert decode(framed(b"\x02" + head + b"\x01\x02abc")) is None
    assert decode(framed(b"\x02" + head + b"\x01")) is None


def test_garbage_before_a_frame_does_not_swallow_it() -> None:
    rng = random.Random(5)
    for _ in range(300):
        unframer = Unframer()
        garbage = rng.randbytes(rng.randrange(600))
        unframer.feed(garbage)
        assert unframer.feed(encode(MESSAGES[1]))[-1] == MESSAGES[1]


def test_endless_garbage_takes_no_memory() -> None:
    unframer = Unframer()
    for _ in range(2_000):
        unframer.feed(b"\xaa" * 1_000)
    assert len(unframer._rest) < 300
    assert unframer.feed(b"\0") == []
    assert unframer.bad == 1
