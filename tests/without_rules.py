"""Takes one rule out of a game and runs the tests that cite it: they must fail, or they prove nothing.

``tests/games/without/GAME.toml`` says for each rule which lines of the game carry it and what stands there without it.
Run ``python -m tests.without_rules meeple_towers`` for all rules of a game, or name some of them.
"""

import ast
import os
import signal
import sys
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType

import pytest

from tests.citations import REPO, RULE, folder, functions, transcripts

GAMES = tuple(sorted(path.stem for path in (REPO / "tests" / "games" / "without").glob("*.toml")))
FAILED = 1
"""What pytest returns when tests ran and some failed; anything else is no proof."""
PATIENCE_S = 300
"""A game that never ends without a rule is no proof either: it is given up after so long."""


@dataclass(frozen=True, slots=True)
class Without:
    """A rule taken out: in this file of the game, these lines become those."""

    rule: str
    file: str
    was: str
    now: str


def breaks(game: str) -> dict[str, Without]:
    """How each rule of a game is taken out."""
    told = tomllib.loads((REPO / "tests" / "games" / "without" / f"{game}.toml").read_text("utf-8"))
    return {rule: Without(rule, **entry) for rule, entry in told.items()}


def faults(game: str, out: Without) -> str:
    """What is wrong with an entry; nothing = its lines stand in the game once, and a program without them is one."""
    source = (folder(game) / out.file).read_text("utf-8")
    times = source.count(out.was)
    if times != 1:
        return f"{out.rule}: its lines stand {times} times in {out.file}"
    try:
        changed = ast.dump(ast.parse(source.replace(out.was, out.now))) != ast.dump(ast.parse(source))
    except SyntaxError as error:
        return f"{out.rule}: without it {out.file} is no program ({error})"
    return "" if changed else f"{out.rule}: nothing is changed"


def citing(game: str, rule: str) -> list[str]:
    """The tests that cite a rule; transcripts only where nothing else does."""
    found = [name for name, text in functions(game).items() if "::test_" in name and rule in RULE.findall(text)]
    if found:
        return found
    name = game.replace("_", "-")
    told = [stem for stem, text in transcripts(game).items() if rule in RULE.findall(text)]
    return [f"{REPO / 'tests' / 'test_games.py'}::test_transcript_holds[{name}-{stem}]" for stem in told]


# ------------------------------------------------------------------------------------------------ running


class _Loader(SourceFileLoader):
    """Loads a module as if it had been written without the rule."""

    def __init__(self, name: str, path: str, out: Without) -> None:
        super().__init__(name, path)
        self._out = out

    def get_code(self, fullname: str) -> CodeType:
        source = self.get_data(self.path).decode("utf-8")
        return self.source_to_code(source.replace(self._out.was, self._out.now).encode("utf-8"), self.path)


class _Finder(MetaPathFinder):
    def __init__(self, name: str, out: Without) -> None:
        self._name, self._out = name, out

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        spec = PathFinder.find_spec(fullname, path, target) if fullname == self._name else None
        if spec is None or spec.origin is None:
            return None
        spec.loader = _Loader(fullname, spec.origin, self._out)
        return spec


@contextmanager
def _quiet() -> Iterator[None]:
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
        yield


def notices(game: str, out: Without) -> bool:
    """Whether a test that cites the rule fails without it; each try is a process of its own."""
    tests = citing(game, out.rule)
    child = os.fork()
    if not child:
        signal.alarm(PATIENCE_S)
        stem = out.file.removesuffix(".py").replace("__init__", "").rstrip(".")
        sys.meta_path.insert(0, _Finder(f"companion.games.{game}.{stem}".rstrip("."), out))
        with _quiet():
            options = ["-q", "-x", "-p", "no:xdist", "-p", "no:cacheprovider", f"--rootdir={REPO}"]
            os._exit(int(pytest.main([*options, *tests])) if tests else 0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == FAILED


def main(words: list[str]) -> int:
    """Try the rules named, or all of the games named, or all; the number of those nobody would miss."""
    wanted = {word for word in words if RULE.fullmatch(word)}
    missed = []
    for game in [word for word in words if word in GAMES] or GAMES:
        for rule, out in breaks(game).items():
            if not wanted or rule in wanted:
                wrong = faults(game, out) or ("" if notices(game, out) else f"{rule}: no test that cites it fails")
                missed += [wrong] if wrong else []
                print(wrong or f"{rule}: missed at once when taken out", flush=True)
    return len(missed)


if __name__ == "__main__":
    sys.exit(min(main(sys.argv[1:]), 99))
