"""Activating meeples, upgrades, City Planners and Public Figures: RH-055 … RH-093 and their vectors."""

from dataclasses import replace

import pytest

from companion.errors import IllegalEvent
from companion.games.rolling_heights import GAME
from companion.games.rolling_heights.rehearsal import plan_entries, play, staged
from companion.games.rolling_heights.state import NONE, Slot, State, Tile, with_seat
from companion.model import Event

FOUR = ("brown:hard", "brown:steady", "navy-gray:hard", "navy-gray:steady")


def main(*crew: str, idle: tuple[str, ...] = (), **more: object) -> State:
    """Seat 0 in Main with this crew; meeples set aside are owned too."""
    state = staged(more.pop("catalogue", {}), crews=(crew or FOUR,), **more)  # type: ignore[arg-type]
    colors = ("brown", "navy-gray", "clear", "blue", "yellow", "magenta", "green", "pink", "purple")
    supply = tuple(n - idle.count(c) for c, n in zip(colors, state.supply, strict=True))
    return with_seat(replace(state, supply=supply), 0, replace(state.seats[0], idle=idle))


def refused(state: State, line: str) -> str:
    with pytest.raises(IllegalEvent) as error:
        GAME.apply(state, Event.parse(line))
    return error.value.rule


def refusal(state: State, line: str) -> str:
    with pytest.raises(IllegalEvent) as error:
        GAME.apply(state, Event.parse(line))
    return str(error.value)


def offered(state: State, verb: str) -> list[tuple[tuple[str, ...], ...]]:
    return [p.options for p in GAME.prompts(state) if p.verb == verb and not p.reason]


BUILDERS = ("brown", "navy-gray", "clear", "blue")


@pytest.mark.parametrize(("pose", "each"), [("steady", 1), ("hard", 2)])
def test_rhv_74_workers_bring_their_own_material(pose: str, each: int) -> None:
    """RH-003, RH-004, RH-059, RH-060, RH-061, RH-062, RH-063."""
    crew = tuple(f"{c}:{pose}" for c in BUILDERS)
    state = main(*crew)
    before = state.cubes.supply
    state = play(state, [f"0 activate {word}" for word in crew])
    assert state.cubes.held == (each,) * 4
    assert state.cubes.supply == tuple(n - each for n in before)
    assert play(main(*crew), ["0 all"]).cubes == state.cubes


@pytest.mark.parametrize(("verb", "points"), [("activate", 2), ("lesser", 1)])
def test_rhv_75_a_politician_scores_at_once(verb: str, points: int) -> None:
    """RH-064, RH-058."""
    state = play(main("yellow:hard", *FOUR[:3]), [f"0 {verb} yellow:hard"])
    assert [(line.text, line.points, line.rule) for line in state.seats[0].lines] == [("Politician", points, "RH-064")]
    assert state.seats[0].score == points


def test_rhv_85_main_is_played_in_any_order() -> None:
    """RH-055, RH-056, RH-059, RH-065, RH-095, RH-119."""
    catalogue = {**plan_entries("home", "wood-2"), **plan_entries("new")}
    crew = ("magenta:hard", "yellow:steady", "brown:steady", "navy-gray:exhausted")
    state = main(*crew, catalogue=catalogue, tiles=(Tile("a1", "home", 0),))
    assert refused(state, "0 trade wood") == "RH-119"
    state = play(state, ["0 activate magenta:hard"])
    assert state.main.power == 4
    state = play(state, ["0 trade wood", "0 build a1 wood 1", "0 buy 1-1 b1", "0 name new", "0 activate yellow:steady"])
    assert (state.main.power, state.cubes.built, state.seats[0].score) == (0, (1, 0, 0, 0), 1)
    assert state.seats[0].working == ("brown:steady",)
    (end,) = [p for p in GAME.prompts(state) if p.verb == "end"]
    assert end.hint == "one worker is unused"
    assert play(state, ["0 end"]).turn == 1


def test_rhv_86_only_own_active_working_meeples_are_activated() -> None:
    """RH-056."""
    state = main("brown:hard", "brown:exhausted", "navy-gray:hard", "navy-gray:hard", idle=("blue",))
    assert refusal(state, "0 activate brown:exhausted") == "An exhausted meeple cannot be activated."
    assert refusal(state, "0 activate blue:hard") == "A meeple set aside is not active this turn."
    assert refused(state, "1 activate brown:hard") == "RH-056"
    assert refused(state, "0 activate purple:hard") == "RH-056"
    assert offered(state, "activate") == [(("brown:hard", "navy-gray:hard"),)]


def test_a_used_meeple_cannot_be_used_again_this_turn() -> None:
    """RH-057: it lies flat aside until Cleanup."""
    state = play(main(), ["0 activate brown:hard"])
    assert state.seats[0].spent == ("brown:hard",)
    assert refused(state, "0 activate brown:hard") == "RH-057"


def test_rhv_67_a_hard_meeple_may_do_the_lesser_work() -> None:
    """RH-058, RH-057, RH-140."""
    state = main("blue:hard", *FOUR[:3])
    cubes = replace(state.cubes, supply=(35, 35, 55, 2), built=(0, 0, 0, 33))
    state = play_ledger(replace(state, cubes=cubes, depth="ledger"), ["0 lesser blue:hard"])
    assert (state.cubes.supply[3], state.cubes.held[3], state.cubes.misc_in_play) == (1, 1, False)
    assert refused(state, "0 activate blue:hard") == "RH-057"
    assert refused(main(), "0 lesser brown:steady") == "RH-058"


def play_ledger(state: State, lines: list[str]) -> State:
    return play(replace(state, boards=(None,) * 6, tiles=(), drawn=(9, 9)), lines)


def test_an_executive_gives_spending_power() -> None:
    """RH-065, RH-094, RH-096: two or four, and no cube leaves the supply."""
    state = play(main("magenta:hard", "magenta:steady", *FOUR[:2]), ["0 activate magenta:steady"])
    assert (state.main.power, state.cubes.held) == (2, NONE)
    state = play(state, ["0 activate magenta:hard"])
    assert (state.main.power, state.cubes.supply) == (6, state.cubes.total)


def test_rhv_31_two_upgrades_of_different_meeples() -> None:
    """RH-067, RH-071."""
    state = main("green:hard", "brown:exhausted", "yellow:steady", "navy-gray:hard")
    state = play(state, ["0 upgrade-two green:hard brown:exhausted yellow:steady"])
    assert state.seats[0].crew == ("brown:steady", "navy-gray:hard", "yellow:hard")
    assert (state.seats[0].exhausted, state.seats[0].spent) == ((), ("green:hard",))
    state = play(state, ["0 activate brown:steady", "0 activate yellow:hard"])
    assert (state.cubes.held[0], state.seats[0].score) == (1, 2)


def test_rhv_32_one_meeple_is_raised_from_exhausted_to_hard() -> None:
    """RH-067, RH-063."""
    state = play(
        main("green:hard", "blue:exhausted", *FOUR[:2]), ["0 lift green:hard blue:exhausted", "0 activate blue:hard"]
    )
    assert state.cubes.held[3] == 2


def test_green_steady_upgrades_one_meeple_by_one_step() -> None:
    """RH-066: exhausted to steady, or steady to hard; the strong forms need a hard one."""
    state = main("green:steady", "green:steady", "brown:exhausted", "navy-gray:steady")
    state = play(state, ["0 upgrade green:steady brown:exhausted", "0 upgrade green:steady navy-gray:steady"])
    assert state.seats[0].crew == ("brown:steady", "navy-gray:hard")
    weak = main("green:steady", "brown:exhausted", "navy-gray:steady", "clear:steady")
    assert refused(weak, "0 upgrade-two green:steady brown:exhausted clear:steady") == "RH-067"
    assert refused(weak, "0 lift green:steady brown:exhausted") == "RH-067"
    assert offered(weak, "upgrade-two") == offered(weak, "lift") == []


def test_two_upgrades_need_two_meeples() -> None:
    """RH-067: one meeple cannot be upgraded twice by upgrade-two; with one target left, upgrade is enough (A-17)."""
    state = main("green:hard", "brown:steady", "navy-gray:hard", "navy-gray:hard")
    assert refused(state, "0 upgrade-two green:hard brown:steady brown:steady") == "RH-067"
    assert play(state, ["0 upgrade green:hard brown:steady"]).seats[0].crew[0] == "brown:hard"


def test_rhv_30_a_meeple_set_aside_cannot_be_upgraded() -> None:
    """RH-069."""
    crew = ("green:steady", *("brown:hard",) * 2, *("navy-gray:hard",) * 2, *("clear:hard",) * 5)
    state = main(*crew, idle=("blue",))
    assert refusal(state, "0 upgrade green:steady blue:exhausted") == "Set-aside meeples cannot be upgraded."
    assert refused(state, "0 upgrade green:steady blue:exhausted") == "RH-069"


def test_rhv_33_green_has_three_more_refusals() -> None:
    """RH-070, RH-068, RH-066."""
    state = main("green:steady", "green:exhausted", "clear:hard", "clear:steady", "brown:hard")
    state = play(state, ["0 activate clear:steady"])
    lines = [
        "0 upgrade green:steady green:exhausted",
        "0 upgrade green:steady clear:steady",
        "0 upgrade green:steady brown:hard",
    ]
    assert [refused(state, line) for line in lines] == ["RH-070", "RH-068", "RH-066"]
    assert len({refusal(state, line) for line in lines}) == 3
    assert refused(state, "0 upgrade brown:hard clear:steady") == "RH-066"
    assert refused(state, "0 upgrade green:steady green:steady") == "RH-070"


def test_rhv_34_a_planner_rolls_the_exhausted_once_without_a_bust() -> None:
    """RH-072, RH-073, RH-074, RH-075."""
    state = main("pink:steady", "brown:exhausted", "navy-gray:exhausted", "navy-gray:exhausted", "clear:hard")
    state = play(state, ["0 activate pink:steady"])
    (roll,) = [p for p in GAME.prompts(state) if p.verb == "roll" and p.seat == 0]
    assert (roll.tray, roll.hint) == (
        ("meeple/brown", "meeple/navy-gray", "meeple/navy-gray"),
        "The City Planner's roll cannot bust.",
    )
    assert refused(state, "0 end") == "RH-026"
    state = play(state, ["0 roll brown:exhausted navy-gray:cocked navy-gray:exhausted", "0 roll navy-gray:exhausted"])
    seat = state.seats[0]
    assert (seat.box, seat.wild, seat.working, seat.spent) == ("ready", 0, ("clear:hard",), ("pink:steady",))
    assert refused(state, "0 rally") == "RH-054"
    assert refused(state, "0 activate pink:steady") == "RH-057"
    assert play(state, ["0 activate clear:hard"]).cubes.held[2] == 2


def test_rhv_35_a_second_planner_rolls_once_more() -> None:
    """RH-073, RH-075."""
    state = main("pink:steady", "pink:exhausted", "brown:exhausted", "clear:hard")
    state = play(state, ["0 activate pink:steady", "0 roll brown:exhausted pink:steady", "0 activate pink:steady"])
    assert state.seats[0].air == ("brown",)
    state = play(state, ["0 roll brown:hard", "0 activate brown:hard"])
    assert state.cubes.held[0] == 2


def test_a_planner_needs_somebody_to_roll() -> None:
    """RH-072; a hard planner may do it too (RH-058)."""
    state = main("pink:steady", *FOUR[:3])
    assert refusal(state, "0 activate pink:steady") == "No exhausted meeples to re-roll."
    assert offered(state, "activate") == [(("brown:hard", "brown:steady", "navy-gray:hard"),)]
    hard = main("pink:hard", "brown:exhausted", "navy-gray:hard", "navy-gray:hard")
    assert play(hard, ["0 lesser pink:hard"]).seats[0].air == ("brown",)


def test_rhv_36_a_hard_planner_pays_only_the_cost_of_the_space() -> None:
    """RH-076, RH-077, RH-078, RH-079, RH-103."""
    catalogue = {
        **plan_entries("home"),
        **plan_entries("far"),
        "market.2-3": "4",
        "board.2A.9": "cost",
        "board.2A.9.cost": "2",
    }
    crew = ("pink:hard", "brown:hard", "navy-gray:hard", "navy-gray:hard")
    state = main(*crew, catalogue=catalogue, tiles=(Tile("a1", "home", 0),))
    assert refused(state, "0 take 2-3 f3") == "RH-102"
    state = play(state, ["0 activate brown:hard", "0 take 2-3 f3", "0 name far"])
    assert state.tiles[-1] == Tile("f3", "far", 0)
    assert (state.cubes.held, state.main.bought, state.seats[0].spent) == (NONE, False, ("brown:hard", "pink:hard"))
    assert state.market[1][2] is None
    assert offered(state, "take") == []
    assert refused(state, "0 take 1-1 b1") == "RH-076"


def test_a_planner_places_on_empty_land_only() -> None:
    """RH-077."""
    catalogue = {**plan_entries("home"), "board.1A.2": "water"}
    crew = ("pink:hard", "brown:hard", "navy-gray:hard", "navy-gray:hard")
    state = main(*crew, catalogue=catalogue, tiles=(Tile("a1", "home", 0),))
    assert refused(state, "0 take 1-1 a1") == "RH-077"
    assert refused(state, "0 take 1-1 b1") == "RH-077"


@pytest.mark.parametrize(("house", "wild", "left"), [("yes", 2, 28), ("no", 0, 30)])
def test_tokens_on_a_planners_plan(house: str, wild: int, left: int) -> None:
    """RH-114 with A-4: they go to the taker, unless the house says otherwise."""
    crew = ("pink:hard", "brown:hard", "navy-gray:hard", "navy-gray:hard")
    state = main(*crew, catalogue=plan_entries("far"), settings={"pink-takes-tokens": house})
    strip = (Slot("", 2), *state.market[0][1:])
    state = replace(state, market=(strip, state.market[1]), wild=28)
    state = play(state, ["0 take 1-1 f3", "0 name far"])
    assert (state.seats[0].wild, state.wild) == (wild, left)


# ------------------------------------------------------------------------------------------------- Public Figures


def figures(*crew: str, ability: str = "wild", weak: str = "1", strong: str = "2", **more: object) -> State:
    """Seat 0 owns the completed Mayor's House at e3 with this ability."""
    entries = plan_entries("mayors-house", "wood-1", ability=ability, weak=weak, strong=strong)
    catalogue = {**entries, **more.pop("catalogue", {})}  # type: ignore[dict-item]
    tiles = (Tile("e3", "mayors-house", 0, (1,), True, 3), *more.pop("tiles", ()))  # type: ignore[misc]
    return main(*crew, catalogue=catalogue, tiles=tiles, **more)


PURPLE = ("purple:hard", "purple:steady", "brown:hard", "navy-gray:hard")


@pytest.mark.parametrize(
    ("line", "tokens"), [("figure purple:steady", 1), ("figure purple:hard", 2), ("figure-steady purple:hard", 1)]
)
def test_rhv_87_mayors_house_gives_tokens_by_level(line: str, tokens: int) -> None:
    """RH-080, RH-083, RH-084, RH-115."""
    verb, word = line.split()
    state = play(figures(*PURPLE), [f"0 {verb} {word} e3"])
    assert (state.seats[0].wild, state.wild) == (tokens, 30 - tokens)


def test_rhv_11_tokens_of_the_mayor_may_be_used_at_once() -> None:
    """RH-084, RH-116; the shipped catalogue knows this ability."""
    state = play(figures(*PURPLE), ["0 figure purple:hard e3", "0 wild steel", "0 wild steel"])
    assert (state.seats[0].wild, state.wild, state.cubes.held) == (0, 30, (0, 0, 0, 2))
    assert [state.printed[f"plan.mayors-house.{k}"] for k in ("ability", "weak", "strong")] == ["wild", "1", "2"]
    assert GAME.start(2, {}, {}).printed["plan.mayors-house.ability"] == "wild"


def test_rhv_47_an_ability_is_used_once_a_turn() -> None:
    """RH-081, RH-082."""
    state = play(figures("purple:steady", "purple:steady", *FOUR[:2]), ["0 figure purple:steady e3"])
    assert refused(state, "0 figure purple:steady e3") == "RH-081"
    (grey,) = [p for p in GAME.prompts(state) if p.verb == "figure"]
    assert grey.reason == "No completed building of yours has an unused purple ability (RH-080)."
    two = figures(
        "purple:steady", "purple:steady", *FOUR[:2],
        catalogue=plan_entries("shop", ability="points", weak="3", strong="5"),
        tiles=(Tile("a1", "shop", 0, (1,), True),),
    )  # fmt: skip
    state = play(two, ["0 figure purple:steady e3", "0 figure purple:steady a1"])
    assert (state.seats[0].wild, state.seats[0].score) == (1, 3)


def test_purple_needs_an_own_completed_building() -> None:
    """RH-080."""
    more = {**plan_entries("half", "wood-2"), **plan_entries("theirs"), **plan_entries("plain")}
    tiles = (Tile("a1", "half", 0, (1,)), Tile("b1", "theirs", 1, (1,), True), Tile("c1", "plain", 0, (1,), True))
    state = figures(*PURPLE, catalogue=more, tiles=tiles)
    assert refusal(state, "0 figure purple:hard a1") == "That building is not complete."
    assert refusal(state, "0 figure purple:hard b1") == "That is not your building."
    assert refusal(state, "0 figure purple:hard c1") == "Plain has no purple ability."
    assert refused(state, "0 figure brown:hard e3") == "RH-080"
    assert refused(state, "0 activate purple:hard") == "RH-080"
    assert offered(state, "figure") == [(("purple:hard", "purple:steady"), ("e3",))]


def test_rhv_46_a_building_completed_this_turn_can_be_used() -> None:
    """RH-080, RH-126."""
    catalogue = plan_entries("inn", "wood-1", ability="spending", weak="2", strong="4")
    state = main("purple:steady", *FOUR[:3], catalogue=catalogue, tiles=(Tile("a1", "inn", 0),), held=(1, 0, 0, 0))
    assert offered(state, "figure") == []
    state = play(state, ["0 build a1 wood 1", "0 figure purple:steady a1"])
    assert state.main.power == 2


def test_rhv_88_fairgrounds_count_own_plans_within_three_steps() -> None:
    """RH-085: (0,0) is a1, (1,2) is b3, (2,2) is c3, (0,1) is a2."""
    catalogue = {
        **plan_entries("fair", ability="points-per-park-within-3", weak="2", strong="4", kind="civic"),
        **plan_entries("near"),
        **plan_entries("far"),
        **plan_entries("theirs"),
    }
    tiles = (Tile("a1", "fair", 0, (1,), True), Tile("b3", "near", 0), Tile("c3", "far", 0), Tile("a2", "theirs", 1))
    state = main("purple:steady", *FOUR[:3], catalogue=catalogue, tiles=tiles)
    state = play(state, ["0 figure purple:steady a1"])
    assert [(line.points, line.rule) for line in state.seats[0].lines] == [(2, "RH-085")]


def test_rhv_89_tumble_park_counts_own_completed_ones() -> None:
    """RH-086: two of one's own; an unfinished one and an opponent's do not count."""
    entries = plan_entries("tumble-park", ability="points-per-park", weak="1", strong="2")
    catalogue = {**entries, **plan_entries("p1"), **plan_entries("p2", "wood-2"), **plan_entries("p3")}
    tiles = (
        Tile("a1", "tumble-park", 0, (1,), True),
        Tile("c1", "p1", 0, (1,), True),
        Tile("e1", "p2", 0, (1,)),
        Tile("g1", "p3", 1, (1,), True),
    )
    state = play(main("purple:hard", *FOUR[:3], catalogue=catalogue, tiles=tiles), ["0 figure purple:hard a1"])
    assert state.seats[0].score == 2 * 2


@pytest.mark.parametrize(("house", "count"), [("no", 2), ("yes", 3)])
def test_rhv_90_botanical_gardens_count_architects_working_hard(house: str, count: int) -> None:
    """RH-087: the used one counts only if the house says so (A-8)."""
    crew = ("purple:steady", "clear:hard", "clear:hard", "clear:hard", "clear:steady", "clear:exhausted")
    state = figures(*crew, ability="points-per-hard-clear", settings={"botanical-counts-used": house})
    state = play(state, ["0 activate clear:hard", "0 figure purple:steady e3"])
    assert state.seats[0].score == count
    assert GAME.start(2, {}, {}).printed["plan.botanical-gardens.ability"] == "points-per-hard-clear"


def museum(space: str, **more: str) -> State:
    entries = plan_entries("gambrel-museum", ability="points-per-empty-neighbour", weak="1", strong="3")
    catalogue = {**entries, **plan_entries("new"), **more}
    tiles = (Tile(space, "gambrel-museum", 0, (1,), True),)
    return main("purple:steady", "purple:hard", "magenta:hard", "brown:hard", catalogue=catalogue, tiles=tiles)


def test_rhv_09_the_museum_counts_four_empty_neighbours_at_most() -> None:
    """RH-088, RH-089, RH-081: water is empty; once a turn."""
    state = play(museum("e2", **{"board.2A.2": "water"}), ["0 figure purple:hard e2"])
    assert [(line.points, line.rule) for line in state.seats[0].lines] == [(12, "RH-088")]
    assert refused(state, "0 figure purple:steady e2") == "RH-081"


@pytest.mark.parametrize(("space", "count"), [("a1", 2), ("e1", 3), ("i6", 2), ("a3", 3)])
def test_beyond_the_edge_of_the_map_nothing_is_empty(space: str, count: int) -> None:
    """RH-089."""
    assert play(museum(space), [f"0 figure purple:steady {space}"]).seats[0].score == count


def test_rhv_91_purple_scoring_looks_at_the_board_of_this_moment() -> None:
    """RH-090."""
    state = play(museum("e1"), ["0 activate magenta:hard", "0 buy 1-1 f1", "0 name new", "0 figure purple:steady e1"])
    assert state.seats[0].score == 2


def zoo(ability: str, *crew: str, idle: tuple[str, ...] = ()) -> State:
    return figures(*crew, ability=ability, idle=idle)


def test_rhv_92_the_zoo_converts_a_meeple_set_aside() -> None:
    """RH-091, RH-093, RH-182."""
    state = zoo("convert-navy-gray", "purple:steady", "brown:hard", "brown:hard", "yellow:hard", idle=("navy-gray",))
    before = state.seats[0].count
    state = play(state, ["0 figure purple:steady e3", "0 convert navy-gray:aside"])
    assert (state.seats[0].idle, state.seats[0].count) == (("magenta",), before)
    assert (state.supply[1], state.supply[5]) == (8 - 2, 8 - 1)
    assert GAME.start(2, {}, {}).printed["plan.pritzker-zoo.ability"] == "convert-navy-gray"


def test_rhv_48_the_ballpark_converts_a_worker_who_then_works() -> None:
    """RH-092, RH-093, RH-065."""
    state = zoo("convert-brown", "purple:steady", "brown:steady", "navy-gray:hard", "navy-gray:hard")
    state = play(state, ["0 figure purple:steady e3", "0 convert brown:steady", "0 activate magenta:steady"])
    assert state.main.power == 2
    assert GAME.start(2, {}, {}).printed["plan.biggies-ballpark.ability"] == "convert-brown"


def test_rhv_49_a_used_meeple_becomes_a_used_executive() -> None:
    """RH-093."""
    state = zoo("convert-navy-gray", "purple:steady", "navy-gray:hard", "brown:hard", "brown:hard")
    state = play(state, ["0 activate navy-gray:hard", "0 figure purple:steady e3", "0 convert navy-gray:hard:used"])
    assert state.seats[0].spent == ("magenta:hard", "purple:steady")
    assert refused(state, "0 activate magenta:hard") == "RH-057"


@pytest.mark.parametrize(("ability", "rule"), [("convert-navy-gray", "RH-091"), ("convert-brown", "RH-092")])
def test_without_an_executive_in_the_supply_nothing_is_converted(ability: str, rule: str) -> None:
    """RH-091, RH-092: the figure is not used up either."""
    state = zoo(ability, "purple:steady", "brown:hard", "navy-gray:hard", "yellow:hard")
    state = with_seat(state, 1, replace(state.seats[1], idle=(*state.seats[1].idle, *("magenta",) * 8)))
    state = replace(state, supply=(*state.supply[:5], 0, *state.supply[6:]))
    assert refused(state, "0 figure purple:steady e3") == rule
    bare = zoo(ability, "purple:steady", "yellow:hard", "yellow:hard", "yellow:hard")
    assert refused(bare, "0 figure purple:steady e3") == rule


def test_an_unknown_ability_is_asked_for_and_one_of_its_own_is_typed() -> None:
    """RH-080, RH-083: asked once, in two small forms."""
    entries = {k: v for k, v in plan_entries("odd").items() if not k.endswith("ability")}
    state = main(*PURPLE, catalogue=entries, tiles=(Tile("a1", "odd", 0, (1,), True),))
    state = play(state, ["0 figure purple:hard a1"])
    assert [p.verb for p in GAME.prompts(state) if p.seat == 0] == ["catalogue", "cancel", "agree"]
    asked = play(state, ["0 catalogue plan.odd.ability glass", "0 catalogue plan.odd.weak 1 plan.odd.strong 3"])
    assert asked.cubes.held == (0, 0, 3, 0)
    typed = play(
        state, ["0 catalogue plan.odd.ability other", "0 bring points 4", "0 bring spending 2", "0 bring wild 1"]
    )
    assert refused(typed, "0 end") == "RH-080"
    typed = play(typed, ["0 bring steel 1", "0 nothing"])
    assert (typed.seats[0].score, typed.main.power, typed.seats[0].wild, typed.cubes.held) == (4, 2, 1, (0, 0, 0, 1))


# ------------------------------------------------------------------------------------------------- whose turn


def test_nobody_acts_outside_the_own_main_phase() -> None:
    """RH-026, RH-056, RH-028: a seat that rolled ahead keeps its roll and waits."""
    state = staged({}, crews=(FOUR, ("green:hard", "brown:steady", "navy-gray:hard", "pink:hard")))
    lines = ("activate navy-gray:hard", "lesser navy-gray:hard", "all", "upgrade green:hard brown:steady")
    assert [refused(state, f"1 {line}") for line in lines] == ["RH-056"] * 4
    assert refused(state, "1 take 1-1 a1") == "RH-099"
    assert refused(state, "1 end") == "RH-026"
    assert {p.verb for p in GAME.prompts(state) if p.seat == 1} == {"agree"}


def test_meeples_that_need_a_choice_say_so() -> None:
    """RH-066, RH-076."""
    state = main("green:steady", "pink:hard", "brown:steady", "navy-gray:hard")
    assert refused(state, "0 activate green:steady") == "RH-066"
    assert refused(state, "0 activate pink:hard") == "RH-076"
    assert offered(state, "activate") == [(("brown:steady", "navy-gray:hard"),)]
    assert offered(state, "lesser") == [(("navy-gray:hard",),)]


def test_upgrades_go_to_own_meeples_that_can_rise() -> None:
    """RH-066, RH-067."""
    state = main("green:hard", "brown:steady", "brown:steady", "navy-gray:exhausted")
    assert refused(state, "0 lift green:hard brown:steady") == "RH-067"
    assert refused(state, "0 upgrade green:hard blue:steady") == "RH-066"
    assert refused(state, "0 upgrade green:hard gold:steady") == "RH-066"
    assert refused(state, "0 upgrade-two green:hard brown:steady blue:steady") == "RH-066"
    assert refused(state, "0 upgrade green:hard brown:exhausted") == "RH-066"
    assert play(state, ["0 upgrade-two green:hard brown:steady brown:steady"]).seats[0].crew[:2] == ("brown:hard",) * 2
    both = play(state, ["0 upgrade-two green:hard navy-gray:exhausted brown:steady"])
    assert both.seats[0].crew == ("brown:hard", "brown:steady", "navy-gray:steady")
    assert offered(main("green:hard", "green:exhausted", "brown:hard", "brown:hard"), "upgrade") == []
    assert offered(state, "upgrade") == [(("green:hard",), ("brown:steady", "navy-gray:exhausted"))]
    assert offered(state, "lift") == [(("green:hard",), ("navy-gray:exhausted",))]


def test_all_is_offered_for_two_or_more_material_workers() -> None:
    """RH-055: one tap instead of many, its hint tells the yield; others are left for a choice."""
    state = main("brown:hard", "magenta:steady", "yellow:hard", "green:hard")
    (prompt,) = [p for p in GAME.prompts(state) if p.verb == "all"]
    assert prompt.hint == "2 wood, 2 points, 2 spending power"
    assert play(state, ["0 all"]).seats[0].crew == ("green:hard",)
    assert offered(main("brown:hard", "green:hard", "green:hard", "pink:hard"), "all") == []
    rolls = replace(main("brown:hard", "brown:hard", "yellow:hard", "pink:hard", depth="rolls"), boards=(None,) * 6)
    assert offered(rolls, "all") == []
    assert offered(rolls, "lesser") == [(("yellow:hard",),)]
    assert offered(rolls, "activate") == [(("yellow:hard",),)]
    assert refused(rolls, "0 all") == "RH-056"


def test_at_ledger_depth_a_public_figure_types_what_it_brings() -> None:
    """RH-080, RH-084."""
    state = replace(main("purple:hard", "brown:hard", "brown:hard", "yellow:hard", depth="ledger"), boards=(None,) * 6)
    assert offered(state, "activate") == [(("brown:hard", "yellow:hard", "purple:hard"),)]
    state = play(state, ["0 activate purple:hard", "0 bring wild 2", "0 nothing"])
    assert (state.seats[0].wild, state.seats[0].spent, state.main.todo) == (2, ("purple:hard",), ())
    assert refused(state, "0 bring wild 2") == "RH-055"


def test_only_the_named_colour_is_converted() -> None:
    """RH-091, RH-093: and only a meeple that is there, once."""
    state = play(
        zoo("convert-navy-gray", "purple:steady", "navy-gray:hard", "brown:hard", "yellow:hard"),
        ["0 figure purple:steady e3"],
    )
    assert refused(state, "0 convert brown:hard") == "RH-093"
    assert refused(state, "0 convert yellow:hard") == "RH-091"
    assert refused(state, "0 convert navy-gray:steady") == "RH-091"
    assert refused(state, "1 convert navy-gray:aside") == "RH-091"
    state = play(state, ["0 convert navy-gray:hard"])
    assert refused(state, "0 convert brown:hard") == "RH-055"
