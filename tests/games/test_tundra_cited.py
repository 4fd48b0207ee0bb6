"""Every rule of Tundra's list is cited by a test function or a transcript."""

import ast
import re
from pathlib import Path

HERE = Path(__file__).parent
FOLDER = HERE.parent.parent / "companion" / "games" / "tundra"
RULE = re.compile(r"TU-\d{3}")
SPAN = re.compile(r"TU-(\d{3}) to TU-(\d{3})")


def listed():
    """The numbers of all rules, in the order of the list."""
    return [line.split()[0] for line in (FOLDER / "rules.txt").read_text(encoding="utf-8").splitlines()]


def cited_in(text):
    """The rules a text names; "TU-050 to TU-055" names every listed one between them."""
    spans = [(f"TU-{a}", f"TU-{b}") for a, b in SPAN.findall(text)]
    between = {rule for first, last in spans for rule in listed() if first <= rule <= last}
    return between | set(RULE.findall(text))


def functions():
    """The text of every test function, by file and name."""
    for path in sorted(HERE.glob("test_tundra_*.py")):
        text = path.read_text(encoding="utf-8")
        for node in ast.parse(text).body:
            if path.name != Path(__file__).name and isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield f"{path.name}::{node.name}", ast.get_source_segment(text, node) or ""


def cited():
    found = {rule for _, text in functions() for rule in cited_in(text)}
    for path in sorted(FOLDER.glob("transcripts/*.txt")):
        found |= cited_in(path.read_text(encoding="utf-8"))
    return found


def test_the_list_has_every_rule_once():
    rules = listed()
    assert len(rules) == 196
    assert rules == sorted(set(rules))


def test_every_rule_is_cited():
    found = cited()
    assert [rule for rule in listed() if rule not in found] == []


def test_no_unknown_rule_is_named():
    texts = [path.read_text(encoding="utf-8") for path in (*FOLDER.glob("*.py"), FOLDER / "README.md")]
    assert sorted((cited() | cited_in("\n".join(texts))) - set(listed())) == []


def test_every_vector_has_a_test():
    names = " ".join(name for name, _ in functions())
    wanted = [f"x{n:02}" for n in range(1, 15)] + [f"d{n:02}" for n in range(1, 39)]
    assert [vector for vector in wanted if f"test_{vector}_" not in names] == []
