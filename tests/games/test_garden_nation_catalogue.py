"""Printed values: shipped, corrected during play, remembered, refused when they cannot be."""

from dataclasses import replace

import pytest

from companion.errors import IllegalEvent
from companion.games.garden_nation import GAME
from companion.games.garden_nation.board import CELL_OF
from companion.games.garden_nation.printed import allowed, read_printed, shipped
from companion.games.garden_nation.rehearsal import play
from tests.games.test_garden_nation_table import LAID, at, begin, laid, offered, people, refusal


def test_shipped_values_name_both_doubtful_spaces():
    assert set(shipped()["doubtful"]) == {"region 5 L", "region 6 C"}
    hints = [p.hint for p in GAME.prompts(begin()) if p.aside]
    assert any("region 5 left and region 6 middle" in hint for hint in hints)


def test_cost_can_be_corrected():
    """GN-045: from now on the space costs what the copy shows."""
    state = play(at(5, people=(20, 20)), ["0 correct cost-5L", "0 catalogue space.5.L.cost 3"])
    assert people(play(state, ["0 construct 5L"]))[0] == 17
    assert people(play(at(5, people=(20, 20)), ["0 construct 5L"]))[0] == 18


def test_correction_speaks_of_the_board_and_keeps_the_print():
    """GN-020: the rotated space is named as it lies, its value as it is printed."""
    state = play(GAME.start(2, {}, {}), [line.replace("5 BL", "5 TL") for line in LAID])
    state = play(state, ["0 correct cost-5TR"])
    assert state.asked == ("space.5.L.cost",)
    state = play(state, ["0 catalogue space.5.L.cost 3"])
    assert state.board.costs[CELL_OF["5TR"]] == 3


def test_doubtful_costs_are_named_where_they_lie():
    """GN-020: a region that is turned has its left space elsewhere; the two doubtful spaces come first."""
    words = [
        "0 lay C 1 TL",
        "0 lay TL 2 TL",
        "0 lay TR 3 TL",
        "0 lay R 4 TL",
        "0 lay BR 5 L",
        "0 lay BL 6 TL",
        "0 lay L 7 TL",
    ]
    state = play(GAME.start(2, {}, {}), words)
    prompt = next(p for p in GAME.prompts(state) if p.label == "Correct a printed cost")
    assert prompt.hint == "Sources differ on region 5 top left and region 6 middle: look at your tiles."
    assert prompt.options[0][:2] == ("cost-5TL", "cost-6C") and len(set(prompt.options[0])) == 42
    state = play(state, ["0 correct cost-5TL"])
    assert state.asked == ("space.5.L.cost",)
    assert state.happened == ("@0 corrects what the companion knows: region 5 top left.",)
    assert play(state, ["0 keep"]).happened == ("Nothing is changed.",)


def test_correction_can_be_left_alone():
    start = at(5)
    state = play(start, ["0 correct cost-5L"])
    assert refusal(state, "0 construct 5L") == ""
    assert refusal(state, "0 catalogue space.5.C.cost 3") == ""
    assert refusal(state, "0 catalogue space.5.L.cost 9") == ""
    assert play(state, ["0 keep"]) == replace(start, happened=("Nothing is changed.",))


def test_remembered_values_are_used_by_later_games():
    values = {"space.6.C.cost": "4", "project.forge.points": "4", "mission.belfry.points": "8", "inhabitants.38": "11"}
    state = begin(catalogue=values)
    assert state.board.costs[CELL_OF["6C"]] == 4
    assert (state.printed.project("forge").points, state.printed.mission("belfry").points) == (4, 8)
    assert state.printed.people_points(40) == 11


def test_scored_points_follow_a_correction():
    """GN-065: a claimed card that shows another number."""
    state = at(6, {"6R": (0, 1)}, projects=("forge", "herbalist", "temple", "air-base"))
    state = play(state, ["0 construct 6TR", "0 claim forge", "0 open house"])
    assert state.scores == (3, 0)
    state = play(state, ["0 correct project-forge", "0 catalogue project.forge.points 5"])
    assert state.scores == (5, 0)


def test_control_missions_have_two_values():
    """GN-096."""
    state = play(begin(), ["0 correct mission-control-1-3"])
    assert state.asked == ("mission.control-1-3.points", "mission.control-1-3.both")
    state = play(state, ["0 catalogue mission.control-1-3.points 5 mission.control-1-3.both 13"])
    mission = state.printed.mission("control-1-3")
    assert (mission.points, mission.both) == (5, 13)


SWAPPED = ("yellow", "yellow", "green", "red", "bramble", "red", "green")


def lands_event(lands):
    ways = ("C", "TL", "TR", "R", "BR", "BL", "L")
    return "0 catalogue " + " ".join(f"space.2.{way}.land {land}" for way, land in zip(ways, lands, strict=True))


def test_lands_of_a_region_can_be_corrected():
    """GN-004: all at once, so that two of each remain."""
    state = play(laid(), ["0 correct lands-2"])
    after = play(state, [lands_event(SWAPPED)])
    assert [after.lands[CELL_OF[word]] for word in ("2TR", "2R")] == ["green", "red"]
    assert refusal(state, lands_event(("red", *SWAPPED[1:]))) == "GN-004"


def test_lands_stay_once_something_stands_there():
    """GN-004 and GN-048: neither below buildings nor where a bramble was cleared."""
    assert refusal(at(2, {"2C": (0, 1)}), "0 correct lands-2") == "GN-004"
    assert refusal(at(2, cleared={"2BR": "red"}), "0 correct lands-2") == "GN-004"
    assert play(at(3, {"3C": (0, 1)}), ["0 correct lands-2"]).asked


def test_corrections_are_offered_aside():
    """They never get in the way of a tap on the map."""
    found = [p for p in GAME.prompts(at(5)) if p.verb == "correct"]
    assert len(found) == 3 and all(p.aside for p in found)
    words = {word for p in found for word in p.options[0]}
    assert not words & set(CELL_OF)
    assert len(words) == 42 + 7 + 21 + 15 + 16
    assert "cost-5BL" not in words


@pytest.mark.parametrize("word", ["cost-5BL", "cost-9C", "lands-8", "project-none", "mission-none", "inhabitants-3"])
def test_unknown_values_are_refused(word):
    """GN-005: brambles show no cost, and what does not exist cannot be corrected."""
    assert refusal(at(5), f"0 correct {word}") == "GN-005"


@pytest.mark.parametrize(
    ("key", "word"), [("space.5.L.cost", "6"), ("space.8.L.cost", "3"), ("project.forge.points", "0"), ("roofs", "20")]
)
def test_start_refuses_values_that_cannot_be(key, word):
    with pytest.raises(IllegalEvent):
        GAME.start(2, {}, {key: word})


def test_every_offered_correction_can_be_answered():
    state = begin()
    for word in offered(state, "correct"):
        asked = play(state, [f"0 correct {word}"])
        form = next(p for p in GAME.prompts(asked) if p.verb == "catalogue")
        assert [options[0] for options in form.options[::2]] == list(asked.asked)
        assert all(allowed(key) == words for key, words in zip(asked.asked, form.options[1::2], strict=True))
        assert all("until now" in name for name in form.names[1::2])


def test_shipped_values_are_complete():
    """Nothing is missing, so nothing is ever asked for."""
    assert "null" not in str(shipped()) and None not in shipped().values()
    assert len(read_printed({}).inhabitants) == 16
