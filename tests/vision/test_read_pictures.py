"""Bad input gets a sentence; good input of any form is read."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.errors import PictureError
from vision.picture import check_picture, load_picture, shrink

PLAIN = np.full((120, 160, 3), 90, np.uint8)


def written(path: Path, picture: np.ndarray) -> Path:
    assert cv2.imwrite(str(path), picture)
    return path


def test_load_picture_reads_jpeg_and_png(tmp_path: Path) -> None:
    for name in ("a.jpg", "a.png"):
        assert load_picture(written(tmp_path / name, PLAIN)).shape == (120, 160, 3)


def test_load_picture_reads_sixteen_bits_grey_and_transparency_as_plain_colour(tmp_path: Path) -> None:
    deep = np.full((60, 80, 3), 40000, np.uint16)
    grey = np.full((60, 80), 100, np.uint8)
    clear = np.full((60, 80, 4), 100, np.uint8)
    for number, picture in enumerate((deep, grey, clear)):
        loaded = load_picture(written(tmp_path / f"{number}.png", picture))
        assert (loaded.shape, loaded.dtype) == ((60, 80, 3), np.uint8)


def test_load_picture_reads_cmyk(tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    image.new("CMYK", (160, 120), (10, 60, 20, 0)).save(tmp_path / "print.jpg")
    assert load_picture(tmp_path / "print.jpg").shape == (120, 160, 3)


def test_load_picture_refuses_what_is_no_picture(tmp_path: Path) -> None:
    (tmp_path / "empty.jpg").write_bytes(b"")
    (tmp_path / "text.jpg").write_text("not a picture at all")
    for name in ("absent.jpg", "empty.jpg", "text.jpg", "."):
        with pytest.raises(PictureError, match=r".*\.$"):
            load_picture(tmp_path / name)


def test_load_picture_refuses_a_file_that_ends_too_soon(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    noisy = rng.integers(0, 255, (300, 400, 3), np.uint8)
    for name in ("a.jpg", "a.png"):
        whole = written(tmp_path / name, noisy).read_bytes()
        (tmp_path / name).write_bytes(whole[: len(whole) // 2])
        with pytest.raises(PictureError):
            load_picture(tmp_path / name)


def test_check_picture_refuses_sizes_that_cannot_show_a_tray() -> None:
    for shape in ((1, 1, 3), (20, 400, 3), (60, 2000, 3), (0, 0, 3)):
        with pytest.raises(PictureError):
            check_picture(np.zeros(shape, np.uint8))


def test_check_picture_refuses_other_arrays() -> None:
    for thing in (None, "picture", np.zeros((100, 100, 3)), np.zeros((100, 100, 5), np.uint8), np.zeros(100, np.uint8)):
        with pytest.raises(PictureError):
            check_picture(thing)


def test_shrink_keeps_small_pictures_and_shrinks_huge_ones() -> None:
    assert shrink(PLAIN)[1] == 1.0
    small, scale = shrink(np.zeros((4000, 5200, 3), np.uint8))
    assert (small.shape, scale) == ((2000, 2600, 3), 0.5)
