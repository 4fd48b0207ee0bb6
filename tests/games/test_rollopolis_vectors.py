"""Every test vector of the rules: the rulebook's examples (X) and derived edge cases (D), named by their numbers."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.errors import UnclearRoll
from companion.games.rollopolis import GAME
from companion.games.rollopolis.board import ADJACENT, INDEX, NEAR
from companion.games.rollopolis.house import House
from companion.games.rollopolis.printed import capacity
from companion.games.rollopolis.scoring import group_points, score, winners
from companion.games.rollopolis.setup import unplaced
from companion.games.rollopolis.state import District, drafter
from companion.interpret import interpret
from companion.model import Observation, Piece
from tests.games.test_rollopolis_positions import (
    SHEET,
    act,
    at,
    begun,
    cells,
    drafted,
    offered,
    own_cells,
    reason,
    refused,
    sentence,
)

VECTORS: dict[str, Callable[[], None]] = {}
CENTRE_R = ". . . . . / . . . . . / . . R1 . . / . . . . . / . . . . ."
PICTURE = "M R1 P H L / . fo R4 R2 M / . mo R1 C2 po / I I C3 C1 . / I I C3 M ."
PROSE = "mo . . I . / I G po L H / C1 C2 C3 S M / M fo R3 R2 . / . R1 P M ."


def vector(name):
    def keep(check):
        VECTORS[name] = check
        return check

    return keep


@pytest.mark.parametrize("name", [f"X{n:02}" for n in range(1, 21)] + [f"D{n:02}" for n in range(1, 33)])
def test_vector_holds(name):
    VECTORS[name]()


def points(text, house=House(), **marks):  # noqa: B008 - frozen
    return score(District(cells(text), **marks), house)


def groups(text, **marks):
    return group_points(District(cells(text), **marks), House())


# ---------------------------------------------------------------------------------------------- the rulebook's examples


@vector("X01")
def solo_opens_row_one():
    state = begun(1)
    assert [capacity(state.printed, t, 1) for t in range(3)] == [8, 8, 6]
    assert GAME.view(state).sheets[3].title == "Town Hall, row 1"


@vector("X02")
def two_players_have_sixteen_sixteen_twelve():
    state = begun(2, catalogue={})
    assert [capacity(state.printed, t, 2) for t in range(3)] == [16, 16, 12]


@vector("X03")
def dice_by_players():
    assert [len(GAME.prompts(begun(n))[0].tray) for n in (1, 2, 3, 4)] == [3, 5, 7, 9]


@vector("X04")
def mountain_on_the_first_seven():
    state = act(GAME.start(3, {}, {}), "roll 3 4", "terrain a1 mountain")
    assert own_cells(state)[0] == "mo"
    assert unplaced(state) == ("forest", "pond")


@vector("X05")
def snake_draft():
    state = act(begun(3), "roll 1 2 3 4 5 6 1")
    order, before, after = [], [], []
    while state.phase == "draft":
        order.append(drafter(state))
        before.append(len(state.pool))
        state = act(state, f"draft {state.pool[0]}")
        after.append(len(state.pool))
        state = act(state, "bonus")
        state = act(state, "forgo joker") if state.joker else state
    assert order == [0, 1, 2, 2, 1, 0]
    assert (before, after) == ([7, 6, 5, 4, 3, 2], [6, 5, 4, 3, 2, 1])


@vector("X06")
def sixteenth_special_ends_the_game_after_the_round():
    special = (1, 2) * 7 + (1,)
    state = replace(drafted(2, tracks=((), (), special), seat=1), first=0, turn=4, taken=(1, 1, 1, 1), pool=(3, 4))
    assert drafter(state) == 1
    state = act(state, "special", "forgo permit")
    assert (state.phase, drafter(state)) == ("draft", 0)
    state = act(state, "draft 3", "bonus")
    assert (state.phase, state.pool) == ("over", (4,))
    assert "The Special track is full." in state.happened


@vector("X07")
def clean_up_passes_the_first_player_on():
    state = replace(drafted(2), turn=5, taken=(1, 1, 1, 1, 1), pool=(6,))
    state = act(state, "bonus")
    assert (state.phase, state.first, state.pool) == ("roll", 1, ())
    assert GAME.prompts(state)[0].tray == ("d6",) * 7


@vector("X08")
def anything_after_a_one():
    state = act(drafted(5, tracks=((3, 1), (), ())), "residential", "build residential c3")
    assert state.tracks[0] == (3, 1, 5)
    assert own_cells(state)[12] == "R1"


@vector("X09")
def six_on_commercial_marks_the_first_bonus_space():
    state = drafted(6, district=CENTRE_R.replace("R1", "C1"), tracks=((), (4,), ()))
    state = act(state, "commercial")
    assert (state.districts[0].bonus, state.joker) == (1, False)
    state = act(state, "upgrade c3")
    assert own_cells(state)[12] == "C2"
    assert state.phase == "draft"
    following = replace(state, phase="activate", die=1, pool=state.pool[1:])
    assert offered(following, "commercial")


@vector("X10")
def park_waits_after_a_two():
    assert refused(drafted(2, tracks=((), (), (2,))), "special") == "RO-056"
    state = act(drafted(3, tracks=((), (), (2,))), "special", "build garage c3")
    assert own_cells(state)[12] == "G"


@vector("X11")
def industrial_obeys_the_track_it_is_written_on():
    state = drafted(5, tracks=((5,), (3,), (2,)))
    assert refused(state, "industrial residential") == "RO-054"
    assert offered(state, "industrial commercial")
    assert offered(state, "industrial special")
    assert not offered(state, "industrial residential")


@vector("X12")
def industrial_on_special_blocks_the_monument():
    state = act(drafted(5, tracks=((5,), (3,), (2,))), "industrial special", "build industrial c3")
    assert own_cells(state)[12] == "I"
    john = replace(state, phase="activate", die=5, pool=state.pool[1:])
    assert drafter(john) == 1
    assert refused(john, "special") == "RO-056"
    assert reason(john, "special") == "5 was the last Special number; take a different one. (RO-056)"


@vector("X13")
def first_building_in_the_centre():
    state = act(drafted(4), "commercial")
    assert {refused(state, f"build commercial {cell}") for cell in INDEX if cell != "c3"} == {"RO-120"}
    assert own_cells(act(state, "build commercial c3"))[12] == "C1"


@vector("X14")
def interior_cell_has_four_and_eight_neighbours():
    assert [len(ADJACENT[12]), len(NEAR[12]), len(ADJACENT[6]), len(NEAR[6])] == [4, 8, 4, 8]


@vector("X15")
def john_needs_an_industrial():
    district = ". . . . . / . R1 R1 . . / . I R1 C1 . / . C1 G S . / . . . . ."
    state = act(drafted(4, district=district, tracks=((5,), (), ())), "residential")
    assert refused(state, "build residential b1") == "RO-125"
    assert "Industrial" in sentence(state, "build residential b1")
    assert "another Industrial building" in reason(state, "build", "residential")
    assert own_cells(act(state, "upgrade c3"))[12] == "R2"


@vector("X16")
def one_garage_but_more_monuments():
    district = ". . . . . / . M I . . / . . G C1 . / . . R1 . . / . . . . ."
    state = act(drafted(3, district=district), "special")
    assert refused(state, "build garage d4") == "RO-081"
    state = act(drafted(5, district=district), "special", "build monument d4")
    assert own_cells(state).count("M") == 2


@vector("X17")
def fourth_space_gives_a_joker_at_once():
    for permit in ("commercial", "industrial commercial"):
        state = drafted(6, district=CENTRE_R, bonus=3, tracks=((4,), (2,), ()))
        state = act(state, permit)
        assert (state.districts[0].bonus, state.joker) == (4, True)
        state = act(state, "upgrade c3")
        assert (own_cells(state)[12], state.joker, state.tracks[0]) == ("R2", False, (4,))


@vector("X18")
def picture_adds_up_to_37():
    assert groups(PICTURE, hospital=1) == (9, 20, -1, 4, 9, -4, 0)
    assert points(PICTURE, hospital=1) == 37


@vector("X19")
def prose_adds_up_to_28():
    assert groups(PROSE, hospital=1) == (6, 11, 0, 4, 13, -6, 0)
    assert points(PROSE, hospital=1) == 28


@vector("X20")
def solo_bonus_when_nothing_fits():
    state = drafted(5, seats=1, tracks=((3,), (5,), (5,)))
    assert [refused(state, t) for t in ("commercial", "residential", "special")] == ["RO-055", "RO-054", "RO-056"]
    assert [p.verb for p in GAME.prompts(state) if not p.reason] == ["bonus"]
    assert act(state, "bonus").districts[0].bonus == 1


# ---------------------------------------------------------------------------------------------- derived edge cases


@vector("D01")
def one_after_one():
    state = act(drafted(1, tracks=((1,), (), ())), "residential")
    assert (state.tracks[0], state.districts[0].bonus) == ((1, 1), 1)


@vector("D02")
def hall_repeats_a_number():
    assert refused(drafted(4, tracks=((4,), (), ())), "residential") == "RO-054"
    state = drafted(4, tracks=((4,), (), ()), district=CENTRE_R.replace("R1", "A"))
    assert act(state, "residential").tracks[0] == (4, 4)


@vector("D03")
def university_breaks_the_order():
    track = ((2,), (), ())
    assert refused(drafted(6, tracks=track), "residential") == "RO-054"
    state = drafted(6, tracks=track, district=CENTRE_R.replace("R1 .", "A U"))
    assert refused(state, "residential") == "RO-054"
    state = act(state, "university residential")
    assert (state.tracks[0], state.districts[0].university) == ((2, 6), 1)


@vector("D04")
def six_after_six():
    state = act(drafted(6, tracks=((), (6,), ())), "commercial")
    assert (state.tracks[1], state.districts[0].bonus) == ((6, 6), 1)
    assert act(drafted(6, seats=1, tracks=((), (6,), ())), "commercial").districts[0].bonus == 0


@vector("D05")
def hall_does_not_help_on_special():
    state = drafted(3, tracks=((), (), (3,)), district=CENTRE_R.replace("R1", "A"))
    assert refused(state, "special") == "RO-056"


@vector("D06")
def empty_tracks_accept_everything():
    for die in range(1, 7):
        assert [offered(drafted(die), t) for t in ("residential", "commercial", "special")] == [True] * 3


@vector("D07")
def full_track_accepts_nothing_but_the_round_goes_on():
    full = (6, 5, 4, 3, 2, 1) * 2 + (6, 5, 4)
    state = act(drafted(3, seats=2, tracks=(full, (), ())), "residential", "forgo permit")
    assert state.phase == "draft"
    second = replace(state, phase="activate", turn=2, taken=(3, 1), die=2, pool=(1, 4))
    assert [refused(second, t) for t in ("residential", "industrial residential")] == ["RO-053", "RO-053"]
    assert [offered(second, t) for t in ("commercial", "special", "bonus")] == [True] * 3
    last = act(second, "bonus", "draft 4", "bonus")
    assert last.phase == "over"


@vector("D08")
def third_residential_needs_the_other_types():
    state = act(drafted(4, district=CENTRE_R.replace("R1 .", "R1 R1")), "residential")
    assert refused(state, "build residential c2") == "RO-125"


@vector("D09")
def special_is_missing():
    district = ". . . . . / . . R1 C1 . / . . R1 C1 . / . . I I . / . . . . ."
    for die, permit, track in ((4, "residential", ""), (4, "commercial", ""), (4, "industrial", " special")):
        state = act(drafted(die, district=district), permit + track)
        assert refused(state, f"build {permit} b2") == "RO-125"
        assert "another Special building" in sentence(state, f"build {permit} b2")
    assert own_cells(act(drafted(3, district=district), "special", "build garage b3"))[11] == "G"


@vector("D10")
def residential_needs_a_side_commercial_a_corner():
    assert refused(act(drafted(4, district=CENTRE_R), "residential"), f"build residential {at(2, 2)}") == "RO-062"
    state = act(drafted(4, district=CENTRE_R), "commercial", f"build commercial {at(2, 2)}")
    assert own_cells(state)[6] == "C1"


@vector("D11")
def park_counts_as_a_residential_neighbour():
    state = act(
        drafted(4, district=CENTRE_R.replace("R1 . .", "R1 P .")), "residential", f"build residential {at(3, 5)}"
    )
    assert own_cells(state)[14] == "R1"


@vector("D12")
def terrain_is_no_building():
    district = ". . . . . / . . fo . . / . . R1 . . / . . . . . / . . . . ."
    assert refused(act(drafted(4, district=district), "commercial"), f"build commercial {at(1, 3)}") == "RO-121"


@vector("D13")
def monuments_keep_apart():
    district = ". . . . . / . M . R1 . / . . C1 I . / . I . . . / . . . . ."
    state = act(drafted(5, district=district), "special")
    assert refused(state, f"build monument {at(2, 5)}") == "RO-083"
    assert refused(state, f"build monument {at(5, 2)}") == "RO-083"
    assert own_cells(act(state, f"build monument {at(4, 4)}"))[18] == "M"


@vector("D14")
def highest_levels():
    assert refused(act(drafted(4, district=CENTRE_R.replace("R1", "R4")), "residential"), "upgrade c3") == "RO-061"
    assert refused(act(drafted(4, district=CENTRE_R.replace("R1", "C3")), "commercial"), "upgrade c3") == "RO-071"


@vector("D15")
def joker_holds_the_turn():
    state = act(drafted(4, bonus=12), "bonus")
    assert (state.districts[0].bonus, state.joker, state.phase) == (13, True, "resolve")
    assert refused(state, "draft 1") == "RO-107"
    assert refused(state, "draft 1", seat=1) == "RO-036"
    assert act(state, "forgo joker").phase == "draft"
    assert act(state, "build industrial c3").phase == "draft"


@vector("D16")
def last_bonus_space():
    state = act(drafted(4, bonus=14), "bonus")
    assert state.districts[0].bonus == 15
    assert GAME.view(state).scores[0] == -25 + 5
    again = act(drafted(4, bonus=15), "bonus")
    assert (again.districts[0].bonus, again.joker) == (15, False)


@vector("D17")
def joker_is_never_special():
    state = act(drafted(5, district=CENTRE_R, bonus=1), "bonus")
    assert refused(state, "build monument c2") == "RO-108"


@vector("D18")
def solo_bonus_refused_while_a_track_fits():
    state = drafted(2, seats=1, tracks=((3,), (4,), (1,)))
    assert refused(state, "bonus") == "RO-102"
    assert sentence(state, "bonus") == "2 can still be written on Residential."
    assert act(state, "residential").districts[0].bonus == 1


@vector("D19")
def solo_one_and_six_bring_nothing():
    assert act(drafted(1, seats=1), "residential").districts[0].bonus == 0
    assert act(drafted(6, seats=1), "commercial").districts[0].bonus == 0


@vector("D20")
def solo_must_write_even_without_a_use():
    state = drafted(4, seats=1, district=CENTRE_R.replace(". . R1", ". R4 R4"), tracks=((5,), (5,), (4,)))
    assert refused(state, "bonus") == "RO-102"
    state = act(state, "residential")
    assert [p.verb for p in GAME.prompts(state) if not p.reason] == ["forgo"]
    state = act(state, "forgo permit")
    assert (state.tracks[0], state.phase) == ((5, 4), "draft")


@vector("D21")
def park_cannot_come_first():
    assert refused(act(drafted(2), "special"), "build park c3") == "RO-082"


@vector("D22")
def pairs_of_industrial_and_residential():
    assert groups(". . . . . / . I . . . / . R1 R1 I . / . . . . . / . . . . .")[2] == -3


@vector("D23")
def substation_between_industrials():
    corner = ". . . . . / . . I . . / . . E I . / . . . . . / . . . . ."
    assert groups(corner)[4] == 0
    assert groups(corner.replace("E I", "E .").replace(". . . . . / . . . . .", ". . I . . / . . . . ."))[4] == 3


@vector("D24")
def park_is_spoilt_by_an_industrial():
    park = ". . . . . / . . R1 . . / . R1 P . . / . . . {} . / . . . . ."
    assert groups(park.format("I"))[4] == 0
    assert groups(park.format("."))[4] == 2
    assert groups(park.format(".").replace("P .", "P R1"))[4] == 2


@vector("D25")
def monuments_are_spoilt_together():
    four = "M . . . . / . M . . . / . . M . {} / . . . M . / . . . . {}"
    assert groups(four.format("I", "."))[4] == 0
    assert groups(four.format(".", "."))[4] == 10


@vector("D26")
def university_beside_the_hall():
    beside = ". . . . . / . . . . . / . . A U . / . . . . . / . . . . ."
    assert [groups(beside, university=n)[4] for n in (0, 1, 2)] == [2, 1, 0]
    assert groups(". . . . . / . . . U . / . . A . . / . . . . . / . . . . .")[4] == 0


@vector("D27")
def commercial_counts_sides_only():
    assert groups(". . . . . / . R4 . . . / . . C3 C1 . / . . C2 . . / . . . . .")[1] == 9


@vector("D28")
def taken_numbers_are_rolled_again():
    start = GAME.start(2, {}, SHEET)
    twelves = act(start, "roll 6 6", "terrain a3 forest", "roll 6 6", "terrain e3 pond")
    state = act(twelves, "roll 6 6")
    assert (state.phase, own_cells(state)) == ("terrain-roll", own_cells(twelves))
    assert state.happened[-1] == "No free space of @0 shows 12: roll again."


@vector("D29")
def full_district_lets_the_others_finish():
    full = "M R1 P H L / C1 fo R4 R2 M / I mo R1 C2 po / I I C3 C1 C1 / I I C3 M ."
    state = drafted(6, district=full, tracks=((), (), (3,)))
    assert own_cells(state).count("") == 1
    state = act(state, "industrial special", "build industrial e5")
    assert "" not in own_cells(state)
    for _ in range(5):
        assert state.phase == "draft"
        state = act(state, f"draft {state.pool[0]}", "bonus")
        state = act(state, "forgo joker") if state.joker else state
    assert state.phase == "over"


@vector("D30")
def six_dice_are_not_seven():
    state = begun(3)
    seen = Observation(tuple(Piece("d6", str(n), box_px=(n * 50.0, 0, 40, 40)) for n in range(1, 7)))
    with pytest.raises(UnclearRoll):
        interpret(seen, GAME.prompts(state))
    assert refused(state, "roll 1 2 3 4 5 6") == "RO-004"
    assert sentence(state, "roll 1 2 3 4 5 6") == "7 dice are needed, 6 seen."


@vector("D31")
def rerolled_die_must_be_used():
    state = act(drafted(4, district=CENTRE_R.replace("R1", "L"), tracks=((5,), (3,), ())), "reroll 2")
    assert state.die == 2
    assert refused(state, "draft 4") == "RO-037"
    assert refused(state, "commercial") == "RO-055"  # 4 would have fitted, 2 does not
    assert refused(state, "reroll 5") == "RO-140"
    helped = drafted(4, district=CENTRE_R.replace("R1 .", "L H"), rerolls=1)
    assert act(helped, "reroll 5").districts[0].hospital == 1


@vector("D32")
def equal_scores_share_the_win():
    rich = cells(PICTURE)
    poor = cells(PICTURE.replace("R4", "R3"))
    state = replace(begun(3), districts=(District(rich), District(poor), District(rich)), phase="over")
    assert winners(state) == (0, 2)
    assert GAME.view(state).winners == (0, 2)
