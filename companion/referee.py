"""From a tray at rest to an accepted event: read it, lay it beside what the rules await, submit it or ask.

Nothing is ever guessed: a doubt is kept as a question until a person answers it, types the roll or rolls again.
"""

import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

from companion.changes import Changes
from companion.errors import CompanionError, StaleEvent, UnclearRoll, text_of
from companion.interpret import expected_counts, interpret, lying_still
from companion.model import Event, Observation, Opinion, Piece
from companion.table import Table
from companion.words import say

log = logging.getLogger(__name__)


class Sees(Protocol):
    """The eyes over one tray."""

    def read(self, frame: Any, expect: Mapping[str, int] | None) -> Observation:
        """What a frame shows; ``expect`` is how many pieces of each kind the rules await, if they agree on it."""

    def keep(self, frame: Any) -> str:
        """The name under which the frame is kept as evidence; ``""`` if it is not."""

    def circumstances(self) -> Mapping[str, Any]:
        """What the journal keeps beside a reading: which profile and networks, when, and the moments before."""


MOVING = ("moving", "hand")


@dataclass(frozen=True, slots=True)
class Live:
    """What the camera sees now, as the panel shows it."""

    state: str = "no camera"
    observation: Observation | None = None
    unclear: str = ""
    """Why the present roll is not accepted; ``""`` if it is, or there is none."""
    proposal: str = ""
    """The event it would be if every piece is what it looks like."""
    frame_px: tuple[int, int] = (0, 0)


class Referee:
    """Judges one tray. The camera's thread brings frames, the panel's threads bring answers."""

    def __init__(
        self, table: Callable[[], Table | None], eyes: Sees, changes: Changes, owner: int | None = None
    ) -> None:
        """``owner`` is the seat whose tray this is; None = everybody rolls into it."""
        self.owner = owner
        self._table = table
        self._eyes = eyes
        self._changes = changes
        self._lock = threading.RLock()
        self._live = Live()
        self._frame: Any = None
        self._lying: tuple[Piece, ...] = ()
        """What has not moved since it last counted: it is there, but it is no part of the next throw."""
        self._numbers: tuple[int, ...] = ()
        self._roll_before = 0
        """The newest roll of the journal when this throw began: a newer one was typed meanwhile."""
        self.thrower: int | None = None
        """Whose throw the shared tray shows, if it is not that of the seat whose turn it is."""

    @property
    def live(self) -> Live:
        """What is seen and what is unclear about it."""
        return self._live

    def watch(self, state: str, frame_px: tuple[int, int]) -> None:
        """Follow what goes on in the tray; while it moves, the table's numbers are those this roll will answer."""
        with self._lock:
            table = self._table()
            if state in MOVING and table is not None:
                self._numbers = table.view.numbers
                if self._live.state not in (*MOVING, "settling"):
                    self._roll_before = table.newest_roll(self.owner)
            if state == self._live.state and frame_px == self._live.frame_px:
                return
            if state == "empty":
                self._lying = ()
            if state in MOVING or state == "empty":
                self._live = Live(state, frame_px=frame_px)
            else:
                self._live = replace(self._live, state=state, frame_px=frame_px)
        self._changes.changed()

    def rest(self, frame: Any, *, thrown: bool = True) -> Observation | None:
        """What a frame at rest shows, after judging it; None if it could not be read.

        ``thrown=False``: nothing was seen to move, so whatever lies there was not rolled before our eyes.
        """
        with self._lock:
            self._frame = frame
            try:
                observation = self._read(frame)
            except CompanionError as error:
                self._show(None, text_of(error))
                return None
            log.info("read %s", observation)
            if not observation.pieces and not observation.doubts:
                self._lying = ()
                self._show(observation, "")
            elif not thrown:
                self._lying = observation.pieces
                self._show(observation, say("These lay in the tray already; roll, or read again if they count."))
            else:
                self._lying = lying_still(observation, self._lying)
                self._judge(observation, "camera")
            return observation

    def recheck(self) -> None:
        """A person says: read the tray again, and what lies there counts."""
        with self._lock:
            if self._frame is None:
                raise UnclearRoll(say("No roll has come to rest yet; throw first."))
            self._numbers = self._present_numbers()
            self._roll_before = self._newest_roll()
            self._lying = ()
            self._judge(self._eyes.read(self._frame, self._expected()), "camera")

    def answer(self, index: int, face: str, color: str = "") -> None:
        """A person says what one piece of the present reading shows; without further doubt it counts."""
        with self._lock:
            seen = self._present_reading()
            if not 0 <= index < len(seen.pieces):
                raise UnclearRoll(
                    say("There is no piece {index} in this reading; tap one that is outlined.", index=index)
                )
            piece = seen.pieces[index]
            opinions = (*piece.opinions, Opinion("person", face, color))
            told = replace(
                piece, face=face, color=color or piece.color, confidence=1.0, doubtful=False, opinions=opinions
            )
            pieces = (*seen.pieces[:index], told, *seen.pieces[index + 1 :])
            # The reader's sentences are about pieces that are now told; a wrong count is noticed once more below.
            doubts = seen.doubts if any(p.doubtful for p in pieces) else ()
            self._told(replace(seen, pieces=pieces, doubts=doubts))

    def accept(self) -> None:
        """A person says: it is all as you read it."""
        with self._lock:
            seen = self._present_reading()
            table = self._table()
            taken = self._taken(table, seen) if table else None
            self._told(taken[0] if taken else _as_sure(seen))

    # ------------------------------------------------------------------------------------------ inside

    def _present_reading(self) -> Observation:
        if self._live.observation is None or not self._live.unclear:
            raise UnclearRoll(say("Nothing is in doubt now."))
        return self._live.observation

    def _told(self, observation: Observation) -> None:
        self._numbers = self._present_numbers()
        self._judge(observation, "camera, told")

    def _present_numbers(self) -> tuple[int, ...]:
        table = self._table()
        return table.view.numbers if table else ()

    def _newest_roll(self) -> int:
        table = self._table()
        return table.newest_roll(self.owner) if table else 0

    def _read(self, frame: Any) -> Observation:
        """What a frame shows; where something lay before, first what of it still lies there beside the throw."""
        still = lying_still(self._eyes.read(frame, None), self._lying) if self._lying else ()
        return self._eyes.read(frame, self._expected(still))

    def _expected(self, still: tuple[Piece, ...] = ()) -> dict[str, int] | None:
        table = self._table()
        return expected_counts(table.view.prompts, self._seat(table), still) if table else None

    def _seat(self, table: Table) -> int | None:
        if self.owner is not None:
            return self.owner
        return table.view.turn if self.thrower is None else self.thrower

    def _judge(self, observation: Observation, source: str) -> None:
        """Submit what the observation says, or show why it says nothing yet."""
        table = self._table()
        if table is None or (self.owner or 0) >= len(table.names):
            self._show(observation, "")  # nobody plays, or nobody sits at this box
            return
        if source == "camera" and table.newest_roll(self.owner) > self._roll_before:
            self._lying = observation.pieces
            self._show(observation, say("A roll was typed while this one fell; read again if it is another one."))
            return
        try:
            event = interpret(observation, table.view.prompts, self._seat(table), self._lying)
            self._submit(table, event, observation, source)
            self._lying = observation.pieces
            self._show(observation, "")
        except StaleEvent:
            self._show(observation, say("The table moved on while this came to rest; read again if it counts."))
        except UnclearRoll as error:
            if len(self._lying) == len(observation.pieces):
                self._show(observation, "")  # somebody took pieces out; what is left has not been rolled
            else:
                self._show(observation, text_of(error), self._proposal(table, observation))
        except CompanionError as error:
            self._show(observation, text_of(error))

    def _submit(self, table: Table, event: Any, observation: Observation, source: str) -> None:
        numbers = self._numbers or table.view.numbers
        number = numbers[event.seat]
        if number != table.view.numbers[event.seat]:
            raise StaleEvent(say("This roll was counted already."))
        evidence = self._eyes.keep(self._frame)
        reading = {
            **reading_of(observation),
            "expected": self._expected(self._lying) or {},
            **self._eyes.circumstances(),
        }
        table.submit(event, source, number, evidence, reading)
        self.thrower = None

    def _proposal(self, table: Table, observation: Observation) -> str:
        taken = self._taken(table, observation)
        return str(taken[1]) if taken else ""

    def _taken(self, table: Table, observation: Observation) -> tuple[Observation, Event] | None:
        """The reading as a person may take it and its event: all of it sure, if need be whatever colour dice have."""
        sure = _as_sure(observation)
        for reading in (sure, _with_plain_dice(sure)):
            try:
                return reading, interpret(reading, table.view.prompts, self._seat(table), self._lying)
            except UnclearRoll:
                continue
        return None

    def _show(self, observation: Observation | None, unclear: str, proposal: str = "") -> None:
        self._live = replace(self._live, state="settled", observation=observation, unclear=unclear, proposal=proposal)
        self._changes.changed()


def _as_sure(observation: Observation) -> Observation:
    """The reading after a person said that it is right."""
    return replace(observation, pieces=tuple(_agreed(p) for p in observation.pieces), doubts=())


def _agreed(piece: Piece) -> Piece:
    """A doubtful piece after a person said that it was read rightly; others stay as they are."""
    if not piece.doubtful:
        return piece
    return replace(piece, doubtful=False, opinions=(*piece.opinions, Opinion("person", piece.face, piece.color)))


def _with_plain_dice(observation: Observation) -> Observation:
    """The reading without the colours of dice: a lamp may deceive the eyes, and a person sees whose dice they are."""
    pieces = tuple(replace(p, color="") if p.kind == "d6" else p for p in observation.pieces)
    return replace(observation, pieces=pieces)


def reading_of(observation: Observation) -> dict[str, Any]:
    """The reading as the journal keeps it."""
    return {
        "frame": observation.frame,
        "taken_ns": observation.taken_ns,
        "pieces": [
            [p.kind, p.face, p.color, [round(v) for v in p.box_px], p.inside, round(p.confidence, 4)]
            for p in observation.pieces
        ],
        "opinions": [
            [[o.who, o.face, o.color, round(o.confidence, 4)] for o in p.opinions] for p in observation.pieces
        ],
    }
