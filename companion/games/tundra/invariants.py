"""What must be true of every state, and of every step from one state to the next."""

from collections import Counter

from companion.games.tundra.state import (
    CITY_CARDS,
    DICE,
    GLADES,
    MARKET,
    MAX_BERRIES,
    MAX_RESOURCE,
    TAKEN,
    TOWERS,
    WORKERS,
    Player,
    State,
    by_hex,
    city_cards,
    settlements,
)
from companion.games.tundra.steps import PutCard


def check(state: State) -> None:
    """Raise AssertionError with a sentence if something is wrong with the state."""
    for seat, player in enumerate(state.players):
        _check_purse(seat, player)
        _check_dice(state, seat, player)
        _check_cards(seat, player)
    _check_map(state)
    _check_city(state)
    assert 0 <= state.round <= 4, "there are four rounds"
    for goal in state.goals:
        assert len(goal.dice) <= 1 or state.house.goal_again == "owner", f"two dice lie on the goal {goal.name}"


def _check_purse(seat: int, player: Player) -> None:
    assert 0 <= player.berries <= MAX_BERRIES, f"seat {seat} has {player.berries} berries"
    assert all(0 <= n <= MAX_RESOURCE for n in player.goods), f"seat {seat} has the resources {player.goods}"
    total = sum(line.points for line in player.lines)
    assert player.vp == total, f"seat {seat} has {player.vp} points, explained are {total}"


def _check_dice(state: State, seat: int, player: Player) -> None:
    slots = [die for board in player.boards for die in board.dice if die]
    on_goals = [die for goal in state.goals for owner, die in goal.dice if owner == seat]
    dice = [*player.dice, *slots, *on_goals, *player.aside]
    wanted = DICE + (player.title == "wisdom")
    count = len(dice) + player.unrolled + player.bank + player.white
    assert count == wanted, f"seat {seat} has {count} dice instead of {wanted}"
    assert wanted <= player.rank.max_dice, f"seat {seat} has more dice than the title allows"
    assert sum(die.startswith("white") for die in dice) <= 1, "there is one white die"
    for board in player.boards:
        for value, die in enumerate(board.dice, 1):
            assert not die or int(die[-1]) == value, f"a die of seat {seat} lies on a wrong slot"


def _check_cards(seat: int, player: Player) -> None:
    assert len(player.advisors) <= player.rank.advisors, f"seat {seat} has too many advisors"
    limit = player.rank.enhancements
    assert all(len(board.market) <= limit for board in player.boards), f"seat {seat} has too many cards under a board"


def _check_map(state: State) -> None:
    glades, homes = by_hex(state.tiles), settlements(state)
    assert len(glades) == len(state.tiles) <= GLADES[state.seats], "there are too many glades"
    assert not any(home in glades for home in homes), "a settlement lies on a glade"
    for seat, player in enumerate(state.players):
        assert len(player.workers) <= WORKERS and len(player.towers) <= TOWERS, f"seat {seat} has too many pieces"
        assert all(where in glades or where in homes for where in player.workers), (
            f"a worker of seat {seat} is off the map"
        )
        assert all(where in glades for where in player.towers), f"a tower of seat {seat} is not on a glade"
    towers = Counter(where for player in state.players for where in player.towers)
    assert all(n == 1 for n in towers.values()), "two towers stand on one glade"


def _check_city(state: State) -> None:
    in_hand = sum(isinstance(step, PutCard) for step in state.steps)
    owned = [card for player in state.players for card in city_cards(player)]
    market = [card for card in state.market if card != TAKEN]
    total = state.deck + state.discard + len(market) + len(owned) + in_hand
    assert total == CITY_CARDS, f"there are {total} city cards instead of {CITY_CARDS}"
    assert len(state.market) == MARKET[state.seats], "the market has the wrong size"
    named = [card for card in (*owned, *market) if card != "?"]
    assert len(named) == len(set(named)), "a city card is in two places"


def check_step(before: State, after: State) -> None:
    """Raise AssertionError if something went back that only goes forward: points, rounds, upgrades, towers."""
    assert after.round >= before.round, "the round counter went back"
    for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        assert new.vp >= old.vp, f"the points of seat {seat} went back"
        assert set(old.towers) <= set(new.towers), f"a tower of seat {seat} moved"
        flipped = [a.upgraded and not b.upgraded for a, b in zip(old.boards, new.boards, strict=True)]
        assert not any(flipped), f"a board of seat {seat} was flipped back"
