"""Every attack on a record is noticed and located; the honest record passes, whatever happened to it honestly."""

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from companion.audit import merkle, notes
from companion.audit.ledger import Ledger
from companion.audit.notes import Checkpoint
from companion.audit.pruning import prune
from companion.audit.verify import BundleError, verify
from companion.evidence import Evidence
from companion.journal import Journal, canonical
from tests.audit.table_record import contents, edited, evening, lines_of, picture, with_lines, write

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Two games, the second exported; nobody changes it."""
    night = evening(tmp_path_factory.mktemp("evening"))
    night.first = night.play(1)
    night.second = night.play(2)
    night.files = contents(night.export(night.second))
    night.start = json.loads(lines_of(night.files)[0])[0]
    night.other = contents(night.export(night.first, "first.zip"))
    return night


def found(tmp_path, files, *witnesses, key=None):
    """(kind, entry) of every fault."""
    verdict = verify(write(tmp_path / "attacked.zip", files), witnesses, key)
    assert all(fault.text.endswith(".") for fault in verdict.faults)
    return [(fault.kind, fault.entry) for fault in verdict.faults]


def tear(path, end):
    with path.open("ab") as file:
        file.write(end)


def index_of(files, kind):
    return next(i for i, line in enumerate(lines_of(files)) if json.loads(line)[3] == kind)


def swapped(lines, i, j):
    lines = list(lines)
    lines[i], lines[j] = lines[j], lines[i]
    return lines


# ---------------------------------------------------------------------------------------------- honest


def test_honest_record_passes_with_its_correction_and_a_witness(played, tmp_path):
    verdict = verify(write(tmp_path / "same.zip", played.files), (played.ledger.newest,), played.ledger.key)
    assert verdict.faults == ()
    assert (verdict.game, verdict.first, verdict.last) == (played.second, played.start, played.ledger.size)
    assert verdict.witnesses == 1
    assert verdict.pruned == ()
    assert verdict.pictures == sum(n.startswith("pictures/") for n in played.files) > 4
    assert verdict.checkpoints == sum(c.size >= played.start for c, _ in played.ledger.checkpoints())


def test_every_checkpoint_ever_seen_by_a_phone_agrees(played, tmp_path):
    seen = [note for _, note in played.ledger.checkpoints()]
    assert len(seen) > 10
    assert found(tmp_path, played.files, *seen) == []
    assert found(tmp_path, played.other, *seen) == []


def test_record_passes_after_pruning_and_says_what_is_gone(tmp_path):
    night = evening(tmp_path)
    game = night.play()
    before = night.evidence.total_bytes()
    gone = prune(night.journal, night.evidence, before // 2)
    assert night.evidence.total_bytes() <= before // 2
    verdict = verify(night.export(game), (night.ledger.newest,))
    assert verdict.faults == ()
    assert {name for name, _ in verdict.pruned} == set(gone)
    assert [seq for _, seq in verdict.pruned] == sorted(seq for _, seq in verdict.pruned)
    assert verdict.pictures > 0


def test_picture_lost_without_a_word_is_a_fault(tmp_path):
    night = evening(tmp_path)
    game = night.play()
    gone = night.evidence.overdue(night.evidence.total_bytes() - 1)
    night.evidence.remove(gone)
    verdict = verify(night.export(game))
    assert [(f.kind, f.entry is not None) for f in verdict.faults] == [("picture", True)] * len(gone)


def test_record_passes_after_being_killed(tmp_path):
    kills = 6
    code = (
        "import sys; from pathlib import Path; from tests.audit.table_record import evening\n"
        "night = evening(Path(sys.argv[1]))\n"
        "for n in range(1000):\n    night.play(n)\n    print(n, flush=True)\n"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    for kill in range(kills):
        player = subprocess.Popen(
            [sys.executable, "-c", code, str(tmp_path)], stdout=subprocess.PIPE, env=env, cwd=ROOT
        )
        player.stdout.readline()
        os.kill(player.pid, signal.SIGKILL)
        player.stdout.close()
        assert player.wait() == -signal.SIGKILL
        if kill % 2:  # a pulled plug also leaves torn ends
            tear(tmp_path / "audit" / "tree", b"torn")
            tear(tmp_path / "audit" / "checkpoints", b'"table-comp')
    night = evening(tmp_path)
    seen = [note for _, note in night.ledger.checkpoints()]
    verdict = verify(night.export("all"), seen)
    assert verdict.faults == ()
    assert verdict.witnesses == len(seen) > kills * 5
    assert verdict.last == night.journal.verify()


# ---------------------------------------------------------------------------------------------- attacks on the file


def test_edited_entry_is_found(played, tmp_path):
    lines = lines_of(played.files)
    lines[3] = edited(lines[3], lambda body: body.update(event="0 roll 6 6"))
    assert found(tmp_path, with_lines(played.files, lines)) == [("edited", played.start + 3)]


def test_entry_made_unreadable_is_found(played, tmp_path):
    lines = lines_of(played.files)
    lines[3] = b"hello"
    strays = [("picture", None)] * 2  # the entry no longer points to its photograph and its strip
    assert found(tmp_path, with_lines(played.files, lines)) == [("edited", played.start + 3), *strays]


def test_deleted_entry_is_found(played, tmp_path):
    lines = lines_of(played.files)
    assert found(tmp_path, with_lines(played.files, lines[:4] + lines[5:])) == [("missing", played.start + 4)]


def test_inserted_entry_is_found(played, tmp_path):
    lines = lines_of(played.files)
    more = edited(lines[5], lambda body: body.update(event="1 roll 1 1"))
    assert found(tmp_path, with_lines(played.files, [*lines[:6], more, *lines[6:]])) == [("inserted", played.start + 6)]


def test_reordered_entries_are_found(played, tmp_path):
    lines = swapped(lines_of(played.files), 4, 5)
    assert found(tmp_path, with_lines(played.files, lines)) in (
        [("moved", played.start + 4)],
        [("moved", played.start + 5)],
    )


def test_reordered_distant_entries_are_found(played, tmp_path):
    lines = swapped(lines_of(played.files), 2, 7)
    assert set(found(tmp_path, with_lines(played.files, lines))) >= {("moved", played.start + 2)}


def test_truncated_entries_are_found(played, tmp_path):
    lines = lines_of(played.files)
    last = played.ledger.size
    assert found(tmp_path, with_lines(played.files, lines[:-2])) == [("missing", last - 1), ("missing", last)]


def test_truncation_of_entries_and_leaves_is_found(played, tmp_path):
    files = with_lines(played.files, lines_of(played.files)[:-2])
    files["leaves.bin"] = files["leaves.bin"][: -2 * merkle.HASH_BYTES]
    assert ("missing", played.ledger.size - 1) in found(tmp_path, files)


def test_truncation_of_everything_is_found_by_a_witness(played, tmp_path):
    """Whoever also removes the last checkpoints shows an older, honest record: only a witness knows better."""
    size = played.ledger.size - 1  # the correction goes
    files = with_lines(played.files, lines_of(played.files)[:-1])
    files["leaves.bin"] = files["leaves.bin"][: size * merkle.HASH_BYTES]
    notes_left = [n for n in files["checkpoints.jsonl"].splitlines() if int(json.loads(n).split("\n")[1]) <= size]
    files["checkpoints.jsonl"] = b"".join(n + b"\n" for n in notes_left)
    assert found(tmp_path, files) == []
    assert found(tmp_path, files, played.ledger.newest) == [("witness", size + 1)]


def test_beginning_left_out_is_found(played, tmp_path):
    manifest = json.loads(played.files["manifest.json"])
    manifest["first"] += 2
    files = with_lines({**played.files, "manifest.json": json.dumps(manifest)}, lines_of(played.files)[2:])
    assert ("missing", played.start + 2) in found(tmp_path, files)


def test_replayed_entries_of_another_game_are_found(played, tmp_path):
    lines, others = lines_of(played.files), lines_of(played.other)
    lines[2:4] = others[2:4]
    assert found(tmp_path, with_lines(played.files, lines)) == [
        ("replaced", played.start + 2),
        ("replaced", played.start + 3),
        ("picture", None),
        ("picture", None),
    ]


def test_changed_author_of_a_correction_is_found(played, tmp_path):
    lines, at = lines_of(played.files), index_of(played.files, "correct")
    lines[at] = edited(lines[at], lambda body: body.update(who="Ben"))
    verdict = verify(write(tmp_path / "a.zip", with_lines(played.files, lines)))
    assert [f.text for f in verdict.faults] == [f"Entry {played.start + at} (correct) was changed after it was signed."]


def test_edit_with_all_hashes_made_to_fit_is_located_between_checkpoints(played, tmp_path):
    """The attacker has everything but the key: entry, chain and leaves are rewritten, the signatures are not."""
    lines = lines_of(played.files)
    lines[3] = edited(lines[3], lambda body: body.update(event="0 roll 5 5"))
    for i in range(4, len(lines)):
        content = json.loads(lines[i])
        content[5] = hashlib.sha256(lines[i - 1]).hexdigest()
        lines[i] = canonical(content).encode()
    files = with_lines(played.files, lines)
    kept = files["leaves.bin"][: (played.start - 1) * merkle.HASH_BYTES]
    files["leaves.bin"] = kept + b"".join(merkle.leaf_hash(line) for line in lines)
    assert found(tmp_path, files) == [("rewritten", played.start + 3)]


def test_leaves_made_to_fit_without_the_chain_are_located_twice(played, tmp_path):
    lines = lines_of(played.files)
    lines[3] = edited(lines[3], lambda body: body.update(event="0 roll 5 5"))
    files = with_lines(played.files, lines)
    at = (played.start - 1 + 3) * merkle.HASH_BYTES
    files["leaves.bin"] = (
        files["leaves.bin"][:at] + merkle.leaf_hash(lines[3]) + files["leaves.bin"][at + merkle.HASH_BYTES :]
    )
    assert found(tmp_path, files) == [("rewritten", played.start + 3), ("chain", played.start + 4)]


# ---------------------------------------------------------------------------------------------- photographs


def one_picture(played):
    """A photograph of the record and its entry."""
    for number, line in enumerate(lines_of(played.files), played.start):
        if name := json.loads(json.loads(line)[4]).get("evidence"):
            return f"pictures/{name}.jpg", number
    raise AssertionError


def test_exchanged_picture_is_found(played, tmp_path):
    name, entry = one_picture(played)
    assert found(tmp_path, {**played.files, name: picture(999)}) == [("picture", entry)]


def test_swapped_pictures_are_found(played, tmp_path):
    a, b = [n for n in played.files if n.startswith("pictures/")][:2]
    faults = found(tmp_path, {**played.files, a: played.files[b], b: played.files[a]})
    assert [kind for kind, _ in faults] == ["picture", "picture"]


def test_picture_saved_anew_is_found(tmp_path):
    cv2 = pytest.importorskip("cv2")
    import numpy as np

    def jpeg(image, quality):
        return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1])

    night = evening(tmp_path)
    image = np.random.default_rng(1).integers(0, 255, (40, 60, 3), dtype=np.uint8)
    night.journal.append("g-1", "start", {"names": ["Ann"], "game": "g"})
    night.journal.append("g-1", "event", {"event": "0 roll 1", "evidence": night.evidence.keep(jpeg(image, 92))})
    files = contents(night.export("g-1"))
    name = next(n for n in files if n.startswith("pictures/"))
    again = jpeg(cv2.imdecode(np.frombuffer(files[name], np.uint8), cv2.IMREAD_COLOR), 92)
    assert found(tmp_path, {**files, name: again}) == [("picture", 2)]
    renamed = {n: d for n, d in files.items() if n != name}
    renamed[f"pictures/{hashlib.sha256(again).hexdigest()}.jpg"] = again
    assert found(tmp_path, renamed) == [("picture", None), ("picture", 2)]


def test_removed_picture_is_found(played, tmp_path):
    name, entry = one_picture(played)
    assert found(tmp_path, {n: d for n, d in played.files.items() if n != name}) == [("picture", entry)]


def test_two_files_of_one_name_are_found(played, tmp_path):
    path = write(tmp_path / "twice.zip", played.files)
    with zipfile.ZipFile(path, "a") as file, pytest.warns(UserWarning, match="Duplicate"):
        file.writestr("entries.jsonl", played.files["entries.jsonl"])
    assert [f.kind for f in verify(path).faults] == ["file"]


# ---------------------------------------------------------------------------------------------- keys and witnesses


def resigned(files, private, name):
    """Every checkpoint signed anew by another key, with that key in the file."""
    signed = []
    for line in files["checkpoints.jsonl"].splitlines():
        old = notes.parse_checkpoint(json.loads(line).partition("\n\n")[0] + "\n")
        signed.append(json.dumps(notes.sign(str(Checkpoint(name, old.size, old.root)), name, private)))
    key = notes.public_key(name, private)
    return {**files, "checkpoints.jsonl": "\n".join(signed), "key.txt": str(key)}


def test_swapped_public_key_is_found(played, tmp_path):
    other = notes.public_key(played.ledger.key.name, Ed25519PrivateKey.generate())
    faults = found(tmp_path, {**played.files, "key.txt": str(other)})
    assert faults and {kind for kind, _ in faults} == {"signature", "unsigned"}


def test_signing_anew_with_another_key_is_found_by_a_witness_and_by_a_known_key(played, tmp_path):
    files = resigned(played.files, Ed25519PrivateKey.generate(), played.ledger.key.name)
    assert found(tmp_path, files) == []
    assert found(tmp_path, files, played.ledger.newest) == [("witness", None)]
    assert found(tmp_path, files, key=played.ledger.key) == [("key", None)]


def test_changed_checkpoint_is_found(played, tmp_path):
    notes_in = played.files["checkpoints.jsonl"].splitlines()
    notes_in[1] = notes_in[1].replace(b"AAA", b"AAB") if b"AAA" in notes_in[1] else notes_in[0][:-9] + notes_in[1][-9:]
    faults = found(tmp_path, {**played.files, "checkpoints.jsonl": b"\n".join(notes_in)})
    assert ("signature", None) in faults


def test_record_without_checkpoints_is_refused(played, tmp_path):
    kinds = {kind for kind, _ in found(tmp_path, {**played.files, "checkpoints.jsonl": b""})}
    assert kinds == {"signature", "unsigned"}


def test_rewriting_everything_with_the_real_key_is_found_by_a_witness(tmp_path):
    """The owner of the key makes a whole new history: the file alone is faultless, what a phone kept is not."""
    night = evening(tmp_path / "true")
    game = night.play()
    witness = night.ledger.newest
    forged = tmp_path / "forged"
    (forged / "audit").mkdir(parents=True)
    shutil.copy(tmp_path / "true" / "audit" / "key", forged / "audit" / "key")
    journal = Journal(forged / "journal.sqlite")
    ledger = Ledger(journal, forged / "audit")
    for entry in night.journal.entries():
        body = dict(entry.body)
        if entry.seq == 2:
            body["event"] = "0 roll 5 5"
        journal.append(entry.game, entry.kind, body)
        ledger.sign()
    liar = type(night)(forged, journal, ledger, Evidence(tmp_path / "true" / "evidence"))
    path = liar.export(game)
    assert verify(path).faults == ()
    assert [(f.kind, f.entry) for f in verify(path, (witness,)).faults] == [("witness", 1)]
    with pytest.raises(notes.NoteError, match="no longer those"):
        ledger.agrees_with(witness)


def test_file_that_is_no_record_is_refused(tmp_path):
    path = tmp_path / "x.zip"
    path.write_bytes(b"PK nothing")
    with pytest.raises(BundleError, match="not a whole record"):
        verify(path)
    with pytest.raises(BundleError, match="not a whole record"):
        verify(tmp_path / "absent.zip")
    with pytest.raises(BundleError, match="not a whole record"):
        verify(write(tmp_path / "empty.zip", {"a": b""}))


@pytest.mark.parametrize("change", [{"format": 9}, {"first": 0}, {"first": 10**9}, {"first": "x"}])
def test_manifest_that_cannot_be_is_refused(played, tmp_path, change):
    manifest = {**json.loads(played.files["manifest.json"]), **change}
    with pytest.raises(BundleError):
        verify(write(tmp_path / "m.zip", {**played.files, "manifest.json": json.dumps(manifest)}))


def test_edit_of_the_journal_itself_is_found_in_the_next_export(tmp_path):
    night = evening(tmp_path)
    game = night.play()
    night.journal._db.execute("UPDATE entry SET body = replace(body, 'Ann', 'Bob') WHERE kind = 'correct'")
    (seq,) = night.journal._db.execute("SELECT seq FROM entry WHERE kind = 'correct'").fetchone()
    assert [(f.kind, f.entry) for f in verify(night.export(game)).faults] == [("edited", seq)]
    (tmp_path / "audit" / "tree").unlink()
    again = type(night)(tmp_path, night.journal, Ledger(night.journal, tmp_path / "audit"), night.evidence)
    assert [(f.kind, f.entry) for f in verify(again.export(game)).faults] == [("rewritten", seq)]
