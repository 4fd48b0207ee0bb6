"""All that is known of a game of Tundra, and the steps that are still to be taken, the next one first."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from companion.games.tundra.effects import RESOURCES
from companion.games.tundra.printed import Printed
from companion.games.tundra.settings import House
from companion.games.tundra.steps import Step
from companion.games.tundra.titles import TITLES, Title
from companion.model import ScoreLine

WORKERS, TOWERS, DICE, CITY_CARDS = 6, 4, 7, 40
MAX_RESOURCE, MAX_BERRIES, LAP = 10, 20, 50
GLADES = {2: 12, 3: 18, 4: 24}
STARTERS = {2: 8, 3: 12, 4: 16}
MARKET = {2: 4, 3: 5, 4: 6}
GOALS_TO_CHOOSE = {2: 6, 3: 9, 4: 9}
CLOSED, BARE = "closed", "bare"
UNKNOWN_CARD, TAKEN = "?", ""


@dataclass(frozen=True, slots=True)
class Board:
    """One order board: its side, a die (or "") for each value 1 … 6, and the cards under it."""

    upgraded: bool = False
    dice: tuple[str, ...] = ("",) * 6
    starter: str = ""
    market: tuple[str, ...] = ()

    @property
    def side(self) -> str:
        """``"basic"`` or ``"upgraded"``."""
        return "upgraded" if self.upgraded else "basic"


@dataclass(frozen=True, slots=True)
class Advisor:
    """An advisor card and whether it was used this round."""

    card: str
    used: bool = False


@dataclass(frozen=True, slots=True)
class Player:
    """All that one seat has."""

    character: str = ""
    title: str = "humble"
    berries: int = 0
    goods: tuple[int, int, int] = (0, 0, 0)
    """Firewood, stone, peat."""
    vp: int = 0
    lines: tuple[ScoreLine, ...] = ()
    settlement: str = ""
    starts: tuple[str, ...] = ()
    """The two starting glades beside the settlement."""
    workers: tuple[str, ...] = ()
    """The fields of the workers on the map, sorted; the others are in the bank."""
    towers: tuple[str, ...] = ()
    boards: tuple[Board, ...] = (Board(),) * 4
    advisors: tuple[Advisor, ...] = ()
    bank: int = DICE
    """Dice of the own colour beside the player board."""
    white: bool = False
    """Whether the white die lies in the own bank."""
    unrolled: int = 0
    """Dice on the player board without a value yet."""
    dice: tuple[str, ...] = ()
    """Unused dice on the player board: ``"3"``, the white one ``"white:3"``."""
    aside: tuple[str, ...] = ()
    """Dice that were set aside because no slot was free (TU-099)."""
    personal: str = ""

    @property
    def rank(self) -> Title:
        """The title in force."""
        return TITLES[self.title]

    def has(self, thing: str) -> int:
        """How much of a resource or of berries this player holds."""
        return self.berries if thing == "berry" else self.goods[RESOURCES.index(thing)]


@dataclass(frozen=True, slots=True)
class Tile:
    """A glade: what it shows ("closed" = face down, "bare" = no resource) and its tower bonus ("" = not told)."""

    hex: str
    shows: str = CLOSED
    bonus: str = ""


@dataclass(frozen=True, slots=True)
class Goal:
    """A common goal card and the dice on it: (seat, die)."""

    name: str
    dice: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """The whole game. No steps = it is over."""

    seats: int
    house: House
    printed: Printed
    players: tuple[Player, ...]
    steps: tuple[Step, ...]
    first: int = 0
    round: int = 0
    tiles: tuple[Tile, ...] = ()
    edges: tuple[str, ...] = ()
    """The glades next to the rim of the board, as far as they were told (TU-284)."""
    market: tuple[str, ...] = ()
    """One word per place: a card, "?" for one not named yet, "" for one taken."""
    deck: int = CITY_CARDS
    discard: int = 0
    goals: tuple[Goal, ...] = ()
    rolled: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    """What the last event did."""
    mood: str = ""

    @property
    def variant(self) -> str:
        """The name of the layout in the catalogue; two players have only one (TU-025)."""
        alternate = self.house.layout == "alternate" and self.seats > 2
        return f"{self.seats}-alternate" if alternate else str(self.seats)


def with_player(state: State, seat: int, **changes: Any) -> State:
    """The state after changes to one seat's things."""
    player = replace(state.players[seat], **changes)
    return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def with_board(state: State, seat: int, index: int, **changes: Any) -> State:
    """The state after changes to one order board."""
    boards = state.players[seat].boards
    board = replace(boards[index], **changes)
    return with_player(state, seat, boards=(*boards[:index], board, *boards[index + 1 :]))


def pushed(state: State, *steps: Step) -> State:
    """The state with steps to be taken before all others."""
    return replace(state, steps=steps + state.steps)


def popped(state: State, *instead: Step) -> State:
    """The state without its next step, or with others in its place."""
    return replace(state, steps=instead + state.steps[1:])


def told(state: State, *sentences: str) -> State:
    """The state with sentences about what just happened."""
    return replace(state, said=state.said + sentences)


@lru_cache(maxsize=4096)
def by_hex(tiles: tuple[Tile, ...]) -> dict[str, Tile]:
    """The glades by field; never changed by its users."""
    return {tile.hex: tile for tile in tiles}


def tile_at(state: State, where: str) -> Tile | None:
    """The glade on a field, or None."""
    return by_hex(state.tiles).get(where)


def with_tile(state: State, tile: Tile) -> State:
    """The state with this glade on the map."""
    others = tuple(t for t in state.tiles if t.hex != tile.hex)
    return replace(state, tiles=(*others, tile))


def settlements(state: State) -> dict[str, int]:
    """The seat of each settlement by field."""
    return {p.settlement: seat for seat, p in enumerate(state.players) if p.settlement}


def tower_owner(state: State, where: str) -> int | None:
    """The seat whose tower stands on a field."""
    return next((seat for seat, p in enumerate(state.players) if where in p.towers), None)


def city_cards(player: Player) -> tuple[str, ...]:
    """The advisors and market enhancements of a player; starters do not count (TU-250)."""
    return (*(a.card for a in player.advisors), *(c for b in player.boards for c in b.market))


def clockwise(state: State) -> tuple[int, ...]:
    """The seats in turn order from the first player (TU-063, TU-090)."""
    return tuple((state.first + i) % state.seats for i in range(state.seats))
