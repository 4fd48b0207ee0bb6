"""``companion.toml`` read into frozen values; a key we do not know is an error, not a shrug.

Each field carries its own explanation, from which the annotated sample is written, so the two cannot drift apart.
"""

import difflib
import tomllib
from dataclasses import MISSING, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from companion.errors import ConfigError


def _key(default: Any, text: str) -> Any:
    """A config field with its explanation."""
    if isinstance(default, dict):
        return field(default_factory=dict, metadata={"text": text})
    return field(default=default, metadata={"text": text})


@dataclass(frozen=True, slots=True)
class TableConfig:
    """[table]"""

    name: str = _key("Table", "What this table is called on the panel and in records.")
    language: str = _key("en", "The panel's first language: en or de. Each phone may choose its own.")


@dataclass(frozen=True, slots=True)
class CameraConfig:
    """[camera]"""

    url: str = _key("", "picamera://0, usb://0, replay://FOLDER-OR-FILM or simulated://. Empty: rolls are typed.")
    profile: str = _key("profile.json", "What calibration measured; a name in the data folder.")


@dataclass(frozen=True, slots=True)
class LightsConfig:
    """[lights]"""

    url: str = _key(
        "", "gpio://, serial:///dev/ttyUSB0, wled:///dev/ttyUSB0, wled+http://HOST, console://. Empty: none."
    )
    count: int = _key(24, "How many lamps there are.")
    brightness: float = _key(0.6, "From 0 (off) to 1 (full).")
    quiet: bool = _key(False, "Only steady lights: nothing blinks or runs.")
    pins: dict[str, Any] = _key({}, "Lamps on GPIO pins: red = 17, or turn = { red = 17, green = 27, blue = 22 }.")


@dataclass(frozen=True, slots=True)
class ButtonsConfig:
    """[buttons]"""

    url: str = _key("", "gpio://, serial:///dev/ttyUSB0, keyboard://. Empty: none.")
    pins: dict[str, Any] = _key({}, "Buttons on GPIO pins: yes = 5, no = 6, next = 13, undo = 19.")


@dataclass(frozen=True, slots=True)
class PanelConfig:
    """[panel]"""

    host: str = _key("0.0.0.0", "Where the panel listens; 127.0.0.1 = this machine only.")
    port: int = _key(8000, "The panel's port.")
    code: str = _key("", "The table code that phones need to join. Empty: one is made at the first start and kept.")


@dataclass(frozen=True, slots=True)
class EvidenceConfig:
    """[evidence]"""

    keep: bool = _key(True, "Keep the photograph of every roll.")
    budget_mb: int = _key(2000, "Room for photographs; the oldest make way, their fingerprints stay.")
    reserve_mb: int = _key(300, "Room that stays free on the disk; photographs make way for it, games never.")


@dataclass(frozen=True, slots=True)
class NetworkConfig:
    """[network]"""

    broker: str = _key("", "A game night's broker: mqtt://HOST, or mqtts://HOST with TLS. Empty: nothing is published.")
    table: str = _key("", "This table's name on the broker, such as table-07. Empty: made from the name above.")
    user: str = _key("", "The table's user name on the broker; the sample rules want it to be the table's name.")
    password: str = _key("", "Its password.")
    ca: str = _key("", "The certificate that the broker's own is checked with, for mqtts. Empty: those of the system.")
    home_assistant: bool = _key(False, "Let Home Assistant find this table's scores, phase, turn and buttons.")


@dataclass(frozen=True, slots=True)
class Config:
    """Everything ``companion.toml`` can say."""

    table: TableConfig = field(default_factory=TableConfig)
    camera: CameraConfig = field(default_factory=CameraConfig)
    lights: LightsConfig = field(default_factory=LightsConfig)
    buttons: ButtonsConfig = field(default_factory=ButtonsConfig)
    panel: PanelConfig = field(default_factory=PanelConfig)
    evidence: EvidenceConfig = field(default_factory=EvidenceConfig)
    network: NetworkConfig = field(default_factory=NetworkConfig)


SIMULATED = Config(
    camera=CameraConfig(url="simulated://"),
    lights=LightsConfig(url="simulated://"),
    buttons=ButtonsConfig(url="simulated://"),
)
"""What runs when there is no config at all. A config that names a real device never becomes a simulated one."""


def safe(config: Config) -> Config:
    """The same table with panel and games only: no camera, no lights, no buttons, no network."""
    return replace(
        config,
        camera=replace(config.camera, url=""),
        lights=replace(config.lights, url=""),
        buttons=replace(config.buttons, url=""),
        network=replace(config.network, broker=""),
    )


def load(path: Path | None) -> Config:
    """The config in a file; without a file the simulated table."""
    if path is None:
        return SIMULATED
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ConfigError(f"There is no config file {str(path)!r}; 'companion check --example' prints one.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(
            f"The config file {str(path)!r} cannot be read ({error}); check its name and rights."
        ) from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"The config file {str(path)!r} is not valid TOML: {error}; mend that line.") from None
    read = parse(content, str(path))
    if not read.network.ca:
        return read
    # The certificate lies beside the config, wherever the companion is started from.
    return replace(read, network=replace(read.network, ca=str(path.parent / read.network.ca)))


def parse(content: dict[str, Any], file: str) -> Config:
    """The config in a parsed TOML document."""
    sections = {f.name: f.default_factory for f in fields(Config)}
    read = {}
    for name, keys in content.items():
        if name not in sections:
            raise ConfigError(_unknown(file, f"section [{name}]", name, list(sections)))
        if not isinstance(keys, dict):
            raise ConfigError(f"{file}: {name!r} must be a section; write [{name}] on a line of its own.")
        read[name] = _section(sections[name], keys, file, name)
    return Config(**read)


def _section(kind: Any, keys: dict[str, Any], file: str, section: str) -> Any:
    known = {f.name: f for f in fields(kind)}
    values = {}
    for key, value in keys.items():
        if key not in known:
            raise ConfigError(_unknown(file, f"key {key!r} in [{section}]", key, list(known)))
        values[key] = _typed(value, _default(known[key]), f"{file}: {key!r} in [{section}]")
    return kind(**values)


def _default(key: Any) -> Any:
    return key.default_factory() if key.default is MISSING else key.default


def _typed(value: Any, like: Any, where: str) -> Any:
    """The value, if it has the type of the default; a whole number may stand for a broken one."""
    if isinstance(like, float) and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if type(value) is not type(like):
        raise ConfigError(f"{where} is {value!r}; write something like {_toml(like)}.")
    if isinstance(like, float) and not 0.0 <= value <= 1.0:
        raise ConfigError(f"{where} is {value!r}; write a number from 0 to 1.")
    if type(like) is int and not 0 <= value <= 10_000_000:
        raise ConfigError(f"{where} is {value!r}; write a whole number from 0 upwards.")
    return value


def _unknown(file: str, what: str, name: str, known: list[str]) -> str:
    near = difflib.get_close_matches(name, known, n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(known)}."
    return f"{file}: unknown {what}; {hint}"


def example() -> str:
    """An annotated sample of the whole config, with the values of the simulated table."""
    lines = ["# companion.toml: everything here has a default; keep only what you change.", ""]
    for part in fields(Config):
        section = getattr(SIMULATED, part.name)
        lines.append(f"[{part.name}]")
        for key in fields(section):
            lines += [f"# {key.metadata['text']}", f"{key.name} = {_toml(getattr(section, key.name))}"]
        lines.append("")
    return "\n".join(lines)


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k} = {_toml(v)}" for k, v in value.items()) + "}"
    return f'"{value}"' if isinstance(value, str) else str(value)
