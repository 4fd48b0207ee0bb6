"""Activating a drafted die: exactly one of four permits or a bonus mark (RO-037)."""

from dataclasses import replace
from functools import lru_cache

from companion.errors import IllegalEvent
from companion.games.rollopolis.drafting import reroll_after_draft
from companion.games.rollopolis.rounds import finish_draft
from companion.games.rollopolis.state import (
    BONUS_SPACES,
    JOKER_SPACES,
    TRACK_NAMES,
    TRACKS,
    State,
    active,
    own,
    told,
    track_index,
    with_own,
)
from companion.games.rollopolis.tracks import (
    SPECIAL,
    because,
    fitting,
    gives_mark,
    has_hall,
    refuse_bonus,
    refuse_number,
    refuse_university,
)
from companion.model import Prompt
from companion.words import say

UNIVERSITY_WORDS = {
    "residential": ("residential", 0),
    "commercial": ("commercial", 1),
    "industrial-residential": ("industrial", 0),
    "industrial-commercial": ("industrial", 1),
}
"""What a University activation can bring: (permit, track)."""
_UNIVERSITY_LABELS = (
    ("residential", "Residential permit"),
    ("commercial", "Commercial permit"),
    ("industrial-residential", "Industrial permit, written on Residential"),
    ("industrial-commercial", "Industrial permit, written on Commercial"),
)


_LABELS = tuple(say("{track} permit", track=name) for name in TRACK_NAMES)


def prompts(state: State) -> tuple[Prompt, ...]:
    """The five ways to activate the die, each illegal one with its reason, and a reroll."""
    seat, value, fits = active(state), state.die, fitting(state, own(state), state.die)
    found = [_track_prompt(state, seat, track, track in fits) for track in range(3)]
    found.append(_industrial_prompt(seat, value, fits))
    found.append(_bonus_prompt(state, seat))
    found += _university_prompts(state, seat)
    return (*found, *reroll_after_draft(state))


def _track_prompt(state: State, seat: int, track: int, fits: bool) -> Prompt:
    if fits:
        return _fitting_prompt(seat, track, gives_mark(state, track, state.die))
    refusal = refuse_number(state, track, state.die, has_hall(own(state)))
    return Prompt(seat, TRACKS[track], label=_LABELS[track], reason=because(refusal) if refusal else "")


@lru_cache(maxsize=64)
def _fitting_prompt(seat: int, track: int, marks: bool) -> Prompt:
    what = (
        "Build the Special building of this number." if track == SPECIAL else "Build a new one or raise one by a level."
    )
    hint = say("{what} Also a bonus mark.", what=what) if marks else what
    return Prompt(seat, TRACKS[track], label=_LABELS[track], hint=hint)


@lru_cache(maxsize=256)
def _industrial_prompt(seat: int, value: int, fits: tuple[int, ...]) -> Prompt:
    if not fits:
        return Prompt(
            seat,
            "industrial",
            label="Industrial permit",
            reason=because((say("{n} fits no track.", n=value), "RO-090")),
        )
    labels = tuple((TRACKS[t], TRACK_NAMES[t]) for t in fits)
    options = (tuple(TRACKS[t] for t in fits),)
    hint = "Write the number on a track of your choice and build an Industrial."
    return Prompt(seat, "industrial", options, label="Industrial permit", hint=hint, labels=labels, names=("track",))


def _bonus_prompt(state: State, seat: int) -> Prompt:
    district = own(state)
    refusal = refuse_bonus(state, district, state.die)
    if refusal:
        return Prompt(seat, "bonus", label="Take a bonus", reason=because(refusal))
    space = district.bonus + 1
    if space > BONUS_SPACES:
        return Prompt(seat, "bonus", label="Take a bonus", hint="The bonus track is full: the die brings nothing.")
    gain = " and gives a Joker" if space in JOKER_SPACES else " and is worth 5 points" if space == BONUS_SPACES else ""
    return Prompt(seat, "bonus", label="Take a bonus", hint=say("Marks space {n}{gain}.", n=space, gain=gain))


def _university_prompts(state: State, seat: int) -> list[Prompt]:
    district = own(state)
    if "U" not in district.cells:
        return []
    refusals = [refuse_university(state, district, track, state.die) for track in (0, 1)]
    if refusals[0] and refusals[1]:
        return [Prompt(seat, "university", label="Activate the University", reason=because(refusals[0]))]
    words = tuple(word for word, (_, track) in UNIVERSITY_WORDS.items() if refusals[track] is None)
    hint = say("{n} of 2 activations left: write any number regardless of order.", n=2 - district.university)
    label = "Activate the University"
    return [Prompt(seat, "university", (words,), label=label, hint=hint, labels=_UNIVERSITY_LABELS, names=("permit",))]


# ---------------------------------------------------------------------------------------------- what it does


def _take(state: State, permit: str, track: int) -> State:
    refusal = refuse_number(state, track, state.die, has_hall(own(state)))
    if refusal:
        raise IllegalEvent(*refusal)
    return _write(state, permit, track)


def residential(state: State, args: tuple[str, ...]) -> State:
    """The die is written on the Residential track for a Residential permit (RO-060)."""
    return _take(state, "residential", 0)


def commercial(state: State, args: tuple[str, ...]) -> State:
    """The die is written on the Commercial track for a Commercial permit (RO-070)."""
    return _take(state, "commercial", 1)


def special(state: State, args: tuple[str, ...]) -> State:
    """The die is written on the Special track for a Special permit (RO-080)."""
    return _take(state, "special", SPECIAL)


def industrial(state: State, args: tuple[str, ...]) -> State:
    """The die is written on any track whose rule accepts it, for an Industrial permit (RO-090)."""
    return _take(state, "industrial", track_index(args[0]))


def university(state: State, args: tuple[str, ...]) -> State:
    """A University activation writes the die regardless of order (RO-144)."""
    if args[0] not in UNIVERSITY_WORDS:
        raise IllegalEvent("A University helps on the Residential and Commercial tracks only.", "RO-144")
    permit, track = UNIVERSITY_WORDS[args[0]]
    district = own(state)
    refusal = refuse_university(state, district, track, state.die)
    if refusal:
        raise IllegalEvent(*refusal)
    state = with_own(state, replace(district, university=district.university + 1))
    return _write(told(state, say("@{seat} activated the University.", seat=active(state))), permit, track)


def bonus(state: State, args: tuple[str, ...]) -> State:
    """The die brings a bonus mark and is written nowhere (RO-100)."""
    refusal = refuse_bonus(state, own(state), state.die)
    if refusal:
        raise IllegalEvent(*refusal)
    state = _mark(told(state, say("@{seat} took a bonus.", seat=active(state))))
    return replace(state, phase="resolve") if state.joker else finish_draft(state)


def _write(state: State, permit: str, track: int) -> State:
    """The number goes on the next free spot (RO-050), unmodified (RO-058)."""
    numbers = (*state.tracks[track], state.die)
    text = "@{seat} wrote {n} on {track} for a permit: {permit}."
    said = say(text, seat=active(state), n=state.die, track=TRACK_NAMES[track], permit=permit.capitalize())
    tracks = (*state.tracks[:track], numbers, *state.tracks[track + 1 :])
    state = told(replace(state, tracks=tracks, wrote=track, permit=permit, phase="resolve"), said)
    return _mark(state) if gives_mark(state, track, state.die) else state


def _mark(state: State) -> State:
    """The next bonus space is marked; some give a Joker (RO-103 to RO-106)."""
    district, seat = own(state), active(state)
    if district.bonus >= BONUS_SPACES:
        return told(state, say("@{seat}'s bonus track is full already.", seat=seat))
    space = district.bonus + 1
    state = with_own(state, replace(district, bonus=space))
    state = told(state, say("@{seat} marked bonus space {n}.", seat=seat, n=space))
    if space in JOKER_SPACES:
        return told(replace(state, joker=True, mood="joker"), say("@{seat} has a Joker.", seat=seat))
    if space == BONUS_SPACES:
        return told(state, say("It is worth 5 points to @{seat} at the end.", seat=seat))
    return state
