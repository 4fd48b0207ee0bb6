"""Tundra: four rounds of shared dice, workers, towers and trade on a hexagonal map, for 2 to 4 players."""

from companion.games.tundra.rules import apply, prompts, start
from companion.games.tundra.settings import SETTINGS
from companion.games.tundra.state import State
from companion.games.tundra.view import view
from companion.model import Game

GAME: Game[State] = Game(
    name="tundra",
    title="Tundra",
    edition=1,
    seats=range(2, 5),
    start=start,
    apply=apply,
    prompts=prompts,
    view=view,
    settings=SETTINGS,
)
