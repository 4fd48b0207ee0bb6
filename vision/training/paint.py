"""The quick painter: MuJoCo's own rasteriser draws a set-up and its pieces in a fraction of a second."""

import cv2
import mujoco
import numpy as np

from vision.training import textures
from vision.training.setups import Camera, Setup
from vision.training.shapes import Mesh
from vision.training.throws import Thing


def paint(rng: np.random.Generator, setup: Setup, things: list[Thing], scale: float = 1.5) -> np.ndarray:
    """A BGR picture, drawn larger and shrunk for smooth edges."""
    cam = setup.camera
    w, h = int(cam.size[0] * scale), int(cam.size[1] * scale)
    xml, files = _scene(rng, setup, things, (w, h))
    model = mujoco.MjModel.from_xml_string(xml, files)
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    renderer = mujoco.Renderer(model, h, w)
    try:
        renderer.update_scene(data, "eye")
        rgb = renderer.render()
    finally:
        renderer.close()
    small = cv2.resize(rgb, cam.size, interpolation=cv2.INTER_AREA)
    return cam.bend(cv2.cvtColor(small, cv2.COLOR_RGB2BGR))


def _scene(
    rng: np.random.Generator, setup: Setup, things: list[Thing], size: tuple[int, int]
) -> tuple[str, dict[str, bytes]]:
    files: dict[str, bytes] = {}
    assets, bodies = [], []
    known: dict[int, str] = {}

    def mesh_name(mesh: Mesh) -> str:
        if id(mesh) not in known:
            known[id(mesh)] = f"mesh{len(known)}"
            assets.append(_mesh_xml(known[id(mesh)], mesh))
        return known[id(mesh)]

    def skin(picture: np.ndarray, rough: float) -> str:
        name = f"t{len(files)}"
        files[name + ".png"] = cv2.imencode(".png", picture[::-1, :, ::-1])[1].tobytes()
        assets.append(f'<texture name="{name}" type="2d" file="{name}.png"/>')
        assets.append(
            f'<material name="{name}" texture="{name}" specular="{0.5 * (1 - rough):.2f}" shininess="{1 - rough:.2f}"/>'
        )
        return name

    for surface in setup.surfaces:
        material = skin(surface.picture, surface.rough)
        bodies.append(f'<geom type="mesh" mesh="{mesh_name(surface.mesh)}" material="{material}"/>')
    for thing in things:
        quat = np.zeros(4)
        mujoco.mju_mat2Quat(quat, thing.rotation.ravel())
        place = f'pos="{_words(thing.position)}" quat="{_words(quat)}"'
        if thing.kind == "die":
            material = skin(textures.die_atlas(rng, thing.look), rng.uniform(0.1, 0.8))
            ink = f'material="{material}"'
        else:
            r, g, b = thing.look["paint"]
            alpha = thing.look["alpha"] if thing.color == "clear" else 1
            name = f"c{len(assets)}"
            rough = thing.look["rough"]
            shine = f'specular="{0.6 * (1 - rough):.2f}" shininess="{1 - rough:.2f}"'
            assets.append(f'<material name="{name}" rgba="{r:.3f} {g:.3f} {b:.3f} {alpha:.2f}" {shine}/>')
            ink = f'material="{name}"'
        bodies.append(f'<geom type="mesh" mesh="{mesh_name(thing.mesh)}" {place} {ink}/>')
    xml = [
        f'<mujoco><visual><global offwidth="{size[0]}" offheight="{size[1]}"/>',
        '<quality shadowsize="2048" offsamples="4"/>',
    ]
    a = setup.ambient * 1.1
    xml.append(
        f'<headlight ambient="{_words(a)}" diffuse="0.05 0.05 0.05" specular="0 0 0"/>'
        '<map znear="0.05" zfar="50"/></visual>'
    )
    xml.append('<statistic extent="20" center="0 0 0"/><asset>' + "".join(assets) + "</asset><worldbody>")
    for light in setup.lights:
        at = light["direction"] * light["distance"]
        color = np.clip(light["tint"] * light["power"] * 0.65, 0, 1.2)
        xml.append(f'<light pos="{_words(at)}" dir="{_words(-light["direction"])}" directional="true" '
                   f'diffuse="{_words(color)}" specular="{_words(color * 0.5)}" castshadow="true"/>')  # fmt: skip
    xml.append(_camera_xml(setup.camera) + "".join(bodies) + "</worldbody></mujoco>")
    return "".join(xml), files


def _mesh_xml(name: str, mesh: Mesh) -> str:
    # MuJoCo moves a mesh to its centre of mass; "shell" inertia copes with any closed or open surface,
    # and the geom's pose is given for the mesh as written.
    return (f'<mesh name="{name}" inertia="shell" vertex="{_flat(mesh.vertices)}" normal="{_flat(mesh.normals)}" '
            f'texcoord="{_flat(mesh.uvs)}" face="{" ".join(map(str, mesh.faces.ravel()))}"/>')  # fmt: skip


def _camera_xml(cam: Camera) -> str:
    fovy = np.degrees(2 * np.arctan(cam.size[1] / 2 / cam.focal))
    right, down, _ = cam.rotation
    return (
        f'<camera name="eye" pos="{_words(cam.position)}" xyaxes="{_words(right)} {_words(-down)}" fovy="{fovy:.3f}"/>'
    )


def _words(values: np.ndarray) -> str:
    return " ".join(f"{v:.5f}" for v in values)


def _flat(values: np.ndarray) -> str:
    return " ".join(f"{v:.5g}" for v in np.asarray(values).ravel())
