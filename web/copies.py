"""What is printed on this table's copy of a game, as a file to keep and to share with friends."""

import json
from collections.abc import Mapping

from flask import Blueprint, Response, jsonify

from web.access import Refused
from web.context import panel
from web.guard import body, host_only, item

copies = Blueprint("copies", __name__)


@copies.get("/copies/<name>.json")
def save(name: str) -> Response:
    """Everything that was entered for this copy, as ``companion printed`` tells it too."""
    host_only()
    known = panel().room.copy(_known(name))
    text = json.dumps(dict(known), indent=1, sort_keys=True, ensure_ascii=False)
    headers = {"Content-Disposition": f'attachment; filename="{name}-copy.json"'}
    return Response(text, mimetype="application/json", headers=headers)


@copies.post("/api/copy")
def learn() -> Response:
    """Values from a friend's file; a large file comes in several parts."""
    host_only()
    sent = body()
    name, values = _known(item(sent, "game", str, 60)), _values(sent.get("values"))
    panel().room.learn(name, values)
    return jsonify(known=len(panel().room.copy(name)))


def _known(name: str) -> str:
    if name not in panel().room.games():
        raise Refused("There is no such game here.", 404)
    return name


def _values(sent: object) -> Mapping[str, str]:
    if not isinstance(sent, dict) or not all(isinstance(v, str) and len(v) <= 200 for v in sent.values()):
        raise Refused("This is no file of printed values; choose one that a table has saved.", 400)
    return sent
