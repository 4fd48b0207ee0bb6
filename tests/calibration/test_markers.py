"""The sheet that is printed, checked on what a printer would make of it."""

import re
import shutil
import subprocess

import cv2
import numpy as np
import pytest

from calibration.corners import find_markers
from calibration.lens import COLUMNS, ROWS, find_board
from calibration.markers import BAR_MM, PAGES_MM, board_sheet, sheet

DPI = 150


def test_sheet_is_a_pdf_whose_table_names_every_object():
    pdf = sheet()
    start = int(re.search(rb"startxref\n(\d+)", pdf).group(1))
    begins = [int(at) for at in re.findall(rb"(\d{10}) 00000 n", pdf[start:])]
    assert [pdf[at : at + 8].split()[0] for at in begins] == [b"%d" % n for n in range(1, len(begins) + 1)]
    assert pdf.startswith(b"%PDF-1.4") and pdf.endswith(b"%%EOF\n")


def test_sheet_prints_four_markers_of_24_mm_and_a_true_bar_on_both_papers(tmp_path):
    if shutil.which("pdftoppm") is None:
        pytest.skip("pdftoppm (poppler-utils) is not installed")
    (tmp_path / "sheet.pdf").write_bytes(sheet())
    subprocess.run(["pdftoppm", "-r", str(DPI), "-png", "sheet.pdf", "page"], cwd=tmp_path, check=True)
    pages = sorted(tmp_path.glob("page*.png"))
    assert len(pages) == len(PAGES_MM)
    for file, (width, height) in zip(pages, PAGES_MM.values(), strict=True):
        page = cv2.imread(str(file))
        px_per_mm = DPI / 25.4
        assert page.shape[:2] == pytest.approx((height * px_per_mm, width * px_per_mm), abs=2)
        found = find_markers(page)
        assert sorted(found) == [0, 1, 2, 3]
        sides = [np.linalg.norm(np.roll(c, -1, axis=0) - c, axis=1) / px_per_mm for c in found.values()]
        assert np.ravel(sides) == pytest.approx(24.0, abs=0.25)
        assert _longest_black_run(page) / px_per_mm == pytest.approx(BAR_MM, abs=0.4)


def test_board_prints_squares_of_24_mm_on_both_papers(tmp_path):
    if shutil.which("pdftoppm") is None:
        pytest.skip("pdftoppm (poppler-utils) is not installed")
    (tmp_path / "board.pdf").write_bytes(board_sheet())
    subprocess.run(["pdftoppm", "-r", str(DPI), "-png", "board.pdf", "page"], cwd=tmp_path, check=True)
    pages = sorted(tmp_path.glob("page*.png"))
    assert len(pages) == len(PAGES_MM)
    for file in pages:
        view = find_board(cv2.imread(str(file)))
        assert len(view.in_picture) == (COLUMNS - 1) * (ROWS - 1)
        reach_mm, reach_px = (np.ptp(points, axis=0)[:2] for points in (view.on_board, view.in_picture))
        assert reach_px / (DPI / 25.4) == pytest.approx(reach_mm, abs=0.3)


def _longest_black_run(page):
    dark = cv2.cvtColor(page, cv2.COLOR_BGR2GRAY) < 100
    runs = [len(run) for row in dark for run in bytes(row.astype(np.uint8)).split(b"\0")]
    return max(runs)
