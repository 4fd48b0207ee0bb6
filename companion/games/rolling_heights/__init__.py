"""Rolling Heights: rolled meeples build a city; this folder knows its rules and keeps its score."""

from companion.games.rolling_heights.house import SETTINGS
from companion.games.rolling_heights.rules import apply, prompts, start
from companion.games.rolling_heights.sheets import view
from companion.games.rolling_heights.state import State
from companion.model import Game

GAME: Game[State] = Game(
    name="rolling-heights",
    title="Rolling Heights",
    edition=1,
    seats=range(2, 5),
    start=start,
    apply=apply,
    prompts=prompts,
    view=view,
    settings=SETTINGS,
)
