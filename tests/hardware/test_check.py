"""Trying lamps and buttons together with a person."""

from hardware.buttons.simulated import SimulatedButtons
from hardware.check import BLINKS, PATIENCE_TICKS, Steps, check_buttons, check_lights
from hardware.lights.simulated import SimulatedLights


def drive(steps: Steps, answers: list[bool], presses: dict[str, list[str]], buttons: SimulatedButtons | None = None):
    """Runs a check: what was said, what was asked, what to fix."""
    said, asked = [], []
    answer: bool | None = None
    try:
        while True:
            step = steps.send(answer)
            answer = None
            if step.asks:
                asked.append(step.text)
                answer = answers.pop(0)
            elif step.text:
                said.append(step.text)
                for name in presses.get(step.text, []):
                    assert buttons is not None
                    buttons.press(name)
    except StopIteration as end:
        return said, asked, end.value


class Watched(SimulatedLights):
    """Lamps that remember what they showed."""

    def __init__(self) -> None:
        super().__init__()
        self.film: list[tuple[bool, ...]] = []

    def show(self, colors) -> None:
        super().show(colors)
        self.film.append(tuple(any(color) for color in colors))


def test_each_lamp_blinks_alone_and_is_named() -> None:
    lights = Watched()
    said, asked, faults = drive(check_lights(lights, 2), [True, False], {})
    assert said == ["Now lamp 1 (1 of 2) blinks.", "Now lamp 2 (2 of 2) blinks."]
    assert asked == ["Did lamp 1 blink, and no other?", "Did lamp 2 blink, and no other?"]
    assert faults == ["The lamp 2 did not blink: check its wire and its place in companion.toml."]
    on_off = [(True, False), (False, False)] * BLINKS + [(True, False)]
    assert lights.film == on_off + [(b, a) for a, b in on_off] + [(False, False)]


def test_lamps_with_names_are_called_by_them() -> None:
    said, _, faults = drive(check_lights(SimulatedLights(), ["turn"]), [True], {})
    assert (said, faults) == (["Now lamp 'turn' (1 of 1) blinks."], [])


def test_each_button_is_asked_for_and_undo_held() -> None:
    buttons = SimulatedButtons(("yes", "undo"))
    presses = {
        "Press 'yes' (1 of 2).": ["yes"],
        "Press 'undo' (2 of 2).": ["undo"],
        "Now hold 'undo' down for a second.": ["undo:held"],
    }
    said, _, faults = drive(check_buttons(buttons, buttons.names), [], presses, buttons)
    assert (said, faults, buttons.lit) == (list(presses), [], frozenset())


def test_swapped_and_silent_buttons_are_told() -> None:
    buttons = SimulatedButtons(("yes", "no"))
    said, _, faults = drive(check_buttons(buttons, buttons.names), [], {"Press 'yes' (1 of 2).": ["no"]}, buttons)
    assert faults == [
        "The button 'yes' answers as 'no': swap their wires, or their pins in companion.toml.",
        "Nothing came from the button 'no': check its wires and its pin in companion.toml.",
    ]


def test_button_asked_for_is_lit_and_waited_for() -> None:
    buttons = SimulatedButtons(("yes",))
    steps = check_buttons(buttons, ("yes",))
    next(steps)
    waited = 0
    for step in steps:
        assert buttons.lit == {"yes"}
        waited += not step.text
    assert waited == PATIENCE_TICKS


def test_stuck_button_is_in_the_report() -> None:
    buttons = SimulatedButtons(("yes",))
    buttons.set_fault("button stuck", True)
    _, _, faults = drive(check_buttons(buttons, ("yes",)), [], {}, buttons)
    assert faults[-1] == "The button 'yes' has been down for a long time: free it, or check it."
