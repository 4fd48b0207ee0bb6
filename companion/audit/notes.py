"""Signed notes and log checkpoints in the formats of C2SP (``signed-note``, ``tlog-checkpoint``), with Ed25519."""

import base64
import binascii
import hashlib
import re
from dataclasses import dataclass

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from companion.errors import CompanionError

ED25519 = 1
"""The number of this kind of signature in the format."""
_KEY_NAME = re.compile(r"[^\s+]+")
_SIZE = re.compile(r"0|[1-9][0-9]*")


class NoteError(CompanionError, ValueError):
    """A checkpoint or key is not what it should be."""


@dataclass(frozen=True, slots=True)
class Key:
    """A public key with the name it signs under."""

    name: str
    public: bytes

    @property
    def number(self) -> bytes:
        """The four bytes by which signature lines name the key."""
        return hashlib.sha256(self.name.encode() + b"\n" + bytes([ED25519]) + self.public).digest()[:4]

    def __str__(self) -> str:
        """The key as one line of text, to hand to others."""
        return f"{self.name}+{self.number.hex()}+{_text64(bytes([ED25519]) + self.public)}"

    @property
    def fingerprint(self) -> str:
        """Words short enough to compare by eye: four groups of four signs."""
        digits = hashlib.sha256(self.public).hexdigest()[:16].upper()
        return "-".join(digits[i : i + 4] for i in range(0, 16, 4))


def parse_key(text: str) -> Key:
    """The key written as one line."""
    parts = text.strip().split("+", 2)
    if len(parts) == 3 and _KEY_NAME.fullmatch(parts[0]):
        data = _bytes64(parts[2])
        key = Key(parts[0], data[1:])
        if len(data) == 33 and data[0] == ED25519 and key.number.hex() == parts[1]:
            return key
    raise NoteError("This is not a table's public key; copy the whole line, which begins with the table's name.")


def public_key(name: str, private: Ed25519PrivateKey) -> Key:
    """The public half of a private key."""
    return Key(name, private.public_key().public_bytes_raw())


def _text64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _bytes64(text: str) -> bytes:
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""
    # One value, one text: padding bits that do not matter must be zero.
    return data if _text64(data) == text else b""


# ---------------------------------------------------------------------------------------------- notes


def sign(text: str, name: str, private: Ed25519PrivateKey) -> str:
    """The text as a signed note."""
    signature = private.sign(text.encode())
    return f"{text}\n— {name} {_text64(public_key(name, private).number + signature)}\n"


def open_note(note: str, key: Key) -> str:
    """The text of a note, if the key signed it; raises NoteError."""
    text, _, signatures = note.rpartition("\n\n")
    if not text or not signatures.endswith("\n"):
        raise NoteError("This is not a signed checkpoint; copy all of it, with the last line that begins with '—'.")
    text += "\n"
    lines = [_signature(line) for line in signatures.removesuffix("\n").split("\n")]
    ours = [raw[4:] for name, raw in lines if name == key.name and raw[:4] == key.number]
    for signature in ours:
        _check(key, signature, text)
    if not ours:
        names = ", ".join(name for name, _ in lines)
        raise NoteError(f"It is signed by another key ({names}), not by the key of this record ({key.name}).")
    return text


def _signature(line: str) -> tuple[str, bytes]:
    """The name and the bytes of a signature line."""
    dash, _, rest = line.partition(" ")
    name, _, data = rest.partition(" ")
    raw = _bytes64(data)
    if dash != "—" or not _KEY_NAME.fullmatch(name) or len(raw) < 5:
        raise NoteError("This is not a signed checkpoint: its last lines are not signatures.")
    return name, raw


def _check(key: Key, signature: bytes, text: str) -> None:
    try:
        Ed25519PublicKey.from_public_bytes(key.public).verify(signature, text.encode())
    except InvalidSignature:
        raise NoteError("Its signature is wrong: it was changed after it was signed, or never signed by us.") from None


# ---------------------------------------------------------------------------------------------- checkpoints


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What a log stood at: whose log, how many entries, and the root over all of them."""

    origin: str
    size: int
    root: bytes

    def __str__(self) -> str:
        """The text that is signed."""
        return f"{self.origin}\n{self.size}\n{_text64(self.root)}\n"


def parse_checkpoint(text: str) -> Checkpoint:
    """The checkpoint in the text of a note; lines after the third are allowed and ignored."""
    lines = text.split("\n")
    if len(lines) >= 4 and lines[0] and _SIZE.fullmatch(lines[1]) and len(root := _bytes64(lines[2])) == 32:
        return Checkpoint(lines[0], int(lines[1]), root)
    raise NoteError("This is not a checkpoint; it has a name, a number and a root hash on its first three lines.")


def open_checkpoint(note: str, key: Key) -> Checkpoint:
    """The checkpoint in a signed note, if the key signed it and it is of the key's own log; raises NoteError."""
    checkpoint = parse_checkpoint(open_note(note, key))
    if checkpoint.origin != key.name:
        raise NoteError(f"It is a checkpoint of another record ({checkpoint.origin}), not of {key.name}.")
    return checkpoint
