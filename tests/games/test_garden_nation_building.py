"""Constructing, adding floors, clearing brambles, abandoning."""

import pytest

from companion.games.garden_nation import GAME
from companion.games.garden_nation.board import CELL_OF
from companion.games.garden_nation.building import price
from companion.games.garden_nation.rehearsal import play
from companion.model import Event
from tests.games.test_garden_nation_table import (
    at,
    begin,
    building,
    floors,
    is_offered,
    offered,
    people,
    reason,
    refusal,
)


@pytest.mark.parametrize(("space", "cost"), [("1L", 1), ("1BR", 3), ("1TL", 4), ("1BL", 5)])
def test_first_floor_costs_the_printed_number(space, cost):
    """GN-045 and GN-049: one floor of the own supply for the cost of the space."""
    state = play(at(1, people=(20, 20)), [f"0 construct {space}"])
    assert (people(state), floors(state), building(state, space)) == ((20 - cost, 20), (19, 20), (0, 1, False))


def test_bramble_costs_five_in_all():
    """GN-046 and GN-047: the land is chosen first, then 5 are paid."""
    state = play(at(2, people=(20, 20)), ["0 construct 2BR"])
    assert (people(state)[0], building(state, "2BR"), state.phase) == (20, None, "land")
    assert refusal(state, "0 construct 2C") == "GN-047"
    assert refusal(state, "0 land purple") == "GN-047"
    state = play(state, ["0 land green"])
    assert (people(state)[0], building(state, "2BR"), state.tokens) == (15, (0, 1, False), (3, 2, 3))


def test_bramble_needs_five_to_spare():
    """GN-046 and GN-055."""
    assert refusal(at(2, people=(5, 20)), "0 construct 2BR") == "GN-055"


def test_cleared_land_stays():
    """GN-048: after its building is gone it is built on like any land, without another token."""
    state = at(2, people=(20, 20), cleared={"2BR": "green"})
    state = play(state, ["0 construct 2BR"])
    assert (people(state)[0], state.tokens, state.phase) == (15, (3, 2, 3), "action")


def test_floors_cost_more_and_more():
    """GN-050 and GN-051: 1 + 2 + ... on land 1, as high as the supply lasts."""
    state = at(1, {"1L": (0, 18)}, people=(60, 20))
    state = play(state, ["0 raise 1L"])
    assert (people(state)[0], building(state, "1L")) == (60 - 19, (0, 19, False))


def test_nobody_builds_on_others():
    """GN-052: neither on an occupied space nor on a rival's building."""
    state = at(1, {"1L": (1, 1), "1R": (0, 1)})
    assert [refusal(state, f"0 {what}") for what in ("construct 1L", "raise 1L", "construct 1R", "raise 1TL")] == [
        "GN-052"
    ] * 4
    assert offered(state, "raise") == ("1R",)


def test_one_floor_in_an_action():
    """GN-054: an action has one space and places one floor there."""
    assert refusal(at(1), "0 construct 1L 1R") == "GN-054"
    state = play(at(1, {"1R": (0, 1)}), ["0 raise 1R"])
    assert (floors(state)[0], building(state, "1R"), state.actions) == (18, (0, 2, False), 1)


def test_without_floors_nothing_is_built():
    """GN-056."""
    state = at(1, {"1L": (0, 20)}, last=0)
    assert (refusal(state, "0 construct 1R"), refusal(state, "0 raise 1L")) == ("GN-056", "GN-056")
    assert "GN-056" in reason(state, "construct") and "GN-056" in reason(state, "raise")


def test_no_partial_abandoning():
    """GN-058: a number of floors is no part of the action."""
    state = at(1, {"1L": (0, 3)})
    assert refusal(state, "0 abandon 1L 1") == "GN-058"
    assert building(play(state, ["0 abandon 1L"]), "1L") is None


@pytest.mark.parametrize(
    ("count", "row"),
    [(1, (2, 4, 6, 8, 10)), (2, (6, 10, 14, 18, 22)), (3, (12, 18, 24, 30, 36)), (4, (20, 28, 36, 44, 52))],
)
def test_prices_are_the_printed_table(count, row):
    """GN-059 and GN-083: twice all floors."""
    assert tuple(price(land, count) for land in range(1, 6)) == row


def test_abandoned_pieces_go_home():
    """GN-060 and GN-062: floors to their owner, the roof to the supply."""
    start = at(5, {"5C": (0, 3, True)})
    state = play(start, ["0 abandon 5C"])
    assert (floors(start), floors(state), start.roofs, state.roofs) == ((17, 20), (20, 20), 18, 19)


def test_abandoning_moves_the_crane():
    """GN-061: like any action."""
    state = play(at(5, {"5TL": (0, 1)}), ["0 abandon 5TL"])
    assert (state.crane, state.actions) == (2 - 1, 1)


def test_abandoning_completes_nothing():
    """GN-064: no floor was placed, so no project is offered."""
    state = at(6, {"6BL": (0, 2), "6TL": (0, 1)}, projects=("house", "sacred-place-red", "temple", "air-base"))
    assert play(state, ["0 abandon 6TL"]).phase == "action"


def test_first_action_may_clear_a_bramble():
    """GN-024 and GN-047: the board is open, brambles too."""
    state = play(begin(), ["0 construct 5BL", "0 land red"])
    assert (state.lands[CELL_OF["5BL"]], state.crane, state.turn) == ("red", 6 - 1, 1)


def test_any_fitting_event_is_safe():
    """Whatever a prompt accepts is applied or refused with a sentence, never an accident."""
    state = at(6, {"6TR": (0, 2, True), "2TL": (0, 1), "6BL": (1, 1), "6R": (0, 1)})
    for prompt in GAME.prompts(state):
        if not prompt.reason and not prompt.aside and len(prompt.options) == 1:
            for word in prompt.options[0]:
                assert GAME.apply(state, Event(0, prompt.verb, (word,))) != state
    assert not is_offered(state, "0 raise 6TR")
