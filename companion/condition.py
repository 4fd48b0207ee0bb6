"""The condition of the machine under the table: power, heat, clock, disk, the last start. One sentence for each."""

import os
import platform
import shutil
from collections.abc import Iterator
from pathlib import Path

from companion.checks import Found
from companion.machine import address, lan_address
from companion.starts import Starts

HOT_C = 80.0
"""A Raspberry Pi slows down from here on."""
_POWER = {0: "the voltage is too low now", 16: "the voltage was too low since it was switched on"}
"""Bits of the firmware's word about throttling that a person can do something about."""


def conditions(data: Path, root: Path = Path("/")) -> Iterator[Found]:
    """Everything about the machine, in turn."""
    yield Found("machine", True, _machine(root))
    yield _power(root)
    yield _heat(root)
    yield _clock(root)
    yield _rights(data)
    yield _last_start(data)
    yield Found("network", True, f"this table is {address()}, {lan_address() or 'without an address in a network'}")


def _machine(root: Path) -> str:
    model = _word(root / "proc/device-tree/model") or platform.machine()
    system = _word(root / "etc/os-release")
    named = dict(line.split("=", 1) for line in system.splitlines() if "=" in line).get("PRETTY_NAME", "").strip('"')
    return f"{model}, {named or platform.system()}, Python {platform.python_version()}, {platform.machine()}"


def _power(root: Path) -> Found:
    word = _word(root / "sys/devices/platform/soc/soc:firmware/get_throttled")
    try:
        bits = int(word or "0", 16)
    except ValueError:
        bits = 0
    wrong = [text for bit, text in _POWER.items() if bits >> bit & 1]
    if wrong:
        return Found("power", False, f"{wrong[0]}; use the official power supply and a short cable.")
    return Found("power", True, "the voltage is right" if word else "this machine does not say")


def _heat(root: Path) -> Found:
    word = _word(root / "sys/class/thermal/thermal_zone0/temp")
    if not word.isdigit():
        return Found("heat", True, "this machine does not say")
    degrees = int(word) / 1000
    if degrees >= HOT_C:
        return Found("heat", False, f"{degrees:.0f} °C, so it slows down; give it air or a heat sink.")
    return Found("heat", True, f"{degrees:.0f} °C")


def _clock(root: Path) -> Found:
    """A Pi has no clock of its own; the order of events does not need one, dates for people do."""
    if (root / "run/systemd/timesync/synchronized").exists():
        return Found("clock", True, "set from the network")
    if (root / "dev/rtc0").exists():
        return Found("clock", True, "kept by the machine")
    return Found("clock", True, "not set from the network yet; dates may be wrong, the order of events is not")


def _rights(data: Path) -> Found:
    if not data.exists():
        return Found("data", True, f"{data} is made at the first start")
    if not os.access(data, os.W_OK):
        return Found("data", False, f"{data} cannot be written; give it to the user who runs the companion.")
    size = sum(f.stat().st_size for f in data.rglob("*") if f.is_file())
    return Found(
        "data", True, f"{data} holds {size / 1e6:.0f} MB on a disk of {shutil.disk_usage(data).total / 1e9:.0f} GB"
    )


def _last_start(data: Path) -> Found:
    start = Starts(data, "").newest()
    if start.reason:
        return Found("last start", False, f"it crashed ({start.reason}); 'companion check --report' keeps the details.")
    said = {"stopped": "ended in good order", "running": "is running, or was switched off", "starting": "is under way"}
    return Found("last start", True, said.get(start.phase, start.phase))


def _word(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip("\0\n ")
    except OSError:
        return ""
