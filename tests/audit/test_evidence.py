"""Photographs: named by their hash, oldest first to go, and the journal says which went."""

import os

from companion.audit.pruning import prune
from companion.evidence import Evidence
from companion.files import fingerprint
from companion.journal import Journal


def test_evidence_returns_what_was_kept(tmp_path):
    evidence = Evidence(tmp_path)
    name = evidence.keep(b"picture")
    assert (evidence.keep(b"picture"), evidence.find(name)) == (name, b"picture")
    assert (evidence.find("../../etc/passwd"), evidence.find("0" * 64)) == (None, None)
    assert evidence.total_bytes() == 7


def test_oldest_pictures_go_first_also_after_reopening(tmp_path):
    names = [Evidence(tmp_path).keep(b"%010d" % i) for i in range(6)]
    evidence = Evidence(tmp_path)
    assert evidence.overdue(60) == ()
    assert evidence.overdue(35) == tuple(names[:3])
    evidence.remove(names[:3])
    assert [evidence.find(name) is None for name in names] == [True] * 3 + [False] * 3
    assert (evidence.overdue(0), evidence.total_bytes()) == (tuple(names[3:5]), 30)


def test_clock_that_wakes_up_in_the_past_does_not_make_new_pictures_old(tmp_path):
    evidence = Evidence(tmp_path)
    first = evidence.keep(b"taken in the future")
    future = 4_000_000_000_000_000_000
    os.utime(tmp_path / first[:2] / f"{first}.jpg", ns=(future, future))
    again = Evidence(tmp_path)
    again.keep(b"taken today")
    assert Evidence(tmp_path).overdue(0) == (first,)


def test_pruning_is_written_down_before_pictures_go(tmp_path):
    evidence, journal = Evidence(tmp_path / "e"), Journal(tmp_path / "j.sqlite")
    names = [evidence.keep(b"%010d" % i) for i in range(4)]
    assert prune(journal, evidence, 100) == ()
    assert prune(journal, evidence, 20) == tuple(names[:2])
    assert [(e.game, e.kind, e.body["pictures"]) for e in journal.entries()] == [("evidence", "prune", names[:2])]
    assert [evidence.find(n) is None for n in names] == [True, True, False, False]


def test_fingerprint_covers_every_file_and_admits_a_missing_one(tmp_path):
    a, b = tmp_path / "a", tmp_path / "b"
    a.write_text("1")
    b.write_text("2")
    both = fingerprint([b, a])
    assert (len(both), both) == (64, fingerprint([a, b]))
    b.write_text("3")
    assert fingerprint([a, b]) != both
    assert fingerprint([a, tmp_path / "c"]) == ""
