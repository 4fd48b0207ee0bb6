"""The companion's end of the wire: keeps trying until the board shows what it should and each press is counted once.

Pure apart from its own memory: time comes in with every call, bytes go in and out. ``hardware/port.py`` joins it to
a real port, the tests to a very bad wire.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

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
    lights_payload,
)

MS = 1_000_000
HELLO_EVERY_NS = 200 * MS
BEAT_EVERY_NS = 500 * MS
RETRY_NS = 60 * MS
"""How long to wait for SHOWN: 60 lamps need 20 ms on the wire and in the strip, a USB chip may add 16 ms each way."""
SILENT_NS = 2_000 * MS
STARTING_NS = 4_000 * MS
"""Opening the port resets most boards, and their boot loaders take up to two seconds: no alarm before that."""

State = Literal["searching", "talking", "silent", "garbled", "other version"]


@dataclass(frozen=True, slots=True)
class Press:
    """A button of the board that was pressed: counted from 0, held = it has been down for a second."""

    button: int
    held: bool = False


class Link:
    """One conversation with a board, begun anew whenever the board was reset or the wire was silent for too long."""

    def __init__(self, new_session: Callable[[], int]) -> None:
        self._new_session = new_session
        self._unframer = Unframer()
        self._session = 0
        self._offered = 0
        self._payload: bytes | None = None
        self._lights_number = 0
        self._is_shown = True
        self._lights_due_ns = 0
        self._hello_due_ns = 0
        self._beat_due_ns = 0
        self._last_press = 0
        self._presses: list[Press] = []
        self._replies: list[Message] = []
        self._began_ns: int | None = None
        self._heard_ns = 0
        self._understood_ns = 0
        self._down_since_ns: dict[int, int] = {}
        self.welcome: bytes | None = None
        """The payload of the board's last WELCOME: protocol, version (two numbers), lamps, buttons, buttons down."""
        self.other_protocol: int | None = None
        self.sessions = 0
        """How often a conversation began: more than once = the board was reset or out of reach."""

    # ------------------------------------------------------------------------------------------ what we want

    def want(self, colors: Sequence[tuple[int, int, int]], lit: int) -> None:
        """From now on the lamps should show these colors and the buttons with a bit in ``lit`` their light."""
        payload = lights_payload(tuple(colors[:MAX_LAMPS]), lit)
        if payload != self._payload:
            self._payload = payload
            self._is_shown = False

    @property
    def is_shown(self) -> bool:
        """Whether the board has proven that it shows what we want."""
        return self._session != 0 and self._is_shown

    def presses(self) -> list[Press]:
        """The presses since the last call, each exactly once, in order."""
        presses, self._presses = self._presses, []
        return presses

    def down_for_ns(self, now_ns: int) -> dict[int, int]:
        """How long each button that is down has been so."""
        return {button: now_ns - since for button, since in self._down_since_ns.items()}

    def state(self, now_ns: int) -> State:
        """How the conversation goes."""
        if self.other_protocol is not None:
            return "other version"
        began_ns = self._began_ns if self._began_ns is not None else now_ns
        if now_ns < max(self._understood_ns + SILENT_NS, began_ns + STARTING_NS):
            return "talking" if self._session else "searching"
        return "garbled" if self._heard_ns and now_ns - self._heard_ns < SILENT_NS else "silent"

    # ------------------------------------------------------------------------------------------ bytes in

    def receive(self, data: bytes, now_ns: int) -> None:
        """Take in what the wire brought."""
        if data:
            self._heard_ns = now_ns
        for message in self._unframer.feed(data):
            self._understand(message, now_ns)

    def _understand(self, message: Message, now_ns: int) -> None:
        if message.kind is Kind.WELCOME:
            self._welcomed(message, now_ns)
        elif message.kind is Kind.STRANGER:
            self._estranged(message, now_ns)
        elif self._session and message.session == self._session:
            self._understood_ns = now_ns
            if message.kind is Kind.SHOWN:
                self._shown(message)
            elif message.kind is Kind.PRESS:
                self._pressed(message, now_ns)
            elif message.kind is Kind.ALIVE:
                self._note_down(message.payload[0], now_ns)

    def _welcomed(self, message: Message, now_ns: int) -> None:
        if message.session != self._offered or self._session == self._offered:
            return
        self._understood_ns = now_ns
        self.welcome = message.payload
        self.other_protocol = None
        self._session = self._offered
        self.sessions += 1
        self._last_press = 0
        self._down_since_ns = {}
        self._note_down(message.payload[5], now_ns)
        self._is_shown = self._payload is None
        self._lights_due_ns = now_ns
        self._beat_due_ns = now_ns + BEAT_EVERY_NS

    def _estranged(self, message: Message, now_ns: int) -> None:
        """The board knows of no conversation: it was reset, missed us for too long, or speaks another protocol."""
        if message.session not in (self._session, self._offered):
            return
        self._understood_ns = now_ns
        self.other_protocol = message.payload[0] if message.payload[0] != PROTOCOL else None
        if self._session:
            self._session = self._offered = 0
            self._hello_due_ns = now_ns

    def _shown(self, message: Message) -> None:
        if message.number == self._lights_number and self._payload is not None:
            shown = int.from_bytes(message.payload, "big")
            # Another digest = newer wishes since, or a frame that only looked right: send once more, at once.
            self._is_shown = shown == digest(self._payload)
            self._lights_due_ns = 0

    def _pressed(self, message: Message, now_ns: int) -> None:
        button, how = message.payload
        if button >= MAX_BUTTONS or how not in (DOWN, HELD):
            return
        following = self._last_press % 0xFFFF + 1
        if message.number == following:
            self._last_press = following
            self._presses.append(Press(button, how == HELD))
            self._down_since_ns.setdefault(button, now_ns)
        if message.number == self._last_press:
            self._replies.append(Message(Kind.GOT, self._session, message.number))

    def _note_down(self, mask: int, now_ns: int) -> None:
        down = {button for button in range(MAX_BUTTONS) if mask >> button & 1}
        self._down_since_ns = {button: self._down_since_ns.get(button, now_ns) for button in sorted(down)}

    # ------------------------------------------------------------------------------------------ bytes out

    def send(self, now_ns: int) -> bytes:
        """What must go onto the wire now."""
        if self._began_ns is None:
            self._began_ns = now_ns
        if self._session and now_ns - self._understood_ns >= SILENT_NS:
            self._session = self._offered = 0  # the board shows "no host" by now and has forgotten us too
        if not self._session:
            return self._hello(now_ns)
        messages, self._replies = self._replies, []
        if not self._is_shown and now_ns >= self._lights_due_ns and self._payload is not None:
            self._lights_number = self._lights_number % 0xFFFF + 1
            self._lights_due_ns = now_ns + RETRY_NS
            messages.append(Message(Kind.LIGHTS, self._session, self._lights_number, self._payload))
        if not messages and now_ns >= self._beat_due_ns:
            messages.append(Message(Kind.BEAT, self._session))
            self._beat_due_ns = now_ns + BEAT_EVERY_NS
        return b"".join(encode(message) for message in messages)

    def _hello(self, now_ns: int) -> bytes:
        self._replies.clear()
        if now_ns < self._hello_due_ns:
            return b""
        if not self._offered:
            self._offered = self._new_session()
        self._hello_due_ns = now_ns + HELLO_EVERY_NS
        return encode(Message(Kind.HELLO, self._offered, 0, bytes((PROTOCOL,))))
