"""Whole games without a roll on a phone, from choosing the game to the score sheet, every tap counted."""

import statistics
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Any

from companion.errors import IllegalEvent
from companion.games.meeple_towers.rehearsal import made_up_copy
from companion.model import Event, Prompt
from tests.web.thumb import Move, Thumb

MOST_TAPS = 3
MANY = 25
"""As many as a board has squares; larger numbers are stepped to with many taps."""
SELDOM = ("put-back", "done", "plan", "abandon", "end", "decline", "lay", "invade")
"""What a player who wants to get on does only now and then."""
PARTS = {"construct": "take", "land": "construct", "open": "claim"}
"""What finishes a move that another verb began."""
BEFORE_AND_AFTER = ("lay", "draw", "open", "first", "catalogue", "reveal")


def wish(table: Any, rng: Random) -> tuple[Prompt, Event]:
    """What a player might want to do now, allowed by the rules."""
    offered = [p for p in table.view.prompts if not p.reason and not p.aside]
    usual = [p for p in offered if p.verb not in SELDOM]
    while True:
        prompt = rng.choice(usual if usual and rng.random() < 0.93 else offered)
        event = Event(prompt.seat, prompt.verb, tuple(rng.choice(words[:MANY]) for words in prompt.options))
        try:
            table.game.apply(table.state, event)
        except IllegalEvent:
            continue
        return prompt, event


def whole_moves(moves: list[Move]) -> list[Move]:
    """Moves as players see them: taking a tile and laying it is one, and so are a bramble and its land."""
    found: list[Move] = []
    for move in moves:
        if found and PARTS.get(move.verb) == found[-1].verb:
            found[-1].taps += move.taps
            found[-1].scrolls += move.scrolls
        else:
            found.append(replace(move))
    return found


def usual(moves: list[Move]) -> list[Move]:
    """All moves but set-up, values asked once for a copy of the game, and turning up what was secret at the end."""
    return [m for m in moves if m.verb not in BEFORE_AND_AFTER]


def spread(taps: Iterable[int]) -> dict[int, int]:
    """How many took 1 tap, 2 taps …"""
    return dict(sorted(Counter(taps).items()))


def in_turns(moves: list[Move]) -> list[int]:
    """The taps of whole turns."""
    turns = Counter[object]()
    for move in usual(moves):
        turns[move.turn] += move.taps
    return list(turns.values())


def report(title: str, moves: list[Move]) -> None:
    """Tell how many taps each kind of move took, and each turn."""
    taps, turns = [m.taps for m in usual(moves)], in_turns(moves)
    print(f"\n{title}: {len(taps)} moves with taps {spread(taps)}, median {statistics.median(taps)};", end=" ")
    print(f"{len(turns)} turns with taps {spread(turns)}, median {statistics.median(turns)}")
    for verb in dict.fromkeys(m.verb for m in moves):
        mine = [m for m in moves if m.verb == verb]
        print(f"  {verb}: {spread(m.taps for m in mine)}, scrolled for {sum(m.scrolls > 0 for m in mine)}")


def begin(thumb: Thumb, room: Any, title: str) -> None:
    """Choose the game on the phone and start it for Anna and Ben."""
    thumb.tap("radio", title)
    for seat, name in enumerate(("Anna", "Ben")):
        box = thumb.screen.find(f"input[aria-label='Name of seat {seat + 1}']")
        box.clear()
        box.send_keys(name)
    thumb.tap("button", f"Start {title}")
    thumb.screen.wait(lambda: room.table)
    thumb.table = room.table
    thumb.settle()


def play_on(thumb: Thumb, rng: Random, until: str = "") -> None:
    """Go on until the wanted phase, or until nothing is awaited any more."""
    while thumb.table.view.prompts and thumb.table.view.phase != until:
        thumb.play(*wish(thumb.table, rng))


def check_score_sheet(thumb: Thumb) -> None:
    """The score sheet says what the table knows, and every total is the sum of its lines."""
    view, names = thumb.table.view, thumb.table.names
    thumb.tap("button", "Score sheet")
    podium = thumb.screen.find(".podium").text
    assert all(names[seat] in podium.splitlines()[1] for seat in view.winners)
    for seat, name in enumerate(names):
        card = next(text for one in thumb.screen.all(".totals .card") if name in (text := one.text).splitlines()[0])
        *lines, total = [int(line.split()[-1].replace("−", "-")) for line in card.splitlines()[1:]]
        assert total == sum(lines) == view.scores[seat]
    assert max(view.scores) == max(view.scores[seat] for seat in view.winners)


def hold_the_bar(title: str, thumb: Thumb, verbs: set[str]) -> None:
    """A usual move takes at most three taps, here every single one; mostly that is enough for a whole turn."""
    moves = whole_moves(thumb.moves)
    report(title, moves)
    assert {m.verb for m in moves} >= verbs
    assert [m for m in usual(moves) if m.taps > MOST_TAPS] == []
    assert statistics.median(in_turns(moves)) <= MOST_TAPS


def test_whole_game_of_meeple_towers_by_taps(screen: Any, server: Any, room: Any) -> None:
    room.simulated = False
    room.copies["meeple-towers"] = made_up_copy()
    thumb = Thumb(screen("host").join(server.access.host_code), lambda state: state.turns)
    begin(thumb, room, "Meeple Towers")
    rng = Random(7)
    play_on(thumb, rng, "tile")
    assert "No support under the icon" in thumb.ask_why()
    play_on(thumb, rng)
    check_score_sheet(thumb)
    hold_the_bar("Meeple Towers", thumb, {"play", "worker", "support", "take", "move", "swap", "plan"})


def test_whole_game_of_garden_nation_by_taps(screen: Any, server: Any, room: Any) -> None:
    room.simulated = False
    thumb = Thumb(screen("host").join(server.access.host_code), lambda state: (state.round, len(state.order)))
    begin(thumb, room, "Garden Nation")
    rng = Random(2)
    play_on(thumb, rng, "project")
    play_on(thumb, rng, "action")
    assert f"The crane is in region {thumb.table.state.crane + 1}; act there." in thumb.ask_why()
    play_on(thumb, rng)
    check_score_sheet(thumb)
    hold_the_bar("Garden Nation", thumb, {"construct", "raise", "abandon", "move", "claim", "reveal"})
