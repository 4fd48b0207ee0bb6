"""Four boxes at once: each seat rolls ahead, rallies and strikes in its own while another plays Main."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.changes import Changes
from companion.games.rolling_heights import GAME
from companion.journal import Journal
from companion.model import Event, Observation, Piece
from companion.referee import Referee
from companion.table import Table

SIZE = (640, 480)
FOUR = ("brown", "brown", "navy gray", "navy gray")


class Box:
    """A seat's own box under the camera: what lies there is what the test put there."""

    def __init__(self, table: Table, seat: int) -> None:
        self.seat = seat
        self.pieces: tuple[Piece, ...] = ()
        self.referee = Referee(lambda: table, self, Changes(), owner=seat)

    def read(self, frame: object, expect: object) -> Observation:
        return Observation(self.pieces, seat=self.seat)

    def keep(self, frame: object) -> str:
        return ""

    def circumstances(self) -> dict[str, str]:
        return {}

    def throw(self, *faces: str, colors: tuple[str, ...] = FOUR) -> None:
        """Meeples fly, and come to rest with the next call of ``rest``."""
        at = 37 * len(self.pieces) + len(faces)
        pieces = enumerate(zip(colors, faces, strict=True))
        self.pieces = tuple(Piece("meeple", f, c, box_px=(60.0 * i + at, at, 40, 40)) for i, (c, f) in pieces)
        self.referee.watch("moving", SIZE)

    def rest(self) -> str:
        """Why it does not count; nothing if it does."""
        self.referee.rest("frame")
        return self.referee.live.unclear


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    journal = Journal(tmp_path / "journal.sqlite")
    yield Table.begin(journal, GAME, ("Ann", "Ben", "Cleo", "Dan"))
    journal.close()


def tap(table: Table, *lines: str) -> None:
    for line in lines:
        event = Event.parse(line)
        table.submit(event, "panel", table.view.numbers[event.seat])


def test_four_boxes_roll_at_once_and_each_counts_for_its_own_seat(table: Table) -> None:
    """RH-028, RH-029: none makes another stale, whatever the order in which they come to rest."""
    boxes = [Box(table, seat) for seat in range(4)]
    for box in boxes:
        box.throw("hard", "steady", "exhausted", "exhausted")
    assert [boxes[seat].rest() for seat in (3, 1, 0, 2)] == [""] * 4
    assert [step.event.seat for step in table.history()] == [3, 1, 0, 2]
    assert {seat.box for seat in table.state.seats} == {"choice"}


def test_a_strike_is_laid_down_in_the_own_box_while_another_plays(table: Table) -> None:
    """RH-028, RH-048, RH-052: seat 2 busts and strikes ahead of its turn; seat 0 goes on with Main."""
    first, third = Box(table, 0), Box(table, 2)
    first.throw("hard", "hard", "hard", "hard")
    third.throw("hard", "steady", "exhausted", "exhausted")
    assert (first.rest(), third.rest()) == ("", "")
    tap(table, "2 rally")
    third.throw("exhausted", "exhausted", colors=FOUR[2:])
    assert third.rest() == ""
    tap(table, "0 score 2")
    third.throw("exhausted", "exhausted", "exhausted", colors=("brown", *FOUR[2:]))
    assert "could mean 2 strike brown:hard or 2 strike brown:steady" in third.rest()
    tap(table, "2 strike brown:steady", "0 end")
    assert [(s.box, s.wild, len(s.exhausted)) for s in table.state.seats] == [
        ("idle", 0, 0), ("idle", 0, 0), ("ready", 1, 3), ("idle", 0, 0)
    ]  # fmt: skip


def test_what_lies_in_a_box_counts_for_nobody_else(table: Table) -> None:
    """RH-033: Ben's roll is settled; that Dan awaits the very same meeples is none of Ben's box's business."""
    box = Box(table, 1)
    box.throw("hard", "hard", "hard", "hard")
    assert box.rest() == ""
    box.throw("exhausted", "exhausted", "exhausted", "exhausted")
    assert "nothing is to be rolled now" in box.rest()
    assert len(table.history()) == 1
