"""Workers on their way: only those that still stand where they went can be moved on."""

from types import SimpleNamespace

from companion.games.tundra.steps import Action
from companion.games.tundra.travel import movers


def workers_at(*places):
    return SimpleNamespace(players=(SimpleNamespace(workers=places),))


def test_a_worker_that_a_bonus_moved_on_is_told_by_where_it_stands():
    """TU-056: the way of the outer action ends on b2, but a bonus has taken that worker to c3 meanwhile."""
    action = Action(0, "move", (), trails=(("a1", "b2"),))
    assert movers(workers_at("a1", "c3"), action) == {"a1": ("a1",), "c3": ("c3",)}
    assert movers(workers_at("a1", "b2"), action) == {"a1": ("a1",), "b2": ("a1", "b2")}


def test_two_workers_on_one_tile_are_told_apart_by_their_ways():
    action = Action(0, "move", (), trails=(("a1", "b2"), ("c3", "b2")))
    assert movers(workers_at("b2", "b2"), action) == {"a1>b2": ("a1", "b2"), "c3>b2": ("c3", "b2")}
