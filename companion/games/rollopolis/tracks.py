"""The three number tracks of the Town Hall: what may be written, what it brings, when they are full."""

from functools import lru_cache

from companion.games.rollopolis.board import has
from companion.games.rollopolis.printed import capacity, most_spots
from companion.games.rollopolis.state import ACTIVATIONS, TRACK_NAMES, District, State
from companion.words import say

RESIDENTIAL, COMMERCIAL, SPECIAL = range(3)

Refusal = tuple[str, str]
"""A sentence why not, and the rule's number."""


def because(refusal: Refusal) -> str:
    """The reason as a greyed button shows it, with the rule to look up."""
    return say("{why} ({rule})", why=refusal[0], rule=refusal[1])


def previous(state: State, track: int) -> int:
    """The last number on a track, whoever wrote it and for whatever permit (RO-051); 0 = empty."""
    numbers = state.tracks[track]
    return numbers[-1] if numbers else 0


def is_full(state: State, track: int) -> bool:
    """Whether no free spot is left in the rows in play."""
    return len(state.tracks[track]) >= most_spots(state.printed, track, state.seats)


def free_spots(state: State, track: int) -> int | None:
    """How many spots are left; None = the sheet's length is not known yet."""
    total = capacity(state.printed, track, state.seats)
    return None if total is None else total - len(state.tracks[track])


@lru_cache(maxsize=512)
def follows(track: int, last: int, value: int, hall: bool) -> bool:
    """Whether a number may come after the last one (RO-052, RO-054 to RO-056, RO-142, RO-143)."""
    if not last:
        return True
    if track == SPECIAL:
        return last != value
    if hall and last == value:
        return True
    return last > value or last == 1 if track == RESIDENTIAL else last < value or last == 6


_ORDER = (
    ("Residential needs a number below {n}; only after a 1 anything goes.", "RO-054"),
    ("Commercial needs a number above {n}; only after a 6 anything goes.", "RO-055"),
    ("{n} was the last Special number; take a different one.", "RO-056"),
)


def refuse_number(state: State, track: int, value: int, hall: bool) -> Refusal | None:
    """Why a track does not accept a number; ``hall`` = an Architect's Hall helps (RO-142)."""
    if is_full(state, track):
        return say("The {track} track has no free spot left.", track=TRACK_NAMES[track]), "RO-053"
    last = previous(state, track)
    if follows(track, last, value, hall):
        return None
    text, rule = _ORDER[track]
    return say(text, n=last), rule


def has_hall(district: District) -> bool:
    """Whether the own Architect's Hall stands."""
    return has(district.cells, "A")


def fitting(state: State, district: District, value: int) -> tuple[int, ...]:
    """The tracks that accept a number from this district's player without a University."""
    hall = has_hall(district)
    return tuple(t for t in range(3) if follows(t, previous(state, t), value, hall) and not is_full(state, t))


def refuse_university(state: State, district: District, track: int, value: int) -> Refusal | None:
    """Why a University cannot be activated to write this number on this track (RO-144, RO-145, RO-148)."""
    if not has(district.cells, "U"):
        return "You have no University; build one first.", "RO-144"
    if district.university >= ACTIVATIONS:
        return "Your University has been activated twice already.", "RO-145"
    if state.house.base_building == "needed" and not has_hall(district):
        return "A University works through your Architect's Hall; build that first.", "RO-148"
    if is_full(state, track):
        return say("The {track} track has no free spot left.", track=TRACK_NAMES[track]), "RO-053"
    if refuse_number(state, track, value, has_hall(district)) is None:
        return "This number fits without the University; save its activation.", "RO-144"
    return None


def gives_mark(state: State, track: int, value: int) -> bool:
    """Whether writing this number brings a bonus mark (RO-063, RO-064, RO-072, RO-073, RO-085)."""
    low, high = (2, 5) if state.seats == 1 else (1, 6)
    high_track = COMMERCIAL if state.house.bonus_six == "commercial" else RESIDENTIAL
    return (track == RESIDENTIAL and value == low) or (track == high_track and value == high)


def refuse_bonus(state: State, district: District, value: int) -> Refusal | None:
    """Why a bonus cannot be taken: solo only if the number fits nowhere (RO-101, RO-102, RO-203)."""
    if state.seats > 1:
        return None
    hall = has_hall(district) and state.house.solo_fit == "hall-counts"
    for track in range(3):
        if refuse_number(state, track, value, hall) is None:
            return say("{n} can still be written on {track}.", n=value, track=TRACK_NAMES[track]), "RO-102"
    return None
