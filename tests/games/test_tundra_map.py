"""Movement over the map: neighbours, opening, resources, trails; symbols with a choice."""

from dataclasses import replace

import pytest

from companion.games.tundra import GAME
from companion.games.tundra.effects import RESOURCES
from companion.games.tundra.hexes import fields, largest_group, longest_line, neighbours, place
from companion.games.tundra.state import Tile
from companion.games.tundra.steps import Turn
from companion.games.tundra.travel import movers, open_words
from tests.games.test_tundra_kit import (
    boards,
    copy_of,
    doing,
    is_offered,
    mapped,
    me,
    play,
    reasons,
    refused_by,
    said,
    turn,
    verbs,
    words,
)


def test_neighbours_share_a_side_on_the_drawn_grid():
    """TU-050: six in the middle, and always both ways."""
    assert set(neighbours("D5")) == {"C5", "E5", "C4", "D4", "C6", "D6"}
    assert set(neighbours("D6")) == {"C6", "E6", "D5", "E5", "D7", "E7"}
    assert all(one in neighbours(other) for one in fields() for other in neighbours(one))
    assert place("D6") == (3, 5)


def test_a_step_goes_to_a_neighbour_only():
    """TU-050."""
    state = mapped(doing("mp-1", workers=("D5",)))
    assert refused_by(state, "0 move D5 F5") == "TU-050"
    assert me(play(state, "0 move D5 E5")).workers == ("E5",)


def test_targets_are_glades_and_settlements():
    """TU-051: not the empty board beside them."""
    state = mapped(doing("mp-1", workers=("D5",)))
    assert words(state, "move") == {"E5", "C6", "D6"}
    assert refused_by(state, "0 move D5 D4") == "TU-051"
    assert me(play(state, "0 move D5 C6")).workers == ("C6",)


def test_a_face_down_tile_is_opened_and_gives_its_resource():
    """TU-052 TU-053: asked what it shows, then one unit at once."""
    state = mapped(doing("mp-1", workers=("D5",), goods=(0, 0, 0)), E5="closed")
    state = play(state, "0 move D5 E5")
    assert verbs(state) == {"tile"}
    state = play(state, "0 tile E5 stone")
    assert me(state).goods == (0, 1, 0)
    assert state.steps == (Turn(0, True),)


def test_a_tile_without_resource_gives_nothing():
    """TU-009 TU-053."""
    state = play(mapped(doing("mp-1", workers=("D5",), goods=(0, 0, 0))), "0 move D5 E5")
    assert me(state).goods == (0, 0, 0)
    assert "no resource" in said(state)


def test_the_map_grows_while_tiles_are_missing():
    """TU-024 TU-025: without a drawn layout every free field beside a worker may hold a tile, until all are found."""
    state = doing("mp-1", workers=("D5",))
    few = replace(state, tiles=tuple(Tile(where, "bare") for where in ("D5", "D6", "I5", "I6")))
    assert words(few, "move") == {"C4", "D4", "C5", "E5", "D6", "C6"}
    grown = play(few, "0 move D5 D4", "0 tile D4 stone")
    assert grown.tiles[-1] == Tile("D4", "stone")
    assert "D4" not in words(mapped(state), "move")


def test_a_worker_is_told_apart_by_its_way():
    """TU-055 TU-056: of two on one tile, one may go back and the other may not."""
    state = play(mapped(doing("mp-3", workers=("D5", "E5"))), "0 move D5 E5")
    assert movers(state, state.steps[0]) == {"E5": ("E5",), "D5>E5": ("D5", "E5")}
    assert refused_by(state, "0 move D5>E5 D5") == "TU-055"
    assert me(play(state, "0 move E5 D5")).workers == ("D5", "E5")
    assert me(play(state, "0 move D5>E5 F5")).workers == ("E5", "F5")


def test_a_ban_ends_with_the_action():
    """TU-056 TU-172: all points of one activation are one action; the next activation is free again."""
    state = play(mapped(turn(dice="5 6", workers=("D5",), boards=boards())), "0 use 6 travel")
    state = play(state, "0 move D5 E5")
    assert refused_by(state, "0 move E5 D5") == "TU-055"
    state = play(state, "0 done")
    again = replace(state, steps=(Turn(0),))
    assert me(play(again, "0 use 5 travel", "0 move E5 D5")).workers == ("D5",)


def test_any_number_of_workers_share_a_glade():
    """TU-057: also with other players and beside a tower."""
    state = mapped(doing("mp-2", workers=("D5", "D6")))
    other = replace(me(state, 1), workers=("E5", "E5"), towers=("E5",))
    state = play(replace(state, players=(me(state), other)), "0 move D5 E5", "0 move D6 E5")
    assert [p.workers.count("E5") for p in state.players] == [2, 2]


def test_movement_points_may_be_left():
    """TU-058: the action ends on request."""
    state = play(mapped(doing("mp-3")), "0 move D5 E5", "0 done")
    assert state.steps == (Turn(0, True),)


def test_only_own_workers_move_and_towers_never():
    """TU-059."""
    state = mapped(doing("mp-2", workers=("D5",), towers=("F5",)))
    other = replace(me(state, 1), workers=("H5",))
    state = replace(state, players=(me(state), other))
    assert words(state, "move", 0) == {"D5"}
    assert refused_by(state, "0 move H5 G5") == "TU-059"
    assert refused_by(state, "0 move F5 G5") == "TU-059"


def test_no_worker_no_move():
    state = mapped(doing("mp-1", workers=()))
    assert reasons(state, "move") == ["No worker of @0 can move."]
    assert verbs(state) == {"done"}


def test_any_symbol_lets_each_unit_be_chosen():
    """TU-012 TU-017: firewood, stone and peat, mixed; berries are no resource."""
    state = doing("any-3", goods=(0, 0, 0))
    assert words(state, "gain") == {*RESOURCES, "nothing"}
    assert not is_offered(state, "0 gain berry peat peat")
    assert me(play(state, "0 gain peat stone peat")).goods == (0, 1, 2)
    assert me(play(state, "0 gain peat nothing nothing")).goods == (0, 0, 1)
    assert refused_by(state, "0 gain peat") == "TU-017"


def test_equal_symbol_demands_one_type():
    """TU-018: gaining and paying."""
    state = doing("same-2", goods=(0, 0, 0))
    assert me(play(state, "0 gain-same stone")).goods == (0, 2, 0)
    assert refused_by(state, "0 gain-same stone peat") == "TU-018"
    paying = doing("same-2>vp-1", goods=(1, 2, 1))
    assert refused_by(paying, "0 pay firewood") == "TU-015"
    paid = play(paying, "0 pay stone")
    assert (me(paid).goods, me(paid).vp) == ((1, 0, 1), 1)


def test_gains_and_payments_are_booked_at_once():
    """TU-016: the resource of the first step is there before the second."""
    state = mapped(doing("mp-2", workers=("D5",), goods=(0, 0, 0)), E5="peat", F5="peat")
    state = play(state, "0 move D5 E5")
    assert me(state).goods == (0, 0, 1)
    assert me(play(state, "0 move E5 F5")).goods == (0, 0, 2)


def test_a_full_list_of_glades_tells_resource_and_bonus_in_one_tap():
    """TU-009 TU-010 TU-011: only tiles for this number of players, each as often as it exists."""
    glades = {}
    for n in range(1, 25):
        dots = "0" if n <= 12 else "3" if n <= 18 else "4"
        shows = "peat" if n <= 11 else "bare" if n == 12 else "stone"
        glades |= {f"glade.g{n:02}.dots": dots, f"glade.g{n:02}.resource": shows, f"glade.g{n:02}.bonus": "vp-1"}
    state = begun_with(glades)
    assert words(state, "tile") == {"peat:vp-1", "bare:vp-1"}
    state = play(state, "0 tile D6 bare:vp-1")
    assert state.tiles[-1] == Tile("D6", "bare", "vp-1")
    assert words(state, "tile") == {"peat:vp-1"}
    partial = GAME.start(2, {}, {"glade.g01.resource": "peat"})
    assert open_words(partial.printed, 2, ()) == (*RESOURCES, "bare")


def begun_with(values):
    state = GAME.start(2, {}, copy_of() | values)
    return play(state, "0 character elisabeth", "1 character polkan", "0 settle C6")


@pytest.mark.parametrize(
    ("towers", "group", "line"),
    [
        ((), 0, 0),
        (("D5",), 1, 1),
        (("D5", "F5"), 1, 1),
        (("E5", "D5", "F5", "E4"), 4, 4),
        (("E5", "D4", "F5", "D6"), 4, 3),
    ],
)
def test_groups_and_lines_of_towers(towers, group, line):
    """TU-280: the largest connected group; a line only by house rule."""
    assert (largest_group(towers), longest_line(towers)) == (group, line)
