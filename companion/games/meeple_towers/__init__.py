"""Meeple Towers: cards place workers, supports and levels; this folder knows its rules and keeps its score."""

from companion.games.meeple_towers import rules
from companion.games.meeple_towers.prompts import prompts
from companion.games.meeple_towers.rules import apply
from companion.games.meeple_towers.settings import SETTINGS
from companion.games.meeple_towers.state import State
from companion.games.meeple_towers.view import view
from companion.model import Catalogue, Game, Settings, chosen


def start(seats: int, settings: Settings, catalogue: Catalogue) -> State:
    """The first position; settings that are absent have their defaults."""
    return rules.start(seats, chosen(GAME, settings), catalogue)


GAME: Game[State] = Game(
    name="meeple-towers",
    title="Meeple Towers",
    edition=1,
    seats=range(2, 5),
    start=start,
    apply=apply,
    prompts=prompts,
    view=view,
    settings=SETTINGS,
)
