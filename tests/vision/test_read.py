"""The reader on pictures of the simulated table, and what it says when it is not sure."""

import threading

import numpy as np
import pytest

from companion.errors import PictureError
from companion.model import Observation, Piece
from vision.cameras.simulated import random_rolls
from vision.draw import draw
from vision.frame import Frame
from vision.read import Reader, read, reading_json


@pytest.fixture(scope="module")
def rolls() -> tuple[list[np.ndarray], list[list[dict]]]:
    pictures, truths = [], []
    for seed in (901, 902, 903):
        some, labels = random_rolls(seed, 2, (640, 480))
        pictures += some
        truths += [roll["pieces"] for roll in labels["rolls"]]
    return pictures, truths


def test_read_finds_most_pieces_and_names_most_of_them(rolls: tuple[list[np.ndarray], list[list[dict]]]) -> None:
    found = right = total = 0
    for picture, truth in zip(*rolls, strict=True):
        pieces = read(picture).pieces
        for t in truth:
            if t["visible"] < 0.6:
                continue
            x, y, w, h = t["box"]
            near = [
                p
                for p in pieces
                if abs(p.box_px[0] + p.box_px[2] / 2 - x - w / 2) < w / 2
                and abs(p.box_px[1] + p.box_px[3] / 2 - y - h / 2) < h / 2
            ]
            total += 1
            found += bool(near)
            right += any(p.face == str(t["state"]) for p in near)
    assert total > 12
    assert found >= 0.9 * total
    assert right >= 0.8 * total


def test_read_of_an_even_grey_picture_sees_nothing() -> None:
    assert read(np.full((360, 480, 3), 120, np.uint8)) == Observation(())


def test_read_takes_time_and_number_from_the_frame(rolls: tuple[list[np.ndarray], list[list[dict]]]) -> None:
    seen = read(Frame(rolls[0][0], 17, 5))
    assert (seen.taken_ns, seen.frame) == (17, 5)


def test_read_refuses_a_picture_of_one_pixel() -> None:
    with pytest.raises(PictureError, match="pixels"):
        read(np.zeros((1, 1, 3), np.uint8))


def test_read_refuses_a_reference_of_another_shape(rolls: tuple[list[np.ndarray], list[list[dict]]]) -> None:
    with pytest.raises(PictureError, match="same camera"):
        read(rolls[0][0], reference=np.zeros((400, 400, 3), np.uint8))


def test_a_wrong_count_becomes_a_doubt(rolls: tuple[list[np.ndarray], list[list[dict]]]) -> None:
    doubts = read(rolls[0][0], expect={"d6": 99}).doubts
    assert any("99" in d for d in doubts)


def test_a_wrong_colour_becomes_a_doubt() -> None:
    seen = read(np.full((360, 480, 3), 120, np.uint8), expect={"meeple/navy-gray": 1})
    assert seen.doubts == ("I see 0 navy-gray meeple in the tray, but the rules await 1.",)


def test_reading_is_the_same_each_time_and_in_each_thread(rolls: tuple[list[np.ndarray], list[list[dict]]]) -> None:
    reader, picture = Reader(), rolls[0][0]
    first, others = reader.read(picture), []
    threads = [threading.Thread(target=lambda: others.append(reader.read(picture))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert others == [first] * 3


def test_reading_json_has_the_contract_s_fields() -> None:
    piece = Piece("meeple", "hard", "navy gray", (1.0, 2.0), (3.04, 4.0, 5.0, 6.0), True, 0.97, False)
    assert reading_json(Observation((piece,), ("look",)), "a.jpg") == {
        "image": "a.jpg",
        "doubts": ["look"],
        "pieces": [
            {
                "kind": "meeple", "face": "hard", "color": "navy gray", "box": [3.0, 4.0, 5.0, 6.0],
                "center_mm": (1.0, 2.0), "inside": True, "confidence": 0.97, "doubtful": False,
            }
        ],
    }  # fmt: skip


def test_draw_marks_pieces_on_a_copy() -> None:
    picture = np.zeros((200, 300, 3), np.uint8)
    pieces = (
        Piece("d6", "5", box_px=(20, 40, 50, 50)),
        Piece("meeple", "hard", "pink", box_px=(120, 40, 50, 50), doubtful=True),
    )
    drawn = draw(picture, Observation(pieces))
    assert drawn.any()
    assert not picture.any()
