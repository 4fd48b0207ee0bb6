"""Make labelled pictures from a seed: ``python -m vision.training.generate --seed 1 --count 100 --out FOLDER``.

Picture number n depends on the seed and n only, so a run can be stopped, continued or shared out.
"""

import argparse
import json
import pathlib
from dataclasses import dataclass
from itertools import compress

import cv2
import drjit
import mujoco
import numpy as np
from numpy.random import Generator

from vision.training import faults, setups, throws, trace

SIZES = [(640, 480)] * 3 + [(800, 600), (960, 540)]
CROWDED = (480, 360)


def make_things(rng: Generator, setup: setups.Setup, crowded: bool, only: str, placing: bool) -> list[throws.Thing]:
    """A random throw: dice, meeples (which are harder to read, and so more often) or both; or one kind only."""
    what, count = rng.random(), int(rng.integers(*(14, 24) if crowded else (6, 17) if placing else (8, 19)))
    what = {"die": 0.0, "meeple": 0.5}.get(only, what)
    if what < 0.3:
        return throws.make_dice(rng, count, setup.die_cm)
    if what < 0.8:
        return throws.make_meeples(rng, count, setup.meeple_cm, placing)
    half = count // 2
    meeples = throws.make_meeples(rng, count - half, setup.meeple_cm, placing)
    return throws.make_dice(rng, half, setup.die_cm) + meeples


def label(
    setup: setups.Setup, things: list[throws.Thing], model: "mujoco.MjModel", data: "mujoco.MjData"
) -> list[dict]:
    """What the picture shows, in the form of the sample labels, and the top face's middle of each die."""
    return [_label(setup, thing, k, model, data) for k, thing in enumerate(things)]


def _label(setup: setups.Setup, thing: throws.Thing, k: int, model: "mujoco.MjModel", data: "mujoco.MjData") -> dict:
    pixels = setup.camera.project(thing.world())
    low, high = pixels.min(0), pixels.max(0)
    face, tilt = throws.state(thing)
    w, d = setup.area[0] / 2, setup.area[1] / 2
    x, y, z = thing.position
    top = thing.position + np.array([0, 0, thing.size[0] / 2 if thing.kind == "die" and face != "cocked" else 0])
    resting = thing.size[2] / 2 if face == "exhausted" else max(thing.size) * 0.62
    return {
        "kind": thing.kind, "state": int(face) if face.isdigit() else face, "tilt": round(tilt, 1),
        "colour": thing.color,
        "box": [round(float(v), 1) for v in (*low, *(high - low))],
        "centre": [round(float(v), 1) for v in setup.camera.project(thing.position[None])[0]],
        "top": [round(float(v), 1) for v in setup.camera.project(top[None])[0]],
        "mm": [round(float(v) * 10, 1) for v in thing.position],
        "inside": bool(not setup.has_tray or (abs(x) < w and abs(y) < d)),
        "stacked": bool(z > resting + 0.3), "visible": round(_visible(setup, thing, k, model, data), 2),
    }  # fmt: skip


def _visible(setup: setups.Setup, thing: throws.Thing, k: int, model: "mujoco.MjModel", data: "mujoco.MjData") -> float:
    """The share of the piece's camera side that nothing hides, by casting rays at its triangles."""
    triangles = thing.world()[thing.mesh.faces]
    middle = triangles.mean(1)
    normal = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    eye = setup.camera.position
    facing = (normal * (eye - middle)).sum(1)
    weight = np.maximum(facing, 0)
    picks = np.random.default_rng(k).choice(len(middle), 40, p=weight / weight.sum())
    body = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY, f"p{k}")
    seen, hit = 0, np.zeros(1, np.int32)
    inside = setup.camera.project(middle[picks])
    for at, pixel in zip(middle[picks], inside, strict=True):
        ray = at - eye
        distance = mujoco.mj_ray(model, data, eye, ray / np.linalg.norm(ray), None, 1, body, hit)
        blocked = hit[0] >= 0 and distance < np.linalg.norm(ray) - 0.25
        seen += not blocked and 0 <= pixel[0] < setup.camera.size[0] and 0 <= pixel[1] < setup.camera.size[1]
    return seen / len(picks)


@dataclass
class Plan:
    """A throw at rest that is not painted yet, and what its picture will show."""

    setup: setups.Setup
    things: list[throws.Thing]
    about: dict


def plan(seed: int, number: int, only: str = "") -> Plan:
    """One throw to learn from, from the seed and the number alone: most trays are crowded, rare poses are placed."""
    rng = np.random.default_rng([seed, number])
    crowded = rng.random() < 0.7
    setup = setups.make_setup(rng, CROWDED if crowded else SIZES[int(rng.integers(len(SIZES)))], crowded)
    return throw_into(setup, rng, make_things(rng, setup, crowded, only, True), True)


def throw_into(setup: setups.Setup, rng: Generator, things: list[throws.Thing], placing: bool) -> Plan:
    """The things come to rest in the set-up, some of them placed in rare poses or made to lean, if wanted."""
    model, data = throws.throw(rng, things, setup.solids, setup.area, setup.has_tray, placing)
    is_seen = [bool(np.isfinite(t.position).all() and t.position[2] > -0.5) for t in things]
    pieces = list(compress(label(setup, things, model, data), is_seen))
    tray = setup.camera.project(outline(setup.floor_corners())) if setup.has_tray else np.zeros((0, 2))
    about = {"floor": setup.floor_name, "light": setup.light_name, "tilt_deg": round(setup.camera.tilt_deg, 1)}
    about |= {"pieces": pieces, "tray": np.round(tray, 1).tolist(), "size": list(setup.camera.size)}
    return Plan(setup, list(compress(things, is_seen)), about)


def painted(scene: Plan, rng: Generator) -> np.ndarray:
    """The picture, as an automatic exposure would take it."""
    picture, _ = trace.paint(rng, scene.setup, scene.things, 7 if scene.setup.camera.size == CROWDED else 5)
    return faults.expose(picture, faults.exposure(picture, rng))


def outline(corners: np.ndarray) -> np.ndarray:
    """The outline through the corners with points between, for a lens bends straight lines."""
    t = np.linspace(0, 1, 8, endpoint=False)[:, None]
    return np.vstack([a * (1 - t) + b * t for a, b in zip(corners, np.roll(corners, -1, 0), strict=True)])


def main() -> None:
    """Write pictures and labels.json lines to a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--only", choices=["die", "meeple"], default="", help="throw only this kind of piece")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    drjit.set_thread_count(1)  # several makers side by side do more than one with several threads
    for number in range(args.start, args.start + args.count):
        path = args.out / f"{args.seed:03d}_{number:06d}.jpg"
        if path.with_suffix(".json").exists():
            continue
        scene = plan(args.seed, number, args.only)
        picture = painted(scene, np.random.default_rng([args.seed, number, 1]))
        cv2.imwrite(str(path), picture, [cv2.IMWRITE_JPEG_QUALITY, 97])
        path.with_suffix(".json").write_text(json.dumps(scene.about))


if __name__ == "__main__":
    main()
