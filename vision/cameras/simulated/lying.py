"""How bodies lie beside each other: outlines seen from above, overlaps and leaning."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.simulated.pieces import Sizes, mesh_of
from vision.cameras.simulated.render import Body
from vision.cameras.simulated.scene import Points


def tilt_towards(turned: Points, direction: Points, degrees: float) -> Points:
    """The rotation leaning over towards a direction on the floor."""
    axis = np.array([-direction[1], direction[0], 0.0]) * np.radians(degrees)
    return np.asarray(cv2.Rodrigues(axis)[0] @ turned)


def overlap(a: Body, b: Body, sizes: Sizes) -> bool:
    """Whether the outlines of two bodies, seen from straight above, share more than a touch."""
    return float(cv2.intersectConvexConvex(footprint(a, sizes), footprint(b, sizes))[0]) > 0.5


def footprint(body: Body, sizes: Sizes) -> NDArray[np.float32]:
    """The convex outline of a body seen from straight above."""
    hull = (mesh_of(body.kind, sizes).hull @ body.turned.T + body.at)[:, :2]
    return np.asarray(cv2.convexHull(hull.astype(np.float32)).reshape(-1, 2), np.float32)
