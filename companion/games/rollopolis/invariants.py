"""What must hold after every event of any game; a random tester calls ``check`` each time."""

from collections import Counter
from collections.abc import Callable
from functools import lru_cache

from companion.games.rollopolis.board import ADJACENT, CENTRE, NEAR, TERRAIN_NAMES, Cells, count_types, type_of
from companion.games.rollopolis.house import House
from companion.games.rollopolis.scoring import score
from companion.games.rollopolis.state import District, State, dice_count

_IN_ROUND = ("draft", "activate", "resolve")


def check(state: State) -> None:
    """Raise AssertionError with a sentence if the state breaks a law of the game."""
    _check_dice(state)
    _check_tracks(state)
    for district in state.districts:
        _check_cells(district.cells)
        _check_marks(district)
        _check_score(district, state.house)


def _check_dice(state: State) -> None:
    dice = (*state.pool, *state.taken, *((state.die,) if state.die else ()))
    if state.phase in _IN_ROUND:
        assert len(dice) == dice_count(state.seats), f"{len(dice)} dice instead of {dice_count(state.seats)}"
        assert len(state.taken) == state.turn, "one die is activated in each draft"
    assert all(1 <= n <= 6 for n in dice), "a die shows 1 to 6"
    assert state.phase != "over" or not state.pool or len(state.pool) == 1, "one die is left over"
    assert bool(state.permit or state.joker) == (state.phase == "resolve"), "permits are spent in their own activation"


def _check_tracks(state: State) -> None:
    _check_order(state.tracks, sum(d.university for d in state.districts), any("A" in d.cells for d in state.districts))
    for track, numbers in enumerate(state.tracks):
        total = state.printed.spots[track][state.seats - 1]
        assert total is None or len(numbers) <= total, "more numbers than spots"


@lru_cache(maxsize=1024)
def _check_order(tracks: tuple[tuple[int, ...], ...], universities: int, halls: bool) -> None:
    """Each step obeys the track's order; breaks need a University, repeats a University or an Architect's Hall."""
    residential, commercial, special = tracks
    bad = _steps(residential, lambda a, b: a > b or a == 1) + _steps(commercial, lambda a, b: a < b or a == 6)
    repeats = sum(1 for a, b in bad if a == b)
    assert len(bad) - repeats <= universities, "a number out of order without a University"
    assert not repeats or halls or universities >= len(bad), "a repeated number without an Architect's Hall"
    assert not _steps(special, lambda a, b: a != b), "a repeated Special number"


def _steps(numbers: tuple[int, ...], fits: Callable[[int, int], bool]) -> list[tuple[int, int]]:
    return [(a, b) for a, b in zip(numbers, numbers[1:], strict=False) if not fits(a, b)]


@lru_cache(maxsize=8192)
def _check_cells(cells: Cells) -> None:
    counts = count_types(cells)
    assert max(counts) <= min(counts) + 2, f"types out of balance: {counts}"
    assert not any(counts) or type_of(cells[CENTRE]), "the first building stands on the centre"
    assert cells[CENTRE] not in TERRAIN_NAMES, "a terrain on the centre"
    assert all(cells.count(code) <= 1 for code in "EBPGUHSLA"), "a Special building twice"
    assert all(cells.count(code) <= 1 for code in TERRAIN_NAMES), "a terrain twice"
    buildings = {i for i, code in enumerate(cells) if type_of(code)}
    assert _is_connected(buildings, NEAR), "a building that touches no other"
    homes = {i for i in buildings if cells[i][0] in "RP"}
    assert _is_connected(homes, ADJACENT), "a Residential or Park apart from the others"
    monuments = [divmod(i, 5) for i in buildings if cells[i] == "M"]
    assert len({row for row, _ in monuments}) == len({c for _, c in monuments}) == len(monuments), "Monuments in line"


def _is_connected(places: set[int], reach: tuple[tuple[int, ...], ...]) -> bool:
    if not places:
        return True
    found: set[int] = set()
    edge = {min(places)}
    while edge:
        found |= edge
        edge = {j for i in edge for j in reach[i] if j in places} - found
    return found == places


def _check_marks(district: District) -> None:
    assert 0 <= district.bonus <= 15, "the bonus track has 15 spaces"
    assert 0 <= district.university <= (2 if "U" in district.cells else 0), "University activations"
    assert 0 <= district.hospital <= (2 if "H" in district.cells else 0), "Hospital uses"


def _check_score(district: District, house: House) -> None:
    bare = District(district.cells, 0, district.university, district.hospital)
    counted = recount(bare, house) + 5 * (district.bonus == 15)
    assert score(district, house) == counted, f"score {score(district, house)} but counted {counted}"


_BESIDE = tuple((i, j) for i in range(25) for j in ADJACENT[i])
_TOUCHING = tuple((i, j) for i in range(25) for j in NEAR[i])


@lru_cache(maxsize=8192)
def recount(district: District, house: House) -> int:
    """The score without bonus space 15, counted a second way, pair by pair, to hold the explained one against."""
    cells = district.cells
    kinds = [code[:1] for code in cells]
    beside = Counter((kinds[i], kinds[j]) for i, j in _BESIDE if kinds[i])
    near = Counter((kinds[i], kinds[j]) for i, j in _TOUCHING if kinds[i])
    total = sum((0, 2, 4, 7)[int(code[1]) - 1] for code in cells if code[:1] == "R")
    total += sum(int(cells[i][1]) for i, j in _BESIDE if kinds[i] == "C" and kinds[j] in ("R", "C"))
    if house.industrial_penalty == "each-pair":
        total -= near["I", "R"]
    else:
        total -= sum(1 for i in range(25) if kinds[i] == "R" and any(kinds[j] == "I" for j in NEAR[i]))
    total += beside["f", "R"] + beside["p", "C"] + beside["m", "I"]
    total += 3 * bool(beside["B", "R"] and beside["B", "I"]) + 2 * bool(beside["G", "I"] and beside["G", "C"])
    total += 2 * bool(beside["S", "R"] and beside["S", "C"] and not near["S", "I"])
    total += 2 * bool(beside["P", "R"] >= 2 and not near["P", "I"])
    flat = house.unused_activations == "two-flat"
    total += (2 if flat else 2 - district.university) * beside["U", "A"]
    total += (2 if flat else 2 - district.hospital) * beside["H", "L"]
    count = cells.count("M")
    total += 0 if near["M", "I"] else count * (count + 1) // 2
    return total + _between(kinds) - cells.count("")


def _between(kinds: list[str]) -> int:
    text = "".join(kind or "." for kind in kinds)
    lines = [text[row * 5 : row * 5 + 5] for row in range(5)] + [text[column::5] for column in range(5)]
    return 3 * any("IEI" in line for line in lines)
