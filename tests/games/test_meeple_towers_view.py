"""What people see: the tower level by level, reasons on squares, few taps, sound scores."""

from dataclasses import replace
from random import Random

import pytest

from companion.errors import IllegalEvent
from companion.games.meeple_towers import GAME
from companion.games.meeple_towers.rehearsal import arranged, made_up_copy, play, random_event
from companion.model import Grid
from tests.games.test_meeple_towers_table import begin, covered_row, offered

MOST_TAPS = 3


def taps(prompt):
    """One for the verb and one for each argument that leaves a choice."""
    return 1 + sum(len(words) > 1 for words in prompt.options)


def grids(state):
    """The drawings of the tower; hands and tiles belong to a seat."""
    common = [s for s in GAME.view(state).sheets if isinstance(s, Grid) and s.seat is None]
    return {str(s.title): {c.id: c for c in s.cells} for s in common}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_usual_moves_take_three_taps(seats):
    rng, state = Random(seats), GAME.start(seats, {}, made_up_copy())
    seen = set()
    while found := GAME.prompts(state):
        for prompt in found:
            assert taps(prompt) <= MOST_TAPS, prompt
            seen.add(prompt.verb)
        try:
            state = GAME.apply(state, random_event(found, rng))
        except IllegalEvent:
            continue
    assert seen >= {"play", "plan", "worker", "support", "swap", "move", "take", "construct", "put-back", "done"}


def test_levels_are_drawn_from_the_top_down():
    drawn = grids(covered_row())
    assert list(drawn) == ["Seen from above", "Level 2", "Property board"]
    assert [word for word in drawn["Level 2"] if "@" not in word] == ["a1", "b1", "c1"]
    assert {word for word in drawn["Property board"] if "@" in word} == {"a1@0", "b1@0", "c1@0"}
    assert (drawn["Property board"]["a1@0"].text, drawn["Property board"]["b1@0"].text) == ("▮▮", "▒")
    assert [drawn["Level 2"][word].color for word in ("a1", "b1", "c1")] == ["purple", "orange", "blue"]
    assert drawn["Level 2"]["a2@2"].title == "a2: no tile lies at this level."


def test_all_levels_are_drawn_in_the_same_frame():
    frames = [{(c.x, c.y) for c in cells.values()} for cells in grids(covered_row()).values()]
    assert frames == [{(x, y) for x in range(5) for y in range(5)}] * 3


def test_board_alone_is_drawn_once():
    assert list(grids(begin())) == ["Property board"]


def test_whole_tower_is_seen_in_one_grid():
    seen = grids(covered_row())["Seen from above"]
    shown = [(seen[word].text, seen[word].note) for word in ("a1", "b1", "c1", "d1")]
    assert shown == [("R◎", "↑2"), ("E", "↑2"), ("O◎", "↑2"), ("R", "")]
    assert seen["b1"].title == "b1, level 2, Entertainment: empty."


def test_every_offered_square_can_be_tapped():
    """Each is on the grid from above, and on exactly one of the levels."""
    state = play(covered_row(), ["1 play 5A"])
    whole, *levels = grids(state).values()
    assert set(offered(state, "support")) <= set(whole)
    on_levels = [word for cells in levels for word in cells]
    assert all(on_levels.count(word) == 1 for word in offered(state, "support"))


def test_squares_show_what_stands_there():
    state = arranged(begin(), {"a1": (0,), "b1": (0, 1)}, {"c1": 1})
    cells = grids(state)["Property board"]
    assert [(cells[w].text, cells[w].mark) for w in ("a1", "b1", "c1", "d1", "d4")] == [
        ("▮", "seat0"),
        ("▮▮", "seat0 seat1"),
        ("♟", "seat1"),
        ("R", ""),
        ("//", ""),
    ]
    assert cells["b1"].title.startswith("b1, Residential: supports of @0, on it @1.")


def test_illegal_squares_say_why():
    state = play(arranged(begin(), {"a1": (1, 1)}, {"b1": 1}), ["0 play 1A"])
    cells = grids(state)["Property board"]
    assert cells["a1"].title == (
        "a1, Residential: supports of @1, on it @1. Worker: A support stands there; a worker needs an empty square. "
        "Support: Two supports are the maximum; choose a lower square."
    )
    assert cells["b1"].title.endswith("Support: A worker stands there; a support needs another square.")
    assert "Worker: Striped squares never take workers. Support: yes." in cells["d4"].title
    assert "Worker: That square is Office, the card shows Residential." in cells["a3"].title
    assert cells["c1"].title == "c1, Residential: empty. Worker: yes. Support: yes."


def test_squares_say_why_a_tile_does_not_fit():
    state = arranged(begin(), {"a1": (0,), "c1": (0, 0), "a5": (0,), "c5": (0,)})
    cells = grids(play(state, ["0 play 1B", "0 take 1.1"]))["Property board"]
    assert "As drawn: Not level: square a1 is 1 high, c1 is 2 high." in cells["a1"].title
    assert "As drawn or turned left: It would stick out over the edge of the board." in cells["d1"].title
    assert "As drawn or turned right: No support under the icon at b2; add one first." in cells["b2"].title
    assert "As drawn: yes." in cells["a5"].title


def test_move_and_swap_reasons_are_on_squares():
    state = play(arranged(begin(), {"a1": (0,), "b1": (1,)}), ["0 play 6B"])
    cells = grids(state)["Property board"]
    assert "Swap: yes. Move from: yes. Move to: yes." in cells["a1"].title
    assert "Swap: Not your piece, and Take That is off" in cells["b1"].title


def test_hand_can_be_tapped():
    state = begin()
    hand = next(s for s in GAME.view(state).sheets if isinstance(s, Grid) and s.title == "Hand of @0")
    assert tuple(cell.id for cell in hand.cells) == offered(state, "play")
    assert (hand.cells[0].note, hand.cells[0].text) == ("1A", "1 Residential worker, 1 support")
    assert hand.cells[0].y == hand.cells[1].y and hand.cells[1].x == hand.cells[0].x + hand.cells[0].w


def test_places_for_a_tile_say_what_they_bring():
    """MT-050, MT-051: the points of each place are told before it is chosen, and are those that it then brings."""
    state = play(arranged(begin(), {"a1": (0, 1), "c1": (1, 1)}), ["0 play 1B", "0 take 1.1"])
    prompt = next(p for p in GAME.prompts(state) if p.verb == "construct")
    assert dict(prompt.labels)["a1"] == "covers a1, b1, c1: @0 9, @1 9"
    assert play(state, ["0 construct 0 a1"]).scores == (9, 9)


def test_view_of_the_end_names_the_winner():
    """MT-085: the headline says who won and no prompt is left."""
    state = replace(begin(), ending=("over",), turn=1, turns=9, track=(3, 9))
    state = replace(state, lines=tuple((line,) for line in lines(3, 9)))
    view = GAME.view(play(state, ["1 plan"]))
    assert (view.headline, view.winners, view.prompts, view.phase) == ("@1 won with 9 points.", (1,), (), "over")


def lines(*points):
    from companion.model import ScoreLine

    return [ScoreLine("earlier", n) for n in points]


def test_view_is_sound_all_through_a_game():
    rng, state = Random(5), GAME.start(4, {"teams": "opposite", "take-that": "on"}, made_up_copy())
    while found := GAME.prompts(state):
        view = GAME.view(state)
        assert view.prompts == found
        assert [sum(line.points for line in seat) for seat in view.breakdown] == list(view.scores)
        assert view.phase in view.phases and view.headline and view.round >= 1
        try:
            state = GAME.apply(state, random_event(found, rng))
        except IllegalEvent:
            continue
    assert GAME.view(state).mood == "end"
