"""Where everything of an installed companion lies."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

SERVICE = "table-companion"
USER = "companion"
GROUPS = ("video", "render", "gpio", "dialout", "i2c", "spi", "input")
"""What the camera, the pins and the serial board belong to on Raspberry Pi OS; those a machine lacks are left out."""
KEPT_VERSIONS = 2
"""The one that runs and the one to go back to."""


@dataclass(frozen=True, slots=True)
class Places:
    """The folders and files; ``root`` is another one than ``/`` only to look at what would be written."""

    root: Path = Path("/")

    @property
    def program(self) -> Path:
        """Every installed version, and a link to the one in use."""
        return self.root / "opt" / SERVICE

    @property
    def current(self) -> Path:
        """The link to the version in use."""
        return self.program / "current"

    @property
    def home(self) -> Path:
        """The user's home: config and data, which nothing here ever deletes."""
        return self.root / "var/lib" / SERVICE

    @property
    def data(self) -> Path:
        """Games, photographs and profile."""
        return self.home / "data"

    @property
    def config(self) -> Path:
        """The config; the panel's set-up writes it, so it belongs to the user."""
        return self.home / "companion.toml"

    @property
    def unit(self) -> Path:
        """The service file."""
        return self.root / "etc/systemd/system" / f"{SERVICE}.service"

    @property
    def rules(self) -> Path:
        """The rules that give the serial board a name that stays."""
        return self.root / "etc/udev/rules.d" / f"70-{SERVICE}.rules"

    @property
    def before(self) -> Path:
        """What an upgrade puts aside so that it can go back."""
        return self.home / "before-upgrade"
