"""Room on the disk: how much is left, and a reserve that is given up before a game's record would not fit."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

BALLAST_BYTES = 4_000_000
"""A game night's record takes a fraction of this."""


def _free(folder: Path) -> int:
    return shutil.disk_usage(folder).free


class Space:
    """The disk under a folder."""

    def __init__(self, folder: Path, reserve_bytes: int, free: Callable[[Path], int] = _free) -> None:
        self._folder = folder
        self._ballast = folder / "ballast"
        self._reserve_bytes = reserve_bytes
        self._free = free

    def free_bytes(self) -> int:
        """What is left."""
        return self._free(self._folder)

    def missing_bytes(self) -> int:
        """How much must go so that the reserve is free again; 0 while it is."""
        return max(0, self._reserve_bytes - self.free_bytes())

    def is_ample(self) -> bool:
        """Whether there is clearly more room than the reserve, so that nobody need be warned."""
        return self.free_bytes() >= 2 * self._reserve_bytes

    def settle(self) -> None:
        """Lay the ballast down while there is room, and give it up when the disk is full."""
        free = self.free_bytes()
        if free < BALLAST_BYTES // 2:
            self._ballast.unlink(missing_ok=True)
        elif free > self._reserve_bytes + BALLAST_BYTES and not self._ballast.exists():
            self._lay()

    def _lay(self) -> None:
        """Blocks that are really ours: a file with a hole in it would reserve nothing."""
        part = self._ballast.with_suffix(".part")
        with part.open("wb") as file:
            os.posix_fallocate(file.fileno(), 0, BALLAST_BYTES)
        part.replace(self._ballast)
