"""The board's end of the wire in Python: what the firmware does, for machines with neither a board nor a simulator.

Time comes in with every call; ``hardware/firmware/link.c`` is the same logic in C.
"""

from collections import deque

from hardware.protocol import (
    DOWN,
    HELD,
    MAX_BUTTONS,
    MAX_LAMPS,
    PROTOCOL,
    Kind,
    Message,
    Unframer,
    digest,
    encode,
)

MS = 1_000_000
NO_HOST_NS = 2_000 * MS
REPEAT_NS = 40 * MS
HOLD_NS = 1_000 * MS
QUEUE = 16
"""Presses that wait for their receipt; a seventeenth is not taken, as if the finger had slipped."""
VERSION = (1, 0)


class Board:
    """A board with lamps, buttons and a wire."""

    def __init__(self, protocol: int = PROTOCOL) -> None:
        self._protocol = protocol
        self._unframer = Unframer()
        self._session = 0
        self._heard_ns = 0
        self._queue: deque[tuple[int, int, int]] = deque()
        self._next_number = 1
        self._repeat_ns = 0
        self._down_since_ns: dict[int, int] = {}
        self._replies: list[Message] = []
        self._shown = b"\0\0"

    # ------------------------------------------------------------------------------------------ what people see and do

    @property
    def has_host(self) -> bool:
        """Whether a companion talks to it; if not, it shows a calm pattern of its own."""
        return self._session != 0

    @property
    def lamps(self) -> tuple[tuple[int, int, int], ...]:
        """The colors last sent."""
        parts = self._shown[2:]
        return tuple((parts[i], parts[i + 1], parts[i + 2]) for i in range(0, len(parts), 3))

    @property
    def lit(self) -> int:
        """One bit for each button whose light is on."""
        return self._shown[0]

    @property
    def waiting(self) -> int:
        """Presses the companion has not yet confirmed."""
        return len(self._queue)

    def press(self, button: int, now_ns: int) -> bool:
        """A finger goes down; False if the press is not taken because nobody listens or too many wait."""
        if button in self._down_since_ns:
            return False
        self._down_since_ns[button] = now_ns
        return self._enqueue(button, DOWN)

    def release(self, button: int) -> None:
        """The finger goes up."""
        self._down_since_ns.pop(button, None)

    def _enqueue(self, button: int, how: int) -> bool:
        if not self._session or len(self._queue) == QUEUE:
            return False
        self._queue.append((self._next_number, button, how))
        self._next_number = self._next_number % 0xFFFF + 1
        if len(self._queue) == 1:
            self._repeat_ns = 0
        return True

    # ------------------------------------------------------------------------------------------ the wire

    def receive(self, data: bytes, now_ns: int) -> None:
        """Take in what the wire brought."""
        for message in self._unframer.feed(data):
            self._understand(message, now_ns)

    def _understand(self, message: Message, now_ns: int) -> None:
        if message.kind is Kind.HELLO:
            self._greet(message, now_ns)
        elif message.kind not in (Kind.LIGHTS, Kind.GOT, Kind.BEAT):
            return
        elif not self._session or message.session != self._session:
            self._reply(Kind.STRANGER, message.session, 0, bytes((self._protocol,)))
        else:
            self._heard_ns = now_ns
            if message.kind is Kind.LIGHTS and message.payload[1] <= MAX_LAMPS:
                self._shown = message.payload
                self._reply(Kind.SHOWN, self._session, message.number, digest(self._shown).to_bytes(2, "big"))
            elif message.kind is Kind.GOT and self._queue and self._queue[0][0] == message.number:
                self._queue.popleft()
                self._repeat_ns = 0
            elif message.kind is Kind.BEAT:
                self._reply(Kind.ALIVE, self._session, 0, bytes((self._down_mask(), *divmod(self._bad(), 256))))

    def _greet(self, message: Message, now_ns: int) -> None:
        if message.payload[0] != self._protocol or not message.session:
            self._reply(Kind.STRANGER, message.session, 0, bytes((self._protocol,)))
            return
        self._heard_ns = now_ns
        if message.session != self._session:
            self._session = message.session
            self._queue.clear()
            self._next_number = 1
        facts = (self._protocol, *VERSION, MAX_LAMPS, MAX_BUTTONS, self._down_mask())
        self._reply(Kind.WELCOME, self._session, 0, bytes(facts))

    def _reply(self, kind: Kind, session: int, number: int, payload: bytes) -> None:
        self._replies.append(Message(kind, session, number, payload))

    def _down_mask(self) -> int:
        return sum(1 << button for button in self._down_since_ns)

    def _bad(self) -> int:
        return min(self._unframer.bad, 0xFFFF)

    def send(self, now_ns: int) -> bytes:
        """What must go onto the wire now."""
        if self._session and now_ns - self._heard_ns >= NO_HOST_NS:
            self._session = 0
            self._queue.clear()
        self._note_holds(now_ns)
        messages, self._replies = self._replies, []
        if self._queue and now_ns >= self._repeat_ns:
            number, button, how = self._queue[0]
            messages.append(Message(Kind.PRESS, self._session, number, bytes((button, how))))
            self._repeat_ns = now_ns + REPEAT_NS
        return b"".join(encode(message) for message in messages)

    def _note_holds(self, now_ns: int) -> None:
        for button, since in self._down_since_ns.items():
            if 0 <= since <= now_ns - HOLD_NS:
                self._down_since_ns[button] = -1
                self._enqueue(button, HELD)
