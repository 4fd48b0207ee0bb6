"""A throw: for each piece a flight from the hand to its rest, such that no two pieces end up inside each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.cameras.simulated.lying import footprint, overlap, tilt_towards
from vision.cameras.simulated.physics import POSE_S, Start, Tracks, simulate
from vision.cameras.simulated.pieces import Sizes, judge, mesh_of, rest, turn_face_up
from vision.cameras.simulated.render import Body, height_of
from vision.cameras.simulated.scene import TABLE_Z, Points, Tray

MEEPLE_CHANCES = {"exhausted": 0.545, "steady": 0.295, "hard": 0.145, "cocked": 0.015}
DIE_COCKED = 0.008
TRIES = 7
"""Flights computed for each piece at once; one of them is taken."""
ROUNDS = 5
_Random = np.random.Generator


@dataclass(frozen=True, slots=True, eq=False)
class Flight:
    """The way of one piece: poses a hundredth of a second apart, from ``start_s`` on; the last one is its rest."""

    kind: str
    color: str
    start_s: float
    at: Points
    turned: Points

    @property
    def end_s(self) -> float:
        """When it has come to rest."""
        return self.start_s + (len(self.at) - 1) * POSE_S

    def body(self, now_s: float) -> Body | None:
        """The piece at this moment; None while it is still in the hand."""
        if now_s < self.start_s:
            return None
        k = min((now_s - self.start_s) / POSE_S, len(self.at) - 1)
        low, high = int(k), min(int(k) + 1, len(self.at) - 1)
        at = self.at[low] * (1 - (k - low)) + self.at[high] * (k - low)
        return Body(self.kind, self.color, at, self.turned[low if k - low < 0.5 else high])

    @property
    def resting(self) -> Body:
        """The piece after it has come to rest."""
        return Body(self.kind, self.color, self.at[-1], self.turned[-1])


@dataclass(frozen=True, slots=True)
class Wish:
    """A piece to be thrown and what it shall show: a face, or one of ``cocked``, ``outside``, ``stacked`` and ``late``.

    ``late`` leans on a wall for half a second and then falls; ``stacked`` ends on top of a piece thrown before it.
    """

    kind: str
    color: str
    face: str


@dataclass(slots=True, eq=False)
class _Throw:
    """A throw in the making."""

    rng: _Random
    tray: Tray
    sizes: Sizes
    lying: list[Body]
    flights: dict[int, Flight]


def wish(kind: str, color: str, rng: _Random) -> Wish:
    """What chance wants this piece to show."""
    if kind == "die":
        return Wish(kind, color, "cocked" if rng.random() < DIE_COCKED else str(rng.integers(1, 7)))
    return Wish(kind, color, str(rng.choice(list(MEEPLE_CHANCES), p=list(MEEPLE_CHANCES.values()))))


def throw(
    wishes: Sequence[Wish], lying: Sequence[Body], tray: Tray, sizes: Sizes, *, rng: _Random
) -> tuple[Flight, ...]:
    """A flight for each piece, in order, ending as wished and clear of what lies in the tray already."""
    made = _Throw(rng, tray, sizes, list(lying), {})
    for turn in range(ROUNDS):
        missing = [k for k in range(len(wishes)) if k not in made.flights]
        if missing:
            _try(made, wishes, missing, gentle=turn > 0)
    for k, each in enumerate(wishes):
        if k not in made.flights:
            _drop(made, k, each)
    return tuple(made.flights[k] for k in range(len(wishes)))


def _try(made: _Throw, wishes: Sequence[Wish], missing: list[int], *, gentle: bool) -> None:
    """Compute some flights for each missing piece and take those that fit."""
    owners = [k for k in missing for _ in range(TRIES)]
    starts = _start(made, [wishes[k] for k in owners], gentle=gentle)
    tracks = simulate([wishes[k].kind for k in owners], starts, made.tray, made.sizes)
    for k in missing:
        delay = float(made.rng.uniform(0, 0.03)) + 0.028 * k
        rows = [row for row, owner in enumerate(owners) if owner == k and tracks.asleep[row] >= 0]
        flights = [_fit(made, _cut(wishes[k], tracks, row, delay), wishes[k]) for row in rows]
        fits = [f for f in flights if f is not None and not _bumps(made, f)]
        if fits:
            made.flights[k] = min(fits, key=lambda f: _meetings(made, f))


def _start(made: _Throw, wishes: Sequence[Wish], *, gentle: bool) -> Start:
    """How the pieces leave a hand that comes in over the near wall."""
    rng, n = made.rng, len(wishes)
    calm = np.array([w.face == "hard" and (gentle or k % 2 == 0) for k, w in enumerate(wishes)])[:, None]
    at = np.column_stack(
        [rng.uniform(-26, 26, n), rng.uniform(-0.34, -0.2, n) * made.tray.depth, rng.uniform(52, 78, n)]
    )
    speed = np.column_stack([rng.uniform(-300, 300, n), rng.uniform(150, 820, n), rng.uniform(-250, 120, n)])
    spin = rng.standard_normal((n, 3)) * 15 + np.array([-9.0, 0, 0])
    turned = np.array([_any_turn(rng) for _ in range(n)])
    for k in np.flatnonzero(calm[:, 0]):
        turned[k] = rest("meeple", "hard", made.sizes, rng)
        at[k] = (
            at[k, 0] * 2.5,
            rng.uniform(-0.3, 0.2) * made.tray.depth,
            made.sizes.meeple[1] / 2 + rng.uniform(2, 12),
        )
    return Start(at, turned, np.where(calm, speed * 0.15, speed), np.where(calm, spin * 0.03, spin))


def _any_turn(rng: _Random) -> Points:
    """A rotation, all equally likely."""
    w, *rest_of_it = rng.standard_normal(4)
    axis = np.array(rest_of_it)
    size = np.linalg.norm(axis)
    return np.asarray(cv2.Rodrigues(axis / max(size, 1e-9) * 2 * np.arctan2(size, w))[0])


def _cut(each: Wish, tracks: Tracks, row: int, delay_s: float) -> Flight:
    end = int(tracks.asleep[row]) + 1
    return Flight(each.kind, each.color, delay_s, tracks.at[:end, row], tracks.turned[:end, row])


def _fit(made: _Throw, flight: Flight, each: Wish) -> Flight | None:
    """The flight ending in a clean rest as wished, or None if it cannot be had from this one."""
    state, off = judge(flight.kind, flight.turned[-1], made.sizes)
    x, y = flight.at[-1, 0], flight.at[-1, 1]
    inside = abs(x) < made.tray.width / 2 and abs(y) < made.tray.depth / 2
    if each.face == "outside":
        return None if inside or off >= 6 else _end_in(flight, _flattened(flight, made.sizes, TABLE_Z))
    if not inside or off >= 6:
        return None
    if each.kind == "die" and each.face.isdigit():
        # A die is the same on all sides but for its pips: turn them, not the flight.
        relabel = turn_face_up(flight.turned[-1], int(each.face))
        flight = replace(flight, turned=flight.turned @ relabel)
        state = each.face
    flight = _end_in(flight, _flattened(flight, made.sizes, 0.0))
    if each.face == "stacked":
        return _climb(made, flight)
    if each.face in ("cocked", "late"):
        return _lean(made, flight, falls=each.face == "late")
    return flight if state == each.face else None


def _flattened(flight: Flight, sizes: Sizes, ground: float) -> Body:
    """The last pose without the last traces of tilt and sinking."""
    turned = _straight(flight.kind, flight.turned[-1], sizes)
    body = Body(flight.kind, flight.color, flight.at[-1].copy(), turned)
    body.at[2] = ground + height_of(body, sizes)
    return body


def _straight(kind: str, turned: Points, sizes: Sizes) -> Points:
    """The nearest clean rest to this rotation."""
    up = turned[2]
    hull = mesh_of(kind, sizes).hull
    lowest = hull @ up
    # The face it lies on is spanned by the lowest corners; its normal is what should point straight down.
    near = hull[lowest < lowest.min() + 0.9]
    _, _, axes = np.linalg.svd(near - near.mean(axis=0))
    down = axes[2] * np.sign(axes[2] @ up)
    if down @ up < np.cos(np.radians(6)):
        return turned
    axis = np.cross(turned @ down, [0.0, 0.0, 1.0])
    angle = float(np.arcsin(min(1.0, float(np.linalg.norm(axis)))))
    return np.asarray(cv2.Rodrigues(axis / max(float(np.linalg.norm(axis)), 1e-12) * angle)[0] @ turned)


def _end_in(flight: Flight, body: Body, poses: int = 12) -> Flight:
    """The flight bent over its last poses so that it ends exactly in this body's place and turn."""
    n = min(poses, len(flight.at) - 1)
    at, turned = flight.at.copy(), flight.turned.copy()
    shift = body.at - at[-1]
    twist = cv2.Rodrigues(body.turned @ turned[-1].T)[0]
    for k in range(1, n + 1):
        share = (k / n) ** 2 * (3 - 2 * k / n)
        row = len(at) - 1 - n + k
        at[row] = at[row] + shift * share
        turned[row] = cv2.Rodrigues(twist * share)[0] @ turned[row]
    turned[-1] = body.turned
    at[-1] = body.at
    return replace(flight, at=at, turned=turned)


def _lean(made: _Throw, flight: Flight, *, falls: bool) -> Flight | None:
    """The flight ending with the piece leaning on the nearest wall; if it falls, that is half a second later."""
    tray, body = made.tray, flight.resting
    half = np.array([tray.width, tray.depth]) / 2
    gaps = np.concatenate([half - body.at[:2], half + body.at[:2]])
    side = int(gaps.argmin())
    if gaps[side] > 60:
        return None
    way = np.array([(1.0, 0), (0, 1.0), (-1.0, 0), (0, -1.0)][side])
    turned = tilt_towards(body.turned, -way, float(made.rng.uniform(16, 30)))
    hull = mesh_of(body.kind, made.sizes).hull @ turned.T
    axis = side % 2
    at = body.at.copy()
    at[axis] = way[axis] * half[axis] - (hull[:, axis].max() if way[axis] > 0 else hull[:, axis].min())
    at[2] = -hull[:, 2].min()
    leaning = _end_in(flight, Body(body.kind, body.color, at, turned), poses=26)
    return _fall(leaning, body.turned, made.sizes) if falls else leaning


def _fall(leaning: Flight, flat: Points, sizes: Sizes) -> Flight:
    """Stand still for a while, then drop onto the flat, faster and faster."""
    wait, fall, at = 42, 14, leaning.at[-1]
    twist = cv2.Rodrigues(flat @ leaning.turned[-1].T)[0]
    places, turns = [leaning.at], [leaning.turned]
    for k in range(1, wait + fall + 1):
        share = (max(0, k - wait) / fall) ** 2
        turned = flat if k == wait + fall else cv2.Rodrigues(twist * share)[0] @ leaning.turned[-1]
        body = Body(leaning.kind, leaning.color, np.array([at[0], at[1], 0.0]), np.asarray(turned))
        places.append(np.array([[at[0], at[1], height_of(body, sizes)]]))
        turns.append(np.asarray(turned)[None])
    return replace(leaning, at=np.concatenate(places), turned=np.concatenate(turns))


def _climb(made: _Throw, flight: Flight) -> Flight | None:
    """The flight ending on top of another piece."""
    if not made.flights:
        return None
    below = max((f.resting for f in made.flights.values()), key=lambda b: -float(np.linalg.norm(b.at - flight.at[-1])))
    top = float((mesh_of(below.kind, made.sizes).hull @ below.turned.T)[:, 2].max() + below.at[2])
    body = flight.resting
    at = np.array([below.at[0], below.at[1], top + height_of(body, made.sizes)])
    return _end_in(flight, replace(body, at=at), poses=30)


def _bumps(made: _Throw, flight: Flight) -> bool:
    """Whether the piece would rest inside another; one on top of another does not."""
    if flight.at[-1, 2] > 1.2 * made.sizes.die:
        return False
    others = [*made.lying, *(f.resting for f in made.flights.values())]
    return any(overlap(flight.resting, other, made.sizes) for other in others)


def _meetings(made: _Throw, flight: Flight) -> int:
    """At how many moments the flight runs through another piece; the crowd in the opening hand does not count."""
    near = 0.85 * made.sizes.die
    count = 0
    for other in made.flights.values():
        for now in np.arange(max(flight.start_s, other.start_s) + 0.08, max(flight.end_s, other.end_s), 0.03):
            a, b = flight.body(float(now)), other.body(float(now))
            count += a is not None and b is not None and float(np.linalg.norm(a.at - b.at)) < near
    for body in made.lying:
        count += int((np.linalg.norm(flight.at - body.at, axis=1) < near).sum()) // 3
    return count


def _drop(made: _Throw, number: int, each: Wish) -> None:
    """The last resort in a crowded tray: the piece falls straight down into a free place, as wished."""
    others = [*made.lying, *(f.resting for f in made.flights.values())]
    body = placed(each, others, made.tray, made.sizes, rng=made.rng)
    fall_s = np.arange(0, 0.11, POSE_S)
    drop = 60.0 * (1 - (fall_s / fall_s[-1]) ** 2)
    at = body.at + np.column_stack([np.zeros((len(drop), 2)), drop])
    turned = np.repeat(body.turned[None], len(drop), axis=0)
    made.flights[number] = Flight(each.kind, each.color, 0.03 * number, at, turned)


def placed(each: Wish, others: Sequence[Body], tray: Tray, sizes: Sizes, *, rng: _Random) -> Body:
    """The piece put down with care as wished, in a free place if there is one."""
    faces = ("1", "2", "3", "4", "5", "6") if each.kind == "die" else ("hard", "steady", "exhausted")
    face = each.face if each.face in faces else faces[int(rng.integers(len(faces)))]
    body = Body(each.kind, each.color, np.zeros(3), rest(each.kind, face, sizes, rng))
    room = np.array([tray.width, tray.depth]) / 2 - np.abs(footprint(body, sizes)).max(axis=0)
    spots, ground = rng.uniform(-room, room, (400, 2)), 0.0
    if each.face == "outside":
        beside = tray.width / 2 + tray.thick + rng.uniform(18, 34)
        spots, ground = np.array([[beside, rng.uniform(-18, 18)]]), TABLE_Z
    for x, y in spots:
        body = replace(body, at=np.array([x, y, ground + height_of(body, sizes)]))
        if not any(overlap(body, other, sizes) for other in others):
            break
    return body
