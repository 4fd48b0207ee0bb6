"""The hub put together: broker, intake, judge and store; what its pages talk to."""

import logging
import threading
from collections.abc import Sequence
from dataclasses import dataclass

from companion.changes import Changes
from companion.hub.evening import Played
from companion.hub.intake import Desk, Intake
from companion.hub.judge import UNPLAYABLE, Judge, play_again
from companion.hub.store import Store
from companion.hub.wandering import Wanderer, Wandering
from companion.hub.witness import Taken
from companion.network.broker import Broker, Login
from companion.network.messages import Answer, pack
from companion.network.topics import ACK, CHECKPOINT, JOURNAL, ROOT, STATUS, VIEW, topic
from companion.table import Table
from companion.words import say

log = logging.getLogger(__name__)

CLIENT_ID = "companion-hub"
RELEARN_GAMES = 2
"""Of so many newest games of each table the pieces are learnt again after a restart."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What the hub has done since it was started."""

    tables: int
    entries: int
    dropped: int


class Hub:
    """Keeps and shows the journals of all tables."""

    def __init__(self, login: Login, store: Store, client_id: str = CLIENT_ID) -> None:
        self._store = store
        self._changes = Changes()
        self._wandering = Wandering()
        self._broker_trouble: str = say("The hub is not connected to the broker yet.")
        self.judge = Judge(store)
        self.intake = Intake(store, self._answer, self._kept, self._changes.changed)
        self._broker = Broker(login, client_id, connected=self._connected, heard=self.intake.put, trouble=self._trouble)
        self._replayed: dict[str, tuple[int, str, Table]] = {}
        self._threads: list[threading.Thread] = []

    def open(self) -> None:
        """Start to listen."""
        desks = self.intake.desks()
        self.judge.catch_up(desks)
        for desk in desks:
            self._relearn(desk)
        for name, run in (("intake", self.intake.run), ("judge", self.judge.run)):
            thread = threading.Thread(target=run, name=name, daemon=True)
            thread.start()
            self._threads.append(thread)
        self._broker.open()

    def close(self) -> None:
        """Stop, and give everything back."""
        self._broker.close()
        self.intake.stopping.set()
        self.judge.stopping.set()
        for thread in self._threads:
            thread.join(5)
        self._store.close()

    # ------------------------------------------------------------------------------------------ broker

    def _connected(self) -> None:
        self._broker.subscribe(*(f"{ROOT}/+/{part}" for part in (STATUS, JOURNAL, CHECKPOINT, VIEW)))
        self.intake.greet()

    def _trouble(self, text: str) -> None:
        self._broker_trouble = text
        self._changes.changed()

    def _answer(self, table: str, answer: Answer) -> None:
        if self._broker.is_connected:
            self._broker.publish(topic(table, ACK), pack(answer), retain=True)

    # ------------------------------------------------------------------------------------------ what is known

    @property
    def version(self) -> int:
        """Grows with every change."""
        return self._changes.version + self.judge.version

    def wait(self, version: int, timeout_s: float) -> int:
        """The version, as soon as something may have changed or the time is up."""
        self._changes.wait(version - self.judge.version, timeout_s)
        return self.version

    def notices(self) -> list[str]:
        """What is wrong with the hub itself."""
        return [text for text in (self._broker_trouble, self.intake.trouble) if text]

    def desks(self) -> list[Desk]:
        """Every table."""
        return self.intake.desks()

    def figures(self) -> Figures:
        """What was done since the start."""
        return Figures(len(self.desks()), self.intake.entries, self.intake.dropped)

    def played(self) -> list[Played]:
        """Every game that was judged, of the journals that tables have now."""
        titles = {desk.kept.id: desk for desk in self.desks()}
        return [
            Played(titles[record].kept.name, titles[record].kept.title, game, result)
            for (record, game), result in self.judge.results().items()
            if record in titles
        ]

    def wanderers(self) -> list[Wanderer]:
        """Pieces that seem to have changed tables."""
        return self._wandering.wanderers()

    def replayed(self, desk: Desk) -> Table | None:
        """The newest game of a table, played again from its journal; None if there is none that can be."""
        size, game = desk.kept.standing.size, desk.sketch.id
        if not game:
            games = self._store.games(desk.kept.id)
            game = games[-1] if games else ""
        known = self._replayed.get(desk.kept.name)
        if known is not None and known[:2] == (size, game):
            return known[2]
        entries = self._store.game(desk.kept.id, game) if game else []
        try:
            table = play_again(entries) if entries else None
        except UNPLAYABLE:
            return None
        if table is not None:
            self._replayed[desk.kept.name] = (size, game, table)
        return table

    def lines(self, desk: Desk) -> Sequence[bytes]:
        """A table's whole journal, byte for byte."""
        return self._store.lines(desk.kept.id, 0, desk.kept.standing.size)

    # ------------------------------------------------------------------------------------------ inside

    def _kept(self, desk: Desk, taken: list[Taken]) -> None:
        self.judge.look_at(desk, taken)
        for entry in taken:
            self._wandering.see(desk.kept.name, entry.record.game, entry.record.at_ns, entry.record.body)

    def _relearn(self, desk: Desk) -> None:
        for game in self._store.games(desk.kept.id)[-RELEARN_GAMES:]:
            for entry in self._store.game(desk.kept.id, game):
                self._wandering.see(desk.kept.name, game, entry.at_ns, entry.body)
