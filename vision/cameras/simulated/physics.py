"""Rigid bodies thrown into the tray: gravity, bounces off floor and walls, friction, tumbling, until they sleep.

Many bodies are computed side by side as arrays and know nothing of each other; ``throw.py`` picks, among several
tries for each piece, flights that do not meet. Lengths in mm, times in s.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.cameras.simulated.pieces import Sizes, mesh_of
from vision.cameras.simulated.scene import TABLE_Z, Points, Tray

STEP_S = 1 / 300
KEEP = 3
"""Every so many steps a pose is kept: a hundred each second."""
POSE_S = STEP_S * KEEP
GRAVITY = 9810.0
BOUNCE = 0.46
GRIP = 0.55
LONGEST_S = 1.8
_SOLVE = 4
_SLEEP_STEPS = 24
_ENOUGH = 0.85
"""Waiting for the last few that spin on a corner is not worth it: nobody will pick them."""
_SLOW_MM_S, _SLOW_RAD_S = 16.0, 0.9


@dataclass(frozen=True, slots=True, eq=False)
class Start:
    """How bodies leave the hand, one row each."""

    at: Points
    turned: Points
    speed: Points
    spin: Points


@dataclass(frozen=True, slots=True, eq=False)
class Tracks:
    """Poses of all bodies: place ``[time, body, 3]``, turn ``[time, body, 3, 3]``, when each fell asleep (or -1)."""

    at: Points
    turned: Points
    asleep: NDArray[np.int64]


@dataclass(slots=True, eq=False)
class _State:
    """Where all bodies are and how they move; changed in place, for this is the inner loop."""

    at: Points
    turned: Points
    speed: Points
    spin: Points
    corners: Points
    lightness: Points
    """Inverse moments of inertia about the body's own axes, for a mass of one."""


def simulate(kinds: list[str], start: Start, tray: Tray, sizes: Sizes) -> Tracks:
    """Let the bodies fly, bounce and roll until all sleep or time is up."""
    state = _State(
        start.at.copy(), start.turned.copy(), start.speed.copy(), start.spin.copy(),
        _corners(kinds, sizes), np.array([_lightness(kind, sizes) for kind in kinds]),
    )  # fmt: skip
    count = len(kinds)
    quiet = np.zeros(count, int)
    asleep = np.full(count, -1)
    places, turns = [], []
    for step in range(int(LONGEST_S / STEP_S)):
        if step % KEEP == 0:
            places.append(state.at.copy())
            turns.append(state.turned.copy())
            if (asleep >= 0).mean() > _ENOUGH:
                break
        awake = asleep < 0
        touching = _advance(state, awake, tray)
        slow = (np.linalg.norm(state.speed, axis=1) < _SLOW_MM_S) & (np.linalg.norm(state.spin, axis=1) < _SLOW_RAD_S)
        quiet = np.where(slow & touching, quiet + 1, 0)
        fresh = awake & (quiet > _SLEEP_STEPS)
        asleep[fresh] = len(places)
        state.speed[fresh] = state.spin[fresh] = 0.0
    return Tracks(np.array(places), np.array(turns), np.minimum(asleep, len(places) - 1))


def _corners(kinds: list[str], sizes: Sizes) -> Points:
    """The corners of each body, those with fewer filled up with their first."""
    hulls = [mesh_of(kind, sizes).hull for kind in kinds]
    most = max(len(h) for h in hulls)
    return np.array([np.concatenate([h, np.repeat(h[:1], most - len(h), axis=0)]) for h in hulls])


def _lightness(kind: str, sizes: Sizes) -> Points:
    size = mesh_of(kind, sizes).hull
    extent = size.max(axis=0) - size.min(axis=0)
    square = extent**2
    return np.asarray(12.0 / (square.sum() - square) / (1.0 if kind == "die" else 0.8))


def _advance(state: _State, awake: NDArray[np.bool_], tray: Tray) -> NDArray[np.bool_]:
    """One step of time for those awake; says which bodies touch something."""
    moving = awake[:, None].astype(float)
    state.speed[:, 2] -= GRAVITY * STEP_S * moving[:, 0]
    state.at += state.speed * STEP_S * moving
    state.turned = _turn(state.spin * STEP_S * moving) @ state.turned
    arms = np.einsum("mij,mvj->mvi", state.turned, state.corners)
    depth = _depths(state.at[:, None] + arms, state.at, tray)
    touching = (depth > 0).any(axis=(1, 2))
    hit = np.flatnonzero(touching & awake)
    if len(hit):
        _collide(state, hit, arms[hit], depth[hit])
        _push_out(state, hit, depth[hit])
        # Felt and rounded edges swallow a little of every roll.
        state.spin[hit] *= np.array([1 - 2.2 * STEP_S, 1 - 2.2 * STEP_S, 1 - 9.0 * STEP_S])
        state.speed[hit] *= 1 - 1.0 * STEP_S
    return np.asarray(touching)


_NORMALS = np.array([[0, 0, 1], [-1, 0, 0], [1, 0, 0], [0, -1, 0], [0, 1, 0]], float)


def _depths(points: Points, middles: Points, tray: Tray) -> Points:
    """How deep each corner is in the ground and in the four walls, as ``[body, plane, corner]``."""
    x, y, z = points[..., 0], points[..., 1], points[..., 2]
    half_x, half_y = tray.width / 2, tray.depth / 2
    inside = (np.abs(middles[:, 0]) < half_x) & (np.abs(middles[:, 1]) < half_y)
    ground = np.where(inside, 0.0, TABLE_Z)[:, None] - z
    low = (z < tray.wall) & inside[:, None]
    walls = [np.where(low, d, -1.0) for d in (x - half_x, -x - half_x, y - half_y, -y - half_y)]
    return np.stack([ground, *walls], axis=1)


def _turn(angle: Points) -> Points:
    """Rotation matrices for small turns given as vectors (Rodrigues' formula)."""
    size = np.linalg.norm(angle, axis=1)
    unit = angle / np.maximum(size, 1e-12)[:, None]
    zero = np.zeros(len(angle))
    cross = np.stack(
        [zero, -unit[:, 2], unit[:, 1], unit[:, 2], zero, -unit[:, 0], -unit[:, 1], unit[:, 0], zero], axis=1
    ).reshape(-1, 3, 3)
    sin, cos = np.sin(size)[:, None, None], np.cos(size)[:, None, None]
    return np.asarray(np.eye(3) + sin * cross + (1 - cos) * (cross @ cross))


def _collide(state: _State, hit: NDArray[np.int64], arms: Points, depth: Points) -> None:
    """Several times: push at the contact that closes in fastest, with bounce and friction."""
    turned = state.turned[hit]
    inverse = np.einsum("mij,mj,mkj->mik", turned, state.lightness[hit], turned)
    rows = np.arange(len(hit))
    for _ in range(_SOLVE):
        speed = state.speed[hit][:, None] + _cross(state.spin[hit][:, None], arms)
        closing = np.einsum("pi,mvi->mpv", _NORMALS, speed)
        closing = np.where(depth > 0, closing, 1.0)
        worst = closing.reshape(len(hit), -1).argmin(axis=1)
        plane, corner = worst // arms.shape[1], worst % arms.shape[1]
        along = closing[rows, plane, corner]
        active = along < -1e-3
        if not active.any():
            return
        arm, normal, at = arms[rows, corner], _NORMALS[plane], speed[rows, corner]
        bounce = np.where(along < -120, BOUNCE, 0.0)
        push = np.where(active, -(1 + bounce) * along, 0.0) / _stiffness(arm, normal, inverse)
        slide = at - along[:, None] * normal
        rate = np.linalg.norm(slide, axis=1)
        way = slide / np.maximum(rate, 1e-9)[:, None]
        drag = np.minimum(GRIP * push, np.where(active, rate, 0.0) / _stiffness(arm, way, inverse))
        impulse = push[:, None] * normal - drag[:, None] * way
        state.speed[hit] += impulse
        state.spin[hit] += np.einsum("mij,mj->mi", inverse, _cross(arm, impulse))


def _cross(a: Points, b: Points) -> Points:
    """The vector product along the last axis; three times faster than numpy's for small arrays."""
    out = np.empty(np.broadcast_shapes(a.shape, b.shape))
    (ax, ay, az), (bx, by, bz) = (a[..., k] for k in range(3)), (b[..., k] for k in range(3))
    out[..., 0] = ay * bz - az * by
    out[..., 1] = az * bx - ax * bz
    out[..., 2] = ax * by - ay * bx
    return out


def _stiffness(arm: Points, way: Points, inverse: Points) -> Points:
    """How much the speed at the end of ``arm`` changes for a push of one along ``way``, inverted mass and all."""
    swing = _cross(np.einsum("mij,mj->mi", inverse, _cross(arm, way)), arm)
    return np.asarray(1.0 + (way * swing).sum(axis=1))


def _push_out(state: _State, hit: NDArray[np.int64], depth: Points) -> None:
    deepest = np.maximum(depth.max(axis=2), 0.0)
    state.at[hit] += 0.6 * deepest @ _NORMALS
