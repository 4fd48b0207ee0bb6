"""The signed tree over a journal, kept beside it: ``tree`` (hashes), ``checkpoints`` (signed notes) and ``key``.

The tree follows from the journal, so whatever a pulled plug leaves of it is mended from there. A checkpoint is
signed only after the tree it speaks of is on the disk, and only if that tree continues the last one signed.
"""

import json
import os
import threading
from collections.abc import Iterator
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from companion.audit import merkle, notes
from companion.audit.notes import Checkpoint, Key
from companion.errors import JournalError
from companion.journal import Journal

BATCH = 5000
"""Entries taken in at a time, so that a long journal does not have to fit into memory."""


class Ledger:
    """The tree, the key and the checkpoints of one journal; safe to use from several threads."""

    def __init__(self, journal: Journal, folder: Path) -> None:
        self._journal = journal
        self._folder = folder
        self._lock = threading.RLock()
        folder.mkdir(parents=True, exist_ok=True)
        self._private = _load_or_make_key(folder / "key")
        raw = self._private.public_key().public_bytes_raw()
        self.key: Key = notes.public_key(f"table-companion.local/{raw[:4].hex()}", self._private)
        self._file = os.open(folder / "tree", os.O_RDWR | os.O_CREAT, 0o644)
        self._newest = _last_note(folder / "checkpoints")
        self._tree = merkle.Frontier()
        self._signed = Checkpoint(self.key.name, 0, merkle.EMPTY)
        self._contradicts = False
        if self._newest:
            self._signed = notes.open_checkpoint(self._newest, self.key)
            self._tree = self._reopened()

    def close(self) -> None:
        """Give the files back."""
        os.close(self._file)

    # ------------------------------------------------------------------------------------------ growing

    @property
    def size(self) -> int:
        """How many entries the tree holds."""
        return self._tree.size

    def sync(self) -> int:
        """Take in what is new in the journal; how many entries the tree holds now."""
        with self._lock:
            end = self._journal.next_seq - 1
            while self._tree.size < end:
                self._take_in(self._journal.contents(self._tree.size, min(end, self._tree.size + BATCH)))
            return self._tree.size

    def sign(self) -> str:
        """The newest checkpoint as a signed note, once it is safely on the disk; covers the whole journal."""
        with self._lock:
            if self.sync() > self._signed.size:
                self._refuse_to_contradict()
                checkpoint = Checkpoint(self.key.name, self._tree.size, self._tree.root())
                os.fdatasync(self._file)
                note = notes.sign(str(checkpoint), self.key.name, self._private)
                _append_line(self._folder / "checkpoints", json.dumps(note, ensure_ascii=False))
                self._signed, self._newest = checkpoint, note
            return self._newest

    def signed_now(self) -> tuple[str, Checkpoint]:
        """The newest checkpoint as a note and as a value, both of one moment."""
        with self._lock:
            return self.sign(), self._signed

    def _take_in(self, contents: list[bytes]) -> None:
        if not contents:
            raise JournalError("The journal has lost entries; restore a copy of it.")
        offset = merkle.row_length(self._tree.size) * merkle.HASH_BYTES
        hashes: list[bytes] = []
        for content in contents:
            hashes += self._tree.append(merkle.leaf_hash(content))
        # The same journal always gives the same bytes at the same place, so a second writer can do no harm.
        os.pwrite(self._file, b"".join(hashes), offset)

    def _reopened(self) -> merkle.Frontier:
        """The tree as the last checkpoint signed it; made anew from the journal if the file does not give it."""
        if os.fstat(self._file).st_size >= merkle.row_length(self._signed.size) * merkle.HASH_BYTES:
            tree = merkle.frontier(self._get, self._signed.size)
            if tree.root() == self._signed.root:
                return tree
        self._tree = merkle.Frontier()
        while self._tree.size < min(self._signed.size, self._journal.next_seq - 1):
            self._take_in(self._journal.contents(self._tree.size, min(self._signed.size, self._tree.size + BATCH)))
        # From here on the tree only grows, so it is enough to know once whether it is the one that was signed.
        self._contradicts = (self._tree.size, self._tree.root()) != (self._signed.size, self._signed.root)
        return self._tree

    def _refuse_to_contradict(self) -> None:
        """A log must never sign two histories."""
        if self._contradicts:
            raise JournalError(
                "The journal no longer says what was signed before, so it is not signed again;"
                " 'companion audit export all' and 'companion audit verify' show which entry differs."
            )

    # ------------------------------------------------------------------------------------------ proving

    def _get(self, place: int) -> bytes:
        return os.pread(self._file, merkle.HASH_BYTES, place * merkle.HASH_BYTES)

    @property
    def newest(self) -> str:
        """The newest checkpoint as a signed note, ``""`` before the first: what a phone keeps as a witness."""
        return self._newest

    @property
    def signed(self) -> Checkpoint:
        """The newest checkpoint."""
        return self._signed

    def checkpoints(self) -> Iterator[tuple[Checkpoint, str]]:
        """Every checkpoint ever signed with its note, oldest first."""
        for note in _notes(self._folder / "checkpoints"):
            yield notes.parse_checkpoint(note), note

    def root(self, size: int) -> bytes:
        """The root over the first entries."""
        return merkle.root(self._get, size)

    def frontier(self, size: int) -> merkle.Frontier:
        """The complete subtrees over the first entries."""
        return merkle.frontier(self._get, size)

    def leaf(self, index: int) -> bytes:
        """The hash of one leaf; entry ``seq`` is leaf ``seq - 1``."""
        return self._get(merkle.place(0, index))

    def inclusion(self, index: int, size: int) -> tuple[bytes, ...]:
        """The proof that a leaf is among the first ``size`` entries."""
        return merkle.inclusion(self._get, index, size)

    def consistency(self, old: int, new: int) -> tuple[bytes, ...]:
        """The proof that the first ``new`` entries begin with the first ``old`` as they were then."""
        return merkle.consistency(self._get, old, new)

    def agrees_with(self, note: str) -> Checkpoint:
        """The checkpoint that a witness kept, if today's record still begins with it; raises NoteError."""
        seen = notes.open_checkpoint(note, self.key)
        if seen.size > self.size:
            raise notes.NoteError(
                f"The checkpoint covers {seen.size} entries but the record holds {self.size}: entries were removed."
            )
        if self.root(seen.size) != seen.root:
            raise notes.NoteError(
                f"The first {seen.size} entries of the record are no longer those that the checkpoint covers."
            )
        return seen


def _load_or_make_key(path: Path) -> Ed25519PrivateKey:
    try:
        key = load_pem_private_key(path.read_bytes(), None)
    except FileNotFoundError:
        key = Ed25519PrivateKey.generate()
        _write_secret(path, key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    except (ValueError, TypeError, OSError) as error:
        raise JournalError(f"The table's key {str(path)!r} cannot be read ({error}); restore it from a copy.") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise JournalError(f"The table's key {str(path)!r} is of another kind; restore the right one from a copy.")
    return key


def _write_secret(path: Path, content: bytes) -> None:
    """Like write_durably, but nobody else may ever read it, not even for a moment."""
    part = path.with_name(path.name + ".part")
    part.unlink(missing_ok=True)
    with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _append_line(path: Path, line: str) -> None:
    """Add a line durably; what a pulled plug left of an earlier one is closed off first and never read again."""
    is_new = not path.exists()
    with path.open("ab+") as file:
        torn = file.tell() and _last_byte(file.fileno(), file.tell()) != b"\n"
        file.write((b"\n" if torn else b"") + line.encode() + b"\n")
        file.flush()
        os.fdatasync(file.fileno())
    if is_new:
        _sync_folder(path.parent)


def _last_byte(handle: int, size: int) -> bytes:
    return os.pread(handle, 1, size - 1)


def _notes(path: Path) -> Iterator[str]:
    """The notes of a file of checkpoints, without lines that were never finished."""
    if not path.exists():
        return
    with path.open("rb") as file:
        for line in file:
            if note := _note(line):
                yield note


def _note(line: bytes) -> str:
    try:
        note = json.loads(line)
    except ValueError:
        return ""
    return note if isinstance(note, str) else ""


def _last_note(path: Path) -> str:
    """The last finished note, looked for from the end: the file may be long."""
    if not path.exists():
        return ""
    with path.open("rb") as file:
        end = file.seek(0, os.SEEK_END)
        file.seek(max(0, end - 4096))
        lines = file.read().splitlines()
    return next((note for line in reversed(lines) if (note := _note(line))), "")
