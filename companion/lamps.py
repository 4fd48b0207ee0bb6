"""The loop of lights and buttons: show what the table awaits, take what is pressed."""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from companion.backends import open_device
from companion.changes import Changes
from companion.config import ButtonsConfig, Config, LightsConfig
from companion.errors import CompanionError, IllegalEvent, text_of
from companion.link import Link
from companion.model import View
from companion.notices import Notices
from companion.table import Table
from companion.trays import Trays
from companion.words import say
from hardware.answers import UNDO, Answers
from hardware.buttons import NAMES
from hardware.scene import MOOD_NS, scene

log = logging.getLogger(__name__)

TICK_S = 1 / 30
BLINK_NS = 3_000_000_000
TROUBLED = ("camera", "lights", "buttons", "watching", "evidence", "resume")
"""Notices under these keys make the lamps ask for help."""

Colors = tuple[tuple[int, int, int], ...]


def _nobody(_: str) -> None:
    """Tell nobody else of a pressed button."""


class Lamps:
    """The lights and buttons of one table. ``tick`` is one turn of the loop; ``run`` turns until stopped."""

    def __init__(  # noqa: PLR0913, PLR0917 - what the lamps show and whom the buttons tell
        self,
        config: Config,
        table: Callable[[], Table | None],
        trays: Trays,
        notices: Notices,
        changes: Changes,
        pressed: Callable[[str], None] = _nobody,
    ) -> None:
        self._config = config
        self._pressed = pressed
        self._table = table
        self._trays = trays
        self._notices = notices
        self._changes = changes
        self._lights = _link("lights", "hardware.lights", config.lights, notices)
        self._buttons = _link("buttons", "hardware.buttons", config.buttons, notices)
        names = tuple(config.buttons.pins) or NAMES
        self._answers = Answers(names)
        self._lock = threading.Lock()
        self._view: View | None = None
        self._view_since_ns = 0
        self._blink_until_ns = 0
        self.shown: Colors = ()
        self.stopping = threading.Event()
        self.beat_s = time.monotonic()
        """When the loop last came round."""

    def blink(self) -> None:
        """Light every lamp for a moment."""
        self._blink_until_ns = time.monotonic_ns() + BLINK_NS

    def devices(self) -> tuple[Any, ...]:
        """The devices, for the faults of simulated ones."""
        return tuple(link.last for link in (self._lights, self._buttons) if link and link.last is not None)

    def tick(self, now_ns: int) -> None:
        """Take what was pressed and light the lamps."""
        if self._buttons:
            for name in self._buttons.use(lambda buttons: buttons.pressed()) or ():
                self._pressed(name)
                self.obey(name)
        self.shown = self._colors(now_ns)
        if now_ns < self._blink_until_ns:
            level = round(255 * self._config.lights.brightness)
            self.shown = ((level, level, level),) * len(self.shown)
        if self._lights:
            self._lights.use(lambda lights: lights.show(self.shown))
        if self._buttons:
            lit = tuple(name for name, _ in self.meanings())
            self._buttons.use(lambda buttons: buttons.light(lit))
        self._pass_on_notices()

    def run(self) -> None:
        """Turn until stopped."""
        while not self.stopping.wait(TICK_S):
            self.beat_s = time.monotonic()
            self.tick(time.monotonic_ns())
        for link in (self._lights, self._buttons):
            if link:
                link.close()

    def _colors(self, now_ns: int) -> Colors:
        table, live = self._table(), self._trays.live
        view = table.view if table else None
        if view is not self._view:
            self._view, self._view_since_ns = view, now_ns
        said = self._config.lights
        return scene(
            view,
            now_ns,
            lamps=tuple(said.pins) or said.count,
            rolling=live.state in ("moving", "settling"),
            asking=bool(live.unclear),
            corrected=table is not None and table.was_corrected,
            trouble=any(n.key in TROUBLED for n in self._notices.all()),
            age_ns=min(now_ns - self._view_since_ns, MOOD_NS),
            brightness=said.brightness,
            quiet=said.quiet,
        )

    def _pass_on_notices(self) -> None:
        """What a device says of itself while it still works: a stuck button, a wire that loses bytes."""
        for link in (self._lights, self._buttons):
            if link and link.device is not None:
                self._notices.put(f"{link.name} say", getattr(link.device, "notice", ""))

    # ------------------------------------------------------------------------------------------ buttons

    def meanings(self) -> tuple[tuple[str, str], ...]:
        """(name, what it means right now) of every button that means something."""
        table = self._table()
        if table is None:
            return ()
        with self._lock:
            means = [(name, answer.label) for name, answer in self._answers.now(table.view).items()]
        if self._may_undo(table) is not None:
            means.append(("undo", say("Hold to undo")))
        return tuple(means)

    def press(self, name: str) -> None:
        """Press a button of the simulated table; ``undo:held`` holds it down."""
        device = self._buttons.device if self._buttons else None
        if device is None or not hasattr(device, "press"):
            raise IllegalEvent(say("Only simulated buttons can be pressed from the panel."))
        device.press(name)

    def obey(self, name: str) -> None:
        """Do what a pressed button means; what the rules refuse becomes a notice."""
        table = self._table()
        if table is None:
            return
        view = table.view
        try:
            if name == UNDO:
                seat = self._may_undo(table)
                if seat is None:
                    raise IllegalEvent(table.may_undo(0 if view.turn is None else view.turn))
                table.undo(seat, "button", view.numbers[seat])
            else:
                with self._lock:
                    event = self._answers.press(view, name)
                if event is not None:
                    table.submit(event, "button", view.numbers[event.seat])
            self._notices.drop("button")
            self._changes.changed()
        except CompanionError as error:
            log.info("button %s: %s", name, error)
            self._notices.put("button", text_of(error))

    @staticmethod
    def _may_undo(table: Table) -> int | None:
        """The seat whose last action can be undone now: a button on the table belongs to nobody."""
        return next((seat for seat in range(len(table.names)) if not table.may_undo(seat)), None)


def _link(name: str, package: str, said: LightsConfig | ButtonsConfig, notices: Notices) -> Link[Any] | None:
    if not said.url:
        return None
    return Link(name, lambda: open_device(package, said.url, config=asdict(said)), notices)
