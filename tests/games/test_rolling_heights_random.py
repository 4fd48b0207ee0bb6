"""Whole games by chance with every state checked: conserved pieces, explained scores, equal turns, same replay."""

from random import Random

import pytest

from companion.errors import IllegalEvent
from companion.games._shared import Played
from companion.games.rolling_heights import GAME
from companion.games.rolling_heights.invariants import check, check_step
from companion.games.rolling_heights.rehearsal import random_event, random_game, sample_catalogue
from companion.games.rolling_heights.rules import VERBS
from companion.games.rolling_heights.state import DEPTHS, State
from companion.model import Event

SAMPLE = sample_catalogue(1)
HOUSES = (
    {},
    {"tokens-need-purchase": "no", "pink-is-purchase": "yes", "clamp-at-zero": "yes"},
    {"limit-meeples": "no", "limit-wild": "no", "pink-takes-tokens": "no", "start-spacing": "1", "advice": "on"},
)


def replayed(played: Played[State], seats: int, settings: dict[str, str], catalogue: dict[str, str]) -> None:
    state = GAME.start(seats, settings, catalogue)
    for event in played.events:
        assert any(p.accepts(event) for p in GAME.prompts(state)), f"nothing awaited {event}"
        state = GAME.apply(state, event)
    assert (state, hash(state)) == (played.state, hash(played.state))


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("seats", GAME.seats)
def test_random_games_keep_every_invariant(seats: int, depth: str) -> None:
    """RH-155, RH-181, RH-182, RH-183, RH-184, RH-185: checked after every event of a whole game."""
    index = (seats + DEPTHS.index(depth)) % len(HOUSES)
    settings, catalogue = {"depth": depth, **HOUSES[index]}, SAMPLE if index else {}
    played = random_game(seats, settings, 10 * seats, catalogue)
    assert played.state.stage == "over"
    view = GAME.view(played.state)
    assert view.prompts == ()
    assert [sum(line.points for line in lines) for lines in view.breakdown] == list(view.scores)
    if depth != "ledger":
        replayed(played, seats, settings, catalogue)


def test_random_games_view_every_state() -> None:
    """RH-026: drawing never fails and changes nothing."""
    settings = {"depth": "full", "advice": "on"}
    played = random_game(3, settings, 5, SAMPLE)
    state = GAME.start(3, settings, SAMPLE)
    for event in played.events[:150]:
        state = GAME.apply(state, event)
        view = GAME.view(state)
        assert view.prompts == GAME.prompts(state)
        assert view.headline
        assert view.phase in ("", *view.phases)


WORDS = (
    "", "0", "2", "-3", "99", "²", "brown", "brown:hard", "green:hard", "purple:steady", "brown:aside", "a1", "z9",
    "wood", "misc-wood", "power", "1-1", "9-9", "1-", "target-1", "ad-1", "full", "points", "board.1A.1", "land",
    "meeples.brown", "plan-1", "3A", "none", "*",
)  # fmt: skip


@pytest.mark.parametrize("depth", DEPTHS)
def test_no_event_whatever_breaks_the_rules_or_the_program(depth: str) -> None:
    """RH-181, RH-182: events nobody awaits are refused in a sentence, or leave a sound state."""
    dice = Random(depth)
    state = GAME.start(2, {"depth": depth}, SAMPLE)
    for _ in range(60):
        for _ in range(8):
            words = tuple(dice.choice(WORDS) for _ in range(dice.choice((0, 1, 1, 2, 2, 3, 4, 9))))
            attempt(state, Event(dice.choice((0, 1, 7)), dice.choice((*VERBS, "fly")), words))
        if found := GAME.prompts(state):
            state = attempt(state, random_event(found, dice))


def attempt(state: State, event: Event) -> State:
    """The state after an event, sound in any case."""
    try:
        after = GAME.apply(state, event)
    except IllegalEvent as error:
        assert str(error)
        return state
    check(after)
    check_step(state, after)
    return after
