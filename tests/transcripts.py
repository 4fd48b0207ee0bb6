"""Plays transcripts: short games in the notation of the journal, with refusals, scores and words to expect."""

import re
from dataclasses import dataclass, field

from companion.errors import IllegalEvent
from companion.model import Event, chosen
from companion.table import accepting

RULE = re.compile(r"[A-Z]{2}-\d{3}")


@dataclass
class Transcript:
    """What a transcript file says."""

    seats: int = 0
    settings: dict[str, str] = field(default_factory=dict)
    catalogue: dict[str, str] = field(default_factory=dict)
    lines: list[tuple[int, str]] = field(default_factory=list)


def parse(text):
    script = Transcript()
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.split(" #")[0].strip() if not raw.startswith("#") else ""
        word, _, rest = line.partition(" ")
        if not line:
            continue
        if word == "seats":
            script.seats = int(rest)
        elif word == "setting":
            name, value = rest.split()
            script.settings[name] = value
        elif word == "catalogue":
            name, value = rest.split()
            script.catalogue[name] = value
        else:
            script.lines.append((number, line))
    return script


def attempt(game, state, event):
    """The state after an event, checked by prompt and rules as the table does it."""
    accepting(game, state, game.prompts(state), event)
    return game.apply(state, event)


def words_of(view):
    parts = [view.headline, *view.happened, *view.advice]
    for prompt in view.prompts:
        parts += [prompt.label, prompt.hint, prompt.reason, *(text for _, text in prompt.labels)]
    return "\n".join(str(p) for p in parts)


def play(game, text):
    """Play a transcript to its end; raises AssertionError naming the line that does not hold."""
    script = parse(text)
    assert script.lines, "a transcript without a line shows nothing"
    state = game.start(script.seats, chosen(game, script.settings), script.catalogue)
    for number, line in script.lines:
        state = _line(game, state, line, f"line {number}: {line}")
    return state


def _line(game, state, line, where):
    sign, _, rest = line.partition(" ")
    if sign == "!":
        _refused(game, state, rest, where)
    elif sign == "=":
        scores = game.view(state).scores
        assert scores == tuple(int(n) for n in rest.split()), f"{where}: the scores are {scores}"
    elif sign == "~":
        seen = words_of(game.view(state))
        assert rest.lower() in seen.lower(), f"{where}: not in\n{seen}"
    elif sign == "?":
        _applied(game, state, rest, where)
    else:
        return _applied(game, state, line, where)
    return state


def _applied(game, state, text, where):
    try:
        return attempt(game, state, Event.parse(text))
    except IllegalEvent as refusal:
        raise AssertionError(f"{where}: refused: {refusal} {refusal.rule}") from refusal


def _refused(game, state, text, where):
    words = text.split()
    rule = words.pop() if "-" in words[-1] and words[-1].split("-")[0].isupper() else ""
    try:
        attempt(game, state, Event.parse(" ".join(words)))
    except IllegalEvent as refusal:
        named = RULE.findall(f"{refusal.rule} {refusal}")
        assert not rule or rule in named, f"{where}: refused by {refusal.rule or 'no rule'}: {refusal}"
        return
    raise AssertionError(f"{where}: was accepted")
