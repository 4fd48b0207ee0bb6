"""Games without a roll on the lights: whose turn it is, the phase, and that something is to be chosen."""

from random import Random
from typing import Any

import pytest

from companion.errors import IllegalEvent
from companion.games import find_game
from companion.games.garden_nation import rehearsal as gardens
from companion.games.meeple_towers import rehearsal as towers
from hardware.scene import PHASE_COLOR, SEAT_COLORS, layout, moment, scene

LAMPS, SEATS = 27, 3


def whole_game(name: str, copy: dict[str, str], random_event: Any) -> list[Any]:
    """All views of a game by chance."""
    game, rng = find_game(name), Random(4)
    state = game.start(SEATS, {}, copy)
    views = [game.view(state)]
    while found := game.prompts(state):
        try:
            state = game.apply(state, random_event(found, rng))
        except IllegalEvent:
            continue
        views.append(game.view(state))
    return views


@pytest.mark.parametrize(
    ("name", "copy", "random_event"),
    [("meeple-towers", towers.made_up_copy(), towers.random_event), ("garden-nation", {}, gardens.random_event)],
)
def test_turn_and_phase_show_through_a_whole_game(name: str, copy: dict[str, str], random_event: Any) -> None:
    views = whole_game(name, copy, random_event)
    places = layout(LAMPS, SEATS)
    for view in views:
        lit = scene(view, 0, lamps=LAMPS)
        seats = [seat for seat in range(SEATS) if lit[places.seats[seat][0]] == SEAT_COLORS[seat]]
        assert seats == ([view.turn] if view.turn is not None else list(view.winners))
        each = len(places.phases) // len(view.phases)
        now = places.phases[view.phases.index(view.phase) * each]
        assert [lamp for lamp in places.phases if lit[lamp] == PHASE_COLOR] == list(range(now, now + each))
        assert moment(view) == ("choose" if view.prompts else "end")
    assert {view.turn for view in views} == {None, 0, 1, 2}
    assert {view.phase for view in views} == set(views[0].phases)
