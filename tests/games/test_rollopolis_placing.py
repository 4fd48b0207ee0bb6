"""Where buildings may stand."""

from dataclasses import replace

import pytest

from companion.games.rollopolis import GAME
from companion.games.rollopolis.board import ADJACENT, BLANK, CELLS, IDS, INDEX, NEAR, put
from companion.games.rollopolis.placing import open_spaces, refuse_kind, refuse_space
from tests.games.test_rollopolis_positions import act, cells, drafted, offered, own_cells, refused, sentence

ALONE = ". . . . . / . . . . . / . . {} . . / . . . . . / . . . . ."
EACH = ". . . . . / . . G . . / . I R1 C1 . / . . . . . / . . . . ."


def rule(text, letter, space):
    """The rule that refuses a building of this letter on this space, or nothing."""
    refusal = refuse_kind(cells(text), letter) or refuse_space(cells(text), letter, INDEX[space])
    return refusal[1] if refusal else ""


def test_first_building_stands_on_the_centre():
    """RO-120: whatever its type; the Park never comes first (RO-128)."""
    assert {letter: open_spaces(BLANK, letter) for letter in "RCIEBGUHSMLA"} == dict.fromkeys("RCIEBGUHSMLA", ("c3",))
    assert open_spaces(BLANK, "P") == ()
    assert {rule(ALONE.format("."), "I", space) for space in IDS if space != "c3"} == {"RO-120"}


def test_park_never_comes_first():
    """RO-128: neither on the centre nor elsewhere."""
    state = act(drafted(2), "special")
    assert not any(offered(state, f"build park {space}") for space in IDS)
    assert {refused(state, f"build park {space}") for space in IDS} == {"RO-082"}


def test_terrains_may_surround_the_centre():
    """RO-120 RO-121: terrains are not buildings, so the first building is still the first."""
    text = ". . . . . / . fo po . . / . . . . . / . . . mo . / . . . . ."
    assert open_spaces(cells(text), "C") == ("c3",)


def test_later_buildings_touch_an_own_building():
    """RO-121: by side or corner; a terrain in between does not help."""
    assert open_spaces(cells(ALONE.format("I")), "C") == ("b2", "c2", "d2", "b3", "d3", "b4", "c4", "d4")
    text = ". . . . . / . . fo . . / . . R1 . . / . . . . . / . . . . ."
    assert rule(text, "C", "c1") == "RO-121"
    assert rule(text, "C", "b2") == ""


def test_space_must_be_blank():
    """RO-122: no building on another."""
    assert rule(ALONE.format("I"), "C", "c3") == "RO-122"
    state = act(drafted(4, district=ALONE.format("I")), "commercial")
    assert (
        sentence(state, "build commercial c3") == "A building already stands there (Industrial); choose a blank space."
    )


@pytest.mark.parametrize("index", range(CELLS))
def test_neighbours_share_sides_or_corners(index):
    """RO-123 RO-124: counted by coordinates."""
    row, column = divmod(index, 5)
    beside = [i for i in range(25) if abs(i // 5 - row) + abs(i % 5 - column) == 1]
    touching = [i for i in range(25) if i != index and max(abs(i // 5 - row), abs(i % 5 - column)) == 1]
    assert list(ADJACENT[index]) == beside
    assert list(NEAR[index]) == touching


def test_further_residential_needs_a_side():
    """RO-062: of a Residential or the Park; the first one needs nothing of the kind."""
    assert open_spaces(cells(ALONE.format("R1")), "R") == ("c2", "b3", "d3", "c4")
    assert len(open_spaces(cells(ALONE.format("C1")), "R")) == 8
    park = ". . . . . / . . . . . / . . R1 P . / . . . . . / . . . . ."
    assert open_spaces(cells(park), "R") == ("c2", "d2", "b3", "e3", "c4", "d4")
    assert rule(ALONE.format("R1"), "R", "b2") == "RO-062"


def test_balance_of_types():
    """RO-125: at most two more than the rarest type, for every type."""
    pairs = {"R": "R1 R1", "C": "C1 C1", "I": "I I", "M": "G S"}
    for letter, two in pairs.items():
        text = ALONE.format("x").replace("x .", two)
        assert rule(text, letter, "c4") == "RO-125"
        assert all(rule(text, other, "c4") == "" for other in "RCI" if other != letter)
    assert rule(EACH, "R", "c4") == ""
    assert rule(EACH.replace("I R1", "R1 R1"), "R", "c4") == "RO-125"  # no Industrial: 3 > 0 + 2


def test_balance_names_what_is_missing():
    """RO-125: both types when two are rarest."""
    text = ALONE.format("R1").replace("R1 .", "R1 R1").replace(". . R1", ". C1 R1")
    refusal = refuse_kind(cells(text), "R")
    assert refusal is not None
    assert "another Industrial or Special building" in refusal[0]


def test_raising_is_free_of_the_balance():
    """RO-126"""
    text = ALONE.format("R1").replace("R1 .", "R1 R1")
    state = act(drafted(4, district=text), "residential")
    assert refused(state, "build residential c2") == "RO-125"
    assert own_cells(act(state, "upgrade c3"))[12] == "R2"


def test_specials_are_one_type():
    """RO-127: Monuments and others count together."""
    text = ". . . . . / . M . . . / . . G . . / . . . . . / . . . . ."
    assert rule(text, "M", "d4") == "RO-125"
    assert rule(text, "S", "d4") == "RO-125"
    assert rule(text, "C", "d4") == ""


def test_one_of_each_special():
    """RO-081: nine of them; Monuments repeat."""
    more = ". . . . . / . . {} . . / . I R1 C1 . / . . . . . / . . . . ."
    for letter in "EBPGUHSLA":
        assert rule(more.format(letter), letter, "c4") == "RO-081"
    assert rule(more.format("M"), "M", "b4") == ""


def test_park_needs_a_standing_residential():
    """RO-082: by a side; a Commercial or a corner will not do."""
    assert open_spaces(cells(ALONE.format("R1")), "P") == ("c2", "b3", "d3", "c4")
    assert rule(ALONE.format("R1"), "P", "b2") == "RO-082"
    assert open_spaces(cells(ALONE.format("C1")), "P") == ()


def test_monuments_stand_in_rows_and_columns_of_their_own():
    """RO-083"""
    text = ". . . . . / . . M . . / . I R1 C1 . / . . . . . / . . . . ."
    assert rule(text, "M", "b2") == rule(text, "M", "c4") == "RO-083"
    assert open_spaces(cells(text), "M") == ("b1", "d1", "a3", "e3", "a4", "b4", "d4", "e4")


def test_special_placing_rules_come_on_top():
    """RO-086: a Park beside a Residential must still be blank ground and in balance; the view says so."""
    two = ". . . . . / . . G . . / . S R1 . . / . . . . . / . . . . ."
    assert rule(two, "P", "c4") == "RO-125"
    advice = GAME.view(drafted(2, district=two)).advice
    assert "A Special building may have a placing rule of its own, besides the general ones." in advice
    rows = {
        row[0]: row[2] for row in next(s for s in GAME.view(drafted(2)).sheets if s.title == "Special buildings").rows
    }
    assert rows["Park"].endswith("; only beside a Residential that already stands")
    assert rows["Monument"].endswith("; no second Monument in its row or column")
    assert rows["Garage"] == "2 beside an Industrial and a Commercial"


def test_buildings_are_never_moved_removed_or_lowered():
    """RO-129: no verb does it, and each step adds one building or one level."""
    state = drafted(4, district=EACH)
    verbs = {"build", "upgrade", "forgo", "residential", "commercial", "special", "industrial", "university", "bonus"}
    for permit in ("residential", "commercial", "industrial special"):
        waiting = act(state, permit)
        assert {p.verb for p in GAME.prompts(waiting)} <= verbs
        for prompt in GAME.prompts(waiting):
            if prompt.reason or prompt.verb == "forgo":
                continue
            words = " ".join(options[0] for options in prompt.options)
            after = own_cells(act(waiting, f"{prompt.verb} {words}"))
            changed = [(old, new) for old, new in zip(own_cells(state), after, strict=True) if old != new]
            assert len(changed) == 1
            assert changed[0] in [("", "R1"), ("", "C1"), ("", "I"), ("R1", "R2"), ("C1", "C2")]


def test_words_that_name_nothing_are_refused():
    state = act(drafted(4, district=EACH), "residential")
    assert refused(state, "build castle c4") == "RO-016"
    assert refused(state, "build residential z9") == "RO-006"
    assert refused(replace(state, permit="special", die=3), "build garage c4") == "RO-081"
    assert put(BLANK, 0, "I")[0] == "I"
