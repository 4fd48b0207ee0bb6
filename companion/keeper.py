"""Looks after the record while people play: signs what is new, and makes room when photographs outgrow their budget."""

import logging
import threading
from pathlib import Path

from companion.audit.ledger import Ledger
from companion.audit.pruning import prune
from companion.errors import CompanionError, text_of
from companion.evidence import Evidence
from companion.journal import Journal
from companion.notices import Notices
from companion.words import say

log = logging.getLogger(__name__)

EVERY_S = 2.0
"""A checkpoint costs two flushes of the disk: signing this often covers every roll within moments."""


class Keeper:
    """The record's keeper; ``tick`` does what is due, ``run`` does it until stopped."""

    def __init__(self, journal: Journal, evidence: Evidence, folder: Path, budget_mb: int, notices: Notices) -> None:
        self._journal = journal
        self._evidence = evidence
        self._folder = folder
        self._budget_bytes = budget_mb * 1_000_000
        self._notices = notices
        self._ledger: Ledger | None = None
        self.stopping = threading.Event()

    @property
    def ledger(self) -> Ledger:
        """The signed tree over the journal."""
        if self._ledger is None:
            self._ledger = Ledger(self._journal, self._folder)
        return self._ledger

    def signed(self) -> tuple[str, str]:
        """The public key and the newest checkpoint, without waiting for anything; nothing before the first."""
        ledger = self._ledger
        return (str(ledger.key), ledger.newest) if ledger is not None and ledger.newest else ("", "")

    def tick(self) -> None:
        """Sign what is new and prune what is too much; trouble is a notice and never stops a game."""
        try:
            removed = prune(self._journal, self._evidence, self._budget_bytes)
            self.ledger.sign()
        except (CompanionError, OSError) as error:
            log.error("the record cannot be signed: %s", error)
            text = say("The record cannot be signed now ({error}); the game goes on.", error=text_of(error))
            self._notices.put("audit", text)
            return
        self._notices.drop("audit")
        if removed:
            log.info("%d old photographs made way", len(removed))

    def run(self) -> None:
        """Keep until stopped; the last act signs whatever came meanwhile."""
        while not self.stopping.wait(EVERY_S):
            self.tick()
        self.close()

    def close(self) -> None:
        """Sign once more and give the files back."""
        self.tick()
        if self._ledger is not None:
            self._ledger.close()
            self._ledger = None
