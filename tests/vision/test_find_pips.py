"""Counting pips by geometry, on drawn dice."""

import cv2
import numpy as np
import pytest

from vision.dice import Pips, count_pips
from vision.find import Spot

AT = {1: [(0, 0)], 2: [(-1, -1), (1, 1)], 3: [(-1, -1), (0, 0), (1, 1)], 4: [(-1, -1), (-1, 1), (1, -1), (1, 1)]}
AT[5] = [*AT[4], (0, 0)]
AT[6] = [*AT[4], (-1, 0), (1, 0)]


def drawn(face: int, angle: float, body: int, pip: int) -> np.ndarray:
    picture = np.full((200, 200, 3), 60, np.uint8)
    cv2.rectangle(picture, (60, 60), (140, 140), (body,) * 3, -1)
    for x, y in AT[face]:
        cv2.circle(picture, (100 + 21 * x, 100 + 21 * y), 8, (pip,) * 3, -1, cv2.LINE_AA)
    turn = cv2.getRotationMatrix2D((100, 100), angle, 1.0)
    return cv2.warpAffine(picture, turn, (200, 200), borderMode=cv2.BORDER_REPLICATE)


@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("angle", [0, 30, 75])
@pytest.mark.parametrize(("body", "pip"), [(230, 20), (30, 240)])
def test_count_pips_counts_any_face_at_any_angle(face: int, angle: float, body: int, pip: int) -> None:
    assert count_pips(drawn(face, angle, body, pip), Spot(100, 100, 90, 90, 1.0, True)).count == face


def test_count_pips_of_a_blank_says_nothing() -> None:
    assert count_pips(np.full((200, 200, 3), 128, np.uint8), Spot(100, 100, 90, 90, 1.0, True)) == Pips(0, False)
