"""What people see: headline, phases, map, tracks, markets, labels."""

from dataclasses import replace

import pytest

from companion.errors import IllegalEvent
from companion.games.tundra import GAME
from companion.games.tundra.rules import advance
from companion.games.tundra.state import Tile
from companion.games.tundra.steps import EndRound
from companion.model import Event, Grid, Lines, Tally, Track
from companion.words import with_names
from tests.games.test_tundra_kit import (
    advisors,
    begun,
    boards,
    copy_of,
    doing,
    mapped,
    me,
    placing,
    play,
    skip_titles,
    turn,
)


def sheet(state, title):
    return next(s for s in GAME.view(state).sheets if s.title.startswith(title))


def test_headline_says_who_must_do_what():
    assert GAME.view(begun()).headline == "@0, carry out the action: your title."
    assert GAME.view(skip_titles(begun())).headline == "Round I: @0 rolls for everybody."
    assert GAME.view(turn(1)).headline == "Round I: @1, use one die."
    assert GAME.view(replace(turn(), steps=(EndRound(),))).headline == "Round I is over: clear the table."
    assert with_names(GAME.view(turn(1)).headline, ("Ann", "Bob")) == "Round I: Bob, use one die."


def test_phases_follow_the_round():
    """TU-061."""
    start = GAME.start(2, {}, copy_of())
    states = [start, begun(), skip_titles(begun()), placing(), replace(turn(), steps=(EndRound(),))]
    assert [GAME.view(s).phase for s in states] == [
        "Set-up",
        "Start of round",
        "Dice roll",
        "Placement",
        "End of round",
    ]
    assert GAME.view(start).phases == ("Set-up", "Start of round", "Dice roll", "Placement", "End of round", "Scoring")


def test_the_map_is_a_grid_of_hexagons_that_can_be_tapped():
    """TU-009 TU-010 TU-026: what a tile shows, who stands there, whose tower, whose settlement."""
    state = mapped(turn(workers=("D5", "D5", "C6"), towers=("E5",)), E5="peat", D5="stone")
    grid = sheet(state, "Map")
    assert isinstance(grid, Grid) and grid.shape == "hex"
    cells = {cell.id: cell for cell in grid.cells}
    assert len(cells) == 14
    assert (cells["E5"].text, cells["E5"].mark, cells["E5"].color) == ("peat", "seat0:♜", "black")
    assert cells["E5"].title == "E5: peat, tower bonus 1 berry, tower of @0"
    assert (cells["D5"].text, cells["D5"].mark) == ("stone", "seat0:2")
    assert cells["D5"].title == "D5: stone, tower bonus 1 berry, workers of @0: 2"
    assert (cells["C6"].text, cells["C6"].mark, cells["C6"].color) == ("home of @0", "seat0:1", "seat0")
    assert cells["C6"].title == "C6: settlement of @0, workers of @0: 1"
    assert (cells["I5"].text, cells["I5"].mark) == ("bare", "seat1:1")
    shared = replace(state, players=(me(state), replace(me(state, 1), workers=("E5", "D5", "D5"))))
    marks = {cell.id: cell.mark for cell in sheet(shared, "Map").cells}
    assert (marks["E5"], marks["D5"]) == ("seat0:♜ seat1:1", "seat0:2 seat1:2")
    crowded = replace(state, players=(replace(me(state), workers=("E5", "E5")), me(state, 1)))
    assert next(cell.mark for cell in sheet(crowded, "Map").cells if cell.id == "E5") == "seat0:♜2"
    assert (cells["D6"].x, cells["D6"].y) == (3, 5)


def test_fields_beside_the_known_map_can_be_tapped_while_it_grows():
    """TU-024."""
    state = doing("mp-1", workers=("D5",))
    few = replace(state, tiles=tuple(Tile(where, "bare") for where in ("D5", "D6", "I5", "I6")))
    assert {"C4", "D4", "E5"} <= {cell.id for cell in sheet(few, "Map").cells}
    assert "C4" not in {cell.id for cell in sheet(mapped(state), "Map").cells}


def test_the_setup_draws_fields_to_tap():
    """TU-026: cells are called like the answers."""
    state = GAME.start(2, {}, {k: v for k, v in copy_of().items() if not k.startswith("layout.")})
    state = play(state, "0 character elisabeth", "1 character polkan")
    (prompt,) = GAME.prompts(state)
    assert {cell.id for cell in sheet(state, "Map").cells} == set(prompt.options[0])
    state = play(state, "0 settle C6")
    assert {cell.id for cell in sheet(state, "Map").cells} == {"C6", "B6", "D6", "C5", "D5", "C7", "D7"}
    known = play(GAME.start(2, {}, copy_of()), "0 character elisabeth", "1 character polkan")
    assert {"C6", "J5"} <= {c.id for c in sheet(known, "Map").cells}


def test_tracks_and_supplies():
    """TU-013 TU-014 TU-029: berries on a track to 20, resources counted, pieces left in the bank."""
    state = turn(berries=12, goods=(3, 0, 10), workers=("D5",), towers=("E5",), dice="1 2")
    track = sheet(state, "Berries")
    assert isinstance(track, Track) and track.at[0] == ("seat0", 12) and track.steps[-1] == "20"
    supply = sheet(state, "Supply of @0")
    assert isinstance(supply, Tally)
    assert [(word, n) for word, n, _ in supply.counts] == [
        ("berries", 12),
        ("firewood", 3),
        ("stone", 0),
        ("peat", 10),
        ("workers in the bank", 5),
        ("towers in the bank", 3),
        ("dice in the bank", 5),
        ("acorn tokens (50)", 0),
    ]


def test_boards_show_their_rows_and_dice():
    """TU-005 TU-006 TU-007: one row per frame, the first tapped by the board's name; dice lie on their slots."""
    travel = replace(boards(1)[1], dice=("", "", "", "4", "", ""), starter="s01", market=("c11",))
    state = turn(boards=(boards()[0], travel, *boards()[2:]))
    lines = sheet(state, "Order boards of @0")
    assert isinstance(lines, Lines)
    assert tuple(word for word in lines.ids if word) == ("architecture", "travel", "gathering", "trade")
    assert lines.rows[2:5] == (
        ("Travel, upgraded", "6\N{NO-BREAK SPACE}5", "4 movement points", "s01 c11"),
        ("", "⚃\N{NO-BREAK SPACE}3", "3 movement points", ""),
        ("", "2\N{NO-BREAK SPACE}1", "2 movement points", ""),
    )
    assert lines.ids[2:5] == ("travel", "", "")
    slots = [slot for row in lines.rows[2:5] for slot in row[1].split()]
    assert len(slots) == 6
    unknown = sheet(turn(catalogue={**copy_of(), "board.travel.basic.6": "bad"}), "Order boards of @0")
    assert unknown.rows[2] == ("Travel", "6", "?", "s02")


def test_goals_show_tiers_white_values_and_counts():
    """TU-135 TU-136: what everybody has now, who closed it."""
    state = play(turn(dice="2", berries=16), "0 use 2 goal-berries")
    lines = sheet(state, "Common goals")
    assert lines.ids == ("goal-berries", "goal-resources")
    assert lines.rows[0] == ("10/15/20 berries", "1 2 3", "@0", "@0 16, @1 6")
    assert lines.rows[1][2] == "free"


def test_market_rows_can_be_tapped():
    """TU-035 TU-186."""
    state = play(doing("card-1"), "0 take m2 c01")
    lines = sheet(state, "Market")
    assert lines.ids == ("m1", "m2", "m3", "m4")
    assert [text for _, text in lines.rows] == [
        "a card not named yet",
        "taken",
        "a card not named yet",
        "a card not named yet",
    ]


def test_dice_buttons_say_what_a_row_does():
    """TU-125: before the die is put there."""
    state = turn(dice="4", berries=15, goals=("berries", "towers"), towers=("D5", "E5"))
    (prompt,) = [p for p in GAME.prompts(state) if p.verb == "use" and not p.reason]
    assert dict(prompt.labels) == {
        "architecture": "Architecture: place up to 2 workers",
        "travel": "Travel: 2 movement points",
        "gathering": "Gathering: gather up to 3 resources",
        "trade": "Trade: 1 city card and 1 berry",
        "goal-towers": "towers on the map: 2 VP",
    }


def test_a_usual_turn_needs_few_taps():
    """A die and a place, a worker and a tile, the end: five taps for a whole Travel turn."""
    state = mapped(turn(dice="3", boards=boards(), workers=("D5",)))
    state = play(state, "0 use 3 travel", "0 move D5 E5", "0 end")
    assert state.steps[0].seat == 1


def test_winners_and_mood_at_the_end():
    """TU-232."""
    state = replace(turn(advisors=advisors()), steps=(), mood="end")
    view = GAME.view(state)
    assert (view.winners, view.mood, view.prompts) == ((0, 1), "end", ())
    assert "rules the Tundra" in view.headline
    with pytest.raises(IllegalEvent, match="The game is over"):
        GAME.apply(state, Event.parse("0 end"))


def test_headline_before_scoring_says_that_the_rounds_are_played():
    """TU-220."""
    state = turn(catalogue={k: v for k, v in copy_of().items() if not k.startswith("layout.2.E")})
    state = advance(replace(state, tiles=(*state.tiles, Tile("E5", "peat")), round=4, steps=(EndRound(),)))
    assert GAME.view(state).headline == "All four rounds are played; scoring comes next."
    assert GAME.view(state).phase == "Scoring"
