"""A small table for tests: regions 1 to 7 laid clockwise without rotation, and ways to ask about a position."""

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from companion.errors import IllegalEvent
from companion.games.garden_nation import GAME
from companion.games.garden_nation.board import CELL_OF
from companion.games.garden_nation.invariants import check
from companion.games.garden_nation.printed import LANDS
from companion.games.garden_nation.rehearsal import arranged, play
from companion.games.garden_nation.state import with_player
from companion.model import Event

LAID = (
    "0 lay C 1 L",
    "0 lay TL 2 BR",
    "0 lay TR 3 BR",
    "0 lay R 4 R",
    "0 lay BR 5 BL",
    "0 lay BL 6 L",
    "0 lay L 7 BL",
)
FAR_OFF = ("air-base", "temple", "water-reservoir", "radio-tower")
"""Projects that no test completes by accident."""


@cache
def _started(seats, settings, projects, catalogue, first):
    """The set-up is the same for most tests, so it is played once."""
    state = play(GAME.start(seats, dict(settings), dict(catalogue)), LAID)
    return play(state, [f"0 open {' '.join(projects)}", f"0 first seat{first}"]) if projects else state


def laid(seats=2, settings=None, catalogue=None):
    """The map lies, nothing else is told."""
    return _started(seats, tuple((settings or {}).items()), (), tuple((catalogue or {}).items()), 0)


def begin(seats=2, settings=None, projects=FAR_OFF, catalogue=None, first=0):
    """A game whose first player is about to act."""
    return _started(seats, tuple((settings or {}).items()), projects, tuple((catalogue or {}).items()), first)


def at(region, buildings=None, seat=0, *, actions=2, people=None, cleared=None, seats=2, projects=FAR_OFF, **more):
    """A position in the second round: a seat is to act in a region; buildings are (seat, floors, roof)."""
    settings = more.pop("settings", None)
    state = begin(seats, settings, projects)
    for word, land in (cleared or {}).items():
        state = clear(state, word, land)
    state = arranged(state, buildings or {})
    for who, count in enumerate(people or ()):
        state = with_player(state, who, people=count)
    before = 1 - seat if seats == 2 else (seat + 1) % seats
    state = replace(state, round=2, crane=region - 1, turn=seat, order=(before, seat), actions=actions, **more)
    check(state)
    return state


def clear(state, word, land):
    """A bramble turned into land."""
    cell, kind = CELL_OF[word], LANDS.index(land)
    lands = (*state.lands[:cell], land, *state.lands[cell + 1 :])
    tokens = tuple(left - (number == kind) for number, left in enumerate(state.tokens))
    return replace(state, lands=lands, tokens=tokens)


def refusal(state, text):
    """The rule that refuses an event, and that no prompt accepts it either unless only rules can tell."""
    with pytest.raises(IllegalEvent) as caught:
        GAME.apply(state, Event.parse(text))
    assert str(caught.value).endswith(".")
    return caught.value.rule


def is_offered(state, text):
    return any(p.accepts(Event.parse(text)) for p in GAME.prompts(state))


def offered(state, verb):
    """The words of the last argument that prompts of this verb offer."""
    return tuple(w for p in GAME.prompts(state) if p.verb == verb and not p.reason for w in p.options[-1])


def reason(state, verb):
    return next(p.reason for p in GAME.prompts(state) if p.verb == verb)


def building(state, word):
    """(seat, floors, roof) on a space, or None."""
    found = state.buildings[CELL_OF[word]]
    return found and (found.seat, found.floors, found.roof)


def people(state):
    return tuple(player.people for player in state.players)


def floors(state):
    return tuple(player.floors for player in state.players)


def happened(state):
    return " ".join(GAME.view(state).happened)


def test_every_vector_has_its_test():
    """The numbers of the specification's vectors, none left out."""
    wanted = [f"x{n:02}" for n in range(1, 8)] + [f"d{n:02}" for n in range(1, 33)]
    texts = [path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_garden_nation_vectors_*.py")]
    found = {word for text in texts for word in re.findall(r"^def test_([xd]\d\d)_", text, re.M)}
    assert sorted(found) == sorted(wanted)


def test_the_fixture_lies_as_printed():
    """Without rotation the spaces are those of the catalogue, and region n lies in the n-th place."""
    state = begin()
    assert (state.board.places, state.board.turned) == (tuple(range(7)), (0,) * 7)
    shown = [(state.lands[CELL_OF[w]], state.board.costs[CELL_OF[w]]) for w in ("1L", "2TL", "5R", "6C", "7BL")]
    assert shown == [("red", 1), ("yellow", 2), ("red", 2), ("red", 5), ("", 5)]
