"""Plays without a table: written events, arranged positions, and whole games by chance."""

from collections.abc import Mapping
from dataclasses import replace

from companion.games._shared import Rehearsal
from companion.games.garden_nation import GAME
from companion.games.garden_nation.invariants import check, check_step
from companion.games.garden_nation.state import Building, State, find_cell, with_building, with_player

RARE = ("abandon", "end", "decline")
"""Verbs a random player seldom chooses, so that buildings grow."""

REHEARSAL = Rehearsal(GAME, check, check_step, RARE, aside=0.03)
play, random_event, random_game = REHEARSAL.play, REHEARSAL.random_event, REHEARSAL.random_game


def arranged(state: State, buildings: Mapping[str, tuple[int, int] | tuple[int, int, bool]]) -> State:
    """The position with buildings (seat, floors, roof) put up for nothing; brambles must be cleared before."""
    for word, values in buildings.items():
        building, cell = Building(*values), find_cell(word)
        player = state.players[building.seat]
        state = with_player(state, building.seat, floors=player.floors - building.floors)
        state = replace(with_building(state, cell, building), roofs=state.roofs - building.roof)
    return state
