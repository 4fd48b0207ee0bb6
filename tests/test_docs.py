"""The documents keep up with the program: every verb, config key and game stands in them."""

import re
from dataclasses import fields
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion import config
from companion.cli import main
from companion.games import all_games

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("verb", sorted(main.commands))
def test_readme_names_every_verb(verb):
    assert f"| `{verb}` |" in README


@pytest.mark.parametrize("game", all_games().values(), ids=list(all_games()))
def test_readme_names_every_game(game):
    assert game.title in README


def test_example_config_explains_every_section():
    text = config.example()
    assert [f"[{f.name}]" in text for f in fields(config.Config)] == [True] * len(fields(config.Config))


def test_commands_in_the_readme_exist():
    targets = set(re.findall(r"^([a-z0-9-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for target in re.findall(r"(?:`|^)make ([a-z0-9-]+)", README, re.MULTILINE):
        assert target in targets
    for verb in re.findall(r"`companion ([a-z]+)", README):
        assert verb in main.commands


def test_readme_commands_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(main, ["games"]).exit_code == 0
    assert CliRunner().invoke(main, ["check", "--example"]).exit_code == 0


@pytest.mark.parametrize("path", sorted(ROOT.glob("docs/*.md")) + [ROOT / "README.md"], ids=lambda p: p.name)
def test_links_in_documents_lead_somewhere(path):
    text = path.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#:]+)\)", text):
        assert (path.parent / target).exists(), f"{path.name} links to {target}"
