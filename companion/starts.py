"""How the starts before this one ended, so that one that crashed is followed by one in safe mode.

A start is *starting* until everything has run for a while, then *running*, and *stopped* once it ended in good order. A
plug pulled while running is no crash, and neither is one that is pulled once while starting: the machine has another
boot id afterwards. Times are seconds since the machine started, because its wall clock may jump.
"""

from __future__ import annotations

import faulthandler
import json
import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from companion.files import write_durably
from companion.words import say

FORMAT = 1
HEALTHY_S = 30.0
"""A start that has lived this long with every part at work did not crash."""
OFTEN = 3
WITHIN_S = 900.0
"""So many ends without a reason within so many seconds are a crash as well, however long each start lived."""
LONGEST_REASON = 400


@dataclass(frozen=True, slots=True)
class Start:
    """What is known of the newest start."""

    phase: str = "stopped"
    """``starting``, ``running`` or ``stopped``."""
    boot: str = ""
    cut: int = 0
    """How many starts in a row ended with the whole machine before they were running."""
    ends_s: tuple[float, ...] = ()
    """When starts of this boot ended without being told to, newest last."""
    reason: str = ""
    """Why it ended, if the program could still say so."""


class Starts:
    """The record of starts in a data folder; ``begin`` says whether this one must be in safe mode."""

    def __init__(self, folder: Path, boot: str, now_s: Callable[[], float] = time.monotonic) -> None:
        self._file = folder / "start.json"
        self._fatal = folder / "crash.txt"
        self._boot = boot
        self._now_s = now_s
        self._now = Start()

    def newest(self) -> Start:
        """What is known of the start before, without beginning another."""
        return self._load()

    def begin(self) -> str:
        """Note that we are starting; why this start must be in safe mode, or ``""``."""
        before = self._load()
        ends = (*before.ends_s, self._now_s())[-OFTEN:] if self._died(before) else before.ends_s
        if before.boot != self._boot:
            ends = ()
        pulled = before.phase == "starting" and before.boot != self._boot
        why = self._why(before, ends)
        # After a start in safe mode the next one is a normal one again: somebody may have mended the cause.
        kept = () if why else ends
        self._save(Start("starting", self._boot, before.cut + 1 if pulled and not why else 0, kept))
        return why

    def _died(self, before: Start) -> bool:
        return before.phase != "stopped" and before.boot == self._boot

    def _why(self, before: Start, ends: tuple[float, ...]) -> str:
        reason = before.reason or self._last_words()
        if before.phase == "starting" and self._died(before):
            return reason or say("the last start ended before everything was up")
        if before.phase == "starting" and before.boot != self._boot and before.cut:
            return say("the machine itself went down during the last two starts; check its power supply")
        if self._died(before) and len(ends) == OFTEN and ends[-1] - ends[0] <= WITHIN_S:
            return reason or say("it ended without a reason {n} times in a short while", n=OFTEN)
        return ""

    def healthy(self) -> None:
        """Everything has been up for a while."""
        if self._now.phase == "starting":
            self._save(replace(self._now, phase="running", cut=0))

    def crashed(self, error: BaseException) -> None:
        """Keep why this start failed, for the next one to say."""
        text = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        self._save(replace(self._now, reason=text[:LONGEST_REASON]))

    def stopped(self) -> None:
        """We were told to stop, and did."""
        self._save(replace(self._now, phase="stopped", cut=0, ends_s=(), reason=""))

    def listen_for_the_worst(self) -> None:
        """A fatal signal in a driver kills the program at once; where it was is written down by then."""
        with suppress(OSError):
            # A number, not a file object: it must stay open as long as the program lives.
            faulthandler.enable(os.open(self._fatal, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644))

    def _last_words(self) -> str:
        """The kind of a fatal end and the innermost line of our own, if the last start left any."""
        try:
            lines = self._fatal.read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            return ""
        fatal = next((line for line in lines if line.startswith("Fatal Python error")), "")
        where = next((line.strip() for line in lines if line.lstrip().startswith("File ")), "")
        return f"{fatal.removeprefix('Fatal Python error: ')} {where}".strip()[:LONGEST_REASON]

    def _load(self) -> Start:
        try:
            kept: dict[str, Any] = json.loads(self._file.read_text(encoding="utf-8"))
            if kept.pop("format") != FORMAT:
                return Start()
            return Start(**{**kept, "ends_s": tuple(float(s) for s in kept["ends_s"])})
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            return Start()  # a damaged record costs a safe mode, not a game

    def _save(self, start: Start) -> None:
        self._now = start
        # A full disk must not keep the table from starting; the keeper says that it is full.
        with suppress(OSError):
            write_durably(self._file, json.dumps({"format": FORMAT, **asdict(start)}).encode())
