"""The serial frames between the companion and its board: bytes in, messages out, in both directions.

Nothing here knows a port or a clock. ``docs/serial-protocol.md`` describes the same in words, and
``hardware/firmware/link.c`` is the board's side of it.
"""

from binascii import crc_hqx
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

PROTOCOL = 1
"""Raised whenever an old board would misunderstand us. HELLO, WELCOME and STRANGER keep their shape for ever."""
MAX_LAMPS = 60
MAX_BUTTONS = 8
BAUD = 115_200
_HEAD = 5
_LONGEST = _HEAD + 2 + 3 * MAX_LAMPS + 2


class Kind(IntEnum):
    """What a message is about; the upper half comes from the board."""

    HELLO = 0x01
    LIGHTS = 0x02
    GOT = 0x03
    BEAT = 0x04
    WELCOME = 0x81
    SHOWN = 0x82
    PRESS = 0x83
    ALIVE = 0x84
    STRANGER = 0x85


_PAYLOAD: Mapping[Kind, int] = {
    Kind.HELLO: 1,
    Kind.GOT: 0,
    Kind.BEAT: 0,
    Kind.WELCOME: 6,
    Kind.SHOWN: 2,
    Kind.PRESS: 2,
    Kind.ALIVE: 3,
    Kind.STRANGER: 1,
}
"""Bytes of payload of each kind but LIGHTS, whose length follows from its own count. A dropped or doubled byte
changes the length, so this check finds surely what a CRC finds only with 65,535 chances in 65,536."""

DOWN, HELD = 1, 2
"""How a button was pressed: it went down, or it stayed down for a second."""


@dataclass(frozen=True, slots=True)
class Message:
    """One frame's content."""

    kind: Kind
    session: int
    number: int = 0
    payload: bytes = b""


def digest(payload: bytes) -> int:
    """The CRC-16 (polynomial 0x1021, start 0xFFFF) that guards frames and proves what the lamps show."""
    return crc_hqx(payload, 0xFFFF)


def lights_payload(colors: tuple[tuple[int, int, int], ...], lit: int) -> bytes:
    """What a LIGHTS message carries: a bit for each lit button, how many lamps, then red, green, blue of each."""
    return bytes((lit, len(colors))) + bytes(part for color in colors for part in color)


def encode(message: Message) -> bytes:
    """The message as bytes for the wire: zero, stuffed body, zero."""
    body = bytes((message.kind, *divmod(message.session, 256), *divmod(message.number, 256))) + message.payload
    body += digest(body).to_bytes(2, "big")
    # The leading zero ends whatever garbage stands before us, so that it cannot swallow this frame.
    return b"\0" + _stuff(body) + b"\0"


def decode(stuffed: bytes) -> Message | None:
    """The message between two zeros; None for anything that is not beyond doubt one."""
    body = _unstuff(stuffed)
    if body is None or not _HEAD + 2 <= len(body) <= _LONGEST or digest(body) != 0:
        return None
    try:
        kind = Kind(body[0])
    except ValueError:
        return None
    payload = body[_HEAD:-2]
    if not _has_right_length(kind, payload):
        return None
    return Message(kind, int.from_bytes(body[1:3], "big"), int.from_bytes(body[3:5], "big"), payload)


def _has_right_length(kind: Kind, payload: bytes) -> bool:
    if kind is Kind.LIGHTS:
        return len(payload) >= 2 and len(payload) == 2 + 3 * payload[1]
    return len(payload) == _PAYLOAD[kind]


def _stuff(body: bytes) -> bytes:
    """The body without zeros (COBS): each zero becomes the distance to the next one. Bodies stay below 254 bytes."""
    out = bytearray()
    for run in body.split(b"\0"):
        out.append(len(run) + 1)
        out += run
    return bytes(out)


def _unstuff(stuffed: bytes) -> bytes | None:
    runs = []
    at, end = 0, len(stuffed)
    while at < end:
        step = stuffed[at]
        if step == 0 or at + step > end:
            return None
        runs.append(stuffed[at + 1 : at + step])
        at += step
    return b"\0".join(runs)


class Unframer:
    """Cuts a stream of bytes into messages and counts what it had to throw away."""

    def __init__(self) -> None:
        self._rest = b""
        self.bad = 0
        """Frames thrown away so far."""
        self.heard = 0
        """Bytes received so far, good or bad."""

    def feed(self, data: bytes) -> list[Message]:
        """The messages completed by these bytes."""
        self.heard += len(data)
        *frames, self._rest = (self._rest + data).split(b"\0")
        if len(self._rest) > _LONGEST + 1:
            self._rest = self._rest[-_LONGEST - 2 :]  # still too long for a frame, and still bounded
        messages = []
        for stuffed in frames:
            if not stuffed:
                continue
            message = decode(stuffed)
            if message is None:
                self.bad += 1
            else:
                messages.append(message)
        return messages
