"""A phone as a witness: what it keeps of the record, and the proofs that today's record continues it.

The phone checks signature and proof by itself (``static/proofs.js``); nothing here says "all is well".
"""

import base64
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

from flask import Blueprint, Response, abort, jsonify, request

from companion.audit.record import ALL
from web.access import Refused
from web.context import panel
from web.fairness import the_record
from web.panel import address, page
from web.qr import qr_svg

witness = Blueprint("witness", __name__)
_PACKED = re.compile(r"[A-Za-z0-9_-]{40,800}")
MOST_DIGITS = 12
PIECE_BYTES = 65536


@witness.get("/witness")
def show() -> str:
    """The page."""
    return page("witness")


@witness.get("/api/checkpoint")
def checkpoint() -> Response:
    """What stands signed now, and whose signature it is."""
    record = the_record()
    return jsonify(note=record.checkpoint(), key=str(record.key), fingerprint=record.key.fingerprint)


@witness.get("/api/continues")
def continues() -> Response:
    """The newest checkpoint and the proof that it continues one of so many entries."""
    size = request.args.get("size", "")
    if not size.isascii() or not size.isdigit() or len(size) > MOST_DIGITS:
        raise Refused("Say how many entries the checkpoint covers.", 400)
    note, proof = the_record().continues(int(size))
    return jsonify(note=note, proof=[base64.b64encode(part).decode() for part in proof])


@witness.get("/checkpoint.txt")
def text() -> Response:
    """The newest checkpoint as a file: ``companion audit verify --checkpoint`` takes it."""
    headers = {"Content-Disposition": 'attachment; filename="checkpoint.txt"'}
    return Response(the_record().checkpoint(), mimetype="text/plain", headers=headers)


@witness.get("/record.zip")
def record() -> Response:
    """A game with its photographs and proofs, for anybody at the table to take home and check."""
    table = panel().room.table
    of = request.args.get("of", table.id if table else ALL)
    with tempfile.TemporaryDirectory(dir=panel().folder) as folder:  # on the disk: /tmp may be memory
        path = Path(folder) / "record.zip"
        the_record().export(of, path)
        handle = path.open("rb")  # stays readable after the folder is gone, and needs no more room than the disk gives

    def pieces() -> Iterator[bytes]:
        with handle:
            while piece := handle.read(PIECE_BYTES):
                yield piece

    headers = {"Content-Disposition": f'attachment; filename="{of}.zip"'}
    return Response(pieces(), mimetype="application/zip", headers=headers)


@witness.get("/witness/qr.svg")
def qr() -> Response:
    """The square by which one phone hands its checkpoint to another; the page packs it into the address."""
    packed = request.args.get("c", "")
    if not _PACKED.fullmatch(packed):
        abort(404)
    return Response(qr_svg(f"http://{address()}/witness#c={packed}"), mimetype="image/svg+xml")
