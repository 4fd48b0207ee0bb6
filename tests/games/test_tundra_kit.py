"""A small table for tests of Tundra: an invented copy of the game, and ways to reach and question a position."""

from dataclasses import replace

import pytest

from companion.errors import IllegalEvent
from companion.games.tundra import GAME
from companion.games.tundra.invariants import check, check_step
from companion.games.tundra.printed import fits
from companion.games.tundra.rehearsal import COLORS, HOMES, MIDDLE, copy_of
from companion.games.tundra.state import Advisor, Board, Tile
from companion.games.tundra.steps import Action, Row, Turn
from companion.model import Event


def play(state, *lines):
    """The state after events that prompts must accept, all rules of sound states checked on the way."""
    for line in lines:
        event = Event.parse(line)
        prompts = GAME.prompts(state)
        assert any(p.accepts(event) for p in prompts), (
            f"{line}: not among {[(p.seat, p.verb, p.options) for p in prompts]}"
        )
        after = GAME.apply(state, event)
        check(after)
        check_step(state, after)
        state = after
    return state


def refusal(state, line):
    """(rule, sentence) by which the rules refuse an event, whatever the prompts say."""
    with pytest.raises(IllegalEvent) as caught:
        GAME.apply(state, Event.parse(line))
    return caught.value.rule, str(caught.value)


def refused_by(state, line):
    return refusal(state, line)[0]


def is_offered(state, line):
    return any(p.accepts(Event.parse(line)) for p in GAME.prompts(state))


def verbs(state):
    """The verbs that can be done now."""
    return {p.verb for p in GAME.prompts(state) if not p.reason}


def words(state, verb, argument=-1):
    """What prompts of this verb offer for one argument."""
    return {w for p in GAME.prompts(state) if p.verb == verb and not p.reason for w in p.options[argument]}


def reasons(state, verb):
    return [str(p.reason) for p in GAME.prompts(state) if p.verb == verb and p.reason]


def said(state):
    return " ".join(str(s) for s in state.said)


CHARACTERS = tuple(COLORS)
SHOWN = ("peat", "stone", "firewood", "bare")


def opened(state):
    """Say what each face-down tile shows, in turn peat, stone, firewood and no resource."""
    n = 0
    while "tile" in verbs(state):
        (prompt,) = GAME.prompts(state)
        state = play(state, f"{prompt.seat} tile {prompt.options[0][0]} {SHOWN[n % 4]}")
        n += 1
    return state


def begun(seats=2, settings=None, catalogue=None, goals=("berries", "resources", "towers", "workers"), titles=()):
    """The start of round I; seat 0 is first, every player has two starters under Architecture and Travel."""
    state = GAME.start(seats, settings or {}, copy_of(seats) if catalogue is None else catalogue)
    state = play(state, *(f"{s} character {CHARACTERS[s]}" for s in range(seats)))
    state = play(state, *(f"{s} title {title}" for s, title in enumerate(titles)))
    for seat in range(seats):
        if "settle" in verbs(state):
            state = play(state, f"{seat} settle {HOMES[seats][seat]}")
        state = opened(state)
    if "begin" in verbs(state):
        state = play(state, "0 begin")
    starters = [
        f"{s} starter s{2 * s + i + 1:02} {b}" for s in range(seats) for i, b in enumerate(("architecture", "travel"))
    ]
    chosen = [f"0 goal {g}" for g in goals[:seats]]
    after = (settings or {}).get("starters") == "after-goals"
    return play(state, *(chosen + starters if after else starters + chosen), "0 first 0")


def skip_titles(state):
    while "done" in verbs(state) and not isinstance(state.steps[0], Turn):
        state = play(state, f"{GAME.prompts(state)[0].seat} done")
    return state


def roll(seat_color, values):
    return " ".join(f"{seat_color}:{v}" for v in values.split())


def placing(seats=2, values="1 2 3 4", **begin):
    """The first turn of round I."""
    state = skip_titles(begun(seats, **begin))
    return play(state, f"0 roll {roll('red', values)}")


def turn(seat=0, dice="1 2 3 4", used=False, seats=2, **changes):
    """A turn of a seat with these unused dice and changes to what it has; nothing else happened in the round."""
    begin = {k: changes.pop(k) for k in ("settings", "catalogue", "goals", "titles") if k in changes}
    state = placing(seats, **begin)
    unused = tuple(dice.split())
    bank = 7 - sum(not die.startswith("white") for die in unused)
    player = replace(state.players[seat], **({"dice": unused, "bank": bank, "unrolled": 0} | changes))
    players = (*state.players[:seat], player, *state.players[seat + 1 :])
    return replace(state, players=players, steps=(Turn(seat, used),))


def doing(effect, seat=0, source="card", state=None, **changes):
    """An action of this effect under way in a turn."""
    from companion.games.tundra.effects import parse

    state = turn(seat, used=True, **changes) if state is None else state
    towers = len(state.players[seat].towers)
    parts = tuple(replace(p, n=towers) if p.n < 0 else p for p in parse(effect))
    return replace(state, steps=(Action(seat, source, parts), *state.steps))


def boards(*upgraded):
    return tuple(Board(upgraded=i in upgraded) for i in range(4))


def advisors(*cards):
    return tuple(Advisor(card) for card in cards)


def tiles(**shows):
    """The whole two-player map open: every glade without resource but those named."""
    return tuple(Tile(where, shows.get(where, "bare"), "berry-1") for where in MIDDLE)


def mapped(state, bonus="berry-1", **shows):
    return replace(state, tiles=tuple(replace(t, bonus=bonus) for t in tiles(**shows)))


def row(state):
    return next(step for step in state.steps if isinstance(step, Row))


def me(state, seat=0):
    return state.players[seat]


def test_the_invented_copy_has_only_words_that_fit():
    assert [key for seats in (2, 3, 4) for key, value in copy_of(seats).items() if not fits(key, value)] == []


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_invented_copy_leads_to_the_first_turn(seats):
    state = placing(seats)
    assert state.steps == (Turn(0),)
    assert [p.dice for p in state.players] == [("1", "2", "3", "4")] * seats
