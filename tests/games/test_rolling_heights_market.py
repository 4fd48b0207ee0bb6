"""Buying, placing, paying and the market strips: RH-094 … RH-114, RH-137, RH-138 and their vectors."""

from dataclasses import replace

import pytest

from companion.errors import IllegalEvent
from companion.games.rolling_heights import GAME
from companion.games.rolling_heights.market import slid
from companion.games.rolling_heights.rehearsal import plan_entries, play, staged
from companion.games.rolling_heights.state import NONE, Counts, Slot, State, Tile
from companion.model import Event, Lines

HOME = (Tile("a1", "home", 0),)
PLANS = {k: v for name in ("home", "new", "other") for k, v in plan_entries(name).items()}


def main(
    *,
    held: Counts = NONE,
    power: int = 0,
    tiles: tuple[Tile, ...] = HOME,
    catalogue: dict[str, str] | None = None,
    **settings: str,
) -> State:
    state = staged({**PLANS, **(catalogue or {})}, tiles=tiles, held=held, settings=settings)
    return replace(state, main=replace(state.main, power=power))


def with_tokens(state: State, *slots: str) -> State:
    """One wild token on each of these slots."""
    strips = [list(strip) for strip in state.market]
    for word in slots:
        strip, index = int(word[0]) - 1, int(word[2:]) - 1
        old = strips[strip][index]
        assert old is not None
        strips[strip][index] = replace(old, tokens=old.tokens + 1)
    return replace(state, market=tuple(tuple(s) for s in strips), wild=state.wild - len(slots))


def tokens(state: State) -> dict[str, int]:
    pairs = ((f"{i + 1}-{n + 1}", slot) for i, strip in enumerate(state.market) for n, slot in enumerate(strip))
    return {word: slot.tokens for word, slot in pairs if slot and slot.tokens}


def refused(state: State, line: str) -> str:
    with pytest.raises(IllegalEvent) as error:
        GAME.apply(state, Event.parse(line))
    return error.value.rule


def test_rhv_03_the_market_cost_is_printed_at_the_slot() -> None:
    """RH-103: two neighbouring plans may both cost 2; the price belongs to the slot."""
    state = main(held=(3, 0, 0, 0), catalogue={"market.1-3": "2", "market.1-4": "2", "market.1-5": "3"})
    (sheet,) = [s for s in GAME.view(state).sheets if s.title == "Market"]
    assert isinstance(sheet, Lines)
    assert [row[2] for row in sheet.rows[2:5]] == ["2", "2", "3"]
    for slot, left in (("1-3", 1), ("1-4", 1), ("1-5", 0)):
        assert play(state, [f"0 buy {slot} b1", "0 name new"]).cubes.held == (left, 0, 0, 0)


def test_rhv_04_a_purchase_puts_tokens_on_the_two_farthest_plans_at_the_end_of_the_turn() -> None:
    """RH-105, RH-106."""
    state = play(main(held=(2, 0, 0, 0)), ["0 buy 1-3 b1", "0 name new"])
    assert tokens(state) == {}
    state = play(state, ["0 end"])
    assert (tokens(state), state.wild) == ({"1-8": 1, "1-9": 1}, 28)


def test_rhv_41_buying_one_of_the_farthest_brings_no_tokens() -> None:
    """RH-105: neither strip gets any."""
    assert tokens(play(main(held=(2, 0, 0, 0)), ["0 buy 2-9 b1", "0 name new", "0 end"])) == {}
    assert tokens(play(main(held=(2, 0, 0, 0)), ["0 buy 2-8 b1", "0 name new", "0 end"])) == {}


def test_rhv_42_without_a_purchase_no_tokens() -> None:
    """RH-105 with A-2, which a house may read otherwise."""
    assert tokens(play(main(), ["0 end"])) == {}
    other = main(**{"tokens-need-purchase": "no"})
    assert tokens(play(other, ["0 end"])) == {"1-8": 1, "1-9": 1, "2-8": 1, "2-9": 1}


@pytest.mark.parametrize(("word", "found"), [("no", {}), ("yes", {"1-8": 1, "1-9": 1})])
def test_a_planners_plan_is_no_purchase_for_the_tokens(word: str, found: dict[str, int]) -> None:
    """RH-105, RH-079 with A-3."""
    crew = (("pink:hard", "brown:hard", "navy-gray:hard", "navy-gray:hard"),)
    state = staged(PLANS, crews=crew, tiles=HOME, settings={"pink-is-purchase": word})
    assert tokens(play(state, ["0 take 1-2 e5", "0 name new", "0 end"])) == found


def test_tokens_end_with_the_supply() -> None:
    """RH-105, RH-012 with A-9."""
    state = main(held=(2, 0, 0, 0))
    state = replace(state, wild=1, seats=(replace(state.seats[0], wild=29), *state.seats[1:]))
    state = play(state, ["0 buy 1-1 b1", "0 name new", "0 end"])
    assert (tokens(state), state.wild) == ({"1-8": 1}, 0)
    assert "No wild token is left for the farthest plans." in state.happened


def test_rhv_37_distance_costs_one_for_each_space_between() -> None:
    """RH-102, RH-110: (0,0) to (0,3) is three steps, so two spaces between."""
    catalogue = {"market.1-1": "1"}
    assert refused(main(held=(2, 0, 0, 0), catalogue=catalogue), "0 buy 1-1 a4") == "RH-102"
    with pytest.raises(
        IllegalEvent, match=r"Cost is 1 market \+ 0 prime \+ 2 distance = 3; you have 2 cubes \+ 0 spending"
    ):
        GAME.apply(main(held=(2, 0, 0, 0), catalogue=catalogue), Event.parse("0 buy 1-1 a4"))
    state = play(main(held=(2, 0, 0, 0), power=1, catalogue=catalogue), ["0 buy 1-1 a4", "0 name new"])
    assert (state.tiles[-1], state.cubes.held, state.main.power) == (Tile("a4", "new", 0), NONE, 0)


@pytest.mark.parametrize(("space", "distance"), [("c2", 0), ("d4", 1), ("c3", None), ("a1", 3), ("i6", 8), ("e3", 1)])
def test_rhv_38_a_diagonal_neighbour_is_two_steps_away(space: str, distance: int | None) -> None:
    """RH-110, RH-111: water and other plans on the way count as spaces like any other."""
    theirs = Tile("d3", "other", 1)
    state = main(held=(9, 9, 9, 9), tiles=(Tile("c3", "home", 0), theirs), catalogue={"board.1A.8": "water"})
    if distance is None:
        assert refused(state, f"0 buy 1-1 {space}") == "RH-107"
        return
    state = play(state, [f"0 buy 1-1 {space}", "0 name new"])
    assert state.main.due is not None
    assert state.main.due.cost == 2 + distance


def test_rhv_43_tokens_on_the_plan_cannot_pay_for_it() -> None:
    """RH-102, RH-114: they arrive with the purchase."""
    state = with_tokens(main(held=(1, 0, 0, 0)), "1-1", "1-1", "1-1")
    assert refused(state, "0 buy 1-1 b1") == "RH-102"
    state = with_tokens(main(held=(2, 0, 0, 0)), "1-1", "1-1", "1-1")
    state = play(state, ["0 buy 1-1 b1", "0 name new"])
    assert (state.seats[0].wild, tokens(state)) == (3, {})


def test_rhv_66_one_purchase_a_turn_besides_the_planners_plan() -> None:
    """RH-099, RH-079."""
    crew = (("pink:hard", "brown:hard", "navy-gray:hard", "navy-gray:hard"),)
    state = staged(PLANS, crews=crew, tiles=HOME, held=(4, 0, 0, 0))
    state = play(state, ["0 take 1-2 e5", "0 name new", "0 buy 1-3 b1", "0 name other"])
    assert refused(state, "0 buy 1-4 c1") == "RH-099"
    (grey,) = [p for p in GAME.prompts(state) if p.verb == "buy"]
    assert grey.reason == "Only one plan may be bought per turn (a Working Hard City Planner may take another, RH-099)."
    state = play(state, ["0 end"])
    assert not state.main.bought


def test_rhv_94_spent_cubes_return_at_once() -> None:
    """RH-098, RH-181."""
    state = main(held=(0, 2, 0, 0))
    before = state.cubes.supply[1]
    state = play(state, ["0 buy 1-1 b1", "0 name new"])
    assert (state.cubes.supply[1], state.cubes.held) == (before + 2, NONE)


def test_rhv_95_a_plan_lies_on_empty_land_at_once() -> None:
    """RH-100, RH-101, RH-107, RH-112: all 18 plans are on offer, none can be kept."""
    state = main(held=(2, 0, 0, 0), catalogue={"board.1A.2": "water"})
    (prompt,) = [p for p in GAME.prompts(state) if p.verb == "buy"]
    assert len(prompt.options[0]) == 18
    assert refused(state, "0 buy 2-4 b1") == "RH-107"
    assert refused(state, "0 buy 2-4 a1") == "RH-107"
    assert refused(state, "0 buy 2-4 keep") == "RH-107"
    assert refused(state, "0 buy 3-4 a2") == "RH-100"
    assert refused(state, "1 buy 2-4 a2") == "RH-099"
    state = play(state, ["0 buy 2-4 a2", "0 name new"])
    assert state.tiles[-1] == Tile("a2", "new", 0)
    assert "@0 places New on a2 with an own marker." in state.happened


def test_rhv_96_any_mix_of_cubes_and_power_pays() -> None:
    """RH-097, RH-104, RH-109."""
    catalogue = {"market.1-1": "1", "board.1A.2": "cost", "board.1A.2.cost": "2"}
    state = main(held=(2, 0, 1, 1), power=1, catalogue=catalogue)
    state = play(state, ["0 buy 1-1 b1", "0 name new"])
    assert refused(state, "0 pay wood glass") == "RH-102"
    assert refused(state, "0 pay power power wood") == "RH-095"
    assert refused(state, "0 pay concrete wood power") == "RH-102"
    state = play(state, ["0 pay wood glass power"])
    assert (state.cubes.held, state.main.power, state.tiles[-1].space) == ((1, 0, 0, 1), 0, "b1")


def test_a_payment_can_be_called_off() -> None:
    """RH-102: until it is paid nothing has happened."""
    state = main(held=(2, 1, 0, 0))
    asked = play(state, ["0 buy 1-1 b1", "0 name new"])
    assert refused(asked, "0 end") == "RH-102"
    back = play(asked, ["0 cancel"])
    assert (back.tiles, back.cubes, back.main) == (state.tiles, state.cubes, state.main)


def test_spending_power_goes_first_with_one_tap() -> None:
    """RH-097: the quick way spends what would be lost anyway."""
    state = play(main(held=(3, 1, 0, 0), power=1), ["0 buy 1-1 b1", "0 name new"])
    quick = next(p for p in GAME.prompts(state) if p.verb == "pay")
    assert (quick.label, quick.options) == ("Pay 1 power, 1 wood", (("power",), ("wood",)))


def test_rhv_97_markers_never_run_out() -> None:
    """RH-113."""
    many = tuple(Tile(f"{c}{r}", f"t{c}{r}", 0) for r in (1, 2) for c in "abcdefghi")
    catalogue = {k: v for t in many for k, v in plan_entries(t.plan).items()}
    state = main(held=(2, 0, 0, 0), tiles=many, catalogue=catalogue)
    state = play(state, ["0 buy 1-1 a3", "0 name new"])
    note = "All 18 markers are used: use a substitute marker."
    assert (len(state.tiles), note in state.happened) == (19, True)
    before = main(held=(2, 0, 0, 0), tiles=many[:-1], catalogue=catalogue)
    assert note not in play(before, ["0 buy 1-1 a3", "0 name new"]).happened


def test_space_bonus_of_a_bought_plan() -> None:
    """RH-108: only for the listed types."""
    bonus = {"board.1A.2": "bonus", "board.1A.2.points": "2", "board.1A.2.types": "park"}
    assert play(main(held=(2, 0, 0, 0), catalogue=bonus), ["0 buy 1-1 b1", "0 name new"]).seats[0].score == 2
    wrong = {**bonus, "board.1A.2.types": "civic"}
    assert play(main(held=(2, 0, 0, 0), catalogue=wrong), ["0 buy 1-1 b1", "0 name new"]).seats[0].score == 0


def test_missing_prices_are_asked_for_and_never_zero() -> None:
    """RH-103: the strip's number is entered the first time it matters."""
    base = staged(PLANS, tiles=HOME, held=(2, 0, 0, 0))
    values = {k: v for k, v in base.printed.items() if k != "market.1-1"}
    state = replace(base, printed=type(base.printed)(values))
    state = play(state, ["0 buy 1-1 b1"])
    (form, *_rest) = GAME.prompts(state)
    assert form.options[0] == ("market.1-1",)
    assert dict(form.labels)["market.1-1"] == "cost at market 1, slot 1"
    assert refused(state, "0 end") == ""
    state = play(state, ["0 catalogue market.1-1 3"])
    assert state.tiles == HOME
    assert state.happened[-1].endswith("you have 2 cubes + 0 spending power. (RH-102)")


# ------------------------------------------------------------------------------------------------- sliding


def named(names: str) -> tuple[Slot | None, ...]:
    """A strip from letters, ``.`` for an empty slot; slot 1 is at the draw area."""
    return tuple(None if c == "." else Slot(c) for c in names)


def text(strip: tuple[Slot | None, ...]) -> str:
    return "".join("." if s is None else s.plan or "?" for s in strip)


def test_rhv_101_plans_slide_away_from_the_draw_area() -> None:
    """RH-137."""
    state = replace(main(), market=(named("ab.de.ghi"), named("jklmnopqr")), drawn=(8, 9))
    state = slid(state)
    assert [text(s) for s in state.market] == ["??abdeghi", "jklmnopqr"]
    assert state.drawn == (10, 9)


def test_rhv_65_an_empty_pile_is_helped_out_by_the_other() -> None:
    """RH-138: level 1 has no tile left, level 2 has three."""
    state = replace(main(), market=(named("abcd.fghi"), named("jklmnopqr")), drawn=(40, 35))
    state = slid(state)
    assert ([text(s) for s in state.market], state.drawn) == (["?abcdfghi", "jklmnopqr"], (40, 36))
    assert "A draw area has run out: refill from the other one." in state.happened


def test_when_both_piles_are_empty_the_draw_end_stays_blank() -> None:
    """RH-138 with A-13: one tile left serves its own strip first."""
    state = replace(main(), market=(named("abcd.fghi"), named("jkl.nopqr")), drawn=(40, 37))
    state = slid(state)
    assert [text(s) for s in state.market] == [".abcdfghi", "?jklnopqr"]


def test_the_split_of_the_piles_is_asked_for_only_when_one_may_run_out() -> None:
    """RH-138: each level surely has 18 tiles."""
    values = {k: v for k, v in main().printed.items() if k != "tiles.level-1"}
    state = main(held=(2, 0, 0, 0))
    state = replace(state, printed=type(state.printed)(values))
    early = play(state, ["0 buy 1-1 b1", "0 name new", "0 end"])
    assert (early.asking, early.turn) == (None, 1)
    many = {k: v for n in range(30) for k, v in plan_entries(f"m{n}").items()}
    tiles = tuple(Tile(f"{'abcdefghi'[n % 9]}{2 + n // 9}", f"m{n}", 0) for n in range(10))
    late = main(held=(2, 0, 0, 0), tiles=(*HOME, *tiles), catalogue=many)
    late = replace(
        late, printed=type(late.printed)({**{k: v for k, v in late.printed.items() if k != "tiles.level-1"}})
    )
    late = play(late, ["0 buy 1-1 b1", "0 name new", "0 end"])
    assert late.asking is not None
    assert late.asking.form[0][0] == "tiles.level-1"
    late = play(late, ["0 catalogue tiles.level-1 39"])
    assert (late.turn, late.asking) == (1, None)


def test_the_gap_of_a_bought_plan_stays_until_cleanup() -> None:
    """RH-103, RH-137."""
    state = play(main(held=(2, 0, 0, 0)), ["0 buy 1-5 b1", "0 name new"])
    assert text(state.market[0]) == "????.????"
    assert refused(state, "0 take 1-5 c1") == "RH-076"
    assert text(play(state, ["0 end"]).market[0]) == "?????????"


# ------------------------------------------------------------------------------------------------- second thoughts


def test_plans_on_the_market_may_be_named_ahead() -> None:
    """RH-008, RH-100: then buying asks for nothing more; each plan exists once."""
    state = play(main(held=(2, 0, 0, 0)), ["0 see 1-4 new", "0 see-new 2-1 opera"])
    (sheet,) = [s for s in GAME.view(state).sheets if s.title == "Market"]
    assert isinstance(sheet, Lines)
    assert (sheet.rows[3][1], sheet.rows[9][1]) == ("New", "Opera")
    assert refused(state, "0 see 1-5 new") == "RH-008"
    assert refused(state, "0 see 1-4 other") == "RH-008"
    assert refused(state, "0 see-new 1-4 theatre") == "RH-008"
    assert play(state, ["0 buy 1-4 b1"]).tiles[-1] == Tile("b1", "new", 0)


def test_a_wrong_entry_is_mended_for_this_copy() -> None:
    """RH-103, RH-109: the form offers all values of the place, the present ones first."""
    state = play(main(held=(1, 0, 0, 0)), ["0 mend 1-4"])
    (form, _) = [p for p in GAME.prompts(state) if p.seat == 0 and p.verb != "agree"]
    assert (form.options[0], form.options[1][0]) == (("market.1-4",), "2")
    assert dict(form.labels)["market.1-4"] == "cost at market 1, slot 4 (now 2)"
    assert form.usual == ("", "2")
    state = play(state, ["0 catalogue market.1-4 1", "0 buy 1-4 b1", "0 name new"])
    assert (state.printed["market.1-4"], state.tiles[-1].space) == ("1", "b1")


def test_stacks_are_not_mended_under_cubes() -> None:
    """RH-124."""
    tiles = (Tile("a1", "home", 0, (1,), True), Tile("b1", "new", 0))
    for space, has_stacks in (("a1", False), ("b1", True)):
        state = play(main(tiles=tiles), [f"0 mend {space}"])
        assert state.asking is not None
        keys = [key for key, _ in state.asking.form]
        assert any(".stack." in key for key in keys) == has_stacks
        assert keys[0].startswith("board.1A.")
    ads = replace(main(), ads=("ad-1", "ad-2", "ad-3"))
    known = type(ads.printed)({**ads.printed, "ad.1.kind": "columns", "ad.1.points": "2", "ad.2.kind": "typed"})
    ads = replace(ads, printed=known)
    assert [len(play(ads, [f"0 mend {ad}"]).asking.form) for ad in ("ad-1", "ad-2")] == [2, 1]  # type: ignore[union-attr]
    for line in ("0 mend ad-3", "0 mend z9", "1 mend a1"):
        refused(ads, line)
