"""The cube ledger: gaining, paying and building, with miscellaneous cubes (section 6 of the specification)."""

from dataclasses import replace

from companion.games.rolling_heights.state import MATERIALS, NONE, REMOVED_CUBES, Counts, Cubes, refuse
from companion.words import say


def changed(counts: Counts, index: int, by: int) -> Counts:
    """The four numbers with one of them changed."""
    values = list(counts)
    values[index] += by
    a, b, c, d = values
    return (a, b, c, d)


def added(a: Counts, b: Counts) -> Counts:
    """Two rows of four numbers added."""
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3])


def all_cubes(box: Counts, seats: int) -> Cubes:
    """The ledger at the start: some of each real colour stay in the box with fewer seats (RH-009)."""
    wood, concrete, glass, steel = (n - REMOVED_CUBES[seats] for n in box)
    total = (wood, concrete, glass, steel)
    return Cubes(total, total)


def gained(cubes: Cubes, index: int, count: int) -> Cubes:
    """Cubes taken one by one; from an empty pile miscellaneous ones stand in (RH-140 … RH-142)."""
    for _ in range(count):
        if cubes.supply[index] > 0:
            supply = changed(cubes.supply, index, -1)
            in_play = cubes.misc_in_play or supply[index] == 0
            cubes = replace(cubes, supply=supply, held=changed(cubes.held, index, 1), misc_in_play=in_play)
        else:
            cubes = replace(cubes, misc=changed(cubes.misc, index, 1), misc_in_play=True)
    return cubes


def built(cubes: Cubes, index: int, is_misc: bool) -> Cubes:
    """One cube put on a building for good; miscellaneous ones only when no real one is left (RH-145, RH-146)."""
    name = MATERIALS[index]
    if not is_misc:
        if not cubes.held[index]:
            raise refuse(say("You hold no {what}.", what=name), "RH-122")
        return replace(cubes, held=changed(cubes.held, index, -1), built=changed(cubes.built, index, 1))
    if not cubes.misc[index]:
        raise refuse(say("You hold no miscellaneous cube that stands for {what}.", what=name), "RH-143")
    if cubes.held[index]:
        raise refuse(say("Place your real {what} first.", what=name), "RH-146")
    if cubes.built[index] < cubes.total[index]:
        what = say("Real {what} is still in the supply, so a miscellaneous cube cannot be built.", what=name)
        raise refuse(what, "RH-145")
    return replace(cubes, misc=changed(cubes.misc, index, -1), misc_built=changed(cubes.misc_built, index, 1))


def paid(cubes: Cubes, real: Counts, misc: Counts) -> Cubes:
    """Cubes spent go back to the supply at once (RH-098); miscellaneous ones are spent first (RH-147)."""
    if any(a > b for a, b in zip(real, cubes.held, strict=True)) or any(
        a > b for a, b in zip(misc, cubes.misc, strict=True)
    ):
        raise refuse("You do not hold all of these cubes.", "RH-102")
    left = sum(cubes.misc) - sum(misc)
    if sum(real) and left:
        what = say("You still hold {n} miscellaneous: they must be spent before other cubes.", n=left)
        raise refuse(what, "RH-147")
    minus: Counts = (-real[0], -real[1], -real[2], -real[3])
    less: Counts = (-misc[0], -misc[1], -misc[2], -misc[3])
    return replace(cubes, supply=added(cubes.supply, real), held=added(cubes.held, minus), misc=added(cubes.misc, less))


def return_all(cubes: Cubes) -> Cubes:
    """Unused cubes go back at the end of a turn (RH-134)."""
    if cubes.held == NONE and cubes.misc == NONE:
        return cubes
    return replace(cubes, supply=added(cubes.supply, cubes.held), held=NONE, misc=NONE)
