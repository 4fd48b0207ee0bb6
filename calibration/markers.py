"""The sheet to print: four markers to cut out, a bar to check the print with, and patches of white, grey and colour.

The PDF is written by hand: rectangles and a few words need no library.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.corners import MARKER_MM
from calibration.lens import COLUMNS, ROWS, SQUARE_MM, board
from calibration.lens import MARKER_MM as BOARD_MARKER_MM

PAPER_MM = 34.0
"""Side of the square to cut out: the white around a marker is part of it."""
PAGES_MM = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}
BAR_MM = 100.0
POINTS_PER_MM = 72 / 25.4
PATCHES = (
    ("white", (1.0, 1.0, 1.0)),
    ("grey", (0.5, 0.5, 0.5)),
    ("black", (0.0, 0.0, 0.0)),
    ("red", (0.8, 0.1, 0.1)),
    ("yellow", (0.95, 0.8, 0.1)),
    ("green", (0.1, 0.55, 0.2)),
    ("blue", (0.1, 0.25, 0.7)),
    ("purple", (0.45, 0.2, 0.55)),
)
BOARD_HELP = "Table Companion: board for the lens ({paper}). Print at 100 % and glue it to something flat and stiff."
CORNERS = ("far left", "far right", "near right", "near left")
HELP = (
    "Print at 100 % (no 'fit to page'); the bar below must measure exactly 100 mm.",
    "Cut out the four squares along the thin lines and keep the white around the black.",
    "Lay them flat on the table around the tray, 0 far left, then 1, 2, 3 clockwise, top edges away from you,",
    "each as far from the tray as its mirror image, clear of the walls' shadows and whole in the picture.",
)


def sheet() -> bytes:
    """The sheet as a PDF of two pages, A4 and Letter; print the one your paper has."""
    return _pages(_page)


def board_sheet() -> bytes:
    """The board for measuring a lens, as a PDF of two pages, A4 and Letter."""
    return _pages(_board_page)


def _pages(draw: Callable[[str, float, float], bytes]) -> bytes:
    """A page of each paper size."""
    contents = [draw(name, *size) for name, size in PAGES_MM.items()]
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b"", b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]
    pages = []
    for (width, height), content in zip(PAGES_MM.values(), contents, strict=True):
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
        box = f"[0 0 {width * POINTS_PER_MM:.3f} {height * POINTS_PER_MM:.3f}]"
        pages.append(len(objects) + 1)
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox {box} /Contents {len(objects)} 0 R "
            f"/Resources << /Font << /F1 3 0 R >> >> >>".encode()
        )
    kids = " ".join(f"{number} 0 R" for number in pages)
    # Without this wish many viewers shrink the page to the printer's margins.
    objects[0] = b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>"
    objects[1] = f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode()
    return _file(objects)


def _file(objects: list[bytes]) -> bytes:
    """The objects numbered from 1, with the table that says where each begins."""
    out = b"%PDF-1.4\n"
    begins = []
    for number, content in enumerate(objects, start=1):
        begins.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % at for at in begins)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    tail = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, len(out))
    return out + head + table + tail


def _page(paper: str, width: float, height: float) -> bytes:
    """What is drawn on a page; millimetres from its lower left corner."""
    lines = [f"{POINTS_PER_MM:.6f} 0 0 {POINTS_PER_MM:.6f} 0 0 cm"]
    top = height - 18
    lines += _text(18, top, 5.5, f"Table Companion: markers for the tray ({paper})")
    for row, words in enumerate(HELP):
        lines += _text(18, top - 9 - 5.5 * row, 3.6, words)
    middle = width / 2
    for number in range(4):
        across, down = (number in (1, 2)), (number in (2, 3))
        left = middle + (12 if across else -12 - PAPER_MM)
        lines += _marker(number, left, top - 78 - (48 if down else 0))
    lines += _bar(middle - BAR_MM / 2, top - 150)
    lines += _patches(middle, top - 182)
    return "\n".join(lines).encode("ascii")


def _board_page(paper: str, width: float, height: float) -> bytes:
    """The board in the middle of a page; each pixel of OpenCV's own drawing is a square of 3 mm."""
    cell = (SQUARE_MM - BOARD_MARKER_MM) / 2
    across, down = (round(n * SQUARE_MM / cell) for n in (COLUMNS, ROWS))
    cells = np.asarray(board().generateImage((across, down)))
    left, top = (width - COLUMNS * SQUARE_MM) / 2, height - 14
    lines = [f"{POINTS_PER_MM:.6f} 0 0 {POINTS_PER_MM:.6f} 0 0 cm"]
    lines += _text(left, height - 8, 3.2, BOARD_HELP.format(paper=paper))
    for row, column, length in _dark_runs(cells):
        x, y = left + column * cell, top - (row + 1) * cell
        lines.append(f"{x:.3f} {y:.3f} {length * cell:.3f} {cell:.3f} re")
    lines.append("0 g f")
    lines += _bar(width / 2 - BAR_MM / 2, top - ROWS * SQUARE_MM - 12)
    return "\n".join(lines).encode("ascii")


def _dark_runs(cells: NDArray[np.uint8]) -> Iterator[tuple[int, int, int]]:
    """Row, column and length of each run of black cells."""
    for row, line in enumerate(cells < 128):
        steps = np.flatnonzero(np.diff(np.concatenate([[0], line.astype(np.int8), [0]])))
        for begin, end in zip(steps[::2], steps[1::2], strict=True):
            yield row, int(begin), int(end - begin)


def _marker(number: int, left: float, bottom: float) -> Iterator[str]:
    """One marker on its square of paper, with the line to cut along and its number outside."""
    yield f"0.1 w 0.6 G {left:.3f} {bottom:.3f} {PAPER_MM} {PAPER_MM} re S"
    edge = (PAPER_MM - MARKER_MM) / 2
    yield f"0 g {left + edge:.3f} {bottom + edge:.3f} {MARKER_MM} {MARKER_MM} re f 1 g"
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    cells = np.asarray(cv2.aruco.generateImageMarker(book, number, 6))
    cell = MARKER_MM / 6
    for row, column in zip(*np.nonzero(cells), strict=True):
        x, y = left + edge + column * cell, bottom + edge + (5 - row) * cell
        yield f"{x:.3f} {y:.3f} {cell:.3f} {cell:.3f} re"
    yield "f 0 g"
    yield from _text(left, bottom + PAPER_MM + 1.5, 3.6, f"{number}: {CORNERS[number]}, this edge away from you")


def _bar(left: float, bottom: float) -> Iterator[str]:
    """A ruler of exactly 100 mm."""
    yield f"0 g {left:.3f} {bottom:.3f} {BAR_MM} 1 re f"
    for mm in range(0, 101, 5):
        yield f"{left + mm - 0.1:.3f} {bottom:.3f} 0.2 {5 if mm % 10 == 0 else 3} re f"
    for mm in range(0, 101, 20):
        yield from _text(left + mm - 1.5, bottom + 6, 3, str(mm))
    yield from _text(left, bottom - 5, 3.6, "100 mm: measure me with a ruler")


def _patches(middle: float, bottom: float) -> Iterator[str]:
    """Squares of known paint: what is white here is white in the picture."""
    side = 16.0
    left = middle - side * len(PATCHES) / 2
    for k, (name, (red, green, blue)) in enumerate(PATCHES):
        yield f"{red} {green} {blue} rg 0.1 w 0.6 G {left + k * side:.3f} {bottom:.3f} {side} {side} re B"
        yield from _text(left + k * side, bottom - 4, 3, name)


def _text(x: float, y: float, size: float, words: str) -> Iterator[str]:
    safe = words.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    yield f"0 g BT /F1 {size} Tf {x:.3f} {y:.3f} Td ({safe}) Tj ET"
