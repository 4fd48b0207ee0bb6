"""Set-up and starting draft: RH-001 … RH-025 and their vectors."""

from dataclasses import replace

import pytest

from companion.errors import IllegalEvent
from companion.games.rolling_heights import GAME
from companion.games.rolling_heights.city import cell_key
from companion.games.rolling_heights.rehearsal import plain_catalogue, plan_entries, play
from companion.games.rolling_heights.state import COLORS, CUBE_COLORS, ROLES, State, Tile
from companion.model import Event, Lines

SIDES = {2: "AAAAAA", 3: "AABAAB", 4: "ABABAB"}
PLANS = {k: v for n in range(6) for k, v in plan_entries(f"p{n}").items()}


def table(seats: int, catalogue: dict[str, str] | None = None, **settings: str) -> State:
    return GAME.start(seats, {"depth": "full", **settings}, {**plain_catalogue(), **PLANS, **(catalogue or {})})


def laid(seats: int, catalogue: dict[str, str] | None = None, **settings: str) -> State:
    """All six boards lie; the starting draft begins."""
    state = table(seats, catalogue, **settings)
    return play(state, [f"0 board {i + 1} {i + 1}{side} {i % 4}" for i, side in enumerate(SIDES[seats])])


def refused(state: State, line: str) -> str:
    with pytest.raises(IllegalEvent) as error:
        GAME.apply(state, Event.parse(line))
    return error.value.rule


def steps(state: State) -> dict[str, str]:
    (sheet,) = [s for s in GAME.view(state).sheets if s.title == "Lay out"]
    assert isinstance(sheet, Lines)
    return {rule: text for rule, text in sheet.rows}


def test_rhv_70_only_two_to_four_play() -> None:
    """RH-001."""
    with pytest.raises(IllegalEvent, match="Solo rules are not part of this rulebook") as error:
        GAME.start(1, {}, {})
    assert error.value.rule == "RH-001"
    with pytest.raises(IllegalEvent, match="2 to 4"):
        GAME.start(5, {}, {})
    assert [len(GAME.start(n, {}, {}).seats) for n in GAME.seats] == [2, 3, 4]


def test_rhv_71_set_up_for_three() -> None:
    """RH-002, RH-005, RH-006, RH-007, RH-008, RH-009, RH-010, RH-011, RH-012, RH-013."""
    state = laid(3)
    assert sorted(b.face[1] for b in state.boards if b) == ["A", "A", "A", "A", "B", "B"]
    assert [b.turns for b in state.boards if b] == [0, 1, 2, 3, 0, 1]
    assert (state.cubes.total, state.cubes.supply) == ((47, 47, 67, 47), (47, 47, 67, 47))
    assert (state.cubes.misc_in_play, state.printed["cubes.misc"], state.wild) == (False, "25", 30)
    assert state.supply == (2, 2, 16, 13, 11, 8, 8, 7, 11)
    assert [len([s for s in strip if s]) for strip in state.market] == [9, 9]
    state = play(state, ["0 ad ad-3", "0 ad ad-9", "0 ad ad-1"])
    assert state.ads == ("ad-3", "ad-9", "ad-1")
    assert refused(state, "0 ad ad-2") == "RH-013"
    text = steps(state)
    assert text["RH-005"] == "Turn 4 boards to side A and 2 to side B, at random."
    assert text["RH-006"] == "Lay the 6 boards at random as 2 rows of 3; each may be turned any way."
    assert text["RH-007"] == "Put the score board and the 2 market strips beside the map."
    assert text["RH-008"].endswith("lay 9 of each face up on their strip.")
    assert text["RH-009"] == "Remove 13 cubes of each colour: 47 wood, 47 concrete, 67 glass, 47 steel are left."
    assert text["RH-010"] == "Set the 25 orange cubes aside; they are not in the supply yet."
    assert text["RH-012"] == "Put the 30 wild tokens within reach."


@pytest.mark.parametrize(
    ("seats", "totals", "sides"), [(2, (35, 35, 55, 35), "AAAAAA"), (4, (60, 60, 80, 60), "AAABBB")]
)
def test_rhv_72_cubes_and_sides_for_two_and_four(seats: int, totals: tuple[int, ...], sides: str) -> None:
    """RH-005, RH-009."""
    state = laid(seats)
    assert state.cubes.total == totals
    assert "".join(sorted(b.face[1] for b in state.boards if b)) == sides


def test_board_sides_follow_the_number_of_seats() -> None:
    """RH-005: with two seats every board shows side A; each board exists once."""
    assert refused(table(2), "0 board 1 1B 0") == "RH-005"
    state = play(table(4), ["0 board 1 1A 0", "0 board 2 2A 0", "0 board 3 3A 0"])
    assert refused(state, "0 board 4 4A 0") == "RH-005"
    assert refused(state, "0 board 4 3B 0") == "RH-005"
    play(state, ["0 board 4 4B 0"])


def test_boards_fill_a_grid_of_six_once() -> None:
    """RH-006."""
    state = play(table(2), ["0 board 2 5A 3"])
    assert refused(state, "0 board 2 1A 0") == "RH-006"
    assert refused(laid(2), "0 board 2 1A 0") == "RH-006"


def test_boards_that_are_not_square_lie_upright_or_upside_down() -> None:
    """RH-006: the number of rows is asked for once."""
    state = GAME.start(2, {"depth": "full"}, {})
    state = play(state, ["0 board 1 1A 0"])
    (form, _) = GAME.prompts(state)
    assert form.options == (("board.rows",), ("2", "3", "4", "5", "6"))
    state = play(state, ["0 catalogue board.rows 4", "0 board 2 2A 2"])
    assert refused(state, "0 board 3 3A 1") == "RH-006"


def test_colours_mean_materials_and_roles() -> None:
    """RH-003, RH-004."""
    assert CUBE_COLORS == {
        "wood": "brown",
        "concrete": "navy-gray",
        "glass": "clear",
        "steel": "blue",
        "misc": "orange",
    }
    (sheet,) = [s for s in GAME.view(table(2)).sheets if s.title == "What meeples do"]
    assert isinstance(sheet, Lines)
    assert [row[:2] for row in sheet.rows] == [
        ("brown", "Carpenter"),
        ("navy gray", "Construction Worker"),
        ("clear", "Architect"),
        ("blue", "Riveter"),
        ("yellow", "Politician"),
        ("magenta", "Executive"),
        ("green", "Public Servant"),
        ("pink", "City Planner"),
        ("purple", "Public Figure"),
    ]
    assert [row[3] for row in sheet.rows[:4]] == ["4 of 8", "4 of 8", "16 of 16", "13 of 13"]
    assert [row[2] for row in sheet.rows[3:7]] == [
        "1 / 2 steel",
        "1 / 2 points",
        "2 / 4 spending power",
        "1 / 2 upgrades",
    ]
    assert tuple(ROLES) == COLORS


@pytest.mark.parametrize(("seats", "left"), [(2, 4), (3, 2), (4, 0)])
def test_what_is_not_dealt_is_the_supply(seats: int, left: int) -> None:
    """RH-011, RH-016: two Carpenters and two Construction Workers for each seat."""
    state = table(seats)
    assert state.supply[:2] == (left, left)
    assert [s.idle for s in state.seats] == [("brown", "brown", "navy-gray", "navy-gray")] * seats
    assert [s.score for s in state.seats] == [0] * seats
    assert "18 markers, a box, 2 Carpenters and 2 Construction Workers" in steps(state)["RH-016"]
    assert steps(state)["RH-011"] == "All other meeples form the supply by colour."


def test_a_box_with_more_meeples_is_counted_once_and_remembered() -> None:
    """RH-002, RH-004: default counts can be corrected before the first roll."""
    state = play(GAME.start(4, {}, {}), ["0 catalogue meeples.brown 10"])
    assert (state.supply[0], state.printed["meeples.brown"]) == (2, "10")
    assert refused(state, "0 catalogue meeples.brown 7") == "RH-011"
    later = GAME.start(4, {}, {"meeples.brown": "10"})
    assert later.supply[0] == 2
    rolled = play(state, ["0 roll brown:hard brown:hard navy-gray:hard navy-gray:hard"])
    assert refused(rolled, "0 catalogue meeples.brown 9") == "RH-004"


@pytest.mark.parametrize("value", ["many", "-3", "", "4000"])
def test_a_broken_catalogue_is_refused_in_a_sentence(value: str) -> None:
    """RH-002."""
    with pytest.raises(IllegalEvent, match="catalogue"):
        GAME.start(2, {}, {"cubes.wood": value})
    with pytest.raises(IllegalEvent, match="too few"):
        GAME.start(4, {}, {"meeples.brown": "6"})


def test_targets_are_dealt_and_kept_secret() -> None:
    """RH-014: the companion reminds of it and never asks for them during play."""
    assert steps(table(2))["RH-014"].startswith("Deal 2 of the 13 targets to each seat")
    assert not [p for p in GAME.prompts(laid(2)) if p.verb == "target"]


def test_the_start_player_is_drawn_before_anybody_acts() -> None:
    """RH-017."""
    state = play(laid(3), ["0 first 1"])
    assert (state.first, state.turn) == (1, 1)
    state = play(state, ["0 draft 1-1 a1", "0 name p0"])
    assert refused(state, "0 first 2") == "RH-017"


def test_rhv_40_starting_plans_are_chosen_backwards_and_the_strip_is_refilled_at_the_end() -> None:
    """RH-018, RH-022, RH-024, RH-025."""
    state = laid(3)
    assert refused(state, "0 draft 1-1 a1") == "RH-018"
    state = play(state, ["2 draft 1-4 a1", "2 name p0"])
    assert [p.seat for p in GAME.prompts(state) if p.verb == "draft"] == [1]
    assert len(next(p for p in GAME.prompts(state) if p.verb == "draft").options[0]) == 8
    assert refused(state, "1 draft 1-4 e5") == "RH-103"
    state = play(state, ["1 draft 1-9 e5", "1 name p1"])
    assert [p.seat for p in GAME.prompts(state) if p.verb == "draft"] == [0]
    assert len(next(p for p in GAME.prompts(state) if p.verb == "draft").options[0]) == 7
    assert [s is None for s in state.market[0]] == [False, False, False, True, False, False, False, False, True]
    state = play(state, ["0 draft 1-1 i1", "0 name p2"])
    assert state.tiles == (Tile("a1", "p0", 2), Tile("e5", "p1", 1), Tile("i1", "p2", 0))
    assert (all(state.market[0]), state.drawn, state.stage, state.turn) == (True, (12, 9), "play", 0)
    assert refused(state, "0 draft 1-1 c3") == "RH-018"


def test_rhv_76_a_starting_plan_lies_on_land_without_cost_icon() -> None:
    """RH-019, RH-020, RH-022."""
    catalogue = {"board.1A.1": "water", "board.1A.2": "cost", "board.1A.2.cost": "2", "market.1-5": "3"}
    state = laid(2, catalogue)
    assert refused(state, "1 draft 1-5 a1") == "RH-020"
    assert refused(state, "1 draft 1-5 b1") == "RH-020"
    assert refused(state, "1 draft 2-5 c1") == "RH-019"
    assert "a1" not in next(p for p in GAME.prompts(state) if p.verb == "draft").options[1]
    state = play(state, ["1 draft 1-5 c1", "1 name p3"])
    assert state.tiles == (Tile("c1", "p3", 1),)
    assert (state.cubes.supply, state.seats[1].score) == (state.cubes.total, 0)
    assert "with an own marker" in state.happened[-1]


@pytest.mark.parametrize(("space", "rule"), [("d4", "RH-023"), ("c5", "RH-023"), ("c6", "")])
def test_rhv_39_starting_plans_keep_their_distance(space: str, rule: str) -> None:
    """RH-023: (2,2) is c3; (3,3), (2,4) and (2,5) are tried."""
    state = play(laid(2), ["1 draft 1-1 c3", "1 name p0"])
    if rule:
        assert refused(state, f"0 draft 1-2 {space}") == rule
        assert space not in next(p for p in GAME.prompts(state) if p.verb == "draft").options[1]
    else:
        play(state, [f"0 draft 1-2 {space}", "0 name p1"])


def test_start_spacing_is_a_house_rule() -> None:
    """RH-023 with A-1 read otherwise."""
    state = play(laid(2, None, **{"start-spacing": "2"}), ["1 draft 1-1 c3", "1 name p0"])
    play(state, ["0 draft 1-2 d4", "0 name p1"])


def test_where_no_land_is_far_enough_away_the_farthest_will_do() -> None:
    """RH-023 on a map whose only land besides c3 lies two steps away (d4) and one step away (c4)."""
    plain = laid(2)
    land = {cell_key(plain, space) for space in ("c3", "c4", "d4")}
    water = {key: "water" for key in plain_catalogue() if key.startswith("board.") and key not in {"board.rows", *land}}
    state = play(laid(2, water), ["1 draft 1-1 c3", "1 name p0"])
    prompt = next(p for p in GAME.prompts(state) if p.verb == "draft")
    assert prompt.options[1] == ("d4",)
    assert refused(state, "0 draft 1-2 c4") == "RH-023"
    play(state, ["0 draft 1-2 d4", "0 name p1"])


def test_rhv_01_a_matching_bonus_scores_when_the_plan_is_placed() -> None:
    """RH-021, RH-108: two points for a park, before any cube is built."""
    bonus = {"board.1A.1": "bonus", "board.1A.1.points": "2", "board.1A.1.types": "park+civic"}
    state = play(laid(2, bonus), ["1 draft 1-1 a1", "1 name p0"])
    assert (state.seats[1].score, state.cubes.built) == (2, (0, 0, 0, 0))
    assert [(line.points, line.rule) for line in state.seats[1].lines] == [(2, "RH-108")]
    other = {**bonus, **plan_entries("p0", kind="industrial")}
    assert play(laid(2, other), ["1 draft 1-1 a1", "1 name p0"]).seats[1].score == 0


def test_an_empty_catalogue_is_filled_while_drafting() -> None:
    """RH-008, RH-020, RH-021: what is printed is asked for when it is needed, and never taken as 0."""
    state = GAME.start(2, {"depth": "full"}, {})
    state = play(state, ["0 board 1 1A 0", "0 catalogue board.rows 3"])
    state = play(state, [f"0 board {n} {n}A 0" for n in range(2, 7)])
    state = play(state, ["1 draft 1-1 a1", "1 catalogue board.1A.1 bonus", "1 new Toy-Town"])
    state = play(state, ["1 catalogue plan.toy-town.type park plan.toy-town.level 1"])
    state = play(state, ["1 catalogue board.1A.1.points 3 board.1A.1.types park"])
    assert (state.tiles, state.seats[1].score) == ((Tile("a1", "toy-town", 1),), 3)
    assert {"board.1A.1": "bonus", "plan.toy-town.type": "park"}.items() <= dict(state.printed).items()
    again = play(state, ["0 draft 1-2 e5", "0 cancel"])
    assert (again.tiles, again.asking) == (state.tiles, None)


def test_a_waiting_choice_that_the_rules_refuse_keeps_what_was_entered() -> None:
    """RH-020: the space turns out to be water; the catalogue has learnt it."""
    cells = {k: v for k, v in plain_catalogue().items() if k != "board.1A.1"}
    state = GAME.start(2, {"depth": "full"}, {**cells, **PLANS})
    state = play(state, [f"0 board {n} {n}A 0" for n in range(1, 7)])
    state = play(state, ["1 draft 1-1 a1", "1 catalogue board.1A.1 water"])
    assert state.tiles == ()
    assert state.happened[-1] == "That space is water; plans lie on land. (RH-020)"
    assert (state.printed["board.1A.1"], state.asking) == ("water", None)


def test_a_board_face_is_described_by_tapping_its_spaces() -> None:
    """RH-006: a turned board shows its printed spaces where they lie now."""
    state = GAME.start(2, {"depth": "full"}, {"board.rows": "3"})
    state = play(state, ["0 board 1 1A 1"])
    (prompt,) = [p for p in GAME.prompts(state) if p.verb == "catalogue" and p.options[0][0].startswith("board.")]
    assert prompt.options[0] == tuple(f"board.1A.{n}" for n in range(1, 10))
    sheet = next(s for s in GAME.view(state).sheets if s.title == "Board 1A")
    assert [c.id for c in getattr(sheet, "cells")] == list(prompt.options[0])  # noqa: B009 - a Grid among sheets
    state = play(state, ["0 catalogue board.1A.7 water"])
    state = play(state, [f"0 board {n} {n}A 0" for n in range(2, 7)])
    (grid,) = [s for s in GAME.view(state).sheets if s.title == "Map"]
    cells = {c.id: c.text for c in getattr(grid, "cells")}  # noqa: B009
    assert (cells["a1"], cells["b1"], cells["a3"]) == ("water", "?", "?")


def test_every_new_state_has_the_printed_counts() -> None:
    """RH-002: 285 cubes, 90 meeples, 30 wild tokens."""
    state = GAME.start(4, {}, {})
    assert sum(state.cubes.total) + int(state.printed["cubes.misc"]) == 285
    assert sum(state.supply) + sum(s.count for s in state.seats) == 90
    assert state.wild == 30
    assert replace(state, wild=29) != state
