"""Nothing accepted is lost: the program is killed at random moments of play and the journal is looked at after each."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from companion.journal import Journal
from companion.table import Table
from tests.toygame import TOY

ROOT = Path(__file__).parent.parent
KILLS = 200


def play_and_kill(path, dice, seed):
    """Start the player, kill it at a random moment; what it said until then."""
    player = subprocess.Popen(
        [sys.executable, "-m", "tests.killed_player", str(path), str(seed)],
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
        text=True,
    )
    said = [player.stdout.readline() for _ in range(dice.randrange(1, 12))]
    until = time.perf_counter() + dice.random() * 0.004
    while time.perf_counter() < until:
        pass
    player.send_signal(signal.SIGKILL)
    rest = player.stdout.read()
    player.stdout.close()
    assert player.wait() == -signal.SIGKILL
    return ("".join(said) + rest).splitlines()


def written(journal):
    return [e.body["event"] if e.kind == "event" else "start" for e in journal.entries()]


def test_killing_at_random_moments_loses_and_doubles_nothing(tmp_path):
    path, dice = tmp_path / "journal.sqlite", random.Random(7)
    before = []
    in_the_middle = 0
    for seed in range(KILLS):
        said = play_and_kill(path, dice, seed)
        accepted = [line.removeprefix("done ") for line in said if line.startswith("done ")]
        tried = [line.removeprefix("try ") for line in said if line.startswith("try ")]
        journal = Journal(path)
        now = written(journal)
        new = now[len(before) :]
        assert now[: len(before)] == before
        # Everything it said it did is there, once; at most the one it was just doing may be there as well.
        assert new[: len(accepted)] == accepted
        assert new[len(accepted) :] in ([], tried[len(accepted) :][:1])
        in_the_middle += len(tried) > len(accepted)
        assert journal.verify() == len(now)
        if journal.starts():
            table = Table.resume(journal, journal.starts()[-1].game, {"toy": TOY})
            assert not any(step.dropped for step in table.history())
        journal.close()
        before = now
    assert in_the_middle > KILLS // 20, "the kills did not come in the middle of anything"
    assert len(before) > KILLS
