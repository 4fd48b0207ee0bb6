"""What a long-running verb asks of the machine."""

import subprocess
import sys

FREED = """
import os
from companion.machine import give_back_memory

def resident_mb():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6

blocks = [bytes(50_000) for _ in range(2000)]
scattered = blocks[::50]
del blocks
before = resident_mb()
give_back_memory()
print(before - resident_mb(), all(len(block) == 50_000 for block in scattered))
"""


def test_freed_memory_goes_back_to_the_system() -> None:
    done = subprocess.run([sys.executable, "-c", FREED], capture_output=True, text=True, check=True)
    given_mb, is_whole = done.stdout.split()
    assert float(given_mb) > 50  # the C library keeps all hundred by itself, because some blocks between are in use
    assert is_whole == "True"
