"""What is plugged in: cameras and boards that the set-up can offer, found without opening any of them."""

import importlib.util
from pathlib import Path

from companion.words import say

Offer = tuple[str, str]
"""(URL, what it is in words)."""


def cameras(root: Path = Path("/")) -> tuple[Offer, ...]:
    """Every camera that could be meant."""
    offers: list[Offer] = []
    sensors = root / "sys/bus/i2c/drivers"
    has_sensor = any(sensors.glob("imx*/*-00*")) or any(sensors.glob("ov5647/*-00*"))
    if has_sensor or importlib.util.find_spec("picamera2") is not None:
        offers.append(("picamera://0", say("Raspberry Pi camera (ribbon cable)")))
    for video in sorted((root / "sys/class/video4linux").glob("video*"), key=lambda p: int(p.name[5:] or 0)):
        # Each USB camera has several nodes; pictures come from the first. The Pi's own nodes have no plug.
        is_usb = "/usb" in str((video / "device").resolve())
        if is_usb and _word(video / "index") == "0":
            offers.append((f"usb://{video.name[5:]}", _word(video / "name") or say("USB camera")))
    return tuple(offers)


def boards(root: Path = Path("/")) -> tuple[Offer, ...]:
    """Every serial board that could be meant; the name that stays comes first."""
    named = root / "dev/table-board"
    plugged = [p for pattern in ("ttyACM*", "ttyUSB*") for p in sorted((root / "dev").glob(pattern))]
    if named.exists():
        return (("serial:///dev/table-board", say("serial board")),)
    return tuple((f"serial:///dev/{p.name}", say("serial board at {name}", name=p.name)) for p in plugged)


def has_pins(root: Path = Path("/")) -> bool:
    """Whether this machine has pins to put lamps on."""
    return any((root / "dev").glob("gpiochip*")) and (root / "proc/device-tree/model").exists()


def _word(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
