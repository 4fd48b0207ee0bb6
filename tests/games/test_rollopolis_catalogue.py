"""Printed values the rulebook text lost: asked when needed, remembered, never needed to begin."""

from dataclasses import replace

import pytest

from companion.errors import IllegalEvent
from companion.games.rollopolis import GAME
from companion.games.rollopolis.board import SPECIALS
from companion.games.rollopolis.printed import read_printed, shipped
from companion.model import CATALOGUE_VERB
from tests.games.test_rollopolis_positions import SHEET, act, begun, drafted, offered, own_cells, refused

ALONE = ". . . . . / . . . . . / . . {} . . / . . . . . / . . . . ."


def asked(state):
    return [p for p in GAME.prompts(state) if p.verb == CATALOGUE_VERB]


def answer(prompt, *values):
    """The event that fills a form with these values, the key of each given by the prompt."""
    keys = [options[0] for options in prompt.options[::2]]
    return " ".join((CATALOGUE_VERB, *(word for pair in zip(keys, values, strict=True) for word in pair)))


def test_shipped_values_are_those_the_text_tells():
    """RO-007 RO-011 RO-012 RO-017"""
    assert shipped() == {
        "a1": "7",
        "c3": "0",
        "residential.spots.2": "16",
        "commercial.spots.2": "16",
        "special.spots.2": "12",
        "special.spots.3": "16",
        "park": "2",
        "monument": "5",
    }


def test_unknown_space_is_told_by_tapping_it():
    """RO-023 RO-007: whoever draws there says that it shows the sum, which then holds for everybody."""
    state = act(GAME.start(2, {}, {}), "roll 4 4", "terrain b1 forest")
    assert (own_cells(state)[1], state.printed.numbers[1], state.learnt) == ("fo", 8, ("b1",))
    again = act(state, "roll 4 4")
    assert [p.verb for p in GAME.prompts(again)[:2]] == ["terrain", "again"]  # other spaces may show 8
    other = act(replace(state, turn=1), "roll 5 4")
    assert refused(other, "terrain b1 forest") == "RO-023"
    assert refused(other, "terrain a1 forest") == "RO-023"


def test_taps_are_remembered_by_one_more():
    """RO-013: the numbers told by taps are offered for later games before the next roll."""
    state = act(GAME.start(2, {}, {}), "roll 4 4", "terrain b1 forest")
    state = replace(begun(2, catalogue={}), printed=state.printed, learnt=("b1",))
    offer = asked(state)[0]
    assert (offer.options, offer.hint) == ((("b1",), ("8",)), "Learnt in this game: b1 8.")
    state = act(state, "catalogue b1 8")
    assert state.learnt == ()
    assert offer not in asked(state)


def test_player_says_that_no_space_bears_the_sum():
    """RO-024"""
    state = act(GAME.start(1, {}, {}), "roll 6 6", "again")
    assert (state.phase, own_cells(state).count("")) == ("terrain-roll", 25)
    assert refused(act(GAME.start(1, {}, {}), "roll 3 4"), "again") == "RO-024"


def test_whole_district_can_be_entered_at_once():
    """RO-007 RO-013: 23 unknown spaces in one form; then only fitting spaces are offered."""
    state = act(GAME.start(1, {}, {}), "roll 6 6")
    form = asked(state)[-1]
    assert len(form.options) == 2 * 23
    assert dict(form.labels)["d2"] == "Row 2, column 4"
    values = ["12" if i == 0 else "6" for i in range(23)]
    state = act(state, answer(form, *values))
    assert GAME.prompts(state)[0].options == (("b1",), ("forest", "pond", "mountain"))
    assert asked(state) == []


def test_form_that_leaves_no_space_rolls_again():
    """RO-024: known as soon as all numbers are."""
    state = act(GAME.start(1, {}, {}), "roll 6 6")
    state = act(state, answer(asked(state)[-1], *["6"] * 23))
    assert state.phase == "terrain-roll"
    assert state.happened[-1] == "No free space of @0 shows 12: roll again."


def test_track_lengths_are_asked_before_a_round():
    """RO-013: only those of this number of players that nobody knows."""
    state = begun(3, catalogue={})
    form = next(p for p in asked(state) if ".spots." in p.options[0][0])
    assert form.options[::2] == (("residential.spots.3",), ("commercial.spots.3",))
    state = act(state, answer(form, "22", "21"))
    assert [spots[2] for spots in state.printed.spots] == [22, 21, 16]
    assert not [p for p in asked(state) if ".spots." in p.options[0][0]]
    assert asked(begun(2, catalogue=SHEET)) == []


def test_game_is_playable_without_any_length():
    """RO-013 RO-041: unknown tracks never refuse, and the view says what is missing."""
    state = drafted(3, seats=4, catalogue={}, tracks=((6, 5, 4) * 1, (), ()))
    assert offered(state, "residential")
    advice = GAME.view(state).advice
    assert "The length of the Residential track is not known: say so when its last spot is filled." in advice


def test_last_spot_can_be_told():
    """RO-160 RO-053 RO-164: from then on the track is full and the game ends with the round."""
    numbers = (6, 5, 4, 3, 2, 1) * 3
    state = act(drafted(5, catalogue={}, tracks=(numbers, (), ())), "residential")
    question = next(p for p in asked(state) if p.options[0] == ("residential.spots.3",))
    assert question.label == "The Residential track is full now"
    state = act(state, "catalogue residential.spots.3 19", "forgo permit")
    state = act(state, "draft 2")
    assert refused(state, "residential") == "RO-053"
    assert "The game ends after this round." in GAME.view(state).advice


def test_last_spot_told_between_rounds_ends_the_game():
    """RO-162: as the check just before would have done."""
    state = replace(begun(4, catalogue={}), tracks=((), (), (1, 2) * 9), round=5)
    assert not offered(replace(state, tracks=((), (), (1, 2))), "catalogue special.spots.4 2")  # three players have 16
    state = act(state, "catalogue special.spots.4 18")
    assert state.phase == "over"
    assert "The Special track is full." in state.happened


def test_length_below_what_is_written_is_refused():
    """RO-013"""
    state = replace(begun(3, catalogue={}), tracks=((6, 5, 4, 3, 2, 1) * 3, (), ()))
    assert refused(state, "catalogue residential.spots.3 17") == "RO-013"
    assert refused(state, "catalogue residential.spots.3") == "RO-013"
    assert refused(state, "catalogue residential.spots.3 many") == "RO-013"


def test_solo_row_ends_before_the_row_of_two_players():
    """RO-201 RO-011: with 16 spots for two, row 1 has at most 15, whatever is not entered."""
    state = drafted(5, seats=1, catalogue={}, tracks=((6, 5, 4, 3, 2, 1) * 2 + (6, 5, 4), (), ()))
    assert refused(state, "residential") == "RO-053"


# ---------------------------------------------------------------------------------------------- special numbers


def test_known_specials():
    """RO-017: Park under 2, Monument under 5, the others unknown."""
    known = {s.word: numbers for s, numbers in zip(SPECIALS, read_printed({}).dice, strict=True) if numbers}
    assert known == {"park": (2,), "monument": (5,)}


def test_special_number_is_told_by_building():
    """RO-017 RO-080: the player names the building, which then belongs to that number."""
    state = act(drafted(3, catalogue={}, district=ALONE.format("R1")), "special")
    assert refused(state, "build park c2") == "RO-080"
    prompt = next(p for p in GAME.prompts(state) if p.verb == "build")
    assert prompt.options[0] == tuple(s.word for s in SPECIALS if s.letter not in "PM")
    state = act(state, "build garage c2")
    assert (own_cells(state)[7], state.learnt) == ("G", ("garage",))
    later = act(replace(drafted(4, catalogue={}), printed=state.printed), "special")
    assert refused(later, "build garage c3") == "RO-080"
    assert "garage" not in next(p for p in GAME.prompts(later) if p.verb == "build").options[0]
    assert offered(act(replace(drafted(3, catalogue={}), printed=state.printed), "special"), "build garage c3")
    roll = replace(begun(2, catalogue={}), printed=state.printed, learnt=state.learnt)
    assert asked(roll)[0].options == (("garage",), ("3",))


def test_specials_of_unknown_number_obey_the_balance():
    """RO-125: greyed with the reason."""
    two = ". . . . . / . . G . . / . . S . . / . . . . . / . . . . ."
    state = act(drafted(3, catalogue={}, district=two), "special")
    prompt = next(p for p in GAME.prompts(state) if p.verb == "build")
    assert prompt.reason.endswith("(RO-125)")
    assert refused(state, "build university d3") == "RO-125"


def test_every_question_has_fixed_keys():
    """A form asks for values; its keys are given."""
    states = [
        GAME.start(3, {}, {}),
        act(GAME.start(3, {}, {}), "roll 4 4"),
        begun(1, catalogue={}),
        begun(4, catalogue={}),
    ]
    states.append(act(drafted(3, catalogue={}, seats=1), "residential"))
    assert [len(asked(state)) for state in states] == [1, 1, 2, 2, 1]
    assert all(len(keys) == 1 for state in states for p in asked(state) for keys in p.options[::2])


def test_special_numbers_can_be_entered_at_once():
    """RO-017"""
    form = asked(begun(2, catalogue={}))[-1]
    assert [options[0] for options in form.options[::2]] == [
        s.word for s in SPECIALS if s.word not in ("park", "monument")
    ]
    state = act(begun(2, catalogue={}), answer(form, *"11334466"))
    assert all(state.printed.dice)


def test_special_may_belong_to_several_numbers():
    """RO-017: from a file, as 3-4."""
    sheet = SHEET | {"garage": "3-4"}
    for die in (3, 4):
        assert offered(act(drafted(die, catalogue=sheet), "special"), "build garage c3")
    with pytest.raises(IllegalEvent) as caught:
        read_printed({"garage": "7"})
    assert caught.value.rule == "RO-017"


@pytest.mark.parametrize(
    ("key", "value", "word"), [("park", "3", "Park"), ("monument", "1", "Monument"), ("garage", "2", "Garage")]
)
def test_numbers_against_the_examples_only_warn(key, value, word):
    """RO-017"""
    view = GAME.view(begun(2, catalogue=SHEET | {key: value}))
    assert [word in sentence for sentence in view.advice if "rulebook's example" in sentence] == [True]
    assert not [s for s in GAME.view(begun(2)).advice if "rulebook's example" in s]


def test_catalogue_round_trips_into_a_later_game():
    """RO-013: what a table remembers is what a new game starts with."""
    state = act(GAME.start(3, {}, {}), "roll 4 4", "terrain b1 forest")
    told = replace(begun(3, catalogue={}), printed=state.printed, learnt=state.learnt)
    args = [options[0] for options in asked(told)[0].options]
    later = GAME.start(3, {}, dict(zip(args[::2], args[1::2], strict=True)))
    assert later.printed == state.printed
