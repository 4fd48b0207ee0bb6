"""Check a bundle with nothing but the file itself: what is wrong, in which entry, and how.

The signed checkpoints vouch for the leaves, the leaves vouch for the entries, and the entries vouch for the
photographs by their hashes. A checkpoint that somebody else kept vouches for the signer as well.
"""

import json
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from companion.audit import bundle, merkle, notes
from companion.audit.align import entry_faults
from companion.audit.faults import Fault
from companion.audit.notes import Checkpoint, Key, NoteError
from companion.audit.records import Record, chain_hash, parse_record, pictures_of, pruned_by
from companion.errors import CompanionError


class BundleError(CompanionError, ValueError):
    """This file cannot be checked at all."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome of a check."""

    game: str
    first: int
    last: int
    key: Key
    faults: tuple[Fault, ...]
    checkpoints: int
    """How many good signed checkpoints vouch for the record."""
    witnesses: int
    """How many checkpoints that others kept agree with it."""
    pictures: int
    pruned: tuple[tuple[str, int], ...]
    """(photograph, its entry) of those removed to make room; their hashes are still proven."""

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults


@dataclass(frozen=True, slots=True)
class _Contents:
    """The parts of a bundle that are small enough to hold."""

    game: str
    first: int
    key: Key
    notes: tuple[str, ...]
    leaves: bytes

    @property
    def size(self) -> int:
        return len(self.leaves) // merkle.HASH_BYTES

    def leaf(self, index: int) -> bytes:
        return self.leaves[index * merkle.HASH_BYTES : (index + 1) * merkle.HASH_BYTES]


def verify(path: Path, witnesses: Iterable[str] = (), known_key: Key | None = None) -> Verdict:
    """What is wrong with a bundle; raises BundleError if it is none."""
    try:
        with zipfile.ZipFile(path) as file:
            return _verify(file, tuple(witnesses), known_key)
    except (OSError, zipfile.BadZipFile, KeyError, ValueError, EOFError) as error:
        if isinstance(error, CompanionError):
            raise
        raise BundleError(f"{str(path)!r} is not a whole record of ours ({error}); ask for the file again.") from None


def _verify(file: zipfile.ZipFile, witnesses: tuple[str, ...], known_key: Key | None) -> Verdict:
    parts = _open(file)
    faults: list[Fault] = _duplicates(file)
    if known_key is not None and known_key != parts.key:
        faults.append(Fault("key", f"The record is signed with the key {parts.key.fingerprint}, not with the one you"
                                   f" know ({known_key.fingerprint}): somebody signed it anew."))  # fmt: skip
    good, bad = _signed(parts)
    faults += bad
    seen, unseen = _witnessed(parts, witnesses)
    faults += unseen
    roots = _roots(parts, {c.size for c in (*good, *seen)})
    faults += _tree_faults(parts, good, roots)
    faults += _witness_faults(parts, seen, roots)
    said, wrong = _entries(file, parts)
    faults += wrong
    pictures, pruned, lost = _pictures(file, said)
    faults += lost
    return Verdict(
        parts.game, parts.first, parts.size, parts.key, tuple(faults), len(good), len(seen), pictures, pruned
    )


def _open(file: zipfile.ZipFile) -> _Contents:
    manifest = json.loads(file.read(bundle.MANIFEST))
    if manifest.get("format") != bundle.FORMAT:
        raise BundleError(
            f"This record has format {manifest.get('format')!r}, we know {bundle.FORMAT}; upgrade the companion."
        )
    lines = file.read(bundle.CHECKPOINTS).splitlines()
    key = notes.parse_key(file.read(bundle.KEY).decode())
    parts = _Contents(
        str(manifest["game"]),
        int(manifest["first"]),
        key,
        tuple(str(json.loads(note)) for note in lines),
        file.read(bundle.LEAVES),
    )
    if len(parts.leaves) % merkle.HASH_BYTES or not 1 <= parts.first <= parts.size:
        raise BundleError("The list of leaves in this record is cut off; ask for the file again.")
    return parts


def _duplicates(file: zipfile.ZipFile) -> list[Fault]:
    """A zip may hold two files of one name, and programs differ in which one they show."""
    names = file.namelist()
    return [Fault("file", f"The zip holds {n!r} twice.") for n in sorted({n for n in names if names.count(n) > 1})]


# ---------------------------------------------------------------------------------------------- signatures and tree


def _signed(parts: _Contents) -> tuple[list[Checkpoint], list[Fault]]:
    """The good checkpoints in the file, and what is wrong with the others."""
    good, faults = [], []
    for number, note in enumerate(parts.notes, 1):
        try:
            good.append(notes.open_checkpoint(note, parts.key))
        except NoteError as error:
            faults.append(Fault("signature", f"Checkpoint {number} of {len(parts.notes)}: {error}"))
    if not parts.notes:
        faults.append(Fault("signature", "No checkpoint is in the file, so nothing vouches for it."))
    return good, faults


def _roots(parts: _Contents, sizes: Iterable[int]) -> dict[int, bytes]:
    """The root over the first leaves, for each of these sizes."""
    wanted = {size for size in sizes if size <= parts.size}
    tree, roots = merkle.Frontier(), {0: merkle.EMPTY}
    for index in range(max(wanted, default=0)):
        tree.append(parts.leaf(index))
        if index + 1 in wanted:
            roots[index + 1] = tree.root()
    return roots


def _tree_faults(parts: _Contents, good: Sequence[Checkpoint], roots: dict[int, bytes]) -> list[Fault]:
    """Where the leaves stop giving the roots that were signed."""
    faults, sound = [], 0
    for checkpoint in sorted(good, key=lambda c: c.size):
        if checkpoint.size > parts.size:
            faults.append(
                Fault("missing", f"{entries(parts.size + 1, checkpoint.size)} missing: a signed checkpoint covers"
                                 f" {checkpoint.size} entries, the file ends at {parts.size}.", parts.size + 1)
            )  # fmt: skip
            return faults
        if roots[checkpoint.size] != checkpoint.root:
            faults.append(
                Fault("rewritten", f"{entries(sound + 1, checkpoint.size)} not as signed: something there was changed"
                                   " and the hashes made to fit.", sound + 1)
            )  # fmt: skip
            return faults
        sound = checkpoint.size
    if sound < parts.size:
        faults.append(
            Fault("unsigned", f"{entries(sound + 1, parts.size)} not covered by any signed checkpoint.", sound + 1)
        )
    return faults


def entries(first: int, last: int) -> str:
    """The words for a range of entries, with the verb that follows."""
    return f"Entry {first} is" if first == last else f"Entries {first} to {last} are"


def _witnessed(parts: _Contents, witnesses: tuple[str, ...]) -> tuple[list[Checkpoint], list[Fault]]:
    good, faults = [], []
    for note in witnesses:
        try:
            good.append(notes.open_checkpoint(note, parts.key))
        except NoteError as error:
            faults.append(Fault("witness", f"The checkpoint that was kept does not belong to this record: {error}"))
    return good, faults


def _witness_faults(parts: _Contents, seen: Sequence[Checkpoint], roots: dict[int, bytes]) -> list[Fault]:
    faults = []
    for witness in seen:
        if witness.size > parts.size:
            faults.append(
                Fault("witness", f"The checkpoint that was kept covers {witness.size} entries, the file ends at"
                                 f" {parts.size}: the rest was cut off, or the file is older than the checkpoint; ask"
                                 " for a new export.", parts.size + 1)
            )  # fmt: skip
        elif roots[witness.size] != witness.root:
            faults.append(
                Fault("witness", f"The first {witness.size} entries are not those that the kept checkpoint covers: the"
                                 " record was rewritten after it was seen, by somebody who has the key.", 1)
            )  # fmt: skip
    return faults


# ---------------------------------------------------------------------------------------------- entries


@dataclass(slots=True)
class _Said:
    """What the entries say that matters to the rest; gathered in passing, because a record may be long."""

    start: Record | None
    pictures: dict[str, int]
    """Photograph -> the entry that points to it."""
    pruned: set[str]


def _entries(file: zipfile.ZipFile, parts: _Contents) -> tuple[_Said, list[Fault]]:
    """What the entries say, and where they differ from the leaves or do not follow from one another."""
    lines = file.read(bundle.ENTRIES).splitlines()
    expected = [parts.leaf(i) for i in range(parts.first - 1, parts.size)]
    found = [merkle.leaf_hash(line) for line in lines]
    faults = [] if found == expected else entry_faults(expected, found, lines, parts.first)
    said, before = _Said(None, {}, set()), ""
    for number, line in enumerate(lines, parts.first):
        record = parse_record(line)
        if record is None:
            faults += [] if faults else [Fault("edited", f"Entry {number} is not an entry at all.", number)]
            continue
        # Only leaves made to fit a broken chain get this far; otherwise the difference was named above.
        if not faults and (record.seq != number or (before and record.prev != before)):
            faults.append(Fault("chain", f"Entry {number} does not follow from the entry before it.", number))
        before = chain_hash(line)
        _listen(said, record, parts.game)
    return said, faults + _start_fault(parts, said.start)


def _listen(said: _Said, record: Record, game: str) -> None:
    said.start = said.start or record
    if game in (bundle.ALL, record.game):
        for name in pictures_of(record.body):
            said.pictures.setdefault(name, record.seq)
    said.pruned.update(pruned_by(record))


def _start_fault(parts: _Contents, start: Record | None) -> list[Fault]:
    """The first entry must begin the game that the file is about: else its beginning was left out."""
    if parts.game == bundle.ALL:
        whole = parts.first == 1
    else:
        whole = start is not None and (start.kind, start.game) == ("start", parts.game)
    if whole:
        return []
    return [Fault("missing", f"The file does not begin with the start of {parts.game!r}.", parts.first)]


# ---------------------------------------------------------------------------------------------- photographs


def _pictures(file: zipfile.ZipFile, said: _Said) -> tuple[int, tuple[tuple[str, int], ...], list[Fault]]:
    """How many photographs are right, which were pruned, and what is wrong with the others."""
    there = {n.removeprefix(bundle.PICTURES).removesuffix(".jpg"): n for n in _picture_names(file)}
    faults = [fault for name, path in there.items() for fault in _picture_faults(file, said, name, path)]
    wrong = len(faults)
    gone = []
    for name, seq in said.pictures.items():
        if name not in there and name in said.pruned:
            gone.append((name, seq))
        elif name not in there:
            text = f"The photograph of entry {seq} is missing, and the record does not say that it was removed."
            faults.append(Fault("picture", text, seq))
    return len(there) - wrong, tuple(gone), faults


def _picture_faults(file: zipfile.ZipFile, said: _Said, name: str, path: str) -> list[Fault]:
    if name not in said.pictures:
        return [Fault("picture", f"The photograph {name[:12]}… belongs to no entry of this record.")]
    seq = said.pictures[name]
    if sha256(file.read(path)).hexdigest() == name:
        return []
    text = f"The photograph of entry {seq} is not the one that was taken: it was exchanged, changed or saved anew."
    return [Fault("picture", text, seq)]


def _picture_names(file: zipfile.ZipFile) -> list[str]:
    return [n for n in file.namelist() if n.startswith(bundle.PICTURES) and n != bundle.PICTURES]
