"""All trays under one camera: a referee for each, and what they see put together for the panel and the lamps."""

import threading
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from companion.changes import Changes
from companion.errors import UnclearRoll
from companion.model import Observation
from companion.referee import MOVING, Live, Referee, Sees
from companion.table import Table
from companion.words import say

Owners = tuple[int | None, ...]
"""For each tray the seat that rolls into it; None = everybody does."""


class SeesTrays(Protocol):
    """The eyes over all trays."""

    @property
    def owners(self) -> Owners:
        """Whose each tray is."""

    def over(self, tray: int) -> Sees:
        """The eyes over one of them."""


class Trays:
    """Judges each tray by itself, so that several seats may roll at once; one tray for all is the usual case."""

    def __init__(self, table: Callable[[], Table | None], eyes: SeesTrays, changes: Changes) -> None:
        self._table, self._eyes, self._changes = table, eyes, changes
        self._lock = threading.Lock()
        self._referees: tuple[Referee, ...] = ()
        self.arrange()

    def arrange(self) -> None:
        """Have a referee for each tray that the eyes know; those stay whose trays stay as they were."""
        owners = self._eyes.owners
        with self._lock:
            if tuple(r.owner for r in self._referees) != owners:
                self._referees = tuple(
                    Referee(self._table, self._eyes.over(k), self._changes, owner) for k, owner in enumerate(owners)
                )

    @property
    def thrower(self) -> int | None:
        """Whose throw the shared tray shows, if it is not that of the seat whose turn it is."""
        return next((r.thrower for r in self._referees if r.owner is None), None)

    @thrower.setter
    def thrower(self, seat: int | None) -> None:
        for referee in self._referees:
            referee.thrower = seat

    # ------------------------------------------------------------------------------------------ the camera's side

    def watch(self, states: Sequence[str], frame_px: tuple[int, int]) -> None:
        """Follow what goes on in each tray."""
        for referee, state in zip(self._referees, states, strict=True):
            referee.watch(state, frame_px)

    def lose(self) -> None:
        """There is no camera now."""
        self.watch(("no camera",) * len(self._referees), (0, 0))

    def rest(self, tray: int, frame: Any, *, thrown: bool = True) -> Observation | None:
        """What a tray at rest shows, after judging it; None if it could not be read."""
        return self._referees[tray].rest(frame, thrown=thrown)

    # ------------------------------------------------------------------------------------------ the people's side

    @property
    def live(self) -> Live:
        """What is seen in all trays and what is unclear about it."""
        lives = [(r.owner, r.live) for r in self._referees]
        if len(lives) == 1:
            return lives[0][1]
        seen = [live.observation for _, live in lives if live.observation is not None]
        doubts = tuple(_of_tray(owner, text) for owner, live in lives for text in _doubts(live))
        together = Observation(tuple(p for o in seen for p in o.pieces), doubts) if seen else None
        unclear = " ".join(_of_tray(owner, live.unclear) for owner, live in lives if live.unclear)
        proposal = next((live.proposal for _, live in lives if live.proposal), "")
        return Live(_together([live for _, live in lives]), together, unclear, proposal, lives[0][1].frame_px)

    def answer(self, index: int, face: str, color: str = "") -> None:
        """A person says what one piece of all that are seen shows."""
        for referee in self._referees:
            count = len(referee.live.observation.pieces) if referee.live.observation else 0
            if index < count or referee is self._referees[-1]:
                referee.answer(index, face, color)
                return
            index -= count

    def accept(self) -> None:
        """A person says: it is all as you read it."""
        for referee in self._unclear():
            referee.accept()

    def recheck(self) -> None:
        """A person says: read again what is unclear, and what lies there counts."""
        for referee in self._unclear():
            referee.recheck()

    def _unclear(self) -> tuple[Referee, ...]:
        if len(self._referees) == 1:
            return self._referees
        unclear = tuple(r for r in self._referees if r.live.unclear)
        if not unclear:
            raise UnclearRoll(say("Nothing is in doubt now."))
        return unclear


def _doubts(live: Live) -> tuple[str, ...]:
    return live.observation.doubts if live.observation else ()


def _of_tray(owner: int | None, text: str) -> str:
    """The sentence with whose tray it is about."""
    return say("@{seat}: {text}", seat=owner, text=text) if owner is not None else text


def _together(lives: Sequence[Live]) -> str:
    """One word for several trays: what is asked about comes first, then whatever moves."""
    states = [live.state for live in lives]
    if any(live.unclear and live.state == "settled" for live in lives):
        return "settled"
    for state in (*MOVING, "settling", "settled"):
        if state in states:
            return state
    return states[0]
