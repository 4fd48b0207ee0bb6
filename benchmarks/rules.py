"""Takes every rule out of its game, one at a time: tests that cite it must fail."""

from tests.without_rules import main as take_out


def main(soak: bool) -> None:
    """A long run only; ``tests/games/test_without_rules.py`` tries a sample."""
    if soak:
        missing = take_out([])
        print(f"{missing} rules would not be missed", flush=True)
        if missing:
            raise SystemExit(1)
