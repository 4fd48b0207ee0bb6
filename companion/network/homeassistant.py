"""How Home Assistant finds a table by itself: MQTT discovery for scores, phase, turn, asking, and the buttons."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from companion import __version__
from companion.network.messages import Sketch
from companion.network.topics import BUTTON, STATUS, VIEW, topic

ROOT = "homeassistant"
HELD = ":held"
"""What follows a button's name when it is kept down for a second."""
MOST_SEATS = 8
"""Seats for which a score may once have been announced."""

Message = tuple[str, bytes]
"""A topic and what is retained there; nothing = Home Assistant forgets it."""


def announcements(table: str, sketch: Sketch, buttons: Iterable[str]) -> Iterator[Message]:
    """Everything Home Assistant must be told of a table with these seats; seats there no longer are, are taken back."""
    yield _sensor(table, sketch, "game", "Game", "mdi:dice-multiple", "{{ value_json.title | default(none) }}")
    yield _sensor(table, sketch, "phase", "Phase", "mdi:progress-clock", _PHASE)
    yield _sensor(table, sketch, "turn", "Turn", "mdi:account-arrow-right", _TURN)
    yield _sensor(table, sketch, "round", "Round", "mdi:counter", "{{ value_json.round | default(0) }}")
    asking = "{{ 'ON' if value_json.asked | default([]) or value_json.unclear | default('') else 'OFF' }}"
    yield _entity("binary_sensor", table, sketch, "asking", "Asking", {"value_template": asking, "icon": "mdi:help"})
    for seat in range(MOST_SEATS):
        yield _score(table, sketch, seat)
    for button in buttons:
        yield _trigger(table, sketch, button, "button_short_press", button)
        yield _trigger(table, sketch, button, "button_long_press", button + HELD)


# What is not known is "None": Home Assistant then shows the state as unknown, not as an empty line.
_TURN = (
    "{% set t = value_json.turn | default(none) %}"
    "{{ value_json.names[t] if t is not none and t < (value_json.names | default([])) | length else none }}"
)
# A sentence is a text, or a list of its template and what fills it.
_PHASE = (
    "{% set p = value_json.phase | default(none) %}"
    "{% if p is none or p is string %}{{ p }}{% else %}"
    "{% set ns = namespace(text=p[0]) %}"
    "{% for name, value in p[1].items() %}"
    "{% set ns.text = ns.text | replace('{' ~ name ~ '}', value | string) %}"
    "{% endfor %}{{ ns.text }}{% endif %}"
)


def _score(table: str, sketch: Sketch, seat: int) -> Message:
    if seat >= len(sketch.names):
        return f"{ROOT}/sensor/{table}/score-{seat}/config", b""
    template = f"{{{{ (value_json.scores | default([]))[{seat}] | default(0) }}}}"
    more = {"value_template": template, "icon": "mdi:scoreboard", "state_class": "measurement"}
    return _entity("sensor", table, sketch, f"score-{seat}", f"Score of {sketch.names[seat]}", more)


def _sensor(table: str, sketch: Sketch, name: str, title: str, icon: str, template: str) -> Message:  # noqa: PLR0913, PLR0917
    return _entity("sensor", table, sketch, name, title, {"value_template": template, "icon": icon})


def _entity(kind: str, table: str, sketch: Sketch, name: str, title: str, more: dict[str, Any]) -> Message:  # noqa: PLR0913, PLR0917
    said = {
        "name": title,
        "unique_id": f"companion-{table}-{name}",
        "state_topic": topic(table, VIEW),
        "availability_topic": topic(table, STATUS),
        "availability_template": "{{ 'online' if value_json.online | default(false) else 'offline' }}",
        "qos": 1,
        "device": _device(table, sketch),
        "origin": _ORIGIN,
        **more,
    }
    return f"{ROOT}/{kind}/{table}/{name}/config", json.dumps(said).encode()


def _trigger(table: str, sketch: Sketch, button: str, kind: str, payload: str) -> Message:
    said = {
        "automation_type": "trigger",
        "type": kind,
        "subtype": button,
        "topic": topic(table, BUTTON),
        "payload": payload,
        "qos": 1,
        "device": _device(table, sketch),
        "origin": _ORIGIN,
    }
    return f"{ROOT}/device_automation/{table}/button-{payload.replace(':', '-')}/config", json.dumps(said).encode()


_ORIGIN = {"name": "Table Companion", "sw_version": __version__}


def _device(table: str, sketch: Sketch) -> dict[str, Any]:
    return {
        "identifiers": [f"companion-{table}"],
        "name": sketch.name or table,
        "manufacturer": "Table Companion",
        "sw_version": __version__,
    }
