"""Whole games by chance with every position checked, and proof that the checks notice what is wrong."""

import random
from dataclasses import replace

import pytest

from companion.errors import IllegalEvent
from companion.games.tundra import GAME
from companion.games.tundra.invariants import check, check_step
from companion.games.tundra.state import Advisor, Goal, Tile
from companion.model import Event, ScoreLine
from tests.games.test_tundra_kit import boards, copy_of, mapped, turn

FREE_WORDS = ("berry-1+peat-1", "mp-1|any-2", "same-2>vp-1", "worker-1+card-1", "no effect at all")
OTHER_WORDS = {setting.name: setting.words[-1] for setting in GAME.settings}
LONGEST = 5000
TRIES = 200


def random_event(prompts, dice):
    prompt = dice.choice(prompts)
    words = tuple(dice.choice(FREE_WORDS if allowed == ("*",) else allowed) for allowed in prompt.options)
    return Event(prompt.seat, prompt.verb, words)


def random_game(seats, settings, catalogue, seed):
    """The events and the last state of a whole game, all invariants checked after each event."""
    dice = random.Random(seed)
    state, events = GAME.start(seats, settings, catalogue), []
    check(state)
    while prompts := [p for p in GAME.prompts(state) if not p.reason]:
        for _ in range(TRIES):
            event = random_event(prompts, dice)
            try:
                after = GAME.apply(state, event)
                break
            except IllegalEvent as refusal:
                assert str(refusal), f"{event} was refused without a word"
        else:
            raise AssertionError(f"stuck at {state.steps[0]}")
        check(after)
        check_step(state, after)
        state = after
        events.append(event)
        assert len(events) < LONGEST, "the game does not end"
    return events, state


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("settings", [{}, {"special": "on"}, OTHER_WORDS], ids=["default", "special", "all-other"])
@pytest.mark.parametrize("known", [True, False], ids=["known", "unknown"])
def test_random_games_end_and_replay(seats, settings, known):
    """TU-003 TU-013 TU-014 TU-015 and TU-060: dice conserved, tracks in their limits, points explained, four rounds."""
    catalogue = copy_of(seats) if known else {}
    events, state = random_game(seats, settings, catalogue, seats)
    assert state.round == 4 and state.steps == ()
    assert GAME.view(state).winners
    again = GAME.start(seats, settings, catalogue)
    for event in events:
        again = GAME.apply(again, Event.parse(str(event)))
    assert again == state
    assert hash(again) == hash(state)


def test_every_position_of_a_random_game_can_be_drawn():
    """The view never fails, its scores are explained, and what can be tapped on a sheet exists there."""
    dice = random.Random(5)
    state, seen = GAME.start(3, {"special": "on"}, {}), 0
    while prompts := [p for p in GAME.prompts(state) if not p.reason]:
        view = GAME.view(state)
        assert [sum(line.points for line in lines) for lines in view.breakdown] == list(view.scores)
        assert view.phase in view.phases and view.headline
        grid = {cell.id for sheet in view.sheets if hasattr(sheet, "cells") for cell in sheet.cells}
        moves = {
            word for p in view.prompts if p.verb in ("move", "build", "settle") for words in p.options for word in words
        }
        assert {m for m in moves if ">" not in m and m not in ("firewood", "stone", "peat")} <= grid
        try:
            state = GAME.apply(state, random_event(prompts, dice))
            seen += 1
        except IllegalEvent:
            continue
    assert seen > 100


def wrong(state):
    """Positions that cannot be, and a word of what is wrong with each."""
    player = state.players[0]

    def me(**changes):
        return replace(state, players=(replace(player, **changes), state.players[1]))

    double = tuple(replace(b, market=("c01", "c02")) for b in player.boards[:1]) + player.boards[1:]
    misplaced = (replace(player.boards[0], dice=("2", "", "", "", "", "")), *player.boards[1:])
    return [
        ("berries", me(berries=21)),
        ("berries", me(berries=-1)),
        ("resources", me(goods=(11, 0, 0))),
        ("explained", me(vp=3)),
        ("explained", me(lines=(ScoreLine("x", 2, ""),))),
        ("dice", me(bank=player.bank - 1)),
        ("dice", me(dice=(*player.dice, "6"))),
        ("wrong slot", me(boards=misplaced, bank=player.bank - 1)),
        ("advisors", me(advisors=tuple(Advisor(f"c0{n}") for n in range(1, 5)))),
        ("under a board", me(boards=double)),
        ("pieces", me(workers=("D5",) * 7)),
        ("off the map", me(workers=("A1",))),
        ("not on a glade", me(towers=("C6",))),
        (
            "two towers",
            replace(
                me(towers=("E5",)), players=(me(towers=("E5",)).players[0], replace(state.players[1], towers=("E5",)))
            ),
        ),
        ("too many glades", replace(state, tiles=(*state.tiles, Tile("A1")))),
        ("city cards", replace(state, deck=state.deck - 1)),
        ("two places", replace(state, market=("c01", "c01", "?", "?"))),
        ("four rounds", replace(state, round=5)),
        ("two dice lie", replace(me(bank=player.bank - 2), goals=(Goal("berries", ((0, "1"), (0, "1"))),))),
    ]


def test_the_checks_notice_what_is_wrong():
    state = mapped(turn())
    check(state)
    for what, position in wrong(state):
        with pytest.raises(AssertionError, match=what):
            check(position)


@pytest.mark.parametrize(
    ("what", "before", "after"),
    [
        ("points", {"vp": 2}, {"vp": 1}),
        ("tower", {"towers": ("E5",)}, {"towers": ("F5",)}),
        ("flipped", {"boards": boards(1)}, {"boards": boards()}),
    ],
)
def test_the_checks_notice_what_went_back(what, before, after):
    """TU-043 TU-059 TU-192: points, towers and upgrades only go forward."""
    state = turn()
    first = replace(state, players=(replace(state.players[0], **before), state.players[1]))
    second = replace(state, players=(replace(state.players[0], **after), state.players[1]))
    check_step(first, first)
    with pytest.raises(AssertionError, match=what):
        check_step(first, second)
