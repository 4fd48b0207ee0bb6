"""How meeples, cubes and numbers are named in sentences."""

from collections import Counter
from collections.abc import Iterable

from companion.games.rolling_heights.state import color_of, ordered, pose_of


def color_name(color: str) -> str:
    """The colour as people say it."""
    return color.replace("-", " ")


def listed(colors: Iterable[str]) -> str:
    """Colours counted: ``2 brown, 1 navy gray``."""
    counts = Counter(ordered(colors))
    return ", ".join(f"{n} {color_name(c)}" for c, n in counts.items())


def meeple_name(word: str) -> str:
    """One meeple with its pose: ``brown hard``."""
    pose = pose_of(word)
    return f"{color_name(color_of(word))} {pose}" if pose else color_name(word)


def meeple_names(words: Iterable[str]) -> str:
    """Meeples with their poses, counted: ``2 brown hard, 1 blue exhausted``."""
    counts = Counter(ordered(words))
    return ", ".join(f"{n} {meeple_name(w)}" for w, n in counts.items())


def plural(n: int, one: str, many: str) -> str:
    """``1 cube``, ``2 cubes``."""
    return f"{n} {one if n == 1 else many}"


def counted(words: Iterable[str]) -> str:
    """Any words counted: ``2 power, 1 wood``."""
    return ", ".join(f"{n} {word.replace('-', ' ')}" for word, n in Counter(words).items()) or "nothing"
