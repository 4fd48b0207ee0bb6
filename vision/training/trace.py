"""The careful painter: Mitsuba traces the paths of light through a set-up and its pieces.

Blender's Cycles was used before; on one thread Mitsuba's compiled kernels are many times as fast for the same look.
"""

import pathlib
import tempfile

import mitsuba as mi
import numpy as np
import pyoidn

mi.set_variant("llvm_ad_rgb")

from vision.training import textures  # noqa: E402 - Mitsuba's types exist only once its variant is chosen
from vision.training.setups import Camera, Setup  # noqa: E402
from vision.training.shapes import Mesh  # noqa: E402
from vision.training.throws import Thing  # noqa: E402

T = mi.ScalarTransform4f
PATHS = {"type": "path", "max_depth": 12, "rr_depth": 6}  # light enters and leaves a clear meeple many times
SURFACES = {"type": "aov", "aovs": "albedo:albedo,normal:sh_normal"}


def paint(
    rng: np.random.Generator, setup: Setup, things: list[Thing], samples: int = 8, white: float = 0.0
) -> tuple[np.ndarray, float]:
    """A BGR picture of the set-up as its lens bends it, and the light that is white in it (or the brightest there)."""
    scene: dict[str, object] = {
        "type": "scene",
        "sensor": _camera(setup.camera, samples),
        "ambient": {"type": "constant", "radiance": _rgb(setup.ambient)},
    }
    for k, light in enumerate(setup.lights):
        scene[f"light{k}"] = _light(light)
    with tempfile.TemporaryDirectory() as folder:
        _add_shapes(rng, scene, folder, setup, things)
        ready = mi.load_dict(scene)
    seed = int(rng.integers(1 << 30))
    light = np.array(mi.render(ready, integrator=mi.load_dict(PATHS), spp=samples, seed=seed))
    surfaces = np.array(mi.render(ready, integrator=mi.load_dict(SURFACES), spp=4, seed=seed + 1))
    white = white or max(1e-6, float(np.percentile(light.max(2), 99.8)))
    light = _calm(light / white, surfaces)
    screen = np.where(light > 0.0031308, 1.055 * np.maximum(light, 1e-6) ** (1 / 2.4) - 0.055, 12.92 * light)
    picture = np.clip(screen * 255 + 0.5, 0, 255).astype(np.uint8)[:, :, ::-1].copy()
    return setup.camera.bend(picture), white


def _calm(light: np.ndarray, surfaces: np.ndarray) -> np.ndarray:
    """The light without the grain of few samples.

    Grain of that kind is no camera's: a reader that learnt from it looks for pieces in a storm that never comes.
    """
    color, albedo, normal = np.clip(light, 0, 1), np.clip(surfaces[:, :, :3], 0, 1), surfaces[:, :, 3:6]
    color, albedo, normal = (np.ascontiguousarray(part, np.float32) for part in (color, albedo, normal))
    return np.clip(pyoidn.denoise(color, albedo=albedo, normal=normal, quality="fast"), 0, 1)


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
    return _clear(thing.look, light)


def _clear(look: dict[str, object], light: np.ndarray) -> dict[str, object]:
    """Cast plastic one can see through: glass that bends what is behind it, a part that does not, and some haze."""
    rough = max(0.02, float(look["clear_rough"]) ** 2)
    glass = {"type": "roughdielectric", "alpha": rough, "int_ior": float(look["ior"]),
             "specular_transmittance": _rgb(light)}  # fmt: skip
    pane = {"type": "thindielectric", "int_ior": 1.2}
    body = {"type": "blendbsdf", "weight": float(look["pane"]), "a": glass, "b": pane}
    return {"type": "blendbsdf", "weight": float(look["haze"]), "a": body, "b": _glossy(_rgb(light * 0.8), 0.45)}
