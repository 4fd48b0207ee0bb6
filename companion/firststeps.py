"""The first steps at a new table: name, code, camera, calibration, lights, a test roll. Each can be skipped."""

import json
import threading
import tomllib
from dataclasses import fields
from pathlib import Path
from typing import Any

from companion import found
from companion.config import SIMULATED, Config, parse
from companion.errors import ConfigError
from companion.files import write_durably
from companion.tomlfile import put
from companion.words import say

STEPS = ("name", "code", "camera", "calibration", "lights", "roll")
FORMAT = 1
CONFIG_NAME = "companion.toml"


class FirstSteps:
    """Which steps are done, and the config that they write. What is written counts from the next start on."""

    def __init__(self, config: Config, config_file: Path | None, data: Path) -> None:
        self._config = config
        self._config_file = config_file or Path(CONFIG_NAME)
        self._is_new = config_file is None
        self._data = data
        self._file = data / "setup.json"
        self._lock = threading.Lock()
        self._kept = self._load()
        self.needs_restart = False
        """Whether something was written that the running table does not know yet."""

    @property
    def is_due(self) -> bool:
        """Whether the host should be shown the steps: never finished, on a table that is meant to last."""
        return not self._kept["finished"] and not self._is_new

    def state(self) -> dict[str, Any]:
        """Everything the page shows."""
        said = self._said()
        lights = [*found.boards(), *((("gpio://", say("lamps on the Pi's pins")),) if found.has_pins() else ())]
        return {
            "steps": [{"name": name, "state": self._kept["steps"].get(name, "open")} for name in STEPS],
            "finished": self._kept["finished"],
            "needs_restart": self.needs_restart,
            "name": said.table.name,
            "language": said.table.language,
            "camera": said.camera.url,
            "cameras": _with_present(found.cameras(), said.camera.url),
            "lights": said.lights.url,
            "boards": _with_present(tuple(lights), said.lights.url),
            "calibrated": (self._data / said.camera.profile).exists(),
        }

    def mark(self, step: str, how: str) -> None:
        """A step is ``done`` or ``skipped``."""
        if step not in STEPS or how not in ("done", "skipped", "open"):
            raise ConfigError(say("There is no step {step!r}.", step=step))
        with self._lock:
            self._kept["steps"][step] = how
            self._save()

    def finish(self) -> None:
        """The steps are not shown by themselves any more; they can be opened again at any time."""
        with self._lock:
            self._kept["finished"] = True
            self._save()

    def name_table(self, name: str, language: str) -> None:
        """What the table is called, and the panel's first language."""
        self._write({("table", "name"): name, ("table", "language"): language})
        self.mark("name", "done")

    def use_camera(self, url: str) -> None:
        """Take this camera; ``""`` = rolls are typed."""
        self._write({("camera", "url"): url})
        self.mark("camera", "done")

    def use_lights(self, url: str) -> None:
        """Take these lamps; a serial board has the buttons as well."""
        values: dict[tuple[str, str], str] = {("lights", "url"): url}
        if url.startswith("serial:"):
            values["buttons", "url"] = url
        self._write(values)
        self.mark("lights", "done")

    # ------------------------------------------------------------------------------------------ inside

    def _said(self) -> Config:
        """The config as it will be at the next start."""
        try:
            return parse(tomllib.loads(self._text()), str(self._config_file))
        except (ConfigError, tomllib.TOMLDecodeError):
            return self._config

    def _text(self) -> str:
        try:
            return self._config_file.read_text(encoding="utf-8")
        except FileNotFoundError:
            return _simulated()
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigError(f"The config file {str(self._config_file)!r} cannot be read ({error}).") from None

    def _write(self, values: dict[tuple[str, str], str]) -> None:
        """Change the config file, but only into one that is understood."""
        with self._lock:
            text = self._text()
            for (section, key), value in values.items():
                text = put(text, section, key, value)
            try:
                parse(tomllib.loads(text), str(self._config_file))
            except tomllib.TOMLDecodeError as error:
                name = str(self._config_file)
                raise ConfigError(f"The config file {name!r} is not valid TOML: {error}; mend that line.") from None
            try:
                write_durably(self._config_file, text.encode())
            except OSError as error:
                raise ConfigError(
                    say("The config could not be written ({error}); nothing was changed.", error=str(error))
                ) from None
            self.needs_restart = True

    def _load(self) -> dict[str, Any]:
        fresh = {"format": FORMAT, "steps": {}, "finished": False}
        try:
            kept = json.loads(self._file.read_text(encoding="utf-8"))
            return {**fresh, "steps": dict(kept["steps"]), "finished": bool(kept["finished"])}
        except (OSError, ValueError, KeyError, TypeError):
            return fresh

    def _save(self) -> None:
        write_durably(self._file, json.dumps(self._kept).encode())


def _with_present(offers: tuple[tuple[str, str], ...], url: str) -> list[dict[str, str]]:
    """The offers, and what is in the config already even if it is not plugged in now."""
    listed = [{"url": u, "text": text} for u, text in offers]
    if url and url not in {u for u, _ in offers}:
        text = say("Simulated, to try things out") if url.startswith("simulated:") else url
        listed.append({"url": url, "text": text})
    return listed


def _simulated() -> str:
    """The config of the simulated table: a first change must not turn it into one without a tray."""
    text = ""
    for section in fields(Config):
        url = getattr(getattr(SIMULATED, section.name), "url", "")
        text = put(text, section.name, "url", url) if url else text
    return text
