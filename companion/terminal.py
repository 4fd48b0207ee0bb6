"""Games in a terminal: play one by typing, list them, play a record again."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TextIO

from companion.errors import IllegalEvent
from companion.games import all_games
from companion.journal import Journal
from companion.model import Event, Prompt
from companion.table import Step, Table
from companion.words import with_names

Echo = Callable[[str], object]

HELP = "Type the seat, the verb and its words as shown; 'undo SEAT', 'history', or 'quit'."
SHOWN_OPTIONS = 12


def play(table: Table, lines: TextIO, echo: Echo) -> None:
    """Ask and apply until the game is over or the input ends."""
    echo(f"{table.game.title}: {', '.join(table.names)}. {HELP}")
    _show(table, echo)
    for line in lines:
        words = line.split()
        if not words:
            continue
        if words[0] == "quit":
            break
        try:
            _obey(table, words, echo)
        except IllegalEvent as refusal:
            echo(_named(table, f"No: {refusal}{f' ({refusal.rule})' if refusal.rule else ''}"))
        if not table.view.prompts:
            break
    echo(f"This game is recorded as {table.id}.")


def _obey(table: Table, words: list[str], echo: Echo) -> None:
    if words[0] == "history":
        for step in table.history():
            echo(_line(table, step))
        return
    if words[0] == "undo":
        seat = int(words[1]) if len(words) > 1 and words[1].isdigit() else 0
        table.undo(seat, "terminal", table.view.numbers[seat] if seat < len(table.names) else 0)
    else:
        event = Event.parse(" ".join(words))
        number = table.view.numbers[event.seat] if event.seat < len(table.names) else 0
        table.submit(event, "terminal", number)
    for sentence in table.view.happened:
        echo(_named(table, f"  {sentence}"))
    _show(table, echo)


def _show(table: Table, echo: Echo) -> None:
    view = table.view
    scores = ", ".join(f"{name} {score}" for name, score in zip(table.names, view.scores, strict=True))
    echo(_named(table, f"\n{view.headline}   [{scores}]"))
    if not view.prompts:
        echo(f"Won by {', '.join(table.names[s] for s in view.winners)}.")
    for prompt in view.prompts:
        echo(_named(table, f"  {_asked(prompt)}"))


def _asked(prompt: Prompt) -> str:
    words = " ".join(_choice(allowed) for allowed in prompt.options)
    said = prompt.label or prompt.verb
    if prompt.reason:
        return f"({prompt.seat} {prompt.verb}: {prompt.reason})"
    return f"{prompt.seat} {prompt.verb} {words}".rstrip() + f"   {said}{f' - {prompt.hint}' if prompt.hint else ''}"


def _choice(allowed: tuple[str, ...]) -> str:
    shown = allowed[:SHOWN_OPTIONS]
    return "|".join(shown) + ("|…" if len(allowed) > len(shown) else "")


def _named(table: Table, text: str) -> str:
    return with_names(text, table.names)


def _line(table: Table, step: Step) -> str:
    fate = " (undone)" if step.undone else " (dropped)" if step.dropped else ""
    if step.corrected_from is not None:
        fate += f" (corrected from '{step.corrected_from}' by {step.who}: {step.why})"
    scores = " ".join(str(n) for n in step.scores)
    return _named(table, f"{step.index:6} {step.event}{fate}   = {scores}   {' '.join(step.sentences)}")


def list_games(path: Path, as_json: bool) -> Iterator[str]:
    """One line for each game of a journal."""
    journal = Journal(path)
    for entry in journal.starts():
        if as_json:
            yield json.dumps({"id": entry.game, "names": entry.body["names"], "begun_ns": entry.at_ns})
        else:
            yield f"{entry.game}: {', '.join(entry.body['names'])}"
    journal.close()


def replay_game(path: Path, identity: str, as_json: bool) -> Iterator[str]:
    """Each event of a recorded game as it is played again, and whether the whole record hangs together."""
    journal = Journal(path)
    table = Table.resume(journal, identity, all_games())
    for step in table.history():
        yield _as_json(step) if as_json else _line(table, step)
    entries = journal.verify()
    if not as_json:
        scores = ", ".join(f"{n} {s}" for n, s in zip(table.names, table.view.scores, strict=True))
        yield f"{scores}. All {entries} entries of the journal follow from one another."
    journal.close()


def _as_json(step: Step) -> str:
    return json.dumps(
        {
            "index": step.index,
            "event": str(step.event),
            "source": step.source,
            "scores": step.scores,
            "undone": step.undone,
            "dropped": step.dropped,
            "evidence": step.evidence,
        }
    )
