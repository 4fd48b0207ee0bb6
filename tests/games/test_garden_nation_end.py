"""The last round, secret missions, inhabitants, winners."""

from dataclasses import replace

import pytest

from companion.games.garden_nation import GAME
from companion.games.garden_nation.invariants import check
from companion.games.garden_nation.rehearsal import play
from companion.games.garden_nation.scoring import finish, mission_points
from companion.games.garden_nation.state import with_player
from companion.model import ScoreLine
from tests.games.test_garden_nation_table import at, happened, offered, people, refusal


def revealing(buildings=None, **more):
    """The last round is over, missions are due."""
    seats = more.get("seats", 2)
    order = (1, 0, 1, 0) if seats == 2 else tuple(reversed(range(seats)))
    state = replace(at(3, buildings, last=0, **more), phase="reveal", order=order, actions=0)
    check(state)
    return state


def worth(state, mission, seat=0):
    return mission_points(state, seat, state.printed.mission(mission))


def test_last_floor_makes_the_round_the_last():
    """GN-085, GN-087 and GN-088: the remaining turns are played, then control, then the missions."""
    state = at(7, {"1L": (0, 19)}, seat=0, people=(30, 30), actions=1)
    state = play(state, ["0 construct 7L"])
    assert (state.last, state.turn, state.actions, state.phase) == (0, 1, 2, "action")
    assert GAME.view(state).advice[0] == "Last round (@0 placed the last floor): 1 turn after this one."
    state = play(state, ["1 construct 7R", "1 construct 4L", "0 end"])
    assert state.phase == "reveal"
    assert people(state) == (30 - 3 + 2 + 1, 30 - 3 - 3 + 1 + 2)
    assert "The last round is over" in happened(state)


def test_last_seat_stays_noted():
    """GN-086: a second player's last floor changes nothing either."""
    state = at(7, {"1L": (0, 19), "2L": (1, 20)}, last=1, actions=1, people=(30, 30))
    assert play(state, ["0 construct 7L"]).last == 1


def test_missions_are_secret_until_the_end():
    """GN-089 and GN-091: nobody can reveal earlier, everybody must then."""
    assert refusal(at(3), "0 reveal market belfry") == "GN-089"
    state = revealing(seats=3)
    assert [p.seat for p in GAME.prompts(state) if p.verb == "reveal"] == [0, 1, 2]
    state = play(state, ["2 reveal market belfry"])
    assert refusal(state, "2 reveal market belfry") == "GN-089"
    assert (state.phase, state.winners) == ("reveal", ())
    state = play(state, ["0 reveal market sculpture", "1 reveal belfry cabaret"])
    assert state.phase == "over"


def test_missions_are_looked_at_only_at_the_end():
    """GN-091: what was met once and is gone brings nothing, and nothing is claimed on the way."""
    state = at(2, {"2TL": (0, 2)})
    assert (worth(state, "market"), state.scores) == (3, (0, 0))
    assert worth(play(state, ["0 abandon 2TL"]), "market") == 0


@pytest.mark.parametrize(
    ("mission", "land"), [("market", ("2TL", "2C")), ("sculpture", ("6TL", "6BL")), ("watchtower", ("5R", "5TL"))]
)
def test_tall_buildings_on_a_land(mission, land):
    """GN-092 and GN-097: 3 for each of two floors or more on its land, without roof."""
    a, b = land
    assert worth(at(3, {a: (0, 2), b: (0, 5)}), mission) == 6
    assert worth(at(3, {a: (0, 2), b: (0, 1)}), mission) == 3
    assert worth(at(3, {a: (0, 2, True), b: (1, 2)}), mission) == 0
    others = {"market", "sculpture", "watchtower"} - {mission}
    assert [worth(at(3, {a: (0, 2), b: (0, 5)}), other) for other in others] == [0, 0]


@pytest.mark.parametrize(("mission", "cell"), [("post-office", "2TL"), ("cabaret", "6TL"), ("barracks", "5R")])
def test_floors_on_a_land(mission, cell):
    """GN-093 and GN-097: 1 for each floor on its land."""
    assert worth(at(3, {cell: (0, 4), "3C": (1, 3)}), mission) == 4
    assert worth(at(3, {cell: (0, 4, True)}), mission) == 0


@pytest.mark.parametrize(("mission", "least", "points"), [("belfry", 3, 7), ("observatory", 4, 11)])
def test_tall_in_regions(mission, least, points):
    """GN-094, GN-095 and GN-097: once for each region with a building so high."""
    tall = {"2C": (0, least), "2TL": (0, least), "5C": (0, least)}
    assert worth(at(3, tall), mission) == 2 * points
    assert worth(at(3, {"2C": (0, least - 1), "5C": (0, least, True)}), mission) == 0


@pytest.mark.parametrize(
    ("mission", "regions"),
    [
        ("control-1-3", (1, 3)),
        ("control-2-4", (2, 4)),
        ("control-3-5", (3, 5)),
        ("control-4-6", (4, 6)),
        ("control-5-7", (5, 7)),
        ("control-6-1", (6, 1)),
        ("control-7-2", (7, 2)),
    ],
)
def test_territory_control(mission, regions):
    """GN-096 and GN-097: 4 or 12, roofed floors count, a shared majority does not."""
    a, b = regions
    assert worth(at(3, {f"{a}TL": (0, 1, True)}), mission) == 4
    assert worth(at(3, {f"{a}TL": (0, 1, True), f"{b}TR": (0, 1)}), mission) == 12
    assert worth(at(3, {f"{a}TL": (0, 1), f"{a}TR": (1, 1)}), mission) == 0


def test_scores_at_the_end():
    """GN-089, GN-090, GN-098 and GN-099: missions and inhabitants are added and explained; most points win."""
    state = revealing({"2TL": (0, 3), "5C": (1, 1)}, people=(9, 20))
    state = play(state, ["0 reveal market belfry", "1 reveal market cabaret"])
    assert GAME.view(state).breakdown == (
        (
            ScoreLine("Market", 3, "GN-092"),
            ScoreLine("Belfry", 7, "GN-094"),
            ScoreLine("9 inhabitants", -3, "GN-098"),
        ),
        (
            ScoreLine("Market", 0, "GN-092"),
            ScoreLine("Cabaret", 1, "GN-093"),
            ScoreLine("20 inhabitants", 4, "GN-098"),
        ),
    )
    assert (state.scores, state.winners) == ((7, 5), (0,))
    assert GAME.view(state).headline == "@0 won with 7 points."
    assert (GAME.prompts(state), GAME.view(state).mood) == ((), "end")


def test_few_inhabitants_cost_the_win():
    """GN-090 and GN-099: 12 points and one inhabitant lose against nothing at all."""
    state = revealing({"1L": (0, 1), "3C": (0, 1)}, people=(1, 10))
    state = play(state, ["0 reveal control-1-3 market", "1 reveal market cabaret"])
    assert (state.scores, state.winners) == ((-18, 0), (1,))


def test_ties_are_shared():
    """GN-100."""
    state = finish(revealing(people=(20, 22)))
    assert (state.scores, state.winners) == ((4, 4), (0, 1))
    assert GAME.view(state).headline == "@0 and @1 won with 4 points."
    assert "@0 and @1 win together with 4 points." in happened(state)


def test_missions_have_so_many_cards():
    """GN-009: two Markets and one of each Territory Control are in the box."""
    state = play(revealing(seats=4), ["0 reveal market control-1-3", "1 reveal market belfry"])
    assert refusal(state, "2 reveal market belfry") == "GN-009"
    assert not {"market", "control-1-3"} & set(offered(state, "reveal"))


def test_worth_of_missions_is_shown_when_revealing():
    """GN-091: each choice says what it brings to that seat."""
    state = revealing({"2TL": (0, 3)})
    labels = [dict(p.labels)["market"] for p in GAME.prompts(state) if p.verb == "reveal"]
    assert labels == ["Market: 3 points", "Market: 0 points"]


def test_nothing_follows_the_end():
    state = finish(with_player(revealing(), 0, people=12))
    assert refusal(state, "0 reveal market belfry") == ""
