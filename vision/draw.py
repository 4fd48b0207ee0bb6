"""Draw an observation on its picture, for the panel and as evidence."""

from __future__ import annotations

import cv2

from companion.model import Observation, Piece
from vision.picture import Image

SURE, DOUBTFUL, OUTSIDE = (80, 220, 80), (40, 160, 255), (160, 160, 160)


def draw(picture: Image, observation: Observation) -> Image:
    """A new picture with a box and a word at each piece; doubt is dashed and has a question mark, not colour alone."""
    out = picture.copy()
    line = max(1, round(max(picture.shape[:2]) / 500))
    for piece in observation.pieces:
        _draw_piece(out, piece, line)
    return out


def _draw_piece(out: Image, piece: Piece, line: int) -> None:
    x, y, w, h = (round(v) for v in piece.box_px)
    color = DOUBTFUL if piece.doubtful else SURE if piece.inside else OUTSIDE
    if piece.doubtful:
        _dashed(out, (x, y, w, h), color, line)
    else:
        cv2.rectangle(out, (x, y), (x + w, y + h), color, line)
    text, scale = _words(piece), 0.45 * line
    (tw, th), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, line)
    left, base = min(max(0, x), max(0, out.shape[1] - tw)), max(th + 2, y - 3 * line)
    cv2.rectangle(out, (left - 1, base - th - 2), (left + tw + 1, base + 3), (20, 20, 20), -1)
    cv2.putText(out, text, (left, base), cv2.FONT_HERSHEY_SIMPLEX, scale, color, line, cv2.LINE_AA)


def _words(piece: Piece) -> str:
    words = [piece.color, piece.face] if piece.color else [piece.face]
    return " ".join(words) + ("?" if piece.doubtful else "") + ("" if piece.inside else " (outside)")


def _dashed(out: Image, box: tuple[int, int, int, int], color: tuple[int, int, int], line: int) -> None:
    x, y, w, h = box
    dash = max(3, 4 * line)
    for d in range(0, max(w, h), 2 * dash):
        for a, b, length in (
            ((x, y), (1, 0), w),
            ((x, y + h), (1, 0), w),
            ((x, y), (0, 1), h),
            ((x + w, y), (0, 1), h),
        ):
            if d < length:
                end = min(d + dash, length)
                cv2.line(out, (a[0] + b[0] * d, a[1] + b[1] * d), (a[0] + b[0] * end, a[1] + b[1] * end), color, line)
