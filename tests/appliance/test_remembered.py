"""A run of hours that is cut short goes on where it was, and runs again whatever the code of it has changed."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.appliance import remembered

ONE, OTHER = "tests/test_one.py::test_it", "tests/test_other.py::test_it"


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """Two test files and what they test, under version control; every change is seen."""
    for name in ("table.py", "tests/test_one.py", "tests/test_other.py", "tests/appliance/arm64.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    monkeypatch.setattr(remembered, "ROOT", tmp_path)
    monkeypatch.setattr(remembered, "fingerprints", remembered.fingerprints.__wrapped__)
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    return tmp_path


def change(checkout: Path, name: str = "table.py") -> None:
    (checkout / name).write_text((checkout / name).read_text() + "\n# changed")
    subprocess.run(["git", "add", "-A"], cwd=checkout, check=True)


def note(checkout: Path, identity: str, outcome: str) -> Path:
    book, code = checkout.with_suffix(".jsonl"), remembered.fingerprints()[identity.split("::", maxsplit=1)[0]]
    with book.open("a") as file:
        file.write(json.dumps({"test": identity, "outcome": outcome, "code": code}) + "\n")
    return book


def test_results_count_until_the_test_or_the_code_changes(checkout):
    change(checkout)
    note(checkout, ONE, "passed")
    book = note(checkout, OTHER, "passed")
    assert set(remembered.known(book)) == {ONE, OTHER}
    change(checkout, "tests/appliance/arm64.py")
    assert set(remembered.known(book)) == {ONE, OTHER}, "what runs the tests is no part of what they test"
    change(checkout, "tests/test_one.py")
    assert set(remembered.known(book)) == {OTHER}
    change(checkout, "table.py")
    assert remembered.known(book) == {}


def test_newest_result_counts_and_half_a_line_does_not(checkout):
    change(checkout)
    note(checkout, ONE, "failed")
    book = note(checkout, ONE, "passed")
    with book.open("a") as file:
        file.write('{"test": "tests/test_other.py::test_it", "outco')
    assert {name: entry["outcome"] for name, entry in remembered.known(book).items()} == {ONE: "passed"}


def test_short_tests_come_before_long_ones():
    long = [
        "tests/web/test_taps.py::t",
        "tests/games/test_tundra_evening.py::t",
        "tests/games/test_tundra_camera.py::t",
    ]
    short = ["tests/vision/test_read.py::t", "tests/audit/test_dice.py::t", "tests/games/test_tundra_map.py::t"]
    assert sorted([*long, *short], key=remembered._rank) == [*reversed(short), *reversed(long)]
