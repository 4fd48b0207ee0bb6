"""Every rule of the list is cited by a test function or a transcript of Garden Nation."""

import ast
import re
from pathlib import Path

HERE = Path(__file__).parent
FOLDER = HERE.parent.parent / "companion" / "games" / "garden_nation"
RULE = re.compile(r"GN-\d{3}")


def listed():
    return [line.split()[0] for line in (FOLDER / "rules.txt").read_text(encoding="utf-8").splitlines()]


def cited_in(text):
    """Rule numbers in a text, each written out: "GN-050 to GN-055" names two rules only."""
    return set(RULE.findall(text))


def cited():
    found = set()
    for path in HERE.glob("test_garden_nation_*.py"):
        if path == Path(__file__):
            continue
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found |= cited_in(ast.get_source_segment(text, node) or "")
    for path in FOLDER.glob("transcripts/*.txt"):
        found |= cited_in(path.read_text(encoding="utf-8"))
    return found


def test_list_has_all_rules_in_order():
    groups = ((1, 13), (20, 25), (30, 43), (45, 56), (58, 118))
    assert listed() == [f"GN-{n:03}" for first, last in groups for n in range(first, last + 1)]
    assert len(listed()) == 106


def test_every_rule_is_cited():
    found = cited()
    assert [rule for rule in listed() if rule not in found] == []


def test_no_unknown_rule_is_cited():
    texts = [path.read_text(encoding="utf-8") for path in FOLDER.glob("*.py")]
    assert sorted((cited() | cited_in("\n".join(texts))) - set(listed())) == []
