"""Printed values of a copy: kept in a small file for each game, shown and learnt by a verb."""

import json

import pytest
from click.testing import CliRunner

from companion.catalogues import Catalogues
from companion.cli import main


def printed(tmp_path, *words):
    return CliRunner().invoke(main, ["printed", *words, "--data", str(tmp_path)])


def file_of(tmp_path, values):
    path = tmp_path / "copy.json"
    path.write_text(values if isinstance(values, str) else json.dumps(values), encoding="utf-8")
    return str(path)


def test_values_of_a_file_are_learnt_and_shown(tmp_path):
    Catalogues(tmp_path / "catalogue").remember("rollopolis", {"garage": "3"})
    done = printed(tmp_path, "rollopolis", file_of(tmp_path, {"school": "4", "b1": "8", "d1": None}))
    assert (done.exit_code, done.output) == (0, "2 printed values of Rollopolis are known from the next game on.\n")
    shown = printed(tmp_path, "rollopolis")
    assert json.loads(shown.output) == {"b1": "8", "garage": "3", "school": "4"}
    # What one table prints another one learns.
    other = tmp_path / "other"
    assert printed(other, "rollopolis", file_of(tmp_path, shown.output)).exit_code == 0
    assert Catalogues(other / "catalogue").load("rollopolis") == {"b1": "8", "garage": "3", "school": "4"}


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"b1": "13"}, "Space b1 cannot bear '13'; it bears 2 to 12, or 0 for no number."),
        ({"castle": "1"}, "Rollopolis prints nothing called 'castle'"),
        ({"b1": 8}, "must map names to words"),
        (["b1"], "must map names to words"),
        ("{", "cannot be read"),
    ],
)
def test_a_file_that_cannot_be_right_is_refused_whole(tmp_path, values, sentence):
    done = printed(tmp_path, "rollopolis", file_of(tmp_path, values))
    assert done.exit_code == 1 and sentence in done.output
    assert Catalogues(tmp_path / "catalogue").load("rollopolis") == {}


def test_a_missing_file_and_an_unknown_game_are_said(tmp_path):
    assert "cannot be read" in printed(tmp_path, "tundra", str(tmp_path / "none.json")).output
    assert printed(tmp_path, "chess").exit_code == 1
