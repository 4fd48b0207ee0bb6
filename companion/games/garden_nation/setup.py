"""Before the first round: laying the regions or drawing a board, and choosing the first player."""

from dataclasses import replace
from hashlib import sha256

from companion.errors import IllegalEvent
from companion.games.garden_nation.board import lay, turn
from companion.games.garden_nation.phrases import WHERE, counted, seat_name
from companion.games.garden_nation.printed import DIRECTIONS, FIRST_PEOPLE, OTHER_PEOPLE, Printed
from companion.games.garden_nation.state import State, told, with_player
from companion.games.garden_nation.turns import begin_round, seat_word
from companion.model import Event
from companion.words import say

BOARDS = tuple(str(number) for number in range(1, 25))
"""Numbers of the boards the companion can draw: as many as fit on a phone, each one tap."""
OUTER = DIRECTIONS[1:]


def left_over(state: State) -> tuple[int, ...]:
    """The regions that are not on the board yet."""
    return tuple(region for region in range(7) if region not in state.board.places)


def landmark(printed: Printed, region: int) -> int:
    """The printed direction of what shows a region's rotation: its bramble, or its red 1 if that is in the middle."""
    spaces = printed.regions[region]
    bramble = next(direction for direction, space in enumerate(spaces) if not space.land)
    if bramble:
        return bramble
    reds = [direction for direction, space in enumerate(spaces) if space.land == "red" and direction]
    return min(reds, key=lambda direction: spaces[direction].cost)


def lay_region(state: State, event: Event) -> State:
    """Lay the next region, turned so that its bramble lies in the told direction (GN-020)."""
    place, number, way = event.args
    if place != DIRECTIONS[len(state.board.places)]:
        raise IllegalEvent("The regions are laid one after another; tell the one that is asked for.", "GN-020")
    if number not in tuple(str(region + 1) for region in left_over(state)):
        raise IllegalEvent("That region lies on the board already; each is there once.", "GN-002")
    if way not in OUTER:
        raise IllegalEvent("Tell where the bramble of that region lies: one of its six outer spaces.", "GN-020")
    region = int(number) - 1
    steps = (DIRECTIONS.index(way) - landmark(state.printed, region)) % 6
    turned = tuple(steps if other == region else known for other, known in enumerate(state.board.turned))
    sentence = say("Region {n} lies {where}.", n=number, where=WHERE[len(state.board.places)])
    return told(_with_board(state, (*state.board.places, region), turned), sentence)


def draw(state: State, event: Event) -> State:
    """Lay a board drawn by the companion; the same number always gives the same board (GN-020)."""
    if state.board.places or event.args[0] not in BOARDS:
        raise IllegalEvent("A board can be drawn before the first region is laid; choose its number.", "GN-020")
    digest = sha256(f"garden nation {event.args[0]}".encode()).digest()
    places = tuple(sorted(range(7), key=lambda region: digest[region]))
    turned = tuple(digest[7 + region] % 6 for region in range(7))
    return told(_with_board(state, places, turned), say("Board {n} is drawn; lay it like that.", n=event.args[0]))


def _with_board(state: State, places: tuple[int, ...], turned: tuple[int, ...]) -> State:
    board = lay(state.printed, places, turned)
    return replace(state, board=board, lands=board.lands, phase="projects" if board.is_laid else "map")


def bramble_direction(state: State, region: int) -> int:
    """Where a laid region's landmark lies on the board."""
    return turn(landmark(state.printed, region), state.board.turned[region])


def choose_first(state: State, event: Event) -> State:
    """The players have decided who begins, with more inhabitants (GN-011, GN-023)."""
    seats = {seat_word(seat): seat for seat in range(state.house.seats)}
    if event.args[0] not in seats:
        raise IllegalEvent("That seat is empty; choose who begins.", "GN-023")
    first = seats[event.args[0]]
    for seat in range(state.house.seats):
        state = with_player(state, seat, people=FIRST_PEOPLE if seat == first else OTHER_PEOPLE)
    people = counted(FIRST_PEOPLE, "inhabitant")
    text = "{who} begins with {n}, the others with {others}."
    return begin_round(told(state, say(text, who=seat_name(first), n=people, others=OTHER_PEOPLE)), first)
