"""What people see: sheets that can be tapped and printed, sentences, advice."""

from dataclasses import replace

from companion.games.rollopolis import GAME
from companion.games.rollopolis.board import IDS
from companion.games.rollopolis.state import District
from companion.model import Grid, Lines, Tally, Track
from tests.games.test_rollopolis_positions import SHEET, act, begun, cells, drafted

PICTURE = "M R1 P H L / . fo R4 R2 M / . mo R1 C2 po / I I C3 C1 . / I I C3 M ."


def pictured(seats=1, **changes):
    districts = (District(cells(PICTURE), bonus=4, hospital=1), *(District() for _ in range(seats - 1)))
    return replace(begun(seats), districts=districts, **changes)


def grid(state, seat=0):
    return next(s for s in GAME.view(state).sheets if isinstance(s, Grid) and s.seat == seat)


def test_district_is_drawn_as_on_paper():
    """RO-018 RO-006: letters with levels, names, terrains, and points in the corner."""
    drawn = {c.id: (c.text, c.note, c.color, c.mark) for c in grid(pictured()).cells}
    assert drawn["c2"] == ("R", "●●●●", "green", "+7")
    assert drawn["d2"] == ("R", "●●○○", "green", "+2")
    assert drawn["d3"] == ("C", "●●○", "blue", "+6")
    assert drawn["b4"] == ("I", "Industrial", "red", "-1")
    assert drawn["c1"] == ("P", "Park", "purple", "+2")
    assert drawn["d1"] == ("H", "Hospital", "purple", "+1 ★")
    assert drawn["a1"] == ("M", "Monument", "purple", "+6")
    assert drawn["b2"] == ("♣", "Forest", "park", "+2")
    assert drawn["e3"] == ("≈", "Pond", "water", "+1")
    assert drawn["b3"] == ("△", "Mountain", "stone", "+1")
    assert drawn["a2"] == ("", "", "sand", "")
    assert drawn["b1"] == ("R", "●○○○", "green", "")  # nothing to add, no mark
    assert drawn["e2"] == ("M", "Monument", "purple", "")  # the first one carries the points of all
    assert sum(int(mark.split()[0]) for _, _, _, mark in drawn.values() if mark) == 37 + 4  # all but the blanks


def test_printed_numbers_are_shown_while_terrains_are_placed():
    """RO-007 RO-023"""
    drawn = [c.text for c in grid(GAME.start(1, {}, SHEET)).cells]
    assert drawn[:5] == ["7", "8", "2", "9", "7"]
    assert drawn[12] == ""
    assert [c.text for c in grid(GAME.start(1, {}, {})).cells][:2] == ["7", ""]


def test_every_space_explains_itself():
    titles = {c.id: c.title for c in grid(pictured()).cells}
    assert titles["c2"] == "Row 2, column 3: Residential, level 4 of 4; points now: 7."
    assert titles["d1"] == "Row 1, column 4: Hospital, 1 of 2 activations unused; points now: 1."
    assert titles["a2"] == "Row 2, column 1: blank, one point less."
    assert titles["a1"].endswith("points of all of them now: 6.")
    early = [c.title for c in grid(GAME.start(1, {}, SHEET)).cells]
    assert early[5] == "Row 2, column 1: blank, a terrain can come here with 3."
    assert early[12] == "Row 3, column 3: blank, the centre where the first building stands."
    assert titles["e3"] == "Row 3, column 5: Pond, one point for each Commercial beside it; points now: 1."
    assert all(title.endswith(".") for title in titles.values())


def test_bonus_track_shows_its_stars():
    """RO-014 RO-104"""
    track = next(s for s in GAME.view(pictured()).sheets if isinstance(s, Track))
    assert track.at == (("seat0", 4),)
    assert [i for i, step in enumerate(track.steps) if "★" in step] == [2, 4, 7, 10, 13]


def test_tally_names_the_limit():
    """RO-019 RO-125"""
    tally = next(s for s in GAME.view(pictured()).sheets if isinstance(s, Tally))
    assert tally.title == "Buildings of @0, at most 6 of a type now"
    assert tally.counts == (
        ("Residential", 4, "green"),
        ("Commercial", 4, "blue"),
        ("Industrial", 4, "red"),
        ("Special", 6, "purple"),
    )


def test_pool_is_listed_with_what_it_fits():
    """RO-035 RO-054 RO-055 RO-056"""
    state = act(replace(begun(2), tracks=((4,), (3,), (5,))), "roll 2 5 5 3 6")
    pool = next(s for s in GAME.view(state).sheets if s.title == "Dice in the pool")
    assert pool.rows == (
        ("2", "1", "Residential, Special"),
        ("3", "1", "Residential, Special"),
        ("5", "2", "Commercial"),
        ("6", "1", "Commercial, Special"),
    )
    assert pool.ids == ("2", "3", "5", "6")
    hints = [p.hint for p in GAME.prompts(state)]
    assert hints[0] == "Fits Residential, Special."


def test_finished_game_prints_as_a_page():
    """RO-165: score lines as on the printed sheet, then every district with its bonus track and tally."""
    view = GAME.view(pictured(2, phase="over"))
    page = view.sheets[0]
    assert isinstance(page, Lines)
    assert page.head == ("", "@0", "@1")
    assert page.rows == (
        ("Residential", "9", "0"),
        ("Commercial", "20", "0"),
        ("Industrial", "-1", "0"),
        ("Terrain", "4", "0"),
        ("Special", "9", "0"),
        ("Blank spaces", "-4", "-25"),
        ("Bonus track", "0", "0"),
        ("Sum", "37", "-25"),
    )
    assert [type(s).__name__ for s in view.sheets[1:7]] == ["Grid", "Track", "Tally"] * 2
    assert [s.seat for s in view.sheets[1:7]] == [0, 0, 0, 1, 1, 1]


def test_words_of_prompts_can_be_tapped_on_the_sheets():
    """Spaces on the own district, buildings and dice in their lists."""
    start = GAME.start(2, {}, {})
    states = [act(start, "roll 3 4"), act(begun(2), "roll 1 2 3 4 5")]
    states.append(
        act(drafted(3, catalogue={}, district=". . . . . . . . . . . . R1 . . . . . . . . . . . ."), "special")
    )
    for state in states:
        sheets = GAME.view(state).sheets
        ids = {cell.id for s in sheets if isinstance(s, Grid) for cell in s.cells}
        ids |= {word for s in sheets if isinstance(s, Lines) for word in s.ids}
        for prompt in GAME.prompts(state):
            if prompt.verb in ("build", "upgrade"):
                assert set(prompt.options[-1]) <= set(IDS) <= ids
            if prompt.verb in ("draft", "terrain"):
                assert set(prompt.options[0]) <= ids


def test_player_in_turn_comes_first():
    state = replace(act(begun(3), "roll 1 2 3 4 5 6 1"), first=1)
    view = GAME.view(state)
    assert view.turn == 1
    assert [s.seat for s in view.sheets if isinstance(s, Grid)] == [1, 2, 0]


def test_headlines_follow_the_round():
    """RO-030 RO-112"""
    state = GAME.start(2, {}, SHEET)
    said = [GAME.view(state).headline]
    state = act(state, "roll 6 6")
    said.append(GAME.view(state).headline)
    state = begun(2)
    said.append(GAME.view(state).headline)
    state = act(state, "roll 1 2 3 4 5")
    said.append(GAME.view(state).headline)
    state = act(state, "draft 1")
    said.append(GAME.view(state).headline)
    state = replace(state, districts=(District(bonus=1), District()))
    state = act(state, "residential")
    said.append(GAME.view(state).headline)
    said.append(GAME.view(act(state, "forgo permit")).headline)
    said.append(GAME.view(act(state, "forgo joker")).headline)
    assert said == [
        "@0 rolls two dice for a terrain.",
        "@0 places a terrain on a space with 12.",
        "Round 1: @0 rolls all 5 dice.",
        "@0 takes one of 5 dice.",
        "@0 activates a 1.",
        "@0 spends a permit (Residential) and a Joker, in either order.",
        "@0 spends a Joker: Residential, Commercial or Industrial.",
        "@0 spends a permit: Residential.",
    ]
    assert GAME.view(pictured(1, phase="over")).headline == "The district is worth 37 points."


def test_what_happened_is_told():
    """RO-063 RO-104"""
    state = act(drafted(1, bonus=1), "residential")
    assert state.happened == (
        "@0 wrote 1 on Residential for a permit: Residential.",
        "@0 marked bonus space 2.",
        "@0 has a Joker.",
    )
    assert GAME.view(state).mood == "joker"
    assert act(state, "build residential c3").happened == ("@0 built: Residential on c3.",)


def test_advice_warns_of_the_end_and_the_balance():
    """RO-160 RO-125"""
    numbers = (6, 5, 4, 3, 2, 1) * 3 + (6, 5, 4)
    two = ". . . . . / . . . . . / . . R1 R1 . / . . . . . / . . . . ."
    state = act(drafted(4, district=two, tracks=(numbers, (), ())), "commercial")
    advice = GAME.view(state).advice
    assert "Spots left on Residential: 3." in advice
    assert "@0 can build no new Residential before another Commercial or Industrial or Special." in advice


def test_bonus_hint_says_what_the_next_space_brings():
    """RO-104 RO-105 RO-106"""
    hints = [[p.hint for p in GAME.prompts(drafted(4, bonus=n)) if p.verb == "bonus"][0] for n in (0, 1, 14, 15)]
    assert hints == [
        "Marks space 1.",
        "Marks space 2 and gives a Joker.",
        "Marks space 15 and is worth 5 points.",
        "The bonus track is full: the die brings nothing.",
    ]
