"""What the table sees, and advice for those who want it."""

from dataclasses import replace

import pytest

from companion.games.rolling_heights import GAME
from companion.games.rolling_heights.advice import bust_risk
from companion.games.rolling_heights.rehearsal import plan_entries, play, staged
from companion.games.rolling_heights.state import Tile
from companion.model import Grid, Lines, Tally

ROLL = "roll brown:hard brown:steady navy-gray:exhausted navy-gray:hard"


def test_phases_follow_the_active_seats_own_box() -> None:
    """RH-026: Prep, Risk, Main; Cleanup happens by itself."""
    state = GAME.start(2, {}, {})
    seen = []
    for line in (f"0 {ROLL}", "0 rally", "0 roll navy-gray:steady", "0 end"):
        seen.append(GAME.view(state).phase)
        state = play(state, [line])
    assert seen == ["Prep", "Risk", "Risk", "Main"]
    view = GAME.view(state)
    assert (view.phase, view.phases, view.turn, view.round) == ("Prep", ("Prep", "Risk", "Main", "Cleanup"), 1, 1)


def test_headlines_say_what_is_happening() -> None:
    state = GAME.start(2, {}, {})
    seen = []
    lines = [f"0 {ROLL}", "0 rally", "0 roll navy-gray:exhausted", "0 strike brown:hard", "0 end"]
    for line in lines:
        state = play(state, [line])
        seen.append(str(GAME.view(state).headline))
    assert seen == [
        "@0: stop, or rally 1 exhausted?",
        "@0 rolls 1 again.",
        "@0's workers strike.",
        "@0 plays Main with 2 workers.",
        "@1 rolls 4 meeples.",
    ]


def test_the_box_sheet_lists_poses() -> None:
    state = play(GAME.start(2, {}, {}), ["0 roll brown:hard brown:cocked navy-gray:exhausted navy-gray:hard"])
    (box, _) = [s for s in GAME.view(state).sheets if s.title == "Roll"]
    assert isinstance(box, Lines)
    assert box.rows == (
        ("brown", "working hard", "1"),
        ("navy gray", "working hard", "1"),
        ("navy gray", "exhausted", "1"),
        ("brown", "to be rolled", "1"),
    )


def test_map_market_and_plans_can_be_tapped() -> None:
    """RH-100: ids of cells and rows are the words of events."""
    catalogue = {**plan_entries("hall", "wood-2 steel-1"), "board.1A.2": "cost+bonus", "board.1A.2.cost": "2"}
    state = staged(catalogue, tiles=(Tile("a1", "hall", 0, (1, 0)),), held=(1, 0, 0, 2))
    view = GAME.view(state)
    (grid,) = [s for s in view.sheets if isinstance(s, Grid)]
    cells = {c.id: c for c in grid.cells}
    assert (cells["a1"].text, cells["a1"].mark) == ("Hall 1", "seat0")
    assert cells["a1"].title == "Hall of @0: still needs 1 wood, 1 steel"
    assert (cells["b1"].text, cells["b1"].title) == ("−2 +?", "Space b1, neighbourhood 1: costs 2, ? points for ?.")
    assert len(cells) == 54
    (buy,) = [p for p in view.prompts if p.verb == "buy"]
    (market,) = [s for s in view.sheets if s.title == "Market"]
    assert isinstance(market, Lines)
    assert set(buy.options[0]) <= set(market.ids)
    assert set(buy.options[1]) <= set(cells)
    (build,) = [p for p in view.prompts if p.verb == "build"]
    assert (build.options, build.label) == ((("a1",), ("wood", "steel"), ("1",)), "Build on Hall (a1)")


def test_the_map_fits_on_a_phone() -> None:
    """Letters and numbers on the spaces, whole sentences in their titles."""
    bonus = {"board.1A.2": "bonus", "board.1A.2.points": "3", "board.1A.2.types": "park+civic+commercial"}
    catalogue = {**plan_entries("tumble-park"), **plan_entries("observatory"), **bonus}
    tiles = (Tile("a1", "tumble-park", 0, (1,), True, 3), Tile("c1", "observatory", 1))
    (grid,) = [s for s in GAME.view(staged(catalogue, tiles=tiles)).sheets if isinstance(s, Grid)]
    cells = {c.id: c for c in grid.cells}
    assert [cells[s].text for s in ("a1", "b1", "c1", "d1")] == ["TP ★", "+3 PCS", "Obser 0", ""]
    assert cells["b1"].title == "Space b1, neighbourhood 1: 3 points for park or civic or commercial."
    assert cells["c1"].title == "Observatory of @1: still needs 1 wood"


def test_supplies_and_hand_are_shown_from_the_ledger_on() -> None:
    """RH-010, RH-140: miscellaneous cubes are set aside until a pile is empty."""
    state = staged({}, depth="ledger", held=(1, 0, 0, 0))
    sheets = {s.title: s for s in GAME.view(state).sheets if isinstance(s, Tally)}
    assert sheets["Cubes"].counts[0] == ("wood in the supply", 34, "brown")
    assert sheets["Cubes"].counts[8] == ("miscellaneous: set aside", 25, "orange")
    assert sheets["In hand"].counts == (("wood", 1, "brown"), ("spending power", 0, ""))
    assert "Cubes" not in {s.title for s in GAME.view(GAME.start(2, {}, {})).sheets}


def test_ending_a_turn_warns_of_what_is_lost() -> None:
    """RH-134, RH-135: a warning, not a refusal."""
    state = staged({}, held=(2, 1, 0, 0))
    state = replace(state, main=replace(state.main, power=2))
    (end,) = [p for p in GAME.prompts(state) if p.verb == "end"]
    assert end.hint == "3 unused cubes go back; 2 spending power is lost; 4 workers are unused"


def test_no_advice_unless_wanted() -> None:
    state = play(GAME.start(2, {}, {}), [f"0 {ROLL}"])
    assert GAME.view(state).advice == ()


def test_advice_tells_risk_and_yield_from_this_games_own_rolls() -> None:
    """RH-048, RH-051: the odds come from poses seen in this game, with bounds."""
    state = play(GAME.start(2, {"advice": "on"}, {}), [f"0 {ROLL}"])
    few, lost, brings = GAME.view(state).advice
    assert few == "Only 4 meeples settled so far: too few to tell this table's odds."
    assert lost == "A bust lays down 1 of @0's 3 and brings a wild token."
    assert brings == "@0's roll can bring 3 wood, 2 concrete."
    lying = "1 roll brown:exhausted brown:exhausted navy-gray:exhausted navy-gray:exhausted"
    state = play(state, [lying, lying, f"1 {ROLL}"])
    odds = GAME.view(state).advice[0]
    assert odds == "Rallying 1 busts about 62 times in 100 (between 39 and 82), judged by 16 meeples of this game."


@pytest.mark.parametrize("count", [1, 2, 3])
def test_bust_risk_is_bounded_and_gets_surer(count: int) -> None:
    few, many = bust_risk(20, 8, count), bust_risk(2000, 800, count)
    assert few[0] == many[0] == 0.4**count
    assert 0 < few[1] < many[1] < 0.4**count < many[2] < few[2] < 1


def test_special_meeples_are_told_in_the_advice() -> None:
    crew = ("green:hard", "pink:steady", "purple:hard", "magenta:steady", "yellow:hard", "brown:exhausted")
    state = staged({}, crews=(crew,), settings={"advice": "on"})
    (brings,) = GAME.view(state).advice
    assert brings.startswith("@0's roll can bring 2 points, 2 spending power, 2 upgrades, ")
    assert brings.endswith("roll the exhausted once, a building's strong ability.")


def test_advice_and_settings_have_defaults() -> None:
    """A-1 … A-14: every reading of an unclear rule is a setting with the specification's default."""
    assert {s.name: s.words[0] for s in GAME.settings} == {
        "depth": "rolls",
        "advice": "off",
        "start-spacing": "3",
        "tokens-need-purchase": "yes",
        "pink-is-purchase": "no",
        "pink-takes-tokens": "yes",
        "botanical-counts-used": "no",
        "limit-meeples": "yes",
        "limit-wild": "yes",
        "clamp-at-zero": "no",
    }
