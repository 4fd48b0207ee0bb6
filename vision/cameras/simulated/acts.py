"""What a player's hand does at the simulated tray, as short plays: throw, take away, put down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.cameras.simulated.hand import Pose
from vision.cameras.simulated.render import Body
from vision.cameras.simulated.scene import Points, Tray
from vision.cameras.simulated.throw import Flight

RELEASE_S = 0.75
"""When the shaken hand opens."""
_HIGH = 62.0
_LOW = 34.0


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a box stands, and whether its player sits at the far side of the table.

    Hands and throws are worked out for a box in the middle whose player sits near; a spot turns that round.
    """

    place: tuple[float, float] = (0.0, 0.0)
    is_far: bool = False

    @property
    def _turn(self) -> Points:
        side = -1.0 if self.is_far else 1.0
        return np.diag([side, side, 1.0])

    def into(self, body: Body) -> Body:
        """A body of the table as its player sees it."""
        at = self._turn @ (body.at - np.array([*self.place, 0.0]))
        return replace(body, at=at, turned=self._turn @ body.turned)

    def out(self, body: Body) -> Body:
        """A body that its player sees so, on the table."""
        return replace(body, at=self._turn @ body.at + np.array([*self.place, 0.0]), turned=self._turn @ body.turned)

    def fly(self, flight: Flight, later_s: float) -> Flight:
        """A flight that its player sees so, on the table, begun this much later."""
        at = flight.at @ self._turn + np.array([*self.place, 0.0])
        return replace(flight, start_s=flight.start_s + later_s, at=at, turned=self._turn @ flight.turned)

    def reach(self, pose: Pose) -> Pose:
        """The player's hand on the table."""
        x, y, _ = self._turn @ np.array([pose.x, pose.y, 0.0]) + np.array([*self.place, 0.0])
        return replace(pose, x=float(x), y=float(y), turn=pose.turn + (180.0 if self.is_far else 0.0))


HERE = Spot()


def spots(tray: Tray) -> tuple[Spot, ...]:
    """One spot for each box; whoever owns a box of the far row sits there."""
    return tuple(Spot(place, place[1] > 0) for place in tray.places)


@dataclass(frozen=True, slots=True, eq=False)
class Act:
    """A play: the hand's poses at certain moments, flying pieces, and when which piece is taken or put."""

    poses: tuple[tuple[float, Pose], ...]
    flights: tuple[Flight, ...] = ()
    taken: tuple[tuple[float, Body], ...] = ()
    put: tuple[tuple[float, Body], ...] = ()
    rested: tuple[Body, ...] = ()
    """The flying pieces once they lie still; the same objects ever after, so that they can be taken."""

    @property
    def length_s(self) -> float:
        """When hand and pieces are done."""
        return max(self.poses[-1][0], self.rest_s)

    @property
    def rest_s(self) -> float:
        """When the last thing moved comes to rest, the hand aside."""
        ends = [f.end_s for f in self.flights] + [t for t, _ in (*self.taken, *self.put)]
        return max(ends, default=0.0)

    def hand(self, now_s: float) -> Pose | None:
        """Where the hand is; None before it comes and after it has left."""
        if not self.poses or now_s >= self.poses[-1][0]:
            return None
        times = [t for t, _ in self.poses]
        k = int(np.searchsorted(times, now_s, side="right"))
        if k == 0:
            return None
        (t0, a), (t1, b) = self.poses[k - 1], self.poses[k]
        share = (now_s - t0) / (t1 - t0)
        share = share * share * (3 - 2 * share)

        def mix(p: float, q: float) -> float:
            return p + (q - p) * share

        return Pose(mix(a.x, b.x), mix(a.y, b.y), mix(a.z, b.z), mix(a.turn, b.turn), a.is_open)


def _away(tray: Tray, x: float = 0.0) -> Pose:
    return Pose(x, -tray.depth / 2 - 330, _HIGH + 20, -x * 0.12)


def throwing(tray: Tray, flights: Sequence[Flight], spot: Spot = HERE) -> Act:
    """The hand comes in closed, shakes, opens; the pieces fly (as they do on the table); the hand leaves."""
    y = -tray.depth * 0.30 - 34
    shakes = [
        (0.40 + 0.05 * k, Pose(7.0 * (-1) ** k, y + 3 * (k % 2), _HIGH + 4 * (-1) ** k, 4.0 * (-1) ** k))
        for k in range(7)
    ]
    poses = (
        (0.0, _away(tray)),
        *shakes,
        (RELEASE_S, Pose(0, y + 8, _HIGH, 0, True)),
        (RELEASE_S + 0.22, Pose(0, y - 6, _HIGH + 6, 0, True)),
        (RELEASE_S + 0.62, _away(tray)),
    )
    there = tuple((now, spot.reach(pose)) for now, pose in poses)
    return Act(there, tuple(flights), rested=tuple(f.resting for f in flights))


def handling(tray: Tray, take: Sequence[Body], put: Sequence[Body], spot: Spot = HERE) -> Act:
    """The hand goes from piece to piece, takes some away and puts others down, and leaves."""
    now = 0.0
    poses = [(now, _away(tray))]
    taken: list[tuple[float, Body]] = []
    laid: list[tuple[float, Body]] = []
    for body, is_taken in [(b, True) for b in take] + [(b, False) for b in put]:
        x, y = (float(v) for v in spot.into(body).at[:2])
        # The first reach comes from afar, the next ones from piece to piece.
        now += 0.42 if len(poses) == 1 else 0.20
        over = Pose(x, y - 46, _LOW, -x * 0.12)
        poses += [(now, over), (now + 0.10, over)]
        now += 0.10
        (taken if is_taken else laid).append((now - 0.05, body))
    now += 0.42
    poses.append((now, _away(tray)))
    return Act(tuple((when, spot.reach(pose)) for when, pose in poses), (), tuple(taken), tuple(laid))


def resting_hand(tray: Tray, spot: Spot = HERE) -> Pose:
    """A hand that somebody forgot in the tray."""
    return spot.reach(Pose(tray.width * 0.12, -tray.depth * 0.34, _LOW, -6.0, True))
