"""Takes in what the tables send: checks it, keeps it, and only then tells each table what is safe.

Messages wait in a queue for one thread, which takes as many at once as there are: under load a whole second of two
hundred tables becomes one transaction. If the queue is ever full, messages are dropped; the tables send them again.
"""

import logging
import queue
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from companion.errors import JournalError
from companion.hub.store import Kept, Store
from companion.hub.witness import Outcome, Taken, Witness
from companion.network.messages import Answer, Sketch, Status, unpack
from companion.network.topics import CHECKPOINT, JOURNAL, STATUS, VIEW, Address, parse
from companion.words import say

log = logging.getLogger(__name__)

MOST_WAITING = 20_000
MOST_AT_ONCE = 500
AGAIN_S = 2.0
"""A table is asked at most so often to send the same again: what is under way must not be asked for twice."""


@dataclass(slots=True)
class Desk:
    """One table as the hub knows it."""

    kept: Kept
    witness: Witness
    sketch: Sketch = Sketch()
    status: Status = Status()
    heard_s: float = 0.0
    """When something came from it last, by the wall clock."""
    version: int = 0
    asked_again: tuple[int, float] = (-1, 0.0)


class Intake:
    """The hub's one writer; ``step`` takes in what is there, ``run`` does so until stopped."""

    def __init__(
        self,
        store: Store,
        answer: Callable[[str, Answer], None],
        kept: Callable[[Desk, list[Taken]], None],
        changed: Callable[[], None],
    ) -> None:
        self._store, self._answer, self._kept, self._changed = store, answer, kept, changed
        self._queue: queue.Queue[tuple[Address, bytes]] = queue.Queue(MOST_WAITING)
        self._lock = threading.RLock()
        self._desks = {kept.name: self._desk(kept) for kept in store.records()}
        self.entries = 0
        """Taken in since the start."""
        self.dropped = 0
        """Messages that found the queue full."""
        self.trouble = ""
        self._is_stale = False
        self.stopping = threading.Event()

    def _desk(self, kept: Kept) -> Desk:
        return Desk(kept, self._witness(kept))

    def _witness(self, kept: Kept) -> Witness:
        """A witness with a standing of its own: what a desk shows is always what the store holds."""
        record = kept.id
        return Witness(replace(kept.standing), lambda after, until: self._store.lines(record, after, until))

    # ------------------------------------------------------------------------------------------ any thread

    def put(self, topic: str, payload: bytes) -> None:
        """Something was heard."""
        address = parse(topic)
        if address is None:
            return
        try:
            self._queue.put_nowait((address, payload))
        except queue.Full:
            self.dropped += 1

    def desks(self) -> list[Desk]:
        """Every table, by name."""
        with self._lock:
            return [self._desks[name] for name in sorted(self._desks)]

    def desk(self, name: str) -> Desk | None:
        """The table with this name on the broker."""
        return self._desks.get(name)

    def greet(self) -> None:
        """The broker is there (again): tell every table what is held and ask for the rest."""
        for desk in self.desks():
            self._tell(desk, again=True)

    def begin_anew(self, name: str) -> None:
        """The organiser says that a table may begin a new journal here; the old one stays in the store."""
        with self._lock:
            old = self._desks[name]
            fresh = self._desk(self._store.begin(name, old.kept.title))
            fresh.sketch, fresh.status, fresh.version = old.sketch, old.status, old.version + 1
            self._desks[name] = fresh
        self._tell(fresh, again=True)
        self._changed()

    # ------------------------------------------------------------------------------------------ the one writer

    def run(self) -> None:
        """Take in until stopped."""
        while not self.stopping.is_set():
            self.step(0.2)

    def step(self, patience_s: float) -> int:
        """Take in what is there, waiting a moment if nothing is; how many messages it was."""
        try:
            messages = [self._queue.get(timeout=patience_s)]
        except queue.Empty:
            return 0
        while len(messages) < MOST_AT_ONCE and not self._queue.empty():
            messages.append(self._queue.get_nowait())
        with self._lock:
            try:
                self._take(messages)
            except Exception:  # noqa: BLE001 - the loop's edge: one table must not silence the others
                log.exception("a message could not be taken in; each is tried by itself")
                self._take_each(messages)
        self._changed()
        return len(messages)

    def _take_each(self, messages: Iterable[tuple[Address, bytes]]) -> None:
        """Find out whose message it was that nobody could take in, and take nothing more from that table."""
        self._is_stale = True
        for address, payload in messages:
            try:
                self._take([(address, payload)])
            except Exception:  # noqa: BLE001 - as above
                log.exception("%s sent something that cannot be taken in", address.table)
                self._is_stale = True
                self._shut_out(address.table)

    def _shut_out(self, table: str) -> None:
        self._reload()
        desk = self._desks[table]
        desk.witness.standing.trouble = say("it sent something that is no entry of a journal.")
        self._keep({table: []})

    def _take(self, messages: Iterable[tuple[Address, bytes]]) -> None:
        taken: dict[str, list[Taken]] = {}
        keep: set[str] = set()
        answers: dict[str, bool] = {}
        try:
            if self._is_stale:
                self._reload()
            for address, payload in messages:
                desk = self._desks.get(address.table)
                if desk is None:
                    desk = self._desks[address.table] = self._desk(self._store.begin(address.table))
                desk.version += 1
                desk.heard_s = time.time()
                out = self._hear(desk, address.part, payload)
                taken.setdefault(address.table, []).extend(out.taken)
                if out.taken or out.changed:
                    keep.add(address.table)
                if address.part in (JOURNAL, CHECKPOINT) or (address.part == STATUS and desk.status.online):
                    again = out.gap or address.part == STATUS
                    answers[address.table] = answers.get(address.table, False) or again
            if keep:
                self._keep({name: taken[name] for name in keep})
        except JournalError as error:
            log.error("nothing was kept: %s", error)
            self.trouble, self._is_stale = str(error), True
            return
        self.trouble = ""
        self._tell_all(taken, keep, answers)

    def _keep(self, taken: dict[str, list[Taken]]) -> None:
        """Write entries and standings, and only then show them."""
        desks = [self._desks[name] for name in taken]
        fresh = [replace(desk.kept, standing=replace(desk.witness.standing)) for desk in desks]
        self._store.keep({desk.kept.id: taken[desk.kept.name] for desk in desks}, fresh)
        for desk, kept in zip(desks, fresh, strict=True):
            desk.kept = kept

    def _tell_all(self, taken: dict[str, list[Taken]], keep: set[str], answers: dict[str, bool]) -> None:
        for name in keep:
            self.entries += len(taken[name])
            self._kept(self._desks[name], taken[name])
        for name, again in answers.items():
            self._tell(self._desks[name], again)

    def _hear(self, desk: Desk, part: str, payload: bytes) -> Outcome:
        if part == JOURNAL:
            return desk.witness.take(payload)
        if part == CHECKPOINT:
            return desk.witness.take_checkpoint(payload)
        out = Outcome()
        if part == STATUS:
            desk.status = unpack(Status, payload) or desk.status
            if desk.status.short_of:
                return desk.witness.take_confession(desk.status.size, desk.status.short_of)
        elif part == VIEW:
            desk.sketch = unpack(Sketch, payload) or desk.sketch
            if desk.sketch.name != desk.kept.title:
                desk.kept.title, out.changed = desk.sketch.name, True
        return out

    def _tell(self, desk: Desk, again: bool) -> None:
        standing = desk.kept.standing
        asked, when = desk.asked_again
        if again and asked == standing.size and time.monotonic() - when < AGAIN_S:
            again = False
        if again:
            desk.asked_again = (standing.size, time.monotonic())
        self._answer(desk.kept.name, Answer(standing.size, again, standing.trouble))

    def _reload(self) -> None:
        """Something could not be kept: believe again only what the store holds; the tables send the rest again."""
        stored = {kept.name: kept for kept in self._store.records()}
        for name, desk in self._desks.items():
            desk.kept = stored.get(name) or self._store.begin(name)
            desk.witness = self._witness(desk.kept)
        self._is_stale = False
