"""Pushes every change to every open page: written once for all pages of a language, sent as server-sent events."""

import json
import logging
import threading
import time
from collections.abc import Callable, Iterator
from typing import TypeVar

from companion.errors import CompanionError
from web import present
from web.access import Access, Refused
from web.clock import Clock
from web.room import Room

log = logging.getLogger(__name__)

T = TypeVar("T", str, bytes)
MAX_STREAMS = 120
"""Of all the threads of the server so many may be held by open pages; the rest answer requests."""
PARTS = ("state", "live", "people", "switches")
SILENCE_S = 15.0
"""After so long without news a comment is sent, so that a dead connection is noticed by both ends."""
PACE_S = 0.04
"""At least so long between two writes."""
LAMPS_S = 0.25
"""At least so long between two looks at the lamps: those that pulse must not keep fifty pages busy."""


class Broadcast:
    """Composes what the pages are told, once for each change and language."""

    def __init__(self, room: Room, access: Access, clock: Clock) -> None:
        self._room, self._access, self._clock = room, access, clock
        self._changed = threading.Condition()
        self._composing = threading.Lock()
        self._keys: dict[tuple[str, str], object] = {}
        self._lamps_due = 0.0
        self._view: object = None
        self.closing = threading.Event()
        self._parts: dict[str, dict[str, tuple[int, str]]] = {}
        self._number = 0
        self._open: dict[str, int] = {}
        self._watcher: threading.Thread | None = None

    @property
    def open_pages(self) -> int:
        """How many pages listen now."""
        return sum(self._open.values())

    def close(self) -> None:
        """End every stream."""
        self.closing.set()
        with self._changed:
            self._changed.notify_all()

    def poke(self) -> None:
        """Something changed that the room does not know of: who has joined, a pause."""
        with self._changed:
            languages = tuple(self._open)
        self._compose(languages)

    def snapshot(self, language: str) -> dict[str, str]:
        """Every part as it is now."""
        self._compose((language,))
        with self._changed:
            return {part: text for part, (_, text) in self._parts[language].items()}

    def listen(self, language: str) -> Iterator[str]:
        """The endless stream for one page: everything first, then whatever changes."""
        with self._changed:
            self._open[language] = self._open.get(language, 0) + 1
            if self._watcher is None:
                self._watcher = threading.Thread(target=self._watch, name="panel-watch", daemon=True)
                self._watcher.start()
        try:
            self._compose((language,))
            seen = 0
            yield f"event: now\ndata: {time.time_ns() // 1_000_000}\n\n"
            while not self.closing.is_set():
                seen, news = self._news(language, seen)
                yield news or ": still here\n\n"
        finally:
            with self._changed:
                self._open[language] -= 1
                if not self._open[language]:
                    del self._open[language]

    def _news(self, language: str, seen: int) -> tuple[int, str]:
        with self._changed:
            self._changed.wait_for(lambda: self.closing.is_set() or self._fresh(language, seen), SILENCE_S)
            return self._number, "".join(self._fresh(language, seen))

    def _fresh(self, language: str, seen: int) -> list[str]:
        parts = self._parts.get(language, {})
        return [f"event: {name}\ndata: {text}\n\n" for name, (number, text) in parts.items() if number > seen]

    def _watch(self) -> None:
        """Follow the room for as long as anybody listens."""
        version = -1
        while not self.closing.is_set():
            version = self._room.wait(version, 1.0)
            with self._changed:
                languages = tuple(self._open)
                if not languages:
                    self._watcher = None
                    return
            self._compose(languages)
            time.sleep(PACE_S)

    def _compose(self, languages: tuple[str, ...]) -> None:
        with self._composing:  # one at a time, so that an older text never replaces a newer one
            lamps = time.monotonic() >= self._lamps_due
            for language in languages:
                for part in PARTS:
                    if part != "switches" or lamps or part not in self._parts.get(language, {}):
                        self._renew(language, part)
            if lamps:
                self._lamps_due = time.monotonic() + LAMPS_S

    def _renew(self, language: str, part: str) -> None:
        key = self._key(part)
        if key is not None and self._keys.get((language, part)) == key:
            return
        try:
            self._keep(language, part, json.dumps(self._write(part, language), separators=(",", ":")))
            self._keys[language, part] = key
        except CompanionError as error:
            log.warning("The panel could not be told about %s: %s", part, error)

    def _key(self, part: str) -> object:
        """What a part depends on, if that is cheaper to compare than the part; None = write it and see."""
        table = self._room.table
        if part == "state":
            # A view is replaced, never changed: the same object means that nothing was played, undone or corrected.
            self._view = table.view if table else None
            shown = (table.id, id(self._view)) if table else None
            return shown, tuple(self._room.notices()), self._clock.version
        return self._access.version if part == "people" else None

    def _write(self, part: str, language: str) -> object:
        names = self._room.table.names if self._room.table else ()
        writers: dict[str, Callable[[], object]] = {
            "state": lambda: present.state(self._room, self._clock, language),
            "live": lambda: present.show_live(self._room.live(), language, names),
            "people": lambda: present.show_people(self._access),
            "switches": lambda: present.show_switches(self._room, language),
        }
        return writers[part]()

    def _keep(self, language: str, part: str, text: str) -> None:
        with self._changed:
            parts = self._parts.setdefault(language, {})
            if part in parts and parts[part][1] == text:
                return
            self._number += 1
            parts[part] = (self._number, text)
            self._changed.notify_all()


def moving_picture(room: Room, closing: threading.Event) -> Iterator[bytes]:
    """The camera as a stream of JPEG pictures: lively while something moves, once a second while nothing does."""
    number = -1
    while not closing.is_set():
        shot = room.wait_frame(number, 1.0)
        if shot is None:
            yield b"\r\n"  # no camera: keep the connection, it comes back by itself
            continue
        number, jpeg = shot
        head = b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(jpeg)
        yield head + jpeg + b"\r\n"
        closing.wait(0.07 if room.live().state in ("moving", "hand", "settling") else 1.0)


class Gauge:
    """Counts open streams and refuses one too many."""

    def __init__(self, most: int = MAX_STREAMS) -> None:
        self._most, self._open = most, 0

    def held(self, stream: Iterator[T]) -> Iterator[T]:
        """The stream, counted while it lasts."""
        if self._open >= self._most:
            raise Refused("Too many pages are open; close one and load this one again.", 503)
        return self._counted(stream)

    def _counted(self, stream: Iterator[T]) -> Iterator[T]:
        self._open += 1
        try:
            yield from stream
        finally:
            self._open -= 1
