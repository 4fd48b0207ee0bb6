"""The guide for building the table: its figures follow from the lenses, and the drawing from the same figures."""

import importlib.util
import math
from pathlib import Path
from xml.etree import ElementTree

import cv2
import numpy as np
import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def mounting():
    import sys

    spec = importlib.util.spec_from_file_location("mounting", ROOT / "docs/mounting.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["mounting"] = module
    spec.loader.exec_module(module)
    return module


def test_the_guide_and_the_drawing_are_up_to_date(mounting):
    guide = (ROOT / "docs/build.md").read_text(encoding="utf-8")
    assert guide == mounting.written(guide), "write it anew: python docs/mounting.py"
    assert (ROOT / "docs/arm.svg").read_text(encoding="utf-8") == mounting.drawing()
    ElementTree.fromstring(mounting.drawing())


def projected(lens, height, back, points):
    """Where OpenCV sees the points, as shares of the picture from its middle: a second way to the same figures."""
    focal = 0.5 / math.tan(math.radians(lens.across / 2)), 0.5 / math.tan(math.radians(lens.along / 2))
    eye = np.array([0.0, -back, height])
    ahead = -eye / np.linalg.norm(eye)
    right = np.array([1.0, 0.0, 0.0])
    down = np.cross(ahead, right)
    rotation = np.stack([right, down, ahead])
    matrix = np.array([[focal[0], 0, 0], [0, focal[1], 0], [0, 0, 1.0]])
    seen, _ = cv2.projectPoints(np.array(points), cv2.Rodrigues(rotation)[0], -rotation @ eye, matrix, None)
    return np.abs(seen.reshape(-1, 2))


def test_from_the_height_of_the_table_every_corner_is_in_the_picture(mounting):
    for lens in mounting.LENSES:
        for _, width, depth in mounting.TRAYS:
            for tilt in mounting.TILTS:
                distance = mounting.distance_mm(lens, (width, depth), tilt)
                height, back = (distance * f(math.radians(tilt)) for f in (math.cos, math.sin))
                corners = mounting.corners(width, depth)
                assert projected(lens, height, back, corners).max() <= 0.5 * (1 - 2 * mounting.SPARE) + 1e-6
                # Five percent nearer something touches the spare edge: the table does not ask for more than is needed.
                assert projected(lens, 0.95 * height, 0.95 * back, corners).max() > 0.5 * (1 - 2 * mounting.SPARE)
                told = mounting.place(lens, (width, depth), tilt)[0]
                assert 0 <= told - height < 10


def test_narrow_lenses_hang_higher_and_larger_trays_too(mounting):
    heights = [mounting.place(lens, (200, 140), 0)[0] for lens in mounting.LENSES]
    assert heights[1] == min(heights) and heights[5] == max(heights)
    grown = [mounting.place(mounting.LENSES[0], size[1:], 15)[0] for size in mounting.TRAYS]
    assert grown == sorted(grown)
