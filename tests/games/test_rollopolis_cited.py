"""Every numbered rule is cited by a test or a transcript."""

import ast
import re
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent.parent.parent / "companion" / "games" / "rollopolis"
NUMBER = re.compile(r"RO-\d{3}")


def listed():
    return [line.split(" ", 1) for line in (FOLDER / "rules.txt").read_text(encoding="utf-8").splitlines()]


@cache
def cited():
    """The numbers that stand inside test functions, vectors or transcripts."""
    found = set()
    for path in Path(__file__).parent.glob("test_rollopolis_*.py"):
        if path.name == Path(__file__).name:
            continue
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef) and (node.name.startswith("test_") or node.decorator_list):
                found |= set(NUMBER.findall(ast.get_source_segment(text, node) or ""))
    for path in (FOLDER / "transcripts").glob("*.txt"):
        found |= set(NUMBER.findall(path.read_text(encoding="utf-8")))
    return found


def test_rules_are_listed_once_in_our_words():
    numbers = [number for number, _ in listed()]
    assert len(numbers) == len(set(numbers)) == 137
    assert numbers == sorted(numbers)
    assert all(text.endswith(".") for _, text in listed())


def test_every_rule_is_cited():
    found = cited()
    assert [number for number, _ in listed() if number not in found] == []


def test_no_unknown_rule_is_cited():
    assert cited() - {number for number, _ in listed()} == set()


def test_code_refuses_only_by_listed_rules():
    numbers = {number for number, _ in listed()}
    used = {n for path in FOLDER.glob("*.py") for n in NUMBER.findall(path.read_text(encoding="utf-8"))}
    assert used <= numbers
