"""The sheets people look at: districts, bonus tracks, the Town Hall, the dice, and the page of scores."""

from functools import lru_cache

from companion.games.rollopolis.board import (
    BY_LETTER,
    CENTRE,
    IDS,
    NAMES,
    SIZE,
    SPECIALS,
    TERRAIN_NAMES,
    TOP_LEVEL,
    TYPE_COLORS,
    TYPE_NAMES,
    TYPES,
    count_types,
    type_of,
)
from companion.games.rollopolis.house import House
from companion.games.rollopolis.placing import BALANCE
from companion.games.rollopolis.printed import capacity
from companion.games.rollopolis.scoring import bare, group_points, score, space_points
from companion.games.rollopolis.state import (
    ACTIVATIONS,
    BONUS_SPACES,
    JOKER_SPACES,
    TRACK_NAMES,
    TRACKS,
    District,
    State,
    active,
)
from companion.games.rollopolis.tracks import fitting, free_spots, is_full, previous
from companion.model import Cell, Grid, Lines, Sheet, Tally, Track
from companion.words import say

GROUND = "sand"
"""The paint of blank spaces."""
TERRAIN_COLORS = {"fo": "park", "po": "water", "mo": "stone"}
TERRAIN_SIGNS = {"fo": "♣", "po": "≈", "mo": "△"}
_TERRAIN_SCORES = {
    "fo": "each Residential beside it",
    "po": "each Commercial beside it",
    "mo": "each Industrial beside it",
}
_STEPS = (
    "0",
    *(
        f"{n} ★" if n in JOKER_SPACES else f"{n} +5" if n == BONUS_SPACES else str(n)
        for n in range(1, BONUS_SPACES + 1)
    ),
)


def all_sheets(state: State) -> tuple[Sheet, ...]:
    """Every sheet, the player in turn first."""
    begin = active(state) if state.phase != "over" else 0
    seats = [(begin + i) % state.seats for i in range(state.seats)]
    common = (town_hall(state), *pool(state), specials(state))
    mine = [
        sheet for seat in seats for sheet in (district(state, seat), bonus_track(state, seat), buildings(state, seat))
    ]
    if state.phase == "over":
        return (score_sheet(state), *mine, *common)
    return (*mine, *common)


# ---------------------------------------------------------------------------------------------- one player's


def district(state: State, seat: int) -> Grid:
    """The 5×5 district as drawn on paper: letters, levels, terrains, and what each building is worth now."""
    numbers = () if state.round else state.printed.numbers  # they have served once the terrains are placed
    cells = _cells(bare(state.districts[seat]), state.house, numbers)
    return Grid(say("District of @{seat}", seat=seat), cells, seat=seat)


@lru_cache(maxsize=256)
def _cells(own: District, house: House, numbers: tuple[int | None, ...]) -> tuple[Cell, ...]:
    return tuple(
        _building(own, house, index) if code else _blank(index, numbers) for index, code in enumerate(own.cells)
    )


def _place(index: int) -> str:
    return say("Row {row}, column {column}", row=index // SIZE + 1, column=index % SIZE + 1)


def _building(own: District, house: House, index: int) -> Cell:
    code, points = own.cells[index], space_points(own, house, index)
    text = "{place}: {about}; points of all of them now: {n}." if code == "M" else "{place}: {about}; points now: {n}."
    title = say(text, place=_place(index), about=_about(own, code), n=points)
    color = TERRAIN_COLORS.get(code) or TYPE_COLORS[type_of(code)]
    mark = _mark(own, index, points)
    return Cell(IDS[index], index % SIZE, index // SIZE, _sign(code), color, mark, title, note=_note(code))


def _blank(index: int, numbers: tuple[int | None, ...]) -> Cell:
    number = numbers[index] if numbers else 0
    about: str = "blank, one point less"
    if index == CENTRE:
        number, about = 0, "blank, the centre where the first building stands"
    elif number:
        about = say("blank, a terrain can come here with {n}", n=number)
    elif number is None:
        about = "blank, its printed number is not known"
    title = say("{place}: {about}.", place=_place(index), about=about)
    return Cell(IDS[index], index % SIZE, index // SIZE, str(number or ""), GROUND, title=title)


def _sign(code: str) -> str:
    """What is written large in the space: a building's letter, a terrain's sign."""
    return TERRAIN_SIGNS.get(code) or code[0]


def _note(code: str) -> str:
    """What stands below: the level of R and C as filled dots, else the name."""
    if code[0] in TOP_LEVEL:
        level, top = int(code[1]), TOP_LEVEL[code[0]]
        return f"{'●' * level}{'○' * (top - level)}"
    if code in TERRAIN_NAMES:
        return TERRAIN_NAMES[code]
    return "Industrial" if code == "I" else BY_LETTER[code].short


def _mark(own: District, index: int, points: int) -> str:
    """The corner: points now, all Monuments' on the first; unused activations of University and Hospital as stars."""
    code = own.cells[index]
    counts = points and not (code == "M" and "M" in own.cells[:index])
    stars = "★" * _left(own, code)
    return f"{points:+d} {stars}".strip() if counts else stars


def _left(own: District, code: str) -> int:
    return ACTIVATIONS - {"U": own.university, "H": own.hospital}.get(code, ACTIVATIONS)


def _about(own: District, code: str) -> str:
    if code in TERRAIN_NAMES:
        return say("{name}, one point for {likes}", name=TERRAIN_NAMES[code], likes=_TERRAIN_SCORES[code])
    if code[0] in TOP_LEVEL:
        return say("{name}, level {n} of {top}", name=NAMES[code[0]], n=code[1], top=TOP_LEVEL[code[0]])
    if code in ("U", "H"):
        return say("{name}, {n} of 2 activations unused", name=NAMES[code], n=_left(own, code))
    if code == "I":
        return "Industrial, one point less for each Residential that touches it"
    return say("{name} ({points})", name=NAMES[code], points=BY_LETTER[code].points)


def bonus_track(state: State, seat: int) -> Track:
    """The bonus track: stars give a Joker, the last space 5 points."""
    title = say("Bonus track of @{seat}", seat=seat)
    return Track(title, _STEPS, ((f"seat{seat}", state.districts[seat].bonus),), seat=seat)


def buildings(state: State, seat: int) -> Tally:
    """The tally of buildings by type, with the most that balance allows (RO-019)."""
    counts = count_types(state.districts[seat].cells)
    title = say("Buildings of @{seat}, at most {n} of a type now", seat=seat, n=min(counts) + BALANCE)
    rows = tuple((TYPE_NAMES[t], n, TYPE_COLORS[t]) for t, n in zip(TYPES, counts, strict=True))
    return Tally(title, rows, seat=seat)


# ---------------------------------------------------------------------------------------------- everybody's


def town_hall(state: State) -> Lines:
    """The three number tracks with what they accept next."""
    rows = tuple(
        (TRACK_NAMES[t], " ".join(str(n) for n in state.tracks[t]) or "-", accepts_next(state, t), _room(state, t))
        for t in range(3)
    )
    title = say("Town Hall, rows 1 to {n}", n=state.seats) if state.seats > 1 else "Town Hall, row 1"
    return Lines(title, ("Track", "Numbers", "Next", "Free"), rows, TRACKS)


def accepts_next(state: State, track: int) -> str:
    """What the next number on a track must be, in a few words."""
    last = previous(state, track)
    if is_full(state, track):
        return "full"
    if not last or (track, last) in ((0, 1), (1, 6)):
        return "any"
    return say(("below {n}", "above {n}", "not {n}")[track], n=last)


def _room(state: State, track: int) -> str:
    free = free_spots(state, track)
    if free is None:
        return "not known"
    return say("{free} of {all}", free=free, all=capacity(state.printed, track, state.seats))


def pool(state: State) -> tuple[Lines, ...]:
    """The dice that can be taken, with the tracks each fits."""
    if not state.pool or state.phase == "over":
        return ()
    own = state.districts[active(state)]
    values = sorted(set(state.pool))
    rows = tuple((str(v), str(state.pool.count(v)), _fits(state, own, v)) for v in values)
    return (Lines("Dice in the pool", ("Die", "How many", "Fits"), rows, tuple(str(v) for v in values)),)


def _fits(state: State, own: District, value: int) -> str:
    return ", ".join(TRACK_NAMES[t] for t in fitting(state, own, value)) or "no track"


def specials(state: State) -> Lines:
    """The ten Special buildings with their die numbers as far as they are known."""
    rows = tuple(
        (s.name, ", ".join(str(n) for n in numbers) or "?", f"{s.points}; {s.placing}" if s.placing else s.points)
        for s, numbers in zip(SPECIALS, state.printed.dice, strict=True)
    )
    head = ("Building", "Die", "Points")
    return Lines("Special buildings", head, rows, tuple(s.word for s in SPECIALS))


def score_sheet(state: State) -> Lines:
    """The printed score lines of every district side by side."""
    names = ("Residential", "Commercial", "Industrial", "Terrain", "Special", "Blank spaces", "Bonus track")
    groups = [group_points(own, state.house) for own in state.districts]
    rows = [(name, *(str(group[i]) for group in groups)) for i, name in enumerate(names)]
    rows.append(("Sum", *(str(score(own, state.house)) for own in state.districts)))
    return Lines("Score", ("", *(f"@{seat}" for seat in range(state.seats))), tuple(rows))
