"""A turn of Rolling Heights with the simulated camera, from the throw to the score, in a real browser."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from web import create_app
from web.serve import Server

PATIENCE_S = 300
"""Only a machine that does nothing else is quick; the test waits as long as it takes."""


@pytest.fixture(params=["phone", "desktop"])
def evening(request: Any, tmp_path: Path, chromium: Any, open_screen: Any) -> Iterator[Any]:
    """The whole companion at a simulated table, and the host's device at both sizes."""
    config = pytest.importorskip("companion.config")
    app = pytest.importorskip("companion.app")
    room = app.Room(config.load(None), tmp_path)
    server = Server(create_app(room, tmp_path), "127.0.0.1", 0, threads=24)
    server.start()
    room.open()
    yield room, open_screen(server.port, "evening", request.param).join(server.access.host_code)
    server.stop()
    room.close()


def test_turn_is_played_with_the_simulated_camera(evening: Any) -> None:
    room, phone = evening
    table = room.start("rolling-heights", ("Anna", "Ben"), {"depth": "rolls"})
    phone.wait(lambda: room.frame_jpeg() and room.live().state == "empty", PATIENCE_S)
    phone.click("[data-act='throw']")
    # Either the roll counts at once, or the panel asks; then every doubtful piece is tapped and the rest confirmed.
    phone.wait(lambda: table.history() or room.live().unclear, PATIENCE_S)
    for _ in range(12):
        if table.history():
            break
        doubtful = [i for i, piece in enumerate(room.live().observation.pieces) if piece.doubtful]
        if not doubtful:
            phone.click("[data-act='proposal']")
            break
        piece = room.live().observation.pieces[doubtful[0]]
        phone.click(f"[data-piece='{doubtful[0]}']")
        phone.click(f".settle [data-face='{piece.face}']")
        left = len(doubtful)
        phone.wait(lambda left=left: table.history() or _doubts(room) < left, PATIENCE_S)
    phone.wait(lambda: len(table.history()) == 1, PATIENCE_S)
    roll = table.history()[0]
    assert (roll.is_roll, roll.event.seat, len(roll.event.args)) == (True, 0, 4)
    assert room.evidence(roll.evidence) is not None
    assert phone.find(".events .said", "Anna")


def _doubts(room: Any) -> int:
    seen = room.live().observation
    return sum(piece.doubtful for piece in seen.pieces) if seen else 0
