"""Publishes a table: what it looks like, what its journal gains, what it signs, and that it is there at all.

It runs in a thread of its own and only ever looks at the table; whatever the network does, the table does not notice.
"""

import logging
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from companion import __version__
from companion.errors import CompanionError, ConfigError, text_of
from companion.network import homeassistant
from companion.network.broker import Broker, Login
from companion.network.messages import Answer, Sketch, Status, pack, unpack
from companion.network.outbox import Outbox
from companion.network.topics import ACK, BUTTON, CHECKPOINT, JOURNAL, STATUS, VIEW, is_name, topic
from companion.words import say

log = logging.getLogger(__name__)

MOST_PRESSED = 20
"""So many presses wait at most to be told."""
PACE_S = 0.1
"""So often it is looked whether something changed; faster than anybody reads a page."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where the publisher looks; every function returns at once."""

    journal: Path
    size: Callable[[], int]
    """How many entries the journal holds."""
    version: Callable[[], int]
    """Grows whenever the sketch may have changed."""
    sketch: Callable[[], Sketch]
    signed: Callable[[], tuple[str, str]]
    """The table's public key and its newest signed checkpoint; ``("", "")`` before the first."""


class Publisher:
    """A table's voice on the broker. ``tick`` sends what is due, ``run`` does so until stopped."""

    def __init__(  # noqa: PLR0913 - what is told, to whom, as whom, and where its own trouble is told
        self,
        source: Source,
        login: Login,
        table: str,
        trouble: Callable[[str], None],
        *,
        home_assistant: bool = False,
        buttons: tuple[str, ...] = (),
    ) -> None:
        if not is_name(table):
            raise ConfigError(
                f"{table!r} cannot be a table's name on the broker; write small letters, digits and hyphens."
            )
        self._source, self._table, self._trouble = source, table, trouble
        self._home_assistant, self._buttons = home_assistant, buttons
        self._outbox = Outbox(source.journal)
        self._lock = threading.Lock()
        self._answers: list[Answer] = []
        self._pressed: deque[str] = deque(maxlen=MOST_PRESSED)
        self._fresh = False
        self._refused = ""
        self._short_of = 0
        self._status: tuple[str, int] | None = None
        self._drawn: int | None = None
        self._said: dict[str, bytes] = {}
        self._announced: tuple[str, ...] | None = None
        self._wake = threading.Event()
        self.stopping = threading.Event()
        self._broker = Broker(
            login, f"companion-{table}", connected=self._on_connected, heard=self._on_heard,
            trouble=self._on_trouble, will=(topic(table, STATUS), pack(Status())),
        )  # fmt: skip

    # ------------------------------------------------------------------------------------------ paho's thread

    def _on_connected(self) -> None:
        self._broker.subscribe(topic(self._table, ACK))
        with self._lock:
            self._fresh = True
        self._wake.set()

    def _on_heard(self, _: str, payload: bytes) -> None:
        answer = unpack(Answer, payload)
        if answer is not None:
            with self._lock:
                self._answers.append(answer)
            self._wake.set()

    def _on_trouble(self, text: str) -> None:
        if text:
            log.info("%s: %s", self._table, text)
        self._trouble(text or self._refused)

    # ------------------------------------------------------------------------------------------ the lamps' thread

    def press(self, button: str) -> None:
        """Somebody pressed a button: note it, to be told Home Assistant in a moment."""
        if self._home_assistant:
            with self._lock:
                self._pressed.append(button)
            self._wake.set()

    # ------------------------------------------------------------------------------------------ its own thread

    def run(self) -> None:
        """Publish until stopped."""
        self._broker.open()
        while not self.stopping.is_set():
            self._wake.wait(PACE_S)
            self._wake.clear()
            self.tick()
        self._broker.last_words(topic(self._table, STATUS), pack(Status(left=True)))
        self._broker.close()
        self._outbox.close()

    def tick(self) -> None:
        """Send what is due."""
        with self._lock:
            fresh, self._fresh = self._fresh, False
            answers, self._answers = self._answers, []
            pressed = tuple(self._pressed)
            self._pressed.clear()
        if fresh:
            self._said.clear()
            self._status = self._drawn = None
            self._announced = None
            self._outbox.begin(self._source.size())
        for answer in answers:
            self._obey(answer)
        if not self._broker.is_connected:
            return  # and what was pressed is worth nothing later
        for button in pressed:
            self._broker.publish(topic(self._table, BUTTON), button.encode())
        try:
            self._send_status()
            self._send_entries()
            self._send_view()
        except CompanionError as error:
            log.error("%s: %s", self._table, error)
            self._trouble(text_of(error))

    def _obey(self, answer: Answer) -> None:
        size = self._source.size()
        self._short_of = answer.have if answer.have > size else 0
        self._outbox.take_answer(min(answer.have, size), answer.again)
        said = answer.refused and say(
            "The hub takes no more entries from this table: {why} Ask the organiser.", why=answer.refused
        )
        if said != self._refused:
            self._refused = said
            self._trouble(said)

    def _send_status(self) -> None:
        """Said once for each connection, and when something about it changes; the hub answers with what it holds."""
        key, _ = self._source.signed()
        if self._status != (key, self._short_of):
            status = Status(True, self._source.size(), key, __version__, short_of=self._short_of)
            if self._say(STATUS, pack(status)):
                self._status = (key, self._short_of)

    def _send_entries(self) -> None:
        key, note = self._source.signed()  # before the entries: it never speaks of more than is sent below
        size = self._source.size()
        while not self._refused and (batch := self._outbox.next_batch(size)):
            if not self._broker.publish(topic(self._table, JOURNAL), batch):
                break
            self._outbox.is_sent()
        if note:
            self._say(CHECKPOINT, f"{key}\n\n{note}".encode())

    def _send_view(self) -> None:
        version = self._source.version()
        if version == self._drawn:
            return
        sketch = self._source.sketch()
        if self._say(VIEW, pack(sketch)):
            self._drawn = version
        if self._home_assistant and self._announced != (sketch.name, *sketch.names):
            for where, what in homeassistant.announcements(self._table, sketch, self._buttons):
                self._broker.publish(where, what, retain=True)
            self._announced = (sketch.name, *sketch.names)

    def _say(self, part: str, payload: bytes) -> bool:
        """Publish something retained, if it is new; whether it is said by now."""
        if self._said.get(part) == payload:
            return True
        if not self._broker.publish(topic(self._table, part), payload, retain=True):
            return False
        self._said[part] = payload
        return True
