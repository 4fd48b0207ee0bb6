"""Plays the games of the hub's journals again by the rules: results come from the rolls, not from a table's word."""

import logging
import threading
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, cast

from companion.errors import CompanionError, JournalError, text_of
from companion.games import all_games
from companion.hub.intake import Desk
from companion.hub.store import Store
from companion.hub.witness import Taken
from companion.journal import Entry, Journal
from companion.table import Table

log = logging.getLogger(__name__)

UNPLAYABLE = (
    CompanionError, KeyError, TypeError, ValueError, IndexError, AttributeError, ArithmeticError, AssertionError,
    RecursionError, StopIteration,
)  # fmt: skip
"""What a journal that is chained and signed, but nonsense, can make the rules raise."""
PLAYED = ("start", "event", "undo", "correct")
"""Kinds of entries that belong to a game."""
PAUSE_S = 0.5
MOST_OF_NAME = 200


@dataclass(frozen=True, slots=True)
class Result:
    """What a game came to."""

    game: str
    title: str
    names: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    over: bool
    began_ns: int
    ended_ns: int
    events: int
    entry: int
    """The last entry that was judged."""
    problem: str = ""
    """Why it cannot be judged here."""


class _Shelf:
    """Just enough of a journal to play a game again."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = entries

    def entries(self, _: str) -> Iterator[Entry]:
        return iter(self._entries)


def play_again(entries: Sequence[Entry]) -> Table:
    """The game in these entries as it stands after the last; it can be looked at, not played on."""
    return Table.resume(cast(Journal, _Shelf(entries)), entries[0].game, all_games())


def judge(entries: Sequence[Entry]) -> Result:
    """What the game in these entries came to, by our own rules."""
    first, last = entries[0], entries[-1]
    times: dict[str, Any] = {
        "began_ns": first.at_ns,
        "ended_ns": last.at_ns,
        "events": len(entries) - 1,
        "entry": last.seq,
    }
    try:
        table = play_again(entries)
        view = table.view
        if not all(isinstance(name, str) and name.isprintable() and len(name) <= MOST_OF_NAME for name in table.names):
            raise ValueError("its players have names that nobody can read")
        return Result(
            table.game.name, table.game.title, table.names, view.scores, view.winners, not view.prompts, **times
        )
    except UNPLAYABLE as error:
        log.warning("%s cannot be judged: %s", first.game, error)
        name = str(first.body.get("game", first.game))
        return Result(name, name, (), (), (), False, **times, problem=text_of(error))


class Judge:
    """Keeps the results up to date; in a thread of its own, because playing a long game again takes a while."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._due: dict[tuple[int, str], Desk] = {}
        self._results: dict[tuple[int, str], Result] = {
            (record, game): result_from(body) for record, game, body in store.results()
        }
        self.version = 0
        self.stopping = threading.Event()

    def results(self) -> dict[tuple[int, str], Result]:
        """Every game judged so far, by the journal's number and the game's name in it."""
        with self._lock:
            return dict(self._results)

    def look_at(self, desk: Desk, taken: Sequence[Taken]) -> None:
        """New entries were kept: judge the games they belong to."""
        with self._lock:
            for entry in taken:
                if entry.record.kind in PLAYED:
                    self._due[desk.kept.id, entry.record.game] = desk

    def catch_up(self, desks: Sequence[Desk]) -> None:
        """Judge what was kept but not judged when the hub last stopped."""
        for desk in desks:
            games = self._store.games(desk.kept.id)
            with self._lock:
                self._due.update({(desk.kept.id, game): desk for game in games})

    def run(self) -> None:
        """Judge until stopped."""
        while not self.stopping.wait(PAUSE_S):
            self.step()

    def step(self) -> None:
        """Judge every game that may be over; one that goes on waits, however many entries it gains."""
        with self._lock:
            ready = [key for key, desk in self._due.items() if desk.sketch.id != key[1] or desk.sketch.over]
            for key in ready:
                del self._due[key]
        for record, game in ready:
            if self.stopping.is_set():
                return
            self._judge(record, game)

    def _judge(self, record: int, game: str) -> None:
        known = self._results.get((record, game))
        try:
            entries = self._store.game(record, game)
            if not entries or entries[0].kind != "start" or (known and known.entry == entries[-1].seq):
                return
            result = judge(entries)
            self._store.keep_result(record, game, asdict(result))
        except JournalError as error:
            log.error("a result could not be kept: %s", error)
            return
        with self._lock:
            self._results[record, game] = result
            self.version += 1


def result_from(body: dict[str, Any]) -> Result:
    """The result that was kept as JSON."""
    read: dict[str, Any] = {name: tuple(v) if isinstance(v, list) else v for name, v in body.items()}
    return Result(**read)
