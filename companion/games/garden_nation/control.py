"""Who has most floors in a region, and the income that brings at the end of a round."""

from dataclasses import replace

from companion.games.garden_nation.phrases import counted, joined, seat_name
from companion.games.garden_nation.state import State, region_cells, told, with_player
from companion.words import say

ALONE, TIED = 2, 1
"""Inhabitants gained for most floors in a region (GN-104, GN-105)."""


def floors_in(state: State, region: int) -> tuple[int, ...]:
    """The floors of each seat in a region; roofed buildings count, roofs do not (GN-107)."""
    counts = [0] * state.house.seats
    for cell in region_cells(region):
        building = state.buildings[cell]
        if building is not None:
            counts[building.seat] += building.floors
    return tuple(counts)


def leaders(state: State, region: int) -> tuple[int, ...]:
    """The seats with most floors in a region; none if nobody has a floor there (GN-106)."""
    counts = floors_in(state, region)
    most = max(counts)
    return tuple(seat for seat, count in enumerate(counts) if count == most) if most else ()


def income(state: State, region: int) -> dict[int, int]:
    """What each seat gains in a region."""
    seats = leaders(state, region)
    if len(seats) > 2 and not state.house.all_tied:
        return {}
    return dict.fromkeys(seats, ALONE if len(seats) == 1 else TIED)


def control(state: State) -> State:
    """The control step: income in every region (GN-103)."""
    gains = [0] * state.house.seats
    regions: list[list[int]] = [[] for _ in gains]
    for region in range(7):
        for seat, gain in income(state, region).items():
            gains[seat] += gain
            regions[seat].append(region + 1)
    for seat, gain in enumerate(gains):
        if gain:
            state = with_player(state, seat, people=state.players[seat].people + gain)
            where = joined(str(number) for number in regions[seat])
            text = "{who} gains {n} for control (region {where})."
            state = told(state, say(text, who=seat_name(seat), n=counted(gain, "inhabitant"), where=where))
    return replace(state, mood="control")
