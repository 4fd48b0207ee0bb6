"""Calibration: corners and places on the rendered samples, drift on generated pictures, and false alarms.

The cost of one look for drift stands beside one resize of the same picture; times are processor time.
"""

import json
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration import wizard
from calibration.report import pair_up
from companion.errors import CalibrationError
from vision.cameras.simulated.camera import Settings, SimulatedCamera
from vision.cameras.simulated.scene import Lamp, Scene, Tray, View
from vision.drift import STAYS, Drift
from vision.eye import Eye
from vision.picture import load_picture
from vision.profile import PieceColor, Profile
from vision.read import read
from vision.shades import shade

SAMPLES = Path(__file__).parents[2] / "shared" / "samples" / "rendered"
FLOORS = ("felt-green", "wood", "grey-print", "white-paper", "cardboard", "felt-black")
WARM = (0.45, 0.80, 1.0)
"""From 5000 to 2700 kelvin: what is left of blue and green beside red (black bodies, sRGB)."""
ROLL = [("d6", "white")] * 3 + [("meeple", "blue"), ("meeple", "brown"), ("meeple", "pink")]


def main(soak: bool) -> None:
    """Print the figures."""
    cv2.setNumThreads(1)
    if SAMPLES.is_dir():
        _samples(len(FLOORS) if soak else 2)
        if soak:
            _colors(6)
    _drift(FLOORS if soak else FLOORS[:2])
    _false_alarms(1000 if soak else 60)


# ---------------------------------------------------------------------------------------------- samples


def _samples(rolls: int) -> None:
    """Corners and places for each set-up, from its empty picture and the size of its tray."""
    for folder in sorted(SAMPLES.iterdir()):
        labels = json.loads((folder / "labels.json").read_text())
        tray = labels["setup"]["tray_mm"]
        empty = load_picture(folder / "empty.jpg")
        try:
            profile = wizard.take_empty(wizard.begin("", (tray["width"], tray["depth"])), empty).profile
            found = wizard.take_empty(wizard.begin(), empty).tray_mm
        except CalibrationError as error:
            print(f"   {folder.name}: {error}")
            continue
        assert profile is not None and found is not None
        corner = _corner_error(profile, labels)
        away = [a for roll in labels["rolls"][:rolls] for a in _away(profile, folder, roll, empty)]
        off = max(abs(found[0] - tray["width"]), abs(found[1] - tray["depth"])) / 2
        print(
            f"   {folder.name}: corners within {corner:.2f} mm, center_mm of {len(away)} read pieces: median "
            f"{np.median(away):.2f} mm, worst {max(away):.1f}; walls found without --tray within {off:.1f} mm"
        )


def _corner_error(profile: Profile, labels: Any) -> float:
    """How far our millimetres of the tray's true corners are from the truth, at worst."""
    corners = np.column_stack([np.asarray(profile.trays[0].corners_mm), np.zeros(4)])
    seen = true_eye(labels).to_px(corners)
    return float(np.linalg.norm(profile.eye.to_mm(seen) - corners[:, :2], axis=1).max())


def true_eye(labels: Any) -> Eye:
    """The camera of a sample, from its labelled lens and the labelled places of its pieces."""
    lens = labels["setup"]["camera"]
    focal = 480 / np.tan(np.radians(lens["hfov_deg"]) / 2)
    pieces = [p for roll in labels["rolls"] for p in roll["pieces"]]
    world, seen = np.array([p["mm"] for p in pieces], float), np.array([p["centre"] for p in pieces], float)
    matrix = np.array([[focal, 0, 479.5], [0, focal, 359.5], [0, 0, 1]])
    _, spin, shift = cv2.solvePnP(world, seen, matrix, np.array([lens["k1"], lens["k2"], 0, 0, 0]))
    turn = np.asarray(cv2.Rodrigues(spin)[0])
    place = (-turn.T @ np.ravel(shift)).tolist()
    rows = [tuple(row) for row in turn.tolist()]
    return Eye(focal, (479.5, 359.5), lens["k1"], lens["k2"], (rows[0], rows[1], rows[2]), tuple(place))


def _away(profile: Profile, folder: Path, roll: Any, empty: Any) -> Iterator[float]:
    """How far each read piece is from its label."""
    seen = read(load_picture(folder / roll["image"]), None, empty)
    for label, piece in pair_up(_ours(roll), seen.pieces)[0]:
        at, _ = profile.place(piece.box_px, piece.kind, piece.face)
        yield float(np.hypot(at[0] - label["mm"][0], at[1] - label["mm"][1]))


def _colors(rolls: int) -> None:
    """Colours of meeples with and without those learnt at the same table.

    The samples have no second picture, so one meeple of each colour is learnt where it lies in a roll; it is left out
    of the count, and the other meeples of that colour are counted.
    """
    totals: Counter[str] = Counter()
    for folder in sorted(SAMPLES.iterdir()):
        labels = json.loads((folder / "labels.json").read_text())
        empty = load_picture(folder / "empty.jpg")
        profile = _profile_anyhow(labels, empty)
        pictures = {roll["image"]: load_picture(folder / roll["image"]) for roll in labels["rolls"][:rolls]}
        learnt, used = _learn_one_each(labels["rolls"][:rolls], pictures, empty, profile)
        for roll in labels["rolls"][:rolls]:
            for name, colors in (("before", ()), ("learnt", learnt)):
                seen = read(pictures[roll["image"]], replace(profile, colors=colors), empty)
                for label, piece in pair_up(_ours(roll), seen.pieces)[0]:
                    if label["kind"] == "meeple" == piece.kind and (roll["image"], tuple(label["box"])) not in used:
                        totals[f"{name} right"] += piece.color == label["colour"]
                        totals[name] += 1
    for name in ("before", "learnt"):
        print(f"   colour of meeples, {name}: {totals[f'{name} right']} of {totals[name]} right")


def _ours(roll: Any) -> list[Any]:
    return [{**p, "kind": "d6" if p["kind"] == "die" else p["kind"]} for p in roll["pieces"]]


def _profile_anyhow(labels: Any, empty: Any) -> Profile:
    """The profile from the markers, or where too few are seen from the tray's corners as somebody would tap them."""
    tray = labels["setup"]["tray_mm"]
    state = wizard.begin("", (tray["width"], tray["depth"]))
    try:
        profile = wizard.take_empty(state, empty).profile
    except CalibrationError:
        half = np.array([tray["width"], tray["depth"]]) / 2
        corners = np.column_stack([np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)]) * half, np.zeros(4)])
        for at in true_eye(labels).to_px(corners):
            state = wizard.tap(state, (float(at[0]), float(at[1])))
        profile = wizard.take_empty(state, empty).profile
    assert profile is not None
    return profile


def _learn_one_each(rolls: Any, pictures: Any, empty: Any, profile: Profile) -> tuple[tuple[PieceColor, ...], set[Any]]:
    learnt: dict[str, PieceColor] = {}
    used = set()
    for roll in rolls:
        for piece in roll["pieces"]:
            plain = piece["kind"] == "meeple" and piece["visible"] > 0.95 and not piece["stacked"] and piece["inside"]
            if plain and piece["colour"] not in learnt:
                lab = shade(pictures[roll["image"]], piece["box"], profile.gains, empty)
                learnt[piece["colour"]] = PieceColor("meeple", piece["colour"], lab)
                used.add((roll["image"], tuple(piece["box"])))
    return tuple(learnt.values()), used


# ---------------------------------------------------------------------------------------------- drift


def table(number: int, size: tuple[int, int] = (480, 360)) -> tuple[Scene, SimulatedCamera]:
    """A simulated table in the size that drift looks at: floors, tilts and turns differ from number to number."""
    floor, under = FLOORS[number % 6], FLOORS[(number + 1) % 6]
    view = View(size, tilt=(0, 25, 33)[number % 3], yaw=(0, 10, -20)[number % 3], fill=0.97)
    scene = Scene(Tray(floor=floor, table=under), Lamp(), view)
    return scene, SimulatedCamera(scene, Settings(number, 25, False))


def true_profile(scene: Scene) -> Profile:
    """The profile that perfect calibration would give."""
    x, y = (s / 2 - 0.5 for s in scene.view.size)
    rows = [tuple(row) for row in scene.rotation.tolist()]
    a, b, c = scene.eye.tolist()
    eye = Eye(scene.focal, (x, y), scene.view.k1, scene.view.k2, (rows[0], rows[1], rows[2]), (a, b, c))
    half = np.array([scene.tray.width, scene.tray.depth]) / 2
    corners = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)]) * half
    return Profile("", scene.view.size, eye, (wizard.tray_at(eye, corners, None),), (1.0, 1.0, 1.0), 200.0, 10.0)


def disturbed(scene: Scene) -> dict[str, Scene]:
    """What must be noticed: camera turned by 1° or moved by 3 mm, tray moved by 5 mm."""
    tray, view = scene.tray, scene.view
    scenes = {
        "camera turned 1° about the vertical": replace(view, yaw=view.yaw + 1),
        "camera turned 1° about its axis": replace(view, roll=view.roll + 1),
        "camera moved 3 mm across": replace(view, offset=(3.0, 0.0, 0.0)),
        "camera moved 3 mm away": replace(view, offset=(0.0, 3.0, 0.0)),
        "camera moved 3 mm up": replace(view, offset=(0.0, 0.0, 3.0)),
    }
    moved = {
        "tray moved 5 mm across": replace(tray, shift=(5.0, 0.0)),
        "tray moved 5 mm away": replace(tray, shift=(0.0, 5.0)),
        "tray moved 5 mm aslant": replace(tray, shift=(-3.6, 3.5)),
    }
    return {name: Scene(tray, scene.lamp, v) for name, v in scenes.items()} | {
        name: Scene(t, scene.lamp, view) for name, t in moved.items()
    }


def _drift(floors: tuple[str, ...]) -> None:
    noticed: Counter[str] = Counter()
    cost, resize = [], []
    for number in range(len(floors)):
        scene, camera = table(number)
        drift = Drift(true_profile(scene), camera.read().image)
        for name, other in disturbed(scene).items():
            camera._stage.set_scene(other)
            noticed[name] += ("camera has" if name.startswith("camera") else "tray has") in drift.look(camera.read())
        camera._stage.set_scene(scene)
        picture = camera.read().image
        noticed["lamp at half brightness"] += "weaker" in drift.look((picture * 0.5).astype(np.uint8))
        noticed["lamp from 5000 K to 2700 K"] += "colour of the light" in drift.look(
            (picture * np.array(WARM)).astype(np.uint8)
        )
        for fault, word in (("blurred", "blurred"), ("dirty-lens", "dirty"), ("dark", "weaker")):
            camera.set_fault(fault, True)
            for _ in range(STAYS - 1):  # smears must stay
                drift.look(camera.read())
            noticed[f"fault {fault}"] += word in drift.look(camera.read())
            camera.set_fault(fault, False)
        began = time.process_time()
        drift.look(picture)
        cost.append(time.process_time() - began)
        began = time.process_time()
        cv2.resize(picture, (240, 180), interpolation=cv2.INTER_AREA)
        resize.append(time.process_time() - began)
    for name, count in noticed.items():
        print(f"   {name}: noticed at {count} of {len(floors)} tables", flush=True)
    print(f"   one look {np.mean(cost) * 1e3:.1f} ms, one resize {np.mean(resize) * 1e3:.2f} ms (processor time)")


def _false_alarms(frames: int) -> None:
    """Undisturbed frames: noise, rolls, and a hand that throws, reaches in and clears the tray."""
    alarms: Counter[str] = Counter()
    seen = 0
    each = max(20, frames // len(FLOORS))
    for number in range(len(FLOORS)):
        if seen >= frames:
            break
        scene, camera = table(number)
        drift = Drift(true_profile(scene), camera.read().image)
        for k in range(min(each + frames % len(FLOORS), frames - seen)):
            if not camera.is_busy and k % 3 == 0:
                (camera.clear if camera.truth().pieces else camera.throw)(*([] if camera.truth().pieces else [ROLL]))
            alarms[drift.look(camera.read())] += 1
            seen += 1
    told = {text: count for text, count in alarms.items() if text}
    print(
        f"   false notices in {seen} undisturbed frames with hands, pieces and noise: {sum(told.values())} {told or ''}"
    )
