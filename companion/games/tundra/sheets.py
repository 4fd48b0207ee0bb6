"""Drawing the table: the map as a hexagonal grid, tracks, supplies, boards, goals and the market."""

from companion.games.tundra import goals
from companion.games.tundra.effects import RESOURCES, describe, joined
from companion.games.tundra.hexes import neighbours, place
from companion.games.tundra.printed import BOARDS, row_key
from companion.games.tundra.state import (
    BARE,
    CLOSED,
    LAP,
    MAX_BERRIES,
    TAKEN,
    TOWERS,
    UNKNOWN_CARD,
    WORKERS,
    Board,
    State,
    by_hex,
    settlements,
    tower_owner,
)
from companion.games.tundra.titles import CHARACTERS
from companion.games.tundra.travel import has_room
from companion.games.tundra.turns import GOAL
from companion.model import Cell, Grid, Lines, Prompt, Sheet, Tally, Track
from companion.words import say

TILE_COLORS = {"firewood": "wood", "stone": "stone", "peat": "black", BARE: "land", CLOSED: "ice"}
TOWER = "♜"
DICE_FACES = "⚀⚁⚂⚃⚄⚅"
NARROW = "\N{NO-BREAK SPACE}"
TILE_TEXTS = {"firewood": "firewood", "stone": "stone", "peat": "peat", BARE: "no resource", CLOSED: "face down"}


def sheets(state: State, prompts: tuple[Prompt, ...]) -> tuple[Sheet, ...]:
    """Everything on the table."""
    drawn: list[Sheet] = [map_sheet(state, prompts), _points(state), _berries(state)]
    if state.round:
        drawn += [_market(state), _goals(state)]
    for seat in range(state.seats):
        drawn.append(_supply(state, seat))
        drawn.append(_boards(state, seat))
        drawn.append(_cards(state, seat))
    return tuple(drawn)


# ------------------------------------------------------------------------------------------------ map


def map_sheet(state: State, prompts: tuple[Prompt, ...]) -> Grid:
    """The map as far as it is known, with every other field that can be tapped now or may turn out to hold a tile."""
    glades, homes = by_hex(state.tiles), settlements(state)
    cells = [_glade_cell(state, where) for where in glades] + [_home_cell(state, where) for where in homes]
    near = {f for where in (*glades, *homes) for f in neighbours(where)} if has_room(state) and state.round else set()
    asked = {f for p in prompts if p.verb in _MAP_VERBS for words in p.options for f in words}
    cells += [
        _cell(where, where, "", "", say("{where}: not explored", where=where))
        for where in sorted((near | asked) - glades.keys() - homes.keys())
    ]
    return Grid("Map: ♜ is a tower, a number counts workers", tuple(sorted(cells, key=lambda c: (c.y, c.x))), "hex")


_MAP_VERBS = ("settle", "starts", "glade")


def _cell(where: str, text: str, color: str, mark: str, title: str) -> Cell:
    x, y = place(where)
    return Cell(where, x, y, text, color, mark, title)


def _workers(state: State, where: str) -> list[tuple[int, int]]:
    """(seat, how many workers) on a field."""
    counts = ((seat, player.workers.count(where)) for seat, player in enumerate(state.players))
    return [(seat, n) for seat, n in counts if n]


def _glade_cell(state: State, where: str) -> Cell:
    tile = by_hex(state.tiles)[where]
    owner, workers = tower_owner(state, where), _workers(state, where)
    title: list[str] = [say("{where}: {what}", where=where, what=TILE_TEXTS[tile.shows])]
    if tile.bonus:
        title.append(say("tower bonus {bonus}", bonus=describe(tile.bonus)))
    if owner is not None:
        title.append(say("tower of @{seat}", seat=owner))
    title += [say("workers of @{seat}: {n}", seat=seat, n=n) for seat, n in workers]
    text, mark = "bare" if tile.shows == BARE else TILE_TEXTS[tile.shows], _pieces(workers, owner)
    return _cell(where, text, TILE_COLORS[tile.shows], mark, joined("{first}, {second}", title))


def _pieces(workers: list[tuple[int, int]], owner: int | None = None) -> str:
    """The pieces on a field as a mark: for each seat its tower and how many workers it has there."""
    counts = dict(workers)
    seats = sorted({*counts, *(() if owner is None else (owner,))})
    return " ".join(f"seat{seat}:{TOWER * (seat == owner)}{counts.get(seat, '')}" for seat in seats)


def _home_cell(state: State, where: str) -> Cell:
    seat = settlements(state)[where]
    workers = _workers(state, where)
    title: list[str] = [say("{where}: settlement of @{seat}", where=where, seat=seat)]
    title += [say("workers of @{seat}: {n}", seat=other, n=n) for other, n in workers]
    text = say("home of @{seat}", seat=seat)
    return _cell(where, text, f"seat{seat}", _pieces(workers), joined("{first}, {second}", title))


# ------------------------------------------------------------------------------------------------ tracks and supplies


def _points(state: State) -> Track:
    """The victory point track; the acorn token stands for 50 (TU-044)."""
    steps = tuple(str(n) for n in range(LAP))
    return Track("Victory points", steps, tuple((f"seat{s}", p.vp % LAP) for s, p in enumerate(state.players)))


def _berries(state: State) -> Track:
    steps = tuple(str(n) for n in range(MAX_BERRIES + 1))
    return Track("Berries", steps, tuple((f"seat{s}", p.berries) for s, p in enumerate(state.players)))


def _supply(state: State, seat: int) -> Tally:
    player = state.players[seat]
    things = [("berries", player.berries, "red")]
    things += [(r, player.has(r), TILE_COLORS[r]) for r in RESOURCES]
    things += [
        ("workers in the bank", WORKERS - len(player.workers), f"seat{seat}"),
        ("towers in the bank", TOWERS - len(player.towers), f"seat{seat}"),
        ("dice in the bank", player.bank + player.white, f"seat{seat}"),
        ("acorn tokens (50)", player.vp // LAP, ""),
    ]
    if not player.character:
        return Tally(say("Supply of @{seat}", seat=seat), tuple(things), seat)
    title = say("Supply of @{seat} ({name})", seat=seat, name=CHARACTERS[player.character])
    return Tally(title, tuple(things), seat)


# ------------------------------------------------------------------------------------------------ boards and cards


def _frames(state: State, name: str, board: Board) -> list[tuple[str, str]]:
    """(slots, what they do) for each frame of a board, 6 first; a slot with a die shows the die (TU-006, TU-007)."""
    found: list[tuple[str, str]] = []
    for value in range(6, 0, -1):
        word = state.printed.get(row_key(name, board.side, value))
        slot = DICE_FACES[value - 1] if board.dice[value - 1] else str(value)
        does = describe(word) if word else "?"
        if found and found[-1][1] == does:
            found[-1] = (f"{found[-1][0]}{NARROW}{slot}", does)
        else:
            found.append((slot, does))
    return found


def _boards(state: State, seat: int) -> Lines:
    """The order boards of a seat: one row for each frame, the board's name on its first (TU-006, TU-007)."""
    player = state.players[seat]
    rows: list[tuple[str, ...]] = []
    ids: list[str] = []
    for name, board in zip(BOARDS, player.boards, strict=True):
        under = " ".join(card for card in (board.starter, *board.market) if card)
        title = say("{board}, upgraded", board=name.capitalize()) if board.upgraded else name.capitalize()
        for i, (slots, does) in enumerate(_frames(state, name, board)):
            rows.append(("", slots, does, "") if i else (title, slots, does, under))
            ids.append("" if i else name)
    dice = " ".join(player.dice) or "none"
    title = say("Order boards of @{seat}; unused dice: {dice}", seat=seat, dice=dice)
    return Lines(title, ("board", "dice", "what", "cards"), tuple(rows), tuple(ids), seat)


def _cards(state: State, seat: int) -> Lines:
    player = state.players[seat]
    rows = [(a.card, state.printed.cards.get(a.card, a.card), "used" if a.used else "ready") for a in player.advisors]
    for name, board in zip(BOARDS, player.boards, strict=True):
        under = ((board.starter, "starter"), *((card, "market") for card in board.market))
        rows += [
            (c, state.printed.cards.get(c, c), say("{kind} under {board}", kind=kind, board=name.capitalize()))
            for c, kind in under
            if c
        ]
    return Lines(
        say("Cards of @{seat}", seat=seat), ("card", "what", "where"), tuple(rows), tuple(r[0] for r in rows), seat
    )


def _market(state: State) -> Lines:
    rows = []
    for i, card in enumerate(state.market, 1):
        text = {TAKEN: "taken", UNKNOWN_CARD: "a card not named yet"}.get(card, state.printed.cards.get(card, card))
        rows.append((f"m{i}", text))
    title = say("Market; {deck} cards in the deck, {discard} discarded", deck=state.deck, discard=state.discard)
    return Lines(title, ("place", "card"), tuple(rows), tuple(row[0] for row in rows))


def _goals(state: State) -> Lines:
    """The open common goals: their tiers, white values, who is on them, and what each seat has."""
    rows = []
    for goal in state.goals:
        known = {n: state.printed.get(f"goal.{goal.name}.{n}") for n in range(1, 7)}
        white = " ".join(str(n) for n, answer in known.items() if answer == "yes") + " ?" * ("" in known.values())
        taken = " ".join(f"@{seat}" for seat, _ in goal.dice) or "free"
        has = ", ".join(f"@{seat} {goals.common_count(state, seat, goal.name)}" for seat in range(state.seats))
        rows.append((goals.tiers_text(goal.name), white.strip(), taken, has))
    head = ("2/4/6 VP for", "dice", "slot", "now")
    return Lines("Common goals", head, tuple(rows), tuple(GOAL + goal.name for goal in state.goals))
