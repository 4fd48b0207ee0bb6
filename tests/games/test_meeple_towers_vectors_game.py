"""The specification's vectors about the end, scores, variants and set-up; each function is named by its vector."""

from dataclasses import replace

import pytest

from companion.errors import IllegalEvent
from companion.games.meeple_towers import GAME
from companion.games.meeple_towers.invariants import check
from companion.games.meeple_towers.printed import shipped
from companion.games.meeple_towers.rehearsal import arranged, play, random_game, tile_values
from companion.games.meeple_towers.scoring import finish, score_workers
from companion.games.meeple_towers.sheets import setup
from companion.model import ScoreLine
from tests.games.test_meeple_towers_table import (
    I3,
    I3_TOPS,
    SIX_STACKS,
    begin,
    copy_of,
    covered_row,
    fault_of,
    height,
    is_offered,
    offered,
    raised,
    refusal,
    supports,
    token_fight,
    worker,
)


def last_support(settings=None):
    """Seat 1 of three has one support left and uses it."""
    state = begin(3, settings)
    state = arranged(state, {word: (1, 1) for word in SIX_STACKS} | {"b4": (1,)})
    return play(state, ["0 plan", "1 play 5A", "1 support e5"])


def test_mtv_35_last_support():
    """MT-076 and MT-079: the 14th support ends the game after seat 2's turn."""
    state = last_support()
    assert (state.supports[1], len(state.ending), state.phase, state.turn) == (0, 1, "choose", 2)
    assert any("0 turns after this one" in text for text in GAME.view(state).advice)
    assert play(state, ["2 plan"]).phase == "over"


def test_mtv_36_trigger_stays():
    """MT-080: a support swapped back does not undo the end."""
    state = play(last_support({"take-that": "on"}), ["2 play 4A", "2 swap e5"])
    assert (state.supports[1], state.phase) == (1, "over")


def test_mtv_37_family():
    """MT-077: a family ends the game when its last stack is empty, not before."""
    stacks = (("f", "i3", 1), ("f", "l3", 1), ("b", "i5", 19))
    catalogue = copy_of(stacks) | tile_values("2.1", (6, 3), (2, 3), I3_TOPS)
    state = arranged(begin(catalogue=catalogue), {"a1": (0,), "c1": (0,), "b3": (1,), "a4": (1,)})
    state = play(state, ["0 play 1B", "0 take 1.1", "0 construct 0 a1"])
    assert (state.ending, state.turn) == ((), 1)
    state = play(state, ["1 play 7A", "1 take 2.1", "1 construct 0 a3"])
    assert (state.ending, state.phase) == (("tile family F is used up",), "over")


def test_mtv_38_too_few_supports():
    """MT-039 and MT-076: the last support is placed though the card shows two, and the end is near."""
    state = begin(4)
    state = arranged(state, {word: (0, 0) for word in SIX_STACKS[:5]} | {"b4": (0,)})
    state = play(state, ["0 play 2A", "0 support e5"])
    assert (state.supports[0], state.turn, len(state.ending)) == (0, 1, 1)


def tied(first, second):
    """Two seats with equal totals and workers on these levels."""
    words = iter(GAME.start(2, {}, {}).tower.words)
    placed = [(seat, level, next(words)) for seat, levels in enumerate((first, second)) for level in levels]
    state = arranged(begin(), workers={word: seat for seat, _, word in placed})
    state = raised(state, {word: level for _, level, word in placed})
    return finish(replace(state, track=(20, 20), ending=("over",))).winners


def test_mtv_39_most_workers_on_top():
    """MT-086 and MT-087: as high, but two of them there."""
    assert tied([3, 1], [3, 3]) == (1,)
    assert tied([3], [2, 2, 2]) == (0,)


def test_mtv_40_next_level_down():
    """MT-088: the next level down decides."""
    assert tied([3, 1, 1], [3, 2]) == (1,)


def test_mtv_41_any_worker_beats_none():
    """MT-086: a worker on the board beats none at all."""
    assert tied([], [0]) == (1,)


def test_mtv_42_team_scoring():
    """MT-069 and MT-070: partners' supports are one colour and the score is one."""
    state = arranged(begin(4, {"teams": "opposite"}), {"a2": (0, 2), "e2": (1, 2)})
    state = play(state, ["0 play 2B", "0 take 2.1", "0 construct 0 a2"])
    assert (state.scores, state.track) == ((11, 2, 11, 2), (11, 2))


def test_mtv_43_board_for_two():
    """MT-005: two players cannot use another board."""
    with pytest.raises(IllegalEvent) as caught:
        GAME.start(2, {"board": "1F+2F"}, {})
    assert caught.value.rule == "MT-005"
    assert GAME.start(2, {}, {}).tower.rows == 5


def test_mtv_44_worker_on_a_high_tile():
    """MT-083: two supports below the only tile make the worker worth 3."""
    state = play(covered_row(), ["1 play 6A", "1 worker purple a1"])
    assert score_workers(state).lines[1][-1] == ScoreLine("Worker at a1, level 2", 3, "MT-083")


def test_mtv_45_fewer_workers():
    """MT-027 and MT-031: only one square is free, so one of two workers is placed without a penalty."""
    state = arranged(begin(), {"a3": (1,), "b3": (1,), "c3": (1,), "d3": (1,)})
    state = play(state, ["0 play 3B", "0 worker blue e3"])
    assert (state.workers, state.turn, state.scores) == ((7, 8), 1, (0, 0))


def test_mtv_46_empty_stack():
    """MT-040: of two shapes shown only the one whose stack is not empty can be taken."""
    catalogue = copy_of((("a", "i3", 1), ("b", "i5", 19), ("a", "l3", 1)))
    state = arranged(begin(catalogue=catalogue), {"a1": (0,), "c1": (0,), "a5": (1,), "e5": (1,), "c5": (1,)})
    state = play(state, ["0 play 1B", "0 take 1.1", "0 construct 0 a1", "1 play 5B"])
    assert {word.split(".")[0] for word in offered(state, "take")} == {"2"}
    assert refusal(state, "1 take 1.1") == ("MT-040", "That stack is empty; take another shape.")
    assert refusal(state, "1 take 3.1") == ("MT-040", "The card does not show that shape; take a shape it shows.")


# ------------------------------------------------------------------------------------------------ one check per rule


@pytest.mark.parametrize("seats", [1, 5])
def test_mtv_50_number_of_players(seats):
    """MT-001: two, three or four play."""
    with pytest.raises(IllegalEvent) as caught:
        GAME.start(seats, {}, {})
    assert caught.value.rule == "MT-001"
    assert list(GAME.seats) == [2, 3, 4]
    assert [GAME.start(n, {}, {}).house.seats for n in GAME.seats] == [2, 3, 4]


def test_mtv_51_set_up():
    """MT-002, MT-003, MT-007, MT-009, MT-011, MT-012, MT-013, MT-014, MT-015: before the first turn."""
    state = begin(3)
    told = dict(setup(state).rows)
    assert "Join two halves with the connectors in the middle" in told["Board"]
    assert told["Track"] == "Lay the score track beside the board, all markers on 0."
    assert told["Tokens"] == "Shuffle the 18 bonus tokens face-down, sorted by location type."
    assert told["Tiles"] == "Stack the 21 level tiles face-up by family and shape, regular side up."
    assert told["Each seat"] == "One colour: 14 supports, 8 workers, a marker, the same 7 action cards."
    assert told["Sheet"] == "The reference sheet lies open; it is not part of the hand."
    view = GAME.view(state)
    stacks = next(s for s in view.sheets if s.title == "Level tiles")
    assert stacks.rows == (
        ("A", "line of 3", "10 of 10"),
        ("B", "line of 5", "10 of 10"),
        ("C", "corner of 3", "1 of 1"),
    )
    supplies = next(s for s in view.sheets if s.title == "Supplies")
    assert [row[1:] for row in supplies.rows] == [("14", "8", "7", "none")] * 3
    assert view.scores == (0, 0, 0)
    hands = [offered(replace(state, turn=seat), "play") for seat in range(3)]
    assert hands == [tuple(f"{card}{half}" for card in range(1, 8) for half in "AB")] * 3
    assert shipped()["counts"] == {
        "board halves": 6,
        "level tiles": 21,
        "bonus tokens": 18,
        "supports of each colour": 16,
        "workers of each colour": 8,
        "action cards of each colour": 7,
        "reference sheets": 4,
        "score markers": 4,
        "start player tokens": 1,
    }


@pytest.mark.parametrize(("seats", "count"), [(2, 16), (3, 14), (4, 12)])
def test_mtv_52_supports_each(seats, count):
    """MT-012: fewer supports with more players."""
    assert begin(seats).supports == (count,) * seats


def test_mtv_53_other_boards_and_sides():
    """MT-004, MT-006 and MT-010: 5x5 for four, mixed halves and advanced sides are accepted and named."""
    assert "harder" in dict(setup(begin(4)).rows)["Board"]
    assert "mixed" in dict(setup(begin(4, {"board": "mixed"})).rows)["Board"]
    advanced = dict(setup(begin(4, {"tiles": "advanced"})).rows)
    assert "advanced side up" in advanced["Tiles"] and "point symbol" in advanced["Advanced"]
    assert GAME.start(3, {}, {}).house.board == "1F+2F"


def test_mtv_54_token_of_the_type():
    """MT-008, MT-055 and MT-056: only the purple pool gets smaller, and no value is asked or shown."""
    state = arranged(begin(), {"a1": (0,), "c1": (0,)}, {"b1": 1})
    state = play(state, ["0 play 1B", "0 take 1.1", "0 construct 0 a1"])
    view = GAME.view(state)
    pool = next(s for s in view.sheets if s.title == "Bonus tokens left")
    assert [count for _, count, _ in pool.counts] == [5, 6, 6]
    supplies = next(s for s in view.sheets if s.title == "Supplies")
    assert (supplies.head[-1], supplies.rows[1][-1]) == ("Tokens, face-down", "1 R")
    assert "draws 1 token unseen, Residential" in " ".join(view.happened)
    assert not any(p.verb == "reveal" for p in view.prompts)


def test_mtv_55_start_player():
    """MT-016 and MT-022: the second of three starts, then to the left."""
    state = begin(3, {"start-player": "second-seat"})
    order = []
    for _ in range(4):
        order.append(state.turn)
        state = play(state, [f"{state.turn} plan"])
    assert order == [1, 2, 0, 1]
    assert refusal(state, "0 plan")[0] == "MT-022"


def test_mtv_56_play_or_plan():
    """MT-017 and MT-018: after a card there is no planning, and the card lies face-up."""
    state = play(begin(), ["0 play 1A"])
    assert refusal(state, "0 plan")[0] == "MT-017"
    assert state.played == ((1,), ())
    assert refusal(begin(), "0 support a1")[0] == "MT-017"


def test_mtv_57_any_order():
    """MT-025, MT-026 and MT-031: support first, worker declined."""
    state = play(begin(), ["0 play 1A"])
    assert [p.verb for p in GAME.prompts(state) if not p.reason] == ["worker", "support", "done"]
    assert refusal(state, "0 swap a1")[0] == "MT-025"
    state = play(state, ["0 support a1"])
    assert "leaves out 1 Residential worker" in next(p.hint for p in GAME.prompts(state) if p.verb == "done")
    state = play(state, ["0 done"])
    assert (state.workers, state.supports, state.turn) == ((8, 8), (15, 16), 1)


def test_mtv_58_locations():
    """MT-028 and MT-029: orange is Entertainment and blue is Office."""
    state = play(begin(), ["0 play 3A"])
    assert refusal(state, "0 worker orange a3") == ("MT-028", "That square is Office, the card shows Entertainment.")
    assert worker(play(state, ["0 worker orange a2"]), "a2") == 0
    purple = play(begin(), ["0 play 6A"])
    assert refusal(purple, "0 worker purple a3")[1] == "That square is Office, the card shows Residential."


def test_mtv_59_supply():
    """MT-034 and MT-090: two supports leave the supply, none is lost."""
    state = arranged(begin(), {word: (0, 0) for word in SIX_STACKS[:5]} | {"e5": (0,)})
    assert state.supports[0] == 5
    state = play(state, ["0 play 2A", "0 support a1", "0 support b1"])
    assert state.supports[0] == 3
    assert sum(stack.count(0) for stack in state.tower.supports) + state.supports[0] == 16
    check(state)


def test_mtv_60_turning():
    """MT-041 and MT-048: quarter turns only, and all squares over the board."""
    state = arranged(begin(), {"a1": (0,), "a3": (0,), "e5": (0,)})
    state = play(state, ["0 play 1B", "0 take 1.1"])
    assert refusal(state, "0 construct 45 a1")[0] == "MT-041"
    assert refusal(state, "0 construct 0 d1")[0] == "MT-048"
    assert not is_offered(state, "0 construct 45 a1")
    assert height(play(state, ["0 construct 90 a1"]), "a2") == 1
    assert height(play(state, ["0 construct 270 a3"]), "a2") == 1


def icon_below(settings=None):
    state = begin(settings=settings, catalogue=copy_of() | {"icon.5x5.b2": "yes"})
    return arranged(state, {"a2": (0,), "c2": (0,)})


def test_mtv_61_icon_of_the_surface():
    """MT-049: an icon on the covered surface demands nothing, unless the house rule says so."""
    assert fault_of(icon_below(), I3, "0", "a2") is None
    no = fault_of(icon_below({"surface-icons": "required"}), I3, "0", "a2")
    assert no is not None and no.rule == "MT-049"


def test_mtv_62_several_workers():
    """MT-058: the active player takes all that are due before the next."""
    state = token_fight((8, 2, 8), {"b2": 0, "c2": 0, "d2": 1})
    assert state.tokens == ((0, 2, 0), (0, 0, 0))


def test_mtv_63_swap_without_type():
    """MT-064: a worker swapped in needs no location on the card."""
    assert worker(play(arranged(begin(), {"b2": (0,)}), ["0 play 4A", "0 swap b2"]), "b2") == 0


def test_mtv_64_where_to_move():
    """MT-066 and MT-067: onto a single support yes, onto two or the same square no."""
    state = play(arranged(begin(), {"a1": (0,), "b1": (1,), "c1": (1, 1)}), ["0 play 4B"])
    assert refusal(state, "0 move a1 c1")[0] == "MT-036"
    assert refusal(state, "0 move a1 a1")[0] == "MT-067"
    assert supports(play(state, ["0 move a1 b1"]), "b1") == (1, 0)


def test_mtv_65_partners():
    """MT-068 and MT-071: partners always sit opposite; supplies, hands and turns are as without teams."""
    with pytest.raises(IllegalEvent, match="opposite"):
        begin(4, {"teams": "adjacent"})
    with pytest.raises(IllegalEvent) as caught:
        begin(3, {"teams": "opposite"})
    assert caught.value.rule == "MT-068"
    state = begin(4, {"teams": "opposite"})
    assert [state.house.side(seat) for seat in range(4)] == [0, 1, 0, 1]
    alone = begin(4)
    assert (state.supports, state.workers, state.played, state.turn) == (
        alone.supports,
        alone.workers,
        alone.played,
        alone.turn,
    )
    partner = play(arranged(state, {"c3": (2,), "a1": (0,)}), ["0 play 6B"])
    assert refusal(partner, "0 swap c3")[0] == "MT-075"
    assert refusal(partner, "0 move c3 e5")[0] == "MT-075"


def test_mtv_66_take_that_move():
    """MT-074: anybody's exposed support can be moved and keeps its owner; off by default (MT-075)."""
    on = play(arranged(begin(settings={"take-that": "on"}), {"c3": (1,)}), ["0 play 4B", "0 move c3 e5"])
    assert (supports(on, "e5"), on.supports) == ((1,), (16, 15))
    off = play(arranged(begin(), {"c3": (1,), "a1": (0,)}), ["0 play 4B"])
    assert refusal(off, "0 move c3 e5")[0] == "MT-075"


def revealing(track, tokens):
    lines = tuple((ScoreLine("earlier", points),) for points in track)
    return replace(begin(), track=track, lines=lines, tokens=tokens, phase="reveal", ending=("over",))


def test_mtv_67_reveal():
    """MT-084 and MT-085: revealed tokens are added and turn the game."""
    state = play(revealing((40, 38), ((1, 0, 0), (0, 2, 0))), ["0 reveal 2"])
    assert (state.phase, state.winners) == ("reveal", ())
    state = play(state, ["1 reveal 5"])
    assert (state.scores, state.winners, GAME.prompts(state)) == ((42, 43), (1,), ())


def test_mtv_68_shared_victory():
    """MT-089: equal in everything, both win."""
    assert tied([2, 0], [2, 0]) == (0, 1)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_mtv_69_invariants(seats):
    """MT-091 to MT-093: cards, tokens and tiles add up after each event, and nothing below a tile changes."""
    played = random_game(seats, {"board": "5x5"}, seed=69, catalogue=copy_of())
    assert played.state.phase == "over"
    assert played.state.tower.levels
