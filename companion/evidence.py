"""The photographs of rolls, each named by the SHA-256 of its bytes, oldest first to go when room runs out."""

import hashlib
import os
import re
import threading
from collections.abc import Iterable
from pathlib import Path

from companion.files import write_durably

_NAME = re.compile(r"[0-9a-f]{64}")


class Evidence:
    """A folder of photographs; safe to use from several threads."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._sizes: dict[str, int] | None = None
        """Bytes of each photograph, oldest first; counted when first needed."""
        self._newest_ns = 0
        self.is_full = False
        """The disk has no room left for photographs; until it has, none are kept."""

    def keep(self, jpeg: bytes) -> str:
        """The photograph's name, once it is safely on the disk."""
        name = hashlib.sha256(jpeg).hexdigest()
        path = self._path(name)
        with self._lock:
            sizes = self._known()
            if not path.exists():
                write_durably(path, jpeg)
                self._stamp(path)
                sizes[name] = len(jpeg)
        return name

    def find(self, name: str) -> bytes | None:
        """The photograph of that name, or None; only names we give are ever turned into a path."""
        if not _NAME.fullmatch(name):
            return None
        try:
            return self._path(name).read_bytes()
        except FileNotFoundError:
            return None

    def total_bytes(self) -> int:
        """The room that all photographs take."""
        with self._lock:
            return sum(self._known().values())

    def overdue(self, budget_bytes: int) -> tuple[str, ...]:
        """The oldest photographs that must go so that the rest fit into the budget; the newest always stays."""
        with self._lock:
            sizes = self._known()
            excess, names = sum(sizes.values()) - budget_bytes, []
            for name in list(sizes)[:-1]:
                if excess <= 0:
                    break
                names.append(name)
                excess -= sizes[name]
            return tuple(names)

    def remove(self, names: Iterable[str]) -> None:
        """Take photographs away; one that is gone already is no error."""
        with self._lock:
            for name in names:
                if _NAME.fullmatch(name):
                    self._path(name).unlink(missing_ok=True)
                    self._known().pop(name, None)

    def _known(self) -> dict[str, int]:
        if self._sizes is None:
            files = sorted((p.stat().st_mtime_ns, p.stem, p.stat().st_size) for p in self._folder.glob("??/*.jpg"))
            self._sizes = {name: size for _, name, size in files}
            self._newest_ns = files[-1][0] if files else 0
        return self._sizes

    def _stamp(self, path: Path) -> None:
        """Let no photograph look older than one taken before it: a Pi without a clock wakes up in the past."""
        taken = path.stat().st_mtime_ns
        if taken <= self._newest_ns:
            taken = self._newest_ns + 1_000
            os.utime(path, ns=(taken, taken))
        self._newest_ns = taken

    def _path(self, name: str) -> Path:
        return self._folder / name[:2] / f"{name}.jpg"
