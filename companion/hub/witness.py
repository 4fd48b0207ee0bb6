"""Checks what one table sends, entry by entry: a witness believes nothing that does not follow from what it saw.

Each entry names the hash of the one before, and signed checkpoints cover all of them by a tree. Here the tree grows
along with the entries, so that a checkpoint is compared the moment it arrives and nothing is ever checked twice.
"""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from companion.audit import merkle, notes
from companion.audit.records import Record, chain_hash, parse_record
from companion.journal import FIRST
from companion.words import say

REMEMBERED = 256
"""Of so many newest entries the hash and the root are kept in memory; older ones are read from the store."""

MOST = 2**63
"""No database counts further."""
MOST_OF_GAME, MOST_OF_KIND = 100, 20
"""Characters in the name of a game and of a kind of entry."""


@dataclass(frozen=True, slots=True)
class Taken:
    """An entry that was found good."""

    record: Record
    line: bytes


@dataclass(slots=True)
class Standing:
    """What is known of one table's journal; kept in the store together with the entries."""

    size: int = 0
    head: str = FIRST
    """The hash of the newest entry."""
    frontier: bytes = b""
    """The complete subtrees over all entries, one hash after another."""
    key: str = ""
    """The public key it signed with first; it must sign with no other."""
    note: str = ""
    """The newest checkpoint that agreed with the entries."""
    signed: int = 0
    """So many entries that checkpoint covers."""
    trouble: str = ""
    """Why nothing more is taken; ``""`` = all is well."""


Lookup = Callable[[int, int], Sequence[bytes]]
"""The kept lines after one entry and up to another."""


@dataclass(slots=True)
class Outcome:
    """What came of a message."""

    taken: list[Taken] = field(default_factory=list)
    gap: bool = False
    """Entries before these are missing: everything after what is held should be sent again."""
    changed: bool = False
    """Something besides the entries is to be kept: a checkpoint, a key, a trouble."""


def sound_record(line: bytes) -> Record | None:
    """The record in a line, if it can be kept as well; None for anything no journal of ours would hold."""
    try:
        record = parse_record(line)
    except RecursionError:
        return None
    if record is None or not 0 < record.seq < MOST or not 0 <= record.at_ns < MOST:
        return None
    is_short = len(record.game) <= MOST_OF_GAME and len(record.kind) <= MOST_OF_KIND
    return record if is_short and (record.game + record.kind).isprintable() else None


class Witness:
    """The checking of one table; it changes its ``standing`` and leaves keeping it to others."""

    def __init__(self, standing: Standing, lookup: Lookup) -> None:
        self.standing = standing
        self._lookup = lookup
        hashes = [standing.frontier[i : i + 32] for i in range(0, len(standing.frontier), 32)]
        self._tree = merkle.Frontier(standing.size, hashes)
        self._recent: OrderedDict[int, tuple[str, bytes]] = OrderedDict()
        """Number of an entry -> its hash, and the root over all up to it."""
        self._pending: dict[int, str] = {}
        """Checkpoints over entries that have not arrived yet."""

    # ------------------------------------------------------------------------------------------ entries

    def take(self, payload: bytes) -> Outcome:
        """Take the entries in a message that follow from those before; what does not is trouble."""
        out = Outcome()
        if self.standing.trouble:
            return out
        for line in payload.split(b"\n"):
            record = sound_record(line)
            if record is None:
                self._refuse(out, say("it sent something that is no entry of a journal."))
            elif record.seq > self.standing.size + 1:
                out.gap = True
            elif record.seq <= self.standing.size:
                self._compare(out, record, line)
            elif record.prev != self.standing.head:
                self._refuse(out, say("its entry {n} does not continue the journal seen before.", n=record.seq))
            else:
                self._append(out, record, line)
            if self.standing.trouble or out.gap:
                break
        self.standing.frontier = b"".join(self._tree.hashes)
        return out

    def take_confession(self, size: int, of: int) -> Outcome:
        """A table says that its journal holds fewer entries than we told it we have."""
        out = Outcome()
        if not self.standing.trouble and size < of <= self.standing.size:
            words = {"n": size, "m": self.standing.size}
            self._refuse(out, say("its journal has fewer entries ({n}) than were seen before ({m}).", **words))
        return out

    def _append(self, out: Outcome, record: Record, line: bytes) -> None:
        standing = self.standing
        standing.size, standing.head = record.seq, chain_hash(line)
        self._tree.append(merkle.leaf_hash(line))
        self._recent[record.seq] = (standing.head, self._tree.root())
        while len(self._recent) > REMEMBERED:
            self._recent.popitem(last=False)
        out.taken.append(Taken(record, line))
        if (note := self._pending.pop(record.seq, None)) is not None:
            self._agree(out, notes.open_checkpoint(note, notes.parse_key(standing.key)), note)

    def _compare(self, out: Outcome, record: Record, line: bytes) -> None:
        """An entry that is there already must be the same one: sent twice is fine, told differently is not."""
        known = self._recent.get(record.seq)
        digest = known[0] if known else self._old_hash(record.seq)
        if digest != chain_hash(line):
            self._refuse(out, say("its entry {n} is no longer the one seen before.", n=record.seq))

    def _old_hash(self, seq: int) -> str:
        lines = self._lookup(seq - 1, seq)
        return chain_hash(lines[0]) if lines else ""

    # ------------------------------------------------------------------------------------------ checkpoints

    def take_checkpoint(self, payload: bytes) -> Outcome:
        """Compare a signed checkpoint with the entries, at once or as soon as they are here."""
        out = Outcome()
        if self.standing.trouble:
            return out
        key_line, _, note = payload.decode(errors="replace").partition("\n\n")
        try:
            if "\0" in note:  # no database of ours could keep it
                raise notes.NoteError("It holds a character that nobody can read.")
            key = notes.parse_key(key_line)
            checkpoint = notes.open_checkpoint(note, key)
        except notes.NoteError:
            self._refuse(out, say("it sent a checkpoint with a wrong signature."))
            return out
        if self.standing.key and self.standing.key != str(key):
            self._refuse(out, say("it signs with another key than before."))
            return out
        if not self.standing.key:
            self.standing.key, out.changed = str(key), True
        if checkpoint.size > self.standing.size:
            self._pending = {checkpoint.size: note}  # a newer one covers all that an older one would
        else:
            self._agree(out, checkpoint, note)
        return out

    def _agree(self, out: Outcome, checkpoint: notes.Checkpoint, note: str) -> None:
        if self._root(checkpoint.size) != checkpoint.root:
            self._refuse(out, say("its first {n} entries are not those that it signed.", n=checkpoint.size))
        elif checkpoint.size > self.standing.signed or not self.standing.note:
            self.standing.note, self.standing.signed, out.changed = note, checkpoint.size, True

    def _root(self, size: int) -> bytes:
        known = self._recent.get(size)
        if known:
            return known[1]
        if size == self._tree.size:
            return self._tree.root()
        tree = merkle.Frontier()
        for after in range(0, size, 5000):
            for line in self._lookup(after, min(size, after + 5000)):
                tree.append(merkle.leaf_hash(line))
        return tree.root()

    def _refuse(self, out: Outcome, why: str) -> None:
        self.standing.trouble, out.changed = why, True
