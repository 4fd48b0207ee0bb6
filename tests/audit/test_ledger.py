"""The ledger: its tree follows the journal, survives what a pulled plug leaves, and never signs two histories."""

import sqlite3
import stat

import pytest

from companion.audit import merkle, notes
from companion.audit.ledger import Ledger
from companion.errors import JournalError
from companion.journal import Journal


def opened(folder):
    journal = Journal(folder / "journal.sqlite")
    return journal, Ledger(journal, folder / "audit")


def fill(journal, n):
    for i in range(n):
        journal.append("g-1", "event", {"n": i, "text": "ü"})


def leaves(journal):
    return [merkle.leaf_hash(line) for line in journal.contents(0, journal.next_seq)]


def root_of(all_leaves):
    tree = merkle.Frontier()
    for leaf in all_leaves:
        tree.append(leaf)
    return tree.root()


def test_checkpoint_covers_the_whole_journal(tmp_path):
    journal, ledger = opened(tmp_path)
    assert ledger.newest == ""
    fill(journal, 5)
    note = ledger.sign()
    checkpoint = notes.open_checkpoint(note, ledger.key)
    assert checkpoint == notes.Checkpoint(ledger.key.name, 5, root_of(leaves(journal)))
    assert ledger.sign() == note == ledger.newest
    assert list(ledger.checkpoints()) == [(checkpoint, note)]


def test_ledger_goes_on_after_reopening(tmp_path):
    journal, ledger = opened(tmp_path)
    fill(journal, 5)
    first = ledger.sign()
    fill(journal, 2)  # not signed any more: the plug is pulled
    ledger.close()
    journal.close()
    journal, again = opened(tmp_path)
    assert (again.newest, again.key) == (first, ledger.key)
    again.sign()
    assert again.signed.root == root_of(leaves(journal))
    assert [c.size for c, _ in again.checkpoints()] == [5, 7]
    old, new = (c for c, _ in again.checkpoints())
    assert merkle.is_consistent(5, old.root, 7, new.root, again.consistency(5, 7))
    assert again.agrees_with(first) == old


def test_every_entry_can_be_proven(tmp_path):
    journal, ledger = opened(tmp_path)
    fill(journal, 21)
    ledger.sign()
    proven = [
        merkle.is_included(leaf, i, 21, ledger.inclusion(i, 21), ledger.signed.root)
        for i, leaf in enumerate(leaves(journal))
    ]
    assert proven == [True] * 21
    assert [ledger.leaf(i) for i in range(21)] == leaves(journal)


@pytest.mark.parametrize("damage", [b"", b"x" * 40, b"\x00" * 32 * 100])
def test_damaged_tree_is_made_anew_from_the_journal(tmp_path, damage):
    journal, ledger = opened(tmp_path)
    fill(journal, 9)
    ledger.sign()
    ledger.close()
    (tmp_path / "audit" / "tree").write_bytes(damage)
    fill(journal, 1)
    again = Ledger(journal, tmp_path / "audit")
    again.sign()
    assert again.signed == notes.Checkpoint(ledger.key.name, 10, root_of(leaves(journal)))
    assert merkle.is_included(leaves(journal)[3], 3, 10, again.inclusion(3, 10), again.signed.root)


@pytest.mark.parametrize("change", ["UPDATE entry SET body = '{}' WHERE seq = 2", "DELETE FROM entry WHERE seq > 3"])
def test_rewritten_journal_is_not_signed_again(tmp_path, change):
    journal, ledger = opened(tmp_path)
    fill(journal, 5)
    ledger.sign()
    ledger.close()
    journal.close()
    db = sqlite3.connect(tmp_path / "journal.sqlite")
    db.execute(change)
    db.commit()
    db.close()
    (tmp_path / "audit" / "tree").unlink()  # the tree would still know; without it the last signature does
    journal, again = opened(tmp_path)
    fill(journal, 6)
    with pytest.raises(JournalError, match="no longer says what was signed"):
        again.sign()
    assert [c.size for c, _ in again.checkpoints()] == [5]


def test_two_openings_of_one_ledger_do_not_harm_each_other(tmp_path):
    journal, ledger = opened(tmp_path)
    fill(journal, 3)
    ledger.sign()
    other = opened(tmp_path)[1]
    fill(journal, 3)
    ledger.sign()
    late = opened(tmp_path)[1]
    late.sign()
    assert late.signed == ledger.signed
    assert other.agrees_with(other.sign()).size == 3
    assert [c.size for c, _ in ledger.checkpoints()] == [3, 6]


def test_private_key_is_for_its_owner_alone(tmp_path):
    _, ledger = opened(tmp_path)
    assert stat.S_IMODE((tmp_path / "audit" / "key").stat().st_mode) == 0o600
    assert opened(tmp_path)[1].key == ledger.key


def test_unreadable_key_is_a_sentence(tmp_path):
    (tmp_path / "audit").mkdir()
    (tmp_path / "audit" / "key").write_text("nonsense")
    with pytest.raises(JournalError, match="key .* cannot be read"):
        opened(tmp_path)


def test_checkpoint_of_another_table_does_not_agree(tmp_path):
    _, ledger = opened(tmp_path / "a")
    journal, other = opened(tmp_path / "b")
    fill(journal, 1)
    with pytest.raises(notes.NoteError, match="another key"):
        ledger.agrees_with(other.sign())
