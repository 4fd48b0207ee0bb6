"""Checking with a person at the table: lamps blink, buttons are asked for, faults are sentences."""

from dataclasses import replace

import pytest

from companion import checks
from companion.config import SIMULATED, ButtonsConfig, Config, LightsConfig
from hardware.buttons.simulated import open as open_buttons

FEW = replace(SIMULATED, lights=LightsConfig(url="simulated://", count=2), buttons=ButtonsConfig())


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch):
    monkeypatch.setattr(checks, "TICK_S", 0)


def test_hands_on_names_each_lamp_and_believes_the_person():
    said = []
    answers = iter((True, False))
    found = list(checks.hands_on(FEW, said.append, lambda text: next(answers)))
    assert said == ["Now lamp 1 (1 of 2) blinks.", "Now lamp 2 (2 of 2) blinks."]
    assert [(f.what, f.ok) for f in found] == [("lights", False)]
    assert "lamp 2 did not blink" in found[0].text


def test_hands_on_asks_for_each_button():
    said = []
    config = Config(buttons=ButtonsConfig(url="simulated://"))

    def press(text):
        said.append(text)
        name = text.split("'")[1]
        open_buttons("simulated://").press(name + ":held" if "hold" in text else name)

    found = list(checks.hands_on(config, press, lambda text: True))
    assert [(f.what, f.ok, f.text) for f in found] == [("buttons", True, "every one works")]
    assert len(said) == 9


def test_a_device_that_cannot_be_opened_is_a_sentence():
    config = Config(lights=LightsConfig(url="nosuch://"))
    (found,) = checks.hands_on(config, print, lambda text: True)
    assert not found.ok
    assert "names no lights we know" in found.text


def test_checks_go_on_after_a_broken_part(tmp_path):
    (tmp_path / "journal.sqlite").write_bytes(b"no database, but long enough to be looked at" * 50)
    config = replace(SIMULATED, lights=LightsConfig(url="nosuch://"))
    found = {f.what: f.ok for f in checks.checks(config, tmp_path)}
    assert found == {
        "config": True, "journal": False, "disk": True, "reader": True, "camera": True, "lights": False, "buttons": True
    }  # fmt: skip
