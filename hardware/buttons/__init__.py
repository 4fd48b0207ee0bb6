"""Buttons: one module for each way to have them, each with ``open(url, config)``."""

from collections.abc import Collection
from typing import Protocol

HELD = ":held"
"""A button that stays down gives its name at once and, after a second, its name with this: ``undo``, ``undo:held``."""

NAMES = ("yes", "no", "next", "undo", "1", "2", "3", "4")
"""What buttons are called unless the config says otherwise."""

STUCK_S = 20.0
"""A finger does not stay so long: the button is stuck or its wire is short-circuited."""


class Buttons(Protocol):
    """Some buttons with names."""

    def pressed(self) -> list[str]:
        """The names pressed since the last call, oldest first, without waiting; raises DeviceError if they are gone."""

    def light(self, names: Collection[str]) -> None:
        """Light exactly these buttons, where buttons have lights."""

    def close(self) -> None:
        """Let go of the device; it can be opened again at once."""

    @property
    def notice(self) -> str:
        """A sentence about trouble that may pass by itself, such as a stuck button; ``""`` = all is well."""


def stuck_notice(name: str, where: str = "") -> str:
    """What to say of a button that does not come up again."""
    place = f" and its wire at {where}" if where else ""
    return f"The button {name!r} has been down for a long time: free it, or check it{place}."
