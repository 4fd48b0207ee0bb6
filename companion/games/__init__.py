"""Finds the games: each folder here that holds an ``__init__.py`` with a ``GAME``."""

import importlib
import pkgutil
from functools import cache
from typing import Any

from companion.errors import CompanionError
from companion.model import Game


@cache
def all_games() -> dict[str, Game[Any]]:
    """Every game by name; a broken one fails loudly instead of going missing."""
    found = {}
    for module in pkgutil.iter_modules(__path__):
        if module.ispkg:
            game: Game[Any] = importlib.import_module(f"{__name__}.{module.name}").GAME
            found[game.name] = game
    return dict(sorted(found.items()))


def find_game(name: str) -> Game[Any]:
    """The game of that name, or a sentence that lists the known ones."""
    games = all_games()
    if name not in games:
        raise CompanionError(f"There is no game called {name!r}; known games are {', '.join(games) or 'none'}.")
    return games[name]
