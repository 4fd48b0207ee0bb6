"""Read a picture of a tray: which pieces lie there, what each shows, and what is not sure."""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import cv2
import numpy as np

from companion.model import Observation, Opinion, Piece
from vision import compare, dice
from vision.ask import Expect, count_doubts, questions
from vision.find import AREA_PX, Found, Spot, find, look
from vision.frame import Frame
from vision.meeples import only_colors
from vision.name import COLORS, DIE, FACES, MEEPLE, NOTHING, Chances, Naming, Warmth, name
from vision.network import MODELS, Network
from vision.picture import Image, check_picture, load_picture, shrink
from vision.profile import Profile
from vision.shades import shade, weigh

__all__ = ["Reader", "load_picture", "read", "reading_json"]


SURE_WITHOUT_COUNTING = 0.98  # above it no pip count could move the chance below the limit for asking


@dataclass(frozen=True, slots=True, eq=False)
class Limits:
    """Where to be sure, where to ask and where to stay silent; chosen on pictures never trained on."""

    least_spot: float = 0.1
    nothing: float = 0.5
    sure_nothing: float = 0.15
    sure_face: float = 0.85
    sure_color: float = 0.8
    sure_inside: float = 0.2
    warmth: Warmth = Warmth()
    pips: Chances = field(default_factory=lambda: np.zeros((0, 7), np.float32))
    """The chance of each pip count (column 0 = none) given each face."""
    priors: Chances = field(default_factory=lambda: np.ones(len(FACES), np.float32))
    """How much likelier each face is in an honest throw than it was in training."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A spot with what was made of it, before words are found for it."""

    spot: Spot
    naming: Naming
    changed: float | None
    """The share of the spot that differs from the empty tray; None without a reference."""


class Reader:
    """Both networks, loaded once; may be shared between threads."""

    def __init__(self) -> None:
        self._finder = Network("finder")
        self._namer = Network("namer")
        self._limits = _load_limits()
        self._empty: tuple[Image | None, Found | None] = (None, None)
        cv2.setNumThreads(1)  # the Pi has other work: cameras, lamps, the panel

    def read(
        self,
        picture: Image | Frame,
        profile: Profile | None = None,
        reference: Image | None = None,
        expect: Expect | None = None,
    ) -> Observation:
        """What lies in the tray."""
        frame = picture if isinstance(picture, Frame) else Frame(picture, 0, 0)
        image, scale = shrink(check_picture(frame.image))
        empty = compare.fit(reference, image) if reference is not None else None
        found = find(self._finder, image, self._limits.least_spot)
        changes = compare.changes(image, empty) if empty is not None else None
        sights = self._sights(image, found, changes, _kinds(expect))
        doubts: list[str] = []
        tray = found if empty is None else _merge(found, self._look_at_empty(empty))
        if profile is not None:
            profile.check((frame.image.shape[1], frame.image.shape[0]))
        if profile is not None and profile.colors:
            sights = [_as_learnt(s, image, empty, profile) for s in sights]
        pieces = [self._piece(image, s, None if profile else tray, expect) for s in sights]
        if changes is not None:
            doubts += changes.unexplained([s.spot for s in sights])
        pieces = [_place(_resize(p, scale), profile) for p in pieces]
        doubts = [*questions(pieces, frame.image.shape), *doubts, *count_doubts(pieces, expect)]
        return Observation(tuple(pieces), tuple(doubts), frame.taken_ns, frame.number)

    def _look_at_empty(self, empty: Image) -> Found:
        """What the finder makes of the empty tray; remembered, for it is the same picture roll after roll."""
        known, found = self._empty
        if known is not empty or found is None:
            found = look(self._finder, empty, AREA_PX, 0.9)
            self._empty = (empty, found)
        return found

    def _sights(
        self, image: Image, found: Found, changes: compare.Changes | None, kinds: frozenset[str]
    ) -> list[Sight]:
        """Spots worth a word: those that the namer, too, takes for a piece."""
        namings = self._name(image, found.spots)
        sights = []
        for spot, naming in zip(found.spots, namings, strict=True):
            changed = changes.share(spot) if changes is not None else None
            if changed is not None and changed < 0.08:
                continue  # it lay there before anybody rolled
            # The namer was trained on what the finder takes for pieces, so its word counts; a plain change in the
            # tray speaks for a piece that it does not know.
            limit = self._limits.nothing if changed is None or changed < 0.4 else 0.9
            if float(naming.faces[NOTHING]) < limit:
                sights.append(Sight(spot, _of_kinds(naming, kinds), changed))
        return _once(sights)

    def _name(self, image: Image, spots: Sequence[Spot]) -> list[Naming]:
        """The namings of all spots, with poses weighed by how often they come up."""
        # A second, mirrored look was tried: it cost a fifth of the time and changed next to nothing.
        namings = name(self._namer, image, spots, self._limits.warmth)
        return [Naming(_weigh(n.faces, self._limits.priors), n.colors) for n in namings]

    def _piece(self, image: Image, sight: Sight, tray: Found | None, expect: Expect | None) -> Piece:
        limits, faces, spot = self._limits, sight.naming.faces, sight.spot
        is_die = float(faces[DIE].sum()) >= float(faces[MEEPLE].sum())
        part = DIE if is_die else MEEPLE
        opinions = [_opinion(faces, part)]
        if is_die and float(faces.max()) < SURE_WITHOUT_COUNTING:
            count = dice.count_pips(image, spot)
            opinions.append(Opinion("pips", str(count or "")))
            faces = _second_opinion(faces, count, limits.pips)
        best = int(faces[part].argmax()) + part.start
        word = _word(best)
        face_chance, color, color_chance = float(faces[best]), "", 1.0
        if not is_die:
            colors = only_colors(sight.naming.colors, _colors(expect))
            color, color_chance = COLORS[int(colors.argmax())], float(colors.max())
            opinions = [replace(opinion, color=color) for opinion in opinions]
        inside, inside_sure = _inside(tray, spot, is_die) if tray else (True, 1.0)
        is_sure = (
            float(faces[NOTHING]) < limits.sure_nothing
            and face_chance >= limits.sure_face
            and color_chance >= limits.sure_color
            and inside_sure >= limits.sure_inside
        )
        box = (spot.x - spot.width / 2, spot.y - spot.height / 2, spot.width, spot.height)
        confidence = round(min(1.0, face_chance * color_chance), 4)
        kind = "d6" if is_die else "meeple"
        return Piece(kind, word, color, None, box, inside, confidence, not is_sure, tuple(opinions))


def _opinion(faces: Chances, part: slice) -> Opinion:
    """What the network says by itself about a die or a meeple."""
    best = int(faces[part].argmax()) + part.start
    return Opinion("network", _word(best), confidence=round(float(faces[best]), 4))


def _word(face: int) -> str:
    return FACES[face].removeprefix("d6 ").removeprefix("meeple ")


def _as_learnt(sight: Sight, image: Image, empty: Image | None, profile: Profile) -> Sight:
    """The sight with its colours weighed by how this copy's pieces look under this lamp."""
    spot = sight.spot
    box = (spot.x - spot.width / 2, spot.y - spot.height / 2, spot.width, spot.height)
    seen = shade(image, box, profile.gains, empty)
    colors = weigh(sight.naming.colors, COLORS, seen, profile.colors)
    return replace(sight, naming=Naming(sight.naming.faces, colors))


def _weigh(chances: Chances, factors: Chances) -> Chances:
    weighed = chances * factors
    return np.asarray(weighed / weighed.sum(), np.float32)


def _second_opinion(faces: Chances, count: int | None, table: Chances) -> Chances:
    """The chances after the pips were counted: each face weighs as much as it leads to such a count."""
    if not table.size:
        return faces
    out = faces.copy()
    # The two opinions look at the same pixels, so the count gets less than its full weight.
    out[:6] *= table[:, count or 0] ** 0.45
    out[6] *= float(table[:, count or 0].mean()) ** 0.45
    rest = float(out[DIE].sum())
    out[DIE] *= float(faces[DIE].sum()) / max(rest, 1e-9)
    return out


def _load_limits() -> Limits:
    path = MODELS / "limits.json"
    if not path.is_file():
        return Limits()
    values = json.loads(path.read_text())
    warmth = Warmth(**values.pop("warmth", {}))
    pips = np.array(values.pop("pips", np.zeros((0, 7))), np.float32)
    priors = np.array(values.pop("priors", np.ones(len(FACES))), np.float32)
    return Limits(warmth=warmth, pips=pips, priors=priors, **values)


@cache
def _reader() -> Reader:
    return Reader()


_loading = threading.Lock()


def read(
    picture: Image | Frame, profile: Profile | None = None, reference: Image | None = None, expect: Expect | None = None
) -> Observation:
    """What lies in the tray, read with the networks that are loaded at the first call."""
    with _loading:
        reader = _reader()
    return reader.read(picture, profile, reference, expect)


def reading_json(observation: Observation, image_name: str) -> dict[str, Any]:
    """The observation as one JSON line of ``companion read``."""
    pieces = [
        {
            "kind": p.kind, "face": p.face, "color": p.color, "box": [round(v, 1) for v in p.box_px],
            "center_mm": p.center_mm, "inside": p.inside, "confidence": p.confidence, "doubtful": p.doubtful,
        }
        for p in observation.pieces
    ]  # fmt: skip
    return {"image": image_name, "doubts": list(observation.doubts), "pieces": pieces}


# ------------------------------------------------------------------------------------- which kinds and colours


def _kinds(expect: Expect | None) -> frozenset[str]:
    """The kinds that can lie there; none named = all."""
    named = {key.partition("/")[0] for key, n in (expect or {}).items() if n > 0}
    return frozenset(named)


def _colors(expect: Expect | None) -> frozenset[str]:
    """The colours that meeples can have; none named = all."""
    keys = [key for key, n in (expect or {}).items() if n > 0 and key.startswith("meeple")]
    if not keys or any("/" not in key for key in keys):
        return frozenset()
    return frozenset(key.partition("/")[2].replace("-", " ") for key in keys)


def _of_kinds(naming: Naming, kinds: frozenset[str]) -> Naming:
    """The naming when only these kinds can lie there."""
    if len(kinds) != 1:
        return naming
    faces = naming.faces.copy()
    faces[MEEPLE if "d6" in kinds else DIE] = 0
    total = float(faces.sum())
    # A piece of a kind that cannot be there stays what it looks like: better asked about than renamed.
    return Naming(faces / total, naming.colors) if total > 0.3 else naming


def _once(sights: list[Sight]) -> list[Sight]:
    """Each piece once: of two spots on one piece the better stays."""
    kept: list[Sight] = []
    for sight in sorted(sights, key=lambda s: -s.spot.score):
        near = [k for k in kept if _overlap(k.spot, sight.spot) > 0.55]
        if not near or sight.spot.score > 0.8 and max(_overlap(k.spot, sight.spot) for k in near) < 0.7:
            kept.append(sight)
    return kept


def _overlap(a: Spot, b: Spot) -> float:
    w = min(a.x + a.width / 2, b.x + b.width / 2) - max(a.x - a.width / 2, b.x - b.width / 2)
    h = min(a.y + a.height / 2, b.y + b.height / 2) - max(a.y - a.height / 2, b.y - b.height / 2)
    return max(0.0, w) * max(0.0, h) / min(a.width * a.height, b.width * b.height)


# ------------------------------------------------------------------------------------- where


def _merge(found: Found, empty: Found) -> Found:
    """The tray as seen in both pictures; the empty one shows it unhidden."""
    if empty.tray.shape != found.tray.shape:
        return found
    tray = ((found.tray + 2 * empty.tray) / 3).astype(np.float32)
    return Found(found.spots, tray, found.grid_px)


def _inside(tray: Found, spot: Spot, is_die: bool) -> tuple[bool, float]:
    """Whether a piece lies in the tray, and how sure that is from 0 to 1."""
    # Its foot lies below its heart, for the camera looks down at a slant: a die's heart is its top face.
    foot = spot.y + (0.22 if is_die else 0.1) * spot.size
    reach = 0.2 * spot.size
    points = [(spot.x + dx * reach, foot + dy * reach) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    chance = float(np.mean([tray.tray_at(x, y) for x, y in points]))
    return chance >= 0.4, min(1.0, 2 * abs(chance - 0.4))


def _place(piece: Piece, profile: Profile | None) -> Piece:
    """The piece with its place in millimetres, and whether that is in the tray, when the camera is calibrated."""
    if profile is None:
        return piece
    at, inside = profile.place(piece.box_px, piece.kind, piece.face)
    return replace(piece, center_mm=at, inside=inside)


def _resize(piece: Piece, scale: float) -> Piece:
    x, y, w, h = (float(v) / scale for v in piece.box_px)
    return replace(piece, box_px=(x, y, w, h))
