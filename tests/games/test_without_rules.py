"""A test that cites a rule must fail without it: each can be taken out, and a sample is (``make soak``: all)."""

import subprocess
import sys

import pytest

from tests.citations import REPO, listed
from tests.without_rules import GAMES, breaks, citing, faults

EVERY = 12
"""One rule of so many is tried here; each takes a second."""


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_can_be_taken_out(game):
    entries = breaks(game)
    assert tuple(entries) == listed(game)
    assert [wrong for out in entries.values() if (wrong := faults(game, out))] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_cited_by_tests_that_can_be_run_alone(game):
    assert [rule for rule in listed(game) if not citing(game, rule)] == []


@pytest.mark.parametrize("game", GAMES)
def test_tests_that_cite_a_rule_fail_without_it(game):
    sample = listed(game)[::EVERY]
    done = subprocess.run(
        [sys.executable, "-m", "tests.without_rules", game, *sample],
        cwd=REPO,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(done.stdout.splitlines()) == len(sample)


def test_unharmed_games_pass_the_same_tests():
    """Otherwise a failure without a rule would prove nothing."""
    tests = sorted({test for game in GAMES for rule in listed(game)[::EVERY] for test in citing(game, rule)})
    options = ["-q", "-p", "no:xdist", "-p", "no:cacheprovider", f"--rootdir={REPO}"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, *tests], cwd=REPO, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stdout.decode()
