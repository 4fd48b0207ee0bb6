"""A disk that fills up: photographs make way and people are told; games are written to the last."""

import pytest

from companion.audit.records import PRUNE_KIND
from companion.changes import Changes
from companion.evidence import Evidence
from companion.journal import Journal
from companion.keeper import Keeper
from companion.notices import Notices
from companion.space import BALLAST_BYTES, Space


class Disk:
    """A disk of a size the test decides, on which only photographs take room."""

    def __init__(self, evidence, room):
        self.evidence, self.room = evidence, room

    def __call__(self, _):
        return self.room - self.evidence.total_bytes()


@pytest.fixture
def table(tmp_path):
    evidence = Evidence(tmp_path / "evidence")
    for number in range(10):
        evidence.keep(bytes([number]) * 1000)
    disk, notices, journal = Disk(evidence, 100_000), Notices(Changes()), Journal(tmp_path / "journal.sqlite")
    space = Space(tmp_path, 20_000, disk)
    keeper = Keeper(journal, evidence, tmp_path / "audit", 1000, notices, space)
    yield keeper, disk, notices, journal
    keeper.close()
    journal.close()


def told(notices):
    return {n.key: n.text for n in notices.all()}


def test_with_room_enough_every_photograph_stays(table):
    keeper, disk, notices, _ = table
    keeper.tick()
    assert disk.evidence.total_bytes() == 10_000
    assert told(notices) == {}


def test_a_nearly_full_disk_prunes_the_oldest_writes_it_down_and_says_so(table):
    keeper, disk, notices, journal = table
    disk.room = 26_000  # 16,000 free, 4,000 too few
    keeper.tick()
    assert disk.evidence.total_bytes() == 5_000
    assert not disk.evidence.is_full
    (entry,) = (e for e in journal.entries() if e.kind == PRUNE_KIND)
    assert len(entry.body["pictures"]) == 5
    assert "5 of the oldest photographs made way" in told(notices)["disk"]
    keeper.tick()
    assert disk.evidence.total_bytes() == 5_000


def test_when_nothing_is_left_to_prune_photographs_stop_and_games_go_on(table):
    keeper, disk, notices, journal = table
    disk.room = 5_000
    keeper.tick()
    assert disk.evidence.is_full
    assert told(notices)["disk"].startswith("The disk is full (0 MB left): games are kept")
    journal.append("g-1", "event", {"event": "0 roll 6"})
    disk.room = 1_000_000
    keeper.tick()
    assert not disk.evidence.is_full
    assert told(notices) == {}


def test_the_ballast_is_laid_while_there_is_room_and_given_up_when_there_is_none(tmp_path):
    free = [10 * BALLAST_BYTES]
    space = Space(tmp_path, BALLAST_BYTES, lambda _: free[0])
    space.settle()
    ballast = tmp_path / "ballast"
    assert ballast.stat().st_blocks * 512 >= BALLAST_BYTES
    free[0] = BALLAST_BYTES
    space.settle()
    assert ballast.exists()
    free[0] = 0
    space.settle()
    assert not ballast.exists()
