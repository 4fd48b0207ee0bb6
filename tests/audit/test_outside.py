"""Other people's implementations accept what we sign and prove; run where they are installed.

``aics-tlog`` (needs Python 3.12) knows signed notes, checkpoints and both proofs; ``pymerkle`` knows the tree.
"""

import pytest

from companion.audit import merkle, notes
from companion.audit.ledger import Ledger
from companion.journal import Journal

SIZES = (1, 2, 3, 7, 8, 21, 40)


@pytest.fixture
def ledger(tmp_path):
    journal = Journal(tmp_path / "journal.sqlite")
    found = Ledger(journal, tmp_path / "audit")
    for size in SIZES:
        while journal.next_seq <= size:
            journal.append("g-1", "event", {"event": f"0 roll {journal.next_seq}", "why": "é"})
        found.sign()
    found.lines = journal.contents(0, SIZES[-1])
    return found


def test_aics_tlog_accepts_checkpoints_and_proofs(ledger):
    outside = pytest.importorskip("aics_tlog", reason="aics-tlog is not installed")
    tree, key = outside.MerkleTree(ledger.lines), outside.parse_vkey(str(ledger.key))
    seen = []
    for checkpoint, note in ledger.checkpoints():
        theirs = outside.verify_checkpoint(outside.parse_note(note), key, expected_origin=ledger.key.name)
        seen.append((theirs.ok, theirs.origin, theirs.size, theirs.root))
        assert tree.root(checkpoint.size) == checkpoint.root
        for index in range(checkpoint.size):
            proof = ledger.inclusion(index, checkpoint.size)
            assert list(proof) == tree.inclusion_proof(index, checkpoint.size)
            line = ledger.lines[index]
            assert outside.verify_leaf_inclusion(line, index, checkpoint.size, proof, checkpoint.root)
        proof = ledger.consistency(checkpoint.size, SIZES[-1])
        assert list(proof) == tree.consistency_proof(checkpoint.size, SIZES[-1])
        assert outside.verify_consistency(checkpoint.size, SIZES[-1], checkpoint.root, ledger.signed.root, proof)
    assert seen == [(True, c.origin, c.size, c.root) for c, _ in ledger.checkpoints()]


def test_we_accept_checkpoints_of_aics_tlog():
    outside = pytest.importorskip("aics_tlog", reason="aics-tlog is not installed")
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    private, name = Ed25519PrivateKey.generate(), "elsewhere.example/log"
    theirs = outside.Checkpoint(name, 7, bytes(range(32)))
    note = outside.sign_checkpoint(theirs, private, name).serialise()
    key = notes.public_key(name, private)
    assert notes.open_checkpoint(note, key) == notes.Checkpoint(name, 7, bytes(range(32)))
    assert notes.sign(str(notes.Checkpoint(name, 7, bytes(range(32)))), name, private) == note


def test_pymerkle_has_the_same_roots_and_proofs(ledger):
    pymerkle = pytest.importorskip("pymerkle", reason="pymerkle is not installed")
    tree = pymerkle.InmemoryTree(algorithm="sha256")
    for line in ledger.lines:
        tree.append_entry(line)
    assert [tree.get_root(n) for n in SIZES] == [c.root for c, _ in ledger.checkpoints()]
    for index in range(SIZES[-1]):
        theirs = tree.prove_inclusion(index + 1, SIZES[-1])
        path = [bytes.fromhex(h) for h in theirs.serialize()["path"]]
        assert merkle.leaf_hash(ledger.lines[index]) in path
        assert set(path) - {merkle.leaf_hash(ledger.lines[index])} == set(ledger.inclusion(index, SIZES[-1]))
