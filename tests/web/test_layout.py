"""Every game on a phone, in both languages: nothing sticks out, every button is large enough for a thumb."""

import random
from typing import Any

import pytest

from companion.errors import IllegalEvent
from companion.games import all_games
from companion.model import Event

WIDE = "return document.documentElement.scrollWidth - window.innerWidth"
SMALL = """return [...document.querySelectorAll('main button, main a.button, main select, main input')].filter((e) => {
  const box = e.getBoundingClientRect();
  return box.width && !e.matches('.cell, .outline, .linkish, .rowbtn, [type=checkbox]') && box.height < 40;
}).map((e) => e.outerHTML.slice(0, 120))"""
BROKEN = """return [...document.querySelectorAll('.cell .celltext')].filter((e) => e.scrollWidth > e.clientWidth + 2)
  .map((e) => e.textContent)"""


def play(table: Any, events: int, seed: int) -> None:
    """Let chance play."""
    dice = random.Random(seed)
    for _ in range(40 * events):
        found = [p for p in table.view.prompts if not p.reason and not p.aside and ("*",) not in p.options]
        found = [p for p in found if p.verb not in ("end", "abandon")]
        if not found or len(table.history()) >= events:
            return
        prompt = dice.choice(found)
        event = Event(prompt.seat, prompt.verb, tuple(dice.choice(words) for words in prompt.options))
        try:
            table.submit(event, "panel", table.view.numbers[event.seat])
        except IllegalEvent:
            continue


def flaws(page: Any) -> dict[str, Any]:
    """What is wrong with the layout of the page that is open."""
    found = {"wide": max(0, page.run(WIDE)), "small": page.run(SMALL), "broken": page.run(BROKEN)}
    return {name: what for name, what in found.items() if what}


@pytest.mark.parametrize("name", sorted(all_games()))
def test_every_game_fits_a_phone_in_german(name: str, screen: Any, server: Any, room: Any) -> None:
    phone = screen("host").join(server.access.host_code)
    for device in server.access.devices():
        server.access.change(device, lang="de")
    play(room.start(name, ("Anna", "Benedikta", "Cleo"), {}), 90, seed=5)
    found = {}
    for path in ("/", "/table", "/history"):
        phone.open(path).find("h1, h2")
        found[path] = flaws(phone)
    assert {path: wrong for path, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize("language", ["de", "en"])
def test_other_pages_fit_a_phone(language: str, screen: Any, server: Any, room: Any) -> None:
    phone = screen("host").join(server.access.host_code)
    for device in server.access.devices():
        server.access.change(device, lang=language)
    found = {"lobby": flaws(phone.open("/")) if phone.find("[data-game]") else {}}
    play(room.start("rollopolis", ("Anna", "Benedikta"), {}), 30, seed=1)
    for path in ("/host", "/final", "/calibrate", "/join"):
        phone.open(path).find("h1, h2, .card")
        found[path] = flaws(phone)
    assert {path: wrong for path, wrong in found.items() if wrong} == {}
