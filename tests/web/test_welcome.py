"""The guided set-up on the panel: each step can be taken or skipped, and only by the host."""

import threading

import pytest

from companion import config
from companion.firststeps import STEPS, FirstSteps
from companion.model import Observation, Piece


@pytest.fixture
def new_table(room, tmp_path):
    """The room as on a freshly installed machine."""
    file = tmp_path / "companion.toml"
    file.write_text('[table]\nname = "Table"\n')
    room.first_steps = FirstSteps(config.load(file), file, tmp_path)
    room.restart_wanted = threading.Event()
    room.restart = room.restart_wanted.set
    room.look = lambda: Observation((Piece("d6", "5", "white"),), doubts=("The picture is blurred.",))
    room.blink = lambda: room.pressed.append("blink")
    return room


def act(phone, what, **more):
    return phone.post("/api/welcome", {"act": what, **more})


def test_the_host_of_a_new_table_is_shown_the_steps_until_they_are_finished(new_table, phone, access):
    host = phone(access.host_code)
    assert host.get("/").headers["Location"] == "/welcome"
    assert b'id="boot"' in host.get("/welcome").data
    assert act(host, "finish").status_code == 200
    assert host.get("/").status_code == 200


def test_players_never_see_them(new_table, phone, access):
    player = phone(access.code)
    assert player.get("/").status_code == 200
    assert player.get("/welcome").headers["Location"] == "/"
    assert player.get("/api/welcome").status_code == 403
    assert act(player, "finish").status_code == 403


def test_every_step_can_be_skipped(new_table, phone, access):
    host = phone(access.host_code)
    for step in STEPS:
        said = act(host, "mark", step=step, how="skipped").json
    assert [s["state"] for s in said["steps"]] == ["skipped"] * len(STEPS)


def test_the_table_gets_its_name_and_code(new_table, phone, access, tmp_path):
    host = phone(access.host_code)
    said = act(host, "name", name="  Küche ", language="de").json
    assert (said["name"], said["language"], said["needs_restart"]) == ("Küche", "de", True)
    assert config.load(tmp_path / "companion.toml").table.name == "Küche"
    assert act(host, "code", code="bretter-7").json["code"] == access.code == "BRETTER7"
    assert phone("bretter 7").device is not None
    assert act(host, "code", code="").json["code"] != "BRETTER7"
    assert "which look alike" in act(host, "code", code="abc").json["error"]
    assert act(host, "name", name="   ", language="en").status_code == 400


def test_only_what_was_offered_can_be_used(new_table, phone, access, monkeypatch):
    from companion import found

    monkeypatch.setattr(found, "cameras", lambda: (("usb://0", "HD Webcam"),))
    monkeypatch.setattr(found, "boards", lambda: (("serial:///dev/table-board", "serial board"),))
    host = phone(access.host_code)
    assert act(host, "camera", url="usb://0").json["camera"] == "usb://0"
    assert act(host, "lights", url="serial:///dev/table-board").json["lights"] == "serial:///dev/table-board"
    assert act(host, "camera", url="replay:///etc/passwd").status_code == 400
    assert act(host, "camera", url="").json["camera"] == ""


def test_a_test_roll_is_read_and_counts_for_nothing(new_table, phone, access):
    said = act(phone(access.host_code), "look").json
    assert said["seen"] == ["white d6 5"]
    assert said["pieces"] == [{"kind": "d6", "face": "5", "color": "white"}]
    assert said["doubts"] == ["The picture is blurred."]
    assert new_table.table is None


def test_lamps_can_be_tried_and_the_table_started_anew(new_table, phone, access):
    host = phone(access.host_code)
    assert act(host, "blink").status_code == 200
    assert new_table.pressed == ["blink"]
    assert act(host, "restart").status_code == 200
    assert new_table.restart_wanted.is_set()
    assert act(host, "explode").status_code == 400


def test_safe_mode_is_said_on_every_page_and_to_the_upgrade(new_table, phone, access):
    new_table.safe = "RuntimeError: no camera"
    assert phone().get("/health").data == b"safe mode: RuntimeError: no camera"
    assert b"SAFE MODE" in phone(access.host_code).get("/host").data
    new_table.safe = ""
    assert phone().get("/health").data == b"ok"


def test_the_steps_are_walked_in_a_browser(new_table, screen, access, tmp_path):
    (tmp_path / "companion.toml").write_text('[table]\nname = "Table"\n[camera]\nurl = "simulated://"\n')
    host = screen("host").join(access.host_code)
    host.open("/welcome")
    host.find("[data-field=name]")
    host.run("document.querySelector('[data-field=name]').value = ''")
    host.find("[data-field=name]").send_keys("Kitchen")
    host.click("[data-act=name]")
    for step in ("Who may join?", "Which camera", "Measure the tray", "Lamps and buttons"):
        host.find("h1", step)
        host.click("[data-act=skip]")
    host.find("h1", "A test roll")
    host.click("[data-act=look]")
    host.find(".read .chip", "white d6 5")
    host.click("[data-act=done]")
    host.find("h1", "The table is ready")
    assert [e.text.split("\n")[0] for e in host.all("ul.done li:not(.done)")] == [
        "Code",
        "Camera",
        "Calibration",
        "Lights",
    ]
    host.click("[data-act=finish]")
    host.wait(lambda: host.driver.current_url.endswith("/"))
    assert new_table.first_steps.state()["name"] == "Kitchen"
    assert new_table.restart_wanted.is_set(), "the new name counts from the next start on"


def test_steps_that_need_a_camera_lead_to_it_while_there_is_none(new_table, screen, access):
    host = screen("host").join(access.host_code).open("/welcome")
    for step in ("calibration", "roll"):
        host.click(f"[data-step={step}]")
        host.find("p", "This table has no camera yet")
        host.click("[data-act=tocamera]")
        host.find("h1", "Which camera looks into the tray?")


def test_the_page_speaks_the_chosen_language_at_once(new_table, screen, access):
    host = screen("host").join(access.host_code).open("/welcome")
    host.find("select").send_keys("Deutsch")
    host.click("[data-act=name]")
    host.find("h1", "Wer darf mitspielen?")
