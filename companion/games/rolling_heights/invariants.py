"""What is true of every state, whatever was played (RH-155, RH-181 … RH-186)."""

from collections import Counter

from companion.games.rolling_heights.building import stacks_of
from companion.games.rolling_heights.state import COLORS, MATERIALS, NONE, Seat, State, is_main
from companion.games.rolling_heights.throws import must_reroll, strike_size


def check(state: State) -> None:
    """Raise AssertionError with a sentence if the state cannot be."""
    _check_cubes(state)
    _check_meeples(state)
    _check_tokens(state)
    for index, seat in enumerate(state.seats):
        _check_seat(state, index, seat)
    if state.depth == "full":
        _check_map(state)
    if state.stage in ("ads", "targets", "over") and not state.stopped:
        assert len({seat.turns for seat in state.seats}) == 1, "RH-155: seats had different numbers of turns"
        assert state.round == state.last_round, "RH-154: the game did not end with its last round"


def _check_cubes(state: State) -> None:
    cubes = state.cubes
    rows = zip(MATERIALS, cubes.total, cubes.supply, cubes.held, cubes.built, cubes.misc, cubes.misc_built, strict=True)
    for name, total, supply, held, built, misc, misc_built in rows:
        assert min(supply, held, built, misc, misc_built) >= 0, f"{name} below zero"
        assert supply + held + built == total, f"RH-181: {name} {supply}+{held}+{built} is not {total}"
        assert not misc_built or built == total, f"RH-183: misc {name} built while real {name} is left"
        assert cubes.misc_in_play or supply > 0, f"RH-140: {name} is out but misc cubes are not in play"
        if built == total and state.depth != "rolls" and state.stage != "survey":
            assert state.last_round, f"RH-151: all {name} built, but the end is not triggered"
    in_main = is_main(state) or state.stage == "survey" or state.seats[state.turn].kind == "planner"
    if not in_main:
        assert cubes.held == NONE and cubes.misc == NONE, "RH-184: cubes held outside Main"
        assert state.main.power == 0, "RH-184: spending power outside Main"


def _check_meeples(state: State) -> None:
    owned: Counter[str] = Counter()
    for seat in state.seats:
        owned.update(seat.meeples)
    for color, left in zip(COLORS, state.supply, strict=True):
        box = int(state.printed[f"meeples.{color}"])
        assert left + owned[color] == box, f"RH-182: {color} {left}+{owned[color]} is not {box}"
        assert left >= 0 or not state.house.limit_meeples, f"RH-182: {color} supply below zero"


def _check_tokens(state: State) -> None:
    on_plans = sum(slot.tokens for strip in state.market for slot in strip if slot)
    owned = sum(seat.wild for seat in state.seats)
    total = int(state.printed["tokens.wild"])
    assert state.wild + owned + on_plans == total, f"RH-012: {state.wild}+{owned}+{on_plans} wild tokens, not {total}"
    assert state.wild >= 0 or not state.house.limit_wild, "RH-012: wild supply below zero"
    assert all(seat.wild >= 0 for seat in state.seats), "RH-116: a seat owes wild tokens"


def _check_seat(state: State, index: int, seat: Seat) -> None:
    assert seat.score == sum(line.points for line in seat.lines), f"seat {index}: score differs from its explanation"
    assert seat.count >= 4, f"RH-182: seat {index} lost a meeple"
    active = len(seat.crew) + len(seat.spent) + len(seat.air) + len(seat.clear)
    assert active <= 10, f"RH-031: seat {index} has {active} active meeples"
    if seat.box == "idle":
        assert not active, f"RH-136: seat {index} is idle with meeples on the table"
    if seat.box == "throw":
        assert seat.air, f"seat {index} throws nothing"
    else:
        assert not seat.air and not seat.clear, f"RH-044: seat {index} has an unfinished throw"
    if seat.box == "choice":
        assert seat.exhausted, f"RH-047: seat {index} may rally nobody"
        assert not must_reroll(active, len(seat.exhausted)), f"RH-036: seat {index} must roll again"
    if seat.box == "strike":
        assert strike_size(len(seat.working)), f"RH-051: seat {index} has nobody to lay down"
    assert not seat.spent or index == state.turn, f"RH-057: seat {index} used meeples outside its turn"


def _check_map(state: State) -> None:
    laid = sum(slot is not None for strip in state.market for slot in strip) + len(state.tiles)
    assert laid == sum(state.drawn), f"RH-008: {laid} plans on map and market, {sum(state.drawn)} laid out"
    assert len({t.space for t in state.tiles}) == len(state.tiles), "RH-107: two plans on one space"
    names = [t.plan for t in state.tiles] + [s.plan for strip in state.market for s in strip if s and s.plan]
    assert len(set(names)) == len(names), "RH-008: a plan exists twice"
    on_tiles = [0, 0, 0, 0]
    for tile in state.tiles:
        if tile.cubes:
            stacks = stacks_of(state, tile.plan)
            full = True
            for filled, (material, height) in zip(tile.cubes, stacks, strict=True):
                assert 0 <= filled <= height, f"RH-122: {tile} is too high"
                full = full and filled == height
                on_tiles[material] += filled
            assert tile.complete == full, f"RH-126: {tile} is complete or not, but not both"
    pairs = zip(state.cubes.built, state.cubes.misc_built, strict=True)
    assert on_tiles == [a + b for a, b in pairs], "RH-181: cubes on plans differ from the ledger"


def check_step(before: State, after: State) -> None:
    """What one event may never do: take cubes or meeples away again (RH-124, RH-182, RH-185)."""
    for old, new in zip(before.seats, after.seats, strict=True):
        assert new.count >= old.count, "RH-182: a meeple was lost"
    if before.stage == after.stage == "play" and before.depth == after.depth:
        assert all(a <= b for a, b in zip(before.cubes.built, after.cubes.built, strict=True)), (
            "RH-124: a cube was taken off"
        )
        assert not before.cubes.misc_in_play or after.cubes.misc_in_play, "RH-141: misc cubes left the game"
    now = {t.space: t for t in after.tiles}
    for tile in before.tiles:
        same = now[tile.space]
        assert sum(same.cubes) >= sum(tile.cubes), "RH-185: a plan lost a cube"
        assert not tile.complete or (same.cubes, same.complete) == (tile.cubes, True), "RH-185: a building changed"
    assert not before.last_round or after.last_round == before.last_round, "RH-154: the end was moved"
