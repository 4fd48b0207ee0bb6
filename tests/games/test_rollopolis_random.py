"""Random whole games: laws kept after every event, nothing ever taken back from paper."""

import random

import pytest

from companion.errors import IllegalEvent
from companion.games.rollopolis import GAME
from companion.games.rollopolis.board import SPECIALS
from companion.games.rollopolis.house import SETTINGS
from companion.games.rollopolis.invariants import check
from companion.model import CATALOGUE_VERB, Event
from tests.games.test_rollopolis_positions import SHEET

LONGEST = 4000


def keen(prompts, dice):
    """A player who builds whenever something can be built, so that districts grow."""
    builds = [p for p in prompts if p.verb in ("build", "reroll", "university")]
    others = [p for p in prompts if p.verb not in ("forgo", "bonus", CATALOGUE_VERB)]
    return dice.choice(builds or others or prompts)


def careless(prompts, dice):
    """A player who taps anything."""
    return dice.choice(prompts)


def play(seats, seed, choose, settings=None, catalogue=None):
    """The states of a random game, from first to last."""
    dice = random.Random(seed)
    state = GAME.start(seats, settings or {}, catalogue or {})
    yield state
    for _ in range(LONGEST):
        prompts = [p for p in GAME.prompts(state) if not p.reason]
        if not prompts:
            return
        prompt = choose(prompts, dice)
        state = GAME.apply(state, Event(prompt.seat, prompt.verb, tuple(dice.choice(o) for o in prompt.options)))
        yield state
    raise AssertionError("the game does not end")


def laws(states):
    """Check every state, and every step from one to the next."""
    before = None
    for state in states:
        check(state)
        if before is not None:
            step(before, state)
        before = state
    return before


def step(old, new):
    """RO-129 RO-050 RO-103: paper only ever gains marks."""
    assert all(b[: len(a)] == a and len(b) - len(a) <= 1 for a, b in zip(old.tracks, new.tracks, strict=True))
    for was, now in zip(old.districts, new.districts, strict=True):
        assert 0 <= now.bonus - was.bonus <= 1
        assert 0 <= now.university - was.university <= 1
        assert 0 <= now.hospital - was.hospital <= 1
        changed = [(a, b) for a, b in zip(was.cells, now.cells, strict=True) if a != b]
        assert len(changed) <= 1
        assert all(not a or (a[0] == b[0] and int(b[1]) == int(a[1]) + 1) for a, b in changed)


@pytest.mark.parametrize("seed", range(12))
def test_careless_games_keep_every_law(seed):
    """RO-129 RO-188"""
    last = laws(play(1 + seed % 4, seed, careless))
    assert last.phase == "over"


@pytest.mark.parametrize("seed", range(12))
def test_keen_games_keep_every_law(seed):
    """RO-125 RO-129: districts fill up, abilities are used."""
    last = laws(play(1 + seed % 4, seed, keen, catalogue=SHEET))
    assert last.phase == "over"
    assert GAME.view(last).winners


@pytest.mark.parametrize("seed", range(6))
def test_keen_games_on_an_unknown_print_keep_every_law(seed):
    """RO-017 RO-013: numbers are told by drawing and building; two players know their tracks."""
    last = laws(play(2, seed, keen))
    assert last.phase == "over"
    built = {code for d in last.districts for code in d.cells if code in {s.letter for s in SPECIALS}}
    told = {s.letter for s, numbers in zip(SPECIALS, last.printed.dice, strict=True) if numbers}
    assert built <= told


@pytest.mark.parametrize("seed", range(8))
def test_games_with_other_readings_keep_every_law(seed):
    dice = random.Random(seed)
    settings = {s.name: dice.choice(s.words) for s in SETTINGS}
    assert laws(play(1 + seed % 4, seed, keen, settings, SHEET)).phase == "over"


def test_same_events_give_the_same_state():
    first, second = (list(play(3, 7, careless)) for _ in range(2))
    assert first == second
    assert len({hash(state) for state in first}) > len(first) // 2


def test_every_refusal_of_a_strange_event_is_a_sentence():
    """Any words at any moment are either played or refused, never more."""
    dice = random.Random(1)
    verbs = ["roll", "terrain", "again", "first", "lot", "draft", "reroll", "residential", "commercial", "special"]
    verbs += ["industrial", "university", "bonus", "build", "upgrade", "forgo", "catalogue", "nonsense"]
    words = ["1", "6", "9", "c3", "a1", "forest", "residential", "special", "park", "permit", "joker", "x", "0"]
    refusals = 0
    for state in play(2, 3, keen, catalogue=SHEET):
        for _ in range(12):
            event = Event(dice.randrange(2), dice.choice(verbs), tuple(dice.choices(words, k=dice.randrange(3))))
            try:
                check(GAME.apply(state, event))
            except IllegalEvent as refusal:
                assert str(refusal).endswith(".")
                refusals += 1
    assert refusals > 500
