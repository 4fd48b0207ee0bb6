"""The panel's own scripts, styles and pictures: read once at start, served from memory under a name that never lies.

A request names a key of a dictionary, never a file, so no request can reach the disk. The address holds a hash of
everything, so a browser may keep it for ever, and a new version has a new address.
"""

import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from pathlib import Path

from flask import Blueprint, Response, abort, request

STATIC = Path(__file__).parent / "static"
TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}


_IMPORT = re.compile(rb'from "\./([a-z]+\.js)"')


@dataclass(frozen=True, slots=True)
class Asset:
    """One file, plain and packed."""

    type: str
    plain: bytes
    packed: bytes


class Assets:
    """Everything the pages load."""

    def __init__(self, *folders: Path) -> None:
        files = (file for folder in (STATIC, *folders) for file in sorted(folder.iterdir()) if file.is_file())
        self._files = {file.name: _read(file) for file in files}
        everything = hashlib.sha256(b"".join(name.encode() + a.plain for name, a in self._files.items()))
        self.build = everything.hexdigest()[:12]

    def url(self, name: str) -> str:
        """The address of a file, for templates."""
        if name not in self._files:
            raise KeyError(f"There is no file {name!r} among the panel's assets.")
        return f"/s/{self.build}/{name}"

    def modules(self, name: str) -> list[str]:
        """Every script that a script needs, so that a page can ask for all of them at once."""
        found: list[str] = []
        ahead = [name]
        while ahead:
            name = ahead.pop()
            if name not in found:
                found.append(name)
                ahead += [other.decode() for other in _IMPORT.findall(self._files[name].plain)]
        return found

    def blueprint(self) -> Blueprint:
        """The one route that serves them."""
        assets = Blueprint("assets", __name__)

        @assets.get("/s/<build>/<name>")
        def serve(build: str, name: str) -> Response:
            asset = self._files.get(name)
            if asset is None or build != self.build:
                abort(404)
            packs = "gzip" in request.headers.get("Accept-Encoding", "")
            response = Response(asset.packed if packs else asset.plain, mimetype=asset.type)
            if packs:
                response.headers["Content-Encoding"] = "gzip"
            response.headers["Vary"] = "Accept-Encoding"
            response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
            return response

        return assets


def _read(file: Path) -> Asset:
    plain = file.read_bytes()
    kind = TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return Asset(kind, plain, gzip.compress(plain, mtime=0))
