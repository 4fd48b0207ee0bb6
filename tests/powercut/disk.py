"""A disk that keeps only what was flushed: works out what a folder holds after the plug was pulled.

Harsher than real file systems, and therefore safe to rely on: what was written to a file is lost until that file was
flushed, and an entry of a folder (a new file, a rename, a deletion) until that folder was. A cut may leave some of what
was not flushed, in any order for the contents and torn at sectors, as a real disk does.
"""

import random
from dataclasses import dataclass, field
from pathlib import Path

SECTOR = 512


@dataclass
class File:
    """What the disk surely holds of a file, and what was written since."""

    sure: bytearray = field(default_factory=bytearray)
    since: list[tuple[int, bytes | None]] = field(default_factory=list)
    """(place, bytes), or (size, None) for a new size."""

    def flush(self) -> None:
        for at, data in self.since:
            change(self.sure, at, data)
        self.since.clear()

    def after_cut(self, dice: random.Random | None) -> bytes:
        left = bytearray(self.sure)
        for at, data in self.since if dice is not None else ():
            if dice.random() < 0.5:
                continue
            torn = data is not None and len(data) > SECTOR and dice.random() < 0.5
            change(left, at, data[: SECTOR * dice.randrange(1, len(data) // SECTOR + 1)] if torn else data)
        return bytes(left)


def change(content: bytearray, at: int, data: bytes | None) -> None:
    size = at if data is None else at + len(data)
    if len(content) < size:
        content.extend(bytes(size - len(content)))
    if data is None:
        del content[at:]
    else:
        content[at : at + len(data)] = data


class Disk:
    """A folder on a disk, fed with the record of the shim."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files: dict[str, File | None] = {}
        """Path -> file, None for a folder; what the disk surely holds."""
        self.now: dict[str, File | None] = {}
        self.since: list[tuple[str, str, str, File | None]] = []
        """(folder, what was done, path, file): changes of entries that were not flushed."""
        self.by_number: dict[int, File] = {}
        for path in sorted(folder.rglob("*")):
            made = None if path.is_dir() else File(bytearray(path.read_bytes()))
            self.files[str(path)] = self.now[str(path)] = made
            if made is not None:
                self.by_number[path.stat().st_ino] = made

    def feed(self, record: Path) -> int:
        """Live through a record; how many changes it holds."""
        data, at, count = record.read_bytes(), 0, 0
        while at < len(data):
            end = data.find(b"\n", at)
            if end < 0:
                break
            verb, _, rest = data[at:end].decode().partition(" ")
            at = end + 1
            if verb == "write":
                number, where, size = (int(word) for word in rest.split())
                self.by_number[number].since.append((where, data[at : at + size]))
                at += size
            else:
                getattr(self, verb)(rest)
            count += 1
        return count

    def create(self, rest: str) -> None:
        number, _, path = rest.partition(" ")
        self.by_number[int(number)] = self.now[path] = made = File()
        self._entry("put", path, made)

    def truncate(self, rest: str) -> None:
        number, size = rest.split()
        self.by_number[int(number)].since.append((int(size), None))

    def sync(self, rest: str) -> None:
        number, _, path = rest.partition(" ")
        if Path(path).is_dir() or path == str(self.folder) or self.now.get(path, ...) is None:
            self._flush_folder(path)
        else:
            self.by_number[int(number)].flush()

    def rename(self, rest: str) -> None:
        old, _, new = rest.partition("\t")
        self.now[new] = moved = self.now.pop(old)
        self._entry("take", old, None)
        self._entry("put", new, moved)

    def unlink(self, path: str) -> None:
        del self.now[path]
        self._entry("take", path, None)

    def mkdir(self, path: str) -> None:
        self.now[path] = None
        self._entry("put", path, None)

    def _entry(self, what: str, path: str, file: File | None) -> None:
        self.since.append((str(Path(path).parent), what, path, file))

    def _flush_folder(self, folder: str) -> None:
        for where, what, path, file in self.since:
            if where == folder:
                _apply(self.files, what, path, file)
        self.since = [change for change in self.since if change[0] != folder]

    def cut(self, dice: random.Random | None) -> dict[str, bytes | None]:
        """What lies there afterwards: only what is sure, or with dice also a part of the rest."""
        left = dict(self.files)
        for _, what, path, file in self.since[: dice.randrange(len(self.since) + 1)] if dice and self.since else ():
            _apply(left, what, path, file)
        reachable = {path: file for path, file in left.items() if self._is_reachable(path, left)}
        return {path: None if file is None else file.after_cut(dice) for path, file in sorted(reachable.items())}

    def _is_reachable(self, path: str, left: dict[str, File | None]) -> bool:
        """A file in a folder whose own entry was lost is lost as well."""
        parent = str(Path(path).parent)
        return parent == str(self.folder) or (parent in left and self._is_reachable(parent, left))


def _apply(files: dict[str, File | None], what: str, path: str, file: File | None) -> None:
    if what == "put":
        files[path] = file
    else:
        files.pop(path, None)


def lay_out(content: dict[str, bytes | None], old: Path, new: Path) -> None:
    """Write what a cut left into another folder."""
    new.mkdir(parents=True)
    for path, data in content.items():
        target = new / Path(path).relative_to(old)
        if data is None:
            target.mkdir(parents=True, exist_ok=True)
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
