"""The slow painter: Blender's Cycles traces the paths of light through a set-up and its pieces."""

import pathlib
import tempfile

import bpy
import cv2
import numpy as np
from mathutils import Matrix

from vision.training import textures
from vision.training.setups import Camera, Setup
from vision.training.shapes import Mesh
from vision.training.throws import Thing


def paint(rng: np.random.Generator, setup: Setup, things: list[Thing], samples: int = 3) -> np.ndarray:
    """A BGR picture of the set-up, undistorted light, distorted lens."""
    with tempfile.TemporaryDirectory() as folder:
        bpy.ops.wm.read_factory_settings(use_empty=True)
        scene = bpy.context.scene
        _render_settings(scene, setup.camera, samples, int(rng.integers(1 << 30)))
        _camera(scene, setup.camera)
        _lights(scene, setup, rng)
        for k, surface in enumerate(setup.surfaces):
            _object(
                f"s{k}",
                surface.mesh,
                np.eye(3),
                np.zeros(3),
                _skin(folder, f"s{k}", surface.picture, surface.rough),
                False,
            )
        for k, thing in enumerate(things):
            if thing.kind == "die":
                material = _skin(folder, f"d{k}", textures.die_atlas(rng, thing.look), float(rng.uniform(0.1, 0.7)))
            else:
                material = _plastic(f"m{k}", thing)
            _object(f"p{k}", thing.mesh, thing.rotation, thing.position, material, thing.kind == "die")
        target = pathlib.Path(folder) / "out.png"
        scene.render.filepath = str(target)
        bpy.ops.render.render(write_still=True)
        picture = cv2.imread(str(target))
        if not scene.cycles.use_denoising:
            picture = cv2.bilateralFilter(picture, 5, 28, 1.5)
        return setup.camera.bend(picture)


def _render_settings(scene: "bpy.types.Scene", cam: Camera, samples: int, seed: int) -> None:
    scene.render.engine = "CYCLES"
    cycles = scene.cycles
    cycles.device, cycles.samples, cycles.seed = "CPU", samples, seed
    # Denoising takes as long as three samples, and cameras are noisy too: a third of the pictures get it.
    cycles.use_denoising, cycles.denoiser = seed % 3 == 0, "OPENIMAGEDENOISE"
    cycles.denoising_quality = "FAST"  # halves the time of a small picture, and the camera's noise hides the rest
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 6, 2, 2
    cycles.transmission_bounces, cycles.caustics_refractive = 5, False
    cycles.use_adaptive_sampling = False
    scene.render.threads_mode, scene.render.threads = "FIXED", 1
    scene.render.resolution_x, scene.render.resolution_y = cam.size
    scene.view_settings.view_transform = "Standard"
    scene.render.image_settings.file_format = "PNG"


def _camera(scene: "bpy.types.Scene", cam: Camera) -> None:
    lens = bpy.data.cameras.new("eye")
    lens.sensor_width = 36.0
    lens.lens = cam.focal / cam.size[0] * 36.0
    lens.sensor_fit = "HORIZONTAL"
    lens.clip_start, lens.clip_end = 0.1, 1000
    eye = bpy.data.objects.new("eye", lens)
    right, down, forward = cam.rotation
    pose = np.eye(4)
    pose[:3, :3] = np.stack([right, -down, -forward], 1)
    pose[:3, 3] = cam.position
    eye.matrix_world = Matrix(pose.tolist())
    scene.collection.objects.link(eye)
    scene.camera = eye


def _lights(scene: "bpy.types.Scene", setup: Setup, rng: np.random.Generator) -> None:
    world = bpy.data.worlds.new("w")
    world.use_nodes = True
    back = world.node_tree.nodes["Background"]
    back.inputs["Color"].default_value = (*(float(c) for c in setup.ambient), 1)
    back.inputs["Strength"].default_value = 1.0
    scene.world = world
    for k, light in enumerate(setup.lights):
        lamp = bpy.data.lights.new(f"l{k}", "AREA")
        lamp.size = float(light["size"])
        # A patch of this power gives a white sheet below it a brightness near `power`.
        lamp.energy = float(light["power"] * light["distance"] ** 2 * np.pi * np.pi * 0.9)
        lamp.color = tuple(float(c) for c in light["tint"])
        thing = bpy.data.objects.new(f"l{k}", lamp)
        direction = light["direction"]
        side = np.cross((0.1, 1.0, 0.2), direction)
        side /= np.linalg.norm(side)
        pose = np.eye(4)
        pose[:3, :3] = np.stack([side, np.cross(direction, side), direction], 1)
        pose[:3, 3] = direction * light["distance"]
        thing.matrix_world = Matrix(pose.tolist())
        scene.collection.objects.link(thing)


def _object(  # noqa: PLR0913, PLR0917 - a thing has that many sides
    name: str, mesh: Mesh, rotation: np.ndarray, position: np.ndarray, material: "bpy.types.Material", smooth: bool
) -> None:
    data = bpy.data.meshes.new(name)
    data.from_pydata(mesh.vertices.tolist(), [], mesh.faces.tolist())
    layer = data.uv_layers.new(name="uv")
    layer.data.foreach_set("uv", mesh.uvs[mesh.faces.ravel()].astype(np.float32).ravel())
    if smooth:
        data.polygons.foreach_set("use_smooth", [True] * len(mesh.faces))
    data.materials.append(material)
    data.update()
    thing = bpy.data.objects.new(name, data)
    pose = np.eye(4)
    pose[:3, :3], pose[:3, 3] = rotation, position
    thing.matrix_world = Matrix(pose.tolist())
    bpy.context.scene.collection.objects.link(thing)


def _skin(folder: str, name: str, picture: np.ndarray, rough: float) -> "bpy.types.Material":
    path = pathlib.Path(folder) / f"{name}.png"
    cv2.imwrite(str(path), picture[:, :, ::-1])
    material, shader = _shader(name)
    node = material.node_tree.nodes.new("ShaderNodeTexImage")
    node.image = bpy.data.images.load(str(path))
    material.node_tree.links.new(node.outputs["Color"], shader.inputs["Base Color"])
    shader.inputs["Roughness"].default_value = rough
    return material


def _plastic(name: str, thing: Thing) -> "bpy.types.Material":
    material, shader = _shader(name)
    rgb = [
        ((c + 0.055) / 1.055) ** 2.4 if c > 0.04 else c / 12.92 for c in thing.look["paint"]
    ]  # screen value to light
    shader.inputs["Base Color"].default_value = (*(float(c) for c in rgb), 1)
    shader.inputs["Roughness"].default_value = float(thing.look["rough"])
    if thing.color == "clear":
        shader.inputs["Transmission Weight"].default_value = float(np.clip(1.15 - thing.look["alpha"], 0.6, 1.0))
        shader.inputs["Roughness"].default_value = float(thing.look["clear_rough"])
        shader.inputs["IOR"].default_value = float(thing.look["ior"])
    return material


def _shader(name: str) -> "tuple[bpy.types.Material, bpy.types.Node]":
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    return material, material.node_tree.nodes["Principled BSDF"]
