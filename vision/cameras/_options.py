"""Reads what a camera's URL asks for; whatever we do not understand is refused with a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import parse_qsl, unquote

from companion.errors import ConfigError
from companion.words import say


def place(url: str) -> str:
    """What stands between the scheme and the options: a number, a path."""
    return unquote(url.partition("://")[2].partition("?")[0])


def options(url: str, defaults: Mapping[str, str]) -> dict[str, str]:
    """The options of the URL, filled up with the defaults."""
    given = dict(parse_qsl(url.partition("?")[2], keep_blank_values=True))
    for name in given:
        if name not in defaults:
            known = ", ".join(defaults)
            raise ConfigError(
                say("{url!r} has the unknown option {name!r}; known are {known}.", url=url, name=name, known=known)
            )
    return {**defaults, **given}


def size(text: str) -> tuple[int, int]:
    """A picture size written as ``1280x720``."""
    width, cross, height = text.partition("x")
    if not (
        cross and width.isdigit() and height.isdigit() and 160 <= int(width) <= 9999 and 120 <= int(height) <= 9999
    ):
        raise ConfigError(say("size={text!r} is no picture size; write it like 1280x720.", text=text))
    return int(width), int(height)


def number(name: str, text: str, low: float, high: float) -> float:
    """A number between two bounds."""
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not low <= value <= high:
        raise ConfigError(
            say(
                "{name}={text!r} does not do; write a number from {low} to {high}.",
                name=name,
                text=text,
                low=low,
                high=high,
            )
        )
    return value


def word(name: str, text: str, known: tuple[str, ...]) -> str:
    """One of some words."""
    if text not in known:
        raise ConfigError(
            say("{name}={text!r} does not do; choose one of {known}.", name=name, text=text, known=", ".join(known))
        )
    return text
