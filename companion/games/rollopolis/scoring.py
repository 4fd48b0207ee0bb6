"""What a district is worth, and why."""

from functools import lru_cache

from companion.games.rollopolis.board import ADJACENT, CELLS, NEAR, SPECIALS, TERRAIN_NAMES, Cells
from companion.games.rollopolis.house import House
from companion.games.rollopolis.state import ACTIVATIONS, BONUS_SPACES, District, State
from companion.model import ScoreLine
from companion.words import say

RESIDENTIAL_POINTS = (0, 0, 2, 4, 7)
MONUMENT_POINTS = (0, 1, 3, 6, 10, 15)
LAST_SPACE_POINTS = 5

_LINED_BY = {"E": "RO-173", "B": "RO-174", "P": "RO-175", "G": "RO-176", "U": "RO-177", "H": "RO-178", "S": "RO-179"}
_TERRAIN_LIKES = {"fo": ("R", "RO-183"), "po": ("C", "RO-184"), "mo": ("I", "RO-185")}


def _count(cells: Cells, places: tuple[int, ...], letters: str) -> int:
    return sum(1 for i in places if cells[i] and cells[i][0] in letters)


def _both(cells: Cells, index: int, one: str, other: str) -> bool:
    beside = ADJACENT[index]
    return bool(_count(cells, beside, one) and _count(cells, beside, other))


def _opposite_industrials(cells: Cells, index: int) -> bool:
    row, column = divmod(index, 5)
    sides = 0 < column < 4 and cells[index - 1] == cells[index + 1] == "I"
    return sides or (0 < row < 4 and cells[index - 5] == cells[index + 5] == "I")


def _unused(district: District, index: int, partner: str, used: int, house: House) -> int:
    if not _count(district.cells, ADJACENT[index], partner):
        return 0
    return 2 if house.unused_activations == "two-flat" else ACTIVATIONS - used


def _special_points(district: District, index: int, house: House) -> int:
    """The points of one Special building other than a Monument (RO-173 to RO-179, RO-182)."""
    cells, letter = district.cells, district.cells[index]
    clean = not _count(cells, NEAR[index], "I")
    if letter == "E":
        return 3 if _opposite_industrials(cells, index) else 0
    if letter == "B":
        return 3 if _both(cells, index, "R", "I") else 0
    if letter == "P":
        return 2 if clean and _count(cells, ADJACENT[index], "R") >= 2 else 0
    if letter == "G":
        return 2 if _both(cells, index, "I", "C") else 0
    if letter == "U":
        return _unused(district, index, "A", district.university, house)
    if letter == "H":
        return _unused(district, index, "L", district.hospital, house)
    if letter == "S":
        return 2 if clean and _both(cells, index, "R", "C") else 0
    return 0


def _monument_points(cells: Cells) -> int:
    """All Monuments together, nothing if an Industrial touches any (RO-180, RO-181)."""
    places = [i for i, code in enumerate(cells) if code == "M"]
    if any(_count(cells, NEAR[i], "I") for i in places):
        return 0
    return MONUMENT_POINTS[len(places)]


def _penalty(cells: Cells, index: int, house: House) -> int:
    """What the Residentials around one Industrial cost (RO-172)."""
    touched = [i for i in NEAR[index] if cells[i][:1] == "R"]
    if house.industrial_penalty == "once":  # each Residential is charged to the first Industrial it touches only
        touched = [i for i in touched if min(j for j in NEAR[i] if cells[j] == "I") == index]
    return -len(touched)


@lru_cache(maxsize=8192)
def _space_points(district: District, house: House) -> tuple[int, ...]:
    """The points of every space; Monuments count together and stand at 0 here."""
    cells = district.cells
    found = []
    for index in range(CELLS):
        code = cells[index]
        kind = code[:1]
        if not code:
            found.append(-1)
        elif kind == "R":
            found.append(RESIDENTIAL_POINTS[int(code[1])])
        elif kind == "C":
            found.append(int(code[1]) * _count(cells, ADJACENT[index], "RC"))
        elif kind == "I":
            found.append(_penalty(cells, index, house))
        elif code in _TERRAIN_LIKES:
            found.append(_count(cells, ADJACENT[index], _TERRAIN_LIKES[code][0]))
        else:
            found.append(_special_points(district, index, house))
    return tuple(found)


def bare(district: District) -> District:
    """The district without what does not change the points of its spaces, so that equal ones share one result."""
    return District(district.cells, 0, district.university, district.hospital)


def _added(cells: Cells, points: tuple[int, ...], kind: str) -> tuple[int, str]:
    found = [points[i] for i, code in enumerate(cells) if code[:1] == kind]
    return sum(found), " + ".join(str(n) for n in found).replace("+ -", "- ")


def _type_lines(cells: Cells, points: tuple[int, ...]) -> list[ScoreLine]:
    kinds = (
        ("R", "Residential: {sum}", "RO-170"),
        ("C", "Commercial: {sum}", "RO-171"),
        ("I", "Industrial: {sum}", "RO-172"),
    )
    lines = []
    for kind, text, rule in kinds:
        total, addends = _added(cells, points, kind)
        if addends:
            lines.append(ScoreLine(say(text, sum=addends), total, rule))
    return lines


def _terrain_lines(cells: Cells, points: tuple[int, ...]) -> list[ScoreLine]:
    found = {code: index for index, code in enumerate(cells) if code in _TERRAIN_LIKES}
    return [ScoreLine(TERRAIN_NAMES[c], points[found[c]], _TERRAIN_LIKES[c][1]) for c in _TERRAIN_LIKES if c in found]


def _special_lines(cells: Cells, points: tuple[int, ...]) -> list[ScoreLine]:
    lines = []
    for special in SPECIALS:
        if special.letter in _LINED_BY and special.letter in cells:
            index = cells.index(special.letter)
            lines.append(ScoreLine(special.name, points[index], _LINED_BY[special.letter]))
    monuments = cells.count("M")
    if monuments:
        total = _monument_points(cells)
        rule = "RO-180" if total else "RO-181"
        lines.append(ScoreLine(say("{n} Monuments", n=monuments) if monuments > 1 else "Monument", total, rule))
    return lines


@lru_cache(maxsize=8192)
def score_lines(district: District, house: House) -> tuple[ScoreLine, ...]:
    """Where the points of a district come from; their sum is its score (RO-188)."""
    cells, points = district.cells, _space_points(bare(district), house)
    lines = _type_lines(cells, points) + _terrain_lines(cells, points) + _special_lines(cells, points)
    blanks = cells.count("")
    if blanks:
        lines.append(ScoreLine(say("Blank spaces: {n}", n=blanks), -blanks, "RO-186"))
    if district.bonus >= BONUS_SPACES:
        lines.append(ScoreLine("Last space of the bonus track", LAST_SPACE_POINTS, "RO-187"))
    return tuple(lines)


def score(district: District, house: House) -> int:
    """The score of a district if the game ended now."""
    return sum(line.points for line in score_lines(district, house))


def winners(state: State) -> tuple[int, ...]:
    """The seats with the highest score, all of them on a tie (RO-189, RO-190)."""
    scores = [score(d, state.house) for d in state.districts]
    return tuple(seat for seat, points in enumerate(scores) if points == max(scores))


def space_points(district: District, house: House, index: int) -> int:
    """What a space adds now, for the sheet; each Monument shows what all of them bring."""
    if district.cells[index] == "M":
        return _monument_points(district.cells)
    return _space_points(bare(district), house)[index]


def group_points(district: District, house: House) -> tuple[int, int, int, int, int, int, int]:
    """The lines of the printed score sheet: R, C, I, terrain, Special, blank spaces, bonus."""
    sums = [0] * 7
    places = {"RO-170": 0, "RO-171": 1, "RO-172": 2, "RO-183": 3, "RO-184": 3, "RO-185": 3, "RO-186": 5, "RO-187": 6}
    for line in score_lines(district, house):
        sums[places.get(line.rule, 4)] += line.points
    return (sums[0], sums[1], sums[2], sums[3], sums[4], sums[5], sums[6])
