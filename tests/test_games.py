"""What every game must keep, whatever its rules: a new game folder is found and tested without edits here."""

import random
from pathlib import Path

import pytest

from companion.errors import IllegalEvent
from companion.games import all_games
from companion.model import Event, chosen
from tests import transcripts

GAMES = all_games()
FOLDER = Path(__file__).parent.parent / "companion" / "games"
TRIES = 60
"""Refused events in a row before we call a position stuck."""
LONGEST = 400


def folder_of(game):
    return FOLDER / game.name.replace("-", "_")


def all_transcripts():
    return [(g, p) for g in GAMES.values() for p in sorted(folder_of(g).glob("transcripts/*.txt"))]


def random_event(game, state, dice):
    prompts = [p for p in game.prompts(state) if not p.reason]
    prompt = dice.choice(prompts)
    words = tuple(dice.choice(allowed) if allowed != ("*",) else "word" for allowed in prompt.options)
    return Event(prompt.seat, prompt.verb, words)


def random_play(game, seats, seed, longest=LONGEST):
    """Events of a random game, as far as it goes within the limit, with each state."""
    dice = random.Random(seed)
    state = game.start(seats, chosen(game, {}), {})
    while game.prompts(state) and longest:
        for _ in range(TRIES):
            event = random_event(game, state, dice)
            try:
                after = game.apply(state, event)
            except IllegalEvent as refusal:
                assert str(refusal), f"{event} was refused without a word"
                continue
            break
        else:
            raise AssertionError(f"{game.name} with {seats} seats, seed {seed}: stuck before {event}")
        state, longest = after, longest - 1
        yield event, state


SEATINGS = [(g, n) for g in GAMES.values() for n in g.seats]
IDS = [f"{g.name}-{n}" for g, n in SEATINGS]


@pytest.mark.parametrize(("game", "seats"), SEATINGS, ids=IDS)
def test_random_play_keeps_every_view_sound(game, seats):
    for event, state in random_play(game, seats, seed=seats):
        assert Event.parse(str(event)) == event
        hash(state)
    view = game.view(state)
    assert len(view.scores) == seats
    assert view.prompts == game.prompts(state)
    assert view.headline
    assert view.phase == "" or view.phase in view.phases
    assert [sum(line.points for line in lines) for lines in view.breakdown] == list(view.scores)
    assert all(0 <= p.seat < seats for p in view.prompts)


@pytest.mark.parametrize(("game", "seats"), SEATINGS, ids=IDS)
def test_replay_gives_the_same_state(game, seats):
    played = list(random_play(game, seats, seed=100 + seats, longest=150))
    state = game.start(seats, chosen(game, {}), {})
    for event, after in played:
        state = game.apply(state, event)
        assert state == after


@pytest.mark.parametrize(("game", "path"), all_transcripts(), ids=[f"{g.name}-{p.stem}" for g, p in all_transcripts()])
def test_transcript_holds(game, path):
    assert transcripts.play(game, path.read_text(encoding="utf-8")) is not None


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_has_a_readme_and_transcripts(game):
    assert (folder_of(game) / "README.md").exists()
    assert list(folder_of(game).glob("transcripts/*.txt"))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_setting_explains_itself(game):
    for setting in game.settings:
        assert len(setting.words) > 1, f"{setting.name} leaves no choice"
        assert setting.text, f"{setting.name} is not explained"


def test_games_are_found():
    assert GAMES
