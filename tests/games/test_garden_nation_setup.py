"""The pieces and the set-up: what each player has, the map, projects, who begins."""

from collections import Counter

import pytest

from companion.errors import IllegalEvent
from companion.games.garden_nation import GAME
from companion.games.garden_nation.board import CELL_OF, CELL_WORDS
from companion.games.garden_nation.printed import read_printed
from companion.games.garden_nation.rehearsal import play
from companion.games.garden_nation.setup import BOARDS
from companion.games.garden_nation.sheets import setup
from companion.games.garden_nation.state import OFF_BOARD, unseen
from companion.games.meeple_towers import GAME as OTHER
from companion.model import chosen
from tests.games.test_garden_nation_table import LAID, begin, laid, offered, people, refusal


@pytest.mark.parametrize("seats", [1, 5])
def test_only_two_to_four_play(seats):
    """GN-001."""
    assert GAME.seats == range(2, 5)
    with pytest.raises(IllegalEvent) as caught:
        GAME.start(seats, {}, {})
    assert caught.value.rule == "GN-001"


def test_regions_are_seven_and_different():
    """GN-002: a number that lies there already is refused."""
    state = GAME.start(2, {}, {})
    assert GAME.prompts(state)[0].options[1] == tuple("1234567")
    state = play(state, ["0 lay C 4 R"])
    assert GAME.prompts(state)[0].options[1] == tuple("123567")
    assert refusal(state, "0 lay TL 4 R") == "GN-002"


def test_regions_have_seven_spaces_like_the_board():
    """GN-003: the same seven directions."""
    assert len(CELL_WORDS) == 49
    assert CELL_WORDS[14:21] == ("3C", "3TL", "3TR", "3R", "3BR", "3BL", "3L")
    assert refusal(begin(), "0 construct 3X") == "GN-003"


def test_regions_have_two_of_each_land():
    """GN-004: and one bramble; anything else told of a copy is refused."""
    for region in read_printed({}).regions:
        assert Counter(space.land for space in region) == {"yellow": 2, "green": 2, "red": 2, "": 1}
    with pytest.raises(IllegalEvent) as caught:
        GAME.start(2, {}, {"space.2.C.land": "red"})
    assert caught.value.rule == "GN-004"


TILES = """
## G4 G4 Y4 Y3 R5 R1
Y3 Y2 R4 G4 ## R3 G5
R3 G3 R4 Y4 ## G1 Y3
G3 Y4 R5 ## G1 R4 Y3
G4 R3 Y5 R2 Y3 ## G2
R5 G3 Y4 Y4 R3 G3 ##
Y5 G5 R4 G3 Y1 ## R3
"""
"""Middle, then clockwise from the top left, before any rotation."""


def test_spaces_show_land_and_cost():
    """GN-005: every space of every region as the specification lists it."""
    lands = {"Y": "yellow", "G": "green", "R": "red"}
    wanted = [
        [("", 5) if word == "##" else (lands[word[0]], int(word[1])) for word in line.split()]
        for line in TILES.split("\n")[1:-1]
    ]
    assert [[(s.land, s.cost) for s in region] for region in read_printed({}).regions] == wanted


@pytest.mark.parametrize(("seats", "count"), [(2, 20), (3, 17), (4, 14)])
def test_supplies_at_the_start(seats, count):
    """GN-006, GN-007, GN-008, GN-010 and GN-011: floors, roofs, ploys, bramble tokens, inhabitants."""
    state = begin(seats, first=1)
    assert [(p.floors, p.ploys, p.points) for p in state.players] == [(count, 4, 0)] * seats
    assert (state.roofs, state.tokens) == (19, (3, 3, 3))
    assert people(state) == (35, 38, 35, 35)[:seats]


def test_decks_have_their_cards():
    """GN-009: 21 projects, all different, and 24 missions."""
    printed = read_printed({})
    assert len({project.id for project in printed.projects}) == 21
    assert sum(mission.copies for mission in printed.missions) == 24
    assert sum(project.points for project in printed.projects) == 6 * 4 + 3 * (3 + 3 + 5 + 7 + 11)
    assert len(unseen(begin())) == 17


def test_crane_shows_the_region_of_the_next_action():
    """GN-012 and GN-024: it is off the board until the first action."""
    state = begin()
    assert state.crane == OFF_BOARD
    assert "in any region" in GAME.view(state).headline
    state = play(state, ["0 construct 5TL"])
    assert GAME.view(state).headline == "@1: 2 actions, in region 2."


@pytest.mark.parametrize(("way", "space"), [("BR", "2TL"), ("R", "2L"), ("BL", "2TR"), ("TL", "2BR")])
def test_rotation_turns_every_outer_space(way, space):
    """GN-020: region 2 by its bramble; its yellow 2 is opposite, its middle stays."""
    lines = [line.replace("2 BR", f"2 {way}") for line in LAID]
    state = play(GAME.start(2, {}, {}), lines)
    shown = [(state.lands[CELL_OF[word]], state.board.costs[CELL_OF[word]]) for word in (f"2{way}", space, "2C")]
    assert shown == [("", 5), ("yellow", 2), ("yellow", 3)]


def test_region_one_is_turned_by_its_red_one():
    """GN-020: its bramble is in the middle."""
    state = play(GAME.start(2, {}, {}), ["0 lay C 1 TR", *LAID[1:]])
    assert (state.lands[CELL_OF["1TR"]], state.board.costs[CELL_OF["1TR"]]) == ("red", 1)
    assert refusal(GAME.start(2, {}, {}), "0 lay C 1 C") == "GN-020"
    assert refusal(GAME.start(2, {}, {}), "0 lay TL 1 L") == "GN-020"


def test_board_can_be_drawn():
    """GN-020: seven regions once each, the same number gives the same board, another one another."""
    boards = [play(GAME.start(2, {}, {}), [f"0 draw {n}"]).board for n in (1, 1, 2)]
    assert boards[0] == boards[1] != boards[2]
    assert all(sorted(board.places) == list(range(7)) for board in boards)
    drawn = {play(GAME.start(2, {}, {}), [f"0 draw {n}"]).board.places for n in BOARDS}
    assert len(drawn) == len(BOARDS)
    assert refusal(play(GAME.start(2, {}, {}), LAID[:1]), "0 draw 5") == "GN-020"


def test_four_projects_lie_open():
    """GN-021: four different ones."""
    state = laid()
    assert refusal(state, "0 open forge forge house prison") == "GN-021"
    prompt = GAME.prompts(state)[0]
    labels = [str(dict(prompt.labels)[word]) for word in prompt.options[0]]
    assert prompt.once and labels == sorted(set(labels)) and len(labels) == 21
    assert labels[3:6] == ["Forge (3)", "Fortress (4): empty green", "Fortress (4): empty yellow"]
    state = play(state, ["0 open forge house prison temple"])
    assert state.projects == ("forge", "house", "prison", "temple")


def test_missions_are_dealt_on_the_table_only():
    """GN-022: the companion reminds, and knows no mission before the end."""
    rows = dict(setup(laid()).rows)
    assert rows["Missions"].startswith("Deal four of the 24 secret missions to each; keep two different")
    assert [player.missions for player in begin().players] == [(), ()]


def test_players_decide_who_begins():
    """GN-023: any seat at the table."""
    state = play(laid(3), ["0 open forge house prison temple"])
    assert offered(state, "first") == ("seat0", "seat1", "seat2")
    assert refusal(state, "0 first seat3") == "GN-023"
    assert play(state, ["0 first seat2"]).turn == 2


def test_set_up_is_told():
    """GN-006, GN-007, GN-013: the reminder names what this number of players needs."""
    rows = dict(setup(laid(4)).rows)
    assert rows["Each player"] == "14 floors and 4 ploy tokens."
    assert rows["Supply"] == "19 roofs and 3 bramble tokens of each land."
    assert rows["Score"] == "All markers on 0; a new lap begins at 70."


def test_settings_of_another_game_are_refused():
    with pytest.raises(IllegalEvent, match="no setting"):
        GAME.start(2, chosen(OTHER, {}), {})
