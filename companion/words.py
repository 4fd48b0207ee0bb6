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


def listed(parts: Sequence[str], joint: str = ", ") -> str:
    """The parts one after another, each of which can still be translated."""
    names = [f"part{i}" for i in range(len(parts))]
    return say(joint.join(f"{{{name}}}" for name in names), **dict(zip(names, parts, strict=True)))


def translate(text: str, catalogue: Mapping[str, str], missing: set[str] | None = None) -> str:
    """The text in the catalogue's language; what the catalogue lacks stays as it is and is put into ``missing``.

    A sentence is looked up as a whole. A short plain text that is not there may be a list of things, such as
    ``2 wood, 1 glass``: it is looked up with its numbers as blanks (``{n} wood``), and then part by part.
    """
    if not catalogue:
        return text
    if isinstance(text, Said):
        template = _sentence(text.template, catalogue, missing)
        if not text.args:
            return template
        args = {n: translate(v, catalogue, missing) if isinstance(v, str) else v for n, v in text.args.items()}
        return template.format(**args)
    return _list(text, catalogue, missing)


_BLANK = re.compile(r"@?\{.*?\}|@\d")
_LETTERS = re.compile(r"[^\W\d_]{2}")
_SIGN = re.compile(r"[A-Z]{1,2}-\d+[a-z]?|[A-Z]{2,4}|\w+(\.\w+)+")
"""Numbers of rules and rounds, names of printed values: the same in every language."""
_NUMBER = re.compile(r"(?<![\w{@])\d+(?![\w}])")
_JOINT = re.compile(r"(, |; |: | \+ |\+| · | = |/| → | ?\(|\)|–| and | or | (?=[@♜]))")
_SIGNS = re.compile(r"([^\w@{]+|@\d )(.*)", re.DOTALL)
_COUNTED = re.compile(r"(\d+[ ×]+)?(.*?)( \d+[A-Z]?|[ ★✓?!.]+)?", re.DOTALL)


def _sentence(text: str, catalogue: Mapping[str, str], missing: set[str] | None) -> str:
    found = catalogue.get(text)
    if found is None and missing is not None and _LETTERS.search(_BLANK.sub("", text)):
        missing.add(text)
    return text if found is None else found


def _list(text: str, catalogue: Mapping[str, str], missing: set[str] | None) -> str:
    """The whole text, or the same text with other numbers, or its parts."""
    if text in catalogue or not _LETTERS.search(_BLANK.sub("", text)) or _SIGN.fullmatch(text):
        return catalogue.get(text, text)
    if found := _numbered(text, catalogue):
        return found
    if text[-1] in ".?!" and " " in text.strip():
        return _sentence(text, catalogue, missing)
    if signs := _SIGNS.fullmatch(text):
        return signs[1] + _list(signs[2], catalogue, missing)
    parts = _JOINT.split(text)
    if len(parts) > 1:
        return "".join(_part(part, catalogue, missing) for part in parts)
    before, core, after = (part or "" for part in _COUNTED.fullmatch(text).groups())  # type: ignore[union-attr]
    if core != text:
        return before + _list(core, catalogue, missing) + after
    head, _, tail = text.rpartition(" ")
    if head in catalogue and tail in catalogue:
        return f"{catalogue[head]} {catalogue[tail]}"
    return _sentence(text, catalogue, missing)


def _part(text: str, catalogue: Mapping[str, str], missing: set[str] | None) -> str:
    if _JOINT.fullmatch(text):
        return text.replace(word, catalogue.get(word, word)) if (word := text.strip()) in ("and", "or") else text
    return _list(text, catalogue, missing)


def _numbered(text: str, catalogue: Mapping[str, str]) -> str | None:
    """The text, looked up with ``{n}``, ``{n2}`` … for its numbers."""
    numbers = _NUMBER.findall(text)
    blanks = [f"{{n{i + 1}}}" if i else "{n}" for i in range(len(numbers))]
    asked = iter(blanks)
    found = catalogue.get(_NUMBER.sub(lambda _: next(asked), text)) if numbers else None
    for blank, number in zip(blanks, numbers, strict=True):
        found = found.replace(blank, number) if found else None
    return found


def with_names(text: str, names: Sequence[str]) -> str:
    """The text with ``@0``, ``@1`` … replaced by the names of the seats."""

    def name(match: re.Match[str]) -> str:
        seat = int(match.group(1))
        return names[seat] if seat < len(names) else match.group(0)

    return _SEAT.sub(name, text)
