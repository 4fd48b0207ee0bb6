"""The rows of docs/faults.md: each is written above the test that injects the fault; the document is made of them."""

import functools
from dataclasses import dataclass
from pathlib import Path

ROWS: list["Row"] = []
DOCUMENT = Path(__file__).parent.parent / "docs/faults.md"
HEAD = """# What can go wrong, and what happens then

Each row is a test: `pytest tests/test_faults.py` injects the fault, looks for the very sentence that the players see,
and for the way back. This document is written from those tests (`python -m tests.faults`); a test fails if they differ.

| # | part | what is done to it | what the players see | how it recovers |
| --- | --- | --- | --- | --- |
"""


@dataclass(frozen=True)
class Row:
    part: str
    fault: str
    sees: str
    recovers: str
    test: str


def fault(part: str, fault: str, sees: str, recovers: str):
    """Declare a row; the test gets ``sees`` as its first argument and must find that sentence."""

    def declare(test):
        ROWS.append(Row(part, fault, sees, recovers, test.__name__))

        @functools.wraps(test)
        def run(*args, **kwargs):
            return test(sees, *args, **kwargs)

        # pytest reads the signature to find its fixtures; the sentence is not one of them.
        import inspect

        signature = inspect.signature(test)
        run.__signature__ = signature.replace(parameters=list(signature.parameters.values())[1:])
        return run

    return declare


def written() -> str:
    """The document."""
    lines = [
        f"| {number} | {row.part} | {row.fault} | {_cell(row.sees)} | {row.recovers} |"
        for number, row in enumerate(ROWS, 1)
    ]
    return HEAD + "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return f"“{text}”" if text and not text.startswith("(") else text.strip("()")


if __name__ == "__main__":
    import tests.test_faults  # noqa: F401 - its rows are declared when it is loaded
    from tests.faults import written as of_all  # the module of the rows, which is not this one

    DOCUMENT.write_text(of_all(), encoding="utf-8")
