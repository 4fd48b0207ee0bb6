"""Signed notes and checkpoints: the published example, what we sign, and everything that is not quite that."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from companion.audit import notes
from companion.audit.notes import Checkpoint, NoteError

PUBLISHED_KEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
PUBLISHED_NOTE = (
    "This is an example message.\n\n— example.com/foo "
    "Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n"
)
PRIVATE = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
KEY = notes.public_key("table-companion.local/test", PRIVATE)
CHECKPOINT = Checkpoint(KEY.name, 17, bytes(range(32)))
NOTE = notes.sign(str(CHECKPOINT), KEY.name, PRIVATE)


def test_the_published_note_opens_with_the_published_key():
    key = notes.parse_key(PUBLISHED_KEY)
    assert str(key) == PUBLISHED_KEY
    assert notes.open_note(PUBLISHED_NOTE, key) == "This is an example message.\n"


def test_a_checkpoint_survives_signing_and_opening():
    assert notes.open_checkpoint(NOTE, KEY) == CHECKPOINT
    assert notes.parse_key(str(KEY)) == KEY
    assert NOTE.startswith("table-companion.local/test\n17\nAAECAwQF")


def test_a_note_may_carry_signatures_of_others():
    other = Ed25519PrivateKey.generate()
    line = notes.sign(str(CHECKPOINT), "a.phone", other).splitlines()[-1]
    assert notes.open_checkpoint(NOTE + line + "\n", KEY) == CHECKPOINT


@pytest.mark.parametrize(
    ("note", "sentence"),
    [
        (NOTE.replace("17", "18"), "signature is wrong"),
        (NOTE.replace("/test\n17", "/toast\n17"), "signature is wrong"),
        (NOTE.replace("— table-companion.local/test", "— table-companion.local/tent"), "another key"),
        (notes.sign(str(CHECKPOINT), KEY.name, Ed25519PrivateKey.generate()), "another key"),
        (notes.sign(str(Checkpoint("else", 1, b"x" * 32)), KEY.name, PRIVATE), "another record"),
        (notes.sign("three\nsmall\nlines\n", KEY.name, PRIVATE), "not a checkpoint"),
        (notes.sign(str(CHECKPOINT).replace("17", "017"), KEY.name, PRIVATE), "not a checkpoint"),
        (NOTE.rstrip("\n"), "not a signed checkpoint"),
        (str(CHECKPOINT), "not a signed checkpoint"),
        ("", "not a signed checkpoint"),
        (NOTE + "hello\n", "not signatures"),
        (NOTE.replace("— ", "- "), "not signatures"),
    ],
)
def test_what_is_not_signed_by_us_is_refused(note, sentence):
    with pytest.raises(NoteError, match=sentence):
        notes.open_checkpoint(note, KEY)


@pytest.mark.parametrize("text", ["", "a+b", PUBLISHED_KEY.replace("530d", "530e"), PUBLISHED_KEY[:-4], "x y+00+AA"])
def test_what_is_no_key_is_refused(text):
    with pytest.raises(NoteError, match="not a table's public key"):
        notes.parse_key(text)


def test_fingerprint_is_short_and_the_keys_own():
    assert len(KEY.fingerprint) == 19
    assert KEY.fingerprint != notes.parse_key(PUBLISHED_KEY).fingerprint
