"""Every numbered rule is proven somewhere: by a test function that cites it, or by a transcript."""

import ast
import re
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "companion" / "games" / "rolling_heights"
RULE = re.compile(r"RH-\d{3}")
VECTORS = [*range(1, 12), *range(20, 68), *range(70, 115)]


def rule_numbers() -> list[str]:
    return [line.split()[0] for line in (FOLDER / "rules.txt").read_text(encoding="utf-8").splitlines()]


@cache
def functions_by_name() -> dict[str, str]:
    """The text of every other test function of this game, by name."""
    found = {}
    for path in Path(__file__).parent.glob("test_rolling_heights_*.py"):
        text = path.read_text(encoding="utf-8")
        if path.name != Path(__file__).name:
            nodes = [n for n in ast.parse(text).body if isinstance(n, ast.FunctionDef) and n.name.startswith("test_")]
            lines = text.splitlines()
            found |= {f"{path.stem}.{n.name}": "\n".join(lines[n.lineno - 1 : n.end_lineno]) for n in nodes}
    return found


def test_rules_are_numbered_without_gap() -> None:
    assert rule_numbers() == [f"RH-{n:03}" for n in range(1, 187)]


def test_every_rule_is_cited() -> None:
    texts = [*functions_by_name().values()]
    texts += [p.read_text(encoding="utf-8") for p in FOLDER.glob("transcripts/*.txt")]
    cited = {number for text in texts for number in RULE.findall(text)}
    assert [r for r in rule_numbers() if r not in cited] == []


def test_every_cited_rule_exists() -> None:
    known = set(rule_numbers())
    texts = {**functions_by_name(), **{p.name: p.read_text(encoding="utf-8") for p in FOLDER.glob("*.py")}}
    wrong = {name: found for name, text in texts.items() if (found := set(RULE.findall(text)) - known)}
    assert wrong == {}


def test_every_vector_is_a_test() -> None:
    named = {int(n) for name in functions_by_name() for n in re.findall(r"rhv_(\d+)", name)}
    assert sorted(named) == VECTORS
