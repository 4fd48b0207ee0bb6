"""The record as the panel asks about it: what was signed, whether it continues what a phone kept, how fair it was."""

import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.audit import dice
from companion.audit.bundle import Exported, export
from companion.audit.ledger import Ledger
from companion.audit.notes import Key
from companion.audit.rolls import Throw, throws_of
from companion.errors import IllegalEvent
from companion.evidence import Evidence
from companion.journal import Journal
from companion.model import Game
from companion.words import say
from vision.confusion import load

if TYPE_CHECKING:
    from companion.audit.report import Report


Games = Callable[[], Mapping[str, Game[Any]]]
ALL = "all"
"""Stands for every game of the journal."""


class Record:
    """The proofs of one table; safe to use from several threads."""

    def __init__(self, journal: Journal, ledger: Callable[[], Ledger], evidence: Evidence, games: Games) -> None:
        self._journal = journal
        self._ledger = ledger
        self._games = games
        self._evidence = evidence
        self._reporting = threading.Lock()
        self._exporting = threading.Lock()
        self._report: tuple[tuple[str, int], Report] | None = None
        self._rolled: dict[str, tuple[int, tuple[Throw, ...]]] = {}
        """The rolls of each game, and up to which entry they were gathered."""
        self._named = 0

    # ------------------------------------------------------------------------------------------ proofs

    @property
    def key(self) -> Key:
        """The public key that the record is signed with."""
        return self._ledger().key

    def checkpoint(self) -> str:
        """The newest signed checkpoint; it covers everything that was accepted until now."""
        return self._ledger().sign()

    def continues(self, size: int) -> tuple[str, tuple[bytes, ...]]:
        """The newest checkpoint, and the proof that the record begins with its first ``size`` entries as they were."""
        ledger = self._ledger()
        note, now = ledger.signed_now()
        if not 0 < size <= now.size:
            raise IllegalEvent(say("The record holds {n} entries, so nothing can be proven about {size}.",
                                   n=now.size, size=size))  # fmt: skip
        return note, ledger.consistency(size, now.size)

    def export(self, game: str, path: Path) -> Exported:
        """Write a game, or ``all``, with its photographs and proofs to one zip."""
        with self._exporting:
            return export(self._journal, self._ledger(), self._evidence, game, path)

    # ------------------------------------------------------------------------------------------ fairness

    def report(self, game: str) -> "Report":
        """The report on a game or on ``all``; worked out once for as long as nothing new happens."""
        from companion.audit.report import report_from  # noqa: PLC0415 - SciPy takes long to load, few tables ask

        with self._reporting:  # one at a time: ten phones at once would only wait for one another
            wanted = (game, self._journal.next_seq)
            if self._report is None or self._report[0] != wanted:
                self._report = (wanted, report_from(self._journal, self._throws, game, load()))
            return self._report[1]

    def _throws(self, identities: Sequence[str]) -> tuple[Throw, ...]:
        """The rolls of these games; only those in which something happened since are played through again."""
        named = sum(1 for _ in self._journal.entries(dice.DICE_GAME))
        if named != self._named:
            self._rolled, self._named = {}, named
        for identity in identities:
            until, _ = self._rolled.get(identity, (0, ()))
            end = self._journal.next_seq - 1
            if not until or any(True for _ in self._journal.entries(identity, until)):
                self._rolled[identity] = (end, throws_of(self._journal, self._games(), [identity]))
        found = [throw for identity in identities for throw in self._rolled[identity][1]]
        return tuple(sorted(found, key=lambda throw: throw.seq))

    def dice(self) -> tuple[dice.Named, ...]:
        """The names of dice that hold now."""
        return dice.present(dice.all_named(self._journal))

    def name_dice(self, name: str, color: str, owner: str, who: str) -> None:
        """Say what dice are called from now on."""
        dice.name_dice(self._journal, name, color, owner, who)
