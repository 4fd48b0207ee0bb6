"""Positions for the tests of Rollopolis, built by hand and played as a table does: by prompt, then by rule."""

from dataclasses import replace

import pytest

from companion.errors import IllegalEvent
from companion.games.rollopolis import GAME
from companion.games.rollopolis.board import BLANK, IDS, read_cells
from companion.games.rollopolis.invariants import check
from companion.games.rollopolis.rehearsal import made_up_copy
from companion.games.rollopolis.state import District, active, dice_count
from companion.model import Event

SHEET = made_up_copy()

TERRAINS = "fo . . . . / . . . . . / . . . . . / . . . . . / po . . . mo".replace("/", "")


def at(row, column):
    """The word for a space by row and column from 1."""
    return IDS[(row - 1) * 5 + column - 1]


def cells(text):
    return read_cells(text.replace("/", " "))


def begun(seats=3, settings=None, catalogue=None):
    """A game after set-up, before the first roll; the districts are wholly blank."""
    state = GAME.start(seats, settings or {}, SHEET if catalogue is None else catalogue)
    return replace(state, phase="roll", round=1)


def drafted(
    die, *, seats=3, district="", tracks=((), (), ()), seat=0, settings=None, catalogue=None, others=BLANK, **marks
):
    """The seat has taken a die in the first draft of a round and must activate it."""
    state = begun(seats, settings, catalogue)
    own = District(cells(district) if district else BLANK, **marks)
    districts = tuple(own if s == seat else District(others) for s in range(seats))
    pool = (1, 2, 3, 4, 5, 6, 1, 2)[: dice_count(seats) - 1]
    tracks = tuple(tuple(track) for track in tracks)
    return replace(
        state, phase="activate", first=seat, die=die, pool=tuple(sorted(pool)), districts=districts, tracks=tracks
    )


def offered(state, text):
    """Whether a prompt accepts the words as an event of the seat in turn."""
    event = Event.parse(f"{active(state)} {text}")
    return any(p.accepts(event) for p in GAME.prompts(state))


def act(state, *texts):
    """The state after events of the seats in turn, each offered by a prompt, with all invariants kept."""
    for text in texts:
        assert offered(state, text), f"{text} is not offered by {[str(p) for p in GAME.prompts(state)]}"
        state = GAME.apply(state, Event.parse(f"{active(state)} {text}"))
        check(state)
    return state


def refused(state, text, seat=None):
    """The rule and sentence by which the rules refuse an event that no prompt offers either."""
    event = Event.parse(f"{active(state) if seat is None else seat} {text}")
    with pytest.raises(IllegalEvent) as caught:
        GAME.apply(state, event)
    assert str(caught.value).endswith("."), f"not a sentence: {caught.value}"
    return caught.value.rule


def sentence(state, text):
    with pytest.raises(IllegalEvent) as caught:
        GAME.apply(state, Event.parse(f"{active(state)} {text}"))
    return str(caught.value)


def reason(state, verb, first=""):
    """What the greyed button of a verb says."""
    words = [p.reason for p in GAME.prompts(state) if p.verb == verb and (not first or p.options[0] == (first,))]
    return words[0]


def own_cells(state, seat=0):
    return state.districts[seat].cells


def test_positions_keep_the_invariants():
    check(begun())
    check(drafted(5, district=". . . . . . . . . . . . R1 . . . . . . . . . . . ."))


def test_made_up_sheet_covers_every_printed_value():
    state = begun(4)
    assert None not in state.printed.numbers
    assert all(state.printed.dice)
    assert [spots[3] for spots in state.printed.spots] == [32, 32, 20]
