"""The real hex behind a port that pyserial opens: lamps and buttons as the companion uses them."""

from collections.abc import Iterator
from typing import Any

import pytest

from companion.backends import open_device
from hardware.firmware import simulator
from hardware.firmware.simulator import BoardOnPort, SimulatedBoard

pytestmark = pytest.mark.skipif(bool(simulator.missing()), reason=f"not installed: {simulator.missing()}")

PICTURE = tuple((i, 2 * i, 3 * i) for i in range(24))


@pytest.fixture
def board(tmp_path: Any) -> Iterator[BoardOnPort]:
    port = BoardOnPort(SimulatedBoard(*simulator.build(tmp_path)))
    yield port
    port.close()


def test_lamps_and_buttons_work_through_the_real_firmware(board: BoardOnPort, wait_until: Any) -> None:
    lights = open_device("hardware.lights", f"serial://{board.path}?max_ma=2000")
    buttons = open_device("hardware.buttons", f"serial://{board.path}")
    lights.show(PICTURE)
    buttons.light({"yes": "Rally", "no": "Stop"})

    def lamps() -> Any:
        with board.lock:
            return board.board.lamps[:24], board.board.lit

    wait_until(lambda: lamps() == (PICTURE, 0b11))
    with board.lock:
        board.board.hold(3, True)
    pressed: list[str] = []
    wait_until(lambda: pressed.extend(buttons.pressed()) or len(pressed) >= 2)
    assert pressed == ["undo", "undo:held"]
    with board.lock:
        board.board.hold(3, False)
        board.board.reset()
    wait_until(lambda: lamps() == (PICTURE, 0b11))
    assert (lights.notice, buttons.notice) == ("", "")
    lights.close()
    buttons.close()
    wait_until(lambda: lamps()[1] == 0 and max(max(color) for color in lamps()[0]) < 32)
