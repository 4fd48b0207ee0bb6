"""What people see: the map, reasons on spaces, few taps, sound scores and sentences."""

from dataclasses import replace
from random import Random

import pytest

from companion.errors import IllegalEvent
from companion.games.garden_nation import GAME
from companion.games.garden_nation.board import CELL_OF, CELL_WORDS
from companion.games.garden_nation.rehearsal import play, random_event
from companion.model import Event, Grid, Lines, Tally
from tests.games.test_garden_nation_table import LAID, at, begin, laid

MOST_TAPS = 3


def taps(prompt):
    """One for the verb and one for each argument that leaves a choice."""
    return 1 + sum(len(words) > 1 for words in prompt.options)


def cells(state):
    return {cell.id: cell for sheet in GAME.view(state).sheets if isinstance(sheet, Grid) for cell in sheet.cells}


def table(state, title):
    return next(s for s in GAME.view(state).sheets if isinstance(s, Lines) and s.title.startswith(title))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_usual_moves_take_three_taps(seats):
    """All but telling the four open projects once."""
    rng, state, seen = Random(seats), GAME.start(seats, {}, {}), set()
    while found := GAME.prompts(state):
        for prompt in found:
            if not (prompt.verb == "open" and not state.round) and not state.asked:
                assert taps(prompt) <= MOST_TAPS, prompt
            seen.add(prompt.verb)
        try:
            state = GAME.apply(state, random_event(found, rng))
        except IllegalEvent:
            continue
    assert seen >= {"lay", "draw", "open", "first", "construct", "raise", "abandon", "move", "transfer", "invade"}
    assert seen >= {"claim", "decline", "land", "go-on", "end", "reveal", "correct"}


def test_building_takes_one_tap_on_the_map():
    """Each offered space is on the map, and an empty one has exactly one thing to do."""
    state = at(6, {"6TR": (0, 2, True), "6BL": (1, 1), "6R": (0, 1), "2C": (0, 1)})
    drawn = cells(state)
    offers = [(w, p.verb) for p in GAME.prompts(state) if not p.reason and not p.aside for w in (p.options or ((),))[0]]
    spaces = [(word, verb) for word, verb in offers if word in CELL_OF]
    assert all(word in drawn for word, _ in spaces)
    assert [verb for word, verb in spaces if word == "6TL"] == ["construct"]
    assert sorted(verb for word, verb in spaces if word == "6R") == ["abandon", "raise"]
    assert [verb for word, verb in spaces if word == "6BL"] == ["invade"]


def side_by_side(a, b):
    """Whether two hexagons of a grid share a side; odd rows are shifted right by half."""
    across = abs((2 * a.x + a.y % 2) - (2 * b.x + b.y % 2))
    return (across, abs(a.y - b.y)) in ((2, 0), (1, 1))


def test_map_shows_exactly_what_touches():
    """GN-003, GN-110 and GN-111: drawn side by side if and only if the rules say so."""
    state = begin()
    drawn = cells(state)
    assert len({(c.x, c.y) for c in drawn.values()}) == 49
    for a, word in enumerate(CELL_WORDS):
        near = {CELL_OF[other] for other in CELL_WORDS if side_by_side(drawn[word], drawn[other])}
        assert near == set(state.board.near[a]), word


def test_map_follows_the_places():
    """GN-020: another board is drawn with the same words at other places."""
    a, b = (cells(play(GAME.start(2, {}, {}), [f"0 draw {n}"])) for n in (3, 4))
    assert set(a) == set(b) == set(CELL_WORDS)
    assert {(c.x, c.y) for c in a.values()} == {(c.x, c.y) for c in b.values()}
    assert [a[w].x for w in CELL_WORDS] != [b[w].x for w in CELL_WORDS]


def test_map_grows_while_it_is_laid():
    """GN-020: the place that is asked for can be tapped where the bramble lies."""
    state = play(GAME.start(2, {}, {}), LAID[:2])
    drawn = cells(state)
    assert len(drawn) == 21
    prompt = GAME.prompts(state)[0]
    assert all(word in drawn and drawn[word].text == "?" for word in prompt.options[2])
    assert all(drawn[word].title for word in prompt.options[2])
    assert [(drawn[w].text, drawn[w].note) for w in ("2BR", "2C", "1L")] == [("✻", ""), ("Y3", "②"), ("R1", "")]


def test_spaces_show_land_cost_and_building():
    """GN-005, GN-012: land, cost, floors, roof, owner and the crane."""
    state = at(6, {"6C": (1, 2, True), "6TL": (0, 4), "3BL": (0, 1)}, cleared={"6L": "green"})
    drawn = cells(state)
    listed = [drawn[word] for word in ("6C", "6TL", "6L", "5BL", "5C", "3BL")]
    assert [(cell.text, cell.note, cell.color, cell.mark) for cell in listed] == [
        ("▮▮⌂", "⑥⚑ R5", "red", "seat1"),
        ("4▮", "G3", "green", "seat0"),
        ("G5", "", "green", ""),
        ("✻", "", "purple", ""),
        ("G4", "⑤", "green", ""),
        ("▮", "G1", "green", "seat0"),
    ]


def test_spaces_say_what_is_possible_or_why_not():
    state = at(6, {"6C": (1, 2, True), "6TL": (0, 4), "6R": (0, 1, True)}, people=(5, 30))
    drawn = cells(state)
    assert drawn["6BR"].title == (
        "Region 6 bottom right, red 3: empty. Construct: costs 3. Sends the crane to region 5."
    )
    assert "Construct: It costs 5; you have 5 inhabitants and must keep 1." in drawn["6L"].title
    assert drawn["6TL"].title == (
        "Region 6 top left, green 3: 4 floors of @0. Add a floor: It costs 7; you have 5 inhabitants and must keep 1."
        " Abandon: brings 36. Sends the crane to region 2."
    )
    assert "with a roof. Add a floor: That building has a roof" in drawn["6R"].title
    assert "Only its owner can build here. Invade: It costs 22" in drawn["6C"].title
    assert "The crane is in region 6; act there." in drawn["2C"].title


def test_tables_tell_the_position():
    """What each seat has; the supply; who controls what."""
    state = at(6, {"6C": (1, 2, True), "6TL": (0, 1), "3C": (0, 1), "3L": (1, 1)}, people=(9, 40))
    assert table(state, "Players").rows == (
        ("@0", "9 (-3 points)", "18", "4", "0"),
        ("@1", "40 (10 points)", "17", "4", "0"),
    )
    assert table(state, "Floors in").rows[2::3] == (("3", "1", "1", "@0 and @1"), ("6 ⚑", "1", "2", "@1"))
    supply = next(s for s in GAME.view(state).sheets if isinstance(s, Tally))
    assert [count for _, count, _ in supply.counts] == [18, 3, 3, 3]
    assert table(state, "Common projects (17").ids == state.projects


def test_lights_know_turn_and_phase():
    """The turn, the phase and whose move it is, as for the other games."""
    views = [GAME.view(s) for s in (laid(), begin(first=1), play(begin(3), ["0 construct 1L"]))]
    assert [(v.turn, v.phase) for v in views] == [(None, "set-up"), (1, "action"), (0, "next")]
    state = at(6, {"6R": (0, 1)}, projects=("forge", "temple", "air-base", "house"))
    state = play(state, ["0 construct 6TR"])
    assert (GAME.view(state).phase, GAME.view(state).turn) == ("project", 0)
    assert GAME.view(play(state, ["0 claim forge"])).mood == "project"
    assert GAME.view(play(begin(), ["0 construct 1L", "1 move up"])).mood == "ploy"
    over = replace(at(6, last=0), phase="reveal", order=(1, 0, 1, 0), actions=0)
    assert (GAME.view(over).phase, GAME.view(over).turn) == ("missions", None)


def test_headlines_name_what_is_due():
    state = play(at(2), ["0 construct 2BR"])
    assert GAME.view(state).headline == "@0: which land does the bramble in region 2 bottom right become?"
    assert GAME.view(play(begin(3), ["0 construct 1L"])).headline == "@0: who is next?"
    assert GAME.view(play(begin(), ["0 correct cost-5L"])).headline == "What does your copy of the game show?"


def test_advice_warns_of_the_end():
    """GN-074 and GN-085: few floors, the last round, no roofs."""
    state = at(7, {"1L": (0, 18)})
    assert GAME.view(state).advice == ("@0 has 2 floors left; the last one makes the round the last.",)
    assert GAME.view(at(7)).advice == ()
    assert "No roof is left" in GAME.view(replace(at(7), roofs=0)).advice[0]


def test_views_are_sound_in_whole_games():
    """Headline, prompts, breakdown and sentences in every position of a game by chance."""
    rng, state = Random(5), GAME.start(3, {}, {})
    while found := GAME.prompts(state):
        view = GAME.view(state)
        assert view.headline and view.prompts == found and view.phase in view.phases
        assert [sum(line.points for line in lines) for lines in view.breakdown] == list(view.scores)
        assert all(sheet.title for sheet in view.sheets)
        event = random_event(found, rng)
        assert Event.parse(str(event)) == event
        try:
            state = GAME.apply(state, event)
        except IllegalEvent as no:
            assert str(no).endswith(".")
    assert GAME.view(state).winners
