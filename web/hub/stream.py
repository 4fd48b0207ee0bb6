"""Pushes changes to every open page of the hub: only the tables that changed, written once for each language."""

import json
import threading
import time
from collections.abc import Iterator

from companion.hub.hub import Hub
from web.hub import present
from web.language import Speaker

PACE_S = 0.25
"""At least so long between two looks: faster than people read, slow enough for two hundred busy tables."""
SILENCE_S = 15.0
EVENING = "evening"


class _Pages:
    """What all pages of one language have been told."""

    def __init__(self) -> None:
        self.rows: dict[str, tuple[tuple[int, int], int, str]] = {}
        """Name -> (what it was written from, number of the change, JSON)."""
        self.parts: dict[str, tuple[int, str]] = {}
        self.evening_from: object = None


class HubBroadcast:
    """Composes what the pages are told, for as long as anybody looks."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._changed = threading.Condition()
        self._composing = threading.Lock()
        self._languages: dict[str, _Pages] = {}
        self._open: dict[str, int] = {}
        self._number = 0
        self._watcher: threading.Thread | None = None
        self.closing = threading.Event()

    def close(self) -> None:
        """End every stream."""
        self.closing.set()
        with self._changed:
            self._changed.notify_all()

    def snapshot(self, language: str, *, evening: bool = False) -> dict[str, object]:
        """Everything as it is now, for the first picture of a page; the evening only if it shows it: it grows long."""
        self._compose(language)
        with self._changed:
            pages = self._languages[language]
            rows = [json.loads(text) for _, _, text in pages.rows.values()]
            parts = {name: json.loads(text) for name, (_, text) in pages.parts.items() if evening or name != EVENING}
            return {"tables": rows, **parts}

    def listen(self, language: str, *, evening: bool = False) -> Iterator[str]:
        """The endless stream for one page: everything first, then whatever changes."""
        with self._changed:
            self._open[language] = self._open.get(language, 0) + 1
            if self._watcher is None:
                self._watcher = threading.Thread(target=self._watch, name="hub-watch", daemon=True)
                self._watcher.start()
        try:
            self._compose(language)
            seen = 0
            while not self.closing.is_set():
                seen, news = self._news(language, seen, evening)
                yield news or ": still here\n\n"
        finally:
            with self._changed:
                self._open[language] -= 1
                if not self._open[language]:
                    del self._open[language]

    def _news(self, language: str, seen: int, evening: bool) -> tuple[int, str]:
        with self._changed:
            self._changed.wait_for(lambda: self.closing.is_set() or self._number > seen, SILENCE_S)
            pages = self._languages[language]
            rows = [text for _, number, text in pages.rows.values() if number > seen]
            news = [f"event: tables\ndata: [{','.join(rows)}]\n\n"] if rows else []
            for name, (number, text) in pages.parts.items():
                if number > seen and (evening or name != EVENING):
                    news.append(f"event: {name}\ndata: {text}\n\n")
            return self._number, "".join(news)

    def _watch(self) -> None:
        version = -1
        while not self.closing.is_set():
            version = self._hub.wait(version, 1.0)
            with self._changed:
                languages = tuple(self._open)
                if not languages:
                    self._watcher = None
                    return
            for language in languages:
                self._compose(language)
            time.sleep(PACE_S)

    def _compose(self, language: str) -> None:
        with self._composing:
            pages = self._languages.setdefault(language, _Pages())
            for desk in self._hub.desks():
                version = (desk.kept.id, desk.version)
                known = pages.rows.get(desk.kept.name)
                if known is None or known[0] != version:
                    text = json.dumps(present.row(desk, language), separators=(",", ":"))
                    self._keep_row(pages, desk.kept.name, version, text)
            speak = Speaker(language)
            self._keep_part(pages, "hub", json.dumps({"notices": [speak(n) for n in self._hub.notices()]}))
            made_from = (self._hub.judge.version, len(pages.rows), self._hub.wanderers())
            if pages.evening_from != made_from:
                self._keep_part(pages, EVENING, json.dumps(present.evening(self._hub, language)))
                pages.evening_from = made_from

    def _keep_row(self, pages: _Pages, name: str, version: tuple[int, int], text: str) -> None:
        with self._changed:
            known = pages.rows.get(name)
            if known is not None and known[2] == text:
                pages.rows[name] = (version, known[1], text)
                return
            self._number += 1
            pages.rows[name] = (version, self._number, text)
            self._changed.notify_all()

    def _keep_part(self, pages: _Pages, name: str, text: str) -> None:
        with self._changed:
            known = pages.parts.get(name)
            if known is None or known[1] != text:
                self._number += 1
                pages.parts[name] = (self._number, text)
                self._changed.notify_all()
