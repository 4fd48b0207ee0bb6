"""Rollopolis: draft dice, take permits, fill a district of 25 spaces; one to four players."""

from companion.games.rollopolis.house import SETTINGS
from companion.games.rollopolis.rules import SEATS, apply, prompts, start
from companion.games.rollopolis.state import State
from companion.games.rollopolis.view import view
from companion.model import Game

GAME: Game[State] = Game(
    name="rollopolis",
    title="Rollopolis",
    edition=1,
    seats=SEATS,
    start=start,
    apply=apply,
    prompts=prompts,
    view=view,
    settings=SETTINGS,
)
