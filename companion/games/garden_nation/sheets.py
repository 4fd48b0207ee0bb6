"""Everything drawn of a game: the map, and the small tables beside it."""

from companion.games.garden_nation.control import floors_in, leaders
from companion.games.garden_nation.drawing import (
    BRAMBLE_SIGN,
    CRANE_SIGN,
    FLOOR_SIGN,
    NUMBERS,
    ROOF_SIGN,
    map_grid,
    marker_of,
)
from companion.games.garden_nation.phrases import counted, joined, seat_name
from companion.games.garden_nation.printed import FIRST_PEOPLE, LANDS, LAP, OTHER_PEOPLE, Project
from companion.games.garden_nation.projects import project_text
from companion.games.garden_nation.scoring import (
    marker,
    mission_points,
    mission_text,
    owes_reveal,
    reveal_words,
)
from companion.games.garden_nation.setup_prompts import by_name
from companion.games.garden_nation.state import State, unseen
from companion.games.garden_nation.turns import seat_word
from companion.model import Lines, Sheet, Tally
from companion.words import say


def sheets(state: State) -> tuple[Sheet, ...]:
    """Everything to draw, the most used first."""
    found: list[Sheet] = [map_grid(state)]
    if state.phase in ("map", "projects", "first"):
        return (*found, setup(state), seats(state), SIGNS)
    found += [*_closed_projects(state), projects(state), seats(state), *_claimed(state), regions(state), supply(state)]
    if state.phase == "reveal":
        found += [missions(state, seat) for seat in range(state.house.seats) if owes_reveal(state, seat)]
    return (*found, SIGNS)


def seats(state: State) -> Lines:
    """What each seat has, and where its marker stands (GN-013)."""
    head = ("Seat", "Inhabitants", "Floors", "Ploys", "Marker")
    rows = tuple(_seat_row(state, seat) for seat in range(state.house.seats))
    return Lines("Players", head, rows, tuple(map(seat_word, range(state.house.seats))))


def _seat_row(state: State, seat: int) -> tuple[str, ...]:
    player = state.players[seat]
    worth = counted(state.printed.people_points(player.people), "point")
    people = say("{n} ({worth})", n=player.people, worth=worth) if state.round else str(player.people)
    return seat_name(seat), people, str(player.floors), str(player.ploys), marker_text(player.points)


def _claimed(state: State) -> list[Lines]:
    """Whose the claimed projects are."""
    rows = tuple(
        (seat_name(seat), joined(state.printed.project(word).name for word in player.projects))
        for seat, player in enumerate(state.players)
        if player.projects
    )
    return [Lines("Claimed projects", ("Seat", "Projects"), rows)] if rows else []


def marker_text(points: int) -> str:
    """Where a score marker stands, with tokens for full laps (GN-013)."""
    laps, step = marker(points)
    return say("{step} + {n} of {lap}", step=step, n=laps, lap=LAP) if laps else str(step)


PROJECT_HEAD = ("Project", "Asks for at least")


def _project_row(project: Project) -> tuple[str, str]:
    return say("{name} ({points})", name=project.name, points=project.points), project_text(project)


def projects(state: State) -> Lines:
    """The open common projects; tap one to claim it."""
    listed = map(state.printed.project, state.projects)
    title = say("Common projects ({n} in the deck)", n=len(unseen(state)))
    return Lines(title, PROJECT_HEAD, tuple(map(_project_row, listed)), state.projects)


def _closed_projects(state: State) -> list[Lines]:
    """The cards that may be turned up, to tap the one that is."""
    if state.phase != "open":
        return []
    words = by_name(state, unseen(state))
    rows = tuple(_project_row(state.printed.project(word)) for word in words)
    return [Lines("Common projects in the deck", PROJECT_HEAD, rows, words)]


def regions(state: State) -> Lines:
    """Who has most floors in each region, and what that brings at the end of the round."""
    head = ("Region", *map(seat_name, range(state.house.seats)), "Control")
    rows = tuple(
        (marker_of(region, state), *map(str, floors_in(state, region)), _leader_text(state, region))
        for region in range(7)
    )
    return Lines("Floors in the regions", head, rows)


def _leader_text(state: State, region: int) -> str:
    return joined((seat_name(seat) for seat in leaders(state, region)), "{a} and {b}") or "nobody"


def supply(state: State) -> Tally:
    """What everybody shares."""
    tokens = tuple(
        (say("{land} bramble tokens", land=land), left, land) for land, left in zip(LANDS, state.tokens, strict=True)
    )
    return Tally("Supply", (("Roofs", state.roofs, ""), *tokens))


def missions(state: State, seat: int) -> Lines:
    """What each mission asks for and would bring a seat; only the two kept ones count."""
    listed = [state.printed.mission(word) for word in reveal_words(state)]
    rows = tuple((m.name, mission_text(m), str(mission_points(state, seat, m))) for m in listed)
    return Lines("Missions", ("Mission", "Scores", "Now"), rows, seat=seat)


def setup(state: State) -> Lines:
    """What to lay out before the first round (GN-006 to GN-025)."""
    player = state.players[0]
    people = say("The first player gets {n}, the others {m}.", n=FIRST_PEOPLE, m=OTHER_PEOPLE)
    rows = (
        ("Regions", "Lay the seven regions in any places and rotations: one in the middle, six around."),
        ("Each player", say("{n} and {m}.", n=counted(player.floors, "floor"), m=counted(player.ploys, "token"))),
        ("Supply", say("{n} and 3 bramble tokens of each land.", n=counted(state.roofs, "roof"))),
        ("Projects", "Shuffle the 21 common projects and turn up four."),
        ("Missions", "Deal four of the 24 secret missions to each; keep two different ones, the rest leaves unseen."),
        ("Score", say("All markers on 0; a new lap begins at {n}.", n=LAP)),
        ("Inhabitants", people),
        ("Crane", "Beside the board: the very first action may be in any region, without a ploy."),
    )
    return Lines("Set-up", ("What", "How"), rows)


SIGNS = Lines(
    "Signs on the map",
    ("Sign", "Meaning"),
    (
        ("Y3 G4 R5", "yellow, green and red land with its cost"),
        (BRAMBLE_SIGN, "bramble, costs 5"),
        (FLOOR_SIGN, "one floor; the sign before it is its owner's"),
        (ROOF_SIGN, "roof: cannot grow, counts for no project"),
        (CRANE_SIGN, "crane: the next action is in this region"),
        (NUMBERS[0], "number of the region, in its middle"),
    ),
)
"""What stands on the map, for those who see it for the first time."""
