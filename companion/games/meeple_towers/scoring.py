"""Points: what a new tile brings, what is counted at the end, and who wins."""

from dataclasses import replace

from companion.games.meeple_towers.phrases import counted
from companion.games.meeple_towers.printed import NAMES, TYPES, Tile
from companion.games.meeple_towers.shapes import shape_name
from companion.games.meeple_towers.state import Level, State, tokens_left, with_item
from companion.model import ScoreLine
from companion.words import say


def award(state: State, side: int, line: ScoreLine) -> State:
    """The state with a line added to a side's score and its marker moved."""
    return replace(
        state,
        lines=with_item(state.lines, side, (*state.lines[side], line)),
        track=with_item(state.track, side, state.track[side] + line.points),
    )


def side_name(state: State, side: int) -> str:
    """The seat or the two seats that share a score."""
    if state.house.teams:
        return say("@{a} and @{b}", a=side, b=side + 2)
    return say("@{seat}", seat=side)


# ------------------------------------------------------------------------------------------------ a new tile


def counted_supports(state: State, level: Level) -> tuple[int, ...]:
    """For each side the supports that score below a tile: both of a stack count, each for its owner (MT-053)."""
    counts = [0] * state.house.sides
    for cell, owners in zip(level.cells, level.below, strict=True):
        if cell < 0:
            continue
        if not state.house.short_supports and state.tower.heights[cell] + len(owners) < level.height:
            continue
        for owner in owners:
            counts[state.house.side(owner)] += 1
    return tuple(counts)


def tile_points(state: State, level: Level, tile: Tile) -> tuple[int, ...]:
    """What each side would score for a tile, before it is laid."""
    placer = state.house.side(level.seat)
    counts = counted_supports(state, level)
    return tuple(tile.box * (side == placer) + tile.node * count for side, count in enumerate(counts))


def score_tile(state: State, level: Level, tile: Tile) -> State:
    """Box for the placer, node for every support below (MT-050 to MT-053); call before the tile covers the squares."""
    name, said = shape_name(tile.shape), []
    placer = state.house.side(level.seat)
    counts = counted_supports(state, level)
    state = award(state, placer, ScoreLine(say("Placed a tile, {name}", name=name), tile.box, "MT-050"))
    said.append(say("{who} scores {n} for the tile.", who=side_name(state, placer), n=tile.box))
    for side, count in enumerate(counts):
        if count:
            points, what = count * tile.node, counted(count, "support")
            state = award(state, side, ScoreLine(say("{what} under it", what=what), points, "MT-051"))
            text = "{who} scores {points} for {what} under it."
            said.append(say(text, who=side_name(state, side), points=points, what=what))
    return replace(state, happened=(*state.happened, *said))


# ------------------------------------------------------------------------------------------------ covered workers


def share_tokens(due: tuple[int, ...], left: int, first: int, sequential: bool) -> tuple[int, ...]:
    """Tokens of one type each seat gets, in turn order from the active seat (MT-057, MT-058)."""
    seats = len(due)
    order = [(first + step) % seats for step in range(seats)]
    got = [0] * seats
    if not sequential:
        order = [seat for wave in range(max(due)) for seat in order if due[seat] > wave]
    for seat in order:
        wanted = due[seat] if sequential else 1
        given = min(wanted, left)
        got[seat] += given
        left -= given
    return tuple(got)


def covered_workers(state: State, cells: tuple[int, ...]) -> tuple[tuple[int, str], ...]:
    """(owner, print of the square) of each worker the tile covers."""
    tower = state.tower
    return tuple((tower.workers[c], tower.prints[c]) for c in cells if c >= 0 and tower.workers[c] >= 0)


def send_home(state: State, cells: tuple[int, ...]) -> State:
    """Covered workers return to their owners, who draw tokens of the location they stood on (MT-054, MT-055)."""
    seats = range(state.house.seats)
    covered = covered_workers(state, cells)
    home = tuple(state.workers[seat] + sum(owner == seat for owner, _ in covered) for seat in seats)
    tokens, said = [list(held) for held in state.tokens], []
    for kind, name in enumerate(TYPES):
        due = tuple(sum(item == (seat, name) for item in covered) for seat in seats)
        if not any(due):
            continue
        got = share_tokens(due, tokens_left(state, kind), state.turn, state.house.sequential)
        for seat in seats:
            tokens[seat][kind] += got[seat]
            if due[seat]:
                text = "@{seat} draws {tokens} unseen, {place}; {due} due."
                drawn = counted(got[seat], "token")
                said.append(say(text, seat=seat, tokens=drawn, place=NAMES[name], due=due[seat]))
    held = tuple((p, o, b) for p, o, b in tokens)
    return replace(state, workers=home, tokens=held, happened=(*state.happened, *said))


# ------------------------------------------------------------------------------------------------ the end


def score_workers(state: State) -> State:
    """Each worker on the tower is worth 1 plus its height in supports (MT-081 to MT-083)."""
    tower = state.tower
    for cell, owner in enumerate(tower.workers):
        if owner < 0:
            continue
        height = tower.heights[cell]
        text = say("Worker at {at}, level {height}", at=tower.words[cell], height=height)
        rule = "MT-083" if height else "MT-082"
        state = award(state, state.house.side(owner), ScoreLine(text, 1 + height, rule))
    return state


def reveal(state: State, seat: int, total: int) -> State:
    """A seat turns its tokens up and adds their values (MT-084)."""
    line = ScoreLine(
        say("{tokens} of @{seat}", tokens=counted(sum(state.tokens[seat]), "token"), seat=seat), total, "MT-084"
    )
    state = award(state, state.house.side(seat), line)
    said = say("@{seat} reveals tokens worth {n}.", seat=seat, n=total)
    return replace(state, revealed=with_item(state.revealed, seat, total), happened=(*state.happened, said))


def workers_by_level(state: State, side: int, highest: int) -> tuple[int, ...]:
    """How many workers a side has on each level, from the highest down (MT-087, MT-088)."""
    counts = [0] * (highest + 1)
    for cell, owner in enumerate(state.tower.workers):
        if owner >= 0 and state.house.side(owner) == side:
            counts[highest - state.tower.heights[cell]] += 1
    return tuple(counts)


def winning_sides(state: State) -> tuple[int, ...]:
    """Highest total, then the higher workers; still equal = a shared victory (MT-085 to MT-089)."""
    best = max(state.track)
    tied = [side for side, total in enumerate(state.track) if total == best]
    highest = max(state.tower.heights, default=0)
    most = max(workers_by_level(state, side, highest) for side in tied)
    return tuple(side for side in tied if workers_by_level(state, side, highest) == most)


def finish(state: State) -> State:
    """The result."""
    sides = winning_sides(state)
    winners = tuple(seat for seat in range(state.house.seats) if state.house.side(seat) in sides)
    tied = state.track.count(max(state.track)) > 1
    said = list(state.happened)
    if tied and len(sides) == 1:
        said.append(say("The tie goes to {who}: more workers higher up.", who=side_name(state, sides[0])))
    elif tied:
        said.append("Everything is equal: the victory is shared.")
    return replace(state, phase="over", winners=winners, happened=tuple(said), mood="end")
