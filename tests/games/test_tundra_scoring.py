"""Points: the track, common and personal goals, titles at the end, the winner."""

from dataclasses import replace

import pytest

from companion.games.tundra import GAME
from companion.games.tundra.goals import best, common_count, common_points, personal_count, personal_tiers
from companion.games.tundra.purse import Why, gain
from companion.games.tundra.rules import advance
from companion.games.tundra.scoring import winners
from companion.games.tundra.steps import EndRound, Reveal
from tests.games.test_tundra_kit import (
    MIDDLE,
    advisors,
    boards,
    copy_of,
    is_offered,
    mapped,
    me,
    play,
    refused_by,
    said,
    turn,
    verbs,
    words,
)


def test_points_are_booked_at_once_and_explained():
    """TU-043: lines of one source are one line; their sum is the score."""
    state = gain(gain(turn(), 0, "vp", 2, Why("a", "TU-163")), 0, "vp", 1, Why("b", "TU-069"))
    state = gain(state, 0, "vp", 3, Why("a", "TU-163"))
    view = GAME.view(state)
    assert view.scores == (6, 0)
    assert [(line.text, line.points, line.rule) for line in view.breakdown[0]] == [
        ("a", 5, "TU-163"),
        ("b", 1, "TU-069"),
    ]


@pytest.mark.parametrize(("before", "more", "acorn", "at"), [(40, 9, False, 49), (40, 10, True, 0), (48, 5, True, 3)])
def test_the_acorn_token_is_taken_when_the_counter_comes_round(before, more, acorn, at):
    """TU-044 TU-045 TU-230."""
    state = gain(turn(), 0, "vp", before, Why("a", ""))
    state = gain(replace(state, said=()), 0, "vp", more, Why("a", ""))
    assert ("acorn token" in said(state)) == acorn
    view = GAME.view(state)
    track = next(s for s in view.sheets if s.title == "Victory points")
    supply = next(s for s in view.sheets if s.title.startswith("Supply of @0"))
    assert track.at[0] == ("seat0", at)
    assert dict((w, n) for w, n, _ in supply.counts)["acorn tokens (50)"] == int(acorn)
    assert view.scores[0] == 50 * acorn + at == before + more


def cards(n):
    """A player's changes with n city cards, and starters that do not count."""
    own = tuple(
        replace(b, starter=f"s0{i + 1}", market=(f"c{i + 11}",) if i < n - 3 else ()) for i, b in enumerate(boards())
    )
    return {"advisors": advisors(*("c01", "c02", "c03")[:n]), "boards": own}


def on(n, shows):
    """Two pieces on each of n glades that show this."""
    where = MIDDLE[:n]
    return {"workers": where, "towers": where[:1]}, dict.fromkeys(where, shows)


COMMON = [
    ("cards", "TU-250", [(2, 0), (3, 2), (4, 2), (5, 4), (7, 6)], cards),
    ("upgrades", "TU-251", [(1, 0), (2, 2), (3, 4), (4, 6)], lambda n: {"boards": boards(*range(n))}),
    ("berries", "TU-252", [(9, 0), (10, 2), (15, 4), (20, 6)], lambda n: {"berries": n}),
    ("towers", "TU-253", [(1, 0), (2, 2), (3, 4), (4, 6)], lambda n: {"towers": MIDDLE[:n]}),
    ("workers", "TU-254", [(1, 0), (2, 2), (4, 4), (6, 6)], lambda n: {"workers": ("D5",) * n}),
    ("resources", "TU-259", [(5, 0), (6, 2), (12, 4), (18, 6)], lambda n: {"goods": (min(n, 10), max(n - 10, 0), 0)}),
]


@pytest.mark.parametrize(("goal", "rule", "tiers", "changes"), COMMON, ids=[c[0] for c in COMMON])
def test_common_goals(goal, rule, tiers, changes):
    """TU-250 TU-251 TU-252 TU-253 TU-254 and TU-259: every tier and one below the lowest."""
    for count, points in tiers:
        state = turn(**changes(count))
        assert (common_count(state, 0, goal), common_points(state, 0, goal)) == (count, points)
    die = {"berries": "2", "resources": "4", "towers": "2"}.get(goal, "1")
    state = turn(dice=die, **changes(tiers[-1][0]), goals=(goal, "firewood"))
    scored = play(replace(state, deck=state.deck - 7 * (goal == "cards")), f"0 use {die} goal-{goal}")
    assert [(line.points, line.rule) for line in me(scored).lines] == [(6, rule)]


@pytest.mark.parametrize(("resource", "rule"), [("firewood", "TU-255"), ("stone", "TU-256"), ("peat", "TU-257")])
def test_common_goals_for_glades(resource, rule):
    """TU-255 TU-256 TU-257 TU-258: glades with this resource and an own piece, each once however many stand there."""
    for count, points in [(1, 0), (2, 2), (3, 4), (4, 6)]:
        changes, shows = on(count, resource)
        state = mapped(turn(dice="1", goals=(resource, "cards"), **changes), **shows)
        assert common_count(state, 0, resource) == count
        assert common_points(state, 0, resource) == points
        if points:
            assert me(play(state, f"0 use 1 goal-{resource}")).lines[0].rule == rule
    other = {"firewood": "stone", "stone": "peat", "peat": "firewood"}[resource]
    changes, shows = on(4, other)
    assert common_count(mapped(turn(**changes), **shows), 0, resource) == 0


def points(state, goal):
    return best(personal_tiers(state, goal), personal_count(state, 0, goal))


@pytest.mark.parametrize(
    ("towers", "count", "vp"),
    [
        (("D5",), 1, 0),
        (("D5", "E5"), 2, 2),
        (("D5", "E5", "F5"), 3, 5),
        (("D5", "E5", "D6", "E6"), 4, 9),
        (("D5", "E5", "H5", "I5"), 2, 2),
    ],
)
def test_the_largest_group_of_towers(towers, count, vp):
    """TU-280: only one group counts."""
    state = turn(towers=towers)
    assert (personal_count(state, 0, "tower-chain"), points(state, "tower-chain")) == (count, vp)


@pytest.mark.parametrize(
    ("workers", "vp"),
    [
        (("C6", "C6", "E5"), 0),
        (("C6", "C6", "E5", "E5"), 4),
        (("C6", "C6", "E5", "F5", "G5", "G5"), 8),
        (("C6", "J5", "E5", "F5", "D5", "D5"), 8),
    ],
)
def test_types_of_tiles(workers, vp):
    """TU-281: five types, bare glades among them, pieces on different tiles of a type together."""
    state = mapped(turn(workers=workers), E5="stone", F5="stone", G5="peat", H5="firewood")
    assert points(state, "tile-types") == vp
    full = mapped(
        turn(workers=("C6", "C6", "E5", "F5", "G5", "G5"), towers=("D5", "D6", "I5")), E5="stone", F5="stone", G5="peat"
    )
    assert points(full, "tile-types") == 10


@pytest.mark.parametrize(("on_map", "vp"), [(5, 0), (4, 4), (2, 10), (1, 10), (0, 17)])
def test_workers_at_home(on_map, vp):
    """TU-282."""
    assert points(turn(workers=("D5",) * on_map), "workers-at-home") == vp


@pytest.mark.parametrize(
    ("workers", "vp"), [(("E5",), 0), (("E5", "E5", "D5"), 2), (("E5", "E5", "F5", "F5"), 5), (("E5",) * 6, 9)]
)
def test_workers_at_towers(workers, vp):
    """TU-283: all on one glade count, those elsewhere do not."""
    assert points(turn(workers=workers, towers=("E5", "F5")), "workers-at-towers") == vp


@pytest.mark.parametrize(("pieces", "vp"), [(5, 0), (6, 4), (8, 10), (10, 17)])
def test_pieces_at_the_edge(pieces, vp):
    """TU-284: with a drawn edge the companion counts."""
    edge = {f"edge.2.{where}": "yes" for where in ("D5", "E5", "F5", "G5", "H5")}
    towers = ("D5", "E5", "F5", "G5")[: max(0, pieces - 6)]
    state = turn(workers=("H5",) * min(pieces, 6), towers=towers, catalogue=copy_of() | edge)
    assert points(mapped(state), "edge") == vp


@pytest.mark.parametrize(("cards_held", "upgraded", "vp"), [(2, 1, 0), (3, 1, 2), (5, 2, 5), (7, 4, 9)])
def test_cards_and_boards(cards_held, upgraded, vp):
    """TU-285: starters do not count."""
    changes = cards(cards_held)
    own = tuple(replace(b, upgraded=i < upgraded) for i, b in enumerate(changes["boards"]))
    assert points(turn(**(changes | {"boards": own})), "cards-and-boards") == vp


@pytest.mark.parametrize(("built", "vp"), [(3, 0), (2, 4), (1, 10), (0, 17)])
def test_towers_at_home(built, vp):
    """TU-286."""
    assert points(turn(towers=MIDDLE[:built]), "towers-at-home") == vp


def ended(**changes):
    state = mapped(turn(settings={"special": "on"}, titles=("wisdom", "generous"), **changes))
    home = tuple(replace(p, white=p.title == "wisdom") for p in state.players)
    return advance(replace(state, players=home, round=4, steps=(EndRound(),)))


def test_personal_goals_are_revealed_at_the_end_only():
    """TU-231 TU-244: nobody is asked before, then one after another; the best tier is added."""
    state = ended(workers=("D5",))
    assert GAME.view(state).phase == "Scoring"
    assert verbs(state) == {"reveal"}
    assert [p.personal for p in state.players] == ["", ""]
    state = play(state, "0 reveal workers-at-home")
    assert me(state).vp == 10
    assert me(state).lines[-1].rule == "TU-282"
    state = play(state, "1 reveal towers-at-home")
    assert (me(state, 1).vp, state.steps) == (17, ())
    assert GAME.view(state).winners == (1,)
    assert any(
        "TU-244" in advice
        for advice in GAME.view(turn(settings={"special": "on"}, titles=("wisdom", "generous"))).advice
    )


def test_pieces_at_an_edge_nobody_drew_are_counted_by_the_players():
    """TU-284: never more than stand on glades."""
    state = play(ended(workers=("D5", "D5", "C6"), towers=("E5", "F5", "G5", "H5")), "0 reveal edge")
    assert verbs(state) == {"count"}
    assert refused_by(state, "0 count 7") == "TU-284"
    assert not is_offered(state, "0 count 7")
    assert me(play(state, "0 count 6")).vp == 4


def test_the_lost_goal_is_asked_for_with_its_tiers():
    """TU-287: no points are invented; what is told is remembered."""
    state = play(ended(workers=("D5", "E5")), "0 reveal majority")
    form = "personal.majority.need1 {} personal.majority.vp1 3 personal.majority.need2 4 personal.majority.vp2 7 "
    form = "0 catalogue " + form + "personal.majority.need3 6 personal.majority.vp3 12"
    assert refused_by(state, form.format(4)) == "TU-287"
    state = play(state, form.format(2))
    assert (me(state).vp, me(state).lines[-1].rule) == (3, "TU-287")
    assert state.printed.get("personal.majority.vp3") == "12"


def test_three_dots_keep_personal_goals_out_with_two_players():
    """TU-241."""
    state = turn(catalogue=copy_of() | {"personal.edge.dots": "3"})
    assert "edge" not in words(replace(state, steps=(Reveal(0),)), "reveal")


def finished(*standings):
    state = replace(turn(seats=len(standings)), steps=())
    players = [
        replace(p, vp=vp, goods=goods, berries=berries)
        for p, (vp, goods, berries) in zip(state.players, standings, strict=True)
    ]
    return replace(state, players=tuple(players))


@pytest.mark.parametrize(
    ("standings", "winner"),
    [
        ([(10, (0, 0, 0), 0), (9, (10, 10, 10), 20)], (0,)),
        ([(9, (1, 1, 1), 0), (9, (0, 2, 0), 20)], (0,)),
        ([(9, (1, 1, 1), 4), (9, (0, 3, 0), 5)], (1,)),
        ([(9, (1, 1, 1), 4), (9, (0, 3, 0), 4), (8, (9, 9, 9), 9)], (0, 1)),
    ],
)
def test_the_winner_and_ties(standings, winner):
    """TU-232 TU-233 TU-234 TU-235: points, then resources of all types, then berries, then shared."""
    state = finished(*standings)
    assert winners(state) == winner
    assert all(f"@{seat}" in GAME.view(state).headline for seat in winner)
