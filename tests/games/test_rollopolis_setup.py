"""Components and set-up: players, sheets, terrains, first player."""

from dataclasses import replace

import pytest

from companion.errors import IllegalEvent
from companion.games.rollopolis import GAME
from companion.games.rollopolis.board import (
    BLANK,
    CELLS,
    CENTRE,
    IDS,
    LETTERS,
    NAMES,
    SPECIALS,
    cell_index,
    count_types,
    read_cells,
    type_of,
)
from companion.games.rollopolis.printed import capacity, read_printed
from companion.games.rollopolis.setup import unplaced
from companion.games.rollopolis.state import District
from companion.model import Event, Grid, Lines, Tally, Track
from tests.games.test_rollopolis_positions import SHEET, act, begun, drafted, offered, refused, sentence


def placed(state):
    """The state after the seat in turn has placed its three terrains."""
    return act(state, "roll 6 6", "terrain a3 forest", "roll 3 4", "terrain a1 pond", "roll 1 1", "terrain c1 mountain")


@pytest.mark.parametrize("seats", [0, 5, 6])
def test_other_numbers_of_players_are_refused(seats):
    """RO-001"""
    with pytest.raises(IllegalEvent) as caught:
        GAME.start(seats, {}, {})
    assert caught.value.rule == "RO-001"
    assert list(GAME.seats) == [1, 2, 3, 4]


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_one_town_hall_and_a_district_for_each(seats):
    """RO-002 RO-003: shown and said at set-up."""
    view = GAME.view(GAME.start(seats, {}, {}))
    assert [s.seat for s in view.sheets if isinstance(s, Lines) and s.title.startswith("Town Hall")] == [None]
    assert sorted(s.seat for s in view.sheets if isinstance(s, Grid)) == list(range(seats))
    assert "One Town Hall sheet for all, a District sheet for each player" in view.advice[0]
    assert f"{2 * seats + 1} dice" in view.advice[0]


def test_dice_are_plain_and_have_six_faces():
    """RO-005: no colour is asked for; a 7 is no face; any order is the same roll."""
    state = begun(2)
    prompt = GAME.prompts(state)[0]
    assert prompt.tray == ("d6",) * 5
    assert prompt.unordered
    assert refused(state, "roll 1 2 3 4 7") == "RO-005"
    assert act(state, "roll 5 4 3 2 1").pool == act(state, "roll 1 2 3 4 5").pool


def test_district_is_five_by_five():
    """RO-006: 25 cells by column and row, the centre in the middle."""
    grid = next(s for s in GAME.view(begun(1)).sheets if isinstance(s, Grid))
    assert [(c.id, c.x, c.y) for c in grid.cells] == [(IDS[i], i % 5, i // 5) for i in range(25)]
    assert (IDS[CENTRE], divmod(CENTRE, 5)) == ("c3", (2, 2))
    with pytest.raises(IllegalEvent) as caught:
        cell_index("f1")
    assert caught.value.rule == "RO-006"
    with pytest.raises(IllegalEvent) as caught:
        read_cells("R1 . .")
    assert caught.value.rule == "RO-006"


def test_space_numbers_are_sums_of_two_dice():
    """RO-007: the first space is a 7; 1 and 13 cannot be printed; a number may stand twice."""
    assert read_printed({}).numbers[0] == 7
    for wrong in ("1", "13", "x"):
        with pytest.raises(IllegalEvent) as caught:
            read_printed({"b1": wrong})
        assert caught.value.rule == "RO-007"
    assert read_printed({"b1": "7"}).numbers[:2] == (7, 7)


def test_decoration_is_explained():
    """RO-008 RO-018: the view says what has no meaning, and the game knows nothing of it."""
    advice = GAME.view(GAME.start(2, {}, {})).advice
    assert "The faded pictures printed on the spaces mean nothing." in advice
    assert any("how they look never changes the game" in sentence for sentence in advice)


def test_town_hall_has_three_tracks():
    """RO-009: nothing can be written on an Industrial track."""
    hall = next(s for s in GAME.view(begun(3)).sheets if isinstance(s, Lines) and s.title.startswith("Town Hall"))
    assert [row[0] for row in hall.rows] == ["Residential", "Commercial", "Special"]
    state = act(begun(3), "roll 1 2 3 4 5 6 1", "draft 3")
    assert refused(state, "industrial industrial") == "RO-009"


@pytest.mark.parametrize(("seats", "spots"), [(1, [8, 8, 6]), (2, [16, 16, 12]), (3, [24, 24, 16]), (4, [32, 32, 20])])
def test_rows_up_to_the_number_of_players_are_in_play(seats, spots):
    """RO-010 RO-201: each further player opens a row; solo has row 1 alone."""
    state = begun(seats)
    assert [capacity(state.printed, t, seats) for t in range(3)] == spots
    hall = next(s for s in GAME.view(state).sheets if s.title.startswith("Town Hall"))
    assert hall.title == ("Town Hall, row 1" if seats == 1 else f"Town Hall, rows 1 to {seats}")
    assert [row[3] for row in hall.rows] == [f"{n} of {n}" for n in spots]


def test_rows_must_grow():
    """RO-010: more players cannot have fewer spots."""
    with pytest.raises(IllegalEvent) as caught:
        read_printed({"residential.spots.3": "16"})
    assert caught.value.rule == "RO-010"


def test_two_players_always_have_the_spots_of_the_example():
    """RO-011"""
    for track, total in (("residential", 16), ("commercial", 16), ("special", 12)):
        with pytest.raises(IllegalEvent) as caught:
            read_printed({f"{track}.spots.2": str(total + 1)})
        assert caught.value.rule == "RO-011"


def test_special_spots_of_three_players_only_warn():
    """RO-012: 16 unless the entered sheet says otherwise."""
    assert capacity(read_printed({}), 2, 3) == 16
    state = begun(3, catalogue={**SHEET, "special.spots.3": "18"})
    assert capacity(state.printed, 2, 3) == 18
    assert "Three players have 18 Special spots here; the rulebook's example has 16." in GAME.view(state).advice


def test_unknown_lengths_are_never_guessed():
    """RO-013: without the sheet only the told lengths are known, and a strange name is refused."""
    printed = read_printed({})
    known = [[capacity(printed, t, n) for n in (1, 2, 3, 4)] for t in range(3)]
    assert known == [[None, 16, None, None], [None, 16, None, None], [None, 12, 16, None]]
    with pytest.raises(IllegalEvent) as caught:
        read_printed({"industrial.spots.1": "8"})
    assert caught.value.rule == "RO-013"


def test_bonus_track_has_fifteen_spaces():
    """RO-014: one for each district."""
    tracks = [s for s in GAME.view(begun(3)).sheets if isinstance(s, Track)]
    assert [t.seat for t in tracks] == [0, 1, 2]
    assert {len(t.steps) for t in tracks} == {16}  # 0 to 15
    assert tracks[0].steps[-1] == "15 +5"


def test_every_building_has_one_type():
    """RO-015"""
    codes = ["R1", "R4", "C1", "C3", "I", *(s.letter for s in SPECIALS)]
    assert [type_of(code) for code in codes] == ["R", "R", "C", "C", "I", *"SSSSSSSSSS"]
    assert [type_of(code) for code in ("", "fo", "po", "mo")] == ["", "", "", ""]


def test_ten_specials_with_letters_of_their_own():
    """RO-016"""
    assert [s.letter for s in SPECIALS] == list("EBPGUHSMLA")
    assert len(set(LETTERS.values())) == len(LETTERS) == 13
    assert all(name[0] == letter for letter, name in NAMES.items())


def test_tally_is_always_shown():
    """RO-019: buildings by type, terrains not among them."""
    cells = read_cells("fo . . . . . . . . . . . R2 C1 . . . P M . I . . . .")
    state = replace(begun(2), districts=(District(cells), District()))
    tallies = {s.seat: s.counts for s in GAME.view(state).sheets if isinstance(s, Tally)}
    assert [n for _, n, _ in tallies[0]] == [1, 1, 1, 2]
    assert [n for _, n, _ in tallies[1]] == [0, 0, 0, 0]
    assert count_types(cells) == (1, 1, 1, 2)


# ---------------------------------------------------------------------------------------------- terrains


def test_each_district_gets_one_of_each_terrain():
    """RO-020: three for each player in turn, none twice."""
    state = act(GAME.start(2, {}, SHEET), "roll 6 6", "terrain a3 forest", "roll 3 4")
    assert refused(state, "terrain a1 forest") == "RO-020"
    assert refused(state, "terrain a1 lake") == "RO-020"
    state = act(state, "terrain a1 pond", "roll 1 1", "terrain c1 mountain")
    assert state.turn == 1
    state = placed(state)
    assert [sorted(code for code in d.cells if code) for d in state.districts] == [["fo", "mo", "po"]] * 2
    assert state.phase == "first"


def test_two_dice_are_added():
    """RO-021: two dice, no more, and nothing else before them."""
    state = GAME.start(1, {}, SHEET)
    assert GAME.prompts(state)[0].tray == ("d6", "d6")
    assert refused(state, "roll 1 2 3") == "RO-021"
    assert refused(state, "terrain a1 forest") == "RO-021"
    assert act(state, "roll 6 5").rolled == 11
    assert act(state, "roll 6 5").happened == ("@0 rolled 6 and 5: a terrain for a space with 11.",)


def test_player_picks_any_unplaced_terrain():
    """RO-022"""
    state = act(GAME.start(1, {}, SHEET), "roll 3 4")
    assert GAME.prompts(state)[0].options[1] == ("forest", "pond", "mountain")
    state = act(state, "terrain a1 pond", "roll 6 6")
    assert GAME.prompts(state)[0].options[1] == unplaced(state) == ("forest", "mountain")


def test_terrain_goes_on_a_free_space_with_the_sum():
    """RO-023: the player chooses among the sevens, other numbers are refused."""
    state = act(GAME.start(1, {}, SHEET), "roll 3 4")
    assert GAME.prompts(state)[0].options[0] == ("a1", "e1", "a5")
    assert refused(state, "terrain b1 forest") == "RO-023"
    state = act(state, "terrain e1 forest", "roll 2 5")
    assert GAME.prompts(state)[0].options[0] == ("a1", "a5")
    assert refused(state, "terrain e1 pond") == "RO-122"
    assert refused(state, "roll 1 1") == "RO-023"


def test_sum_without_a_space_is_rolled_again():
    """RO-024: no space printed, or all of them taken."""
    sheet = {cell: "7" for cell in IDS} | {"c3": "0"}
    state = act(GAME.start(1, {}, sheet), "roll 1 1")
    assert (state.phase, state.rolled) == ("terrain-roll", 0)
    assert state.happened[-1] == "No free space of @0 shows 2: roll again."
    assert act(state, "roll 1 6").phase == "terrain-place"


def test_no_terrain_on_the_centre():
    """RO-025: whatever is entered for it, the centre is never offered."""
    sheet = SHEET | {"c3": "7"}
    state = act(GAME.start(1, {}, sheet), "roll 3 4")
    assert "c3" not in GAME.prompts(state)[0].options[0]
    assert refused(state, "terrain c3 forest") == "RO-025"


def test_terrain_bears_no_building_and_is_not_blank():
    """RO-026: refused for building, and the score counts it as filled."""
    state = act(placed(GAME.start(1, {}, SHEET)), "roll 4 4 4", "draft 4", "commercial", "build commercial c3")
    assert GAME.view(state).breakdown[0][-1].points == -21  # 25 spaces, 3 terrains, 1 building
    beside = act(drafted(4, district=". . . . . . . mo . . . . C1 . . . . . . . . . . . ."), "residential")
    assert refused(beside, "build residential c2") == "RO-026"
    assert not offered(beside, "build residential c2")


# ---------------------------------------------------------------------------------------------- first player


def all_placed(seats):
    state = GAME.start(seats, {}, SHEET)
    for _ in range(seats):
        state = placed(state)
    return state


def test_first_player_is_asked():
    """RO-027: the table names one, and the hint says how to agree."""
    state = all_placed(3)
    prompt = GAME.prompts(state)[0]
    assert prompt.options == (("0", "1", "2"),)
    assert "designed a building most recently" in prompt.hint
    assert "toy-brick house" in prompt.hint
    assert refused(state, "first 3") == "RO-027"
    assert refused(state, "roll 1 2 3 4 5 6 1") == "RO-027"
    state = act(state, "first 2")
    assert (state.first, state.phase, state.round) == (2, "roll", 1)


@pytest.mark.parametrize(
    ("seats", "firsts"),
    [(2, [0, 1, 0, 1, 0, 1]), (3, [0, 1, 2, 0, 1, 2]), (4, [0, 1, 2, 3, None, None])],
)
def test_die_chooses_the_first_player_fairly(seats, firsts):
    """RO-027: chance may decide, and gives every seat as many faces."""
    state = all_placed(seats)
    after = [act(state, f"lot {face}") for face in range(1, 7)]
    assert [s.first if s.phase == "roll" else None for s in after] == firsts


def test_solo_needs_no_first_player():
    """RO-027 RO-200: set-up leads straight to the roll of three dice."""
    state = all_placed(1)
    assert state.phase == "roll"
    assert GAME.prompts(state)[0].tray == ("d6",) * 3


def test_other_seats_wait_during_set_up():
    state = GAME.start(2, {}, SHEET)
    assert refused(state, "roll 1 2", seat=1) == "RO-036"
    assert sentence(begun(2), "draft 3") == "The first player rolls all dice first."
    with pytest.raises(IllegalEvent):
        GAME.apply(state, Event(0, "roll", ("1", "seven")))
    assert BLANK.count("") == CELLS
