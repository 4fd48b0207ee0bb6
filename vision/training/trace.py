"""The careful painter: Mitsuba traces the paths of light through a set-up and its pieces.

Blender's Cycles was used before; on one thread Mitsuba's compiled kernels are many times as fast for the same look.
"""

import pathlib
import tempfile

import cv2
import mitsuba as mi
import numpy as np

mi.set_variant("llvm_ad_rgb")

from vision.training import textures  # noqa: E402 - Mitsuba's types exist only once its variant is chosen
from vision.training.setups import Camera, Setup  # noqa: E402
from vision.training.shapes import Mesh  # noqa: E402
from vision.training.throws import Thing  # noqa: E402

T = mi.ScalarTransform4f


def paint(rng: np.random.Generator, setup: Setup, things: list[Thing], samples: int = 9) -> np.ndarray:
    """A BGR picture of the set-up, undistorted light, distorted lens."""
    scene: dict[str, object] = {
        "type": "scene",
        "integrator": {"type": "path", "max_depth": 7, "rr_depth": 4},
        "sensor": _camera(setup.camera, samples),
        "ambient": {"type": "constant", "radiance": _rgb(setup.ambient)},
    }
    for k, light in enumerate(setup.lights):
        scene[f"light{k}"] = _light(light)
    with tempfile.TemporaryDirectory() as folder:
        _add_shapes(rng, scene, folder, setup, things)
        ready = mi.load_dict(scene)
    light = np.array(mi.render(ready, spp=samples, seed=int(rng.integers(1 << 30))))
    screen = np.where(light > 0.0031308, 1.055 * np.maximum(light, 1e-6) ** (1 / 2.4) - 0.055, 12.92 * light)
    picture = np.clip(screen * 255 + 0.5, 0, 255).astype(np.uint8)[:, :, ::-1].copy()
    picture = _without_sparks(picture)
    if rng.random() < 0.6:  # cameras smooth away part of their noise, too
        picture = cv2.bilateralFilter(picture, 5, 24, 1.5)
    return setup.camera.bend(picture)


def _add_shapes(
    rng: np.random.Generator, scene: dict[str, object], folder: str, setup: Setup, things: list[Thing]
) -> None:
    for k, surface in enumerate(setup.surfaces):
        scene[f"s{k}"] = _shape(folder, surface.mesh, np.eye(3), np.zeros(3), _skin(surface.picture, surface.rough))
    skins: dict[int, dict[str, object]] = {}
    for k, thing in enumerate(things):
        if thing.kind == "die" and id(thing.look) not in skins:
            skins[id(thing.look)] = _skin(textures.die_atlas(rng, thing.look), float(rng.uniform(0.1, 0.7)))
        skin = skins[id(thing.look)] if thing.kind == "die" else _plastic(thing)
        scene[f"p{k}"] = _shape(folder, thing.mesh, thing.rotation, thing.position, skin)


def _without_sparks(picture: np.ndarray) -> np.ndarray:
    """The picture without the single bright dots that a few samples leave on glass."""
    calm = cv2.medianBlur(picture, 3)
    sparks = (picture.astype(np.int16) - calm).max(2) > 28
    return np.where(sparks[..., None], calm, picture)


def _camera(cam: Camera, samples: int) -> dict[str, object]:
    right, down, forward = cam.rotation
    pose = np.eye(4)
    pose[:3, :3] = np.stack([-right, -down, forward], 1)  # Mitsuba's camera looks along z with x to the left
    pose[:3, 3] = cam.position
    return {
        "type": "perspective", "fov": float(np.degrees(2 * np.arctan(cam.size[0] / 2 / cam.focal))), "fov_axis": "x",
        "to_world": T(pose), "near_clip": 0.1, "far_clip": 1000.0,
        "film": {"type": "hdrfilm", "width": cam.size[0], "height": cam.size[1], "rfilter": {"type": "box"},
                 "pixel_format": "rgb", "component_format": "float32"},
        "sampler": {"type": "independent", "sample_count": samples},
    }  # fmt: skip


def _light(light: dict[str, object]) -> dict[str, object]:
    """A square lamp that gives a white sheet below it a brightness near its ``power``."""
    direction, distance, half = light["direction"], float(light["distance"]), float(light["size"]) / 2
    at = [float(v) for v in direction * distance]
    radiance = light["tint"] * light["power"] * (np.pi * distance**2 / (2 * half) ** 2) / np.pi * 2.5
    frame = T().look_at(origin=at, target=[0, 0, 0], up=[0.1, 1.0, 0.2]) @ T().scale([half, half, 1])
    return {"type": "rectangle", "to_world": frame, "emitter": {"type": "area", "radiance": _rgb(radiance)}}


def _rgb(values: np.ndarray) -> dict[str, object]:
    return {"type": "rgb", "value": [float(v) for v in values]}


def _shape(
    folder: str, mesh: Mesh, rotation: np.ndarray, position: np.ndarray, skin: dict[str, object]
) -> dict[str, object]:
    path = pathlib.Path(folder) / f"{id(mesh)}.ply"
    if not path.exists():
        path.write_bytes(_ply(mesh))
    pose = np.eye(4)
    pose[:3, :3], pose[:3, 3] = rotation, position
    return {"type": "ply", "filename": str(path), "to_world": T(pose), "skin": skin}


def _ply(mesh: Mesh) -> bytes:
    """The mesh as a file: handing it over vertex by vertex takes longer than tracing some pictures."""
    head = f"ply\nformat binary_little_endian 1.0\nelement vertex {len(mesh.vertices)}\n"
    head += "".join(f"property float {name}\n" for name in ("x", "y", "z", "nx", "ny", "nz", "u", "v"))
    head += f"element face {len(mesh.faces)}\nproperty list uchar int vertex_indices\nend_header\n"
    points = np.hstack([mesh.vertices, mesh.normals, mesh.uvs]).astype("<f4")
    faces = np.zeros(len(mesh.faces), [("n", "u1"), ("i", "<i4", 3)])
    faces["n"], faces["i"] = 3, mesh.faces
    return head.encode() + points.tobytes() + faces.tobytes()


def _skin(picture: np.ndarray, rough: float) -> dict[str, object]:
    image = mi.Bitmap(np.ascontiguousarray(picture[::-1]))
    texture = {"type": "bitmap", "bitmap": image, "filter_type": "bilinear", "wrap_mode": "repeat"}
    return _glossy(texture, rough)


def _glossy(color: dict[str, object], rough: float) -> dict[str, object]:
    # "roughplastic" would do as well, but takes longer to set up for each piece than to trace a small picture.
    return {"type": "principled", "base_color": color, "roughness": max(0.1, rough), "specular": 0.5}


def _plastic(thing: Thing) -> dict[str, object]:
    paint = np.asarray(thing.look["paint"])
    light = np.where(paint > 0.04, ((paint + 0.055) / 1.055) ** 2.4, paint / 12.92)  # screen value to light
    if thing.color != "clear":
        return _glossy(_rgb(light), float(thing.look["rough"]))
    rough = max(0.03, float(thing.look["clear_rough"]) ** 2)
    glass = {"type": "roughdielectric", "alpha": rough, "int_ior": float(thing.look["ior"]),
             "specular_transmittance": _rgb(light)}  # fmt: skip
    share = float(np.clip(thing.look["alpha"] - 0.15, 0.0, 0.4))
    return {"type": "blendbsdf", "weight": share, "a": glass, "b": _glossy(_rgb(light), 0.45)}
