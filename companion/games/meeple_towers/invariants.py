"""What is true of every position, whatever was played (MT-090 to MT-093)."""

from functools import lru_cache

from companion.games.meeple_towers.printed import CARDS, TILES_IN_ALL, TOKENS_IN_ALL, TYPES, WORKERS, Printed
from companion.games.meeple_towers.settings import SUPPORTS, House
from companion.games.meeple_towers.state import Level, State, hand, tokens_left


def check(state: State) -> None:
    """Raise AssertionError with a sentence if the position cannot be."""
    _check_squares(state)
    _check_cards_tiles_tokens(state)
    _check_pieces(state)
    _check_scores(state)


def check_step(before: State, after: State) -> None:
    """What one event may never change: anything below a tile, a trigger, a turn order (MT-022, MT-080, MT-093)."""
    count = len(before.tower.levels)
    assert after.tower.levels[:count] == before.tower.levels, "MT-093: something below a tile changed"
    if before.ending:
        assert after.ending == before.ending, "MT-080: a trigger did not stay"
    if after.turns != before.turns:
        assert after.turns == before.turns + 1, "MT-017: more than one turn in one event"
        assert after.turn == (before.turn + 1) % before.house.seats, "MT-022: not the seat to the left"


def _check_squares(state: State) -> None:
    tower = state.tower
    for cell, (stack, worker) in enumerate(zip(tower.supports, tower.workers, strict=True)):
        assert len(stack) <= 2, f"MT-036: {tower.words[cell]} is more than two high"
        if worker >= 0:
            assert not stack, f"MT-033: a worker and a support share {tower.words[cell]}"
            assert tower.prints[cell] not in ("", "striped"), f"MT-030: a worker stands wrongly on {tower.words[cell]}"


def _check_pieces(state: State) -> None:
    tower, seats = state.tower, range(state.house.seats)
    heights, tops, buried = rebuilt(tower.levels, len(tower.prints), state.house, state.printed)
    assert heights == tower.heights and tops == tower.tops, "MT-047: the surface is not what the tiles make it"
    standing = [owner for stack in tower.supports for owner in stack]
    for seat in seats:
        supports = state.supports[seat] + standing.count(seat) + buried[seat]
        assert state.supports[seat] >= 0 and state.workers[seat] >= 0, "a supply is below zero"
        assert supports == SUPPORTS[state.house.seats], f"MT-090: seat {seat} has {supports} supports"
        workers = state.workers[seat] + tower.workers.count(seat)
        assert workers == WORKERS, f"MT-090: seat {seat} has {workers} workers"


@lru_cache(maxsize=4096)
def rebuilt(
    levels: tuple[Level, ...], size: int, house: House, printed: Printed
) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """The surface and the buried supports that the tiles, laid one after another, give; each must lie on something."""
    heights, tops, buried = [0] * size, [-1] * size, [0] * house.seats
    for number, level in enumerate(levels):
        tile = printed.tile(level.tile)
        piles = [heights[c] + len(b) for c, b in zip(level.cells, level.below, strict=True) if c >= 0 and b]
        assert max(piles) == level.height, "MT-042: a tile does not lie on its highest support"
        for icon in tile.icons:
            cell = level.cells[icon]
            carried = level.below[icon] and heights[cell] + len(level.below[icon]) == level.height
            assert carried, "MT-044: an icon has no support that reaches the tile"
        for cell, owners in zip(level.cells, level.below, strict=True):
            assert cell >= 0 or house.overhang, "MT-048: a tile sticks out over the edge"
            if cell >= 0:
                assert heights[cell] < level.height, "MT-043: a tile touches another"
                heights[cell], tops[cell] = level.height, number
            for owner in owners:
                buried[owner] += 1
    return tuple(heights), tuple(tops), tuple(buried)


def _check_cards_tiles_tokens(state: State) -> None:
    for seat, played in enumerate(state.played):
        assert len(hand(state, seat)) + len(played) == CARDS, f"MT-091: seat {seat} has lost or doubled a card"
    laid = [level.tile for level in state.tower.levels]
    assert len(set(laid)) == len(laid), "MT-092: a tile lies on the tower twice"
    for number, stack in enumerate(state.printed.stacks):
        assert sum(tile[0] == number for tile in laid) <= stack.count, "MT-092: more tiles laid than the stack had"
    if laid:
        assert sum(stack.count for stack in state.printed.stacks) == TILES_IN_ALL, "MT-092: there are not 21 tiles"
    for kind in range(len(TYPES)):
        held = sum(tokens[kind] for tokens in state.tokens)
        assert not held or tokens_left(state, kind) >= 0, "MT-092: more tokens drawn than there are"
    if -1 not in state.printed.tokens:
        assert sum(state.printed.tokens) == TOKENS_IN_ALL, "MT-092: there are not 18 tokens"


def _check_scores(state: State) -> None:
    for side, total in enumerate(state.track):
        told = sum(line.points for line in state.lines[side])
        assert told == total, f"side {side} has {total} points but its lines tell {told}"
    if state.phase in ("reveal", "over"):
        assert state.ending and state.position == 0, "MT-079: the last round is not complete"
    assert bool(state.winners) == (state.phase == "over"), "MT-085: winners only when the game is over"
