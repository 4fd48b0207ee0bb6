"""Files that are either wholly there or not at all, whenever the plug is pulled."""

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path


def write_durably(path: Path, content: bytes, mode: int = 0o644) -> None:
    """Write a file so that afterwards the disk holds all of it, and before that none of it."""
    make_folder(path.parent)
    part = path.with_name(path.name + ".part")
    with part.open("wb") as file:
        os.fchmod(file.fileno(), mode)  # before anything is in it that not everybody may read
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
    _flush(path.parent)


def make_folder(path: Path) -> None:
    """Make a folder, and those above it, so that the disk keeps their entries too: a file in a lost folder is lost."""
    if path.is_dir():
        return
    make_folder(path.parent)
    path.mkdir(exist_ok=True)
    _flush(path.parent)


def _flush(folder: Path) -> None:
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def fingerprint(paths: Iterable[Path]) -> str:
    """One SHA-256 over files such as the models or the profile; ``""`` if one of them is not there."""
    whole = hashlib.sha256()
    for path in sorted(paths):
        if not path.is_file():
            return ""
        whole.update(hashlib.sha256(path.read_bytes()).digest())
    return whole.hexdigest()
