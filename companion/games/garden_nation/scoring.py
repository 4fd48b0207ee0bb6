"""Points: of claimed projects during play, of secret missions and inhabitants at the end."""

from dataclasses import replace

from companion.errors import IllegalEvent
from companion.games.garden_nation.control import leaders
from companion.games.garden_nation.phrases import counted, joined, seat_name
from companion.games.garden_nation.printed import LAP, Mission
from companion.games.garden_nation.state import State, told, with_player
from companion.model import Event, ScoreLine
from companion.words import say

KEPT = 2
"""Missions each seat keeps (GN-022)."""
RULES = {"tall_on_land": "GN-092", "floors_on_land": "GN-093", "majority": "GN-096"}


def mission_rule(mission: Mission) -> str:
    """The rule that says what a mission scores."""
    if mission.kind == "tall_per_region":
        return "GN-094" if mission.floors == 3 else "GN-095"
    return RULES[mission.kind]


def mission_points(state: State, seat: int, mission: Mission) -> int:
    """What a mission is worth to a seat now (GN-092 to GN-097)."""
    if mission.kind == "majority":
        held = sum(leaders(state, number - 1) == (seat,) for number in mission.regions)
        return (0, mission.points, mission.both)[held]
    # Only control counts roofed buildings (GN-097).
    counted_ones = [
        (cell, building.floors)
        for cell, building in enumerate(state.buildings)
        if building is not None and building.seat == seat and not building.roof and building.floors >= mission.floors
    ]
    if mission.kind == "tall_per_region":
        return mission.points * len({cell // 7 for cell, _ in counted_ones})
    heights = [floors for cell, floors in counted_ones if state.lands[cell] == mission.land]
    return mission.points * (sum(heights) if mission.kind == "floors_on_land" else len(heights))


def mission_text(mission: Mission) -> str:
    """What a mission asks for."""
    points = counted(mission.points, "point")
    if mission.kind == "majority":
        a, b = mission.regions
        text = "{points} for most floors alone in region {a} or {b}, {both} in both"
        return say(text, points=points, a=a, b=b, both=mission.both)
    if mission.kind == "tall_per_region":
        text = "{points} per region with an own building of {n} floors or more, without roof"
        return say(text, points=points, n=mission.floors)
    if mission.kind == "tall_on_land":
        text = "{points} per own building of {n} floors or more on {land}, without roof"
        return say(text, points=points, n=mission.floors, land=mission.land)
    return say("{points} per own floor on {land}, without roof", points=points, land=mission.land)


def lines_of(state: State, seat: int) -> tuple[ScoreLine, ...]:
    """Where a seat's points came from, oldest first."""
    player, printed = state.players[seat], state.printed
    found = [ScoreLine(p.name, p.points, "GN-065") for p in map(printed.project, player.projects)]
    for mission in map(printed.mission, player.missions):
        found.append(ScoreLine(mission.name, mission_points(state, seat, mission), mission_rule(mission)))
    if state.phase == "over":
        text = counted(player.people, "inhabitant")
        found.append(ScoreLine(text, printed.people_points(player.people), "GN-098"))
    return tuple(found)


def rescored(state: State) -> State:
    """The state with every marker where its seat's lines put it."""
    for seat, player in enumerate(state.players):
        points = sum(line.points for line in lines_of(state, seat))
        if points != player.points:
            state = with_player(state, seat, points=points)
    return state


def marker(points: int) -> tuple[int, int]:
    """Laps completed and the step where the marker stands; a new lap begins at 70 (GN-013)."""
    return divmod(points, LAP) if points >= 0 else (0, points)


# ------------------------------------------------------------------------------------------------ the end


def owes_reveal(state: State, seat: int) -> bool:
    """Whether a seat has still to reveal its missions."""
    return not state.players[seat].missions


def copies_left(state: State, mission: Mission) -> int:
    """Cards of a mission that nobody has revealed (GN-009)."""
    return mission.copies - sum(mission.id in player.missions for player in state.players)


def reveal_words(state: State) -> tuple[str, ...]:
    """The missions that can still be revealed."""
    return tuple(mission.id for mission in state.printed.missions if copies_left(state, mission))


def reveal(state: State, event: Event) -> State:
    """A seat turns up its two missions; the last one ends the game (GN-089)."""
    if not 0 <= event.seat < state.house.seats or not owes_reveal(state, event.seat):
        raise IllegalEvent("Your missions are revealed already; wait for the others.", "GN-089")
    known = reveal_words(state)
    for word in event.args:
        if word not in known:
            raise IllegalEvent("No card of that mission is left; look at your two cards again.", "GN-009")
    if len(set(event.args)) != KEPT:
        raise IllegalEvent("The two missions kept must differ; look at your cards again.", "GN-022")
    state = rescored(with_player(state, event.seat, missions=event.args))
    for mission in map(state.printed.mission, event.args):
        points = counted(mission_points(state, event.seat, mission), "point")
        text = "{who} reveals {name}: {points}."
        state = told(state, say(text, who=seat_name(event.seat), name=mission.name, points=points))
    return state if any(owes_reveal(state, seat) for seat in range(state.house.seats)) else finish(state)


def finish(state: State) -> State:
    """The result: inhabitants score, most points win, ties are shared (GN-090, GN-099, GN-100)."""
    state = rescored(replace(state, phase="over"))
    best = max(state.scores)
    winners = tuple(seat for seat, points in enumerate(state.scores) if points == best)
    for seat, player in enumerate(state.players):
        worth = counted(state.printed.people_points(player.people), "point")
        text = "{who} has {people}: {points}."
        people = counted(player.people, "inhabitant")
        state = told(state, say(text, who=seat_name(seat), people=people, points=worth))
    who = joined(map(seat_name, winners), "{a} and {b}")
    text = "{who} win together with {n}." if len(winners) > 1 else "{who} wins with {n}."
    state = told(state, say(text, who=who, n=counted(best, "point")))
    return replace(state, winners=winners, mood="end")
