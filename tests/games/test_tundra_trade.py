"""The Trade board and the city: cards, upgrades, the market, enhancements, advisors."""

from dataclasses import replace

import pytest

from companion.games.tundra import GAME
from companion.games.tundra.printed import shipped, words_for
from companion.games.tundra.steps import Turn
from tests.games.test_tundra_kit import (
    advisors,
    boards,
    copy_of,
    doing,
    is_offered,
    mapped,
    me,
    play,
    reasons,
    refused_by,
    turn,
    verbs,
    words,
)


def test_a_card_and_one_berry():
    """TU-185: the berry follows by itself once the card is placed."""
    state = play(turn(dice="4", boards=boards(), berries=0), "0 use 4 trade", "0 take m2 c01")
    assert (me(state).berries, state.steps) == (1, (Turn(0, True),))
    assert [a.card for a in me(state).advisors] == ["c01"]


def test_a_taken_card_is_not_replaced():
    """TU-186: its place stays empty, the deck as it is."""
    state = turn(dice="4", boards=boards())
    deck = state.deck
    state = play(state, "0 use 4 trade", "0 take m2 c01")
    assert (state.market, state.deck) == (("?", "", "?", "?"), deck)
    again = doing("card-1", state=state)
    assert words(again, "take", 0) == {"m1", "m3", "m4"}
    assert refused_by(again, "0 take m2 c02") == "TU-186"
    assert refused_by(again, "0 take m9 c02") == "TU-186"
    assert refused_by(again, "0 take m1 c01") == "TU-186"


def test_upgrade_action_of_the_basic_board():
    """TU-189 TU-190: 2 berries and up to four flips in either order; slot 3 is printed in the rules."""
    assert shipped()["board.trade.basic.3"] == "berry-2+upgrade-4"
    state = turn(dice="3", boards=boards(), goods=(4, 4, 4), berries=0)
    state = play(state, "0 use 3 trade", "0 upgrade architecture", "0 upgrade travel", "0 upgrade gathering")
    assert (me(state).goods, me(state).vp, me(state).berries) == ((2, 2, 2), 3, 0)
    state = play(state, "0 upgrade trade peat stone")
    assert (me(state).goods, me(state).vp, me(state).berries) == ((2, 1, 0), 4, 2)
    assert state.steps == (Turn(0, True),)


def test_an_upgrade_costs_the_printed_resources():
    """TU-008 TU-191: refused if they are not there; the price is shown."""
    state = doing("upgrade-1", goods=(1, 2, 0))
    assert "Architecture costs 2 firewood." in reasons(state, "upgrade")
    assert refused_by(state, "0 upgrade architecture") == "TU-191"
    assert refused_by(doing("upgrade-1", goods=(2, 2, 2)), "0 upgrade trade") == "TU-191"
    assert me(play(state, "0 upgrade travel")).goods == (1, 0, 0)


def test_an_unknown_price_is_asked_before_anything_is_paid():
    """TU-008 TU-191: five numbers; a price of nothing is not believed."""
    unknown = {k: v for k, v in copy_of().items() if not k.startswith("price.travel")}
    state = play(doing("upgrade-1", goods=(3, 3, 3), catalogue=unknown), "0 upgrade travel")
    parts = ("firewood", "stone", "peat", "same", "any")
    nothing = " ".join(f"price.travel.{part} 0" for part in parts)
    assert refused_by(state, f"0 catalogue {nothing}") == "TU-191"
    state = play(state, f"0 catalogue {nothing.replace('same 0', 'same 3')}")
    assert me(state).goods == (3, 3, 3)
    state = play(state, "0 upgrade travel peat")
    assert (me(state).goods, me(state).boards[1].upgraded) == ((3, 3, 0), True)


def test_a_flipped_board_stays_flipped():
    """TU-192: it is not offered again and refused if asked."""
    state = doing("upgrade-2", goods=(9, 9, 9), boards=boards(1))
    assert "travel" not in words(state, "upgrade", 0)
    assert refused_by(state, "0 upgrade travel") == "TU-192"
    assert reasons(doing("upgrade-1", boards=boards(0, 1, 2, 3)), "upgrade") == ["All your boards are upgraded."]


def test_an_upgrade_gives_a_point_at_once():
    """TU-043 TU-193: with its line in the breakdown."""
    state = play(doing("upgrade-1", goods=(2, 0, 0)), "0 upgrade architecture")
    assert [(line.points, line.rule) for line in me(state).lines] == [(1, "TU-193")]
    assert GAME.view(state).scores == (1, 0)


def test_dice_and_cards_stay_on_a_flipped_board():
    """TU-194 TU-195: no action follows."""
    own = replace(boards()[1], dice=("1", "", "", "", "", ""), starter="s09", market=("c11",))
    state = doing("upgrade-1", goods=(0, 2, 0), boards=(boards()[0], own, *boards()[2:]), bank=2)
    state = play(replace(state, deck=state.deck - 1), "0 upgrade travel")
    assert me(state).boards[1] == replace(own, upgraded=True)
    assert state.steps == (Turn(0, True),)


def test_upgraded_actions_hold_for_later_activations():
    """TU-196: the next die on the flipped board does what its new side says."""
    state = play(turn(dice="3 6", boards=boards(), goods=(0, 2, 0)), "0 use 3 trade", "0 upgrade travel", "0 done")
    state = play(replace(state, steps=(Turn(0),)), "0 use 6 travel")
    assert state.steps[0].parts[0].n == 4


def test_players_are_told_they_may_look_at_the_other_side():
    """TU-197."""
    assert any("TU-197" in advice for advice in GAME.view(turn()).advice)


def test_upgraded_trade_gives_more_berries():
    """TU-198: 6 where the basic side gives 2."""
    state = play(turn(dice="3", boards=boards(3), berries=0), "0 use 3 trade", "0 done")
    assert me(state).berries == 6
    assert "berry-6+upgrade-4" in words_for("board.trade.upgraded.3")


def test_upgraded_trade_renews_the_market():
    """TU-199 TU-214: everything is discarded and dealt anew, before or after the card."""
    state = play(turn(dice="6", boards=boards(3)), "0 use 6 trade", "0 take m1 c01", "0 renew")
    assert state.market == ("?",) * 4
    assert (state.discard, state.deck) == (3, 40 - 8)
    assert state.steps == (Turn(0, True),)


def test_a_new_card_is_asked_whether_it_advises_or_enhances():
    """TU-205: it gets the next free number and is remembered."""
    unknown = {k: v for k, v in copy_of().items() if not k.startswith("city.")}
    state = play(turn(dice="4", boards=boards(), catalogue=unknown), "0 use 4 trade")
    assert words(state, "take") == {"c01"}
    state = play(state, "0 take m1 c01", "0 catalogue city.c01.kind enhancement")
    assert verbs(state) == {"under"}
    state = play(state, "0 under travel")
    assert me(state).boards[1].market == ("c01",)
    assert words(doing("card-1", state=state), "take") == {"c02"}


def test_a_used_advisor_is_turned():
    """TU-207."""
    state = turn(advisors=advisors("c01", "c02"))
    state = play(replace(state, deck=state.deck - 2), "0 advisor c01")
    assert words(state, "advisor") == {"c02"}
    sheet = next(s for s in GAME.view(state).sheets if s.title == "Cards of @0")
    assert [line[2] for line in sheet.rows[:2]] == ["used", "ready"]


@pytest.mark.parametrize(("title", "limit"), [("humble", 3), ("provident", 4), ("hard-worker", 2)])
def test_advisors_above_the_maximum_cost_one(title, limit):
    """TU-208 TU-209 TU-271: one of the earlier ones goes to the discard pile."""
    own = advisors("c01", "c02", "c03", "c04")[:limit]
    state = doing("card-1", title=title, advisors=own)
    state = play(replace(state, deck=state.deck - limit), "0 take m1 c05")
    assert words(state, "discard") == {a.card for a in own}
    state = play(state, "0 discard c01")
    assert len(me(state).advisors) == limit
    assert state.discard == 1


def test_an_enhancement_goes_under_a_board_at_once():
    """TU-210: nothing else can be done before."""
    state = play(doing("card-1"), "0 take m1 c12")
    assert verbs(state) == {"under"}
    assert me(play(state, "0 under gathering")).boards[2].market == ("c12",)


def test_one_starter_and_one_market_card_under_a_board():
    """TU-211: a full board is not offered."""
    own = tuple(
        replace(b, starter="s09" if i == 0 else "", market=("c11",) if i == 1 else ()) for i, b in enumerate(boards())
    )
    state = doing("card-1", boards=own)
    state = play(replace(state, deck=state.deck - 1), "0 take m1 c12")
    assert words(state, "under") == {"architecture", "gathering", "trade"}
    assert refused_by(state, "0 under travel") == "TU-211"


def test_a_market_card_makes_room_but_a_starter_never():
    """TU-212 TU-214."""
    own = tuple(replace(b, starter=f"s0{i + 1}", market=(f"c1{i}",)) for i, b in enumerate(boards(), 0))
    own = tuple(replace(b, market=(f"c{i + 11}",)) for i, b in enumerate(own))
    state = doing("card-1", boards=own)
    state = play(replace(state, deck=state.deck - 4), "0 take m1 c20")
    assert verbs(state) == {"swap"}
    assert words(state, "swap") == {"c11", "c12", "c13", "c14"}
    assert refused_by(state, "0 swap s01") == "TU-212"
    state = play(state, "0 swap c13")
    assert me(state).boards[2].market == ("c20",)
    assert me(state).boards[2].starter == "s03"
    assert state.discard == 1


def test_a_swapped_card_of_the_row_no_longer_acts():
    """TU-212 TU-213: its action is gone, that of the new card is offered."""
    trade = replace(boards()[3], market=("c11",))
    state = turn(dice="4", boards=(*boards()[:3], trade))
    state = play(
        mapped(replace(state, deck=state.deck - 1)), "0 use 4 trade", "0 do trade", "0 take m1 c12", "0 swap c11"
    )
    assert (state.steps[0].source, verbs(state)) == ("c12", {"move", "done"})


def test_a_card_of_another_action_does_not_act_at_once():
    """TU-213: bought at the start of a round, it waits for a die."""
    state = play(doing("card-1", source="title"), "0 take m1 c12", "0 under trade")
    assert state.steps == (Turn(0, True),)


def test_market_cards_can_be_named_for_all_to_see():
    """TU-035: the place then shows what the card does, and taking it needs one tap."""
    state = play(turn(dice="4", boards=boards()), "0 show m3 c02")
    sheet = next(s for s in GAME.view(state).sheets if s.title.startswith("Market"))
    assert sheet.ids == ("m1", "m2", "m3", "m4")
    assert "2 berries" in sheet.rows[2][1]
    assert not is_offered(state, "0 show m3 c03")
    state = play(state, "0 use 4 trade", "0 take m3")
    assert [a.card for a in me(state).advisors] == ["c02"]
