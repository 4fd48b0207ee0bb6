"""Every error we raise on purpose; its text is shown to people as it is.

A message is one sentence saying what is wrong and what to do about it.
"""


class CompanionError(Exception):
    """Something went wrong that a person can understand and act on."""


class ConfigError(CompanionError, ValueError):
    """The config file says something we do not understand."""


class IllegalEvent(CompanionError, ValueError):
    """The rules refuse this event now; ``rule`` is the rule's number, if one says so."""

    def __init__(self, reason: str, rule: str = "") -> None:
        super().__init__(reason)
        self.rule = rule


class StaleEvent(IllegalEvent):
    """The event answers a view that is no longer the present one."""


class UnclearRoll(CompanionError, ValueError):
    """What lies in the tray does not say, beyond doubt, which event happened."""


class DeviceError(CompanionError, OSError):
    """A camera, a lamp or a button cannot be used."""


class CalibrationError(CompanionError, ValueError):
    """The pictures do not allow the tray to be measured."""


class JournalError(CompanionError, OSError):
    """The record of a game cannot be opened or written."""


class PictureError(CompanionError, ValueError):
    """This file or frame cannot be read as a picture of a tray."""


def text_of(error: Exception) -> str:
    """The error's sentence as it was said, so that it can still be translated; ``str(error)`` would lose that."""
    return error.args[0] if error.args and isinstance(error.args[0], str) else str(error)
