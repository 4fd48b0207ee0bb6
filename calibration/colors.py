"""Light and colour: what white looks like here, whether the picture is sharp and well lit, and this copy's colours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.corners import paper_around
from companion.errors import CalibrationError
from companion.words import say
from vision.drift import sharpness
from vision.eye import Points
from vision.picture import Image
from vision.profile import Color, PieceColor
from vision.read import read
from vision.shades import shade

DARK, BRIGHT = 70.0, 248.0
BLURRED = 7.0
MOST_GAIN = 4.0


@dataclass(frozen=True, slots=True)
class Meter:
    """How a picture is lit and focused, and a sentence if that should be better first."""

    sharpness: float
    exposure: float
    """How bright white is, of 255."""
    advice: str


def measure(picture: Image, markers: Mapping[int, Points]) -> Meter:
    """Sharpness and exposure of a picture, for the meter beside the live picture."""
    sharp = sharpness(picture)
    bright = float(np.dot(white(picture, markers), (0.114, 0.587, 0.299)))
    if bright < DARK:
        return Meter(sharp, bright, say("The picture is dark; bring a lamp or let the camera expose longer."))
    if bright > BRIGHT:
        return Meter(sharp, bright, say("White is burnt out; dim the lamp or let the camera expose shorter."))
    if sharp < BLURRED:
        return Meter(sharp, bright, say("The picture is not sharp; focus the lens on the tray floor and wipe it."))
    return Meter(sharp, bright, "")


def white(picture: Image, markers: Mapping[int, Points]) -> Color:
    """White paper as the camera sees it (BGR): the paper around the markers, or else the bright end of the picture."""
    if markers:
        sides = np.concatenate([np.median(paper_around(picture, corners), axis=1) for corners in markers.values()])
        # Sides hidden by a wall are darker; the brighter half is paper.
        bright = sides[np.argsort(sides.sum(axis=1))[len(sides) // 2 :]]
        blue, green, red = np.median(bright, axis=0)
    else:
        small = cv2.resize(picture, (64, 48), interpolation=cv2.INTER_AREA).reshape(-1, 3)
        blue, green, red = (float(np.percentile(small, 98)),) * 3
    return float(max(1.0, blue)), float(max(1.0, green)), float(max(1.0, red))


def gains(paper: Color) -> Color:
    """Factors that make this white neutral and leave green as it is."""
    blue, green, red = (round(min(MOST_GAIN, paper[1] / channel), 4) for channel in paper)
    return blue, green, red


def learn(picture: Image, empty: Image, balance: Color) -> tuple[PieceColor, ...]:
    """The colours of the meeples and dice in a picture of one of each, under this lamp."""
    seen = [piece for piece in read(picture, None, empty).pieces if piece.kind != "meeple" or piece.color]
    if not seen:
        raise CalibrationError(
            say("No piece is seen in the tray; lay one meeple of each colour and one die into it, each by itself.")
        )
    meeples = [piece.color for piece in seen if piece.kind == "meeple"]
    twice = sorted({color for color in meeples if meeples.count(color) > 1})
    if twice:
        raise CalibrationError(
            say(
                "Two meeples look {color}; lay only one meeple of each colour into the tray, apart from each other and "
                "out of the walls' shadow.",
                color=twice[0],
            )
        )
    learnt = [PieceColor(piece.kind, piece.color, shade(picture, piece.box_px, balance, empty)) for piece in seen]
    dice = [color for color in learnt if color.kind == "d6"][:1]
    return tuple(sorted((c for c in learnt if c.kind == "meeple"), key=lambda c: c.color)) + tuple(dice)
