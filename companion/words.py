"""Sentences for people that can be translated later: a template and what fills it.

``say("{n} are resting", n=2)`` is an ordinary ``str`` (``"2 are resting"``), so rules, tests and logs need not
care, but it remembers its template, so that the panel can look the template up in another language.
In every text ``@0`` stands for the name of seat 0: rules know seats, only the table knows names.
"""

import re
from collections.abc import Mapping, Sequence

_SEAT = re.compile(r"@(\d)")


class Said(str):
    """A sentence that remembers its template and its arguments."""

    __slots__ = ("args", "template")
    template: str
    args: Mapping[str, object]

    def __new__(cls, template: str, args: Mapping[str, object]) -> "Said":
        said = super().__new__(cls, template.format(**args) if args else template)
        said.template = template
        said.args = args
        return said

    def __reduce__(self) -> tuple[type["Said"], tuple[str, Mapping[str, object]]]:
        return Said, (self.template, self.args)


def say(template: str, **args: object) -> Said:
    """The sentence made from a template: ``say("@{seat} takes {n} cubes", seat=0, n=2)``."""
    return Said(template, args)


def translate(text: str, catalogue: Mapping[str, str]) -> str:
    """The text in the catalogue's language; what the catalogue lacks stays as it is."""
    if isinstance(text, Said):
        template = catalogue.get(text.template, text.template)
        if not text.args:
            return template
        args = {name: translate(v, catalogue) if isinstance(v, str) else v for name, v in text.args.items()}
        return template.format(**args)
    return catalogue.get(text, text)


def with_names(text: str, names: Sequence[str]) -> str:
    """The text with ``@0``, ``@1`` … replaced by the names of the seats."""

    def name(match: re.Match[str]) -> str:
        seat = int(match.group(1))
        return names[seat] if seat < len(names) else match.group(0)

    return _SEAT.sub(name, text)
