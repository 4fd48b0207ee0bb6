"""The installed versions: each in a folder of its own with its own environment, one of them in use."""

from __future__ import annotations

import os
import shutil
import sys
import time
from pathlib import Path

from companion.appliance.places import KEPT_VERSIONS, Places
from companion.appliance.system import copy_source, run, say

SYSTEM_CAMERA = Path("/usr/lib/python3/dist-packages/picamera2")


def build(places: Places, source: Path) -> Path:
    """Put a version into a folder of its own, with everything it needs; nothing that runs is touched."""
    name = version_of(source)
    target = places.program / f"{name}-{time.strftime('%Y%m%d-%H%M%S')}"
    number = 1
    while target.exists():
        number += 1
        target = places.program / f"{name}-{time.strftime('%Y%m%d-%H%M%S')}-{number}"
    say(f"Building version {name} in {target} …")
    try:
        copy_source(source, target / "source")
        _environment(target, in_use(places))
    except BaseException:
        shutil.rmtree(target, ignore_errors=True)
        raise
    return target


def _environment(target: Path, used: Path | None) -> None:
    """A virtual environment that sees the system's picamera2, which must match the system's libcamera."""
    locks = target / "source/.locks"
    pip: list[str | Path] = [target / "venv/bin/python", "-m", "pip", "--disable-pip-version-check", "install", "-q"]
    venv: list[str | Path] = ["python3", "-m", "venv", "--system-site-packages", target / "venv"]
    if used is not None and _has_the_same_packages(used, target):
        say("It needs the same packages as the version in use; taking them from there …")
        run([*venv, "--without-pip"])
        # Linked, not copied: it takes a second and no room on the card, and pip never writes into a file that is there.
        run(["cp", "-al", f"{_packages(used)}/.", _packages(target)])
    else:
        run(venv)
        # --ignore-installed: Debian's numpy is older than ours and must not pass for it.
        run([*pip, "--ignore-installed", "--require-hashes", "-r", locks / "run.txt"])
        if SYSTEM_CAMERA.exists():
            # Debian's simplejpeg, which picamera2 loads, was built for numpy 1 and dies beside numpy 2.
            run([*pip, "--ignore-installed", "--no-deps", "--require-hashes", "-r", locks / "pi.txt"])
    run([*pip, "--no-deps", "--no-build-isolation", "--force-reinstall", target / "source"])


def _packages(version: Path) -> Path:
    """Where the packages of a version are, for the Python that this system has now."""
    return version / f"venv/lib/python{sys.version_info.major}.{sys.version_info.minor}/site-packages"


def _has_the_same_packages(used: Path, target: Path) -> bool:
    """Whether everything a new version needs is in the one in use: then it can be built without the internet."""
    names = ["run.txt", "pi.txt"] if SYSTEM_CAMERA.exists() else ["run.txt"]
    locks = [(used / "source/.locks" / name, target / "source/.locks" / name) for name in names]
    is_camera_ready = not SYSTEM_CAMERA.exists() or any(_packages(used).glob("simplejpeg-*.dist-info"))
    return (
        is_camera_ready
        and (_packages(used) / "pip").is_dir()
        and all(old.is_file() and new.is_file() and old.read_bytes() == new.read_bytes() for old, new in locks)
    )


def version_of(source: Path) -> str:
    """The version a checkout holds."""
    for line in (source / "companion/__init__.py").read_text(encoding="utf-8").splitlines():
        if line.startswith("__version__"):
            return line.split('"')[1]
    return "unknown"


def in_use(places: Places) -> Path | None:
    """The folder of the version in use, if one is."""
    return places.current.resolve() if places.current.is_symlink() and places.current.exists() else None


def switch(places: Places, target: Path) -> None:
    """Use another version from the next start on; at every moment the link names one that is whole."""
    fresh = places.current.with_name("current.new")
    fresh.unlink(missing_ok=True)
    fresh.symlink_to(target.name)
    fresh.replace(places.current)
    folder = os.open(places.program, os.O_RDONLY)
    os.fsync(folder)
    os.close(folder)


def tidy(places: Places) -> None:
    """Delete versions that nobody goes back to any more."""
    used = in_use(places)
    folders = sorted((p for p in places.program.iterdir() if p.is_dir() and not p.is_symlink()), key=_age)
    for old in folders[:-KEPT_VERSIONS]:
        if old != used:
            shutil.rmtree(old, ignore_errors=True)


def _age(folder: Path) -> int:
    return folder.stat().st_mtime_ns
