"""A film at 30 frames a second before the camera's loop, with viewers who are too slow for it."""

import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.app import Room
from companion.config import SIMULATED, CameraConfig
from web import create_app
from web.serve import Server
from web.stream import moving_picture

FPS = 30
SPELL_S = 1.5


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two seconds in which something always moves, so that viewers are sent as many pictures as ever."""
    path = tmp_path_factory.mktemp("film") / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), FPS, (160, 120))
    grain = np.random.default_rng(1).integers(0, 90, (120, 160, 3)).astype(np.uint8)
    for number in range(2 * FPS):
        picture = grain.copy()
        cv2.circle(picture, (15 + 2 * number, 60), 12, (255, 255, 255), -1)
        writer.write(picture)
    writer.release()
    return path


@pytest.fixture
def make_room(film: Path, tmp_path: Path) -> Iterator[Any]:
    rooms: list[Room] = []

    def make(pace: int) -> Room:
        url = f"replay://{film}?loop=1&pace={pace}"
        rooms.append(Room(replace(SIMULATED, camera=CameraConfig(url=url)), tmp_path))
        return rooms[-1]

    yield make
    for room in rooms:
        room.close()


def test_slow_viewer_gets_the_newest_picture_and_those_between_are_dropped(make_room: Any) -> None:
    room = make_room(0)
    viewer = moving_picture(room, threading.Event())
    room._watch.tick()
    first = next(viewer)
    for _ in range(40):  # the viewer is busy with the first picture meanwhile
        room._watch.tick()
    second = next(viewer)
    assert first != second
    newest = room.frame_jpeg()
    assert newest[0] == 40
    assert newest[1] in second


def test_nobody_looking_costs_no_picture_and_many_looking_cost_one(make_room: Any, monkeypatch: Any) -> None:
    room = make_room(0)
    encoded = []
    encode = cv2.imencode
    monkeypatch.setattr(cv2, "imencode", lambda kind, *more: encoded.append(kind) or encode(kind, *more))
    room._eyes._strip.add = lambda frame: None  # the moments before a roll are kept whether or not anybody looks
    for _ in range(20):
        room._watch.tick()
    assert encoded == []
    viewers = [moving_picture(room, threading.Event()) for _ in range(5)]
    pictures = {next(viewer) for viewer in viewers}
    assert (len(pictures), encoded) == (1, [".jpg"])
    for viewer in viewers:
        viewer.close()
    for _ in range(20):
        room._watch.tick()
    assert encoded == [".jpg"]


def test_loop_keeps_its_rate_beside_viewers_who_do_not_read(make_room: Any, tmp_path: Path) -> None:
    room = make_room(1)
    server = Server(create_app(room, tmp_path), "127.0.0.1", 0, threads=12)
    server.start()
    ticks = []
    tick = room._watch.tick
    room._watch.tick = lambda: (tick(), ticks.append(room._watch.frame))[0]
    room.open()
    clients: list[socket.socket] = []
    try:
        room._watch.wait_frame(-1, 20)
        alone = _frames_looked_at(ticks)
        for _ in range(4):
            clients.append(_stuck_viewer(server.port, server.access.join(server.access.code, "127.0.0.1").id))
        beside = _frames_looked_at(ticks)
    finally:
        for client in clients:
            client.close()
        server.stop()
    assert alone > 0
    assert beside >= 0.6 * alone
    # Frames come when they are due: a late loop misses some, and never works through what has piled up.
    steps = np.diff([frame.taken_ns for frame in ticks if frame is not None])
    assert (steps > 0).all()


def _frames_looked_at(ticks: list[Any]) -> int:
    before = len(ticks)
    time.sleep(SPELL_S)
    return len(ticks) - before


def _stuck_viewer(port: int, cookie: str) -> socket.socket:
    """A viewer who asks for the moving picture, takes the first bytes and then reads no more."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.settimeout(20)
    client.connect(("127.0.0.1", port))
    client.sendall(f"GET /camera.mjpeg HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: table={cookie}\r\n\r\n".encode())
    assert b"200" in client.recv(64)
    return client
