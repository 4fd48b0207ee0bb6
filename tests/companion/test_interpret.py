"""From tray to event: the only prompt that fits, or a sentence."""

import pytest

from companion.errors import UnclearRoll
from companion.interpret import expected_counts, interpret, lying_still
from companion.model import Observation, Piece, Prompt, roll_prompt


def die(face, color="", inside=True, x=0.0, doubtful=False):
    return Piece("d6", str(face), color, box_px=(x, 0, 40, 40), inside=inside, doubtful=doubtful)


def meeple(color, face, inside=True, x=0.0):
    return Piece("meeple", face, color, box_px=(x, 0, 40, 40), inside=inside)


def see(*pieces, doubts=(), seat=None):
    return Observation(tuple(pieces), doubts, seat=seat)


ROLL = roll_prompt(0, "roll", ("d6", "d6"))
BROWNS = roll_prompt(0, "roll", ("meeple/brown", "meeple/brown", "meeple/navy-gray"), also=("cocked", "outside"))
DRAFT = tuple(
    Prompt(0, "draft", ((taken,),), tray=tuple(f"d6:{f}" for f in left))
    for taken, left in (("3", ("4", "4")), ("4", ("3", "4")))
)


def test_interpret_reads_a_roll_in_one_canonical_order():
    assert str(interpret(see(die(5), die(2)), [ROLL])) == "0 roll 2 5"
    assert str(interpret(see(die(2), die(5)), [ROLL])) == "0 roll 2 5"


def test_interpret_names_the_color_of_colored_pieces_in_tray_order():
    seen = see(meeple("navy gray", "steady"), meeple("brown", "hard"), meeple("brown", "exhausted"))
    assert str(interpret(seen, [BROWNS])) == "0 roll brown:exhausted brown:hard navy-gray:steady"


def test_interpret_reads_a_draft_from_what_is_left():
    assert str(interpret(see(die(4), die(4)), DRAFT)) == "0 draft 3"
    assert str(interpret(see(die(4), die(3)), DRAFT)) == "0 draft 4"


def test_interpret_reads_a_reroll_of_one_die_among_others():
    prompt = roll_prompt(0, "reroll", ("d6:5", "d6:2", "d6"))
    assert str(interpret(see(die(2), die(6), die(5)), [prompt])) == "0 reroll 6"
    assert str(interpret(see(die(2), die(5), die(5)), [prompt])) == "0 reroll 5"


def test_interpret_gives_closed_pieces_to_closed_items_whatever_their_color():
    prompt = roll_prompt(0, "reroll", ("d6:5", "d6/red"))
    assert str(interpret(see(die(5, "red"), die(5, "blue")), [prompt])) == "0 reroll red:5"


def test_interpret_counts_a_missing_piece_outside_where_the_game_has_a_rule_for_it():
    seen = see(meeple("brown", "hard"), meeple("brown", "hard", inside=False), meeple("navy gray", "cocked"))
    assert str(interpret(seen, [BROWNS])) == "0 roll brown:hard brown:outside navy-gray:cocked"


def test_interpret_ignores_pieces_outside_that_nobody_misses():
    seen = see(die(2), die(5), die(6, inside=False))
    assert str(interpret(seen, [ROLL])) == "0 roll 2 5"


@pytest.mark.parametrize(
    ("seen", "prompts", "sentence"),
    [
        (see(die(2)), [ROLL], "1 × die missing: outside the tray?"),
        (see(die(2), die(3), die(4)), [ROLL], "1 × die too many: take it out."),
        (
            see(meeple("brown", "hard"), meeple("brown", "hard"), meeple("blue", "hard")),
            [BROWNS],
            "1 × navy gray meeple missing: outside the tray? 1 × blue meeple too many: take it out.",
        ),
        (see(die(2), die("cocked")), [ROLL], "A piece leans"),
        (see(die(2), die(4, inside=False)), [ROLL], "outside the tray; roll that one again"),
        (see(die(2), die(4, doubtful=True)), [ROLL], "Not sure about 1"),
        (see(die(2), die(4), doubts=("It is dark.",)), [ROLL], "It is dark."),
        (see(die(2), die(4)), [Prompt(0, "stop")], "nothing is to be rolled now"),
        (see(die(2), die(4)), [Prompt(0, "roll", reason="Not yet.", tray=("d6", "d6"))], "nothing is to be rolled"),
        (see(die(2), die(4), seat=1), [ROLL], "nothing is to be rolled now"),
        (see(die(1), die(4)), DRAFT, "1 × die showing 4 missing"),
    ],
)
def test_interpret_says_what_is_wrong(seen, prompts, sentence):
    with pytest.raises(UnclearRoll) as refusal:
        interpret(seen, prompts)
    assert sentence in str(refusal.value)


def test_interpret_asks_when_two_seats_could_be_meant_and_takes_whose_turn_it_is():
    both = [ROLL, roll_prompt(1, "roll", ("d6", "d6"))]
    with pytest.raises(UnclearRoll, match="0 roll 2 5 or 1 roll 2 5"):
        interpret(see(die(2), die(5)), both)
    assert str(interpret(see(die(2), die(5)), both, turn=1)) == "1 roll 2 5"
    assert str(interpret(see(die(2), die(5), seat=0), both)) == "0 roll 2 5"


def test_interpret_never_takes_pieces_that_kept_lying_for_a_roll():
    before = see(die(2, x=0), die(5, x=100))
    now = see(die(2, x=3))
    lying = lying_still(now, before.pieces)
    assert lying == now.pieces
    with pytest.raises(UnclearRoll, match="1 of the pieces were not thrown"):
        interpret(now, [roll_prompt(0, "rally", ("d6",))], lying=lying)


def test_interpret_ignores_what_kept_lying_beside_a_roll_but_not_beside_a_draft():
    now = see(die(2, x=0), die(5, x=100), die(6, x=200))
    lying = now.pieces[:2]
    assert str(interpret(now, [roll_prompt(0, "reroll", ("d6",))], lying=lying)) == "0 reroll 6"
    with pytest.raises(UnclearRoll, match="1 × die too many"):
        interpret(see(die(4), die(4), die(4)), DRAFT, lying=see(die(4), die(4), die(4)).pieces)


def test_lying_still_needs_the_same_place_and_face():
    before = see(die(2, x=0), die(5, x=100))
    assert lying_still(see(die(3, x=0), die(5, x=180)), before.pieces) == ()
    assert lying_still(see(die(2, x=0)), ()) == ()


def test_lying_still_is_kept_when_a_person_says_what_a_lying_piece_shows():
    now = see(die(2, x=0, doubtful=True), die(6, x=100))
    lying = lying_still(now, see(die(2, x=0)).pieces)
    told = see(die(3, x=0), die(6, x=100))
    assert str(interpret(told, [roll_prompt(0, "reroll", ("d6:3", "d6"))], lying=lying)) == "0 reroll 6"
    with pytest.raises(UnclearRoll, match="1 of the pieces were not thrown"):
        interpret(see(die(3, x=0)), [roll_prompt(0, "roll", ("d6",))], lying=lying)


# ------------------------------------------------------------------------------------------- colours of dice

REDS = roll_prompt(0, "roll", ("d6/red", "d6/red"))


def test_dice_whose_color_nobody_told_fit_any_color():
    assert str(interpret(see(die(5), die(2)), [REDS])) == "0 roll red:2 red:5"
    assert str(interpret(see(die(5, "red"), die(2)), [REDS])) == "0 roll red:2 red:5"
    assert str(interpret(see(die(5, "red"), die(2, "red")), [ROLL])) == "0 roll 2 5"


@pytest.mark.parametrize(
    ("wanted", "told"), [("white", "ivory"), ("ivory", "white"), ("navy-gray", "grey"), ("magenta", "pink")]
)
def test_dice_of_a_color_that_looks_alike_fit(wanted, told):
    prompt = roll_prompt(0, "roll", (f"d6/{wanted}",))
    assert str(interpret(see(die(4, told)), [prompt])) == f"0 roll {wanted}:4"


@pytest.mark.parametrize("told", ["blue", "orange", "pink", "black"])
def test_dice_of_another_color_are_named(told):
    with pytest.raises(UnclearRoll) as refusal:
        interpret(see(die(5, "red"), die(2, told)), [REDS])
    said = str(refusal.value)
    assert said == f"1 × red die missing: outside the tray? 1 × {told} die too many: take it out."


def test_a_white_die_beside_ivory_ones_is_the_white_one():
    prompt = roll_prompt(0, "roll", ("d6/ivory", "d6/white"))
    for seen in (see(die(2, "white"), die(5, "ivory")), see(die(5, "ivory"), die(2, "white"))):
        assert str(interpret(seen, [prompt])) == "0 roll ivory:5 white:2"
    lying = (die(3, "white", x=0),)  # the eyes call this one white as well; it was not thrown
    beside = roll_prompt(0, "roll", ("d6/ivory:3", "d6/white"))
    assert str(interpret(see(*lying, die(5, "white", x=90)), [beside], lying=lying)) == "0 roll white:5"


def test_meeples_keep_to_their_colors():
    prompt = roll_prompt(0, "roll", ("meeple/magenta",))
    for told in ("purple", ""):
        with pytest.raises(UnclearRoll):
            interpret(see(meeple(told, "hard")), [prompt])


def test_a_die_that_kept_lying_may_be_called_by_another_name():
    before = see(die(2, "white", x=0), die(5, "red", x=100), die(6, x=200))
    now = see(die(2, "ivory", x=2), die(5, "blue", x=100), die(6, "red", x=200))
    assert lying_still(now, before.pieces) == (now.pieces[0], now.pieces[2])


def test_expected_counts_are_known_only_when_all_prompts_agree():
    assert expected_counts([ROLL]) == {"d6": 2, "meeple": 0}
    assert expected_counts(DRAFT) == {"d6": 2, "meeple": 0}
    assert expected_counts([ROLL, BROWNS]) is None
    assert expected_counts([ROLL, roll_prompt(1, "roll", ("d6",))], turn=1) == {"d6": 1, "meeple": 0}
    assert expected_counts([]) is None


def test_expected_counts_add_what_kept_lying_beside_the_throw():
    """A leaning piece is rolled again while the others lie; dice that a prompt names are counted once."""
    lying = tuple(Piece("meeple", "exhausted", "brown") for _ in range(3))
    assert expected_counts([roll_prompt(0, "roll", ("meeple/brown",))], 0, lying) == {"d6": 0, "meeple": 4}
    kept = (Piece("d6", "5"), Piece("d6", "2"))
    assert expected_counts([roll_prompt(0, "reroll", ("d6:5", "d6:2", "d6"))], 0, kept) == {"d6": 3, "meeple": 0}


def test_a_wrong_count_says_what_is_missing():
    seen = Observation((Piece("meeple", "hard", "brown"),), ("I see 1 and not 2.",))
    with pytest.raises(UnclearRoll, match="I see 1 and not 2. 1 × brown meeple missing: outside the tray"):
        interpret(seen, [roll_prompt(0, "roll", ("meeple/brown", "meeple/brown"))])
