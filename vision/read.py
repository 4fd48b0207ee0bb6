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
from vision.name import COLORS, DIE, DIE_COLORS, FACES, MEEPLE, NOTHING, Chances, Naming, Warmth, name
from vision.network import MODELS, Network
from vision.picture import Image, check_picture, load_picture, shrink
from vision.profile import Profile
from vision.shades import shade, weigh

__all__ = ["Reader", "load_picture", "read", "reading_json"]


SURE_WITHOUT_COUNTING = 0.95  # above it the network is right more often than a count that says otherwise


@dataclass(frozen=True, slots=True, eq=False)
class Limits:
    """Where to be sure, where to ask and where to stay silent; chosen on pictures never trained on."""

    least_spot: float = 0.1
    nothing: float = 0.5
    sure_nothing: float = 0.15
    sure_face: float = 0.85
    sure_cocked: float = 0.97
    """A leaning piece is thrown again, so a clean one must not be taken for it lightly."""
    sure_color: float = 0.8
    warmth: Warmth = Warmth()
    pips: Chances = field(default_factory=lambda: np.zeros((0, 7), np.float32))
    """The chance of each pip count (column 0 = none) given each face, when something speaks against the count."""
    plain_pips: Chances = field(default_factory=lambda: np.zeros((0, 7), np.float32))
    """The same when nothing does."""
    priors: Chances = field(default_factory=lambda: np.ones(len(FACES), np.float32))
    """How much likelier each face is in an honest throw than it was in training."""


@dataclass(frozen=True, slots=True)
class Floor:
    """Where the tray's floor is, and from which chance on a piece there surely lies in the tray, or surely does not."""

    found: Found
    inside: float
    outside: float


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
        # Pieces hide the floor and look like walls: without the empty tray the limits are further up.
        floor = Floor(found, 0.82, 0.35) if empty is None else Floor(self._look_at_empty(empty), 0.45, 0.2)
        if profile is not None:
            profile.check((frame.image.shape[1], frame.image.shape[0]))
        if profile is not None and profile.colors:
            sights = [_as_learnt(s, image, empty, profile) for s in sights]
        pieces = [self._piece(image, s, None if profile else floor, expect) for s in sights]
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
        namings = name(self._namer, image, spots, self._limits.warmth)
        return [replace(n, faces=_weigh(n.faces, self._limits.priors)) for n in namings]

    def _piece(self, image: Image, sight: Sight, floor: Floor | None, expect: Expect | None) -> Piece:
        limits, faces, spot = self._limits, sight.naming.faces, sight.spot
        is_die = float(faces[DIE].sum()) >= float(faces[MEEPLE].sum())
        part = DIE if is_die else MEEPLE
        opinions = [_opinion(faces, part)]
        if is_die and float(faces.max()) < SURE_WITHOUT_COUNTING:
            pips = dice.count_pips(image, spot)
            opinions.append(Opinion("pips", str(pips.count or "")))
            faces = _second_opinion(faces, pips, limits)
        best = int(faces[part].argmax()) + part.start
        word, kind = _word(best), "d6" if is_die else "meeple"
        face_chance = float(faces[best])
        color, color_chance = self._color(sight.naming, kind, expect)
        opinions[0] = replace(opinions[0], color=color)
        inside, is_placed = _inside(floor, spot, is_die) if floor else (True, True)
        is_sure = (
            float(faces[NOTHING]) < limits.sure_nothing
            and face_chance >= (limits.sure_cocked if word == "cocked" else limits.sure_face)
            and color_chance >= limits.sure_color
            and is_placed
        )
        box = (spot.x - spot.width / 2, spot.y - spot.height / 2, spot.width, spot.height)
        confidence = round(min(1.0, face_chance * color_chance), 4)
        return Piece(kind, word, color, None, box, inside, confidence, not is_sure, tuple(opinions))

    def _color(self, naming: Naming, kind: str, expect: Expect | None) -> tuple[str, float]:
        """The colour word and its chance; a die's colour is a help and asked about only where the rules name it."""
        words, chances = (DIE_COLORS, naming.die_colors) if kind == "d6" else (COLORS, naming.colors)
        allowed = _colors(expect, kind)
        chances = only_colors(chances, words, allowed)
        word, chance = words[int(chances.argmax())], float(chances.max())
        if kind == "d6" and not allowed:
            return (word if chance >= self._limits.sure_color else ""), 1.0
        return word, chance


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
    return replace(sight, naming=replace(sight.naming, colors=colors))


def _weigh(chances: Chances, factors: Chances) -> Chances:
    weighed = chances * factors
    return np.asarray(weighed / weighed.sum(), np.float32)


def _second_opinion(faces: Chances, pips: dice.Pips, limits: Limits) -> Chances:
    """The chances after the pips were counted: each face weighs as much as it leads to such a count."""
    table = limits.plain_pips if pips.is_plain else limits.pips
    if not table.size:
        return faces
    likely = table[:, pips.count]
    # The two opinions look at the same pixels, so the count gets less than its full weight.
    weights = np.append(likely, likely.mean()) ** 0.6
    out = faces.copy()
    out[DIE] *= weights * float(faces[DIE].sum()) / max(float((faces[DIE] * weights).sum()), 1e-9)
    return out


def _load_limits() -> Limits:
    path = MODELS / "limits.json"
    if not path.is_file():
        return Limits()
    values = json.loads(path.read_text())
    warmth = Warmth(**values.pop("warmth", {}))
    pips, plain = (np.array(values.pop(key, np.zeros((0, 7))), np.float32) for key in ("pips", "plain_pips"))
    priors = np.array(values.pop("priors", np.ones(len(FACES))), np.float32)
    return Limits(warmth=warmth, pips=pips, plain_pips=plain, priors=priors, **values)


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


def _colors(expect: Expect | None, kind: str) -> frozenset[str]:
    """The colours that pieces of a kind can have; none named = all."""
    keys = [key for key, n in (expect or {}).items() if n > 0 and key.partition("/")[0] == kind]
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
    return replace(naming, faces=faces / total) if total > 0.3 else naming


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


def _inside(floor: Floor, spot: Spot, is_die: bool) -> tuple[bool, bool]:
    """Whether a piece lies in the tray, and whether that is sure."""
    # Its foot lies below its heart, for the camera looks down at a slant: a die's heart is its top face.
    foot = spot.y + (0.22 if is_die else 0.1) * spot.size
    reach = 0.2 * spot.size
    points = [(spot.x + dx * reach, foot + dy * reach) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    chance = float(np.mean([floor.found.tray_at(x, y) for x, y in points]))
    return chance >= (floor.inside + floor.outside) / 2, chance >= floor.inside or chance <= floor.outside


def _place(piece: Piece, profile: Profile | None) -> Piece:
    """The piece with its place in millimetres, and whether that is in the tray, when the camera is calibrated."""
    if profile is None:
        return piece
    at, inside = profile.place(piece.box_px, piece.kind, piece.face)
    return replace(piece, center_mm=at, inside=inside)


def _resize(piece: Piece, scale: float) -> Piece:
    x, y, w, h = (float(v) / scale for v in piece.box_px)
    return replace(piece, box_px=(x, y, w, h))
