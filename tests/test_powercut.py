"""The plug is pulled at a hundred random moments on a disk that loses what was not flushed: nothing is lost."""

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.audit.records import PRUNE_KIND
from companion.catalogues import Catalogues
from companion.changes import Changes
from companion.evidence import Evidence
from companion.journal import Journal
from companion.keeper import Keeper
from companion.notices import Notices
from companion.table import Table
from tests.powercut.disk import Disk, lay_out
from tests.toygame import TOY

ROOT = Path(__file__).parent.parent
CUTS = 100


@pytest.fixture(scope="module")
def shim(tmp_path_factory):
    if shutil.which("gcc") is None:
        pytest.skip("gcc is not installed")
    library = tmp_path_factory.mktemp("shim") / "shim.so"
    source = ROOT / "tests/powercut/shim.c"
    subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl", "-lpthread"], check=True)
    return library


class Player:
    """The player under the shim; ``cut`` lets it play a while and gives what it said."""

    def __init__(self, shim):
        env = {**os.environ, "PYTHONPATH": str(ROOT), "LD_PRELOAD": str(shim), "PYTHONDONTWRITEBYTECODE": "1"}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.powercut.player"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=env,
        )  # fmt: skip

    def cut(self, folder, record, changes, seed, how="careful"):
        self._process.stdin.write(f"{folder} {record} {changes} {seed} {how}\n")
        self._process.stdin.flush()
        said = []
        while not (line := self._process.stdout.readline()).startswith("cut"):
            assert line, "the player ended"
            said.append(line.rstrip("\n"))
        assert line == "cut 9\n"
        return said

    def close(self):
        self._process.stdin.close()
        self._process.stdout.close()
        assert self._process.wait() == 0


@pytest.fixture
def player(shim):
    made = Player(shim)
    yield made
    made.close()


def after_cut(disk, record, old, new, dice):
    """The folder as the next start finds it."""
    disk.feed(record)
    lay_out(disk.cut(dice), old, new)
    shutil.rmtree(old)


def entries_of(journal):
    for entry in journal.entries():
        if entry.kind == "event":
            yield f"{entry.body['event']} {entry.body['evidence']}"
        elif entry.kind == "start":
            yield "start"


def pruned(journal):
    return {name for e in journal.entries() if e.kind == PRUNE_KIND for name in e.body["pictures"]}


def test_a_hundred_power_cuts_lose_nothing_that_was_accepted(player, tmp_path):
    dice = random.Random(11)
    folder, before, price, lost_something = tmp_path / "0", [], "", 0
    folder.mkdir()
    for number in range(CUTS):
        disk, record = Disk(folder), tmp_path / f"{number}.record"
        said = player.cut(folder, record, dice.randrange(1, 250), number)
        accepted = [line.removeprefix("done ") for line in said if line.startswith("done ")]
        tried = [line.removeprefix("try ") for line in said if line.startswith("try ")]
        price = next((line.split()[1] for line in reversed(said) if line.startswith("price ")), price)
        whole = {p: p.read_bytes() for p in folder.rglob("*") if p.is_file()}
        old, folder = folder, tmp_path / str(number + 1)
        # Half the cuts lose everything that was not flushed, the other half a random part of it.
        after_cut(disk, record, old, folder, dice if number % 2 else None)
        left = {old / p.relative_to(folder): p.read_bytes() for p in folder.rglob("*") if p.is_file()}
        lost_something += left != whole

        journal, evidence = Journal(folder / "journal.sqlite"), Evidence(folder / "evidence")
        journal.verify()
        now = list(entries_of(journal))
        new = now[len(before) :]
        assert now[: len(before)] == before
        assert new[: len(accepted)] == accepted, f"cut {number} lost an accepted event"
        assert new[len(accepted) :] in ([], tried[len(accepted) :][:1])
        gone = pruned(journal)
        for entry in journal.entries():
            if name := entry.body.get("evidence"):
                assert name in gone or evidence.find(name) is not None, f"cut {number} lost a photograph"
        if starts := journal.starts():
            table = Table.resume(journal, starts[-1].game, {TOY.name: TOY})
            assert not any(step.dropped for step in table.history())
        known = Catalogues(folder / "catalogue").load("toy").get("price", "")
        assert known in (price, *(line.split()[1] for line in said[-2:] if line.startswith("pricing ")))
        price = known
        notices = Notices(Changes())
        keeper = Keeper(journal, evidence, folder / "audit", 1, notices)
        keeper.tick()
        assert notices.all() == ()
        keeper.close()
        journal.close()
        record.unlink()
        before = list(now)
    assert lost_something > CUTS * 3 // 4, "the disk lost too little for this to be a test"
    assert len(before) > CUTS


def test_a_careless_program_would_lose_events_on_this_disk(player, tmp_path):
    """The proof that the test above can fail: the same player without flushing."""
    lost = 0
    for number in range(10):
        folder = tmp_path / str(number)
        folder.mkdir()
        disk = Disk(folder)
        said = player.cut(folder, tmp_path / "record", 200, number, "careless")
        after_cut(disk, tmp_path / "record", folder, tmp_path / f"{number}-after", None)
        accepted = [line for line in said if line.startswith("done ")]
        journal = Journal(tmp_path / f"{number}-after/journal.sqlite")
        lost += len(list(entries_of(journal))) < len(accepted)
        journal.close()
    assert lost >= 8
