"""Works out how high a camera must hang for its lens and tray, and draws the arm (``python docs/mounting.py``).

A camera that looks at the middle of the tray, tilted away from straight down, must see the tray with the markers around
it and the rim of its walls. The distance is found by projecting those points, not by a rule of thumb.
"""

# ruff: noqa: E501 - each part of the drawing reads better in a line of its own

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
AROUND_MM = 40.0
"""A marker is 24 mm wide, has white around it, and lies a finger's breadth from the wall."""
WALL_MM = 35.0
SPARE = 0.04
"""So much of the picture stays free at each edge: nobody hangs a camera to the millimetre."""
DIE_MM = 16.0
TILTS = (0, 15, 25)


@dataclass(frozen=True)
class Lens:
    """A camera as bought: how far it sees to each side, in degrees from edge to edge, and its picture for reading."""

    name: str
    across: float
    along: float
    width_px: int

    @classmethod
    def of_sensor(cls, name: str, size_mm: tuple[float, float], focal_mm: float, width_px: int) -> Lens:
        across, along = (2 * math.degrees(math.atan(side / 2 / focal_mm)) for side in size_mm)
        return cls(name, across, along, width_px)

    @classmethod
    def of_diagonal(cls, name: str, degrees: float, width_px: int, shape: tuple[int, int] = (16, 9)) -> Lens:
        half = math.tan(math.radians(degrees / 2)) / math.hypot(*shape)
        across, along = (2 * math.degrees(math.atan(half * side)) for side in shape)
        return cls(name, across, along, width_px)


LENSES = (
    Lens("Raspberry Pi Camera Module 3", 66.0, 41.0, 4608),
    Lens("Camera Module 3 Wide", 102.0, 67.0, 4608),
    Lens("Camera Module 2", 62.2, 48.8, 3280),
    Lens.of_sensor("HQ Camera with 6 mm lens", (6.287, 4.712), 6.0, 4056),
    Lens.of_diagonal("USB camera, 78° (most full-HD webcams)", 78.0, 1280),
    Lens.of_diagonal("USB camera, 60°", 60.0, 1280),
)
TRAYS = (("small", 200, 140), ("usual", 260, 180), ("large", 320, 220), ("four small boxes", 440, 320))


def seen(point: tuple[float, float, float], distance: float, tilt: float) -> tuple[float, float]:
    """Where a point of the tray (x right, y away, z up, from the middle of the floor) appears, as two tangents."""
    x, y, z = point
    s, c = math.sin(math.radians(tilt)), math.cos(math.radians(tilt))
    # The camera stands off towards the players by distance * s and looks at the middle of the floor.
    dy, dz = y + distance * s, z - distance * c
    depth = dy * s - dz * c
    return x / depth, (dy * c + dz * s) / depth


def corners(width: float, depth: float) -> list[tuple[float, float, float]]:
    """The outermost points that must be seen: the table around the tray, and the rim of the walls."""
    ways = [(a, b) for a in (-0.5, 0.5) for b in (-0.5, 0.5)]
    table = [(a * (width + 2 * AROUND_MM), b * (depth + 2 * AROUND_MM), 0.0) for a, b in ways]
    return table + [(a * width, b * depth, WALL_MM) for a, b in ways]


def fits(lens: Lens, size: tuple[float, float], distance: float, tilt: float, spare: float = SPARE) -> bool:
    """Whether everything is in the picture."""
    right = math.tan(math.radians(lens.across / 2)) * (1 - 2 * spare)
    top = math.tan(math.radians(lens.along / 2)) * (1 - 2 * spare)
    points = (seen(corner, distance, tilt) for corner in corners(*size))
    return all(abs(x) <= right and abs(y) <= top for x, y in points)


def distance_mm(lens: Lens, size: tuple[float, float], tilt: float) -> float:
    """The shortest distance from the lens to the middle of the floor at which everything is seen."""
    near, far = 2 * WALL_MM, 5000.0
    while far - near > 0.5:
        middle = (near + far) / 2
        near, far = (near, middle) if fits(lens, size, middle, tilt) else (middle, far)
    return far


def place(lens: Lens, size: tuple[float, float], tilt: float) -> tuple[int, int]:
    """(height above the floor of the tray, how far back from its middle), in whole centimetres upwards, as mm."""
    distance = distance_mm(lens, size, tilt)
    height, back = (distance * f(math.radians(tilt)) for f in (math.cos, math.sin))
    return 10 * math.ceil(height / 10), 10 * round(back / 10)


def die_px(lens: Lens, size: tuple[float, float], tilt: float) -> float:
    """How many pixels a die is wide in the middle of the picture that is read."""
    across_mm = 2 * distance_mm(lens, size, tilt) * math.tan(math.radians(lens.across / 2))
    return DIE_MM * lens.width_px / across_mm


def table() -> str:
    """The table of the guide."""
    head = " | ".join(f"{name} {w} × {d}" for name, w, d in TRAYS)
    lines = [f"| lens | sees | tilt | {head} |", "| --- | --- | --- |" + " --- |" * len(TRAYS)]
    for lens in LENSES:
        for tilt in TILTS:
            cells = []
            for _, width, depth in TRAYS:
                height, back = place(lens, (width, depth), tilt)
                cells.append(
                    f"{height // 10} cm"
                    + (f", {back // 10} back" if tilt else "")
                    + f" ({die_px(lens, (width, depth), tilt):.0f} px)"
                )
            view = f"{lens.across:.0f}° × {lens.along:.0f}°" if tilt == TILTS[0] else ""
            lines.append(f"| {lens.name if tilt == TILTS[0] else ''} | {view} | {tilt}° | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def hidden() -> str:
    """How much of the floor the near wall hides."""
    cells = [f"{tilt}°: {WALL_MM * math.tan(math.radians(tilt)):.0f} mm" for tilt in (*TILTS, 35, 45)]
    return ", ".join(cells)


# ------------------------------------------------------------------------------------------------ the drawing


def drawing() -> str:
    """The arm from the side, to scale: Camera Module 3 over the small tray, tilted by 15 degrees."""
    lens, (_, width, depth), tilt = LENSES[0], TRAYS[0], 15
    height, back = place(lens, (width, depth), tilt)
    scale, floor, middle = 1.1, 660.0, 430.0

    def at(y_mm: float, z_mm: float) -> tuple[float, float]:
        return middle + scale * y_mm, floor - scale * z_mm

    eye = at(-back, height)
    post_x = at(depth / 2 + 90, 0)[0]
    top_y = at(0, height + 30)[1]
    half = math.radians(lens.along / 2)
    rays = []
    for sign in (-1, 1):
        angle = math.radians(tilt) + sign * half
        reach = height / math.cos(angle)
        rays.append(at(-back + reach * math.sin(angle), 0))
    left, right = at(-depth / 2, 0)[0], at(depth / 2, 0)[0]
    rim = scale * WALL_MM
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 220 900 540" font-family="sans-serif" font-size="15" role="img" '
        'aria-label="The arm from the side, with the camera above the tray">',
        '<rect y="220" width="900" height="540" fill="#fbfaf7"/>',
        f'<polygon points="{_xy(eye)} {_xy(rays[0])} {_xy(rays[1])}" fill="#1f6f5c" fill-opacity=".10" stroke="#1f6f5c" '
        'stroke-dasharray="5 5"/>',
        f'<rect x="30" y="{floor:.0f}" width="{post_x + 8 - 30:.0f}" height="26" fill="#c9a878"/>',
        f'<path d="M{left:.0f} {floor - rim:.0f}v{rim:.0f}h{right - left:.0f}v-{rim:.0f}" fill="none" stroke="#5b4632" stroke-width="7"/>',
        f'<rect x="{middle - 30:.0f}" y="{floor - 4 - 16 * scale:.0f}" width="{16 * scale:.0f}" height="{16 * scale:.0f}" rx="3" fill="#fff" stroke="#333"/>',
        f'<rect x="{middle + 14:.0f}" y="{floor - 4 - 16 * scale:.0f}" width="{16 * scale:.0f}" height="{16 * scale:.0f}" rx="3" fill="#2d62b8"/>',
        # The post behind the tray, with its clamp at the edge of the table.
        f'<rect x="{post_x - 9:.0f}" y="{top_y:.0f}" width="18" height="{floor - top_y:.0f}" fill="#8a8f94"/>',
        f'<path d="M{post_x - 26:.0f} {floor:.0f}h52v56h-46v-14h28v-16h-34z" fill="#5d6368"/>',
        f'<path d="M{post_x:.0f} {top_y + 9:.0f}H{eye[0]:.0f}" stroke="#8a8f94" stroke-width="16"/>',
        f'<circle cx="{post_x:.0f}" cy="{top_y + 9:.0f}" r="13" fill="#5d6368"/>',
        # Camera and ring of light, turned by the tilt.
        f'<g transform="translate({eye[0]:.0f} {eye[1]:.0f}) rotate({-tilt})"><rect x="-16" y="-26" width="32" height="26" rx="4" fill="#2b2f33"/>'
        '<path d="M-8 0h16l4 8h-24z" fill="#111"/></g>',
        f'<path d="M{(eye[0] + post_x) / 2 - 60:.0f} {top_y + 26:.0f}h120" stroke="#f0b73f" stroke-width="9" stroke-linecap="round"/>',
        _note(at(-depth / 2 - 135, height / 2), f"{height // 10} cm", "end"),
        _note(at(-depth / 2 - 135, height / 2 - 20), "floor to lens", "end"),
        _dimension(at(-depth / 2 - 120, 0), at(-depth / 2 - 120, height)),
        _note((eye[0] + 20, eye[1] - 46), f"camera, tilted by {tilt}°, {back // 10} cm to the front", "end"),
        _note(((eye[0] + post_x) / 2 - 50, top_y - 12), "lamp 4000 K under a diffuser"),
        _note((post_x + 20, (top_y + floor) / 2), "post: 20 mm profile or tube"),
        _note((post_x + 36, floor + 20), "clamp at the table"),
        _note((60, floor - 14), "players"),
        _note((left - 150, floor + 52), f"tray {width} × {depth} mm, walls {WALL_MM:.0f} mm, matt floor"),
        _note((40, 735), "Drawn to scale by docs/mounting.py: Camera Module 3 over the small tray."),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _xy(point: tuple[float, float]) -> str:
    return f"{point[0]:.0f},{point[1]:.0f}"


def _note(at: tuple[float, float], text: str, anchor: str = "start") -> str:
    return f'<text x="{max(20, at[0]):.0f}" y="{at[1]:.0f}" fill="#16211e" text-anchor="{anchor}">{text}</text>'


def _dimension(low: tuple[float, float], high: tuple[float, float]) -> str:
    x = low[0]
    ticks = "".join(f'<path d="M{x - 7:.0f} {y:.0f}h14" stroke="#16211e"/>' for y in (low[1], high[1]))
    return f'<path d="M{x:.0f} {low[1]:.0f}V{high[1]:.0f}" stroke="#16211e"/>{ticks}'


def written(guide: str) -> str:
    """The guide with the table and figures worked out anew."""
    for name, text in (("heights", table()), ("hidden", hidden())):
        begin, end = f"<!-- {name} -->", f"<!-- /{name} -->"
        before, _, rest = guide.partition(begin)
        gap = "\n" if name == "heights" else ""
        guide = f"{before}{begin}{gap}{text}{gap}{end}{rest.partition(end)[2]}"
    return guide


def main() -> None:
    """Write the table into the guide, and the drawing beside it."""
    guide = HERE / "build.md"
    guide.write_text(written(guide.read_text(encoding="utf-8")), encoding="utf-8")
    (HERE / "arm.svg").write_text(drawing(), encoding="utf-8")


if __name__ == "__main__":
    main()
