"""Files that are either wholly there or not at all, whenever the plug is pulled."""

import os
from pathlib import Path


def write_durably(path: Path, content: bytes, mode: int = 0o644) -> None:
    """Write a file so that afterwards the disk holds all of it, and before that none of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    with part.open("wb") as file:
        os.fchmod(file.fileno(), mode)  # before anything is in it that not everybody may read
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
