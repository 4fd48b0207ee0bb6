"""The command: every verb does its work or says in one sentence why not."""

import json

import pytest
from click.testing import CliRunner

from companion import config
from companion.audit.commands import audit
from companion.cli import main


@pytest.fixture
def companion(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def invoke(*words, typed=None):
        return CliRunner().invoke(main, list(words), input=typed)

    return invoke


def test_games_lists_each_game_with_its_settings(companion):
    lines = companion("games", "--json").output.splitlines()
    games = {g["name"]: g for g in map(json.loads, lines)}
    assert games["rolling-heights"]["seats"] == [2, 3, 4]
    assert "rolling-heights: Rolling Heights" in companion("games").output


def test_check_prints_an_example_that_is_valid(companion, tmp_path):
    (tmp_path / "companion.toml").write_text(companion("check", "--example").output)
    assert config.load(tmp_path / "companion.toml") == config.SIMULATED


def test_a_wrong_config_is_one_sentence_and_exit_1(companion, tmp_path):
    (tmp_path / "companion.toml").write_text("[camera]\nulr = 'x'\n")
    done = companion("check")
    assert done.exit_code == 1
    assert done.output == "Error: companion.toml: unknown key 'ulr' in [camera]; did you mean 'url'?\n"


def test_play_records_a_game_that_replay_shows_again(companion):
    typed = "0 nonsense\n\nhistory\n0 roll brown:hard brown:steady navy-gray:hard navy-gray:steady\nundo\nquit\n"
    done = companion("play", "rolling-heights", "--names", "Ann,Ben", typed=typed)
    assert done.exit_code == 0, done.output
    assert "No: 'nonsense' is not possible now." in done.output
    assert "No: A roll cannot be undone" in done.output
    assert "recorded as rolling-heights-1" in done.output
    assert companion("replay").output == "rolling-heights-1: Ann, Ben\n"
    shown = companion("replay", "rolling-heights-1").output
    assert "0 roll brown:hard brown:steady navy-gray:hard navy-gray:steady" in shown
    assert "All 2 entries of the journal follow from one another." in shown
    (line,) = companion("replay", "rolling-heights-1", "--json").output.splitlines()
    assert json.loads(line)["scores"] == [0, 0]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("play", "chess"), "There is no game called 'chess'; known games are"),
        (("play", "rolling-heights", "--names", "Ann"), "Rolling Heights"),
        (("play", "rolling-heights", "--set", "depth=deep"), "depth cannot be 'deep'; choose one of"),
        (("replay",), "There is no journal in 'data'; choose the folder with --data."),
        (("run", "--config", "nowhere.toml"), "There is no config file 'nowhere.toml'"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_sentence(companion, words, sentence):
    done = companion(*words)
    assert done.exit_code == 1
    assert done.output.startswith(f"Error: {sentence}"), done.output
    assert len(done.output.splitlines()) == 1


def test_two_companions_do_not_share_a_folder(companion):
    from pathlib import Path

    from companion.cli import _only_one

    with _only_one(Path("data")):
        done = companion("play", "rolling-heights")
    assert "Another companion is already using 'data'" in done.output


VERBS = sorted(set(main.commands) - {"audit"}) + [f"audit {verb}" for verb in sorted(audit.commands)]


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_explains_itself_with_an_example(companion, verb):
    text = companion(*verb.split(), "--help").output
    assert f"Example: companion {verb}" in text
