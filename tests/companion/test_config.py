"""The config: a default for everything, a sentence for every mistake."""

import tomllib

import pytest

from companion import config
from companion.errors import ConfigError


def write(tmp_path, text):
    path = tmp_path / "companion.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_config_without_a_file_is_the_simulated_table():
    loaded = config.load(None)
    assert (loaded.camera.url, loaded.lights.url, loaded.buttons.url) == ("simulated://",) * 3


def test_config_with_a_file_never_becomes_simulated_by_itself(tmp_path):
    loaded = config.load(write(tmp_path, '[camera]\nurl = "usb://0"\n'))
    assert (loaded.camera.url, loaded.lights.url, loaded.buttons.url) == ("usb://0", "", "")


def test_config_reads_every_kind_of_value(tmp_path):
    text = "[lights]\ncount = 8\nbrightness = 1\nquiet = true\n[lights.pins]\nred = 17\n[panel]\nport = 80\n"
    loaded = config.load(write(tmp_path, text))
    assert loaded.lights == config.LightsConfig(count=8, brightness=1.0, quiet=True, pins={"red": 17})
    assert loaded.panel.port == 80


def test_config_example_is_the_simulated_table_and_explains_every_key():
    text = config.example()
    assert config.parse(tomllib.loads(text), "example") == config.SIMULATED
    lines = text.splitlines()
    keys = [i for i, line in enumerate(lines) if " = " in line and not line.startswith("#")]
    assert len(keys) >= 15
    assert all(lines[i - 1].startswith("# ") for i in keys)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[camera]\nulr = 'x'", "unknown key 'ulr' in .camera.; did you mean 'url'?"),
        ("[kamera]\nurl = 'x'", "unknown section .kamera.; did you mean 'camera'?"),
        ("[zzz]", "unknown section .zzz.; known are table, camera"),
        ("camera = 3", "'camera' must be a section"),
        ("[lights]\ncount = 'many'", "'count' in .lights. is 'many'; write something like 24"),
        ("[lights]\ncount = true", "'count' in .lights. is True"),
        ("[lights]\ncount = -1", "whole number from 0"),
        ("[lights]\nbrightness = 7", "a number from 0 to 1"),
        ("[lights\n", "not valid TOML.*mend that line"),
    ],
)
def test_config_says_what_is_wrong_and_where(tmp_path, text, sentence):
    with pytest.raises(ConfigError, match=sentence):
        config.load(write(tmp_path, text))


def test_config_says_when_the_file_is_missing_or_unreadable(tmp_path):
    with pytest.raises(ConfigError, match="no config file"):
        config.load(tmp_path / "nowhere.toml")
    path = tmp_path / "companion.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match="cannot be read"):
        config.load(path)
