"""Somebody else's implementation of the formats accepts what we sign and prove, and refuses what was spoilt.

It is ``@sigstore/verify``, with which npm checks where its packages come from. ``.ci/run`` installs it; elsewhere:
``npm install --no-save @sigstore/verify@3.1.0``.
"""

import base64
import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from companion.audit.ledger import Ledger
from companion.journal import Journal

MODULES = Path(os.environ.get("NODE_MODULES", Path(__file__).parents[2] / "node_modules"))
SIZES = (1, 2, 3, 7, 8, 21, 40)

pytestmark = pytest.mark.skipif(
    not (MODULES / "@sigstore" / "verify").exists() or shutil.which("node") is None,
    reason="node or @sigstore/verify is not installed",
)


def text(data):
    return base64.b64encode(data).decode()


@pytest.fixture
def ledger(tmp_path):
    journal = Journal(tmp_path / "journal.sqlite")
    found = Ledger(journal, tmp_path / "audit")
    for size in SIZES:
        while journal.next_seq <= size:
            journal.append("g-1", "event", {"event": f"0 roll {journal.next_seq}", "why": "é"})
        found.sign()
    found.lines = journal.contents(0, SIZES[-1])
    yield found
    found.close()
    journal.close()


def judged(ledger, cases):
    """What the verifier says about each case."""
    key = Ed25519PublicKey.from_public_bytes(ledger.key.public)
    der = key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    asked = {
        "modules": str(MODULES),
        "name": ledger.key.name,
        "id": text(ledger.key.number),
        "der": text(der),
        "cases": cases,
    }
    script = Path(__file__).with_name("outside.cjs")
    done = subprocess.run(["node", script], input=json.dumps(asked), capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def cases_of(ledger):
    """Every entry in every checkpoint that covers it."""
    return [
        {
            "note": note,
            "index": index,
            "hashes": [text(h) for h in ledger.inclusion(index, checkpoint.size)],
            "leaf": text(ledger.lines[index]),
        }
        for checkpoint, note in ledger.checkpoints()
        for index in range(checkpoint.size)
    ]


def test_sigstore_accepts_every_checkpoint_and_inclusion_proof(ledger):
    cases = cases_of(ledger)
    expected = [f"{c.origin} {c.size} {text(c.root)}" for c, _ in ledger.checkpoints() for _ in range(c.size)]
    assert len(cases) == sum(SIZES)
    assert judged(ledger, cases) == expected


def test_sigstore_refuses_what_was_spoilt(ledger):
    case = cases_of(ledger)[-3]
    spoilt = [
        {**case, "note": case["note"].replace("\n40\n", "\n41\n")},
        {**case, "note": case["note"].replace(ledger.key.name, "elsewhere.example/log")},
        {**case, "leaf": text(b"another entry")},
        {**case, "index": case["index"] - 1},
        {**case, "hashes": case["hashes"][1:]},
    ]
    said = judged(ledger, spoilt)
    assert said[:2] == ["invalid checkpoint signature"] * 2
    assert said[2:] == [
        "calculated root hash does not match inclusion proof",
        "calculated root hash does not match inclusion proof",
        "invalid hash count",
    ]
