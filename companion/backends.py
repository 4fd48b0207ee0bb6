"""Opens a device by its URL: the scheme names the one module that implements it.

``open_device("hardware.lights", "wled+http://strip.local")`` imports ``hardware.lights.wled_http`` and returns
what its ``open(url)`` returns. Unknown scheme and missing library are different troubles with different cures.
"""

import importlib
import pkgutil
from collections.abc import Mapping
from typing import Any

from companion.errors import ConfigError, DeviceError

INSTALL: Mapping[str, str] = {
    "picamera2": "sudo apt install python3-picamera2",
    "libcamera": "sudo apt install python3-libcamera",
    "gpiozero": "pip install 'table-companion[pi]'",
    "lgpio": "pip install 'table-companion[pi]'",
    "RPi": "pip install 'table-companion[pi]'",
    "serial": "pip install pyserial",
}
"""How to get a library that a backend imports and the machine lacks."""


def schemes(package: str) -> list[str]:
    """The URL schemes a package of backends knows."""
    paths = importlib.import_module(package).__path__
    return sorted(m.name.replace("_", "+") for m in pkgutil.iter_modules(paths) if not m.name.startswith("_"))


def open_device(package: str, url: str, **options: Any) -> Any:
    """The opened device; raises ConfigError for an unknown scheme, DeviceError if it cannot be opened."""
    scheme, separator, _ = url.partition("://")
    known = schemes(package)
    if not separator or scheme not in known:
        kind = package.rpartition(".")[2]
        raise ConfigError(f"{url!r} names no {kind} we know; write one of {', '.join(s + '://' for s in known)}.")
    try:
        backend = importlib.import_module(f"{package}.{scheme.replace('+', '_')}")
        return backend.open(url, **options)
    except ModuleNotFoundError as missing:
        library = (missing.name or "").partition(".")[0]
        cure = INSTALL.get(library, f"pip install {library}")
        raise DeviceError(f"{url} needs the library {library!r}, which is not installed; run: {cure}") from missing
