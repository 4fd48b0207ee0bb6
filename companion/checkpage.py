"""``companion check`` on one page: every part green, or with what to do; at the end the one thing to do first."""

import fcntl
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path

import click

from companion.checks import Found, checks, hands_on
from companion.condition import conditions
from companion.config import Config
from companion.lastgood import load_or_last

FIRST = ("config", "data", "disk", "journal", "last start", "power", "heat")
"""What is mended before anything else: the rest may follow from it."""
DEVICES = ("camera", "lights", "buttons")


def check_everything(
    config: Path | None, data: Path, echo: Callable[[str], object], ask: Callable[[str], bool] | None = None
) -> list[Found]:
    """Say everything that was found and return it; ``ask`` also tries each lamp and button with a person."""
    said, refused = load_or_last(config, data)
    is_running = _is_held(data)
    by_hand = hands_on(said, echo, ask) if ask is not None and not is_running else iter(())
    found: list[Found] = []
    for part in chain(conditions(data), _parts(said, refused, data, is_running), by_hand):
        found.append(part)
        echo(_line(part))
    echo(_verdict(found))
    return found


def _parts(said: Config, refused: str, data: Path, is_running: bool) -> Iterator[Found]:
    if is_running:
        # The running companion holds the devices; taking them away in the middle of a game helps nobody.
        quiet = replace(said, **{name: replace(getattr(said, name), url="") for name in DEVICES})
        yield Found("companion", True, "is running; its panel says what is wrong with camera, lights or buttons")
    else:
        quiet = said
        yield Found("companion", True, "is not running")
    for part in checks(quiet, data):
        if part.what == "config" and refused:
            yield Found("config", False, refused)
        elif not (is_running and part.what in DEVICES):
            yield part


def _is_held(data: Path) -> bool:
    """Whether a companion uses this folder now."""
    try:
        with (data / "lock").open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False


def _line(part: Found) -> str:
    mark = click.style("ok  ", fg="green") if part.ok else click.style("FIX ", fg="yellow", bold=True)
    return f"{mark} {part.what}: {part.text}"


def _verdict(found: list[Found]) -> str:
    wrong = [part for part in found if not part.ok]
    if not wrong:
        return click.style("Everything is well.", fg="green")
    first = min(wrong, key=lambda part: FIRST.index(part.what) if part.what in FIRST else len(FIRST))
    more = f" ({len(wrong) - 1} more above)" if len(wrong) > 1 else ""
    return click.style(f"Do this first: {first.what}: {first.text}{more}", fg="yellow")
