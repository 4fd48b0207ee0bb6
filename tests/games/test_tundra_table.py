"""One whole game at a table: dice read by the camera, everything else tapped, the journal keeps it all."""

import random

from companion.catalogues import Catalogues
from companion.errors import IllegalEvent
from companion.games.tundra import GAME
from companion.interpret import interpret
from companion.journal import Journal
from companion.model import Event, Observation, Piece, TrayItem
from companion.table import Table


def thrown(prompt, dice):
    """What the camera sees after a throw: closed dice as they lie, open ones with a face by chance."""
    items = [TrayItem.parse(text) for text in prompt.tray]
    faces = [item.face or dice.choice("123456") for item in items]
    pieces = tuple(
        Piece(item.kind, face, item.color.replace("-", " "), box_px=(40.0 * i, 0.0, 30.0, 30.0))
        for i, (item, face) in enumerate(zip(items, faces, strict=True))
    )
    still = tuple(piece for piece, item in zip(pieces, items, strict=True) if item.face)
    return Observation(pieces), still


def next_event(view, dice):
    """(the event, its source): a throw is read, anything else is tapped by chance."""
    prompts = [p for p in view.prompts if not p.reason]
    rolls = [p for p in prompts if p.is_roll]
    if rolls:
        observation, still = thrown(rolls[0], dice)
        return interpret(observation, view.prompts, view.turn, still), "camera"
    prompt = dice.choice(prompts)
    words = tuple(dice.choice(allowed) if allowed != ("*",) else "berry-1" for allowed in prompt.options)
    return Event(prompt.seat, prompt.verb, words), "panel"


def play_on(table, dice):
    sources = {"camera": 0, "panel": 0}
    while table.view.prompts:
        event, source = next_event(table.view, dice)
        try:
            table.submit(event, source, table.view.numbers[event.seat])
        except IllegalEvent:
            continue
        sources[source] += 1
    return sources


def test_a_whole_game_by_camera_and_taps(tmp_path):
    """TU-060 TU-080: four common rolls at least; resumed from the journal it is the same; the copy is remembered."""
    journal = Journal(tmp_path / "journal.db")
    catalogues = Catalogues(tmp_path)
    table = Table.begin(journal, GAME, ("Ann", "Bob"), {"special": "on"}, {}, remember=catalogues.remember)
    sources = play_on(table, random.Random(11))
    assert sources["camera"] >= 4
    assert table.view.winners and table.view.phase == "Scoring"
    resumed = Table.resume(journal, table.id, {"tundra": GAME})
    assert resumed.state == table.state
    assert journal.verify() > sum(sources.values())
    known = catalogues.load("tundra")
    assert known["start.berries"] == table.state.printed.get("start.berries")
    again = GAME.start(2, {}, known)
    assert again.printed.get("color.elisabeth") == table.state.printed.get("color.elisabeth")
    journal.close()


def test_taps_can_be_taken_back_but_throws_cannot(tmp_path):
    """TU-106: the announced reroll is undone with its berry, the throw stands."""
    journal = Journal(tmp_path / "journal.db")
    table = Table.begin(journal, GAME, ("Ann", "Bob"))
    dice = random.Random(3)
    while "reroll" not in {p.verb for p in table.view.prompts if not p.reason}:
        event, source = next_event(table.view, dice)
        try:
            table.submit(event, source, table.view.numbers[event.seat])
        except IllegalEvent:
            continue
    prompt = next(p for p in table.view.prompts if p.verb == "reroll")
    before = table.state
    table.submit(Event(prompt.seat, "reroll", (prompt.options[0][0],)), "panel", table.view.numbers[prompt.seat])
    assert table.may_undo(prompt.seat) == ""
    table.undo(prompt.seat, "panel", table.view.numbers[prompt.seat])
    assert table.state == before
    table.submit(Event(prompt.seat, "reroll", (prompt.options[0][0],)), "panel", table.view.numbers[prompt.seat])
    event, source = next_event(table.view, dice)
    table.submit(event, source, table.view.numbers[event.seat])
    assert table.may_undo(prompt.seat) != ""
    journal.close()
