"""Setting up: seats, characters, map, start values, starters, market, goals, titles."""

from collections import Counter

import pytest

from companion.errors import IllegalEvent
from companion.games.tundra import GAME
from companion.games.tundra.printed import shipped, side_keys, words_for
from companion.games.tundra.state import Tile
from tests.games.test_tundra_kit import (
    CHARACTERS,
    begun,
    copy_of,
    is_offered,
    me,
    opened,
    play,
    refused_by,
    verbs,
    words,
)


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_other_numbers_of_players_are_refused(seats):
    """TU-001."""
    with pytest.raises(IllegalEvent) as caught:
        GAME.start(seats, {}, {})
    assert caught.value.rule == "TU-001"
    assert list(GAME.seats) == [2, 3, 4]


def test_each_character_is_used_once_and_unused_sets_leave():
    """TU-002 TU-020."""
    state = GAME.start(3, {}, copy_of(3))
    assert words(state, "character") == {"elisabeth", "polkan", "sophia", "hammy"}
    state = play(state, "0 character sophia")
    assert words(state, "character") == {"elisabeth", "polkan", "hammy"}
    assert refused_by(state, "1 character sophia") == "TU-002"
    state = play(state, "1 character hammy", "2 character polkan")
    assert [p.character for p in state.players] == ["sophia", "hammy", "polkan"]
    assert "character" not in verbs(state)


def test_what_each_player_owns_at_the_start():
    """TU-003 TU-004 TU-021 TU-022: 7 dice in the bank, 4 basic boards, markers for berries and three resources."""
    state = GAME.start(4, {}, {})
    for player in state.players:
        assert (player.bank, player.dice) == (7, ())
        assert [board.upgraded for board in player.boards] == [False] * 4
        assert len(player.goods) == 3
    sheet = next(s for s in GAME.view(state).sheets if s.title.startswith("Order boards of @2"))
    assert tuple(word for word in sheet.ids if word) == ("architecture", "travel", "gathering", "trade")
    supply = next(s for s in GAME.view(state).sheets if s.title.startswith("Supply of @2"))
    counts = {word: n for word, n, _ in supply.counts}
    assert (counts["workers in the bank"], counts["towers in the bank"], counts["dice in the bank"]) == (6, 4, 7)


def test_every_board_side_has_six_slots():
    """TU-005 TU-006: two sides, one slot for each value on either."""
    for board in ("architecture", "travel", "gathering", "trade"):
        for side in ("basic", "upgraded"):
            keys = side_keys(board, side)
            assert [key[-1] for key in keys] == ["6", "5", "4", "3", "2", "1"]
            assert all(words_for(key) for key in keys)
    assert words_for("board.travel.basic.7") == ()


def test_the_board_lies_in_the_middle():
    """TU-023."""
    assert any("TU-023" in advice for advice in GAME.view(GAME.start(2, {}, {})).advice)


@pytest.mark.parametrize(("seats", "glades"), [(2, 12), (3, 18), (4, 24)])
def test_glades_by_player_count(seats, glades):
    """TU-024: the drawn layout holds so many, all face down; a layout with more is not believed."""
    state = GAME.start(seats, {}, copy_of(seats))
    assert len(state.tiles) == glades
    assert {tile.shows for tile in state.tiles} == {"closed"}
    too_many = copy_of(seats) | {f"layout.{seats}.A1": "glade"}
    assert GAME.start(seats, {}, too_many).tiles == ()


def test_alternate_layouts_are_for_three_and_four():
    """TU-025: they have a drawing of their own; two players have none."""
    assert GAME.start(3, {"layout": "alternate"}, copy_of(3)).tiles == ()
    assert len(GAME.start(2, {"layout": "alternate"}, copy_of(2)).tiles) == 12


def test_settlement_and_starting_glades_are_tapped_when_no_layout_is_known():
    """TU-025 TU-026: anywhere with room for two glades beside it; the two are different tiles."""
    state = GAME.start(2, {}, {k: v for k, v in copy_of().items() if not k.startswith("layout.")})
    state = play(state, "0 character elisabeth", "1 character polkan", "0 settle C6")
    assert me(state).settlement == "C6"
    assert words(state, "starts") == {"B6", "D6", "C5", "D5", "C7", "D7"}
    assert refused_by(state, "0 starts D5 D5") == "TU-026"
    state = play(state, "0 starts D5 D6", "0 tile D5 peat", "0 tile D6 bare")
    assert state.tiles == (Tile("D5", "peat"), Tile("D6", "bare"))
    assert me(state).workers == ("D5", "D6")
    assert not is_offered(state, "1 settle D5")


def test_a_drawn_layout_needs_one_tap_per_player():
    """TU-026: the nearest space is chosen, the last one follows, starting glades are known."""
    state = play(GAME.start(2, {}, copy_of()), "0 character elisabeth", "1 character polkan")
    assert words(state, "settle") == {"C6", "J5"}
    state = opened(play(state, "0 settle J5"))
    assert [p.settlement for p in state.players] == ["J5", "C6"]
    assert [p.workers for p in state.players] == [("I5", "I6"), ("D5", "D6")]


def test_workers_of_the_setup_gain_nothing():
    """TU-027 TU-028: one on each starting glade, four left in the bank, no resources although tiles were opened."""
    state = begun()
    assert {tile.shows for tile in state.tiles} > {"peat", "stone"}
    for player in state.players:
        assert len(player.workers) == 2 and player.towers == ()
        assert (player.berries, player.goods) == (6, (2, 2, 2))


def test_start_values_are_asked_as_one_form_and_never_taken_for_zero():
    """TU-029 TU-030: five numbers, unknown until told."""
    keys = ("start.berries", "start.firewood", "start.stone", "start.peat", "start.vp")
    assert not any(key in shipped() for key in keys)
    catalogue = {k: v for k, v in copy_of().items() if k not in keys}
    state = play(GAME.start(2, {}, catalogue), "0 character elisabeth", "1 character polkan", "0 settle C6")
    state = opened(state)
    answer = "0 catalogue start.berries 4 start.firewood 1 start.stone 0 start.peat 3 start.vp 5"
    state = play(state, answer)
    for player in state.players:
        assert (player.berries, player.goods, player.vp) == (4, (1, 0, 3), 5)
        assert [(line.points, line.rule) for line in player.lines] == [(5, "TU-030")]


@pytest.mark.parametrize(("seats", "cards"), [(2, 8), (3, 12), (4, 16)])
def test_starters_by_player_count(seats, cards):
    """TU-011 TU-031: dots tell which ones are used, once they are known."""
    dots = {f"starter.s{n:02}.dots": "0" if n <= 8 else "3" if n <= 12 else "4" for n in range(1, 17)}
    state = begun_until_starters(seats, copy_of(seats) | dots)
    assert len(words(state, "starter", 0)) == cards
    assert f"of {cards} cards in play four are dealt" in GAME.prompts(state)[0].hint


def begun_until_starters(seats, catalogue):
    state = GAME.start(seats, {}, catalogue)
    state = play(state, *(f"{s} character {CHARACTERS[s]}" for s in range(seats)))
    homes = ("C6", "J5", "G3", "G8")
    for seat in range(seats):
        state = opened(play(state, f"{seat} settle {homes[seat]}") if "settle" in verbs(state) else state)
    return state


def test_two_starters_are_kept_under_two_boards():
    """TU-032 TU-033: two each, no card twice, never two under one board."""
    state = begun_until_starters(2, copy_of())
    state = play(state, "0 starter s05 travel")
    assert refused_by(state, "0 starter s06 travel") == "TU-033"
    assert words(state, "starter") == {"architecture", "gathering", "trade"}
    assert refused_by(state, "0 starter s05 trade") == "TU-032"
    state = play(state, "0 starter s06 trade")
    assert {p.seat for p in GAME.prompts(state)} == {1}
    assert "s05" not in words(state, "starter", 0)
    state = play(state, "1 starter s01 travel", "1 starter s02 trade")
    assert "starter" not in verbs(state)
    assert [b.starter for b in me(state).boards] == ["", "s05", "", "s06"]


def test_round_counter_starts_on_one():
    """TU-034."""
    assert GAME.start(2, {}, {}).round == 0
    assert GAME.view(begun()).round == 1


@pytest.mark.parametrize(("seats", "considered"), [(2, 6), (3, 9), (4, 9)])
def test_common_goals_by_player_count(seats, considered):
    """TU-011 TU-036 TU-037: cards with three dots are out with two players; one goal per player is opened."""
    dots = {f"goal.{g}.dots": "3" for g in ("cards", "firewood", "stone")}
    state = begun_until_starters(seats, copy_of(seats) | dots)
    boards = ("travel", "trade")
    state = play(state, *(f"{s} starter s{2 * s + i + 1:02} {boards[i]}" for s in range(seats) for i in (0, 1)))
    assert len(words(state, "goal")) == considered
    state = play(state, "0 goal berries")
    assert refused_by(state, "0 goal berries") == "TU-037"
    for goal in ("towers", "workers", "peat")[: seats - 1]:
        state = play(state, f"0 goal {goal}")
    assert len(state.goals) == seats
    assert "goal" not in verbs(state)


def test_basic_game_asks_for_no_titles_goals_or_white_die():
    """TU-038 TU-065: everybody has the basic title and no white die."""
    state = begun()
    assert [(p.title, p.white) for p in state.players] == [("humble", False)] * 2
    assert GAME.settings[0].words[0] == "off"


def test_the_first_player_is_asked_with_the_rule():
    """TU-039: born last in a winter month, else decided."""
    state = begun_until_first()
    (prompt,) = GAME.prompts(state)
    assert "winter month" in prompt.hint and "nobody" in prompt.hint
    assert play(state, "0 first 1").first == 1


def begun_until_first():
    state = begun_until_starters(2, copy_of())
    state = play(
        state, *(f"{s} starter s{2 * s + i + 1:02} {b}" for s in (0, 1) for i, b in enumerate(("travel", "trade")))
    )
    return play(state, "0 goal berries", "0 goal towers")


def test_starters_may_be_chosen_after_the_goals():
    """TU-040."""
    state = GAME.start(2, {"starters": "after-goals"}, copy_of())
    state = opened(play(state, "0 character elisabeth", "1 character polkan", "0 settle C6"))
    assert verbs(state) == {"goal"}
    state = play(state, "0 goal berries", "0 goal towers")
    assert verbs(state) == {"starter"}
    assert begun(settings={"starters": "after-goals"}).round == 1


def test_titles_are_dealt_one_each_before_workers_are_placed():
    """TU-240 TU-242 TU-243: each title once; it replaces the basic one with all its values."""
    state = GAME.start(3, {"special": "on"}, copy_of(3))
    state = play(state, *(f"{s} character {CHARACTERS[s]}" for s in range(3)))
    assert len(words(state, "title")) == 6
    state = play(state, "0 title generous")
    assert refused_by(state, "1 title generous") == "TU-240"
    state = play(state, "1 title hard-worker", "2 title provident")
    assert [p.rank.round_start for p in state.players] == ["berry-3", "nothing", "card-1"]
    assert [p.rank.advisors for p in state.players] == [3, 2, 4]
    assert [p.rank.change for p in state.players] == [1, 2, 2]


def test_three_dots_keep_titles_out_with_two_players():
    """TU-011 TU-241: once the dots are known; before, the players are reminded."""
    dotted = copy_of() | {"title.wisdom.dots": "3", "personal.edge.dots": "3"}
    two = play(GAME.start(2, {"special": "on"}, dotted), "0 character elisabeth", "1 character polkan")
    assert "wisdom" not in words(two, "title")
    assert any("three dots" in prompt.hint for prompt in GAME.prompts(two))
    three = GAME.start(3, {"special": "on"}, copy_of(3) | {"title.wisdom.dots": "3"})
    three = play(three, *(f"{s} character {CHARACTERS[s]}" for s in range(3)))
    assert "wisdom" in words(three, "title")


def test_inspiring_starts_with_two_more_workers():
    """TU-267: on the own settlement."""
    state = begun(settings={"special": "on"}, titles=("inspiring", "wisdom"))
    assert Counter(me(state).workers) == Counter({"C6": 2, "D5": 1, "D6": 1})
    assert len(me(state, 1).workers) == 2
    assert (me(state).white, me(state, 1).white) == (False, True)


def test_a_wrong_dots_list_never_blocks_the_setup():
    """TU-241: if the dots would leave too few titles, all are offered."""
    dots = {
        f"title.{t}.dots": "3" for t in ("wisdom", "provident", "inspiring", "determined", "hard-worker", "generous")
    }
    state = play(GAME.start(2, {"special": "on"}, copy_of() | dots), "0 character elisabeth", "1 character polkan")
    assert len(words(state, "title")) == 6
