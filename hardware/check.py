"""Tries each lamp and each button in turn, together with a person (no terminal in here: steps out, answers in).

Both functions are generators. Show the text of each step, if it has one. If the step ``asks``, send True or False;
otherwise come back after TICK_S. What a generator returns at its end is a list of sentences: what to fix.
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass

from hardware.buttons import HELD, Buttons
from hardware.lights import Color, Lights

TICK_S = 0.05
BLINKS = 3
_BLINK_TICKS = 6
PATIENCE_TICKS = int(15 / TICK_S)
WHITE: Color = (160, 160, 160)
DARK: Color = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class Step:
    """Something to say, or ``""`` if only time must pass; ``asks`` = a yes or no is wanted."""

    text: str = ""
    asks: bool = False


Steps = Generator[Step, bool | None, list[str]]


def check_lights(lights: Lights, names: Sequence[str] | int) -> Steps:
    """Blink and name each lamp, one after the other, and ask whether it did."""
    called = [f"lamp {i + 1}" for i in range(names)] if isinstance(names, int) else [f"lamp {name!r}" for name in names]
    faults = []
    for number, name in enumerate(called):
        yield Step(f"Now {name} ({number + 1} of {len(called)}) blinks.")
        yield from _blink(lights, number, len(called))
        if not (yield Step(f"Did {name} blink, and no other?", asks=True)):
            faults.append(f"The {name} did not blink: check its wire and its place in companion.toml.")
    lights.show((DARK,) * len(called))
    if lights.notice:
        faults.append(lights.notice)
    return faults


def _blink(lights: Lights, number: int, count: int) -> Generator[Step, bool | None, None]:
    dark = (DARK,) * count
    only = (*dark[:number], WHITE, *dark[number + 1 :])
    for _ in range(BLINKS):
        for picture in (only, dark):
            lights.show(picture)
            for _ in range(_BLINK_TICKS):
                yield Step()
    lights.show(only)  # stays on while the person answers


def check_buttons(buttons: Buttons, names: Sequence[str]) -> Steps:
    """Light and ask for each button in turn; the last one is also to be held."""
    faults = []
    buttons.pressed()
    for number, name in enumerate(names):
        yield Step(f"Press {name!r} ({number + 1} of {len(names)}).")
        fault = yield from _await(buttons, name, names)
        faults += [fault] if fault else []
    if "undo" in names and not faults:
        yield Step("Now hold 'undo' down for a second.")
        fault = yield from _await(buttons, "undo" + HELD, names)
        faults += [fault] if fault else []
    buttons.light(())
    if buttons.notice:
        faults.append(buttons.notice)
    return faults


def _await(buttons: Buttons, wanted: str, names: Sequence[str]) -> Generator[Step, bool | None, str]:
    """``""`` once the wanted button was pressed, or a sentence about what happened instead."""
    buttons.light((wanted.removesuffix(HELD),))
    for _ in range(PATIENCE_TICKS):
        for name in buttons.pressed():
            if name == wanted:
                return ""
            if not name.endswith(HELD) and name != wanted.removesuffix(HELD):
                return f"The button {wanted!r} answers as {name!r}: swap their wires, or their pins in companion.toml."
        yield Step()
    return f"Nothing came from the button {wanted!r}: check its wires and its pin in companion.toml."
