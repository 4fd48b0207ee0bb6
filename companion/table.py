"""The one mutable object of the core: everyone submits events to it and reads one frozen view from it.

The order never changes: check the seat's number, check prompts and rules, write the journal durably, and only
then move the state. A full disk or a pulled plug between two steps therefore loses nothing that was accepted.
"""

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion import __version__
from companion.changes import Changes
from companion.errors import IllegalEvent, JournalError, StaleEvent
from companion.journal import Entry, Journal
from companion.model import CATALOGUE_VERB, Event, Game, Prompt, View, chosen
from companion.words import say

Remember = Callable[[str, Mapping[str, str | None]], None]
"""Called with the game's name and printed values learnt (or, if None, taken back) at this table."""


@dataclass(frozen=True, slots=True)
class Step:
    """One event of the game as the history shows it."""

    index: int
    """The entry's number in the journal."""
    event: Event
    source: str
    at_ns: int
    evidence: str
    is_roll: bool
    sentences: tuple[str, ...]
    scores: tuple[int, ...]
    """After this event."""
    round: int
    undone: bool
    dropped: bool
    """It no longer fits the game after a correction before it, so it does not count."""
    corrected_from: Event | None
    who: str
    why: str


@dataclass(frozen=True, slots=True)
class Change:
    """What a correction would change."""

    scores_before: tuple[int, ...]
    scores_after: tuple[int, ...]
    dropped: tuple[Step, ...]
    """Later events that would no longer fit and so would not count."""
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Slot:
    """An event of the journal and what later entries made of it."""

    seq: int
    event: Event
    source: str
    at_ns: int
    evidence: str
    undone: bool = False
    corrected_from: Event | None = None
    who: str = ""
    why: str = ""
    # Set by replaying.
    state: Any = None
    is_roll: bool = False
    dropped: bool = False

    @property
    def counts(self) -> bool:
        return not (self.undone or self.dropped)


def _forget(_: str, __: Mapping[str, str | None]) -> None:
    """Remember nothing: for tables that stand alone."""


class Table:
    """A game being played: its journal, its state, its view. Safe to use from several threads."""

    def __init__(
        self, journal: Journal, entries: Sequence[Entry], game: Game[Any], changes: Changes, remember: Remember
    ) -> None:
        start = entries[0].body
        self.id = entries[0].game
        self.game = game
        self.names: tuple[str, ...] = tuple(start["names"])
        self.settings: Mapping[str, str] = start["settings"]
        self.started_ns = entries[0].at_ns
        self._journal = journal
        self._changes = changes
        self._remember = remember
        self._lock = threading.RLock()
        self._first = game.start(len(self.names), start["settings"], start["catalogue"])
        self._slots: tuple[_Slot, ...] = ()
        self._steps: dict[int, tuple[_Slot, Step]] = {}
        self._notice = ""
        self._newest_kind = entries[-1].kind
        for entry in entries[1:]:
            self._slots = self._amended(entry)
        self._slots = self._replayed(self._slots)
        self._numbers = (entries[-1].seq,) * len(self.names)
        self._prompts: tuple[Prompt, ...] = ()
        self._view: View
        self._refresh()
        self._remember_all()

    @classmethod
    def begin(  # noqa: PLR0913 - a table needs all of these, once
        cls,
        journal: Journal,
        game: Game[Any],
        names: Iterable[str],
        settings: Mapping[str, str] | None = None,
        catalogue: Mapping[str, str] | None = None,
        *,
        changes: Changes | None = None,
        remember: Remember = _forget,
    ) -> "Table":
        """A new game, once its first entry is in the journal."""
        names = tuple(names)
        if len(names) not in game.seats:
            low, high = game.seats[0], game.seats[-1]
            raise IllegalEvent(
                f"{game.title} is played by {low} to {high}, not {len(names)}; change the number of seats."
            )
        # What cannot be started is refused before anything is written.
        game.start(len(names), chosen(game, settings or {}), catalogue or {})
        body = {
            "game": game.name,
            "edition": game.edition,
            "companion": __version__,
            "names": names,
            "settings": chosen(game, settings or {}),
            "catalogue": dict(catalogue or {}),
        }
        identity = f"{game.name}-{journal.next_seq}"
        entry = journal.append(identity, "start", body)
        return cls(journal, [entry], game, changes or Changes(), remember)

    @classmethod
    def resume(
        cls,
        journal: Journal,
        identity: str,
        games: Mapping[str, Game[Any]],
        *,
        changes: Changes | None = None,
        remember: Remember = _forget,
    ) -> "Table":
        """A game of the journal, as it was when it was left."""
        entries = list(journal.entries(identity))
        if not entries:
            raise JournalError(f"There is no game {identity!r} in this journal; 'companion replay' lists the games.")
        start = entries[0].body
        game = games.get(start["game"])
        if game is None or game.edition != start["edition"]:
            raise JournalError(
                f"Game {identity!r} was begun with {start['game']} edition {start['edition']}, which this version"
                " does not have; open it with the version that began it."
            )
        return cls(journal, entries, game, changes or Changes(), remember)

    # ------------------------------------------------------------------------------------------ reading

    @property
    def view(self) -> View:
        """The present view, with the table's notice and the seats' numbers."""
        return self._view

    @property
    def version(self) -> int:
        """Grows with every change."""
        return self._changes.version

    def wait(self, version: int, timeout: float) -> int:
        """The version, as soon as it differs from the given one or the time is up."""
        return self._changes.wait(version, timeout)

    @property
    def state(self) -> Any:
        """The present state of the game; games' own tests look at it."""
        return self._state_of(self._slots)

    def history(self) -> tuple[Step, ...]:
        """Every event so far in the order of the journal, undone and dropped ones included."""
        with self._lock:
            return tuple(self._step(slot) for slot in self._slots)

    @property
    def was_corrected(self) -> bool:
        """Whether the newest thing that happened is the correction of something earlier."""
        return self._newest_kind == "correct"

    def newest_roll(self, seat: int | None = None) -> int:
        """The journal's number of the newest roll that counts, of one seat or of anybody; 0 if there is none."""
        rolls = (s for s in reversed(self._slots) if s.is_roll and s.counts)
        return next((s.seq for s in rolls if seat in (None, s.event.seat)), 0)

    def _step(self, slot: _Slot) -> Step:
        """The slot as the history shows it; drawn once, because drawing a view is the slow part."""
        known = self._steps.get(slot.seq)
        if known is None or known[0] is not slot:
            known = self._steps[slot.seq] = (slot, self._drawn(slot))
        return known[1]

    def _drawn(self, slot: _Slot) -> Step:
        seen = self.game.view(slot.state)
        return Step(
            slot.seq,
            slot.event,
            slot.source,
            slot.at_ns,
            slot.evidence,
            slot.is_roll,
            seen.happened if slot.counts else (),
            seen.scores,
            seen.round,
            slot.undone,
            slot.dropped,
            slot.corrected_from,
            slot.who,
            slot.why,
        )

    # ------------------------------------------------------------------------------------------ changing

    def submit(  # noqa: PLR0913, PLR0917 - what happened, who says so, to which view, and the proof
        self,
        event: Event,
        source: str,
        number: int,
        evidence: str = "",
        reading: Mapping[str, Any] | None = None,
    ) -> View:
        """The view after an accepted event; raises IllegalEvent, StaleEvent or JournalError and changes nothing.

        ``evidence`` is the SHA-256 of the photograph that shows it, ``reading`` what the camera made of it.
        """
        with self._lock:
            self._check_number(event.seat, number)
            state = self.state
            prompt = accepting(self.game, state, self._prompts, event)
            after = self.game.apply(state, event)
            body: dict[str, Any] = {"event": str(event), "source": source, "evidence": evidence}
            if reading is not None:
                body["reading"] = reading
            entry = self._journal.append(self.id, "event", body)
            slot = replace(_slot(entry), state=after, is_roll=prompt.is_roll)
            self._slots += (slot,)
            self._newest_kind = entry.kind
            self._advance(event.seat, entry.seq)
            if event.verb == CATALOGUE_VERB:
                self._remember(self.game.name, _printed(event))
            return self._view

    def may_undo(self, seat: int) -> str:
        """Why this seat cannot undo now; ``""`` if it can."""
        last = next((s for s in reversed(self._slots) if s.counts), None)
        if last is None:
            return say("There is nothing to undo yet.")
        if last.is_roll:
            return say("A roll cannot be undone; if it was read wrongly, correct it in the history.")
        if last.event.seat != seat:
            return say("Only @{seat} can undo the last action.", seat=last.event.seat)
        return ""

    def undo(self, seat: int, source: str, number: int) -> View:
        """The view after the seat's last action was taken back; never across a roll or another seat's action."""
        with self._lock:
            self._check_number(seat, number)
            if reason := self.may_undo(seat):
                raise IllegalEvent(reason)
            last = next(s for s in reversed(self._slots) if s.counts)
            entry = self._journal.append(self.id, "undo", {"of": last.seq, "seat": seat, "source": source})
            self._rewrite(entry)
            if last.event.verb == CATALOGUE_VERB:
                self._remember(self.game.name, dict.fromkeys(_printed(last.event)))
                self._remember_all()
            return self._view

    def asked(self, index: int) -> tuple[Prompt, ...]:
        """What the seat of entry ``index`` could have done then: any of it can take the entry's place."""
        with self._lock:
            slots = self._slots
        at = _position(slots, index)
        prompts = self.game.prompts(self._state_of(slots[:at]))
        return tuple(p for p in prompts if p.seat == slots[at].event.seat and not p.reason)

    def preview(self, index: int, event: Event) -> Change:
        """What correcting entry ``index`` to ``event`` would change; changes nothing."""
        with self._lock:
            before = self._slots
        after = self._corrected(before, index, event, "", "")
        lost = tuple(self._drawn(old) for old, new in zip(before, after, strict=True) if new.dropped and old.counts)
        was, now = self.game.view(self._state_of(before)), self.game.view(self._state_of(after))
        return Change(was.scores, now.scores, lost, _differences(was, now))

    def correct(self, index: int, event: Event, who: str, why: str) -> View:
        """The view after an earlier event was put right; everything after it is played again on top."""
        with self._lock:
            self._corrected(self._slots, index, event, who, why)  # refuses what cannot be
            body = {"of": index, "event": str(event), "who": who, "why": why}
            self._rewrite(self._journal.append(self.id, "correct", body))
            return self._view

    def notify(self, text: str) -> None:
        """Show a sentence to everybody; ``""`` takes it away."""
        with self._lock:
            if text == self._notice:
                return
            self._notice = text
            self._view = replace(self._view, notice=text)
        self._changes.changed()

    # ------------------------------------------------------------------------------------------ inside

    def _check_number(self, seat: int, number: int) -> None:
        if not 0 <= seat < len(self.names):
            raise IllegalEvent(say("There is no seat {seat} at this table; it has {n}.", seat=seat, n=len(self.names)))
        if number != self._numbers[seat]:
            raise StaleEvent(say("The table has moved on since; look at what is asked now and answer again."))

    def _advance(self, seat: int, number: int) -> None:
        """Take over the new state: the seat's number moves, and that of every seat that can answer something new.

        What can no longer be answered makes nothing stale: whoever rolls ahead ends the choice of a start player,
        but not the roll that another seat has in the air.
        """
        before = self._prompts
        self._refresh()
        self._numbers = tuple(
            number if s == seat or _shape(self._prompts, s) - _shape(before, s) else old
            for s, old in enumerate(self._numbers)
        )
        self._view = replace(self._view, numbers=self._numbers)
        self._changes.changed()

    def _rewrite(self, entry: Entry) -> None:
        """Take over an undo or correction: all that follows is played again and every open answer is stale."""
        self._slots = self._replayed(self._amended(entry))
        self._newest_kind = entry.kind
        self._numbers = (entry.seq,) * len(self.names)
        self._refresh()
        self._changes.changed()

    def _refresh(self) -> None:
        state = self.state
        self._prompts = self.game.prompts(state)
        self._view = replace(self.game.view(state), notice=self._notice, numbers=self._numbers)

    def _state_of(self, slots: tuple[_Slot, ...]) -> Any:
        return slots[-1].state if slots else self._first

    def _amended(self, entry: Entry) -> tuple[_Slot, ...]:
        """The slots with one more entry of the journal taken in, not yet replayed."""
        if entry.kind == "event":
            return (*self._slots, _slot(entry))
        of = entry.body["of"]
        if entry.kind == "undo":
            return tuple(replace(s, undone=True) if s.seq == of else s for s in self._slots)
        event = Event.parse(entry.body["event"])
        return tuple(
            _corrected_slot(s, event, entry.body["who"], entry.body["why"]) if s.seq == of else s for s in self._slots
        )

    def _corrected(self, slots: tuple[_Slot, ...], index: int, event: Event, who: str, why: str) -> tuple[_Slot, ...]:  # noqa: PLR0913, PLR0917
        at = _position(slots, index)
        if event.seat != slots[at].event.seat:
            raise IllegalEvent(say("That was an action of @{seat}; it stays theirs.", seat=slots[at].event.seat))
        before = self._state_of(slots[:at])
        accepting(self.game, before, self.game.prompts(before), event)
        self.game.apply(before, event)
        return self._replayed((*slots[:at], _corrected_slot(slots[at], event, who, why), *slots[at + 1 :]))

    def _replayed(self, slots: Iterable[_Slot]) -> tuple[_Slot, ...]:
        """The slots with their states worked out anew; an event that no longer fits is dropped, not guessed at."""
        state = self._first
        done = []
        for slot in slots:
            dropped, is_roll = False, slot.is_roll
            if not slot.undone:
                try:
                    is_roll = accepting(self.game, state, self.game.prompts(state), slot.event).is_roll
                    state = self.game.apply(state, slot.event)
                except IllegalEvent:
                    dropped = True
            done.append(replace(slot, state=state, is_roll=is_roll, dropped=dropped))
        return tuple(done)

    def _remember_all(self) -> None:
        """Hand over every printed value that counts, in case the plug was pulled before it was remembered."""
        for slot in self._slots:
            if slot.counts and slot.event.verb == CATALOGUE_VERB:
                self._remember(self.game.name, _printed(slot.event))


def _slot(entry: Entry) -> _Slot:
    body = entry.body
    return _Slot(entry.seq, Event.parse(body["event"]), body["source"], entry.at_ns, body["evidence"])


def _position(slots: Sequence[_Slot], index: int) -> int:
    """Where the entry ``index`` stands among the slots, if it counts."""
    for at, slot in enumerate(slots):
        if slot.seq == index and slot.counts:
            return at
    raise IllegalEvent(say("Entry {index} is no event that counts; choose another.", index=index))


def _corrected_slot(slot: _Slot, event: Event, who: str, why: str) -> _Slot:
    return replace(slot, event=event, corrected_from=slot.corrected_from or slot.event, who=who, why=why)


def _printed(event: Event) -> dict[str, str]:
    return dict(zip(event.args[::2], event.args[1::2], strict=False))


def _shape(prompts: Sequence[Prompt], seat: int) -> frozenset[object]:
    """What a seat can answer, without the words around it: new words do not make an answer stale."""
    return frozenset((p.verb, p.options, p.tray, bool(p.reason)) for p in prompts if p.seat == seat)


def accepting(game: Game[Any], state: Any, prompts: Sequence[Prompt], event: Event) -> Prompt:
    """The prompt that accepts the event, or the best sentence we have for why none does."""
    alike = [p for p in prompts if p.seat == event.seat and p.verb == event.verb]
    for prompt in alike:
        if prompt.accepts(event):
            return prompt
    for prompt in alike:
        if prompt.reason:
            raise IllegalEvent(prompt.reason)
    if refusal := _refusal(game, state, event):
        raise refusal
    if alike:
        raise IllegalEvent(
            say("{event!r} does not fit what is asked of @{seat} now.", event=str(event), seat=event.seat)
        )
    if any(p.verb == event.verb for p in prompts):
        raise IllegalEvent(say("@{seat} cannot do that now; it is asked of somebody else.", seat=event.seat))
    raise IllegalEvent(say("{verb!r} is not possible now.", verb=event.verb))


def _refusal(game: Game[Any], state: Any, event: Event) -> IllegalEvent | None:
    """What the rules say to an event that no prompt accepts, if one of them forbids it by its number."""
    try:
        game.apply(state, event)
    except IllegalEvent as refusal:
        return refusal if refusal.rule else None
    except (LookupError, StopIteration, ValueError):
        pass  # rules may take for granted what every prompt makes sure of
    return None


def _differences(was: View, now: View) -> tuple[str, ...]:
    """What a correction changes, in sentences."""
    said: list[str] = []
    for seat, (old, new) in enumerate(zip(was.scores, now.scores, strict=True)):
        if old != new:
            said.append(say("@{seat}: {old} becomes {new} points.", seat=seat, old=old, new=new))
    if was.headline != now.headline:
        said.append(now.headline)
    return tuple(said)
