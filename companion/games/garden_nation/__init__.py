"""Garden Nation: floors on a map of seven regions, where each space used decides the next region; scored here."""

from companion.games.garden_nation import rules
from companion.games.garden_nation.prompts import prompts
from companion.games.garden_nation.rules import apply
from companion.games.garden_nation.settings import SETTINGS
from companion.games.garden_nation.state import State
from companion.games.garden_nation.view import view
from companion.model import Catalogue, Game, Settings, chosen


def start(seats: int, settings: Settings, catalogue: Catalogue) -> State:
    """The first position; settings that are absent have their defaults."""
    return rules.start(seats, chosen(GAME, settings), catalogue)


GAME: Game[State] = Game(
    name="garden-nation",
    title="Garden Nation",
    edition=1,
    seats=range(2, 5),
    start=start,
    apply=apply,
    prompts=prompts,
    view=view,
    settings=SETTINGS,
)
