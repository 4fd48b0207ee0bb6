"""What a table says on a real broker: its view, its journal, its signature, that it is gone, and Home Assistant's."""

import json
import threading
from dataclasses import replace

import pytest

from companion.app import Room
from companion.config import SIMULATED, NetworkConfig
from companion.model import Event
from companion.network.broker import Broker, Login
from companion.network.messages import Sketch, Status, unpack
from companion.network.topics import ROOT
from companion.words import Said
from tests.nights.night import until


@pytest.fixture
def listener(broker):
    """Somebody who listens to everything with Home Assistant's credentials."""
    password = (broker.folder / "homeassistant.password").read_text().strip()
    login = Login(f"mqtts://localhost:{broker.port}", "homeassistant", password, str(broker.folder / "ca.crt"))
    heard = {}
    ready = threading.Event()

    def connected():
        made.subscribe(f"{ROOT}/#", "homeassistant/#")
        ready.set()

    made = Broker(login, "listener", connected=connected, heard=heard.__setitem__, trouble=lambda _: None)
    made.open()
    assert ready.wait(30)
    yield heard
    made.close()


def test_view_status_and_checkpoint_are_retained_for_who_comes_later(broker, seat_a_table, request):
    table = seat_a_table("table-01")
    table.play(30)
    table.sign()
    until(lambda: table.publisher._said.get("checkpoint"))
    until(lambda: b'"seq":30' in table.publisher._said.get("view", b""))
    heard = request.getfixturevalue("listener")
    until(lambda: {f"{ROOT}/table-01/{part}" for part in ("view", "status", "checkpoint")} <= heard.keys())
    sketch = unpack(Sketch, heard[f"{ROOT}/table-01/view"])
    assert sketch == table.sketch()
    assert isinstance(sketch.headline, Said) == isinstance(table.table.view.headline, Said)
    assert unpack(Status, heard[f"{ROOT}/table-01/status"]).online
    assert heard[f"{ROOT}/table-01/checkpoint"].decode().endswith(table.ledger.newest)


def test_broker_says_that_a_table_is_gone_when_its_connection_breaks(hub, seat_a_table):
    table = seat_a_table("table-01")
    until(lambda: hub.intake.desk("table-01") and hub.intake.desk("table-01").status.online)
    table.publisher.stopping.set()  # it must not come back by itself
    table.publisher._broker._client.reconnect_delay_set(100, 100)
    table.publisher._broker._client.socket().close()
    until(lambda: not hub.intake.desk("table-01").status.online)
    assert not hub.intake.desk("table-01").status.left


def test_table_that_is_switched_off_says_goodbye(hub, seat_a_table):
    table = seat_a_table("table-01")
    until(lambda: hub.intake.desk("table-01") and hub.intake.desk("table-01").status.online)
    table.close()
    until(lambda: not hub.intake.desk("table-01").status.online)
    assert hub.intake.desk("table-01").status.left


def test_hub_that_comes_late_gets_the_whole_journal_and_others_hear_what_is_new(
    broker, listener, seat_a_table, request
):
    table = seat_a_table("table-01")
    table.play(300)
    until(lambda: f"{ROOT}/table-01/journal" in listener)
    hub = request.getfixturevalue("hub")
    until(lambda: hub.intake.desk("table-01") and len(hub.lines(hub.intake.desk("table-01"))) == 300)
    assert hub.lines(hub.intake.desk("table-01")) == table.lines()


def test_home_assistant_finds_scores_phase_turn_asking_and_buttons(listener, seat_a_table):
    table = seat_a_table("table-01", home_assistant=True, buttons=("yes", "no"))
    table.play(20)
    until(lambda: "homeassistant/sensor/table-01/score-2/config" in listener)
    until(lambda: "homeassistant/device_automation/table-01/button-no-held/config" in listener)
    found = {
        name: json.loads(listener[name]) for name in listener if name.startswith("homeassistant/") and listener[name]
    }
    kinds = sorted(name.split("/", 1)[1].replace("/table-01/", " ").removesuffix("/config") for name in found)
    assert kinds == [
        "binary_sensor asking",
        *(f"device_automation button-{name}" for name in ("no", "no-held", "yes", "yes-held")),
        *(f"sensor {name}" for name in ("game", "phase", "round", "score-0", "score-1", "score-2", "turn")),
    ]
    score = found["homeassistant/sensor/table-01/score-1/config"]
    assert score["name"] == f"Score of {table.table.names[1]}"
    assert (score["state_topic"], score["availability_topic"]) == (f"{ROOT}/table-01/view", f"{ROOT}/table-01/status")
    trigger = found["homeassistant/device_automation/table-01/button-yes/config"]
    table.publisher.press(trigger["payload"])
    until(lambda: listener.get(trigger["topic"]) == b"yes")
    assert len({json.dumps(config["device"], sort_keys=True) for config in found.values()}) == 1


def test_home_assistant_forgets_seats_that_are_no_longer_played(listener, seat_a_table):
    table = seat_a_table("table-01", home_assistant=True)
    table.play(5)
    last = "homeassistant/sensor/table-01/score-2/config"
    until(lambda: listener.get(last))
    fewer = replace(table.sketch(), names=("Ann", "Ben"), scores=(0, 0), turn=0, asked=(), winners=())
    table.publisher._source = replace(table.publisher._source, version=lambda: -1, sketch=lambda: fewer)
    until(lambda: listener.get(last) == b"")


def rendered(template, payload):
    """A value template as Home Assistant evaluates it."""
    jinja2 = pytest.importorskip("jinja2")
    return jinja2.Environment().from_string(template).render(value_json=json.loads(payload))


def test_home_assistants_templates_read_every_view(listener, seat_a_table):
    table = seat_a_table("table-01", home_assistant=True)
    until(lambda: "homeassistant/sensor/table-01/phase/config" in listener and f"{ROOT}/table-01/view" in listener)
    config = {
        name.split("/")[3]: json.loads(listener[name])["value_template"]
        for name in list(listener)
        if name.startswith(("homeassistant/sensor", "homeassistant/binary")) and listener[name]
    }
    empty = listener[f"{ROOT}/table-01/view"]
    assert [rendered(config[n], empty) for n in ("game", "phase", "turn", "round", "asking")] == [
        "None",
        "None",
        "None",
        "0",
        "OFF",
    ]
    table.play(40)
    until(lambda: b'"seq":40' in listener[f"{ROOT}/table-01/view"])
    view, said = table.table.view, listener[f"{ROOT}/table-01/view"]
    score = json.loads(listener["homeassistant/sensor/table-01/score-1/config"])["value_template"]
    assert rendered(score, said) == str(view.scores[1])
    assert rendered(config["phase"], said) == str(view.phase)
    assert rendered(config["turn"], said) == table.table.names[view.turn]
    assert rendered(config["asking"], said) == "ON"


def test_room_publishes_what_is_played_at_the_simulated_table(hub, broker, tmp_path):
    login = broker.login("table-02")
    network = NetworkConfig(login.url, "table-02", login.user, login.password, login.ca)
    room = Room(replace(SIMULATED, network=network), tmp_path / "room")
    room.start("rolling-heights", ("Ann", "Ben"), {})
    room.open()
    try:
        until(lambda: hub.intake.desk("table-02") and hub.intake.desk("table-02").sketch.game == "rolling-heights")
        view = room.table.view
        prompt = next(p for p in view.prompts if p.is_roll)
        words = tuple(options[0] for options in prompt.options)
        room.table.submit(Event(0, prompt.verb, words), "panel", view.numbers[0])
        until(lambda: hub.intake.desk("table-02").kept.standing.signed >= 2)
        desk = hub.intake.desk("table-02")
        assert desk.sketch.simulated
        assert desk.sketch.names == ("Ann", "Ben")
        assert hub.replayed(desk).view.scores == room.table.view.scores
    finally:
        room.close()


def test_room_plays_on_while_its_publisher_is_stuck_in_the_network(tmp_path, monkeypatch):
    stuck, free = threading.Event(), threading.Event()

    def publish(*_, **__):
        stuck.set()
        free.wait(120)
        return False

    monkeypatch.setattr(Broker, "open", lambda _: None)
    monkeypatch.setattr(Broker, "is_connected", property(lambda _: not free.is_set()))
    monkeypatch.setattr(Broker, "publish", publish)
    network = NetworkConfig("mqtt://127.0.0.1:9", "table-02", home_assistant=True)
    room = Room(replace(SIMULATED, network=network), tmp_path / "room")
    room.open()
    try:
        assert stuck.wait(60)
        room.start("rollopolis", ("Ann", "Ben"), {})
        before = room.table.view
        prompt = next(p for p in before.prompts if p.is_roll)
        words = tuple(options[0] for options in prompt.options)
        room.table.submit(Event(prompt.seat, prompt.verb, words), "panel", before.numbers[prompt.seat])
        until(lambda: room._lamps._view is room.table.view)  # the lamps show what came of it
        room.press("yes")
        until(lambda: room._publisher._pressed)  # the lamps' loop has told it, and goes on
        shown = room.lamps()
        until(lambda: room.lamps() is not shown)
        assert room.table.view is not before
        assert not free.is_set()
    finally:
        free.set()
        room.close()


def test_room_without_a_broker_says_so_and_plays_on(tmp_path):
    network = NetworkConfig("mqtt://127.0.0.1:9", "table-02")
    room = Room(replace(SIMULATED, network=network), tmp_path / "room")
    room.open()
    try:
        until(lambda: any(key == "network" for key, _ in room.notices()))
        room.start("rollopolis", ("Ann", "Ben"), {})
        assert room.table.view.prompts
        assert (
            "network",
            "The broker 127.0.0.1 cannot be reached; nothing is lost, it is sent later.",
        ) in room.notices()
    finally:
        room.close()
