"""Every benchmark can be called as ``make bench`` and ``make soak`` call it; what they measure is for those."""

import ast
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent.parent / "benchmarks"


def _mains() -> dict[str, ast.FunctionDef]:
    found = {}
    for path in sorted(FOLDER.glob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name == "main" and path.stem != "run":
                found[path.stem] = node
    return found


@pytest.mark.parametrize("name", _mains())
def test_a_benchmark_is_told_whether_to_soak_and_needs_no_more(name: str) -> None:
    said = _mains()[name].args
    first, *others = said.posonlyargs + said.args
    assert first.arg == "soak"
    assert len(said.defaults) >= len(others)


def test_there_are_benchmarks() -> None:
    assert "reading" in _mains()
