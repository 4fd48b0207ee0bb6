"""What the camera sees becomes the event that is awaited: the roll for all, rerolls, bought and white dice."""

from dataclasses import replace

import pytest

from companion.errors import IllegalEvent, UnclearRoll
from companion.games.tundra import GAME
from companion.games.tundra.printed import COLORS
from companion.interpret import interpret
from companion.model import Observation, Piece
from tests.games.test_tundra_kit import begun, copy_of, me, play, roll, skip_titles, turn


def seen(*dice, lying=0):
    """An observation of dice written as "red 3"; the first ``lying`` of them have not moved."""
    pieces = []
    for i, text in enumerate(dice):
        color, _, value = text.rpartition(" ")
        pieces.append(Piece("d6", value, color, box_px=(40.0 * i, 0.0, 30.0, 30.0)))
    return Observation(tuple(pieces)), tuple(pieces[:lying])


def read(state, *dice, lying=0):
    observation, still = seen(*dice, lying=lying)
    event = interpret(observation, GAME.prompts(state), GAME.view(state).turn, still)
    return GAME.apply(state, event)


def unclear(state, *dice, lying=0):
    observation, still = seen(*dice, lying=lying)
    with pytest.raises(UnclearRoll) as caught:
        interpret(observation, GAME.prompts(state), GAME.view(state).turn, still)
    return str(caught.value)


def test_one_roll_counts_for_all():
    """TU-080 TU-081: four dice of the first player's colour, whatever their order."""
    state = read(skip_titles(begun(3)), "red 6", "red 1", "red 3", "red 3")
    assert [p.dice for p in state.players] == [("1", "3", "3", "6")] * 3


def test_a_wrong_number_or_colour_is_said_at_once():
    """TU-062: five dice, three dice, another player's die."""
    state = skip_titles(begun())
    assert "1 × red die too many" in unclear(state, "red 1", "red 2", "red 3", "red 4", "red 5")
    assert "1 × red die missing" in unclear(state, "red 1", "red 2", "red 3")
    assert "1 × blue die too many" in unclear(state, "red 1", "red 2", "red 3", "blue 4")


def test_a_reroll_leaves_the_other_dice_as_they_are():
    """TU-106: two lie closed, one is thrown."""
    state = play(turn(dice="2 3 5"), "0 reroll 3")
    assert me(read(state, "red 2", "red 5", "red 6", lying=2)).dice == ("2", "5", "6")
    assert "red die showing 5 missing" in unclear(state, "red 2", "red 4", "red 6", lying=1)


def test_a_reroll_of_one_die_alone():
    """TU-106: only the thrown die lies in the tray."""
    state = play(turn(dice="2 3 5", settings={"tray": "thrown"}), "0 reroll 3")
    assert me(read(state, "red 6")).dice == ("2", "5", "6")


def test_a_bought_die_and_the_white_one():
    """TU-109 TU-266: the white die is told from the own colour."""
    state = turn(dice="2", title="wisdom", white=True, berries=20)
    state = read(play(state, "0 buy own"), "red 2", "red 4", lying=1)
    assert me(state).dice == ("2", "4")
    state = play(state, "0 buy white")
    assert "1 × white die missing" in unclear(state, "red 2", "red 4", "red 5", lying=2)
    assert me(read(state, "red 2", "red 4", "white 5", lying=2)).dice == ("2", "4", "white:5")
    again = play(turn(dice="4 white:5", title="wisdom", bank=6), "0 reroll white:5")
    assert me(read(again, "red 4", "white 1", lying=1)).dice == ("4", "white:1")


def test_the_extra_die_is_rolled_beside_the_common_ones():
    """TU-269."""
    state = skip_titles(begun(settings={"special": "on"}, titles=("determined", "wisdom")))
    state = read(state, "red 1", "red 2", "red 3", "red 4")
    state = read(state, "red 1", "red 2", "red 3", "red 4", "red 4", lying=4)
    assert me(state).dice == ("1", "2", "3", "4", "4")


def test_each_character_has_its_colour():
    """TU-080: the colours of this copy; the first player changes each round."""
    catalogue = copy_of() | {"color.elisabeth": "purple"}
    state = skip_titles(begun(catalogue=catalogue))
    assert GAME.prompts(state)[0].tray == ("d6/purple",) * 4
    assert me(read(state, "purple 1", "purple 2", "purple 3", "purple 4")).dice == ("1", "2", "3", "4")


def test_plain_dice_may_have_any_colour():
    catalogue = copy_of() | {"color.elisabeth": "plain"}
    state = skip_titles(begun(catalogue=catalogue))
    assert me(read(state, "blue 1", "red 2", "ivory 3", "black 4")).dice == ("1", "2", "3", "4")


def test_dice_whose_colour_is_not_told_count_as_those_awaited():
    """TU-080 TU-266: eyes that cannot tell colours read faces all the same, the thrown white die too."""
    assert me(read(skip_titles(begun()), " 1", " 2", " 3", " 4")).dice == ("1", "2", "3", "4")
    state = play(turn(dice="2 white:4", title="wisdom", bank=6, berries=20), "0 reroll white:4")
    assert me(read(state, " 2", " 6", lying=1)).dice == ("2", "white:6")
    mixed = play(turn(dice="2 white:4", title="wisdom", bank=6, berries=20), "0 reroll 2")
    assert me(read(mixed, "white 4", " 5", lying=1)).dice == ("5", "white:4")


def test_ivory_dice_beside_the_white_one():
    """TU-266: whichever of the two words the eyes find, the thrown die is the one that moved."""
    state = turn(dice="3", title="wisdom", white=True, berries=20)
    state = play(replace(state, printed=state.printed.learn({"color.elisabeth": "ivory"})), "0 buy white")
    for told in ("ivory", "white"):
        assert me(read(state, f"{told} 3", "white 5", lying=1)).dice == ("3", "white:5")
        assert me(read(state, f"{told} 3", "ivory 5", lying=1)).dice == ("3", "white:5")


@pytest.mark.parametrize("word", COLORS)
def test_every_colour_that_can_be_chosen_is_read_by_its_own_name(word):
    """TU-080: and by no colour far from it; plain asks for none."""
    state = skip_titles(begun(catalogue=copy_of() | {"color.elisabeth": word}))
    told = "" if word == "plain" else word.replace("-", " ")
    assert me(read(state, *(f"{told} {n}" for n in (1, 2, 3, 4)))).dice == ("1", "2", "3", "4")
    far = "green" if word != "green" else "red"
    if word != "plain":
        assert f"1 × {far} die too many" in unclear(state, f"{told} 1", f"{told} 2", f"{told} 3", f"{far} 4")


def test_copies_of_other_players_are_checked():
    """TU-081: the same multiset is right, one that differs is named."""
    state = play(skip_titles(begun(settings={"copies": "checked"})), f"0 roll {roll('red', '2 3 3 6')}")
    assert read(state, "blue 6", "blue 3", "blue 2", "blue 3").said == ("The dice of @1 are right.",)
    with pytest.raises(IllegalEvent, match="One of your dice differs: 3 expected, 4 seen"):
        read(state, "blue 2", "blue 3", "blue 4", "blue 6")
    with pytest.raises(IllegalEvent, match="2 of your dice differ: 2 6 expected, 1 1 seen"):
        read(state, "blue 1", "blue 1", "blue 3", "blue 3")


def test_nothing_is_read_when_nothing_is_thrown():
    """TU-082: dice lying about in a turn are not taken for a throw."""
    assert "nothing is to be rolled" in unclear(turn(), "red 1")
