"""Every rule of the list is cited by a test function or a transcript of Meeple Towers."""

import ast
import re
from pathlib import Path

HERE = Path(__file__).parent
FOLDER = HERE.parent.parent / "companion" / "games" / "meeple_towers"
RULE = re.compile(r"MT-\d{3}")
SPAN = re.compile(r"MT-(\d{3}) to MT-(\d{3})")


def listed():
    return [line.split()[0] for line in (FOLDER / "rules.txt").read_text(encoding="utf-8").splitlines()]


def cited_in(text):
    """Rule numbers in a text; "MT-050 to MT-055" cites all of them."""
    spans = [range(int(a), int(b) + 1) for a, b in SPAN.findall(text)]
    return set(RULE.findall(text)) | {f"MT-{n:03}" for span in spans for n in span}


def cited():
    found = set()
    for path in HERE.glob("test_meeple_towers_*.py"):
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
    assert listed() == [f"MT-{n:03}" for n in range(1, 94)]


def test_every_rule_is_cited():
    found = cited()
    assert [rule for rule in listed() if rule not in found] == []


def test_no_unknown_rule_is_cited():
    texts = [path.read_text(encoding="utf-8") for path in FOLDER.glob("*.py")]
    assert sorted((cited() | cited_in("\n".join(texts))) - set(listed())) == []
