"""Printed values nobody has told yet: asked when needed, remembered, never guessed."""

import pytest

from companion.errors import IllegalEvent
from companion.games.meeple_towers import GAME
from companion.games.meeple_towers.printed import allowed, half_text
from companion.games.meeple_towers.rehearsal import arranged, card_values, made_up_copy, play, stack_values
from companion.games.meeple_towers.shapes import SHAPES, spots, turned
from companion.model import Event, Grid
from tests.games.test_meeple_towers_table import begin, copy_of, offered, refusal, worker


def asked(state):
    """The keys that are asked for now."""
    return [] if state.question is None else [ask.key for ask in state.question.asks]


def form(state, **answers):
    """The event that answers the open question: the first word of each value except those given by their last part."""
    words = [w for ask in state.question.asks for w in (ask.key, answers.get(ask.key.split(".")[-1], ask.words[0]))]
    return " ".join([str(state.turn), state.question.verb, *words])


def test_size_is_asked_before_anything_else():
    state = GAME.start(3, {}, {})
    assert asked(state) == ["size.1F+2F.rows", "size.1F+2F.cols"]
    state = play(state, [form(state, rows="5", cols="6")])
    assert (state.tower.rows, state.tower.cols, len(state.tower.words), state.question) == (5, 6, 30, None)


def test_known_values_are_not_asked_again():
    state = GAME.start(3, {}, made_up_copy())
    state = play(state, ["0 play 1A", "0 worker purple a1", "0 support b1"])
    assert (state.turn, state.question) == (1, None)


def test_half_is_asked_once():
    state = play(GAME.start(2, {}, {}), ["0 play 2B"])
    assert len(asked(state)) == 9 and asked(state)[0] == "card.2.B.purple"
    state = play(state, [form(state, supports="1"), "0 support a1"])
    assert half_text(state.printed.halves[3]) == "1 support"
    assert play(state, ["1 play 2B"]).question is None


def test_half_without_an_action_is_refused():
    """MT-025: a half shows at least one action."""
    state = play(GAME.start(2, {}, {}), ["0 play 2B"])
    assert refusal(state, form(state))[0] == "MT-025"


def test_stacks_are_asked_until_all_tiles_are_told():
    """MT-009 and MT-092: stack after stack, 21 tiles in all."""
    state = play(begin(catalogue=card_values({"1.A": {"tile1": "i3"}})), ["0 play 1A"])
    assert asked(state)[0] == "stack.regular.1.family"
    state = play(state, [form(state, shape="i3", count="20")])
    assert state.question.asks[2].words == ("1",)
    assert refusal(state, form(state, shape="i3"))[0] == "MT-009"
    state = play(arranged(state, {"a1": (0,)}), [form(state, shape="l3")])
    assert (state.phase, offered(state, "take")) == ("act", ("1.new",))


def test_top_tile_is_asked_and_drawn_with_numbers():
    """MT-040: a tile seen for the first time is described, then placed."""
    catalogue = card_values({"1.A": {"tile1": "l3"}}) | stack_values((("a", "l3", 21),))
    state = play(arranged(begin(catalogue=catalogue), {"b1": (0,), "a2": (0,)}), ["0 play 1A", "0 take 1.new"])
    stem = "tile.regular.1.1"
    assert asked(state) == [f"{stem}.box", f"{stem}.node", f"{stem}.icon.1", f"{stem}.icon.2", f"{stem}.icon.3"]
    drawn = next(s for s in GAME.view(state).sheets if isinstance(s, Grid) and s.title == "The tile: corner of 3")
    assert [(c.x, c.y, c.text) for c in drawn.cells] == [(0, 0, "1"), (1, 0, "2"), (0, 1, "3")]
    event = f"0 catalogue {stem}.box 7 {stem}.node 2 {stem}.icon.1 no {stem}.icon.2 yes {stem}.icon.3 yes"
    state = play(state, [event, "0 construct 0 a1"])
    assert state.scores == (7 + 4, 0)
    assert not state.printed.tiles[0].tops[0]


def test_tile_that_fits_nowhere_goes_back_and_is_remembered():
    catalogue = card_values({"1.A": {"tile1": "l3"}}) | stack_values((("a", "l3", 21),))
    state = play(arranged(begin(catalogue=catalogue), {"b1": (0,)}), ["0 play 1A", "0 take 1.new"])
    stem = "tile.regular.1.1"
    state = play(
        state, [f"0 catalogue {stem}.box 7 {stem}.node 2 {stem}.icon.1 yes {stem}.icon.2 yes {stem}.icon.3 yes"]
    )
    assert (state.phase, state.tile) == ("act", None)
    assert "fits nowhere" in state.happened[0]
    assert offered(state, "take") == ("1.new",)


def test_top_of_a_placed_tile_is_asked_when_a_worker_comes():
    catalogue = {key: word for key, word in copy_of().items() if ".top." not in key}
    state = arranged(begin(catalogue=catalogue), {"a1": (0,), "c1": (0,)})
    state = play(state, ["0 play 1B", "0 take 1.1", "0 construct 180 c1", "1 play 6A", "1 worker purple c1"])
    assert asked(state) == ["tile.regular.1.1.top.1"]
    assert worker(play(state, [form(state)]), "c1") == 1


def test_wrong_square_is_told_and_the_action_stays():
    """MT-028 and MT-030: what the square turns out to be decides."""
    catalogue = {key: word for key, word in copy_of().items() if not key.startswith("square")}
    state = play(begin(catalogue=catalogue), ["0 play 6A", "0 worker purple c3"])
    for word, sentence in (
        ("blue", "That square is Office, the card shows Residential."),
        ("striped", "Striped squares never take workers."),
    ):
        after = play(state, [f"0 catalogue square.5x5.c3 {word}"])
        assert (after.happened, after.phase, "c3" in offered(after, "worker")) == ((sentence,), "act", False)


def test_swap_asks_for_the_square_too():
    catalogue = {key: word for key, word in copy_of().items() if not key.startswith("square")}
    state = play(arranged(begin(catalogue=catalogue), {"c3": (0,)}), ["0 play 4A", "0 swap c3"])
    assert asked(state) == ["square.5x5.c3"]
    striped = play(state, ["0 catalogue square.5x5.c3 striped"])
    assert (worker(striped, "c3"), offered(striped, "swap"), striped.phase) == (-1, (), "act")
    assert worker(play(state, ["0 catalogue square.5x5.c3 plain"]), "c3") == 0


def test_token_count_is_asked_with_the_first_token():
    """MT-092: two counts give the third, because there are 18."""
    catalogue = {key: word for key, word in copy_of().items() if not key.startswith("tokens")}
    state = arranged(begin(catalogue=catalogue), {"a2": (0,), "e2": (0,)}, {"b2": 0, "c2": 1})
    state = play(state, ["0 play 2B", "0 take 2.1", "0 construct 0 a2"])
    assert asked(state) == ["tokens.orange"]
    assert state.question.asks[0].words == tuple(str(n) for n in range(1, 17))
    state = play(state, ["0 catalogue tokens.orange 6"])
    assert (state.tokens, state.printed.tokens) == (((0, 1, 0), (0, 1, 0)), (-1, 6, -1))
    assert begin(catalogue=catalogue | {"tokens.orange": "6", "tokens.blue": "7"}).printed.tokens == (5, 6, 7)


def test_mixed_board_is_described_for_one_game_only():
    """MT-004: another mix next time, so nothing about it goes to the copy's values."""
    state = GAME.start(3, {"board": "mixed"}, {})
    assert state.question.verb == "describe"
    state = play(state, [form(state, rows="5", cols="5")])
    state = play(state, ["0 play 1A"])
    assert state.question.verb == "catalogue"
    state = play(state, [form(state, purple="1"), "0 worker purple a1"])
    assert (state.question.verb, asked(state)) == ("describe", ["square.mixed.a1"])


def test_answer_must_fit_the_question():
    state = GAME.start(3, {}, {})
    for text in ("0 plan", "0 catalogue size.1F+2F.rows 5", "0 catalogue size.1F+2F.rows 50 size.1F+2F.cols 5"):
        with pytest.raises(IllegalEvent):
            GAME.apply(state, Event.parse(text))


@pytest.mark.parametrize(
    "values",
    [
        {"plan.1": "3"},
        {"tokens.purple": "many"},
        {"tokens.purple": "9", "tokens.orange": "9"},
        {"tokens.purple": "6", "tokens.orange": "6", "tokens.blue": "7"},
        stack_values((("a", "i3", 12), ("b", "i3", 12))),
        stack_values((("a", "i3", 2), ("a", "i3", 2))),
    ],
)
def test_wrong_printed_values_are_refused(values):
    with pytest.raises(IllegalEvent):
        GAME.start(2, {}, values)


def test_every_asked_key_is_an_allowed_key():
    """What the companion asks for it can also read back from the copy's values."""
    for key, word in made_up_copy().items():
        assert word in allowed(key)


def test_shapes_turn_and_mirror():
    """MT-041: a quarter turn keeps the outline; only outlines that differ from their mirror image have one."""
    assert turned(SHAPES["i3"], 1) == ((0, 0), (1, 0), (2, 0))
    assert all(turned(offsets, 4) == offsets for offsets in SHAPES.values())
    mirrored = sorted(name for name in SHAPES if name.endswith("-mirrored"))
    assert mirrored == [f"{name}-mirrored" for name in ("f5", "l4", "l5", "n5", "p5", "s4", "y5", "z5")]
    assert len(spots(5, 5, "i3", 0, False)) == 15
    assert len(spots(5, 5, "x5", 0, False)) == 9
