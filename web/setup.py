"""What the host does before a game: choose it, name the seats, set house rules, resume, renew the code."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, g, jsonify

from companion.model import Game
from companion.words import say
from web.access import Access, Refused
from web.context import panel
from web.guard import body, host_only, item, language
from web.language import Speaker
from web.people import clean_name
from web.present import Json
from web.room import Room

setup = Blueprint("setup", __name__)


@setup.get("/api/setup")
def choices() -> Response:
    """What can be played here."""
    host_only()
    return jsonify(show_choices(panel().room, panel().access, language()))


@setup.post("/api/games/start")
def start() -> Response:
    """Begin a new game; whoever bears the name of a seat gets it."""
    host_only()
    sent, room = body(), panel().room
    game = room.games().get(item(sent, "game", str, 60))
    if game is None:
        raise Refused("There is no such game here.", 404)
    g.names = names = _names(game, sent.get("names"))
    room.start(game.name, names, _settings(sent.get("settings", {})))
    _seat(names)
    return jsonify(ok=True)


@setup.post("/api/games/resume")
def resume() -> Response:
    """Go on with an earlier game."""
    host_only()
    wanted, room = item(body(), "id", str, 100), panel().room
    if wanted not in {saved[0] for saved in room.saved()}:
        raise Refused("There is no such game on record.", 404)
    _seat(room.resume(wanted).names)
    return jsonify(ok=True)


def _seat(names: tuple[str, ...]) -> None:
    panel().access.reseat(names)
    panel().broadcast.poke()


@setup.post("/api/code")
def code() -> Response:
    """Make a new table code."""
    host_only()
    panel().access.renew_code()
    panel().broadcast.poke()
    return jsonify(code=panel().access.code)


def show_choices(room: Room, access: Access, lang: str) -> Json:
    """Games, saved games and the code, for the host's page."""
    speak = Speaker(lang)
    games = sorted(room.games().values(), key=lambda game: game.title)
    return {
        "code": access.code,
        "games": [{**_game(game, speak), "known": len(room.copy(game.name))} for game in games],
        "saved": [
            {"id": id, "game": game, "names": names, "started_ms": started_ns // 1_000_000, "over": over}
            for id, game, names, started_ns, over in room.saved()
        ],
    }


def _game(game: Game[Any], speak: Speaker) -> Json:
    settings = [
        {"name": s.name, "label": speak.word(s.name).capitalize(), "text": speak(s.text), "words": s.words,
         "texts": [speak.word(w) for w in s.words]}
        for s in game.settings
    ]  # fmt: skip
    return {"name": game.name, "title": game.title, "seats": list(game.seats), "settings": settings}


def _names(game: Game[Any], sent: object) -> tuple[str, ...]:
    if not isinstance(sent, list) or not all(isinstance(name, str) and len(name) <= 60 for name in sent):
        raise Refused("Send the names of the seats.", 400)
    names = tuple(clean_name(name) for name in sent)
    if len(names) not in game.seats:
        raise Refused(
            say("{game} is for {few} to {many} players.", game=game.title, few=game.seats[0], many=game.seats[-1]), 400
        )
    if len({name.casefold() for name in names}) < len(names):
        raise Refused("Two seats have the same name; give each its own.", 400)
    return names


def _settings(sent: object) -> Mapping[str, str]:
    if not isinstance(sent, dict) or not all(isinstance(v, str) for v in sent.values()):
        raise Refused("Send the settings as words.", 400)
    return sent
