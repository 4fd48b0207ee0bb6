"""The first steps: what they write is a config that is understood, and each step can be skipped."""

import pytest

from companion import config, found
from companion.errors import ConfigError
from companion.firststeps import STEPS, FirstSteps
from companion.tomlfile import put


def test_a_value_is_put_in_its_place_and_comments_stay():
    text = "# mine\n[table]\n# the name\nname = 'Old'  # was it?\n\n[camera]\nurl = 'usb://0'\n"
    assert put(text, "table", "name", 'Anna\'s "big" Tisch') == (
        '# mine\n[table]\n# the name\nname = "Anna\'s \\"big\\" Tisch"\n\n[camera]\nurl = \'usb://0\'\n'
    )
    assert put(text, "camera", "profile", "p.json").endswith("[camera]\nprofile = \"p.json\"\nurl = 'usb://0'\n")
    assert put(text, "lights", "url", "gpio://").endswith('\n\n[lights]\nurl = "gpio://"\n')
    assert put("", "table", "name", "x") == '[table]\nname = "x"\n'


def test_a_key_of_another_section_is_left_alone():
    assert (
        put("[buttons]\nurl = 'a'\n[lights]\n", "lights", "url", "b") == "[buttons]\nurl = 'a'\n[lights]\nurl = \"b\"\n"
    )


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "companion.toml"
    path.write_text("# ours\n[table]\nname = 'Table'\n")
    return path


def test_steps_write_a_config_that_counts_from_the_next_start(file, tmp_path):
    steps = FirstSteps(config.load(file), file, tmp_path)
    assert steps.is_due
    steps.name_table("Küche", "de")
    steps.use_camera("usb://2")
    steps.use_lights("serial:///dev/table-board")
    said = config.load(file)
    assert (said.table.name, said.table.language, said.camera.url) == ("Küche", "de", "usb://2")
    assert said.lights.url == said.buttons.url == "serial:///dev/table-board"
    assert steps.needs_restart
    assert file.read_text().startswith("# ours\n")


def test_every_step_can_be_skipped_and_the_page_is_not_shown_again(file, tmp_path):
    steps = FirstSteps(config.load(file), file, tmp_path)
    for step in STEPS:
        steps.mark(step, "skipped")
    steps.finish()
    again = FirstSteps(config.load(file), file, tmp_path)
    assert not again.is_due
    assert {s["state"] for s in again.state()["steps"]} == {"skipped"}
    with pytest.raises(ConfigError, match="There is no step 'coffee'"):
        steps.mark("coffee", "done")


def test_a_simulated_table_stays_one_when_it_is_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    steps = FirstSteps(config.SIMULATED, None, tmp_path)
    assert not steps.is_due
    steps.name_table("Try", "en")
    said = config.load(tmp_path / "companion.toml")
    assert said.camera.url == said.lights.url == said.buttons.url == "simulated://"


def test_a_config_that_cannot_be_written_is_said_and_left_alone(file, tmp_path):
    file.write_text("[table\n")
    with pytest.raises(ConfigError, match="not valid TOML"):
        FirstSteps(config.Config(), file, tmp_path).name_table("x", "en")
    assert file.read_text() == "[table\n"


def test_what_is_plugged_in_is_offered(tmp_path, monkeypatch):
    monkeypatch.setattr(found.importlib.util, "find_spec", lambda _: None)
    assert (found.cameras(tmp_path), found.boards(tmp_path), found.has_pins(tmp_path)) == ((), (), False)
    plug = tmp_path / "sys/devices/platform/usb1/1-1"
    pipeline = tmp_path / "sys/devices/platform/bcm2835-isp"
    for number, (device, index) in {0: (plug, "0"), 1: (plug, "1"), 10: (pipeline, "0")}.items():
        node = tmp_path / f"sys/class/video4linux/video{number}"
        node.mkdir(parents=True)
        device.mkdir(parents=True, exist_ok=True)
        (node / "device").symlink_to(device)
        (node / "index").write_text(f"{index}\n")
        (node / "name").write_text("HD Webcam\n")
    assert found.cameras(tmp_path) == (("usb://0", "HD Webcam"),)
    (tmp_path / "sys/bus/i2c/drivers/imx708/10-001a").mkdir(parents=True)
    assert [url for url, _ in found.cameras(tmp_path)] == ["picamera://0", "usb://0"]
    (tmp_path / "dev").mkdir()
    (tmp_path / "dev/ttyUSB0").touch()
    assert [url for url, _ in found.boards(tmp_path)] == ["serial:///dev/ttyUSB0"]
    (tmp_path / "dev/table-board").touch()
    assert [url for url, _ in found.boards(tmp_path)] == ["serial:///dev/table-board"]
