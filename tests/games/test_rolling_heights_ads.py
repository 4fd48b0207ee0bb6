"""Ads and targets: RH-013 … RH-015, RH-156, RH-157, RH-163 … RH-180 and their vectors."""

from dataclasses import replace

import pytest

from companion.errors import IllegalEvent
from companion.games.rolling_heights import GAME
from companion.games.rolling_heights.invariants import check
from companion.games.rolling_heights.rehearsal import plan_entries, play, staged
from companion.games.rolling_heights.scoring import points_of
from companion.games.rolling_heights.state import State, Tile, ordered
from companion.model import Event

KINDS = {"p": "park", "c": "civic", "r": "residential", "s": "commercial", "i": "industrial"}


def city(*plans: str, seats: int = 2, stage: str = "ads", **catalogue: str) -> State:
    """Plans written ``space type owner`` with ``!`` for a completed one and ``=n`` for its points: ``a1 p 0! =4``."""
    tiles, entries = [], {}
    for number, text in enumerate(plans):
        space, kind, owner, *rest = text.split()
        points = next((int(w[1:]) for w in rest if w.startswith("=")), 3)
        height = next((int(w[1:]) for w in rest if w.startswith("^")), 1)
        done = owner.endswith("!")
        name = f"t{number}"
        entries |= plan_entries(name, f"wood-{height}", KINDS[kind], str(points))
        cubes = (height,) if done else ()
        tiles.append(Tile(space, name, int(owner[0]), cubes, done, points if done else 0))
    state = staged({**entries, **catalogue}, seats=seats, tiles=tuple(tiles), crews=())
    return replace(state, stage=stage, stopped=True)  # type: ignore[arg-type]


def ad(state: State, kind: str, seat: int = 0, item: str = "ad-1", **values: str) -> int:
    """What an ad or target of a kind with these values brings a seat."""
    number = item.replace("-", ".")
    printed = type(state.printed)({**state.printed, **{f"{number}.{k}": v for k, v in values.items()}})
    return points_of(replace(state, printed=printed), item, kind, seat)[0]


def target(state: State, kind: str, seat: int = 0, **values: str) -> int:
    return ad(state, kind, seat, "target-1", **values)


def refused(state: State, line: str) -> str:
    with pytest.raises(IllegalEvent) as error:
        GAME.apply(state, Event.parse(line))
    return error.value.rule


def test_rhv_08_one_bad_neighbour_of_two_own_buildings_costs_twice() -> None:
    """RH-165."""
    state = city("a1 p 0!", "b1 i 1!", "c1 p 0")
    assert ad(state, "penalty-beside", mine="park", types="commercial+industrial", points="2") == -4
    assert ad(state, "penalty-beside", mine="civic", types="industrial", points="2") == 0
    assert ad(state, "penalty-beside", seat=1, mine="park", types="industrial", points="2") == 0


@pytest.mark.parametrize("score", [ad, target])
def test_rhv_105_only_orthogonal_neighbours_count(score: object) -> None:
    """RH-164, RH-166, RH-176: a diagonal one does not; unfinished own buildings score nothing."""
    state = city("b2 r 0!", "b1 p 1", "a2 c 0", "c3 i 1")
    types = "park+civic+industrial"
    assert score(state, "beside-types", mine="any", types=types, points="3") == 6  # type: ignore[operator]
    assert score(state, "beside-types", mine="residential", types="park", points="3") == 3  # type: ignore[operator]
    assert score(state, "beside-types", mine="civic", types=types, points="3") == 0  # type: ignore[operator]


def test_rhv_106_named_spaces_count_beside_named_types() -> None:
    """RH-167."""
    wet = {"board.1A.2": "water", "board.1A.6": "water"}
    state = city("b2 r 0!", "a2 p 1", **wet)
    assert ad(state, "beside-types-and-spaces", mine="any", types="park+civic", space="water", points="2") == 6
    assert ad(state, "beside-types-and-spaces", mine="any", types="park", space="empty", points="1") == 1 + 3
    bonus = {"board.1A.2": "cost+bonus", "board.1A.6": "bonus"}
    state = city("b2 r 0!", **bonus)
    assert ad(state, "beside-types-and-spaces", mine="any", types="park", space="bonus", points="1") == 2
    assert ad(state, "beside-types-and-spaces", mine="any", types="park", space="cost", points="1") == 1


def test_rhv_107_a_group_is_joined_orthogonally() -> None:
    """RH-168."""
    state = city("a1 p 0!", "b1 p 0!", "b2 p 0!", "c3 p 0!", "d1 p 1!", "c1 p 0")
    assert ad(state, "largest-group", what="park", points="2") == 6
    assert ad(state, "largest-group", what="civic", points="2") == 0


def test_rhv_108_columns_are_counted_along_the_score_board() -> None:
    """RH-169: columns 0, 0, 4 and 8."""
    state = city("a1 p 0!", "a4 c 0!", "e2 p 0!", "i6 p 0!", "b1 p 0")
    assert ad(state, "columns", points="1") == 3
    nine = city(*(f"{c}1 p 0!" for c in "abcdefghi"))
    assert ad(nine, "columns", points="1") == 9


@pytest.mark.parametrize(("second", "points"), [(5, 4), (4, 3)])
def test_rhv_63_half_again_is_halved_once(second: int, points: int) -> None:
    """RH-170."""
    state = city("a1 p 0! =3", f"c1 p 0! ={second}", "e1 c 0! =9", "g1 p 1! =9")
    assert ad(state, "half-again", what="park") == points


def test_rhv_109_all_tied_neighbourhoods_lose_and_unfinished_plans_count() -> None:
    """RH-163, RH-171: boards 2 (d1 …) and 5 (d4 …) tie with three plans each."""
    plans = ("d1 p 0", "e1 c 1", "f1 c 1", "d4 p 0!", "e4 p 0!", "f4 c 1", "a1 p 0!")
    state = city(*plans)
    assert ad(state, "most-penalty", what="any", points="2") == -2 * 3
    assert ad(state, "most-penalty", seat=1, what="any", points="2") == -2 * 3
    assert ad(state, "most-penalty", what="park", points="2") == -2 * 2


def test_rhv_110_ties_pay_everybody() -> None:
    """RH-172, RH-173, RH-174."""
    plans = ("d1 p 0! =4", "e1 p 0! =7", "f1 c 1! =2", "d4 p 0! =5", "e4 p 1! =6", "f4 c 1! =1 ^4", "a1 p 0! ^4")
    state = city(*plans)
    assert ad(state, "most-again", what="any") == 7 + 5
    assert ad(state, "most-again", seat=1, what="any") == 2 + 6
    assert [ad(state, "majority", seat=s, points="3") for s in (0, 1)] == [6, 3]
    tie = city(
        "a1 p 0!", "b1 p 1!", "c1 p 0", "d1 p 0!", "e1 p 1!", "e4 p 0! ^5", "f4 p 1! ^5", "g1 p 1! ^2", "h1 p 0! ^3"
    )
    assert [ad(tie, "majority", seat=s, points="1") for s in (0, 1)] == [4, 4]
    assert [ad(tie, "tallest", seat=s, points="2") for s in (0, 1)] == [8, 6]


def test_rhv_111_every_own_meeple_counts_whatever_its_state() -> None:
    """RH-175."""
    state = city("a1 p 0!")
    seat = replace(
        state.seats[0], idle=("blue", "brown"), spent=("blue:hard",), crew=ordered(("blue:exhausted", "brown:hard"))
    )
    state = replace(state, seats=(seat, state.seats[1]))
    assert target(state, "meeples", color="blue", points="2") == 6
    assert target(state, "meeples", color="any", points="1") == 5


def test_rhv_112_each_building_scores_once() -> None:
    """RH-177, RH-178, RH-179."""
    state = city("b2 p 0!", "b1 p 1!", "a2 c 1!", "c2 p 1")
    assert target(state, "mine-beside-theirs", points="4") == 4
    assert target(state, "mine-beside-theirs", seat=1, points="4") == 8
    state = city("b2 p 1!", "b1 p 0!", "a2 c 0!", "i6 p 1!")
    assert target(state, "theirs-beside-mine", points="4") == 4
    assert target(city("b2 p 1!", "b1 p 0"), "theirs-beside-mine", points="4") == 0
    wet = {"board.1A.2": "water", "board.1A.4": "water", "board.1A.6": "water"}
    assert target(city("b2 p 0!", "a1 p 0!", "e5 p 0!", "c1 p 0", **wet), "beside-water", points="3") == 6


def test_rhv_113_wild_tokens_score_twice() -> None:
    """RH-180, RH-158."""
    catalogue = {"target.7.kind": "wild-tokens", "target.7.points": "2", "target.8.kind": "typed"}
    state = city("a1 p 0!", stage="targets", **catalogue)
    state = replace(state, seats=(replace(state.seats[0], wild=4), state.seats[1]), wild=26)
    state = play(state, ["0 target target-7", "1 target target-8", "1 target-points 5"])
    assert [(line.points, line.rule) for line in state.seats[0].lines] == [(8, "RH-180"), (4, "RH-158")]
    assert GAME.view(state).scores == (12, 5)


def test_rhv_73_each_reveals_one_target_of_its_own() -> None:
    """RH-014, RH-015, RH-157: four seats reveal four different tiles; the companion never sees the others."""
    catalogue = {f"target.{n}.{k}": v for n in range(1, 9) for k, v in (("kind", "wild-tokens"), ("points", "1"))}
    state = city("a1 p 0!", seats=4, stage="targets", **catalogue)
    assert [p.seat for p in GAME.prompts(state)] == [0, 1, 2, 3]
    state = play(state, ["2 target target-5"])
    assert refused(state, "2 target target-6") == "RH-015"
    assert refused(state, "1 target target-5") == "RH-014"
    state = play(state, ["0 target target-1", "1 target target-2"])
    assert "target-1" not in next(p for p in GAME.prompts(state) if p.seat == 3).options[0]
    state = play(state, ["3 target target-8"])
    assert (state.stage, state.targets) == (
        "over",
        ((2, "target-5"), (0, "target-1"), (1, "target-2"), (3, "target-8")),
    )


def test_the_three_ads_are_scored_for_every_seat() -> None:
    """RH-013, RH-156: known ones by the companion, others typed; each line says which ad it was."""
    catalogue = {
        "ad.1.kind": "columns",
        "ad.1.points": "2",
        "ad.2.kind": "typed",
        "ad.3.kind": "majority",
        "ad.3.points": "3",
    }
    state = city("a1 p 0!", "d1 p 0!", "e4 c 1!", **catalogue)
    assert refused(state, "0 count ad-1") == "RH-156"
    state = play(state, ["0 ad ad-1", "0 ad ad-2", "0 ad ad-3", "0 count ad-1", "0 count ad-3"])
    assert [s.score for s in state.seats] == [4 + 6, 2 + 3]
    assert refused(state, "0 count ad-1") == "RH-156"
    state = play(state, ["1 ad-points ad-2 -4", "0 ad-points ad-2 2"])
    assert [(line.text, line.points, line.rule) for line in state.seats[0].lines] == [
        ("Ad 1: columns", 4, "RH-169"),
        ("Ad 3: majority", 6, "RH-173"),
        ("Ad 2: typed", 2, "RH-156"),
    ]
    assert (state.stage, state.seats[1].score) == ("targets", 1)
    check(state)


def test_an_unknown_ad_is_asked_for_in_two_small_forms() -> None:
    """RH-156, RH-168: first what kind it is, then its numbers."""
    state = play(city("a1 p 0!", "b1 p 0!"), ["0 ad ad-4", "0 ad ad-5", "0 ad ad-6", "0 count ad-4"])
    (form, _) = GAME.prompts(state)
    assert form.options[0] == ("ad.4.kind",)
    state = play(state, ["0 catalogue ad.4.kind largest-group"])
    assert [o for o in GAME.prompts(state)[0].options[::2]] == [("ad.4.what",), ("ad.4.points",)]
    state = play(state, ["0 catalogue ad.4.what park ad.4.points 2"])
    assert state.seats[0].score == 4


def test_unknown_ground_is_asked_for_when_it_is_scored() -> None:
    """RH-179: water beside the last building was never described."""
    state = city("b2 p 0!", stage="targets", **{"target.1.kind": "beside-water", "target.1.points": "3"})
    values = {k: v for k, v in state.printed.items() if k != "board.1A.2"}
    state = replace(state, printed=type(state.printed)(values))
    state = play(state, ["0 target target-1"])
    assert refused(state, "1 target target-2") == ""
    state = play(state, ["0 catalogue board.1A.2 water"])
    assert state.seats[0].score == 3
