"""Wild tokens, trades, building, Cleanup, miscellaneous cubes: RH-115 … RH-150, RH-181 … RH-185 and their vectors."""

from dataclasses import replace

import pytest

from companion.errors import IllegalEvent
from companion.games.rolling_heights import GAME
from companion.games.rolling_heights.invariants import check, check_step
from companion.games.rolling_heights.rehearsal import plan_entries, play, staged
from companion.games.rolling_heights.state import NONE, Counts, Cubes, State, Tile
from companion.model import Event

FOUR = ("brown:hard", "brown:steady", "navy-gray:hard", "navy-gray:steady")


def main(
    stacks: str = "wood-9",
    *crew: str,
    held: Counts = NONE,
    power: int = 0,
    cubes: tuple[int, ...] = (),
    wild: int = 0,
    **plan: str,
) -> State:
    """Seat 0 in Main with one own plan at a1."""
    state = staged(
        {**plan_entries("home", stacks, **plan), **plan_entries("new")},
        crews=(crew or FOUR,),
        tiles=(Tile("a1", "home", 0, cubes),),
        held=held,
    )
    seats = (replace(state.seats[0], wild=wild), *state.seats[1:])
    return replace(state, main=replace(state.main, power=power), seats=seats, wild=30 - wild)


def ledger(*crew: str, **cubes: object) -> State:
    """Seat 0 in Main at ledger depth; any row of the cube ledger may be given."""
    state = staged({}, depth="ledger", crews=(crew or FOUR,))
    state = replace(state, boards=(None,) * 6)
    return replace(state, cubes=replace(state.cubes, **cubes))  # type: ignore[arg-type]


def refused(state: State, line: str) -> str:
    with pytest.raises(IllegalEvent) as error:
        GAME.apply(state, Event.parse(line))
    return error.value.rule


# ------------------------------------------------------------------------------------------------- tokens and trades


def test_wild_tokens_become_cubes_on_the_own_turn() -> None:
    """RH-115, RH-116: any number, each for a colour of choice."""
    state = play(main(wild=3), ["0 wild glass", "0 wild steel"])
    assert (state.cubes.held, state.seats[0].wild, state.wild) == ((0, 0, 1, 1), 1, 29)
    state = play(state, ["0 wild wood"])
    assert refused(state, "0 wild wood") == "RH-116"
    assert refused(main(wild=1), "1 wild wood") == "RH-116"
    assert refused(main(wild=1), "0 wild gold") == "RH-116"


def test_rhv_98_any_number_of_trades() -> None:
    """RH-118, RH-119, RH-120."""
    state = play(main(held=(0, 7, 0, 0)), ["0 trade steel", "0 trade glass", "0 pay concrete concrete"])
    state = play(state, ["0 trade wood", "0 pay concrete concrete"])
    assert state.cubes.held == (1, 0, 1, 1)
    assert refused(main(held=(0, 2, 0, 0)), "0 trade steel") == "RH-120"
    assert refused(main(held=(0, 1, 0, 0)), "0 trade wood") == "RH-119"
    assert refused(main(held=(0, 2, 0, 0)), "1 trade wood") == "RH-118"


def test_rhv_44_spending_power_trades_but_never_builds() -> None:
    """RH-095, RH-119, RH-125."""
    state = main(power=4)
    assert refused(state, "0 build a1 power 1") == "RH-125"
    state = play(state, ["0 trade wood", "0 trade wood", "0 pay power power", "0 build a1 wood 2"])
    assert (state.main.power, state.cubes.built) == (0, (2, 0, 0, 0))


def test_rhv_93_spending_power_takes_no_cubes_and_ends_with_the_turn() -> None:
    """RH-094, RH-096, RH-135."""
    state = play(main("wood-9", "magenta:hard", *FOUR[:3]), ["0 activate magenta:hard", "0 trade steel"])
    assert (state.main.power, sum(state.cubes.supply)) == (1, sum(state.cubes.total) - 1)
    state = play(state, ["0 end"])
    assert (state.main.power, state.cubes.supply) == (0, state.cubes.total)


# ------------------------------------------------------------------------------------------------- building


def test_rhv_05_a_stack_takes_its_height() -> None:
    """RH-121, RH-122."""
    state = main("steel-3 wood-1", held=(0, 0, 0, 4))
    for n in (1, 2, 3):
        state = play(state, ["0 build a1 steel 1"])
        assert state.tiles[0].cubes == (n, 0)
    assert refused(state, "0 build a1 steel 1") == "RH-122"
    assert refused(main("steel-3", held=(1, 0, 0, 0)), "0 build a1 wood 1") == "RH-121"


def test_rhv_06_viceroy_house_needs_seven_wood() -> None:
    """RH-121, RH-126: as far as the text tells; shipped."""
    stacks = [GAME.start(2, {}, {}).printed[f"plan.viceroy-house.stack.{n}"] for n in range(1, 9)]
    assert stacks == ["wood-1", "wood-1", "wood-1", "wood-4", "none", "none", "none", "none"]
    state = play(main("wood-1 wood-1 wood-1 wood-4", held=(7, 0, 0, 0)), ["0 build a1 wood 6"])
    assert not state.tiles[0].complete
    assert play(state, ["0 build a1 wood 1"]).tiles[0].complete


def test_rhv_07_city_hall_needs_fourteen_cubes() -> None:
    """RH-121, RH-126; shipped."""
    stacks = [GAME.start(2, {}, {}).printed[f"plan.city-hall.stack.{n}"] for n in range(1, 6)]
    assert stacks == ["glass-1", "glass-2", "glass-2", "steel-3", "steel-6"]
    state = main("glass-1 glass-2 glass-2 steel-3 steel-6", held=(0, 0, 5, 10))
    state = play(state, ["0 build a1 glass 5", "0 build a1 steel 8"])
    assert (sum(state.tiles[0].cubes), state.tiles[0].complete) == (13, False)
    state = play(state, ["0 build a1 steel 1"])
    assert (sum(state.tiles[0].cubes), state.tiles[0].complete) == (14, True)
    assert refused(state, "0 build a1 steel 1") == "RH-126"


def test_rhv_99_two_buildings_in_one_turn() -> None:
    """RH-123, RH-124, RH-127, RH-132, RH-133, RH-185: one of them placed this turn."""
    state = staged(
        {**plan_entries("home", "wood-2", points="4"), **plan_entries("new", "glass-1", points="3")},
        tiles=(Tile("a1", "home", 0, (1,)),),
        held=(1, 2, 1, 0),
    )
    state = play(state, ["0 buy 1-1 b1", "0 name new", "0 pay concrete concrete", "0 build a1 wood 1"])
    assert (state.seats[0].score, state.happened[-2]) == (4, "Home is complete: put its marker on top of a stack.")
    before = state
    state = play(state, ["0 build b1 glass 1"])
    check_step(before, state)
    assert [(line.text, line.points, line.rule) for line in state.seats[0].lines] == [
        ("Home completed", 4, "RH-127"),
        ("New completed", 3, "RH-127"),
    ]
    assert not [p for p in GAME.prompts(state) if p.verb in ("unbuild", "remove")]
    shorter = replace(state, tiles=(replace(state.tiles[0], cubes=(1,)), state.tiles[1]))
    with pytest.raises(AssertionError, match="RH-185"):
        check_step(state, shorter)


def test_cubes_go_only_on_own_plans_in_the_own_main() -> None:
    """RH-122."""
    catalogue = {**plan_entries("home"), **plan_entries("theirs", "wood-2")}
    state = staged(catalogue, tiles=(Tile("a1", "home", 0), Tile("b1", "theirs", 1)), held=(2, 0, 0, 0))
    assert refused(state, "0 build b1 wood 1") == "RH-122"
    assert refused(state, "0 build e5 wood 1") == "RH-122"
    assert refused(state, "1 build b1 wood 1") == "RH-122"
    assert refused(state, "0 build a1 steel 1") == "RH-121"


def test_unknown_stacks_are_asked_for_with_the_first_cube() -> None:
    """RH-121: never taken as empty."""
    entries = {k: v for k, v in plan_entries("home").items() if ".stack." not in k}
    state = staged({**entries, **plan_entries("new")}, tiles=(Tile("a1", "home", 0),), held=(1, 0, 0, 0))
    state = play(state, ["0 build a1 wood 1"])
    (form,) = [p for p in GAME.prompts(state) if p.verb == "catalogue"]
    assert form.usual[1::2] == ("", *("none",) * 7)
    none = " ".join(f"plan.home.stack.{n} none" for n in range(1, 9))
    assert refused(state, f"0 catalogue {none}") == "RH-121"
    rest = " ".join(f"plan.home.stack.{n} none" for n in range(2, 9))
    state = play(state, [f"0 catalogue plan.home.stack.1 wood-2 {rest}"])
    assert (state.tiles[0].cubes, state.cubes.built) == ((1,), (1, 0, 0, 0))


def test_rhv_45_a_two_coloured_meeple_is_a_choice() -> None:
    """RH-129, RH-130, RH-131, RH-069."""
    crew = ("green:steady", *FOUR[:3])
    state = play(main("wood-1", *crew, held=(1, 0, 0, 0), meeples="clear+blue"), ["0 build a1 wood 1"])
    assert [p.options for p in GAME.prompts(state) if p.verb == "reward"] == [(("clear",),), (("blue",),)]
    assert refused(state, "0 end") == "RH-130"
    assert refused(state, "0 reward pink") == "RH-130"
    state = play(state, ["0 reward blue"])
    assert (state.seats[0].idle, state.seats[0].count, state.supply[3]) == (("blue",), 5, 12)
    assert refused(state, "0 upgrade green:steady blue:exhausted") == "RH-069"
    assert refused(state, "0 activate blue:hard") == "RH-056"
    state = play(state, ["0 end"])
    assert "blue" in state.seats[0].idle


def test_a_plan_may_bring_several_meeples() -> None:
    """RH-129."""
    state = play(main("wood-1", held=(1, 0, 0, 0), meeples="pink yellow"), ["0 build a1 wood 1"])
    assert state.seats[0].idle == ("yellow", "pink")


def test_rhv_64_an_empty_supply_gives_no_meeple() -> None:
    """RH-129 with A-9: all eight Carpenters are taken."""
    entries = plan_entries("home", "wood-1", meeples="brown")
    state = staged(entries, seats=4, tiles=(Tile("a1", "home", 0),), held=(1, 0, 0, 0))
    state = play(state, ["0 build a1 wood 1"])
    assert state.happened[-1] == "No brown meeple is left in the supply: none is gained."
    assert state.seats[0].count == 4
    free = staged(entries, seats=4, tiles=(Tile("a1", "home", 0),), held=(1, 0, 0, 0), settings={"limit-meeples": "no"})
    assert play(free, ["0 build a1 wood 1"]).seats[0].count == 5


def test_a_choice_of_two_uses_the_colour_in_stock() -> None:
    """RH-130 with A-9; the supply may also decide a second choice."""
    entries = plan_entries("home", "wood-1", meeples="brown+blue brown+navy-gray")
    state = staged(entries, seats=4, tiles=(Tile("a1", "home", 0),), held=(1, 0, 0, 0))
    state = play(state, ["0 build a1 wood 1"])
    assert (state.seats[0].idle, state.main.todo) == (("blue",), ())


def test_rhv_100_variable_points_are_typed_and_logged() -> None:
    """RH-128."""
    state = play(main("wood-1", held=(1, 0, 0, 0), points="varies"), ["0 build a1 wood 1"])
    (prompt,) = [p for p in GAME.prompts(state) if p.seat == 0 and p.verb != "agree"]
    assert (prompt.verb, prompt.label) == ("variable", "How many points does Home score?")
    assert (refused(state, "0 end"), state.seats[0].score) == ("RH-128", 0)
    state = play(state, ["0 variable 7"])
    assert [(line.text, line.points) for line in state.seats[0].lines] == [("Home completed", 7)]
    assert state.tiles[0].points == 7


def test_points_that_count_buildings_nearby_are_computed() -> None:
    """RH-128, RH-085: two points for each own park within three steps."""
    fair = plan_entries("home", "wood-1", points="within", **{"within.type": "park", "within.points": "2"})
    tiles = (Tile("a1", "home", 0), Tile("b1", "new", 0), Tile("d2", "far", 0))
    state = staged({**fair, **plan_entries("new"), **plan_entries("far")}, tiles=tiles, held=(1, 0, 0, 0))
    assert play(state, ["0 build a1 wood 1"]).seats[0].score == 2


def test_unknown_points_are_asked_for_when_a_building_is_completed() -> None:
    """RH-127, RH-129: the form names the plan; nothing is scored before it is filled."""
    entries = {k: v for k, v in plan_entries("home").items() if ".points" not in k and ".meeple" not in k}
    state = staged(entries, tiles=(Tile("a1", "home", 0),), held=(1, 0, 0, 0))
    state = play(state, ["0 build a1 wood 1"])
    assert (state.tiles[0].complete, state.seats[0].score, state.cubes.built) == (False, 0, NONE)
    form = "plan.home.points 5 plan.home.meeple.1 clear plan.home.meeple.2 none plan.home.meeple.3 none"
    state = play(state, [f"0 catalogue {form}"])
    assert (state.tiles[0].complete, state.seats[0].score, state.seats[0].idle) == (True, 5, ("clear",))


# ------------------------------------------------------------------------------------------------- Cleanup


def test_rhv_102_cleanup_gathers_everything() -> None:
    """RH-134, RH-135, RH-136, RH-139, RH-184."""
    state = main("wood-9", "brown:hard", "brown:exhausted", "magenta:hard", "navy-gray:steady", held=(2, 1, 0, 0))
    state = play(state, ["0 activate magenta:hard", "0 end"])
    seat = state.seats[0]
    assert (seat.idle, seat.crew, seat.spent) == (("brown", "brown", "navy-gray", "magenta"), (), ())
    assert (state.cubes.held, state.main.power, state.turn) == (NONE, 0, 1)
    assert state.cubes.supply == state.cubes.total
    check(state)


# ------------------------------------------------------------------------------------------------- miscellaneous cubes


def test_rhv_50_an_empty_pile_brings_the_miscellaneous_cubes() -> None:
    """RH-140, RH-141, RH-142, RH-152."""
    state = ledger("blue:hard", *FOUR[:3], supply=(35, 35, 55, 1), built=(0, 0, 0, 34))
    state = play(state, ["0 activate blue:hard"])
    assert (state.cubes.held[3], state.cubes.supply[3], state.cubes.misc) == (1, 0, (0, 0, 0, 1))
    assert (state.cubes.misc_in_play, state.last_round) == (True, 0)
    assert "A supply has run out: all miscellaneous cubes join it." in state.happened
    state = play(state, ["0 end"])
    assert (state.cubes.misc_in_play, state.cubes.misc, state.cubes.supply[3]) == (True, NONE, 1)


def test_taking_the_last_cube_of_a_pile_is_enough() -> None:
    """RH-140: the miscellaneous cubes join at that moment, before anybody needs one."""
    state = ledger("blue:steady", *FOUR[:3], supply=(35, 35, 55, 1), built=(0, 0, 0, 34))
    state = GAME.apply(state, Event.parse("0 activate blue:steady"))
    assert (state.cubes.misc_in_play, state.cubes.misc) == (True, NONE)


@pytest.mark.parametrize("first", ["pay", "gain"])
def test_rhv_51_the_order_of_gaining_and_paying_matters(first: str) -> None:
    """RH-147, RH-149, RH-150."""
    state = ledger(
        "brown:hard", "brown:steady", *FOUR[2:], supply=(1, 35, 55, 35), held=(2, 0, 0, 0), built=(32, 0, 0, 0)
    )
    if first == "pay":
        state = play(state, ["0 buy 2 0", "0 activate brown:hard"])
        assert (state.cubes.supply[0], state.cubes.held[0], state.cubes.misc_in_play) == (1, 2, False)
        return
    state = play(state, ["0 activate brown:hard"])
    assert (state.cubes.held[0], state.cubes.misc, state.cubes.misc_in_play) == (3, (1, 0, 0, 0), True)
    state = play(state, ["0 buy 2 0"])
    assert (state.cubes.held[0], state.cubes.misc, state.cubes.supply[0]) == (2, NONE, 1)


def last_steel() -> State:
    state = staged(
        plan_entries("home", "steel-10 steel-10 steel-10 steel-6"), tiles=(Tile("a1", "home", 0, (10, 10, 10, 4)),)
    )
    cubes = replace(state.cubes, supply=(35, 35, 55, 0), held=(0, 0, 0, 1), misc=(0, 0, 0, 1), misc_in_play=True)
    return replace(state, cubes=cubes)


def test_rhv_52_real_cubes_are_built_before_miscellaneous_ones() -> None:
    """RH-145, RH-146, RH-151, RH-183."""
    state = last_steel()
    assert refused(state, "0 build a1 misc-steel 1") == "RH-146"
    state = play(state, ["0 build a1 steel 1"])
    assert (state.last_round, state.cubes.built[3]) == (2, 35)
    state = play(state, ["0 build a1 misc-steel 1"])
    assert (state.cubes.misc_built, state.tiles[0].complete) == ((0, 0, 0, 1), True)


def test_a_miscellaneous_cube_waits_for_every_real_one() -> None:
    """RH-145: one real steel is back in the supply."""
    state = last_steel()
    cubes = replace(state.cubes, supply=(35, 35, 55, 1), held=NONE)
    state = replace(state, cubes=cubes)
    assert refused(state, "0 build a1 misc-steel 1") == "RH-145"
    assert not [p for p in GAME.prompts(state) if p.verb == "build"]


def test_rhv_53_returned_cubes_are_real_again() -> None:
    """RH-134, RH-142: glass was out, Cleanup brought three back."""
    state = ledger(held=(0, 0, 3, 0), supply=(35, 35, 0, 35), built=(0, 0, 52, 0), misc_in_play=True)
    state = play(state, ["0 end"])
    assert state.cubes.supply[2] == 3
    seat = replace(state.seats[1], idle=(), crew=("brown:hard", "navy-gray:hard", "clear:steady"), box="ready")
    supply = (state.supply[0] + 1, state.supply[1] + 1, state.supply[2] - 1, *state.supply[3:])
    state = replace(state, seats=(state.seats[0], seat), supply=supply)
    state = GAME.apply(state, Event.parse("1 activate clear:steady"))
    assert (state.cubes.held, state.cubes.misc, state.cubes.supply[2]) == ((0, 0, 1, 0), NONE, 2)


def holding_misc(power: int = 0) -> State:
    state = ledger(held=(3, 0, 0, 0), supply=(32, 35, 55, 0), built=(0, 0, 0, 35), misc=(0, 0, 0, 1), misc_in_play=True)
    return replace(state, main=replace(state.main, power=power), last_round=2)


def test_rhv_54_miscellaneous_cubes_are_paid_first() -> None:
    """RH-147."""
    state = replace(holding_misc(power=1))
    state = play(state, ["0 buy 2 0"])
    assert refused(state, "0 pay wood wood") == "RH-147"
    assert play(state, ["0 pay misc-steel wood"]).cubes.held == (2, 0, 0, 0)
    only = play(holding_misc(), ["0 buy 2 0"])
    assert (only.cubes.held, only.cubes.misc, only.cubes.supply[0]) == ((2, 0, 0, 0), NONE, 33)


def test_rhv_55_spending_power_may_be_paid_before_miscellaneous_cubes() -> None:
    """RH-147, RH-097 with A-10; a trade is paid in the same way (A-11)."""
    state = play(holding_misc(power=2), ["0 trade glass", "0 pay power power"])
    assert (state.cubes.misc, state.cubes.held) == ((0, 0, 0, 1), (3, 0, 1, 0))


def test_rhv_56_a_miscellaneous_cube_stands_for_one_colour() -> None:
    """RH-143, RH-144."""
    state = staged(plan_entries("home", "glass-3"), tiles=(Tile("a1", "home", 0),))
    cubes = replace(state.cubes, supply=(35, 35, 55, 0), built=(0, 0, 0, 35), misc=(0, 0, 0, 1), misc_in_play=True)
    state = replace(state, cubes=cubes, last_round=2)
    assert refused(state, "0 build a1 misc-steel 1") == "RH-121"
    assert refused(state, "0 build a1 misc-glass 1") == "RH-143"
    assert refused(state, "0 wild glass") == "RH-116"


def test_rhv_103_miscellaneous_cubes_never_run_out() -> None:
    """RH-148."""
    state = ledger(
        "blue:steady",
        *FOUR[:3],
        supply=(35, 35, 55, 0),
        built=(0, 0, 0, 35),
        misc_built=(0, 0, 0, 25),
        misc_in_play=True,
    )
    state = replace(state, last_round=2)
    note = "Miscellaneous cubes never run out: use substitute markers."
    enough = replace(state, cubes=replace(state.cubes, misc_built=(0, 0, 0, 24)))
    assert note not in play(enough, ["0 activate blue:steady"]).happened
    state = play(state, ["0 activate blue:steady"])
    assert (state.cubes.misc, note in state.happened) == ((0, 0, 0, 1), True)
    assert "A supply has run out: all miscellaneous cubes join it." not in state.happened


def test_ledger_depth_follows_purchases_and_builds() -> None:
    """RH-076, RH-099, RH-102, RH-122: costs are tapped, the map stays on the table."""
    state = ledger("pink:hard", "brown:hard", "navy-gray:hard", "magenta:hard")
    state = play(state, ["0 all", "0 build wood 2", "0 buy 4 2", "0 pay power power power concrete"])
    assert (state.cubes.built, state.cubes.held, state.main.power, state.seats[0].wild) == (
        (2, 0, 0, 0),
        (0, 1, 0, 0),
        1,
        2,
    )
    assert refused(state, "0 buy 0 0") == "RH-099"
    assert refused(state, "0 take 3 0") == "RH-102"
    state = play(state, ["0 take 2 0"])
    assert (state.seats[0].spent.count("pink:hard"), state.cubes.held) == (1, NONE)
    assert refused(state, "0 take 0 0") == "RH-057"
    assert refused(state, "0 build power 1") == "RH-125"
    state = play(state, ["0 score 3", "0 meeple clear", "0 tokens 1", "0 end"])
    assert (state.seats[0].score, state.seats[0].wild, "clear" in state.seats[0].idle) == (3, 3, True)


@pytest.mark.parametrize(
    ("wrong", "rule"),
    [
        ({"supply": (34, 35, 55, 35)}, "RH-181"),
        ({"misc_built": (1, 0, 0, 0)}, "RH-183"),
        ({"held": (1, 0, 0, 0), "supply": (34, 35, 55, 35)}, "RH-184"),
        ({"supply": (0, 35, 55, 35), "built": (35, 0, 0, 0)}, "RH-140"),
        ({"supply": (0, 35, 55, 35), "built": (35, 0, 0, 0), "misc_in_play": True}, "RH-151"),
    ],
)
def test_the_ledger_is_checked_after_every_event(wrong: dict[str, Counts], rule: str) -> None:
    """RH-181, RH-183, RH-184, RH-140, RH-151: a state that breaks one of them is found out."""
    state = GAME.start(2, {"depth": "ledger"}, {})
    check(state)
    broken: Cubes = replace(state.cubes, **wrong)  # type: ignore[arg-type]
    with pytest.raises(AssertionError, match=rule):
        check(replace(state, cubes=broken))


def test_lost_meeples_are_found_out() -> None:
    """RH-182: supply and seats together are the box; nobody ever loses one."""
    state = GAME.start(2, {}, {})
    with pytest.raises(AssertionError, match="RH-182"):
        check(replace(state, supply=(5, *state.supply[1:])))
    fewer = replace(state, seats=(replace(state.seats[0], idle=("brown",) * 3), state.seats[1]))
    with pytest.raises(AssertionError, match="RH-182"):
        check_step(state, fewer)


def test_only_what_is_held_is_built_and_paid() -> None:
    """RH-122, RH-097."""
    state = main("wood-9", held=(1, 1, 0, 0))
    assert refused(state, "0 build a1 wood 2") == "RH-122"
    assert refused(state, "0 pay wood") == "RH-097"
    due = play(replace(state, main=replace(state.main, power=2)), ["0 trade glass"])
    assert refused(due, "0 pay gold power") == "RH-097"
    assert refused(due, "1 pay power power") == "RH-097"
    assert refused(due, "0 pay glass power") == "RH-102"


@pytest.mark.parametrize(("misc", "asks"), [((0, 0, 0, 3), False), ((0, 0, 1, 2), True), ((0, 0, 1, 1), False)])
def test_a_payment_is_asked_for_only_if_there_is_a_choice(misc: Counts, asks: bool) -> None:
    """RH-097, RH-147: with enough miscellaneous cubes of one kind, or exactly enough, there is none."""
    state = ledger(held=(3, 0, 0, 0), supply=(32, 35, 0, 0), built=(0, 0, 55, 35), misc=misc, misc_in_play=True)
    state = play(replace(state, last_round=2), ["0 buy 2 0"])
    assert (state.main.due is not None) == asks
    if not asks:
        assert (sum(state.cubes.misc), state.cubes.held) == (sum(misc) - 2, (3, 0, 0, 0))
