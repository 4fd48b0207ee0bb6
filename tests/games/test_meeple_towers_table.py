"""A small table for tests: the board and tiles of the specification, and ways to ask about a position."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from companion.errors import IllegalEvent
from companion.games.meeple_towers import GAME
from companion.games.meeple_towers.placing import explain, fault
from companion.games.meeple_towers.rehearsal import (
    arranged,
    board_values,
    card_values,
    play,
    stack_values,
    tile_values,
)
from companion.games.meeple_towers.shapes import TURNS, spots
from companion.model import Event

HALVES = {
    "1.A": {"purple": "1", "supports": "1"},
    "1.B": {"tile1": "i3"},
    "2.A": {"supports": "2"},
    "2.B": {"tile1": "i5"},
    "3.A": {"orange": "1"},
    "3.B": {"blue": "2"},
    "4.A": {"swaps": "1"},
    "4.B": {"moves": "1"},
    "5.A": {"supports": "1"},
    "5.B": {"tile1": "i3", "tile2": "i5"},
    "6.A": {"purple": "1"},
    "6.B": {"swaps": "1", "moves": "1"},
    "7.A": {"tile1": "l3"},
    "7.B": {"blue": "1"},
}
I3_TOPS = ("purple", "orange", "blue")
I5_TOPS = ("blue",) * 5


def tiles(stacks):
    found = stack_values(stacks)
    for number, (_, shape, count) in enumerate(stacks, 1):
        for which in range(1, count + 1):
            if shape == "i5":
                found |= tile_values(f"{number}.{which}", (5, 2), (1, 5), I5_TOPS)
            else:
                found |= tile_values(f"{number}.{which}", (6, 3), (1, 3), I3_TOPS)
    return found


def copy_of(stacks=(("a", "i3", 10), ("b", "i5", 10), ("c", "l3", 1)), tokens=(6, 6, 6)):
    found = board_values() | card_values(HALVES) | tiles(stacks)
    return found | {f"tokens.{kind}": str(n) for kind, n in zip(("purple", "orange", "blue"), tokens, strict=True)}


def begin(seats=2, settings=None, catalogue=None):
    return GAME.start(seats, {"board": "5x5"} | (settings or {}), copy_of() if catalogue is None else catalogue)


def refusal(state, text):
    """The rule that refuses an event, however it comes in, and the sentence."""
    event = Event.parse(text)
    with pytest.raises(IllegalEvent) as caught:
        GAME.apply(state, event)
    return caught.value.rule, str(caught.value)


def offered(state, verb):
    """The words of the last argument that prompts of this verb offer."""
    return tuple(w for p in GAME.prompts(state) if p.verb == verb and not p.reason for w in p.options[-1])


def is_offered(state, text):
    return any(p.accepts(Event.parse(text)) for p in GAME.prompts(state))


def fault_of(state, tile, turn, anchor):
    """What the placement test says about a tile, whether or not it was taken: None = legal."""
    known, tower = state.printed.tile(tile), state.tower
    every = spots(tower.rows, tower.cols, known.shape, TURNS.index(turn), state.house.overhang)
    problem = fault(state, known, every[tower.words.index(anchor)])
    return explain(state, problem) if problem else None


def height(state, word):
    return state.tower.heights[state.tower.words.index(word)]


def supports(state, word):
    return state.tower.supports[state.tower.words.index(word)]


def worker(state, word):
    return state.tower.workers[state.tower.words.index(word)]


I3 = (0, 0)
I5 = (1, 0)


def raised(state, heights):
    """The position with surfaces lifted to these heights, for counting only."""
    found = list(state.tower.heights)
    for word, value in heights.items():
        found[state.tower.words.index(word)] = value
    return replace(state, tower=replace(state.tower, heights=tuple(found)))


def covered_row(settings=None, seats=2):
    state = arranged(begin(seats, settings), {"a1": (0, 0), "c1": (1, 1)})
    return play(state, ["0 play 1B", "0 take 1.1", "0 construct 0 a1"])


def token_fight(pool, workers, **changes):
    state = arranged(begin(catalogue=copy_of(tokens=pool)), {"a2": (0, 0), "e2": (1, 1)}, workers)
    return play(replace(state, **changes), ["0 play 2B", "0 take 2.1", "0 construct 0 a2"])


SIX_STACKS = ("a3", "b3", "c3", "d3", "e3", "a4")


def test_every_vector_has_its_test():
    """The numbers of the specification's vectors, none left out."""
    wanted = [*range(1, 7), *range(10, 47), *range(50, 70)]
    texts = [path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_meeple_towers_vectors_*.py")]
    found = [int(number) for text in texts for number in re.findall(r"^def test_mtv_(\d\d)_", text, re.M)]
    assert sorted(found) == wanted


def test_the_fixture_is_a_whole_copy():
    """Nothing is left to ask on the fixture, so that vectors test rules and not questions."""
    state = begin()
    assert state.question is None
    assert None not in state.printed.halves
    assert sum(stack.count for stack in state.printed.stacks) == len(state.printed.tiles) == 21
