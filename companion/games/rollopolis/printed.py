"""What is printed on this copy's sheets: space numbers, spots of each track, die numbers of the Special buildings.

The rulebook text lost most of it, so it is asked when it is needed and remembered (RO-013).
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path

from companion.errors import IllegalEvent
from companion.games.rollopolis.board import BY_WORD, CENTRE, IDS, INDEX, SPECIALS
from companion.model import CATALOGUE_VERB, Catalogue, Prompt
from companion.words import say

SUMS = tuple(str(n) for n in range(2, 13))
"""What two dice can show (RO-007)."""
_TRACKS = {"residential": 0, "commercial": 1, "special": 2}
_TRACK_NAMES = ("Residential", "Commercial", "Special")
_TWO_PLAYER_SPOTS = (16, 16, 12)
_MOST_SPOTS = 60


@dataclass(frozen=True, slots=True)
class Printed:
    """The printed values known so far."""

    numbers: tuple[int | None, ...]
    """The number on each space; 0 = none printed, None = not known."""
    spots: tuple[tuple[int | None, ...], ...]
    """For each track how many spots one, two, three and four players have in all."""
    dice: tuple[tuple[int, ...], ...]
    """The die numbers of each Special building; none = not known."""


@cache
def shipped() -> Mapping[str, str]:
    """The values the rulebook text itself tells."""
    values = json.loads(Path(__file__).with_name("catalogue.json").read_text(encoding="utf-8"))
    return {key: value for key, value in values.items() if value is not None}


def read_printed(catalogue: Catalogue) -> Printed:
    """The shipped values with those of this copy laid over them."""
    blank = Printed((None,) * 25, ((None,) * 4,) * 3, ((),) * len(SPECIALS))
    return learn(blank, {**shipped(), **catalogue})


def learn(printed: Printed, values: Mapping[str, str]) -> Printed:
    """The printed values with more of them known; impossible ones are refused."""
    for key, value in values.items():
        if key in INDEX:
            printed = _learn_number(printed, key, value)
        elif key in BY_WORD:
            printed = _learn_dice(printed, key, value)
        else:
            printed = _learn_spots(printed, key, value)
    return printed


def _learn_number(printed: Printed, key: str, value: str) -> Printed:
    if value not in (*SUMS, "0"):
        raise IllegalEvent(f"Space {key} cannot bear {value!r}; it bears 2 to 12, or 0 for no number.", "RO-007")
    if INDEX[key] == CENTRE and value != "0":
        value = "0"  # whatever is printed there, a terrain never uses it (RO-025)
    index = INDEX[key]
    return replace(printed, numbers=(*printed.numbers[:index], int(value), *printed.numbers[index + 1 :]))


def _learn_dice(printed: Printed, key: str, value: str) -> Printed:
    faces = value.split("-")
    if not all(face in ("1", "2", "3", "4", "5", "6") for face in faces):
        raise IllegalEvent(f"{key} cannot belong to {value!r}; give a die number, or several as in 3-4.", "RO-017")
    index = SPECIALS.index(BY_WORD[key])
    numbers = tuple(sorted({int(face) for face in faces}))
    return replace(printed, dice=(*printed.dice[:index], numbers, *printed.dice[index + 1 :]))


def _learn_spots(printed: Printed, key: str, value: str) -> Printed:
    track, _, seats = key.partition(".spots.")
    if track not in _TRACKS or seats not in ("1", "2", "3", "4"):
        raise IllegalEvent(f"Rollopolis prints nothing called {key!r}; see the catalogue file for the names.", "RO-013")
    if not (value.isascii() and value.isdigit() and 1 <= int(value) <= _MOST_SPOTS):
        raise IllegalEvent(f"{key} cannot be {value!r}; count the spots of all rows in play.", "RO-013")
    index, row = _TRACKS[track], int(seats) - 1
    if row == 1 and int(value) != _TWO_PLAYER_SPOTS[index]:
        text = "Two players have {n} {track} spots, not {value}; count again."
        spots = _TWO_PLAYER_SPOTS[index]
        raise IllegalEvent(say(text, n=spots, track=_TRACK_NAMES[index], value=value), "RO-011")
    low, high = _bounds(printed.spots[index], row)
    if not low <= int(value) <= high:
        text = "It cannot be {value}: each further row adds spots, so it lies between {low} and {high}."
        raise IllegalEvent(say(text, value=value, low=low, high=high), "RO-010")
    totals = printed.spots[index]
    changed = (*totals[:row], int(value), *totals[row + 1 :])
    return replace(printed, spots=(*printed.spots[:index], changed, *printed.spots[index + 1 :]))


def _bounds(totals: tuple[int | None, ...], row: int) -> tuple[int, int]:
    # a row in play for more players holds at least one spot, so totals grow with the number of players
    low = max((known + row - i for i, known in enumerate(totals[:row]) if known), default=1)
    high = min((known - i for i, known in enumerate(totals[row + 1 :], 1) if known), default=_MOST_SPOTS)
    return low, high


def capacity(printed: Printed, track: int, seats: int) -> int | None:
    """The spots of a track in the rows in play (RO-010); None = not known."""
    return printed.spots[track][seats - 1]


def most_spots(printed: Printed, track: int, seats: int) -> int:
    """How many spots there can be at most: exact if known, else what the known rows leave."""
    return printed.spots[track][seats - 1] or _bounds(printed.spots[track], seats - 1)[1]


@lru_cache(maxsize=256)
def warnings(printed: Printed) -> tuple[str, ...]:
    """Sentences about entered values that contradict the rulebook's examples (RO-012, RO-017)."""
    found: list[str] = []
    three = printed.spots[2][2]
    if three not in (None, 16):
        found.append(say("Three players have {n} Special spots here; the rulebook's example has 16.", n=three))
    numbers = dict(zip((s.letter for s in SPECIALS), printed.dice, strict=True))
    if 2 not in numbers["P"]:
        found.append("The Park is not under 2 here; the rulebook's example has it there.")
    if 5 not in numbers["M"]:
        found.append("The Monument is not under 5 here; the rulebook's example has it there.")
    if 2 in numbers["G"]:
        found.append("The Garage is under 2 here; in the rulebook's example it is not.")
    return tuple(found)


# ---------------------------------------------------------------------------------------------- what is asked


def _form(seat: int, fields: Sequence[tuple[str, tuple[str, ...], str]], label: str, hint: str) -> tuple[Prompt, ...]:
    if not fields:
        return ()
    options = tuple(words for key, values, _ in fields for words in ((key,), values))
    names = tuple(name for key, _, text in fields for name in ("", text))
    labels = (*((key, text) for key, _, text in fields), ("0", "none"))
    return (Prompt(seat, CATALOGUE_VERB, options, label=label, hint=hint, labels=labels, names=names),)


@lru_cache(maxsize=256)
def numbers_form(printed: Printed, seat: int) -> tuple[Prompt, ...]:
    """The question for all space numbers not known yet."""
    fields = [
        (IDS[i], ("0", *SUMS), say("Row {row}, column {column}", row=i // 5 + 1, column=i % 5 + 1))
        for i, number in enumerate(printed.numbers)
        if number is None
    ]
    hint = "Once for this print; afterwards only fitting spaces are offered."
    return _form(seat, fields, "Enter all printed numbers of the District sheet", hint)


@lru_cache(maxsize=256)
def spots_form(printed: Printed, seat: int, seats: int, written: tuple[int, ...]) -> tuple[Prompt, ...]:
    """The question for the spots of each track, as far as they are not known."""
    fields = []
    for track, word in enumerate(_TRACKS):
        if capacity(printed, track, seats) is None:
            low, high = _bounds(printed.spots[track], seats - 1)
            values = tuple(str(n) for n in range(max(low, written[track]), min(high, low + 29) + 1))
            text = say("{track} spots in rows 1 to {n}", track=_TRACK_NAMES[track], n=seats)
            fields.append((f"{word}.spots.{seats}", values, text))
    return _form(
        seat, fields, "Enter how many spots the Town Hall tracks have", "Count all rows marked up to your number."
    )


@lru_cache(maxsize=256)
def last_spot(printed: Printed, seat: int, seats: int, track: int, written: int) -> tuple[Prompt, ...]:
    """The question whether the last written spot was the track's last one."""
    low, high = _bounds(printed.spots[track], seats - 1)
    if capacity(printed, track, seats) is not None or not low <= written <= high:
        return ()
    key = f"{tuple(_TRACKS)[track]}.spots.{seats}"
    label = say("The {track} track is full now", track=_TRACK_NAMES[track])
    hint = say("Was number {n} the last spot of rows 1 to {rows}?", n=written, rows=seats)
    return (Prompt(seat, CATALOGUE_VERB, ((key,), (str(written),)), label=label, hint=hint, labels=((key, label),)),)


@lru_cache(maxsize=256)
def dice_form(printed: Printed, seat: int) -> tuple[Prompt, ...]:
    """The question for the die numbers of all Special buildings not known yet."""
    unknown = [s for s, numbers in zip(SPECIALS, printed.dice, strict=True) if not numbers]
    fields = [(s.word, ("1", "2", "3", "4", "5", "6"), s.name) for s in unknown]
    return _form(seat, fields, "Enter the die numbers of the Special buildings", "As printed on the Town Hall sheet.")


@lru_cache(maxsize=256)
def keep_form(printed: Printed, seat: int, keys: tuple[str, ...]) -> tuple[Prompt, ...]:
    """The offer to keep, for later games, what taps have told about the print; nothing is left to fill in."""
    if not keys:
        return ()
    pairs = tuple((key, _value(printed, key)) for key in keys)
    options = tuple((word,) for pair in pairs for word in pair)
    hint = say("Learnt in this game: {values}.", values=", ".join(f"{key} {value}" for key, value in pairs))
    label = "Remember the printed numbers for later games"
    return (Prompt(seat, CATALOGUE_VERB, options, label=label, hint=hint),)


def _value(printed: Printed, key: str) -> str:
    if key in INDEX:
        return str(printed.numbers[INDEX[key]])
    return "-".join(str(n) for n in printed.dice[SPECIALS.index(BY_WORD[key])])
