"""The photographs of rolls, each named by the SHA-256 of its bytes."""

import hashlib
import re
from pathlib import Path

from companion.files import write_durably

_NAME = re.compile(r"[0-9a-f]{64}")


class Evidence:
    """A folder of photographs."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, jpeg: bytes) -> str:
        """The photograph's name, once it is safely on the disk."""
        name = hashlib.sha256(jpeg).hexdigest()
        path = self._path(name)
        if not path.exists():
            write_durably(path, jpeg)
        return name

    def find(self, name: str) -> bytes | None:
        """The photograph of that name, or None; only names we give are ever turned into a path."""
        if not _NAME.fullmatch(name):
            return None
        try:
            return self._path(name).read_bytes()
        except FileNotFoundError:
            return None

    def _path(self, name: str) -> Path:
        return self._folder / name[:2] / f"{name}.jpg"
