"""What must be true of every position, whatever was played."""

from companion.games.garden_nation.board import SPACES
from companion.games.garden_nation.printed import FLOORS, LANDS, PROJECT_IDS, ROOFS, TOKENS_PER_LAND
from companion.games.garden_nation.projects import OPEN_AT_ONCE
from companion.games.garden_nation.scoring import KEPT, lines_of
from companion.games.garden_nation.state import NOWHERE, OFF_BOARD, State, unseen


def check(state: State) -> None:
    """Raise AssertionError with a sentence if the position cannot be."""
    _check_pieces(state)
    if state.board.is_laid:
        _check_lands(state)
    _check_cards(state)
    _check_turn(state)
    _check_scores(state)


def check_step(before: State, after: State) -> None:
    """What one event may never change: the end once called, a cleared bramble, ploys that are gone, the map."""
    if before.last != NOWHERE:
        assert after.last == before.last, "GN-086: the last round was called off"
    for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        assert new.ploys <= old.ploys, f"GN-008: seat {seat} got a ploy token back"
        assert new.projects[: len(old.projects)] == old.projects, f"GN-070: seat {seat} lost a project"
    kept = all(new <= old for old, new in zip(before.tokens, after.tokens, strict=True))
    assert kept, "GN-048: a bramble token came back"
    assert after.board.places[: len(before.board.places)] == before.board.places, "GN-020: a region moved"


def _check_pieces(state: State) -> None:
    standing = [0] * state.house.seats
    roofs = 0
    for building in state.buildings:
        if building is not None:
            assert building.floors > 0, "GN-049: a building without floors"
            standing[building.seat] += building.floors
            roofs += building.roof
    assert roofs + state.roofs == ROOFS and state.roofs >= 0, f"GN-007: {roofs} roofs stand, {state.roofs} are left"
    for seat, player in enumerate(state.players):
        total = player.floors + standing[seat]
        assert player.floors >= 0 and total == FLOORS[state.house.seats], f"GN-006: seat {seat} has {total} floors"
        assert player.people >= state.house.least, f"GN-055: seat {seat} has {player.people} inhabitants"
        assert 0 <= player.ploys <= state.house.ploys, f"GN-008: seat {seat} has {player.ploys} ploy tokens"


def _check_lands(state: State) -> None:
    used = dict.fromkeys(LANDS, 0)
    for now, printed in zip(state.lands, state.board.lands, strict=True):
        if printed:
            assert now == printed, "GN-005: a printed land changed"
        elif now:
            used[now] += 1
    for land, left in zip(LANDS, state.tokens, strict=True):
        assert left >= 0 and left + used[land] == TOKENS_PER_LAND, f"GN-010: {land} bramble tokens do not add up"
    for cell in range(SPACES):
        assert state.buildings[cell] is None or state.lands[cell], "GN-047: a building stands on a bramble"


def _check_cards(state: State) -> None:
    claimed = [word for player in state.players for word in player.projects]
    assert len({*claimed, *state.projects}) == len(claimed) + len(state.projects), "GN-070: a project is there twice"
    deck = len(unseen(state))
    assert deck + len(claimed) + len(state.projects) == len(PROJECT_IDS), "GN-009: projects do not add up"
    if state.round:
        waiting = state.phase == "open"
        expected = OPEN_AT_ONCE - waiting
        assert len(state.projects) == expected or not deck, "GN-071: a place for a project was not filled"
        assert len(claimed) <= ROOFS, "GN-074: more projects claimed than roofs"
    for player in state.players:
        assert len(set(player.missions)) in (0, KEPT), "GN-022: not two different missions"


def _check_turn(state: State) -> None:
    if not state.round:
        return
    assert len(state.order) <= state.house.turns, "GN-033: too many turns in a round"
    if state.house.seats > 2:
        assert len(set(state.order)) == len(state.order), "GN-032: a seat had two turns in a round"
    else:
        assert all(a != b for a, b in zip(state.order, state.order[1:], strict=False)), "GN-034: seats do not alternate"
    assert state.turn == state.order[-1], "GN-031: the turn is not the last of the order"
    if state.phase in ("action", "land", "project", "open"):
        most = 1 if len(state.order) == 1 else 2
        assert 1 <= state.actions <= most, f"GN-030: {state.actions} actions left"
    first = state.round == 1 and len(state.order) == 1
    assert state.crane != OFF_BOARD or first, "GN-012: the crane left the board"
    if any(not player.floors for player in state.players):
        assert state.last != NOWHERE, "GN-085: the last floor was placed but the round is not the last"
    if state.phase in ("reveal", "over"):
        assert state.last != NOWHERE and len(state.order) == state.house.turns, "GN-087: the round was not completed"


def _check_scores(state: State) -> None:
    for seat, player in enumerate(state.players):
        lines = sum(line.points for line in lines_of(state, seat))
        assert lines == player.points, f"GN-065: seat {seat} has {player.points} points but its lines tell {lines}"
    assert bool(state.winners) == (state.phase == "over"), "GN-099: winners only when the game is over"
