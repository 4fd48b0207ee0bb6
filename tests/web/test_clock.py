"""Thinking time, pauses, and what is told to other programs."""

import csv
import io
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from companion.model import Event
from web.clock import Clock, overlap_ns, totals_ns
from web.export import as_csv, as_json, bgstats_link

S = 1_000_000_000


@dataclass(frozen=True)
class Played:
    """An event at a time."""

    event: Event
    at_ns: int
    undone: bool = False


@dataclass
class Evening:
    """A table as far as the clock knows it."""

    id: str
    names: tuple[str, ...]


def played(*at: tuple[int, int]) -> list[Any]:
    return [Played(Event(seat, "go"), s * S) for seat, s in at]


@pytest.mark.parametrize(
    ("spans", "expected"), [([], 0), ([(0, 5)], 0), ([(8, 12)], 2), ([(12, 15), (18, 40)], 5), ([(0, 99)], 10)]
)
def test_overlap_counts_what_lies_within(spans: list[tuple[int, int]], expected: int) -> None:
    assert overlap_ns(10, 20, spans) == expected


def test_totals_count_the_wait_for_the_seat_that_then_acted() -> None:
    entries = played((0, 100), (0, 110), (1, 140), (0, 145))
    assert totals_ns(entries, 2, []) == [15 * S, 30 * S]
    assert totals_ns(entries, 2, [(120 * S, 130 * S)]) == [15 * S, 20 * S]


def test_pause_stops_the_clock_and_survives_a_restart(tmp_path: Path) -> None:
    now = [1000 * S]
    table: Any = Evening("g-1", ("Anna", "Ben"))
    clock = Clock(tmp_path, lambda: now[0])
    entries = played((0, 1000), (1, 1001))
    now[0] = 1005 * S
    assert clock.show(table, entries) == {"totals_ms": [0, 1000], "since_ms": 1001_000, "stopped_ms": 0}
    clock.pause(table, True)
    now[0] = 1095 * S
    assert clock.show(table, entries) == {"totals_ms": [0, 1000], "since_ms": None, "stopped_ms": 4000}
    clock.pause(table, False)
    assert clock.show(table, entries)["since_ms"] == 1001_000 + 90_000
    assert clock.show(table, played((0, 1000), (1, 1001), (0, 1100)))["totals_ms"] == [9000, 1000]
    later = Clock(tmp_path, lambda: now[0])
    assert later.show(table, played((0, 1000), (1, 1001), (0, 1100)))["totals_ms"] == [5000, 1000]


def test_night_between_two_evenings_is_nobodys(tmp_path: Path) -> None:
    table: Any = Evening("g-1", ("Anna", "Ben"))
    next_day = Clock(tmp_path, lambda: 90_000 * S)
    assert next_day.show(table, played((0, 1000), (1, 90_010)))["totals_ms"] == [0, 10_000]


@pytest.fixture
def finished(room: Any) -> Any:
    """A short game with a name that a spreadsheet would take for a formula."""
    table = room.start("rolling-heights", ("=Anna", "Ben"), {"depth": "rolls"})
    roll = "0 roll brown:hard brown:exhausted navy-gray:hard navy-gray:exhausted"
    table.submit(Event.parse(roll), "camera", table.view.numbers[0], "ab" * 32)
    table.submit(Event.parse("0 stop"), "panel", table.view.numbers[0])
    table.undo(0, "panel", table.view.numbers[0])
    return table


def test_csv_has_a_line_for_each_event(finished: Any) -> None:
    text = as_csv(finished)
    lines = list(csv.reader(io.StringIO(text.lstrip("\N{ZERO WIDTH NO-BREAK SPACE}"))))
    assert lines[0][-2:] == ["'=Anna", "Ben"]
    assert [line[4].split()[1] for line in lines[1:]] == ["roll", "stop"]
    assert [line[6] for line in lines[1:]] == ["", "yes"]


def test_json_has_everything(finished: Any) -> None:
    game = json.loads(as_json(finished))
    assert (game["names"], game["over"]) == (["=Anna", "Ben"], False)
    assert [(e["event"].split()[1], e["photograph"], e["undone"]) for e in game["events"]] == [
        ("roll", "ab" * 32, False),
        ("stop", "", True),
    ]


def test_bgstats_link_holds_players_and_scores(finished: Any) -> None:
    link = bgstats_link(finished)
    start = "bgstats://app.bgstatsapp.com/createPlay.html?data="
    assert link.startswith(start)
    play = json.loads(unquote(link.removeprefix(start)))
    assert play["game"]["name"] == "Rolling Heights"
    assert [(p["name"], p["score"], p["winner"], p["rank"]) for p in play["players"]] == [
        ("=Anna", "0", False, 1),
        ("Ben", "0", False, 1),
    ]


class Jumpy:
    """A wall clock that jumps beside one that does not."""

    def __init__(self) -> None:
        self.wall, self.steady = 1000 * S, 7 * S

    def go(self, seconds: int, jump: int = 0) -> int:
        self.steady += seconds * S
        self.wall += (seconds + jump) * S
        return self.wall // S


def test_a_clock_that_jumps_forward_is_nobodys_thinking_time(tmp_path: Path) -> None:
    time = Jumpy()
    clock = Clock(tmp_path, lambda: time.wall, lambda: time.steady)
    table: Any = Evening("g-1", ("Anna", "Ben"))
    at = [(0, 1000), (1, time.go(10))]
    clock.show(table, played(*at))
    time.go(5, jump=3_000_000)
    shown = clock.show(table, played(*at))
    assert time.wall // 1_000_000 - shown["since_ms"] == 5_000
    at.append((0, time.go(5)))
    assert clock.show(table, played(*at))["totals_ms"] == [10_000, 10_000]
    again = Clock(tmp_path, lambda: time.wall, lambda: time.steady)
    at.append((1, time.go(4)))
    assert again.show(table, played(*at))["totals_ms"][0] == 10_000


def test_a_clock_that_is_put_back_takes_no_time_away(tmp_path: Path) -> None:
    time = Jumpy()
    clock = Clock(tmp_path, lambda: time.wall, lambda: time.steady)
    table: Any = Evening("g-1", ("Anna", "Ben"))
    at = [(0, 1000), (1, time.go(10))]
    clock.show(table, played(*at))
    time.go(3, jump=-900)
    shown = clock.show(table, played(*at))
    assert time.wall // 1_000_000 - shown["since_ms"] == 3_000
    at.append((0, time.go(5)))
    assert clock.show(table, played(*at))["totals_ms"] == [8_000, 10_000]


def test_small_steps_of_the_clock_are_no_jumps(tmp_path: Path) -> None:
    time = Jumpy()
    clock = Clock(tmp_path, lambda: time.wall, lambda: time.steady)
    time.go(5, jump=1)
    clock.show(Evening("g-1", ("A", "B")), [])  # type: ignore[arg-type]
    assert not (tmp_path / "pauses.json").exists()
