"""Looks after the record while people play: signs what is new, and makes room when photographs outgrow their budget."""

import logging
import threading
import time
from pathlib import Path

from companion.audit.ledger import Ledger
from companion.audit.pruning import prune
from companion.errors import CompanionError, text_of
from companion.evidence import Evidence
from companion.journal import Journal
from companion.machine import give_back_memory
from companion.notices import Notices
from companion.space import Space
from companion.words import say

log = logging.getLogger(__name__)

EVERY_S = 2.0
"""A checkpoint costs two flushes of the disk: signing this often covers every roll within moments."""
TIDY_S = 30.0
"""How often memory that is free goes back to the system."""


class Keeper:
    """The record's keeper; ``tick`` does what is due, ``run`` does it until stopped."""

    def __init__(  # noqa: PLR0913, PLR0917 - the record, where it lies, how large it may be, and whom to tell
        self,
        journal: Journal,
        evidence: Evidence,
        folder: Path,
        budget_mb: int,
        notices: Notices,
        space: Space | None = None,
    ) -> None:
        self._journal = journal
        self._evidence = evidence
        self._folder = folder
        self._budget_bytes = budget_mb * 1_000_000
        self._notices = notices
        self._space = space
        self._ledger: Ledger | None = None
        self.stopping = threading.Event()
        self.beat_s = time.monotonic()
        """When the loop last came round."""

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
            self._make_room()
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

    def _make_room(self) -> None:
        """On a disk that is nearly full photographs make way for games, and people are told."""
        if self._space is None:
            return
        self._space.settle()
        missing = self._space.missing_bytes()
        if not missing:
            self._evidence.is_full = False
            if self._space.is_ample():
                self._notices.drop("disk")
            return
        # Somewhat more than is missing, so that not every new roll needs an old one to go.
        removed = prune(self._journal, self._evidence, self._evidence.total_bytes() - missing - missing // 4)
        left = self._space.free_bytes() // 1_000_000
        self._evidence.is_full = self._space.missing_bytes() > 0
        if self._evidence.is_full:
            text = say(
                "The disk is full ({n} MB left): games are kept, new photographs are not; delete something on it.",
                n=left,
            )
        else:
            text = say(
                "The disk is nearly full: {n} of the oldest photographs made way; their fingerprints stay in the "
                "record. Delete something else on it to keep the rest.",
                n=len(removed),
            )
        self._notices.put("disk", text)

    def run(self) -> None:
        """Keep until stopped; the last act signs whatever came meanwhile."""
        tidied_s = time.monotonic()
        while not self.stopping.wait(EVERY_S):
            self.beat_s = time.monotonic()
            self.tick()
            if self.beat_s - tidied_s > TIDY_S:
                give_back_memory()
                tidied_s = self.beat_s
        self.close()

    def close(self) -> None:
        """Sign once more and give the files back."""
        self.tick()
        if self._ledger is not None:
            self._ledger.close()
            self._ledger = None
