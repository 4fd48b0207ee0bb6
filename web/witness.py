"""A phone as a witness: what it keeps of the record, and the proofs that today's record continues it.

The phone checks signature and proof by itself (``static/proofs.js``); nothing here says "all is well".
"""

import base64
import re

from flask import Blueprint, Response, abort, jsonify, request

from web.access import Refused
from web.fairness import the_record
from web.panel import address, page
from web.qr import qr_svg

witness = Blueprint("witness", __name__)
_PACKED = re.compile(r"[A-Za-z0-9_-]{40,800}")
MOST_DIGITS = 12


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


@witness.get("/witness/qr.svg")
def qr() -> Response:
    """The square by which one phone hands its checkpoint to another; the page packs it into the address."""
    packed = request.args.get("c", "")
    if not _PACKED.fullmatch(packed):
        abort(404)
    return Response(qr_svg(f"http://{address()}/witness#c={packed}"), mimetype="image/svg+xml")
