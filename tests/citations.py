"""Which rules of a game its tests cite: in test functions, written out one by one, or in transcripts."""

import ast
import re
from functools import cache
from pathlib import Path

REPO = Path(__file__).parents[1]
GAMES = tuple(sorted(path.parent.name for path in REPO.glob("companion/games/*/rules.txt")))
RULE = re.compile(r"\b[A-Z]{2}-\d{3}\b")


def folder(game: str) -> Path:
    """Where a game's rules are."""
    return REPO / "companion" / "games" / game


@cache
def listed(game: str) -> tuple[str, ...]:
    """The numbers of all rules of a game in the order of its list."""
    text = (folder(game) / "rules.txt").read_text("utf-8")
    return tuple(line.split()[0] for line in text.splitlines())


@cache
def functions(game: str) -> dict[str, str]:
    """The text of every function in the tests of a game that pytest runs or a decorator collects, by file and name."""
    found = {}
    for path in sorted((REPO / "tests" / "games").glob(f"test_{game}_*.py")):
        text = path.read_text("utf-8")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef) and (node.name.startswith("test_") or node.decorator_list):
                first = min((node, *node.decorator_list), key=lambda part: part.lineno).lineno
                found[f"{path}::{node.name}"] = "\n".join(text.splitlines()[first - 1 : node.end_lineno])
    return found


@cache
def transcripts(game: str) -> dict[str, str]:
    """The text of every transcript of a game, by name."""
    return {path.stem: path.read_text("utf-8") for path in sorted(folder(game).glob("transcripts/*.txt"))}


def cited(game: str) -> set[str]:
    """Every rule that a test function or a transcript names."""
    return {rule for text in (*functions(game).values(), *transcripts(game).values()) for rule in RULE.findall(text)}


def named(game: str) -> set[str]:
    """Every rule that the game itself names, in its code or README."""
    texts = (path.read_text("utf-8") for path in (*folder(game).glob("*.py"), folder(game) / "README.md"))
    return {rule for text in texts for rule in RULE.findall(text)}
