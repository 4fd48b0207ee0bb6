"""Printed values of a copy go from one table to another as a file."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.app import Room
from companion.config import SIMULATED, CameraConfig
from companion.games.rolling_heights.rehearsal import sample_catalogue
from companion.model import Event
from tests.web.conftest import Phone
from web import create_app


class Host(Phone):
    """A table without a camera, and its host's phone."""

    def __init__(self, folder: Path) -> None:
        self.room = Room(replace(SIMULATED, camera=CameraConfig(url="")), folder)
        app = create_app(self.room, folder)
        super().__init__(app)
        self.post("/api/join", {"code": app.extensions["access"].host_code, "name": "Anna"})


@pytest.fixture
def hosts(tmp_path: Path) -> Iterator[tuple[Host, Host]]:
    made = Host(tmp_path / "one"), Host(tmp_path / "two")
    yield made
    for host in made:
        host.room.close()


def learn(host: Host, values: object, game: str = "rolling-heights") -> Any:
    return host.post("/api/copy", {"game": game, "values": values})


def test_what_one_table_entered_another_learns(hosts: tuple[Host, Host]) -> None:
    one, two = hosts
    table = one.room.start("rolling-heights", ("Ann", "Ben"), {"depth": "full"})
    for text in ("0 board 1 1A 0", "0 catalogue board.rows 3"):
        table.submit(Event.parse(text), "panel", table.view.numbers[0])
    saved = one.get("/copies/rolling-heights.json")
    assert saved.headers["Content-Disposition"] == 'attachment; filename="rolling-heights-copy.json"'
    assert saved.json == {"board.rows": "3"}
    assert learn(two, saved.json).json == {"known": 1}
    again = two.room.start("rolling-heights", ("Cleo", "Dan"), {"depth": "full"})
    again.submit(Event.parse("0 board 1 1A 0"), "panel", again.view.numbers[0])
    assert again.state.asking is None
    (shown,) = [g for g in two.get("/api/setup").json["games"] if g["name"] == "rolling-heights"]
    assert shown["known"] == 1


def test_a_whole_copy_comes_in_parts(hosts: tuple[Host, Host]) -> None:
    host, values = hosts[0], list(sample_catalogue(1).items())
    known = [learn(host, dict(values[i : i + 400])).json["known"] for i in range(0, len(values), 400)]
    assert known[-1] == len(values) > 1000
    assert host.get("/copies/rolling-heights.json").json == dict(values)


@pytest.mark.parametrize(
    ("values", "status", "sentence"),
    [
        ({"b1": "8"}, 409, "Nothing called 'b1' is printed in Rolling Heights."),
        ({"cubes.wood": "many"}, 409, "it must be a number"),
        ({"market.1-1": 2}, 400, "no file of printed values"),
        (["market.1-1"], 400, "no file of printed values"),
    ],
)
def test_a_wrong_file_is_refused_whole(hosts: tuple[Host, Host], values: object, status: int, sentence: str) -> None:
    answer = learn(hosts[0], values)
    assert answer.status_code == status and sentence in answer.json["error"]
    assert hosts[0].get("/copies/rolling-heights.json").json == {}


def test_unknown_games_have_no_copy(hosts: tuple[Host, Host]) -> None:
    assert learn(hosts[0], {}, "chess").status_code == hosts[0].get("/copies/chess.json").status_code == 404
