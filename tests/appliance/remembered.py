"""Lets a test run that takes hours be cut short and gone on with: a pytest plugin, used by ``arm64.py``.

Every test that ends is written down at once with a fingerprint of what it was run on. At the next start those that
passed, or were skipped, on the same code are left out. A test counts as run on the same code if its own file and
everything that is no test file have not changed.
"""

import functools
import hashlib
import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
NOTEBOOK = Path(os.environ.get("REMEMBERED_IN", "/nowhere"))
"""Where results are written, a line of JSON for each test."""
LONGEST_S = int(os.environ.get("REMEMBERED_LONGEST_S", "1800"))
"""A test that hangs is ended, so that the others get their turn."""
FIRST = ("tests/games/", "tests/hardware/", "tests/companion/", "tests/calibration/", "tests/audit/", "tests/test_")
"""Folders with many short tests come first, so that a run that is cut short has shown most."""
LAST = (
    "simulated",
    "camera",
    "random",
    "evening",
    "powercut",
    "faults",
    "without_rules",
    "tests/nights/",
    "tests/web/",
)
"""The long ones, by what their ids contain, come after all others, in this order."""

_stages: dict[str, list[pytest.TestReport]] = {}


@functools.cache
def fingerprints() -> dict[str, str]:
    """For each test file, what stands for itself and all that is no test file."""
    words = ["git", "-c", "safe.directory=*", "ls-files", "-s"]
    lines = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    files = {line.split("\t")[1]: line.split()[1] for line in lines}
    tests = {name: blob for name, blob in files.items() if Path(name).match("test_*.py")}
    rest = [
        f"{name} {blob}"
        for name, blob in files.items()
        if name not in tests and not name.startswith("tests/appliance/")
    ]
    common = hashlib.sha256("\n".join(sorted(rest)).encode()).hexdigest()[:16]
    return {name: f"{common}-{blob[:16]}" for name, blob in tests.items()}


def all_files() -> list[str]:
    """All files with tests, those with short ones first."""
    return sorted(fingerprints(), key=lambda name: (_rank(name), name))


def read(notebook: Path) -> list[dict[str, Any]]:
    """All that is written down; a line that a cut left half written is no result."""
    lines = notebook.read_text(encoding="utf-8").splitlines() if notebook.exists() else []
    return [json.loads(line) for line in lines if line.endswith("}")]


def known(notebook: Path) -> dict[str, dict[str, Any]]:
    """The newest result of each test on this code, by its id."""
    return {e["test"]: e for e in read(notebook) if e["code"] == fingerprints().get(e["test"].split("::")[0])}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Short ones first; those leave that passed before."""
    done = {t for t, e in known(NOTEBOOK).items() if e["outcome"] != "failed"}
    config.hook.pytest_deselected(items=[i for i in items if i.nodeid in done])
    items[:] = sorted((i for i in items if i.nodeid not in done), key=lambda item: _rank(item.nodeid))


def _rank(identity: str) -> int:
    first = next((n for n, folder in enumerate(FIRST) if identity.startswith(folder)), len(FIRST))
    return next((len(FIRST) + 1 + n for n, part in enumerate(LAST) if part in identity), first)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    signal.signal(signal.SIGALRM, _give_up)
    signal.alarm(LONGEST_S)
    try:
        return (yield)
    finally:
        signal.alarm(0)


def _give_up(*_: object) -> None:
    raise TimeoutError(f"given up after {LONGEST_S} s")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """A test has ended with its last stage."""
    _stages.setdefault(report.nodeid, []).append(report)
    if report.when == "teardown":
        _write_down(report.nodeid, _stages.pop(report.nodeid))


def _write_down(identity: str, stages: list[pytest.TestReport]) -> None:
    outcomes = {stage.outcome for stage in stages}
    outcome = next(o for o in ("failed", "skipped", "passed") if o in outcomes)
    why = next((_reason(s) for s in stages if s.outcome == outcome != "passed"), "")
    entry = {
        "test": identity,
        "outcome": outcome,
        "seconds": round(sum(stage.duration for stage in stages), 1),
        "code": fingerprints().get(identity.split("::", maxsplit=1)[0], ""),
        "at": time.strftime("%H:%M:%S"),
        "why": why,
    }
    with NOTEBOOK.open("a", encoding="utf-8") as book:
        book.write(json.dumps(entry) + "\n")


def _reason(report: pytest.TestReport) -> str:
    if isinstance(report.longrepr, tuple):
        return str(report.longrepr[2])
    return str(report.longrepr)[-1500:]
