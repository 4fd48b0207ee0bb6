"""Every numbered rule is proven somewhere: by a test function that cites it, or by a transcript."""

import ast
import re
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "companion" / "games" / "rolling_heights"
RULE = re.compile(r"RH-\d{3}")
VECTORS = [*range(1, 12), *range(20, 68), *range(70, 115)]


def rule_numbers() -> list[str]:
    return [line.split()[0] for line in (FOLDER / "rules.txt").read_text(encoding="utf-8").splitlines()]


def test_functions() -> dict[str, str]:
    """The text of every other test function of this game, by name."""
    found = {}
    for path in Path(__file__).parent.glob("test_rolling_heights_*.py"):
        text = path.read_text(encoding="utf-8")
        if path.name != Path(__file__).name:
            nodes = [n for n in ast.parse(text).body if isinstance(n, ast.FunctionDef) and n.name.startswith("test_")]
            found |= {f"{path.stem}.{n.name}": ast.get_source_segment(text, n) or "" for n in nodes}
    return found


test_functions.__test__ = False  # type: ignore[attr-defined]


def test_rules_are_numbered_without_gap() -> None:
    assert rule_numbers() == [f"RH-{n:03}" for n in range(1, 187)]


def test_every_rule_is_cited() -> None:
    texts = [*test_functions().values()]
    texts += [p.read_text(encoding="utf-8") for p in FOLDER.glob("transcripts/*.txt")]
    cited = {number for text in texts for number in RULE.findall(text)}
    assert [r for r in rule_numbers() if r not in cited] == []


def test_every_cited_rule_exists() -> None:
    known = set(rule_numbers())
    texts = {**test_functions(), **{p.name: p.read_text(encoding="utf-8") for p in FOLDER.glob("*.py")}}
    wrong = {name: found for name, text in texts.items() if (found := set(RULE.findall(text)) - known)}
    assert wrong == {}


def test_every_vector_is_a_test() -> None:
    named = {int(n) for name in test_functions() for n in re.findall(r"rhv_(\d+)", name)}
    assert sorted(named) == VECTORS
