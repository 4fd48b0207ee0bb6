"""What Home Assistant is told, held against a strict reading of its documents: nothing unknown, nothing lacking."""

import json
import re

import pytest
from jinja2 import StrictUndefined
from jinja2.sandbox import SandboxedEnvironment

from companion.network.homeassistant import HELD, announcements
from companion.network.messages import Sketch, pack
from companion.words import say
from hardware import buttons

SKETCH = Sketch(
    name="Tisch 7", game="tundra", id="tundra-4", title="Tundra", names=("Änne", "Ben"), scores=(3, -1), round=2,
    phase="Set-up", turn=1, asked=(0, 1), seq=12,
)  # fmt: skip
TOPIC = re.compile(r"homeassistant/(\w+)/([a-zA-Z0-9_-]+)/([a-zA-Z0-9_-]+)/config")
"""Prefix, component, node and object; the last two may hold letters, digits, underscores and hyphens only."""
TEXT, NUMBER = (str,), (int,)
ENTITY = {
    "name": TEXT, "unique_id": TEXT, "state_topic": TEXT, "value_template": TEXT, "icon": TEXT, "qos": NUMBER,
    "availability_topic": TEXT, "availability_template": TEXT, "device": (dict,), "origin": (dict,),
}  # fmt: skip
"""Of the documented options those that a table uses; any other is a mistake here."""
KINDS = {
    "sensor": ({**ENTITY, "state_class": TEXT}, {"state_topic"}),
    "binary_sensor": (ENTITY, {"state_topic"}),
    "device_automation": (
        {
            "automation_type": TEXT, "type": TEXT, "subtype": TEXT, "topic": TEXT, "payload": TEXT, "qos": NUMBER,
            "device": (dict,), "origin": (dict,),
        },
        {"automation_type", "type", "subtype", "topic", "device"},
    ),
}  # fmt: skip
DEVICE = {"identifiers": (list,), "name": TEXT, "manufacturer": TEXT, "sw_version": TEXT}
ORIGIN = {"name": TEXT, "sw_version": TEXT}
PRESSES = {"button_short_press", "button_long_press"}


def told(sketch=SKETCH):
    """(component, object, config) of everything that is announced."""
    found = []
    for topic, payload in announcements("table-07", sketch, buttons.NAMES):
        match = TOPIC.fullmatch(topic)
        assert match, topic
        assert match[2] == "table-07"
        if payload:
            found.append((match[1], match[3], json.loads(payload)))
    return found


def assert_fits(config, known, required):
    assert config.keys() <= known.keys()
    assert required <= config.keys()
    assert [k for k, v in config.items() if not isinstance(v, known[k]) or v in ("", [], {})] == []


def test_every_announcement_has_what_is_documented_and_nothing_else():
    for kind, _, config in told():
        assert_fits(config, *KINDS[kind])
        assert_fits(config["device"], DEVICE, {"identifiers"})
        assert_fits(config["origin"], ORIGIN, {"name"})
        assert config["qos"] in (0, 1, 2)
        topics = [v for k, v in config.items() if k.endswith("topic")]
        assert topics and not [t for t in topics if "+" in t or "#" in t]
        assert config.get("icon", "mdi:x").startswith("mdi:")
        assert config.get("state_class", "measurement") in ("measurement", "total", "total_increasing")


def test_entities_are_told_apart_and_belong_to_one_device():
    entities = [config for kind, _, config in told() if kind != "device_automation"]
    assert len({c["unique_id"] for c in entities}) == len(entities)
    assert len({json.dumps(c["device"], sort_keys=True) for _, _, c in told()}) == 1
    # Home Assistant puts the device's name before the entity's: it must not be there twice.
    assert [c["name"] for c in entities if c["name"].startswith(SKETCH.name)] == []


def test_every_button_is_a_trigger_for_a_tap_and_for_being_held():
    triggers = [config for kind, _, config in told() if kind == "device_automation"]
    assert {(t["type"], t["subtype"]) for t in triggers} == {(p, b) for p in PRESSES for b in buttons.NAMES}
    assert len({t["payload"] for t in triggers}) == len(triggers) == 2 * len(buttons.NAMES)
    assert HELD == buttons.HELD
    assert {t["automation_type"] for t in triggers} == {"trigger"}


def rendered(template, payload):
    """A template as Home Assistant evaluates it, but with nothing undefined forgiven."""
    return SandboxedEnvironment(undefined=StrictUndefined).from_string(template).render(value_json=json.loads(payload))


def states(sketch):
    payload = pack(sketch)
    return {
        name: rendered(c["value_template"], payload) for kind, name, c in told(sketch) if kind != "device_automation"
    }


def test_states_of_a_table_at_play():
    assert states(SKETCH) == {
        "game": "Tundra", "phase": "Set-up", "turn": "Ben", "round": "2", "asking": "ON",
        "score-0": "3", "score-1": "-1",
    }  # fmt: skip


@pytest.mark.parametrize("sketch", [Sketch(name="Tisch 7"), Sketch()])
def test_states_of_a_table_where_nobody_plays_are_unknown(sketch):
    assert states(sketch) == {"game": "None", "phase": "None", "turn": "None", "round": "0", "asking": "OFF"}


def test_phase_with_a_blank_is_filled_in():
    sketch = Sketch(names=("A",), phase=say("Day {n} of {m}", n=2, m=say("many")))
    assert states(sketch)["phase"].startswith("Day 2 of")


def test_availability_follows_the_status_and_the_last_will():
    template = told()[0][2]["availability_template"]
    assert [rendered(template, p) for p in ('{"online":true}', "{}", '{"left":true}')] == [
        "online",
        "offline",
        "offline",
    ]
